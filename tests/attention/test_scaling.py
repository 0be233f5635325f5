"""Why sqrt(d): sampled scores against the theory, and the gradient against the Jacobian."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostok_gui.attention.scaling import (
    DIVISORS,
    QK_NORM,
    SQRT_D,
    SQRT_D_MODEL,
    sample_scores,
    score_blocks,
    softmax_gradient_norm,
    theory_spread,
    unit_rms,
)
from rostok_gui.attention.softmax import softmax


def test_divisors() -> None:
    assert {name: divisor(64, 384) for name, divisor in DIVISORS.items()} == {
        "none": 1,
        "sqrt(d)": 8,
        "d": 64,
        "sqrt(d_model)": pytest.approx(19.5959, abs=1e-4),
        "QK-norm": 8,
    }


def test_theory() -> None:
    assert [theory_spread(d) for d in (1, 4, 64, 1024)] == [1, 2, 8, 32]
    assert [theory_spread(d, SQRT_D) for d in (1, 64, 1000)] == pytest.approx([1, 1, 1])
    assert [theory_spread(d, QK_NORM) for d in (1, 64, 1000)] == pytest.approx([1, 1, 1])
    assert theory_spread(64, "d") == 1 / 8
    assert theory_spread(64, SQRT_D_MODEL) == pytest.approx((64 / 384) ** 0.5)


@pytest.mark.parametrize("divisor", DIVISORS)
@pytest.mark.parametrize("d", [1, 2, 16, 256])
def test_sampled_spread_meets_the_theory(divisor: str, d: int) -> None:
    scores = sample_scores(np.random.default_rng(d), d, 10_000, divisor=divisor)
    # With n samples a measured spread strays by about sqrt((kurtosis - 1) / 4 n); a product of two normal numbers
    # (d = 1) has kurtosis 9, so 1.4 %. Five times that never happens by chance.
    assert scores.shape == (10_000, 1)
    assert scores.std() == pytest.approx(theory_spread(d, divisor), rel=0.07)
    assert abs(scores.mean()) < 0.06 * theory_spread(d, divisor)


def test_blocks_do_not_change_the_samples_and_rows_share_their_query() -> None:
    small = sample_scores(np.random.default_rng(1), 3, 5, n_keys=4)
    rng = np.random.default_rng(1)
    query, keys = rng.standard_normal((5, 1, 3)), rng.standard_normal((5, 4, 3))
    expected = [[sum(query[i, 0] * keys[i, j]) for j in range(4)] for i in range(5)]
    np.testing.assert_allclose(small, expected, rtol=1e-12)
    large = sample_scores(np.random.default_rng(1), 1024, 1200, n_keys=2, dtype=np.float32)  # several blocks
    assert large.dtype == np.float32
    assert large.std(axis=0) == pytest.approx([32, 32], rel=0.1)
    assert len(np.unique(large)) > 0.99 * large.size  # no block is a copy of another
    pieces = list(score_blocks(np.random.default_rng(1), 1024, 1200, n_keys=2, dtype=np.float32))
    assert len(pieces) > 1
    np.testing.assert_array_equal(np.concatenate(pieces), large)
    assert sample_scores(np.random.default_rng(1), 4, 0, n_keys=3).shape == (0, 3)


def test_qk_norm_bounds_the_scores() -> None:
    scores = sample_scores(np.random.default_rng(2), 4, 5000, divisor=QK_NORM)
    assert np.abs(scores).max() <= 2 + 1e-12  # sqrt(d): the cosine is at most 1
    np.testing.assert_allclose((unit_rms(np.array([[3.0, 4.0], [1e9, 0.0]])) ** 2).mean(axis=1), 1)
    assert unit_rms(np.zeros((2, 3))).tolist() == [[0] * 3] * 2


@given(st.lists(st.floats(-12, 12), min_size=1, max_size=9), st.floats(0.05, 4))
def test_gradient_norm_is_that_of_the_jacobian(scores: list[float], temperature: float) -> None:
    w = softmax(np.array(scores), temperature)
    jacobian = np.diag(w) - np.outer(w, w)
    assert softmax_gradient_norm(w) == pytest.approx(np.linalg.norm(jacobian), rel=1e-6, abs=1e-12)


def test_gradient_norm_against_moving_the_scores() -> None:
    scores, step = np.array([0.3, -1.2, 0.9, 2.0]), 1e-6
    columns = [(softmax(scores + step * e) - softmax(scores - step * e)) / (2 * step) for e in np.eye(4)]
    assert softmax_gradient_norm(softmax(scores)) == pytest.approx(np.linalg.norm(columns), rel=1e-8)


def test_gradient_norm_where_it_dies() -> None:
    assert softmax_gradient_norm(np.array([1.0, 0.0, 0.0])) == 0
    assert softmax_gradient_norm(np.zeros(3)) == 0
    assert softmax_gradient_norm(np.full(5, 0.2)) == pytest.approx(2 / 5)
    for gap in (20.0, 40.0, 100.0, 300.0):  # two weights, 1 and e: the four entries of the Jacobian are all +-e
        e = np.exp(-gap)
        assert softmax_gradient_norm(softmax(np.array([0.0, -gap]))) == pytest.approx(2 * e, rel=1e-6)


def test_gradient_norm_row_by_row() -> None:
    w = softmax(np.random.default_rng(4).standard_normal((3, 5, 6)) * 3)
    norms = softmax_gradient_norm(w)
    assert norms.shape == (3, 5)
    assert norms[2, 1] == pytest.approx(float(softmax_gradient_norm(w[2, 1])))
    assert softmax_gradient_norm(np.zeros((2, 0))).tolist() == [0, 0]


def test_without_the_division_the_gradient_dies_with_it_it_does_not() -> None:
    rng = np.random.default_rng(8)
    plain = softmax_gradient_norm(softmax(sample_scores(rng, 1024, 500, n_keys=8))).mean()
    divided = softmax_gradient_norm(softmax(sample_scores(rng, 1024, 500, n_keys=8, divisor=SQRT_D))).mean()
    assert plain < 0.2 * divided
