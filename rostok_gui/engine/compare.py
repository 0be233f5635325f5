"""One text read by several models: the questions and their answers (the work is in `compare_handler`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rostok_gui.engine.requests import Request
from rostok_gui.messages import Message
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import Array

MODELS = ("window-8", "gpt-1", "rostok")
"""From the shortest sight to the longest."""


@dataclass(frozen=True)
class Compare(Request):
    """Let every model of `names` guess each next token of a text (`text` and `ids` as in `RunText`)."""

    handler: ClassVar[str] = "rostok_gui.engine.compare_handler:compare"
    text: str
    ids: tuple[int, ...] = ()
    names: tuple[str, ...] = MODELS


@dataclass(frozen=True)
class Reading:
    """What one model guesses after every position of the text.

    Attributes
    ----------
    config : ModelConfig or None
        Its shape; `context` is how far it sees. None if the model could not be opened.
    logits : (T, V) float32, read-only
        Row t: the guess of the token after position t.
    log_total : (T,) float64, read-only
        Logarithm of the sum of the exponentials of each row: ``exp(logits[t, i] - log_total[t])`` is a probability.
    problem : Message or None
        Why there is no reading.
    """

    name: str
    config: ModelConfig | None = None
    logits: Array = field(default_factory=lambda: np.zeros((0, 0), np.float32), repr=False, compare=False)
    log_total: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0), repr=False, compare=False)
    problem: Message | None = None

    def __len__(self) -> int:
        return len(self.log_total)

    def sees(self, position: int) -> int:
        """How many tokens the guess after `position` was made from, the token there and the start mark among them."""
        if self.config is None:
            return 0
        if self.config.architecture == "window":
            return min(position + 1, self.config.context)
        start, _ = piece_of(position, len(self), self.config.context)
        return position + 1 if start == 0 else position - start + 2

    def probabilities(self, position: int) -> NDArray[np.float64]:
        """Distribution (V,) of the token after `position`."""
        p: NDArray[np.float64] = np.exp(self.logits[position].astype(np.float64) - self.log_total[position])
        return p

    def candidates(self, position: int, count: int) -> list[tuple[int, float]]:
        """The `count` likeliest next tokens after `position`: (id, probability), likeliest first."""
        p = self.probabilities(position)
        return [(int(i), float(p[i])) for i in np.argsort(-p, kind="stable")[:count]]

    def along(self, token: int) -> NDArray[np.float64]:
        """Probability (T,) of `token` as the next one, after every position."""
        p: NDArray[np.float64] = np.exp(self.logits[:, token].astype(np.float64) - self.log_total)
        return p


def piece_of(position: int, n_token: int, context: int) -> tuple[int, int]:
    """Which tokens a transformer reads to guess what follows `position`: from the first number up to the second.

    A text that fits is read as it is. Beyond the context pieces are read, the start mark before each, every piece half
    a context further: so every position has at least half a context before it.
    """
    if position < context:
        return 0, min(context, n_token)
    step = max(1, context // 2)
    stop = min(context + step * ((position - context) // step + 1), n_token)
    return stop - context + 1, stop


@dataclass(frozen=True)
class Compared:
    """The answer to `Compare`; `tokens` are those of the text, T with the start mark, `vocabulary` labels every id."""

    tokens: tuple[Token, ...]
    readings: tuple[Reading, ...]
    vocabulary: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Peek(Request):
    """Let the model `name` guess the token after `position` when it is given only the start mark and the `n` tokens
    up to there, itself among them."""

    handler: ClassVar[str] = "rostok_gui.engine.compare_handler:peek"
    text: str
    position: int
    n: int
    ids: tuple[int, ...] = ()
    name: str = "rostok"


@dataclass(frozen=True)
class Peeked:
    """The answer to `Peek`: the ids given to the model and its guess, the last row of `reading`."""

    given: tuple[int, ...]
    reading: Reading
