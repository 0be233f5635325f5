"""A sum as bars: one bar for every product in it, up for positive, down for negative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, hex_colour

Array = NDArray[np.floating[Any]]


class TermBars(QWidget):
    """The products ``left[i] * right[i]``; a line above says which one is under the pointer or the cursor.

    Signals
    -------
    pointed : int
        The product under the pointer or the cursor; -1: none.
    """

    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._left: Array = np.zeros(0)
        self._right: Array = np.zeros(0)
        self._title = ""
        self._sentence: Callable[[int], str] = str
        self._cursor = self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def products(self) -> Array:
        """The numbers that are drawn."""
        return np.asarray(self._left * self._right)

    @property
    def line(self) -> str:
        """What is written above the bars."""
        shown = self._shown()
        return self._sentence(shown) if shown >= 0 else self._title

    def set_terms(self, left: Array, right: Array, title: str, sentence: Callable[[int], str]) -> None:
        """Show these products; `sentence` says one of them in words."""
        self._left, self._right = np.asarray(left), np.asarray(right)
        self._title, self._sentence = title, sentence
        last = len(self._left) - 1
        self._cursor, self._hover = min(self._cursor, last), min(self._hover, last)
        self._say()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(24 * size), int(7 * size))

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(10 * size), int(4.4 * size))

    def bar_rects(self) -> list[QRectF]:
        """Places of all bars."""
        area, (low, high) = self._area(), self._ends()
        width, scale = area.width() / max(1, len(self._left)), area.height() / (high - low)
        zero = area.bottom() + low * scale
        return [
            QRectF(area.left() + index * width, zero - max(value, 0.0) * scale, width, abs(value) * scale)
            for index, value in enumerate(self.products.tolist())
        ]

    def _ends(self) -> tuple[float, float]:
        """The smallest and the largest number on the axis; 0 lies between them."""
        products = self.products
        low, high = float(products.min(initial=0.0)), float(products.max(initial=0.0))
        return (low, high) if high > low else (-1.0, 1.0)

    def zero(self) -> float:
        """Height of the line from which the bars go up and down."""
        area, (low, high) = self._area(), self._ends()
        return area.bottom() + low / (high - low) * area.height()

    def _area(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        left = metrics.horizontalAdvance("−00.00") + 0.4 * marks.em(self)
        top = 1.35 * metrics.height()
        return QRectF(left, top, max(1.0, self.width() - left - 4), max(1.0, self.height() - top - 4))

    def _shown(self) -> int:
        return self._hover if self._hover >= 0 else self._cursor if self.hasFocus() else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, area, line = self._theme, self._area(), QFontMetricsF(self.font()).height()
        painter.setFont(numbers.tabular(self.font()))
        painter.setPen(QColor(theme.text))
        heading = QRectF(2, 0, self.width() - 4, 1.2 * line)
        text = QFontMetricsF(painter.font()).elidedText(self.line, Qt.TextElideMode.ElideRight, heading.width())
        painter.drawText(heading, Qt.AlignmentFlag.AlignVCenter, text)
        if not len(self._left):
            return
        painter.setPen(QColor(theme.muted))
        low, high = self._ends()
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value, y in ((high, area.top()), (low, area.bottom() - line)):
            place = QRectF(0, y, area.left() - 0.4 * marks.em(self), line)
            if value:
                painter.drawText(place, side, numbers.score(value))
        shown = self._shown()
        bars = self.bar_rects()
        gap = min(1.0, bars[0].width() / 6)
        negative = self.products < 0
        painter.setPen(Qt.PenStyle.NoPen)
        for is_below, share in ((True, 0.08), (False, 0.92)):
            painter.setBrush(QColor(hex_colour(share, name=DIFFERENCE_MAP)))
            painter.drawRects([b.adjusted(gap, 0, -gap, 0) for b, below in zip(bars, negative) if below == is_below])
        if shown >= 0:
            full = QRectF(bars[shown].left(), area.top(), bars[shown].width(), area.height())
            marks.ring(painter, full, theme.focus, theme.surface, 0.1 * marks.em(self))
        painter.setPen(QPen(QColor(theme.text), 1))
        zero = self.zero()
        painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area, n = self._area(), len(self._left)
        inside = n and area.left() <= event.position().x() < area.right()
        self._set_hover(int((event.position().x() - area.left()) / area.width() * n) if inside else -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)
        self._cursor = self._hover

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -10_000, Qt.Key.Key_End: 10_000}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not len(self._left):
            super().keyPressEvent(event)
            return
        self._cursor = min(max(self._cursor + step, 0), len(self._left) - 1)
        self._hover = -1
        self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._cursor = max(self._cursor, 0) if len(self._left) else -1
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._tell()

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self._tell()

    def _tell(self) -> None:
        self._say()
        self.update()
        self.pointed.emit(self._shown())

    def _say(self) -> None:
        marks.speak(self, self.line)
