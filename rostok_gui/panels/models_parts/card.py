"""The card of a model: what it is, what it learned from, what it cannot do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

from rostok_gui.panels.models_parts.view import ModelsView
from rostok_gui.shell.theme import Theme

_PLAIN_MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class CardPart(QWidget):
    """The text of ``CARD.md``.

    Signals
    -------
    chosen : str
        Name of a model.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._view = ModelsView()
        self.box, self.text = QComboBox(), QTextBrowser()
        self.text.setOpenLinks(False)  # a card may come from anywhere, and nothing here needs a network
        self.box.activated.connect(lambda: self.chosen.emit(self.box.currentText()))
        row = QHBoxLayout()
        row.addWidget(self.box)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text, 1)
        column.addLayout(row)

    def retranslate(self) -> None:
        """Set every text again."""
        self.box.setAccessibleName(self.tr("Model whose card is shown"))
        self.text.setAccessibleName(self.tr("Card of the model"))
        self.show_view(self._view)

    def retheme(self, theme: Theme) -> None:
        """Links have the colour of the palette, which Qt puts in when the text is set."""
        self.show_view(self._view)

    def show_view(self, view: ModelsView) -> None:
        """Show the card of the chosen model."""
        self._view = view
        if tuple(self.box.itemText(i) for i in range(self.box.count())) != view.names:
            self.box.clear()
            self.box.addItems(view.names)
        self.box.setCurrentIndex(view.index)
        entry = view.entry
        if entry is None:
            self.text.clear()
        elif entry.card:
            self.text.document().setMarkdown(entry.card, _PLAIN_MARKDOWN)
        else:
            self.text.setPlainText(self.tr("“{name}” has no card (CARD.md) in its folder.").format(name=entry.name))
