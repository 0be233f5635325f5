"""From the heads of a layer to what the layer adds: the glued heads, and a question for W_O."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rostok_gui.attention.multi_head import glue_heads
from rostok_gui.engine.requests import Request
from rostok_gui.model.interventions import KeepOnly, SwitchOff
from rostok_gui.model.trace import Array, Trace, readonly


@dataclass(frozen=True)
class AskLayerOutput(Request):
    """Ask for W_O of a layer of the current model, and whether the trace `serial` agrees with it."""

    handler: ClassVar[str] = "rostok_gui.engine.layer_output_handler:layer_output"
    layer: int
    serial: int


@dataclass(frozen=True)
class LayerOutput:
    """The last matrix of a layer's attention.

    Attributes
    ----------
    model : str
    layer : int
        From 0.
    serial : int
        Of the trace that was checked: the newest one of the engine.
    w_o : float32 (C, C)
        Used as ``glued @ w_o``.
    difference : float
        Largest difference, in that trace, between the residual stream after the layer and the one made again from
        the glued heads times W_O and the MLP.
    """

    model: str
    layer: int
    serial: int
    w_o: Array
    difference: float


def mixtures(trace: Trace, layer: int, multiply: Callable[[int, Array, Array], Array] | None = None) -> Array:
    """What each head of a layer made, float32 (H, T, D): weights @ values, heads that are switched off included.

    Parameters
    ----------
    multiply : callable, optional
        Gives ``weights @ values`` of one head; called with its number, its weights (T, T) and its values (T, D).
    """
    found = trace.layers[layer]
    if multiply is None:
        heads = found.pattern.array @ found.v.array
    else:
        heads = np.stack([multiply(h, found.pattern.of(h), found.v.of(h)) for h in range(trace.n_head)])
    for item in trace.interventions:
        if isinstance(item, SwitchOff | KeepOnly):
            mean = item.mean if isinstance(item, SwitchOff) else None
            touched = [head for head in range(trace.n_head) if item.touches_head(layer, head)]
            heads[touched] = 0.0 if mean is None else np.array(mean, np.float32)
    return readonly(heads)


def glued(trace: Trace, layer: int) -> Array:
    """The heads of a layer side by side, float32 (T, C)."""
    return readonly(np.ascontiguousarray(glue_heads(mixtures(trace, layer))))
