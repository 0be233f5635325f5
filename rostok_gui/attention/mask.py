"""Who may look at whom: masks, and what is wrong with one.

A mask is a square array of booleans, ``allowed[t, j]``: True where query t may look at key j. In the formula it is the
``M`` of ``softmax(Q K^T / sqrt(d) + M)``: 0 where allowed, -inf where not, so that a closed place has the weight
exactly 0. A large negative number in place of -inf would let weight through where scores are extreme.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import Any

import numpy as np

from rostok_gui.attention.arrays import Array, Mask, as_floats


def all_open(n_tokens: int) -> Mask:
    """Everybody sees everybody, the future too."""
    return np.ones((n_tokens, n_tokens), dtype=bool)


def causal(n_tokens: int) -> Mask:
    """Each token sees itself and the past: the mask of every model that writes."""
    return np.tri(n_tokens, dtype=bool)


def causal_without_self(n_tokens: int) -> Mask:
    """Each token sees only the past; the first one sees nothing."""
    return np.tri(n_tokens, k=-1, dtype=bool)


def window(n_tokens: int, n: int = 3) -> Mask:
    """Each token sees the last `n` tokens, itself among them.

    Raises
    ------
    ValueError
        `n` is negative.
    """
    if n < 0:
        raise ValueError(f"a window of {n} tokens cannot be")
    near: Mask = np.tri(n_tokens, dtype=bool) & ~np.tri(n_tokens, k=-n, dtype=bool)
    return near


def empty(n_tokens: int) -> Mask:
    """Nobody sees anybody: every row of weights is zero."""
    return np.zeros((n_tokens, n_tokens), dtype=bool)


PRESETS: Mapping[str, Callable[..., Mask]] = MappingProxyType(
    {
        "all open": all_open,
        "causal": causal,
        "causal without self": causal_without_self,
        "window": window,
        "empty": empty,
    }
)
"""Name -> mask for T tokens; ``window`` takes its width as a second argument."""


def as_mask(allowed: Any) -> Mask:
    """Return `allowed` as a boolean array ``(T, T)``; ValueError when it is not square."""
    mask = np.asarray(allowed, dtype=bool)
    if mask.ndim != 2 or mask.shape[0] != mask.shape[1]:
        raise ValueError(f"a mask has as many rows as columns, not the shape {mask.shape}")
    return mask


def additive(allowed: Mask) -> Array:
    """The matrix M of the formula: 0 where allowed, -inf elsewhere; float64, shape of `allowed`."""
    return np.where(allowed, 0.0, -np.inf)


def close(scores: Array, allowed: Mask) -> Array:
    """Scores ``(..., T, T)`` with -inf wherever `allowed` is False; a new array of the same float type."""
    scores = as_floats(scores)
    return np.where(allowed, scores, scores.dtype.type(-np.inf))


def combine(*masks: Mask) -> Mask:
    """What every one of the masks allows.

    Raises
    ------
    ValueError
        There is none, or their sizes differ.
    """
    if not masks:
        raise ValueError("nothing to combine")
    checked = [as_mask(mask) for mask in masks]
    if len({mask.shape for mask in checked}) > 1:
        raise ValueError("masks of different sizes cannot be combined")
    return reduce(np.logical_and, checked)


@dataclass(frozen=True)
class MaskReport:
    """What a mask lets through that it should not, and what it hides without need. Positions count from 0.

    Attributes
    ----------
    leaks : tuple of (t, j)
        Open places with j > t, row by row. Position t has to guess token t + 1, so j = t + 1 shows it the answer
        itself (see `answers`). A later j is a leak as well: it does not exist yet when the model writes, and from
        the second layer on it hands over what it has seen of the answer.
    blind : tuple of (t, j)
        Closed places with j <= t, row by row: of the past, or of itself, t could have used this.
    empty_rows : tuple of int
        Rows in which nothing is allowed: no weights, the output is the zero vector.
    """

    leaks: tuple[tuple[int, int], ...]
    blind: tuple[tuple[int, int], ...]
    empty_rows: tuple[int, ...]

    @property
    def answers(self) -> tuple[tuple[int, int], ...]:
        """The leaks with j = t + 1: the query sees the very token that it must guess."""
        return tuple((t, j) for t, j in self.leaks if j == t + 1)

    @property
    def sees_future(self) -> bool:
        """Whether there is any leak."""
        return bool(self.leaks)

    @property
    def is_causal(self) -> bool:
        """Whether this is the causal mask itself: no leak and no blind spot."""
        return not self.leaks and not self.blind


def check(allowed: Mask) -> MaskReport:
    """Find the leaks, the blind spots and the empty rows of a mask ``(T, T)``.

    Raises
    ------
    ValueError
        The mask is not square.
    """
    mask = as_mask(allowed)
    past = causal(len(mask))
    return MaskReport(
        leaks=_places(mask & ~past),
        blind=_places(past & ~mask),
        empty_rows=tuple(np.flatnonzero(~mask.any(axis=1)).tolist()),
    )


def _places(marked: Mask) -> tuple[tuple[int, int], ...]:
    return tuple((int(t), int(j)) for t, j in np.argwhere(marked))
