"""Drawing the next token: the formulas by hand and what must hold for any logits."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rostok_gui.model.generation import Sampling, draw, next_token_distribution, slid

LOGITS = np.log(np.array([0.1, 0.4, 0.05, 0.3, 0.15], np.float32))


def drawn_from(**sampling: float) -> list[float]:
    return next_token_distribution(LOGITS, Sampling(**{"temperature": 1.0} | sampling)).round(6).tolist()  # type: ignore[arg-type]


def test_by_hand() -> None:
    assert drawn_from() == [0.1, 0.4, 0.05, 0.3, 0.15]
    assert drawn_from(temperature=0.0) == [0, 1, 0, 0, 0]
    assert drawn_from(top_k=2) == [0, round(4 / 7, 6), 0, round(3 / 7, 6), 0]
    assert drawn_from(top_p=0.6) == [0, round(4 / 7, 6), 0, round(3 / 7, 6), 0]
    assert drawn_from(top_p=0.0) == [0, 1, 0, 0, 0]
    squares = np.array([0.01, 0.16, 0.0025, 0.09, 0.0225])
    np.testing.assert_allclose(drawn_from(temperature=0.5), squares / squares.sum(), atol=1e-6)


@given(
    hnp.arrays(np.float32, st.integers(1, 30), elements=st.floats(-1e4, 1e4, width=32)),
    st.floats(0, 100),
    st.integers(0, 40),
    st.floats(0, 1),
)
def test_a_distribution_over_the_likeliest_tokens(
    logits: np.ndarray, temperature: float, top_k: int, top_p: float
) -> None:
    p = next_token_distribution(logits, Sampling(temperature, top_k, top_p))
    assert np.isclose(p.sum(), 1)
    assert (p >= 0).all()
    assert p[logits.argmax()] > 0
    if top_k:
        assert (p > 0).sum() <= top_k
    if (p > 0).any() and (p == 0).any():
        assert logits[p > 0].min() >= logits[p == 0].max() or temperature < 1e-3


@given(st.integers(0, 2**40), st.integers(0, 10**6))
def test_only_what_has_a_probability_is_drawn(seed: int, step: int) -> None:
    token = draw(np.array([0.0, 0.5, 0.0, 0.5, 0.0]), seed, step)
    assert token in (1, 3)
    assert token == draw(np.array([0.0, 0.5, 0.0, 0.5, 0.0]), seed, step)


def test_draws_follow_the_distribution() -> None:
    p = np.array([0.1, 0.6, 0.0, 0.3])
    counts = np.bincount([draw(p, 7, step) for step in range(4000)], minlength=4) / 4000
    np.testing.assert_allclose(counts, p, atol=0.03)


def test_a_full_text_gives_up_its_beginning_but_not_its_start_mark() -> None:
    ids = [0, *range(100, 163)]
    assert slid(ids, 65) == ids
    assert slid(ids, 64) == [0, *range(115, 163)]
