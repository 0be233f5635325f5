"""A text as chips, one a token, in lines like a text, each filled by a weight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import colours
from rostok_gui.widgets.long_scroll import LongScroll
from rostok_gui.widgets.text_stamps import Stamping, TextStamps

START = "◆"
_NUMBER_SIZE = 0.88
_FAINT = 0.65
"""Opacity of a number that says: next to nothing."""
_WIDEST = 14.0
_RADIUS = 0.28
_GAP = 0.5
_NONE = -1
_MIDDLE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


class TokenStrip(QWidget):
    """Tokens as chips that can be pointed at, clicked and walked through with the arrow keys.

    Signals
    -------
    clicked : int
        Position of a chip chosen with the left button, Enter or Space: a query.
    marked : int
        Position of a chip chosen with the right button, Shift and the left one, or K: a key.
    hovered : int
        Position under the pointer or the keyboard's cursor, -1 when it leaves.
    query_moved : QRect
        Place of the chip that should be in sight.
    menu_asked : (int, QPoint)
        The menu key, or a right click on the chip that is the key already; the point is one of the screen.
    """

    clicked = Signal(int)
    marked = Signal(int)
    hovered = Signal(int)
    query_moved = Signal(QRect)
    menu_asked = Signal(int, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._stamps = TextStamps()
        self._labels: tuple[str, ...] = ()
        self._weights: NDArray[np.float64] | None = None
        self._fills: NDArray[np.uint32] = np.zeros(0, np.uint32)
        self._closed: NDArray[np.bool_] = np.zeros(0, bool)
        self._query = self._key = self._cursor = self._hover = _NONE
        self._marked_before = False
        self._widths: list[float] = []
        self._rects: list[QRectF] = []
        self._lines: list[tuple[int, int]] = []
        self._arranged: dict[int, tuple[list[QRectF], list[tuple[int, int]]]] = {}
        """Places by width: layouts ask for the same few widths again and again."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # What is shown ---------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self._stamps.clear()
        self.update()

    def set_tokens(self, labels: Sequence[str]) -> None:
        """Show the tokens with these labels; weights and marks of other tokens are let go."""
        if tuple(labels) == self._labels:
            return
        self._labels = tuple(labels)
        self._weights, self._closed = None, np.zeros(len(labels), bool)
        self._fills = np.zeros(len(labels), np.uint32)
        self._query = self._key = self._hover = _NONE
        self._cursor = min(self._cursor, len(labels) - 1)
        self._measure()

    def set_picture(
        self,
        *,
        weights: ArrayLike | None = None,
        closed: ArrayLike | None = None,
        query: int | None = None,
        key: int | None = None,
        scale: str = "linear",
    ) -> None:
        """Fill and mark the chips; only those that look different then are painted again.

        Parameters
        ----------
        weights : (T,) array of float, optional
            0 to 1; NaN: not defined.
        closed : (T,) array of bool, optional
            Tokens that the query cannot see: hatched.
        query, key : int, optional
            Positions with the thick and the thin outline.
        scale : str
            From weight to colour, see `colormap.scaled`.
        """
        n = len(self._labels)
        before = self._look()
        had_numbers = self._weights is not None
        self._weights = None if weights is None else np.asarray(weights, np.float64).reshape(n)
        self._fills = np.zeros(n, np.uint32) if self._weights is None else colours(np.nan_to_num(self._weights), scale)
        self._closed = np.zeros(n, bool) if closed is None else np.asarray(closed, bool).reshape(n)
        moved = query is not None and query != self._query
        self._query = _NONE if query is None else query
        self._key = _NONE if key is None else key
        if not self.hasFocus() and query is not None:
            self._cursor = query
        if had_numbers != (self._weights is not None):
            self._measure()
        else:
            for i in _changed(before, self._look()):
                self.update(self._outer(i))
        self._say()
        if moved:
            self.query_moved.emit(self._outer(self._query))

    def text_of(self, position: int) -> str:
        """The number in a chip: whole per cent, empty where there is none."""
        if self._weights is None or self._closed[position]:
            return ""
        return numbers.percent(float(self._weights[position]))

    def sentence(self, position: int) -> str:
        """A chip in words."""
        parts = [self._labels[position], self.tr("position {n}").format(n=position)]
        if self._closed[position]:
            parts.append(self.tr("closed"))
        elif self._weights is not None:
            parts.append(self.text_of(position))
        if position == self._query:
            parts.append(self.tr("query"))
        if position == self._key:
            parts.append(self.tr("key"))
        return ", ".join(parts)

    def rect_of(self, position: int) -> QRectF:
        """Place of a chip, without its outline."""
        return self._rects[position]

    def position_at(self, point: QPointF) -> int:
        """Position of the chip at `point`, -1 beside all chips."""
        for first, stop in self._lines:
            rect = self._rects[first]
            if rect.top() <= point.y() <= rect.bottom():
                return next((i for i in range(first, stop) if self._rects[i].contains(point)), _NONE)
        return _NONE

    @property
    def cursor_position(self) -> int:
        """Position that the keyboard is at, -1 without tokens."""
        return self._cursor

    # Places ----------------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rects, _ = self._arrange(width)
        return int(rects[-1].bottom() + _GAP * marks.em(self)) + 1 if rects else int(3 * marks.em(self))

    def sizeHint(self) -> QSize:
        width = int(40 * marks.em(self))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(8 * size), int(min(3 * size, 2 * _GAP * size + self._line_height())) + 1)

    def _line_height(self) -> float:
        """Of the chips, without the gap between two lines."""
        height = QFontMetricsF(self.font()).height() + 0.3 * marks.em(self)
        return height if self._weights is None else height + QFontMetricsF(self._number_font()).height()

    def _number_font(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(self.font().pointSizeF() * _NUMBER_SIZE)
        return font

    def _measure(self) -> None:
        """The widths of the chips and their places."""
        size = marks.em(self)
        metrics = QFontMetricsF(self.font())
        widest = {label: metrics.horizontalAdvance(label) for label in set(self._labels)}
        least = 1.2 * size
        if self._weights is not None:
            least = QFontMetricsF(self._number_font()).horizontalAdvance(numbers.percent(1.0))
        self._arranged.clear()
        self._widths = [min(max(widest[label], least), _WIDEST * size) + 0.7 * size for label in self._labels]
        self._place()
        self.updateGeometry()

    def _place(self) -> None:
        self._rects, self._lines = self._arrange(self.width())
        self.update()

    def _arrange(self, width: int) -> tuple[list[QRectF], list[tuple[int, int]]]:
        """The places of the chips in this width."""
        if width not in self._arranged:
            if len(self._arranged) > 20:
                self._arranged.clear()
            self._arranged[width] = self._arranged_in(width)
        return self._arranged[width]

    def _arranged_in(self, width: int) -> tuple[list[QRectF], list[tuple[int, int]]]:
        """Chips from left to right; a new line begins where the text has one and where the width is used up."""
        size = marks.em(self)
        gap = _GAP * size
        height = self._line_height()
        x = y = gap
        rects: list[QRectF] = []
        lines: list[tuple[int, int]] = []
        first = 0
        for i, chip in enumerate(self._widths):
            if i > first and (x + chip + gap > width or self._labels[i - 1].endswith("↵")):
                lines.append((first, i))
                first, x, y = i, gap, y + height + gap
            rects.append(QRectF(x, y, chip, height))
            x += chip + gap
        if rects:
            lines.append((first, len(rects)))
        return rects, lines

    def _outer(self, position: int) -> QRect:
        """What must be painted again when the chip changes."""
        return _around(self._rects[position], _GAP * marks.em(self))

    def _look(self) -> tuple[NDArray[np.float64], ...]:
        """All that a chip's picture depends on, per chip; NaN equals NaN in `_changed`."""
        n = len(self._labels)
        weights = np.full(n, np.nan) if self._weights is None else self._weights
        marked = np.zeros(n)
        for value, position in ((1, self._query), (2, self._key)):
            if 0 <= position < n:
                marked[position] += value
        written = np.floor(weights * 2000)  # finer than the whole per cent in the chips
        return written, self._fills.astype(np.float64), self._closed.astype(np.float64), marked

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stamping, number_font, size = Stamping(self._stamps, painter), self._number_font(), marks.em(self)
        seen = list(self._touched(event.region(), size))
        for i in seen:
            self._paint_chip(stamping, i, number_font, size)
        for i in seen:
            self._paint_outline(painter, i, size)

    def _touched(self, area: QRegion, size: float) -> Iterator[int]:
        around, gap = area.boundingRect(), _GAP * size
        whole = area.rectCount() == 1
        for first, stop in self._lines:
            rect = self._rects[first]
            if rect.bottom() + gap >= around.top() and rect.top() - gap <= around.bottom():
                yield from (i for i in range(first, stop) if whole or area.intersects(_around(self._rects[i], gap)))

    def _paint_chip(self, stamping: Stamping, i: int, number_font: QFont, size: float) -> None:
        painter = stamping.painter
        rect, label = self._rects[i], self._labels[i]
        closed, number = bool(self._closed[i]), self.text_of(i)
        filled = bool(number) and number != numbers.NONE
        fill = f"#{int(self._fills[i]) & 0xFFFFFF:06x}" if filled else self._theme.window
        ink = marks.ink_on(int(self._fills[i])) if filled else self._theme.text
        painter.setPen(Qt.PenStyle.NoPen if filled else QPen(QColor(self._theme.line), max(1.0, size / 12)))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(rect, _RADIUS * size, _RADIUS * size)
        if closed:
            painter.setBrush(marks.hatch(self._theme.closed, size * 0.6, self.devicePixelRatioF()))
            painter.drawRoundedRect(rect, _RADIUS * size, _RADIUS * size)
        words = rect.adjusted(0.2 * size, 0.15 * size, -0.2 * size, -0.15 * size)
        metrics = QFontMetricsF(self.font())
        shown = metrics.elidedText(label, Qt.TextElideMode.ElideMiddle, words.width() + 1)
        top = QRectF(words.left(), words.top(), words.width(), metrics.height())
        middle = words if self._weights is None or closed else top
        number_ink = ink
        if closed:
            self._paint_plate(painter, metrics.horizontalAdvance(shown), middle, size)
            ink = self._theme.muted
        if label == START:
            ink = self._start_ink(fill)
        stamping.text(shown, middle, self.font(), ink, _MIDDLE)
        if number:
            below = QRectF(words.left(), top.bottom(), words.width(), words.bottom() - top.bottom())
            painter.setOpacity(_FAINT if number == numbers.percent(0.0) else 1.0)
            stamping.text(number, below, number_font, number_ink, _MIDDLE)
            painter.setOpacity(1.0)

    def _paint_plate(self, painter: QPainter, width: float, around: QRectF, size: float) -> None:
        """A plain ground behind the word of a hatched chip."""
        plate = QRectF(0, 0, width + 0.3 * size, QFontMetricsF(self.font()).height())
        plate.moveCenter(around.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.window))
        painter.drawRoundedRect(plate, _RADIUS * size, _RADIUS * size)

    def _start_ink(self, fill: str) -> str:
        """The start mark is purple, darker or lighter until it can be seen on `fill`."""
        return marks.seen_on(self._theme.start, fill)

    def _paint_outline(self, painter: QPainter, i: int, size: float) -> None:
        rect, radius = self._rects[i], _RADIUS * size
        if i == self._query:
            marks.query_ring(painter, rect, self._theme, size, radius)
        if i == self._key:
            inset = 1.5 * marks.KEY_WIDTH * size if i == self._query else 0.0
            marks.key_ring(painter, rect.adjusted(inset, inset, -inset, -inset), self._theme, size, radius)
        at_cursor = i == self._cursor and self.hasFocus()
        if i == self._hover or at_cursor:
            line = QPen(QColor(self._theme.focus if at_cursor else self._theme.text), size / 7)
            line.setStyle(Qt.PenStyle.SolidLine)
            painter.setPen(line)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            away = (0.34 if i in (self._query, self._key) else 0.12) * size
            painter.drawRoundedRect(rect.adjusted(-away, -away, away, away), radius + away, radius + away)

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.position_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(_NONE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = self.position_at(event.position())
        if position == _NONE:
            return
        self._move_cursor(position, tell=False)
        right = event.button() == Qt.MouseButton.RightButton
        self._marked_before = position == self._key
        if right or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.marked.emit(position)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(position)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()  # the first right click has marked the key, the second one asks what can be done to it
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        position = self.position_at(QPointF(event.pos())) if by_mouse else self._cursor
        if position == _NONE or (by_mouse and not self._marked_before):
            return
        at = event.globalPos() if by_mouse else self.mapToGlobal(self._rects[position].center().toPoint())
        self.menu_asked.emit(position, at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._labels:
            super().keyPressEvent(event)
            return
        cursor, key = max(self._cursor, 0), Qt.Key(event.key())
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        target = self._target(cursor, key) if plain else None
        if target is not None:
            self._move_cursor(target)
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            as_key = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.marked if as_key else self.clicked).emit(cursor)
        elif plain and (key == Qt.Key.Key_K or event.text().lower() == "л"):  # К of a Russian keyboard is on L's place
            self.marked.emit(cursor)
        else:
            super().keyPressEvent(event)

    def _target(self, cursor: int, key: Qt.Key) -> int | None:
        last = len(self._labels) - 1
        steps = {
            Qt.Key.Key_Left: max(cursor - 1, 0),
            Qt.Key.Key_Right: min(cursor + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in steps:
            return steps[key]
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._in_line(cursor, -1 if key == Qt.Key.Key_Up else 1)
        return None

    def _in_line(self, cursor: int, step: int) -> int:
        """The chip above or below."""
        here = next(n for n, (first, stop) in enumerate(self._lines) if first <= cursor < stop)
        there = here + step
        if not 0 <= there < len(self._lines):
            return cursor
        x = self._rects[cursor].center().x()
        return min(range(*self._lines[there]), key=lambda i: abs(self._rects[i].center().x() - x))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._cursor == _NONE and self._labels:
            self._cursor = max(self._query, 0)
        self.update()
        self._say()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _move_cursor(self, position: int, *, tell: bool = True) -> None:
        for changed in (self._cursor, position):
            if 0 <= changed < len(self._rects):
                self.update(self._outer(changed))
        self._cursor = position
        self._say()
        if tell:
            self.query_moved.emit(self._outer(position))
            self.hovered.emit(position)

    def _set_hover(self, position: int) -> None:
        if position == self._hover:
            return
        for changed in (self._hover, position):
            if 0 <= changed < len(self._rects):
                self.update(self._outer(changed))
        self._hover = position
        self.hovered.emit(position)

    def _say(self) -> None:
        marks.speak(self, self.sentence(self._cursor) if 0 <= self._cursor < len(self._labels) else "")

    # Qt --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
        self.ask_for_sight()

    def ask_for_sight(self) -> None:
        """Let the query be scrolled into sight."""
        if 0 <= self._query < len(self._rects):
            self.query_moved.emit(self._outer(self._query))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._stamps.clear()
            self._measure()
        elif event.type() in (QEvent.Type.LanguageChange, QEvent.Type.LocaleChange):
            self._measure()
            self._say()


def _around(rect: QRectF, gap: float) -> QRect:
    return rect.adjusted(-gap, -gap, gap, gap).toAlignedRect()


def _changed(old: Sequence[NDArray[np.float64]], new: Sequence[NDArray[np.float64]]) -> list[int]:
    """Indices at which one of the arrays differs."""
    differs = [(a != b) & ~(np.isnan(a) & np.isnan(b)) for a, b in zip(old, new)]
    return [int(i) for i in np.flatnonzero(np.logical_or.reduce(differs))]


class TokenScroll(LongScroll):
    """A strip that scrolls when it is long, and keeps the query and the keyboard's cursor in sight."""

    def __init__(self, strip: TokenStrip, parent: QWidget | None = None) -> None:
        super().__init__(strip, parent)
        self.strip = strip
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        strip.query_moved.connect(self._reveal)
        self._wanted = 0

    def set_wanted_height(self, height: int) -> None:
        """How high it is when there is room."""
        if height != self._wanted:
            self._wanted = height
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self._wanted or hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.strip.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._choose_bar()
        super().resizeEvent(event)
        self.strip.ask_for_sight()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # also that of the viewport, when the text is another one
            self._choose_bar()
        return super().event(event)

    def _choose_bar(self) -> None:
        """Qt would keep a bar that takes the very width without which there would be no need of it."""
        whole, policy = self.strip.heightForWidth(self.width()) <= self.height(), Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if whole else policy.ScrollBarAsNeeded)

    def _reveal(self, rect: QRect) -> None:
        centre = rect.center()
        self.ensureVisible(centre.x(), centre.y(), rect.width() // 2, rect.height() // 2)
