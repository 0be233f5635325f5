"""Curves over the steps of a training, with a marker that is dragged to choose a moment."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.fitted import draw_fitted


@dataclass(frozen=True)
class StepLine:
    """One curve.

    Attributes
    ----------
    name : str
        Written at its right end; empty: not written.
    points : tuple of (x, y)
        In order of x.
    ink : str
        Name of a colour in `Theme`.
    dashed, strong : bool
        Curves differ in their line as well as in their colour.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    ink: str = "muted"
    dashed: bool = False
    strong: bool = False


class StepCurves(QWidget):
    """Curves on linear axes; x begins at 0.

    Signals
    -------
    picked : float
        x under the pressed pointer, within the axis.
    """

    picked = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._lines: tuple[StepLine, ...] = ()
        self._top = 1.0
        self._title = ""
        self._marker: float | None = None
        self._level: tuple[float, str] | None = None
        self._last = 1.0
        self._area: QRectF | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_title(self, title: str) -> None:
        """What the curves are."""
        self._title = title
        self.setAccessibleName(title)
        self.update()

    def set_lines(self, lines: Sequence[StepLine], top: float, level: tuple[float, str] | None = None) -> None:
        """Show these on an axis from 0 to `top`; `level`: a dotted line at that height with its name."""
        self._lines, self._top, self._level = tuple(lines), top, level
        self._last = max((x for line in lines for x, _ in line.points), default=1.0) or 1.0
        self._area = None
        self.update()

    def set_marker(self, x: float | None) -> None:
        """The chosen moment."""
        self._marker = x
        self.update()

    @property
    def lines(self) -> tuple[StepLine, ...]:
        """What is shown."""
        return self._lines

    @property
    def marker(self) -> float | None:
        """The chosen moment."""
        return self._marker

    # Places ----------------------------------------------------------------------------------------------------

    def plot_rect(self) -> QRectF:
        """The area between the axes."""
        if self._area is None:
            metrics = QFontMetricsF(self._small())
            line = metrics.height()
            right = max((metrics.horizontalAdvance(curve.name) for curve in self._lines), default=0.0) + 0.9 * line
            left = metrics.horizontalAdvance("00.0") + 0.5 * line
            width, height = self.width() - left - max(right, 1.5 * line), self.height() - 3.0 * line
            self._area = QRectF(left, 1.6 * line, max(10.0, width), max(10.0, height))
        return self._area

    def place(self, x: float, y: float) -> QPointF:
        """Where a point is painted."""
        rect = self.plot_rect()
        up = min(max(y / self._top, 0.0), 1.0)
        return QPointF(rect.left() + rect.width() * x / self._last, rect.bottom() - rect.height() * up)

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(22 * size), int(11 * size))

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(11 * size), int(6 * size))

    def _small(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, size, theme = self.plot_rect(), marks.em(self), self._theme
        line = QFontMetricsF(self._small()).height()
        title = QFont(self._small())
        title.setBold(True)
        painter.setFont(title)
        painter.setPen(QColor(theme.text))
        place = QRectF(2, 0, self.width() - 2, 1.3 * line)
        draw_fitted(painter, place, Qt.AlignmentFlag.AlignVCenter, self._title)
        if not self._lines:
            return
        painter.setFont(self._small())
        self._paint_axes(painter, rect, line)
        if self._marker is not None:
            x = self.place(self._marker, 0).x()
            painter.setPen(QPen(QColor(theme.text), max(1.2, 0.1 * size)))
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        for curve in sorted(self._lines, key=lambda curve: curve.strong):
            pen = QPen(QColor(getattr(theme, curve.ink)), max(1.2, (0.2 if curve.strong else 0.09) * size))
            if curve.dashed:
                pen.setDashPattern([4, 2])
            painter.setPen(pen)
            painter.drawPolyline([self.place(*point) for point in curve.points])
            painter.setBrush(QColor(getattr(theme, curve.ink)))
            painter.setPen(Qt.PenStyle.NoPen)
            for point in curve.points:
                if curve.strong or point[0] == self._marker:
                    painter.drawEllipse(self.place(*point), 0.22 * size, 0.22 * size)
        self._paint_names(painter, rect, line)

    def _paint_axes(self, painter: QPainter, rect: QRectF, line: float) -> None:
        theme = self._theme
        step = _round_step(self._top)
        for n in range(int(self._top / step + 1e-9) + 1):
            y = self.place(0, n * step).y()
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
            painter.setPen(QColor(theme.muted))
            place = QRectF(0, y - line / 2, rect.left() - 0.3 * line, line)
            painter.drawText(
                place,
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                numbers.fixed(n * step, int(step < 1)),
            )
        step = _round_step(self._last)
        for n in range(int(self._last / step + 1e-9) + 1):
            x = self.place(n * step, 0).x()
            painter.setPen(QColor(theme.muted))
            place = QRectF(x - 4 * line, rect.bottom() + 0.15 * line, 8 * line, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, numbers.count(round(n * step)))
        if self._level is not None:
            height, name = self._level
            y = self.place(0, height).y()
            painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
            painter.setPen(QColor(theme.muted))
            place = QRectF(rect.left(), y - 1.05 * line, rect.width() - 0.3 * line, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight, name)  # at the left all curves begin as low

    def _paint_names(self, painter: QPainter, rect: QRectF, line: float) -> None:
        """At the right ends, pushed apart where they would overlap."""
        named = [curve for curve in self._lines if curve.name and curve.points]
        ends = sorted(((self.place(*curve.points[-1]).y(), n) for n, curve in enumerate(named)), reverse=True)
        highest = rect.bottom() + 0.7 * line
        for height, n in ends:
            highest = min(height, highest - 0.9 * line)
            curve = named[n]
            font = QFont(self._small())
            font.setBold(curve.strong)
            painter.setFont(font)
            painter.setPen(QColor(getattr(self._theme, curve.ink)))
            place = QRectF(rect.right() + 0.4 * line, highest - line / 2, self.width() - rect.right(), line)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, curve.name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._area = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LocaleChange):
            self._area = None
            self.update()

    # Mouse -----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            rect = self.plot_rect()
            along = min(max((event.position().x() - rect.left()) / rect.width(), 0.0), 1.0)
            self.picked.emit(along * self._last)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)


def _round_step(reach: float) -> float:
    """1, 2 or 5 times a power of ten, so that two to five steps lead from 0 to `reach`."""
    power = 10.0 ** math.floor(math.log10(reach / 2))
    return power * max(step for step in (1, 2, 5) if step * power <= reach / 2 + 1e-9)
