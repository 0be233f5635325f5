"""Every panel in its layout, in both languages: nothing cut off, nothing left in English, everything by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QSlider, QWidget
from screen_audit import (
    controls,
    cut_off,
    english_sources,
    focus_mark,
    layout_of,
    nameless,
    unreachable,
    untranslated,
)

from rostok_gui.engine.results import ModelOpened
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.device import DeviceInfo
from rostok_gui.model.trace import Trace
from rostok_gui.panels.registry import PANELS
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.main_window import MainWindow
from rostok_gui.shell.program import make_application
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
NAMES = [kind.panel_id for kind in PANELS]
K = Qt.Key
EMPTY_HERE = {"WeightGrid", "Ranking", "LossAxis", "CodeView", "TensorList", "CurvePlot", "TokenPlot"}
"""Pictures of what the worker answers: without an answer there is no place on which the cursor could be drawn."""


class Recorder(QObject):
    """Takes every request and answers none."""

    arrived = Signal(object)

    def post(self, request: object) -> None: ...

    replace = post

    def cancel(self, slot: str | None = None) -> None: ...


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """All panels in one window of 1280x800, with a text that was read."""
    patch = pytest.MonkeyPatch()
    patch.setenv("ROSTOK_HOME", str(tmp_path_factory.mktemp("home")))
    before = qapp.palette(), qapp.font()
    looks = Looks(make_application(), Settings(language="en", theme="light"))
    looks.apply()
    made = MainWindow(Store(), Recorder(), looks, PANELS)
    made.start()
    settle()
    yield made
    made.close()
    made.deleteLater()
    settle()
    looks.language.use("en")
    qapp.setStyleSheet("")
    qapp.setPalette(before[0])
    qapp.setFont(before[1])
    qapp.styleHints().colorSchemeChanged.disconnect(looks._on_system_scheme)
    patch.undo()


@pytest.fixture
def show(window: MainWindow, make_trace: Callable[..., Trace]) -> Callable[[str, str], Any]:
    """Bring a panel to the front in its layout, in a language."""
    device = DeviceInfo("cpu", "A processor", 8 << 30)
    if window.store.live.trace is None:
        opened = ModelOpened("rostok", ModelConfig(), 1000, device, (device,), ("rostok",), 0.5, 0.0)
        trace = replace(make_trace(), vocabulary=tuple(f"·w{n}" for n in range(50)))
        window.store.update(model=opened, trace=trace)

    def shown(panel: str, language: str) -> Any:
        if window.looks.language.current != language:
            window.looks.choose_language(language)
            settle()
        window.settings.layouts.clear()
        window.use_layout(layout_of(panel, window))
        settle()
        window.open_panel(panel)
        settle()
        return window.panels[panel]

    return shown


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("panel", NAMES)
def test_nothing_is_cut_off_or_left_in_english(show: Any, panel: str, language: str) -> None:
    shown = show(panel, language)
    assert cut_off(shown) == []
    if language == "ru":
        assert untranslated(shown, english_sources()) == []


@pytest.mark.parametrize("panel", NAMES)
def test_every_control_has_a_name_and_a_place_in_the_tab_order(show: Any, panel: str) -> None:
    shown = show(panel, "en")
    assert controls(shown)
    assert nameless(shown) == []
    assert unreachable(shown) == []


@pytest.mark.parametrize("panel", NAMES)
def test_tab_comes_to_every_control_and_out_of_the_panel_again(window: MainWindow, show: Any, panel: str) -> None:
    """Real key presses; a control that keeps the Tab key for itself would hold everybody who has no mouse."""
    shown = show(panel, "en")
    wanted = {w for w in controls(shown) if not isinstance(w, QAbstractButton) or not w.group()}
    reached: set[QWidget] = set()
    window.docks.focus(window.docks.docks[panel])
    outside = False
    for _ in range(150):
        holder = window.focusWidget()
        assert holder is not None
        if shown.isAncestorOf(holder) or holder is shown:
            reached.add(holder)
        else:
            outside = True
        QTest.keyClick(holder, K.Key_Tab)
        if outside and wanted <= reached:
            break
    missing = [w for w in wanted - reached if w.focusProxy() not in reached and w.focusPolicy()]
    assert [(type(w).__name__, w.accessibleName()) for w in missing] == []
    assert outside


@pytest.mark.parametrize("panel", NAMES)
def test_focus_can_be_seen(show: Any, panel: str) -> None:
    shown = show(panel, "en")
    places = [w for w in controls(shown) if w is not shown and w.focusProxy() is None]
    blind = [w for w in places if type(w).__name__ not in EMPTY_HERE and focus_mark(w) < 4]
    assert [(type(w).__name__, w.accessibleName()) for w in blind] == []


@pytest.mark.parametrize("panel", NAMES)
def test_sliders_move_by_arrows(show: Any, panel: str) -> None:
    shown = show(panel, "en")
    for slider in shown.findChildren(QSlider):
        if slider.isVisible() and slider.isEnabled():
            slider.setFocus()
            before = slider.value()
            key = K.Key_Left if before == slider.maximum() else K.Key_Right
            QTest.keyClick(slider, key)
            assert slider.value() != before, slider.accessibleName()


def test_f6_comes_to_every_panel_in_front(window: MainWindow, show: Any) -> None:
    show("heads", "en")
    seen = set()
    for _ in range(8):
        QTest.keyClick(window.focusWidget() or window, K.Key_F6)
        settle()
        holder = window.focusWidget()
        seen |= {d.panel.panel_id for d in window.docks.shown() if holder is not None and d.isAncestorOf(holder)}
    assert seen == {dock.panel.panel_id for dock in window.docks.shown()}


def test_help_of_every_panel_is_written_in_both_languages(window: MainWindow, show: Any) -> None:
    for language in ("en", "ru"):
        for name in NAMES:
            panel = show(name, language) if name == NAMES[0] else window.panels[name]
            for text in (panel.title(), panel.invitation(), panel.help_text()):
                assert any("а" <= c <= "я" for c in text.lower()) == (language == "ru"), (name, text[:60])


def test_the_audit_sees_what_is_wrong(qtbot: Any, tmp_path: Path) -> None:
    """So that an empty list means something."""
    from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

    root = QWidget()
    qtbot.addWidget(root)
    label, button, silent = QLabel("Weights of the head"), QPushButton("A long text on it"), QPushButton("◀")
    row = QHBoxLayout(root)
    for widget in (label, button, silent):
        row.addWidget(widget)
    label.setFixedWidth(30)
    button.setFixedWidth(40)
    silent.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    root.show()
    qtbot.waitExposed(root)
    assert len(cut_off(root)) == 2
    assert untranslated(root, frozenset({"Weights of the head"})) == ["QLabel 'Weights of the head'"]
    assert len(nameless(root)) == 1
    assert len(unreachable(root)) == 1
