"""The engine: answers requests with the model. Plain Python; the window's worker thread and the command line use it."""

from __future__ import annotations

import importlib
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import cast

import torch
from torch import nn

from rostok_gui.engine.cancel import CancelledError, CancelToken
from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, Progress
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.model.checkpoint import Checkpoint, build_model, read_checkpoint
from rostok_gui.model.device import DeviceInfo, use_threads
from rostok_gui.model.inspected import Pass
from rostok_gui.paths import CHECKPOINTS


@dataclass(frozen=True)
class Job:
    """What a handler needs besides the engine: a way to report and a way to be stopped."""

    request: Request
    cancel: CancelToken
    emit: Callable[[Event], None]
    started: float = field(default_factory=time.perf_counter)

    def progress(self, done: int, total: int, partial: object = None) -> None:
        """Tell how far the job is (`partial`: what can be shown already); raises when it was cancelled."""
        self.cancel.check()
        self.emit(Progress(self.request, done, total, time.perf_counter() - self.started, partial))


@dataclass(frozen=True)
class LoadedModel:
    """A checkpoint and its module on a device; `facts` is what was once measured on it and is kept."""

    checkpoint: Checkpoint
    module: nn.Module
    device: str
    facts: dict[str, object] = field(default_factory=dict, compare=False)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Label of every token id."""
        tokenizer = self.checkpoint.tokenizer
        return tuple(tokenizer.label(token) for token in range(tokenizer.size))


class Engine:
    """Holds the models in use and the last passes, so that small changes cost little.

    Parameters
    ----------
    folder : Path
        Where the checkpoints lie.

    Attributes
    ----------
    current : LoadedModel or None
        The model that `RunText` uses.
    last, untouched : Pass or None
        The newest pass of the current model, and the newest one without interventions.
    serial : int
        Number of traces made.
    kept : dict of str to object
        What a handler made for its last answer and may use for the next.
    """

    def __init__(self, folder: Path = CHECKPOINTS) -> None:
        use_threads()
        self.folder = folder
        self.current: LoadedModel | None = None
        self.devices: tuple[DeviceInfo, ...] = ()
        self.last: Pass | None = None
        self.untouched: Pass | None = None
        self.serial = 0
        self.kept: dict[str, object] = {}
        self._others: dict[tuple[str, str], LoadedModel] = {}

    def run(self, request: Request, cancel: CancelToken, emit: Callable[[Event], None]) -> Event:
        """Answer `request`; never raises. Progress goes to `emit` meanwhile."""
        try:
            module, _, name = request.handler.partition(":")
            handler = cast(Callable[[Engine, Request, Job], object], getattr(importlib.import_module(module), name))
            return Answer(request, handler(self, request, Job(request, cancel, emit)))
        except CancelledError:
            return Cancelled(request)
        except RostokError as error:
            return Failure(request, error.message, traceback.format_exc())
        except torch.OutOfMemoryError:
            return Failure(request, Message(_OUT_OF_MEMORY), traceback.format_exc())
        except Exception as error:
            return Failure(request, Message(_UNEXPECTED, {"reason": repr(error)}), traceback.format_exc())

    def model(self, name: str) -> LoadedModel:
        """The checkpoint `name` on the device of the current model; read once, then kept."""
        if self.current is not None and self.current.checkpoint.name == name:
            return self.current
        device = self.current.device if self.current else "cpu"
        key = (name, device)
        if key not in self._others:
            checkpoint = read_checkpoint(self.folder / name)
            self._others[key] = LoadedModel(checkpoint, build_model(checkpoint, device), device)
        return self._others[key]

    def need_current(self) -> LoadedModel:
        """The current model, or an error in words when none could be opened yet."""
        if self.current is None:
            raise RostokError(QT_TRANSLATE_NOOP("messages", "No model is open. Choose one in the list of models."))
        return self.current

    def use(self, loaded: LoadedModel) -> None:
        """Make `loaded` the current model; traces of the old one are let go."""
        self.current, self.last, self.untouched = loaded, None, None


_OUT_OF_MEMORY = QT_TRANSLATE_NOOP(
    "messages", "The device has run out of memory. Take a shorter text, or choose the CPU in the list of devices."
)
_UNEXPECTED = QT_TRANSLATE_NOOP(
    "messages", "Something unexpected went wrong: {reason}. What was there before stays; details are in the log file."
)
