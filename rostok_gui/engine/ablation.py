"""Does a head matter? The question to the worker and its answer (the work is in `ablation_handler`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rostok_gui.engine.requests import Request
from rostok_gui.model.interventions import Intervention
from rostok_gui.model.trace import Trace


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
class Worth:
    """What comes of switching one head off: what `loss` and `probability` then are more (+) or less (-) than before."""

    loss: float
    probability: float


@dataclass(frozen=True)
class Ablation:
    """What every head is worth on a text.

    Attributes
    ----------
    model : str
    ids : tuple of int
        The T tokens of the text, the start mark first; `loss` figures are means over the T - 1 predicted ones, in nats.
    interventions : tuple of Intervention
        Under which all of it was measured.
    position, token : int
        Whose probability `probability` is, and after which position.
    label : str
        How the token is shown.
    loss, probability : float
        With all heads at work.
    heads : tuple of HeadLoss
        In order of layer and head; fewer than L x H while it runs.
    """

    model: str
    ids: tuple[int, ...]
    interventions: tuple[Intervention, ...]
    position: int
    token: int
    label: str
    loss: float
    probability: float
    heads: tuple[HeadLoss, ...]

    def fits(self, trace: Trace | None) -> bool:
        """Whether it speaks of this trace: of the same text, read by the same model."""
        return trace is not None and (self.model, self.ids) == (trace.model, trace.ids)

    def is_old(self, trace: Trace | None) -> bool:
        """Whether the trace is under other interventions than those under which this was measured."""
        return trace is not None and self.interventions != trace.interventions

    @cached_property
    def worth(self) -> Mapping[tuple[int, int], Worth]:
        """What is lost without each head that has been measured, by (layer, head)."""
        return {(h.layer, h.head): Worth(h.loss - self.loss, h.probability - self.probability) for h in self.heads}
