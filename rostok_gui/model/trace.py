"""What one forward pass leaves behind, as numpy arrays that every room can read (no torch here)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rostok_gui.model.interventions import Intervention
from rostok_gui.model.tokenizer import Token

Array = NDArray[np.float32]


class RowBlocks:
    """An array ``(..., T, W)`` kept as blocks of rows, so that a changed corner shares all rows above it.

    Parameters
    ----------
    blocks : sequence of (float32 array (..., rows, width), first row)
        In order of rows, without gaps. A block may be narrower than `width`: what is missing at its right is `fill`
        (rows made when the text was shorter).
    width : int
        W, the width of every row that is handed out.
    fill : float
        What stands in a row beyond the width of its block.
    """

    def __init__(self, blocks: Sequence[Array], width: int, fill: float = 0.0) -> None:
        self.blocks = tuple(blocks)
        self.width = width
        self.fill = fill

    @classmethod
    def whole(cls, array: Array) -> RowBlocks:
        """All rows in one block."""
        return cls([array], array.shape[-1])

    def __len__(self) -> int:
        return sum(block.shape[-2] for block in self.blocks)

    def row(self, *index: int) -> Array:
        """Row ``index[-1]`` of the leading entry ``index[:-1]``, float32 (W,), read-only."""
        *lead, row = index
        for block in self.blocks:
            if row < block.shape[-2]:
                found: Array = self._widened(block[tuple(lead)][row : row + 1])[0]
                return found
            row -= block.shape[-2]
        raise IndexError(index)

    def of(self, *lead: int) -> Array:
        """All rows of the leading entry `lead` alone, float32 (T, W), read-only."""
        if "array" in self.__dict__ or len(self.blocks) == 1:
            found: Array = self.array[lead]
            return found
        return readonly(np.concatenate([self._widened(block[lead]) for block in self.blocks], axis=-2))

    def below(self, first: int, lead: slice | list[int] = slice(None)) -> Array:
        """The rows from `first` on of the leading entries `lead`, float32 ``(..., T - first, W)``."""
        parts, row = [], 0
        for block in self.blocks:
            if row + block.shape[-2] > first:
                parts.append(self._widened(block[lead][..., max(0, first - row) :, :]))
            row += block.shape[-2]
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-2)

    def shared_rows(self, other: RowBlocks) -> int:
        """How many rows from the top on are in both the very same memory, so that they cannot differ."""
        count: int = 0
        for mine, theirs in zip(self.blocks, other.blocks):
            if _address(mine) != _address(theirs):
                return count
            count += min(mine.shape[-2], theirs.shape[-2])
            if mine.shape[-2] != theirs.shape[-2]:
                return count
        return count

    @cached_property
    def array(self) -> Array:
        """All rows, float32 ``(..., T, W)``, read-only."""
        if len(self.blocks) == 1 and self.blocks[0].shape[-1] == self.width:
            return self.blocks[0]
        return readonly(np.concatenate([self._widened(block) for block in self.blocks], axis=-2))

    def with_rows(self, first: int, block: Array) -> RowBlocks:
        """The same rows up to `first`, then those of `block`; merged into one when the blocks become many."""
        kept, row = [], 0
        for old in self.blocks:
            if row < first:
                kept.append(old[..., : first - row, :])
            row += old.shape[-2]
        width = max(self.width, block.shape[-1])
        result = RowBlocks([*kept, block], width, self.fill)
        return result if len(result.blocks) <= 32 else RowBlocks([result.array], width, self.fill)

    def _widened(self, block: Array) -> Array:
        missing = self.width - block.shape[-1]
        if missing <= 0:
            return block
        pad = [(0, 0)] * (block.ndim - 1) + [(0, missing)]
        return readonly(np.pad(block, pad, constant_values=self.fill))


def _address(block: Array) -> tuple[object, ...]:
    """Where the numbers of a block lie and how they are laid out, whatever its number of rows."""
    return block.__array_interface__["data"][0], block.strides, block.shape[:-2], block.shape[-1]


def readonly(array: NDArray[np.float32]) -> Array:
    """Forbid writing into `array` and return it."""
    array.setflags(write=False)
    return array


@dataclass(frozen=True)
class LayerTrace:
    """One layer of a trace, all float32 and read-only.

    Attributes
    ----------
    q, k, v : RowBlocks (H, T, D)
        As they entered the scores and the mixture: after QK-norm, RoPE and every change in force.
    scores : RowBlocks (H, T, T)
        q k^T / sqrt(D), before temperature and mask. Cells in the future of rows that were computed when the text was
        shorter are NaN: the model never computed them.
    pattern : RowBlocks (H, T, T)
        The weights; row t is the query, column j the key.
    """

    q: RowBlocks
    k: RowBlocks
    v: RowBlocks
    scores: RowBlocks
    pattern: RowBlocks


@dataclass(frozen=True)
class Trace:
    """One text gone through one model.

    Attributes
    ----------
    model : str
        Name of the checkpoint.
    tokens : tuple of Token
        T tokens, the start mark first.
    layers : tuple of LayerTrace
        L layers; empty for a model without attention.
    residual : tuple of RowBlocks (T, C)
        The residual stream before layer 0, ..., after the last layer (L + 1).
    logits : RowBlocks (T, V)
        Row t is the guess of the token after position t.
    loss : (T,) float32
        Surprisal in nats of the token at t given those before it; NaN at position 0.
    interventions : tuple of Intervention
        What was in force.
    vocabulary : tuple of str
        Label of every token id, shared by all traces of a model.
    serial : int
        Grows with every trace of an engine.
    seconds : float
        Time of the pass.
    resumed_from : (layer, position) or None
        The corner that was computed; None for a full pass.
    """

    model: str
    tokens: tuple[Token, ...]
    layers: tuple[LayerTrace, ...]
    residual: tuple[RowBlocks, ...]
    logits: RowBlocks
    loss: Array
    interventions: tuple[Intervention, ...] = ()
    vocabulary: tuple[str, ...] = field(default=(), repr=False)
    serial: int = 0
    seconds: float = 0.0
    resumed_from: tuple[int, int] | None = field(default=None, compare=False)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """Token ids, T."""
        return tuple(token.id for token in self.tokens)

    @property
    def n_layer(self) -> int:
        """L."""
        return len(self.layers)

    @property
    def n_head(self) -> int:
        """H; 0 for a model without attention."""
        return self.layers[0].q.blocks[0].shape[0] if self.layers else 0

    def pattern(self, layer: int, head: int) -> Array:
        """Weights (T, T) of one head: ``[t, j]`` is how much query t takes from key j."""
        return self.layers[layer].pattern.of(head)

    def weights(self, layer: int, head: int, query: int) -> Array:
        """Row (T,) of one head: what the token at `query` takes from each token."""
        return self.layers[layer].pattern.row(head, query)

    def scores(self, layer: int, head: int) -> Array:
        """Scores (T, T) of one head, before temperature and mask."""
        return self.layers[layer].scores.of(head)

    def probabilities(self, position: int) -> NDArray[np.float64]:
        """Distribution (V,) of the token after `position`, read-only; that of the last position asked for is kept."""
        if position not in self._asked:
            logits = self.logits.row(position).astype(np.float64)
            weights = np.exp(logits - logits.max())
            weights /= weights.sum()
            weights.setflags(write=False)
            self._asked.clear()
            self._asked[position] = weights
        return self._asked[position]

    @cached_property
    def _asked(self) -> dict[int, NDArray[np.float64]]:
        return {}

    def candidates(self, position: int, count: int) -> list[tuple[int, float]]:
        """The `count` likeliest next tokens after `position`: (id, probability), likeliest first."""
        p = self.probabilities(position)
        return [(i, float(p[i])) for i in largest(p, count)]


def largest(values: NDArray[np.floating[Any]], count: int) -> list[int]:
    """Places of the `count` largest of ``values (N,)``, largest first; of equal ones the earlier first."""
    count = min(count, len(values))
    if count == 0:
        return []
    places = np.flatnonzero(values >= np.partition(values, -count)[-count])
    return [int(i) for i in places[np.argsort(-values[places], kind="stable")][:count]]
