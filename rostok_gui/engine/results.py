"""What the engine answers: frozen values with read-only numpy arrays."""

from __future__ import annotations

from dataclasses import dataclass

from rostok_gui.engine.requests import Request
from rostok_gui.messages import Message
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.device import DeviceInfo
from rostok_gui.model.trace import Trace


@dataclass(frozen=True)
class ModelOpened:
    """The current model has changed.

    Attributes
    ----------
    self_check : float
        Largest difference of a logit between this device and the CPU reference.
    notice : Message or None
        What a person should know (a device that failed, the fall-back to the CPU).
    """

    name: str
    config: ModelConfig
    parameters: int
    device: DeviceInfo
    devices: tuple[DeviceInfo, ...]
    models: tuple[str, ...]
    seconds: float
    self_check: float
    notice: Message | None = None


@dataclass(frozen=True)
class TextRun:
    """A text has gone through the current model.

    Attributes
    ----------
    trace : Trace
        Under the interventions asked for.
    untouched : Trace
        The same text without interventions; the same object as `trace` when there are none.
    cut : int
        Tokens left out at the end because the text was longer than the context.
    """

    text: str
    trace: Trace
    untouched: Trace
    cut: int


@dataclass(frozen=True)
class Progress:
    """How far a long job has come: `done` of `total` steps."""

    request: Request
    done: int
    total: int
    seconds: float
    partial: object = None


@dataclass(frozen=True)
class Answer:
    """`result` answers `request`."""

    request: Request
    result: object


@dataclass(frozen=True)
class Failure:
    """`request` could not be answered; what was there before stays.

    Attributes
    ----------
    message : Message
        What happened and what to do.
    details : str
        For the log.
    """

    request: Request
    message: Message
    details: str = ""


@dataclass(frozen=True)
class Cancelled:
    """`request` was stopped on demand."""

    request: Request


Event = Answer | Failure | Cancelled | Progress
