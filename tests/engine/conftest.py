"""A folder of checkpoints with small random models, so that the engine is tested without the real weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rostok_gui import paths
from rostok_gui.model.checkpoint import expected_shapes, write_checkpoint
from rostok_gui.model.config import ModelConfig

TOKENIZER = paths.CHECKPOINTS / "rostok" / "tokenizer.json"


@pytest.fixture
def make_checkpoint(tmp_path: Path) -> Callable[..., Path]:
    """Write a checkpoint of random weights under ``tmp_path / "checkpoints"``; returns that folder of checkpoints."""

    def make(name: str = "rostok", seed: int = 0, **shape: Any) -> Path:
        sizes = {"n_layer": 2, "n_head": 2, "d_model": 16, "d_ff": 24, "context": 64} | shape
        config = ModelConfig(**sizes)
        rng = np.random.default_rng(seed)
        weights = {n: (rng.standard_normal(s) * 0.6).astype(np.float32) for n, s in expected_shapes(config).items()}
        write_checkpoint(tmp_path / "checkpoints" / name, config, weights, {}, TOKENIZER)
        return tmp_path / "checkpoints"

    return make
