"""What `rostok smoke` looks at: the window as a person would see it, number by number where there is a twin."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QProgressBar, QWidget

from rostok_gui.attention.head_types import head_scores
from rostok_gui.attention.transformer import NumpyTrace, forward
from rostok_gui.model.checkpoint import read_checkpoint
from rostok_gui.model.trace import Trace
from rostok_gui.paths import CHECKPOINTS
from rostok_gui.shell.program import Program
from rostok_gui.shell.theme import THEMES
from rostok_gui.state.app_state import first_state
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store

LANGUAGES = ("en", "ru")
PATIENCE_S = 120
SIZE = QSize(1280, 800)
_OFFSCREEN_ONLY = "propagateSizeHints"
"""The plugin that draws without a screen says this of every window with a least size."""
Check = Callable[[], None]


class Smoke:
    """Parameters
    ----------
    shots : Path or None
        Where to save pictures.
    """

    def __init__(self, shots: Path | None) -> None:
        self._shots = shots
        self._passed = 0
        self._faults: list[str] = []
        self._complaints = Complaints()
        logging.getLogger().addHandler(self._complaints)
        self.store = Store(first_state())
        self.program = Program(self.store, Settings(language="en", theme="light"), lambda: None)
        self.window = self.program.window

    def run(self) -> tuple[int, list[str]]:
        """Do every check; how many passed, and the faults of the others."""
        self.window.resize(SIZE)
        self.window.start()
        self.program.link.start("cpu")
        try:
            self._check("the model answers", lambda: self._wait(lambda: self.store.live.trace is not None))
            if self.store.live.trace is not None:
                for name, check in self._checks():
                    self._check(name, check)
        finally:
            self.window.close()
            self.program.shut_down()
        return self._passed, self._faults

    def _check(self, name: str, check: Check) -> None:
        try:
            check()
            self._passed += 1
        except Exception as error:
            self._faults.append(f"{name}: {error!r}\n{''.join(traceback.format_tb(error.__traceback__)[-2:])}")

    def _checks(self) -> Iterator[tuple[str, Check]]:
        trace = self.store.live.trace
        assert trace is not None
        twin = numpy_twin(trace)
        yield "patterns equal numpy", lambda: near(all_patterns(trace), twin.patterns, 1e-4)
        yield "logits equal numpy", lambda: near(trace.logits.array, twin.logits, 2e-3)
        yield "scores of the heads equal numpy", lambda: self._head_table(twin, trace)
        for layout in self.window.layouts:
            yield f"layout {layout}", partial(self._layout, layout)
        for language in LANGUAGES:
            for theme in THEMES:
                yield f"window {language} {theme}", partial(self._look, language, theme)
                for panel in self.window.panels:
                    yield f"panel {panel} {language} {theme}", partial(self._panel, panel, language, theme)
        yield "no message of Qt or Python in the log", self._nothing_reported

    # What is looked at ---------------------------------------------------------------------------------------------

    def _head_table(self, twin: NumpyTrace, trace: Trace) -> None:
        self.window.open_panel("heads")
        self._settle()
        table = self.window.panels["heads"].tables()[0]
        expected = head_scores(twin.patterns, np.array(trace.ids))
        assert len(table.rows) == trace.n_layer * trace.n_head, "a head is missing"
        columns = range(3, len(table.columns), 2)
        for row in table.rows:
            layer, head = int(str(row[0])) - 1, int(str(row[1])) - 1
            values = [row[c] for c in columns]
            for value, score in zip(values, expected.of(layer, head).values()):
                if isinstance(value, float) and score is not None:
                    near(np.array(value), np.array(score), 1e-4)

    def _layout(self, name: str) -> None:
        self.window.use_layout(name)
        self.window.reset_layout()
        self._settle()
        drawn(self.window)
        assert self.window.size() == SIZE, f"the window grew to {self.window.size()}"
        self._save(self.window, f"layout-{name}")

    def _look(self, language: str, theme: str) -> None:
        self.program.looks.choose_language(language)
        self.program.looks.choose_theme(theme)
        self.window.use_layout(next(iter(self.window.layouts)))
        self.window.reset_layout()
        self._settle()
        drawn(self.window)
        self._save(self.window, f"window-{language}-{theme}")

    def _panel(self, name: str, language: str, theme: str) -> None:
        panel = self.window.panels[name]
        self.window.open_panel(name)
        self.window.toggle_maximised()
        self._settle()
        try:
            drawn(panel)
            for text in (panel.title(), panel.invitation(), panel.help_text(), panel.caption()):
                assert text.strip(), "an empty text"
                assert (language == "ru") == has_cyrillic(text), f"not in the language on screen: {text[:60]}"
            for table in panel.tables():
                assert all(len(row) == len(table.columns) for row in table.rows), f"a ragged table: {table.name}"
            if language == "en" and theme == "light":
                self._save(self.window, f"panel-{name}")
        finally:
            self.window.docks.restore_all()

    def _nothing_reported(self) -> None:
        assert not self._complaints.heard, self._complaints.heard

    # Waiting and drawing -------------------------------------------------------------------------------------------

    def _wait(self, until: Callable[[], bool]) -> None:
        limit = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < limit, f"nothing after {PATIENCE_S} s: {self.store.live.notice}"
            QCoreApplication.processEvents()
            time.sleep(0.005)

    def _settle(self) -> None:
        """Until nothing runs and everything is painted."""
        for _ in range(3):
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._wait(lambda: not self.store.live.busy)
        self._wait(lambda: not any(bar.isVisible() for bar in self.window.findChildren(QProgressBar)))
        QCoreApplication.processEvents()

    def _save(self, widget: QWidget, name: str) -> None:
        if self._shots is not None:
            self._shots.mkdir(parents=True, exist_ok=True)
            assert widget.grab().save(str(self._shots / f"{name}.png")), f"cannot write into {self._shots}"


class Complaints(logging.Handler):
    """Keeps what Qt, Python and the program complain about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the text of a complaint."""
        text = record.getMessage()
        if _OFFSCREEN_ONLY not in text:
            self.heard.append(text)


def numpy_twin(trace: Trace) -> NumpyTrace:
    """The same text through the model in numpy."""
    checkpoint = read_checkpoint(CHECKPOINTS / trace.model)
    return forward(checkpoint.weights, checkpoint.config, trace.ids)


def all_patterns(trace: Trace) -> NDArray[np.float32]:
    """Patterns (L, H, T, T)."""
    return np.stack([layer.pattern.array for layer in trace.layers])


def near(shown: NDArray[Any], expected: NDArray[Any], tolerance: float) -> None:
    """Raise unless all numbers are the same within `tolerance`."""
    worst = float(np.abs(shown - expected).max())
    assert worst <= tolerance, f"differs by {worst:.3g}, {tolerance:.3g} is allowed"


def drawn(widget: QWidget) -> None:
    """Raise if nothing but a ground colour can be seen."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    assert len(np.unique(pixels[::3, ::3])) > 20, "an empty picture"


def has_cyrillic(text: str) -> bool:
    """Whether a text has Russian letters."""
    return any("а" <= c.lower() <= "я" for c in text)
