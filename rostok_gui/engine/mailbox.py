"""Where requests wait: one place per slot, the newest takes the place of the one that waits."""

from __future__ import annotations

import threading
from collections import OrderedDict

from rostok_gui.engine.requests import Request


class Mailbox:
    """Thread-safe. A request that replaces a waiting one keeps its place in the queue, so no slot starves."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, Request] = OrderedDict()

    def post(self, request: Request) -> bool:
        """Put `request` into its slot.

        Returns
        -------
        bool
            True if the box was empty, which means: somebody has to wake the worker.
        """
        with self._lock:
            was_empty = not self._waiting
            self._waiting[request.slot] = request
            return was_empty

    def take(self) -> Request | None:
        """Take out the request whose slot has waited longest; None if the box is empty."""
        with self._lock:
            return self._waiting.popitem(last=False)[1] if self._waiting else None

    def drop(self, slot: str) -> Request | None:
        """Take out the waiting request of `slot`, if there is one."""
        with self._lock:
            return self._waiting.pop(slot, None)

    def clear(self) -> None:
        """Forget everything that waits."""
        with self._lock:
            self._waiting.clear()

    def __len__(self) -> int:
        with self._lock:
            return len(self._waiting)
