"""How fast the window follows a hand inside the running model: a forbidden cell, a dragged query of a real head."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtWidgets import QWidget

from rostok_gui.bench.model import STORY
from rostok_gui.bench.timing import Figures, percentiles
from rostok_gui.engine.atlas import ComposeAtlas
from rostok_gui.engine.results import Answer, Event
from rostok_gui.model.interventions import ForbidCell
from rostok_gui.shell.layouts import Layout, Split, Tabs
from rostok_gui.shell.program import Program
from rostok_gui.state.app_state import Change, Document
from rostok_gui.state.changing import toggled
from rostok_gui.widgets.arrow_plane import ArrowPlane

SIX = Layout(
    "bench",
    "",
    Split(
        (
            (Split(((Tabs(("inspector",)), 1), (Tabs(("plane",)), 1)), down=True), 1),
            (Split(((Tabs(("heads",)), 2), (Tabs(("changes",)), 1)), down=True), 1),
            (Split(((Tabs(("matrices",)), 1), (Tabs(("mask",)), 1)), down=True), 1),
        )
    ),
)
"""Six panels beside each other."""
TOUCHES, STEPS, SECONDS = 40, 150, 4.0
LAYER, HEAD = 3, 0
MOUSE_S = 0.008
"""A mouse tells of 125 places a second."""
POLL_S = 0.0003
"""So long a turn of the loop sleeps: an event loop that waits would wake up at once."""


Pause = Callable[[Callable[[], bool]], None]
Send = Callable[[QWidget, QEvent.Type, QPointF, Qt.MouseButton], None]


def touch_figures(program: Program, pause: Pause, send: Send) -> Figures:
    """Milliseconds from the hand until everything is repainted, and pictures a second at T = 256.

    Parameters
    ----------
    program : Program
        With a text on screen.
    pause : callable
        Lets the program run until something is true.
    send : callable
        Brings a mouse event to a widget.
    """
    window, store = program.window, program.window.store
    window.docks.arrange(SIX)
    store.update(display=replace(store.state.display, real_head=True))
    store.select(layer=LAYER, head=HEAD, query=None, key=None)
    figures: Figures = {}
    read_text(program, 64, pause)
    figures["touch_panels_visible"] = float(sum(panel.isVisible() for panel in window.panels.values()))
    figures["intervene_ms_64"] = float(np.median(intervene_times(program, pause)))
    figures |= percentiles("drag_real_query_ms", drag_times(program, pause, send))
    read_text(program, 256, pause)
    figures["pictures_per_second_256"], figures["drag_real_gap_ms_max"] = pictures_per_second(program, pause, send)
    store.update(changes=(), display=replace(store.state.display, real_head=False))
    pause(lambda: not store.live.busy)
    return figures


def read_text(program: Program, n_token: int, pause: Pause) -> None:
    """Put a text of `n_token` tokens on screen."""
    store, words, count = program.window.store, STORY.split(), n_token  # a token is a word or less
    while True:
        store.update(document=Document(" ".join(words[:count])), changes=())
        pause(lambda: not store.live.busy and said(program) == store.state.document.text)
        trace = store.live.trace
        assert trace is not None
        if len(trace) <= n_token:
            return
        count -= max(1, (len(trace) - n_token) // 2)


def said(program: Program) -> str:
    """The text of the trace on screen."""
    trace = program.window.store.live.trace
    return "" if trace is None else b"".join(token.data for token in trace.tokens[1:]).decode().strip()


class Painted:
    """Knows when what the state asks for is on screen: the trace, and the picture of all heads made from it."""

    def __init__(self, program: Program) -> None:
        self._store = program.window.store
        self._atlas_of: object = None
        program.link.arrived.connect(self._hear)

    def _hear(self, event: Event) -> None:
        if isinstance(event, Answer) and isinstance(event.request, ComposeAtlas):
            self._atlas_of = event.request.trace

    def __call__(self) -> bool:
        trace = self._store.live.trace
        done = trace is not None and trace.interventions == self._store.state.interventions
        return done and self._atlas_of is trace


def intervene_times(program: Program, pause: Pause) -> list[float]:
    """One cell of the last row is forbidden, and freed again."""
    store, painted, times = program.window.store, Painted(program), []
    trace = store.live.trace
    assert trace is not None
    for step in range(TOUCHES):
        cell = ForbidCell(LAYER, HEAD, len(trace) - 1, 1 + step // 2)
        started = time.perf_counter()
        program.window.undo.edit("bench", changes=toggled(store.state.changes, cell))
        pause(painted)
        QCoreApplication.processEvents()
        times.append((time.perf_counter() - started) * 1e3)
    return times[2:]


@contextmanager
def held_arrow(program: Program, send: Send, number: int = 0) -> Iterator[Callable[[int], None]]:
    """An arrow of the plane, the query first, held by its tip; call with a step number to drag it along a circle."""
    plane = next(p for p in program.window.panels["plane"].findChildren(ArrowPlane) if p.isVisible())
    tip = plane.handle(plane.arrows[number % len(plane.arrows)])[0]
    reach = 0.8 * plane.reach
    send(plane, QEvent.Type.MouseButtonPress, tip, Qt.MouseButton.LeftButton)

    def drag(step: int) -> None:
        angle = step / 40
        place = plane.to_pixel(reach * math.cos(angle), reach * math.sin(angle))
        send(plane, QEvent.Type.MouseMove, place, Qt.MouseButton.LeftButton)

    yield drag
    send(plane, QEvent.Type.MouseButtonRelease, QPointF(tip), Qt.MouseButton.NoButton)


def drag_times(program: Program, pause: Pause, send: Send) -> list[float]:
    """From a mouse move until the model has answered and everything is repainted."""
    store, painted, times = program.window.store, Painted(program), []
    with held_arrow(program, send) as drag:
        for step in range(STEPS):
            before: tuple[Change, ...] = store.state.changes
            started = time.perf_counter()
            drag(step)
            if store.state.changes == before:
                raise RuntimeError("the drag did not move the query")
            pause(painted)
            QCoreApplication.processEvents()
            times.append((time.perf_counter() - started) * 1e3)
    store.update(changes=())
    pause(lambda: not store.live.busy)
    return times[10:]


def pictures_per_second(program: Program, pause: Pause, send: Send) -> tuple[float, float]:
    """New traces painted a second while the hand never rests, and the longest time the window could not react (ms)."""
    store, painted = program.window.store, Painted(program)
    shown: list[object] = []
    store.changed.connect(lambda changed: shown.append(store.live.trace) if "trace" in changed else None)
    longest, step = 0.0, 0
    with held_arrow(program, send) as drag:
        started = last = time.perf_counter()
        while last < started + SECONDS:
            if last - started >= step * MOUSE_S:
                drag(step)
                step = 1 + int((last - started) / MOUSE_S)  # a window that is late hears only the newest place
            QCoreApplication.processEvents()
            longest = max(longest, time.perf_counter() - last)
            time.sleep(POLL_S)
            last = time.perf_counter()
        pause(painted)  # the last place is always shown
    return len(shown) / (time.perf_counter() - started), longest * 1e3
