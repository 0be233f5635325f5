"""The outside oracle: `transformers` runs the exported folder as a Qwen3 and must agree with us."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint

from rostok_gui import paths
from rostok_gui.messages import RostokError
from rostok_gui.model.checkpoint import build_model, read_checkpoint
from rostok_gui.model.inspected import inspect
from rostok_gui.training.export_hf import export

TEXT = "Tom had a red ball. He went to the park with his mom. Tom saw a big dog. Then he"


@pytest.mark.parametrize("name", ["tiny", "rostok"])
def test_transformers_computes_the_same(tmp_path: Path, name: str) -> None:
    transformers = pytest.importorskip("transformers", reason="needs the extra “peers”: pip install transformers")
    folder = (
        paths.CHECKPOINTS / "rostok"
        if name == "rostok"
        else tiny_checkpoint(tmp_path / "tiny", replace(ROSTOK, context=512))
    )
    checkpoint = read_checkpoint(folder)
    export(checkpoint, tmp_path / "hf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own affair
        theirs = transformers.AutoModelForCausalLM.from_pretrained(
            tmp_path / "hf", dtype=torch.float32, attn_implementation="eager"
        ).eval()
        tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "hf")
        ids = tokenizer(TEXT)["input_ids"]
        tokens = checkpoint.tokenizer.encode(TEXT).tokens
        assert ids == [token.id for token in tokens], "begins with the start mark, the rest is the same"
        with torch.no_grad():
            answer = theirs(torch.tensor([ids]), output_attentions=True)
    trace = inspect(build_model(checkpoint), name, tokens).trace
    np.testing.assert_allclose(trace.logits.array, answer.logits[0].numpy(), atol=1e-4, rtol=0)
    for layer, theirs_of_layer in zip(trace.layers, answer.attentions, strict=True):
        np.testing.assert_allclose(layer.pattern.array, theirs_of_layer[0].numpy(), atol=1e-4, rtol=0)
    assert tokenizer.decode(ids, skip_special_tokens=True).strip() == TEXT


def test_what_is_no_qwen3_is_refused(tmp_path: Path) -> None:
    for config in (WINDOW, replace(ROSTOK, causal=False), replace(ROSTOK, d_ff=0)):
        checkpoint = read_checkpoint(tiny_checkpoint(tmp_path / "other", config))
        with pytest.raises(RostokError, match="no Qwen3"):
            export(checkpoint, tmp_path / "hf")
    assert not (tmp_path / "hf").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    checkpoint = read_checkpoint(tiny_checkpoint(tmp_path / "tiny"))
    (tmp_path / "hf").mkdir()
    (tmp_path / "hf" / "thesis.txt").write_text("mine")
    with pytest.raises(RostokError, match="empty folder"):
        export(checkpoint, tmp_path / "hf")
    assert [path.name for path in (tmp_path / "hf").iterdir()] == ["thesis.txt"]
