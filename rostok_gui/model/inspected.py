"""The inspected pass: the forward pass of `model.rostok` with every head laid open, and *resume*, its corner.

Attention is causal: a change in layer n at position t can reach only the layers from n on and the positions from t on.
`resume` computes that corner and shares everything else with the trace it started from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from rostok_gui.model.interventions import (
    EditKey,
    EditQuery,
    ForbidCell,
    ForceCell,
    Intervention,
    KeepOnly,
    ReplaceMask,
    RopeOff,
    ScaleValue,
    SwitchOff,
    Temperature,
    corner,
)
from rostok_gui.model.rostok import Block, Rostok
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import Array, LayerTrace, RowBlocks, Trace, readonly


@dataclass(frozen=True)
class Rows:
    """A tensor (..., T, W) as blocks of rows on the device: a resumed pass shares those of its base.

    Attributes
    ----------
    blocks : tuple of Tensor (..., rows, W)
        In order, without gaps.
    """

    blocks: tuple[Tensor, ...]

    @property
    def joined(self) -> Tensor:
        """All rows in one tensor."""
        return self.blocks[0] if len(self.blocks) == 1 else torch.cat(self.blocks, dim=-2)

    def between(self, first: int, stop: int) -> Tensor:
        """The rows ``first ... stop - 1``."""
        parts, start = [], 0
        for block in self.blocks:
            begin, end = max(first - start, 0), min(stop - start, block.shape[-2])
            if begin < end:
                parts.append(block[..., begin:end, :])
            start += block.shape[-2]
        return parts[0] if len(parts) == 1 else torch.cat(parts, dim=-2)

    def with_rows(self, first: int, new: Tensor) -> Rows:
        """The rows before `first`, then `new`; merged into one block when they become many."""
        kept, start = [], 0
        for block in self.blocks:
            if start < first:
                kept.append(block[..., : first - start, :])
            start += block.shape[-2]
        result = Rows((*kept, new))
        return result if len(result.blocks) <= _MANY_BLOCKS else Rows((result.joined,))


_MANY_BLOCKS = 8


@dataclass(frozen=True)
class Pass:
    """A trace together with the tensors on the device from which it can be resumed.

    Attributes
    ----------
    trace : Trace
    residual : tuple of Rows (T, C)
        L + 1 states of the residual stream.
    keys, values : tuple of Rows (H, T, D)
        One per layer, with every change in force.
    """

    trace: Trace
    residual: tuple[Rows, ...]
    keys: tuple[Rows, ...]
    values: tuple[Rows, ...]


@dataclass(frozen=True)
class _Head:
    """What the heads of one layer computed for the rows from a position on, (H, rows, ...)."""

    q: Tensor
    k: Tensor
    v: Tensor
    scores: Tensor
    pattern: Tensor
    output: Tensor


@torch.inference_mode()
def inspect(
    model: Rostok,
    name: str,
    tokens: Sequence[Token],
    interventions: Iterable[Intervention] = (),
    *,
    base: Pass | None = None,
    checkpoint: Callable[[], None] = lambda: None,
) -> Pass:
    """Run `tokens` through `model` and keep what every head did.

    Parameters
    ----------
    model : Rostok
        On any device, float32.
    name : str
        Goes into the trace.
    tokens : sequence of Token
        T tokens, 1 <= T <= context.
    interventions : iterable of Intervention
        Applied as `model.interventions` says.
    base : Pass, optional
        An earlier pass of the same model. Only the corner in which the new pass can differ from it is computed.
    checkpoint : callable
        Called before every layer; may raise to stop the pass.

    Returns
    -------
    Pass
        Equal to the full pass within the rounding of float32.
    """
    started = time.perf_counter()
    tokens, interventions = tuple(tokens), tuple(interventions)
    first = (0, 0) if base is None or not model.config.causal else difference(base.trace, tokens, interventions)
    if first is None:
        assert base is not None
        return replace(base, trace=replace(base.trace, seconds=time.perf_counter() - started))
    if base is None or first == (0, 0):
        base, first = None, (0, 0)
    result = _corner(model, name, tokens, interventions, base, *first, checkpoint)
    trace = replace(result.trace, seconds=time.perf_counter() - started, resumed_from=first if base else None)
    return replace(result, trace=trace)


def nearest(
    bases: Iterable[Pass | None], tokens: tuple[Token, ...], interventions: tuple[Intervention, ...]
) -> Pass | None:
    """The one of `bases` from which the new pass is the smallest corner; None if there is none."""

    def work(base: Pass) -> int:
        first = difference(base.trace, tokens, interventions)
        return 0 if first is None else (base.trace.n_layer - first[0]) * (len(tokens) - first[1])

    return min((base for base in bases if base is not None), key=work, default=None)


def difference(
    trace: Trace, tokens: tuple[Token, ...], interventions: tuple[Intervention, ...]
) -> tuple[int, int] | None:
    """First (layer, position) in which a pass over `tokens` can differ from `trace`; None if nowhere."""
    changed = corner(trace.interventions, interventions, trace.n_layer, max(len(tokens), len(trace)))
    if tokens is trace.tokens:
        return changed
    ids = tuple(token.id for token in tokens)
    if ids == trace.ids:
        return changed
    same = next((t for t, (a, b) in enumerate(zip(ids, trace.ids)) if a != b), min(len(ids), len(trace.ids)))
    leaks = [item.first_leak for item in (*trace.interventions, *interventions) if item.first_leak is not None]
    position = min([same, *leaks])
    # A pass must compute at least its last row: a text that only lost its end still needs no layer again, but its
    # logits and patterns are cut by computing the last position anew, which costs one row.
    position = min(position, len(ids) - 1)
    return (0, min(position, changed[1])) if changed else (0, position)


def _corner(
    model: Rostok,
    name: str,
    tokens: tuple[Token, ...],
    interventions: tuple[Intervention, ...],
    base: Pass | None,
    layer: int,
    position: int,
    checkpoint: Callable[[], None],
) -> Pass:
    device = model.embed.weight.device
    ids = torch.tensor([token.id for token in tokens], device=device)
    n = len(tokens)
    cos, sin = model.cos[:n], model.sin[:n]
    x = model.embed(ids[position:]) if base is None or layer == 0 else base.residual[layer].between(position, n)
    residual = [x] if layer == 0 else []
    keys: list[Rows] = []
    values: list[Rows] = []
    heads: list[_Head] = []
    for number, block in enumerate(model.blocks[layer:], start=layer):
        checkpoint()
        assert isinstance(block, Block)
        old_k, old_v = (base.keys[number], base.values[number]) if base else (None, None)
        mine = [item for item in interventions if item.touches(number)]
        head = _attend(block, x, cos, sin, number, position, n, old_k, old_v, mine, model.config.causal)
        glued = head.output.transpose(-3, -2).flatten(-2)
        x = block.add_mlp(x + block.attn.proj(glued))
        heads.append(head)
        keys.append(_followed(old_k, position, head.k))
        values.append(_followed(old_v, position, head.v))
        residual.append(x)
    checkpoint()
    logits = model.logits(x)
    loss = F.cross_entropy(logits[:-1], ids[position + 1 :], reduction="none")
    new = _Corner(base.trace if base else None, layer, position, n)
    pulled = _pull([logits, loss, *residual, *(t for h in heads for t in (h.q, h.k, h.v, h.scores, h.pattern))])
    olds = base.residual[len(base.residual) - len(residual) :] if base else [None] * len(residual)
    streams = [_followed(old, position, rows) for old, rows in zip(olds, residual, strict=True)]
    return _assemble(name, tokens, interventions, base, new, pulled, streams, keys, values)


@dataclass(frozen=True)
class _Corner:
    """Where new rows go into the arrays of an old trace."""

    base: Trace | None
    layer: int
    position: int
    n_token: int

    def rows(self, old: RowBlocks | None, block: Array, width: int, fill: float = 0.0) -> RowBlocks:
        if old is None:
            return RowBlocks([block], width, fill)
        kept = RowBlocks(old.blocks, width, fill)
        if width < old.width:  # the text became shorter: cut the columns of the rows that stay
            kept = RowBlocks([readonly(np.ascontiguousarray(b[..., :width])) for b in old.blocks], width, fill)
        return kept.with_rows(self.position, block)


def _assemble(
    name: str,
    tokens: tuple[Token, ...],
    interventions: tuple[Intervention, ...],
    base: Pass | None,
    new: _Corner,
    pulled: list[Array],
    residual: list[Rows],
    keys: list[Rows],
    values: list[Rows],
) -> Pass:
    """Put the rows that were computed into the arrays of the base."""
    old = base.trace if base else None
    n, count = new.n_token, len(keys)
    logits, loss, rest = pulled[0], pulled[1], pulled[2:]
    streams, per_head = rest[: len(residual)], rest[len(residual) :]
    layers = list(old.layers[: new.layer]) if old else []
    for i in range(count):
        before = old.layers[new.layer + i] if old else None
        q, k, v, scores, pattern = per_head[5 * i : 5 * i + 5]
        layers.append(
            LayerTrace(
                new.rows(before.q if before else None, q, q.shape[-1]),
                new.rows(before.k if before else None, k, k.shape[-1]),
                new.rows(before.v if before else None, v, v.shape[-1]),
                new.rows(before.scores if before else None, scores, n, np.nan),
                new.rows(before.pattern if before else None, pattern, n),
            )
        )
    olds = old.residual[len(old.residual) - len(streams) :] if old else [None] * len(streams)
    all_streams = [new.rows(rows, stream, stream.shape[-1]) for rows, stream in zip(olds, streams, strict=True)]
    kept_streams = old.residual[: len(old.residual) - len(streams)] if old else ()
    all_logits = new.rows(old.logits if old else None, logits, logits.shape[-1])
    trace = Trace(
        name,
        tokens,
        tuple(layers),
        (*kept_streams, *all_streams),
        all_logits,
        _loss(old, tokens, new.position, loss),
        interventions,
    )
    kept = len(base.keys) - count if base else 0
    return Pass(
        trace,
        (*(base.residual[: len(base.residual) - len(residual)] if base else ()), *residual),
        (*(base.keys[:kept] if base else ()), *keys),
        (*(base.values[:kept] if base else ()), *values),
    )


def _loss(old: Trace | None, tokens: tuple[Token, ...], position: int, new: Array) -> Array:
    """Surprisal (T,) of every token; `new` holds those after `position`, the earlier ones stand in the old trace."""
    loss = np.full(len(tokens), np.nan, np.float32)
    loss[position + 1 :] = new
    if old is not None and position > 0:
        loss[1:position] = old.loss[1:position]
        loss[position] = -np.log(old.probabilities(position - 1)[tokens[position].id])
    return readonly(loss)


def _attend(
    block: Block,
    x: Tensor,
    cos: Tensor,
    sin: Tensor,
    layer: int,
    position: int,
    n_token: int,
    old_k: Rows | None,
    old_v: Rows | None,
    interventions: list[Intervention],
    causal: bool,
) -> _Head:
    """Attention of the rows from `position` on over all tokens, step by step as `model.interventions` lists."""
    attn = block.attn
    touched = _Touched(interventions, layer, attn.n_head, position)
    cos_rows, sin_rows = touched.rotation(cos[position:], sin[position:])
    q, k, v = attn.heads(block.attn_norm(x), cos_rows, sin_rows)
    q, k, v = touched.vectors(q, k, v)
    keys, values = _followed(old_k, position, k), _followed(old_v, position, v)
    scores = torch.cat([q @ k_rows.transpose(-1, -2) for k_rows in keys.blocks], dim=-1) / attn.d_head**0.5
    allowed = touched.allowed(n_token, causal, x.device)
    pattern = touched.forced(masked_softmax(*touched.tempered(scores), allowed))
    output = touched.outputs(_mixed(pattern, values))
    return _Head(q, k, v, scores, pattern, output)


def masked_softmax(scores: Tensor, cold: Tensor | None, allowed: Tensor) -> Tensor:
    """Weights of the open cells; a row with nothing open is all zeros.

    Parameters
    ----------
    scores : Tensor (H, rows, T)
    cold : bool Tensor (H,), optional
        Heads at temperature 0: the largest score takes everything, ties share.
    allowed : bool Tensor, broadcast to the shape of `scores`
    """
    if cold is None and scores.shape[-2] == 1 and bool(allowed.all()):  # the last row sees everything
        return torch.softmax(scores, dim=-1)
    masked = scores.masked_fill(~allowed, -torch.inf)
    if cold is not None:
        top = masked.amax(dim=-1, keepdim=True)
        best = (masked == top) & allowed
        masked = torch.where(cold[:, None, None] & allowed, torch.where(best, 0.0, -torch.inf), masked)
    return torch.softmax(masked, dim=-1).masked_fill(~allowed.any(dim=-1, keepdim=True), 0.0)


class _Touched:
    """The interventions of one layer, applied step by step to the rows from `position` on."""

    def __init__(self, interventions: list[Intervention], layer: int, n_head: int, position: int) -> None:
        self._items = interventions
        self._layer, self._n_head, self._position = layer, n_head, position

    def _of(self, *kinds: type[Intervention]) -> list[tuple[Intervention, list[int]]]:
        exact = [item for item in self._items if type(item) in kinds]
        return [(i, [h for h in range(self._n_head) if i.touches_head(self._layer, h)]) for i in exact]

    def rotation(self, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
        for _, heads in self._of(RopeOff):
            if cos.dim() == 2:
                cos, sin = (part.expand(self._n_head, *part.shape).clone() for part in (cos, sin))
            cos[heads], sin[heads] = 1.0, 0.0
        return cos, sin

    def vectors(self, q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        for item, heads in self._of(EditQuery, EditKey):
            assert isinstance(item, EditQuery)
            row = item.position - self._position
            if 0 <= row < q.shape[1]:
                target = k if isinstance(item, EditKey) else q
                target[heads, row] = torch.tensor(item.vector, dtype=q.dtype, device=q.device)
        scaled = self._of(ScaleValue)
        v = v.clone() if scaled else v
        for item, heads in scaled:
            assert isinstance(item, ScaleValue)
            row = item.position - self._position
            if 0 <= row < v.shape[1]:
                v[heads, row] *= item.factor
        return q, k, v

    def tempered(self, scores: Tensor) -> tuple[Tensor, Tensor | None]:
        items = self._of(Temperature)
        if not items:
            return scores, None
        scores = scores.clone()
        cold = torch.zeros(self._n_head, dtype=torch.bool, device=scores.device)
        for item, heads in items:
            assert isinstance(item, Temperature)
            if item.temperature < COLDEST:
                cold[heads] = True
            else:
                scores[heads] /= item.temperature
        return scores, cold

    def allowed(self, n_token: int, causal: bool, device: torch.device) -> Tensor:
        rows = torch.arange(self._position, n_token, device=device)[:, None]
        columns = torch.arange(n_token, device=device)
        allowed = columns <= rows if causal else torch.ones_like(columns <= rows)
        items = self._of(ReplaceMask, ForbidCell)
        if items:
            allowed = allowed.expand(self._n_head, *allowed.shape).clone()
        for item, heads in items:
            if isinstance(item, ReplaceMask):
                size = min(len(item.allowed), n_token)
                board = torch.tensor(item.allowed, device=device)[self._position : size, :size]
                allowed[heads, : board.shape[0], :size] = board
        for item, heads in items:
            if isinstance(item, ForbidCell) and self._inside(item, allowed):
                allowed[heads, item.query - self._position, item.key] = False
        return allowed

    def forced(self, pattern: Tensor) -> Tensor:
        for item, heads in self._of(ForceCell):
            assert isinstance(item, ForceCell)
            if not self._inside(item, pattern):
                continue
            rows = pattern[heads, item.query - self._position]
            rows[:, item.key] = 0.0
            others = rows.sum(dim=-1, keepdim=True)
            rows = torch.where(others > 0, rows / others * (1 - item.weight), rows)
            rows[:, item.key] = torch.where(others[:, 0] > 0, item.weight, 1.0)
            pattern[heads, item.query - self._position] = rows
        return pattern

    def outputs(self, output: Tensor) -> Tensor:
        for item, heads in self._of(SwitchOff, KeepOnly):
            mean = item.mean if isinstance(item, SwitchOff) else None
            output[heads] = 0.0 if mean is None else torch.tensor(mean, dtype=output.dtype, device=output.device)
        return output

    def _inside(self, cell: ForbidCell, rows: Tensor) -> bool:
        return self._position <= cell.query < self._position + rows.shape[-2] and cell.key < rows.shape[-1]


COLDEST = 1e-6
"""Below this temperature float32 scores may overflow; the head takes the exact cold limit."""


def _followed(old: Rows | None, position: int, new: Tensor) -> Rows:
    """The rows of `old` before `position`, then `new`."""
    return Rows((new,)) if old is None or position == 0 else old.with_rows(position, new)


def _mixed(pattern: Tensor, values: Rows) -> Tensor:
    """``pattern (H, rows, T) @ values (H, T, D)``, block by block."""
    mixed, start = None, 0
    for block in values.blocks:
        part = pattern[..., start : start + block.shape[-2]] @ block
        mixed, start = part if mixed is None else mixed + part, start + block.shape[-2]
    assert mixed is not None
    return mixed


def _pull(tensors: Sequence[Tensor]) -> list[Array]:
    """Bring tensors to numpy: without a copy from the CPU (they are never written again), in one copy else."""
    if all(tensor.device.type == "cpu" for tensor in tensors):
        return [readonly(tensor.contiguous().numpy()) for tensor in tensors]
    flat = torch.cat([tensor.reshape(-1) for tensor in tensors]).cpu().numpy()
    ends = np.cumsum([tensor.numel() for tensor in tensors])[:-1]
    parts = np.split(flat, ends)
    return [readonly(part.reshape(tensor.shape)) for part, tensor in zip(parts, tensors)]
