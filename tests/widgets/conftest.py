"""Pictures of widgets at any scale."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, qRgb
from PySide6.QtWidgets import QApplication, QWidget

Peek = Callable[[QPointF], str]


def picture_of(widget: QWidget, ratio: float) -> Peek:
    """Render `widget` at `ratio` device pixels a pixel; the answer gives the colour at a point of the widget."""
    image = QImage(round(widget.width() * ratio), round(widget.height() * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(qRgb(255, 0, 255))
    widget.render(image, QPoint(0, 0))

    def peek(point: QPointF) -> str:
        return QColor(image.pixel(int(point.x() * ratio), int(point.y() * ratio))).name()

    return peek


@pytest.fixture
def look() -> Callable[[QWidget, float], Peek]:
    """`picture_of`."""
    return picture_of


@pytest.fixture
def move_mouse() -> Callable[[QWidget, QPoint], None]:
    """Move the mouse over a widget, no button pressed; the event goes to the widget, whatever lies above it."""

    def move(widget: QWidget, place: QPoint) -> None:
        none, point = Qt.MouseButton.NoButton, QPointF(place)
        there = QPointF(widget.mapToGlobal(place))
        event = QMouseEvent(QEvent.Type.MouseMove, point, there, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(widget, event)

    return move
