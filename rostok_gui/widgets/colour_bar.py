"""The legend of weights: which colour is which weight on the scale in use."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks
from rostok_gui.widgets.colormap import STEPS, lut, scaled

_TICKS: dict[str, tuple[float, ...]] = {
    "linear": (0.0, 0.25, 0.5, 0.75, 1.0),
    "sqrt": (0.0, 0.1, 0.5, 1.0),
    "log": (0.0001, 0.01, 0.1, 1.0),
}


class ColourBar(QWidget):
    """All colours from the weight 0 to 1 with the weights at their places."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._scale = "linear"
        self._pixels = np.ascontiguousarray(lut())  # the image has no copy of its own
        self._image = QImage(self._pixels.data, STEPS, 1, 4 * STEPS, QImage.Format.Format_RGB32)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_scale(self, scale: str) -> None:
        """See `colormap.scaled`."""
        if scale != self._scale:
            self._scale = scale
            self.update()

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(round(11.5 * size), round(0.6 * size + QFontMetricsF(self._small()).height()))

    def place_of(self, weight: float) -> float:
        """Where a weight has its colour, in pixels from the left."""
        bar = self._bar()
        return bar.left() + float(scaled(weight, self._scale)) * bar.width()

    def _bar(self) -> QRectF:
        edge = QFontMetricsF(self._small()).horizontalAdvance("0.0001") / 2
        return QRectF(edge, 0, self.width() - 2 * edge, 0.55 * marks.em(self))

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.78)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        bar = self._bar()
        painter.drawImage(bar, self._image, QRectF(0, 0, STEPS, 1))
        painter.setPen(QColor(self._theme.muted))
        painter.setFont(self._small())
        metrics = QFontMetricsF(self._small())
        for weight in _TICKS[self._scale]:
            text = QLocale().toString(weight, "g", 4)
            width = metrics.horizontalAdvance(text)
            x = self.place_of(weight)
            painter.drawLine(round(x), round(bar.bottom()), round(x), round(bar.bottom() + 2))
            place = QRectF(x - width / 2, bar.bottom() + 1, width + 1, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
