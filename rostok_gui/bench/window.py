"""How smoothly the window moves: a drag of the plane, the grid of heads, a click on a token, all drawn off screen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from rostok_gui.bench.heads import heads_frame, naive_frame
from rostok_gui.bench.model import STORY
from rostok_gui.bench.timing import Figures, percentiles
from rostok_gui.bench.touch import touch_figures
from rostok_gui.engine.requests import RunText
from rostok_gui.engine.results import Answer, Event
from rostok_gui.shell.program import Program, make_application
from rostok_gui.state.app_state import Document
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store
from rostok_gui.widgets.arrow_plane import ArrowPlane
from rostok_gui.widgets.token_strip import TokenStrip

Widget = TypeVar("Widget", bound=QWidget)

DRAG_STEPS = 300
DRAG_SECONDS = 3.0
CLICKS = 40
STORM_SECONDS, STORM_RATE = 5.0, 200
PATIENCE_S = 120


def measure() -> Figures:
    """Milliseconds at 1280 x 800."""
    make_application()
    figures = percentiles("heads_frame_ms_128", heads_frame(128, 40))
    figures |= percentiles("heads_frame_ms_512", heads_frame(512, 15))
    figures["heads_naive_ratio_128"] = float(np.median(naive_frame(128, 15)) / np.median(heads_frame(128, 15)))
    with running_program() as program:
        figures |= percentiles("drag_frame_ms", drag_times(program))
        figures["gui_gap_ms_max"] = longest_gap(program)
        figures |= storm(program)
        figures["token_click_ms"] = float(np.median(click_times(program)))
        figures |= touch_figures(program, wait, send)
    return figures


@contextmanager
def running_program() -> Iterator[Program]:
    """The whole program with its first text on screen."""
    program = Program(Store(), Settings(theme="light", language="en"), lambda: None)
    program.window.resize(1280, 800)
    program.window.start()
    program.link.start("cpu")
    try:
        wait(lambda: program.window.store.live.trace is not None)
        program.collector.freeze()
        yield program
    finally:
        program.window.close()
        program.shut_down()


def wait(until: Callable[[], bool]) -> None:
    """Let the program run until something is true."""
    limit = time.monotonic() + PATIENCE_S
    while not until():
        if time.monotonic() > limit:
            raise TimeoutError
        QCoreApplication.processEvents()


def part(program: Program, panel: str, kind: type[Widget]) -> Widget:
    """The widget of that kind in a panel."""
    found = program.window.panels[panel].findChild(kind)
    if not isinstance(found, kind):
        raise RuntimeError(f"{panel} has no {kind.__name__}")
    return found


def send(widget: QWidget, kind: QEvent.Type, place: QPointF, buttons: Qt.MouseButton) -> None:
    """A mouse event on `widget`, as Qt would bring it."""
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    position = QPointF(widget.mapToGlobal(place))
    QCoreApplication.sendEvent(
        widget, QMouseEvent(kind, place, position, button, buttons, Qt.KeyboardModifier.NoModifier)
    )


@contextmanager
def held_query(program: Program) -> Iterator[tuple[ArrowPlane, Callable[[int], None]]]:
    """The query of the plane, held by its tip; call with a step number to drag it on along a circle."""
    program.window.open_panel("plane")
    QCoreApplication.processEvents()
    plane = part(program, "plane", ArrowPlane)
    tip = plane.to_pixel(*program.window.store.state.plane.query)
    send(plane, QEvent.Type.MouseButtonPress, tip, Qt.MouseButton.LeftButton)

    def drag(step: int) -> None:
        angle = step / 40
        send(
            plane,
            QEvent.Type.MouseMove,
            plane.to_pixel(2 * math.cos(angle), math.sin(angle)),
            Qt.MouseButton.LeftButton,
        )

    yield plane, drag
    send(plane, QEvent.Type.MouseButtonRelease, tip, Qt.MouseButton.NoButton)


def drag_times(program: Program) -> list[float]:
    """From a mouse move on the tip until everything is repainted."""
    times = []
    with held_query(program) as (_, drag):
        for step in range(DRAG_STEPS):
            before = program.window.store.state.plane
            started = time.perf_counter()
            drag(step)
            QCoreApplication.processEvents()
            times.append((time.perf_counter() - started) * 1e3)
            if program.window.store.state.plane == before:
                raise RuntimeError("the drag did not move the query")
    return times[10:]


def longest_gap(program: Program) -> float:
    """Longest time for which the window could not react, while it is dragged and the worker runs 256 tokens."""
    longest, step, answered = 0.0, 0, program.window.store.live.trace
    with held_query(program) as (_, drag):
        end = last = time.perf_counter()
        end += DRAG_SECONDS
        while last < end:
            if program.window.store.live.busy == "":
                program.client.post(RunText(story(step)))
            drag(step)
            QCoreApplication.processEvents()
            now = time.perf_counter()
            longest, last, step = max(longest, now - last), now, step + 1
    if program.window.store.live.trace is answered:
        raise RuntimeError("the worker did not answer")
    return longest * 1e3


def storm(program: Program) -> Figures:
    """A new text 200 times a second: how many are answered, and how long the window could not react meanwhile."""
    answered: list[RunText] = []

    def hear(event: Event) -> None:
        if isinstance(event, Answer) and isinstance(event.request, RunText):
            answered.append(event.request)

    program.link.arrived.connect(hear)
    posted, longest = 0, 0.0
    started = last = time.perf_counter()
    while last < started + STORM_SECONDS:
        while posted < (last - started) * STORM_RATE:
            newest = RunText(f"{STORY[:300]} {posted}")
            program.client.post(newest)
            posted += 1
        QCoreApplication.processEvents()
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    wait(lambda: bool(answered) and answered[-1] is newest)  # the last one always gets its answer
    program.link.arrived.disconnect(hear)
    return {"storm_posted": posted, "storm_answered": len(answered), "storm_gap_ms_max": longest * 1e3}


def story(number: int) -> str:
    """A text of about 256 tokens that begins differently each time, so that all of it has to run."""
    return f"Story {number}. {STORY[:950]}"


def click_times(program: Program) -> list[float]:
    """From a click on a token until inspector and grid are repainted, in a text of 128 tokens."""
    store = program.window.store
    store.update(document=Document(STORY[:490]))
    wait(lambda: store.live.trace is not None and len(store.live.trace) > 100 and not store.live.busy)
    program.window.use_layout("explore")
    wait(lambda: not store.live.busy)
    strip = part(program, "inspector", TokenStrip)
    times = []
    for click in range(CLICKS):
        place = strip.rect_of(5 + click).center()
        started = time.perf_counter()
        send(strip, QEvent.Type.MouseButtonPress, place, Qt.MouseButton.LeftButton)
        send(strip, QEvent.Type.MouseButtonRelease, place, Qt.MouseButton.NoButton)
        QCoreApplication.processEvents()
        times.append((time.perf_counter() - started) * 1e3)
        if store.state.selection.query != 5 + click:
            raise RuntimeError("the click did not select the token")
    return times
