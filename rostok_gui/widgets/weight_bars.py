"""Weights as a table with a bar under every row, and the mixture that they make. They know no panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets.colormap import hex_colour
from rostok_gui.widgets.numbers import tabular

LEAST_ROW, MOST_ROW = 1.25, 3.6
"""Height of a row in heights of the font."""
COMFORTABLE_ROW = 1.9
NAME_ROOM = 3.0
SMALLEST_FONT, LARGEST_FONT = 0.72, 1.5


@dataclass(frozen=True)
class Row:
    """One row.

    Attributes
    ----------
    name : str
    swatch : str
        ``#rrggbb`` of what is passed on.
    cells : tuple of str
        Numbers as they are shown; the last one is drawn bold.
    weight : float
        0 to 1: length and colour of the bar.
    """

    name: str
    swatch: str
    cells: tuple[str, ...]
    weight: float


class WeightBars(QWidget):
    """Rows of numbers with bars.

    Signals
    -------
    selected, recolour_wanted, remove_wanted : int
        A row was chosen; its swatch was clicked (or Space); Delete.
    renamed : (int, str)
        A name was typed.
    """

    selected = Signal(int)
    recolour_wanted = Signal(int)
    remove_wanted = Signal(int)
    renamed = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._theme = load_theme("light")
        self._headers: tuple[str, ...] = ()
        self._rows: tuple[Row, ...] = ()
        self._chosen = -1
        self._editing = -1
        self.em = float(self.fontMetrics().height())
        """The measure of everything drawn: the height of the font."""
        self._editor = QLineEdit(self)
        self._editor.hide()
        self._editor.installEventFilter(self)
        self._editor.editingFinished.connect(self._end_rename)

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is drawn now."""
        return self._rows

    @property
    def editor(self) -> QLineEdit:
        """The field in which a name is typed."""
        return self._editor

    def set_headers(self, headers: Sequence[str]) -> None:
        """Names of the columns, that of the names first."""
        self._headers = tuple(headers)
        self.updateGeometry()
        self.update()

    def set_rows(self, rows: Sequence[Row], chosen: int = -1) -> None:
        """Show these; `chosen` is marked, -1 for none."""
        grown = len(rows) != len(self._rows)
        self._rows, self._chosen = tuple(rows), chosen
        if grown:
            self._fit()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.update()

    def _fit(self) -> None:
        self.setMaximumHeight(int((len(self._rows) * MOST_ROW + LARGEST_FONT) * self.em))
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.em = float(self.fontMetrics().height())
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(int(22 * self.em), int((len(self._rows) * COMFORTABLE_ROW + 1) * self.em))

    def minimumSizeHint(self) -> QSize:
        return QSize(int(13 * self.em), int((len(self._rows) * LEAST_ROW + 1) * self.em * SMALLEST_FONT))

    # Where things are ------------------------------------------------------------------------------------------

    def _font_factor(self) -> float:
        """1; less when many rows have little room, more when a few have much."""
        tight, wide = ((len(self._rows) * row + 1) * self.em for row in (LEAST_ROW, COMFORTABLE_ROW))
        room = min(self.height() / wide, self.width() / (17 * self.em))
        return min(max(room, 1.0), LARGEST_FONT) if self.height() > tight else max(self.height() / tight, SMALLEST_FONT)

    def row_rect(self, index: int) -> QRectF:
        """Place of a row."""
        header = self.em * self._font_factor()
        height = min((self.height() - header) / max(len(self._rows), 1), MOST_ROW * self.em)
        return QRectF(0, header + index * height, self.width(), height)

    def swatch_rect(self, index: int) -> QRectF:
        """Place of the colour of a row."""
        size = 0.8 * self.em * self._font_factor()
        row = self._text_rect(index)
        return QRectF(0.3 * self.em, row.center().y() - size / 2, size, size)

    def _text_rect(self, index: int) -> QRectF:
        """The line of text: it and its bar stand together in the middle of the row."""
        row = self.row_rect(index)
        room = row.height() - self._bar_height(row) - 0.1 * self.em
        height = min(room, 1.35 * self.em * self._font_factor())
        return QRectF(0, row.top() + (room - height) / 2, row.width(), height)

    def _bar_height(self, row: QRectF) -> float:
        return min(0.8 * self.em, max(row.height() - 1.15 * self.em * self._font_factor(), 3.0))

    def _name_left(self) -> float:
        return 0.3 * self.em + 1.2 * self.em * self._font_factor()

    def _columns(self, metrics: QFontMetricsF) -> dict[int, tuple[float, float]]:
        """Left and right edge of the number columns, as wide as their widest text and pushed to the right.

        Where names have no room, columns are left out: the second first; the last one stays.
        """
        shown = list(range(len(self._headers) - 1))
        while True:
            edges: dict[int, tuple[float, float]] = {}
            right = self.width() - 0.4 * self.em
            for column in reversed(shown):
                texts = ["+0.00", *(row.cells[column] for row in self._rows)]
                left = right - max(map(metrics.horizontalAdvance, texts))
                edges[column] = (left, right)
                right = left - 0.7 * self.em
            if right - self._name_left() >= NAME_ROOM * self.em or len(shown) < 2:
                return edges
            del shown[min(1, len(shown) - 2)]

    def row_at(self, point: QPointF) -> int:
        """Index of the row at a place, -1 for none."""
        return next((i for i in range(len(self._rows)) if self.row_rect(i).contains(point)), -1)

    # Mouse and keys --------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.row_at(event.position())
        if index < 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        self.selected.emit(index)
        if self.swatch_rect(index).adjusted(-6, -6, 6, 6).contains(event.position()):
            self.recolour_wanted.emit(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.row_at(event.position())
        if index >= 0:
            self.rename(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index, last = event.key(), self._chosen, len(self._rows) - 1
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.selected.emit(min(max(index + (1 if key == Qt.Key.Key_Down else -1), 0), last))
        elif index >= 0 and key in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.rename(index)
        elif index >= 0 and key == Qt.Key.Key_Space:
            self.recolour_wanted.emit(index)
        elif index >= 0 and key == Qt.Key.Key_Delete:
            self.remove_wanted.emit(index)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._chosen < 0 and self._rows:
            self.selected.emit(0)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def rename(self, index: int) -> None:
        """Open the field over the name of a row."""
        if not 0 <= index < len(self._rows):
            return
        row, left = self._text_rect(index), self._name_left()
        self._editing = index
        self._editor.setText(self._rows[index].name)
        height = max(row.height(), 1.5 * self.em)
        self._editor.setGeometry(
            QRectF(left, row.center().y() - height / 2, max(self.width() / 3, 8 * self.em), height).toRect()
        )
        self._editor.selectAll()
        self._editor.show()
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _end_rename(self) -> None:
        index, self._editing = self._editing, -1
        self._editor.hide()
        text = " ".join(self._editor.text().split())
        if 0 <= index < len(self._rows) and text and text != self._rows[index].name:
            self.renamed.emit(index, text)
        if index >= 0:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc in the field keeps the old name."""
        if watched is self._editor and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.KeyPress:
                self._editing = -1
                self._editor.hide()
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return super().eventFilter(watched, event)

    # Drawing ---------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        factor = self._font_factor()
        plain, bold = _sized(self.font(), factor), _sized(self.font(), factor, bold=True)
        columns = self._columns(QFontMetricsF(bold))
        self._paint_headers(painter, columns, _sized(self.font(), 0.82 * factor))
        for index, row in enumerate(self._rows):
            self._paint_row(painter, index, row, columns, plain, bold)
        painter.end()

    def _paint_headers(self, painter: QPainter, columns: dict[int, tuple[float, float]], font: QFont) -> None:
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        height = self.em * self._font_factor()
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        for column, (left, right) in columns.items():
            painter.drawText(
                QRectF(left - 2 * self.em, 0, right - left + 2 * self.em, height),
                middle | Qt.AlignmentFlag.AlignRight,
                self._headers[column + 1],
            )
        if self._headers:
            painter.drawText(QRectF(0.3 * self.em, 0, self.width(), height), middle, self._headers[0])

    def _paint_row(
        self,
        painter: QPainter,
        index: int,
        row: Row,
        columns: dict[int, tuple[float, float]],
        plain: QFont,
        bold: QFont,
    ) -> None:
        em, theme, place, text = self.em, self._theme, self.row_rect(index), self._text_rect(index)
        if index == self._chosen:
            ground = QColor(theme.focus)
            ground.setAlphaF(0.13)
            painter.setBrush(ground)
            painter.setPen(QPen(QColor(theme.focus), 0.1 * em) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), 0.25 * em, 0.25 * em)
        painter.setPen(QPen(QColor(theme.text), 0.06 * em))
        painter.setBrush(QColor(row.swatch))
        painter.drawRect(self.swatch_rect(index))
        painter.setPen(QColor(theme.text))
        painter.setFont(plain)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        left = self._name_left()
        room = min((start for start, _ in columns.values()), default=place.right()) - left - 0.5 * em
        name = QFontMetricsF(plain).elidedText(row.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, text.top(), room, text.height()), middle, name)
        for column, (start, end) in columns.items():
            painter.setFont(bold if column == len(row.cells) - 1 else plain)
            painter.drawText(
                QRectF(start, text.top(), end - start, text.height()),
                middle | Qt.AlignmentFlag.AlignRight,
                row.cells[column],
            )
        self._paint_bar(painter, place, text.bottom(), row.weight)

    def _paint_bar(self, painter: QPainter, place: QRectF, top: float, weight: float) -> None:
        height, left = self._bar_height(place), self._name_left()
        track = QRectF(left, top, place.width() - left - 0.4 * self.em, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRect(track)
        painter.setPen(QPen(QColor(self._theme.muted), 1))
        painter.setBrush(QColor(hex_colour(weight)))
        painter.drawRect(QRectF(track.left(), track.top(), track.width() * weight, height))


class MixtureBar(QWidget):
    """The mixture: a strip in which every value is as wide as its weight, the colour that comes out, its numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme = load_theme("light")
        self._title = ""
        self._parts: tuple[tuple[str, float], ...] = ()
        self._result = "#000000"
        self._numbers = ""

    @property
    def numbers(self) -> str:
        """The numbers as shown."""
        return self._numbers

    @property
    def result(self) -> str:
        """The colour as shown, ``#rrggbb``."""
        return self._result

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.update()

    def set_title(self, title: str) -> None:
        """Text before the numbers."""
        self._title = title
        self.update()

    def set_mixture(self, parts: Sequence[tuple[str, float]], result: str, numbers: str) -> None:
        """Show colours with their weights, the mixed colour and its numbers."""
        self._parts, self._result, self._numbers = tuple(parts), result, numbers
        self.update()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(18 * em, int(2.5 * em))

    def minimumSizeHint(self) -> QSize:
        return QSize(10 * self.fontMetrics().height(), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        em, theme = self.fontMetrics().height(), self._theme
        edge = QPen(QColor(theme.text), 0.06 * em)
        big = QRectF(self.width() - 2.7 * em, 0.15 * em, 2.3 * em, 2.2 * em)
        strip = QRectF(0.3 * em, 1.5 * em, big.left() - 1.4 * em, 0.85 * em)
        left = strip.left()
        for colour, weight in self._parts:
            width = strip.width() * weight
            painter.fillRect(QRectF(left, strip.top(), width, strip.height()), QColor(colour))
            left += width
        painter.setPen(edge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(strip)
        self._paint_arrow(painter, strip.right() + 0.2 * em, big.left() - 0.2 * em, strip.center().y(), em)
        painter.setPen(edge)
        painter.setBrush(QColor(self._result))
        painter.drawRect(big)
        text = QRectF(0.3 * em, 0.1 * em, big.left() - 0.6 * em, 1.25 * em)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        bold = _sized(self.font(), 1.0, bold=True)
        numbers = QFontMetricsF(bold).horizontalAdvance(self._numbers)
        if numbers + self.fontMetrics().horizontalAdvance(self._title) + 0.5 * em < text.width():
            painter.setPen(QColor(theme.muted))
            painter.drawText(text, flags, self._title)
            flags |= Qt.AlignmentFlag.AlignRight
        painter.setFont(bold)
        painter.setPen(QColor(theme.text))
        painter.drawText(text, flags, self._numbers)
        painter.end()

    def _paint_arrow(self, painter: QPainter, left: float, right: float, y: float, em: float) -> None:
        painter.setPen(QPen(QColor(self._theme.muted), 0.12 * em))
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        painter.drawPolyline(
            [QPointF(right - 0.3 * em, y - 0.3 * em), QPointF(right, y), QPointF(right - 0.3 * em, y + 0.3 * em)]
        )


def _sized(font: QFont, factor: float, bold: bool = False) -> QFont:
    result = QFont(font)
    result.setPointSizeF(max(font.pointSizeF() * factor, 1.0))
    result.setBold(bold)
    return tabular(result)
