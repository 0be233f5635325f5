"""What can be asked about all heads at once: their maps as one picture, their types and scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.head_types import HeadScores, first_and_repeat
from rostok_gui.engine.requests import Request
from rostok_gui.model.trace import Trace

Weights = NDArray[np.float32]
Pixels = NDArray[np.uint32]
Head = tuple[int, int]
"""Layer and head, from 0."""

NO_WEIGHT = np.float32(-1)
"""Stands where there is no weight to show: the start mark's column when it is left out, a row with nothing left."""

LEFT_FLOOR = 1e-6
"""A row that gives less than this to all tokens but the start mark has nothing left to be scaled up."""


@dataclass(frozen=True, eq=False)
class ComposeAtlas(Request):
    """Draw the maps of `heads` side by side, ready to be copied to the screen.

    Attributes
    ----------
    trace : Trace
        The patterns; its arrays are shared, not copied.
    heads : tuple of (layer, head)
        In the order in which the maps are wanted.
    size : int
        Side of one map in device pixels. With fewer tokens than pixels a cell covers several pixels; with more, a
        pixel shows the largest of the weights that fall on it, so that a thin stripe does not vanish.
    without_start : bool
        Leave the start mark out (see `leave_out_start`).
    colour : callable
        Colours ``0xffrrggbb`` of weights of any shape; runs in the worker, so it must be plain numpy.
    closed, hatch, neutral : int
        Colours of the future, of the lines across it, and of places without a weight.
    """

    handler: ClassVar[str] = "rostok_gui.engine.atlas_handler:compose_atlas"
    trace: Trace = field(repr=False)
    heads: tuple[Head, ...]
    size: int
    without_start: bool
    colour: Callable[[Weights], Pixels]
    closed: int
    hatch: int
    neutral: int


@dataclass(frozen=True, eq=False)
class Atlas:
    """The picture that answers `request`.

    Attributes
    ----------
    request : ComposeAtlas
    pixels : uint32 (N, size, size), read-only
        ``0xffrrggbb``; map i belongs to ``request.heads[i]``, rows are queries, columns keys.
    """

    request: ComposeAtlas
    pixels: Pixels = field(repr=False)


@dataclass(frozen=True, eq=False)
class ScoreHeads(Request):
    """Score and name every head on the text of `trace`; `without_start`: on what the heads do apart from the mark."""

    handler: ClassVar[str] = "rostok_gui.engine.atlas_handler:score_heads"
    trace: Trace = field(repr=False)
    without_start: bool


@dataclass(frozen=True, eq=False)
class ScoredHeads:
    """The answer to `ScoreHeads`."""

    request: ScoreHeads
    scores: HeadScores


@dataclass(frozen=True)
class Groups:
    """Which tokens fall on which cell of a map of `size` pixels a side.

    Up to `size` tokens every token has a cell of its own; above, the tokens are dealt out as evenly as can be. Cell g
    holds the tokens ``first[g] ... last[g]``; pixel p lies on cell ``of_pixel[p]``.
    """

    first: NDArray[np.intp]
    last: NDArray[np.intp]
    of_pixel: NDArray[np.intp]

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, n_token: int, size: int) -> Groups:
        """For T = `n_token` tokens, at least 1."""
        count = min(n_token, size)
        edges = np.arange(count + 1) * n_token // count
        return cls(edges[:-1], edges[1:] - 1, np.arange(size) * count // size)

    @cached_property
    def tokens(self) -> NDArray[np.intp]:
        """The tokens of every cell, one below the other: (K, G). A cell with fewer than K repeats its last one."""
        within = np.arange((self.last - self.first).max() + 1)
        return np.minimum(self.first + within[:, None], self.last)

    @cached_property
    def _edges(self) -> list[int]:
        """The first pixel of every cell, and the end of the last one."""
        edges: list[int] = np.searchsorted(self.of_pixel, np.arange(len(self.first) + 1)).tolist()
        return edges

    def pixels(self, cells: slice) -> slice:
        """The pixels on which these cells lie."""
        return slice(self._edges[cells.start], self._edges[cells.stop])

    def enlarged(self, values: NDArray[Any], rows: slice, columns: slice) -> NDArray[Any]:
        """From cells to pixels, for the block of these rows and columns of cells: ``(..., R, C)``."""
        if len(self.first) == len(self.of_pixel):
            return values
        for axis, cells in ((-1, columns), (-2, rows)):
            values = values.take(self.of_pixel[self.pixels(cells)] - cells.start, axis=axis, mode="clip")
        return values


def largest(weights: Weights, tokens: NDArray[np.intp], axis: int, out: Weights | None = None) -> Weights:
    """The largest weight on every cell along `axis`; column g of `tokens` (K, G) has the tokens of cell g.

    Several times as fast as ``maximum.reduceat`` where `weights` is contiguous; where not, every ``take`` copies it.
    """
    result = weights.take(tokens[0], axis=axis, out=out, mode="clip")  # "clip" skips a check and halves the time
    if len(tokens) > 1:
        other = np.empty_like(result)
        for places in tokens[1:]:
            np.maximum(result, weights.take(places, axis=axis, out=other, mode="clip"), out=result)
    return result


def leave_out_start(weights: Weights) -> Weights:
    """The weights without the start mark, each row scaled up to sum to 1 again.

    Parameters
    ----------
    weights : (..., T)
        Rows of patterns; not written to.

    Returns
    -------
    weights : (..., T) float32
        `NO_WEIGHT` at the start mark (column 0) and all along the rows that have nothing left.
    """
    left = weights[..., 1:].sum(axis=-1, keepdims=True)
    empty = left < LEFT_FLOOR
    result: Weights = np.divide(weights, np.where(empty, 1, left), dtype=np.float32)
    np.copyto(result, NO_WEIGHT, where=empty)
    result[..., 0] = NO_WEIGHT
    return result


@dataclass(frozen=True)
class SeenBefore:
    """How well the text was guessed where it brought something new, and where it repeated itself.

    Attributes
    ----------
    first, repeat : float or None
        Mean loss in nats over the tokens that complete a pair for the first time, and over those whose pair has been
        seen before; None when there are none.
    n_first, n_repeat : int
        How many these are.
    """

    first: float | None
    repeat: float | None
    n_first: int
    n_repeat: int

    @property
    def gain(self) -> float | None:
        """Nats saved per token on what was seen before; None when one of the two is not defined."""
        return None if self.first is None or self.repeat is None else self.first - self.repeat


def seen_before(ids: NDArray[np.integer[Any]], loss: NDArray[np.float32]) -> SeenBefore:
    """Compare first occurrences with repeats; `ids` (T,), `loss` (T,) with nothing at position 0."""
    masks = first_and_repeat(ids)
    first, repeat = (float(loss[1:][mask].mean(dtype=np.float64)) if mask.any() else None for mask in masks)
    return SeenBefore(first, repeat, int(masks[0].sum()), int(masks[1].sum()))
