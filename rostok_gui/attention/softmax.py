"""From scores to weights: softmax with a temperature, and its exact cold limit.

``weights = exp(scores / temperature) / sum(exp(scores / temperature))``

Three cases in which this plain formula gives NaN are decided here, once for the whole program:

* a closed score (-inf, what the mask writes) has the weight exactly 0;
* a row in which every score is closed has only zeros: there is nothing to mix, and the mixture is the zero vector;
* at temperature 0 softmax is a dictionary look-up: the largest score takes all, equal largest scores share equally.
"""

from __future__ import annotations

import math

import numpy as np

from rostok_gui.attention.arrays import Array, as_floats


def softmax(scores: Array, temperature: float = 1.0, axis: int = -1) -> Array:
    """Turn scores into weights that are at least 0 and sum to 1 along `axis`.

    Parameters
    ----------
    scores : array, any shape
        -inf marks a closed place. +inf beats every finite score.
    temperature : float
        0 (the cold limit) to inf (all open places alike). A long query has the effect of a low temperature.

    Returns
    -------
    weights : array
        Shape of `scores`, in its float type (float64 for integers). A row that is closed everywhere is all zeros.

    Raises
    ------
    ValueError
        A score is NaN; the temperature is negative or NaN.
    """
    parts = exponents(scores, temperature, axis)
    total = parts.sum(axis=axis, keepdims=True)
    return parts / np.where(total == 0, 1, total)  # total is 0 only where the whole row is closed


def exponents(scores: Array, temperature: float = 1.0, axis: int = -1) -> Array:
    """Return ``exp((score - largest score) / temperature)``: what softmax divides by its sum.

    Taking the largest score off first changes no weight (it cancels in the fraction) and keeps exp from overflowing:
    the largest exponent is always 1. Parameters and errors are those of `softmax`.
    """
    scores = as_floats(scores)
    if not temperature >= 0:
        raise ValueError(f"temperature must be 0 or more, not {temperature}")
    if np.isnan(scores).any():
        raise ValueError("a score is NaN")
    largest = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    is_open, is_largest = scores != -np.inf, scores == largest
    if temperature == 0:
        return np.asarray(is_open & is_largest, dtype=scores.dtype)
    if math.isinf(temperature):
        return np.asarray(is_open, dtype=scores.dtype)
    with np.errstate(all="ignore"):  # far apart or very cold: the quotient is -inf and its exponent 0, as it should be
        below = (scores.astype(np.float64) - largest) / temperature
        parts = np.exp(np.where(is_largest, 0.0, below))  # where: +inf - +inf
        return np.where(is_open, parts, 0.0).astype(scores.dtype)


def argmax_weights(scores: Array, axis: int = -1) -> Array:
    """Weights of a dictionary look-up: 1 on the largest score, shared equally by equal largest ones."""
    return softmax(scores, 0.0, axis)


def sharpness(temperature: float) -> float:
    """Return 1 / temperature, the factor on the scores; inf at temperature 0.

    Raises
    ------
    ValueError
        The temperature is negative or NaN.
    """
    if not temperature >= 0:
        raise ValueError(f"temperature must be 0 or more, not {temperature}")
    try:
        return 1.0 / temperature
    except ZeroDivisionError:
        return math.inf
