"""The maps of all heads in one grid, each with its name, its type and its score; the picture comes from the worker."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QIcon,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.attention.head_types import INDUCTION, LOCAL, OTHER, PREVIOUS_TOKEN, SAME_TOKEN, START_MARK
from rostok_gui.engine.atlas import Atlas, Groups, Head, leave_out_start
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.text_stamps import Stamping, TextStamps

_PAD, _GUTTER, _GAP = 0.2, 0.4, 0.35
"""In em: around a head, for the wedges at its map, between map and text."""
_EDGE = 0.15
"""In em: between the frame of a head and the text above its map."""
_BAR, _SIGN = 0.36, 0.75
"""In em: height of the line with the bar of a score, side of the sign of a type."""
CHANGED_SIGN = "✎"
OFF = "off"
"""The sign before what switching a head off costs, beside those of the types."""
_BANDS_FROM = 5
"""From this many pixels a cell on, row and column are outlined within the maps."""
_WHOLE_CELLS_FROM = 4
"""From this many pixels a cell on, maps are cut down to whole cells; below, that would cost too much of their size."""


@dataclass(frozen=True)
class Badge:
    """What stands beside the map of one head.

    Attributes
    ----------
    head : (layer, head)
    kind : str
        One of `head_types.TYPES`; "" while it is not known.
    score, chance : float or None
        Of that type; None where it has none.
    loss, guess : float or None
        What the loss of the text and the probability of a token are more or less when this head is switched off; None
        while that is not measured.
    """

    head: Head
    kind: str = ""
    score: float | None = None
    chance: float | None = None
    loss: float | None = None
    guess: float | None = None

    @property
    def name(self) -> str:
        """Layer and head, counted from 1."""
        return f"{self.head[0] + 1}·{self.head[1] + 1}"


@dataclass(frozen=True)
class Spot:
    """A place in the grid: a head, and within its map a query and a key (None beside the map)."""

    head: Head
    query: int | None = None
    key: int | None = None
    weight: float | None = None
    """The weight shown there; NaN where there is none (the start mark, left out)."""


@dataclass(frozen=True)
class Grid:
    """Where everything is, in logical pixels.

    Attributes
    ----------
    columns, rows : int
    cell_width, cell_height : float
        Room of one head.
    side : float
        Side of the square for a map.
    beside : bool
        Whether name and type stand at the right of the map, not above it.
    """

    columns: int
    rows: int
    cell_width: float
    cell_height: float
    side: float
    beside: bool

    @classmethod
    def best(cls, count: int, columns: int | None, size: QSize, space: Space) -> Grid:
        """The grid of `count` heads with the largest maps; `columns` None: any number of them."""
        tried = range(1, count + 1) if columns is None else (columns,)
        return max((cls.of(count, n, size, space) for n in tried), key=lambda grid: grid.side)

    @classmethod
    def of(cls, count: int, columns: int, size: QSize, space: Space) -> Grid:
        """The grid with this many columns."""
        rows = math.ceil(count / columns)
        width, height = size.width() / columns, size.height() / rows
        free_width, free_height = width - 2 * space.pad - space.gutter, height - 2 * space.pad - space.gutter
        right = min(free_width - space.text_width, free_height)
        above = min(free_width, free_height - space.text_height) if free_width >= space.text_width else 0.0
        return cls(columns, rows, width, height, max(right, above, 1.0), right >= above)


@dataclass(frozen=True)
class Space:
    """Room that is not map, in logical pixels: around a head, for the markers, for the narrowest and lowest text."""

    pad: float
    gutter: float
    text_width: float
    text_height: float


class HeadAtlas(QWidget):
    """The grid. Knows no panel: it is told what to show and says what was done to it.

    Signals
    -------
    hovered : Spot or None
    clicked : Spot
        Also for the arrow keys, which go from head to head.
    activated : Spot
        Double click.
    stepped : (int, int)
        Shift and an arrow: so many tokens down (query) and to the right (key).
    menu_asked : (Spot, QPoint)
        Right button, or the menu key for the selected head; the point is one of the screen.
    resized : ()
        The maps have another size than before: `map_pixels`.
    """

    hovered = Signal(object)
    clicked = Signal(object)
    activated = Signal(object)
    stepped = Signal(int, int)
    menu_asked = Signal(object, QPoint)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._badges: tuple[Badge, ...] = ()
        self._heads: tuple[Head, ...] = ()
        self._columns: int | None = None
        self._worth: tuple[str, ...] = ()
        self._worth_old = False
        self._dictionary: tuple[Mapping[str, str], ...] = ()
        self._message = ""
        self._n_token = 1
        self._picture: _Picture | None = None
        self._selected: Head | None = None
        self._changed: frozenset[Head] = frozenset()
        self._query = self._key = -1
        self._hover: Spot | None = None
        self._grid: Grid | None = None
        self._writer: Writer | None = None
        self._widths: Widths | None = None
        self._stamps = TextStamps()
        self._text_width = 0.0
        self._places: list[QRectF] = []
        self._covered: QRegion | None = None
        self._ground: QPixmap | None = None
        self._marked: QPixmap | None = None
        self._told = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown ---------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self._stamps.clear()
        self._renew()

    def set_words(self, words: Mapping[str, str], short_words: Mapping[str, str]) -> None:
        """The names of the types, and shorter ones for small maps."""
        self._dictionary = (dict(words), dict(short_words))
        self._renew()

    def set_heads(self, badges: Sequence[Badge], columns: int | None, n_token: int, worth: Sequence[str] = ()) -> None:
        """Show these heads in this order, in `columns` columns (None: as many as give the largest maps).

        `worth` names what is written of switching a head off, ``"loss"`` and ``"guess"``, the one that matters first;
        where there is little room, that one alone.
        """
        new = tuple(badges), columns, n_token, tuple(worth)
        old = self._badges, self._columns, self._n_token, self._worth
        if new == old:
            return
        self._badges, self._columns, self._n_token, self._worth = new
        kinds = [[(badge.head, badge.kind, badge.score is None) for badge in listed] for listed in (new[0], old[0])]
        alike = kinds[0] == kinds[1] and (columns, tuple(worth)) == (old[1], old[3])
        if alike and self.map_pixels == self._told:  # other scores need no other room: all figures are as wide
            self._ground = self._ground if new[0] == old[0] else None
            self._mark()
        else:
            self._heads = tuple(badge.head for badge in badges)
            self._renew()

    def set_worth_old(self, old: bool) -> None:
        """Whether what the heads are worth was measured under other changes than now: then it is written in grey."""
        if old != self._worth_old:
            self._worth_old = old
            self._renew()

    def set_message(self, text: str) -> None:
        """What is said in place of heads when there are none."""
        if text != self._message:
            self._message = text
            self.update()

    def set_atlas(self, atlas: Atlas | None) -> None:
        """Show this picture; heads that are not in it stay empty."""
        self._picture = None if atlas is None else _Picture(atlas)
        self.update(self.rect() if self._maps.isEmpty() else self._maps)

    def set_selected(self, head: Head | None, query: int | None, key: int | None) -> None:
        """Frame a head; mark the row of the query and the column of the key in all maps."""
        new = head, -1 if query is None else query, -1 if key is None else key
        if new != (self._selected, self._query, self._key):
            self._selected, self._query, self._key = new
            self._mark()

    def set_changed(self, heads: frozenset[Head]) -> None:
        """Mark the heads that a person has changed."""
        if heads != self._changed:
            self._changed = heads
            self._mark()

    # Places ----------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        side = int(36 * marks.em(self))
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        side = int(12 * marks.em(self))
        return QSize(side, side)

    @property
    def heads(self) -> tuple[Head, ...]:
        """The heads in the grid, in order."""
        return self._heads

    @property
    def map_pixels(self) -> int:
        """Side of a map in device pixels: what the worker has to draw."""
        side = max(1, int(self.grid.side * self.devicePixelRatioF()))
        per_cell = side // self._n_token
        return per_cell * self._n_token if per_cell >= _WHOLE_CELLS_FROM else side

    @property
    def grid(self) -> Grid:
        """Where the heads are."""
        if self._grid is None:
            size = marks.em(self)
            narrow, low = _width(self._bold(), "88·8"), QFontMetricsF(self._bold()).height()
            if self._worth:
                narrow = max(narrow, (_SIGN + _SPACE) * size + _width(self._small(), _worth_text(-0.88)))
                low += QFontMetricsF(self._small()).height()
            space = Space(_PAD * size, _GUTTER * size, narrow + _GAP * size, low)
            self._grid = Grid.best(max(1, len(self._badges)), self._columns, self.size(), space)
        return self._grid

    def cell_rect(self, index: int) -> QRectF:
        """Room of the head at this place of the order."""
        row, column = divmod(index, self.grid.columns)
        width, height = self.grid.cell_width, self.grid.cell_height
        return QRectF(column * width, row * height, width, height)

    @property
    def map_rects(self) -> list[QRectF]:
        """Places of the maps, whose corners lie on device pixels."""
        if not self._places:
            self._places = [self._map_rect(i) for i in range(len(self._badges))]
        return self._places

    @property
    def _maps(self) -> QRegion:
        """What the maps cover; nothing, where they do not end on whole logical pixels."""
        if self._covered is None:
            rects = [place.toRect() for place in self.map_rects]
            whole = all(QRectF(rect) == place for rect, place in zip(rects, self.map_rects))
            self._covered = reduce(QRegion.united, rects if whole else [], QRegion())
        return self._covered

    def map_rect(self, index: int) -> QRectF:
        """Place of a map."""
        return self.map_rects[index]

    def _map_rect(self, index: int) -> QRectF:
        size, ratio = marks.em(self), self.devicePixelRatioF()
        cell = self.cell_rect(index)
        side = self.map_pixels / ratio
        if self.grid.beside:
            left, top = cell.left() + (_PAD + _GUTTER) * size, cell.center().y() + (_GUTTER * size - side) / 2
        else:
            left = cell.center().x() + (_GUTTER * size - side) / 2
            top = cell.bottom() - (cell.height() - side - _GUTTER * size - self.writer.height) / 2 - side
        return QRectF(round(left * ratio) / ratio, round(top * ratio) / ratio, side, side)

    def text_rect(self, index: int) -> QRectF:
        """Room for name, type and score."""
        size, cell, place = marks.em(self), self.cell_rect(index), self.map_rect(index)
        if self.grid.beside:
            left, width = place.right() + _GAP * size, cell.right() - place.right() - (_GAP + _PAD) * size
            return QRectF(left, cell.top() + _PAD * size, width, cell.height() - 2 * _PAD * size)
        bottom = place.top() - _GUTTER * size
        height, right = self.writer.height, cell.right() - (_PAD + _EDGE) * size
        left = max(cell.left() + (_PAD + _EDGE) * size, min(place.left(), right - self._text_width))
        return QRectF(left, bottom - height, right - left, height)

    @property
    def writer(self) -> Writer:
        """How name, type and score are written: alike for all heads."""
        if self._writer is None:
            size, grid = marks.em(self), self.grid
            side = self.map_pixels / self.devicePixelRatioF()
            if grid.beside:
                room = (grid.cell_width - side - (2 * _PAD + _GUTTER + _GAP) * size, grid.cell_height - 2 * _PAD * size)
            else:
                room = (
                    grid.cell_width - 2 * (_PAD + _EDGE) * size,
                    grid.cell_height - side - (2 * _PAD + _GUTTER) * size,
                )
            fonts = self._bold(), self._small()
            self._widths = self._widths or Widths(*fonts)
            best = Writer.best(self._badges, room, fonts, size, self._dictionary, self._worth, self._widths)
            self._writer = replace(best, worth_old=self._worth_old)
            self._text_width = self._writer.widest(self._badges)
        return self._writer

    def spot_rect(self, spot: Spot) -> QRectF:
        """Place of the cell of one weight, at least a device pixel large."""
        place = self.map_rect(self.heads.index(spot.head))
        assert spot.query is not None
        assert spot.key is not None
        (x, width), (y, height) = self._stretch(spot.key, place.width()), self._stretch(spot.query, place.width())
        return QRectF(place.left() + x, place.top() + y, width, height)

    def spot_at(self, point: QPointF) -> Spot | None:
        """Head, query and key at `point`; where a pixel stands for several tokens, the strongest pair of them."""
        grid = self.grid
        row, column = int(point.y() // grid.cell_height), int(point.x() // grid.cell_width)
        index = row * grid.columns + column
        if not (0 <= column < grid.columns and 0 <= index < len(self._badges)) or point.y() < 0:
            return None
        head, place = self._badges[index].head, self.map_rect(index)
        if self._picture is None or not place.contains(point):
            return Spot(head)
        return self._picture.spot(
            head, (point.y() - place.top()) / place.height(), (point.x() - place.left()) / place.width()
        )

    # Painting --------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self._badges:
            painter.fillRect(self.rect(), QColor(self._theme.surface))
            painter.setPen(QColor(self._theme.muted))
            room = self.rect().adjusted(self.width() // 8, 0, -self.width() // 8, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._message)
            return
        if not self._are_maps(event.region()):
            painter.drawPixmap(0, 0, self._ground_with_marks())
        if self._picture is not None:
            self._picture.draw(painter, self.heads, self.map_rects)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bands(painter)

    def _are_maps(self, region: QRegion) -> bool:
        """Whether `region` is what the maps hide, so that nothing beneath them has to be painted."""
        return self._picture is not None and self._picture.request.heads == self._heads and region == self._maps

    def _ground_with_marks(self) -> QPixmap:
        """Everything but the maps, so that a frame in which only weights change is a copy of pictures."""
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatio() != ratio:
            self._ground, self._marked = self._painted_ground(ratio), None
        if self._marked is None:
            self._marked = QPixmap(self._ground)
            painter = QPainter(self._marked)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_changed(painter)
            self._paint_selected(painter)
            self._paint_wedges(painter)
            painter.end()
        return self._marked

    def _painted_ground(self, ratio: float) -> QPixmap:
        """Everything that stays while weights change: names, types, scores."""
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor(self._theme.surface))
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stamping = Stamping(self._stamps, painter)
        for index, badge in enumerate(self._badges):
            place = self.map_rect(index)
            painter.setPen(QPen(QColor(self._theme.line), 1))
            painter.setBrush(QColor(self._theme.window))
            painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))
            self.writer.write(stamping, badge, self.text_rect(index), self._theme)
        painter.end()
        return pixmap

    def _paint_wedges(self, painter: QPainter) -> None:
        """At the left of the query's row and above the key's column of every map."""
        size, side = 0.38 * marks.em(self), self.map_pixels / self.devicePixelRatioF()
        painter.setPen(QPen(QColor(self._theme.text), 0.6))
        for token, colour, key in ((self._key, self._theme.key, True), (self._query, self._theme.query, False)):
            if not 0 <= token < self._n_token:
                continue
            start, width = self._stretch(token, side)
            painter.setBrush(QColor(colour))
            for index in range(len(self._badges)):
                place, along = self.map_rect(index), start + width / 2
                tip = place.topLeft() + (QPointF(along, -0.5) if key else QPointF(-0.5, along))
                back = (QPointF(-0.62 * size, -size), QPointF(0.62 * size, -size))
                painter.drawPolygon(QPolygonF([tip, *(tip + (p if key else QPointF(p.y(), p.x())) for p in back)]))

    def _paint_bands(self, painter: QPainter) -> None:
        """Outlines of the query's row and the key's column, where cells are so large that these hide nothing."""
        side = self.map_pixels / self.devicePixelRatioF()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for token, colour, key in ((self._key, self._theme.key, True), (self._query, self._theme.query, False)):
            if not 0 <= token < self._n_token:
                continue
            start, width = self._stretch(token, side)
            if width < _BANDS_FROM:
                continue
            painter.setPen(QPen(QColor(colour), 1.4))
            band = QRectF(start, 0, width, side) if key else QRectF(0, start, side, width)
            for index in range(len(self._badges)):
                painter.drawRect(band.translated(self.map_rect(index).topLeft()).adjusted(0.2, 0.2, -0.2, -0.2))

    def _stretch(self, token: int, length: float) -> tuple[float, float]:
        """Start and width of the cell of a token along a side of this length."""
        size = self.map_pixels
        pixels, step = _pixels(token, self._n_token, size), length / size
        return pixels.start * step, (pixels.stop - pixels.start) * step

    def _paint_changed(self, painter: QPainter) -> None:
        """A dashed frame and a pen in the corner."""
        size = marks.em(self)
        for head in self._changed.intersection(self.heads):
            room = self.cell_rect(self.heads.index(head)).adjusted(3.5, 3.5, -3.5, -3.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.changed), 0.14 * size, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(room, 0.25 * size, 0.25 * size)
            painter.setPen(QColor(self._theme.changed_ink))
            painter.setFont(self._bold())
            corner = room.adjusted(0.2 * size, 0, -0.2 * size, 0)
            painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, CHANGED_SIGN)

    def _paint_selected(self, painter: QPainter) -> None:
        if self._selected not in self.heads:
            return
        size = marks.em(self)
        room = self.cell_rect(self.heads.index(self._selected)).adjusted(1.5, 1.5, -1.5, -1.5)
        colour = self._theme.focus if self.hasFocus() else self._theme.text
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), (0.2 if self.hasFocus() else 0.14) * size))
        painter.drawRoundedRect(room, 0.25 * size, 0.25 * size)

    def _small(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    def _bold(self) -> QFont:
        font = numbers.tabular(self.font())
        font.setBold(True)
        return font

    # Mouse and keyboard ----------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.spot_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if spot is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(spot)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if spot is not None and event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit(spot)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        spot = self.spot_at(QPointF(event.pos())) if by_mouse else None
        if not by_mouse and self._selected in self.heads:
            chosen = min(self._query, self._key) >= 0
            spot = Spot(self._selected, *((self._query, self._key) if chosen else ()))
        if spot is None:
            super().contextMenuEvent(event)
            return
        middle = self.map_rect(self.heads.index(spot.head)).center().toPoint()
        self.menu_asked.emit(spot, event.globalPos() if by_mouse else self.mapToGlobal(middle))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
        key, modifiers = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in ways and modifiers == Qt.KeyboardModifier.ShiftModifier:
            self.stepped.emit(*ways[key])
        elif self._badges and key in ways and not modifiers:
            self.clicked.emit(Spot(self._neighbour(*ways[key])))
        elif self._badges and key in ends and not modifiers:
            self.clicked.emit(Spot(self.heads[ends[key]]))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._mark()

    def _neighbour(self, down: int, right: int) -> Head:
        """The head beside the selected one; at the edge it stays, a head that is not shown gives way to the first."""
        if self._selected not in self.heads:
            return self.heads[0]
        index = self.heads.index(self._selected)
        column = index % self.grid.columns + right
        wanted = index + right + down * self.grid.columns
        inside = 0 <= column < self.grid.columns and 0 <= wanted < len(self.heads)
        return self.heads[wanted if inside else index]

    def _set_hover(self, spot: Spot | None) -> None:
        if spot != self._hover:
            self._hover = spot
            self.hovered.emit(spot)

    # Qt --------------------------------------------------------------------------------------------------------

    def _renew(self) -> None:
        """Places and everything that does not change with the weights again."""
        self._grid = self._writer = self._ground = self._marked = None
        self._places, self._covered = [], None
        self.update()
        if self.map_pixels != self._told:
            self._told = self.map_pixels
            self.resized.emit()

    def _mark(self) -> None:
        """Wedges and frame again."""
        self._marked = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._renew()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LocaleChange):
            self._widths = None
            self._stamps.clear()
            self._renew()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._renew()
        return super().event(event)


class _Picture:
    """An atlas as Qt draws it."""

    def __init__(self, atlas: Atlas) -> None:
        self.request = atlas.request
        self._pixels = atlas.pixels  # the image below has no copy of its own
        count, size, _ = atlas.pixels.shape
        self._size = size
        self._image = QImage(self._pixels.data, size, count * size, 4 * size, QImage.Format.Format_RGB32)

    def draw(self, painter: QPainter, heads: Sequence[Head], targets: Sequence[QRectF]) -> None:
        """Copy the maps of heads to the screen; a picture of another size is stretched until the new one arrives."""
        sources = _sources(self.request.heads, self._size)
        for head, target in zip(heads, targets):
            if head in sources:
                painter.drawImage(target, self._image, sources[head])

    @cached_property
    def _groups(self) -> Groups:
        return Groups.of(len(self.request.trace), self._size)

    def spot(self, head: Head, down: float, right: float) -> Spot:
        """The largest weight in the cell at this part (0 to 1) of the map's height and width."""
        trace = self.request.trace
        if head[0] >= trace.n_layer or head[1] >= trace.n_head:
            return Spot(head)
        groups = self._groups
        row, column = (int(groups.of_pixel[min(int(part * self._size), self._size - 1)]) for part in (down, right))
        rows = slice(groups.first[row], groups.last[row] + 1)
        weights = trace.pattern(*head)[rows]
        if self.request.without_start:
            weights = leave_out_start(weights)
        block = weights[:, groups.first[column] : groups.last[column] + 1]
        t, j = np.unravel_index(int(block.argmax()), block.shape)
        weight = float(block[t, j])
        return Spot(head, int(groups.first[row] + t), int(groups.first[column] + j), math.nan if weight < 0 else weight)


@lru_cache(maxsize=64)
def _pixels(token: int, n_token: int, size: int) -> slice:
    """The pixels of the cell of a token along a side of a map."""
    groups = Groups.of(n_token, size)
    cell = int(np.searchsorted(groups.last, token))
    return groups.pixels(slice(cell, cell + 1))


@lru_cache(maxsize=4)  # most pictures differ in their weights alone
def _sources(heads: tuple[Head, ...], size: int) -> dict[Head, QRectF]:
    """Where the map of each head lies in a picture."""
    return {head: QRectF(0, index * size, size, size) for index, head in enumerate(heads)}


_LINES: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("name",), ("sign", "word"), ("score", "chance"), ("bar",)),
    (("name",), ("sign", "word"), ("score", "chance")),
    (("name", "score", "chance"), ("sign", "word")),
    (("name", "score"), ("sign", "word"), ("bar",)),
    (("name", "score"), ("sign", "word")),
    (("name", "sign", "word", "score", "chance"),),
    (("name", "sign", "word", "score"),),
    (("name",), ("sign", "word"), ("score",), ("bar",)),
    (("name",), ("sign", "word"), ("score",)),
    (("name",), ("sign",), ("score",), ("bar",)),
    (("name",), ("sign",), ("score",)),
    (("name", "sign"), ("score",)),
    (("name", "sign", "score"),),
    (("name", "sign"),),
    (("name",),),
)
"""Ways to write name, type and score, line by line; the first that fits is taken, tried with whole and short words."""


_WORTH = ("loss", "guess")
"""Parts that say what switching a head off costs: fields of `Badge`."""
_FROM_THE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_P = "P"
"""The letter before a change of probability, where it does not stand alone."""
_SPACE = 0.35
"""In em: after a part of a line."""


def _ways(worth: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """`_LINES`; before them the same with what a head is worth (`HeadAtlas.set_heads`), where there is little room with
    the first number alone, in the line of the name.
    """
    if worth:
        first = worth[0]
        both = [part for name in worth for part in ((_P, name) if name == "guess" else (name,))]
        for lines in _LINES:
            yield (*lines, (OFF, *both))
            yield (*lines, (OFF, first))
        for parts in ("sign", OFF), ("sign",), ():
            yield (("name", *parts, first),)
    yield from _LINES


def _worth_text(value: float) -> str:
    return numbers.signed(value, 2)


class Widths:
    """How wide texts are; each is measured once."""

    def __init__(self, bold: QFont, small: QFont) -> None:
        self._metrics = {True: QFontMetricsF(bold), False: QFontMetricsF(small)}
        self._known: dict[tuple[bool, str], float] = {}

    def of(self, text: str, *, bold: bool) -> float:
        """Width of `text` in pixels."""
        key = (bold, text)
        if key not in self._known:
            self._known[key] = self._metrics[bold].horizontalAdvance(text)
        return self._known[key]

    def height(self, *, bold: bool) -> float:
        """Height of a line in pixels."""
        return self._metrics[bold].height()


@dataclass(frozen=True)
class Writer:
    """Writes name, type and score of heads.

    Attributes
    ----------
    lines : tuple of tuple of str
        One of `_LINES`.
    bold, small : QFont
    em : float
    words : dict of str to str
        Types in words.
    widths : Widths
    worth_old : bool
        Write what a head is worth in grey.
    """

    lines: tuple[tuple[str, ...], ...]
    bold: QFont
    small: QFont
    em: float
    words: Mapping[str, str]
    widths: Widths
    worth_old: bool = False

    @classmethod
    def best(
        cls,
        badges: Sequence[Badge],
        room: tuple[float, float],
        fonts: tuple[QFont, QFont],
        em: float,
        dictionary: Sequence[Mapping[str, str]],
        worth: Sequence[str] = (),
        widths: Widths | None = None,
    ) -> Writer:
        """The way that says most in `room` (width, height); the last one if nothing fits."""
        width, height = room
        widths = widths or Widths(*fonts)
        ways = [cls(lines, *fonts, em, words, widths) for lines in _ways(worth) for words in dictionary or ({},)]
        return next((way for way in ways if way.height <= height + 1 and way.widest(badges) <= width), ways[-1])

    @property
    def height(self) -> float:
        """Of all lines."""
        return sum(self._line_height(line) for line in self.lines)

    def widest(self, badges: Sequence[Badge]) -> float:
        """Width of the widest line, were the longest name, word and score those of one head."""
        return max((self._line_width(line, badges) for line in self.lines), default=0.0)

    def write(self, stamping: Stamping, badge: Badge, room: QRectF, theme: Theme) -> None:
        """Write into `room`, in its middle."""
        y = room.center().y() - self.height / 2
        for line in self.lines:
            height = self._line_height(line)
            x = room.left()
            for part in line:
                place = QRectF(x, y, room.right() - x, height)
                x += self._part(stamping, part, badge, place, theme) + self._space(part)
            y += height

    def text_of(self, part: str, badge: Badge) -> str:
        """What is written for a part of a line."""
        if part == "name":
            return badge.name
        if part == "word":
            return self.words.get(badge.kind, "")
        if part in _WORTH:
            value = getattr(badge, part)
            return "" if value is None else _worth_text(value)
        if part == _P:
            return "" if badge.guess is None else _P
        if badge.score is None or badge.chance is None or part not in ("score", "chance"):
            return ""
        return numbers.fixed(badge.score, 2) if part == "score" else f"/ {numbers.fixed(badge.chance, 2)}"

    def _line_height(self, line: tuple[str, ...]) -> float:
        if line == ("bar",):
            return _BAR * self.em
        bold = "name" in line
        return (1.0 if bold else 0.92) * self.widths.height(bold=bold)

    def _line_width(self, line: tuple[str, ...], badges: Sequence[Badge]) -> float:
        return sum(self._space(part) for part in line[:-1]) + sum(self._part_width(part, badges) for part in line)

    def _part_width(self, part: str, badges: Sequence[Badge]) -> float:
        if part in ("sign", OFF):
            return _SIGN * self.em
        if part in _WORTH:  # the sign included, all of one width
            return self.widths.of(_worth_text(-0.88), bold=False)
        if part in ("score", "chance"):  # digits of one width: one number stands for all
            badges = [badge for badge in badges if badge.score is not None][:1]
        elif part == "word":
            badges = list({badge.kind: badge for badge in badges}.values())
        return max((self._text_width(part, badge) for badge in badges), default=0.0)

    def _text_width(self, part: str, badge: Badge) -> float:
        return self.widths.of(self.text_of(part, badge), bold=part == "name")

    def _space(self, part: str) -> float:
        """After a part."""
        return (0.22 if part == "score" else _SPACE) * self.em

    def _part(self, stamping: Stamping, part: str, badge: Badge, place: QRectF, theme: Theme) -> float:
        """Paint a part and tell how wide it is."""
        if part in ("sign", OFF):
            side = _SIGN * self.em
            sign = badge.kind if part == "sign" else OFF if badge.loss is not None else ""
            box = QRectF(place.left(), place.center().y() - side / 2, side, side)
            quiet = sign == OTHER or (sign == OFF and self.worth_old)
            stamping.paint(
                ("sign", sign, quiet), box, lambda painter, room: draw_sign(painter, room, sign, theme, quiet)
            )
            return side
        if part == "bar":
            self._bar(stamping.painter, badge, place, theme)
            return place.width()
        text = self.text_of(part, badge)
        nothing = part in _WORTH and (self.worth_old or not any(digit in text for digit in "123456789"))
        muted = part in ("chance", _P) or (part == "word" and badge.kind == OTHER) or nothing
        width = self._text_width(part, badge)
        room = QRectF(place.left(), place.top(), min(width + 1, place.width()), place.height())
        font = self.bold if part == "name" else self.small
        stamping.text(text, room, font, theme.muted if muted else theme.text, _FROM_THE_LEFT)
        return width

    def _bar(self, painter: QPainter, badge: Badge, place: QRectF, theme: Theme) -> None:
        """The score from 0 to 1 as a bar, a tick where chance is."""
        if badge.score is None or badge.chance is None:
            return
        width, height = min(place.width(), 5 * self.em), 0.22 * self.em
        bar = QRectF(place.left(), place.center().y() - height / 2, width, height)
        painter.fillRect(bar, QColor(theme.line))
        painter.fillRect(QRectF(bar.left(), bar.top(), width * min(badge.score, 1.0), height), QColor(theme.text))
        x, thick = bar.left() + width * badge.chance, max(1.5, 0.1 * self.em)
        tick = QRectF(x - thick / 2, bar.top() - height / 2, thick, 2 * height)
        painter.fillRect(tick.adjusted(-thick, 0, thick, 0), QColor(theme.surface))
        painter.fillRect(tick, QColor(theme.text))


def draw_sign(painter: QPainter, box: QRectF, kind: str, theme: Theme, quiet: bool = False) -> None:
    """The sign of a type, or of being switched off, in a square: each has a shape of its own."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width(), box.height())
    colour = marks.seen_on(theme.start, theme.surface) if kind == START_MARK else theme.text
    pen = QPen(QColor(theme.muted if quiet else colour), 0.14)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    path = _SIGNS.get(kind, QPainterPath())
    painter.setPen(pen if kind in _STROKED else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if kind in _STROKED else pen.color())
    painter.drawPath(path)
    painter.restore()


def sign_icon(kind: str, side: int, theme: Theme, ratio: float) -> QIcon:
    """The sign of `draw_sign` for a button, `side` logical pixels large."""
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_sign(painter, QRectF(0, 0, side, side), kind, theme)
    painter.end()
    return QIcon(pixmap)


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _dots(*centres: float) -> QPainterPath:
    path = QPainterPath()
    for x in centres:
        path.addEllipse(QPointF(x, 0.5), 0.13, 0.13)
    return path


def _loop() -> QPainterPath:
    """Back, and one step on: an open ring with an arrow head at its end."""
    path = QPainterPath(QPointF(0.85, 0.32))
    path.arcTo(QRectF(0.12, 0.12, 0.76, 0.76), 28, 290)
    end = path.currentPosition()
    path.moveTo(end + QPointF(-0.26, -0.02))
    path.lineTo(end)
    path.lineTo(end + QPointF(0.02, 0.26))
    return path


def _rules() -> QPainterPath:
    path = QPainterPath(QPointF(0.1, 0.33))
    path.lineTo(0.9, 0.33)
    path.moveTo(0.1, 0.67)
    path.lineTo(0.9, 0.67)
    return path


def _ring() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0.5, 0.5), 0.3, 0.3)
    return path


def _switch() -> QPainterPath:
    """A ring, open at the top, and the stroke in the gap: as on a button that switches off."""
    path = QPainterPath()
    path.arcMoveTo(QRectF(0.14, 0.2, 0.72, 0.72), 125)
    path.arcTo(QRectF(0.14, 0.2, 0.72, 0.72), 125, 290)
    path.moveTo(0.5, 0.06)
    path.lineTo(0.5, 0.5)
    return path


_SIGNS = {
    PREVIOUS_TOKEN: _polygon((0.05, 0.5), (0.8, 0.05), (0.8, 0.95)),
    START_MARK: _polygon((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    INDUCTION: _loop(),
    SAME_TOKEN: _rules(),
    LOCAL: _dots(0.13, 0.5, 0.87),
    OTHER: _ring(),
    OFF: _switch(),
}
_STROKED = frozenset({INDUCTION, SAME_TOKEN, OTHER, OFF})


def _width(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)
