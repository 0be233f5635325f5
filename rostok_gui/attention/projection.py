"""A plane through a high-dimensional space: what of a head's query and keys can be drawn, and how to drag it there.

The first axis is the direction of the query, the second the direction at right angles to it along which the keys differ
most: what they have in common adds the same to every score, and softmax does not see it. The query lies wholly in the
plane, and as long as it is moved within the plane, the dot product of the two numbers that are
seen is the whole dot product: the part of a key that the plane does not show stands at a right angle to the query.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rostok_gui.attention.arrays import Array


@dataclass(frozen=True)
class Basis:
    """Two directions of length 1 at right angles: `axes` (2, D) float64."""

    axes: Array

    def seen(self, vectors: Array) -> Array:
        """Coordinates ``(..., 2)`` of vectors ``(..., D)`` in the plane."""
        return np.asarray(np.asarray(vectors, np.float64) @ self.axes.T)

    def share(self, vectors: Array) -> Array:
        """How much of the length of each vector ``(..., D)`` lies in the plane, 0 to 1; 1 for a vector of no length."""
        whole = np.linalg.norm(np.asarray(vectors, np.float64), axis=-1)
        within = np.linalg.norm(self.seen(vectors), axis=-1)
        return np.asarray(np.where(whole > 0, np.minimum(within / np.where(whole > 0, whole, 1.0), 1.0), 1.0))

    def moved(self, vector: Array, to: Array) -> Array:
        """The vector ``(D,)`` moved within the plane until it is seen at `to` (2,); the rest of it stays."""
        exact = np.asarray(vector, np.float64)
        return np.asarray(exact + (np.asarray(to, np.float64) - self.seen(exact)) @ self.axes)


def main_plane(query: Array, keys: Array) -> Basis:
    """The plane spanned by the query ``(D,)`` and the main direction of the keys ``(n, D)`` at right angles to it.

    The main direction is the first principal component: along it the keys differ most. It points to the side of the
    key that is farthest out. Without a query (all zeros) the first axis is the main direction of the keys themselves;
    where the keys leave a direction open, it is taken from what they have in common or from the axes of the space.
    """
    vectors = np.asarray(keys, np.float64).reshape(-1, len(query))
    first = _unit(np.asarray(query, np.float64))
    if first is None:
        first = _main_direction(vectors, np.zeros((0, len(query))))
    second = _main_direction(vectors, first[None])
    return Basis(np.stack([first, second]))


def _unit(vector: Array) -> Array | None:
    length = np.linalg.norm(vector)
    return np.asarray(vector / length) if length > 0 else None


def _main_direction(vectors: Array, taken: Array) -> Array:
    """The main direction of `vectors` at right angles to the rows of `taken`."""
    rest = vectors - vectors @ taken.T @ taken
    outside = np.eye(vectors.shape[1]) - taken.T @ taken
    least = 1e-9 * max(float(np.abs(vectors).max(initial=0.0)), 1e-300)
    spread = rest - rest.mean(axis=0) if len(rest) else rest
    candidates = (spread, rest, outside[[int(np.linalg.norm(outside, axis=1).argmax())]])
    chosen = next(rows for rows in candidates if np.abs(rows).max(initial=0.0) > least or rows is candidates[-1])
    found = np.linalg.svd(chosen, full_matrices=False)[2][0]
    found = found - taken.T @ (taken @ found)
    found = found / np.linalg.norm(found)
    along = rest @ found
    return np.asarray(-found if len(along) and along[int(np.abs(along).argmax())] < 0 else found)
