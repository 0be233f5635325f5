"""Matrices and the signs between them, drawn as a row of pictures: ``Q · Kᵀ = S``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP, WEIGHT_MAP, hex_colour
from rostok_gui.widgets.matrix_picture import MASK, SIGNED, WEIGHT, Area, Matrix, MatrixPicture

QUERY, KEY, PART = "query", "key", "part"
"""What the index of an axis means: the token that looks, the token looked at, one of the numbers of a vector."""

_MOST_NUMBERS = 600
_STRETCH = 1.5

Term = Matrix | str
"""A matrix or a sign."""


@dataclass
class _Place:
    """Where a matrix stands, and its picture."""

    matrix: Matrix
    rect: QRectF
    key: tuple[object, ...] = ()
    picture: MatrixPicture = field(default_factory=lambda: MatrixPicture(0, 0, "#000000"))
    image: QImage = field(default_factory=QImage)


class MatrixEquation(QWidget):
    """The pictures of one step, with the row of the query and the column of the key marked in all of them.

    Signals
    -------
    picked : dict of str to int
        What was chosen by click or arrow keys: axis (`QUERY`, `KEY`, `PART`) to index.
    pointed : (Matrix, int, int) or None
        The cell under the pointer.
    asked : int
        Space: 1, Backspace: -1, the next or the previous step; a digit n: 10 + n, step n.
    """

    picked = Signal(object)
    pointed = Signal(object)
    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._terms: tuple[Term, ...] = ()
        self._labels: tuple[str, ...] = ()
        self._marks: dict[str, int] = {}
        self._places: list[_Place] = []
        self._signs: list[tuple[str, QRectF]] = []
        self._left_margin = 0.0
        self._shapes_fit = True
        self._fonts: dict[str, tuple[QFont, QFontMetricsF]] = {}
        self._hover: object = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def terms(self) -> tuple[Term, ...]:
        """What is drawn."""
        return self._terms

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The matrices of it."""
        return tuple(term for term in self._terms if isinstance(term, Matrix))

    def set_terms(self, terms: Sequence[Term], labels: Sequence[str]) -> None:
        """Draw these; `labels` are the T tokens. Only what is not on screen yet is painted."""
        old = self._labels, [_outline(term) for term in self._terms]
        self._terms, self._labels = tuple(terms), tuple(labels)
        if (self._labels, [_outline(term) for term in self._terms]) != old:
            self._arrange()
            return
        for place, matrix in zip(self._places, self.matrices):
            place.matrix = matrix
            self._renew(place)

    def set_marks(self, chosen: Mapping[str, int]) -> None:
        """Mark these indices on every axis that has their meaning."""
        if chosen != self._marks:
            self._marks = dict(chosen)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._arrange()

    def colour_of(self, number: int, row: int, column: int) -> str:
        """``#rrggbb`` that a cell of the matrix `number` has on screen (pooled with its neighbours where small)."""
        place = self._places[number]
        self._draw(place)
        (rows, columns), pixels = place.matrix.shape, place.picture.pixels
        pixel = pixels[row * pixels.shape[0] // rows, column * pixels.shape[1] // columns]
        return f"#{int(pixel) & 0xFFFFFF:06x}"

    # Where things are ------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(40 * size), int(16 * size))

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(int(18 * size), int(8 * size))

    def rect_of(self, number: int) -> QRectF:
        """Place of the matrix `number`."""
        return self._places[number].rect

    def cell_rect(self, number: int, row: int, column: int) -> QRectF:
        """Place of one cell."""
        return _cell(self._places[number], row, column)

    def cell_at(self, point: QPointF) -> tuple[int, int, int] | None:
        """Number of the matrix, row and column at `point`."""
        for number, place in enumerate(self._places):
            if place.rect.contains(point):
                rows, columns = place.matrix.shape
                row = int((point.y() - place.rect.top()) / place.rect.height() * rows)
                column = int((point.x() - place.rect.left()) / place.rect.width() * columns)
                return number, min(row, rows - 1), min(column, columns - 1)
        return None

    def _font(self, role: str) -> tuple[QFont, QFontMetricsF]:
        """Font and measures of the ``"name"`` and the ``"bold"`` name, of a ``"sign"`` and of the ``"scale"``."""
        if role not in self._fonts:
            font = numbers.tabular(self.font())
            font.setPointSizeF(font.pointSizeF() * {"sign": 1.5, "scale": 0.8}.get(role, 0.88))
            font.setBold(role == "bold")
            self._fonts[role] = font, QFontMetricsF(font)
        return self._fonts[role]

    def _measure_names(self) -> float:
        """Room for the names of the tokens beside the first matrix."""
        if not self._labels:
            return 0.0
        _, metrics = self._font("name")
        return min(7 * marks.em(self), max(map(metrics.horizontalAdvance, set(self._labels)))) + 0.9 * marks.em(self)

    def _arrange(self) -> None:
        """Give every matrix and every sign its place."""
        size, line = marks.em(self), self._font("name")[1].height()
        _, metrics = self._font("sign")
        self._left_margin = self._measure_names()
        gap = 0.5 * size
        widths = [metrics.horizontalAdvance(t) + 2 * gap if isinstance(t, str) else 0.0 for t in self._terms]
        matrices = self.matrices
        top = 2 * line + 0.5 * size
        height = self.height() - top - 1.4 * line
        room = self.width() - self._left_margin - sum(widths) - size
        side = max(1.0, min(height, room / max(1, len(matrices))))
        wide = [m for m in matrices if _is_wide(m)]
        spare = (room - side * len(matrices)) / len(wide) if wide else 0.0
        stretched = side + min(max(spare, 0.0), (_STRETCH - 1) * side)
        whole = self._left_margin + sum(widths) + sum(stretched if _is_wide(m) else side for m in matrices)
        x = max(0.0, (self.width() - whole) / 2)
        top += max(0.0, (height - side) / 2)
        self._places, self._signs = [], []
        for term, width in zip(self._terms, widths):
            if isinstance(term, str):
                self._signs.append((term, QRectF(x, top, width, side)))
            else:
                x += 0.0 if self._places else self._left_margin
                width = stretched if _is_wide(term) else side
                self._places.append(_Place(term, QRectF(x, top, width, side)))
            x += width
        self._shapes_fit = self._have_room()
        self.update()

    def _draw(self, place: _Place) -> Area | None:
        """Bring the picture of a matrix up to date; the pixels that were drawn."""
        ratio = self.devicePixelRatioF()
        rows, columns = int(place.rect.height() * ratio), int(place.rect.width() * ratio)
        key = (rows, columns, self._theme.name)
        fresh = place.key != key
        if fresh:
            place.key, place.picture = key, MatrixPicture(max(rows, 1), max(columns, 1), self._theme.surface)
        area = place.picture.show(place.matrix)
        if fresh:
            pixels = place.picture.pixels  # the image has no copy of its own
            height, width = pixels.shape
            place.image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32)
        return area

    def _renew(self, place: _Place) -> None:
        """Draw other numbers and ask for the repainting of their cells alone; what is not in sight waits."""
        if self.visibleRegion().isEmpty() or not place.key:
            self.update()
            return
        span, area = place.picture.span, self._draw(place)
        if area is not None:
            cells = _pixel_rect(place, area).toAlignedRect().adjusted(-1, -1, 1, 1)
            self.update(cells & place.rect.toAlignedRect())
        if span != place.picture.span:
            self.update(self._scale_rect(place).toAlignedRect())

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        for place in self._places:
            self._draw(place)
        painter, region = QPainter(self), event.region()
        painter.setFont(self._font("sign")[0])
        painter.setPen(QColor(self._theme.text))
        for sign, rect in self._signs:
            if _meets(region, rect):
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, sign)
        for place in self._places:
            self._paint_matrix(painter, place, region)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._places and region.boundingRect().left() < self._places[0].rect.left() - 2:
            self._paint_row_names(painter, self._places[0])
        for place in self._places:
            self._paint_marks(painter, place, region)
        if self.hasFocus():
            marks.focus_frame(painter, self, self._theme)
        painter.end()

    def _paint_matrix(self, painter: QPainter, place: _Place, region: QRegion) -> None:
        theme, size = self._theme, marks.em(self)
        if _meets(region, place.rect.adjusted(-2, -2, 2, 2 + 0.25 * size)):
            if not place.picture.pixels.all():
                painter.fillRect(place.rect, QColor(theme.window))
                painter.fillRect(place.rect, marks.hatch(theme.closed, 0.6 * size, self.devicePixelRatioF()))
            painter.drawImage(place.rect, place.image)
            self._paint_numbers(painter, place)
            self._paint_blocks(painter, place)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            thick = place.matrix.result
            painter.setPen(QPen(QColor(theme.text if thick else theme.muted), 2 if thick else 1))
            painter.drawRect(place.rect)
        if _above(region, place):
            self._paint_title(painter, place)
        if _meets(region, self._scale_rect(place)):
            self._paint_scale(painter, place)

    def _title_rect(self, place: _Place) -> QRectF:
        """Name and shape stand above the column's mark, in the middle of this place; they may be wider."""
        line = self._font("name")[1].height()
        return QRectF(place.rect.left(), place.rect.top() - 2 * line - 0.2 * marks.em(self), place.rect.width(), line)

    def _paint_title(self, painter: QPainter, place: _Place) -> None:
        at, gap = self._title_rect(place), 0.5 * marks.em(self)
        first, second = self._title_widths(place)
        if not self._shapes_fit:
            gap = second = 0.0
        x = at.center().x() - (first + gap + second) / 2
        parts = (
            (place.matrix.name, "bold", self._theme.text, x, first),
            (place.matrix.shape_text, "name", self._theme.muted, x + first + gap, second),
        )
        for text, role, ink, left, width in parts[: 2 if self._shapes_fit else 1]:
            painter.setFont(self._font(role)[0])
            painter.setPen(QColor(ink))
            painter.drawText(QRectF(left, at.top(), width + 2, at.height()), Qt.AlignmentFlag.AlignVCenter, text)

    def _title_widths(self, place: _Place) -> tuple[float, float]:
        """How wide name and shape are."""
        (_, bold), (_, plain) = self._font("bold"), self._font("name")
        return bold.horizontalAdvance(place.matrix.name), plain.horizontalAdvance(place.matrix.shape_text)

    def _have_room(self) -> bool:
        """Whether the shapes fit beside all names: a title may reach to the middle of the gap before the next one."""
        rects = [place.rect for place in self._places]
        middles = [(one.right() + other.left()) / 2 for one, other in pairwise(rects)]
        for place, left, right in zip(self._places, [0.0, *middles], [*middles, float(self.width())]):
            middle = place.rect.center().x()
            if sum(self._title_widths(place)) + marks.em(self) > 2 * min(middle - left, right - middle):
                return False
        return True

    def _scale_rect(self, place: _Place) -> QRectF:
        """Under a matrix: which number has which colour."""
        line = self._font("name")[1].height()
        return QRectF(place.rect.left(), place.rect.bottom() + 0.25 * line, place.rect.width(), line)

    def _paint_scale(self, painter: QPainter, place: _Place) -> None:
        if place.matrix.look == MASK:
            return
        size, at = marks.em(self), self._scale_rect(place)
        weight = place.matrix.look == WEIGHT
        high = 1.0 if weight else place.picture.span
        ends = (numbers.fixed(0.0 if weight else -high, 0 if weight else 2), numbers.fixed(high, 0 if weight else 2))
        font, metrics = self._font("scale")
        bar = min(4 * size, at.width() - 2 * metrics.horizontalAdvance(ends[0]) - size)
        if bar < size:
            return
        middle = QRectF(at.center().x() - bar / 2, at.center().y() - 0.2 * at.height(), bar, 0.4 * at.height())
        gradient = QLinearGradient(middle.topLeft(), middle.topRight())
        for place_on_map, colour in _stops(WEIGHT_MAP if weight else DIFFERENCE_MAP):
            gradient.setColorAt(place_on_map, colour)
        painter.fillRect(middle, gradient)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        right, left = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft
        centre = Qt.AlignmentFlag.AlignVCenter
        before = QRectF(at.left(), at.top(), middle.left() - 0.3 * size - at.left(), at.height())
        after = QRectF(middle.right() + 0.3 * size, at.top(), at.right() - middle.right() - 0.3 * size, at.height())
        painter.drawText(before, right | centre, ends[0])
        painter.drawText(after, left | centre, ends[1])

    def _paint_blocks(self, painter: QPainter, place: _Place) -> None:
        matrix = place.matrix
        if not matrix.blocks:
            return
        step = place.rect.width() * matrix.blocks / matrix.shape[1]
        painter.setPen(QPen(QColor(self._theme.text), 1))
        for number in range(1, matrix.shape[1] // matrix.blocks):
            x = place.rect.left() + number * step
            painter.drawLine(QPointF(x, place.rect.top()), QPointF(x, place.rect.bottom()))
        if matrix.block >= 0:
            x = place.rect.left() + matrix.block * step
            painter.fillRect(QRectF(x, place.rect.bottom() + 2, step, 0.25 * marks.em(self)), QColor(self._theme.focus))

    def _paint_numbers(self, painter: QPainter, place: _Place) -> None:
        matrix = place.matrix
        rows, columns = matrix.shape
        if rows * columns > _MOST_NUMBERS:
            return
        font, metrics = self._font("name")
        cell = _cell(place, 0, 0)
        longest = "0.000" if matrix.look == WEIGHT else "−0" if matrix.look == MASK else "−0.00"
        if cell.width() < metrics.horizontalAdvance(longest) + 2 or cell.height() < metrics.height():
            return
        painter.setFont(font)
        for row in range(rows):
            for column in range(columns):
                shut = matrix.is_closed(row, column)
                if shut and matrix.look == WEIGHT:
                    continue
                ground = QColor(self._theme.window).rgb() if shut else int(place.picture.pixels[row, column])
                painter.setPen(QColor(marks.ink_on(ground)))
                painter.drawText(_cell(place, row, column), Qt.AlignmentFlag.AlignCenter, matrix.text(row, column))

    def _paint_row_names(self, painter: QPainter, place: _Place) -> None:
        """The tokens at the left, as many as there is room for; the marked one always."""
        rows = place.matrix.shape[0]
        if rows != len(self._labels):
            return
        (font, metrics), size = self._font("name"), marks.em(self)
        painter.setFont(font)
        step = max(1, -int(-metrics.height() * 0.9 // (place.rect.height() / rows)))
        marked = self._marks.get(place.matrix.rows, -1)
        for row in {*range(0, rows, step), marked}:
            near = row != marked and abs(row - marked) < step
            if not 0 <= row < rows or near:
                continue
            y = _cell(place, row, 0).center().y()
            text = metrics.elidedText(self._labels[row], Qt.TextElideMode.ElideMiddle, self._left_margin - 0.8 * size)
            rect = QRectF(0, 0, metrics.horizontalAdvance(text) + 0.4 * size, metrics.height())
            rect.moveRight(place.rect.left() - 0.3 * size)
            rect.moveTop(y - metrics.height() / 2)
            self._paint_tag(painter, rect, text, self._theme.query if row == marked else "")

    def _paint_tag(self, painter: QPainter, rect: QRectF, text: str, colour: str) -> None:
        if colour:
            painter.fillRect(rect, QColor(colour))
            painter.setPen(QColor(marks.ink_on(QColor(colour).rgb())))
        else:
            painter.setPen(QColor(self._theme.start_ink if text == "◆" else self._theme.muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_marks(self, painter: QPainter, place: _Place, region: QRegion) -> None:
        matrix, rect, size = place.matrix, place.rect, marks.em(self)
        rows, columns = matrix.shape
        row, column = self._marks.get(matrix.rows, -1), self._marks.get(matrix.columns, -1)
        has_row, has_column = 0 <= row < rows, 0 <= column < columns
        widths = {QUERY: 0.16 * size, KEY: 0.11 * size, PART: 0.11 * size}
        inks = {QUERY: self._theme.query, KEY: self._theme.key, PART: self._theme.value}
        if _meets(region, rect.adjusted(-0.5 * size, -0.5 * size, 0.5 * size, 0.5 * size)):
            if has_column:
                band = _cell(place, 0, column)
                band.setHeight(rect.height())
                marks.ring(painter, band, inks[matrix.columns], self._theme.text, widths[matrix.columns])
            if has_row:
                band = _cell(place, row, 0)
                band.setWidth(rect.width())
                marks.ring(painter, band, inks[matrix.rows], self._theme.text, widths[matrix.rows])
            if matrix.result and self.hasFocus() and has_row and has_column:
                marks.ring(painter, _cell(place, row, column), self._theme.focus, self._theme.surface, 0.14 * size)
        if _above(region, place):
            if has_column:
                self._paint_column_tag(painter, place, column, inks[matrix.columns])
            if has_row and matrix.rows == KEY:
                self._paint_top_tag(painter, place, rect.left(), self._labels[row], inks[KEY])

    def _paint_column_tag(self, painter: QPainter, place: _Place, column: int, colour: str) -> None:
        """What the marked column is, above it."""
        named = place.matrix.columns == KEY and column < len(self._labels)
        text = self._labels[column] if named else str(column + 1)
        self._paint_top_tag(painter, place, _cell(place, 0, column).center().x(), text, colour)

    def _paint_top_tag(self, painter: QPainter, place: _Place, middle: float, text: str, colour: str) -> None:
        (font, metrics), size = self._font("name"), marks.em(self)
        painter.setFont(font)
        width = metrics.horizontalAdvance(text) + 0.4 * size
        x = min(max(middle - width / 2, place.rect.left()), place.rect.right() - width)
        at = QRectF(x, place.rect.top() - metrics.height() - 0.15 * size, width, metrics.height())
        self._paint_tag(painter, at, text, colour)

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            number, row, column = found
            matrix = self._places[number].matrix
            chosen = {axis: index for axis, index in ((matrix.columns, column), (matrix.rows, row)) if axis}
            if chosen:
                self.picked.emit(chosen)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)
        self._point(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def _point(self, found: tuple[int, int, int] | None) -> None:
        if found != self._hover:
            self._hover = found
            self.pointed.emit(None if found is None else (self._places[found[0]].matrix, *found[1:]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier))
        leaps = {Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1), Qt.Key.Key_Left: (1, -1), Qt.Key.Key_Right: (1, 1)}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
        if control:
            super().keyPressEvent(event)
        elif key in leaps:
            self._walk(*leaps[key])
        elif key in ends:
            self._leap(1, ends[key])
        elif key == Qt.Key.Key_Space:
            self.asked.emit(1)
        elif key == Qt.Key.Key_Backspace:
            self.asked.emit(-1)
        elif event.text() and event.text() in "123456789":
            self.asked.emit(10 + int(event.text()))
        else:
            super().keyPressEvent(event)

    def _axes(self) -> list[tuple[str, int]]:
        """What the arrow keys go along, down and across, and how long it is: the axes of the result."""
        results = [m for m in self.matrices if m.result]
        if not results:
            return []
        last = results[-1]
        down = results[0]
        across = (last.columns, last.shape[1]) if last.columns else (last.rows, last.shape[0])
        return [(down.rows, down.shape[0]), across]

    def _walk(self, way: int, step: int) -> None:
        if axes := self._axes():
            axis, length = axes[way]
            self.picked.emit({axis: min(max(self._marks.get(axis, 0) + step, 0), length - 1)})

    def _leap(self, way: int, end: int) -> None:
        if axes := self._axes():
            axis, length = axes[way]
            self.picked.emit({axis: end % length})

    # Qt --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QEvent) -> None:
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange, QEvent.Type.LocaleChange):
            self._fonts.clear()
            self._arrange()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


@cache
def _stops(colour_map: str) -> tuple[tuple[float, QColor], ...]:
    """Nine colours from one end of a map to the other, with their places from 0 to 1."""
    return tuple((step / 8, QColor(hex_colour(step / 8, "linear", colour_map))) for step in range(9))


def _outline(term: Term) -> object:
    """What decides where a term stands and how wide it is."""
    return term if isinstance(term, str) else term.outline


def _meets(region: QRegion, rect: QRectF) -> bool:
    return region.intersects(rect.toAlignedRect())


def _above(region: QRegion, place: _Place) -> bool:
    """Whether more is to be painted than a matrix and its frame: its name and the marked column's."""
    return region.boundingRect().top() < place.rect.top() - 2


def _is_wide(matrix: Matrix) -> bool:
    """Whether a picture may be wider than high: vectors of tokens, not tokens by tokens."""
    return matrix.rows in (QUERY, KEY) and matrix.columns in (PART, "") and matrix.look == SIGNED


def _cell(place: _Place, row: int, column: int) -> QRectF:
    rows, columns = place.matrix.shape
    width, height = place.rect.width() / columns, place.rect.height() / rows
    return QRectF(place.rect.left() + column * width, place.rect.top() + row * height, width, height)


def _pixel_rect(place: _Place, area: Area) -> QRectF:
    """Place of some pixels of the picture."""
    (rows, columns), (height, width) = area, place.picture.pixels.shape
    x, y = place.rect.width() / width, place.rect.height() / height
    left, top = place.rect.left() + columns.start * x, place.rect.top() + rows.start * y
    return QRectF(left, top, (columns.stop - columns.start) * x, (rows.stop - rows.start) * y)
