"""Touching the model where one looks at it: menus and keys in the inspector, the grid of heads and “What if”."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
from engine_house import EngineHouse
from tiny_checkpoint import tiny_checkpoint

from rostok_gui.model.interventions import ForbidCell, ForceCell, Intervention, SwitchOff
from rostok_gui.panels.base import Panel
from rostok_gui.panels.changes import ChangesPanel
from rostok_gui.panels.heads import HeadsPanel
from rostok_gui.panels.inspector import InspectorPanel
from rostok_gui.shell.touch import Touch

TEXT = "the cat and the hat"
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # said by the offscreen platform


@pytest.fixture
def make(tmp_path: Path, qtbot: Any) -> Iterator[Callable[[type[Panel]], EngineHouse]]:
    QLocale.setDefault(QLocale("en_US"))
    tiny_checkpoint(tmp_path / "rostok")

    def build(kind: type[Panel]) -> EngineHouse:
        house = EngineHouse(kind, tmp_path, TEXT, qtbot, (1000, 700))
        house.store.select(layer=1, head=1, query=6, key=3)
        return house

    yield build
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible() and widget.windowType() == Qt.WindowType.Popup:
            widget.close()


def in_force(house: EngineHouse) -> list[Intervention]:
    return [change.intervention for change in house.store.state.changes]


def ask_menu(widget: QWidget, at: QPointF | QPoint) -> None:
    """Right click at a place, as Qt tells it: press, question for the menu, release."""
    place = at.toPoint() if isinstance(at, QPointF) else at
    QTest.mousePress(widget, Qt.MouseButton.RightButton, pos=place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    QTest.mouseRelease(widget, Qt.MouseButton.RightButton, pos=place)


def choose(touch: Touch, start: str) -> None:
    """Choose the entry that begins so, and close the menu."""
    assert touch.menu is not None
    assert touch.menu.isVisible()
    (entry,) = [action for action in touch.menu.actions() if action.text().startswith(start)]
    entry.trigger()
    touch.menu.close()


def press(widget: QWidget, letter: str) -> None:
    """A letter as a keyboard of its language sends it."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(
            widget, QKeyEvent(kind, ord(letter.upper()), Qt.KeyboardModifier.NoModifier, letter.lower())
        )


def test_a_cell_of_the_zoomed_map_is_forbidden_forced_and_freed_by_menu(make: Any) -> None:
    house = make(HeadsPanel)
    panel = house.panel
    panel.set_zoomed(True)
    cell = panel.map.rect_of(7, 2).center()
    ask_menu(panel.map, cell)
    choose(panel.touch, "Forbid")
    assert in_force(house) == [ForbidCell(1, 1, 7, 2)]
    house.client.pump()
    assert house.store.live.trace.pattern(1, 1)[7, 2] == 0
    assert panel.map.text_of(7, 2) == "0.000"
    assert panel.changed_mark.isVisible()
    ask_menu(panel.map, cell)
    choose(panel.touch, "Force")
    house.client.pump()
    assert in_force(house) == [ForceCell(1, 1, 7, 2)]
    assert house.store.live.trace.pattern(1, 1)[7].tolist() == np.eye(13)[2].tolist()[: len(house.store.live.trace)]
    ask_menu(panel.map, cell)
    choose(panel.touch, "Free")
    house.client.pump()
    assert in_force(house) == []
    assert house.store.live.trace.interventions == ()
    assert not panel.changed_mark.isVisible()


@pytest.mark.parametrize("letters", ["fgo", "апщ"])
def test_keys_touch_the_cell_of_the_cursor_on_both_keyboards(make: Any, letters: str) -> None:
    house = make(HeadsPanel)
    panel = house.panel
    panel.set_zoomed(True)
    panel.map.setFocus()
    QTest.keyClick(panel.map, Qt.Key.Key_Down)
    assert panel.map.cursor_cell == (7, 3)
    press(panel.map, letters[0])
    assert in_force(house) == [ForbidCell(1, 1, 7, 3)]
    press(panel.map, letters[1])
    assert in_force(house) == [ForceCell(1, 1, 7, 3)]
    press(panel.map, letters[2])
    assert in_force(house) == [ForceCell(1, 1, 7, 3), SwitchOff(1, 1)]
    QTest.keyClick(panel.map, Qt.Key.Key_Delete)
    assert in_force(house) == [SwitchOff(1, 1)]
    press(panel.map, letters[2])
    assert in_force(house) == []
    while house.undo.stack.canUndo():
        house.undo.stack.undo()
    assert in_force(house) == []


def test_a_head_of_the_grid_is_switched_off_and_marked(make: Any) -> None:
    house = make(HeadsPanel)
    panel = house.panel
    ask_menu(panel.atlas, panel.atlas.cell_rect(2).center())  # layer 2, head 1
    choose(panel.touch, "Switch head 2·1 off")
    house.client.pump()
    assert in_force(house) == [SwitchOff(1, 0)]
    assert panel.atlas._changed == {(1, 0)}
    before = panel.atlas.grab().toImage()
    panel.atlas.setFocus()
    press(panel.atlas, "o")  # the chosen head is another one
    house.client.pump()
    assert in_force(house) == [SwitchOff(1, 0), SwitchOff(1, 1)]
    assert panel.atlas._changed == {(1, 0), (1, 1)}
    vermilion = [image_count(image, panel.atlas._theme.changed) for image in (before, panel.atlas.grab().toImage())]
    assert vermilion[1] > 1.5 * vermilion[0] > 0
    ask_menu(panel.atlas, panel.atlas.cell_rect(2).center())
    off = next(action for action in panel.touch.menu.actions() if action.isCheckable() and "\tO" in action.text())
    assert off.isChecked()


def image_count(image: Any, colour: str) -> int:
    """Pixels of exactly this colour."""
    bits = np.frombuffer(image.convertToFormat(image.Format.Format_RGB32).constBits(), np.uint32)
    return int((bits & 0xFFFFFF == int(colour[1:], 16)).sum())


def test_the_second_right_click_on_a_chip_offers_what_can_be_done_to_the_look(make: Any) -> None:
    house = make(InspectorPanel)
    panel = house.panel
    chip = panel.strip.rect_of(2).center()
    ask_menu(panel.strip, chip)
    assert house.store.state.selection.key == 2
    assert panel.touch.menu is None, "the first one marks the key"
    ask_menu(panel.strip, chip)
    choose(panel.touch, "Forbid")
    house.client.pump()
    assert in_force(house) == [ForbidCell(1, 1, 6, 2)]
    assert panel.changed_mark.isVisible()
    assert house.store.live.trace.weights(1, 1, 6)[2] == 0


def test_keys_in_the_inspector_touch_the_chip_or_the_row_of_the_table(make: Any) -> None:
    house = make(InspectorPanel)
    panel = house.panel
    panel.strip.setFocus()
    QTest.keyClick(panel.strip, Qt.Key.Key_Home)
    press(panel.strip, "g")
    assert in_force(house) == [ForceCell(1, 1, 6, 0)]
    press(panel.strip, "g")
    assert in_force(house) == []
    panel._choose_view(2)
    panel.table.setFocus()
    panel.table._move_cursor((0, 5))  # layer 1, head 1
    press(panel.table, "а")
    assert in_force(house) == [ForbidCell(0, 0, 6, 5)]
    ask_menu(panel.table, panel.table.rect_of(2, 4).center())
    choose(panel.touch, "Force")
    assert in_force(house)[-1] == ForceCell(1, 0, 6, 4)


def test_what_cannot_be_seen_anyway_is_not_forbidden(make: Any) -> None:
    house = make(InspectorPanel)
    panel = house.panel
    panel.strip.setFocus()
    QTest.keyClick(panel.strip, Qt.Key.Key_End)
    press(panel.strip, "f")
    assert in_force(house) == []
    assert "cannot see" in str(house.store.live.notice)
    press(panel.strip, "g")
    house.client.pump()
    last = len(house.store.live.trace) - 1
    assert house.store.live.trace.pattern(1, 1)[6, last] == 1, "but it can be forced open"


def test_the_map_of_differences_can_be_touched_too(make: Any) -> None:
    house = make(ChangesPanel)
    panel = house.panel
    panel.tabs.setCurrentIndex(1)
    ask_menu(panel.map, panel.map.rect_of(8, 1).center())
    choose(panel.touch, "Forbid")
    house.client.pump()
    assert in_force(house) == [ForbidCell(1, 1, 8, 1)]
    change = house.store.live.trace.pattern(1, 1) - house.store.live.untouched.pattern(1, 1)
    assert panel.map.text_of(8, 1).replace("−", "-") == f"{change[8, 1]:+.2f}"
    panel.map.setFocus()
    panel.map._move_cursor((8, 1))
    QTest.keyClick(panel.map, Qt.Key.Key_Delete)
    assert in_force(house) == []


def test_undo_takes_every_touch_back_to_the_untouched_numbers_bit_for_bit(make: Any) -> None:
    house = make(HeadsPanel)
    panel = house.panel
    before = house.store.live.trace.logits.array.copy()
    panel.set_zoomed(True)
    panel.map.setFocus()
    for letter in "fgofo":
        press(panel.map, letter)
        house.client.pump()
    assert (house.store.live.trace.logits.array != before).any()
    while house.undo.stack.canUndo():
        house.undo.stack.undo()
        house.client.pump()
    np.testing.assert_array_equal(house.store.live.trace.logits.array, before)
