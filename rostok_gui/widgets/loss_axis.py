"""Losses of several models on one axis, in nats below and as perplexity, e to the loss, above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.fitted import draw_fitted
from rostok_gui.widgets.log_plot import draw_sign

_PERPLEXITIES = tuple(m * 10**p for p in range(5) for m in (1, 2, 5))
_ROW = 1.9


@dataclass(frozen=True)
class LossRow:
    """One model.

    Attributes
    ----------
    at_training, here : float or None
        Loss in nats as its file says (a ring), and measured here (a disc).
    alone : float or None
        Its loss when it may not read ahead (a diamond).
    note : str
        Written after the numbers.
    """

    name: str
    at_training: float | None = None
    here: float | None = None
    alone: float | None = None
    note: str = ""

    @property
    def loss(self) -> float | None:
        """Measured here if it is, else as the file says."""
        return self.at_training if self.here is None else self.here

    @property
    def text(self) -> str:
        """What is written beside the marks."""
        if self.loss is None:
            return numbers.NONE
        said = f"{numbers.loss(self.loss)} · {numbers.fixed(math.exp(self.loss), 1)}"
        if self.alone is not None:
            said += f" → {numbers.loss(self.alone)} · {numbers.count(round(math.exp(self.alone)))}"
        return f"{said}  {self.note}".rstrip()


class LossAxis(QWidget):
    """Rows with a bar from zero and a mark at its end.

    Signals
    -------
    chosen : int
        Index of a row that was clicked or stepped to with Up and Down.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._rows: tuple[LossRow, ...] = ()
        self._chosen = -1
        self._titles = ("", "")
        self._empty = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_texts(self, below: str, above: str, empty: str) -> None:
        """Titles of the two scales, and what is said while no loss is known."""
        self._titles, self._empty = (below, above), empty
        self.update()

    def set_rows(self, rows: Sequence[LossRow], chosen: int) -> None:
        """Show these, one of them chosen (-1: none)."""
        self._rows, self._chosen = tuple(rows), chosen
        self.updateGeometry()
        self.update()
        if 0 <= chosen < len(rows):
            marks.speak(self, self.sentence(chosen))

    @property
    def rows(self) -> tuple[LossRow, ...]:
        """What is shown."""
        return self._rows

    @property
    def chosen_row(self) -> int:
        """Index of the chosen row."""
        return self._chosen

    def sentence(self, index: int) -> str:
        """A row in words."""
        return f"{self._rows[index].name}: {self._rows[index].text}"

    # Places ----------------------------------------------------------------------------------------------------

    @property
    def reach(self) -> float:
        """The axis goes from 0 to this many nats: the losses decide, what lies beyond them stands at its end."""
        known = [x for row in self._rows for x in (row.at_training, row.here) if x is not None]
        return max(1.0, math.ceil(2 * 1.04 * max(known, default=0.0)) / 2)

    def plot_rect(self) -> QRectF:
        """The area of the bars."""
        metrics, size = QFontMetricsF(self.font()), marks.em(self)
        left = max((metrics.horizontalAdvance(row.name) for row in self._rows), default=0.0) + 1.6 * size
        right = max((metrics.horizontalAdvance(row.text) for row in self._rows), default=0.0) + 1.4 * size
        line = self._line()
        width = max(6 * size, self.width() - left - min(right, 0.52 * self.width()))
        return QRectF(left, 2.3 * line, width, max(_ROW * size, self.height() - 4.6 * line))

    def x_of(self, loss: float) -> float:
        """Where a loss stands."""
        rect = self.plot_rect()
        return rect.left() + rect.width() * min(loss / self.reach, 1.0)

    def row_rect(self, index: int) -> QRectF:
        """Place of a row, from edge to edge."""
        rect = self.plot_rect()
        height = rect.height() / max(1, len(self._rows))
        return QRectF(0, rect.top() + index * height, self.width(), height)

    def index_at(self, point: QPointF) -> int:
        """Index of the row at `point`, -1 for none."""
        return next((i for i in range(len(self._rows)) if self.row_rect(i).contains(point)), -1)

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(34 * size), int(len(self._rows) * 2.6 * size + 5.5 * self._line()))

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(18 * size), int(max(1, len(self._rows)) * 1.4 * size + 4.6 * self._line()))

    def _small(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return font

    def _line(self) -> float:
        return QFontMetricsF(self._small()).height()

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if all(row.loss is None for row in self._rows):
            painter.setPen(QColor(self._theme.muted))
            room = self.rect().adjusted(self.width() // 8, 0, -self.width() // 8, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
            return
        self._paint_scales(painter)
        for index, row in enumerate(self._rows):
            self._paint_row(painter, index, row)

    def _paint_scales(self, painter: QPainter) -> None:
        rect, line, theme = self.plot_rect(), self._line(), self._theme
        painter.setFont(self._small())
        step = 1.0 if self.reach > 3 else 0.5
        centre = Qt.AlignmentFlag.AlignCenter
        for n in range(int(self.reach / step + 1e-9) + 1):
            x = self.x_of(n * step)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
            painter.setPen(QColor(theme.muted))
            painter.drawText(
                QRectF(x - 3 * line, rect.bottom(), 6 * line, 1.1 * line), centre, numbers.fixed(n * step, 1)
            )
        last = -1e9
        for perplexity in _PERPLEXITIES:
            if math.log(perplexity) > self.reach + 1e-9:
                break
            x = self.x_of(math.log(perplexity))
            if x - last < 1.8 * line:
                continue
            last = x
            painter.setPen(QPen(QColor(theme.muted), 1))
            painter.drawLine(QPointF(x, rect.top() - 0.25 * line), QPointF(x, rect.top()))
            place = QRectF(x - 3 * line, rect.top() - 1.3 * line, 6 * line, line)
            painter.drawText(place, centre, numbers.count(perplexity))
        painter.setPen(QColor(theme.text))
        for title, top in zip(self._titles, (rect.bottom() + 1.1 * line, rect.top() - 2.4 * line)):
            wide = QFontMetricsF(painter.font()).horizontalAdvance(title) > rect.width()
            left, width = (0.0, float(self.width())) if wide else (rect.left(), rect.width())
            draw_fitted(painter, QRectF(left, top, width, 1.2 * line), centre, title)

    def _paint_row(self, painter: QPainter, index: int, row: LossRow) -> None:
        rect, place, size, theme = self.plot_rect(), self.row_rect(index), marks.em(self), self._theme
        chosen = index == self._chosen
        if chosen:
            painter.setPen(QPen(QColor(theme.focus), size / 8) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), 0.25 * size, 0.25 * size)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        font = numbers.tabular(self.font())
        font.setBold(chosen)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        painter.drawText(QRectF(0.6 * size, place.top(), rect.left(), place.height()), middle, row.name)
        if row.loss is None:
            painter.drawText(
                QRectF(rect.left() + 0.5 * size, place.top(), rect.width(), place.height()), middle, row.text
            )
            return
        y, ends = place.center().y(), [x for x in (row.at_training, row.here, row.alone) if x is not None]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.focus if chosen else theme.muted))
        painter.drawRect(QRectF(rect.left(), y - 0.16 * size, self.x_of(row.loss) - rect.left(), 0.32 * size))
        ink = QColor(theme.text)
        if row.alone is not None:
            pen = QPen(QColor(theme.changed_ink), max(1.2, 0.1 * size), Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(QPointF(self.x_of(row.loss), y), QPointF(self.x_of(row.alone), y))
            painter.setPen(QPen(QColor(theme.surface), 1))
            painter.setBrush(QColor(theme.changed_ink))
            draw_sign(painter, "diamond", QPointF(self.x_of(row.alone), y), 0.42 * size)
        if row.here is not None:
            painter.setPen(QPen(QColor(theme.surface), 1))
            painter.setBrush(ink)
            painter.drawEllipse(QPointF(self.x_of(row.here), y), 0.4 * size, 0.4 * size)
        if row.at_training is not None:
            painter.setPen(QPen(ink, max(1.5, 0.13 * size)))
            painter.setBrush(Qt.BrushStyle.NoBrush if row.here is not None else QColor(theme.surface))
            painter.drawEllipse(QPointF(self.x_of(row.at_training), y), 0.52 * size, 0.52 * size)
        left = self.x_of(max(ends)) + 0.9 * size
        painter.setPen(QColor(theme.text))
        right = QRectF(left, place.top(), self.width() - left, place.height())
        draw_fitted(painter, right, Qt.AlignmentFlag.AlignVCenter, row.text)

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not self._rows:
            super().keyPressEvent(event)
        else:
            self.chosen.emit(min(max(self._chosen + step, 0), len(self._rows) - 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
