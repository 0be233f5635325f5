"""Text to tokens and back: a byte-level BPE tokenizer in the ``tokenizers`` file format.

Any text has tokens, because what is no word or piece of a word in the vocabulary is spelt out in bytes of UTF-8.
"""

from __future__ import annotations

import codecs
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import tokenizers

from rostok_gui.files import read_json, shown
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError

START_MARK = "◆"
"""How the start token is written. Typed in a text, the same sign is three ordinary byte tokens."""

COUNTED_CHARACTERS = 100_000
"""Of a text longer than this only the beginning is tokenized: to count all tokens of a long book takes seconds."""

_FILE_LIMIT = 64 << 20


@dataclass(frozen=True)
class Token:
    """One token of a text.

    Attributes
    ----------
    id : int
        Row of the embedding.
    data : bytes
        The bytes of UTF-8 that it stands for; empty for the start mark.
    label : str
        How it is shown (see `label_of`); never empty.
    start, stop : int
        Its place in the tokenized text, in characters (code points): ``text[start:stop]``. A token that is only a part
        of a character has the place of the whole character. Both 0 for the start mark.
    """

    id: int
    data: bytes
    label: str
    start: int = 0
    stop: int = 0


@dataclass(frozen=True)
class Encoded:
    """A text as tokens.

    Attributes
    ----------
    text : str
        The text that was tokenized (see `normalise`); the places of the tokens are places in it.
    tokens : tuple of Token
        The start mark, then the tokens of the text, as many as fit.
    cut : int
        How many tokens were left out.
    cut_exact : bool
        False if the text was too long to be counted: then at least `cut` tokens were left out.
    """

    text: str
    tokens: tuple[Token, ...]
    cut: int
    cut_exact: bool = True

    @property
    def ids(self) -> tuple[int, ...]:
        """Token ids, the start token first."""
        return tuple(token.id for token in self.tokens)


class Tokenizer:
    """A byte-level BPE vocabulary with a start mark.

    Parameters
    ----------
    backend : tokenizers.Tokenizer
        Cuts a text into ids; knows no special tokens, so that no typed text can become one.
    pieces : sequence of bytes
        The bytes of every id; empty for the start mark.
    start_token : int
        Id of the start mark.
    """

    def __init__(self, backend: tokenizers.Tokenizer, pieces: Sequence[bytes], start_token: int) -> None:
        self._backend = backend
        self._pieces = tuple(pieces)
        self._labels = tuple(label_of(piece) if piece else START_MARK for piece in pieces)
        self._ids = {piece: i for i, piece in enumerate(pieces) if piece}
        self.start_token = start_token

    @classmethod
    def read(cls, path: Path) -> Tokenizer:
        """Read a ``tokenizer.json``; a damaged one or one of another kind is a `RostokError` that says why."""
        data = read_json(path, _FILE_LIMIT)
        pieces = _pieces(data, path)
        # Without the list of special tokens a typed ◆ stays text; the start mark is put in front by `encode`.
        plain = data | {"added_tokens": [], "post_processor": None, "truncation": None, "padding": None}
        try:
            backend = tokenizers.Tokenizer.from_str(json.dumps(plain))
        except Exception as error:  # the library raises plain Exception
            raise _unfit(path, "{fault}", fault=shown(error)) from error
        return cls(backend, pieces, data["model"]["vocab"][START_MARK])

    @property
    def size(self) -> int:
        """Number of entries V."""
        return len(self._pieces)

    def encode(self, text: str, limit: int = 512) -> Encoded:
        """Cut `text` into tokens and put the start mark in front: `limit` tokens at most, the mark included."""
        text = normalise(text)
        counted = _beginning(text, COUNTED_CHARACTERS)
        ids = self._backend.encode(counted, add_special_tokens=False).ids
        kept = [self.start_token, *ids[: limit - 1]]
        return Encoded(text, self.tokens(kept), cut=len(ids) + 1 - len(kept), cut_exact=counted == text)

    def tokens(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """The tokens of `ids`, placed one after the other in the text that `decode` gives."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        tokens, place = [], 0  # place: whole characters so far
        for i in ids:
            piece = self._pieces[i]
            begun = bool(decoder.getstate()[0])  # the bytes before belong to a character that is not whole yet
            start = place + 1 if begun and piece and not _continues(piece[0]) else place
            place += len(decoder.decode(piece))
            stop = place + bool(decoder.getstate()[0])
            tokens.append(Token(i, piece, self._labels[i], min(start, stop), stop))
        return tuple(tokens)

    def decode(self, ids: Sequence[int]) -> str:
        """The text of `ids`, without start marks; bytes that are no whole character become U+FFFD."""
        return b"".join(self._pieces[i] for i in ids).decode("utf-8", errors="replace")

    def token_id(self, text: str) -> int | None:
        """The id of the one token that stands for `text`, None if there is no such token."""
        return self._ids.get(normalise(text).encode())

    def label(self, token: int) -> str:
        """How the token with this id is shown."""
        return self._labels[token]


def normalise(text: str) -> str:
    """The text that is tokenized for `text`: the one place where a text is changed.

    Every line end (CR LF of Windows, a single CR) becomes a line feed, the only one in the training stories. Half of
    a surrogate pair is no character and becomes U+FFFD; two halves that belong together become their character.
    """
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\r\n", "\n").replace("\r", "\n")


def label_of(piece: bytes) -> str:
    """How a token is shown where a sign must be seen and must not disturb its neighbours.

    A space is ``·``, a line end ``↵``, a tab ``⇥``, another control character its picture (NUL: ``␀``), an accent
    without a letter sits on ``◌``, any other sign without a shape is its number (``‹U+200D›``), and bytes that are
    only a part of a character are hexadecimal (``‹E4›``).
    """
    text = piece.decode("utf-8", errors="surrogateescape")
    label = "".join(_sign(c) for c in text)
    return "◌" + label if unicodedata.combining(label[0]) else label


def _sign(c: str) -> str:
    code = ord(c)
    if c in _SIGNS:
        return _SIGNS[c]
    if 0xDC80 <= code <= 0xDCFF:  # how surrogateescape keeps a byte that is no character
        return f"‹{code - 0xDC00:02X}›"
    if not c.isprintable() or unicodedata.category(c) == "Zs" or 0xFE00 <= code <= 0xFE0F:
        return f"‹U+{code:04X}›"
    return c


_SIGNS = {chr(code): chr(0x2400 + code) for code in range(32)} | {"\x7f": "␡", " ": "·", "\n": "↵", "\t": "⇥"}


def _continues(byte: int) -> bool:
    """Whether a byte of UTF-8 goes on with a character that an earlier byte began."""
    return byte & 0xC0 == 0x80


def _beginning(text: str, length: int) -> str:
    """At most `length` characters of `text`, ending before a space if there is one near: there a token ends anyway."""
    if len(text) <= length:
        return text
    space = text.rfind(" ", length - 1000, length)
    return text[: space if space > 0 else length]


def _byte_signs() -> dict[str, int]:
    """The sign that the file has for each byte: itself where it prints, else the next one from U+0100 on (GPT-2)."""
    printing = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printing]
    return {chr(byte): byte for byte in printing} | {chr(0x100 + n): byte for n, byte in enumerate(others)}


def _pieces(data: object, path: Path) -> list[bytes]:
    """The bytes of every id of a parsed ``tokenizer.json``, checked."""
    model = data.get("model") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(model, dict) or model.get("type") != "BPE":
        raise _unfit(path, QT_TRANSLATE_NOOP("messages", "it holds no BPE model"))
    if data.get("normalizer") is not None or "ByteLevel" not in json.dumps(data.get("pre_tokenizer")):
        raise _unfit(path, QT_TRANSLATE_NOOP("messages", "it does not work on bytes"))
    vocab = model.get("vocab")
    if not isinstance(vocab, dict) or START_MARK not in vocab:
        raise _unfit(path, QT_TRANSLATE_NOOP("messages", "it has no entry ◆"))
    if not all(type(i) is int for i in vocab.values()) or sorted(vocab.values()) != list(range(len(vocab))):
        raise _unfit(path, QT_TRANSLATE_NOOP("messages", "its entries are not numbered 0, 1, 2 and so on"))
    signs = _byte_signs()
    if not vocab.keys() >= signs.keys():
        raise _unfit(path, QT_TRANSLATE_NOOP("messages", "some of the 256 bytes have no entry"))
    pieces = [b""] * len(vocab)
    for entry, i in vocab.items():
        if entry == START_MARK:
            continue
        if not entry or not signs.keys() >= set(entry):
            raise _unfit(path, QT_TRANSLATE_NOOP("messages", "the entry {number} stands for no bytes"), number=i)
        pieces[i] = bytes(signs[c] for c in entry)
    return pieces


def _unfit(path: Path, reason: str, **values: object) -> RostokError:
    return RostokError(
        QT_TRANSLATE_NOOP(
            "messages",
            "{path} is not a tokenizer that Rostok can use ({reason}). It needs byte-level BPE with the start mark ◆: "
            "copy the file that belongs to the checkpoint.",
        ),
        path=shown(path),
        reason=Message(reason, values),
    )
