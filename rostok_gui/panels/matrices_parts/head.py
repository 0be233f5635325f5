"""One head with all its numbers, from the text on screen or from the small random example."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from rostok_gui.attention.arrays import Array, Mask
from rostok_gui.attention.mask import all_open, causal, close
from rostok_gui.attention.multi_head import chapter_example, glue_heads
from rostok_gui.attention.softmax import softmax
from rostok_gui.attention.transformer import force
from rostok_gui.engine.layer_output import mixtures
from rostok_gui.model.interventions import (
    ForbidCell,
    ForceCell,
    Intervention,
    KeepOnly,
    ReplaceMask,
    SwitchOff,
    Temperature,
)
from rostok_gui.model.trace import Trace
from rostok_gui.panels.matrices_parts.memory import LastProduct, Memory

ACTS_ON_WEIGHTS = (Temperature, ReplaceMask, ForbidCell, ForceCell)
"""Between scores and weights; changed vectors stand in q, k and v already."""


@dataclass(frozen=True)
class HeadView:
    """One head.

    Attributes
    ----------
    labels : tuple of str
        T tokens.
    layer : int or None
        From 0; None for the example, which has no layers.
    head, n_head : int
        From 0; H.
    q, k, v : (T, D)
    scores : (T, T)
        q k^T / sqrt(D), before temperature and mask.
    weights : (T, T)
        Those that were used.
    open_before : bool (T, T)
        The mask of the model itself.
    changes : tuple of Intervention
        Those in force between the scores and the weights of this head.
    is_changed : bool
        Whether any change is in force anywhere in the model.
    is_off : bool
        Whether the model puts something else in place of what this head makes.
    w_o : (C, C) or None
        Used as ``glued @ w_o``; None: the example has none, or it is not known yet.
    make_heads : callable
        Gives what all heads of the layer made, (H, T, D); called when it is first needed.
    memory : Memory
        Products that may be needed again for the next view.
    """

    labels: tuple[str, ...]
    layer: int | None
    head: int
    n_head: int
    q: Array
    k: Array
    v: Array
    scores: Array
    weights: Array
    open_before: Mask
    changes: tuple[Intervention, ...] = ()
    is_changed: bool = False
    is_off: bool = False
    w_o: Array | None = None
    make_heads: Callable[[], Array] = field(default=lambda: np.zeros((0, 0, 0)), compare=False)
    memory: Memory = field(default_factory=Memory, compare=False)

    @property
    def n_token(self) -> int:
        """T."""
        return len(self.labels)

    @property
    def d_head(self) -> int:
        """D."""
        return int(self.q.shape[1])

    @property
    def is_example(self) -> bool:
        """Whether this is the random example."""
        return self.layer is None

    @cached_property
    def products(self) -> Array:
        """Q K^T, (T, T): the scores before the division. (To multiply again takes longer than a picture may take.)"""
        return np.asarray(self.scores * self.scores.dtype.type(self.d_head**0.5))

    @cached_property
    def temperature(self) -> float:
        """Product of the temperatures in force."""
        return float(np.prod([c.temperature for c in self.changes if isinstance(c, Temperature)]))

    @cached_property
    def allowed(self) -> Mask:
        """The mask in force, (T, T): that of the model, then boards, then single closed cells."""
        allowed = self.open_before.copy()
        for change in self.changes:
            if isinstance(change, ReplaceMask):
                board = np.array(change.allowed, bool)[: self.n_token, : self.n_token]
                allowed[: len(board), : len(board)] = board
        for change in self.changes:
            if type(change) is ForbidCell and max(change.query, change.key) < self.n_token:
                allowed[change.query, change.key] = False
        return allowed

    @cached_property
    def masked(self) -> Array:
        """What softmax gets, (T, T): scores over the temperature, -inf where closed."""
        # At temperature 0 there is nothing to divide by: softmax has its own case for it.
        return close(self.scores / (self.temperature or 1.0), self.allowed)

    def masked_row(self, query: int) -> Array:
        """One row of `masked`, (T,)."""
        return close(self.scores[query] / (self.temperature or 1.0), self.allowed[query])

    @cached_property
    def output(self) -> Array:
        """The weighted sums, (T, D)."""
        return self.memory.mixture(self.head, self.weights, self.v)

    @cached_property
    def glued(self) -> Array:
        """All heads of the layer side by side, (T, C)."""
        return glue_heads(self.make_heads())

    @cached_property
    def projected(self) -> Array | None:
        """The glued heads times W_O, (T, C); None where there is no W_O."""
        return None if self.w_o is None else self.memory.projected.of(self.glued, self.w_o)

    def row_by_hand(self, query: int, with_changes: bool = False) -> Array:
        """Weights of one row, float64 (T,), computed from q and k alone, as one would with pencil and paper.

        Parameters
        ----------
        with_changes : bool
            Whether to follow the changes in force as well, or the plain formula.
        """
        scores = self.k.astype(np.float64) @ self.q[query].astype(np.float64) / np.sqrt(self.d_head)
        allowed = self.allowed if with_changes else self.open_before
        row = softmax(close(scores, allowed[query]), self.temperature if with_changes else 1.0)
        for change in self.changes if with_changes else ():
            if isinstance(change, ForceCell) and change.query == query and change.key < self.n_token:
                row = force(row, change.key, change.weight)
        return row

    def difference(self, query: int, with_changes: bool = False) -> float:
        """Largest difference in a row between the weights that were used and those computed by hand."""
        return float(np.abs(self.row_by_hand(query, with_changes) - self.weights[query]).max())


def completed(scores: Array, q: Array, k: Array, product: LastProduct) -> Array:
    """Scores (T, T) with the future of those rows that were computed before it was there: NaN in `scores`."""
    unknown = np.isnan(scores)
    if not unknown.any():
        return scores
    return np.where(unknown, product.of(q, k.T) / q.dtype.type(q.shape[1] ** 0.5), scores)


def text_head(
    trace: Trace,
    layer: int,
    head: int,
    is_causal: bool = True,
    w_o: Array | None = None,
    memory: Memory | None = None,
) -> HeadView:
    """One head of the model that read the text; with the `memory` of the one before, less is computed again."""
    memory = memory or Memory()
    found = trace.layers[layer]
    q, k, v = found.q.of(head), found.k.of(head), found.v.of(head)
    scores = completed(trace.scores(layer, head), q, k, memory.scores)
    mine = [change for change in trace.interventions if change.touches_head(layer, head)]
    return HeadView(
        tuple(token.label for token in trace.tokens),
        layer,
        head,
        trace.n_head,
        q,
        k,
        v,
        scores,
        trace.pattern(layer, head),
        (causal if is_causal else all_open)(len(trace)),
        tuple(c for c in mine if isinstance(c, ACTS_ON_WEIGHTS)),
        bool(trace.interventions),
        any(isinstance(c, SwitchOff | KeepOnly) for c in mine),
        w_o,
        lambda: mixtures(trace, layer, memory.mixture),
        memory,
    )


@cache
def example_head(head: int) -> HeadView:
    """One head of the random example: 5 tokens of 12 numbers, 3 heads of 4."""
    example = chapter_example()
    result = example.result
    names = tuple(f"x{'₀₁₂₃₄₅₆₇₈₉'[number + 1]}" for number in range(len(example.x)))
    return HeadView(
        names,
        None,
        head,
        example.n_head,
        result.q[head],
        result.k[head],
        result.v[head],
        result.scores[head],
        result.weights[head],
        causal(len(example.x)),
        make_heads=lambda: result.heads,
    )
