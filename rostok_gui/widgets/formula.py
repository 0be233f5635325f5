"""A formula with live numbers in it: short lines of spans, each underlined in the colour of what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets.numbers import fixed, tabular

LEADING = 1.45


def vector(numbers: Sequence[float], decimals: int) -> str:
    """Numbers in brackets; where the comma stands inside numbers, semicolons stand between them."""
    between = "; " if QLocale().decimalPoint() == "," else ", "
    return f"({between.join(fixed(number, decimals) for number in numbers)})"


@dataclass(frozen=True)
class Span:
    """A piece of a formula.

    Attributes
    ----------
    text : str
    role : str
        ``"query"``, ``"key"``, ``"value"``: underlined in that colour; ``"result"``: bold; ``"name"``: muted; ``""``.
    """

    text: str
    role: str = ""


Line = tuple[Span, ...]


class Formula(QWidget):
    """Lines of a formula; a line that is too wide is drawn smaller, so that it never breaks and never jumps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme = load_theme("light")
        self._lines: tuple[Line, ...] = ()
        self._fonts: dict[tuple[float, bool], tuple[QFont, QFontMetricsF]] = {}

    @property
    def text(self) -> str:
        """What is written, as plain lines."""
        return "\n".join(" ".join(span.text for span in line) for line in self._lines)

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Write these lines; the first span of each stands in a column of its own."""
        if len(lines) != len(self._lines):
            self.updateGeometry()
        self._lines = tuple(lines)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(20 * em, round((len(self._lines) * LEADING + 0.3) * em))

    def minimumSizeHint(self) -> QSize:
        return QSize(10 * self.fontMetrics().height(), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._lines:
            return
        painter = QPainter(self)
        em = self.fontMetrics().height()
        _, plain = self._font(1.0, "")
        first = max(plain.horizontalAdvance(line[0].text) for line in self._lines) + 0.6 * em
        room = self.width() - 0.6 * em
        widths = [self._width(line, 1.0) for line in self._lines]
        factor = min(1.0, max(0.55, room / (first + max(widths))))
        for index, line in enumerate(self._lines):
            top = (index * LEADING + 0.15) * em
            self._paint_line(painter, line, first * factor, factor, QRectF(0.3 * em, top, room, LEADING * em))
        painter.end()

    def _font(self, factor: float, role: str) -> tuple[QFont, QFontMetricsF]:
        key = (round(factor, 2), role == "result")
        if key not in self._fonts:
            font = tabular(self.font())
            font.setPointSizeF(max(font.pointSizeF() * key[0], 1.0))
            font.setBold(key[1])
            self._fonts[key] = font, QFontMetricsF(font)
        return self._fonts[key]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fonts.clear()
            self.updateGeometry()

    def _width(self, line: Line, factor: float) -> float:
        gap = 0.28 * self.fontMetrics().height() * factor
        return sum(self._font(factor, s.role)[1].horizontalAdvance(s.text) + gap for s in line[1:])

    def _paint_line(self, painter: QPainter, line: Line, first: float, factor: float, place: QRectF) -> None:
        em = self.fontMetrics().height() * factor
        theme = self._theme
        marks = {"query": theme.query_ink, "key": theme.key_ink, "value": theme.value_ink}
        x = place.left()
        for index, span in enumerate(line):
            font, metrics = self._font(factor, span.role)
            width = metrics.horizontalAdvance(span.text)
            painter.setFont(font)
            painter.setPen(QColor(theme.muted if span.role == "name" else theme.text))
            painter.drawText(
                QRectF(x, place.top(), width + em, place.height()), Qt.AlignmentFlag.AlignVCenter, span.text
            )
            if span.role in marks:
                y = place.center().y() + 0.58 * em
                painter.setPen(QPen(QColor(marks[span.role]), 0.14 * em))
                painter.drawLine(QPointF(x, y), QPointF(x + width, y))
            x = place.left() + first if index == 0 else x + width + 0.28 * em
