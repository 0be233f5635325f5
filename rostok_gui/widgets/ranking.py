"""A list ranked by a probability: name, bar and per cent in every row, and what it was before a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.long_scroll import LongScroll
from rostok_gui.widgets.text_stamps import Stamping, TextStamps

_ROW = 1.55
_LEAST_ROWS = 3
_NAMES = 0.55
"""Most of the width that names may take."""
_NOTHING = -1
ARROW_FROM = 0.01
"""A change of at least this gets an arrow."""


@dataclass(frozen=True)
class Entry:
    """One row.

    Attributes
    ----------
    label : str
    value : float
        0 to 1; NaN: not defined.
    before : float or None
        What it was before a change.
    colour : str
        Of the bar, ``#rrggbb``; empty: the quiet colour of text.
    marked : bool
        The row that matters: bold, with a sign at its left.
    """

    label: str
    value: float
    before: float | None = None
    colour: str = ""
    marked: bool = False

    @property
    def number(self) -> str:
        """What is written at the right."""
        after = numbers.percent(self.value)
        if self.before is None:
            return after
        return f"{numbers.percent(self.before)} → {after} {self.arrow}".rstrip()

    @property
    def arrow(self) -> str:
        """Where it went: ▲, ▼ or nothing."""
        if self.before is None or not abs(self.value - self.before) >= ARROW_FROM:
            return ""
        return "▲" if self.value > self.before else "▼"


class Ranking(QWidget):
    """Rows that can be pointed at, clicked and walked through with the arrow keys.

    With `fit` only as many rows are there as the widget has room for; without, it is as high as all its rows.

    Signals
    -------
    chosen : int
        Index of a row that was clicked, or chosen with Enter or Space.
    hovered : int
        Index under the pointer or the cursor, -1 when it leaves.
    row_moved : QRect
        Place of a row that should be in sight.
    """

    chosen = Signal(int)
    hovered = Signal(int)
    row_moved = Signal(QRect)

    def __init__(self, parent: QWidget | None = None, *, fit: bool = False) -> None:
        super().__init__(parent)
        self._fit = fit
        self._theme = load_theme("light")
        self._entries: tuple[Entry, ...] = ()
        self._names: tuple[float, float] | None = None
        """Widths of the longest name and of the widest number, where they are known."""
        self._stamps = TextStamps()
        self._cursor = self._hover = _NOTHING
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self._stamps.clear()
        self.update()

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show `entries` in this order."""
        if tuple(entries) == self._entries:
            return
        counted = len(entries) != len(self._entries)
        if _measured(entries) != _measured(self._entries):
            self._names = None
        self._entries = tuple(entries)
        self._cursor = min(self._cursor, len(entries) - 1)
        self._hover = min(self._hover, len(entries) - 1)
        if counted:
            self.updateGeometry()
        self.update()
        self._say()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All rows."""
        return self._entries

    @property
    def n_shown(self) -> int:
        """How many of them there is room for."""
        return min(len(self._entries), int(self.height() // self._height())) if self._fit else len(self._entries)

    def sentence(self, index: int) -> str:
        """A row in words."""
        entry = self._entries[index]
        return f"{index + 1}. {entry.label}, {entry.number}"

    # Places ----------------------------------------------------------------------------------------------------

    def _height(self) -> float:
        return _ROW * marks.em(self)

    def rect_of(self, index: int) -> QRectF:
        """Place of a row."""
        return QRectF(0, index * self._height(), self.width(), self._height())

    def bar_of(self, index: int) -> QRectF:
        """Place of the bar of a row when its value is 1."""
        size, row = marks.em(self), self.rect_of(index)
        left, right = self._columns()
        return QRectF(left, row.top() + 0.35 * size, max(0.0, right - left), row.height() - 0.7 * size)

    def index_at(self, point: QPointF) -> int:
        """Index of the row at `point`, -1 for none."""
        index = int(point.y() // self._height())
        return index if 0 <= index < self.n_shown and 0 <= point.x() < self.width() else _NOTHING

    def sizeHint(self) -> QSize:
        return QSize(int(20 * marks.em(self)), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        whole = int(len(self._entries) * self._height()) + 1
        return QSize(int(8 * marks.em(self)), self.least_height if self._fit else whole)

    def width_for(self, label: str) -> int:
        """The least width in which a row of this name has it whole."""
        return ceil(QFontMetricsF(self._bold()).horizontalAdvance(label) / _NAMES) + 1

    @property
    def least_height(self) -> int:
        """Height of the few rows that should always be in sight."""
        return int(_LEAST_ROWS * self._height()) + 1

    def _columns(self) -> tuple[float, float]:
        """Where the bars begin and end."""
        if self._names is None:
            metrics = QFontMetricsF(self._bold())
            names = max((metrics.horizontalAdvance(entry.label) for entry in self._entries), default=0.0)
            changed = any(entry.before is not None for entry in self._entries)
            widest = numbers.percent(1.0)
            self._names = names, metrics.horizontalAdvance(f"{widest} → {widest} ▲" if changed else widest)
        (names, number), size = self._names, marks.em(self)
        left = min(names, _NAMES * self.width()) + 1.9 * size
        return left, self.width() - number - 1.0 * size

    def _bold(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setBold(True)
        return font

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stamping, fonts = Stamping(self._stamps, painter), (numbers.tabular(self.font()), self._bold())
        height = self._height()
        first, last = int(event.rect().top() // height), int(event.rect().bottom() // height)
        for index in range(max(first, 0), min(last + 1, self.n_shown)):
            self._paint_row(stamping, index, fonts)

    def _paint_row(self, stamping: Stamping, index: int, fonts: tuple[QFont, QFont]) -> None:
        painter = stamping.painter
        size, theme, entry, row = marks.em(self), self._theme, self._entries[index], self.rect_of(index)
        at_cursor = index == self._cursor and self.hasFocus()
        if index == self._hover or at_cursor:
            painter.setPen(QPen(QColor(theme.focus), size / 8) if at_cursor else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), 0.25 * size, 0.25 * size)
        font, ink = fonts[entry.marked], theme.text
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        if entry.marked:
            stamping.text("▸", QRectF(0.25 * size, row.top(), size, row.height()), font, ink, middle)
        left, right = self._columns()
        room = left - 1.9 * size
        name = QFontMetricsF(font).elidedText(entry.label, Qt.TextElideMode.ElideRight, room + 1)
        stamping.text(name, QRectF(1.3 * size, row.top(), room + 1, row.height()), font, ink, middle)
        number = QRectF(right, row.top(), row.right() - 0.4 * size - right, row.height())
        stamping.text(entry.number, number, font, ink, middle | Qt.AlignmentFlag.AlignRight)
        self._paint_bar(painter, self.bar_of(index), entry)

    def _paint_bar(self, painter: QPainter, track: QRectF, entry: Entry) -> None:
        size, theme = marks.em(self), self._theme
        if track.width() < size:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.raised))
        painter.drawRect(track)
        changed = entry.before is not None and bool(entry.arrow)
        if entry.value == entry.value:
            painter.setPen(QPen(QColor(theme.muted), max(1.0, size / 16)))
            painter.setBrush(QColor(theme.changed if changed else entry.colour or theme.muted))
            painter.drawRect(QRectF(track.left(), track.top(), track.width() * entry.value, track.height()))
        if entry.before is not None and changed:
            pen = QPen(QColor(theme.text), size / 8)
            x = track.left() + track.width() * entry.before
            painter.setPen(pen)
            painter.drawLine(QPointF(x, track.top() - size / 6), QPointF(x, track.bottom() + size / 6))

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.index_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(_NOTHING)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position())
        if index != _NOTHING and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = index
            self.update()
            self.chosen.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self.n_shown - 1
        cursor = max(self._cursor, 0)
        steps = {
            Qt.Key.Key_Up: cursor - 1,
            Qt.Key.Key_Down: cursor + 1,
            Qt.Key.Key_PageUp: cursor - 5,
            Qt.Key.Key_PageDown: cursor + 5,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if last < 0:
            super().keyPressEvent(event)
        elif key in steps:
            self._cursor = min(max(steps[key], 0), last)
            self.update()
            self._say()
            self.row_moved.emit(self.rect_of(self._cursor).toAlignedRect())
            self.hovered.emit(self._cursor)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(cursor)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._cursor == _NOTHING and self._entries:
            self._cursor = 0
        self.update()
        self._say()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.update()
            self.hovered.emit(index)

    def _say(self) -> None:
        marks.speak(self, self.sentence(self._cursor) if 0 <= self._cursor < len(self._entries) else "")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LocaleChange):
            self._names = None
            self._stamps.clear()
            self.updateGeometry()


def _measured(entries: Sequence[Entry]) -> tuple[list[str], bool]:
    """On what the widths of the columns depend."""
    return [entry.label for entry in entries], any(entry.before is not None for entry in entries)


class RankingScroll(LongScroll):
    """A ranking that scrolls when it is long."""

    def __init__(self, ranking: Ranking, parent: QWidget | None = None) -> None:
        super().__init__(ranking, parent)
        self.ranking = ranking
        ranking.row_moved.connect(self._reveal)

    def sizeHint(self) -> QSize:
        return QSize(self.ranking.sizeHint().width(), self.ranking.least_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.ranking.minimumSizeHint().width(), self.ranking.least_height)

    def _reveal(self, row: QRect) -> None:
        self.ensureVisible(0, row.center().y(), 0, row.height() // 2)
