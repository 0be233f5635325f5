"""Compose and colour the maps of all heads; score the heads. Plain numpy, run by the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.head_types import HeadScores, head_scores
from rostok_gui.engine.atlas import (
    Atlas,
    ComposeAtlas,
    Groups,
    Pixels,
    ScoredHeads,
    ScoreHeads,
    leave_out_start,
)

if TYPE_CHECKING:  # it imports torch, which nothing here needs
    from rostok_gui.engine.engine import Engine, Job

HATCHES = 24
"""At most so many lines across the future."""


def compose_atlas(engine: Engine, request: ComposeAtlas, job: Job) -> Atlas:
    """Answer `ComposeAtlas`."""
    last = engine.kept.get("atlas")
    engine.kept["atlas"] = atlas = compose(request, job.cancel.check, last if isinstance(last, Atlas) else None)
    return atlas


def score_heads(engine: Engine, request: ScoreHeads, job: Job) -> ScoredHeads:
    """Answer `ScoreHeads`."""
    return ScoredHeads(request, score(request))


def compose(request: ComposeAtlas, check: Callable[[], None] = lambda: None, last: Atlas | None = None) -> Atlas:
    """The picture; layer by layer, because the patterns of a layer are one array, and cancelled in between.

    Rows that the trace shares with that of the `last` picture are copied from it.
    """
    canvas = _Canvas.of(len(request.trace), request.size, request.closed, request.hatch)
    before = last if last is not None and _look(last.request) == _look(request) else None
    shape = (len(request.heads), request.size, request.size)
    pixels = np.empty(shape, np.uint32) if before is None else before.pixels.copy()
    for layer in sorted({layer for layer, _ in request.heads}):
        check()
        rows = request.trace.layers[layer].pattern
        first = rows.shared_rows(before.request.trace.layers[layer].pattern) if before else 0
        if first < len(rows):
            places = [place for place, head in enumerate(request.heads) if head[0] == layer]
            heads = _span([request.heads[place][1] for place in places])
            drawn = canvas.drawn(request, layer, heads, first)
            pixels[_span(places), request.size - drawn.shape[1] :] = drawn
    pixels.setflags(write=False)
    return Atlas(request, pixels)


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
    closed : bool (G, G)
        Cells in the future.
    closed_pixels : bool (size, size)
        The same for pixels.
    future : uint32 (size, size)
        The hatched ground that is laid over them.
    """

    groups: Groups
    closed: NDArray[np.bool_]
    closed_pixels: NDArray[np.bool_]
    future: Pixels

    @classmethod
    @lru_cache(maxsize=4)  # most pictures differ in their weights alone
    def of(cls, n_token: int, size: int, closed: int, hatch: int) -> _Canvas:
        groups = Groups.of(n_token, size)
        place = np.arange(size)
        lines = (place[:, None] + place) % max(6, size // HATCHES) == 0
        future = np.where(lines, np.uint32(hatch), np.uint32(closed))
        return cls(groups, groups.closed, groups.enlarged(groups.closed), future)

    def drawn(self, request: ComposeAtlas, layer: int, heads: slice | list[int], first: int = 0) -> Pixels:
        """The maps of some heads of a layer from the row of query `first` on: (heads, at most size, size).

        A weight in the future is a leak, and is shown.
        """
        top = int(np.searchsorted(self.groups.last, first))  # the cell in which the query lies
        rows = self.groups.below(top)
        weights = request.trace.layers[layer].pattern.below(int(self.groups.first[top]), heads)
        cells = self.groups.largest(leave_out_start(weights) if request.without_start else weights, rows)
        colours = request.colour(cells)
        if request.without_start:
            np.putmask(colours, cells < 0, np.uint32(request.neutral))
        pictures = self.groups.enlarged(colours, rows)
        leaks = (cells > 0) & self.closed[top:]
        part = slice(-pictures.shape[1], None)
        closed = self.groups.enlarged(self.closed[top:] & ~leaks, rows) if leaks.any() else self.closed_pixels[part]
        np.copyto(pictures, self.future[part], where=closed)
        return pictures


def score(request: ScoreHeads) -> HeadScores:
    """The scores; without the start mark the text is scored as if it had none."""
    ids = np.array(request.trace.ids)
    patterns = [layer.pattern.array for layer in request.trace.layers]
    if not request.without_start:
        return head_scores(patterns, ids)
    return head_scores([np.maximum(leave_out_start(layer), 0)[..., 1:, 1:] for layer in patterns], ids[1:])
