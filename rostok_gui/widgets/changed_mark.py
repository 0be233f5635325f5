"""The mark beside numbers that a person has changed: vermilion, a dashed outline, and the word."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets import marks


class ChangedMark(QLabel):
    """“changed by you”; hidden until it is told that something is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.hide()
        self.retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        size = marks.em(self)
        self.setStyleSheet(
            f"color: {theme.changed_ink}; border: {max(1, round(size / 10))}px dashed {theme.changed_ink};"
            f"border-radius: {round(size / 4)}px; padding: 0 {round(size / 3)}px;"
        )

    def retranslate(self) -> None:
        """Set the text again."""
        self.setText(self.tr("changed by you"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
