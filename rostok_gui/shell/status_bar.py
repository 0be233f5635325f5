"""The line below: device, model, time of the last pass, what is under the pointer, what is being computed."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QStatusBar, QWidget

from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, Progress
from rostok_gui.shell.fonts import em
from rostok_gui.shell.language import number_text, say
from rostok_gui.state.app_state import Live
from rostok_gui.widgets.text_line import TextLine

PATIENCE_MS = 250
"""Work that is done sooner is not announced: a word that flashes tells nothing."""


class StatusBar(QStatusBar):
    """Reads `Live`; its Cancel stops a long job."""

    cancel_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._live = Live()
        self._job = ""
        self._progress: Progress | None = None
        self.facts = TextLine()
        self.facts.setObjectName("quiet")
        self.sentence = QLabel()
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.busy = QLabel()
        self.busy.setObjectName("quiet")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.cancel_button = QPushButton()
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        for widget, stretch in ((self.facts, 0), (self.sentence, 1), (self.busy, 0), (self.progress, 0)):
            row.addWidget(widget, stretch)
        row.addWidget(self.cancel_button)
        self.addWidget(self._row, 1)
        self.progress.hide()
        self.cancel_button.hide()
        self.cancel_button.clicked.connect(self._cancel)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._show_busy)

    def show_live(self, live: Live) -> None:
        """Show what the worker last said and what is under the pointer."""
        self._live = live
        self.facts.set_text(self._facts())
        self.facts.setMinimumWidth(max(self.facts.minimumWidth(), ceil(self.facts.text_width()) + 1))
        self.sentence.setText("" if live.pointer is None else say(live.pointer))
        if live.busy and not self.busy.text():
            if not self._patience.isActive():
                self._patience.start()
        elif not live.busy:
            self._patience.stop()
            self.busy.setText("")

    def on_event(self, event: Event) -> None:
        """Follow the progress of a long job."""
        if isinstance(event, Progress):
            self._job, self._progress = event.request.slot, event
            self._show_progress()
        elif isinstance(event, Answer | Failure | Cancelled) and event.request.slot == self._job:
            self._job, self._progress = "", None
            self._show_progress()

    def renew(self) -> None:
        """Texts and sizes again."""
        unit = em(self.font())
        row = self._row.layout()
        assert row is not None
        row.setContentsMargins(round(0.7 * unit), 0, round(0.4 * unit), 0)
        row.setSpacing(round(1.2 * unit))
        self.progress.setFixedWidth(round(12 * unit))
        self.progress.setAccessibleName(self.tr("Progress"))
        self.cancel_button.setText(self.tr("Cancel"))
        self.cancel_button.setToolTip(self.tr("Stop this work; what was there before stays"))
        self.facts.setToolTip(self.tr("Device, model, time of the last pass"))
        self.facts.setMinimumWidth(0)  # from here on it grows with the widest text, so that nothing beside it trembles
        self.sentence.setAccessibleName(self.tr("What is under the pointer"))
        self.show_live(self._live)
        self._show_progress()

    def _facts(self) -> str:
        model, trace = self._live.model, self._live.trace
        if model is None:
            return self.tr("The model is being loaded…")
        parts = [model.device.id.upper() if model.device.id == "cpu" else model.device.name, model.name]
        if trace is not None:
            ms = trace.seconds * 1000
            parts.append(self.tr("last pass {ms} ms").format(ms=number_text(ms, ".1f" if ms < 10 else ".0f")))
        return " · ".join(parts)

    def _show_progress(self) -> None:
        progress = self._progress
        for widget in (self.progress, self.cancel_button):
            widget.setVisible(progress is not None)
        if progress is None:
            if not self._live.busy:
                self.busy.setText("")
            return
        self.progress.setRange(0, progress.total)
        self.progress.setValue(progress.done)
        if progress.done:
            left = round(progress.seconds * (progress.total - progress.done) / progress.done)
            self.busy.setText(self.tr("%n second(s) left", "", left))
        else:
            self._show_busy()

    @Slot()
    def _show_busy(self) -> None:
        if self._live.busy:
            self.busy.setText(self.tr("computing…"))

    @Slot()
    def _cancel(self) -> None:
        self.cancel_wanted.emit(self._job)
