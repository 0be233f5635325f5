"""The whole shipped lesson on a projector, with nothing but a clicker: everything can be read, nothing is scrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from drawn_text import cut_in_drawing
from engine_house import StandIn
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QScrollBar, QVBoxLayout, QWidget
from screen_audit import controls, cut_off, focus_mark, layout_of, own_looks, seen

from rostok_gui.lessons.library import Library
from rostok_gui.panels.registry import PANELS
from rostok_gui.paths import CHECKPOINTS
from rostok_gui.shell.link import Link
from rostok_gui.shell.main_window import MainWindow
from rostok_gui.shell.style import LONG_LISTS
from rostok_gui.state.app_state import Document, Selection, first_state
from rostok_gui.state.examples import load_examples
from rostok_gui.state.store import Store

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.skipif(not (CHECKPOINTS / "rostok" / "model.safetensors").exists(), reason="no model is shipped"),
]
SIZES = [(1280, 800), (1920, 1080)]
LEAST_TYPE = 0.88
"""Of that of the hall."""
LARGE_MAP = 3.5
"""Width of the map of a head in the layout “Heads”, in em."""
SLIMMEST, WIDEST = 5, 14
"""Pixels of the bar beside a long list: on a thumbnail of 640 points it still is more than a line."""


@dataclass
class Hall:
    """The real program without its thread: the engine answers when the window has asked."""

    window: MainWindow
    client: StandIn

    def settle(self) -> None:
        """Until nothing is asked, measured or laid out any more."""
        scaling: Any = self.window.panels["scaling"]
        calm = 0
        for _ in range(200):
            self.client.pump()
            for _ in range(3):
                QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            at_work = self.client.waiting or scaling.progress.isVisible()
            calm = 0 if at_work else calm + 1
            if calm == 2:  # what was measured last has been laid out as well
                return

    def press(self, key: Qt.Key) -> None:
        """A key of the clicker."""
        QTest.keyClick(self.window.focusWidget() or self.window, key)
        self.settle()

    def enter(self, size: tuple[int, int], scale: float) -> None:
        """Classroom mode on a projector with so many pixels."""
        self.window.settings.classroom_size = scale
        self.window.classroom.enter()
        self.settle()
        self.window.resize(*size)  # the screen of a test has a size of its own
        self.settle()
        assert self.window.size() == QSize(*size)


@pytest.fixture(scope="module")
def engine(qapp: QApplication) -> StandIn:
    """The shipped models."""
    return StandIn(CHECKPOINTS)


@pytest.fixture(scope="module", params=["en", "ru"])
def hall(
    request: pytest.FixtureRequest, qapp: QApplication, engine: StandIn, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    """One window for all sizes of a language."""
    home = tmp_path_factory.mktemp("home")
    with own_looks(qapp, home, language=request.param, theme="light", reduce_motion=True) as looks:
        store = Store(first_state())
        link = Link(store, engine)  # type: ignore[arg-type]  # a client without its thread
        made = Hall(MainWindow(store, engine, looks, PANELS), engine)
        link.arrived.connect(made.window.on_event)
        made.window.start()
        link.start("cpu")
        made.settle()
        yield made
        made.window.close()
        made.window.deleteLater()
        engine.arrived.disconnect(link._on_event)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def scrolled(root: QWidget) -> list[str]:
    """Areas that do not show all they hold, and lists that go on without a sign of it."""
    found = []
    for area in seen(root, QAbstractScrollArea):
        for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
            listed = type(area).__name__ in LONG_LISTS and bar is area.verticalScrollBar()
            if bar.maximum() and (not says_more(bar, root) if listed else bar.isVisible()):
                found.append(f"{type(area).__name__}: {bar.maximum()} pixels of {bar.orientation().name}")
    return found


def says_more(bar: QScrollBar, root: QWidget) -> bool:
    """Whether the handle of a bar can be seen from the last row, slim as it is."""
    theme = root.window().looks.theme  # type: ignore[attr-defined]
    picture = bar.grab().toImage() if bar.isVisible() else QImage()
    middle = [picture.pixelColor(picture.width() // 2, y).name() for y in range(picture.height())]
    return SLIMMEST <= bar.width() <= WIDEST and middle.count(theme.muted) >= 3 * SLIMMEST


@pytest.mark.parametrize("scale", [1.6, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_every_step_can_be_read_with_nothing_but_a_clicker(hall: Hall, size: tuple[int, int], scale: float) -> None:
    window = hall.window
    lesson: Any = window.panels["lesson"]
    lesson.begin("attention", 0)
    hall.enter(size, scale)
    played: list[tuple[str, bool]] = []
    faults: list[str] = []
    while lesson.stack.currentWidget() is lesson.view and len(played) < 100:
        place = (lesson.step.id, lesson.card.question is not None and not lesson.card.solved)
        faults += [f"{place}: {fault}" for fault in (*cut_off(window), *cut_in_drawing(window), *scrolled(window))]
        played.append(place)
        hall.press(Qt.Key.Key_PageDown)
    window.classroom.leave()
    hall.settle()
    shelf = Library().shelf()
    steps = shelf.lesson("attention", window.looks.language.current).steps  # type: ignore[union-attr]  # it is shipped
    expected = [(step.id, open_) for step in steps for open_ in ((True, False) if step.question else (False,))]
    assert played == expected
    models: Any = window.panels["models"]
    assert models.view.entries  # a panel that a step shows for the first time asks for what it needs
    assert not faults, "\n".join(faults)


def test_the_clicker_goes_back_too(hall: Hall) -> None:
    lesson: Any = hall.window.panels["lesson"]
    lesson.begin("attention", 8)
    hall.enter((1280, 800), 1.6)
    arrows = hall.window.store.state.plane
    hall.press(Qt.Key.Key_PageDown)  # the answer turns the query to nothing
    assert hall.window.store.state.plane != arrows
    hall.press(Qt.Key.Key_PageDown)
    hall.press(Qt.Key.Key_PageUp)
    assert lesson.step.id == "zero-query"
    assert hall.window.store.state.plane == arrows
    assert not lesson.card.solved
    hall.window.classroom.leave()
    hall.settle()


def all_open(hall: Hall) -> None:
    rows = tuple((True,) * 12 for _ in range(12))
    hall.window.store.update(board=replace(hall.window.store.state.board, allowed=rows))


LONG: dict[str, Callable[[Hall], None]] = {
    "inspector": lambda hall: hall.window.store.select(key=1),
    "code": lambda _hall: None,
    "mask": all_open,
}
"""Panels with a long list, and what fills it."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("panel", LONG)
def test_a_list_that_goes_on_says_so_and_the_page_keys_stay_with_the_clicker(
    hall: Hall, size: tuple[int, int], panel: str
) -> None:
    window = hall.window
    hall.enter(size, 1.6)

    def long_lists() -> list[QAbstractScrollArea]:
        window.panels["lesson"].begin("attention", 0)  # type: ignore[attr-defined]
        window.use_layout("mask" if panel == "mask" else "chapter")
        window.open_panel(panel)
        LONG[panel](hall)
        hall.settle()
        lists = [area for area in seen(window.panels[panel], QAbstractScrollArea) if type(area).__name__ in LONG_LISTS]
        return [area for area in lists if area.verticalScrollBar().maximum()]

    assert long_lists()
    for n in range(len(long_lists())):
        area = long_lists()[n]
        bar = area.verticalScrollBar()
        assert says_more(bar, window)
        before = bar.value()
        holder = area if area.focusPolicy() else area.widget()  # type: ignore[attr-defined]  # a scroll area
        holder.setFocus()
        assert window.focusWidget() is holder
        hall.press(Qt.Key.Key_PageDown)
        assert bar.value() == before
        assert window.store.state.place.step == 1
        hall.press(Qt.Key.Key_PageUp)
        assert window.store.state.place.step == 0
    window.classroom.leave()
    hall.settle()


@pytest.mark.parametrize("size", SIZES)
def test_every_layout_fits_a_desk_without_scroll_bars_and_heads_are_large(hall: Hall, size: tuple[int, int]) -> None:
    window = hall.window
    window.store.update(document=first_state().document, selection=first_state().selection)
    window.resize(*size)
    hall.settle()
    faults = []
    for layout in window.layouts:
        window.use_layout(layout)
        window.reset_layout()
        hall.settle()
        shown = [dock.view for dock in window.docks.shown()]
        bars = [bar for view in shown for bar in seen(view, QScrollBar) if bar.maximum()]
        faults += [f"{layout}: {bar.orientation().name} {bar.maximum()} in {bar.parent().parent()}" for bar in bars]
    window.use_layout("heads")
    hall.settle()
    heads: Any = window.panels["heads"]
    assert heads.atlas.map_rect(0).width() >= LARGE_MAP * window.fontMetrics().ascent()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("example", ["tom", "doll"])
def test_window_or_attention_keeps_the_type_of_the_hall(
    hall: Hall, size: tuple[int, int], example: str, alone: bool
) -> None:
    """Both texts whole, and each part legible: what does not find room beside the others goes behind a tab."""
    window = hall.window
    panel: Any = window.panels["window"]
    text = next(e.text for e in load_examples() if e.id == example)
    hall.enter(size, 1.6)
    window.store.update(document=Document(text), selection=Selection(5, 5))
    window.use_layout("chapter")
    window.open_panel("window")
    if alone:
        window.docks.maximise(window.docks.docks["window"])
    hall.settle()
    faults = []
    for part in panel._tab_parts():
        panel.show_part(part)
        hall.settle()
        assert panel.parts[part].isVisible()
        share = panel.font().pointSizeF() / QApplication.font().pointSizeF()
        faults += [f"{part}: type {share:.2f}"] if share < LEAST_TYPE else []
        faults += [f"{part}: {fault}" for fault in (*cut_off(panel), *cut_in_drawing(panel), *scrolled(panel))]
        view = window.docks.docks["window"].view
        faults += [f"{part}: {panel.size()} in {view.size()}"] if panel.height() > view.height() else []
    window.docks.restore_all()
    window.classroom.leave()
    hall.settle()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("panel", [kind.panel_id for kind in PANELS])
def test_what_has_the_keyboard_can_be_seen(hall: Hall, panel: str) -> None:
    """With everything that the worker answers on screen: each control looks different when the keyboard is on it."""
    window = hall.window
    window.use_layout(layout_of(panel, window))
    window.open_panel(panel)
    hall.settle()
    places = [w for w in controls(window.panels[panel]) if w is not window.panels[panel] and w.focusProxy() is None]
    assert places
    blind = [f"{type(w).__name__} {w.accessibleName()}" for w in places if focus_mark(w) < 4]
    assert blind == []


class Crowded(QWidget):
    """Writes over its edge, and writes less than there is to say."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = painter.fontMetrics()
        painter.drawText(QPoint(self.width() - 5, 20), "over the edge")
        painter.drawText(0, 40, metrics.elidedText("much too long for this", Qt.TextElideMode.ElideRight, 60))
        painter.drawText(self.rect().adjusted(0, 50, -self.width() + 20, 0), 0, "in a narrow room")
        painter.drawText(0, 80, "fits")


def test_the_measuring_sees_what_is_wrong(qtbot: Any) -> None:
    """So that an empty list means something."""
    root = QWidget()
    qtbot.addWidget(root)
    column = QVBoxLayout(root)
    for widget in (Crowded(), QLabel("a label of Qt")):
        column.addWidget(widget)
    root.resize(200, 200)
    root.show()
    qtbot.waitExposed(root)
    faults = cut_in_drawing(root)
    assert len(faults) == 3
    for fault, word in zip(faults, ("over the edge", "much too long", "narrow room")):
        assert word in fault
