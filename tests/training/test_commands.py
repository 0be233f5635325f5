"""``train`` from the command line to a checkpoint that the program reads."""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save
from tiny_checkpoint import tokenizer_json
from tiny_training import HELD_OUT, STORIES

from rostok_gui.cli import main
from rostok_gui.messages import RostokError
from rostok_gui.model.checkpoint import read_checkpoint
from rostok_gui.training.corpus import SEPARATOR, read_hashes, story_hash
from rostok_gui.training.evaluation import measure_snapshots
from rostok_gui.training.grid import on_grid
from rostok_gui.training.recipe import RECIPES, named_recipe, read_recipe
from rostok_gui.training.snapshots import open_snapshot, read_index, write_index
from rostok_gui.training.state_file import read_state

RECIPE = """
[model]
vocab_size = 265
n_layer = 2
n_head = 2
d_model = 8
d_ff = 12
context = 32
[run]
tokens_per_step = 90
steps = 6
measure_every = 3
snapshots = [0, 2, 6]
[rows]
micro_batch = 60
"""


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run ``rostok train tiny`` with more options in an empty folder; its exit code."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stories.txt").write_text(f"\n{SEPARATOR}\n".join(STORIES), encoding="utf-8")
    (tmp_path / "held_out.txt").write_text(f"\n{SEPARATOR}\n".join(HELD_OUT), encoding="utf-8")
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer_json()), encoding="utf-8")
    (tmp_path / "tiny.toml").write_text(RECIPE, encoding="utf-8")
    files = ["--stories", "stories.txt", "--held-out", "held_out.txt", "--tokenizer", "tokenizer.json"]
    return lambda *more: main(["train", "tiny", *files, "--threads", "1", *more])


def test_a_recipe_becomes_a_checkpoint(call, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--config", "tiny.toml") == 0
    checkpoint = read_checkpoint(tmp_path / "runs" / "tiny" / "checkpoint")
    assert checkpoint.metrics is not None
    assert checkpoint.metrics["training"]["steps"] == 6
    assert checkpoint.metrics["training"]["tokens_seen"] >= 6 * 90
    assert [entry["step"] for entry in read_index(checkpoint.folder / "snapshots")] == [0, 2, 6]
    first, last = open_snapshot(checkpoint, 0), open_snapshot(checkpoint, 6)
    assert not np.array_equal(first.weights["embed.weight"], last.weights["embed.weight"])
    assert measure_snapshots(checkpoint, STORIES[:2]) == read_index(checkpoint.folder / "snapshots")
    measured = read_index(checkpoint.folder / "snapshots")
    assert np.shape([entry["induction"] for entry in measured]) == (3, 2, 2)
    assert measured[-1]["loss"] < measured[0]["loss"]
    with pytest.raises(RostokError, match="step 3"):
        open_snapshot(checkpoint, 3)
    outside = tmp_path / "outside.safetensors"
    outside.write_bytes((checkpoint.folder / "model.safetensors").read_bytes())
    for file, refused in (("../model.safetensors", False), ("../../../../outside.safetensors", True)):
        write_index(checkpoint.folder / "snapshots", [{"step": 7, "tokens": 1, "file": file}])
        if refused:
            with pytest.raises(RostokError, match="does not fit"):
                open_snapshot(checkpoint, 7)
        else:
            assert np.array_equal(open_snapshot(checkpoint, 7).weights["embed.weight"], last.weights["embed.weight"])
    write_index(checkpoint.folder / "snapshots", measured)
    path = checkpoint.folder / "snapshots" / "step_000002.safetensors"
    for damaged in (path.read_bytes()[:-9], b"", save({"embed.weight": np.zeros((2, 2))})):
        path.write_bytes(damaged)
        with pytest.raises(RostokError, match="step_000002"):
            open_snapshot(checkpoint, 2)
    assert read_hashes(tmp_path / "runs" / "tiny" / "trained_on.bin") == {story_hash(story) for story in STORIES}
    said = capsys.readouterr().out
    assert "held-out" in said
    assert "min left" in said


def test_a_recipe_can_ask_for_weights_on_a_grid(call, tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(RECIPE.replace("[run]", "[run]\ngrid = 14"), encoding="utf-8")
    assert call("--config", "tiny.toml", "--steps", "2") == 0
    best = read_state(tmp_path / "runs" / "tiny" / "state.safetensors")[0]["best/embed.weight"].numpy()
    shipped = read_checkpoint(tmp_path / "runs" / "tiny" / "checkpoint").weights["embed.weight"]
    assert np.array_equal(shipped, on_grid({"w": best}, 14)["w"])
    assert not np.array_equal(shipped, best.astype(np.float16))


def test_ctrl_c_saves_and_resume_goes_on(call, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert call("--config", "tiny.toml", "--steps", "1000000") == 0
    timer.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    step = read_state(tmp_path / "runs" / "tiny" / "state.safetensors")[1]["step"]
    assert 0 < step < 1000000
    assert "--resume" in capsys.readouterr().out
    assert call("--resume", "--steps", str(step + 2)) == 0
    assert read_state(tmp_path / "runs" / "tiny" / "state.safetensors")[1]["step"] == step + 2


def test_an_earlier_training_is_not_overwritten(call, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--config", "tiny.toml", "--steps", "1") == 0
    assert call("--config", "tiny.toml", "--steps", "1") == 1
    assert "--resume" in capsys.readouterr().err


def test_resume_without_a_state_says_so(call, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--resume") == 1
    assert "state.safetensors" in capsys.readouterr().err


def test_a_new_tokenizer_can_be_trained(call, tmp_path: Path) -> None:
    recipe = RECIPE.replace("vocab_size = 265", "vocab_size = 280")
    (tmp_path / "tiny.toml").write_text(recipe, encoding="utf-8")
    files = ["--stories", "stories.txt", "--held-out", "held_out.txt", "--config", "tiny.toml"]
    assert main(["train", "tiny", *files, "--new-tokenizer", "--threads", "1", "--steps", "2"]) == 0
    checkpoint = read_checkpoint(tmp_path / "runs" / "tiny" / "checkpoint")
    assert checkpoint.tokenizer.size == 280
    assert checkpoint.tokenizer.decode(checkpoint.tokenizer.encode(STORIES[0]).ids) == STORIES[0]


def test_a_tokenizer_of_another_size_is_refused(call, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tiny.toml").write_text(RECIPE.replace("265", "300"), encoding="utf-8")
    assert call("--config", "tiny.toml") == 1
    assert "265" in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_recipe_reads_and_has_a_limit(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe == named_recipe(path.stem)
    assert recipe.run.steps or recipe.run.minutes
    assert type(recipe).from_dict(json.loads(json.dumps(recipe.to_dict()))) == recipe


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[run]\nstepz = 3", "run.stepz"),
        ("[runn]\nsteps = 3", "runn"),
        ("run = 3", "run"),
        ("[run\n", "recipe"),
        ("[model]\nn_head = 5", "n_head"),
    ],
)
def test_a_recipe_with_a_mistake_is_refused_by_name(
    call, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, word: str
) -> None:
    (tmp_path / "tiny.toml").write_text(text, encoding="utf-8")
    assert call("--config", "tiny.toml") == 1
    assert word in capsys.readouterr().err


def test_an_unknown_recipe_lists_those_there_are(call, capsys: pytest.CaptureFixture[str]) -> None:
    assert call() == 1
    assert "gpt-1" in capsys.readouterr().err
