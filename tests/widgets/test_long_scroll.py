"""Long pictures in their scroll areas: the keyboard comes and goes, and nothing jumps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from rostok_gui.widgets.code_view import CodeLine, CodeScroll, CodeView
from rostok_gui.widgets.long_scroll import LongScroll
from rostok_gui.widgets.ranking import Entry, Ranking, RankingScroll
from rostok_gui.widgets.token_strip import TokenScroll, TokenStrip

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def ranking() -> LongScroll:
    picture = Ranking()
    picture.set_entries([Entry(f"row {n}", 0.1) for n in range(60)])
    return RankingScroll(picture)


def code() -> LongScroll:
    picture = CodeView()
    picture.set_lines([CodeLine(n, f"x = {n}", (), True) for n in range(90)])
    picture.set_current(0)
    return CodeScroll(picture)


def strip() -> LongScroll:
    picture = TokenStrip()
    picture.set_tokens([f"·token{n}" for n in range(300)])
    picture.set_picture(query=0)
    return TokenScroll(picture)


@pytest.mark.parametrize("make", [ranking, code, strip])
def test_a_list_stays_where_it_is_when_the_keyboard_leaves_it(qtbot: QtBot, make: Callable[[], LongScroll]) -> None:
    root, after, area = QWidget(), QPushButton("after"), make()
    qtbot.addWidget(root)
    column = QVBoxLayout(root)
    column.addWidget(area)
    column.addWidget(after)
    root.resize(400, 240)
    root.show()
    qtbot.waitExposed(root)
    picture, bar = area.widget(), area.verticalScrollBar()
    assert bar.maximum() > 0
    for place in (0, bar.maximum()):
        picture.setFocus()
        bar.setValue(place)
        QTest.keyClick(picture, Qt.Key.Key_Tab)
        assert root.focusWidget() is after
        assert bar.value() == place
