"""The keyboard's place can be seen: a picture that has the focus has a frame, and loses it with the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets.heatmap import Heatmap
from rostok_gui.widgets.mask_board import MaskBoard, WeightGrid
from rostok_gui.widgets.matrix_equation import KEY, QUERY, MatrixEquation
from rostok_gui.widgets.matrix_picture import Matrix
from rostok_gui.widgets.tensor_list import TensorList, TensorRow
from rostok_gui.widgets.term_bars import TermBars

RANDOM = np.random.default_rng(8)
WEIGHTS = RANDOM.random((6, 6))


def heatmap() -> QWidget:
    shown = Heatmap()
    shown.set_values(WEIGHTS)
    return shown


def mask_board() -> QWidget:
    shown = MaskBoard()
    shown.set_labels(tuple("abcdef"))
    shown.set_mask(np.tri(6, dtype=bool))
    return shown


def weight_grid() -> QWidget:
    shown = WeightGrid()
    shown.set_labels(tuple("abcdef"))
    shown.set_weights(WEIGHTS, np.tri(6, dtype=bool))
    return shown


def one_cell() -> QWidget:
    shown = MatrixEquation()
    shown.set_terms((Matrix("A", WEIGHTS, QUERY, KEY, result=True),), tuple("abcdef"))
    shown.set_marks({QUERY: 2, KEY: 1})
    return shown


def no_cell() -> QWidget:
    """The first step: rows are chosen in it, but no cell."""
    shown = MatrixEquation()
    shown.set_terms((Matrix("Q", WEIGHTS, QUERY, "", result=True),), tuple("abcdef"))
    return shown


def term_bars() -> QWidget:
    shown = TermBars()
    shown.set_terms(WEIGHTS[0], WEIGHTS[1], "title", str)
    return shown


def tensors(count: int) -> Callable[[], QWidget]:
    def build() -> QWidget:
        shown = TensorList()
        shown.set_rows([TensorRow(f"t{i}", "6 × 6", "0 … 1", WEIGHTS.astype(np.float32)) for i in range(count)], 0)
        return shown

    return build


KINDS = {
    "heatmap": heatmap,
    "mask board": mask_board,
    "weight grid": weight_grid,
    "equation with a cell": one_cell,
    "equation without": no_cell,
    "bars": term_bars,
    "one tensor": tensors(1),
    "three tensors": tensors(3),
}


def pixels_of(widget: QWidget, colour: str) -> int:
    """How many pixels of the widget have exactly this colour."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    bits = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    return int((bits & 0xFFFFFF == QColor(colour).rgb() & 0xFFFFFF).sum())


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("kind", list(KINDS))
def test_the_focus_is_framed(qtbot: Any, kind: str, theme: str) -> None:
    window, elsewhere, widget = QWidget(), QLineEdit(), KINDS[kind]()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    row.addWidget(elsewhere)
    row.addWidget(widget, 1)
    window.resize(520, 340)
    colours = load_theme(theme)
    widget.set_theme(colours)  # type: ignore[attr-defined]  # every picture has it
    window.show()
    window.activateWindow()
    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    without = pixels_of(widget, colours.focus)
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    framed = pixels_of(widget, colours.focus)
    assert framed - without > widget.width()  # more than a line across
    elsewhere.setFocus()
    assert pixels_of(widget, colours.focus) == without
