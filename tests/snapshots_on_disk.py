"""A checkpoint with three moments of a training that never was, for tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from tiny_checkpoint import ROSTOK, tiny_checkpoint, tiny_weights

from rostok_gui.training.snapshots import FOLDER, keep, read_index, write_index

STEPS = (0, 25, 400)
LOSSES = (8.5, 8.25, None)


def induction_checkpoint(folder: Path, broken: str = "", context: int = 32) -> Path:
    """Write ``induction`` with its snapshots into a folder of checkpoints; one of them broken on demand."""
    checkpoint = tiny_checkpoint(folder / "induction", replace(ROSTOK, context=context))
    for seed, step in enumerate(STEPS):
        weights = tiny_weights(ROSTOK, seed)
        if broken == "shape" and seed == 1:
            weights["norm.weight"] = weights["norm.weight"][:-1]
        if broken == "nan" and seed == 1:
            weights["norm.weight"] = np.full_like(weights["norm.weight"], np.nan)
        keep(checkpoint / FOLDER, step, step * 7, weights)
    entries = read_index(checkpoint / FOLDER)
    for entry, loss in zip(entries, LOSSES):
        if loss is not None:
            entry["loss"] = loss
    write_index(checkpoint / FOLDER, entries)
    return checkpoint
