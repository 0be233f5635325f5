"""A table of a lesson file, taken apart entry by entry; what is wrong with an entry is an error with its line."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeVar

from rostok_gui.files import shown
from rostok_gui.lessons.lesson import LAST
from rostok_gui.lessons.source import Place, Source
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError

Value = TypeVar("Value")
MOST_TOKENS = 512


class Table:
    """Entries of a file under the names that the reader asks for; `finish` objects to all others.

    Every reading method returns None where the entry is missing.
    """

    def __init__(self, data: dict[str, Any], source: Source, place: Place = ()) -> None:
        self._data, self.source, self.place = data, source, place
        self._asked: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def is_text(self, name: str) -> bool:
        """Whether a text stands there."""
        return isinstance(self._data.get(name), str)

    def fault(self, name: str, template: str, **values: object) -> RostokError:
        """The error for an entry; with the name "" for the whole table."""
        place = (*self.place, name) if name else self.place
        return self.source.fault(place, Message(template, {"name": name, **values}))

    def _take(self, name: str, kinds: type | tuple[type, ...], wanted: str) -> Any:
        self._asked.append(name)
        value = self._data.get(name)
        if value is None:
            return None
        if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
            raise self.fault(name, wanted, value=_brief(value))
        return value

    def token(self, name: str) -> int | str | None:
        """A token: a position, or how it is written."""
        if isinstance(self._data.get(name), str):
            return self.text(name)
        value: int | None = self._take(name, int, _NO_TOKEN)
        if value is not None and not LAST <= value < MOST_TOKENS:
            raise self.fault(name, _OUT_OF_RANGE, low=LAST, high=MOST_TOKENS - 1, value=_brief(value))
        return value

    def needed(self, name: str, value: Value | None) -> Value:
        """`value`, which must be there."""
        if value is None:
            raise self.fault(name, _MISSING)
        return value

    def text(self, name: str) -> str | None:
        """A text that is not empty, without space around it."""
        value = self._take(name, str, _NO_TEXT)
        if value is not None and not value.strip():
            raise self.fault(name, _EMPTY)
        return None if value is None else str(value).strip()

    def flag(self, name: str) -> bool | None:
        """True or false."""
        value: bool | None = self._take(name, bool, _NO_FLAG)
        return value

    def integer(self, name: str, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`."""
        value: int | None = self._take(name, int, _NO_INTEGER)
        if value is not None and not low <= value <= high:
            raise self.fault(name, _OUT_OF_RANGE, low=low, high=high, value=_brief(value))
        return value

    def number(self, name: str, low: float, high: float) -> float | None:
        """A finite number from `low` to `high`."""
        value = self._take(name, (int, float), _NO_NUMBER)
        return None if value is None else self._within(name, value, low, high)

    def numbers(self, name: str, count: int, low: float, high: float) -> tuple[float, ...] | None:
        """So many finite numbers."""
        value = self._take(name, list, _NO_NUMBERS)
        if value is None:
            return None
        wrong = [x for x in value if not isinstance(x, (int, float)) or isinstance(x, bool)]
        if len(value) != count or wrong:
            raise self.fault(name, _SO_MANY_NUMBERS, count=count)
        return tuple(self._within(name, x, low, high) for x in value)

    def _within(self, name: str, value: float, low: float, high: float) -> float:
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not low <= number <= high:  # NaN neither
            raise self.fault(name, _OUT_OF_RANGE, low=low, high=high, value=_brief(value))
        return number

    def integers(self, name: str) -> tuple[int, ...] | None:
        """Whole numbers."""
        value = self._take(name, list, _NO_INTEGERS)
        if value is None:
            return None
        if any(not isinstance(x, int) or isinstance(x, bool) for x in value):
            raise self.fault(name, _NO_INTEGERS)
        return tuple(value)

    def texts(self, name: str) -> tuple[str, ...] | None:
        """Several texts, or one."""
        value = self._take(name, (list, str), _NO_TEXTS)
        if value is None:
            return None
        several = [value] if isinstance(value, str) else value
        if not several or any(not isinstance(x, str) or not x.strip() for x in several):
            raise self.fault(name, _NO_TEXTS)
        return tuple(x.strip() for x in several)

    def choice(self, name: str, options: Iterable[str]) -> str | None:
        """One of some words."""
        value, known = self.text(name), tuple(options)
        if value is not None and value not in known:
            raise self.fault(name, _NO_CHOICE, value=shown(value, 40), known=", ".join(known))
        return value

    def table(self, name: str) -> Table | None:
        """A table inside this one."""
        value = self._take(name, dict, _NO_TABLE)
        return None if value is None else Table(value, self.source, (*self.place, name))

    def tables(self, name: str) -> list[Table]:
        """Several tables under one name."""
        value = self._take(name, list, _NO_TABLES)
        if value is None:
            return []
        if any(not isinstance(x, dict) for x in value):
            raise self.fault(name, _NO_TABLES)
        return [Table(x, self.source, (*self.place, name, n)) for n, x in enumerate(value, 1)]

    def finish(self) -> None:
        """Raise if there is an entry that nobody has asked for."""
        for name in self._data:
            if name not in self._asked:
                raise self.fault(shown(name, 40), _UNKNOWN, known=", ".join(sorted(self._asked)))


def _brief(value: object) -> str:
    """A value as it may stand in a message; Python refuses to write the digits of a very long number."""
    try:
        return shown(value if isinstance(value, (int, float)) else repr(value), 40)
    except ValueError:
        return "…"


_MISSING = QT_TRANSLATE_NOOP("messages", "“{name}” is missing here. Add it.")
_EMPTY = QT_TRANSLATE_NOOP("messages", "“{name}” is empty. Write something, or leave it out.")
_UNKNOWN = QT_TRANSLATE_NOOP("messages", "“{name}” means nothing here. What can stand here: {known}.")
_NO_TEXT = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write a text in quotes.")
_NO_FLAG = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write true or false.")
_NO_INTEGER = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write a whole number.")
_NO_NUMBER = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write a number.")
_NO_NUMBERS = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write numbers in brackets, like [1.4, 0.7].")
_SO_MANY_NUMBERS = QT_TRANSLATE_NOOP("messages", "“{name}” takes {count} numbers in brackets, with commas between.")
_NO_TOKEN = QT_TRANSLATE_NOOP(
    "messages", "“{name}” cannot be {value}. Write a token in quotes, or its position (-1 is the last one)."
)
_NO_INTEGERS = QT_TRANSLATE_NOOP("messages", "“{name}” takes whole numbers in brackets, like [0, 2, 1].")
_NO_TEXTS = QT_TRANSLATE_NOOP("messages", '“{name}” takes texts in quotes, in brackets: ["plane", "heads"].')
_NO_CHOICE = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be “{value}”. Write one of: {known}.")
_NO_TABLE = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write entries in braces, like {{ a = 1 }}.")
_NO_TABLES = QT_TRANSLATE_NOOP("messages", "“{name}” must be written as [[…]], once for each.")
_OUT_OF_RANGE = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be {value}. Write a number from {low} to {high}.")
