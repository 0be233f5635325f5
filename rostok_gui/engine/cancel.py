"""Asking a running job to stop."""

from __future__ import annotations

import threading


class CancelledError(Exception):
    """Raised inside a job that was asked to stop."""


class CancelToken:
    """Shared by the one who may cancel a job and the job, which calls `check` often."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the job to stop at its next check."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `CancelledError` if somebody asked."""
        if self._event.is_set():
            raise CancelledError
