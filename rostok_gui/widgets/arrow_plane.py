"""A plane with arrows from its origin that can be taken by their tips with mouse, fingers and keys.

It knows nothing of attention: it draws `Arrow` values and says which one was moved where. Whoever owns the numbers
gives it the new arrows in the same instant, so that what is drawn is always what is true.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from typing import NamedTuple

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTouchEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from rostok_gui.shell.style import mixed
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets.label_places import Box, Label, LabelPlaces, box_at_border
from rostok_gui.widgets.layers import Layers
from rostok_gui.widgets.numbers import MINUS, tabular
from rostok_gui.widgets.text_stamps import Stamping, TextStamps

MOUSE = -1
"""Number of the mouse among the pointers; fingers have their own."""
HIT_EM = 1.3
"""Radius around a tip in which a finger takes it."""
DEFAULT_REACH = 2.4
"""Units from the origin to the nearer edge of the picture."""
NEAREST, FARTHEST = 0.25, 3000.0
NUDGE, FINE_NUDGE = 0.1, 0.01
NUDGES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
MOST_WIDTHS = 1024
"""So many texts are measured once and remembered."""
LABEL_HEIGHT, SMALLEST_LABEL, LARGEST_LABEL = 1.3, 0.75, 1.3
SIDE_TEXT = 0.9
WEAK, STRONG = 0.16, 0.32
"""Width of the shaft of a key without weight, and what is added for a weight of 1."""
WIDTH_STEPS = 8
"""The shafts of keys differ in width by such parts of a pixel: nobody sees less."""


@dataclass(frozen=True)
class Arrow:
    """One arrow.

    Attributes
    ----------
    id : str
    x, y : float
        Its tip.
    label : str
        Text beside the tip.
    note : str
        A second text behind the label, bold (a weight).
    kind : str
        ``"query"``: thick, with a pointed head; ``"key"``: with a round tip.
    swatch : str
        ``#rrggbb`` of the square beside the label, "" for none.
    strength : float
        0 to 1: how thick the shaft is.
    draggable : bool
    """

    id: str
    x: float
    y: float
    label: str = ""
    note: str = ""
    kind: str = "key"
    swatch: str = ""
    strength: float = 0.0
    draggable: bool = True


@dataclass(frozen=True)
class Move:
    """A tip was moved. All moves from taking a tip to letting it go have the same `gesture`."""

    id: str
    x: float
    y: float
    gesture: int


@dataclass
class _Drag:
    id: str
    grip: tuple[float, float]
    """From the pointer to the tip, in units."""
    came_from: tuple[float, float]
    gesture: int


class _Drawn(NamedTuple):
    arrow: Arrow
    place: QPointF
    outside: bool
    """The place is at the border, where the arrow leaves the picture."""


class ArrowPlane(QWidget):
    """Grid, axes and arrows; the origin stays in the middle and a unit is as long in x as in y.

    Signals
    -------
    moved : Move
    selected : str
        Another arrow was chosen by pointer or keyboard.
    pointed : str
        The arrow under the pointer, "" for none.
    asked_for_more : (float, float)
        A double click on an empty place.
    rename_wanted, remove_wanted : str
        F2 or a double click on a tip; Delete.
    """

    moved = Signal(object)
    selected = Signal(str)
    pointed = Signal(str)
    asked_for_more = Signal(float, float)
    rename_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._theme = load_theme("light")
        self._arrows: dict[str, Arrow] = {}
        self._chosen = ""
        self._under = ""
        self._reach = DEFAULT_REACH
        self._nudge_step = NUDGE
        self._measured = ("", "", "")
        self._drags: dict[int, _Drag] = {}
        self._gestures = count(1)
        self._gesture = 0
        self._layers, self._stamps = Layers(), TextStamps()
        self._label_places = LabelPlaces()
        self._fonts: dict[tuple[float, bool], QFont] = {}
        self._widths: dict[tuple[str, float, bool], float] = {}
        self.em = float(self.fontMetrics().height())
        """The measure of everything drawn: the height of the font."""

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """What is drawn now."""
        return tuple(self._arrows.values())

    def set_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Draw these from now on, the first one on top; Tab goes through them in this order."""
        if tuple(arrows) == self.arrows:
            return
        self._arrows = {arrow.id: arrow for arrow in arrows}
        if self._chosen not in self._arrows:
            self._chosen = ""
        self._drags = {pointer: drag for pointer, drag in self._drags.items() if drag.id in self._arrows}
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._forget_pictures()

    def set_projection(self, of: str, onto: str, negative_side: str = "") -> None:
        """Show the dot product: the foot of arrow `of` on the line of `onto`, and the half of the plane against it.

        `negative_side` is the text of that half.
        """
        if (of, onto, negative_side) != self._measured:
            self._measured = (of, onto, negative_side)
            self.update()

    @property
    def chosen(self) -> str:
        """Id of the chosen arrow, or ""."""
        return self._chosen

    def choose(self, arrow_id: str) -> None:
        """Choose an arrow."""
        if arrow_id != self._chosen and arrow_id in self._arrows:
            self._chosen = arrow_id
            self.update()
            self.selected.emit(arrow_id)

    @property
    def reach(self) -> float:
        """Units from the origin to the nearer edge."""
        return self._reach

    def set_reach(self, reach: float) -> None:
        """Zoom."""
        reach = min(max(reach, NEAREST), FARTHEST)
        if reach != self._reach:
            self._reach = reach
            self.update()

    def set_nudge(self, step: float) -> None:
        """How far an arrow key moves a tip; a tenth of it with Shift."""
        self._nudge_step = step

    def fitting_reach(self, arrows: Sequence[Arrow]) -> float:
        """The reach that shows all these tips with room for their labels, at least `DEFAULT_REACH`."""
        unit = min(self.width(), self.height()) or 1
        needs = [max(abs(a.x) / (self.width() / unit or 1), abs(a.y) / (self.height() / unit or 1)) for a in arrows]
        return max(DEFAULT_REACH, 1.22 * max(needs, default=0.0))

    # Where things are ------------------------------------------------------------------------------------------

    @property
    def pixels_per_unit(self) -> float:
        """Length of one unit."""
        return max(min(self.width(), self.height()), 2) / 2 / self._reach

    def to_pixel(self, x: float, y: float) -> QPointF:
        """Place of a point in the widget; +y is up."""
        scale = self.pixels_per_unit
        return QPointF(self.width() / 2 + x * scale, self.height() / 2 - y * scale)

    def from_pixel(self, point: QPointF) -> tuple[float, float]:
        """The point at a place of the widget."""
        scale = self.pixels_per_unit
        return (point.x() - self.width() / 2) / scale, (self.height() / 2 - point.y()) / scale

    def handle(self, arrow: Arrow) -> tuple[QPointF, bool]:
        """Where the arrow is taken: its tip, or the place at the border where it leaves the picture (then True)."""
        _, place, outside = self._placed([arrow])[0]
        return place, outside

    def _placed(self, arrows: Iterable[Arrow]) -> list[_Drawn]:
        half_x, half_y, scale = self.width() / 2, self.height() / 2, self.pixels_per_unit
        edge_x, edge_y = half_x / scale, half_y / scale
        room_x, room_y = (max(half - 0.9 * self.em, 1.0) / scale for half in (half_x, half_y))
        placed = []
        for arrow in arrows:
            x, y = arrow.x, arrow.y
            outside = abs(x) > edge_x or abs(y) > edge_y
            if outside:
                over = max(abs(x) / room_x, abs(y) / room_y)
                x, y = x / over, y / over
            placed.append(_Drawn(arrow, QPointF(half_x + x * scale, half_y - y * scale), outside))
        return placed

    def arrow_at(self, point: QPointF) -> str:
        """Id of the draggable arrow whose tip a finger at `point` takes, or ""."""
        best, best_distance = "", HIT_EM * self.em
        for arrow, place, _ in self._placed(self._arrows.values()):
            distance = math.hypot(place.x() - point.x(), place.y() - point.y())
            if arrow.draggable and distance < best_distance:
                best, best_distance = arrow.id, distance
        return best

    def sizeHint(self) -> QSize:
        return QSize(int(26 * self.em), int(22 * self.em))

    def minimumSizeHint(self) -> QSize:
        return QSize(int(9 * self.em), int(8 * self.em))

    # Taking hold -----------------------------------------------------------------------------------------------

    @property
    def is_held(self) -> bool:
        """Whether a hand holds a tip."""
        return bool(self._drags)

    def _press(self, pointer: int, point: QPointF) -> bool:
        arrow_id = self.arrow_at(point)
        if not arrow_id or any(drag.id == arrow_id for drag in self._drags.values()):
            return False
        arrow = self._arrows[arrow_id]
        x, y = self.from_pixel(point)
        _, outside = self.handle(arrow)
        grip = (0.0, 0.0) if outside else (arrow.x - x, arrow.y - y)
        self._drags[pointer] = _Drag(arrow_id, grip, (arrow.x, arrow.y), next(self._gestures))
        self.choose(arrow_id)
        self.update()
        return True

    def _drag(self, pointer: int, point: QPointF) -> None:
        drag = self._drags.get(pointer)
        if drag is not None:
            x, y = self.from_pixel(point)
            self.moved.emit(Move(drag.id, _short(x + drag.grip[0]), _short(y + drag.grip[1]), drag.gesture))

    def _release(self, pointer: int) -> None:
        if self._drags.pop(pointer, None):
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press(MOUSE, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if MOUSE in self._drags:
            self._drag(MOUSE, event.position())
        else:
            self._point_at(self.arrow_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._release(MOUSE)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        arrow_id = self.arrow_at(event.position())
        if arrow_id:
            self.rename_wanted.emit(arrow_id)
        else:
            x, y = self.from_pixel(event.position())
            self.asked_for_more.emit(round(x, 2), round(y, 2))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._drags.clear()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at("")

    def _point_at(self, arrow_id: str) -> None:
        if arrow_id != self._under:
            self._under = arrow_id
            self.setCursor(Qt.CursorShape.OpenHandCursor if arrow_id else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(arrow_id)
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.set_reach(self._reach * 1.15 ** (-event.angleDelta().y() / 120))
        event.accept()

    def event(self, event: QEvent) -> bool:
        touches = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)
        if isinstance(event, QTouchEvent) and event.type() in touches:
            return self._touch(event)
        return super().event(event)

    def _touch(self, event: QTouchEvent) -> bool:
        for point in event.points():
            if point.state() == point.State.Pressed:
                self._press(point.id(), point.position())
            elif point.state() == point.State.Updated:
                self._drag(point.id(), point.position())
            elif point.state() == point.State.Released:
                self._release(point.id())
        if event.type() == QEvent.Type.TouchCancel:
            self._drags.clear()
        event.accept()
        return True

    # Keys ------------------------------------------------------------------------------------------------------

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from arrow to arrow and leaves after the last."""
        ids = list(self._arrows)
        place = ids.index(self._chosen) + (1 if forward else -1) if self._chosen in ids else -1
        if self.hasFocus() and 0 <= place < len(ids):
            self.choose(ids[place])
            return True
        return super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        ends = {Qt.FocusReason.TabFocusReason: 0, Qt.FocusReason.BacktabFocusReason: -1}
        if self._arrows and (event.reason() in ends or not self._chosen):
            self.choose(list(self._arrows)[ends.get(event.reason(), 0)])
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, arrow = Qt.Key(event.key()), self._arrows.get(self._chosen)
        if key == Qt.Key.Key_Escape and self._drags:
            self._let_go()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.set_reach(self._reach / 1.15)
        elif key == Qt.Key.Key_Minus:
            self.set_reach(self._reach * 1.15)
        elif key == Qt.Key.Key_0:
            self.set_reach(self.fitting_reach(self.arrows))
        elif arrow and key in NUDGES and arrow.draggable:
            self._nudge(arrow, key, event)
        elif arrow and key == Qt.Key.Key_F2:
            self.rename_wanted.emit(arrow.id)
        elif arrow and key == Qt.Key.Key_Delete:
            self.remove_wanted.emit(arrow.id)
        else:
            super().keyPressEvent(event)

    def _nudge(self, arrow: Arrow, key: Qt.Key, event: QKeyEvent) -> None:
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        step = self._nudge_step * (FINE_NUDGE / NUDGE if fine else 1)
        if not event.isAutoRepeat():
            self._gesture = next(self._gestures)
        right, up = NUDGES[key]
        self.moved.emit(Move(arrow.id, round(arrow.x + right * step, 6), round(arrow.y + up * step, 6), self._gesture))

    def _let_go(self) -> None:
        drags, self._drags = list(self._drags.values()), {}
        for drag in drags:
            self.moved.emit(Move(drag.id, *drag.came_from, drag.gesture))

    # Drawing ---------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.em = float(self.fontMetrics().height())
            self._fonts.clear()
            self._forget_pictures()

    def _forget_pictures(self) -> None:
        """Colours or fonts are others."""
        self._layers.clear()
        self._stamps.clear()
        self._widths.clear()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        layer = partial(self._layers.paint, painter, place=self.rect())
        painter.fillRect(self.rect(), QColor(self._theme.surface))
        self._paint_negative_half(painter)
        layer("grid", (self._reach, QLocale().name()), draw=self._paint_grid)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_zero_line(painter)
        self._paint_foot(painter)
        drawn = self._placed(self._arrows.values())
        held = {drag.id for drag in self._drags.values()}
        for item in drawn:
            if item.arrow.id in (self._chosen, self._under) or item.arrow.id in held:
                self._paint_ring(painter, item, item.arrow.id in held)
        keys, queries = ([item for item in reversed(drawn) if item.arrow.kind == kind] for kind in ("key", "query"))
        # What rests while the query is dragged is a layer: the shafts of keys without weight, and all tips of keys.
        least = 0.5 / (WIDTH_STEPS * STRONG * self.em)
        weak, strong = ([i for i in keys if (i.arrow.strength > least) is more] for more in (False, True))
        layer("shafts", (self._reach, *_tips(weak)), draw=partial(self._paint_shafts, keys=weak))
        self._paint_shafts(painter, strong)
        for item in queries:
            self._paint_query(painter, item)
        layer("tips", (self._reach, *_tips(keys)), draw=partial(self._paint_tips, drawn=keys))
        self._paint_tips(painter, queries)
        to = Stamping(self._stamps, painter)
        self._paint_side_text(to, self._paint_labels(to, drawn))

    def _grid_step(self) -> float:
        """1, 2 or 5 times a power of ten, far enough apart for its numbers."""
        least = 3.6 * self.em / self.pixels_per_unit
        power = 10 ** math.floor(math.log10(least))
        return float(next(power * m for m in (1, 2, 5, 10) if power * m >= least))

    def _paint_grid(self, painter: QPainter) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(self._sized(0.78))
        line, axis = QColor(self._theme.line), QColor(self._theme.muted)
        line.setAlphaF(0.45)
        step = self._grid_step()
        hair = max(1.0, 0.05 * self.em)
        for i in range(1, int(max(self.width(), self.height()) / 2 / (step * self.pixels_per_unit)) + 1):
            for value in (-i * step, i * step):
                painter.setPen(QPen(line, hair))
                self._paint_cross(painter, self.to_pixel(value, value))
                painter.setPen(axis)
                self._paint_ticks(painter, value)
        painter.setPen(QPen(axis, hair))
        self._paint_cross(painter, self.to_pixel(0, 0))
        painter.restore()

    def _paint_cross(self, painter: QPainter, at: QPointF) -> None:
        painter.drawLine(QPointF(at.x(), 0), QPointF(at.x(), self.height()))
        painter.drawLine(QPointF(0, at.y()), QPointF(self.width(), at.y()))

    def _paint_ticks(self, painter: QPainter, value: float) -> None:
        """The number of a grid line, below the x axis and left of the y axis."""
        text = (MINUS if value < 0 else "") + QLocale().toString(abs(value), "g", 6)
        inside, box = QRectF(self.rect()), QRectF(0, 0, 4 * self.em, self.em)
        box.moveCenter(self.to_pixel(value, 0) + QPointF(0, 0.65 * self.em))
        if inside.contains(box.adjusted(self.em, 0, -self.em, 0)):
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        box.moveCenter(self.to_pixel(0, value) - QPointF(2.35 * self.em, 0))
        if inside.contains(box):
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _measured_onto(self) -> tuple[float, float] | None:
        """Unit vector of the arrow onto which the dot product measures."""
        onto = self._arrows.get(self._measured[1])
        length = math.hypot(onto.x, onto.y) if onto else 0.0
        return (onto.x / length, onto.y / length) if onto and length else None

    def _zero_line(self) -> QPointF | None:
        """From the origin along the line on which the score is 0, beyond the border of the picture."""
        unit = self._measured_onto()
        far = (self.width() + self.height()) / 2
        return QPointF(unit[1] * far, unit[0] * far) if unit else None

    def _paint_negative_half(self, painter: QPainter) -> None:
        along = self._zero_line()
        if along is None:
            return
        centre, back = self.to_pixel(0, 0), QPointF(-along.y(), along.x())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(self._theme.surface, self._theme.closed, 0.2)))
        painter.drawPolygon([centre + along, centre + along + back, centre - along + back, centre - along])

    def _paint_zero_line(self, painter: QPainter) -> None:
        along, centre = self._zero_line(), self.to_pixel(0, 0)
        if along is not None:
            painter.setPen(QPen(QColor(self._theme.muted), 0.06 * self.em, Qt.PenStyle.DashLine))
            painter.drawLine(centre - along, centre + along)

    def _paint_foot(self, painter: QPainter) -> None:
        """The key's shadow on the line of the query: its length times that of the query is the score."""
        unit, of = self._measured_onto(), self._arrows.get(self._measured[0])
        if unit is None or of is None or self.handle(of)[1]:
            return
        length = of.x * unit[0] + of.y * unit[1]
        origin, tip = self.to_pixel(0, 0), self.to_pixel(of.x, of.y)
        foot = self.to_pixel(length * unit[0], length * unit[1])
        ink = QColor(self._theme.key_ink)
        painter.setPen(QPen(ink, 0.1 * self.em, Qt.PenStyle.DotLine))
        painter.drawLine(tip, foot)
        ink.setAlphaF(0.35)
        painter.setPen(QPen(ink, 0.5 * self.em, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(origin, foot)

    def _inks(self, arrow: Arrow) -> tuple[str, str]:
        """Fill and outline."""
        theme = self._theme
        return (theme.query, theme.query_ink) if arrow.kind == "query" else (theme.key, theme.key_ink)

    def _heading(self, arrow: Arrow) -> float:
        """Direction on screen, where +y is down; a vector of no length points up and right."""
        return math.atan2(-arrow.y, arrow.x) if arrow.x or arrow.y else -math.pi / 4

    def _direction(self, arrow: Arrow) -> tuple[float, float]:
        """The same as a vector of length 1."""
        heading = self._heading(arrow)
        return math.cos(heading), math.sin(heading)

    def _paint_shafts(self, painter: QPainter, keys: list[_Drawn]) -> None:
        origin, edge = self.to_pixel(0, 0), 0.06 * self.em
        for item in keys:
            strength = max(0.0, item.arrow.strength)  # NaN, where nothing is seen, is no strength
            width = round((WEAK + STRONG * strength) * self.em * WIDTH_STEPS) / WIDTH_STEPS
            fill, ink = self._inks(item.arrow)
            for colour, wide in ((ink, width + edge), (fill, width - edge)):  # a fifth of the time of an outline
                painter.setPen(_stroke(colour, wide))
                painter.drawLine(origin, item.place)

    def _paint_query(self, painter: QPainter, item: _Drawn) -> None:
        """Shaft and head have one outline."""
        origin, em, tip = self.to_pixel(0, 0), self.em, item.place
        length = math.hypot(tip.x() - origin.x(), tip.y() - origin.y())
        if length < 1:
            return
        dx, dy = self._direction(item.arrow)
        half, wing = 0.17 * em, 0.5 * em
        neck = length if item.outside else length - min(1.05 * em, length)

        def at(along: float, aside: float) -> QPointF:
            return QPointF(origin.x() + dx * along - dy * aside, origin.y() + dy * along + dx * aside)

        head = [] if item.outside else [at(neck, wing), tip, at(neck, -wing)]
        fill, ink = self._inks(item.arrow)
        painter.setPen(_stroke(ink, 0.06 * em))
        painter.setBrush(QColor(fill))
        painter.drawPolygon([at(0, half), at(neck, half), *head, at(neck, -half), at(0, -half)])

    def _paint_tips(self, painter: QPainter, drawn: list[_Drawn]) -> None:
        for item in drawn:
            fill, ink = self._inks(item.arrow)
            if item.outside:
                self._paint_goes_on(painter, item)
            elif item.arrow.kind == "key":
                self._paint_disc(painter, item.place, 0.38 * self.em, ink, fill)
            elif item.arrow.x == 0 == item.arrow.y:
                self._paint_disc(painter, item.place, 0.45 * self.em, ink, fill)
                self._paint_disc(painter, item.place, 0.225 * self.em, ink, self._theme.surface)

    def _paint_disc(self, painter: QPainter, middle: QPointF, radius: float, ink: str, fill: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, size in ((ink, radius + 0.035 * self.em), (fill, radius - 0.035 * self.em)):
            painter.setBrush(QColor(colour))
            painter.drawEllipse(middle, size, size)

    def _paint_ring(self, painter: QPainter, item: _Drawn, held: bool) -> None:
        """Around the tip that is chosen, held or under the pointer."""
        strong = held or (item.arrow.id == self._chosen and self.hasFocus())
        colour = QColor(self._theme.focus if strong else self._theme.muted)
        painter.setPen(QPen(colour, (0.14 if strong else 0.07) * self.em))
        colour.setAlphaF(0.16)
        painter.setBrush(colour)
        radius = (1.15 if held else 0.95) * self.em
        painter.drawEllipse(item.place, radius, radius)

    def _paint_goes_on(self, painter: QPainter, item: _Drawn) -> None:
        """Two open angles at the border: the arrow is longer than the picture."""
        (dx, dy), size = self._direction(item.arrow), 0.45 * self.em
        (fill, ink), place = self._inks(item.arrow), item.place
        back, side = QPointF(dx * size, dy * size), QPointF(-dy * size, dx * size)
        for colour, width in ((ink, 0.30), (fill, 0.18)):
            painter.setPen(QPen(QColor(colour), width * self.em, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for shift in (0.1, 0.6):
                tip = QPointF(place.x() + dx * shift * self.em, place.y() + dy * shift * self.em)
                painter.drawPolyline([tip - back + side, tip, tip - back - side])

    # Labels ----------------------------------------------------------------------------------------------------

    def _sized(self, factor: float, bold: bool = False) -> QFont:
        key = (round(factor, 2), bold)
        if key not in self._fonts:
            font = tabular(self.font())
            font.setPointSizeF(max(font.pointSizeF() * key[0], 1.0))
            font.setBold(bold)
            self._fonts[key] = font
        return self._fonts[key]

    def _paint_labels(self, to: Stamping, drawn: list[_Drawn]) -> list[Box]:
        """Gives back what tips and labels have taken of the picture."""
        crowd = min(self.width(), self.height()) / self.em / (8 + len(drawn))
        factor = max(SMALLEST_LABEL, min(crowd, 1.0 + (crowd - 1.0) / 5, LARGEST_LABEL))
        half, height = 0.5 * self.em * factor, LABEL_HEIGHT * self.em * factor
        points = {item.arrow.id: item.place.toTuple() for item in drawn}
        tips = {name: (x - half, y - half, x + half, y + half) for name, (x, y) in points.items()}
        named = [item.arrow for item in drawn if item.arrow.label or item.arrow.note]
        # The chosen one first, then what carries most weight: they get the best places and lie on top.
        named.sort(key=lambda arrow: (arrow.kind != "query", arrow.id != self._chosen, -arrow.strength))
        texts = [self._cut(arrow.label, factor) for arrow in named]
        labels = [
            Label(arrow.id, points[arrow.id], self._heading(arrow), (self._label_width(arrow, text, factor), height))
            for arrow, text in zip(named, texts)
        ]
        room = (2.0, 2.0, self.width() - 2.0, self.height() - 2.0)
        boxes = self._label_places.place(labels, tips, room, self.em, resting=bool(self._drags))
        for arrow, text, label, (left, top, *_) in reversed(list(zip(named, texts, labels, boxes))):
            self._paint_label(to, QRectF(left, top, *label.size), arrow, text, factor)
        return [*tips.values(), *boxes]

    def _width(self, text: str, factor: float, bold: bool = False) -> float:
        key = (text, factor, bold)
        if key not in self._widths:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            self._widths[key] = QFontMetricsF(self._sized(factor, bold)).horizontalAdvance(text)
        return self._widths[key]

    def _cut(self, label: str, factor: float) -> str:
        """A label in one line, as far as there is room for it."""
        line, room = label.replace("\n", " "), 9 * self.em * factor
        if self._width(line, factor) <= room:
            return line
        return QFontMetricsF(self._sized(factor)).elidedText(line, Qt.TextElideMode.ElideRight, room)

    def _label_width(self, arrow: Arrow, text: str, factor: float) -> float:
        em = self.em * factor
        swatch = 1.15 * em if arrow.swatch else 0.0
        note = self._width(arrow.note, factor, bold=True) + 0.35 * em if arrow.note else 0.0
        return 0.7 * em + swatch + self._width(text, factor) + note

    def _paint_label(self, to: Stamping, box: QRectF, arrow: Arrow, text: str, factor: float) -> None:
        em = self.em * factor
        name = partial(self._paint_name, arrow=arrow, text=text, factor=factor)
        to.paint((arrow.kind, bool(arrow.swatch), text, factor), box, name)
        if arrow.swatch:
            to.painter.setPen(_stroke(self._theme.text, 0.06 * em))
            to.painter.setBrush(QColor(arrow.swatch))
            to.painter.drawRect(QRectF(box.left() + 0.35 * em, box.center().y() - 0.42 * em, 0.85 * em, 0.85 * em))
        if arrow.note:
            width = self._width(arrow.note, factor, bold=True)
            place = QRectF(box.right() - 0.35 * em - width, box.top(), width, box.height())
            to.paint((arrow.note, factor), place, partial(self._write, text=arrow.note, factor=factor, bold=True))

    def _paint_name(self, painter: QPainter, box: QRectF, arrow: Arrow, text: str, factor: float) -> None:
        em, (fill, ink) = self.em * factor, self._inks(arrow)
        ground = QColor(self._theme.surface)
        ground.setAlphaF(0.88)
        painter.setPen(_stroke(ink, 0.13 * em) if arrow.kind == "query" else _stroke(fill, 0.07 * em))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 0.3 * em, 0.3 * em)
        left = (1.5 if arrow.swatch else 0.35) * em
        self._write(painter, box.adjusted(left, 0, 0, 0), text, factor)

    def _write(
        self, painter: QPainter, box: QRectF, text: str, factor: float, bold: bool = False, ink: str = ""
    ) -> None:
        painter.setPen(QColor(ink or self._theme.text))
        painter.setFont(self._sized(factor, bold))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, left | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip, text)

    def _paint_side_text(self, to: Stamping, taken: list[Box]) -> None:
        """Names the shaded half of the plane, where there is room for it."""
        unit, text = self._measured_onto(), self._measured[2]
        if unit is None or not text:
            return
        em, edge = self.em, 0.4 * self.em
        size = self._width(text, SIDE_TEXT) + 0.1 * em, 1.1 * em
        room = (edge, edge, self.width() - edge, self.height() - edge)
        box = box_at_border(math.atan2(unit[1], -unit[0]), size, taken, room)
        if box is not None:
            write = partial(self._write, text=text, factor=SIDE_TEXT, ink=self._theme.muted)
            to.paint(text, QRectF(*box[:2], *size), write)


def _tips(drawn: list[_Drawn]) -> list[tuple[float, float]]:
    return [(item.arrow.x, item.arrow.y) for item in drawn]


@lru_cache(maxsize=256)
def _stroke(colour: str, width: float) -> QPen:
    """A line that ends where it ends."""
    return QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)


def _short(value: float) -> float:
    """Dragged coordinates keep three decimals: finer than a pixel, and what is typed again gives the same numbers."""
    return round(value, 3)
