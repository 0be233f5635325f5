"""The session of a running window, kept in a file of its own, so that a killed program loses a second at most."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import BinaryIO

from rostok_gui.files import shown
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.state.session import SUFFIX, Session, read_session, write_session

log = logging.getLogger(__name__)

MOST = 16
"""Windows that keep a session of their own at the same time."""


class Autosave:
    """One place for the session of one window; as long as it is held, no other window reads or writes it.

    The system lets go of a place when its process ends, however it ends.
    """

    def __init__(self, path: Path, lock: BinaryIO) -> None:
        self.path, self._lock = path, lock

    @classmethod
    def take(cls, folder: Path) -> Autosave | None:
        """Take the place in `folder` whose session is the newest of those that no running window holds.

        Returns
        -------
        Autosave or None
            None when the folder cannot be written to, or all places are held: the window runs without.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            paths = [folder / f"running-{n}{SUFFIX}" for n in range(1, MOST + 1)]
            for path in sorted(paths, key=_age):
                lock = _locked(path.with_suffix(".lock"))
                if lock is not None:
                    _sweep(path)
                    return cls(path, lock)
        except OSError as error:
            log.warning("the running session is not kept: %s", error)
        return None

    def restore(self) -> tuple[Session | None, Message | None]:
        """Return what the last window left here, if anything, and what to say about it.

        A file that cannot be read is put aside, and the message says where.
        """
        if not self.path.exists():
            return None, None
        try:
            return read_session(self.path), None
        except RostokError as error:
            log.warning("running session: %s", error)
            aside = self.path.with_name(f"{self.path.stem}.broken{SUFFIX}")
            try:
                self.path.replace(aside)
            except OSError as problem:
                log.warning("the running session cannot be put aside: %s", problem)
            return None, Message(_SET_ASIDE, {"path": shown(aside)})

    def write(self, session: Session) -> None:
        """Put `session` in place of the one before; a `RostokError` when the disk does not take it."""
        write_session(session, self.path)

    def release(self) -> None:
        """Let another window have the place; the session stays in it."""
        self._lock.close()


def _age(path: Path) -> float:
    """Sort key: the newest session first, places without one last."""
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0


def _sweep(path: Path) -> None:
    """Remove what a program killed in the middle of writing left beside `path`."""
    for leftover in path.parent.glob(f".{path.name}.*"):
        leftover.unlink(missing_ok=True)


def _locked(path: Path) -> BinaryIO | None:
    """Open `path` and lock it; None while another process (or another `Autosave`) has it."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.set_inheritable(file.fileno(), False)
    except BlockingIOError:
        file.close()
        return None
    except OSError:  # Windows says so when it is held
        file.close()
        if sys.platform == "win32":
            return None
        raise
    return file


_SET_ASIDE = QT_TRANSLATE_NOOP(
    "messages",
    "The session of the last window could not be read. The program starts with the example; the old file is kept as "
    "{path}.",
)
