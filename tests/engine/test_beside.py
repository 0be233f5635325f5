"""A second text or model beside the first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from rostok_gui.attention.transformer import forward
from rostok_gui.engine.beside import BesideRun, RunBeside, aligned, difference
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, Failure
from rostok_gui.model.tokenizer import Token


def tokens(words: str) -> tuple[Token, ...]:
    return tuple(Token(0, b"", word) for word in words.split())


def test_tokens_that_both_texts_have_are_paired_in_order() -> None:
    assert aligned(tokens("◆ Tom had a ball"), tokens("◆ Lily had a red ball")) == ((0, 0), (2, 2), (3, 3), (4, 5))
    assert aligned(tokens("a"), tokens("b")) == ()
    long = " ".join(f"w{i % 3}" for i in range(400))
    assert len(aligned(tokens(long), tokens(long))) == 400, "frequent tokens are not thrown out"


def test_the_difference_is_taken_at_the_paired_tokens() -> None:
    rng = np.random.default_rng(0)
    one, other = (rng.random((n, n)).astype(np.float32) for n in (4, 6))
    pairs = ((0, 0), (1, 3), (3, 5))
    change = difference(one, other, pairs)
    for i, (a, b) in enumerate(pairs):
        for j, (c, d) in enumerate(pairs):
            assert change[i, j] == other[b, d] - one[a, c]
    assert difference(one, other, ()).shape == (0, 0)


def test_a_second_model_runs_and_the_first_pass_stays(make_checkpoint: Callable[..., Path]) -> None:
    make_checkpoint("other", seed=5, n_head=4)
    engine = Engine(make_checkpoint())
    for request in (OpenModel(), RunText("Tom had a ball")):
        engine.run(request, CancelToken(), lambda _: None)
    kept = engine.last
    event = engine.run(RunBeside("Lily had a ball", "other"), CancelToken(), lambda _: None)
    assert isinstance(event, Answer), event
    assert isinstance(event.result, BesideRun)
    trace, second = event.result.trace, engine.model("other").checkpoint
    assert engine.last is kept
    assert engine.need_current().checkpoint.name == "rostok"
    twin = forward(second.weights, second.config, list(trace.ids))
    np.testing.assert_allclose(trace.pattern(1, 3), twin.patterns[1, 3], atol=1e-4)
    assert "".join(t.label for t in trace.tokens[1:]).replace("·", " ") == "Lily had a ball"


def test_a_model_that_is_not_there_is_said(make_checkpoint: Callable[..., Path]) -> None:
    engine = Engine(make_checkpoint())
    engine.run(OpenModel(), CancelToken(), lambda _: None)
    assert isinstance(engine.run(RunBeside("a", "nobody"), CancelToken(), lambda _: None), Failure)
