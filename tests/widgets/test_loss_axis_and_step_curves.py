"""Losses on one axis, curves over the steps of a training, rows of tensors: numbers at their places."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, hex_colour
from rostok_gui.widgets.loss_axis import LossAxis, LossRow
from rostok_gui.widgets.step_curves import StepCurves, StepLine
from rostok_gui.widgets.tensor_list import TensorList, TensorRow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def axis(qtbot: QtBot) -> LossAxis:
    axis = LossAxis()
    qtbot.addWidget(axis)
    axis.set_texts("loss", "perplexity", "nothing yet")
    axis.set_rows([LossRow("a", 1.5, 1.25), LossRow("b", 3.25), LossRow("c"), LossRow("d", 0.1, None, 9.5)], 1)
    axis.resize(700, 320)
    axis.show()
    qtbot.waitExposed(axis)
    return axis


def test_losses_stand_at_their_places(axis: LossAxis) -> None:
    rect = axis.plot_rect()
    assert axis.reach == 3.5
    for loss in (0.0, 1.25, 3.25, 3.5):
        assert axis.x_of(loss) == pytest.approx(rect.left() + rect.width() * loss / 3.5)
    assert axis.rows[0].text == f"1.25 · {math.exp(1.25):.1f}"  # measured here goes before
    assert axis.rows[2].text == "–"
    assert axis.rows[3].text.startswith("0.10 · 1.1 → 9.50 · 13")
    theme, image = load_theme("light"), axis.grab().toImage()
    y = axis.row_rect(1).center().y()
    assert image.pixelColor(int(axis.x_of(1.0)), int(y)).name() == theme.focus  # the chosen row
    y = axis.row_rect(0).center().y()
    assert image.pixelColor(int(axis.x_of(0.7)), int(y)).name() == theme.muted
    assert image.pixelColor(int(axis.x_of(1.25)), int(y)).name() == theme.text
    assert image.pixelColor(int(axis.x_of(2.9)), int(y)).name() not in (theme.muted, theme.text)


def test_rows_are_chosen_by_mouse_and_keys(axis: LossAxis, qtbot: QtBot) -> None:
    chosen: list[int] = []
    axis.chosen.connect(chosen.append)
    for index in range(4):
        qtbot.mousePress(axis, LEFT, pos=axis.row_rect(index).center().toPoint())
    qtbot.keyClick(axis, Qt.Key.Key_Down)
    qtbot.keyClick(axis, Qt.Key.Key_Up)
    assert chosen == [0, 1, 2, 3, 2, 0]
    assert axis.sentence(1).startswith("b: 3.25")


def test_curves_stand_at_their_places(qtbot: QtBot) -> None:
    curves = StepCurves()
    qtbot.addWidget(curves)
    curves.resize(500, 300)
    curves.show()
    qtbot.waitExposed(curves)
    line = StepLine("x", ((0, 0.1), (100, 0.9), (400, 0.5)), "focus", strong=True)
    curves.set_lines([line], 1.0)
    curves.set_marker(None)
    rect = curves.plot_rect()
    for x, y in line.points:
        place = QPointF(rect.left() + rect.width() * x / 400, rect.bottom() - rect.height() * y)
        assert (curves.place(x, y) - place).manhattanLength() < 1e-9
    image, theme = curves.grab().toImage(), load_theme("light")
    for x, y in line.points[:2]:
        place = curves.place(x, y)
        assert image.pixelColor(place.toPoint()).name() == theme.focus
    picked: list[float] = []
    curves.picked.connect(picked.append)
    qtbot.mousePress(curves, LEFT, pos=curves.place(100, 0.5).toPoint())
    qtbot.mousePress(curves, LEFT, pos=QPointF(1, 100).toPoint())
    assert picked == [pytest.approx(100, abs=1), 0]
    before = curves.plot_rect()
    curves.resize(700, 300)
    assert curves.plot_rect().width() > before.width()


def test_the_small_picture_of_a_tensor_has_its_colours(qtbot: QtBot) -> None:
    tensors = TensorList()
    qtbot.addWidget(tensors)
    picture = np.array([[2.0, -4.0, 0.0], [1.0, 4.0, -1.0]], np.float32)
    tensors.set_rows([TensorRow("q", "T, D", "", picture), TensorRow("n", "int", "6", np.zeros((0, 0), np.float32))], 0)
    tensors.resize(300, 200)
    tensors.show()
    qtbot.waitExposed(tensors)
    image = tensors._images[0]
    for (row, column), value in np.ndenumerate(picture):
        assert image.pixelColor(column, row).name() == hex_colour((value / 4 + 1) / 2, name=DIFFERENCE_MAP)
    chosen: list[int] = []
    tensors.chosen.connect(chosen.append)
    qtbot.keyClick(tensors, Qt.Key.Key_Down)
    qtbot.mousePress(tensors, LEFT, pos=tensors.rect_of(0).center().toPoint())
    assert chosen == [1, 0]
    assert tensors.accessibleDescription() == "q, T, D"
