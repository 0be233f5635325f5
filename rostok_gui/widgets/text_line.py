"""Texts that change often: labels without the new layout of their surroundings that every text costs."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.widgets import numbers
from rostok_gui.widgets.fitted import scaled, share_for


class TextLine(QWidget):
    """Shows a text in which ``<b>`` and ``</b>`` are the only marks.

    A text that is too long gets smaller type; what does not fit then either is cut off with an ellipsis.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._fonts: tuple[QFont, QFont] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """What is shown, with its marks."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(re.sub("</?b>", "", text))
            self.update()

    def parts(self) -> list[tuple[str, QFont]]:
        """The pieces of the text with their fonts."""
        if self._fonts is None:
            plain, bold = numbers.tabular(self.font()), numbers.tabular(self.font())
            bold.setBold(True)
            self._fonts = plain, bold
        return [(piece, self._fonts[i % 2]) for i, piece in enumerate(re.split("</?b>", self._text)) if piece]

    def text_width(self, share: float = 1.0) -> float:
        """How wide the whole text is, in a share of its size."""
        return sum(QFontMetricsF(scaled(font, share)).horizontalAdvance(piece) for piece, font in self.parts())

    def sizeHint(self) -> QSize:
        return QSize(round(self.text_width()) + 1, round(1.1 * QFontMetricsF(self.font()).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        x, share = 0.0, share_for(self.text_width, self.width())
        for piece, full in self.parts():
            font = scaled(full, share)
            metrics = QFontMetricsF(font)
            width, room = metrics.horizontalAdvance(piece), self.width() - x
            shown = piece if width <= room else metrics.elidedText(piece, Qt.TextElideMode.ElideRight, max(0.0, room))
            painter.setFont(font)
            painter.drawText(self.rect().adjusted(round(x), 0, 0, 0), _WHERE, shown)
            x += width
            if shown is not piece:
                return

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fonts = None
            self.updateGeometry()


class TextBlock(QWidget):
    """A plain text of one or more lines that changes often; a new layout is asked for only when its height changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """What is shown."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text == self._text:
            return
        before = self.heightForWidth(self.width())
        self._text = text
        self.setAccessibleName(text)
        if self.heightForWidth(self.width()) != before:
            self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(1, width), 1_000_000)
        return self.fontMetrics().boundingRect(room, _WRAPPED, self._text).height() if self._text else 0

    def sizeHint(self) -> QSize:
        width = min(self.fontMetrics().horizontalAdvance(self._text), 24 * self.fontMetrics().height())
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(4 * self.fontMetrics().height(), self.fontMetrics().height() if self._text else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).drawText(self.rect(), _WRAPPED, self._text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
_WHERE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
