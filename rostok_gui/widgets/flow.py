"""Controls in lines like words: as many beside each other as there is room for."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets with the widths that they like, from left to right, broken into lines where the room ends."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    # What Qt asks of a layout ----------------------------------------------------------------------------------

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width)
        return sum(map(_height, lines)) + self.spacing() * (len(lines) - 1) if lines else 0

    def sizeHint(self) -> QSize:
        widths = [item.sizeHint().width() for item in self._items]
        return QSize(sum(widths) + self.spacing() * max(0, len(widths) - 1), _height(self._items))

    def minimumSize(self) -> QSize:
        """The widest control in a line of its own."""
        return QSize(max((item.sizeHint().width() for item in self._items), default=0), _height(self._items))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        y = rect.top()
        for line in self._lines(rect.width()):
            x, height = rect.left(), _height(line)
            for item in line:
                size = item.sizeHint()
                item.setGeometry(QRect(x, y + (height - size.height()) // 2, size.width(), size.height()))
                x += size.width() + self.spacing()
            y += height + self.spacing()

    # Lines -----------------------------------------------------------------------------------------------------

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._items:
            needed = item.sizeHint().width()
            if not lines or needed > left:
                lines.append([])
                left = width
            lines[-1].append(item)
            left -= needed + self.spacing()
        return lines


def _height(items: list[QLayoutItem]) -> int:
    return max((item.sizeHint().height() for item in items), default=0)
