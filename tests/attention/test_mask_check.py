"""Masks against brute force: every board of T = 1, 2 and 3, the 4,096 of T = 4 in which each token sees itself, and
1,000 random ones up to T = 16."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from rostok_gui.attention import mask
from rostok_gui.attention.softmax import softmax


def all_bits(n: int) -> np.ndarray:
    """Every row of `n` booleans, ``(2 ** n, n)``."""
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(bool)


def boards() -> Iterator[np.ndarray]:
    for n in (1, 2, 3):
        yield from all_bits(n * n).reshape(-1, n, n)
    for others in all_bits(12):
        board = np.eye(4, dtype=bool)
        board[~board] = others
        yield board
    rng = np.random.default_rng(7)
    for _ in range(1000):
        n = int(rng.integers(2, 17))
        yield rng.random((n, n)) < rng.random()


def test_every_small_board_and_a_thousand_large_ones_are_judged_right() -> None:
    count = 0
    for board in boards():
        rows = board.tolist()
        leaks, blind, empty_rows = [], [], []
        for t, row in enumerate(rows):
            for j, is_open in enumerate(row):
                if is_open and j > t:
                    leaks.append((t, j))
                if not is_open and j <= t:
                    blind.append((t, j))
            if True not in row:
                empty_rows.append(t)
        report = mask.check(board)
        assert report.leaks == tuple(leaks)
        assert report.blind == tuple(blind)
        assert report.empty_rows == tuple(empty_rows)
        assert report.answers == tuple(place for place in leaks if place[1] - place[0] == 1)
        assert report.sees_future == (len(leaks) > 0)
        assert report.is_causal == (rows == [[j <= t for j in range(len(rows))] for t in range(len(rows))])
        count += 1
    assert count == 2 + 16 + 512 + 4096 + 1000


def test_weights_under_any_board_have_no_nan_and_nothing_on_closed_places() -> None:
    rng = np.random.default_rng(1)
    for board in boards():
        scores = rng.standard_normal(board.shape) * 10.0 ** rng.integers(-3, 6)
        weights = softmax(scores + mask.additive(board))
        assert (weights[~board] == 0).all()
        np.testing.assert_allclose(weights.sum(axis=1), board.any(axis=1).astype(float), atol=1e-12)
        np.testing.assert_array_equal(weights, softmax(mask.close(scores, board)))


def test_presets_cell_by_cell() -> None:
    rules = {
        "all open": lambda t, j: True,
        "causal": lambda t, j: j <= t,
        "causal without self": lambda t, j: j < t,
        "window": lambda t, j: t - 2 <= j <= t,
        "empty": lambda t, j: False,
    }
    assert set(rules) == set(mask.PRESETS)
    for name, rule in rules.items():
        for n in range(17):
            expected = [[rule(t, j) for j in range(n)] for t in range(n)]
            made = mask.PRESETS[name](n)
            assert made.dtype == bool
            assert made.shape == (n, n)
            assert made.tolist() == expected, (name, n)


def test_window_width() -> None:
    assert mask.window(4, 2).tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    np.testing.assert_array_equal(mask.window(5, 0), mask.empty(5))
    np.testing.assert_array_equal(mask.window(5, 9), mask.causal(5))
    with pytest.raises(ValueError, match="window"):
        mask.window(4, -1)


def test_reports_of_presets() -> None:
    assert mask.check(mask.causal(6)).is_causal
    assert mask.check(mask.causal_without_self(3)) == mask.MaskReport((), ((0, 0), (1, 1), (2, 2)), (0,))
    assert mask.check(mask.all_open(3)).leaks == ((0, 1), (0, 2), (1, 2))
    assert mask.check(mask.all_open(3)).answers == ((0, 1), (1, 2))
    assert mask.check(mask.empty(2)).empty_rows == (0, 1)
    assert not mask.check(mask.window(4, 2)).sees_future
    assert not mask.check(mask.window(4, 2)).is_causal
    assert mask.check(mask.causal(0)) == mask.MaskReport((), (), ())


def test_additive_is_minus_infinity_and_nothing_weaker() -> None:
    assert mask.additive(mask.causal(2)).tolist() == [[0, -math.inf], [0, 0]]


def test_close_keeps_type_and_input() -> None:
    scores = np.array([[math.inf, 1], [2, 3]], dtype=np.float32)
    closed = mask.close(scores, ~mask.causal(2))
    assert closed.dtype == np.float32
    assert closed.tolist() == [[-math.inf, 1], [-math.inf, -math.inf]]
    assert scores[0, 0] == math.inf


def test_combine_allows_what_all_allow() -> None:
    forbidden = mask.all_open(4)
    forbidden[3, 1] = False
    combined = mask.combine(mask.causal(4), mask.window(4, 3), forbidden)
    assert combined.tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [0, 0, 1, 1]]
    with pytest.raises(ValueError, match="sizes"):
        mask.combine(mask.causal(3), mask.causal(4))
    with pytest.raises(ValueError, match="nothing"):
        mask.combine()


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 2, 2)])
def test_a_board_that_is_not_square_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="rows"):
        mask.check(np.ones(shape, dtype=bool))
