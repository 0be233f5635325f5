"""The window's only door to the engine: one worker thread, woken by a signal, fed by the mailbox."""

from __future__ import annotations

import logging
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal, Slot

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.mailbox import Mailbox
from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Event, Failure
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.paths import CHECKPOINTS

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine

log = logging.getLogger(__name__)


class _Worker(QObject):
    """Lives in the worker thread; makes the engine there, so that torch is imported after the window is up."""

    arrived = Signal(object)
    started_job = Signal(object)
    idle = Signal()

    def __init__(self, mailbox: Mailbox, running: _Running, folder: Path) -> None:
        super().__init__()
        self._mailbox, self._running, self._folder = mailbox, running, folder
        self._engine: Engine | None = None

    @Slot()
    def wake(self) -> None:
        """Answer everything that waits."""
        while not self._running.closed:
            request = self._mailbox.take()
            if request is None:
                break
            token = self._running.begin(request)
            self.started_job.emit(request)
            event = self._answer(request, token)
            self._running.end()
            if isinstance(event, Failure):
                log.error("%s: %s\n%s", request, event.message, event.details)
            self.arrived.emit(event)
        self.idle.emit()

    def _answer(self, request: Request, token: CancelToken) -> Event:
        if self._engine is None:
            try:
                from rostok_gui.engine.engine import Engine

                self._engine = Engine(self._folder)
            except Exception as error:  # torch is missing or broken: the window says so and goes on without a model
                return Failure(request, Message(_NO_ENGINE, {"reason": repr(error)}), traceback.format_exc())
        return self._engine.run(request, token, self.arrived.emit)


class _Running:
    """Which job runs, and its cancel token; shared by both threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._request: Request | None = None
        self._token = CancelToken()
        self.closed = False

    def begin(self, request: Request) -> CancelToken:
        with self._lock:
            self._request, self._token = request, CancelToken()
            if self.closed:
                self._token.cancel()
            return self._token

    def end(self) -> None:
        with self._lock:
            self._request = None

    def cancel(self, slot: str | None = None) -> bool:
        """Cancel the running job if it is of `slot` (None: whatever runs)."""
        with self._lock:
            if self._request is None or (slot is not None and self._request.slot != slot):
                return False
            self._token.cancel()
            return True

    def close(self) -> None:
        with self._lock:
            self.closed = True
            self._token.cancel()


class Client(QObject):
    """Post requests, hear events. Lives in the GUI thread.

    Parameters
    ----------
    folder : Path
        Where the checkpoints lie.

    Signals
    -------
    arrived : Event
        Answer, Failure, Cancelled or Progress, in the order in which the worker made them.
    busy_changed : str
        Slot of the job that runs, "" when nothing does.
    """

    arrived = Signal(object)
    busy_changed = Signal(str)
    _wake = Signal()

    def __init__(self, folder: Path = CHECKPOINTS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mailbox = Mailbox()
        self._running = _Running()
        self._thread = QThread()
        self._thread.setObjectName("rostok-worker")
        self._worker = _Worker(self._mailbox, self._running, folder)
        self._worker.moveToThread(self._thread)
        self._wake.connect(self._worker.wake)
        self._worker.arrived.connect(self._on_event)
        self._worker.started_job.connect(self._on_started)
        self._worker.idle.connect(self._on_idle)
        self._thread.start()

    def post(self, request: Request) -> None:
        """Ask for an answer to `request`; a waiting request of the same slot is replaced."""
        if not self._running.closed and self._mailbox.post(request):
            self._wake.emit()

    def cancel(self, slot: str | None = None) -> None:
        """Stop the job of `slot` (None: whatever runs), waiting or running."""
        if slot is not None:
            self._mailbox.drop(slot)
        self._running.cancel(slot)

    def replace(self, request: Request) -> None:
        """Stop a running job of the same slot and ask for `request` instead (a new text or model)."""
        self._running.cancel(request.slot)
        self.post(request)

    @property
    def closed(self) -> bool:
        """Whether `shutdown` was called."""
        return self._running.closed

    def shutdown(self, patience_ms: int = 10_000) -> bool:
        """Stop the running job, end the thread and wait for it; True when it has ended."""
        self._running.close()
        self._mailbox.clear()
        self._thread.quit()
        return self._thread.wait(patience_ms)

    @Slot(object)
    def _on_event(self, event: Event) -> None:
        if not self.closed:
            self.arrived.emit(event)

    @Slot(object)
    def _on_started(self, request: Request) -> None:
        self.busy_changed.emit(request.slot)

    @Slot()
    def _on_idle(self) -> None:
        self.busy_changed.emit("")


_NO_ENGINE = QT_TRANSLATE_NOOP("messages", "The model cannot run: {reason}. Install Rostok again.")
