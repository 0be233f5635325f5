"""A matrix and its picture; from one set of numbers to the next, only what changed is made smaller and coloured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from rostok_gui.widgets import numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, colours

Array = NDArray[np.floating[Any]]
Area = tuple[slice, slice]
"""Rows and columns."""

WEIGHT, SIGNED, MASK = "weight", "signed", "mask"
"""How numbers become colours: 0 to 1; around 0; no colour, only open and closed."""


@dataclass(frozen=True, eq=False)
class Matrix:
    """One matrix of the equation.

    Attributes
    ----------
    name : str
    values : (R, C) array
        -inf is closed.
    rows, columns : str
        What an index means: `QUERY`, `KEY`, `PART`, or "" for one that is summed over.
    look : str
        `WEIGHT`, `SIGNED` or `MASK`.
    result : bool
        Whether it comes out of the step; the others go into it.
    closed : bool (R, C), optional
        Hatched cells; those of -inf if not given.
    blocks : int
        Columns that belong together are parted by lines; 0: none.
    block : int
        The one of these that is marked.
    """

    name: str
    values: Array
    rows: str = ""
    columns: str = ""
    look: str = SIGNED
    result: bool = False
    closed: NDArray[np.bool_] | None = None
    blocks: int = 0
    block: int = -1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.values.shape
        return rows, columns

    @property
    def shape_text(self) -> str:
        """The shape as it is written."""
        return "{} × {}".format(*self.shape)

    @property
    def outline(self) -> tuple[object, ...]:
        """All but the numbers."""
        return self.name, self.shape, self.rows, self.columns, self.look, self.result, self.blocks, self.block

    def shut(self, area: Area) -> NDArray[np.bool_]:
        """Which cells of an area are hatched."""
        return self.values[area] == -np.inf if self.closed is None else self.closed[area]

    def is_closed(self, row: int, column: int) -> bool:
        """Whether a cell is hatched."""
        return bool(self.values[row, column] == -np.inf if self.closed is None else self.closed[row, column])

    def text(self, row: int, column: int) -> str:
        """A number as it is written into its cell."""
        value = float(self.values[row, column])
        if self.look == WEIGHT:
            return numbers.weight(value)
        return numbers.fixed(value, 0) if self.look == MASK else numbers.fixed(value, 2)


class MatrixPicture:
    """The picture of a matrix, at most `rows` x `columns` pixels: one has the number farthest from 0 of those below.

    Attributes
    ----------
    pixels : uint32 (r, c)
        ``0xaarrggbb``; transparent where every cell below is closed.
    span : float
        The number that has the last colour of the map for numbers around 0; its negative has the first.
    """

    def __init__(self, rows: int, columns: int, ground: str) -> None:
        self.pixels: NDArray[np.uint32] = np.zeros((0, 0), np.uint32)
        self.span = 1.0
        self._most = rows, columns
        self._ground = QColor(ground).rgb()
        self._matrix: Matrix | None = None
        self._pools = _Pool(0, 0), _Pool(0, 0)
        self._strong: Array = np.zeros((0, 0))
        self._shut: NDArray[np.bool_] = np.zeros((0, 0), bool)

    def show(self, matrix: Matrix) -> Area | None:
        """Draw these numbers; the pixels that were drawn, None where all numbers are the same as before."""
        old, self._matrix = self._matrix, matrix
        if old is matrix:
            return None
        if old is None or (old.shape, old.look) != (matrix.shape, matrix.look):
            self._start(matrix)
            old = None
        cells = _changed(old, matrix)
        if cells is None:
            return None
        area = self._pool(matrix, cells)
        if matrix.look == SIGNED and (span := self._widest()) != self.span:
            self.span, area = span, _all(self.pixels.shape)
        self._colour(matrix.look, area)
        return area

    def _start(self, matrix: Matrix) -> None:
        rows, columns = (_Pool(length, most) for length, most in zip(matrix.shape, self._most))
        self._pools = rows, columns
        shape = rows.count, columns.count
        self.pixels, self._shut = np.zeros(shape, np.uint32), np.zeros(shape, bool)
        self._strong = np.zeros(shape, matrix.values.dtype)

    def _pool(self, matrix: Matrix, cells: Area) -> Area:
        """Make these cells smaller; the pixels above them."""
        rows, columns = (pool.over(part) for pool, part in zip(self._pools, cells))
        below, starts = zip(*(pool.under(part) for pool, part in zip(self._pools, (rows, columns))))
        values, shut = matrix.values[below], matrix.shut(below)
        if shut.any():
            values = values.copy()
            values[shut] = 0.0
            for axis, firsts in enumerate(starts):
                shut = reduce(np.logical_and, _neighbours(shut, firsts, axis))
            self._shut[rows, columns] = shut
        else:
            self._shut[rows, columns] = False
        self._strong[rows, columns] = _strongest(values, *starts)
        return rows, columns

    def _widest(self) -> float:
        sizes = np.abs(self._strong)
        return float(sizes.max(initial=0.0, where=np.isfinite(sizes))) or 1.0

    def _colour(self, look: str, area: Area) -> None:
        if look == WEIGHT:
            self.pixels[area] = colours(self._strong[area])
        elif look == MASK:
            self.pixels[area] = self._ground
        else:
            self.pixels[area] = colours((self._strong[area] / self.span + 1) / 2, "linear", DIFFERENCE_MAP)
        self.pixels[area][self._shut[area]] = 0


def colour_matrix(matrix: Matrix, rows: int, columns: int, ground: str) -> NDArray[np.uint32]:
    """The pixels of a matrix, at most `rows` x `columns`."""
    picture = MatrixPicture(rows, columns, ground)
    picture.show(matrix)
    return picture.pixels


def strongest(values: Array, rows: int, columns: int) -> Array:
    """Shrink a matrix to at most `rows` x `columns`: of each block the number farthest from 0, with its sign."""
    pools = (_Pool(length, most) for length, most in zip(values.shape, (rows, columns)))
    return _strongest(values, *(pool.under(slice(0, pool.count))[1] for pool in pools))


class _Pool:
    """`length` indices shared out among at most `most` pixels: index i lies under pixel ``i * count // length``."""

    def __init__(self, length: int, most: int) -> None:
        self.length, self.count = length, min(length, most)
        self._starts = (np.arange(self.count + 1, dtype=np.int64) * length + self.count - 1) // max(1, self.count)

    def over(self, part: slice) -> slice:
        """The pixels above the indices of `part`."""
        return slice(part.start * self.count // self.length, (part.stop - 1) * self.count // self.length + 1)

    def under(self, pixels: slice) -> tuple[slice, NDArray[np.int64]]:
        """The indices below some pixels, and where each pixel's begin, counted from the first of them."""
        starts = self._starts[pixels.start : pixels.stop + 1]
        return slice(int(starts[0]), int(starts[-1])), starts[:-1] - starts[0]


def _strongest(values: Array, *starts: NDArray[np.int64]) -> Array:
    for axis, firsts in enumerate(starts):
        parts = _neighbours(values, firsts, axis)
        if len(parts) > 1:
            high, low = reduce(np.maximum, parts), reduce(np.minimum, parts)
            values = np.where(high >= -low, high, low)
    return values


def _neighbours(values: Any, starts: NDArray[np.int64], axis: int) -> list[Any]:
    """The first, the second, ... of each group along `axis`; a group that is too short gives its last one again.

    (``ufunc.reduceat`` with the same `starts` takes four times as long.)
    """
    length = values.shape[axis]
    if length == len(starts):
        return [values]
    last = np.append(starts[1:], length) - 1
    longest = int((last - starts).max()) + 1
    return [values.take(np.minimum(starts + step, last), axis) for step in range(longest)]


def _changed(old: Matrix | None, new: Matrix) -> Area | None:
    """The smallest area with all cells that differ; None: there is none."""
    if old is None or (old.closed is None) != (new.closed is None):
        return _all(new.shape) if new.values.size else None
    differs = old.values != new.values
    if old.closed is not None and new.closed is not None:
        differs |= old.closed != new.closed
    return area_of(differs)


def area_of(cells: NDArray[np.bool_]) -> Area | None:
    """The smallest area with all marked cells; None: no cell is marked."""
    rows = np.flatnonzero(cells.any(axis=1))
    if not rows.size:
        return None
    some = slice(int(rows[0]), int(rows[-1]) + 1)
    columns = np.flatnonzero(cells[some].any(axis=0))
    return some, slice(int(columns[0]), int(columns[-1]) + 1)


def _all(shape: tuple[int, ...]) -> Area:
    rows, columns = shape
    return slice(0, rows), slice(0, columns)
