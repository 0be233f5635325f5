"""A sound checkpoint is read, built and written; what is handed out is what the file says."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint, tiny_weights, tokenizer_json

from rostok_gui import paths
from rostok_gui.messages import RostokError
from rostok_gui.model.checkpoint import (
    build_model,
    expected_shapes,
    list_checkpoints,
    parameter_count,
    read_checkpoint,
    write_checkpoint,
)
from rostok_gui.model.config import ModelConfig

torch = pytest.importorskip("torch")

CONFIGS = [ROSTOK, WINDOW, replace(ROSTOK, d_ff=0), replace(ROSTOK, causal=False, n_layer=1)]


@pytest.mark.parametrize("config", CONFIGS)
def test_written_and_read_are_the_same(tmp_path: Path, config: ModelConfig) -> None:
    checkpoint = read_checkpoint(tiny_checkpoint(tmp_path / "tiny", config))
    assert (checkpoint.name, checkpoint.config) == ("tiny", config)
    assert checkpoint.tokenizer.size == config.vocab_size
    assert checkpoint.metrics == {"loss": 5.5, "sha256": checkpoint.sha256}
    assert checkpoint.sha256 == hashlib.sha256((tmp_path / "tiny/model.safetensors").read_bytes()).hexdigest()
    weights = tiny_weights(config)
    assert checkpoint.weights.keys() == weights.keys()
    for name, read in checkpoint.weights.items():
        np.testing.assert_array_equal(read, weights[name].astype(np.float16))
        assert not read.flags.writeable


@pytest.mark.parametrize("config", CONFIGS)
def test_expected_shapes_are_those_of_the_running_model(tmp_path: Path, config: ModelConfig) -> None:
    model = build_model(read_checkpoint(tiny_checkpoint(tmp_path, config)))
    assert expected_shapes(config) == {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
    assert parameter_count(config) == sum(p.numel() for p in model.parameters())


@pytest.mark.parametrize("config", CONFIGS)
def test_the_built_model_has_the_weights_and_stays_as_it_is(tmp_path: Path, config: ModelConfig) -> None:
    checkpoint = read_checkpoint(tiny_checkpoint(tmp_path, config))
    model = build_model(checkpoint)
    assert not model.training
    for name, parameter in model.named_parameters():
        assert parameter.dtype == torch.float32
        assert not parameter.requires_grad
        np.testing.assert_array_equal(parameter.numpy(), checkpoint.weights[name].astype(np.float32))
    assert model(torch.tensor([[0, 5, 9]])).shape == (1, 3, config.vocab_size)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_each_type_of_number_is_read_as_torch_reads_it(tmp_path: Path, dtype: object) -> None:
    import safetensors.torch

    folder = tiny_checkpoint(tmp_path)
    tensors = {name: torch.from_numpy(w).to(dtype) for name, w in tiny_weights().items()}
    (folder / "metrics.json").unlink()
    safetensors.torch.save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    checkpoint = read_checkpoint(folder)
    assert checkpoint.metrics is None
    for name, tensor in tensors.items():
        np.testing.assert_array_equal(checkpoint.weights[name].astype(np.float32), tensor.float().numpy())


def test_reading_imports_no_torch(tmp_path: Path) -> None:
    tiny_checkpoint(tmp_path)
    code = (
        "import sys; from pathlib import Path; from rostok_gui.model.checkpoint import read_checkpoint; "
        f"read_checkpoint(Path({str(tmp_path)!r})); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=paths.ROOT, check=False).returncode == 0


def test_list_of_checkpoints(tmp_path: Path) -> None:
    assert list_checkpoints(tmp_path) == ()
    assert list_checkpoints(tmp_path / "nowhere") == ()
    for name in ("window-8", "gpt-1"):
        tiny_checkpoint(tmp_path / name)
    (tmp_path / "README.md").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    assert list_checkpoints(tmp_path) == ("gpt-1", "window-8")


def test_writing_keeps_what_else_is_in_the_folder(tmp_path: Path) -> None:
    tiny_checkpoint(tmp_path)
    (tmp_path / "CARD.md").write_text("read me")
    before = sorted(path.name for path in tmp_path.iterdir())
    sha256 = write_checkpoint(tmp_path, ROSTOK, tiny_weights(seed=1), {"loss": 5.0})
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert read_checkpoint(tmp_path).sha256 == sha256
    assert (tmp_path / "CARD.md").read_text() == "read me"


def test_writing_copies_the_tokenizer(tmp_path: Path) -> None:
    source = tmp_path / "elsewhere.json"
    source.write_text(json.dumps(tokenizer_json()), encoding="utf-8")
    write_checkpoint(tmp_path / "new", ROSTOK, tiny_weights(), {}, tokenizer=source)
    assert read_checkpoint(tmp_path / "new").tokenizer.size == ROSTOK.vocab_size
    write_checkpoint(tmp_path / "new", ROSTOK, tiny_weights(), {}, tokenizer=tmp_path / "new" / "tokenizer.json")
    assert read_checkpoint(tmp_path / "new").tokenizer.size == ROSTOK.vocab_size


@pytest.mark.parametrize("fault", ["missing", "unknown", "shape", "nan", "too large for float16"])
def test_unsound_weights_are_not_written(tmp_path: Path, fault: str) -> None:
    folder = tiny_checkpoint(tmp_path)
    before = read_checkpoint(folder).sha256
    weights, name = tiny_weights(seed=1), "blocks.1.attn.qkv.weight"
    if fault == "missing":
        del weights[name]
    elif fault == "unknown":
        name = "blocks.1.attn.bias"
        weights[name] = np.zeros(3, np.float32)
    elif fault == "shape":
        weights[name] = weights[name].T
    else:
        weights[name][1, 2] = np.nan if fault == "nan" else 70_000.0
    with pytest.raises(RostokError, match=name):
        write_checkpoint(folder, ROSTOK, weights, {})
    assert read_checkpoint(folder).sha256 == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RostokError, match="cannot be written"):
        write_checkpoint(tmp_path / "file", ROSTOK, tiny_weights(), {})
    assert (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_leaves_the_old_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tiny_checkpoint(tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RostokError, match="No space left"):
        write_checkpoint(folder, ROSTOK, tiny_weights(seed=1), {})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_killed_at_any_write_a_checkpoint_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop after every replaced file in turn: the old or the new weights are there, whole."""
    sums = set()
    for survivors in range(4):
        folder = tiny_checkpoint(tmp_path / str(survivors))
        left = survivors
        replace_file = Path.replace

        def dies(self: Path, target: Path) -> Path:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return replace_file(self, target)  # noqa: B023 - the same function in every round

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", dies)
            try:
                write_checkpoint(folder, ROSTOK, tiny_weights(seed=1), {"loss": 5.0})
            except KeyboardInterrupt:
                assert survivors < 3
        sums.add(read_checkpoint(folder).sha256)
        assert not list(folder.glob(".*"))
    assert len(sums) == 2


def test_the_shipped_checkpoint_says_what_safetensors_says() -> None:
    folder = paths.CHECKPOINTS / "rostok"
    if not (folder / "model.safetensors").exists():
        pytest.skip("the weights are not in this tree")
    checkpoint = read_checkpoint(folder)
    weights = safetensors.numpy.load_file(folder / "model.safetensors")
    assert checkpoint.weights.keys() == weights.keys()
    for name, expected in weights.items():
        np.testing.assert_array_equal(checkpoint.weights[name], expected)
