"""Measuring the price of attention, and the lesson of the model that learned without a mask."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rostok_gui.attention import transformer
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.cost import LENGTHS, CostMeasured, MeasureCost
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.leak import LeakLesson, LeakShown
from rostok_gui.engine.requests import OpenModel, Request
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, Progress
from rostok_gui.model.checkpoint import read_checkpoint

TEXT = "Tom had a red ball. Then he"
QUICK = MeasureCost(lengths=(1, 2, 8, 64, 512), repeats=3)


def ask(engine: Engine, request: Request) -> tuple[Event, list[Progress]]:
    said: list[Progress] = []

    def hear(event: Event) -> None:
        assert isinstance(event, Progress)
        said.append(event)

    return engine.run(request, CancelToken(), hear), said


def opened(folder: Path) -> Engine:
    engine = Engine(folder)
    assert isinstance(ask(engine, OpenModel())[0], Answer)
    return engine


def test_every_length_that_fits_is_measured_with_progress(make_checkpoint: Callable[..., Path]) -> None:
    answer, said = ask(opened(make_checkpoint(n_layer=3, n_head=4)), QUICK)
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, CostMeasured)
    assert [point.n_token for point in answer.result.points] == [1, 2, 8, 64]  # the context is 64
    assert (answer.result.n_layer, answer.result.n_head) == (3, 4)
    assert all(
        0 < seconds < 10
        for point in answer.result.points
        for seconds in (point.squares, point.layer, point.plain, point.inspected)
    )
    assert [(event.done, event.total) for event in said] == [(n, 4) for n in range(5)]
    partial = said[2].partial
    assert isinstance(partial, CostMeasured)
    assert partial.points == answer.result.points[:2]


def test_longer_texts_cost_more(make_checkpoint: Callable[..., Path]) -> None:
    """The part that grows with T² is a hundred thousand times larger at 512 tokens: no noise hides that."""
    request = MeasureCost(lengths=(2, 512), repeats=3)
    answer, _ = ask(opened(make_checkpoint(context=512, n_layer=1)), request)
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, CostMeasured)
    short, long = answer.result.points
    assert long.squares > 3 * short.squares
    assert long.plain > short.plain


def test_the_default_lengths_reach_the_whole_context() -> None:
    assert LENGTHS[0] == 1
    assert LENGTHS[-1] == 512
    assert list(LENGTHS) == sorted(set(LENGTHS))


@pytest.mark.parametrize("request_", [QUICK, LeakLesson(TEXT, names=("rostok",))])
def test_it_stops_when_asked(make_checkpoint: Callable[..., Path], request_: Request) -> None:
    engine = opened(make_checkpoint())
    token = CancelToken()
    heard: list[int] = []

    def stop_at_two(event: Event) -> None:
        assert isinstance(event, Progress)
        heard.append(event.done)
        if event.done == 2:
            token.cancel()

    assert isinstance(engine.run(request_, token, stop_at_two), Cancelled)
    assert heard[-1] == 2


def test_without_a_model_there_is_nothing_to_measure(tmp_path: Path) -> None:
    event, _ = ask(Engine(tmp_path), QUICK)
    assert isinstance(event, Failure)
    assert "No model is open" in str(event.message)


def lesson(folder: Path, text: str = TEXT) -> LeakShown:
    answer, said = ask(Engine(folder), LeakLesson(text))
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.result, LeakShown)
    assert said[-1].done == said[-1].total
    assert [event.done for event in said] == sorted({event.done for event in said})
    return answer.result


def test_the_two_models_read_with_and_without_the_future(make_checkpoint: Callable[..., Path]) -> None:
    """Reading in sight of the future is one pass; taken away, each token is guessed from its own past: numpy agrees."""
    folder = make_checkpoint("gpt-1", seed=1, n_layer=1)
    make_checkpoint("no-mask", seed=2, n_layer=1, causal=False)
    shown = lesson(folder)
    assert [(row.name, row.causal) for row in shown.rows] == [("gpt-1", True), ("no-mask", False)]
    for row in shown.rows:
        checkpoint = read_checkpoint(folder / row.name)
        ids = checkpoint.tokenizer.encode(TEXT).ids
        assert shown.n_token == len(ids)

        def loss_after(seen: tuple[int, ...], answer: int, checkpoint=checkpoint) -> float:  # type: ignore[no-untyped-def]
            logits = transformer.forward(checkpoint.weights, checkpoint.config, seen).logits
            return float(transformer.surprisal(logits[-1:].repeat(2, axis=0), (0, answer))[1])

        alone = np.mean([loss_after(ids[:t], ids[t]) for t in range(1, len(ids))])
        whole = transformer.forward(checkpoint.weights, checkpoint.config, ids).logits
        reading = np.nanmean(transformer.surprisal(whole, ids))
        assert row.alone == pytest.approx(alone, abs=1e-3)
        assert row.reading == pytest.approx(reading, abs=1e-3)
    causal, leaky = shown.rows
    assert causal.alone == pytest.approx(causal.reading, abs=1e-4)  # the mask had taken the future away already
    assert abs(leaky.alone - leaky.reading) > 1e-3


def test_what_is_written_is_the_likeliest_token_each_time(make_checkpoint: Callable[..., Path]) -> None:
    folder = make_checkpoint("gpt-1", seed=1, n_layer=1)
    make_checkpoint("no-mask", seed=2, n_layer=1, causal=False)
    for row in lesson(folder).rows:
        checkpoint = read_checkpoint(folder / row.name)
        ids = list(checkpoint.tokenizer.encode(TEXT).ids)
        start = len(ids)
        for _ in range(24):
            logits = transformer.forward(checkpoint.weights, checkpoint.config, ids).logits
            ids.append(int(logits[-1].argmax()))
        assert row.written == checkpoint.tokenizer.decode(ids[start:])


def test_a_long_text_is_cut_to_what_both_can_read(make_checkpoint: Callable[..., Path]) -> None:
    folder = make_checkpoint("gpt-1", context=64)
    make_checkpoint("no-mask", context=48, causal=False)
    assert lesson(folder, "word " * 500).n_token == 48 - 24


def test_a_model_that_is_not_there_is_named(make_checkpoint: Callable[..., Path]) -> None:
    event, _ = ask(Engine(make_checkpoint("gpt-1")), LeakLesson(TEXT))
    assert isinstance(event, Failure)
    assert "no-mask" in str(event.message)


def test_an_empty_text_gives_nothing_to_guess(make_checkpoint: Callable[..., Path]) -> None:
    folder = make_checkpoint("gpt-1")
    make_checkpoint("no-mask", causal=False)
    event, _ = ask(Engine(folder), LeakLesson(""))
    assert isinstance(event, Failure)
    assert "type at least one word" in str(event.message)
