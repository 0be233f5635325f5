"""A map shows the matrix it was given: every cell, no row or column swapped, zoomed or not."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication

from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets import numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, colours, hex_colour
from rostok_gui.widgets.heatmap import NOWHERE, Heatmap


def shown(qtbot: Any, rows: int, columns: int, *, square: bool = False, size: int = 460) -> tuple[Heatmap, Any]:
    """A map of random numbers, no two alike."""
    heat = Heatmap(square=square)
    qtbot.addWidget(heat)
    values = np.random.default_rng(rows * columns).random((rows, columns))
    heat.set_names([f"r{i}" for i in range(rows)], [f"c{j}" for j in range(columns)])
    heat.set_values(values)
    heat.resize(size, size - 60)
    heat.show()
    return heat, values


def corner(heat: Heatmap, row: int, column: int) -> QPointF:
    """A point of a cell beside its number."""
    rect = heat.rect_of(row, column)
    return QPointF(rect.left() + 0.12 * rect.width(), rect.top() + 0.12 * rect.height())


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize(("rows", "columns", "square"), [(5, 9, False), (9, 5, True), (48, 7, False), (23, 23, True)])
def test_every_cell_is_the_number_of_its_row_and_column(
    qtbot: Any, look: Callable[..., Any], ratio: float, rows: int, columns: int, square: bool
) -> None:
    heat, values = shown(qtbot, rows, columns, square=square)
    for theme in ("light", "dark"):
        heat.set_theme(load_theme(theme))
        peek = look(heat, ratio)
        for row in range(rows):
            for column in range(columns):
                middle = corner(heat, row, column) if heat.numbers_fit() else heat.rect_of(row, column).center()
                assert peek(middle) == hex_colour(values[row, column]), (theme, row, column)
                assert heat.cell_at(middle) == (row, column)
                assert heat.text_of(row, column) == numbers.weight(values[row, column])


@pytest.mark.parametrize("ratio", [1.0, 1.5])
def test_a_zoomed_map_shows_the_same_cells(qtbot: Any, look: Callable[..., Any], ratio: float) -> None:
    heat, values = shown(qtbot, 40, 30)
    where = heat.rect_of(33, 27).center()
    heat.set_zoom(6.0, where)
    assert heat.cell_at(where) == (33, 27)
    heat.set_zoom(6.0)
    peek, grid, seen = look(heat, ratio), heat.grid_rect(), 0
    for row in range(40):
        for column in range(30):
            point = corner(heat, row, column)
            if grid.contains(point):
                seen += 1
                assert peek(point) == hex_colour(values[row, column])
    assert 20 < seen < 300
    heat.set_zoom(1.0)
    assert heat.rect_of(0, 0).topLeft() == heat.grid_rect().topLeft()


def test_closed_cells_are_hatched_and_undefined_ones_neutral(qtbot: Any, look: Callable[..., Any]) -> None:
    heat, values = shown(qtbot, 6, 6)
    closed = np.triu(np.ones((6, 6), bool), 1)
    values[2, 0] = np.nan
    heat.set_values(values, closed)
    theme = load_theme("light")
    peek = look(heat, 1.0)
    assert peek(corner(heat, 2, 0)) == theme.raised
    assert heat.text_of(2, 0) == numbers.NONE
    assert heat.text_of(0, 5) == ""
    for row in range(6):
        for column in range(6):
            rect = heat.rect_of(row, column)
            line = {peek(QPointF(x, rect.top() + 2)) for x in range(int(rect.left()) + 2, int(rect.right()) - 2)}
            assert (len(line) > 1) == bool(closed[row, column]), (row, column)


def test_a_difference_has_its_own_colours_and_numbers(qtbot: Any) -> None:
    heat, values = shown(qtbot, 4, 4)
    change = values - 0.5
    heat.set_values(change, span=(-1, 1), colour_map=DIFFERENCE_MAP, text=numbers.score)
    for row in range(4):
        for column in range(4):
            assert heat.colour_of(row, column) == hex_colour((change[row, column] + 1) / 2, name=DIFFERENCE_MAP)
            assert heat.text_of(row, column) == numbers.score(change[row, column])


def test_the_picture_outlives_the_array_it_was_made_from(qtbot: Any, look: Callable[..., Any]) -> None:
    heat, values = shown(qtbot, 50, 50)
    expected = colours(values)
    del values
    gc.collect()
    np.full((50, 50), 7, np.uint32)
    peek = look(heat, 1.0)
    assert peek(heat.rect_of(49, 0).center()) == f"#{int(expected[49, 0]) & 0xFFFFFF:06x}"


def test_mouse_and_keyboard_tell_row_and_column(qtbot: Any) -> None:
    heat, _ = shown(qtbot, 7, 4)
    told: dict[str, list[tuple[int, ...]]] = {"hovered": [], "clicked": [], "activated": []}
    for name, list_ in told.items():
        getattr(heat, name).connect(lambda row, column, to=list_: to.append((row, column)))
    qtbot.mouseMove(heat, heat.rect_of(6, 1).center().toPoint())
    qtbot.mouseClick(heat, Qt.MouseButton.LeftButton, pos=heat.rect_of(6, 1).center().toPoint())
    qtbot.mouseDClick(heat, Qt.MouseButton.LeftButton, pos=heat.rect_of(0, 3).center().toPoint())
    qtbot.mouseMove(heat, QPoint(1, 1))
    assert told["hovered"] == [(6, 1), NOWHERE] or told["hovered"][0] == (6, 1)
    assert (6, 1) in told["clicked"]
    assert told["activated"] == [(0, 3)]
    told["clicked"].clear()
    told["activated"].clear()
    for key, modifier in (
        (Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
    ):
        qtbot.keyClick(heat, key, modifier)
    assert told["clicked"] == [(1, 3)]
    assert told["activated"] == [(1, 3)]
    assert heat.accessibleDescription() == f"row r1, column c3: {heat.text_of(1, 3)}"


def test_control_and_wheel_zoom_at_the_pointer_and_the_plain_wheel_is_left_to_others(qtbot: Any) -> None:
    heat, _ = shown(qtbot, 20, 20)
    where = heat.rect_of(4, 15).center()

    def turn(modifier: Qt.KeyboardModifier) -> bool:
        event = QWheelEvent(
            where, heat.mapToGlobal(where), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, modifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(heat, event)
        return event.isAccepted()

    assert not turn(Qt.KeyboardModifier.NoModifier)
    assert turn(Qt.KeyboardModifier.ControlModifier)
    assert heat.zoom == pytest.approx(1.25)
    assert heat.cell_at(where) == (4, 15)
    assert turn(Qt.KeyboardModifier.NoModifier)


def test_markers_and_an_empty_map_do_no_harm(qtbot: Any) -> None:
    heat = Heatmap()
    qtbot.addWidget(heat)
    heat.grab()
    qtbot.keyClick(heat, Qt.Key.Key_Right)
    heat.set_values([[0.5]])
    heat.set_markers(0, 0)
    heat.grab()
    heat.set_values(np.full((512, 512), np.nan), np.triu(np.ones((512, 512), bool), 1))
    heat.set_markers(511, 0)
    heat.grab()
    heat.set_values(np.zeros((0, 0)))
    heat.grab()


def on_screen(widget: Heatmap) -> QImage:
    """What the window holds, without painting anything anew."""
    QApplication.processEvents()
    screen = widget.screen()
    assert screen is not None
    return screen.grabWindow(widget.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize(("rows", "columns", "zoom"), [(6, 6, 1.0), (30, 20, 1.0), (90, 90, 1.0), (90, 90, 5.0)])
def test_new_numbers_in_a_few_cells_leave_the_picture_of_all(qtbot: Any, rows: int, columns: int, zoom: float) -> None:
    heat, values = shown(qtbot, rows, columns)
    rng = np.random.default_rng(rows)
    closed = np.triu(np.ones((rows, columns), bool), 1)
    heat.set_values(values, closed)
    heat.set_markers(rows // 2, columns // 3)
    heat.set_zoom(zoom, heat.rect_of(rows // 2, columns // 2).center())
    for step in range(12):
        values = values.copy()
        row, column = rng.integers(rows), rng.integers(columns)
        if step % 3 == 0:
            values[row] = rng.random(columns)
        elif step % 3 == 1:
            values[row:, column] = np.nan if step % 2 else 0.5
        else:
            closed = closed.copy()
            closed[row, column] ^= True
        heat.set_values(values, closed)
        followed = on_screen(heat)
        heat.repaint()
        assert followed == on_screen(heat), step
        fresh = Heatmap(square=False)
        qtbot.addWidget(fresh)
        fresh.set_values(values, closed)
        cells = itertools.product(range(rows), range(0, columns, max(1, columns // 9)))
        assert all(heat.colour_of(*cell) == fresh.colour_of(*cell) for cell in cells)


def test_the_same_numbers_are_not_painted_again(qtbot: Any) -> None:
    heat, values = shown(qtbot, 40, 40)
    QApplication.processEvents()
    painted: list[QRect] = []
    heat.paintEvent = lambda event: painted.append(event.rect())  # type: ignore[method-assign]  # a spy
    heat.set_values(values.copy())
    QApplication.processEvents()
    assert not painted
    values[39, 5] = 1 - values[39, 5]
    heat.set_values(values)
    QApplication.processEvents()
    assert painted == [heat.grid_rect().toAlignedRect()]  # the names stay
    assert heat.colour_of(39, 5) == hex_colour(values[39, 5])
