"""Several models read one text: what they say they saw is what they saw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from tiny_checkpoint import tiny_checkpoint

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.compare import Compare, Compared, Peek, Peeked, piece_of
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel
from rostok_gui.engine.results import Answer, Cancelled
from rostok_gui.engine.writing import WriteOn, Written

TEXT = "Tom had a red ball. He went to the park with his mom. Tom saw a big dog. Then he said to Tom: my ball is red."


@pytest.fixture
def engine(make_checkpoint: Callable[..., Path]) -> Engine:
    """Three tiny models; the text is longer than what two of them see."""
    make_checkpoint("window-8", 1, architecture="window", context=8)
    make_checkpoint("gpt-1", 2, n_layer=1, context=12)
    made = Engine(make_checkpoint("rostok", 3, context=64))
    assert isinstance(made.run(OpenModel(), CancelToken(), print), Answer)
    return made


def answer(engine: Engine, request: Compare | Peek) -> object:
    event = engine.run(request, CancelToken(), print)
    assert isinstance(event, Answer)
    return event.result


def compared(engine: Engine, **fields: object) -> Compared:
    result = answer(engine, Compare(TEXT, **fields))  # type: ignore[arg-type]
    assert isinstance(result, Compared)
    return result


@torch.inference_mode()
def guess(engine: Engine, name: str, ids: list[int]) -> np.ndarray:
    """Probabilities after the last of `ids`, from the module itself."""
    logits = engine.model(name).module(torch.tensor([ids]))[0, -1].double()
    return torch.softmax(logits, -1).numpy()


@pytest.mark.parametrize("name", ["window-8", "gpt-1", "rostok"])
def test_every_guess_is_made_from_the_tokens_that_are_said_to_be_seen(engine: Engine, name: str) -> None:
    result = compared(engine)
    ids = [token.id for token in result.tokens]
    (reading,) = (r for r in result.readings if r.name == name)
    assert len(reading) == len(ids) > 24
    for position in range(len(ids)):
        sees = reading.sees(position)
        if name == "window-8":
            given = ids[position + 1 - sees : position + 1]
            assert sees == min(8, position + 1)
        else:
            given = ids[: position + 1] if sees == position + 1 else [ids[0], *ids[position + 2 - sees : position + 1]]
            assert len(given) == sees
            assert sees >= min(position + 1, engine.model(name).checkpoint.config.context // 2)
        np.testing.assert_allclose(reading.probabilities(position), guess(engine, name, given), atol=2e-5)


def test_probabilities_candidates_and_curves_are_one_tensor(engine: Engine) -> None:
    reading = compared(engine).readings[2]
    logits = reading.logits.astype(np.float64)
    p = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    np.testing.assert_allclose(reading.along(321), p[:, 321], rtol=1e-9)
    np.testing.assert_allclose(reading.probabilities(5), p[5], rtol=1e-9)
    best = reading.candidates(5, 4)
    assert [i for i, _ in best] == sorted(range(p.shape[1]), key=lambda i: -p[5, i])[:4]
    assert [share for _, share in best] == pytest.approx(sorted(p[5])[::-1][:4])
    with pytest.raises(ValueError, match="read-only"):
        reading.logits[0, 0] = 1


def test_pieces_cover_a_long_text_without_gaps() -> None:
    for context in (2, 3, 8, 9):
        for n_token in range(1, 40):
            for position in range(n_token):
                start, stop = piece_of(position, n_token, context)
                assert start <= position < stop <= n_token
                assert stop - start + (start > 0) <= context


@pytest.mark.parametrize("n", [1, 2, 5, 64])
@pytest.mark.parametrize("position", [0, 1, 6, 20])
def test_a_peek_gives_the_model_the_window_and_nothing_else(engine: Engine, n: int, position: int) -> None:
    result = answer(engine, Peek(TEXT, position, n))
    assert isinstance(result, Peeked)
    ids = [token.id for token in compared(engine).tokens]
    window = [i for i in range(1, position + 1) if i > position - n]
    assert list(result.given) == [ids[0], *(ids[i] for i in window)]
    row = result.reading.probabilities(len(result.reading) - 1)
    np.testing.assert_allclose(row, guess(engine, "rostok", list(result.given)), atol=1e-6)


def test_a_missing_model_says_so_and_the_others_answer(engine: Engine) -> None:
    readings = compared(engine, names=("window-8", "nowhere", "rostok")).readings
    assert [r.problem is None for r in readings] == [True, False, True]
    assert "nowhere" in str(readings[1].problem)
    assert len(readings[1]) == 0


def test_a_model_with_other_tokens_is_not_compared(engine: Engine) -> None:
    tiny_checkpoint(engine.folder / "other")
    (reading,) = compared(engine, names=("other",)).readings
    assert "other tokens" in str(reading.problem)


def test_comparing_leaves_the_model_in_use_alone(engine: Engine) -> None:
    before = engine.current
    compared(engine)
    assert engine.current is before


def test_comparing_can_be_stopped(engine: Engine) -> None:
    token = CancelToken()
    token.cancel()
    assert isinstance(engine.run(Compare(TEXT), token, print), Cancelled)


def test_a_text_goes_on_the_same_way_in_steps_and_a_chosen_token_comes_first(engine: Engine) -> None:
    whole = engine.run(WriteOn("Tom", 8, 1.0, seed=5), CancelToken(), print)
    assert isinstance(whole, Answer)
    assert isinstance(whole.result, Written)
    text, ids = "Tom", ()
    for step in range(8):
        part = engine.run(WriteOn(text, 1, 1.0, seed=5, ids=ids, drawn=step), CancelToken(), print).result.run  # type: ignore[union-attr]
        text, ids = part.text, part.trace.ids
    assert ids == whole.result.run.trace.ids
    chosen = engine.run(WriteOn("Tom", 3, 1.0, seed=5, chosen=77), CancelToken(), print).result.run.trace  # type: ignore[union-attr]
    n_typed = len(whole.result.run.trace) - 8
    assert chosen.ids[n_typed] == 77
    assert len(chosen) == n_typed + 3
