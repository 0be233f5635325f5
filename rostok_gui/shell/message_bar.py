"""What a person has to know, inside the window, in words, until it is dismissed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from rostok_gui.messages import Message
from rostok_gui.shell.fonts import em
from rostok_gui.shell.icons import icon
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme


class MessageBar(QWidget):
    """A vermilion sign, a sentence, and what can be done about it."""

    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("message-bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._message: Message | None = None
        self._sign = QLabel()
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.details_button = QPushButton()
        self.details_button.setCheckable(True)
        self.dismiss_button = QPushButton()
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        row = QHBoxLayout()
        row.addWidget(self._sign)
        row.addWidget(self.label, 1)
        row.addWidget(self.details_button)
        row.addWidget(self.dismiss_button)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self.details)
        self.details.hide()
        self.details_button.toggled.connect(self.details.setVisible)
        self.dismiss_button.clicked.connect(self._dismiss)
        self.hide()

    def show_message(self, message: Message | None, details: str = "") -> None:
        """Show `message` until it is dismissed; None: nothing to say."""
        self._message = message
        self.details_button.setChecked(False)
        self.details.setPlainText(details)
        self.details_button.setVisible(bool(details))
        self.label.setText("" if message is None else say(message))
        self.setVisible(message is not None)

    def renew(self, theme: Theme) -> None:
        """Texts, colours and sizes again."""
        unit = em(self.font())
        column = self.layout()
        assert column is not None
        column.setContentsMargins(round(0.7 * unit), round(0.3 * unit), round(0.4 * unit), round(0.3 * unit))
        self.details.setMaximumHeight(round(9 * unit))
        size = round(1.4 * unit)
        self._sign.setPixmap(icon("warning", theme.changed_ink).pixmap(QSize(size, size)))
        self._sign.setAccessibleName(self.tr("Attention"))
        self.details_button.setText(self.tr("Details"))
        self.dismiss_button.setText(self.tr("Dismiss"))
        self.details.setAccessibleName(self.tr("Details"))
        if self._message is not None:
            self.label.setText(say(self._message))

    @Slot()
    def _dismiss(self) -> None:
        self.show_message(None)
        self.dismissed.emit()
