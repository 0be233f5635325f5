"""``rostok inspect`` on the model that is shipped, against the numpy twin of the whole model."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from rostok_gui import __version__, cli
from rostok_gui.attention.transformer import forward
from rostok_gui.model.checkpoint import read_checkpoint
from rostok_gui.paths import CHECKPOINTS

TEXT = "Tom had a red ball. Then he"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert cli.main(["inspect", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_weights_next_tokens_and_losses_are_those_of_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    shown = answer(capsys, TEXT, "--layer", "6", "--head", "4")
    checkpoint = read_checkpoint(CHECKPOINTS / "rostok")
    encoded = checkpoint.tokenizer.encode(TEXT)
    twin = forward(checkpoint.weights, checkpoint.config, encoded.ids)
    weights = np.array(shown["weights"])
    assert shown["tokens"] == [token.label for token in encoded.tokens]
    assert shown["tokens"][0] == "◆"
    assert (shown["layer"], shown["head"]) == (6, 4)
    np.testing.assert_allclose(weights, twin.patterns[5, 3], atol=1e-5)
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-6)
    assert not np.triu(weights, 1).any()
    p = np.exp(twin.logits - twin.logits.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    for t, candidates in enumerate(shown["next"]):
        best = np.argsort(-p[t])[:5]
        assert [label for label, _ in candidates] == [checkpoint.tokenizer.label(int(i)) for i in best]
        np.testing.assert_allclose([q for _, q in candidates], p[t, best], atol=1e-4)
    assert shown["loss"][0] is None
    expected = [-np.log(p[t - 1, encoded.ids[t]]) for t in range(1, len(encoded.ids))]
    np.testing.assert_allclose(shown["loss"][1:], expected, atol=1e-3)


def test_a_page_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["inspect", TEXT, "--token", "3"]) == 0
    out = capsys.readouterr().out
    assert "Layer 6 head 4" in out
    assert "True next token" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--layer", "9"], "--layer 9: this model and text have 1 to 8"),
        (["--head", "0"], "--head 0"),
        (["--token", "99"], "--token 99"),
        (["--model", "nobody"], "nobody"),
    ],
)
def test_a_wrong_option_is_told_in_words(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert cli.main(["inspect", TEXT, *arguments]) == 1
    assert said in capsys.readouterr().err


def test_a_device_that_is_not_there_gives_way_to_the_cpu(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["inspect", TEXT, "--device", "cuda:77", "--json"]) == 0
    captured = capsys.readouterr()
    assert "cuda:77" in captured.err
    assert json.loads(captured.out)["tokens"]


def test_too_long_a_text_is_cut_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    shown = answer(capsys, "ball " * 600)
    assert len(shown["tokens"]) == 512


def test_version_and_help() -> None:
    done = subprocess.run([sys.executable, "-m", "rostok_gui", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"Rostok {__version__}"
    for command in ((), ("inspect",), ("bench",), ("smoke",), ("train",), ("evaluate",)):
        with pytest.raises(SystemExit) as end:
            cli.main([*command, "--help"])
        assert end.value.code == 0


def test_without_a_display_a_sentence_says_so() -> None:
    code = "import os, sys; os.environ.pop('QT_QPA_PLATFORM', 0); os.environ.pop('DISPLAY', 0)\n"
    code += "os.environ.pop('WAYLAND_DISPLAY', 0)\nfrom rostok_gui.cli import main; sys.exit(main([]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    if sys.platform.startswith("linux"):
        assert done.returncode == 2
        assert "no display" in done.stderr
