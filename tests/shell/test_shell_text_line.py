"""The text line: typing, pasting, dropping, choosing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shell_house import House

from rostok_gui.engine.results import ModelOpened
from rostok_gui.messages import RostokError
from rostok_gui.model.trace import Trace
from rostok_gui.shell.text_line import DEBOUNCE_MS, TextDialog, read_text_file
from rostok_gui.state.app_state import START_TEXT
from rostok_gui.state.session import read_session

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_typing_reaches_the_state_after_a_moment_and_is_one_step(house: House, qtbot: Any) -> None:
    field = house.window.text_line.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "He ran")
    assert house.store.state.document.text == START_TEXT
    qtbot.waitUntil(lambda: house.store.state.document.text == "He ran", timeout=20 * DEBOUNCE_MS)
    qtbot.keyClicks(field, "!")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert house.store.state.document.text == "He ran!"
    assert house.settings.recent_texts[0] == "He ran!"
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert house.store.state.document.text == START_TEXT
    assert field.content() == START_TEXT


def save(house: House, tmp_path: Path) -> str:
    house.window.sessions._write(tmp_path / "typed.rostok")
    return read_session(tmp_path / "typed.rostok").state.document.text


def close(house: House, _: Path) -> str:
    house.window.close()
    return house.store.state.document.text


def back_from(act: Callable[[House], object]) -> Callable[[House, Path], str]:
    def way(house: House, _: Path) -> str:
        act(house)
        house.window.undo.stack.undo()
        return house.store.state.document.text

    return way


def undo_and_redo(house: House, _: Path) -> str:
    field = house.window.text_line.field
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert house.store.state.document.text == "first"
    QTest.keyClick(field, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    return house.store.state.document.text


def edit_in_window(house: House, _: Path) -> str:
    house.window.text_line.edit_in_window()
    dialog = house.window.text_line.findChild(TextDialog)
    dialog.reject()
    return house.store.state.document.text


def another_model(house: House, _: Path) -> str:
    house.window.text_line.model.activated.emit(0)
    return house.store.state.document.text


WAYS: dict[str, Callable[[House, Path], str]] = {
    "save": save,
    "close": close,
    "another text": back_from(lambda house: house.window.text_line.use_text("another")),
    "another session": back_from(lambda house: house.window.sessions.new()),
    "another model": another_model,
    "undo and redo": undo_and_redo,
    "cancelled window": edit_in_window,
}


@pytest.mark.parametrize("way", WAYS)
def test_letters_typed_a_moment_ago_are_not_lost(house: House, qtbot: Any, tmp_path: Path, way: str) -> None:
    """The state follows after a moment; whatever happens before is no reason to forget them."""
    house.window.text_line.use_text("first")
    field = house.window.text_line.field
    field.setFocus()
    qtbot.keyClicks(field, " then")
    assert house.store.state.document.text == "first", "too slow for this test"
    assert WAYS[way](house, tmp_path) == "first then"
    assert field.content() == "first then"


def test_newlines_are_seen_and_kept(house: House) -> None:
    field = house.window.text_line.field
    QApplication.clipboard().setText("one\r\ntwo\nthree")
    field.selectAll()
    field.paste()
    assert field.text() == "one↵two↵three"
    assert field.content() == "one\ntwo\nthree"
    house.store.update(document=type(house.store.state.document)("a\nb"))
    assert field.text() == "a↵b"


@pytest.mark.parametrize("text", ["", "👋", "中文", "e\u0301", "nul \0 here", "слово " * 2000])
def test_any_text_goes_through_the_line_unchanged(house: House, text: str) -> None:
    house.window.text_line.use_text(text)
    assert house.store.state.document.text == text
    assert house.window.text_line.field.content() == text


def drop(house: House, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, plain = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    field = house.window.text_line.field
    QApplication.sendEvent(field, QDragEnterEvent(QPoint(20, 10), copy, data, left, plain))
    QApplication.sendEvent(field, QDropEvent(QPointF(20, 10), copy, data, left, plain))


def test_a_dropped_file_becomes_the_text(house: House, tmp_path: Path) -> None:
    path = tmp_path / "рассказ.txt"
    path.write_bytes("\ufeffЖил-был\r\nкот".encode())
    drop(house, path)
    assert house.store.state.document.text == "Жил-был\nкот"


def test_a_file_that_is_no_text_is_refused_in_words_and_the_old_text_stays(house: House, tmp_path: Path) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xd8")
    drop(house, path)
    assert house.store.state.document.text == START_TEXT
    assert house.window.message_bar.isVisible()
    assert "picture.txt" in house.window.message_bar.label.text()
    assert "UTF-8" in house.window.message_bar.label.text()
    drop(house, tmp_path / "not there.txt")
    assert "missing" in house.window.message_bar.label.text()


def test_utf_16_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes("Привет".encode("utf-16"))
    assert read_text_file(path) == "Привет"
    with pytest.raises(RostokError, match="folder"):
        read_text_file(tmp_path)


def test_length_and_what_is_cut(house: House, opened: ModelOpened, trace: Trace) -> None:
    line = house.window.text_line
    assert line.length.text() == ""
    house.store.update(model=opened, trace=trace)
    assert line.length.text() == "3 of 512 tokens"
    house.store.update(cut=7)
    assert line.length.text() == "first 512 tokens, 7 cut"


def test_an_example_sets_text_and_head_in_one_step(house: House) -> None:
    line = house.window.text_line
    line._fill_menu()
    zorbin = next(action for action in line._menu.actions() if action.text() == "The invented name")
    zorbin.trigger()
    assert "Zorbin" in house.store.state.document.text
    house.window.undo.stack.undo()
    assert house.store.state.document.text == START_TEXT


def test_recent_texts_are_offered(house: House) -> None:
    line = house.window.text_line
    line.use_text("Fish & chips, and a very long rest of the text that does not fit into a menu")
    line.use_text("other")
    line._fill_menu()
    recent = next(action for action in line._menu.actions() if action.text().startswith("Fish && chips"))
    assert len(recent.text()) < 60
    recent.trigger()
    assert house.store.state.document.text.startswith("Fish & chips")


def test_choosers_show_and_change_model_and_device(house: House, opened: ModelOpened, qtbot: Any) -> None:
    line = house.window.text_line
    assert not line.device.isVisible()
    house.store.update(model=opened)
    assert [line.model.itemText(i) for i in range(line.model.count())] == ["gpt-1", "rostok"]
    assert line.model.currentText() == "rostok"
    line.model.setFocus()
    qtbot.keyClick(line.model, Qt.Key.Key_Up)
    assert house.store.state.document.model == "gpt-1"
    assert line.device.currentText() == "CPU"
    with qtbot.waitSignal(line.device_wanted) as heard:
        line.device.setFocus()
        qtbot.keyClick(line.device, Qt.Key.Key_Down)
    assert heard.args == ["cuda:0"]


def test_the_text_in_a_window_of_its_own(house: House, qtbot: Any) -> None:
    line = house.window.text_line
    line.edit_in_window()
    (dialog,) = line.findChildren(TextDialog)
    assert dialog.editor.toPlainText() == START_TEXT
    dialog.editor.setPlainText("first\nsecond")
    qtbot.mouseClick(dialog.buttons.buttons()[0], Qt.MouseButton.LeftButton)
    assert house.store.state.document.text == "first\nsecond"
    assert line.field.text() == "first↵second"


def test_other_changes_leave_what_is_being_typed_alone_and_another_text_takes_its_place(
    house: House, qtbot: Any
) -> None:
    field = house.window.text_line.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "typing")
    house.store.select(layer=2)
    assert field.text() == "typing"
    house.store.update(document=type(house.store.state.document)("from a lesson"))
    assert field.text() == "from a lesson"
    qtbot.wait(2 * DEBOUNCE_MS)
    assert house.store.state.document.text == "from a lesson"
