"""Source code with line numbers: one line is the current one, some are marked; long lines are folded."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks
from rostok_gui.widgets.code_colours import DEFINED, KEYWORD, QUIET, Span, ink
from rostok_gui.widgets.long_scroll import LongScroll

FAMILIES = ("JetBrains Mono", "Cascadia Mono", "Consolas", "Menlo", "DejaVu Sans Mono", "Liberation Mono")
_SIZE = 0.86
_FOLD = 4
"""Columns by which the rest of a folded line is moved in."""
_LEAST_ROWS = 5
NOWHERE = -1


@dataclass(frozen=True)
class CodeLine:
    """One line.

    Attributes
    ----------
    number : int or None
        In its file; None for a heading between two pieces of code.
    spans : tuple of Span
        Its parts that are coloured.
    is_step : bool
        Whether it can be stepped to.
    """

    number: int | None
    text: str
    spans: tuple[Span, ...] = ()
    is_step: bool = False


def code_font(font: QFont) -> QFont:
    """A font with letters of one width, a little smaller than `font`; `font` itself where the system has none."""
    known = set(QFontDatabase.families())
    result = QFont(font)
    result.setFamily(next((family for family in FAMILIES if family in known), font.family()))
    result.setPointSizeF(font.pointSizeF() * _SIZE)
    return result


class CodeView(QWidget):
    """The code. Up and Down (also Space and Backspace) ask for a step, Home and End for the first and the last one.

    Signals
    -------
    clicked : int
        Index of a line.
    stepped : int
        -1, 1, or ``-FAR`` and ``FAR`` for the ends.
    line_moved : QRect
        Place of a line that should be in sight.
    """

    FAR = 1 << 20
    clicked = Signal(int)
    stepped = Signal(int)
    line_moved = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._lines: tuple[CodeLine, ...] = ()
        self._layouts: list[QTextLayout] = []
        self._tops: list[float] = [0.0]
        self._current = NOWHERE
        self._marked: frozenset[int] = frozenset()
        self._font = code_font(self.font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # What is shown ---------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self._lay_out()

    def set_lines(self, lines: Sequence[CodeLine]) -> None:
        """Show this code."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self._current, self._marked = NOWHERE, frozenset()
            self._lay_out()

    @property
    def lines(self) -> tuple[CodeLine, ...]:
        """All lines."""
        return self._lines

    @property
    def current(self) -> int:
        """Index of the current line, -1 for none."""
        return self._current

    @property
    def marked(self) -> frozenset[int]:
        """Indices of the marked lines."""
        return self._marked

    def set_current(self, index: int) -> None:
        """Mark one line as the current one and bring it into sight."""
        self._current = index
        if 0 <= index < len(self._lines):
            marks.speak(self, self.sentence(index))
        self._reveal()
        self.update()

    def set_marked(self, indices: Collection[int]) -> None:
        """Mark these lines and bring the first of them into sight."""
        self._marked = frozenset(indices)
        self._reveal()
        self.update()

    def sentence(self, index: int) -> str:
        """A line for those who hear it."""
        line = self._lines[index]
        return f"{line.number or ''} {line.text.strip()}".strip()

    def colour_at(self, index: int, column: int) -> str:
        """``#rrggbb`` of the letter in this column of a line."""
        line = self._lines[index]
        kind = next((span.kind for span in line.spans if span.start <= column < span.stop), "plain")
        return ink(kind, self._theme, self._ground(index))

    def _ground(self, index: int) -> str:
        return self._theme.raised if index == self._current or index in self._marked else self._theme.surface

    # Places ----------------------------------------------------------------------------------------------------

    def rect_of(self, index: int) -> QRectF:
        """Place of a line, with all the rows into which it is folded."""
        top = self._tops[index]
        return QRectF(0, top, self.width(), self._tops[index + 1] - top)

    def line_at(self, point: QPointF) -> int:
        """Index of the line at `point`, -1 for none."""
        for index in range(len(self._lines)):
            if self._tops[index] <= point.y() < self._tops[index + 1]:
                return index
        return NOWHERE

    def _gutter(self) -> float:
        """Width of the sign and the line number."""
        return QFontMetricsF(self._font).horizontalAdvance("▸ 00000")

    def _lay_out(self) -> None:
        """Fold the lines into the width."""
        metrics = QFontMetricsF(self._font)
        letter = metrics.horizontalAdvance("0")
        room = max(20 * letter, self.width() - self._gutter() - 1.5 * letter)
        self._layouts, self._tops = [], [0.3 * metrics.height()]
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        for index, line in enumerate(self._lines):
            indent = (len(line.text) - len(line.text.lstrip())) * letter
            layout = QTextLayout(line.text.strip() or " ", self._font)
            layout.setTextOption(option)
            layout.setFormats(self._formats(index))
            layout.beginLayout()
            height = 0.0
            while (row := layout.createLine()).isValid():
                left = indent if height == 0 else indent + _FOLD * letter
                row.setLineWidth(max(room - left, 12 * letter))
                row.setPosition(QPointF(left, height))
                height += row.height()
            layout.endLayout()
            self._layouts.append(layout)
            self._tops.append(self._tops[-1] + height + 0.15 * metrics.height())
        self.updateGeometry()
        self.setMinimumHeight(int(self._tops[-1] + 0.3 * metrics.height()))
        self.update()

    def _formats(self, index: int) -> list[QTextLayout.FormatRange]:
        line = self._lines[index]
        shift = len(line.text) - len(line.text.lstrip())
        ranges = []
        if line.number is None:
            ranges.append(_range(0, len(line.text), self._theme.muted, bold=True))
        for span in line.spans:
            # `raised` is the less bright of the grounds: what is readable there is readable everywhere
            colour = ink(span.kind, self._theme, self._theme.raised)
            bold = span.kind in (KEYWORD, DEFINED)
            ranges.append(
                _range(span.start - shift, span.stop - span.start, colour, bold=bold, italic=span.kind == QUIET)
            )
        return ranges

    def sizeHint(self) -> QSize:
        return QSize(int(44 * marks.em(self)), int(self._tops[-1]))

    def minimumSizeHint(self) -> QSize:
        return QSize(int(14 * marks.em(self)), 0)

    @property
    def least_height(self) -> int:
        """Height of the few rows that should always be in sight."""
        return int(_LEAST_ROWS * 1.2 * QFontMetricsF(self._font).height())

    def _wanted(self) -> list[int]:
        """The current line, or all that are marked."""
        return [self._current] if 0 <= self._current < len(self._lines) else sorted(self._marked)

    def _reveal(self) -> None:
        """Ask for the current line, or all the marked ones that fit, to be in sight."""
        wanted = self._wanted()
        if wanted:
            first = self.rect_of(wanted[0])
            near = [i for i in wanted if self.rect_of(i).bottom() - first.top() < 1.5 * self.least_height]
            last = near[-1] if near else wanted[0]  # a line alone may be folded into more rows than that
            self.line_moved.emit(first.united(self.rect_of(last)).toAlignedRect())

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, size = self._theme, marks.em(self)
        painter.fillRect(event.rect(), QColor(theme.surface))
        painter.setFont(self._font)
        gutter, letter = self._gutter(), QFontMetricsF(self._font).horizontalAdvance("0")
        for index, layout in enumerate(self._layouts):
            place = self.rect_of(index)
            if place.bottom() < event.rect().top() or place.top() > event.rect().bottom():
                continue
            line = self._lines[index]
            chosen = index == self._current or index in self._marked
            if chosen:
                painter.fillRect(place, QColor(theme.raised))
                painter.fillRect(QRectF(0, place.top(), 0.25 * size, place.height()), QColor(theme.focus))
            row_height = layout.lineAt(0).height()
            if line.number is not None:
                painter.setPen(QColor(theme.text if chosen or line.is_step else theme.muted))
                number = QRectF(0, place.top(), gutter - letter, row_height)
                painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(line.number))
                if chosen:
                    arrow = QRectF(0.4 * size, place.top(), 2 * letter, row_height)
                    painter.drawText(arrow, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, "▸")
            painter.setPen(QColor(theme.text))
            layout.draw(painter, QPointF(gutter, place.top()))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.focus), 2))
            places = [self.rect_of(index) for index in self._wanted()] or [QRectF(self.rect())]
            painter.drawRects([place.adjusted(1, 1, -1, -1) for place in places])

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.line_at(event.position())
        if index != NOWHERE and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Space: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Backspace: -1,
            Qt.Key.Key_Home: -self.FAR,
            Qt.Key.Key_End: self.FAR,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()
            self._reveal()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._font = code_font(self.font())
            self._lay_out()


def _range(
    start: int, length: int, colour: str, *, bold: bool = False, italic: bool = False
) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length = start, length
    look = QTextCharFormat()
    look.setForeground(QColor(colour))
    look.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    look.setFontItalic(italic)
    found.format = look
    return found


class CodeScroll(LongScroll):
    """Code that scrolls; what is current stays in sight, with a little around it."""

    def __init__(self, view: CodeView, parent: QWidget | None = None) -> None:
        super().__init__(view, parent)
        self.view = view
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # else the folding would feed on itself
        bar = self.verticalScrollBar()
        bar.setEnabled(False)
        bar.rangeChanged.connect(lambda _least, most: bar.setEnabled(most > 0))  # it is seen where there is more
        view.line_moved.connect(self._bring)

    def sizeHint(self) -> QSize:
        return QSize(self.view.sizeHint().width(), 4 * self.view.least_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.view.minimumSizeHint().width(), self.view.least_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view._reveal()

    def _bring(self, place: QRect) -> None:
        margin = min(2 * self.view.least_height // _LEAST_ROWS, self.viewport().height() // 4)
        self.ensureVisible(0, place.center().y(), 0, place.height() // 2 + margin)
