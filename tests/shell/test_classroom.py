"""Classroom mode as a teacher uses it: a clicker, a projector that is unplugged, a window that comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTabBar, QToolTip
from shell_house import PANELS, House, PaintedPanel

from rostok_gui.panels.base import Context
from rostok_gui.shell.classroom import screen_for_the_hall

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform grabs no keyboard
CTRL = Qt.KeyboardModifier.ControlModifier
PLAIN = Qt.KeyboardModifier.NoModifier
K = Qt.Key


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def press(house: House, key: Qt.Key | str, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    target = house.window.focusWidget() or house.window
    if isinstance(key, str):
        code = ord(key.upper())  # QTest knows no Cyrillic keys
        QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyPress, code, modifier, key))
    else:
        QTest.keyClick(target, key, modifier)
    settle()


def in_front(house: House) -> set[str]:
    return {dock.panel.panel_id for dock in house.window.docks.shown()}


@pytest.fixture
def hall(house: House) -> House:
    """A window in classroom mode."""
    press(house, K.Key_F11)
    assert house.window.classroom.on
    return house


def test_f11_makes_everything_large_and_hides_the_chrome_and_escape_brings_all_back(house: House) -> None:
    window = house.window
    before, size = window.geometry(), window.font().pointSizeF()
    parts = (window.menuBar(), window.status, window.text_line, window.docks.docks["heads"].bar.buttons["close"])
    height = window.docks.docks["heads"].bar.height()
    margin, shown = window.docks.contentsMargins().left(), window.docks.shown()
    heights = [dock.height() for dock in shown]
    press(house, K.Key_F11)
    assert window.isFullScreen()
    assert window.font().pointSizeF() == pytest.approx(1.6 * size)
    assert not any(part.isVisible() for part in parts)
    assert window.docks.docks["heads"].bar.title.isVisible()
    assert window.docks.docks["heads"].bar.height() < 1.6 * height
    assert window.docks.contentsMargins().left() == pytest.approx(1.6 * margin, abs=1)
    press(house, K.Key_Escape)
    assert window.docks.contentsMargins().left() == margin
    assert window.docks.shown() == shown
    assert [dock.height() for dock in shown] == pytest.approx(heights, abs=1)
    assert not window.isFullScreen()
    assert window.geometry() == before
    assert window.font().pointSizeF() == pytest.approx(size)
    assert all(part.isVisible() for part in parts)


def test_the_button_and_the_menu_lead_there_too(house: House, qtbot: Any) -> None:
    qtbot.mouseClick(house.window.classroom.button, Qt.MouseButton.LeftButton)
    assert house.window.classroom.on
    house.window.actions_table.by_id["classroom"].trigger()
    assert not house.window.classroom.on


def test_text_size_of_the_hall_is_remembered_apart(hall: House) -> None:
    press(hall, K.Key_Plus, CTRL)
    assert hall.settings.classroom_size == pytest.approx(1.76)
    assert hall.settings.text_size == 1.0
    for _ in range(9):
        press(hall, K.Key_Plus, CTRL)
    assert hall.settings.classroom_size == 2.5
    press(hall, K.Key_Escape)
    press(hall, K.Key_Plus, CTRL)
    assert hall.settings.text_size == pytest.approx(1.1)
    press(hall, K.Key_F11)
    assert hall.window.looks.text_size == 2.5
    press(hall, K.Key_0, CTRL)
    assert hall.settings.classroom_size == 1.6


def test_page_keys_go_from_panel_to_panel_where_there_is_no_lesson(hall: House) -> None:
    seen = []
    for _ in range(5):
        press(hall, K.Key_PageDown)
        seen.append(hall.window.docks.focused().panel.panel_id)  # type: ignore[union-attr]
    assert len(set(seen[:4])) == 4  # the one behind a tab comes to the front too
    assert seen[4] == seen[0]
    press(hall, K.Key_PageUp)
    assert hall.window.docks.focused().panel.panel_id == seen[3]  # type: ignore[union-attr]


def test_page_keys_show_the_next_panel_alone_when_one_is_alone(hall: House) -> None:
    hall.window.docks.maximise(hall.window.docks.docks["inspector"])
    settle()
    for wanted in ("plane", "mask", "heads", "inspector"):
        press(hall, K.Key_PageDown)
        assert in_front(hall) == {wanted}
    press(hall, K.Key_PageUp)
    assert in_front(hall) == {"heads"}
    press(hall, K.Key_F11)
    hall.window.docks.restore_all()
    settle()
    assert in_front(hall) == {"inspector", "plane", "heads"}


class FakeLesson(PaintedPanel):
    panel_id = "lesson"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.lesson: object = object()
        self.steps: list[int] = []

    def forward(self) -> None:
        self.steps.append(1)

    def back(self) -> None:
        self.steps.append(-1)


def test_page_keys_go_through_the_lesson_when_it_can_be_seen(build: Any) -> None:
    house = build((*PANELS, FakeLesson))
    lesson: Any = house.window.panels["lesson"]
    press(house, K.Key_F11)
    press(house, K.Key_PageDown)
    assert lesson.steps == []  # not in this layout
    press(house, K.Key_2, CTRL)
    for key in (K.Key_PageDown, K.Key_PageDown, K.Key_PageUp):
        press(house, key)
    assert lesson.steps == [1, 1, -1]


def colours(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(0, image.width(), 16) for y in range(0, image.height(), 16)}


@pytest.mark.parametrize("key", ["b", ".", "и", "B"])
def test_blank_is_black_until_any_key_and_that_key_does_nothing_else(hall: House, key: str) -> None:
    before = hall.window.docks.focused()
    press(hall, key)
    assert colours(hall.window.grab().toImage()) == {QColor("#000000").rgba()}
    press(hall, K.Key_PageDown)
    assert not hall.window.classroom.cover.isVisible()
    assert hall.window.docks.focused() is before
    assert hall.window.classroom.on


def test_freeze_keeps_the_picture_while_the_window_goes_on(hall: House) -> None:
    window = hall.window
    press(hall, "f")
    cover = window.classroom.cover
    assert cover.frozen
    held = window.grab().toImage()
    heads: Any = window.panels["heads"]
    heads.refreshed.clear()
    heads.CELLS = ("#ff0000",) * 4
    window.panels["heads"].update()
    hall.store.update(document=type(hall.store.state.document)("another text"))
    settle()
    assert heads.refreshed
    assert window.grab().toImage() == held
    press(hall, "f")
    assert not cover.isVisible()
    assert window.grab().toImage() != held
    press(hall, "а")  # the same key of a Russian keyboard
    assert cover.frozen
    press(hall, K.Key_Escape)
    assert not cover.isVisible()
    assert window.classroom.on


def test_a_frozen_picture_swallows_clicks(hall: House, qtbot: Any) -> None:
    pressed: list[bool] = []
    button = hall.window.panels["heads"].button  # type: ignore[attr-defined]
    button.clicked.connect(pressed.append)
    press(hall, "f")
    cover = hall.window.classroom.cover
    place = button.mapTo(hall.window, button.rect().center())
    assert hall.window.childAt(place) is cover
    qtbot.mouseClick(cover, Qt.MouseButton.LeftButton, pos=place)
    assert pressed == []


def test_letters_typed_into_a_field_are_text(hall: House) -> None:
    field = QLineEdit(hall.window.panels["heads"])
    field.show()
    field.setFocus()
    for letter in "bf.":
        press(hall, letter)
    assert field.text() == "bf."
    assert not hall.window.classroom.cover.isVisible()


def test_a_frozen_picture_goes_on_wherever_the_keyboard_is(hall: House) -> None:
    """A step of a lesson may put the keyboard into a field that nobody sees now."""
    field = QLineEdit(hall.window.panels["heads"])
    field.show()
    press(hall, "f")
    field.setFocus()
    press(hall, "f")
    assert not hall.window.classroom.cover.isVisible()
    assert field.text() == ""
    press(hall, "f")
    assert field.text() == "f"


def test_one_fit_is_enough(build: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fitting itself changes must not ask for another: the hall would never come to rest."""
    house = build((*PANELS[:3], WidePanel), classroom_size=2.5)
    press(house, K.Key_F11)
    for _ in range(3):
        settle()
    fit, fitted = house.window.classroom.fit, []
    real = fit.fit_one
    monkeypatch.setattr(fit, "fit_one", lambda dock, *how, **more: (fitted.append(dock), real(dock, *how, **more)))
    for _ in range(5):
        settle()
    assert fitted == []


def test_tabs_without_room_for_all_show_the_one_in_front(build: Any) -> None:
    house = build()
    press(house, K.Key_F11)
    bar = next(bar for bar in house.window.docks.findChildren(QTabBar) if bar.count() > 1 and bar.isVisible())
    assert all(bar.isTabVisible(n) for n in range(bar.count()))
    docks = house.window.docks
    for n in range(bar.count()):
        bar.setTabText(n, "a title much too long for this " * 3)
    docks.set_slim(True)
    assert [bar.isTabVisible(n) for n in range(bar.count())] == [n == bar.currentIndex() for n in range(bar.count())]
    docks.open("mask")
    settle()
    press(house, K.Key_Escape)
    assert all(bar.isTabVisible(n) for n in range(bar.count()))


def test_text_line_comes_when_it_is_wanted_and_goes(hall: House) -> None:
    line = hall.window.text_line
    press(hall, K.Key_L, CTRL)
    assert line.isVisible()
    assert hall.window.focusWidget() is line.field
    press(hall, "f")
    assert line.field.text().endswith("f")
    press(hall, K.Key_Escape)
    assert not line.isVisible()
    assert hall.window.classroom.on
    press(hall, K.Key_L, CTRL)
    hall.window.panels["heads"].button.setFocus()  # type: ignore[attr-defined]
    settle()
    assert not line.isVisible()
    press(hall, K.Key_Escape)
    assert line.isVisible()  # outside the mode it is always there


def test_the_ring_follows_the_pointer_and_takes_no_click(hall: House, qtbot: Any) -> None:
    window, ring = hall.window, hall.window.classroom.ring
    place = QPoint(300, 200)
    QTest.mouseMove(window.windowHandle(), place)
    settle()
    assert ring.isVisible()
    assert (ring.geometry().center() - place).manhattanLength() <= 2
    assert ring.width() > 2 * window.fontMetrics().height() / 1.3
    assert window.childAt(place) is not ring
    ground = window.grab(ring.geometry()).toImage()
    ring.hide()
    assert window.grab(ring.geometry()).toImage() != ground
    press(hall, K.Key_Escape)
    QTest.mouseMove(window.windowHandle(), QPoint(310, 210))
    settle()
    assert not ring.isVisible()


def test_no_tooltips_in_the_hall(hall: House) -> None:
    button = hall.window.panels["heads"].button  # type: ignore[attr-defined]
    button.setToolTip("something long")

    def hover() -> None:
        QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, QPoint(2, 2), button.mapToGlobal(QPoint(2, 2))))
        settle()

    hover()
    assert not QToolTip.isVisible()
    press(hall, K.Key_Escape)
    hover()
    assert QToolTip.isVisible()
    QToolTip.hideText()
    settle()


@dataclass
class FakeScreen:
    """A projector beside the laptop."""

    place: QRect

    def geometry(self) -> QRect:
        return self.place


def test_the_second_screen_is_the_one_of_the_hall_if_wanted() -> None:
    desk, hall = FakeScreen(QRect(0, 0, 1280, 800)), FakeScreen(QRect(1280, 0, 1920, 1080))
    assert screen_for_the_hall([desk, hall], desk, True) is hall
    assert screen_for_the_hall([hall, desk], desk, True) is hall
    assert screen_for_the_hall([desk, hall], desk, False) is desk
    assert screen_for_the_hall([desk], desk, True) is desk
    assert screen_for_the_hall([], None, True) is None


def test_a_projector_that_is_unplugged_takes_no_window_with_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    window = house.window
    desk, beamer = FakeScreen(QRect(0, 0, 800, 800)), FakeScreen(QRect(5000, 0, 640, 480))
    plugged: list[FakeScreen] = [desk, beamer]
    monkeypatch.setattr(QGuiApplication, "screens", staticmethod(lambda: plugged))
    monkeypatch.setattr(QGuiApplication, "primaryScreen", staticmethod(lambda: desk))
    moves: list[QRect] = []
    monkeypatch.setattr(window, "setGeometry", moves.append)
    before = window.normalGeometry()
    press(house, K.Key_F11)
    assert moves == [beamer.place]
    monkeypatch.setattr(window, "geometry", lambda: beamer.place)
    plugged.remove(beamer)
    window.classroom.find_screen()
    assert moves[-1] == desk.place
    assert window.isVisible()
    assert window.isFullScreen()
    press(house, K.Key_Escape)
    assert moves[-1] == before
    assert not window.classroom.on


def test_closing_in_the_hall_keeps_the_place_of_the_desk(hall: House) -> None:
    hall.window.close()
    assert hall.settings.text_size == 1.0
    assert not hall.window.isFullScreen()


class WidePanel(PaintedPanel):
    """Needs more room at large type than half a window has."""

    panel_id = "heads"

    def retranslate(self) -> None:
        self.button.setText("a text on a button, long" + " and longer" * self.longer)

    longer = False


class SteppedPanel(PaintedPanel):
    """Fits from a size of type on, and needs far too much above it, like a text with one line more."""

    panel_id = "heads"
    limit = 99.0

    def minimumSizeHint(self) -> QSize:
        return QSize(10, 10 if self.font().pointSizeF() <= self.limit else 3000)


@pytest.mark.parametrize("share", [0.95, 0.86, 0.75])
def test_type_gets_no_smaller_than_it_has_to_when_a_panel_needs_more(build: Any, share: float) -> None:
    house = build((*PANELS[:3], SteppedPanel))
    panel: Any = house.window.panels["heads"]
    press(house, K.Key_F11)
    full = panel.font().pointSizeF()
    panel.limit = share * full
    panel.button.setText("something new")
    for _ in range(3):
        settle()
    assert panel.limit / 1.08 <= panel.font().pointSizeF() <= panel.limit


def test_a_panel_that_needs_more_room_than_it_has_gets_smaller_type_and_no_scroll_bar(build: Any) -> None:
    house = build((*PANELS[:3], WidePanel))
    dock, other = house.window.docks.docks["heads"], house.window.docks.docks["inspector"]
    normal = dock.panel.font().pointSizeF()
    press(house, K.Key_F11)
    house.window.looks.set_text_size(2.5)
    settle()
    assert dock.panel.minimumSizeHint().width() <= dock.view.viewport().width()
    assert normal < dock.panel.font().pointSizeF() < 2.5 * normal
    assert dock.panel.button.font().pointSizeF() == dock.panel.font().pointSizeF()  # type: ignore[attr-defined]
    assert other.panel.font().pointSizeF() == 2.5 * normal
    dock.panel.longer = True  # type: ignore[attr-defined]
    dock.panel.renew()
    settle()
    assert dock.panel.minimumSizeHint().width() <= dock.view.viewport().width()
    press(house, K.Key_Escape)
    assert dock.panel.font().pointSizeF() == normal
    assert dock.panel.button.font().pointSizeF() == normal  # type: ignore[attr-defined]
