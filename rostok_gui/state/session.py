"""A session in one file: the shared state and the layout."""

from __future__ import annotations

import json
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from rostok_gui.files import read_json, shown, write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.state.app_state import HOTTEST, LARGEST_SEED, LEAST_TOP_P, MOST_TOKENS, WIDEST, AppState
from rostok_gui.state.records import from_json, to_json

KIND = "rostok-session"
VERSION = 1
SUFFIX = ".rostok"
_LIMIT = 16 << 20


@dataclass(frozen=True)
class Session:
    """What a session file holds.

    Attributes
    ----------
    state : AppState
    layout : str
        Id of the layout; "" keeps the one in use.
    docks : str
        The docks as they were moved by hand, base64; "" if they were not.
    file : str
        In the session of a running window (`autosave`): path of the file that it was opened from or saved to.
    unsaved : bool
        Likewise: whether that file holds something else.
    """

    state: AppState
    layout: str = ""
    docks: str = ""
    file: str = ""
    unsaved: bool = False


def write_session(session: Session, path: Path) -> None:
    """Write a session so that the file is never half a session."""
    data = {"kind": KIND, "version": VERSION, **to_json(session)}
    write_file(path, json.dumps(data, ensure_ascii=True, indent=1).encode())


def read_session(path: Path) -> Session:
    """Read a session; whatever is wrong is a `RostokError` that names the file and the place, and nothing changes."""
    data = read_json(path, _LIMIT)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{path} is not a Rostok session. Choose a file that Rostok has saved."),
            path=shown(path),
        )
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _damaged(path, RostokError(QT_TRANSLATE_NOOP("messages", "It has no version.")))
    if version > VERSION:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path} was saved by a newer Rostok (version {version} of the file; this one reads up to {known}). "
                "Install the newer Rostok to open it.",
            ),
            path=shown(path),
            version=version,
            known=VERSION,
        )
    try:
        session = from_json(Session, {k: v for k, v in data.items() if k not in ("kind", "version")})
        _check(session)
    except RostokError as error:
        raise _damaged(path, error) from error
    return session


def _damaged(path: Path, reason: RostokError) -> RostokError:
    return RostokError(
        QT_TRANSLATE_NOOP("messages", "{path} cannot be opened. {reason} Nothing has changed; open another file."),
        path=shown(path),
        reason=reason.message,
    )


_CHOICES: dict[str, tuple[str, ...]] = {
    "display.scale": ("linear", "sqrt", "log"),
    "display.view": ("head", "mean", "all"),
    "display.sort": ("layer", "type", "loss", "guess"),
    "board.scope": ("none", "head", "layer", "all"),
}
MAX_KEYS = 12
MAX_BOARD = 16
_FAR = 1e6
_LARGEST_VOCABULARY = 1 << 20
_RANGES: dict[str, tuple[float, float]] = {
    "writing.temperature": (0, HOTTEST),
    "writing.top_k": (0, _LARGEST_VOCABULARY),
    "writing.top_p": (LEAST_TOP_P, 1),
    "writing.seed": (0, LARGEST_SEED),
    "writing.n_token": (1, MOST_TOKENS),
    "window.n_token": (1, WIDEST),
}


def _check(session: Session) -> None:
    """Raise unless the values fit the panels."""
    state = session.state
    for place, choices in _CHOICES.items():
        if attrgetter(place)(state) not in choices:
            raise _unfit(place)
    for place, (least, most) in _RANGES.items():
        if not least <= attrgetter(place)(state) <= most:
            raise _unfit(place)
    chosen, board, plane = state.selection, state.board.allowed, state.plane
    positions = [chosen.layer, chosen.head, chosen.query or 0, chosen.key or 0, state.place.step, *state.document.ids]
    if min(positions) < 0 or max(positions) > 1 << 31:
        raise _unfit("selection")
    if not 2 <= len(board) <= MAX_BOARD or any(len(row) != len(board) for row in board):
        raise _unfit("board.allowed")
    numbers = [*plane.query, *(n for key in plane.keys for n in (key.x, key.y))]
    colours = [part for key in plane.keys for part in key.value]
    if not 1 <= len(plane.keys) <= MAX_KEYS or max(map(abs, numbers)) > _FAR:
        raise _unfit("plane.keys")
    if not all(0 <= part <= 1 for part in colours):
        raise _unfit("plane.keys.value")
    if plane.temperature < 0:
        raise _unfit("plane.temperature")


def _unfit(place: str) -> RostokError:
    return RostokError(QT_TRANSLATE_NOOP("messages", "The value of “{place}” cannot be right."), place=place)
