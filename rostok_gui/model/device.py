"""Where a model can run: the processor, every CUDA device, Apple's MPS. A device is trusted once it has reckoned right.

torch is imported inside the functions, so that the window can ask for the names in here before torch is there.
"""

from __future__ import annotations

import copy
import math
import os
import platform
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rostok_gui.files import shown
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.config import ModelConfig

if TYPE_CHECKING:
    from torch import nn

CPU = "cpu"

TOLERANCE = 1e-3
"""Largest difference of a logit between a device and the processor that is put down to rounding.

Both reckon in float32 but add in another order. How much that can move the logits of Rostok is seen against float64:
1.3e-5. Factors rounded as TF32 does it (10 bits behind the point) move them by 4e-3, as bfloat16 (7 bits) by 7e-2, and
a broken device by whole numbers: all these are refused.
"""

CHECKED_TOKENS = 32


class DeviceError(RostokError):
    """A device that cannot be used, and why; the model on the processor is untouched."""


@dataclass(frozen=True)
class DeviceInfo:
    """One place where a model can run.

    Attributes
    ----------
    id : str
        ``"cpu"``, ``"cuda:0"``, ``"cuda:1"``, ..., ``"mps"``.
    name : str
        The maker's name.
    memory : int or None
        Its whole memory in bytes; None where it has none of its own or does not tell.
    """

    id: str
    name: str
    memory: int | None


def list_devices() -> tuple[DeviceInfo, ...]:
    """All devices that torch finds, the processor first. One that does not even tell its name is left out."""
    import torch

    devices = [DeviceInfo(CPU, platform.processor() or platform.machine() or "CPU", _processor_memory())]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns of drivers that are too old; such a device is not listed
        for n in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
            try:
                properties = torch.cuda.get_device_properties(n)
            except (RuntimeError, AssertionError):
                continue
            devices.append(DeviceInfo(f"cuda:{n}", properties.name, properties.total_memory))
        if torch.backends.mps.is_available():
            devices.append(DeviceInfo("mps", "Apple GPU", None))
    return tuple(devices)


def use_threads() -> int:
    """Let torch compute on all cores but one, which is left to the window; return how many. Holds for this thread."""
    import torch

    threads = max(1, (os.cpu_count() or 2) - 1)
    torch.set_num_threads(threads)
    return threads


def place(model: nn.Module, device: str) -> nn.Module:
    """Return `model` for use on `device`.

    Parameters
    ----------
    model : nn.Module
        On the processor. It stays there and stays usable: it is the reference for the check, and what there is to go
        back to.
    device : str
        An id of `DeviceInfo`.

    Returns
    -------
    nn.Module
        `model` itself for the processor, else a copy on the device that has passed `self_check`.

    Raises
    ------
    DeviceError
        If there is no such device, its memory is too small or it reckons wrong.
    """
    if device == CPU:
        return model
    import torch

    torch.set_float32_matmul_precision("highest")  # no TF32
    try:
        placed = copy.deepcopy(model).to(device)
        difference = self_check(placed, model)
    except torch.OutOfMemoryError as error:
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        raise DeviceError(
            QT_TRANSLATE_NOOP(
                "messages",
                "The memory of {device} is too small for this model now. Close other programs that use it, or choose "
                "another device.",
            ),
            device=shown(device),
        ) from error
    except (RuntimeError, AssertionError, NotImplementedError, ValueError) as error:
        raise DeviceError(
            QT_TRANSLATE_NOOP(
                "messages", "The device {device} cannot be used: {reason}. Check its driver, or choose another device."
            ),
            device=shown(device),
            reason=shown(str(error).partition("\n")[0].rstrip(".")),
        ) from error
    if not difference <= TOLERANCE:  # NaN is not either
        raise DeviceError(
            QT_TRANSLATE_NOOP(
                "messages",
                "The device {device} reckons wrong: its logits differ from the processor's by {difference}, "
                "{tolerance} is allowed. Update its driver, or choose another device.",
            ),
            device=shown(device),
            difference=f"{difference:.2g}",
            tolerance=f"{TOLERANCE:.2g}",
        )
    return placed


def self_check(model: nn.Module, reference: nn.Module) -> float:
    """Run the same short text through a model and its reference, each where it is.

    Returns
    -------
    float
        Largest absolute difference of their logits; NaN if any logit is no number, inf if their shapes differ.
    """
    import torch

    config = cast(ModelConfig, reference.config)
    length = min(CHECKED_TOKENS, config.context)
    ids = torch.arange(length)[None] * 7919 % config.vocab_size  # a prime: spread over the whole vocabulary
    with torch.inference_mode():
        found = model(ids.to(next(model.parameters()).device)).cpu()
        expected = reference(ids)
    if found.shape != expected.shape:
        return math.inf
    return float((found - expected).abs().max())


def _processor_memory() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return None
