"""Training text: reading stories, inventing names, and rows of tokens in an order that can be resumed."""

from __future__ import annotations

import hashlib
import lzma
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rostok_gui.files import write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError

SEPARATOR = "<|endoftext|>"

Ids = NDArray[np.int64]
Encode = Callable[[str], list[int]]
"""Text to token ids, without the start mark."""


def read_stories(path: Path) -> list[str]:
    """Read a file of stories separated by lines ``<|endoftext|>``, plain or ``.xz``."""
    try:
        opener = lzma.open if path.suffix == ".xz" else open
        with opener(path, "rt", encoding="utf-8") as file:
            text = file.read()
    except (OSError, EOFError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "The stories in {path} cannot be read: {reason}"), path=path, reason=error
        ) from error
    stories = [story.strip() for story in text.split(SEPARATOR)]
    stories = [story for story in stories if story]
    if not stories:
        raise RostokError(QT_TRANSLATE_NOOP("messages", "There is no story in {path}."), path=path)
    return stories


def story_hash(story: str) -> bytes:
    """Eight bytes that stand for a story; only its letters and digits count, so that spacing cannot hide it."""
    letters = re.sub(r"[^a-z0-9]+", "", story.lower())
    return hashlib.blake2b(letters.encode(), digest_size=8).digest()


def write_hashes(path: Path, stories: Iterable[str]) -> None:
    """Write the sorted hashes of stories, 8 bytes each: a text can be looked for in it, but not read from it."""
    write_file(path, b"".join(sorted({story_hash(story) for story in stories})))


def read_hashes(path: Path) -> set[bytes]:
    """Read what `write_hashes` wrote."""
    data = path.read_bytes()
    return {data[i : i + 8] for i in range(0, len(data), 8)}


# --- invented names ---------------------------------------------------------------------------------------------------

_ONSETS = (
    *("b", "bl", "br", "c", "ch", "cl", "cr", "d", "dr", "f", "fl", "fr", "g", "gl", "gr", "h", "j", "k", "kl", "kr"),
    *(
        "l",
        "m",
        "n",
        "p",
        "pl",
        "pr",
        "qu",
        "r",
        "s",
        "sh",
        "sk",
        "sl",
        "st",
        "t",
        "th",
        "tr",
        "v",
        "w",
        "y",
        "z",
        "zh",
    ),
)
_VOWELS = (*"aaeeiioouu", "ai", "ee", "oo", "ou")
_CODAS = ("", "", "", *"bdgklmnnprtvxz", "ck", "rn", "s", "sk", "sp", "st", "th")

RESERVED = frozenset(
    {"zorbin", "plax", "kelvo", "drum", "quasim", "brell", "nufi", "tarp", "velda", "grix", "womble", "stent", "jarko"}
    | {
        "flinn",
        "pelu",
        "snarp",
        "ostrin",
        "vale",
        "mibbo",
        "krent",
        "zavi",
        "thull",
        "dorrek",
        "wisp",
        "hulma",
        "prock",
    }
    | {"ilvane", "scrib", "fenwo", "trask", "yurble", "monk", "chozzy", "lund", "grendi", "pote", "rafko", "sill"}
    | {"ulmo", "bract", "tilbo", "snerf"}
)
"""Names that only the evaluation uses: none of them is ever invented for training."""

_NO_NAMES = frozenset(
    {"Mom", "Dad", "Mommy", "Daddy", "Mama", "Papa", "Mummy", "Mum", "Grandma", "Grandpa", "Granny", "Grandmother"}
    | {"Grandfather", "Mother", "Father", "Mister", "Mrs", "Miss", "Sir", "Captain", "King", "Queen", "Prince"}
    | {"Princess", "God", "Christmas", "English", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
    | {"Sunday", "Yes", "Yay", "Wow", "Hello", "Thank", "The", "And", "But", "They", "She", "You"}
)
_INSIDE_A_SENTENCE = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b")


def invent_word(rng: np.random.Generator, syllables: int) -> str:
    """Invent one capitalised word that is not `RESERVED`."""
    while True:
        parts = [str(rng.choice(_ONSETS)) + str(rng.choice(_VOWELS)) for _ in range(syllables)]
        word = "".join(parts) + str(rng.choice(_CODAS))
        if word not in RESERVED:
            return word.capitalize()


def invent_name(rng: np.random.Generator) -> str:
    """Invent a first name, and every second time a last name too."""
    first = invent_word(rng, int(rng.integers(1, 4)))
    return f"{first} {invent_word(rng, int(rng.integers(1, 3)))}" if rng.random() < 0.5 else first


def hero(story: str) -> str | None:
    """Find the name that the story says most often, at least three times, or None."""
    found: list[str] = _INSIDE_A_SENTENCE.findall(story)
    counts = Counter(word for word in found if word not in _NO_NAMES)
    for word, _ in counts.most_common(1):
        if len(re.findall(rf"\b{word}\b", story)) >= 3:
            return word
    return None


def with_invented_name(story: str, rng: np.random.Generator) -> str:
    """Replace the hero's name by an invented one; a story without a hero stays as it is."""
    name = hero(story)
    return story if name is None else re.sub(rf"\b{name}\b", invent_name(rng), story)


# --- swapped names ----------------------------------------------------------------------------------------------------

SWAPPED_NAMES = (
    {"Tim": 3030, "Tom": 1362, "Max": 695, "Sam": 613, "Timmy": 440, "Bob": 339, "Jack": 292, "John": 195},
    {
        "Lily": 2428,
        "Sue": 755,
        "Mia": 663,
        "Lucy": 590,
        "Amy": 316,
        "Sally": 195,
        "Anna": 184,
        "Jane": 181,
        "Sara": 139,
    },
)
"""Common heroes, each group called by one pronoun, with the number of their stories in the training text."""


def with_swapped_name(story: str, rng: np.random.Generator) -> str:
    """Replace a common hero's name by another of its group, drawn as often as the training text has it.

    The story stays as likely as it was, but is no longer known by heart. A name that it has already is no choice.
    """
    name = hero(story)
    for group in SWAPPED_NAMES:
        if name in group:
            others = {other: n for other, n in group.items() if other not in story}
            weights = np.array(list(others.values()), dtype=float)
            if others:
                return re.sub(rf"\b{name}\b", str(rng.choice(list(others), p=weights / weights.sum())), story)
    return story


# --- rows -------------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """One text: ``ids[0]`` is the start mark; token i+1 is learned where ``learn[i]``."""

    ids: Ids
    learn: NDArray[np.bool_]


class MicroBatch(NamedTuple):
    """Rows of similar length, padded: ``inputs`` and ``targets``, both (B, T); target -100 is not learned."""

    inputs: Ids
    targets: Ids

    @property
    def tokens(self) -> int:
        """Number of tokens that are learned."""
        return int((self.targets != -100).sum())


def story_row(ids: Sequence[int], start_token: int, context: int, *, end: bool = True) -> Row:
    """◆, the story, and ◆ again as the sign of its `end`, cut to `context` inputs."""
    row = np.array([start_token, *ids, *[start_token] * end][: context + 1], dtype=np.int64)
    return Row(row, np.ones(len(row) - 1, dtype=bool))


def repeated_row(
    rng: np.random.Generator, pool: Ids, start_token: int, context: int, *, shortest: int = 8, longest: int = 100
) -> Row:
    """◆ and a block of `shortest` to `longest` different tokens drawn from `pool`, said twice.

    Only what has been said before is learned.
    """
    n = int(rng.integers(shortest, min(longest, (context - 1) // 2) + 1))
    block = rng.choice(pool, min(n, len(pool)), replace=False)
    said = np.tile(block, 2)
    learn = np.arange(len(said)) >= len(block) + 1  # the first token of the second block cannot be known
    return Row(np.concatenate(([start_token], said)), learn)


def pieces_row(rng: np.random.Generator, pool: Ids, start_token: int, longest: int) -> Row:
    """◆, a few tokens drawn from `pool`, and then piece after piece of what has been said so far.

    Only the second token of a piece and those after it are learned. Where a piece begins is chance, and so is the piece
    that follows: neither the distance to the earlier copy nor what is still unsaid tells the next token, as both do
    when a whole block is said twice. Only looking up does. A row has 16 to `longest` tokens, short ones as often as
    long ones: where little has been said, a glance that is hardly aimed helps already, so there is a way to begin.
    """
    tokens = int(np.exp(rng.uniform(np.log(16), np.log(longest))))
    said = rng.choice(pool, int(rng.integers(tokens // 8, tokens // 4 + 1))).tolist()
    learn = [False] * len(said)
    while len(said) < tokens:
        n = int(rng.integers(3, 11))
        begin = int(rng.integers(0, max(1, len(said) - n)))
        piece = said[begin : begin + n]
        said += piece
        learn += [False] + [True] * (len(piece) - 1)
    return Row(np.array([start_token, *said[:tokens]], dtype=np.int64), np.array(learn[:tokens]))


def pack(rows: Sequence[Row], size: int, *, padded: bool = True) -> list[MicroBatch]:
    """Sort rows by length and put them into batches of about `size` tokens, so that little is padding.

    With ``padded=False`` the rows of a batch are cut to the shortest instead: a model without the causal mask would
    see the padding.
    """
    ordered = sorted(rows, key=lambda row: len(row.ids))
    batches, current = [], list[Row]()
    for row in ordered:
        if current and (len(current) + 1) * (len(row.ids) - 1) > size:
            batches.append(_level(current, padded))
            current = []
        current.append(row)
    return [*batches, _level(current, padded)] if current else batches


def _level(rows: Sequence[Row], padded: bool) -> MicroBatch:
    width = (max if padded else min)(len(row.ids) for row in rows) - 1
    inputs = np.zeros((len(rows), width), dtype=np.int64)
    targets = np.full((len(rows), width), -100, dtype=np.int64)
    for i, row in enumerate(rows):
        n = min(width, len(row.ids) - 1)
        inputs[i, :n] = row.ids[:n]
        targets[i, :n] = np.where(row.learn[:n], row.ids[1 : n + 1], -100)
    return MicroBatch(inputs, targets)


@dataclass(frozen=True)
class Mixture:
    """What the rows are made of.

    Attributes
    ----------
    invented_share : float
        Share of the stories whose hero gets an invented name.
    swapped_share : float
        Share of the other stories whose hero gets another common name.
    repeated_share : float
        Share of the rows that are random tokens said twice.
    pieces_share : float
        Share of the rows that are random tokens and then pieces of them: see `pieces_row`.
    pieces_longest : int
        Tokens of the longest of such rows.
    micro_batch : int
        Tokens of one padded batch.
    """

    invented_share: float = 0.35
    swapped_share: float = 0.0
    repeated_share: float = 0.0
    pieces_share: float = 0.0
    pieces_longest: int = 128
    micro_batch: int = 1536


class Rows:
    """An endless stream of batches that is a pure function of the seed and of `position`.

    Parameters
    ----------
    stories : sequence of str
    encode : callable
        Text to token ids, without the start mark.
    mixture : Mixture
    vocab_size, start_token, context : int
    seed : int
    padded : bool
        See `pack`.
    seen : int
        The first epoch begins with the stories after the first `seen`.
    """

    chunk = 512  # stories that are sorted by length together

    def __init__(
        self,
        stories: Sequence[str],
        encode: Encode,
        mixture: Mixture,
        *,
        vocab_size: int,
        start_token: int,
        context: int,
        seed: int,
        padded: bool = True,
        seen: int = 0,
    ) -> None:
        self.stories, self.encode, self.mixture, self.padded, self.seen = stories, encode, mixture, padded, seen
        self.vocab_size, self.start_token, self.context, self.seed = vocab_size, start_token, context, seed
        self.position = (0, 0, 0)  # epoch, chunk of the epoch, batch of the chunk
        self._made: tuple[tuple[int, int], list[MicroBatch]] | None = None

    def take(self, tokens: int) -> list[MicroBatch]:
        """Return the next batches, until they hold at least `tokens` learned tokens."""
        taken: list[MicroBatch] = []
        while sum(batch.tokens for batch in taken) < tokens:
            epoch, chunk, index = self.position
            batches = self._batches(epoch, chunk)
            if index < len(batches):
                taken.append(batches[index])
                self.position = (epoch, chunk, index + 1)
            elif (chunk + 1) * self.chunk < len(self.stories):
                self.position = (epoch, chunk + 1, 0)
            else:
                self.position = (epoch + 1, 0, 0)
        return taken

    def _batches(self, epoch: int, chunk: int) -> list[MicroBatch]:
        if self._made is None or self._made[0] != (epoch, chunk):
            order = np.random.default_rng((self.seed, epoch)).permutation(len(self.stories))
            if epoch == 0:
                order = order[np.argsort(order < self.seen, kind="stable")]
            rng = np.random.default_rng((self.seed, epoch, chunk))
            rows = [self._row(self.stories[i], rng) for i in order[chunk * self.chunk :][: self.chunk]]
            batches = pack(rows, self.mixture.micro_batch, padded=self.padded)
            self._made = (epoch, chunk), [batches[i] for i in rng.permutation(len(batches))]
        return self._made[1]

    def _row(self, story: str, rng: np.random.Generator) -> Row:
        pool, kind = np.arange(1, self.vocab_size), rng.random()
        if kind < self.mixture.repeated_share:
            return repeated_row(rng, pool, self.start_token, self.context)
        if kind < self.mixture.repeated_share + self.mixture.pieces_share:
            return pieces_row(rng, pool, self.start_token, min(self.mixture.pieces_longest, self.context))
        if rng.random() < self.mixture.invented_share:
            story = with_invented_name(story, rng)
        elif rng.random() < self.mixture.swapped_share:
            story = with_swapped_name(story, rng)
        return story_row(self.encode(story), self.start_token, self.context)
