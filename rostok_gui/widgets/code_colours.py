"""Which part of a line of Python is what, and which colour it has: q, k and v have the colours they have everywhere."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rostok_gui.shell.theme import Theme
from rostok_gui.widgets.marks import seen_on

TEXT_CONTRAST = 4.5
PLAIN, KEYWORD, DEFINED, QUIET, NUMBER = "plain", "keyword", "defined", "quiet", "number"
QUERY, KEY, VALUE = "query", "key", "value"
KINDS = (PLAIN, KEYWORD, DEFINED, QUIET, NUMBER, QUERY, KEY, VALUE)
"""`DEFINED`: the name after ``def`` or ``class``; `QUIET`: comments and texts."""

_VARIABLES = {"q": QUERY, "k": KEY, "v": VALUE}
_INKS = {
    PLAIN: "text",
    KEYWORD: "focus",
    DEFINED: "text",
    QUIET: "muted",
    NUMBER: "start_ink",
    QUERY: "query_ink",
    KEY: "key_ink",
    VALUE: "value_ink",
}
_TEXTS = {getattr(tokenize, name, tokenize.STRING) for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")}


@dataclass(frozen=True)
class Span:
    """Columns ``start`` to ``stop`` of a line are of this kind."""

    start: int
    stop: int
    kind: str


def ink(kind: str, theme: Theme, ground: str) -> str:
    """The colour of a kind as text on `ground`: contrast 4.5 at least."""
    return seen_on(getattr(theme, _INKS[kind]), ground, TEXT_CONTRAST)


def spans_of(lines: Sequence[str]) -> tuple[tuple[Span, ...], ...]:
    """The parts of every line of a whole piece of Python that are not plain.

    Raises
    ------
    tokenize.TokenError, SyntaxError
        The lines are no whole piece of Python.
    """
    spans: list[list[Span]] = [[] for _ in lines]
    for kind, (first, start), (last, stop) in _tokens(lines):
        for row in range(first, last + 1):
            left = start if row == first else 0
            right = stop if row == last else len(lines[row])
            if right > left:
                spans[row].append(Span(left, right, kind))
    return tuple(map(tuple, spans))


def _tokens(lines: Sequence[str]) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Kind, start and end (row, column, both from 0) of every token that is not plain."""
    before = ""
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
        kind = _kind(token, before)
        before = token.string if token.type == tokenize.NAME else "." if token.string == "." else ""
        if kind != PLAIN:
            yield kind, (token.start[0] - 1, token.start[1]), (token.end[0] - 1, token.end[1])


def _kind(token: tokenize.TokenInfo, before: str) -> str:
    if token.type in (tokenize.STRING, tokenize.COMMENT) or token.type in _TEXTS:
        return QUIET
    if token.type == tokenize.NUMBER:
        return NUMBER
    if token.type != tokenize.NAME:
        return PLAIN
    if keyword.iskeyword(token.string):
        return KEYWORD
    if before in ("def", "class"):
        return DEFINED
    return PLAIN if before == "." else _VARIABLES.get(token.string, PLAIN)
