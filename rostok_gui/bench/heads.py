"""How long the grid of heads takes from a new trace to the screen, and how long 48 separate pictures would take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QApplication, QWidget

from rostok_gui.engine.atlas import ComposeAtlas, ScoredHeads, ScoreHeads
from rostok_gui.engine.atlas_handler import compose, score
from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Answer
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.panels.base import Context
from rostok_gui.panels.heads import HeadsPanel
from rostok_gui.shell.theme import load_theme
from rostok_gui.state.store import Store
from rostok_gui.widgets.colormap import WEIGHT_MAP

N_LAYER, N_HEAD = 8, 6
SIZE = (1280, 800)
_DIFFERENT = 2
_WARM_UP = 3


def random_trace(n_token: int, seed: int) -> Trace:
    """A trace of `n_token` tokens whose patterns are random; nothing else in it is of use."""
    rng = np.random.default_rng(seed)
    nothing = RowBlocks.whole(readonly(np.zeros((N_HEAD, n_token, 1), np.float32)))
    layers = []
    for _ in range(N_LAYER):
        weights = np.tril(rng.random((N_HEAD, n_token, n_token), np.float32)) ** 4 + np.eye(n_token, dtype=np.float32)
        weights /= weights.sum(-1, keepdims=True)
        rows = RowBlocks([readonly(weights)], n_token)
        layers.append(LayerTrace(nothing, nothing, nothing, rows, rows))
    ids = [0, *rng.integers(1, 50, n_token - 1)]
    tokens = tuple(Token(int(i), b"", f"·{i}") for i in ids)
    loss = readonly(rng.random(n_token, np.float32))
    return Trace("bench", tokens, tuple(layers), (), RowBlocks.whole(nothing.of(0)), loss, serial=seed)


def heads_frame(n_token: int, repeats: int) -> list[float]:
    """Milliseconds from a new trace in the store to the painted grid: composed, coloured and copied."""
    store = Store()
    panel = HeadsPanel(_context(store, lambda request: _answer(panel, request)))
    store.changed.connect(panel.notify)
    panel.renew()
    with_size(panel)
    times = _measured(n_token, repeats, lambda trace: _show(store, panel, trace))
    _end(panel)
    return times


def naive_frame(n_token: int, repeats: int) -> list[float]:
    """The same grid as one pyqtgraph image in one view box per head."""
    grid = pg.GraphicsLayoutWidget()
    table = pg.colormap.get(WEIGHT_MAP).getLookupTable(nPts=256)
    images = []
    for layer in range(N_LAYER):
        for head in range(N_HEAD):
            box = grid.addViewBox(layer, head, lockAspect=True, invertY=True, enableMouse=False)
            images.append(pg.ImageItem(axisOrder="row-major", levels=(0, 1), lut=table))
            box.addItem(images[-1])
    with_size(grid)

    def show(trace: Trace) -> None:
        for index, image in enumerate(images):
            image.setImage(trace.pattern(*divmod(index, N_HEAD)), autoLevels=False, levels=(0, 1))
        QApplication.processEvents()

    times = _measured(n_token, repeats, show)
    _end(grid)
    return times


def with_size(widget: QWidget) -> None:
    """Show `widget` as large as a projector."""
    widget.resize(*SIZE)
    widget.show()
    QApplication.processEvents()


def _measured(n_token: int, repeats: int, show: Callable[[Trace], None]) -> list[float]:
    traces: Iterator[Trace] = cycle([random_trace(n_token, seed) for seed in range(_DIFFERENT)])
    for trace in islice(traces, _WARM_UP):
        show(trace)
    times = []
    for trace in islice(traces, repeats):
        started = time.perf_counter()
        show(trace)
        times.append((time.perf_counter() - started) * 1000)
    return times


def _show(store: Store, panel: HeadsPanel, trace: Trace) -> None:
    store.update(trace=trace)
    QApplication.processEvents()


def _answer(panel: HeadsPanel, request: Request) -> None:
    """What the worker does, at once."""
    if isinstance(request, ComposeAtlas):
        panel.on_event(Answer(request, compose(request)))
    elif isinstance(request, ScoreHeads) and panel.scores is None:  # later ones wait for a pause in the changes
        panel.on_event(Answer(request, ScoredHeads(request, score(request))))


def _context(store: Store, post: Callable[[Request], None]) -> Context:
    def edit(text: str, *, merge: str = "", **fields: object) -> None:
        store.update(**fields)

    def nothing(_: str) -> None:
        pass

    return Context(store, post, post, nothing, edit, nothing, lambda: load_theme("light"))


def _end(widget: QWidget) -> None:
    widget.close()
    widget.deleteLater()
    QApplication.processEvents()
