"""Does a head matter? The question to the worker and its answer (the work is in `ablation_handler`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rostok_gui.engine.requests import Request
from rostok_gui.model.interventions import Intervention


@dataclass(frozen=True)
class AblateHeads(Request):
    """Switch every head off in turn and see what is lost; progress comes with an `Ablation` of the heads so far.

    Attributes
    ----------
    text, interventions, ids
        As in `RunText`; the interventions stay in force.
    position : int or None
        After which token the guess is looked at; None: the last.
    token : int or None
        Whose probability is looked at; None: the token that follows, or the likeliest one after the last token.
    """

    handler: ClassVar[str] = "rostok_gui.engine.ablation_handler:ablate_heads"
    text: str
    interventions: tuple[Intervention, ...] = ()
    ids: tuple[int, ...] = ()
    position: int | None = None
    token: int | None = None


@dataclass(frozen=True)
class HeadLoss:
    """What is seen with one head switched off (layer and head from 0)."""

    layer: int
    head: int
    loss: float
    probability: float


@dataclass(frozen=True)
class Ablation:
    """What every head is worth on a text.

    Attributes
    ----------
    tokens : int
        T; `loss` figures are means over the T - 1 predicted tokens, in nats.
    position, token : int
        Whose probability `probability` is, and after which position.
    label : str
        How the token is shown.
    loss, probability : float
        With all heads at work.
    heads : tuple of HeadLoss
        In order of layer and head; fewer than L x H while it runs.
    """

    tokens: int
    position: int
    token: int
    label: str
    loss: float
    probability: float
    heads: tuple[HeadLoss, ...]
