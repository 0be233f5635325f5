"""The lesson of the model that learned without a mask."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from rostok_gui.engine.leak import LeakLesson, LeakRow, LeakShown
from rostok_gui.engine.results import Answer, Event, Failure, Progress
from rostok_gui.messages import Message
from rostok_gui.panels.base import Context
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import numbers

HEADINGS = 4


class LeakPart(QWidget):
    """Two models in two rows: loss with the future in sight, loss without it, and what they write."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.shown: LeakShown | None = None
        self._message: Message | None = None
        self._asked: LeakLesson | None = None
        self.story = QLabel()
        self.button, self.cancel = QPushButton(), QPushButton()
        self.progress = QProgressBar()
        self.status = QLabel()
        self.table = QGridLayout()
        self.cells: list[QLabel] = []
        self._build()
        self.button.clicked.connect(self._on_try)
        self.cancel.clicked.connect(self._on_cancel)

    def _build(self) -> None:
        for label in (self.story, self.status):
            label.setWordWrap(True)
        self.status.setObjectName("quiet")
        self.progress.hide()
        self.cancel.hide()
        self.table.setColumnStretch(HEADINGS - 1, 1)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addWidget(self.progress, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.status, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.story)
        column.addLayout(self.table)
        column.addStretch(1)
        column.addLayout(row)

    def retranslate(self) -> None:
        """Set every text again."""
        self.story.setText(
            self.tr(
                "Two small models, alike in everything but one: “no-mask” learned with the future in sight. Its loss "
                "on a text that lies open before it is that of somebody who copies. When it writes, there is no future "
                "to copy from."
            )
        )
        self.button.setText(self.tr("Let both read and write"))
        self.cancel.setText(self.tr("Cancel"))
        self.progress.setAccessibleName(self.tr("Progress"))
        self._show()

    def retheme(self, theme: Theme) -> None:
        """Set every colour again."""
        self._show()

    def forget(self) -> None:
        """The text is another one: what was found belongs to the old one."""
        if self.shown is not None or self._message is not None:
            self.shown = self._message = None
            self._show()

    def on_event(self, event: Event) -> None:
        """Hear how far the models are and what they answered."""
        if event.request is not self._asked:  # also one that was cancelled and answers late
            return
        if isinstance(event, Progress):
            self.progress.setRange(0, event.total)
            self.progress.setValue(event.done)
            return
        self._asked = None
        match event:
            case Answer(result=LeakShown() as shown):
                self.shown, self._message = shown, None
            case Failure(message=message):
                self._message = message
        self._show()

    def _on_try(self) -> None:
        self._asked, self._message = LeakLesson(self._context.store.state.document.text), None
        self.progress.setRange(0, 0)
        self._context.replace(self._asked)
        self._show()
        self.cancel.setFocus()

    def _on_cancel(self) -> None:
        self._context.cancel(LeakLesson.__name__)
        self._asked = None
        self._show()
        self.button.setFocus()

    # What is shown ---------------------------------------------------------------------------------------------

    def rows(self) -> tuple[LeakRow, ...]:
        """The rows of the table."""
        return () if self.shown is None else self.shown.rows

    def _show(self) -> None:
        running = self._asked is not None
        self.progress.setVisible(running)
        self.cancel.setVisible(running)
        self.button.setEnabled(not running)
        self.status.setVisible(not running)
        if self._message is not None:
            self.status.setText(say(self._message))
        elif self.shown is not None:
            self.status.setText(self.tr("%n token(s) of the text read.", "", self.shown.n_token))
        else:
            self.status.setText(self.tr("Reads the text of the window with both models."))
        self._show_table()

    def _show_table(self) -> None:
        for label in self.cells:
            self.table.removeWidget(label)
            label.deleteLater()
        self.cells = []
        if not self.rows():
            return
        headings = (
            self.tr("Model"),
            self.tr("Loss, future\nin sight"),
            self.tr("Loss, future\ntaken away"),
            self.tr("Writes on by itself"),
        )
        theme = self._context.theme()
        for n, text in enumerate(headings):
            self._cell(0, n, text, theme.muted)
        for number, row in enumerate(self.rows(), start=1):
            how = self.tr("causal mask") if row.causal else self.tr("no mask")
            ink = theme.value_ink if row.causal else theme.changed_ink
            self._cell(number, 0, f"{row.name}\n{how}", ink, bold=True)
            self._cell(number, 1, self.tr("{loss} nats").format(loss=numbers.loss(row.reading)), theme.text)
            self._cell(number, 2, self.tr("{loss} nats").format(loss=numbers.loss(row.alone)), theme.text)
            self._cell(number, 3, row.written.replace("\n", " ↵ ").strip() or "—", theme.text, wrap=True)

    def _cell(self, row: int, column: int, text: str, ink: str, *, bold: bool = False, wrap: bool = False) -> None:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(wrap)
        label.setStyleSheet(f"color: {ink}; {'font-weight: 600;' if bold else ''} padding: 0.2em 0.6em 0.2em 0;")
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)
        self.cells.append(label)
