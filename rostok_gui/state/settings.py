"""What the window remembers from one day to the next: a small JSON file that no damage to it can make fatal."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from rostok_gui.files import read_json, shown, write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError

log = logging.getLogger(__name__)

LANGUAGES = ("system", "en", "ru")
THEME_CHOICES = ("system", "light", "dark", "contrast")
SMALLEST, LARGEST = 1.0, 2.5
CLASSROOM_SIZE = 1.6
RECENT = 8


@dataclass
class Settings:
    """All settings with the values of the first start.

    Attributes
    ----------
    language, theme : str
        One of `LANGUAGES`, of `THEME_CHOICES`.
    text_size : float
        Factor on every font and with it on every size, `SMALLEST` to `LARGEST`.
    classroom_size : float
        The same in classroom mode.
    second_screen : bool
        Classroom mode goes to the second screen where there is one.
    reduce_motion : bool
        Nothing glides.
    device : str
        Id of the device for the model.
    layout : str
        Id of the layout in use.
    layouts : dict of str to str
        The layouts that were changed by hand: id to Qt's dock state, base64.
    geometry : str
        Place and size of the window, base64.
    recent_texts, recent_files : list of str
        Newest first; paths of sessions.
    """

    language: str = "system"
    theme: str = "system"
    text_size: float = 1.0
    classroom_size: float = CLASSROOM_SIZE
    second_screen: bool = True
    reduce_motion: bool = False
    device: str = "cpu"
    layout: str = "explore"
    layouts: dict[str, str] = field(default_factory=dict)
    geometry: str = ""
    recent_texts: list[str] = field(default_factory=list)
    recent_files: list[str] = field(default_factory=list)

    def keep_layout(self, layout: str, docks: str) -> None:
        """Make a layout the one in use, its docks as they were moved by hand ("": not at all)."""
        self.layout = layout
        self.layouts.pop(layout, None)
        if docks:
            self.layouts[layout] = docks

    def remember_text(self, text: str) -> None:
        """Put `text` at the head of the recent ones."""
        if text.strip():
            self.recent_texts = _first(text, self.recent_texts)

    def remember_file(self, path: str) -> None:
        """Put `path` at the head of the recent ones."""
        self.recent_files = _first(path, self.recent_files)

    def forget_file(self, path: str) -> None:
        """Offer `path` no more."""
        self.recent_files = [old for old in self.recent_files if old != path]


def _first(new: str, others: list[str]) -> list[str]:
    """`new` and the others without it, at most `RECENT`."""
    return [new, *(old for old in others if old != new)][:RECENT]


def read_settings(path: Path) -> tuple[Settings, Message | None]:
    """Read settings; what is missing or makes no sense takes its first value.

    Returns
    -------
    settings : Settings
    notice : Message or None
        Set when the file could not be read at all: it was put aside, and this says where.
    """
    if not path.exists():
        return Settings(), None
    try:
        return _understood(read_json(path)), None
    except RostokError as error:
        log.warning("settings: %s", error)
        aside = path.with_name(f"{path.stem}.broken{path.suffix}")
        try:
            path.replace(aside)
        except OSError as problem:
            log.warning("settings cannot be put aside: %s", problem)
            return Settings(), Message(_UNREADABLE, {"path": shown(path)})
        return Settings(), Message(_SET_ASIDE, {"path": shown(aside)})


def write_settings(settings: Settings, path: Path) -> None:
    """Write the file in one piece; a disk that refuses is logged, since nothing else depends on it."""
    try:
        write_file(path, json.dumps(asdict(settings), ensure_ascii=True, indent=1).encode())
    except RostokError as error:
        log.warning("settings are not saved: %s", error)


def _understood(found: Any) -> Settings:
    """Take from parsed JSON what is of the right kind and in its range."""
    settings = Settings()
    if not isinstance(found, dict):
        return settings
    for known in fields(Settings):
        value, old = found.get(known.name), getattr(settings, known.name)
        if isinstance(old, float) and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is type(old):
            setattr(settings, known.name, value)
    if settings.language not in LANGUAGES:
        settings.language = "system"
    if settings.theme not in THEME_CHOICES:
        settings.theme = "system"
    if not SMALLEST <= settings.text_size <= LARGEST:  # NaN neither
        settings.text_size = SMALLEST
    if not SMALLEST <= settings.classroom_size <= LARGEST:
        settings.classroom_size = CLASSROOM_SIZE
    settings.layouts = {k: v for k, v in settings.layouts.items() if isinstance(v, str)}
    settings.recent_texts = [text for text in settings.recent_texts if isinstance(text, str)][:RECENT]
    settings.recent_files = [path for path in settings.recent_files if isinstance(path, str)][:RECENT]
    return settings


_SET_ASIDE = QT_TRANSLATE_NOOP(
    "messages", "The settings could not be read. The program starts with its own; the old file is kept as {path}."
)
_UNREADABLE = QT_TRANSLATE_NOOP(
    "messages", "The settings in {path} cannot be read. The program starts with its own; delete that file."
)
