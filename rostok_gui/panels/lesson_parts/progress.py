"""How far one is: a row of segments, one a step."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme


class StepBar(QWidget):
    """Steps that are done, the one on screen (higher), those to come."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count, self.step = 1, 0
        self._theme = load_theme("light")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_place(self, step: int, count: int) -> None:
        """Step `step` (from 0) of `count`."""
        self.step, self.count = step, count
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().ascent()
        return QSize(10 * em, round(0.55 * em))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        high, wide = float(self.height()), self.width() / self.count
        gap = min(0.2 * wide, 0.25 * self.fontMetrics().ascent())
        for n in range(self.count):
            part = high if n == self.step else 0.5 * high
            painter.setBrush(QColor(self._theme.focus if n <= self.step else self._theme.line))
            place = QRectF(n * wide, (high - part) / 2, wide - gap, part)
            painter.drawRoundedRect(place, part / 3, part / 3)
        painter.end()
