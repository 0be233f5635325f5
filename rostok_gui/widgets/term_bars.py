"""A sum as bars: one bar for every product in it, up for positive, down for negative."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, hex_colour
from rostok_gui.widgets.fitted import draw_fitted

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
        self._products: Array = np.zeros(0)
        self._title = ""
        self._sentence: Callable[[int], str] = str
        self._cursor = self._hover = -1
        self._font: tuple[QFont, QFontMetricsF] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def products(self) -> Array:
        """The numbers that are drawn."""
        return self._products

    @property
    def line(self) -> str:
        """What is written above the bars."""
        shown = self._shown()
        return self._sentence(shown) if shown >= 0 else self._title

    def set_terms(self, left: Array, right: Array, title: str, sentence: Callable[[int], str]) -> None:
        """Show these products; `sentence` says one of them in words."""
        old, line = self._products, self.line
        self._products, self._title, self._sentence = np.asarray(left * right), title, sentence
        last = len(self._products) - 1
        self._cursor, self._hover = min(self._cursor, last), min(self._hover, last)
        self._say()
        if self.line != line:
            self.update()
        elif not np.array_equal(self._products, old):
            self.update(self.rect().adjusted(0, int(self._heading().bottom()), 0, 0))

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
        return self._rects(0.0)

    def _rects(self, gap: float) -> list[QRectF]:
        """Places of all bars, narrower by `gap` at both sides."""
        area, (low, high), n = self._area(), self._ends(), max(1, len(self._products))
        step, scale = area.width() / n, area.height() / (high - low)
        zero, width = area.bottom() + low * scale, step - 2 * gap
        lefts = (area.left() + gap + step * np.arange(len(self._products))).tolist()
        tops = (zero - np.maximum(self._products, 0.0) * scale).tolist()
        heights = (np.abs(self._products) * scale).tolist()
        return [QRectF(left, top, width, height) for left, top, height in zip(lefts, tops, heights)]

    def _ends(self) -> tuple[float, float]:
        """The smallest and the largest number on the axis; 0 lies between them."""
        low, high = float(self._products.min(initial=0.0)), float(self._products.max(initial=0.0))
        return (low, high) if high > low else (-1.0, 1.0)

    def zero(self) -> float:
        """Height of the line from which the bars go up and down."""
        area, (low, high) = self._area(), self._ends()
        return area.bottom() + low / (high - low) * area.height()

    def _text_font(self) -> tuple[QFont, QFontMetricsF]:
        if self._font is None:
            font = numbers.tabular(self.font())
            self._font = font, QFontMetricsF(font)
        return self._font

    def _heading(self) -> QRectF:
        """Place of the line above the bars."""
        return QRectF(2, 0, self.width() - 4, 1.2 * self._text_font()[1].height())

    def _area(self) -> QRectF:
        _, metrics = self._text_font()
        left = metrics.horizontalAdvance("−00.00") + 0.4 * marks.em(self)
        top = 1.35 * metrics.height()
        return QRectF(left, top, max(1.0, self.width() - left - 4), max(1.0, self.height() - top - 4))

    def _shown(self) -> int:
        return self._hover if self._hover >= 0 else self._cursor if self.hasFocus() else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, area, size = self._theme, self._area(), marks.em(self)
        font, metrics = self._text_font()
        line, heading = metrics.height(), self._heading()
        painter.setFont(font)
        if event.region().boundingRect().top() < int(heading.bottom()):
            painter.setPen(QColor(theme.text))
            draw_fitted(painter, heading, Qt.AlignmentFlag.AlignVCenter, self.line)
        n = len(self._products)
        if n:
            self._paint_ends(painter, area, line)
            self._paint_bars(painter, min(1.0, area.width() / n / 6))
            shown = self._shown()
            if shown >= 0:
                step = area.width() / n
                full = QRectF(area.left() + shown * step, area.top(), step, area.height())
                marks.ring(painter, full, theme.focus, theme.surface, 0.1 * size)
            painter.setPen(QPen(QColor(theme.text), 1))
            zero = self.zero()
            painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))
        if self.hasFocus():
            marks.focus_frame(painter, self, theme)
        painter.end()

    def _paint_ends(self, painter: QPainter, area: QRectF, line: float) -> None:
        """The largest and the smallest number, at the left."""
        painter.setPen(QColor(self._theme.muted))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        low, high = self._ends()
        for value, y in ((high, area.top()), (low, area.bottom() - line)):
            if value:
                place = QRectF(0, y, area.left() - 0.4 * marks.em(self), line)
                painter.drawText(place, side, numbers.score(value))

    def _paint_bars(self, painter: QPainter, gap: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        bars, below = self._rects(gap), (self._products < 0).tolist()
        for is_below, colour in zip((True, False), _inks()):
            painter.setBrush(colour)
            painter.drawRects([bar for bar, negative in zip(bars, below) if negative == is_below])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area, n = self._area(), len(self._products)
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
        if step is None or not len(self._products):
            super().keyPressEvent(event)
            return
        self._cursor = min(max(self._cursor + step, 0), len(self._products) - 1)
        self._hover = -1
        self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._cursor = max(self._cursor, 0) if len(self._products) else -1
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._tell()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._font = None

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


@cache
def _inks() -> tuple[QColor, QColor]:
    """Colours of what is below and above 0."""
    below, above = (QColor(hex_colour(share, name=DIFFERENCE_MAP)) for share in (0.08, 0.92))
    return below, above
