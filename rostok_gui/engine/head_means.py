"""What every head puts out on average: the question to the worker and its answer (work: `head_means_handler`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rostok_gui.engine.requests import Request

STORIES = 40
"""So many stories of the held-out text are averaged over."""


@dataclass(frozen=True)
class AverageHeads(Request):
    """Average the output of every head of the current model over held-out stories; measured once, then kept."""

    handler: ClassVar[str] = "rostok_gui.engine.head_means_handler:average_heads"
    stories: int = STORIES


@dataclass(frozen=True)
class HeadMeans:
    """The answer.

    Attributes
    ----------
    model : str
    tokens : int
        Number of tokens averaged over.
    means : (L, H, D) float64, read-only
        Mean of weights @ values over all of them, the start marks among them.
    """

    model: str
    tokens: int
    means: NDArray[np.float64]

    def of(self, layer: int, head: int) -> tuple[float, ...]:
        """The mean output of one head, as `model.interventions.SwitchOff` takes it."""
        return tuple(float(number) for number in self.means[layer, head])
