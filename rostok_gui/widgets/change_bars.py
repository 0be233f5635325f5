"""How much something changes at every stage, two ways side by side, on one logarithmic scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers

LOWEST, HIGHEST = 1e-8, 1e2
ROUNDING = 1e-5
"""Up to here a change of float32 numbers of this size is rounding and nothing else."""


@dataclass(frozen=True)
class Stage:
    """One row: its name and the change in both ways."""

    name: str
    changes: tuple[float, float]


def written(change: float) -> str:
    """A change as a number: small ones as a power of ten."""
    if change == 0:
        return "0"
    if change >= 0.001:
        return numbers.fixed(change, 3)
    exponent = math.floor(math.log10(change))
    return f"{numbers.fixed(change / 10.0**exponent, 1)}·10{superscript(exponent)}"


def superscript(number: int) -> str:
    """A whole number in raised digits."""
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


class ChangeBars(QWidget):
    """Rows with two bars each; a line marks where rounding ends."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self.stages: tuple[Stage, ...] = ()
        self.headings = ("", "")
        self.rounding_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_texts(self, headings: tuple[str, str], rounding: str) -> None:
        """What stands above the columns, and at the line where rounding ends."""
        self.headings, self.rounding_text = headings, rounding
        self.update()

    def set_stages(self, stages: tuple[Stage, ...]) -> None:
        """Show these rows."""
        self.stages = stages
        self.setAccessibleDescription(
            "; ".join(f"{s.name}: {written(s.changes[0])}, {written(s.changes[1])}" for s in stages)
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        em = marks.em(self)
        return QSize(round(24 * em), round((1.5 * max(len(self.stages), 1) + 3.2) * em))

    # Places ----------------------------------------------------------------------------------------------------

    def row_height(self) -> float:
        """Height of a row in pixels."""
        return min(2.4 * marks.em(self), (self.height() - 3.2 * marks.em(self)) / max(len(self.stages), 1))

    def bar_rect(self, row: int, way: int) -> QRectF:
        """The bar of a row (``way`` 0 or 1), as long as its change asks for."""
        em, height = marks.em(self), self.row_height()
        names = max((self._metrics().horizontalAdvance(s.name) for s in self.stages), default=0.0) + em
        width = (self.width() - names) / 2
        room = width - 5.2 * em
        left = names + way * width
        change = self.stages[row].changes[way]
        return QRectF(left, 1.6 * em + row * height + 0.2 * height, room * share(change), 0.6 * height)

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.stages:
            return
        painter = QPainter(self)
        em, height = marks.em(self), self.row_height()
        painter.setFont(numbers.tabular(self.font()))
        for way in (0, 1):
            self._paint_column(painter, way)
        painter.setPen(QColor(self._theme.text))
        for row, stage in enumerate(self.stages):
            rect = QRectF(0, 1.6 * em + row * height, self.bar_rect(row, 0).left() - 0.5 * em, height)
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, stage.name)

    def _paint_column(self, painter: QPainter, way: int) -> None:
        em, height, theme = marks.em(self), self.row_height(), self._theme
        left = self.bar_rect(0, way).left()
        full = (self.width() - self.bar_rect(0, 0).left()) / 2 - 5.2 * em
        painter.setPen(QColor(theme.muted))
        painter.drawText(QRectF(left, 0, full + 5 * em, 1.5 * em), Qt.AlignmentFlag.AlignLeft, self.headings[way])
        for row, stage in enumerate(self.stages):
            bar, change = self.bar_rect(row, way), stage.changes[way]
            painter.fillRect(QRectF(bar.left(), bar.top(), full, bar.height()), QColor(theme.raised))
            painter.fillRect(bar, QColor(theme.changed if change > ROUNDING else theme.value))
            painter.setPen(QColor(theme.text))
            place = QRectF(left + full + 0.4 * em, 1.6 * em + row * height, 4.8 * em, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, written(change))
        x, bottom = left + full * share(ROUNDING), 1.6 * em + height * len(self.stages)
        painter.setPen(QPen(QColor(theme.muted), max(1.0, 0.08 * em), Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, 1.6 * em), QPointF(x, bottom))
        painter.setPen(QColor(theme.muted))
        painter.drawText(QRectF(left, bottom, full + 5 * em, 1.5 * em), Qt.AlignmentFlag.AlignLeft, self.rounding_text)


def share(change: float) -> float:
    """Length of a bar as a share of its room: 0 up to `LOWEST`, 1 from `HIGHEST` on."""
    if not change > LOWEST:
        return 0.0
    return min(1.0, math.log(change / LOWEST) / math.log(HIGHEST / LOWEST))
