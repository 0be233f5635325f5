"""The mean output of every head, against the numpy twin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from rostok_gui.attention.transformer import forward
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.head_means import AverageHeads, HeadMeans
from rostok_gui.engine.head_means_handler import HELD_OUT
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, Cancelled, Progress
from rostok_gui.model.interventions import SwitchOff
from rostok_gui.training.corpus import read_stories


def test_means_are_those_of_the_numpy_twin_and_are_kept(make_checkpoint: Callable[..., Path]) -> None:
    engine, heard = Engine(make_checkpoint()), []
    engine.run(OpenModel(), CancelToken(), heard.append)
    answer = engine.run(AverageHeads(stories=3), CancelToken(), heard.append)
    assert isinstance(answer, Answer), answer
    found = answer.result
    assert isinstance(found, HeadMeans)
    assert [(event.done, event.total) for event in heard if isinstance(event, Progress)] == [(1, 3), (2, 3), (3, 3)]
    loaded = engine.need_current()
    outputs = []
    for story in read_stories(HELD_OUT)[:3]:
        ids = [token.id for token in loaded.checkpoint.tokenizer.encode(story, 64).tokens]
        outputs.append(forward(loaded.checkpoint.weights, loaded.checkpoint.config, ids).outputs)
    expected = np.concatenate(outputs, axis=2)
    assert found.tokens == expected.shape[2]
    np.testing.assert_allclose(found.means, expected.mean(axis=2), atol=1e-4)
    again = engine.run(AverageHeads(stories=3), CancelToken(), heard.append)
    assert isinstance(again, Answer)
    assert again.result is found

    run = engine.run(RunText("a cat", (SwitchOff(0, 1, found.of(0, 1)),)), CancelToken(), heard.append)
    assert isinstance(run, Answer)
    trace = run.result.trace  # type: ignore[attr-defined] # a TextRun
    twin = forward(loaded.checkpoint.weights, loaded.checkpoint.config, list(trace.ids), trace.interventions)
    np.testing.assert_allclose(trace.logits.array, twin.logits, atol=1e-3)
    np.testing.assert_allclose(twin.outputs[0, 1], np.tile(found.means[0, 1], (len(trace), 1)))


def test_it_can_be_stopped_and_asked_again(make_checkpoint: Callable[..., Path]) -> None:
    engine, token = Engine(make_checkpoint()), CancelToken()
    engine.run(OpenModel(), CancelToken(), lambda _: None)
    stopped = engine.run(AverageHeads(stories=3), token, lambda _: token.cancel())
    assert isinstance(stopped, Cancelled)
    assert isinstance(engine.run(AverageHeads(stories=1), CancelToken(), lambda _: None), Answer)
