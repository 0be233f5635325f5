"""The door to the window: asked for from the command line, before Qt is there."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.state.app_state import Document, first_state
from rostok_gui.state.autosave import Autosave
from rostok_gui.state.folders import config_folder
from rostok_gui.state.settings import read_settings, write_settings
from rostok_gui.state.store import Store

NO_WINDOW = 2
"""Exit code when no window can be shown."""


def run_window(
    text: str | None = None,
    lang: str | None = None,
    theme: str | None = None,
    device: str | None = None,
    layout: str | None = None,
    session: str | None = None,
    lesson: str | None = None,
    present: bool = False,
) -> int:
    """Show the window until it is closed.

    Parameters
    ----------
    lang, theme, device, layout : str or None
        In place of the settings, for this run only; None: as they were left.
    session, text, lesson : str or None
        Path of a session, a text, id of a lesson: to start with in place of the last session, which undo brings back.
    present : bool
        Start in classroom mode.

    Returns
    -------
    int
        Exit code: 0, or `NO_WINDOW` after a sentence on stderr.

    Raises
    ------
    RostokError
        There is no such lesson.
    """
    if lesson is not None:
        _check_lesson(lesson)
    if not has_display():
        print(_NO_DISPLAY, file=sys.stderr)
        return NO_WINDOW
    if sys.platform == "win32":
        import torch  # noqa: F401 - on Windows its libraries can be loaded only before those of Qt
    try:
        from rostok_gui.shell.program import Program
    except ImportError as error:
        print(Message(_NO_QT, {"reason": error}), file=sys.stderr)
        return NO_WINDOW
    path = config_folder() / "settings.json"
    settings, notice = read_settings(path)
    autosave = Autosave.take(config_folder() / "running")
    last, fault = autosave.restore() if autosave is not None else (None, None)
    if last is not None and last.layout:
        settings.keep_layout(last.layout, last.docks)
    given = {"language": lang, "theme": theme, "device": device, "layout": layout}
    for_this_run = {name: value for name, value in given.items() if value is not None}
    kept = {name: getattr(settings, name) for name in for_this_run}

    def save() -> None:
        back = {name: kept[name] for name, value in for_this_run.items() if getattr(settings, name) == value}
        write_settings(replace(settings, **back), path)

    vars(settings).update(for_this_run)
    program = Program(Store(last.state if last else first_state()), settings, save, notice or fault, autosave)
    sessions = program.window.sessions
    if last is not None:
        sessions.go_on(last)
    if session is not None:
        sessions.open_session(Path(session))
    if text is not None:
        sessions.start_with(first_state(Document(text)))
    return program.run(lesson, present)


def _check_lesson(lesson: str) -> None:
    """Raise unless there is such a lesson."""
    from rostok_gui.lessons.library import Library

    known = sorted({found.id for found in Library().shelf().lessons})
    if lesson not in known:
        raise RostokError(_NO_LESSON, lesson=lesson, known=", ".join(known))


def has_display() -> bool:
    """Whether Qt will find a screen; asked beforehand, because Qt aborts when it does not."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


_NO_LESSON = QT_TRANSLATE_NOOP("messages", "There is no lesson “{lesson}”. There are: {known}.")
_NO_DISPLAY = Message(
    QT_TRANSLATE_NOOP(
        "messages",
        "There is no display to show a window on. Start Rostok on a desktop, or through ssh -X or xvfb-run; "
        "“rostok inspect TEXT” works without a window.",
    )
)
_NO_QT = QT_TRANSLATE_NOOP(
    "messages",
    "The window cannot start: {reason}. On Debian and Ubuntu install what Qt needs: apt install libegl1 libgl1 "
    "libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 "
    "libxcb-randr0 libxcb-render-util0 libxcb-image0 libxcb-xinerama0",
)
