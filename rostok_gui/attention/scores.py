"""One query looks at some keys: scores, weights, mixture. And the scores of all tokens at once.

1. ``score_j = q . k_j``             how well does key j answer the query?
2. ``weights = softmax(scores)``      shares that sum to 1
3. ``output = sum_j weight_j v_j``    the weighted mean of the values
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rostok_gui.attention.arrays import Array, as_floats
from rostok_gui.attention.softmax import exponents, softmax


def products(query: Array, key: Array) -> Array:
    """The D products whose sum is the score of one query and one key: ``(D,), (D,) -> (D,)``."""
    return np.asarray(as_floats(query) * as_floats(key))


def dot_scores(query: Array, keys: Array) -> Array:
    """The score of one query with each key: ``(D,), (N, D) -> (N,)``."""
    return np.asarray(as_floats(keys) @ as_floats(query))


def scaled_scores(q: Array, k: Array, divisor: float | None = None) -> Array:
    """The scores of all queries with all keys, ``Q K^T / divisor``.

    Parameters
    ----------
    q, k : array (..., T, D)
    divisor : float, optional
        sqrt(D) if not given: D is the width of the head, not of the model (Vaswani et al., 2017).

    Returns
    -------
    scores : array (..., T, T)
        Row: query, column: key.
    """
    q, k = as_floats(q), as_floats(k)
    return np.asarray(q @ np.swapaxes(k, -1, -2) / (q.shape[-1] ** 0.5 if divisor is None else divisor))


@dataclass(frozen=True)
class Attended:
    """What one query took from N tokens.

    Attributes
    ----------
    scores, exponents, weights : array (N,)
        Exponents as in `softmax.exponents`: after the largest score was taken off.
    output : array, shape of one value
    """

    scores: Array
    exponents: Array
    weights: Array
    output: Array


def attend(query: Array, keys: Array, values: Array, temperature: float = 1.0, divisor: float = 1.0) -> Attended:
    """Attention of one query.

    Parameters
    ----------
    query : array (D,)
    keys : array (N, D)
    values : array (N, ...)
        Any numbers to be mixed: vectors of the head, or colours.
    temperature : float
        0 is the dictionary look-up.
    divisor : float
        Divides the scores: 1 on the plane, sqrt(D) in the model.

    Raises
    ------
    ValueError
        The temperature is negative, or a score is NaN.
    """
    scores = dot_scores(query, keys) / divisor
    weights = softmax(scores, temperature)
    output = np.tensordot(weights, as_floats(values), axes=1)
    return Attended(scores, exponents(scores, temperature), weights, np.asarray(output))
