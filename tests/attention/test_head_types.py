"""Head types: planted heads, every score against slow loops, chance levels, what is not defined."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostok_gui.attention.head_types import (
    INDUCTION,
    LOCAL,
    OTHER,
    PREVIOUS_TOKEN,
    SAME_TOKEN,
    SCORED,
    START_MARK,
    TYPES,
    classify,
    first_and_repeat,
    head_scores,
    repeat_positions,
)

MARK = 0


def looks_back(lags: list[int]) -> np.ndarray:
    """A pattern whose row t puts all its weight `lags[t]` tokens back, or on row 0 where it does not reach."""
    pattern = np.zeros((len(lags), len(lags)))
    for t, lag in enumerate(lags):
        pattern[t, max(t - lag, 0)] = 1
    return pattern


def uniform(n: int) -> np.ndarray:
    return np.tri(n) / np.arange(1, n + 1)[:, None]


def random_patterns(rng: np.random.Generator, heads: tuple[int, ...], n: int) -> np.ndarray:
    weights = rng.random((*heads, n, n)) * np.tri(n)
    return weights / weights.sum(axis=-1, keepdims=True)


def repeated_block(n: int, times: int, seed: int = 0) -> np.ndarray:
    block = np.random.default_rng(seed).permutation(4000)[:n] + 1
    return np.concatenate([[MARK], np.tile(block, times)])


@pytest.mark.parametrize("n", [2, 3, 7, 20, 50])
def test_planted_heads_in_a_repeated_block_are_found_exactly(n: int) -> None:
    ids = repeated_block(n, 3)
    size = len(ids)
    planted = {
        PREVIOUS_TOKEN: looks_back([1] * size),
        START_MARK: looks_back([size] * size),
        INDUCTION: looks_back([n - 1] * size),
        SAME_TOKEN: looks_back([n] * size),
    }
    planted[PREVIOUS_TOKEN][0] = 0  # row 0 sees only itself, which is nobody's previous token
    planted[PREVIOUS_TOKEN][0, 0] = 1
    found = head_scores(np.stack(list(planted.values())), ids)
    names = list(planted)
    if n > 2:  # with n = 2 induction looks 1 back, as a previous-token head does
        assert found.types.tolist() == names
    for i, name in enumerate(names):
        score = found.scores[name]
        assert score is not None
        perfect = (size - 1) / size if name == PREVIOUS_TOKEN else 1
        assert score[i] == pytest.approx(perfect, abs=1e-14)


@pytest.mark.parametrize("n", [5, 9])
@pytest.mark.parametrize("lag", range(1, 12))
def test_only_the_right_lag_scores(n: int, lag: int) -> None:
    ids = repeated_block(n, 2, seed=lag)
    found = head_scores(looks_back([lag] * len(ids)), ids)
    scores = {name: float(score) for name, score in found.scores.items() if score is not None}
    assert scores[INDUCTION] == (1 if lag == n - 1 else 0)
    assert scores[SAME_TOKEN] == (1 if lag == n else 0)
    hits = len(ids) - 1 if lag == 1 else 1  # row 1 does not reach so far back: it looks at row 0, its previous token
    assert scores[PREVIOUS_TOKEN] == hits / len(ids)
    assert scores[LOCAL] == (1 if lag <= 4 else 0)


def by_loops(pattern: np.ndarray, ids: list[int]) -> dict[str, float | None]:
    """The definitions once more, as slowly as possible."""
    n = len(ids)
    sums: dict[str, list[float]] = {name: [] for name in SCORED}
    for t in range(n):
        sums[PREVIOUS_TOKEN].append(pattern[t, t - 1] if t else 0.0)
        if t and ids[0] == MARK:
            sums[START_MARK].append(pattern[t, 0])
        copies = [j for j in range(t) if ids[j] == ids[t]]
        if copies:
            sums[INDUCTION].append(sum(pattern[t, j + 1] for j in copies))
            sums[SAME_TOKEN].append(sum(pattern[t, j] for j in copies))
        if t >= 5:
            sums[LOCAL].append(sum(pattern[t, t - lag] for lag in range(5)))
    return {name: sum(rows) / len(rows) if rows else None for name, rows in sums.items()}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=24), st.integers(0, 2**32 - 1))
def test_scores_and_chance_equal_the_slow_loops(ids: list[int], seed: int) -> None:
    patterns = random_patterns(np.random.default_rng(seed), (2, 3), len(ids))
    found = head_scores(patterns, np.array(ids))
    chance = by_loops(uniform(len(ids)), ids)
    for name in SCORED:
        assert found.chance[name] == (None if chance[name] is None else pytest.approx(chance[name]))
    for layer in range(2):
        for head in range(3):
            expected = by_loops(patterns[layer, head], ids)
            assert found.of(layer, head) == {
                name: None if value is None else pytest.approx(value) for name, value in expected.items()
            }


def test_scoring_only_reads() -> None:
    ids = repeated_block(6, 2)
    patterns = random_patterns(np.random.default_rng(3), (2, 2), len(ids))
    before, ids_before = patterns.copy(), ids.copy()
    patterns.setflags(write=False)
    ids.setflags(write=False)
    first, second = head_scores(patterns, ids), head_scores(patterns, ids)
    np.testing.assert_array_equal(patterns, before)
    np.testing.assert_array_equal(ids, ids_before)
    for name in SCORED:
        np.testing.assert_array_equal(first.scores[name], second.scores[name])


def test_text_without_repeats_defines_neither_induction_nor_same_token() -> None:
    found = head_scores(uniform(8), np.arange(8))
    assert found.scores[INDUCTION] is found.chance[INDUCTION] is None
    assert found.scores[SAME_TOKEN] is found.chance[SAME_TOKEN] is None
    assert found.scores[START_MARK] is not None


def test_start_mark_left_out_defines_no_start_mark_score() -> None:
    ids = repeated_block(4, 2)
    everything = looks_back([len(ids)] * len(ids))
    assert str(head_scores(everything, ids).types) == START_MARK
    without = head_scores(everything[1:, 1:], ids[1:])
    assert without.scores[START_MARK] is without.chance[START_MARK] is None
    assert str(without.types) != START_MARK


def test_head_that_looks_at_itself_is_no_start_mark_head() -> None:
    found = head_scores(np.eye(3), np.array([MARK, 5, 6]))
    assert found.scores[START_MARK] == 0
    assert found.chance[START_MARK] == pytest.approx((1 / 2 + 1 / 3) / 2)


@pytest.mark.parametrize("ids", [[], [MARK], [7], [MARK, 7]])
def test_tiny_texts(ids: list[int]) -> None:
    n = len(ids)
    found = head_scores(np.ones((2, 3, n, n)) * uniform(n), np.array(ids, dtype=int))
    assert found.types.tolist() == [[OTHER] * 3] * 2
    assert found.scores[LOCAL] is None
    assert (found.scores[START_MARK] is not None) == (n == 2)


def test_uniform_heads_score_chance_and_are_other() -> None:
    ids = repeated_block(10, 4)
    found = head_scores(uniform(len(ids)), ids)
    for name in SCORED:
        assert found.scores[name] == pytest.approx(found.chance[name])
    assert str(found.types) == OTHER


def test_local_is_named_only_when_nothing_sharper_fits() -> None:
    ids = repeated_block(20, 3)
    near = looks_back([3] * len(ids))
    found = head_scores(np.stack([near, looks_back([1] * len(ids)), np.eye(len(ids))]), ids)
    assert found.types.tolist() == [LOCAL, PREVIOUS_TOKEN, LOCAL]


def test_rule_of_classify() -> None:
    chance: dict[str, float | None] = {PREVIOUS_TOKEN: 0.2, START_MARK: 0.0, SAME_TOKEN: 0.1, LOCAL: 0.5}
    chance[INDUCTION] = None
    base = dict.fromkeys(SCORED, 0.0)
    assert str(classify(base | {PREVIOUS_TOKEN: 0.41}, chance)) == PREVIOUS_TOKEN  # lift 0.2625
    assert str(classify(base | {PREVIOUS_TOKEN: 0.39}, chance)) == OTHER  # lift 0.2375
    assert str(classify(base | {START_MARK: 0.25}, chance)) == START_MARK  # a lift that just reaches the bar
    assert str(classify(base | {INDUCTION: 1.0}, chance)) == OTHER  # not defined, so never the type
    assert str(classify(base | {START_MARK: 0.5, PREVIOUS_TOKEN: 0.55}, chance)) == START_MARK  # 0.5 beats 0.4375
    assert str(classify(base | {LOCAL: 0.75}, chance)) == LOCAL
    assert str(classify(base | {LOCAL: 0.74}, chance)) == OTHER
    assert str(classify(base | {LOCAL: 1.0, START_MARK: 0.3}, chance)) == START_MARK
    assert str(classify({}, {})) == OTHER
    many = {name: np.array([[0.0, 0.9, 0.1]]) if name == SAME_TOKEN else np.zeros((1, 3)) for name in SCORED}
    assert classify(many, chance).tolist() == [[OTHER, SAME_TOKEN, OTHER]]
    assert set(TYPES) == {*SCORED, OTHER}


def test_float32_patterns_are_scored_in_float64() -> None:
    ids = repeated_block(100, 3)
    patterns = random_patterns(np.random.default_rng(0), (2,), len(ids))
    coarse, fine = head_scores(patterns.astype(np.float32), ids), head_scores(patterns, ids)
    for name in SCORED:
        np.testing.assert_allclose(coarse.scores[name], fine.scores[name], rtol=1e-6)


@pytest.mark.parametrize(("shape", "n"), [((4, 4), 5), ((4, 5), 5), ((5,), 5), ((2, 5, 4), 5)])
def test_patterns_that_do_not_fit_the_text_are_refused(shape: tuple[int, ...], n: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        head_scores(np.zeros(shape), np.arange(n))


@given(st.lists(st.integers(-1, 3) | st.integers(10**18, 10**18 + 2), max_size=40))
def test_pairs_seen_before(ids: list[int]) -> None:
    seen: set[tuple[int, int]] = set()
    expected = []
    for pair in itertools.pairwise(ids):
        expected.append(pair in seen)
        seen.add(pair)
    repeated = repeat_positions(np.array(ids, dtype=np.int64))
    assert repeated.tolist() == expected
    first, again = first_and_repeat(np.array(ids, dtype=np.int64))
    assert again.tolist() == expected
    assert (first ^ again).all()
