"""Weights kept at some moments of a training, so that one can watch a head appear.

A folder ``snapshots/`` inside a checkpoint holds ``step_XXXXXX.safetensors`` (float16, the tensors of the checkpoint)
and ``snapshots.json``: a list of ``{"step", "tokens", "file"}`` in the order of steps, to which the evaluation adds
``"loss"`` (held-out, nats per token) and ``"induction"`` (L lists of H scores on random repeated tokens). The file of
the last step may be ``../model.safetensors``, the weights of the checkpoint itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from rostok_gui.files import read_file, read_json, write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.checkpoint import MAX_BYTES, Checkpoint, expected_shapes

FOLDER, INDEX = "snapshots", "snapshots.json"


def read_index(folder: Path) -> list[dict[str, Any]]:
    """Entries of ``snapshots.json`` by step; empty if there is none."""
    return list(read_json(folder / INDEX)) if (folder / INDEX).exists() else []


def write_index(folder: Path, entries: list[dict[str, Any]]) -> None:
    """Write ``snapshots.json``, sorted by step."""
    ordered = sorted(entries, key=lambda entry: int(entry["step"]))
    write_file(folder / INDEX, (json.dumps(ordered, indent=1) + "\n").encode())


def keep(folder: Path, step: int, tokens: int, weights: Mapping[str, NDArray[Any]]) -> None:
    """Write the weights of this moment and enter them in the index; a moment made twice is written over."""
    name = f"step_{step:06d}.safetensors"
    write_file(folder / name, save({key: array.astype(np.float16) for key, array in weights.items()}))
    others = [entry for entry in read_index(folder) if entry["step"] != step]
    write_index(folder, [*others, {"step": step, "tokens": tokens, "file": name}])


def open_snapshot(checkpoint: Checkpoint, step: int) -> Checkpoint:
    """Return the checkpoint as it was after `step` steps.

    Raises
    ------
    RostokError
        There is no such moment, or its file does not fit the checkpoint.
    """
    folder = checkpoint.folder / FOLDER
    names = [entry["file"] for entry in read_index(folder) if entry["step"] == step]
    if not names:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” keeps no weights of step {step}."), name=checkpoint.name, step=step
        )
    path = folder / str(names[0])
    if not path.resolve().is_relative_to(checkpoint.folder.resolve()):
        raise _unfit(path, "..")
    try:
        weights = load(read_file(path, MAX_BYTES))
    except SafetensorError as error:
        raise _unfit(path, error) from error
    if {name: array.shape for name, array in weights.items()} != expected_shapes(checkpoint.config):
        raise _unfit(path, "tensors")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise _unfit(path, "NaN, Inf")
    return replace(checkpoint, name=f"{checkpoint.name} {step}", weights=weights, metrics=None, sha256="")


def _unfit(path: Path, reason: object) -> RostokError:
    template = QT_TRANSLATE_NOOP("messages", "{path} does not fit its checkpoint ({reason}). Copy the folder again.")
    return RostokError(template, path=path, reason=reason)
