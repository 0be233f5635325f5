"""What training with a leak does: a question to two models that differ in nothing but the mask they learned with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rostok_gui.engine.requests import Request

MODELS = ("gpt-1", "no-mask")
"""Trained with the causal mask, and without any."""


@dataclass(frozen=True)
class LeakLesson(Request):
    """Let the models of `names` read `text` with and without the future in sight, and go on with it.

    Attributes
    ----------
    limit : int
        Tokens of the text that are read at most, the start mark among them.
    new_tokens : int
        Tokens that each model writes, always the likeliest one.
    """

    handler: ClassVar[str] = "rostok_gui.engine.leak_handler:leak_lesson"
    text: str
    names: tuple[str, ...] = MODELS
    limit: int = 96
    new_tokens: int = 24


@dataclass(frozen=True)
class LeakRow:
    """How one model did.

    Attributes
    ----------
    causal : bool
        Whether it was trained with the causal mask.
    reading : float
        Mean loss in nats with the whole text before it: as in training.
    alone : float
        Mean loss in nats of the same tokens when each is guessed from those before it and the rest is taken away: as
        in writing.
    written : str
        What it wrote after the text.
    """

    name: str
    causal: bool
    reading: float
    alone: float
    written: str


@dataclass(frozen=True)
class LeakShown:
    """The answer for `text`, of which the models read `n_token` tokens."""

    text: str
    n_token: int
    rows: tuple[LeakRow, ...]
