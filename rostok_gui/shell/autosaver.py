"""Writes the running session behind the person's back: soon after a change, and never in the GUI thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from rostok_gui.messages import RostokError
from rostok_gui.state.app_state import AppState
from rostok_gui.state.autosave import Autosave
from rostok_gui.state.session import Session
from rostok_gui.state.store import Store

DELAY_MS = 600
"""From a change to its being written; with the time a disk takes this stays below a second."""
_KEPT = frozenset(f.name for f in fields(AppState))


class Autosaver(QObject):
    """Parameters
    ----------
    store : Store
        Whose state is kept.
    session : callable
        The session as it is now.
    autosave : Autosave
        Where it goes.

    Signals
    -------
    failed : Message
        The disk does not take it; said once until it does again.
    """

    failed = Signal(object)

    def __init__(self, store: Store, session: Callable[[], Session], autosave: Autosave) -> None:
        super().__init__()
        self._store, self._session, self._autosave = store, session, autosave
        self._written: Session | None = None
        self._failing = False
        self._waiting: deque[Session] = deque(maxlen=1)  # the newest takes the place of one not yet written
        self._writer = ThreadPoolExecutor(1, "rostok-autosave")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._hand_over)
        store.changed.connect(self._on_changed)

    def _on_changed(self, changed: frozenset[str]) -> None:
        if changed & _KEPT:
            self.remember()

    @Slot()
    def remember(self) -> None:
        """Write the session in a moment. A later call does not put it off: changes that never pause are kept too."""
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _hand_over(self) -> None:
        session = self._session()
        if session != self._written:
            self._written = session
            self._waiting.append(session)
            self._writer.submit(self._write)

    def _write(self) -> None:
        """In the writer's thread."""
        if not self._waiting:
            return
        try:
            self._autosave.write(self._waiting.pop())
        except RostokError as error:
            if not self._failing:
                self.failed.emit(error.message)
            self._failing, self._written = True, None  # the next change, or the end, tries again
        else:
            self._failing = False

    def close(self) -> None:
        """Write what is not written yet, and let go of the place; once."""
        self._store.changed.disconnect(self._on_changed, missing_ok=True)
        self._timer.stop()
        self._hand_over()
        self._writer.shutdown(wait=True)
        self._autosave.release()
