"""Multi-head attention: the seeded example, every number by hand, the order of words, the stages of one head."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rostok_gui.attention.mask import all_open, window
from rostok_gui.attention.multi_head import (
    chapter_example,
    glue_heads,
    multi_head_attention,
    one_head_stages,
    split_heads,
)

# Computed elsewhere from the same seed: weights of head 1 in rows 2 and 4, and some rows of the output.
WEIGHTS_ROW_2 = [
    [0.10735502371254035, 0.2636108608789005, 0.6290341154085591, 0.0, 0.0],
    [0.1630219341625564, 0.3588301777983334, 0.47814788803911, 0.0, 0.0],
    [0.7143095305840407, 0.16799987457362586, 0.11769059484233353, 0.0, 0.0],
]
WEIGHTS_ROW_4 = [
    [0.024675963135235762, 0.05910515330800785, 0.3004583022574454, 0.5041669102120676, 0.11159367108724329],
    [0.08994117660249877, 0.06304622419250529, 0.30439563978742273, 0.3456447170674282, 0.19697224235014502],
    [0.1939454675865186, 0.13063068656726906, 0.11581454291627818, 0.4860008833792778, 0.07360841955065622],
]
OUTPUT_ROW_1 = [
    *(-0.8150533657759073, 0.3315598094740346, 1.2417071278265754, -0.1628809850197651),
    *(-0.12119932006454041, -0.1261247187803967, -1.189368794301531, -0.7472029791949658),
    *(0.20810957672623565, -0.4312552042171035, 2.062106498060029, 0.18760210934035113),
]
OUTPUT_ROW_4 = [
    *(-0.4300352834020253, 1.1156259548527985, -0.7236964100278129, 0.1214671908497218),
    *(-0.4087827037227554, -0.9058315143442609, 0.033849198621631243, -0.3511712719619343),
    *(0.8342673012718763, -0.28701415739165465, 0.31037780220749966, -0.07624537150109904),
]


def test_seeded_example() -> None:
    result = chapter_example().result
    np.testing.assert_allclose(result.weights[:, 2], WEIGHTS_ROW_2, rtol=1e-12)
    np.testing.assert_allclose(result.weights[:, 4], WEIGHTS_ROW_4, rtol=1e-12)
    np.testing.assert_allclose(result.output[1], OUTPUT_ROW_1, rtol=1e-12)
    np.testing.assert_allclose(result.output[4], OUTPUT_ROW_4, rtol=1e-12)
    assert result.weights.shape == (3, 5, 5)
    assert result.output.shape == (5, 12)


def by_hand(x: np.ndarray, w_q: np.ndarray, w_k: np.ndarray, w_v: np.ndarray, n_head: int) -> list[list[float]]:
    """Causal multi-head attention, number by number."""
    n, width = x.shape
    d = width // n_head
    q, k, v = (
        [[sum(x[t, i] * w[i, c] for i in range(width)) for c in range(width)] for t in range(n)]
        for w in (w_q, w_k, w_v)
    )
    output = []
    for t in range(n):
        row: list[float] = []
        for first in range(0, width, d):
            part = range(first, first + d)
            grown = [math.exp(sum(q[t][c] * k[j][c] for c in part) / math.sqrt(d)) for j in range(t + 1)]
            row += [sum(grown[j] * v[j][c] for j in range(t + 1)) / sum(grown) for c in part]
        output.append(row)
    return output


@pytest.mark.parametrize(("n", "width", "n_head"), [(1, 2, 1), (4, 6, 3), (5, 6, 2), (6, 4, 1)])
def test_matrices_equal_number_by_number(n: int, width: int, n_head: int) -> None:
    rng = np.random.default_rng(n)
    x, w_q, w_k, w_v, w_o = rng.standard_normal((n, width)), *rng.standard_normal((4, width, width))
    expected = np.array(by_hand(x, w_q, w_k, w_v, n_head))
    np.testing.assert_allclose(multi_head_attention(x, w_q, w_k, w_v, n_head).output, expected, rtol=1e-9)
    mixed = multi_head_attention(x, w_q, w_k, w_v, n_head, w_o)
    np.testing.assert_allclose(mixed.output, expected @ w_o, rtol=1e-9, atol=1e-12)


def test_split_and_glue() -> None:
    x = np.arange(12.0).reshape(2, 6)
    heads = split_heads(x, 3)
    assert heads.tolist() == [[[0, 1], [6, 7]], [[2, 3], [8, 9]], [[4, 5], [10, 11]]]
    np.testing.assert_array_equal(glue_heads(heads), x)
    with pytest.raises(ValueError, match="5 columns"):
        split_heads(np.zeros((2, 5)), 3)


def test_without_positions_the_order_of_the_past_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    x, w_q, w_k, w_v = rng.standard_normal((9, 6)), *rng.standard_normal((3, 6, 6))
    last = multi_head_attention(x, w_q, w_k, w_v, 2).output[-1]
    for _ in range(20):
        shuffled = np.concatenate([rng.permutation(x[:-1]), x[-1:]])
        np.testing.assert_allclose(multi_head_attention(shuffled, w_q, w_k, w_v, 2).output[-1], last, atol=1e-12)


def test_mask_can_be_chosen_and_an_empty_row_gives_the_zero_vector() -> None:
    rng = np.random.default_rng(6)
    x, w_q, w_k, w_v = rng.standard_normal((4, 6)), *rng.standard_normal((3, 6, 6))
    seen = multi_head_attention(x, w_q, w_k, w_v, 2, allowed=all_open(4))
    assert (seen.weights > 0).all()
    board = window(4, 2)
    board[2] = False
    narrow = multi_head_attention(x, w_q, w_k, w_v, 2, allowed=board)
    assert (narrow.weights[:, ~board] == 0).all()
    assert (narrow.output[2] == 0).all()
    np.testing.assert_allclose(narrow.output[0], (x @ w_v)[0])


def test_stages_of_a_head_lead_to_its_output() -> None:
    result = chapter_example().result
    stages = one_head_stages(result.q[1], result.k[1], result.v[1])
    by_name = {stage.name: stage.array for stage in stages}
    assert [(stage.name, stage.shape) for stage in stages] == [
        ("query", (5, 4)),
        ("key", (5, 4)),
        ("value", (5, 4)),
        ("score", (5, 5)),
        ("scaled score", (5, 5)),
        ("masked score", (5, 5)),
        ("weight", (5, 5)),
        ("output", (5, 4)),
    ]
    np.testing.assert_allclose(by_name["score"], by_name["scaled score"] * 2, rtol=1e-12)  # sqrt(4)
    np.testing.assert_allclose(by_name["scaled score"], result.scores[1], rtol=1e-12)
    for t in range(5):
        for j in range(5):
            closed = by_name["masked score"][t, j] == -np.inf
            assert closed == (j > t)
            assert closed or by_name["masked score"][t, j] == by_name["scaled score"][t, j]
    np.testing.assert_allclose(by_name["weight"], result.weights[1], rtol=1e-12)
    np.testing.assert_allclose(by_name["output"], result.output[:, 4:8], rtol=1e-12)
    other = one_head_stages(result.q[1], result.k[1], result.v[1], all_open(5), 12**0.5)
    np.testing.assert_allclose(other[4].array * 12**0.5, by_name["score"], rtol=1e-12)
    assert (other[6].array > 0).all()
