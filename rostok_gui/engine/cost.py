"""Questions and answers about the price of attention: how long does it take on this device?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rostok_gui.engine.requests import Request

LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 384, 512)
"""Text lengths T that are measured, in tokens."""


@dataclass(frozen=True)
class MeasureCost(Request):
    """Measure the current model on its device for every length that fits its context.

    Attributes
    ----------
    lengths : tuple of int
        Numbers of tokens T, each at least 1.
    repeats : int
        Each time is the median of at most so many runs (fewer where they take long, but always three).
    """

    handler: ClassVar[str] = "rostok_gui.engine.cost_handler:measure_cost"
    lengths: tuple[int, ...] = LENGTHS
    repeats: int = 9


@dataclass(frozen=True)
class CostPoint:
    """Times for a text of `n_token` tokens, in seconds, each the median of several runs.

    Attributes
    ----------
    squares : float
        All that grows with T^2 in one layer: scores, mask, softmax and mixture of all its heads.
    layer : float
        One whole attention layer: the same with queries, keys, values and W_O, as the plain pass computes it.
    plain, inspected : float
        The whole model, without and with everything laid open for the panels.
    """

    n_token: int
    squares: float
    layer: float
    plain: float
    inspected: float


@dataclass(frozen=True)
class CostMeasured:
    """What was measured, in order of length; `device` is its name for people."""

    model: str
    device: str
    n_layer: int
    n_head: int
    points: tuple[CostPoint, ...]
