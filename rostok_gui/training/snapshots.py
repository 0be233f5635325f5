"""Weights kept at some moments of a training, so that one can watch a head appear.

A folder ``snapshots/`` holds ``step_XXXXXX.safetensors`` (float16, the tensors of the checkpoint) and
``snapshots.json``: a list of ``{"step", "tokens", "file"}``, to which the evaluation adds ``"loss"`` and
``"induction"`` (L lists of H scores).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save
from torch import Tensor

from rostok_gui.files import read_json, write_file

INDEX = "snapshots.json"


def read_index(folder: Path) -> list[dict[str, Any]]:
    """Entries of ``snapshots.json`` by step; empty if there is none."""
    return list(read_json(folder / INDEX)) if (folder / INDEX).exists() else []


def write_index(folder: Path, entries: list[dict[str, Any]]) -> None:
    """Write ``snapshots.json``, sorted by step."""
    ordered = sorted(entries, key=lambda entry: entry["step"])
    write_file(folder / INDEX, (json.dumps(ordered, indent=1) + "\n").encode())


def keep(folder: Path, step: int, tokens: int, weights: dict[str, Tensor]) -> None:
    """Write the weights of this moment and enter them in the index; a moment made twice is written over."""
    name = f"step_{step:06d}.safetensors"
    halves = {key: t.detach().float().cpu().numpy().astype(np.float16) for key, t in weights.items()}
    write_file(folder / name, save(halves))
    others = [entry for entry in read_index(folder) if entry["step"] != step]
    write_index(folder, [*others, {"step": step, "tokens": tokens, "file": name}])
