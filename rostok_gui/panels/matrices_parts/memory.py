"""Products of matrices of which, from one picture to the next, only a few rows are others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from rostok_gui.attention.arrays import Array

_ALONE = 2**18
"""A product of so many multiplications is still done by one thread."""


class LastProduct:
    """Remembers the last product; of the next one it computes the rows that changed."""

    def __init__(self) -> None:
        self._last: tuple[Array, Array, Array] | None = None

    def of(self, left: Array, right: Array) -> Array:
        """``left @ right``."""
        product = self._product(left, right)
        self._last = left, right, product
        return product

    def _product(self, left: Array, right: Array) -> Array:
        if self._last is None:
            return in_strips(left, right)
        old_left, old_right, product = self._last
        if old_left.shape != left.shape or not np.array_equal(old_right, right):
            return in_strips(left, right)
        rows = (old_left != left).any(axis=1)
        if rows.any():
            product = product.copy()
            product[rows] = in_strips(left[rows], right)
        return product


@dataclass(frozen=True)
class Memory:
    """The last products: queries times keys; weights times values, by number of the head; heads times W_O."""

    scores: LastProduct = field(default_factory=LastProduct)
    heads: defaultdict[int, LastProduct] = field(default_factory=lambda: defaultdict(LastProduct))
    projected: LastProduct = field(default_factory=LastProduct)

    def mixture(self, head: int, weights: Array, values: Array) -> Array:
        """What a head makes, (T, D)."""
        return self.heads[head].of(weights, values)


def in_strips(left: Array, right: Array) -> Array:
    """``left @ right``, a few rows at a time where the rows are short.

    A large product wakes the threads of numpy's library; while the model computes, waiting for them takes more than ten
    times as long as the product itself.
    """
    rows = _ALONE // max(1, right.size)
    if rows < 8 or len(left) <= rows:
        return np.asarray(left @ right)
    right = np.ascontiguousarray(right)
    return np.concatenate([left[first : first + rows] @ right for first in range(0, len(left), rows)])
