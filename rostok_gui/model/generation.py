"""Choosing the next token of a text that a model writes.

The key-value cache of writing is *resume* itself (`model.inspected`): a new token at the end is a corner of one row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Sampling:
    """How the next token is drawn.

    Attributes
    ----------
    temperature : float
        Logits are divided by it; 0 takes the likeliest token.
    top_k : int
        Only the k likeliest tokens stay; 0: all.
    top_p : float
        Of these only the likeliest that together reach this probability stay (Holtzman et al., 2020); 1: all.
    seed : int
        Equal seeds give equal texts on one device.
    """

    temperature: float = 0.8
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0


def next_token_distribution(logits: NDArray[np.float32], sampling: Sampling) -> NDArray[np.float64]:
    """The distribution (V,) from which the next token is drawn, given its `logits` (V,)."""
    logits = logits.astype(np.float64)
    order = np.argsort(-logits, kind="stable")
    result = np.zeros(len(logits))
    if sampling.temperature == 0:
        result[order[0]] = 1.0
        return result
    with np.errstate(over="ignore"):  # towards the cold limit the differences may become -inf: no chance at all
        ranked = np.exp((logits[order] - logits[order[0]]) / sampling.temperature)
    ranked[sampling.top_k or len(ranked) :] = 0.0
    ranked /= ranked.sum()
    reached = np.cumsum(ranked) - ranked >= sampling.top_p  # by the tokens before this one
    reached[0] = False
    ranked[reached] = 0.0
    result[order] = ranked / ranked.sum()
    return result


def draw(distribution: NDArray[np.float64], seed: int, step: int) -> int:
    """Draw a token id; the same for the same seed and step, however the text came to be."""
    place = np.random.default_rng([seed, step]).random()
    return min(int(np.searchsorted(np.cumsum(distribution), place, side="right")), int(distribution.nonzero()[0][-1]))


def slid(ids: Sequence[int], context: int) -> list[int]:
    """A text with room for one more token.

    A text that fills its context keeps the start mark and its last three quarters: giving up a quarter at once means
    that only one step in many has to compute everything anew.
    """
    return [ids[0], *ids[-(context * 3 // 4) :]] if len(ids) >= context else list(ids)
