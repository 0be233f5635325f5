"""Sessions in files: new, open, save, recent. Each is one step of undo, so that nobody has to be asked anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand
from PySide6.QtWidgets import QFileDialog, QMenu

from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.state.app_state import AppState, first_state
from rostok_gui.state.session import SUFFIX, Session, read_session, write_session

if TYPE_CHECKING:
    from rostok_gui.shell.main_window import MainWindow


@dataclass(frozen=True)
class Held:
    """A session and the file it belongs to.

    Attributes
    ----------
    session : Session
    path : Path or None
        None: of no file yet.
    saved : AppState or None
        What that file holds; None: nobody knows any more, something else than the session.
    """

    session: Session
    path: Path | None = None
    saved: AppState | None = None


class Replace(QUndoCommand):
    """One session in place of another, and back, each with its file: to save after undo overwrites no other file."""

    def __init__(self, text: str, hold: Callable[[Held], None], before: Held, after: Held) -> None:
        super().__init__(text)
        self._hold, self._before, self._after = hold, before, after

    def redo(self) -> None:
        self._hold(self._after)

    def undo(self) -> None:
        self._hold(self._before)


class Sessions(QObject):
    """Signals
    -------
    said : Message
        What went wrong.
    text_chosen : str
        Path of a file that is no session: a text.
    file_changed
        The session belongs to another file than before, or has been saved.
    """

    said = Signal(object)
    text_chosen = Signal(str)
    file_changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._store, self._settings = window, window.store, window.settings
        self._path: Path | None = None
        self._saved: AppState | None = None
        self._recent = QMenu(window)
        self._recent.setToolTipsVisible(True)
        self._recent.aboutToShow.connect(self._fill_recent)
        self._store.changed.connect(self._show_title)

    # What the File menu calls --------------------------------------------------------------------------------------

    def new(self) -> None:
        """Start fresh: the example text, nothing changed, no file."""
        self._replace(self.tr("New session"), Held(Session(first_state())))

    def open(self) -> None:
        """Ask for a session or a text."""
        kinds = self.tr("Sessions and texts (*{suffix} *.txt *.md);;All files (*)").format(suffix=SUFFIX)
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open"), self._folder(), kinds)
        if path:
            self.open_path(path)

    @Slot(str)
    def open_path(self, path: str) -> None:
        """Open a session; a file of any other name is a text. What cannot be read is said and changes nothing."""
        if Path(path).suffix.lower() == SUFFIX:
            self.open_session(Path(path))
        else:
            self.text_chosen.emit(path)

    def open_session(self, path: Path) -> None:
        """Open a session, whatever its name."""
        where = path.absolute()
        try:
            session = replace(read_session(where), file="", unsaved=False)
        except RostokError as error:
            self._settings.forget_file(str(where))
            self.said.emit(error.message)
        else:
            self._settings.remember_file(str(where))
            self._replace(self.tr("Open session"), Held(session, where, session.state))

    def save(self) -> None:
        """Write the session to its file; ask for one if it has none."""
        if self._path is None:
            self.save_as()
        else:
            self._write(self._path)

    def save_as(self) -> None:
        """Ask for a file and write the session to it."""
        start = str(self._path or Path(self._folder()) / f"rostok{SUFFIX}")
        kinds = self.tr("Sessions (*{suffix})").format(suffix=SUFFIX)
        chosen, _ = QFileDialog.getSaveFileName(self._window, self.tr("Save session"), start, kinds)
        if chosen:
            path = Path(chosen)
            self._write(path if path.suffix.lower() == SUFFIX else path.with_name(path.name + SUFFIX))

    # Who asks ------------------------------------------------------------------------------------------------------

    @property
    def recent_menu(self) -> QMenu:
        """The files last opened and saved."""
        return self._recent

    @property
    def unsaved(self) -> bool:
        """Whether the session has a file that holds something else."""
        return self._path is not None and (self._saved is None or _kept(self._saved) != _kept(self._store.state))

    def now(self) -> Session:
        """The session as it is, for a file."""
        return Session(self._store.state, *self._window.arrangement())

    def running(self) -> Session:
        """The session as it is, for the next start."""
        return replace(self.now(), file="" if self._path is None else str(self._path), unsaved=self.unsaved)

    def go_on(self, last: Session) -> None:
        """Say that the session of the last window was restored, and go on with its file."""
        if last.file:
            self._path, self._saved = Path(last.file), None if last.unsaved else self._store.state
            self._show_title()
        if last.state != first_state():
            self._store.update(pointer=Message(_RESTORED))

    def start_with(self, state: AppState) -> None:
        """Put `state` in place of what was restored; undo brings that back."""
        self._replace(self.tr("Start with a text"), Held(Session(state)))

    def retranslate(self) -> None:
        """Set every text again."""
        self._recent.setTitle(self.tr("&Recent files"))
        self._show_title()

    # How it is done ------------------------------------------------------------------------------------------------

    def _replace(self, text: str, after: Held) -> None:
        self._window.text_line.take_typed()
        before = Held(self.now(), self._path, self._saved)
        self._window.undo.stack.push(Replace(text, self._hold, before, after))

    def _hold(self, held: Held) -> None:
        state = held.session.state
        self._path, self._saved = held.path, held.saved
        self._store.update(**{f.name: getattr(state, f.name) for f in fields(state)})
        if self._saved is state:
            self._saved = self._store.state  # the trace on screen may have moved the selection
        self._window.arrange_as(held.session.layout, held.session.docks)
        self._show_title()
        self.file_changed.emit()

    def _write(self, path: Path) -> None:
        self._window.text_line.take_typed()
        try:
            write_session(self.now(), path)
        except RostokError as error:
            self.said.emit(error.message)
            return
        self._path, self._saved = path.absolute(), self._store.state
        self._settings.remember_file(str(self._path))
        self._show_title()
        self.file_changed.emit()
        self._store.update(pointer=Message(_SAVED, {"file": path.name}))

    def _show_title(self, _changed: frozenset[str] = frozenset()) -> None:
        sign = "● " if self.unsaved else ""
        self._window.setWindowTitle(f"{sign}{self._path.name} – Rostok" if self._path else "Rostok")

    def _folder(self) -> str:
        """Where the last file lies."""
        last = self._path or next(map(Path, self._settings.recent_files), None)
        return str(last.parent if last is not None and last.parent.is_dir() else Path.home())

    @Slot()
    def _fill_recent(self) -> None:
        self._recent.clear()
        for file in self._settings.recent_files:
            action = self._recent.addAction(Path(file).name.replace("&", "&&"), partial(self.open_path, file))
            action.setToolTip(file)
        if self._recent.isEmpty():
            self._recent.addAction(self.tr("Nothing opened yet")).setEnabled(False)


def _kept(state: AppState) -> AppState:
    """`state` without what the pointer alone changes."""
    return replace(state, selection=replace(state.selection, key=None))


_RESTORED = QT_TRANSLATE_NOOP("messages", "Your last session is back. File → New starts fresh.")
_SAVED = QT_TRANSLATE_NOOP("messages", "Saved: {file}")
