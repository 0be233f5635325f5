"""What the panel “Causal mask” shows, computed from the shared state without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.mask import MaskReport, causal, check, close
from rostok_gui.attention.scores import scaled_scores
from rostok_gui.attention.softmax import softmax
from rostok_gui.model.trace import Trace
from rostok_gui.state.app_state import AppState, Live

Mask = NDArray[np.bool_]
Weights = NDArray[np.floating[Any]]

SMALLEST, LARGEST = 2, 16
CANDIDATES = 5


@dataclass(frozen=True)
class NextToken:
    """A candidate for the token after the position looked at; `after` is None where nothing was changed."""

    label: str
    before: float
    after: float | None
    true: bool


@dataclass(frozen=True)
class MaskView:
    """Everything on the panel.

    Attributes
    ----------
    labels : tuple of str
        One for every row of the board; "" where the text has no token.
    allowed : bool (T, T)
    report : MaskReport
    row, column : int or None
        The selected query and key, if they are on the board.
    layer, head : int
        The head whose weights are shown, from 0.
    weights : (n, n) or None
        Weights of the n tokens that are both in the text and on the board; None without a trace.
    scores : (n, n) or None
        What the same tokens' weights are made from, before mask and softmax.
    from_model : bool
        Whether the weights come from the model that ran under this mask (else: its scores, masked here).
    in_force, waiting : bool
        Whether the board is applied to the model; whether that run is not here yet.
    position : int or None
        The token whose successor is predicted.
    next_tokens : tuple of NextToken
    """

    labels: tuple[str, ...]
    allowed: Mask
    report: MaskReport
    row: int | None
    column: int | None
    layer: int
    head: int
    weights: Weights | None
    scores: Weights | None
    from_model: bool
    in_force: bool
    waiting: bool
    position: int | None
    position_label: str
    next_tokens: tuple[NextToken, ...]

    @classmethod
    def of(cls, state: AppState, live: Live) -> MaskView:
        """The view of a state and of what the worker said about it."""
        allowed = np.array(state.board.allowed, dtype=bool)
        size, before = len(allowed), live.untouched
        tokens = before.tokens if before is not None else ()
        labels = tuple(tokens[t].label if t < len(tokens) else "" for t in range(size))
        chosen = state.selection
        in_force = state.board_intervention is not None
        after = live.trace if in_force and _runs(live.trace, before, state) else None
        weights = scores = None
        if before is not None and before.layers:
            source = after or before
            weights = head_weights(source, chosen.layer, chosen.head, allowed, untouched=after is None)
            scores = head_scores(source, chosen.layer, chosen.head, len(weights))
        position = None
        if before is not None:
            position = min(size, len(before)) - 1 if chosen.query is None else chosen.query_in(len(before))
        query, key = chosen.query, chosen.key
        return cls(
            labels=labels,
            allowed=allowed,
            report=check(allowed),
            row=query
            if query is not None and query < size
            else (size - 1 if query is None and size <= len(tokens) else None),
            column=key if key is not None and key < size else None,
            layer=chosen.layer,
            head=chosen.head,
            weights=weights,
            scores=scores,
            from_model=after is not None,
            in_force=in_force,
            waiting=in_force and after is None,
            position=position,
            position_label=before.tokens[position].label if before is not None and position is not None else "",
            next_tokens=_next_tokens(before, after, position),
        )


def head_weights(trace: Trace, layer: int, head: int, allowed: Mask, *, untouched: bool) -> Weights:
    """Weights (n, n) of one head over the tokens on the board.

    Parameters
    ----------
    untouched : bool
        True: the trace ran without the mask; its scores are masked here. False: it ran under the mask; its own weights
        are taken.
    """
    n = min(len(allowed), len(trace))
    if not untouched:
        return trace.pattern(layer, head)[:n, :n]
    return softmax(close(head_scores(trace, layer, head, n), allowed[:n, :n]))


def head_scores(trace: Trace, layer: int, head: int, n: int) -> Weights:
    """Scores (n, n) of one head over the first n tokens, the future too."""
    scores = trace.scores(layer, head)[:n, :n]
    if np.isnan(scores).any():  # the future of rows that ran when the text was shorter: the model never needed it
        one = trace.layers[layer]
        scores = np.where(np.isnan(scores), scaled_scores(one.q.of(head)[:n], one.k.of(head)[:n]), scores)
    return scores


def resized(allowed: Mask, size: int) -> Mask:
    """The same mask for another number of tokens: what is new is causal."""
    result: Mask = causal(size)
    n = min(size, len(allowed))
    result[:n, :n] = allowed[:n, :n]
    return result


def rows_of(allowed: Mask) -> tuple[tuple[bool, ...], ...]:
    """A mask as the state keeps it."""
    return tuple(tuple(row) for row in allowed.tolist())


def _runs(trace: Trace | None, before: Trace | None, state: AppState) -> bool:
    """Whether `trace` is the one of this text under the interventions of `state`."""
    return (
        trace is not None
        and before is not None
        and trace.interventions == state.interventions
        and trace.ids == before.ids
    )


def _next_tokens(before: Trace | None, after: Trace | None, position: int | None) -> tuple[NextToken, ...]:
    """The likeliest before and after, likeliest (after, if there is one) first; the true one is marked."""
    if before is None or position is None:
        return ()
    old = before.probabilities(position)
    new = after.probabilities(position) if after is not None else None
    ids = [i for i, _ in before.candidates(position, CANDIDATES)]
    if after is not None:
        ids += [i for i, _ in after.candidates(position, CANDIDATES) if i not in ids]
    truth = before.ids[position + 1] if position + 1 < len(before) else None
    if truth is not None and truth not in ids:
        ids.append(truth)
    ids.sort(key=lambda i: -(old if new is None else new)[i])
    return tuple(
        NextToken(
            before.vocabulary[i] if before.vocabulary else f"#{i}",
            float(old[i]),
            None if new is None else float(new[i]),
            i == truth,
        )
        for i in ids
    )
