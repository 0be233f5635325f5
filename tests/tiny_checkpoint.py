"""A whole checkpoint of a few kilobytes, made in milliseconds, for tests that need one to use or to damage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import pre_tokenizers

from rostok_gui.model.checkpoint import expected_shapes, write_checkpoint
from rostok_gui.model.config import ModelConfig

MERGES = (("Ġ", "t"), ("h", "e"), ("Ġt", "he"), ("Ġ", "a"), ("n", "d"), ("Ġa", "nd"), ("r", "e"), ("i", "n"))
SIGNS = sorted(pre_tokenizers.ByteLevel.alphabet())
VOCAB = ("◆", *SIGNS, *("".join(pair) for pair in MERGES))

ROSTOK = ModelConfig(vocab_size=len(VOCAB), n_layer=2, n_head=2, d_model=8, d_ff=12, context=32)
WINDOW = ModelConfig(architecture="window", vocab_size=len(VOCAB), d_model=4, d_ff=6, context=3)


def tokenizer_json() -> dict[str, Any]:
    """The content of a ``tokenizer.json`` with 256 bytes, the start mark and eight merges."""
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    mark = {"id": 0, "content": "◆", "special": True}
    mark |= dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {
        "version": "1.0",
        "added_tokens": [mark],
        "normalizer": None,
        "pre_tokenizer": byte_level,
        "post_processor": None,
        "decoder": byte_level,
        "model": {
            "type": "BPE",
            "vocab": {entry: i for i, entry in enumerate(VOCAB)},
            "merges": [list(pair) for pair in MERGES],
        },
    }


def tiny_weights(config: ModelConfig = ROSTOK, seed: int = 0) -> dict[str, Any]:
    """Random float32 weights of every tensor of the model."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in expected_shapes(config).items()}


def tiny_checkpoint(folder: Path, config: ModelConfig = ROSTOK, seed: int = 0) -> Path:
    """Write a checkpoint with random weights into `folder` and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_json()), encoding="utf-8")
    write_checkpoint(folder, config, tiny_weights(config, seed), {"loss": 5.5})
    return folder
