"""Curves over a logarithmic axis that is dragged to choose a place, and outlines of histograms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

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
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.fitted import draw_fitted
from rostok_gui.widgets.log_plot import draw_sign
from rostok_gui.widgets.powers import power_of_ten


@dataclass(frozen=True)
class Look:
    """How one quantity is drawn in every picture.

    Attributes
    ----------
    ink : str
        Name of a colour in `Theme`.
    sign : str
        ``"circle"``, ``"square"``, ``"diamond"`` or ``"triangle"``.
    dashes : tuple of float
        Lengths of dashes and gaps in widths of the line; empty: unbroken.
    width : float
        Of the line, in em.
    """

    ink: str
    sign: str
    dashes: tuple[float, ...] = ()
    width: float = 0.11

    def pen(self, theme: Theme, em: float) -> QPen:
        """The pen of its line."""
        pen = QPen(QColor(getattr(theme, self.ink)), max(1.2, self.width * em))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.dashes:
            pen.setDashPattern(list(self.dashes))
        return pen


@dataclass(frozen=True)
class Line:
    """A curve.

    Attributes
    ----------
    points : tuple of (x, y)
        In order of x.
    note : str
        Written where the curve crosses the marker.
    theory : tuple of (x, y)
        Drawn as a broad grey line under the curve; empty: none.
    """

    look: Look
    points: tuple[tuple[float, float], ...]
    note: str = ""
    theory: tuple[tuple[float, float], ...] = ()


class _Plot(QWidget):
    """What both pictures share: a title, a frame, a theme."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._title = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.update()

    def set_title(self, title: str) -> None:
        """What is drawn, in a few words above the picture."""
        self._title = title
        self.setAccessibleName(title)
        self.update()

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(24 * size), int(13 * size))

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(12 * size), int(6.5 * size))

    def _small(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    def plot_rect(self) -> QRectF:
        """The area between the axes."""
        metrics = QFontMetricsF(self._small())
        line = metrics.height()
        left = metrics.horizontalAdvance("00.00") + 0.4 * line
        width, height = self.width() - left - 1.5 * line, self.height() - 3.0 * line
        return QRectF(left, 1.6 * line, max(10.0, width), max(10.0, height))

    def _paint_frame(self, painter: QPainter) -> None:
        rect, line = self.plot_rect(), QFontMetricsF(self._small()).height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, QColor(self._theme.surface))
        bold = QFont(self._small())
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(QColor(self._theme.text))
        room = QRectF(2, 0, self.width() - 4, 1.4 * line)
        draw_fitted(painter, room, Qt.AlignmentFlag.AlignVCenter, self._title)
        painter.setFont(self._small())

    def _paint_axes(self, painter: QPainter) -> None:
        rect = self.plot_rect()
        painter.setPen(QPen(QColor(self._theme.muted), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topLeft(), rect.bottomLeft())

    def _paint_x_tick(self, painter: QPainter, x: float, text: str) -> None:
        rect, line = self.plot_rect(), QFontMetricsF(self._small()).height()
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, rect.bottom() + 0.25 * line))
        painter.setPen(QColor(self._theme.muted))
        place = QRectF(x - 3 * line, rect.bottom() + 0.25 * line, 6 * line, line)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


class CurvePlot(_Plot):
    """Curves of positive x on a logarithmic axis; y is linear from 0 to 1, or logarithmic.

    Signals
    -------
    picked : float
        x under the pressed pointer.
    stepped : int
        Left and right keys: -1 and 1; Page Down and Page Up: -10 and 10.
    """

    picked = Signal(float)
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, logarithmic: bool = True) -> None:
        super().__init__(parent)
        self._logarithmic = logarithmic
        self._lines: tuple[Line, ...] = ()
        self._x_range, self._y_range = (1.0, 1024.0), (0.1, 10.0) if logarithmic else (0.0, 1.0)
        self._marker: float | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is drawn."""
        return self._lines

    @property
    def y_range(self) -> tuple[float, float]:
        """The ends of the y axis."""
        return self._y_range

    def set_lines(self, lines: Sequence[Line], marker: float | None) -> None:
        """Show these and a vertical line at `marker`."""
        self._lines, self._marker = tuple(lines), marker
        self.update()

    def set_ranges(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """The ends of both axes."""
        self._x_range, self._y_range = x, y
        self.update()

    def place(self, x: float, y: float) -> QPointF:
        """Where a point is painted; beyond the ends of y it stands at the end."""
        rect = self.plot_rect()
        low, high = self._x_range
        along = math.log(x / low) / math.log(high / low)
        bottom, top = self._y_range
        y = min(max(y, bottom), top)
        up = math.log(y / bottom) / math.log(top / bottom) if self._logarithmic else (y - bottom) / (top - bottom)
        return QPointF(rect.left() + along * rect.width(), rect.bottom() - up * rect.height())

    def x_at(self, point: QPointF) -> float:
        """The x under a point, within the axis."""
        rect = self.plot_rect()
        along = min(max((point.x() - rect.left()) / rect.width(), 0.0), 1.0)
        low, high = self._x_range
        return float(low * (high / low) ** along)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_frame(painter)
        self._paint_grid(painter)
        size = marks.em(self)
        rect = self.plot_rect()
        painter.save()
        painter.setClipRect(rect.adjusted(-size, -size, size, size))
        for line in self._lines:
            grey = QColor(self._theme.muted)
            grey.setAlpha(90)
            road = QPen(grey, 0.5 * size)
            road.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(road)
            painter.drawPolyline([self.place(*point) for point in line.theory])
        for line in self._lines:
            self._paint_line(painter, line, size)
        painter.restore()
        self._paint_axes(painter)
        self._paint_marker(painter, size)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.focus), 2))
            painter.drawRect(rect.adjusted(-1, -1, 1, 1))
        painter.end()

    def _paint_line(self, painter: QPainter, line: Line, size: float) -> None:
        places = [self.place(*point) for point in line.points]
        painter.setPen(line.look.pen(self._theme, size))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(places)
        colour = QColor(getattr(self._theme, line.look.ink))
        painter.setPen(QPen(QColor(self._theme.surface), 1))
        painter.setBrush(colour)
        for place in places:
            draw_sign(painter, line.look.sign, place, 0.27 * size)

    def _y_ticks(self) -> list[tuple[float, str]]:
        bottom, top = self._y_range
        if not self._logarithmic:
            return [(share, numbers.fixed(share, 1)) for share in (0.0, 0.25, 0.5, 0.75, 1.0) if share in (0, 0.5, 1)]
        low, high = round(math.log10(bottom)), round(math.log10(top))
        most = max(1, int(self.plot_rect().height() / (1.6 * QFontMetricsF(self._small()).height())))
        step = -(-(high - low) // most)
        return [(10.0**p, f"{10**p}" if 0 <= p <= 2 else power_of_ten(p)) for p in range(low, high + 1, step)]

    def _paint_grid(self, painter: QPainter) -> None:
        rect, line = self.plot_rect(), QFontMetricsF(self._small()).height()
        for y, text in self._y_ticks():
            height = self.place(self._x_range[0], y).y()
            painter.setPen(QPen(QColor(self._theme.line), 1))
            painter.drawLine(QPointF(rect.left(), height), QPointF(rect.right(), height))
            painter.setPen(QColor(self._theme.muted))
            place = QRectF(0, height - line / 2, rect.left() - 0.3 * line, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        power, last = 0, -1e9
        while 2**power <= self._x_range[1]:
            x = self.place(2**power, self._y_range[1]).x()
            if x - last > 3 * line:
                self._paint_x_tick(painter, x, str(2**power))
                last = x
            power += 1

    def _paint_marker(self, painter: QPainter, size: float) -> None:
        """The chosen place, and beside it the number of every curve, pushed apart where they would overlap."""
        if self._marker is None:
            return
        rect, metrics = self.plot_rect(), QFontMetricsF(self._small())
        x = self.place(self._marker, self._y_range[1]).x()
        painter.setPen(QPen(QColor(self._theme.text), max(1.0, 0.09 * size)))
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        noted = [line for line in self._lines if line.note and line.points]
        found = [(self.place(self._marker, _near(line.points, self._marker)).y(), line) for line in noted]
        for top, line in _apart(found, metrics.height(), rect.top(), rect.bottom()):
            width = metrics.horizontalAdvance(line.note) + 0.5 * size
            left = x + 0.45 * size
            if left + width > self.width():
                left = x - 0.45 * size - width
            plate = QRectF(left, top, width, metrics.height())
            ground = QColor(self._theme.surface)
            ground.setAlpha(225)
            painter.fillRect(plate, ground)
            painter.setPen(QColor(getattr(self._theme, line.look.ink)))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, line.note)

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.picked.emit(self.x_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageDown: -10, Qt.Key.Key_PageUp: 10}
        if (step := steps.get(Qt.Key(event.key()))) is not None:
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


@dataclass(frozen=True)
class Bins:
    """The histogram of one quantity.

    Attributes
    ----------
    edges : tuple of float
        N + 1 ends of the bins.
    counts : tuple of int
        N.
    """

    look: Look
    edges: tuple[float, ...]
    counts: tuple[int, ...]


class HistogramPlot(_Plot):
    """Outlines of histograms on one axis around 0, each as high as its own fullest bin."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bins: tuple[Bins, ...] = ()
        self._reach = 1.0

    @property
    def bins(self) -> tuple[Bins, ...]:
        """What is drawn."""
        return self._bins

    @property
    def reach(self) -> float:
        """The axis goes from minus this to this."""
        return self._reach

    def set_bins(self, bins: Sequence[Bins], reach: float) -> None:
        """Show these on an axis from ``-reach`` to `reach`."""
        self._bins, self._reach = tuple(bins), reach
        self.update()

    def outline(self, bins: Bins) -> list[QPointF]:
        """The corners of an outline."""
        rect, most = self.plot_rect(), max(bins.counts, default=0) or 1
        corners = []
        for left, right, count in zip(bins.edges, bins.edges[1:], bins.counts):
            y = rect.bottom() - 0.94 * rect.height() * count / most
            corners += [QPointF(self._x(left), y), QPointF(self._x(right), y)]
        return corners

    def _x(self, value: float) -> float:
        rect = self.plot_rect()
        return rect.center().x() + value / self._reach * rect.width() / 2

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_frame(painter)
        rect, size = self.plot_rect(), marks.em(self)
        painter.save()
        painter.setClipRect(rect)
        for bins in self._bins:
            corners = self.outline(bins)
            if not corners:
                continue
            fill = QColor(getattr(self._theme, bins.look.ink))
            fill.setAlpha(45)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            below = [QPointF(corners[-1].x(), rect.bottom()), QPointF(corners[0].x(), rect.bottom())]
            painter.drawPolygon(QPolygonF([*corners, *below]))
            painter.setPen(bins.look.pen(self._theme, size))
            painter.drawPolyline(corners)
        painter.restore()
        self._paint_axes(painter)
        step = _round_step(self._reach)
        for number in range(-int(self._reach / step), int(self._reach / step) + 1):
            value = number * step
            self._paint_x_tick(painter, self._x(value), numbers.fixed(value, 0 if step >= 1 else 2))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.LocaleChange):
            self.update()


def _round_step(reach: float) -> float:
    """1, 2 or 5 times a power of ten, so that two to five steps lead from 0 to `reach`."""
    power = 10.0 ** math.floor(math.log10(reach / 2))
    return power * max(step for step in (1, 2, 5) if step * power <= reach / 2)


def _apart(found: Sequence[tuple[float, Line]], height: float, top: float, bottom: float) -> list[tuple[float, Line]]:
    """Tops of notes of `height` whose middles want to be at the given places, moved so that none covers another."""
    wanted = sorted(found, key=lambda pair: pair[0])
    tops: list[float] = []
    for y, _ in wanted:
        tops.append(max(y - height / 2, tops[-1] + height if tops else top))
    lowest = bottom
    for number in range(len(tops) - 1, -1, -1):
        tops[number] = min(tops[number], lowest - height)
        lowest = tops[number]
    return [(place, line) for place, (_, line) in zip(tops, wanted)]


def _near(points: Sequence[tuple[float, float]], x: float) -> float:
    """y of the point whose x is nearest on the logarithmic axis."""
    return min(points, key=lambda point: abs(math.log(point[0] / x)))[1]
