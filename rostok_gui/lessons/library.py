"""All lessons there are: those that come with the program, and those in the person's own folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rostok_gui.files import read_file, write_file
from rostok_gui.lessons.lesson import Lesson
from rostok_gui.lessons.reader import LIMIT, read_lesson
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.paths import RESOURCES
from rostok_gui.state.folders import config_folder

SHIPPED = RESOURCES / "lessons"
TEMPLATE = "write-your-own.toml"
ORDER = ("attention", "what-if", "write-your-own")
"""Ids of shipped lessons in the order in which they are listed; others follow by title."""


@dataclass(frozen=True)
class Faulty:
    """A file that is no lesson, and why."""

    path: Path
    reason: Message


@dataclass(frozen=True)
class Shelf:
    """What was found.

    Attributes
    ----------
    lessons : tuple of Lesson
        One for each id and language; the person's own in place of a shipped one.
    faulty : tuple of Faulty
    """

    lessons: tuple[Lesson, ...] = ()
    faulty: tuple[Faulty, ...] = ()

    def in_language(self, language: str) -> tuple[Lesson, ...]:
        """One lesson for each id, in `language` where there is one."""
        chosen: dict[str, Lesson] = {}
        for lesson in self.lessons:
            if lesson.id not in chosen or lesson.language == language:
                chosen[lesson.id] = lesson
        return tuple(sorted(chosen.values(), key=_rank))

    def lesson(self, lesson_id: str, language: str) -> Lesson | None:
        """The lesson with an id; None if there is none."""
        return next((lesson for lesson in self.in_language(language) if lesson.id == lesson_id), None)


def _rank(lesson: Lesson) -> tuple[int, str]:
    return ORDER.index(lesson.id) if lesson.id in ORDER else len(ORDER), lesson.title


class Library:
    """Reads lesson files, each again only after it has changed."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders or (SHIPPED, own_folder())
        self._read: dict[Path, tuple[tuple[int, int], Lesson | Faulty]] = {}

    def shelf(self) -> Shelf:
        """What there is now."""
        found: dict[tuple[str, str], Lesson] = {}
        faulty: list[Faulty] = []
        for folder in self._folders:
            seen: set[tuple[str, str]] = set()
            for path in sorted(folder.rglob("*.toml")):
                lesson = self._lesson(path)
                if isinstance(lesson, Faulty):
                    faulty.append(lesson)
                elif (name := (lesson.id, lesson.language)) in seen:
                    faulty.append(Faulty(path, Message(_TWICE, {"id": lesson.id, "language": lesson.language})))
                else:
                    seen.add(name)
                    found[name] = lesson
        return Shelf(tuple(found.values()), tuple(faulty))

    def _lesson(self, path: Path) -> Lesson | Faulty:
        try:
            state = path.stat()
            stamp = state.st_mtime_ns, state.st_size
        except OSError:
            stamp = 0, 0
        known = self._read.get(path)
        if known is None or known[0] != stamp:
            known = self._read[path] = stamp, _read(path)
        return known[1]


def _read(path: Path) -> Lesson | Faulty:
    try:
        return read_lesson(path)
    except RostokError as error:
        return Faulty(path, error.message)


def own_folder() -> Path:
    """The folder for a person's own lessons; it need not exist."""
    return config_folder() / "lessons"


def new_from_template(folder: Path, language: str) -> Path:
    """Put a lesson to start from into `folder`, under a new name, and return its path.

    It is the shipped lesson about writing lessons, in `language` (English if there is none), with an id of its own.

    Raises
    ------
    RostokError
        The folder cannot be written to.
    """
    template = SHIPPED / language / TEMPLATE
    if not template.exists():
        template = SHIPPED / "en" / TEMPLATE
    text = read_file(template, LIMIT).decode("utf-8")
    number = next(n for n in range(1, 10_000) if not (folder / f"my-lesson-{n}.toml").exists())
    path = folder / f"my-lesson-{number}.toml"
    write_file(path, text.replace('id = "write-your-own"', f'id = "my-lesson-{number}"', 1).encode())
    return path


_TWICE = QT_TRANSLATE_NOOP(
    "messages", "Another file has the id “{id}” in the language “{language}”. Choose another id."
)
