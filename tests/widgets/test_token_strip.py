"""The chips show the numbers that they were given, and can be used by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QStyle

from rostok_gui.shell.theme import contrast, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import hex_colour
from rostok_gui.widgets.token_strip import TokenScroll, TokenStrip

WORDS = ("◆", "Tom", "·had", "·a", "·red", "·ball", ".↵", "He", "·went", "·home")
ONE_LINE = WORDS[:6] + WORDS[7:]
WEIGHTS = np.array([0.30, 0.02, 0.11, 0.05, 0.23, 0.004, 0.19, 0.0, 0.0, 0.0])
CLOSED = np.arange(10) > 6


@pytest.fixture
def strip(qtbot: Any) -> TokenStrip:
    """Ten chips; the seventh looks."""
    strip = TokenStrip()
    qtbot.addWidget(strip)
    strip.set_tokens(WORDS)
    strip.set_picture(weights=WEIGHTS, closed=CLOSED, query=6, key=2)
    strip.resize(420, strip.heightForWidth(420))
    strip.show()
    return strip


def ground(strip: TokenStrip, position: int) -> QPointF:
    """A point of the chip beside its text."""
    rect = strip.rect_of(position)
    return QPointF(rect.left() + 0.12 * marks.em(strip), rect.center().y())


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("scale", ["linear", "sqrt", "log"])
def test_every_chip_has_the_colour_and_the_number_of_its_weight(
    strip: TokenStrip, look: Callable[..., Any], ratio: float, scale: str
) -> None:
    strip.set_picture(weights=WEIGHTS, closed=CLOSED, query=6, key=2, scale=scale)
    for theme in ("light", "dark"):
        strip.set_theme(load_theme(theme))
        peek = look(strip, ratio)
        for i in range(7):
            assert peek(ground(strip, i)) == hex_colour(WEIGHTS[i], scale), (theme, i)
            assert strip.text_of(i) == numbers.percent(WEIGHTS[i])
        assert [strip.text_of(i) for i in range(7, 10)] == ["", "", ""]


def test_the_future_is_hatched_and_the_outlines_are_there(strip: TokenStrip, look: Callable[..., Any]) -> None:
    theme = load_theme("dark")
    strip.set_theme(theme)
    peek = look(strip, 1.0)
    rect = strip.rect_of(8)
    row = {peek(QPointF(x, rect.top() + 3)) for x in range(int(rect.left()) + 4, int(rect.right()) - 4)}
    assert len(row) > 1, "lines across the chip"
    size = marks.em(strip)
    for position, colour, width in ((6, theme.query, marks.QUERY_WIDTH), (2, theme.key, marks.KEY_WIDTH)):
        rect = strip.rect_of(position)
        assert peek(QPointF(rect.center().x(), rect.top() - width * size / 2)) == colour


def test_text_can_be_read_on_every_weight(strip: TokenStrip) -> None:
    for weight in np.linspace(0, 1, 101):
        fill = hex_colour(weight)
        assert contrast(marks.ink_on(QColor(fill).rgb()), fill) >= 4.5


def test_a_line_end_in_the_text_ends_the_line(strip: TokenStrip) -> None:
    assert strip.rect_of(7).top() > strip.rect_of(6).top()
    assert strip.rect_of(7).left() == strip.rect_of(0).left()


def test_left_button_asks_for_a_query_right_button_and_shift_for_a_key(strip: TokenStrip, qtbot: Any) -> None:
    clicked: list[int] = []
    marked: list[int] = []
    strip.clicked.connect(clicked.append)
    strip.marked.connect(marked.append)
    for i in range(10):
        middle = strip.rect_of(i).center().toPoint()
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=middle)
        qtbot.mouseClick(strip, Qt.MouseButton.RightButton, pos=middle)
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, middle)
    assert clicked == list(range(10))
    assert marked == [i for i in range(10) for _ in range(2)]


def test_keys_walk_through_the_chips_and_choose(strip: TokenStrip, qtbot: Any) -> None:
    clicked: list[int] = []
    marked: list[int] = []
    hovered: list[int] = []
    strip.clicked.connect(clicked.append)
    strip.marked.connect(marked.append)
    strip.hovered.connect(hovered.append)
    strip.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Right):
        qtbot.keyClick(strip, key)
    assert hovered == [0, 1, 2, 1, 9, 9]
    qtbot.keyClick(strip, Qt.Key.Key_Return)
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    qtbot.keyClick(strip, Qt.Key.Key_Space)
    qtbot.keyClick(strip, Qt.Key.Key_K)
    qtbot.keyClick(strip, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert clicked == [9, 0]
    assert marked == [0, 0]
    qtbot.keyClick(strip, Qt.Key.Key_Down)
    down = strip.cursor_position
    assert strip.rect_of(down).top() > strip.rect_of(0).top()
    qtbot.keyClick(strip, Qt.Key.Key_Up)
    assert strip.cursor_position == 0


def test_a_screen_reader_hears_the_chip(strip: TokenStrip, qtbot: Any) -> None:
    strip.setFocus()
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    assert strip.accessibleDescription() == "◆, position 0, 30\N{NO-BREAK SPACE}%"
    strip.set_picture(weights=WEIGHTS[::-1], query=6, key=0)
    assert strip.accessibleDescription() == "◆, position 0, 0\N{NO-BREAK SPACE}%, key"
    qtbot.keyClick(strip, Qt.Key.Key_End)
    strip.set_picture(weights=WEIGHTS, closed=CLOSED, query=6)
    assert strip.accessibleDescription() == "·home, position 9, closed"


def test_only_chips_that_look_different_are_painted_again(qtbot: Any) -> None:
    painted: list[QRegion] = []

    class Watched(TokenStrip):
        def paintEvent(self, event: QPaintEvent) -> None:
            painted.append(QRegion(event.region()))
            super().paintEvent(event)

    strip = Watched()
    qtbot.addWidget(strip)
    strip.set_tokens(WORDS)
    strip.set_picture(weights=WEIGHTS, closed=CLOSED, query=6, key=2)
    strip.resize(420, strip.heightForWidth(420))
    strip.show()
    qtbot.waitUntil(lambda: bool(painted))
    painted.clear()
    other = WEIGHTS.copy()
    other[4] = 0.9
    strip.set_picture(weights=other, closed=CLOSED, query=6, key=2)
    qtbot.waitUntil(lambda: bool(painted))
    (region,) = painted
    for i in range(10):
        assert region.contains(strip.rect_of(i).center().toPoint()) == (i == 4), i


def test_no_weights_and_undefined_weights_are_no_numbers(strip: TokenStrip) -> None:
    strip.set_picture(query=3)
    assert {strip.text_of(i) for i in range(10)} == {""}
    strip.set_picture(weights=np.where(np.arange(10) == 0, np.nan, WEIGHTS), query=3)
    assert strip.text_of(0) == numbers.NONE
    strip.grab()


def test_a_text_that_just_fits_has_no_bar_whatever_was_there_before(qtbot: Any) -> None:
    """A bar takes width, and with less width the text needs a line more: left to Qt, the bar would stay for ever."""
    strip = TokenStrip()
    area = TokenScroll(strip)
    qtbot.addWidget(area)
    strip.set_tokens(ONE_LINE * 3)
    bar = area.verticalScrollBar()
    slim = area.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
    width = next(w for w in range(300, 900) if strip.heightForWidth(w) < strip.heightForWidth(w - slim))
    area.resize(width, strip.heightForWidth(width) - 5)
    area.show()
    qtbot.waitExposed(area)
    QApplication.processEvents()
    assert bar.isVisible()
    area.resize(width, strip.heightForWidth(width))
    QApplication.processEvents()
    assert not bar.isVisible()
    assert bar.maximum() == 0
    strip.set_tokens(ONE_LINE * 9)
    QApplication.processEvents()
    assert bar.isVisible()
    strip.set_tokens(ONE_LINE * 3)
    QApplication.processEvents()
    assert not bar.isVisible()


def test_one_line_is_enough_for_a_text_of_one_line(qtbot: Any) -> None:
    strip = TokenStrip()
    area = TokenScroll(strip)
    qtbot.addWidget(area)
    strip.set_tokens(ONE_LINE)
    area.resize(1200, strip.heightForWidth(1200))
    area.show()
    qtbot.waitExposed(area)
    assert strip.rect_of(0).top() == strip.rect_of(len(ONE_LINE) - 1).top()
    assert area.minimumSizeHint().height() <= area.height()
    assert area.verticalScrollBar().maximum() == 0


def test_a_long_text_scrolls_to_its_query(qtbot: Any) -> None:
    strip = TokenStrip()
    area = TokenScroll(strip)
    qtbot.addWidget(area)
    area.resize(500, 200)
    area.show()
    strip.set_tokens(["◆", *(f"·word{i}" for i in range(511))])
    weights = np.random.default_rng(0).dirichlet(np.ones(512))
    for query in (511, 0, 300):
        strip.set_picture(weights=weights, closed=np.arange(512) > query, query=query)
        qtbot.wait(1)
        seen = strip.visibleRegion().boundingRect()
        assert seen.contains(strip.rect_of(query).toAlignedRect()), query
    assert strip.rect_of(511).right() < strip.width()


def test_a_token_wider_than_the_widget_and_no_token_do_no_harm(qtbot: Any) -> None:
    strip = TokenStrip()
    qtbot.addWidget(strip)
    strip.resize(120, 200)
    strip.grab()
    strip.set_tokens(["◆", "x" * 5000, "‹U+200D›", "◌́"])
    strip.set_picture(weights=[0.1, 0.2, 0.3, 0.4], query=1)
    strip.grab()
    strip.set_tokens([])
    strip.set_picture()
    strip.grab()
    qtbot.keyClick(strip, Qt.Key.Key_Right)
