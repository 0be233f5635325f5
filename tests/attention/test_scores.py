"""One query and some keys: the numbers of the plane, its experiments, and the matrix form."""

from __future__ import annotations

import numpy as np
import pytest

from rostok_gui.attention.scores import attend, dot_scores, products, scaled_scores

QUERY = np.array([1.4, 0.7])
KEYS = np.array([[1.6, 0.9], [-1.2, 1.3], [-1.5, -0.6], [0.4, -1.6]])
COLOURS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0.5]])


def test_start_of_the_plane() -> None:
    seen = attend(QUERY, KEYS, COLOURS)
    np.testing.assert_allclose(seen.scores, [2.87, -0.77, -2.52, -0.56], atol=1e-12)
    np.testing.assert_allclose(
        seen.weights, [0.9405556966807957, 0.024691791668151525, 0.004290790009031533, 0.030461721642021253], rtol=1e-12
    )
    np.testing.assert_allclose(seen.output, [0.9557865575018064, 0.03992265248916215, 0.01952165083004216], rtol=1e-12)
    np.testing.assert_allclose(seen.exponents, np.exp([0, -3.64, -5.39, -3.43]), rtol=1e-12)
    assert seen.weights.round(3).tolist() == [0.941, 0.025, 0.004, 0.030]
    assert seen.output.round(3).tolist() == [0.956, 0.040, 0.020]


def test_zero_query_shares_alike() -> None:
    assert attend(np.zeros(2), KEYS, COLOURS).weights.tolist() == [0.25] * 4


def test_long_query_is_a_low_temperature() -> None:
    long = attend(QUERY * 3, KEYS, COLOURS)
    np.testing.assert_allclose(long.weights, attend(QUERY, KEYS, COLOURS, 1 / 3).weights, rtol=1e-12)
    assert long.weights[0] > attend(QUERY, KEYS, COLOURS).weights[0]


def test_nobody_fits_and_still_the_weights_sum_to_one() -> None:
    seen = attend(np.array([-2.0, 0.3]), np.abs(KEYS), COLOURS)
    assert (seen.scores < 0).all()
    assert seen.weights.sum() == pytest.approx(1)


def test_cold_end_is_a_look_up() -> None:
    seen = attend(QUERY, KEYS, COLOURS, 0.0)
    assert seen.weights.tolist() == [1, 0, 0, 0]
    assert seen.output.tolist() == [1, 0, 0]
    twice = attend(QUERY, KEYS[[0, 0, 2]], COLOURS[:3], 0.0)
    assert twice.weights.tolist() == [0.5, 0.5, 0]


def test_divisor_divides_the_scores() -> None:
    np.testing.assert_allclose(attend(QUERY, KEYS, COLOURS, divisor=2).scores, dot_scores(QUERY, KEYS) / 2)


def test_nothing_to_look_at() -> None:
    seen = attend(QUERY, np.zeros((0, 2)), np.zeros((0, 3)))
    assert seen.weights.shape == (0,)
    assert seen.output.tolist() == [0, 0, 0]


def test_matrix_form_cell_by_cell() -> None:
    rng = np.random.default_rng(2)
    q, k = rng.standard_normal((2, 5, 7)), rng.standard_normal((2, 5, 7))
    scores = scaled_scores(q, k)
    for head in range(2):
        for t in range(5):
            for j in range(5):
                by_hand = sum(float(a) * float(b) for a, b in zip(q[head, t], k[head, j]))
                assert scores[head, t, j] == pytest.approx(by_hand / 7**0.5)
                assert products(q[head, t], k[head, j]).sum() == pytest.approx(by_hand)
                assert scaled_scores(q, k, 3.0)[head, t, j] == pytest.approx(by_hand / 3)


def test_float32_stays_float32() -> None:
    q = np.ones((3, 4), dtype=np.float32)
    assert scaled_scores(q, q).dtype == np.float32
    assert attend(q[0], q, q).output.dtype == np.float32
