"""What the lessons say about the models must be true of those that are shipped."""

from __future__ import annotations

from typing import Any

import pytest

from rostok_gui import paths
from rostok_gui.model.checkpoint import list_checkpoints, read_checkpoint
from rostok_gui.training.snapshots import FOLDER, open_snapshot, read_index

METRICS: dict[str, dict[str, Any]] = {
    name: read_checkpoint(paths.CHECKPOINTS / name).metrics or {} for name in list_checkpoints()
}


def test_attention_beats_the_window_and_depth_beats_one_layer() -> None:
    rostok, one_layer, window = (METRICS[name]["loss"] for name in ("rostok", "gpt-1", "window-8"))
    assert rostok < one_layer < window
    assert rostok < window - 0.9


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


@pytest.mark.skipif("induction" not in METRICS, reason="the model of the snapshots is not among the checkpoints")
def test_the_snapshots_show_a_model_that_learns() -> None:
    checkpoint = read_checkpoint(paths.CHECKPOINTS / "induction")
    index = read_index(checkpoint.folder / FOLDER)
    losses = [entry["loss"] for entry in index]
    assert index[0]["step"] == 0
    assert len(index) >= 7
    assert losses[-1] < losses[0] - 3
    for entry in index:
        open_snapshot(checkpoint, entry["step"])
    assert sum(path.stat().st_size for path in (checkpoint.folder / FOLDER).iterdir()) < 16_000_000
