"""The text as chips that can be put into another order, by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from rostok_gui.widgets import marks
from rostok_gui.widgets.token_strip import TokenStrip

_NONE = -1
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class OrderStrip(TokenStrip):
    """Chips of which the first ones can be moved among each other.

    Signals
    -------
    moved : int, int
        The chip at the first place goes to the second place.
    """

    moved = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._movable = 0
        self._pressed = self._goal = _NONE
        self._start = QPointF()

    def set_movable(self, count: int) -> None:
        """The first `count` chips can be moved."""
        self._movable = count

    @property
    def goal(self) -> int:
        """Where the chip that is dragged would go, -1 while none is."""
        return self._goal

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = self.position_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and 0 <= place < self._movable:
            self._pressed, self._start = place, event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._pressed == _NONE:
            return
        far = (event.position() - self._start).manhattanLength() >= QApplication.startDragDistance()
        if far or self._goal != _NONE:
            self._goal = self._nearest(event.position())
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        source, goal = self._pressed, self._goal
        self._pressed = self._goal = _NONE
        self.unsetCursor()
        self.update()
        if goal not in (_NONE, source):
            self.moved.emit(source, goal)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()), 0)
        source = self.cursor_position
        if step and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            goal = source + step
            if 0 <= source < self._movable and 0 <= goal < self._movable:
                self._move_cursor(goal)
                self.moved.emit(source, goal)
            return
        if event.key() == Qt.Key.Key_Escape and self._pressed != _NONE:
            self._pressed = self._goal = _NONE
            self.update()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._goal == _NONE:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = marks.em(self)
        painter.setPen(QPen(QColor(self._theme.focus), 0.25 * size))
        rect = self.rect_of(self._goal)
        x = rect.right() + 0.25 * size if self._goal > self._pressed else rect.left() - 0.25 * size
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        painter.setPen(QPen(QColor(self._theme.focus), 0.12 * size, Qt.PenStyle.DashLine))
        painter.drawRect(QRectF(self.rect_of(self._pressed)))

    def _nearest(self, point: QPointF) -> int:
        """The movable chip whose middle is nearest to `point`."""

        def distance(place: int) -> float:
            away = self.rect_of(place).center() - point
            return abs(away.x()) + 4 * abs(away.y())

        return min(range(self._movable), key=distance)
