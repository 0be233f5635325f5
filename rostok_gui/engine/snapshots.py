"""The same text through one model at several moments of its training."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rostok_gui.engine.requests import Request
from rostok_gui.model.trace import Trace

MODEL = "induction"


@dataclass(frozen=True)
class TraceSnapshots(Request):
    """Run a text through every snapshot of the model `name` (`text` and `ids` as in `RunText`).

    An empty text means random tokens said twice: the sure test of an induction head. `known` is an earlier answer for
    the same model, whose measurements on random tokens need not be made again.
    """

    handler: ClassVar[str] = "rostok_gui.engine.snapshots_handler:trace_snapshots"
    text: str = ""
    ids: tuple[int, ...] = ()
    name: str = MODEL
    known: SnapshotsTraced | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, eq=False)
class Moment:
    """The model at one moment.

    Attributes
    ----------
    step, tokens : int
        Steps of training, tokens read until then.
    held_out : float or None
        Loss on unseen stories in nats per token, as the snapshot's index says.
    first_loss, repeat_loss : float
        Measured now: mean loss of random tokens said for the first time, and of the same tokens said again.
    scores : dict of str to float array (L, H)
        Measured now on random tokens said twice, by the names of `attention.head_types`.
    chance : dict of str to float
    types : str array (L, H)
    trace : Trace
        Of the text that was asked for.
    """

    step: int
    tokens: int
    held_out: float | None
    first_loss: float
    repeat_loss: float
    scores: Mapping[str, NDArray[np.float64]] = field(repr=False)
    chance: Mapping[str, float] = field(repr=False)
    types: NDArray[np.str_] = field(repr=False)
    trace: Trace = field(repr=False)


@dataclass(frozen=True)
class SnapshotsTraced:
    """The answer to `TraceSnapshots`, and its progress: the moments that are done, in the order of steps."""

    request: TraceSnapshots
    moments: tuple[Moment, ...]
    cut: int = 0

    def series(self, name: str, layer: int, head: int) -> tuple[tuple[float, float], ...]:
        """(step, score) of one head over the training."""
        return tuple((float(m.step), float(m.scores[name][layer, head])) for m in self.moments)


def number_in(entry: Mapping[str, Any], name: str) -> float | None:
    """A finite number from a file that nobody has vouched for; None where there is none."""
    value = entry.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    return None
