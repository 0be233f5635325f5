"""Next-token candidates before and after a change, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import numbers

MARKED = 0.01
"""A change of probability of at least this gets an arrow."""


@dataclass(frozen=True)
class Candidate:
    """One possible next token: its probability before, and after if something was changed."""

    label: str
    before: float
    after: float | None = None
    true: bool = False

    @property
    def arrow(self) -> str:
        """Where the probability went: ▲, ▼ or nothing."""
        if self.after is None or abs(self.after - self.before) < MARKED:
            return ""
        return "▲" if self.after > self.before else "▼"


def percent(p: float) -> str:
    """A probability in per cent with one decimal; what is not zero does not become zero."""
    if 0 < p < 0.0005:
        return f"<{percent(0.001)}"
    return f"{numbers.fixed(100 * p, 1)}\N{NO-BREAK SPACE}%"


class BeforeAfter(QWidget):
    """A row for each candidate: label, bar and per cent before, bar and per cent after, arrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = load_theme("light")
        self.candidates: tuple[Candidate, ...] = ()
        self.headings = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_candidates(self, candidates: tuple[Candidate, ...]) -> None:
        """Show `candidates`, in this order."""
        self.candidates = candidates
        self.setAccessibleDescription("; ".join(self.line(candidate) for candidate in candidates))
        self.update()

    def set_headings(self, before: str, after: str) -> None:
        """What stands above the two columns."""
        self.headings = (before, after)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.update()

    def line(self, candidate: Candidate) -> str:
        """The text of one row."""
        after = "" if candidate.after is None else f" → {percent(candidate.after)} {candidate.arrow}"
        return f"{candidate.label} {percent(candidate.before)}{after}".rstrip()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(11 * em, 5 * em)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        line = metrics.height() * 1.25
        label = min(7 * metrics.height(), self.width() * 0.27)
        number = metrics.horizontalAdvance(percent(1.0)) + 2
        column = (self.width() - label - 1.2 * metrics.height()) / 2
        small = QFont(self.font())
        small.setPointSizeF(small.pointSizeF() * 0.85)
        painter.setFont(small)
        painter.setPen(QColor(self.theme.muted))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for n, heading in enumerate(self.headings):
            painter.drawText(QRectF(label + n * column, 0, column, line), flags, heading)
        for n, candidate in enumerate(self.candidates):
            top = line * (n + 1)
            if top + line > self.height() + 1:
                break
            font = QFont(self.font())
            font.setBold(candidate.true)
            painter.setFont(font)
            painter.setPen(QColor(self.theme.text))
            text = QFontMetricsF(font).elidedText(candidate.label, Qt.TextElideMode.ElideRight, label - 6)
            painter.drawText(QRectF(0, top, label - 6, line), flags, text)
            if candidate.true:
                painter.setPen(QPen(QColor(self.theme.value_ink), 2))
                width = QFontMetricsF(font).horizontalAdvance(text)
                painter.drawLine(
                    QRectF(0, top, width, line - 2).bottomLeft(), QRectF(0, top, width, line - 2).bottomRight()
                )
            painter.setFont(self.font())
            for at, p, colour in ((0, candidate.before, self.theme.closed), (1, candidate.after, self.theme.changed)):
                if p is not None:
                    room = QRectF(label + at * column, top, column - 4, line)
                    self._bar(painter, room, number, p, colour)
            if candidate.arrow:
                painter.setPen(QColor(self.theme.changed_ink))
                place = QRectF(self.width() - 1.2 * metrics.height(), top, 1.2 * metrics.height(), line)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, candidate.arrow)
        painter.end()

    def _bar(self, painter: QPainter, room: QRectF, number: float, p: float, colour: str) -> None:
        painter.setPen(QColor(self.theme.text))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(room.left(), room.top(), number, room.height()), right, percent(p))
        track = QRectF(room.left() + number + 4, room.top() + room.height() * 0.25, room.width() - number - 4, 0)
        track.setHeight(room.height() * 0.5)
        if track.width() < 4:
            return
        painter.setPen(QPen(QColor(self.theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(track)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRect(QRectF(track.left(), track.top(), track.width() * p, track.height()))
