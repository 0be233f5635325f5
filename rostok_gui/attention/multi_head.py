"""All tokens at once, and several heads: ``softmax(Q K^T / sqrt(D) + M) V`` in every head, then glued.

Shapes: T tokens, C model width, H heads, D = C / H head width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rostok_gui.attention.arrays import Array, Mask, as_floats
from rostok_gui.attention.mask import additive, causal, close
from rostok_gui.attention.scores import scaled_scores
from rostok_gui.attention.softmax import softmax


def split_heads(x: Array, n_head: int) -> Array:
    """Cut the C columns into H heads side by side: ``(T, C) -> (H, T, D)``.

    Raises
    ------
    ValueError
        C is not a multiple of `n_head`.
    """
    n_token, width = x.shape
    if width % n_head:
        raise ValueError(f"{width} columns cannot be cut into {n_head} equal heads")
    return x.reshape(n_token, n_head, width // n_head).swapaxes(0, 1)


def glue_heads(heads: Array) -> Array:
    """Put the heads side by side again: ``(H, T, D) -> (T, C)``."""
    n_head, n_token, d_head = heads.shape
    return heads.swapaxes(0, 1).reshape(n_token, n_head * d_head)


@dataclass(frozen=True)
class MultiHead:
    """All that multi-head attention computed.

    Attributes
    ----------
    q, k, v : array (H, T, D)
    scores : array (H, T, T)
        After the division by sqrt(D), before the mask.
    weights : array (H, T, T)
    heads : array (H, T, D)
        The mixture that each head made.
    output : array (T, C)
        The heads glued together and, where there is one, multiplied by W_O.
    """

    q: Array
    k: Array
    v: Array
    scores: Array
    weights: Array
    heads: Array
    output: Array


def multi_head_attention(
    x: Array, w_q: Array, w_k: Array, w_v: Array, n_head: int, w_o: Array | None = None, allowed: Mask | None = None
) -> MultiHead:
    """Multi-head attention (Vaswani et al., 2017).

    Parameters
    ----------
    x : array (T, C)
    w_q, w_k, w_v : array (C, C)
        Used as ``x @ w``: a column of the matrix makes a column of the result.
    n_head : int
    w_o : array (C, C), optional
        Mixes the glued heads; left out, the output is the glued heads themselves.
    allowed : bool array (T, T), optional
        The mask; the causal one if not given.
    """
    x = as_floats(x)
    q, k, v = (split_heads(x @ w, n_head) for w in (w_q, w_k, w_v))
    allowed = causal(len(x)) if allowed is None else allowed
    scores = scaled_scores(q, k)
    weights = softmax(close(scores, allowed))
    heads = np.asarray(weights @ v)
    glued = glue_heads(heads)
    return MultiHead(q, k, v, scores, weights, heads, glued if w_o is None else np.asarray(glued @ w_o))


@dataclass(frozen=True)
class Stage:
    """One step on the way through a head: what it is called, how it is made, and the numbers."""

    name: str
    formula: str
    array: Array

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return self.array.shape


def one_head_stages(
    q: Array, k: Array, v: Array, allowed: Mask | None = None, divisor: float | None = None
) -> tuple[Stage, ...]:
    """Every step of one head, in order, from its queries, keys and values ``(T, D)`` to its output ``(T, D)``.

    Parameters
    ----------
    allowed : bool array (T, T), optional
        The causal mask if not given.
    divisor : float, optional
        sqrt(D) if not given.

    Returns
    -------
    tuple of Stage
        query, key, value, score, scaled score, masked score (-inf where closed), weight, output.
    """
    q, k, v = as_floats(q), as_floats(k), as_floats(v)
    allowed = causal(len(q)) if allowed is None else allowed
    scores = scaled_scores(q, k, 1.0)
    scaled = scaled_scores(q, k, divisor)
    masked = scaled + additive(allowed).astype(scaled.dtype)
    weights = softmax(masked)
    return (
        Stage("query", "Q", q),
        Stage("key", "K", k),
        Stage("value", "V", v),
        Stage("score", "Q Kᵀ", scores),
        Stage("scaled score", "Q Kᵀ / √d", scaled),
        Stage("masked score", "Q Kᵀ / √d + M", masked),
        Stage("weight", "softmax(Q Kᵀ / √d + M)", weights),
        Stage("output", "softmax(Q Kᵀ / √d + M) V", np.asarray(weights @ v)),
    )


@dataclass(frozen=True)
class Example:
    """A small random text and three random matrices, with what attention makes of them."""

    x: Array
    w_q: Array
    w_k: Array
    w_v: Array
    n_head: int
    result: MultiHead


def chapter_example() -> Example:
    """Five tokens of 12 numbers and 3 heads of 4, drawn with seed 0: small enough to follow each number by eye."""
    n_token, width, n_head = 5, 12, 3
    rng = np.random.default_rng(0)
    x = rng.standard_normal((n_token, width))
    w_q, w_k, w_v = (rng.standard_normal((width, width)) / np.sqrt(width) for _ in range(3))
    return Example(x, w_q, w_k, w_v, n_head, multi_head_attention(x, w_q, w_k, w_v, n_head))
