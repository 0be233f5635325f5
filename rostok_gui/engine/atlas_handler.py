"""Compose and colour the maps of all heads; score the heads. Plain numpy, run by the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.head_types import HeadScores, head_scores
from rostok_gui.engine.atlas import (
    Atlas,
    ComposeAtlas,
    Groups,
    Head,
    Pixels,
    ScoredHeads,
    ScoreHeads,
    Weights,
    largest,
    leave_out_start,
)

if TYPE_CHECKING:  # it imports torch, which nothing here needs
    from rostok_gui.engine.engine import Engine, Job

HATCHES = 24
"""At most so many lines across the future."""
AT_ONCE, MOST = 2**17, 10
"""So many weights or pixels are worked on at once, that they stay in the cache; but in no more than so many bands."""


def compose_atlas(engine: Engine, request: ComposeAtlas, job: Job) -> Atlas:
    """Answer `ComposeAtlas`."""
    last = engine.kept.get("atlas")
    engine.kept["atlas"] = atlas = compose(request, job.cancel.check, last if isinstance(last, Atlas) else None)
    return atlas


def score_heads(engine: Engine, request: ScoreHeads, job: Job) -> ScoredHeads:
    """Answer `ScoreHeads`."""
    return ScoredHeads(request, score(request))


def compose(request: ComposeAtlas, check: Callable[[], None] = lambda: None, last: Atlas | None = None) -> Atlas:
    """The picture; drawn in bands of rows, each of all maps at once, and cancelled in between.

    Rows that the trace shares with that of the `last` picture are copied from it.
    """
    before = last if last is not None and _look(last.request) == _look(request) else None
    shape = (len(request.heads), request.size, request.size)
    pixels = np.empty(shape, np.uint32) if before is None else before.pixels.copy()
    first = _first_new(request, before)
    if first:
        drawing = _Drawing.of(request, first, pixels)
        for band in drawing.bands():
            check()
            drawing.draw(band)
    pixels.setflags(write=False)
    return Atlas(request, pixels)


def _first_new(request: ComposeAtlas, before: Atlas | None) -> dict[int, int]:
    """The layers that have to be drawn, and from which query on."""
    first = {}
    for layer in _by_layer(request.heads):
        rows = request.trace.layers[layer].pattern
        shared = rows.shared_rows(before.request.trace.layers[layer].pattern) if before else 0
        if shared < len(rows):
            first[layer] = shared
    return first


@lru_cache(maxsize=4)
def _by_layer(heads: tuple[Head, ...]) -> dict[int, list[int]]:
    """The places of the heads of each layer, in the order of the heads."""
    order = sorted(range(len(heads)), key=heads.__getitem__)
    return {layer: list(places) for layer, places in groupby(order, lambda place: heads[place][0])}


def _look(request: ComposeAtlas) -> tuple[object, ...]:
    """All that a picture depends on, but for the weights."""
    colour = request.colour
    way = (colour.func, colour.args, colour.keywords) if isinstance(colour, partial) else colour
    colours = (way, request.closed, request.hatch, request.neutral)
    return len(request.trace), request.heads, request.size, request.without_start, colours


def _span(indices: list[int]) -> slice | list[int]:
    """A slice, which copies nothing, where the indices follow each other."""
    first, count = indices[0], len(indices)
    return slice(first, first + count) if indices == list(range(first, first + count)) else indices


@dataclass(frozen=True)
class _Canvas:
    """What all maps of a picture have in common.

    Attributes
    ----------
    ahead : bool (G, T)
        Keys in the future of all queries of a row of cells.
    closed : bool (G, G)
        The same for cells of keys.
    future : uint32 (size, size)
        The hatched ground that is laid over cells in the future.
    """

    groups: Groups
    ahead: NDArray[np.bool_]
    closed: NDArray[np.bool_]
    future: Pixels

    @classmethod
    @lru_cache(maxsize=4)  # most pictures differ in their weights alone
    def of(cls, n_token: int, size: int, closed: int, hatch: int) -> _Canvas:
        groups = Groups.of(n_token, size)
        place = np.arange(size)
        lines = (place[:, None] + place) % max(6, size // HATCHES) == 0
        future = np.where(lines, np.uint32(hatch), np.uint32(closed))
        ahead = np.arange(n_token) > groups.last[:, None]
        return cls(groups, ahead, ahead.take(groups.first, axis=1), future)


@dataclass(frozen=True)
class _Drawing:
    """A picture in the making.

    Attributes
    ----------
    patterns : list of float32 (H, T - start, T)
        What is drawn, layer by layer, from the row of query `start` on; contiguous.
    places : slice or list of int
        The places of these N maps in the picture.
    pixels : uint32 (maps, size, size)
        Is written to.
    """

    request: ComposeAtlas
    canvas: _Canvas
    start: int
    patterns: list[Weights]
    places: slice | list[int]
    pixels: Pixels

    @classmethod
    def of(cls, request: ComposeAtlas, first: dict[int, int], pixels: Pixels) -> _Drawing:
        """Of these layers, each from a query on (`_first_new`)."""
        canvas = _Canvas.of(len(request.trace), request.size, request.closed, request.hatch)
        groups, listed = canvas.groups, _by_layer(request.heads)
        start = int(groups.first[np.searchsorted(groups.last, min(first.values()))])
        patterns = []
        for layer in first:
            heads = _span([request.heads[place][1] for place in listed[layer]])
            patterns.append(np.ascontiguousarray(request.trace.layers[layer].pattern.below(start, heads)))
        places = _span([place for layer in first for place in listed[layer]])
        return cls(request, canvas, start, patterns, places, pixels)

    def bands(self) -> list[slice]:
        """The rows of cells, some at a time."""
        count, n_token = self.canvas.ahead.shape
        size, n_map = self.request.size, sum(map(len, self.patterns))
        bands = min(MOST, -(-n_map * size * max(size, n_token) // AT_ONCE))
        top, height = int(np.searchsorted(self.canvas.groups.first, self.start)), -(-count // bands)
        return [slice(start, end) for start, end in pairwise([*range(top, count, height), count])]

    def draw(self, band: slice) -> None:
        """Draw these rows of cells of all maps."""
        cells, leaks = self._cells(band)
        canvas, groups, request = self.canvas, self.canvas.groups, self.request
        columns = slice(0, cells.shape[-1])
        right = slice(band.start, columns.stop)  # before it there is no future
        colours = request.colour(cells)
        if request.without_start:
            np.putmask(colours, cells < 0, np.uint32(request.neutral))
        closed = canvas.closed[band, right]
        if leaks:
            closed = closed & (cells[..., right] <= 0)
        picture = groups.enlarged(colours, band, columns)
        high, wide, far = (groups.pixels(part) for part in (band, columns, right))
        np.copyto(picture[..., far], canvas.future[high, far], where=groups.enlarged(closed, band, right))
        self.pixels[self.places, high, wide] = picture
        self.pixels[self.places, high, wide.stop :] = canvas.future[high, wide.stop :]

    def _cells(self, band: slice) -> tuple[Weights, bool]:
        """The largest weight on every cell of a band (N, R, C), and whether there is a leak: a weight in the future.

        A leak is shown; where there is none, the cells in the future of the whole band are left out.
        """
        canvas, rows = self.canvas, self._rows(band)
        leaks = bool((canvas.ahead[band] & (rows.max(axis=0) > 0)).any())
        columns = slice(0, len(canvas.ahead) if leaks else band.stop)
        return largest(rows, canvas.groups.tokens[:, columns], -1), leaks

    def _rows(self, band: slice) -> Weights:
        """The largest weights on the rows of cells of a band, key by key: (N, R, T)."""
        tokens = self.canvas.groups.tokens[:, band] - self.start
        asked, done = slice(tokens[0, 0], tokens[-1, -1] + 1), 0
        rows = np.empty((sum(map(len, self.patterns)), tokens.shape[1], len(self.request.trace)), np.float32)
        for weights in self.patterns:
            part = rows[done : done + len(weights)]
            if self.request.without_start:
                largest(leave_out_start(weights[:, asked]), tokens - asked.start, -2, out=part)
            else:
                largest(weights, tokens, -2, out=part)
            done += len(weights)
        return rows


def score(request: ScoreHeads) -> HeadScores:
    """The scores; without the start mark the text is scored as if it had none."""
    ids = np.array(request.trace.ids)
    patterns = [layer.pattern.array for layer in request.trace.layers]
    if not request.without_start:
        return head_scores(patterns, ids)
    return head_scores([np.maximum(leave_out_start(layer), 0)[..., 1:, 1:] for layer in patterns], ids[1:])
