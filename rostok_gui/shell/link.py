"""Between the shared state and the worker: asks when the state wants a new trace, puts the answers into the state."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from rostok_gui.client import Client
from rostok_gui.engine.ablation import AblateHeads, Ablation
from rostok_gui.engine.requests import OpenModel, Request, RunText
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, ModelOpened, Progress, TextRun
from rostok_gui.engine.writing import WriteOn, Written
from rostok_gui.messages import Message
from rostok_gui.model.interventions import Intervention
from rostok_gui.state.app_state import Document
from rostok_gui.state.store import Store


class Link(QObject):
    """Keeps `store.live` true to `store.state`.

    Signals
    -------
    arrived : Event
        Every event of the worker, after the store knows of it.
    """

    arrived = Signal(object)

    def __init__(self, store: Store, client: Client, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._client = store, client
        self._asked_model: OpenModel | None = None
        self._asked_run: RunText | None = None
        self._device = "cpu"
        self._unsaid: Message | None = None
        client.arrived.connect(self._on_event)
        client.busy_changed.connect(self._on_busy)
        store.changed.connect(self._on_changed)

    @property
    def device(self) -> str:
        """Id of the device that was asked for."""
        return self._device

    def start(self, device: str = "cpu") -> None:
        """Open the model of the state on `device` and run its text."""
        self._device = device
        self._ask()

    def use_device(self, device: str) -> None:
        """Move the model to another device."""
        self._device = device
        self._asked_model = None
        self._ask()

    def _on_changed(self, changed: frozenset[str]) -> None:
        if self._asked_model is None:
            return
        # The selection counts because the mask board may be applied to the selected head. While a model writes, the
        # trace is ahead of the text of the state; a selection that only follows the trace must not ask for the old one.
        moved = changed & {"document", "changes", "board"} or self._asked_under != self._store.state.interventions
        if moved:
            self._ask()

    @property
    def _asked_under(self) -> tuple[Intervention, ...]:
        return () if self._asked_run is None else self._asked_run.interventions

    def _ask(self) -> None:
        state = self._store.state
        model = OpenModel(state.document.model, self._device)
        if model != self._asked_model:
            self._asked_model, self._asked_run = model, None
            self._client.replace(model)
        run = RunText(state.document.text, state.interventions, state.document.ids)
        if run != self._asked_run:
            new_text = self._asked_run is None or run.text != self._asked_run.text
            self._asked_run = run
            self._stop_ablating()
            (self._client.replace if new_text else self._client.post)(run)

    @Slot(object)
    def _on_event(self, event: Event) -> None:
        match event:
            case Answer(result=ModelOpened() as opened):
                self._device = opened.device.id
                self._asked_model = OpenModel(opened.name, opened.device.id)
                self._store.update(model=opened, notice=opened.notice or self._unsaid)
                self._unsaid = None
            case Answer(result=TextRun() as run):
                self._store.update(trace=run.trace, untouched=run.untouched, cut=run.cut)
            case Progress(request=WriteOn() as asked, partial=Written(run=run)):
                ids = run.trace.ids
                self._asked_run = RunText(run.text, asked.interventions, ids)  # the writer has answered it already
                self._store.update(trace=run.trace, untouched=run.untouched, cut=0)
            case Progress(request=AblateHeads() as asked, partial=Ablation() as measured):
                if asked is self._store.live.ablating:
                    self._store.update(ablation=measured)
            case Answer(result=Ablation() as measured):
                self._store.update(ablation=measured)
                self._forget(event.request)
            case Failure(request=OpenModel()):
                self._keep_old_model(event)
            case Failure():
                self._forget(event.request)
                self._store.update(notice=event.message)
            case Cancelled():
                self._forget(event.request)
        self.arrived.emit(event)

    def _stop_ablating(self) -> None:
        """What the heads are worth under another text or other changes is not waited for."""
        asked = self._store.live.ablating
        if asked is not None:
            self._client.cancel(asked.slot)
            self._store.update(ablating=None)

    def _forget(self, request: Request) -> None:
        """Nobody waits for this answer any more; a text that was not read is asked for again at the next change."""
        if request is self._asked_run:
            self._asked_run = None
        if request is self._store.live.ablating:
            self._store.update(ablating=None)

    def _keep_old_model(self, failure: Failure) -> None:
        """The model that was open stays, and the state says so again; where there was none, the first one is tried."""
        opened = self._store.live.model
        if opened is not None:
            self._asked_model = OpenModel(opened.name, opened.device.id)
            document = replace(self._store.state.document, model=opened.name)
            self._store.update(notice=failure.message, document=document)
        else:
            asked, first = self._store.state.document, Document().model
            if asked.model != first:  # a session whose model is gone
                self._unsaid = failure.message  # else the model that opens instead would wipe it out
            self._store.update(notice=failure.message, document=replace(asked, model=first))

    @Slot(str)
    def _on_busy(self, slot: str) -> None:
        self._store.update(busy=slot)
