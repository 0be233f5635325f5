"""What kind of head is this? Five scores, each beside its chance level, and a type.

Every score asks one question: *how much of its weight does the head put where a head of this type would look?* It is
the mean, over the rows in which the question has a meaning, of the weight on the places below (all with j <= t):

=============== ============================================================== ================================
type            where row t looks                                              rows that count
=============== ============================================================== ================================
previous token  j = t - 1                                                      all; row 0 has nobody before it, so a
                                                                               perfect head gets (T - 1) / T
start mark      j = 0                                                          from row 1 (row 0 has no choice); only if
                                                                               the text begins with the start mark
induction       after an earlier copy of its own token: ids[j - 1] == ids[t]   rows whose token has come before
same token      an earlier copy of its own token: j < t, ids[j] == ids[t]      rows whose token has come before
local           itself and the `LOCAL_REACH` tokens before it                  rows that can see farther than that
=============== ============================================================== ================================

Where no row counts the score is None, "not defined": a text without repeats says nothing about induction. The *chance
level* is the score of a head that looks at everything it may see alike (row t: 1 / (t + 1) on each place); it is high
in short texts and in texts that repeat themselves much, so a score means something only next to it.

The sure test is a block of n random tokens, repeated: there induction looks n - 1 tokens back, same token n, previous
token 1. (Induction heads: Olsson et al., 2022.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.arrays import Array, Ids, Mask

PREVIOUS_TOKEN, START_MARK, INDUCTION, SAME_TOKEN, LOCAL, OTHER = (
    "previous token",
    "start mark",
    "induction",
    "same token",
    "local",
    "other",
)
SCORED = (PREVIOUS_TOKEN, START_MARK, INDUCTION, SAME_TOKEN, LOCAL)
"""The types that have a score, in the order in which ties are decided."""
TYPES = (*SCORED, OTHER)

LOCAL_REACH = 4
"""A local head looks at itself and at most this many tokens back."""
TYPE_BAR = 0.25
"""How far of the way from chance to perfect a score must have come to name a head."""
LOCAL_BAR = 0.5
"""The same for ``local``, which asks for much less: five places instead of one."""


@dataclass(frozen=True)
class Target:
    """Where a head of one type would look.

    Attributes
    ----------
    places : bool (T, T)
        ``places[t, j]``: looking from t at j is what this type does. All with j <= t.
    rows : bool (T,)
        The rows that count.
    """

    places: Mask
    rows: Mask

    @property
    def defined(self) -> bool:
        """Whether any row counts."""
        return bool(self.rows.any())

    @cached_property
    def _counted(self) -> tuple[NDArray[np.intp], ...]:
        """Queries and keys of the places in the rows that count: few among all cells."""
        return np.nonzero(self.places & self.rows[:, None])

    def score(self, patterns: Array | Sequence[Array]) -> Array:
        """Mean weight on the places over the rows that count: ``(..., T, T) -> (...)``, float64."""
        if not isinstance(patterns, np.ndarray):
            return np.stack([self.score(layer) for layer in patterns])
        queries, keys = self._counted
        return np.asarray(patterns[..., queries, keys].sum(axis=-1, dtype=np.float64) / self.rows.sum())

    def chance(self) -> float:
        """The score of the uniform causal pattern, in which row t gives 1 / (t + 1) to each place it may see."""
        share = self.places.sum(axis=1) / np.arange(1, len(self.rows) + 1)
        return float(share[self.rows].mean())


def _previous_token(ids: Ids, start_token: int) -> Target:
    n = len(ids)
    return Target(np.eye(n, k=-1, dtype=bool), np.ones(n, dtype=bool))


def _start_mark(ids: Ids, start_token: int) -> Target:
    position = np.arange(len(ids))
    begins_with_mark = len(ids) > 0 and bool(ids[0] == start_token)
    rows = np.asarray((position > 0) & begins_with_mark)
    return Target(np.tile(position == 0, (len(ids), 1)), rows)


def _induction(ids: Ids, start_token: int) -> Target:
    copies = earlier_copies(ids)
    after = np.zeros_like(copies)
    after[:, 1:] = copies[:, :-1]
    return Target(after, np.asarray(copies.any(axis=1)))


def _same_token(ids: Ids, start_token: int) -> Target:
    copies = earlier_copies(ids)
    return Target(copies, np.asarray(copies.any(axis=1)))


def _local(ids: Ids, start_token: int) -> Target:
    position = np.arange(len(ids))
    lag = position[:, None] - position
    return Target(np.asarray((lag >= 0) & (lag <= LOCAL_REACH)), np.asarray(position > LOCAL_REACH))


TARGETS: Mapping[str, Callable[[Ids, int], Target]] = {
    PREVIOUS_TOKEN: _previous_token,
    START_MARK: _start_mark,
    INDUCTION: _induction,
    SAME_TOKEN: _same_token,
    LOCAL: _local,
}


def earlier_copies(ids: Ids) -> Mask:
    """``copies[t, j]``: j comes before t and holds the same token; bool ``(T, T)`` for ids ``(T,)``."""
    return np.tril(np.equal(ids[:, None], ids), k=-1)


@dataclass(frozen=True)
class HeadScores:
    """Scores and types of many heads on one text.

    Attributes
    ----------
    scores : dict of str to (float64 array or None)
        For every name in `SCORED` the score of each head, in the shape of the heads, ``(L, H)`` or ``(H,)``; None
        where this text does not define it.
    chance : dict of str to (float or None)
        The chance level of each score, the same for all heads.
    types : array of str
        The type of each head, in the shape of the heads (see `classify`).
    """

    scores: Mapping[str, Array | None]
    chance: Mapping[str, float | None]
    types: NDArray[np.str_]

    def of(self, *head: int) -> dict[str, float | None]:
        """The five scores of one head: ``of(layer, head)``, both counted from 0."""
        return {name: None if score is None else float(score[head]) for name, score in self.scores.items()}


def head_scores(patterns: Array | Sequence[Array], ids: Ids, start_token: int = 0) -> HeadScores:
    """Score and name every head. The patterns are only read.

    Parameters
    ----------
    patterns : array (L, H, T, T), (H, T, T) or (T, T), or L arrays (H, T, T)
        Weights; ``patterns[..., t, j]``: query t looks at key j.
    ids : int array (T,)
        The tokens of the text. When the start mark is left out of the patterns, leave it out here too: the start-mark
        score is then not defined.
    start_token : int
        Id of the start mark.

    Raises
    ------
    ValueError
        The patterns do not fit the ids.
    """
    ids = np.asarray(ids)
    parts = [patterns] if isinstance(patterns, np.ndarray) else patterns
    shapes = {part.shape for part in parts}
    if ids.ndim != 1 or any(shape[-2:] != (len(ids), len(ids)) for shape in shapes) or len(shapes) != 1:
        raise ValueError(f"patterns of shape {shapes} do not fit ids of shape {ids.shape}")
    heads = (*([] if isinstance(patterns, np.ndarray) else [len(patterns)]), *shapes.pop()[:-2])
    scores: dict[str, Array | None] = {}
    chance: dict[str, float | None] = {}
    for name, target_of in TARGETS.items():
        target = target_of(ids, start_token)
        scores[name] = target.score(patterns) if target.defined else None
        chance[name] = target.chance() if target.defined else None
    types = np.full(heads, OTHER, dtype=f"<U{max(map(len, TYPES))}")
    types[...] = classify(scores, chance)
    return HeadScores(scores, chance, types)


def classify(scores: Mapping[str, Any], chance: Mapping[str, float | None]) -> NDArray[np.str_]:
    """Name heads by their scores.

    The *lift* of a score is how far it has come from chance to perfect: (score - chance) / (1 - chance). The type is
    the one with the largest lift among previous token, start mark, induction and same token, if that lift is at least
    `TYPE_BAR`; else ``local``, if its lift is at least `LOCAL_BAR`; else ``other``. (A previous-token head is local as
    well: the sharper name goes first. Equal lifts: the earlier in `SCORED`.)

    Parameters
    ----------
    scores : dict of str to (float, array or None)
        By the names in `SCORED`, arrays all of one shape. None, or a name left out: not defined, never the type.
    chance : dict of str to (float or None)

    Returns
    -------
    types : array of str
        In the shape of the scores, ``()`` for single numbers; ``str(...)`` gives a single name.
    """
    lifts = {name: lift for name in SCORED if (lift := _lift(scores.get(name), chance.get(name))) is not None}
    local = lifts.pop(LOCAL, np.asarray(-np.inf))
    names = np.array([*lifts, OTHER])
    stacked = np.stack(np.broadcast_arrays(*lifts.values(), np.asarray(TYPE_BAR)))
    sharp = names[stacked.argmax(axis=0)]  # the first of equal ones: a lift that just reaches the bar counts
    return np.where((sharp == OTHER) & (local >= LOCAL_BAR), LOCAL, sharp)


def _lift(score: Any, chance: float | None) -> Array | None:
    """(score - chance) / (1 - chance); None when not defined or when nobody can do better than chance."""
    if score is None or chance is None or chance >= 1:
        return None
    return (np.asarray(score, dtype=np.float64) - chance) / (1 - chance)


def repeat_positions(ids: Ids) -> Mask:
    """Which predicted tokens complete a pair of tokens that the text has shown before?

    Parameters
    ----------
    ids : int array (T,)

    Returns
    -------
    repeated : bool (T - 1,)
        Entry i belongs to the prediction of token i + 1: True when the pair (ids[i], ids[i + 1]) occurs earlier in
        the text. What a model loses less on these than on the others is what it has learned from the text itself.
    """
    ids = np.asarray(ids)
    if len(ids) < 2:
        return np.zeros(0, dtype=bool)
    _, number = np.unique(ids, return_inverse=True)  # ids may be any integers; numbers are below T
    pairs = number.reshape(-1)[:-1] * len(ids) + number.reshape(-1)[1:]
    repeated = np.ones(len(pairs), dtype=bool)
    repeated[np.unique(pairs, return_index=True)[1]] = False  # index of the first time of each pair
    return repeated


def first_and_repeat(ids: Ids) -> tuple[Mask, Mask]:
    """Masks ``(T - 1,)`` of the predicted tokens whose pair occurs for the first time, and of those seen before."""
    repeated = repeat_positions(ids)
    return ~repeated, repeated
