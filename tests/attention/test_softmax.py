"""Weights: formulas by hand, the cold limit, closed places; never NaN, never a warning (every warning is an error)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rostok_gui.attention.softmax import argmax_weights, exponents, sharpness, softmax

INF = math.inf
any_score = st.floats(-50, 50) | st.floats(allow_nan=False) | st.just(-INF) | st.sampled_from([0.0, 1.0, 5e-324, 1e308])
any_temperature = st.floats(0, 10) | st.floats(0, allow_nan=False) | st.sampled_from([0.0, 5e-324, 1e-40, 1e-300, INF])
score_rows = hnp.arrays(np.float64, hnp.array_shapes(min_dims=1, max_dims=3, max_side=6), elements=any_score)


def test_quiz_of_the_chapter() -> None:
    weights = softmax(np.array([-3, -5, -6, -9]))
    parts = [math.exp(score) for score in (-3, -5, -6, -9)]
    np.testing.assert_allclose(weights, np.array(parts) / sum(parts), rtol=1e-15)
    np.testing.assert_allclose(weights, [0.842033572, 0.113956852, 0.041922383, 0.002087193], atol=5e-10)


def test_temperature_divides_the_scores() -> None:
    scores = np.array([2.87, -0.77, -2.52, -0.56])
    np.testing.assert_allclose(softmax(scores, 0.25), softmax(scores * 4), rtol=1e-14)
    np.testing.assert_allclose(softmax(scores, 3.0), softmax(scores / 3), rtol=1e-14)


@given(score_rows, any_temperature)
def test_weights_are_shares(scores: np.ndarray, temperature: float) -> None:
    before = scores.copy()
    weights = softmax(scores, temperature)
    assert weights.shape == scores.shape
    assert (weights >= 0).all()
    assert (weights[scores == -INF] == 0).all()
    has_open = (scores != -INF).any(axis=-1)
    np.testing.assert_allclose(weights.sum(axis=-1), has_open.astype(float), atol=1e-12)
    np.testing.assert_array_equal(scores, before)


@given(hnp.arrays(np.float64, st.integers(1, 8), elements=st.floats(-30, 30)), st.floats(-100, 100), st.floats(0.1, 10))
def test_adding_the_same_number_to_every_score_changes_nothing(scores: np.ndarray, shift: float, t: float) -> None:
    np.testing.assert_allclose(softmax(scores + shift, t), softmax(scores, t), rtol=1e-9, atol=1e-12)


@given(hnp.arrays(np.float64, st.integers(1, 8), elements=st.integers(-3, 3).map(float) | st.just(-INF)))
def test_cold_limit_is_the_look_up_with_ties_shared(scores: np.ndarray) -> None:
    top = scores.max()
    winners = [i for i, score in enumerate(scores) if score == top and score != -INF]
    expected = [1 / len(winners) if i in winners else 0.0 for i in range(len(scores))]
    for temperature in (0.0, 5e-324, 1e-310, 1e-40):
        np.testing.assert_array_equal(softmax(scores, temperature), expected)
    np.testing.assert_array_equal(argmax_weights(scores), expected)
    np.testing.assert_allclose(softmax(scores, 1e-3), expected, atol=1e-12)  # and the limit is really approached


def test_cold_end_of_the_plane_is_exact() -> None:
    assert softmax(np.array([2.87, -0.77, -2.52, -0.56]), 0.0).tolist() == [1, 0, 0, 0]
    assert softmax(np.array([1.5, 0.0, 1.5, -1.0]), 0.0).tolist() == [0.5, 0, 0.5, 0]


def test_infinitely_hot_shares_among_the_open_places() -> None:
    assert softmax(np.array([9.0, -INF, -700.0, 3.0, 0.0]), INF).tolist() == [0.25, 0, 0.25, 0.25, 0.25]


def test_empty_row_is_zeros_and_leaves_its_neighbours_alone() -> None:
    weights = softmax(np.array([[-INF, -INF], [0.0, -INF], [2.0, 2.0]]))
    assert weights.tolist() == [[0, 0], [1, 0], [0.5, 0.5]]
    assert softmax(np.zeros((3, 0))).shape == (3, 0)


def test_closed_place_stays_zero_beside_the_most_extreme_scores() -> None:
    weights = softmax(np.array([-1.7e308, -INF, -1.7e308]))
    assert weights.tolist() == [0.5, 0, 0.5]
    assert softmax(np.array([1.7e308, -1.7e308, 1.7e308])).tolist() == [0.5, 0, 0.5]
    assert softmax(np.array([INF, 3.0, INF])).tolist() == [0.5, 0, 0.5]


def test_axis() -> None:
    scores = np.arange(6.0).reshape(2, 3) ** 1.5
    np.testing.assert_array_equal(softmax(scores, 0.7, axis=0), softmax(scores.T, 0.7).T)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("temperature", [0.0, 1e-50, 1.0, 1e300, INF])
def test_float_type_is_kept(kind: type, temperature: float) -> None:
    weights = softmax(np.array([1, 2, -INF], dtype=kind), temperature)
    assert weights.dtype == kind
    assert weights[2] == 0
    assert float(weights.sum()) == pytest.approx(1, abs=1e-3)
    assert softmax(np.array([1, 2])).dtype == np.float64


@given(score_rows, any_temperature)
def test_exponents_are_what_softmax_divides(scores: np.ndarray, temperature: float) -> None:
    parts = exponents(scores, temperature)
    assert ((parts >= 0) & (parts <= 1)).all()
    has_open = (scores != -INF).any(axis=-1)
    np.testing.assert_array_equal(parts.max(axis=-1)[has_open], 1)
    total = parts.sum(axis=-1, keepdims=True)
    np.testing.assert_array_equal(softmax(scores, temperature), parts / np.where(total == 0, 1, total))


def test_exponents_by_hand() -> None:
    parts = exponents(np.array([1.0, 3.0, -1.0]), temperature=2.0)
    np.testing.assert_allclose(parts, [math.exp(-1), 1, math.exp(-2)], rtol=1e-15)


@pytest.mark.parametrize("temperature", [-1.0, -1e-300, math.nan, -INF])
def test_impossible_temperature_is_refused(temperature: float) -> None:
    with pytest.raises(ValueError, match="temperature"):
        softmax(np.zeros(3), temperature)
    with pytest.raises(ValueError, match="temperature"):
        sharpness(temperature)


@pytest.mark.parametrize("temperature", [0.0, 1.0, INF])
def test_nan_score_is_refused(temperature: float) -> None:
    with pytest.raises(ValueError, match="NaN"):
        softmax(np.array([[0.0, 1.0], [math.nan, 0.0]]), temperature)


def test_sharpness() -> None:
    assert sharpness(0.25) == 4
    assert sharpness(0.0) == sharpness(5e-324) == INF
    assert sharpness(INF) == 0
