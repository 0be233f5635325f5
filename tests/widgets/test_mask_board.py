"""Mask board and weight grid: painted with real mouse and keyboard, and true to the array, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rostok_gui.attention.mask import PRESETS, causal
from rostok_gui.shell.style import mixed, set_motion
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets.colormap import hex_colour
from rostok_gui.widgets.log_plot import Curve, Guide, LogPlot
from rostok_gui.widgets.mask_board import MaskBoard, Stroke, TokenGrid, WeightGrid

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LEFT = Qt.MouseButton.LeftButton
WORDS = ("◆", "Tom", "·had", "·a", "·ball", ".", "·He", "·ran")


@pytest.fixture(autouse=True)
def still(qapp: QApplication) -> Iterator[None]:
    set_motion(qapp, False)
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)
    set_motion(qapp, True)


def shown(widget, qtbot, width: int = 460, height: int = 420):
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


@pytest.fixture
def board(qtbot) -> MaskBoard:
    board = MaskBoard()
    board.set_labels(WORDS[:6])
    board.set_mask(causal(6))
    return shown(board, qtbot)


def middle(board: TokenGrid, t: int, j: int) -> QPoint:
    return board.cell_rect(t, j).center()


def strokes_of(board: MaskBoard) -> list[Stroke]:
    heard: list[Stroke] = []
    board.painted.connect(heard.append)
    return heard


def changed(stroke: Stroke, before: np.ndarray) -> set[tuple[int, int]]:
    return {(int(t), int(j)) for t, j in np.argwhere(np.array(stroke.allowed) != before)}


# Painting with the hand ----------------------------------------------------------------------------------------


def test_a_click_turns_exactly_one_cell_and_back(board: MaskBoard) -> None:
    heard = strokes_of(board)
    QTest.mouseClick(board, LEFT, pos=middle(board, 1, 4))
    assert changed(heard[-1], causal(6)) == {(1, 4)}
    QTest.mouseClick(board, LEFT, pos=middle(board, 1, 4))
    assert changed(heard[-1], causal(6)) == set()
    assert heard[0].number != heard[1].number  # two clicks are two steps of undo


@pytest.mark.parametrize(("start", "end"), [((0, 2), (0, 5)), ((4, 1), (4, 3))])
def test_a_drag_paints_what_its_first_cell_became(
    board: MaskBoard, start: tuple[int, int], end: tuple[int, int]
) -> None:
    """From a closed cell it opens, from an open one it closes, also where cells on the way are so already."""
    heard = strokes_of(board)
    QTest.mousePress(board, LEFT, pos=middle(board, *start))
    QTest.mouseMove(board, middle(board, *end))  # one jump: no cell on the way is left out
    QTest.mouseRelease(board, LEFT, pos=middle(board, *end))
    way = {(start[0], j) for j in range(start[1], end[1] + 1)}
    assert changed(heard[-1], causal(6)) == way
    assert len({stroke.number for stroke in heard}) == 1  # one drag is one step


def test_a_drag_that_leaves_the_board_stays_at_its_edge(board: MaskBoard) -> None:
    heard = strokes_of(board)
    QTest.mousePress(board, LEFT, pos=middle(board, 5, 5))
    QTest.mouseMove(board, QPoint(board.width() + 200, board.height() + 200))
    QTest.mouseRelease(board, LEFT, pos=QPoint(board.width() + 200, board.height() + 200))
    assert changed(heard[-1], causal(6)) == {(5, 5)}


def test_moving_without_a_button_paints_nothing(board: MaskBoard, move_mouse: Callable[..., None]) -> None:
    heard = strokes_of(board)
    hovered: list[object] = []
    board.hovered.connect(hovered.append)
    move_mouse(board, middle(board, 2, 4))
    move_mouse(board, middle(board, 2, 5))
    move_mouse(board, QPoint(1, 1))
    assert heard == []
    assert hovered == [(2, 4), (2, 5), None]


def test_the_keyboard_does_it_all(board: MaskBoard) -> None:
    """Space turns the cell under the cursor; Shift and the arrows carry its state along, in one step of undo."""
    heard = strokes_of(board)
    picked: list[object] = []
    board.picked.connect(picked.append)
    board.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(board, key)
    assert board.cursor_cell == (1, 2)
    assert picked[-1] == (1, 2)
    QTest.keyClick(board, Qt.Key.Key_Space)
    QTest.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert changed(heard[-1], causal(6)) == {(1, 2), (1, 3), (1, 4)}
    assert len({stroke.number for stroke in heard}) == 1
    QTest.keyClick(board, Qt.Key.Key_Down)
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert changed(heard[-1], causal(6)) == {(1, 2), (1, 3), (1, 4), (2, 4)}
    assert len({stroke.number for stroke in heard}) == 2


def test_the_cursor_stays_on_the_board(board: MaskBoard) -> None:
    board.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
        QTest.keyClick(board, key)
    assert board.cursor_cell == (0, 0)
    for _ in range(9):
        QTest.keyClick(board, Qt.Key.Key_Down)
        QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.cursor_cell == (5, 5)


def test_labels_select_a_row_or_a_column(board: MaskBoard) -> None:
    picked: list[object] = []
    board.picked.connect(picked.append)
    heard = strokes_of(board)
    grid = board.grid_rect()
    QTest.mouseClick(board, LEFT, pos=QPoint(grid.left() - 12, middle(board, 4, 0).y()))
    QTest.mouseClick(board, LEFT, pos=QPoint(middle(board, 0, 2).x(), grid.top() - 12))
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert picked == [(4, None), (None, 2)]
    assert heard == []


# True to the array ---------------------------------------------------------------------------------------------


def picture(widget, ratio: float) -> QImage:
    image = QPixmap(round(widget.width() * ratio), round(widget.height() * ratio))
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.magenta)
    widget.render(image)
    return image.toImage()


def colour_in(image: QImage, grid: TokenGrid, t: int, j: int, ratio: float, share: float) -> str:
    """Colour of a cell at `share` of its side from its upper left corner."""
    rect = grid.cell_rect(t, j)
    at = int(rect.width() * share)
    return QColor(image.pixel(int((rect.left() + at) * ratio), int((rect.top() + at) * ratio))).name()


def expected_colour(theme: Theme, kind: str) -> str:
    return {"open": theme.key, "leak": mixed(theme.surface, theme.changed, 0.45), "blind": theme.surface}[kind]


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("themes", [("light",), ("light", "dark"), ("dark", "contrast")])
@pytest.mark.parametrize("size", [(460, 420), (900, 500)])
def test_every_cell_of_the_board_looks_like_what_it_is(
    qtbot, ratio: float, themes: tuple[str, ...], size: tuple[int, int]
) -> None:
    rng = np.random.default_rng(7)
    allowed = rng.random((7, 7)) < 0.5
    assert not np.array_equal(allowed, allowed.T)
    board = MaskBoard()
    board.set_labels(WORDS[:7])
    board.set_mask(allowed)
    shown(board, qtbot, *size)
    for name in themes:
        board.set_theme(load_theme(name))
    image = picture(board, ratio)
    for t in range(7):
        for j in range(7):
            kind = ("leak" if j > t else "open") if allowed[t, j] else ("closed" if j > t else "blind")
            assert board.kind(t, j) == kind
            if kind != "closed":  # a blind spot has the ground inside its ring
                share = 0.5 if kind == "blind" else 0.25
                assert colour_in(image, board, t, j, ratio, share) == expected_colour(board.theme, kind), (t, j)
            else:
                seen = {colour_in(image, board, t, j, ratio, share / 20) for share in range(4, 17)}
                assert not seen & {expected_colour(board.theme, "open"), expected_colour(board.theme, "leak")}
                assert len(seen) > 1  # the hatch


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("themes", [("light",), ("light", "dark")])
def test_every_weight_has_its_colour_and_its_number(qtbot, ratio: float, themes: tuple[str, ...]) -> None:
    rng = np.random.default_rng(3)
    weights = rng.random((6, 6))
    allowed = rng.random((6, 6)) < 0.7
    grid = WeightGrid()
    grid.set_labels(WORDS[:6])
    grid.set_weights(weights, allowed)
    shown(grid, qtbot, 700, 640)
    for name in themes:
        grid.set_theme(load_theme(name))
    image = picture(grid, ratio)
    for t, j in np.ndindex(6, 6):
        seen = colour_in(image, grid, t, j, ratio, 0.12)
        if allowed[t, j]:
            assert seen == hex_colour(weights[t, j]), (t, j)
            assert grid.number(t, j) == f"{weights[t, j]:.3f}"
        else:
            assert seen != hex_colour(weights[t, j])


def test_numbers_become_shorter_before_they_do_not_fit(qtbot) -> None:
    grid = WeightGrid()
    grid.set_labels(WORDS)
    grid.set_weights(np.full((8, 8), 0.134), causal(8))
    shown(grid, qtbot, 700, 640)
    assert grid.number(3, 1) == "0.134"
    seen = {}
    for side in range(640, 150, -10):
        grid.resize(side, side)
        seen[grid.precision()] = grid.number(3, 1)
    assert seen == {"decimals": "0.134", "percent": "13", "": ""}


def test_rows_and_columns_are_marked_where_they_are(board: MaskBoard) -> None:
    board.set_marked(4, 2)
    image = picture(board, 1.0)
    query, key = QColor(board.theme.query).name(), QColor(board.theme.key).name()
    grid, row, column = board.grid_rect(), board.cell_rect(4, 0), board.cell_rect(0, 2)
    left = {QColor(image.pixel(grid.left() - d, row.center().y())).name() for d in range(1, 6)}
    above = {QColor(image.pixel(column.center().x(), grid.top() - d)).name() for d in range(1, 5)}
    assert query in left
    assert key in above
    other = board.cell_rect(2, 0)
    assert query not in {QColor(image.pixel(grid.left() - d, other.center().y())).name() for d in range(1, 4)}
    board.set_marked(9, None)
    assert (board.row, board.column) == (None, None)


@pytest.mark.parametrize("size", range(2, 17))
@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_of_any_size_gives_trouble(qtbot, preset: str, size: int) -> None:
    board = MaskBoard()
    board.set_labels(tuple(f"·word{n}" for n in range(size)))
    board.set_mask(PRESETS[preset](size))
    qtbot.addWidget(board)
    board.resize(300, 260)
    assert not picture(board, 1.0).isNull()
    rect = board.cell_rect(size - 1, size - 1)
    assert rect.width() >= 8
    assert rect.right() < 300
    assert rect.bottom() < 260
    assert board.cell_at(rect.center()) == (size - 1, size - 1)


# The plot ------------------------------------------------------------------------------------------------------


def test_a_power_law_is_a_straight_line_and_the_points_are_where_they_should_be(qtbot) -> None:
    plot = LogPlot()
    plot.set_axes((1.0, 2.0, 4.0, 8.0, 16.0), ("T", "s"), lambda y: f"{y:g}")
    points = tuple((float(x), 3e-4 * x**2) for x in (1, 2, 4, 8, 16))
    plot.set_curves((Curve("squares", "changed", "square", points),), (Guide("slope 2", 2.0, points[0]),))
    shown(plot, qtbot, 500, 360)
    places = [plot.place(*point) for point in points]
    steps = {(round(b.x() - a.x(), 3), round(b.y() - a.y(), 3)) for a, b in pairwise(places)}
    assert len(steps) == 1
    assert plot.y_range == (1e-4, 1e-1)
    start, end = plot.guide_line(plot.guides[0])
    assert (start - places[0]).manhattanLength() < 1e-6
    assert (end - places[-1]).manhattanLength() < 1e-6
    image = picture(plot, 1.0)
    for place in places:
        assert QColor(image.pixel(place.toPoint())).name() == plot.theme.changed
    for name in ("dark", "contrast"):
        plot.set_theme(load_theme(name))
        assert QColor(picture(plot, 1.0).pixel(places[2].toPoint())).name() == plot.theme.changed
