"""Writing on: the question and its answers (the work is in `writing_handler`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import TextRun
from rostok_gui.model.interventions import Intervention


@dataclass(frozen=True)
class WriteOn(Request):
    """Go on with a text, at most `count` tokens; every token comes as a `Progress` whose `partial` is a `Written`.

    Attributes
    ----------
    text, ids, interventions
        As in `RunText`.
    temperature, top_k, top_p, seed
        See `model.generation.Sampling`.
    drawn : int
        How many tokens were drawn before: a text goes on the same way whether it is written at once or in steps.
    chosen : int or None
        Id of the first token, chosen by hand; None: it is drawn like the others.
    """

    handler: ClassVar[str] = "rostok_gui.engine.writing_handler:write"
    text: str
    count: int = 1
    temperature: float = 0.8
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0
    interventions: tuple[Intervention, ...] = ()
    ids: tuple[int, ...] = ()
    drawn: int = 0
    chosen: int | None = None


@dataclass(frozen=True)
class Written:
    """One more token.

    Attributes
    ----------
    run : TextRun
        The trace of the text that ends with the new token.
    token : int
        Its id.
    probability : float
        What the model gave it, before temperature, top-k and top-p.
    lost : int
        Tokens at the beginning that have been given up so far, because the context was full.
    """

    run: TextRun = field(repr=False)
    token: int
    probability: float
    lost: int
