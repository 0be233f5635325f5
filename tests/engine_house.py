"""A panel with everything real around it but the thread: store, undo, link, and an engine that answers when told to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Event
from rostok_gui.panels.base import Context, Panel
from rostok_gui.shell.link import Link
from rostok_gui.shell.theme import load_theme
from rostok_gui.shell.undo import Undo
from rostok_gui.state.app_state import AppState, Document
from rostok_gui.state.store import Store


class StandIn(QObject):
    """The client without its thread: keeps what was asked, and answers it in `pump`."""

    arrived = Signal(object)
    busy_changed = Signal(str)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.engine = Engine(folder)
        self.sent: list[Request] = []
        self.waiting: list[Request] = []
        self._running: tuple[Request, CancelToken] | None = None

    def post(self, request: Request) -> None:
        self.sent.append(request)
        self.waiting = [w for w in self.waiting if w.slot != request.slot] + [request]

    def replace(self, request: Request) -> None:
        self._cancel_running(request.slot)
        self.post(request)

    def cancel(self, slot: str | None = None) -> None:
        self.waiting = [w for w in self.waiting if slot not in (None, w.slot)]
        self._cancel_running(slot)

    def _cancel_running(self, slot: str | None) -> None:
        if self._running is not None and slot in (None, self._running[0].slot):
            self._running[1].cancel()

    def pump(self) -> None:
        """Answer everything that waits, and what is asked meanwhile."""
        while self.waiting:
            self._running = (self.waiting.pop(0), CancelToken())
            event: Event = self.engine.run(*self._running, self.arrived.emit)
            self._running = None
            self.arrived.emit(event)

    def sent_of(self, kind: type[Request]) -> list[Request]:
        """The requests of one kind, in order."""
        return [request for request in self.sent if isinstance(request, kind)]


class EngineHouse:
    """One panel, shown, with the text read."""

    def __init__(
        self,
        kind: Callable[[Context], Panel],
        folder: Path,
        text: str,
        qtbot: Any,
        size: tuple[int, int],
        state: AppState | None = None,
    ) -> None:
        self.store = Store(replace(state or AppState(), document=Document(text)))
        self.client, self.undo = StandIn(folder), Undo(self.store)
        self.link = Link(self.store, self.client)  # type: ignore[arg-type]
        context = Context(
            self.store, self.client.post, self.client.replace, self.client.cancel, self.undo.edit, print,
            lambda: load_theme("light"),
        )  # fmt: skip
        self.panel: Any = kind(context)
        qtbot.addWidget(self.panel)
        self.store.changed.connect(self.panel.notify)
        self.link.arrived.connect(self.panel.on_event)
        self.panel.renew()
        self.panel.resize(*size)
        self.panel.show()
        qtbot.waitExposed(self.panel)
        self.link.start()
        self.client.pump()

    def on_progress(self, number: int, act: Callable[[], None]) -> None:
        """Do something when the `number`-th event from now on has been heard by everybody."""
        heard: list[object] = []

        def count(event: object) -> None:
            heard.append(event)
            if len(heard) == number:
                act()

        self.link.arrived.connect(count)
