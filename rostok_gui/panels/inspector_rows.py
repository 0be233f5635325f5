"""What the token inspector shows, read from a trace (no Qt)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rostok_gui.engine.atlas import NO_WEIGHT, leave_out_start
from rostok_gui.model.interventions import ForbidCell, ReplaceMask
from rostok_gui.model.trace import Trace, largest
from rostok_gui.state.app_state import Display, Selection

Weights = NDArray[np.float64]
Closed = NDArray[np.bool_]


@dataclass(frozen=True)
class Row:
    """The weights of one query.

    Attributes
    ----------
    weights : (T,) float64
        NaN where there is none: no attention, or the start mark that is left out.
    closed : (T,) bool
        What the query cannot see.
    """

    weights: Weights
    closed: Closed


def row_of(trace: Trace, selection: Selection, display: Display) -> Row:
    """The row of the chosen head, or the mean over the heads of the chosen layer."""
    query, layer = selection.query_in(len(trace)), selection.layer
    if display.view != "mean":
        return head_row(trace, layer, selection.head, query, display.without_start)
    rows = [head_row(trace, layer, head, query, False) for head in range(trace.n_head)]
    mean = np.mean([row.weights for row in rows], axis=0)
    closed = np.logical_and.reduce([row.closed for row in rows])
    return Row(_without_start(mean) if display.without_start else mean, closed)


def head_row(trace: Trace, layer: int, head: int, query: int, without_start: bool) -> Row:
    """The row of one head; `without_start` leaves the start mark out and scales the rest up to 1."""
    weights = trace.weights(layer, head, query).astype(np.float64)
    closed = ~_allowed(trace, layer, head, query) & (weights == 0)
    return Row(_without_start(weights) if without_start else weights, closed)


def all_heads(trace: Trace, query: int, without_start: bool) -> Row:
    """The rows of all heads at one query, one below the other: weights and closed (L * H, T)."""
    rows = [head_row(trace, *head, query, without_start) for head in heads_of(trace)]
    return Row(np.stack([row.weights for row in rows]), np.stack([row.closed for row in rows]))


def heads_of(trace: Trace) -> list[tuple[int, int]]:
    """(layer, head) of all heads, layer by layer."""
    return [(layer, head) for layer in range(trace.n_layer) for head in range(trace.n_head)]


@dataclass(frozen=True)
class Looking:
    """How much one head looks from the query to the key; NaN if that is not defined."""

    layer: int
    head: int
    weight: float


def ranked_heads(trace: Trace, query: int, key: int, without_start: bool) -> list[Looking]:
    """All heads, the one that looks most from `query` to `key` first; equal ones in the order of the model."""
    rows = all_heads(trace, query, without_start).weights[:, key]
    order = np.argsort(-np.nan_to_num(rows, nan=-1.0), kind="stable")
    heads = heads_of(trace)
    return [Looking(heads[i][0], heads[i][1], float(rows[i])) for i in order]


@dataclass(frozen=True)
class Guess:
    """A candidate for the next token.

    Attributes
    ----------
    token : int
        Its id.
    label : str
    probability : float
    before : float or None
        Its probability without the interventions in force; None if there are none.
    """

    token: int
    label: str
    probability: float
    before: float | None


def guesses(trace: Trace, untouched: Trace | None, position: int, count: int) -> list[Guess]:
    """The likeliest tokens after `position`; under interventions also those that were likeliest without them."""
    now = trace.probabilities(position)
    before = None if untouched is None else untouched.probabilities(position)
    best = largest(now, count)
    if before is not None:
        lost = int(np.argmax(before))
        if lost not in best:
            best[-1] = lost
    return [Guess(i, label_of(trace, i), float(now[i]), None if before is None else float(before[i])) for i in best]


@dataclass(frozen=True)
class Truth:
    """The token that really follows.

    Attributes
    ----------
    token : int
        Its id.
    label : str
    probability : float
    loss : float
        In nats.
    rank : int
        Its place among all candidates, from 1.
    """

    token: int
    label: str
    probability: float
    loss: float
    rank: int


def truth(trace: Trace, position: int) -> Truth | None:
    """What follows `position` in the text; None at its end."""
    if position + 1 >= len(trace):
        return None
    probabilities, following = trace.probabilities(position), trace.tokens[position + 1]
    own = probabilities[following.id]
    loss = float(trace.loss[position + 1])
    return Truth(following.id, following.label, float(own), loss, 1 + int((probabilities > own).sum()))


def label_of(trace: Trace, token: int) -> str:
    """How any token of the vocabulary is shown."""
    return trace.vocabulary[token] if trace.vocabulary else f"#{token}"


def changed_by_hand(trace: Trace | None, untouched: Trace | None) -> Trace | None:
    """The untouched trace that belongs beside `trace`; None when nothing was changed."""
    if trace is None or untouched is None or untouched is trace or untouched.ids != trace.ids:
        return None
    return untouched


def _without_start(weights: Weights) -> Weights:
    left: Weights = leave_out_start(weights.astype(np.float32)).astype(np.float64)
    left[left == NO_WEIGHT] = np.nan
    return left


def _allowed(trace: Trace, layer: int, head: int, query: int) -> Closed:
    """What the mask lets `query` see (T,)."""
    n = len(trace)
    allowed = np.arange(n) <= query
    changes = [change for change in trace.interventions if change.touches_head(layer, head)]
    for change in changes:
        if isinstance(change, ReplaceMask) and query < len(change.allowed):
            board = change.allowed[query][:n]
            allowed[: len(board)] = board
    for change in changes:
        if isinstance(change, ForbidCell) and change.kind == ForbidCell.kind and change.query == query:
            allowed[change.key : change.key + 1] = False
    return allowed
