"""Two square grids over the same tokens: who may look at whom (to paint on), and who takes how much from whom.

Row t is the query, column j the key, in both. Cells above the diagonal are the future.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QAbstractAnimation,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.attention.mask import causal
from rostok_gui.shell.style import glide_ms, mixed
from rostok_gui.shell.theme import Theme, load_theme, readable_on
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import hex_colour
from rostok_gui.widgets.fitted import draw_fitted

Mask = NDArray[np.bool_]
Cell = tuple[int, int]

ARROWS: dict[int, Cell] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


@dataclass(frozen=True)
class Places:
    """Measures of a grid in pixels.

    Attributes
    ----------
    font : QFont
        Of the labels.
    left, top, margin : int
        Room for the row labels, for the column labels, and at the right.
    grid : QRect
        The square of cells.
    side : int
        Of one cell.
    """

    font: QFont
    left: int
    top: int
    margin: int
    grid: QRect
    side: int


class TokenGrid(QWidget):
    """Geometry, labels, markers and cursor of a T x T grid; subclasses paint its cells.

    Signals
    -------
    hovered : (t, j) or None
        The cell under the pointer.
    picked : (t or None, j or None)
        A cell, a row label or a column label that was clicked, or where the cursor went by keyboard.
    let_go : nothing
        Esc.
    """

    hovered = Signal(object)
    picked = Signal(object)
    let_go = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = load_theme("light")
        self.labels: tuple[str, ...] = ()
        self.corner_texts = ("", "")
        self.row: int | None = None
        self.column: int | None = None
        self.cursor_cell: Cell = (0, 0)
        self._hovered: Cell | None = None
        self._places: Places | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """T, the number of rows and of columns."""
        return len(self.labels)

    def set_labels(self, labels: tuple[str, ...]) -> None:
        """Texts of the T tokens; "" where the text has no token."""
        if labels != self.labels:
            self.labels = labels
            self._places = None
            last = max(0, self.count - 1)
            self.cursor_cell = (min(self.cursor_cell[0], last), min(self.cursor_cell[1], last))
            self.update()

    def set_marked(self, row: int | None, column: int | None) -> None:
        """Mark the row of the query and the column of the key; the cursor goes there."""
        row = row if row is not None and row < self.count else None
        column = column if column is not None and column < self.count else None
        if (row, column) != (self.row, self.column):
            self.row, self.column = row, column
            self.cursor_cell = (
                self.cursor_cell[0] if row is None else row,
                self.cursor_cell[1] if column is None else column,
            )
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.update()

    def set_corner_texts(self, rows: str, columns: str) -> None:
        """What the rows are and what the columns are, written into the corner."""
        self.corner_texts = (rows, columns)
        self.update()

    # Where things are ------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(12 * em, round(5.5 * em))

    @property
    def places(self) -> Places:
        """Where everything is; measured again when size, font or labels have changed."""
        if self._places is None:
            self._places = self._measured()
        return self._places

    def _measured(self) -> Places:
        font, line, n = QFont(self.font()), self.fontMetrics().height(), max(1, self.count)
        cell = 0.78 * min(self.width(), self.height()) / n
        if cell < line:  # many tokens: labels no higher than their rows
            font.setPixelSize(max(7, int(cell * 0.85)))
        metrics = QFontMetricsF(font)
        widest = max((metrics.horizontalAdvance(self._label(t)) for t in range(self.count)), default=0.0)
        left = int(min(max(widest, 4 * line), 8 * line, self.width() * 0.3) + line)
        top = int(min(max(widest + 0.8 * line, 2 * line), 7 * line, self.height() * 0.3))
        margin = int(1.2 * line)
        side = max(1, min(self.width() - left - margin, self.height() - top - 2) // n)
        spare = max(0, self.width() - left - margin - side * n) // 2
        return Places(font, left, top, margin, QRect(left + spare, top, side * n, side * n), side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._places = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._places = None
            self.update()

    def grid_rect(self) -> QRect:
        """The square of cells."""
        return self.places.grid

    def cell_rect(self, t: int, j: int) -> QRect:
        """The place of one cell."""
        grid, side = self.places.grid, self.places.side
        return QRect(grid.left() + j * side, grid.top() + t * side, side, side)

    def cell_at(self, point: QPoint, *, clamp: bool = False) -> Cell | None:
        """The cell at `point`; None outside (`clamp`: the nearest one)."""
        grid = self.grid_rect()
        if not self.count or not (clamp or grid.contains(point)):
            return None
        side = self.places.side
        place = ((point.y() - grid.top()) // side, (point.x() - grid.left()) // side)
        return min(max(place[0], 0), self.count - 1), min(max(place[1], 0), self.count - 1)

    def _label_at(self, point: QPoint) -> tuple[int | None, int | None]:
        """Row or column whose label is at `point`."""
        grid = self.grid_rect()
        cell = self.cell_at(point, clamp=True)
        if cell is None:
            return None, None
        beside_row = point.x() < grid.left() and grid.top() <= point.y() < grid.top() + grid.height()
        above_column = point.y() < grid.top() and grid.left() <= point.x() < grid.left() + grid.width()
        return (cell[0] if beside_row else None), (cell[1] if above_column else None)

    def _label(self, t: int) -> str:
        return f"{t} {self.labels[t]}".rstrip()

    # What people do --------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        point = event.position().toPoint()
        cell = self.cell_at(point)
        if cell is not None:
            self.press_cell(cell)
            return
        row, column = self._label_at(point)
        if (row, column) != (None, None):
            self.picked.emit((row, column))

    def press_cell(self, cell: Cell) -> None:
        """A cell was pressed with the mouse."""
        self.cursor_cell = cell
        self.picked.emit(cell)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.cell_at(event.position().toPoint()))

    def _hover(self, cell: Cell | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.hovered.emit(cell)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = ARROWS.get(event.key())
        if step is not None and self.count:
            self.move_cursor(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.let_go.emit()
        else:
            super().keyPressEvent(event)

    def move_cursor(self, step: Cell) -> None:
        """Move the cursor by rows and columns; it stays inside."""
        t, j = (min(max(old + by, 0), self.count - 1) for old, by in zip(self.cursor_cell, step))
        self.cursor_cell = (t, j)
        self.picked.emit((t, j))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.count:
            painter.fillRect(self.grid_rect(), QColor(self.theme.surface))
            self.paint_cells(painter)
            self._paint_labels(painter)
            self._paint_marks(painter)
        if self.hasFocus():
            marks.focus_frame(painter, self, self.theme)
        painter.end()

    def paint_cells(self, painter: QPainter) -> None:
        """Paint what is in the cells."""
        raise NotImplementedError

    def inner(self, t: int, j: int) -> QRectF:
        """A cell without the gap around it."""
        rect = QRectF(self.cell_rect(t, j))
        gap = 0.5 if rect.width() < 14 else 1.0
        return rect.adjusted(gap, gap, -gap, -gap)

    def paint_hatch(self, painter: QPainter, cells: list[Cell]) -> None:
        """Grey diagonal lines: closed."""
        brush = marks.hatch(self.theme.closed, 0.45 * marks.em(self), self.devicePixelRatioF())
        for t, j in cells:
            painter.fillRect(self.inner(t, j), brush)

    def paint_sign(self, painter: QPainter, rect: QRectF, sign: str, colour: str, share: float = 0.6) -> None:
        """One bold sign in the middle of a cell."""
        font = QFont(self.font())
        font.setPixelSize(max(6, int(rect.height() * share)))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, sign)

    def paint_empty_row(self, painter: QPainter, t: int) -> None:
        """Say beside a row that nothing is in it."""
        rect = QRectF(self.cell_rect(t, self.count - 1))
        place = QRectF(rect.right(), rect.top(), self.places.margin, rect.height())
        painter.setFont(self.font())
        painter.setPen(QColor(self.theme.changed_ink))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "∅")

    def _paint_labels(self, painter: QPainter) -> None:
        grid, cell = self.grid_rect(), self.cell_rect(0, 0).width()
        font = self.places.font
        metrics = QFontMetricsF(font)
        width, height = self.places.left - 6, self.places.top - 6
        for t in range(self.count):
            rect = QRectF(self.cell_rect(t, 0))
            place = QRectF(rect.left() - width - 4, rect.top(), width, rect.height())
            chosen = t == self.row
            self._label_font(painter, font, chosen, self.theme.query_ink)
            text = metrics.elidedText(self._label(t), Qt.TextElideMode.ElideRight, width - metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            if chosen:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(self.theme.query))
                left = place.right() - QFontMetricsF(painter.font()).horizontalAdvance(text) - metrics.height() * 0.7
                _triangle(painter, QPointF(max(left, place.left()), rect.center().y()), metrics.height() * 0.28, False)
        upright = all(metrics.horizontalAdvance(self._label(j)) < cell - 4 for j in range(self.count))
        for j in range(self.count):
            rect = QRectF(self.cell_rect(0, j))
            chosen = j == self.column
            self._label_font(painter, font, chosen, self.theme.key_ink)
            if upright:
                place = QRectF(rect.left(), grid.top() - metrics.height() - 3, rect.width(), metrics.height())
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._label(j))
                continue
            painter.save()
            painter.translate(rect.center().x(), grid.top() - 4)
            painter.rotate(-90)
            place = QRectF(0, -rect.width() / 2, height + 2, rect.width())
            draw_fitted(painter, place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._label(j))
            painter.restore()
        self._paint_corner(painter)

    def _label_font(self, painter: QPainter, font: QFont, chosen: bool, ink: str) -> None:
        mine = QFont(font)
        mine.setBold(chosen)
        painter.setFont(mine)
        painter.setPen(QColor(ink if chosen else self.theme.text))

    def _paint_corner(self, painter: QPainter) -> None:
        """“queries ↓” and “keys →” in the free corner, in their colours."""
        grid = self.grid_rect()
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        painter.setFont(font)
        line = QFontMetricsF(font).height()
        right = grid.left() - 6.0
        texts = ((self.corner_texts[1], self.theme.key_ink), (self.corner_texts[0], self.theme.query_ink))
        for n, (text, ink) in enumerate(texts):
            place = QRectF(0, grid.top() - 4 - (2 - n) * line, right, line)
            painter.setPen(QColor(ink))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_marks(self, painter: QPainter) -> None:
        grid, em = QRectF(self.grid_rect()), marks.em(self)
        if self.column is not None:
            column = QRectF(self.cell_rect(0, self.column))
            marks.key_ring(painter, QRectF(column.left(), grid.top(), column.width(), grid.height()), self.theme, em)
        if self.row is not None:
            row = QRectF(self.cell_rect(self.row, 0))
            place = QRectF(grid.left(), row.top(), grid.width(), row.height())
            marks.ring(painter, place, self.theme.query, self.theme.text, 0.16 * em)
        if self.hasFocus():
            rect = QRectF(self.cell_rect(*self.cursor_cell)).adjusted(2, 2, -2, -2)
            marks.ring(painter, rect, self.theme.focus, self.theme.surface, 0.1 * em)


@dataclass(frozen=True)
class Stroke:
    """The mask after one more cell of a stroke; all steps of a stroke have its number."""

    allowed: tuple[tuple[bool, ...], ...]
    number: int


class MaskBoard(TokenGrid):
    """The mask, to be painted on with mouse, finger or keyboard.

    A click turns a cell; a drag gives every cell on its way what the first one became. Space turns the cell under the
    cursor, Shift with the arrows carries its state along.

    Signals
    -------
    painted : Stroke
    """

    painted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.allowed: Mask = causal(0)
        self._value: bool | None = None
        self._number = 0
        self._carrying = False
        self._old: QPixmap | None = None
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.valueChanged.connect(self._on_faded)

    def set_mask(self, allowed: Mask) -> None:
        """Show `allowed`, bool (T, T); when many cells change, the old picture fades into the new one."""
        if np.array_equal(allowed, self.allowed):
            return
        many = allowed.shape == self.allowed.shape and int((allowed != self.allowed).sum()) > 1
        if many and glide_ms() and self.isVisible():
            self._fade.stop()
            self._old = self.grab(self.grid_rect())
            self._fade.setDuration(glide_ms())
            self._fade.start()
        self.allowed = np.array(allowed)
        self.update()

    def _on_faded(self, _share: float) -> None:
        self.update(self.grid_rect())

    def _new_stroke(self) -> None:
        self._number += 1

    def _paint(self, cells: list[Cell], value: bool) -> None:
        rows, columns = zip(*cells)
        if (self.allowed[rows, columns] == value).all():
            return
        self.allowed = self.allowed.copy()
        self.allowed[rows, columns] = value
        self.update()
        self.painted.emit(Stroke(tuple(map(tuple, self.allowed.tolist())), self._number))

    def press_cell(self, cell: Cell) -> None:
        super().press_cell(cell)
        self._carrying = False
        self._new_stroke()
        self._value = not self.allowed[cell]
        self._paint([cell], self._value)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._value is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        cell = self.cell_at(event.position().toPoint(), clamp=True)
        if cell is not None and cell != self.cursor_cell:
            way = _between(self.cursor_cell, cell)
            self.cursor_cell = cell
            self._paint(way, self._value)
            self._hover(cell)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._value = None
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.count:
            self._new_stroke()
            self._carrying = True  # what Shift and the arrows do next belongs to this stroke
            self._paint([self.cursor_cell], not self.allowed[self.cursor_cell])
            return
        step = ARROWS.get(event.key())
        if step is None or not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._carrying &= step is None  # pressing Shift alone ends nothing, an arrow without it does
            super().keyPressEvent(event)
            return
        if not self._carrying:
            self._new_stroke()
            self._carrying = True
        value = bool(self.allowed[self.cursor_cell])
        self.move_cursor(step)
        self._paint([self.cursor_cell], value)

    def kind(self, t: int, j: int) -> str:
        """What a cell is: ``"open"``, ``"leak"`` (open, future), ``"blind"`` (closed, past) or ``"closed"``."""
        if self.allowed[t, j]:
            return "leak" if j > t else "open"
        return "closed" if j > t else "blind"

    def paint_cells(self, painter: QPainter) -> None:
        if len(self.allowed) != self.count:
            return
        kinds: dict[str, list[Cell]] = {"open": [], "leak": [], "blind": [], "closed": []}
        for t in range(self.count):
            for j in range(self.count):
                kinds[self.kind(t, j)].append((t, j))
        self.paint_hatch(painter, kinds["closed"] + kinds["blind"])
        for t, j in kinds["open"]:
            painter.setPen(QPen(QColor(self.theme.key_ink), 1))
            painter.setBrush(QColor(self.theme.key))
            painter.drawRect(self.inner(t, j))
        for t, j in kinds["blind"]:
            self._paint_blind(painter, self.inner(t, j))
        for t, j in kinds["leak"]:
            self._paint_leak(painter, self.inner(t, j), answer=j == t + 1)
        if self._old is not None and self._fade.state() == QAbstractAnimation.State.Running:
            painter.setOpacity(float(self._fade.currentValue()))
            painter.drawPixmap(self.grid_rect(), self._old)
            painter.setOpacity(1.0)
        for t in np.flatnonzero(~self.allowed.any(axis=1)).tolist():
            self.paint_empty_row(painter, t)

    def _paint_blind(self, painter: QPainter, rect: QRectF) -> None:
        """A ring: somebody could look here and may not."""
        painter.setBrush(QColor(self.theme.surface))
        painter.setPen(QPen(QColor(self.theme.muted), max(1.2, rect.width() / 16)))
        radius = rect.width() * 0.24
        painter.drawEllipse(rect.center(), radius, radius)

    def _paint_leak(self, painter: QPainter, rect: QRectF, answer: bool) -> None:
        painter.setBrush(QColor(mixed(self.theme.surface, self.theme.changed, 0.45)))
        pen = QPen(QColor(self.theme.changed_ink), 1.6 if rect.width() < 20 else 2.2)
        pen.setDashPattern([2.5, 1.6])
        painter.setPen(pen)
        painter.drawRect(rect.adjusted(0.8, 0.8, -0.8, -0.8))
        if answer:
            self.paint_sign(painter, rect, "!", self.theme.text)


class WeightGrid(TokenGrid):
    """The weights of one head under a mask: colour, and a number where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.weights: NDArray[np.float64] = np.zeros((0, 0))
        self.allowed: Mask = causal(0)

    def set_weights(self, weights: NDArray[np.floating[Any]], allowed: Mask) -> None:
        """Show `weights` (T, T), 0 to 1, with cells closed where `allowed` is False."""
        if not (np.array_equal(weights, self.weights) and np.array_equal(allowed, self.allowed)):
            self.weights, self.allowed = np.asarray(weights, dtype=np.float64), np.array(allowed)
            self.update()

    def precision(self) -> str:
        """How weights are written: ``"decimals"`` where three fit, else ``"percent"``, else ``""`` (not at all)."""
        room = self.cell_rect(0, 0).width() - 4
        metrics = QFontMetricsF(self._number_font())
        if metrics.horizontalAdvance(numbers.weight(0.0)) <= room:
            return "decimals"
        return "percent" if metrics.horizontalAdvance("100") <= room else ""

    def number(self, t: int, j: int, how: str | None = None) -> str:
        """What is written into a cell; `how` as `precision` says it."""
        weight = float(self.weights[t, j])
        how = self.precision() if how is None else how
        return numbers.weight(weight) if how == "decimals" else numbers.fixed(100 * weight, 0) if how else ""

    def paint_cells(self, painter: QPainter) -> None:
        if len(self.weights) != self.count:
            return
        self.paint_hatch(painter, [(int(t), int(j)) for t, j in np.argwhere(~self.allowed)])
        font, how = self._number_font(), self.precision()
        for t, j in ((int(t), int(j)) for t, j in np.argwhere(self.allowed)):
            colour = hex_colour(float(self.weights[t, j]))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawRect(self.inner(t, j))
            if how:
                painter.setFont(font)
                painter.setPen(QColor(readable_on(colour)))
                painter.drawText(QRectF(self.cell_rect(t, j)), Qt.AlignmentFlag.AlignCenter, self.number(t, j, how))
        for t in np.flatnonzero(~self.allowed.any(axis=1)).tolist():
            self.paint_empty_row(painter, t)

    def _number_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.8)
        return font


def _between(start: Cell, end: Cell) -> list[Cell]:
    """The cells on the straight way from `start` to `end`, `end` among them: a fast drag leaves no gaps."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return [
        (
            start[0] + round((end[0] - start[0]) * n / steps),
            start[1] + round((end[1] - start[1]) * n / steps),
        )
        for n in range(1, steps + 1)
    ]


def _triangle(painter: QPainter, centre: QPointF, radius: float, down: bool) -> None:
    points = (
        [QPointF(-1, -1), QPointF(1, -1), QPointF(0, 1)] if down else [QPointF(-1, -1), QPointF(1, 0), QPointF(-1, 1)]
    )
    painter.drawPolygon([centre + point * radius for point in points])
