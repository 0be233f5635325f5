"""Code on screen: colours, folding, the current line, keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rostok_gui.shell.style import style_sheet
from rostok_gui.shell.theme import THEMES, contrast, load_theme
from rostok_gui.widgets.code_colours import DEFINED, KEY, KEYWORD, KINDS, NUMBER, QUERY, QUIET, VALUE, ink, spans_of
from rostok_gui.widgets.code_view import CodeLine, CodeScroll, CodeView

CODE = (
    "def look(q, k):  # scores",
    '    """Over',
    '    two lines."""',
    "    v = self.q @ k * 0.5",
    '    return f"{q} is" if q else v',
)


def kinds(row: int) -> list[tuple[str, str]]:
    return [(CODE[row][s.start : s.stop], s.kind) for s in spans_of(CODE)[row]]


def test_parts_of_lines() -> None:
    assert kinds(0) == [("def", KEYWORD), ("look", DEFINED), ("q", QUERY), ("k", KEY), ("# scores", QUIET)]
    assert kinds(1) == [('"""Over', QUIET)]
    assert kinds(2) == [('    two lines."""', QUIET)]
    assert kinds(3) == [("v", VALUE), ("k", KEY), ("0.5", NUMBER)]  # self.q is a part of something else
    assert kinds(4)[0] == ("return", KEYWORD)
    assert kinds(4)[-1] == ("v", VALUE)


@pytest.mark.parametrize("name", THEMES)
def test_every_colour_can_be_read(name: str) -> None:
    theme = load_theme(name)
    for kind in KINDS:
        for ground in (theme.surface, theme.raised):
            assert contrast(ink(kind, theme, ground), ground) >= 4.5


@pytest.fixture
def view(qtbot: QtBot) -> CodeView:
    lines = [CodeLine(i + 10, text, spans, True) for i, (text, spans) in enumerate(zip(CODE, spans_of(CODE)))]
    lines.append(CodeLine(15, "    x = " + " + ".join(f"part_{i}" for i in range(60)), (), True))
    lines += [CodeLine(16 + i, f"    y{i} = {i}") for i in range(80)]
    view = CodeView()
    scroll = CodeScroll(view)
    qtbot.addWidget(scroll)
    view.set_lines(lines)
    scroll.resize(500, 300)
    scroll.show()
    qtbot.waitExposed(scroll)
    view.scroll_area = scroll  # type: ignore[attr-defined]
    return view


def test_long_lines_are_folded_and_nothing_is_cut(view: CodeView) -> None:
    assert view.rect_of(5).height() > 5 * view.rect_of(4).height()
    for layout in view._layouts:
        for row in range(layout.lineCount()):
            line = layout.lineAt(row)
            assert line.x() + line.naturalTextWidth() <= view.width() - view._gutter()
    narrow = view.rect_of(5).height()
    view.scroll_area.resize(900, 300)  # type: ignore[attr-defined]
    assert view.rect_of(5).height() < narrow


@pytest.mark.parametrize("name", THEMES)
def test_a_bar_is_seen_where_there_is_more_code_and_only_there(view: CodeView, name: str) -> None:
    theme, scroll = load_theme(name), view.scroll_area  # type: ignore[attr-defined]
    scroll.setStyleSheet(style_sheet(theme, 20, in_hall=True))
    bar = scroll.verticalScrollBar()

    def inks() -> set[str]:
        picture = bar.grab().toImage()
        return {picture.pixelColor(picture.width() // 2, y).name() for y in range(picture.height())}

    lines, width = view.lines, view.width()
    assert {theme.muted, theme.raised} <= inks()
    view.set_lines(lines[:3])
    QApplication.processEvents()
    assert bar.maximum() == 0
    assert len(inks()) == 1
    assert view.width() == width  # else the folding would feed on itself
    view.set_lines(lines)
    QApplication.processEvents()
    assert theme.muted in inks()


def test_a_click_names_the_line(view: CodeView, qtbot: QtBot) -> None:
    for index in (0, 3, 5, 9):
        with qtbot.waitSignal(view.clicked) as heard:
            qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=view.rect_of(index).center().toPoint())
        assert heard.args == [index]


def test_keys_ask_for_steps(view: CodeView, qtbot: QtBot) -> None:
    asked: list[int] = []
    view.stepped.connect(asked.append)
    for key in (
        Qt.Key.Key_Down,
        Qt.Key.Key_Up,
        Qt.Key.Key_Space,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    ):
        qtbot.keyClick(view, key)
    assert asked == [1, -1, 1, -1, -CodeView.FAR, CodeView.FAR]


def test_the_current_line_is_in_sight_and_spoken(view: CodeView) -> None:
    for index in (80, 0, 40):
        view.set_current(index)
        visible = view.visibleRegion().boundingRect()
        assert visible.contains(view.rect_of(index).toAlignedRect().adjusted(2, 2, -2, -2))
    assert view.accessibleDescription() == "50 y34 = 34"


def test_the_current_line_and_the_colour_of_q_are_painted(view: CodeView) -> None:
    theme = load_theme("dark")
    view.set_theme(theme)
    view.set_current(0)
    image = view.grab().toImage()
    place = view.rect_of(0)
    assert image.pixelColor(int(place.right()) - 3, int(place.center().y())).name() == theme.raised
    assert image.pixelColor(int(place.right()) - 3, int(view.rect_of(1).center().y())).name() == theme.surface
    column = CODE[0].index("(q") + 1
    assert view.colour_at(0, column) == ink(QUERY, theme, theme.raised)
    wanted = QColor(view.colour_at(0, column))

    def far_from(colour: QColor) -> int:
        return max(abs(a - b) for a, b in zip(colour.getRgb()[:3], wanted.getRgb()[:3]))

    letters = [
        image.pixelColor(x, y)
        for x in range(int(place.left()), int(place.right()))
        for y in range(int(place.top()), int(place.bottom()))
    ]
    assert min(map(far_from, letters)) < 40  # thin letters are never drawn in their full colour


def test_a_marked_line_with_more_rows_than_there_is_room_for_is_brought_into_sight(view: CodeView) -> None:
    """In a narrow view one line may be folded into more rows than are kept in sight."""
    places: list[QRect] = []
    view.line_moved.connect(places.append)
    view.set_marked({5})
    view.scroll_area.resize(260, 120)  # type: ignore[attr-defined]
    assert view.rect_of(5).height() > 1.5 * view.least_height
    assert places[-1] == view.rect_of(5).toAlignedRect()
