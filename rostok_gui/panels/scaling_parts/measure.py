"""Scores of queries and keys of d numbers, random or real, and what softmax makes of them under every divisor.

Everything that takes time is a generator that pauses after a few milliseconds of work, so that a window can go on.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from rostok_gui.attention.arrays import Array, Mask
from rostok_gui.attention.mask import causal, close
from rostok_gui.attention.scaling import (
    DIVISORS,
    NONE,
    QK_NORM,
    score_blocks,
    softmax_gradient_norm,
    theory_spread,
    unit_rms,
)
from rostok_gui.attention.scores import scaled_scores
from rostok_gui.attention.softmax import softmax

LEAST_SCORES = 10_000
"""Random scores that are drawn for every width, at least."""
LARGEST_D = 1024
WIDTHS = tuple(2**power for power in range(11))
"""Widths for the curves: 1, 2, 4 ... 1024."""
ROWS_AT_ONCE = 128


@dataclass(frozen=True, eq=False)
class Sample:
    """Scores of one width.

    Attributes
    ----------
    d : int
    raw, normed : float32 (N, n_keys)
        q . k of the vectors as they are, and after QK-norm; one row a query. -inf: not there (the future).
    d_model : int
        Of the model in question: the common slip divides by its root.
    is_random : bool
        Whether the theory of independent numbers holds for it.
    """

    d: int
    raw: Array
    normed: Array
    d_model: int
    is_random: bool

    def scores(self, divisor: str) -> Array:
        """The scores under a divisor, float32 (N, n_keys)."""
        base = self.normed if divisor == QK_NORM else self.raw
        return np.asarray(base / np.float32(DIVISORS[divisor](self.d, self.d_model)))


@dataclass(frozen=True)
class Point:
    """What one divisor does at one width.

    Attributes
    ----------
    n_score : int
        Number of scores behind it.
    spread : float
        Standard deviation of the scores.
    theory : float
        What it should be for independent numbers of spread 1.
    largest : float
        Largest weight of a query, mean over the queries.
    gradient : float
        Size of the softmax gradient of the median query.
    """

    d: int
    divisor: str
    n_score: int
    spread: float
    theory: float
    largest: float
    gradient: float


def random_sample(d: int, n_keys: int, seed: int, d_model: int) -> Generator[None, None, Sample]:
    """Draw `LEAST_SCORES` scores or a few more of random queries with `n_keys` random keys each."""
    n_query = -(-LEAST_SCORES // n_keys)
    parts: dict[str, list[Array]] = {NONE: [], QK_NORM: []}
    for number, (divisor, blocks) in enumerate(parts.items()):
        rng = np.random.default_rng([seed, d, number])
        for block in score_blocks(rng, d, n_query, n_keys, divisor, d_model, np.float32):
            # Dividing comes later, for all divisors alike.
            blocks.append(block * np.float32(DIVISORS[divisor](d, d_model)))
            yield
    raw, normed = (np.concatenate(blocks) for blocks in parts.values())
    return Sample(d, raw, normed, d_model, True)


def real_sample(q: Array, k: Array, d: int, d_model: int, allowed: Mask | None = None) -> Generator[None, None, Sample]:
    """Scores of the first `d` numbers of real queries and keys ``(T, D)``, each query with the keys that it may see.

    The first query is left out: it sees itself alone, so its one weight is 1 whatever the scores are.
    """
    allowed = causal(len(q)) if allowed is None else allowed
    results = []
    for prepared in (lambda x: x[:, :d], lambda x: unit_rms(x[:, :d])):
        results.append(close(scaled_scores(prepared(q), prepared(k), 1.0), allowed)[1:])
        yield
    return Sample(d, results[0], results[1], d_model, False)


def real_widths(d_head: int) -> tuple[int, ...]:
    """Widths for the curves of a head of `d_head` numbers: the powers of two up to it, and itself."""
    return tuple(sorted({d for d in WIDTHS if d < d_head} | {d_head}))


def measure(sample: Sample, divisor: str) -> Generator[None, None, Point]:
    """Spread of the scores, and how hard softmax is on them."""
    scores = sample.scores(divisor)
    there = scores[np.isfinite(scores)].astype(np.float64)
    largest, gradient = [], []
    for rows in _blocks(scores):
        weights = softmax(rows.astype(np.float64))
        largest.append(weights.max(axis=1))
        gradient.append(softmax_gradient_norm(weights))
        yield
    return Point(
        sample.d,
        divisor,
        there.size,
        float(there.std()),
        theory_spread(sample.d, divisor, sample.d_model),
        float(np.concatenate(largest).mean()),
        float(np.median(np.concatenate(gradient))),
    )


def _blocks(scores: Array) -> Iterator[Array]:
    for start in range(0, len(scores), ROWS_AT_ONCE):
        yield scores[start : start + ROWS_AT_ONCE]


def measure_all(sample: Sample) -> Generator[None, None, tuple[Point, ...]]:
    """All divisors."""
    points = []
    for divisor in DIVISORS:
        points.append((yield from measure(sample, divisor)))
    return tuple(points)


def finish(work: Generator[None, None, Sample]) -> Sample:
    """Run a sample to its end at once."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            sample: Sample = stop.value
            return sample
