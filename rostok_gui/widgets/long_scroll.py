"""A picture that is longer than its place, and that says itself which part of it should be in sight."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class LongScroll(QScrollArea):
    """Scrolls down only; the picture has the keyboard, and nothing moves when the keyboard leaves it."""

    def __init__(self, picture: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidget(picture)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def focusNextPrevChild(self, forward: bool) -> bool:
        bar = self.verticalScrollBar()
        place = bar.value()
        done = super().focusNextPrevChild(forward)
        bar.setValue(place)  # Qt brings the middle of the picture that was left into sight
        return done
