"""The trainer's memory on disk: one safetensors file, replaced as a whole, so that no crash can leave half of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from rostok_gui.files import write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError

_FORMAT = "rostok-training-state-1"


def write_state(path: Path, tensors: Mapping[str, Tensor], facts: Mapping[str, Any]) -> None:
    """Write tensors and facts (anything that JSON can say)."""
    metadata = {"format": _FORMAT, "facts": json.dumps(facts)}
    write_file(path, save({name: t.detach().contiguous().cpu() for name, t in tensors.items()}, metadata))


def read_state(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Read what `write_state` wrote.

    Raises
    ------
    RostokError
        The file is missing, damaged or something else.
    """
    try:
        with safe_open(path, "pt") as file:
            metadata = file.metadata() or {}
            if metadata.get("format") != _FORMAT:
                raise RostokError(QT_TRANSLATE_NOOP("messages", "{path} is not a training state."), path=path)
            return {name: file.get_tensor(name) for name in list(file.keys())}, json.loads(metadata["facts"])
    except (OSError, SafetensorError, ValueError, KeyError) as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "The training state {path} cannot be read: {reason}"),
            path=path,
            reason=error,
        ) from error
