"""The true query and keys of one head, as the plane shows them. No Qt here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.projection import Basis, main_plane
from rostok_gui.model.interventions import EditKey, EditQuery
from rostok_gui.model.trace import Trace
from rostok_gui.state.changing import Changes, Head, Vector, given_vector

SHOWN_KEYS, NAMED_KEYS = 24, 8
"""Of a long text the keys with the largest weights are drawn, the largest of them with their names."""
LIMIT = 1000.0
"""Largest coordinate that can be dragged to."""
Vectors = NDArray[np.float64]
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class HeadPlane:
    """The plane of one query in one head, and what is seen in it.

    Attributes
    ----------
    head : (layer, head)
    query : int
        Position of the token that looks.
    basis : Basis
        Made of the untouched model, so that nothing turns while something is dragged.
    vector : (D,) float64
        The query.
    keys : tuple of int
        Positions of the keys that are drawn, in the order of the text.
    vectors : (n, D) float64
        Those keys.
    weights, before : (n,) float64
        What they get, and what they get in the untouched model.
    n_seen : int
        Number of tokens that the query can see.
    """

    head: Head
    query: int
    basis: Basis
    vector: Vectors
    keys: tuple[int, ...]
    vectors: Vectors
    weights: Vectors
    before: Vectors
    n_seen: int

    @cached_property
    def places(self) -> Vectors:
        """Coordinates ``(1 + n, 2)``: of the query, then of the keys."""
        return np.asarray(self.basis.seen(np.vstack([self.vector, self.vectors])))

    @cached_property
    def shares(self) -> Vectors:
        """Part of the length that the plane shows ``(1 + n,)``: of the query, then of the keys."""
        return np.asarray(self.basis.share(np.vstack([self.vector, self.vectors])))

    @property
    def named(self) -> frozenset[int]:
        """The keys whose weights are or were largest."""
        best = np.argsort(-np.maximum(self.weights, self.before), kind="stable")[:NAMED_KEYS]
        return frozenset(self.keys[i] for i in best)

    @property
    def rest(self) -> float:
        """The weight of the keys that are not drawn."""
        return max(0.0, 1.0 - float(self.weights.sum()))

    def dragged(self, position: int | None, x: float, y: float) -> EditQuery:
        """The change that brings the query (None) or the key of a position to (x, y) in the plane."""
        place = np.clip([x, y], -LIMIT, LIMIT)
        vector = self.vector if position is None else self.vectors[self.keys.index(position)]
        exact = tuple(float(number) for number in self.basis.moved(vector, place))
        kind, at = (EditQuery, self.query) if position is None else (EditKey, position)
        return kind(*self.head, at, exact)


def plane_of_head(
    trace: Trace, untouched: Trace, changes: Changes, head: Head, query: int, key: int | None, basis: Basis
) -> HeadPlane:
    """What is drawn now: vectors that were dragged are where `changes` says, even before the model has answered."""
    layer, number = head
    now = trace.weights(layer, number, query).astype(np.float64)
    before = untouched.weights(layer, number, query).astype(np.float64)
    seen = np.flatnonzero((np.arange(len(now)) <= query) | (now > 0)).tolist()
    given = given_keys(changes, head)
    wanted = {*given, *(() if key is None else (key,))}
    keys = drawn_keys(np.maximum(now, before)[seen], seen, wanted.intersection(seen))
    where = list(keys)
    vectors = trace.layers[layer].k.of(number)[where].astype(np.float64)
    for row, position in enumerate(keys):
        if position in given:
            vectors[row] = given[position]
    vector = given_vector(changes, EditQuery, head, query)
    exact = trace.layers[layer].q.row(number, query) if vector is None else vector
    return HeadPlane(
        head, query, basis, np.array(exact, np.float64), keys, vectors, now[where], before[where], len(seen)
    )


def given_keys(changes: Changes, head: Head) -> dict[int, Vector]:
    """The vectors that were put in place of keys of this head and are in force, by position."""
    edits = [change.intervention for change in changes if change.enabled]
    return {e.position: e.vector for e in reversed(edits) if isinstance(e, EditKey) and (e.layer, e.head) == head}


def basis_of(untouched: Trace, head: Head, query: int) -> Basis:
    """The plane of a query and of the keys that it can see."""
    layer = untouched.layers[head[0]]
    return main_plane(layer.q.row(head[1], query), layer.k.of(head[1])[: query + 1])


def drawn_keys(weights: Vectors, positions: list[int], always: Iterable[int]) -> tuple[int, ...]:
    """The positions with the largest weights and those of `always`, in the order of the text."""
    best = np.argsort(-weights, kind="stable")[:SHOWN_KEYS]
    return tuple(sorted({positions[i] for i in best} | set(always)))


def names(labels: list[str]) -> list[str]:
    """Labels of which those that come more than once carry their number among their likes."""
    counted, seen, result = Counter(labels), Counter[str](), []
    for label in labels:
        seen[label] += 1
        result.append(label if counted[label] == 1 else label + str(seen[label]).translate(_LOW))
    return result
