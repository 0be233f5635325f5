"""Probabilities along a text: one line for each reader, the tokens under the axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.fitted import draw_fitted
from rostok_gui.widgets.log_plot import draw_sign

_NONE = -1
_DASHES: dict[str, list[float]] = {"circle": [], "square": [5, 2], "triangle": [1.5, 2]}
_TOPS = (0.1, 0.2, 0.5, 1.0)
"""Where the axis may end."""


@dataclass(frozen=True)
class Line:
    """One probability for each token.

    Attributes
    ----------
    ink : str
        Name of the colour in `Theme`.
    sign : str
        ``"circle"``, ``"square"`` or ``"triangle"``: its points and its dashes, so that colour is not alone.
    values : tuple of float
        T probabilities; NaN where there is none.
    """

    name: str
    ink: str
    sign: str
    values: tuple[float, ...]


class TokenPlot(QWidget):
    """Lines over tokens that can be pointed at, clicked and walked through with the arrow keys.

    Signals
    -------
    chosen, hovered : int
        Position of a token; -1 when the pointer leaves.
    """

    chosen = Signal(int)
    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._labels: tuple[str, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self._here: frozenset[int] = frozenset()
        self._selected = self._hover = _NONE
        self._empty = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown ---------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_empty_text(self, text: str) -> None:
        """What is written while there are no lines."""
        self._empty = text
        self.update()

    def set_lines(self, labels: Sequence[str], lines: Sequence[Line], here: Sequence[int], selected: int) -> None:
        """Show `lines` over the tokens with these labels.

        Parameters
        ----------
        here : sequence of int
            Positions with a ▼: what is looked for really comes there.
        selected : int
            Position of the vertical line and of the numbers in the legend.
        """
        self._labels, self._lines = tuple(labels), tuple(lines)
        self._here, self._selected = frozenset(here), selected
        self._say()
        self.update()

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is drawn."""
        return self._lines

    @property
    def here(self) -> frozenset[int]:
        """Positions with a ▼."""
        return self._here

    @property
    def top(self) -> float:
        """The probability at the upper end of the axis: the least of a few that is above all lines."""
        most = max((v for line in self._lines for v in line.values if not math.isnan(v)), default=0.0)
        return next((top for top in _TOPS if most <= top), 1.0)

    def legend(self, line: Line) -> str:
        """The name of a line and its number at the selected token."""
        inside = 0 <= self._selected < len(line.values)
        return f"{line.name} {exact_percent(line.values[self._selected])}" if inside else line.name

    # Places ----------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(int(30 * marks.em(self)), int(14 * marks.em(self)))

    def minimumSizeHint(self) -> QSize:
        return QSize(int(14 * marks.em(self)), int(9 * marks.em(self)))

    def plot_rect(self) -> QRectF:
        """The area between the axes."""
        size = marks.em(self)
        left = QFontMetricsF(self._small()).horizontalAdvance(numbers.percent(1.0)) + size
        top, bottom = 2.6 * size, self._depth() + 0.9 * size
        return QRectF(left, top, max(size, self.width() - left - size), max(size, self.height() - top - bottom))

    def place(self, position: int, value: float) -> QPointF:
        """Where a probability of the token at `position` is painted."""
        rect = self.plot_rect()
        step = rect.width() / max(len(self._labels), 1)
        return QPointF(rect.left() + (position + 0.5) * step, rect.bottom() - value / self.top * rect.height())

    def position_at(self, point: QPointF) -> int:
        """Position of the token above or below which `point` lies, -1 for none."""
        rect = self.plot_rect()
        if not self._labels or not rect.left() <= point.x() <= rect.right() or point.y() < rect.top() - marks.em(self):
            return _NONE
        return min(int((point.x() - rect.left()) / rect.width() * len(self._labels)), len(self._labels) - 1)

    def _small(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    def _depth(self) -> float:
        """Height of the upright tokens under the axis."""
        metrics = QFontMetricsF(self._small())
        widest = max((metrics.horizontalAdvance(label) for label in self._labels), default=0.0)
        return min(widest, 0.28 * self.height(), 6 * marks.em(self))

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small())
        rect = self.plot_rect()
        painter.fillRect(rect, QColor(self._theme.surface))
        if not self._lines:
            painter.setPen(QColor(self._theme.muted))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(QRectF(self.rect()).adjusted(8, 8, -8, -8), flags, self._empty)
            return
        self._paint_axes(painter, rect)
        for line in self._lines:
            self._paint_line(painter, line)
        self._paint_legend(painter)

    def _paint_axes(self, painter: QPainter, rect: QRectF) -> None:
        theme, size = self._theme, marks.em(self)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for tick in (0.0, self.top / 2, self.top):
            y = self.place(0, tick).y()
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
            painter.setPen(QColor(theme.muted))
            painter.drawText(QRectF(0, y - size, rect.left() - 0.4 * size, 2 * size), right, numbers.percent(tick))
        if 0 <= self._selected < len(self._labels):
            x = self.place(self._selected, 0).x()
            painter.setPen(QPen(QColor(theme.query_ink), size / 6))
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        painter.setPen(QColor(theme.text))
        for position in self._here:
            x = self.place(position, 0).x()
            painter.drawText(QRectF(x - size, rect.top() - 1.1 * size, 2 * size, size), _MIDDLE, "▼")
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.focus), size / 8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect)
        self._paint_tokens(painter, rect)

    def _paint_tokens(self, painter: QPainter, rect: QRectF) -> None:
        """Upright tokens: all, or every so manieth, and always the selected one."""
        metrics, theme = QFontMetricsF(painter.font()), self._theme
        step = rect.width() / len(self._labels)
        every = max(1, math.ceil(0.95 * metrics.height() / step))
        chosen = self._hover if self._hover != _NONE else self._selected
        depth = self._depth()
        for position, label in enumerate(self._labels):
            special = position in (chosen, self._selected)
            crowded = 0 < abs(position - chosen) * step < metrics.height() or (
                0 < abs(position - self._selected) * step < metrics.height()
            )
            if not special and (position % every or crowded):
                continue
            painter.save()
            painter.translate(self.place(position, 0).x(), rect.bottom() + 0.4 * metrics.height())
            painter.rotate(-90)
            painter.setPen(QColor(theme.query_ink if position == self._selected else theme.text))
            where = QRectF(-depth, -metrics.height() / 2, depth, metrics.height())
            draw_fitted(painter, where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)
            painter.restore()

    def _pen(self, line: Line) -> QPen:
        pen = QPen(QColor(getattr(self._theme, line.ink)), marks.em(self) / 7)
        if _DASHES[line.sign]:
            pen.setDashPattern(_DASHES[line.sign])
        return pen

    def _paint_line(self, painter: QPainter, line: Line) -> None:
        places = [None if math.isnan(v) else self.place(t, v) for t, v in enumerate(line.values)]
        painter.setPen(self._pen(line))
        for one, other in pairwise(places):
            if one is not None and other is not None:
                painter.drawLine(one, other)
        size = marks.em(self)
        radius = min(0.26 * size, 0.3 * self.plot_rect().width() / max(len(self._labels), 1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(self._theme, line.ink)))
        for position, place in enumerate(places):
            if place is not None and (radius > 0.12 * size or position == self._selected):
                draw_sign(painter, line.sign, place, 0.34 * size if position == self._selected else radius)

    def _paint_legend(self, painter: QPainter) -> None:
        size = marks.em(self)
        room = (self.width() - size) / len(self._lines)
        for n, line in enumerate(self._lines):
            x, y = 0.5 * size + n * room, 0.7 * size
            painter.setPen(self._pen(line))
            painter.drawLine(QPointF(x, y), QPointF(x + 2 * size, y))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(getattr(self._theme, line.ink)))
            draw_sign(painter, line.sign, QPointF(x + size, y), 0.28 * size)
            painter.setPen(QColor(self._theme.text))
            place = QRectF(x + 2.4 * size, 0, room - 2.6 * size, 1.4 * size)
            draw_fitted(painter, place, _LEFT, self.legend(line))

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.position_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(_NONE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = self.position_at(event.position())
        if position != _NONE and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._labels) - 1
        steps = {
            Qt.Key.Key_Left: max(self._selected - 1, 0),
            Qt.Key.Key_Right: min(self._selected + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if last >= 0 and key in steps:
            self.chosen.emit(steps[key])
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _set_hover(self, position: int) -> None:
        if position != self._hover:
            self._hover = position
            self.hovered.emit(position)
            self.update()

    def _say(self) -> None:
        inside = 0 <= self._selected < len(self._labels)
        parts = ([self._labels[self._selected]] if inside else []) + [self.legend(line) for line in self._lines]
        marks.speak(self, ", ".join(parts))


def exact_percent(p: float) -> str:
    """A probability in per cent; what is not zero does not become zero, and one decimal where it matters."""
    if 0 < p < 0.0005:
        return f"<{numbers.fixed(0.1, 1)}\N{NO-BREAK SPACE}%"
    return numbers.percent(p) if math.isnan(p) or p >= 0.1 else f"{numbers.fixed(100 * p, 1)}\N{NO-BREAK SPACE}%"


_MIDDLE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
