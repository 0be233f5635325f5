"""One map of numbers: rows x columns as coloured cells, with their names, two markers and a cursor."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import WEIGHT_MAP, colours
from rostok_gui.widgets.matrix_picture import Area, area_of

Cell = tuple[int, int]
NOWHERE: Cell = (-1, -1)
_MOST_ZOOM = 64.0
_NUMBER_SIZE = 0.8
_ROW_NAMES = 8.0
_COLUMN_NAMES = 5.0
_SLIT = 0.3


class Heatmap(QWidget):
    """A matrix as a picture: row names at the left, column names above.

    Ctrl and the wheel (or + and -) zoom, the wheel and the arrow keys move about in a zoomed map.

    Signals
    -------
    hovered : (int, int)
        Row and column under the pointer or the keyboard's cursor; (-1, -1) when it leaves.
    clicked : (int, int)
        Left button, Enter or Space.
    activated : (int, int)
        Double click, or Ctrl and Enter.
    menu_asked : (int, int, QPoint)
        Right button or the menu key; the point is one of the screen.
    """

    hovered = Signal(int, int)
    clicked = Signal(int, int)
    activated = Signal(int, int)
    menu_asked = Signal(int, int, QPoint)

    def __init__(self, parent: QWidget | None = None, *, square: bool = True) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._square = square
        self._values: NDArray[np.float64] = np.zeros((0, 0))
        self._closed: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._runs: list[tuple[int, int, int]] = []
        self._pixels: NDArray[np.uint32] = np.zeros((0, 0), np.uint32)
        self._image = QImage()
        self._scale, self._map, self._span = "linear", WEIGHT_MAP, (0.0, 1.0)
        self._format: Callable[[float], str] = numbers.weight
        self._rows: tuple[str, ...] = ()
        self._columns: tuple[str, ...] = ()
        self._row_mark = self._column_mark = -1
        self._row_is_query = True
        self._cursor = self._hover = NOWHERE
        self._zoom = 1.0
        self._origin = QPointF(0, 0)  # the cell (column, row) at the top left corner
        self._margins = (0.0, 0.0, 0.0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._measure()

    # What is shown ---------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self._colour()

    def set_values(
        self,
        values: ArrayLike,
        closed: ArrayLike | None = None,
        *,
        scale: str = "linear",
        colour_map: str = WEIGHT_MAP,
        span: tuple[float, float] = (0.0, 1.0),
        text: Callable[[float], str] = numbers.weight,
    ) -> None:
        """Show a matrix. Only what is not on screen yet is coloured and painted.

        Parameters
        ----------
        values : (R, C) array of float
            NaN: not defined, a neutral cell.
        closed : (R, C) array of bool, optional
            Cells that are hatched and have no number.
        scale, colour_map : str
            See `colormap.colours`.
        span : (float, float)
            The values that have the first and the last colour of the map.
        text : callable
            How a number is written into its cell where there is room.
        """
        old, old_closed, old_look = self._values, self._closed, (self._scale, self._map, self._span, self._format)
        self._values = np.array(values, np.float64)
        self._closed = np.zeros(self._values.shape, bool) if closed is None else np.array(closed, bool)
        look = self._scale, self._map, self._span, self._format = scale, colour_map, span, text
        if old.shape != self._values.shape:
            rows, columns = self._values.shape
            self._cursor = (min(self._cursor[0], rows - 1), min(self._cursor[1], columns - 1))
            self._hover = NOWHERE
            self._keep_inside()
        if old.shape != self._values.shape or look != old_look:
            self._runs = _runs(self._closed)
            self._colour()
        else:
            shut = old_closed != self._closed
            if shut.any():
                self._runs = _runs(self._closed)
            undefined = np.isnan(old) & np.isnan(self._values)
            area = area_of(((old != self._values) & ~undefined) | shut)
            if area is not None:
                self._recolour(area)
        self._say()

    def set_names(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Names of the rows and columns."""
        if (tuple(rows), tuple(columns)) != (self._rows, self._columns):
            self._rows, self._columns = tuple(rows), tuple(columns)
            self._measure()

    def set_markers(self, row: int | None = None, column: int | None = None, *, row_is_query: bool = True) -> None:
        """Mark a row (that of the query, or one that is chosen for another reason) and the column of the key."""
        marked = (-1 if row is None else row, -1 if column is None else column, row_is_query)
        if marked != (self._row_mark, self._column_mark, self._row_is_query):
            self._row_mark, self._column_mark, self._row_is_query = marked
            if not self.hasFocus() and row is not None and column is not None:
                self._cursor = (row, column)
            self.update()

    def colour_of(self, row: int, column: int) -> str:
        """``#rrggbb`` of a cell as it is painted (a closed one is hatched over it)."""
        return f"#{int(self._pixels[row, column]) & 0xFFFFFF:06x}"

    def text_of(self, row: int, column: int) -> str:
        """The number of a cell as it is written; empty for a closed one."""
        return "" if self._closed[row, column] else self._format(float(self._values[row, column]))

    def sentence(self, row: int, column: int) -> str:
        """A cell in words."""
        said = self.tr("closed") if self._closed[row, column] else self.text_of(row, column)
        return self.tr("row {row}, column {column}: {value}").format(
            row=_name(self._rows, row), column=_name(self._columns, column), value=said
        )

    # Places ----------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        side = int(24 * marks.em(self))
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        side = int(8 * marks.em(self))
        return QSize(side, side)

    def cell_size(self) -> tuple[float, float]:
        """Width and height of a cell in pixels."""
        rows, columns = self._values.shape
        if not rows or not columns:
            return 0.0, 0.0
        area = self._area()
        width, height = area.width() / columns, area.height() / rows
        if self._square:
            width = height = min(width, height)
        return width * self._zoom, height * self._zoom

    @property
    def cursor_cell(self) -> Cell:
        """Where the keyboard is; (-1, -1) while it has been nowhere."""
        return self._cursor

    def rect_of(self, row: int, column: int) -> QRectF:
        """Place of a cell; outside the grid for one that is not in sight."""
        width, height = self.cell_size()
        grid = self.grid_rect()
        x = grid.left() + (column - self._origin.x()) * width
        y = grid.top() + (row - self._origin.y()) * height
        return QRectF(x, y, width, height)

    def cell_at(self, point: QPointF) -> Cell:
        """Row and column at `point`, (-1, -1) beside the cells."""
        grid = self.grid_rect()
        if not grid.width() or not grid.contains(point):
            return NOWHERE
        width, height = self.cell_size()
        rows, columns = self._values.shape
        row = int((point.y() - grid.top()) / height + self._origin.y())
        column = int((point.x() - grid.left()) / width + self._origin.x())
        return (row, column) if row < rows and column < columns else NOWHERE

    def grid_rect(self) -> QRectF:
        """Place of the cells, without the names."""
        area = self._area()
        rows, columns = self._values.shape
        width, height = self.cell_size()
        return QRectF(area.left(), area.top(), min(area.width(), columns * width), min(area.height(), rows * height))

    def _area(self) -> QRectF:
        """The room for cells: what the names leave over."""
        left, top, edge = self._margins
        return QRectF(left, top, max(1.0, self.width() - left - edge), max(1.0, self.height() - top - edge))

    def _measure(self) -> None:
        """The room that the names need at the left and above, and the slit at the other sides."""
        size = marks.em(self)
        metrics = QFontMetricsF(self._name_font())
        left = min(_widest(metrics, self._rows), _ROW_NAMES * size) + 1.1 * size
        top = min(_widest(metrics, self._columns), _COLUMN_NAMES * size) + 0.7 * size
        self._margins = (left, top, _SLIT * size)
        self._keep_inside()
        self.update()

    def _name_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.9)
        return font

    def _number_font(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(font.pointSizeF() * _NUMBER_SIZE)
        return font

    # Painting --------------------------------------------------------------------------------------------------

    def _colour(self) -> None:
        """The picture of the cells, one pixel each."""
        rows, columns = self._values.shape
        self._pixels = np.zeros((rows, columns), np.uint32)  # the image below has no copy of its own
        self._image = QImage(self._pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
        self._recolour((slice(0, rows), slice(0, columns)))
        self.update()

    def _recolour(self, area: Area) -> None:
        """Colour some cells."""
        low, high = self._span
        place = (self._values[area] - low) / (high - low)
        undefined = np.isnan(place)
        pixels = self._pixels[area]
        pixels[...] = colours(np.where(undefined, 0.0, place), self._scale, self._map)
        pixels[undefined] = QColor(self._theme.raised).rgb()
        pixels[self._closed[area]] = QColor(self._theme.window).rgb()
        self.update(self.grid_rect().toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.surface))
        if self._values.size:
            self._paint_grid(painter, event.rect())
        if self.hasFocus():
            painter.setClipping(False)
            marks.focus_frame(painter, self, self._theme)

    def _paint_grid(self, painter: QPainter, region: QRect) -> None:
        grid = self.grid_rect()
        first_row, last_row, first_column, last_column = self._in_sight()
        painter.save()
        painter.setClipRect(grid)
        corner = self.rect_of(first_row, first_column)
        target = corner.united(self.rect_of(last_row, last_column))
        source = QRectF(first_column, first_row, last_column - first_column + 1, last_row - first_row + 1)
        painter.drawImage(target, self._image, source)
        self._paint_closed(painter)
        self._paint_numbers(painter)
        painter.restore()
        if not grid.toAlignedRect().contains(region):
            self._paint_names(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_markers(painter, grid)

    def _in_sight(self) -> tuple[int, int, int, int]:
        """First and last row, first and last column that can be seen."""
        grid = self.grid_rect()
        width, height = self.cell_size()
        rows, columns = self._values.shape
        first_row, first_column = int(self._origin.y()), int(self._origin.x())
        last_row = min(rows - 1, math.ceil(self._origin.y() + grid.height() / height) - 1)
        last_column = min(columns - 1, math.ceil(self._origin.x() + grid.width() / width) - 1)
        return first_row, max(first_row, last_row), first_column, max(first_column, last_column)

    def _paint_closed(self, painter: QPainter) -> None:
        first_row, last_row, _, _ = self._in_sight()
        brush = marks.hatch(self._theme.closed, 0.6 * marks.em(self), self.devicePixelRatioF())
        corner, (width, height) = self.rect_of(0, 0).topLeft(), self.cell_size()
        for row, first, stop in self._runs:
            if first_row <= row <= last_row:
                x, y = corner.x() + first * width, corner.y() + row * height
                painter.fillRect(QRectF(x, y, (stop - first) * width, height), brush)

    def numbers_fit(self) -> bool:
        """Whether the cells are large enough for their numbers."""
        width, height = self.cell_size()
        metrics = QFontMetricsF(self._number_font())
        room = metrics.horizontalAdvance(self._format(-0.888 if self._span[0] < 0 else 0.888))
        return width >= room + 0.4 * marks.em(self) and height >= metrics.height()

    def _paint_numbers(self, painter: QPainter) -> None:
        if not self.numbers_fit():
            return
        painter.setFont(self._number_font())
        first_row, last_row, first_column, last_column = self._in_sight()
        for row in range(first_row, last_row + 1):
            for column in range(first_column, last_column + 1):
                text = self.text_of(row, column)
                if text:
                    painter.setPen(QColor(marks.ink_on(int(self._pixels[row, column]))))
                    painter.drawText(self.rect_of(row, column), Qt.AlignmentFlag.AlignCenter, text)

    def _paint_names(self, painter: QPainter) -> None:
        painter.setFont(self._name_font())
        metrics = QFontMetricsF(self._name_font())
        first_row, last_row, first_column, last_column = self._in_sight()
        width, height = self.cell_size()
        grid, size = self.grid_rect(), marks.em(self)
        left = Qt.TextElideMode.ElideMiddle
        for row in _spread(first_row, last_row, metrics.height() / height, (self._row_mark, self._hover[0])):
            name = metrics.elidedText(_name(self._rows, row), left, grid.left() - 1.0 * size)
            place = QRectF(0, 0, grid.left() - 0.8 * size, metrics.height())
            place.moveCenter(QPointF(place.center().x(), self._middle(row, height, grid.top(), self._origin.y())))
            self._paint_name(painter, place, name, row == self._row_mark, self._row_colour(), row == self._hover[0])
        painter.save()
        painter.rotate(-90)  # column names are read from below
        for column in _spread(first_column, last_column, metrics.height() / width, (self._column_mark, self._hover[1])):
            name = metrics.elidedText(_name(self._columns, column), left, grid.top() - 0.6 * size)
            place = QRectF(0, 0, grid.top() - 0.5 * size, metrics.height())
            x = self._middle(column, width, grid.left(), self._origin.x())
            place.moveCenter(QPointF(-grid.top() + 0.35 * size + place.width() / 2, x))
            marked = column == self._column_mark
            self._paint_name(painter, place, name, marked, self._theme.key, column == self._hover[1], left=True)
        painter.restore()

    @staticmethod
    def _middle(index: int, step: float, start: float, origin: float) -> float:
        return start + (index - origin + 0.5) * step

    def _paint_name(
        self,
        painter: QPainter,
        place: QRectF,
        name: str,
        marked: bool,
        colour: str,
        strong: bool,
        left: bool = False,
    ) -> None:
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        if marked:
            width = QFontMetricsF(painter.font()).horizontalAdvance(name) + 0.4 * marks.em(self)
            plate = QRectF(place.left() if left else place.right() - width, place.top(), width, place.height())
            shift = 0.2 * marks.em(self)
            painter.fillRect(plate.translated(-shift if left else shift, 0), QColor(colour))
        ink = marks.ink_on(QColor(colour).rgb()) if marked else self._theme.text if strong else self._theme.muted
        if name == "◆" and not marked:
            ink = self._theme.start_ink
        painter.setPen(QColor(ink))
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, name)

    def _paint_markers(self, painter: QPainter, grid: QRectF) -> None:
        rows, columns = self._values.shape
        size = marks.em(self)
        painter.setClipRect(grid.adjusted(-_SLIT * size, -_SLIT * size, _SLIT * size, _SLIT * size))
        if 0 <= self._column_mark < columns:
            column = self.rect_of(0, self._column_mark)
            marks.key_ring(painter, QRectF(column.left(), grid.top(), column.width(), grid.height()), self._theme, size)
        if 0 <= self._row_mark < rows:
            row = self.rect_of(self._row_mark, 0)
            place = QRectF(grid.left(), row.top(), grid.width(), row.height())
            marks.ring(painter, place, self._row_colour(), self._row_edge(), 0.16 * size)
        for cell, colour in ((self._hover, self._theme.text), (self._cursor, self._theme.focus)):
            if cell != NOWHERE and min(cell) >= 0 and (cell == self._hover or self.hasFocus()):
                marks.ring(painter, self.rect_of(*cell), colour, self._theme.surface, 0.1 * size)

    def _row_colour(self) -> str:
        return self._theme.query if self._row_is_query else self._theme.text

    def _row_edge(self) -> str:
        return self._theme.query_ink if self._row_is_query else self._theme.surface

    # Zoom ------------------------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """How many times larger than the whole map in the widget."""
        return self._zoom

    def set_zoom(self, zoom: float, around: QPointF | None = None) -> None:
        """Zoom so that what is at the point `around` (the cursor, the middle) stays there."""
        grid = self.grid_rect()
        if not grid.width():
            return
        if around is None or not grid.contains(around):
            shown = self._cursor if self._cursor != NOWHERE else (self._row_mark, self._column_mark)
            middle = self.rect_of(*shown).center() if min(shown) >= 0 else grid.center()
            around = middle if grid.contains(middle) else grid.center()
        width, height = self.cell_size()
        x = self._origin.x() + (around.x() - grid.left()) / width
        y = self._origin.y() + (around.y() - grid.top()) / height
        self._zoom = min(max(zoom, 1.0), _MOST_ZOOM)
        width, height = self.cell_size()
        self._origin = QPointF(x - (around.x() - grid.left()) / width, y - (around.y() - grid.top()) / height)
        self._keep_inside()
        self.update()

    def _keep_inside(self) -> None:
        width, height = self.cell_size()
        if not width:
            self._origin = QPointF(0, 0)
            return
        rows, columns = self._values.shape
        area = self._area()
        most_x = max(0.0, columns - area.width() / width)
        most_y = max(0.0, rows - area.height() / height)
        self._origin = QPointF(min(max(self._origin.x(), 0.0), most_x), min(max(self._origin.y(), 0.0), most_y))

    def _reveal(self, row: int, column: int) -> None:
        width, height = self.cell_size()
        grid = self.grid_rect()
        across, down = grid.width() / width, grid.height() / height
        x = min(max(self._origin.x(), column + 1 - across), column)
        y = min(max(self._origin.y(), row + 1 - down), row)
        self._origin = QPointF(x, y)
        self._keep_inside()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self._zoom * 1.25 ** (turned.y() / 120), event.position())
        elif self._zoom > 1:
            width, height = self.cell_size()
            step = 3 * marks.em(self) / 120
            self._origin -= QPointF(turned.x() * step / width, turned.y() * step / height)
            self._keep_inside()
            self.update()
        else:
            event.ignore()
            return
        self._set_hover(self.cell_at(event.position()))

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell == NOWHERE:
            return
        self._cursor = cell
        self._say()
        self.update()
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(*cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell != NOWHERE and event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit(*cell)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        cell = self.cell_at(QPointF(event.pos())) if by_mouse else self._cursor
        if min(cell) < 0:
            super().contextMenuEvent(event)
            return
        place = event.globalPos() if by_mouse else self.mapToGlobal(self.rect_of(*cell).center().toPoint())
        self.menu_asked.emit(*cell, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows, columns = self._values.shape
        if not rows or not columns:
            super().keyPressEvent(event)
            return
        key, control = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        row, column = (max(part, 0) for part in self._cursor)
        steps: dict[Qt.Key, Cell] = {
            Qt.Key.Key_Left: (row, max(column - 1, 0)),
            Qt.Key.Key_Right: (row, min(column + 1, columns - 1)),
            Qt.Key.Key_Up: (max(row - 1, 0), column),
            Qt.Key.Key_Down: (min(row + 1, rows - 1), column),
            Qt.Key.Key_Home: (0 if control else row, 0),
            Qt.Key.Key_End: (rows - 1 if control else row, columns - 1),
        }
        if key in steps and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._move_cursor(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            (self.activated if control else self.clicked).emit(row, column)
        elif not control and event.text() in ("+", "=", "-"):
            self.set_zoom(self._zoom / 1.25 if event.text() == "-" else self._zoom * 1.25)
        elif not control and event.text() == "0":
            self.set_zoom(1.0)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if min(self._cursor) < 0 and self._values.size:
            self._cursor = (max(self._row_mark, 0), max(self._column_mark, 0))
        self.update()
        self._say()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _move_cursor(self, cell: Cell) -> None:
        self._cursor = cell
        self._reveal(*cell)
        self.update()
        self._say()
        self.hovered.emit(*cell)

    def _set_hover(self, cell: Cell) -> None:
        if cell != self._hover:
            self._hover = cell
            self.update()
            self.hovered.emit(*cell)

    def _say(self) -> None:
        row, column = self._cursor
        rows, columns = self._values.shape
        marks.speak(self, self.sentence(row, column) if 0 <= row < rows and 0 <= column < columns else "")

    # Qt --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_inside()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
        elif event.type() in (QEvent.Type.LanguageChange, QEvent.Type.LocaleChange):
            self._say()
            self.update()


def _name(names: Sequence[str], index: int) -> str:
    return names[index] if index < len(names) else str(index)


def _widest(metrics: QFontMetricsF, names: Sequence[str]) -> float:
    return max((metrics.horizontalAdvance(name) for name in set(names)), default=metrics.horizontalAdvance("000"))


def _spread(first: int, last: int, needed: float, always: Sequence[int]) -> list[int]:
    """The indices first..last whose names are drawn when each needs the room of `needed` cells.

    Those of `always` have their place first; a name too near to one of them is left out.
    """
    step = max(1, math.ceil(needed))
    chosen = sorted({i for i in always if first <= i <= last})
    return chosen + [i for i in range(first, last + 1) if i % step == 0 and all(abs(i - j) >= step for j in chosen)]


def _runs(closed: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Closed cells as (row, first column, column after the last)."""
    if not closed.any():
        return []
    edges = np.diff(np.pad(closed, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    _, stops = np.nonzero(edges == -1)
    return list(zip(rows.tolist(), starts.tolist(), stops.tolist()))
