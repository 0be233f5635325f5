"""The order of words: the question to the worker and its answer (the work is in `order_handler`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rostok_gui.engine.requests import Request
from rostok_gui.model.tokenizer import Token

Array = NDArray[np.float32]


@dataclass(frozen=True)
class ReorderTokens(Request):
    """Put the tokens before one token into another order and see what reaches it, with and without positions.

    Attributes
    ----------
    ids : tuple of int
        The tokens on screen, the start mark first.
    position : int
        t, the token that stays where it is; those after it do not matter.
    order : tuple of int
        Which token comes first, second, ...: a permutation of 0 ... t - 1.
    """

    handler: ClassVar[str] = "rostok_gui.engine.order_handler:reorder_tokens"
    ids: tuple[int, ...]
    position: int
    order: tuple[int, ...]


@dataclass(frozen=True)
class Reordered:
    """What a way of attending (with positions or without) makes of the new order.

    Attributes
    ----------
    one_layer : (L,) float32
        Largest absolute change of a number of the output of the attention of each layer *alone*: it gets the vectors
        of the tokens as the model had them in the first order, in the second order. Layer 0 gets the embeddings.
    output : float
        Largest absolute number of that output in layer 0, to measure the change by.
    stream : (L + 1,) float32
        Largest absolute change of the residual stream at t before layer 0, ..., after the last layer, when the whole
        model reads the new order.
    weights_before, weights_after : (L, H, t + 1) float32
        What t takes from every token in one layer alone; `weights_after` is put back into the first order, so that
        the same place means the same token.
    """

    one_layer: Array
    output: float
    stream: Array
    weights_before: Array = field(repr=False)
    weights_after: Array = field(repr=False)


@dataclass(frozen=True)
class OrderResult:
    """The same tokens in two orders.

    Attributes
    ----------
    tokens : tuple of Token
        t + 1 tokens in the first order.
    with_rope, without_rope : Reordered
    """

    tokens: tuple[Token, ...]
    with_rope: Reordered
    without_rope: Reordered
