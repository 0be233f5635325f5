"""Figures that stand in tables are held against the plainest way to compute them."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint
from tiny_training import STORIES

from rostok_gui import paths
from rostok_gui.model.checkpoint import build_model, list_checkpoints, read_checkpoint
from rostok_gui.training import evaluation
from rostok_gui.training.corpus import read_stories
from rostok_gui.training.evaluation import (
    EvaluationCancelledError,
    evaluate_checkpoints,
    evaluate_heads,
    evaluate_model,
    story_losses,
)

NAMES = list_checkpoints()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny_checkpoint(tmp_path / "rostok", replace(ROSTOK, context=512))
    tiny_checkpoint(tmp_path / "window", WINDOW, seed=1)
    tiny_checkpoint(tmp_path / "leak", replace(ROSTOK, context=512, causal=False), seed=2)
    return tmp_path


def opened(folder: Path):
    checkpoint = read_checkpoint(folder)
    return build_model(checkpoint), checkpoint.tokenizer


def plain_losses(model, ids: list[int]) -> list[float]:
    """One story, one pass, one token after the other."""
    with torch.no_grad():
        logits = model(torch.tensor([ids[:-1]]))[0].double()
    return [-float(torch.log_softmax(row, -1)[token]) for row, token in zip(logits, ids[1:], strict=True)]


@pytest.mark.parametrize("name", ["rostok", "window", "leak"])
def test_losses_of_many_stories_are_those_of_each_alone(folder: Path, name: str) -> None:
    model, tokenizer = opened(folder / name)
    figures = evaluate_model(model, tokenizer, STORIES[:5])
    texts = [list(tokenizer.encode(story).ids) for story in STORIES[:5]]
    losses = [plain_losses(model, ids) for ids in texts]
    assert figures["loss"] == pytest.approx(np.mean(np.concatenate(losses)), abs=1e-5)
    assert figures["perplexity"] == pytest.approx(math.exp(figures["loss"]))
    assert figures["predicted_tokens"] == sum(len(ids) - 1 for ids in texts)
    first, repeat = [], []
    for ids, story_loss in zip(texts, losses, strict=True):
        pairs = set()
        for i, loss in enumerate(story_loss):
            pair = tuple(ids[i : i + 2])
            (repeat if pair in pairs else first).append(loss)
            pairs.add(pair)
    assert figures["first_loss"] == pytest.approx(np.mean(first), abs=1e-5)
    assert figures["repeat_loss"] == pytest.approx(np.mean(repeat), abs=1e-5)


def test_a_long_story_is_read_in_windows_behind_the_start_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "STRIDE", 5)
    model, _ = opened(tiny_checkpoint(tmp_path / "short"))
    ids = np.concatenate(([0], np.random.default_rng(1).integers(1, 265, 99)))
    (found,) = story_losses(model, [ids])
    context = ROSTOK.context
    for t in range(1, 100):
        if t <= context:
            seen = ids[:t]
        else:
            stop = min(t + (context - t) % 5, 99)  # windows end 5 apart, the last at the end
            seen = np.concatenate(([0], ids[stop - context + 1 : t]))
        expected = plain_losses(model, [*seen.tolist(), int(ids[t])])[-1]
        assert found[t - 1] == pytest.approx(expected, abs=1e-4), t


def test_copying_is_read_where_the_name_is_said_for_the_second_time(folder: Path) -> None:
    model, tokenizer = opened(folder / "rostok")
    # The tiny tokenizer spells names out: " Zorbin" begins with the token of the space, and "Z" is the second one.
    text = "Once upon a time, there was a dragon. His name was Zorbin Plax. Everyone liked "
    with torch.no_grad():
        logits = model(torch.tensor([tokenizer.encode(text).ids]))[0, -1].double()
    figures = evaluate_model(model, tokenizer, STORIES[:1])
    expected = float(torch.softmax(logits, -1)[tokenizer.token_id("Z")])
    assert figures["p_or"] == pytest.approx(expected, abs=1e-6)
    assert 0 < figures["p_invented_worst"] <= figures["p_invented"] < 1


def test_only_a_model_without_mask_has_a_loss_alone(folder: Path) -> None:
    assert "alone_loss" in evaluate_model(*opened(folder / "leak"), STORIES[:2])
    assert "alone_loss" not in evaluate_model(*opened(folder / "rostok"), STORIES[:2])


def test_it_tells_how_far_it_is_and_stops_when_asked(folder: Path) -> None:
    model, tokenizer = opened(folder / "rostok")
    done: list[float] = []
    evaluate_model(model, tokenizer, STORIES * 8, on_progress=done.append)
    assert done == sorted(done)
    assert done[-1] == 1.0
    assert len(done) > 2
    with pytest.raises(EvaluationCancelledError):
        evaluate_model(model, tokenizer, STORIES * 8, cancelled=lambda: True)
    with pytest.raises(EvaluationCancelledError):
        evaluate_heads(model, tokenizer, STORIES[:1], cancelled=lambda: True)


def test_the_report_has_the_promised_form(folder: Path) -> None:
    report = json.loads(json.dumps(evaluate_checkpoints(folder, limit=2)))
    keys = {"loss", "perplexity", "parameters", "tokens_seen", "p_or", "p_invented", "first_loss", "repeat_loss"}
    assert set(report) == {"models", "heads"}
    assert set(report["models"]) == {"rostok", "window", "leak"}
    assert all(keys <= set(figures) for figures in report["models"].values())
    assert [(head["layer"], head["head"]) for head in report["heads"]] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for head in report["heads"]:
        assert set(head["scores"]) == set(head["chance"])
        assert all(0 <= score <= 1 for score in head["scores"].values())
    assert "rostok" in evaluation.table(report)


def test_written_metrics_keep_what_the_trainer_wrote(folder: Path) -> None:
    path = folder / "rostok" / "metrics.json"
    metrics = json.loads(path.read_text()) | {"training": {"tokens_seen": 4711}}
    path.write_text(json.dumps(metrics))
    report = evaluate_checkpoints(folder, ["rostok"], limit=2, write=True)
    written = read_checkpoint(folder / "rostok").metrics
    assert written is not None
    assert written["training"]["tokens_seen"] == written["tokens_seen"] == 4711
    assert written["loss"] == pytest.approx(report["models"]["rostok"]["loss"], rel=1e-5)
    assert len(written["heads"]) == 4


@pytest.mark.parametrize("name", NAMES)
def test_metrics_of_the_shipped_models_are_measured_again(name: str) -> None:
    """A sample: the copying figures, exactly, and the loss of eight stories against the loss of all 500."""
    checkpoint = read_checkpoint(paths.CHECKPOINTS / name)
    assert checkpoint.metrics is not None
    figures = evaluate_model(build_model(checkpoint), checkpoint.tokenizer, read_stories(evaluation.HELD_OUT)[:8])
    for key in ("p_or", "p_invented", "p_invented_worst"):
        assert figures[key] == pytest.approx(checkpoint.metrics[key], abs=2e-4)
    assert figures["parameters"] == checkpoint.metrics["parameters"]
    assert figures["loss"] == pytest.approx(checkpoint.metrics["sample_loss"], abs=1e-3)
    assert abs(figures["loss"] - checkpoint.metrics["loss"]) < 0.5
