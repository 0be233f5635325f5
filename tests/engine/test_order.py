"""Attention alone does not know the order of words; positions and earlier layers do."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.order import OrderResult, ReorderTokens
from rostok_gui.engine.requests import OpenModel
from rostok_gui.engine.results import Answer, Failure
from rostok_gui.paths import CHECKPOINTS

TEXT = "The dog bit the boy and ran away from the big red house."


def opened(folder: Path) -> Engine:
    engine = Engine(folder)
    assert isinstance(engine.run(OpenModel(), CancelToken(), print), Answer)
    return engine


def reordered(engine: Engine, position: int, order: list[int], text: str = TEXT) -> OrderResult:
    assert engine.current is not None
    ids = engine.current.checkpoint.tokenizer.encode(text).ids
    answer = engine.run(ReorderTokens(ids, position, tuple(order)), CancelToken(), print)
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.result, OrderResult)
    return answer.result


def test_fifty_shuffles_on_the_model_that_is_shipped() -> None:
    engine, rng = opened(CHECKPOINTS), random.Random(1)
    assert engine.current is not None
    position = len(engine.current.checkpoint.tokenizer.encode(TEXT).tokens) - 1
    without, with_rope = [], []
    for _ in range(50):
        order = list(range(position))
        rng.shuffle(order)
        result = reordered(engine, position, order)
        without.append(result.without_rope.one_layer[0])
        with_rope.append(result.with_rope.one_layer[0])
    assert max(without) < 1e-5
    assert min(with_rope) > 1e-2


def test_without_positions_every_layer_alone_is_blind_and_all_together_are_not(
    make_checkpoint: Callable[..., Path],
) -> None:
    engine = opened(make_checkpoint(n_layer=3))
    result = reordered(engine, 8, [0, 3, 2, 1, 7, 6, 5, 4])
    blind, seeing = result.without_rope, result.with_rope
    assert blind.one_layer.max() < 1e-4 < seeing.one_layer.min()
    assert blind.stream[:2].max() < 1e-4  # the first layer sees the same bag of words ...
    assert blind.stream[2] > 1e-3  # ... but the words in it have read each other in another order
    np.testing.assert_allclose(blind.weights_after, blind.weights_before, atol=1e-5)
    assert np.abs(seeing.weights_after - seeing.weights_before).max() > 1e-2
    np.testing.assert_allclose(seeing.weights_after.sum(-1), 1, atol=1e-5)


def test_the_old_order_changes_nothing(make_checkpoint: Callable[..., Path]) -> None:
    result = reordered(opened(make_checkpoint()), 6, list(range(6)))
    for way in (result.with_rope, result.without_rope):
        assert way.one_layer.max() == way.stream.max() == 0
        assert way.output > 0


def test_an_order_of_another_text_is_refused(make_checkpoint: Callable[..., Path]) -> None:
    engine = opened(make_checkpoint())
    ids = (0, 5, 6, 7, 8)
    for request in (
        ReorderTokens(ids, 3, (0, 1)),
        ReorderTokens(ids, 3, (0, 1, 1)),
        ReorderTokens(ids, 3, (0, 1, 7)),
        ReorderTokens(ids, 5, (0, 1, 2, 3, 4)),
        ReorderTokens((0, 5, 9999), 2, (1, 0)),
    ):
        assert isinstance(engine.run(request, CancelToken(), print), Failure)
