"""The line that is always there: the text, how long it is, examples, the model and the device."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.files import read_file, shown
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.panels.base import Edit
from rostok_gui.shell.fonts import em
from rostok_gui.shell.icons import icon
from rostok_gui.shell.theme import Theme
from rostok_gui.state.app_state import Document, Selection
from rostok_gui.state.examples import Example, load_examples
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store

DEBOUNCE_MS = 150
BURST_MS = 1_000
LARGEST_FILE = 4 << 20
NEWLINE = "↵"


def read_text_file(path: Path) -> str:
    """Return the text of a file that a person chose: UTF-8, or UTF-16 with its mark; line ends become newlines.

    Raises
    ------
    RostokError
        If the file cannot be read or is no text.
    """
    data = read_file(path, LARGEST_FILE)
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return one_newline(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise RostokError(_NO_TEXT, path=shown(path.name), position=error.start) from error


def one_newline(text: str) -> str:
    """`text` with every kind of line end as one newline."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class TextField(QLineEdit):
    """One line for a text of many: a newline is seen, and typed, as ↵. Undo is the window's."""

    file_dropped = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(LARGEST_FILE)
        self.setAcceptDrops(True)
        self.textEdited.connect(self._show_newlines)

    def content(self) -> str:
        """The text with true newlines."""
        return self.text().replace(NEWLINE, "\n")

    def show_content(self, text: str) -> None:
        """Show `text`; the cursor stays where it was, as far as it can."""
        line = text.replace("\n", NEWLINE)
        if line != self.text():
            at_end = self.cursorPosition() == len(self.text())
            place = self.cursorPosition()
            self.setText(line)
            self.setCursorPosition(len(line) if at_end else min(place, len(line)))

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo))
        ):
            event.ignore()
            return False
        return super().event(event)

    @Slot(str)
    def _show_newlines(self, line: str) -> None:
        """Newlines that were pasted or dropped become visible."""
        seen = one_newline(line).replace("\n", NEWLINE)
        if seen != line:
            place = len(one_newline(line[: self.cursorPosition()]))
            self.setText(seen)
            self.setCursorPosition(place)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_file(event.mimeData()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = dropped_file(event.mimeData())
        if path:
            event.acceptProposedAction()
            self.file_dropped.emit(path)
        else:
            super().dropEvent(event)


def dropped_file(data: QMimeData) -> str:
    """Path of the first local file in what is dragged; empty if there is none."""
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")


class TextLine(QWidget):
    """Shows and changes the document of the state.

    Signals
    -------
    device_wanted : str
        Id of the device chosen.
    file_dropped : str
        Path of a file that was dropped on the text.
    problem : Message
        Something that could not be done.
    """

    device_wanted = Signal(str)
    file_dropped = Signal(str)
    problem = Signal(object)

    def __init__(self, store: Store, edit: Edit, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("text-line")
        self._store, self._edit, self._settings = store, edit, settings
        self._language = "en"
        self._burst = 0
        self.field = TextField()
        self.field.setObjectName("text-field")
        self.edit_button = QToolButton()
        self.length = QLabel()
        self.length.setObjectName("quiet")
        self.examples = QToolButton()
        self.examples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.examples.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._menu = QMenu(self.examples)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.examples.setMenu(self._menu)
        self.model = QComboBox()
        self.device = QComboBox()
        row = QHBoxLayout(self)
        row.addWidget(self.field, 1)
        for widget in (self.length, self.edit_button, self.examples, self.model, self.device):
            row.addWidget(widget)
            if isinstance(widget, QComboBox):
                widget.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
                widget.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            if isinstance(widget, QToolButton):
                widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(DEBOUNCE_MS)
        self._debounce.timeout.connect(self._use_field)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(BURST_MS)
        self._pause.timeout.connect(self._end_burst)
        self.field.textEdited.connect(self._on_typed)
        self.field.returnPressed.connect(self._on_return)
        self.field.file_dropped.connect(self.file_dropped)
        self.edit_button.clicked.connect(self.edit_in_window)
        self.model.activated.connect(self._choose_model)
        self.device.activated.connect(self._choose_device)
        self.show_state(frozenset({"document", "model", "trace"}))

    # What others call --------------------------------------------------------------------------------------------

    def show_state(self, changed: frozenset[str]) -> None:
        """Follow the state; a text from elsewhere takes the place of what is being typed."""
        if "document" in changed:
            self._debounce.stop()
            self.field.show_content(self._store.state.document.text)
            self._select(self.model, self._store.state.document.model)
        if "model" in changed:
            self._fill_choosers()
        if changed & {"trace", "cut", "model"}:
            self._show_length()

    def renew(self, theme: Theme, language: str) -> None:
        """Texts, colours and sizes again."""
        self._language = language
        unit = em(self.font())
        row = self.layout()
        assert row is not None
        row.setContentsMargins(*(round(ems * unit) for ems in (0.6, 0.35, 0.6, 0.45)))
        row.setSpacing(round(0.5 * unit))
        self.field.setPlaceholderText(self.tr("Type a text, or drop a .txt file here"))
        self.field.setAccessibleName(self.tr("Text"))
        self.field.setAccessibleDescription(self.tr("What the model reads. It is read again while you type."))
        for button in (self.edit_button, self.examples):
            button.setIconSize(QSize(round(1.2 * unit), round(1.2 * unit)))
        self.edit_button.setIcon(icon("edit", theme.text))
        self.edit_button.setToolTip(self.tr("Edit the text in a window of its own (Ctrl+E)"))
        self.edit_button.setAccessibleName(self.tr("Edit the text in a window of its own"))
        self.examples.setText(self.tr("Examples"))
        self.examples.setIcon(icon("example", theme.text))
        self.examples.setAccessibleName(self.tr("Example texts and recent texts"))
        self.model.setAccessibleName(self.tr("Model"))
        self.model.setToolTip(self.tr("The model that reads the text"))
        self.device.setAccessibleName(self.tr("Device"))
        self.device.setToolTip(self.tr("Where the model runs"))
        self._fill_choosers()
        self._show_length()

    @Slot()
    def take_keyboard(self) -> None:
        """Put the cursor into the text."""
        self.show()  # classroom mode hides the line
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def edit_in_window(self) -> None:
        """A window with room for many lines."""
        self.take_typed()
        dialog = TextDialog(self.field.content(), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.text_accepted.connect(self.use_text)
        dialog.open()

    @Slot(str)
    def open_file(self, path: str) -> None:
        """The text of a file; when it is none, the old text stays and the window says why."""
        try:
            text = read_text_file(Path(path))
        except RostokError as error:
            self.problem.emit(error.message)
        else:
            self.use_text(text)

    @Slot(str)
    def use_text(self, text: str, selection: Selection | None = None) -> None:
        """Make `text` the document, as one step."""
        self.take_typed()
        self._end_burst()
        fields: dict[str, Any] = {"document": replace(self._store.state.document, text=text)}
        if selection is not None:
            fields["selection"] = selection
        self._edit(self.tr("Text"), **fields)
        self.field.show_content(text)
        self._settings.remember_text(text)

    def take_typed(self) -> None:
        """Do not wait for more letters: what is typed so far is the document."""
        if self._debounce.isActive():
            self._debounce.stop()
            self._use_field()

    # Typing ------------------------------------------------------------------------------------------------------

    @Slot()
    def _on_typed(self) -> None:
        self._debounce.start()
        self._pause.start()

    @Slot()
    def _use_field(self) -> None:
        document = replace(self._store.state.document, text=self.field.content())
        self._edit(self.tr("Typing"), merge=f"typing {self._burst}", document=document)

    @Slot()
    def _end_burst(self) -> None:
        """What is typed after a pause is a step of its own."""
        self._burst += 1

    @Slot()
    def _on_return(self) -> None:
        self._debounce.stop()
        self._use_field()
        self._end_burst()
        self._settings.remember_text(self.field.content())

    # Length and choosers -----------------------------------------------------------------------------------------

    def _show_length(self) -> None:
        live = self._store.live
        if live.trace is None:
            self.length.setText("")
            return
        context = live.model.config.context if live.model else 512
        if live.cut:
            self.length.setText(self.tr("first {context} tokens, {cut} cut").format(context=context, cut=live.cut))
        else:
            text = self.tr("{n} of {context} tokens")
            self.length.setText(text.format(n=len(live.trace), context=context))

    def _fill_choosers(self) -> None:
        model, document = self._store.live.model, self._store.state.document
        names = model.models if model is not None else (document.model,)
        with QSignalBlocker(self.model):
            self.model.clear()
            for name in names:
                self.model.addItem(name, name)
        self._select(self.model, document.model)
        with QSignalBlocker(self.device):
            self.device.clear()
            for device in model.devices if model is not None else ():
                memory = f" · {device.memory / 2**30:.0f} GiB" if device.memory else ""
                self.device.addItem(self._short(device.id), device.id)
                self.device.setItemData(self.device.count() - 1, f"{device.name}{memory}", Qt.ItemDataRole.ToolTipRole)
        if model is not None:
            self._select(self.device, model.device.id)
        self.device.setVisible(self.device.count() > 0)

    @staticmethod
    def _short(device: str) -> str:
        return device.upper().replace(":", " ")

    @staticmethod
    def _select(chooser: QComboBox, what: str) -> None:
        with QSignalBlocker(chooser):
            chooser.setCurrentIndex(chooser.findData(what))

    @Slot(int)
    def _choose_model(self, index: int) -> None:
        self.take_typed()
        document: Document = replace(self._store.state.document, model=self.model.itemData(index))
        self._edit(self.tr("Model"), document=document)

    @Slot(int)
    def _choose_device(self, index: int) -> None:
        self.device_wanted.emit(self.device.itemData(index))

    # Examples and recent texts -----------------------------------------------------------------------------------

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        for example in load_examples():
            action = self._menu.addAction(example.title.get(self._language, example.title["en"]))
            action.setToolTip(example.text)
            action.setData(example)
            action.triggered.connect(self._use_chosen)
        recent = [text for text in self._settings.recent_texts if text.strip()]
        if recent:
            self._menu.addSection(self.tr("Recent texts"))
        for text in recent:
            line = " ".join(text.split())
            action = self._menu.addAction((line if len(line) <= 48 else line[:46] + "…").replace("&", "&&"))
            action.setToolTip(text[:2000])
            action.setData(text)
            action.triggered.connect(self._use_chosen)

    @Slot()
    def _use_chosen(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        chosen = action.data()
        if isinstance(chosen, Example):
            self.use_text(chosen.text, Selection(chosen.layer, chosen.head, chosen.query))
        else:
            self.use_text(chosen)


class TextDialog(QDialog):
    """The text with all its lines."""

    text_accepted = Signal(str)

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Edit text"))
        unit = em(self.font())
        self.editor = QPlainTextEdit(text)
        self.editor.setAccessibleName(self.tr("Text"))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Use this text"))
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.editor, 1)
        column.addWidget(self.buttons)
        self.resize(round(46 * unit), round(24 * unit))
        # Below the line it came from, so that the class sees what is being edited.
        self.move(parent.mapToGlobal(QPoint(round(2 * unit), parent.height())))

    @Slot()
    def _accept(self) -> None:
        self.text_accepted.emit(self.editor.toPlainText())
        self.accept()


_NO_TEXT = QT_TRANSLATE_NOOP(
    "messages", "“{path}” is no text in UTF-8: byte {position} makes no letter. Save it as UTF-8 and try again."
)
