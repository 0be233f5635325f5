"""Every panel in its layout, in both languages: nothing cut off, nothing left in English, everything by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, QTimerEvent, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QSlider, QWidget
from screen_audit import (
    controls,
    cut_off,
    english_sources,
    focus_mark,
    layout_of,
    nameless,
    own_looks,
    seen,
    unreachable,
    untranslated,
)

from rostok_gui.engine.results import ModelOpened
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.device import DeviceInfo
from rostok_gui.model.trace import Trace
from rostok_gui.panels.registry import PANELS
from rostok_gui.shell.main_window import MainWindow
from rostok_gui.state.store import Store

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
NAMES = [kind.panel_id for kind in PANELS]
K = Qt.Key
SET_ALREADY = {"Start", "Step 1: Queries, keys, values", "Causal", "Only look"}
"""Buttons that set what is so at the start."""
EMPTY_HERE = {"WeightGrid", "Ranking", "LossAxis", "CodeView", "TensorList", "CurvePlot", "TokenPlot"}
"""Pictures of what the worker answers: without an answer there is no place on which the cursor could be drawn."""


class Recorder(QObject):
    """Takes every request and answers none."""

    arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[object] = []

    def post(self, request: object) -> None:
        self.posted.append(request)

    replace = post

    def cancel(self, slot: str | None = None) -> None:
        self.posted.append(slot)


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """All panels in one window of 1280x800, with a text that was read."""
    with own_looks(qapp, tmp_path_factory.mktemp("home"), language="en", theme="light") as looks:
        made = MainWindow(Store(), Recorder(), looks, PANELS)
        made.door = made.panels[NAMES[0]].context.post.__self__  # type: ignore[attr-defined]
        made.start()
        settle()
        yield made
        made.close()
        made.deleteLater()
        settle()


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
    visited = set()
    for _ in range(8):
        QTest.keyClick(window.focusWidget() or window, K.Key_F6)
        settle()
        holder = window.focusWidget()
        visited |= {d.panel.panel_id for d in window.docks.shown() if holder is not None and d.isAncestorOf(holder)}
    assert visited == {dock.panel.panel_id for dock in window.docks.shown()}


class Popups(QObject):
    """Closes each menu that opens, and counts them: a menu has an event loop of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.startTimer(20)

    def timerEvent(self, _event: QTimerEvent) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            self.count += 1
            popup.close()


def name_of(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text() or button.objectName()


def one_of_several(button: QAbstractButton) -> bool:
    """Whether pressing another one is the only way to take this choice back."""
    group = button.group()
    return button.autoExclusive() or (group is not None and group.exclusive())


@pytest.mark.parametrize("panel", NAMES)
def test_space_does_what_a_click_does(
    window: Any, show: Any, panel: str, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each button that can be pressed is pressed with Space: its action is called, and something is seen of it."""
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    shown, popups = show(panel, "en"), Popups()
    done: set[str] = set()
    before: dict[str, Any] = {f.name: getattr(window.store.state, f.name) for f in fields(window.store.state)}

    def traces() -> tuple[object, ...]:
        clip = QApplication.clipboard().text()
        return window.store.state, len(window.door.posted), popups.count, clip, window.store.live.notice, len(opened)

    silent = []
    while True:
        ready = {name_of(w): w for w in seen(shown, QAbstractButton) if w.isEnabled() and w.focusPolicy()}
        name = next((name for name in ready if name not in done), None)
        if name is None:
            break
        button = ready[name]
        done.add(name)
        button.setFocus()
        QApplication.clipboard().setText("nothing yet")
        settle()
        called: list[bool] = []
        for signal in (button.clicked, button.pressed):  # a button with a menu is only pressed
            signal.connect(lambda *_, heard=called: heard.append(True))
        was, picture, chosen = traces(), window.grab().toImage(), button.isChecked()
        QTest.keyClick(button, K.Key_Space)
        settle()
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)  # until it has been counted
        assert called, f"{name}: Space does nothing"
        # A choice that is made already stays made.
        if traces() == was and window.grab().toImage() == picture and not (chosen and one_of_several(button)):
            silent.append(name)
        changed = {name: value for name, value in before.items() if getattr(window.store.state, name) != value}
        window.store.update(**changed, notice=None)
        settle()
    assert done or panel == "models"  # its buttons wait for the list of models
    assert set(silent) <= SET_ALREADY


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
