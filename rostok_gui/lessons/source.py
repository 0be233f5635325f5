"""The text of a lesson file: where each of its entries stands, so that a fault can be shown with its line."""

from __future__ import annotations

import re
from pathlib import Path

from rostok_gui.files import shown
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError

Place = tuple[str | int, ...]
"""The way to an entry: ``("step", 3, "question", "answer", 2, "why")``; members of arrays count from 1."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\s\"'-]+?)\s*\]\]?\s*(#.*)?$")
_ENTRY = re.compile(r"\s*([\w.\"'-]+(?:\s*\.\s*[\w\"'-]+)*)\s*=\s*(.*)$")
_LONG = ('"""', "'''")


class Source:
    """A file and its lines."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self._lines: dict[Place, int] = {}
        self._first_inside: dict[Place, int] = {}
        self._index(text)

    def line(self, place: Place) -> int:
        """Line of an entry, from 1; that of what it stands in when it has none of its own."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    def fault(self, place: Place, reason: Message, inside: int | None = None) -> RostokError:
        """The error for an entry; `inside` is the line in its text, from 0, where it has several."""
        line = self.line(place)
        if inside is not None and place in self._first_inside:
            line = self._first_inside[place] + inside
        return at_line(self.path, line, reason, " › ".join(map(_named, _pairs(place))))

    def _index(self, text: str) -> None:
        """Walk over the lines; what looks like an entry inside a long text is none."""
        table: Place = ()
        members: dict[Place, int] = {}
        closing = ""
        for number, line in enumerate(text.splitlines(), 1):
            if closing:
                closing = "" if closing in line else closing
                continue
            if header := _HEADER.match(line):
                table = _place(_parts(header[2]), members, header[1] == "[[")
                self._lines.setdefault(table, number)
            elif entry := _ENTRY.match(line):
                place = (*table, *_parts(entry[1]))
                self._lines.setdefault(place, number)
                opened = next((sign for sign in _LONG if entry[2].startswith(sign)), "")
                if opened and entry[2].count(opened) == 1:
                    closing = opened
                    self._first_inside[place] = number if entry[2].strip() != opened else number + 1


def at_line(path: Path, line: int, reason: Message, place: str = "") -> RostokError:
    """The error for a line of a lesson file."""
    values: dict[str, object] = {"path": shown(path.name), "line": line, "reason": reason}
    if place:
        return RostokError(_FAULT, **values, place=shown(place))
    return RostokError(_FAULT_IN_LINE, **values)


def _parts(name: str) -> list[str]:
    return [part.strip().strip("\"'") for part in name.split(".")]


def _place(parts: list[str], members: dict[Place, int], array: bool) -> Place:
    """The place of a header, with the number of the member after every array."""
    place: Place = ()
    for n, part in enumerate(parts, 1):
        place = (*place, part)
        if array and n == len(parts):
            members[place] = members.get(place, 0) + 1
        if place in members:
            place = (*place, members[place])
    return place


def _pairs(place: Place) -> list[tuple[str, int | None]]:
    """Names with the numbers that follow them."""
    pairs: list[tuple[str, int | None]] = []
    for part in place:
        if isinstance(part, int) and pairs:
            pairs[-1] = (pairs[-1][0], part)
        else:
            pairs.append((str(part), None))
    return pairs


def _named(pair: tuple[str, int | None]) -> str:
    name, number = pair
    return name if number is None else f"{name} {number}"


_FAULT = QT_TRANSLATE_NOOP("messages", "{path}, line {line}, {place}: {reason}")
_FAULT_IN_LINE = QT_TRANSLATE_NOOP("messages", "{path}, line {line}: {reason}")
