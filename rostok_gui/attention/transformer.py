"""The whole of Rostok in numpy: slow, exact (float64) and short. What the torch model computes is held against it.

The weights are those of the checkpoint, under their names there. A linear layer keeps its matrix as (out, in), so it
is used as ``x @ w.T``. Shapes: L layers, H heads, T tokens, D head width, C model width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rostok_gui.attention.arrays import Array, Mask
from rostok_gui.attention.mask import all_open, causal, close
from rostok_gui.attention.multi_head import glue_heads, split_heads
from rostok_gui.attention.scores import scaled_scores
from rostok_gui.attention.softmax import softmax


class Config(Protocol):
    """What this file has to know about a model."""

    @property
    def n_layer(self) -> int: ...
    @property
    def n_head(self) -> int: ...
    @property
    def d_ff(self) -> int: ...
    @property
    def context(self) -> int: ...
    @property
    def rope_base(self) -> float: ...
    @property
    def norm_eps(self) -> float: ...
    @property
    def causal(self) -> bool: ...


class Intervention(Protocol):
    """A change inside the model. Its `kind` says which other attributes it has; see `attend_with`."""

    @property
    def kind(self) -> str: ...
    def touches_head(self, layer: int, head: int) -> bool: ...


def rms_norm(x: Array, weight: Array, eps: float = 1e-5) -> Array:
    """Divide each vector ``(..., N)`` by its root mean square, scale each number by `weight (N,)`.

    Source: Zhang and Sennrich, 2019.
    """
    return np.asarray(x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps) * weight)


def rope(x: Array, base: float = 10000.0) -> Array:
    """Turn each vector by its position: ``(..., T, D) -> (..., T, D)``.

    At position p the pair of numbers (i, i + D/2) is turned by the angle ``p * base ** (-2 i / D)``, so the score of
    two turned vectors depends on how far apart they stand, not on where. Source: Su et al., 2021 (split-half form).
    """
    n_token, width = x.shape[-2:]
    half = width // 2
    angle = np.arange(n_token)[:, None] * base ** (-2 * np.arange(half) / width)  # (T, D / 2)
    first, second = x[..., :half], x[..., half:]
    turned = (first * np.cos(angle) - second * np.sin(angle), second * np.cos(angle) + first * np.sin(angle))
    return np.concatenate(turned, axis=-1)


def silu(x: Array) -> Array:
    """``x * sigmoid(x)``, in a form that does not overflow."""
    return np.asarray(x * 0.5 * (1 + np.tanh(x / 2)))


def swiglu(x: Array, up: Array, down: Array) -> Array:
    """The MLP (Shazeer, 2020): one half of the hidden layer opens and closes the other half.

    Parameters
    ----------
    x : array (T, C)
    up : array (2 F, C)
        The rows of the gate first, then those of what it opens and closes.
    down : array (C, F)
    """
    gate, opened = np.split(x @ up.T, 2, axis=-1)
    return np.asarray((silu(gate) * opened) @ down.T)


@dataclass(frozen=True)
class Head:
    """What one head did: q, k, v ``(T, D)``, scores and weights ``(T, T)``, output ``(T, D)``."""

    q: Array
    k: Array
    v: Array
    scores: Array
    weights: Array
    output: Array


def attend_with(q: Array, k: Array, v: Array, config: Config, changes: Sequence[Any] = ()) -> Head:
    """One head, with the changes that concern it, in the fixed order in which they take effect.

    Parameters
    ----------
    q, k, v : array (T, D)
        After QK-norm, before RoPE.
    changes : sequence of Intervention
        Each kind has its step; within a step they are applied in the order of the list. Positions beyond the text
        change nothing.

    Returns
    -------
    Head
        With the vectors as they entered scores and mixture, and the scores before temperature and mask.
    """
    n_token = len(q)

    def of(*kinds: str) -> list[Any]:
        return [change for change in changes if change.kind in kinds]

    # 1. positions
    if not of("rope_off"):
        q, k = rope(q, config.rope_base), rope(k, config.rope_base)
    q, k, v = q.copy(), k.copy(), v.copy()
    # 2. single vectors
    for change in of("edit_query", "edit_key"):
        if change.position < n_token:
            (q if change.kind == "edit_query" else k)[change.position] = change.vector
    # 3. scores; temperatures multiply
    scores = scaled_scores(q, k)
    temperature = float(np.prod([change.temperature for change in of("temperature")]))
    # 4. mask
    allowed = (causal if config.causal else all_open)(n_token)
    for change in of("replace_mask"):
        board = np.array(change.allowed, dtype=bool)[:n_token, :n_token]
        allowed[: len(board), : len(board)] = board
    for change in of("forbid_cell"):
        if _inside(change, allowed):
            allowed[change.query, change.key] = False
    weights = softmax(close(scores, allowed), temperature)
    # 5. single weights
    for change in of("force_cell"):
        if _inside(change, allowed):
            weights[change.query] = force(weights[change.query], change.key, change.weight)
    # 6. values and mixture
    for change in of("scale_value"):
        if change.position < n_token:
            v[change.position] *= change.factor
    output = np.asarray(weights @ v)
    # 7. whole heads
    for change in of("switch_off", "keep_only"):
        mean = getattr(change, "mean", None)
        output = np.broadcast_to(np.zeros(v.shape[1]) if mean is None else np.array(mean), output.shape)
    return Head(q, k, v, scores, weights, output)


def force(row: Array, key: int, weight: float) -> Array:
    """A row of weights ``(T,)`` in which one is set and the others are scaled, so that it still adds up to 1.

    Where all others are zero there is nothing to scale: the key gets all of the row.
    """
    others = np.where(np.arange(len(row)) == key, 0.0, row)
    total = others.sum()
    if total == 0:
        return np.asarray(np.arange(len(row)) == key, dtype=row.dtype)
    forced = np.asarray(others / total * (1 - weight))
    forced[key] = weight
    return forced


def _inside(cell: Any, allowed: Mask) -> bool:
    return bool(max(cell.query, cell.key) < len(allowed))


@dataclass(frozen=True)
class NumpyTrace:
    """What one forward pass leaves behind; everything float64.

    Attributes
    ----------
    patterns, scores : array (L, H, T, T)
        Weights, and the scores q . k / sqrt(D) before temperature and mask; ``[l, h, t, j]``: query t, key j.
    q, k, v : array (L, H, T, D)
        As they entered scores and mixture: after QK-norm, RoPE and every change.
    outputs : array (L, H, T, D)
        What each head made, before the heads are glued.
    residual : array (L + 1, T, C)
        The residual stream: the embeddings, then after each layer.
    logits : array (T, V)
        Row t is the guess of token t + 1.
    """

    patterns: Array
    scores: Array
    q: Array
    k: Array
    v: Array
    outputs: Array
    residual: Array
    logits: Array


def forward(
    weights: Mapping[str, Any], config: Config, ids: Sequence[int], interventions: Iterable[Intervention] = ()
) -> NumpyTrace:
    """Run a text through the model.

    Parameters
    ----------
    weights : mapping of str to array
        The tensors of the checkpoint by name, any float type.
    config : Config
        Such as `model.config.ModelConfig`.
    ids : sequence of int
        T token ids, the start mark first, 1 <= T <= context.
    interventions : iterable of Intervention
        Such as those of `model.interventions`; `attend_with` has their order.

    Raises
    ------
    ValueError
        The text is empty, longer than the context, or has an id that is not in the vocabulary.
    KeyError
        A tensor is missing.
    """
    if not 1 <= len(ids) <= config.context:
        raise ValueError(f"the model reads 1 to {config.context} tokens, not {len(ids)}")
    interventions = tuple(interventions)

    def tensor(name: str) -> Array:
        return np.asarray(weights[name], dtype=np.float64)

    embedding = tensor("embed.weight")
    if not all(0 <= i < len(embedding) for i in ids):
        raise ValueError(f"the model knows the tokens 0 to {len(embedding) - 1}")
    x = embedding[np.asarray(ids)]
    residual, layers = [x], []
    for layer in range(config.n_layer):
        block = f"blocks.{layer}"
        normed = rms_norm(x, tensor(f"{block}.attn_norm.weight"), config.norm_eps)
        q, k, v = (
            split_heads(part, config.n_head) for part in np.split(normed @ tensor(f"{block}.attn.qkv.weight").T, 3, 1)
        )
        q = rms_norm(q, tensor(f"{block}.attn.q_norm.weight"), config.norm_eps)
        k = rms_norm(k, tensor(f"{block}.attn.k_norm.weight"), config.norm_eps)
        heads = [
            attend_with(q[head], k[head], v[head], config, [i for i in interventions if i.touches_head(layer, head)])
            for head in range(config.n_head)
        ]
        glued = glue_heads(np.stack([head.output for head in heads]))
        x = x + glued @ tensor(f"{block}.attn.proj.weight").T
        if config.d_ff > 0:
            normed = rms_norm(x, tensor(f"{block}.mlp_norm.weight"), config.norm_eps)
            x = x + swiglu(normed, tensor(f"{block}.mlp.up.weight"), tensor(f"{block}.mlp.down.weight"))
        residual.append(x)
        layers.append(heads)
    logits = rms_norm(x, tensor("norm.weight"), config.norm_eps) @ embedding.T

    def stacked(name: str) -> Array:
        return np.array([[getattr(head, name) for head in heads] for heads in layers])

    return NumpyTrace(
        patterns=stacked("weights"),
        scores=stacked("scores"),
        q=stacked("q"),
        k=stacked("k"),
        v=stacked("v"),
        outputs=stacked("output"),
        residual=np.stack(residual),
        logits=np.asarray(logits),
    )


def surprisal(logits: Array, ids: Sequence[int]) -> Array:
    """Loss in nats of every token given those before it: ``(T, V), T ids -> (T,)``; NaN at position 0."""
    top = logits.max(axis=-1)
    log_total = top + np.log(np.exp(logits - top[:, None]).sum(axis=-1))
    loss = np.full(len(ids), np.nan)
    rows = np.arange(len(ids) - 1)
    loss[1:] = log_total[:-1] - logits[rows, np.asarray(ids)[1:]]
    return loss
