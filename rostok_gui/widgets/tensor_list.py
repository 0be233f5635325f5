"""A few tensors, each with a small picture, its name, its shape and its range; one of them is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, colours
from rostok_gui.widgets.fitted import draw_fitted

_ROW, _PICTURE = 3.4, 2.7
"""Height of a row and side of its picture, in em."""
_NOTHING = -1


@dataclass(frozen=True)
class TensorRow:
    """One tensor: its name, the line beside it, the line below, and the numbers of its picture (R, C)."""

    name: str
    shape: str
    range: str
    picture: NDArray[np.float32] = field(repr=False, compare=False)


def span_of(picture: NDArray[np.float32]) -> float:
    """The number whose colour is the last of the map: the one farthest from 0; 1 where all are 0."""
    return float(np.abs(picture).max()) or 1.0 if picture.size else 1.0


class TensorList(QWidget):
    """The rows. Up and Down go through them.

    Signals
    -------
    chosen : int
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._rows: tuple[TensorRow, ...] = ()
        self._images: list[QImage] = []
        self._chosen = _NOTHING
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_rows(self, rows: Sequence[TensorRow], chosen: int) -> None:
        """Show these, with one chosen."""
        counted = len(rows) != len(self._rows)
        self._rows = tuple(rows)
        self._images = [_image(row.picture) for row in rows]
        self._chosen = chosen
        if counted:
            self.updateGeometry()
        self.update()
        self._say()

    @property
    def rows(self) -> tuple[TensorRow, ...]:
        """What is shown."""
        return self._rows

    @property
    def chosen_row(self) -> int:
        """Index of the chosen row, -1 for none."""
        return self._chosen

    def sentence(self, index: int) -> str:
        """A row in words."""
        row = self._rows[index]
        return ", ".join(part for part in (row.name, row.shape, row.range) if part)

    def rect_of(self, index: int) -> QRectF:
        """Place of a row."""
        height = _ROW * marks.em(self)
        return QRectF(0, index * height, self.width(), height)

    def index_at(self, point: QPointF) -> int:
        """Index of the row at `point`, -1 for none."""
        index = int(point.y() // (_ROW * marks.em(self)))
        return index if 0 <= index < len(self._rows) else _NOTHING

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(22 * size), int(3 * _ROW * size) + 1)  # no line has more than three: nothing jumps

    def minimumSizeHint(self) -> QSize:
        return QSize(int(14 * marks.em(self)), self.sizeHint().height())

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(len(self._rows)):
            self._paint_row(painter, index)
        if self.hasFocus():
            marks.focus_frame(painter, self, self._theme)

    def _paint_row(self, painter: QPainter, index: int) -> None:
        size, theme, row = marks.em(self), self._theme, self._rows[index]
        place = self.rect_of(index).adjusted(1, 1, -1, -1)
        if index == self._chosen and len(self._rows) > 1:
            focused = self.hasFocus()
            painter.setPen(
                QPen(QColor(theme.focus if focused else theme.muted), max(1.0, size / (8 if focused else 16)))
            )
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(place, 0.3 * size, 0.3 * size)
        side = _PICTURE * size
        picture = QRectF(place.left() + 0.4 * size, place.center().y() - side / 2, side, side)
        if row.picture.size:
            painter.setPen(QPen(QColor(theme.muted), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawImage(picture, self._images[index])
            painter.drawRect(picture)
        left = picture.right() + 0.6 * size
        room = place.right() - left - 0.3 * size
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        bold, plain = self._fonts()
        top, bottom = place.center().y() - 1.35 * size, place.center().y()
        name = QFontMetricsF(bold).elidedText(row.name, Qt.TextElideMode.ElideMiddle, 0.55 * room)
        width = QFontMetricsF(bold).horizontalAdvance(name)
        painter.setFont(bold)
        painter.setPen(QColor(theme.text))
        painter.drawText(QRectF(left, top, width + 2, 1.35 * size), middle, name)
        painter.setFont(plain)
        for text, x, y in ((row.shape, left + width + 0.8 * size, top), (row.range, left, bottom)):
            painter.setPen(QColor(theme.text if y == bottom else theme.muted))
            where = QRectF(x, y, place.right() - x, 1.35 * size)
            draw_fitted(painter, where, Qt.AlignmentFlag.AlignVCenter, text)

    def _fonts(self) -> tuple[QFont, QFont]:
        bold, plain = QFont(self.font()), numbers.tabular(self.font())
        bold.setBold(True)
        plain.setPointSizeF(plain.pointSizeF() * 0.92)
        return bold, plain

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(self.index_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose(min(max(self._chosen + step, 0), len(self._rows) - 1))

    def _choose(self, index: int) -> None:
        if index not in (_NOTHING, self._chosen):
            self._chosen = index
            self.update()
            self._say()
            self.chosen.emit(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        self._say()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _say(self) -> None:
        marks.speak(self, self.sentence(self._chosen) if 0 <= self._chosen < len(self._rows) else "")


def _image(picture: NDArray[np.float32]) -> QImage:
    """One pixel a number, with a buffer of its own."""
    if not picture.size:
        return QImage()
    pixels = np.ascontiguousarray(colours((picture / span_of(picture) + 1) / 2, "linear", DIFFERENCE_MAP))
    rows, columns = pixels.shape
    return QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32).copy()
