"""The list of the models and their measurement: what the files say, what is measured, progress, faults."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.measure_models import (
    Figures,
    ListModels,
    MeasureModels,
    ModelEntry,
    ModelsListed,
    ModelsMeasured,
)
from rostok_gui.engine.requests import OpenModel
from rostok_gui.engine.results import Answer, Cancelled, Event, Progress
from rostok_gui.model.checkpoint import build_model, read_checkpoint
from rostok_gui.training.corpus import read_stories
from rostok_gui.training.evaluation import HELD_OUT, evaluate_model

STORIES = 2


def listed(engine: Engine) -> dict[str, ModelEntry]:
    answer = engine.run(ListModels(), CancelToken(), print)
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.result, ModelsListed)
    return {entry.name: entry for entry in answer.result.models}


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    big = replace(ROSTOK, context=512)
    tiny_checkpoint(tmp_path / "rostok", big)
    tiny_checkpoint(tmp_path / "no-mask", replace(big, n_layer=1, causal=False), seed=1)
    tiny_checkpoint(tmp_path / "window-8", replace(WINDOW, context=8), seed=2)
    engine = Engine(tmp_path)
    engine.run(OpenModel(), CancelToken(), print)
    return engine


def test_what_the_files_say(engine: Engine) -> None:
    metrics = {"loss": 1.75, "p_or": 0.5, "training": {"tokens_seen": 12}, "p_invented": "much", "alone_loss": None}
    (engine.folder / "rostok" / "metrics.json").write_text(json.dumps(metrics))
    (engine.folder / "rostok" / "CARD.md").write_text("# A card\n", encoding="utf-8")
    found = listed(engine)
    assert list(found) == ["no-mask", "rostok", "window-8"]
    entry = found["rostok"]
    assert entry.at_training == Figures(1.75, math.exp(1.75), 0.5)
    assert entry.tokens_seen == 12
    assert entry.card == "# A card\n"
    model = build_model(read_checkpoint(engine.folder / "no-mask"))
    assert found["no-mask"].parameters == sum(p.numel() for p in model.parameters())
    assert found["window-8"].card == ""
    assert found["window-8"].tokens_seen is None


def test_a_damaged_one_says_why_and_the_others_are_there(engine: Engine) -> None:
    (engine.folder / "rostok" / "config.json").write_text("{")
    (engine.folder / "window-8" / "metrics.json").write_text("[1, 2")
    found = listed(engine)
    assert "config.json" in str(found["rostok"].problem)
    assert "metrics.json" in str(found["window-8"].problem)
    assert found["no-mask"].problem is None
    assert listed(Engine(engine.folder / "nowhere")) == {}


def test_measured_is_what_evaluate_measures(engine: Engine) -> None:
    heard: list[Event] = []
    names = ("rostok", "no-mask", "window-8")
    answer = engine.run(MeasureModels(names, STORIES), CancelToken(), heard.append)
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.result, ModelsMeasured)
    assert answer.result.stories == STORIES
    assert [row.name for row in answer.result.rows] == list(names)
    stories = read_stories(HELD_OUT)[:STORIES]
    for row in answer.result.rows:
        checkpoint = read_checkpoint(engine.folder / row.name)
        expected = evaluate_model(build_model(checkpoint), checkpoint.tokenizer, stories)
        assert row.figures.loss == pytest.approx(expected["loss"])
        assert row.figures.perplexity == pytest.approx(math.exp(expected["loss"]))
        assert row.figures.p_or == pytest.approx(expected["p_or"])
        assert row.figures.alone_loss == pytest.approx(expected.get("alone_loss"))
        assert row.figures.tokens_per_second is not None
        assert 10 < row.figures.tokens_per_second < 1e8
    progress = [event for event in heard if isinstance(event, Progress)]
    assert [event.done for event in progress] == sorted(event.done for event in progress)
    rows = [len(event.partial.rows) for event in progress if isinstance(event.partial, ModelsMeasured)]
    assert set(rows) == {0, 1, 2}  # each model that is done is there at once
    assert all(event.done <= event.total for event in progress)


def test_a_model_that_cannot_be_opened_does_not_stop_the_others(engine: Engine) -> None:
    (engine.folder / "window-8" / "model.safetensors").write_bytes(b"nothing")
    answer = engine.run(MeasureModels(("window-8", "rostok"), 1), CancelToken(), lambda _: None)
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, ModelsMeasured)
    broken, sound = answer.result.rows
    assert "model.safetensors" in str(broken.problem)
    assert broken.figures == Figures()
    assert sound.figures.loss is not None


def test_cancelled_in_the_middle(engine: Engine) -> None:
    token = CancelToken()
    heard: list[Event] = []

    def hear(event: Event) -> None:
        heard.append(event)
        if len(heard) == 3:
            token.cancel()

    answer = engine.run(MeasureModels(("rostok", "no-mask", "window-8"), STORIES), token, hear)
    assert isinstance(answer, Cancelled)
    assert len(heard) == 3
