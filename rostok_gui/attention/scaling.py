"""Why the scores are divided by sqrt(d).

A score is a sum of d products. When the numbers of query and key are independent with mean 0 and spread 1, each product
has variance 1, so the sum has variance d and spread sqrt(d) (Vaswani et al., 2017). Scores that far apart make softmax
hard: one weight near 1, the others near 0. There its gradient is almost zero, and training does not get off the ground.
Divided by sqrt(d) the scores have spread 1 for every d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from rostok_gui.attention.arrays import Array, as_floats

NONE, SQRT_D, D, SQRT_D_MODEL, QK_NORM = "none", "sqrt(d)", "d", "sqrt(d_model)", "QK-norm"

DIVISORS: Mapping[str, Callable[[int, int], float]] = MappingProxyType(
    {
        NONE: lambda d, d_model: 1.0,
        SQRT_D: lambda d, d_model: d**0.5,
        D: lambda d, d_model: float(d),
        SQRT_D_MODEL: lambda d, d_model: d_model**0.5,
        QK_NORM: lambda d, d_model: d**0.5,
    }
)
"""Name -> what the scores are divided by, from the head width d and the model width. Dividing by the root of the model
width is the common slip; QK-norm divides by sqrt(d) too, after query and key were given the root mean square 1."""


def theory_spread(d: int, divisor: str = NONE, d_model: int = 384) -> float:
    """Standard deviation of the score of two random vectors of d standard normal numbers.

    With QK-norm it is exactly 1 for every d as well, however long the vectors were before: the cosine of two random
    directions has the variance 1 / d.
    """
    return float(d**0.5 / DIVISORS[divisor](d, d_model))


def sample_scores(
    rng: np.random.Generator,
    d: int,
    n: int,
    n_keys: int = 1,
    divisor: str = NONE,
    d_model: int = 384,
    dtype: Any = np.float64,
) -> Array:
    """Scores of random queries with random keys.

    Parameters
    ----------
    rng : numpy Generator
    d : int
        Width of query and key.
    n, n_keys : int
        Number of queries, and of keys that each of them looks at (each query has its own).
    divisor : str
        A name in `DIVISORS`.
    dtype : float32 or float64
        float32 is faster.

    Returns
    -------
    scores : array (n, n_keys)
    """
    blocks = list(score_blocks(rng, d, n, n_keys, divisor, d_model, dtype))
    return np.concatenate([np.empty((0, n_keys), dtype=dtype), *blocks])


def score_blocks(
    rng: np.random.Generator,
    d: int,
    n: int,
    n_keys: int = 1,
    divisor: str = NONE,
    d_model: int = 384,
    dtype: Any = np.float64,
) -> Iterator[Array]:
    """The rows of `sample_scores` piece by piece, a few milliseconds each: for a window that must not wait."""
    block = max(1, NUMBERS_AT_ONCE // (d * n_keys))
    scale = np.asarray(DIVISORS[divisor](d, d_model), dtype=dtype)
    for start in range(0, n, block):
        rows = min(block, n - start)
        query = _normed(rng.standard_normal((rows, 1, d), dtype=dtype), divisor)
        keys = _normed(rng.standard_normal((rows, n_keys, d), dtype=dtype), divisor)
        yield np.asarray(np.einsum("nid,njd->nj", query, keys) / scale)


NUMBERS_AT_ONCE = 1 << 19
"""How many numbers of keys are drawn at a time: few enough to stay in the cache, enough to be fast."""


def _normed(x: Array, divisor: str) -> Array:
    return unit_rms(x) if divisor == QK_NORM else x


def unit_rms(x: Array) -> Array:
    """Vectors ``(..., D)`` divided by their root mean square: what QK-norm does before its learned factors.

    A zero vector stays zero.
    """
    x = as_floats(x)
    size = np.sqrt(np.mean(x * x, axis=-1, keepdims=True))
    return np.asarray(x / np.where(size == 0, 1, size))


def softmax_gradient_norm(weights: Array) -> Array:
    """How strongly the weights answer to the scores: the size of the softmax gradient.

    The Jacobian of softmax is ``diag(w) - w w^T``. Its Frobenius norm in closed form is
    ``sqrt(sum_i w_i^2 (1 - w_i)^2 + sum_{i != j} w_i^2 w_j^2)``: 0 when one weight has everything, for N equal weights
    ``sqrt(N - 1) / N``, so for two keys at most 1/2.

    Parameters
    ----------
    weights : array (..., N)
        Rows that sum to 1. A row of zeros (nothing allowed) has gradient 0.

    Returns
    -------
    norm : float64 array (...)
    """
    # In ascending order every "rest" is a sum of smaller numbers, so that nothing is lost by subtraction where the
    # norm is tiny: 1 - w of the largest weight is the sum of the others.
    w = np.sort(np.asarray(weights, dtype=np.float64), axis=-1)
    if w.shape[-1] == 0:
        return np.zeros(w.shape[:-1])
    rest = 1.0 - w
    rest[..., -1] = w[..., :-1].sum(axis=-1)
    squares = w * w
    below = np.zeros_like(squares)
    below[..., 1:] = np.cumsum(squares, axis=-1)[..., :-1]
    return np.asarray(np.sqrt((squares * rest * rest).sum(axis=-1) + 2 * (squares * below).sum(axis=-1)))
