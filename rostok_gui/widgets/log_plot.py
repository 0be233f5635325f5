"""A plot with two logarithmic axes, on which a power law is a straight line and its exponent the slope."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme


@dataclass(frozen=True)
class Curve:
    """Points of one quantity; all x and y above 0.

    Attributes
    ----------
    ink : str
        Name of the colour in `Theme`.
    sign : str
        ``"circle"``, ``"square"``, ``"diamond"`` or ``"triangle"``: curves differ in shape as well as in colour.
    """

    name: str
    ink: str
    sign: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Guide:
    """A dashed line of the given slope through a point."""

    name: str
    slope: float
    through: tuple[float, float]


class LogPlot(QWidget):
    """Curves with their names at their right ends, guides of a known slope, one vertical marker."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = load_theme("light")
        self.curves: tuple[Curve, ...] = ()
        self.guides: tuple[Guide, ...] = ()
        self.x_ticks: tuple[float, ...] = (1.0, 10.0)
        self.y_range = (1.0, 10.0)
        self.marker: float | None = None
        self.titles = ("", "")
        self.empty_text = ""
        self.y_format: Callable[[float], str] = lambda y: f"{y:g}"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_axes(self, x_ticks: tuple[float, ...], titles: tuple[str, str], y_format: Callable[[float], str]) -> None:
        """The labelled places of x (first and last bound the axis), what x and y are, how y is written."""
        self.x_ticks, self.titles, self.y_format = x_ticks, titles, y_format
        self.update()

    def set_curves(self, curves: tuple[Curve, ...], guides: tuple[Guide, ...] = ()) -> None:
        """Show `curves`; the y axis covers whole decades around them."""
        self.curves, self.guides = curves, guides
        values = [y for curve in curves for _, y in curve.points]
        if values:
            low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
            self.y_range = (10.0**low, 10.0 ** max(high, low + 1))
        self.update()

    def set_marker(self, x: float | None) -> None:
        """Where the vertical line stands."""
        self.marker = x
        self.update()

    def set_empty_text(self, text: str) -> None:
        """What is written while there are no curves."""
        self.empty_text = text
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(10 * em, 8 * em)

    # Where things are ------------------------------------------------------------------------------------------

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    def plot_rect(self) -> QRectF:
        """The area between the axes."""
        metrics = QFontMetricsF(self._small())
        line = metrics.height()
        left = max((metrics.horizontalAdvance(self.y_format(y)) for y in self._decades()), default=0.0) + line * 0.8
        right = max((metrics.horizontalAdvance(curve.name) for curve in self.curves), default=0.0) + line
        right = min(right, self.width() * 0.42)
        return QRectF(left, line * 1.5, max(10.0, self.width() - left - right), max(10.0, self.height() - line * 4.0))

    def place(self, x: float, y: float) -> QPointF:
        """Where the point (x, y) is painted."""
        rect = self.plot_rect()
        low, high = self.y_range
        along = math.log(x / self.x_ticks[0]) / math.log(self.x_ticks[-1] / self.x_ticks[0])
        up = math.log(y / low) / math.log(high / low)
        return QPointF(rect.left() + along * rect.width(), rect.bottom() - up * rect.height())

    def _decades(self) -> list[float]:
        low, high = (round(math.log10(bound)) for bound in self.y_range)
        step = 1 + (high - low) // 8
        return [10.0**power for power in range(low, high + 1, step)]

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small())
        rect = self.plot_rect()
        painter.fillRect(rect, QColor(self.theme.surface))
        self._paint_axes(painter, rect)
        if self.curves:
            self._paint_guides(painter, rect)
            for curve in self.curves:
                self._paint_curve(painter, curve)
            self._paint_names(painter, rect)
        else:
            painter.setPen(QColor(self.theme.muted))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(rect.adjusted(8, 8, -8, -8), flags, self.empty_text)
        painter.end()

    def _paint_axes(self, painter: QPainter, rect: QRectF) -> None:
        line = QFontMetricsF(painter.font()).height()
        if self.marker is not None:
            x = self.place(self.marker, self.y_range[0]).x()
            painter.setPen(QPen(QColor(self.theme.text), 1.2, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        last = -1e9
        for tick in self.x_ticks:
            x = self.place(tick, self.y_range[0]).x()
            painter.setPen(QPen(QColor(self.theme.line), 1))
            painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, rect.bottom() + 4))
            text = f"{tick:g}"
            half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2
            if x - half > last + 4:
                painter.setPen(QColor(self.theme.muted))
                box = QRectF(x - 3 * line, rect.bottom() + 4, 6 * line, line)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
                last = x + half
        for y in self._decades() if self.curves else ():
            height = self.place(self.x_ticks[0], y).y()
            painter.setPen(QPen(QColor(self.theme.line), 1))
            painter.drawLine(QPointF(rect.left(), height), QPointF(rect.right(), height))
            painter.setPen(QColor(self.theme.muted))
            box = QRectF(0, height - line / 2, rect.left() - 5, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.y_format(y))
        painter.setPen(QPen(QColor(self.theme.muted), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topLeft(), rect.bottomLeft())
        painter.setPen(QColor(self.theme.text))
        below = QRectF(rect.left(), rect.bottom() + 4 + line, rect.width(), line * 1.2)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.titles[0])
        painter.drawText(QRectF(2, 0, self.width() - 4, line * 1.3), Qt.AlignmentFlag.AlignLeft, self.titles[1])

    def _paint_guides(self, painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.setClipRect(rect)
        metrics = QFontMetricsF(painter.font())
        line = metrics.height()
        pen = QPen(QColor(self.theme.muted), 1.2)
        pen.setDashPattern([4, 3])
        for n, guide in enumerate(self.guides):
            start, end = self.guide_line(guide)
            painter.setPen(pen)
            painter.drawLine(start, end)
            if math.hypot(end.x() - start.x(), end.y() - start.y()) < metrics.horizontalAdvance(guide.name) + line:
                continue
            painter.save()
            painter.translate((start + end) / 2)
            painter.rotate(math.degrees(math.atan2(end.y() - start.y(), end.x() - start.x())))
            above = -line * 1.05 if n % 2 else line * 0.05
            painter.setPen(QColor(self.theme.muted))
            painter.drawText(QRectF(-10 * line, above, 20 * line, line), Qt.AlignmentFlag.AlignCenter, guide.name)
            painter.restore()
        painter.restore()

    def guide_line(self, guide: Guide) -> tuple[QPointF, QPointF]:
        """The part of a guide that lies inside the plot."""
        x, y = guide.through
        low, high = self.y_range
        bounds = sorted(x * (bound / y) ** (1 / guide.slope) for bound in (low, high))
        left, right = max(self.x_ticks[0], bounds[0]), min(self.x_ticks[-1], bounds[1])
        return self.place(left, y * (left / x) ** guide.slope), self.place(right, y * (right / x) ** guide.slope)

    def _paint_curve(self, painter: QPainter, curve: Curve) -> None:
        places = [self.place(x, y) for x, y in curve.points]
        painter.setPen(QPen(QColor(getattr(self.theme, curve.ink)), 1.8))
        painter.drawPolyline(places)
        painter.setBrush(QColor(getattr(self.theme, curve.ink)))
        radius = QFontMetricsF(painter.font()).height() * 0.22
        for place in places:
            draw_sign(painter, curve.sign, place, radius)

    def _paint_names(self, painter: QPainter, rect: QRectF) -> None:
        """The names at the right ends, pushed apart where they would overlap."""
        metrics = QFontMetricsF(painter.font())
        line = metrics.height()
        ends = sorted((self.place(*curve.points[-1]).y(), n) for n, curve in enumerate(self.curves) if curve.points)
        lowest = rect.top() - line
        for height, n in ends:
            curve = self.curves[n]
            lowest = max(height - line / 2, lowest + line)
            painter.setPen(QColor(getattr(self.theme, curve.ink)))
            place = QRectF(rect.right() + line * 0.5, lowest, self.width() - rect.right() - line * 0.5, line)
            text = metrics.elidedText(curve.name, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def draw_sign(painter: QPainter, sign: str, centre: QPointF, radius: float) -> None:
    """Paint the sign of a curve at one of its points."""
    corners: dict[str, list[tuple[float, float]]] = {
        "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
        "triangle": [(0, -1.2), (1.2, 1), (-1.2, 1)],
    }
    if sign == "circle":
        painter.drawEllipse(centre, radius, radius)
    else:
        painter.drawPolygon([centre + QPointF(x, y) * radius for x, y in corners[sign]])
