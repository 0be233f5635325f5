"""Checkpoints on disk: a folder with ``model.safetensors``, ``config.json``, ``tokenizer.json`` and ``metrics.json``.

A folder may come from anywhere. Everything in it is checked against everything else before any of it is handed out,
and nothing in it is ever executed. Reading needs numpy alone; torch is imported when a model is built.

The layout of a safetensors file: 8 bytes with the length of the header, the header (JSON: name -> type of number,
shape, place of the data), the data.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from rostok_gui import paths
from rostok_gui.files import opened, parse_json, read_file, read_json, shown, write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.tokenizer import Tokenizer

if TYPE_CHECKING:
    from torch import nn

WEIGHTS, CONFIG, TOKENIZER, METRICS = "model.safetensors", "config.json", "tokenizer.json", "metrics.json"

MAX_BYTES = 1 << 30
MAX_HEADER = 4 << 20
MAX_CONTEXT = 8192
"""Bounds of what a small model can need; they are met before any memory is taken."""

_DTYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "BF16": np.dtype("<u2"), "F32": np.dtype("<f4")}

Shapes = dict[str, tuple[int, ...]]
Weights = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A model on disk, read and found sound.

    Attributes
    ----------
    name : str
        Name of its folder.
    folder : Path
        Where it lies.
    config : ModelConfig
        Its shape.
    tokenizer : Tokenizer
        Its vocabulary, V entries.
    weights : dict of str to float16 or float32 array, read-only
        Every tensor of `expected_shapes`, all finite.
    metrics : dict or None
        What was measured on it; None if there is no ``metrics.json``.
    sha256 : str
        Hash of ``model.safetensors``, in hexadecimal.
    """

    name: str
    folder: Path
    config: ModelConfig
    tokenizer: Tokenizer
    weights: Weights
    metrics: dict[str, Any] | None
    sha256: str


def list_checkpoints(folder: Path = paths.CHECKPOINTS) -> tuple[str, ...]:
    """Names of the checkpoints in `folder`, sorted; empty if it cannot be read."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return ()
    return tuple(name for name in names if os.path.isfile(folder / name / CONFIG))


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read the checkpoint in `folder`; whatever is wrong in it is a `RostokError` that names the file and the fault."""
    config = read_config(folder / CONFIG)
    tokenizer = Tokenizer.read(folder / TOKENIZER)
    _check_tokenizer(tokenizer, config, folder)
    metrics = _read_metrics(folder / METRICS)
    weights, sha256 = _read_weights(folder / WEIGHTS, config)
    if metrics is not None and metrics.get("sha256", sha256) != sha256:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path} is not the file that {metrics} was written for (its SHA-256 differs): it was changed or "
                "damaged. Copy the checkpoint again.",
            ),
            path=shown(folder / WEIGHTS),
            metrics=METRICS,
        )
    return Checkpoint(folder.resolve().name, folder, config, tokenizer, weights, metrics, sha256)


def build_model(checkpoint: Checkpoint, device: str = "cpu") -> nn.Module:
    """Return the running model of a checkpoint: float32, for evaluation only, without gradients."""
    import torch

    model: nn.Module
    if checkpoint.config.architecture == "window":
        from rostok_gui.model.window import Window

        model = Window(checkpoint.config)
    else:
        from rostok_gui.model.rostok import Rostok

        model = Rostok(checkpoint.config)
    weights = {name: torch.from_numpy(w.astype(np.float32)) for name, w in checkpoint.weights.items()}
    model.load_state_dict(weights, assign=True)
    return model.requires_grad_(False).eval().to(device)


def write_checkpoint(
    folder: Path,
    config: ModelConfig,
    weights: Mapping[str, NDArray[Any]],
    metadata: Mapping[str, Any],
    tokenizer: Path | None = None,
) -> str:
    """Write a checkpoint, weights as float16, and return the SHA-256 of the weights.

    Parameters
    ----------
    folder : Path
        Made if it is not there. Other files in it (``CARD.md``) stay.
    config : ModelConfig
        The shape.
    weights : mapping of str to array
        Exactly the tensors of `expected_shapes`.
    metadata : mapping
        The content of ``metrics.json``; the hash is added as ``sha256``.
    tokenizer : Path, optional
        A ``tokenizer.json`` to be copied into the folder.

    Raises
    ------
    RostokError
        If a tensor is missing, unknown, of another shape or does not fit into float16: nothing is written then. If a
        file cannot be written.

    Notes
    -----
    A process that is killed in here leaves whole files. The hash is taken away first and comes back last, so the old
    or the new weights, whichever are there, can be read.
    """
    path = folder / WEIGHTS
    _check_names(path, weights.keys(), expected_shapes(config).keys())
    for name, shape in expected_shapes(config).items():
        _check_shape(path, name, tuple(weights[name].shape), shape)
    with np.errstate(over="ignore"):  # too large for float16: found by the check below
        halves = {name: np.ascontiguousarray(w, dtype=np.float16) for name, w in weights.items()}
    for name, half in halves.items():
        _check_finite(path, name, half)
    data = save(halves)
    sha256 = hashlib.sha256(data).hexdigest()

    if tokenizer is not None and tokenizer.resolve() != (folder / TOKENIZER).resolve():
        write_file(folder / TOKENIZER, read_file(tokenizer, MAX_BYTES))
    write_file(folder / CONFIG, _json(config.to_json()))
    (folder / METRICS).unlink(missing_ok=True)
    write_file(path, data)
    write_file(folder / METRICS, _json({**metadata, "sha256": sha256}))
    return sha256


def expected_shapes(config: ModelConfig) -> Shapes:
    """Name and shape of every tensor that a model of this shape has."""
    shapes = _outer_shapes(config)
    for n in range(config.n_layer if config.architecture == "rostok" else 0):
        shapes |= {f"blocks.{n}.{name}": shape for name, shape in _layer_shapes(config).items()}
    return shapes


def _outer_shapes(config: ModelConfig) -> Shapes:
    vocab, width = config.vocab_size, config.d_model
    if config.architecture == "rostok":
        return {"embed.weight": (vocab, width), "norm.weight": (width,)}
    return {
        "embed.weight": (vocab, width),
        "hidden.weight": (config.d_ff, config.context * width),
        "hidden.bias": (config.d_ff,),
        "out.weight": (vocab, config.d_ff),
        "out.bias": (vocab,),
    }


def _layer_shapes(config: ModelConfig) -> Shapes:
    width, hidden = config.d_model, config.d_ff
    attention: Shapes = {
        "attn_norm.weight": (width,),
        "attn.qkv.weight": (3 * width, width),
        "attn.q_norm.weight": (config.d_head,),
        "attn.k_norm.weight": (config.d_head,),
        "attn.proj.weight": (width, width),
    }
    mlp: Shapes = {
        "mlp_norm.weight": (width,),
        "mlp.up.weight": (2 * hidden, width),
        "mlp.down.weight": (width, hidden),
    }
    return attention | mlp if hidden else attention


def parameter_count(config: ModelConfig) -> int:
    """Number of weights, counted without making a list of the tensors (a false config may claim millions of layers)."""
    layers = config.n_layer if config.architecture == "rostok" else 0
    return _count(_outer_shapes(config)) + layers * _count(_layer_shapes(config))


def _count(shapes: Shapes) -> int:
    return sum(math.prod(shape) for shape in shapes.values())


# The small files


def read_config(path: Path) -> ModelConfig:
    data = read_json(path)
    if isinstance(data, dict):
        if "model_type" in data or "architectures" in data:
            raise RostokError(
                QT_TRANSLATE_NOOP(
                    "messages",
                    "{path} describes a Hugging Face model ({kind}). Rostok runs its own models only: choose one of "
                    "its checkpoints.",
                ),
                path=shown(path),
                kind=shown(data.get("model_type", data.get("architectures"))),
            )
        data = {shown(key): value for key, value in data.items()}
    try:
        config = ModelConfig.from_json(data)
    except RostokError as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{path} cannot be used. {reason} Copy the checkpoint again."),
            path=shown(path),
            reason=error.message,
        ) from error
    window = config.architecture == "window"
    for key, sound in (
        ("context", config.context <= MAX_CONTEXT),
        ("tied_embedding", config.tied_embedding or window),
        ("d_ff", config.d_ff > 0 or not window),
        ("n_layer", parameter_count(config) * 2 <= MAX_BYTES),
    ):
        if not sound:
            raise RostokError(
                QT_TRANSLATE_NOOP(
                    "messages",
                    "{path} describes a model that Rostok cannot run: look at “{key}” ({value}). Choose another "
                    "checkpoint.",
                ),
                path=shown(path),
                key=key,
                value=getattr(config, key),
            )
    return config


def _check_tokenizer(tokenizer: Tokenizer, config: ModelConfig, folder: Path) -> None:
    for ours, theirs in ((tokenizer.size, config.vocab_size), (tokenizer.start_token, config.start_token)):
        if ours != theirs:
            raise RostokError(
                QT_TRANSLATE_NOOP(
                    "messages",
                    "{path} belongs to another model: it has {size} entries and the start mark has number {start}, "
                    "config.json says {vocab_size} and {start_token}. Copy both files from one checkpoint.",
                ),
                path=shown(folder / TOKENIZER),
                size=tokenizer.size,
                start=tokenizer.start_token,
                vocab_size=config.vocab_size,
                start_token=config.start_token,
            )


def _read_metrics(path: Path) -> dict[str, Any] | None:
    if not os.path.lexists(path):
        return None
    metrics = read_json(path, 16 << 20)
    if not isinstance(metrics, dict):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{path} is not a JSON object. Copy the file again, or delete it."),
            path=shown(path),
        )
    return metrics


def _json(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


# The weights


def _read_weights(path: Path, config: ModelConfig) -> tuple[Weights, str]:
    """The tensors of a safetensors file, each checked, and the hash of the file."""
    with opened(path) as file:
        _refuse_foreign(path, file.read(64))
    needed = parameter_count(config)
    data = read_file(path, min(8 + MAX_HEADER + 4 * needed, MAX_BYTES))
    header, first = _header(path, data)
    shapes = expected_shapes(config)
    _check_names(path, header.keys(), shapes.keys())
    entries = {name: _Entry.read(path, name, header[name], shapes[name]) for name in shapes}
    _check_places(path, entries, len(data) - first)
    weights = {}
    for name, entry in entries.items():
        weights[name] = entry.array(data, first)
        _check_finite(path, name, weights[name])
    return weights, hashlib.sha256(data).hexdigest()


def _refuse_foreign(path: Path, head: bytes) -> None:
    """Say what a file is that is no safetensors file, from its first bytes."""
    if head[8:9] == b"{" and int.from_bytes(head[:8], "little") <= MAX_HEADER:
        return
    if head.startswith(b"PK") or re.match(rb"\x80[\x01-\x05]|c[\w.]+\n|\(", head):
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path} is a pickle or a PyTorch archive, which can run code when it is read. Rostok reads safetensors "
                "only and has executed nothing: convert the file where you trust it.",
            ),
            path=shown(path),
        )
    if head.startswith(b"version https://git-lfs"):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{path} is only a Git LFS pointer to the weights. Run “git lfs pull”."),
            path=shown(path),
        )
    raise RostokError(
        QT_TRANSLATE_NOOP(
            "messages",
            "{path} is not a safetensors file, or its beginning is damaged: {reason}. Copy the file again.",
        ),
        path=shown(path),
        reason=_head_fault(head),
    )


def _head_fault(head: bytes) -> Message:
    if len(head) < 9:
        return Message(QT_TRANSLATE_NOOP("messages", "it ends after {size} bytes"), {"size": len(head)})
    length = int.from_bytes(head[:8], "little")
    if length > MAX_HEADER:
        return Message(QT_TRANSLATE_NOOP("messages", "it claims a header of {size} bytes"), {"size": length})
    return Message(QT_TRANSLATE_NOOP("messages", "no header where one should be"))


def _header(path: Path, data: bytes) -> tuple[dict[str, Any], int]:
    """The tensors' entries in the header, and where the data begin."""
    first = 8 + int.from_bytes(data[:8], "little")
    if first > len(data):
        raise _broken_off(path, len(data), first)
    header = parse_json(data[8:first], path)
    return {name: entry for name, entry in header.items() if name != "__metadata__"}, first


@dataclass(frozen=True)
class _Entry:
    """What the header says of one tensor, checked: type of number, shape, place of the data behind the header."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int

    @classmethod
    def read(cls, path: Path, name: str, entry: Any, shape: tuple[int, ...]) -> _Entry:
        fields = entry if isinstance(entry, dict) else {}
        dtype, found, places = fields.get("dtype"), fields.get("shape"), fields.get("data_offsets")
        if not _whole_numbers(found) or not _whole_numbers(places) or len(places) != 2 or not isinstance(dtype, str):
            raise _damaged_entry(path, name)
        _check_shape(path, name, tuple(found), shape)
        if dtype not in _DTYPES:
            raise RostokError(
                QT_TRANSLATE_NOOP(
                    "messages",
                    "{path}: the tensor “{name}” holds numbers of type {dtype}; Rostok reads {known}. Save it as one "
                    "of these.",
                ),
                path=shown(path),
                name=name,
                dtype=shown(dtype),
                known=", ".join(_DTYPES),
            )
        checked = cls(dtype, shape, *places)
        if checked.end - checked.begin != checked.size:
            raise _damaged_entry(path, name)
        return checked

    @property
    def size(self) -> int:
        """Bytes of data that the shape needs."""
        return math.prod(self.shape) * _DTYPES[self.dtype].itemsize

    def array(self, data: bytes, first: int) -> NDArray[Any]:
        """The tensor as float16 or float32, read-only, without a copy where that is possible."""
        flat: NDArray[Any] = np.frombuffer(data, _DTYPES[self.dtype], math.prod(self.shape), first + self.begin)
        if self.dtype == "BF16":  # the upper half of a float32
            flat = (flat.astype(np.uint32) << 16).view(np.float32)
            flat.setflags(write=False)
        return flat.reshape(self.shape)


def _damaged_entry(path: Path, name: str) -> RostokError:
    return RostokError(
        QT_TRANSLATE_NOOP(
            "messages", "{path}: what the header says of the tensor “{name}” is damaged. Copy the file again."
        ),
        path=shown(path),
        name=name,
    )


def _whole_numbers(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(number) is int and number >= 0 for number in value)


def _check_places(path: Path, entries: dict[str, _Entry], length: int) -> None:
    """The data of the tensors must fill the rest of the file, each once: no gap, no overlap, nothing behind."""
    place = 0
    for name, entry in sorted(entries.items(), key=lambda item: item[1].begin):
        if entry.begin != place:
            raise RostokError(
                QT_TRANSLATE_NOOP(
                    "messages",
                    "{path}: the tensor “{name}” begins at byte {begin} of the data, but byte {place} comes next. The "
                    "header is damaged: copy the file again.",
                ),
                path=shown(path),
                name=name,
                begin=entry.begin,
                place=place,
            )
        place = entry.end
    if length < place:
        raise _broken_off(path, length, place)
    if length > place:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages", "{path} has {extra} bytes behind its last tensor. It is damaged: copy the file again."
            ),
            path=shown(path),
            extra=length - place,
        )


def _broken_off(path: Path, found: int, needed: int) -> RostokError:
    return RostokError(
        QT_TRANSLATE_NOOP(
            "messages", "{path} breaks off: {found} bytes are there where {needed} are needed. Copy the file again."
        ),
        path=shown(path),
        found=found,
        needed=needed,
    )


def _check_names(path: Path, found: Any, expected: Any) -> None:
    missing, unknown = sorted(expected - found), sorted(found - expected)
    if missing or unknown:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path} does not hold the tensors that config.json asks for. Missing: {missing}. Unknown: {unknown}. "
                "Copy both files from one checkpoint.",
            ),
            path=shown(path),
            missing=_listed(missing),
            unknown=_listed(unknown),
        )


def _listed(names: list[str]) -> str:
    """The first three of many names; a dash for none."""
    text = ", ".join(shown(name, 60) for name in names[:3])
    return f"{text} … ({len(names)})" if len(names) > 3 else text or "—"


def _check_shape(path: Path, name: str, found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if found != expected:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path}: the tensor “{name}” has the shape {found}, config.json asks for {expected}. Copy both files "
                "from one checkpoint.",
            ),
            path=shown(path),
            name=name,
            found=shown(list(found), 60),
            expected=list(expected),
        )


def _check_finite(path: Path, name: str, array: NDArray[Any]) -> None:
    if not np.isfinite(array).all():
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path}: the tensor “{name}” holds {count} number(s) that are infinite or no number (NaN). The file is "
                "damaged or its training failed: copy it again, or use another checkpoint.",
            ),
            path=shown(path),
            name=name,
            count=int((~np.isfinite(array)).sum()),
        )
