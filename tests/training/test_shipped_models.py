"""What the lessons say about the models must be true of those that are shipped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rostok_gui import paths
from rostok_gui.attention.head_types import head_scores
from rostok_gui.attention.transformer import forward
from rostok_gui.model.checkpoint import build_model, list_checkpoints, read_checkpoint
from rostok_gui.model.inspected import inspect
from rostok_gui.state.examples import load_examples
from rostok_gui.training.evaluation import repeated_blocks
from rostok_gui.training.snapshots import FOLDER, open_snapshot, read_index

METRICS: dict[str, dict[str, Any]] = {
    name: read_checkpoint(paths.CHECKPOINTS / name).metrics or {} for name in list_checkpoints()
}


def test_attention_beats_the_window_and_depth_beats_one_layer() -> None:
    rostok, one_layer, window = (METRICS[name]["loss"] for name in ("rostok", "gpt-1", "window-8"))
    assert rostok < one_layer < window
    assert rostok < window - 0.9
    assert rostok < 1.7


def test_a_head_knows_who_he_is() -> None:
    checkpoint = read_checkpoint(paths.CHECKPOINTS / "rostok")
    example = next(example for example in load_examples() if example.id == "he")
    tokens = checkpoint.tokenizer.encode(example.text).tokens
    labels = [token.label for token in tokens]
    trace = inspect(build_model(checkpoint), "rostok", tokens).trace
    assert labels[-1] == "·he"
    assert labels.count("Lily") + labels.count("·Lily") == 1
    weights = trace.weights(example.layer, example.head, len(tokens) - 1)
    assert labels[int(weights.argmax())] == "·Tom"
    assert weights.max() >= 0.8


def test_only_rostok_copies_a_name_that_it_has_never_seen() -> None:
    rostok = METRICS["rostok"]
    assert rostok["p_or"] > 0.95
    assert rostok["p_invented"] > 0.93
    assert rostok["p_invented_worst"] > 0.5
    assert METRICS["gpt-1"]["p_or"] < 0.05
    assert METRICS["window-8"]["p_or"] < 0.05


def test_without_the_mask_the_answer_is_read_and_nothing_is_learned() -> None:
    leak = METRICS["no-mask"]
    assert leak["loss"] < 0.3
    assert leak["alone_loss"] > METRICS["gpt-1"]["loss"] + 2


@pytest.mark.parametrize(
    ("kind", "bar", "count"), [("previous token", 0.6, 2), ("start mark", 0.6, 2), ("induction", 0.4, 1)]
)
def test_rostok_has_the_heads_of_the_lesson(kind: str, bar: float, count: int) -> None:
    found = [head for head in METRICS["rostok"]["heads"] if head["type"] == kind and head["scores"][kind] > bar]
    assert len(found) >= count


INDUCTION_MODEL = read_checkpoint(paths.CHECKPOINTS / "induction")
INDEX = read_index(INDUCTION_MODEL.folder / FOLDER)


def test_the_snapshots_show_a_model_that_learns() -> None:
    losses = [entry["loss"] for entry in INDEX]
    assert INDEX[0]["step"] == 0
    assert 10 <= len(INDEX) <= 14
    assert losses[-1] < losses[0] - 3
    files = [path for path in INDUCTION_MODEL.folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 20_000_000


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: str(entry["step"]))
def test_the_index_says_what_the_weights_of_each_moment_do(entry: dict[str, Any]) -> None:
    config = INDUCTION_MODEL.config
    weights = open_snapshot(INDUCTION_MODEL, entry["step"]).weights
    blocks = repeated_blocks(config.vocab_size, config.start_token)
    found = [head_scores(forward(weights, config, ids).patterns, np.array(ids), config.start_token) for ids in blocks]
    scores = np.mean([one.scores["induction"] for one in found], axis=0)  # type: ignore[arg-type]
    np.testing.assert_allclose(entry["induction"], scores, atol=1e-3)


def test_an_induction_head_appears_during_the_training() -> None:
    strongest = [max(max(layer) for layer in entry["induction"]) for entry in INDEX]
    assert strongest[0] < 0.05
    assert strongest[-1] > 0.4
    assert max(INDEX[-1]["induction"][1]) == strongest[-1], "it needs the layer before it"
    assert sum(0.05 < score < strongest[-1] - 0.05 for score in strongest) >= 2, "the rise itself is kept"
