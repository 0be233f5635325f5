"""Memory that nobody uses any more goes back to the system while the model rests.

Traces of long texts come and go in pieces of many sizes, and the C library of Linux keeps what was freed between pieces
that are still in use: after a hundred texts half of the process. It gives it back when it is asked to, in some
milliseconds. Elsewhere the system's own library does so by itself.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

REST_MS = 1_500
"""So long the worker must have had nothing to do: texts that follow each other use the same memory again."""


def _malloc_trim() -> Callable[[int], int]:
    """The function of glibc; where there is none, one that does nothing."""
    found: Callable[[int], int] | None = None
    if sys.platform == "linux":
        found = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return found or (lambda _keep: 0)


class HeapKeeper(QObject):
    """Asks for the memory to be given back each time the worker comes to rest."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trim = _malloc_trim()
        self.timer = QTimer(self, interval=REST_MS, singleShot=True)
        self.timer.timeout.connect(self.give_back)

    @Slot(str)
    def on_busy(self, slot: str) -> None:
        """Hear what the worker does, "" for nothing (`Client.busy_changed`)."""
        if slot:
            self.timer.stop()
        else:
            self.timer.start()

    @Slot()
    def give_back(self) -> None:
        """Give it back now."""
        self._trim(0)

    def stop(self) -> None:
        """Ask no more."""
        self.timer.stop()
