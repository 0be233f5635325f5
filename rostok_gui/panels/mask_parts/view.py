"""What the panel “Causal mask” shows, computed from the shared state without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.mask import MaskReport, causal, check, close
from rostok_gui.attention.scores import scaled_scores
from rostok_gui.attention.softmax import softmax
from rostok_gui.model.trace import Trace
from rostok_gui.state.app_state import AppState, Board, Live, Selection

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


@dataclass(frozen=True, eq=False)
class MaskView:
    """Everything on the panel; what only some parts of it need is computed when it is first asked for.

    Attributes
    ----------
    board : Board
    selection : Selection
    before : Trace or None
        The text gone through the model as it is.
    after : Trace or None
        The same under the mask; None as long as the mask is not in force or that run is not here yet.
    in_force : bool
        Whether the board is applied to the model.
    """

    board: Board
    selection: Selection
    before: Trace | None
    after: Trace | None
    in_force: bool

    @classmethod
    def of(cls, state: AppState, live: Live) -> MaskView:
        """The view of a state and of what the worker said about it."""
        in_force = state.board_intervention is not None
        after = live.trace if in_force and _runs(live.trace, live.untouched, state) else None
        return cls(state.board, state.selection, live.untouched, after, in_force)

    def shows(self, other: MaskView) -> bool:
        """Whether `other` looks the same."""
        same = (self.board, self.selection) == (other.board, other.selection)
        return same and _same_pass(self.before, other.before) and _same_pass(self.after, other.after)

    @cached_property
    def allowed(self) -> Mask:
        """The board, bool (T, T)."""
        return np.array(self.board.allowed, dtype=bool)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """One for every row of the board; "" where the text has no token."""
        tokens = self.before.tokens if self.before is not None else ()
        return tuple(tokens[t].label if t < len(tokens) else "" for t in range(len(self.board.allowed)))

    @cached_property
    def report(self) -> MaskReport:
        """What is wrong with the mask."""
        return check(self.allowed)

    @property
    def row(self) -> int | None:
        """The selected query, if it is on the board; the last row while none is selected."""
        size, query = len(self.board.allowed), self.selection.query
        if query is None:
            return size - 1 if self.before is not None and size <= len(self.before) else None
        return query if query < size else None

    @property
    def column(self) -> int | None:
        """The selected key, if it is on the board."""
        key = self.selection.key
        return key if key is not None and key < len(self.board.allowed) else None

    @property
    def layer(self) -> int:
        """The layer of the head whose weights are shown, from 0."""
        return self.selection.layer

    @property
    def head(self) -> int:
        """The head whose weights are shown, from 0."""
        return self.selection.head

    @property
    def has_weights(self) -> bool:
        """Whether there is a head to take weights from."""
        return self.before is not None and bool(self.before.layers)

    @cached_property
    def weights(self) -> Weights | None:
        """Weights (n, n) of the n tokens that are both in the text and on the board; None without a head."""
        source = self.after or self.before
        if source is None or not source.layers:
            return None
        return head_weights(source, self.layer, self.head, self.allowed, untouched=self.after is None)

    @cached_property
    def scores(self) -> Weights | None:
        """What the same tokens' weights are made from, before mask and softmax."""
        source = self.after or self.before
        if source is None or not source.layers:
            return None
        return head_scores(source, self.layer, self.head, min(len(self.allowed), len(source)))

    @property
    def from_model(self) -> bool:
        """Whether the weights come from the model that ran under this mask (else: its scores, masked here)."""
        return self.after is not None

    @property
    def waiting(self) -> bool:
        """Whether the run under the mask is not here yet."""
        return self.in_force and self.after is None

    @property
    def position(self) -> int | None:
        """The token whose successor is predicted."""
        if self.before is None:
            return None
        if self.selection.query is None:
            return min(len(self.board.allowed), len(self.before)) - 1
        return self.selection.query_in(len(self.before))

    @property
    def position_label(self) -> str:
        """Its text."""
        position = self.position
        return "" if self.before is None or position is None else self.before.tokens[position].label

    @cached_property
    def next_tokens(self) -> tuple[NextToken, ...]:
        """The likeliest next tokens and the true one."""
        return _next_tokens(self.before, self.after, self.position)


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


def _same_pass(one: Trace | None, other: Trace | None) -> bool:
    """Whether two traces hold the numbers of one pass: a pass that was asked for again is wrapped anew."""
    return one is other or (one is not None and other is not None and one.logits is other.logits)


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
