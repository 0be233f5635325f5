"""Weights on a grid."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostok_gui.training.grid import on_grid


@given(
    seed=st.integers(0, 2**32 - 1),
    spread=st.floats(1e-3, 1.0),
    steps=st.floats(4, 64),
    shape=st.tuples(st.integers(1, 9), st.integers(2, 30)),
)
def test_numbers_are_multiples_of_a_power_of_two_and_move_by_half_a_step_at_most(
    seed: int, spread: float, steps: float, shape: tuple[int, int]
) -> None:
    matrix = (np.random.default_rng(seed).normal(size=shape) * spread).astype(np.float32)
    vector = matrix[0].copy()
    rounded = on_grid({"matrix": matrix, "vector": vector}, steps)
    step = 2.0 ** round(np.log2(float(matrix.std()) / steps))
    multiples = rounded["matrix"].astype(np.float64) / step
    np.testing.assert_array_equal(multiples, np.round(multiples))
    assert np.abs(rounded["matrix"] - matrix).max() <= step / 2 * (1 + 1e-6)
    assert 0.7 <= float(matrix.std()) / step / steps <= 1.42
    np.testing.assert_array_equal(rounded["vector"], vector)


@pytest.mark.parametrize("value", [0.0, 0.37])
def test_a_matrix_of_one_number_stays(value: float) -> None:
    matrix = np.full((2, 3), value, np.float32)
    np.testing.assert_array_equal(on_grid({"m": matrix}, 14)["m"], matrix)


def test_half_precision_keeps_the_grid_and_packs_to_half() -> None:
    matrix = (np.random.default_rng(0).normal(size=(384, 1024)) * 0.04).astype(np.float32)
    rounded = on_grid({"m": matrix}, 14)["m"]
    half = rounded.astype(np.float16)
    np.testing.assert_array_equal(half.astype(np.float32), rounded)
    packed = len(zlib.compress(half.tobytes())) / len(zlib.compress(matrix.astype(np.float16).tobytes()))
    assert packed < 0.6
