"""The small markup of lesson texts.

Paragraphs are parted by empty lines. A paragraph that begins with ``> `` is set off (a formula), lines that begin with
``- `` are items of a list. Inside: ``**bold**``, `` `code` ``, ``[words](panel:heads)`` for a link,
``{query the query}`` for words in the colour of what they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rostok_gui.messages import QT_TRANSLATE_NOOP, Message

ROLES = ("query", "key", "value", "start", "changed")
PARAGRAPH, ITEM, FORMULA = "paragraph", "item", "formula"

_PIECE = re.compile(
    r"\*\*(?P<bold>.+?)\*\*"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<words>[^\[\]]+)\]\((?P<link>[^()\s][^()]*)\)"
    rf"|\{{(?P<role>{'|'.join(ROLES)}) (?P<meant>[^{{}}]+)\}}"
)


@dataclass(frozen=True)
class Span:
    """Words in one style.

    Attributes
    ----------
    text : str
    bold, code : bool
    role : str
        One of `ROLES`, or "".
    link : str
        ``"kind:value"`` as in the file, or "".
    """

    text: str
    bold: bool = False
    code: bool = False
    role: str = ""
    link: str = ""


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list or a formula (`kind`); `line` is its first line in the text, from 0."""

    kind: str
    spans: tuple[Span, ...]
    line: int = 0

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(span.text for span in self.spans)


class MarkupError(Exception):
    """What is wrong (`message`), and in which line of the text, from 0."""

    def __init__(self, line: int, message: Message) -> None:
        super().__init__(str(message))
        self.line, self.message = line, message


def parse(text: str) -> tuple[Block, ...]:
    """Cut a text into blocks and spans.

    Raises
    ------
    MarkupError
        A sign that opens something is never closed, or a paragraph is empty.
    """
    return tuple(_block(kind, words, line) for kind, words, line in _paragraphs(text))


def links(blocks: tuple[Block, ...]) -> Iterator[tuple[int, str]]:
    """Every link with the line of its block."""
    for block in blocks:
        for span in block.spans:
            if span.link:
                yield block.line, span.link


def _paragraphs(text: str) -> Iterator[tuple[str, str, int]]:
    """Kind, words and first line of every block; line ends inside a block become spaces."""
    kind, words, first = PARAGRAPH, "", 0
    for number, raw in enumerate([*text.splitlines(), ""]):
        line = raw.strip()
        starts = {"> ": FORMULA, "- ": ITEM}.get(line[:2])
        if words and (not line or starts):
            yield kind, words, first
            words = ""
        if line:
            body = line[2:].strip() if starts else line
            if not words:
                kind, first = starts or PARAGRAPH, number
            words = f"{words} {body}" if words else body


def _block(kind: str, words: str, line: int) -> Block:
    spans = tuple(_spans(words, Span("")))
    for span in spans:
        for sign in () if span.code else ("**", "`"):
            if sign in span.text:
                raise MarkupError(line, Message(_NOT_CLOSED, {"sign": sign}))
    return Block(kind, spans, line)


def _spans(words: str, style: Span) -> Iterator[Span]:
    """Spans of `words`, those inside others in both styles."""
    place = 0
    for found in _PIECE.finditer(words):
        if found.start() > place:
            yield replace(style, text=words[place : found.start()])
        place = found.end()
        part = found.groupdict()
        if part["code"]:
            yield replace(style, text=part["code"], code=True)
        elif part["bold"]:
            yield from _spans(part["bold"], replace(style, bold=True))
        elif part["words"]:
            yield from _spans(part["words"], replace(style, link=part["link"].strip()))
        else:
            yield from _spans(part["meant"], replace(style, role=part["role"]))
    if place < len(words):
        yield replace(style, text=words[place:])


_NOT_CLOSED = QT_TRANSLATE_NOOP("messages", "“{sign}” is opened but never closed. Close it in the same paragraph.")
