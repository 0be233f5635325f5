"""Answers to the requests that every window needs: open a model, run a text."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from rostok_gui.engine.engine import Engine, Job, LoadedModel
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import ModelOpened, TextRun
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.checkpoint import CONFIG, build_model, list_checkpoints, read_checkpoint, read_config
from rostok_gui.model.device import CPU, DeviceError, list_devices, place, self_check
from rostok_gui.model.inspected import Pass, inspect, nearest
from rostok_gui.model.interventions import Intervention
from rostok_gui.model.rostok import Rostok


def open_model(engine: Engine, request: OpenModel, job: Job) -> ModelOpened:
    """Read, check and place a checkpoint; a device that fails gives way to the CPU and says so."""
    started = time.perf_counter()
    checkpoint = read_checkpoint(engine.folder / request.name)
    job.cancel.check()
    if checkpoint.config.architecture != "rostok":
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” has no attention to look at. Choose another model."),
            name=request.name,
        )
    reference = build_model(checkpoint)
    module, device, notice = reference, CPU, None
    try:
        module, device = place(reference, request.device), request.device
    except DeviceError as error:
        notice = error.message
    devices = list_devices()
    engine.devices = devices
    engine.use(LoadedModel(checkpoint, module, device))
    info = next(info for info in devices if info.id == device)
    return ModelOpened(
        request.name,
        checkpoint.config,
        sum(p.numel() for p in module.parameters()),
        info,
        devices,
        models_with_attention(engine.folder),
        time.perf_counter() - started,
        self_check(module, reference) if device != CPU else 0.0,
        notice,
    )


def run_text(engine: Engine, request: RunText, job: Job) -> TextRun:
    """The trace of a text, resumed from the nearest of the passes that the engine keeps."""
    loaded = engine.need_current()
    encoded = loaded.checkpoint.tokenizer.encode(request.text, loaded.checkpoint.config.context)

    def run(interventions: tuple[Intervention, ...], bases: tuple[Pass | None, ...]) -> Pass:
        assert isinstance(loaded.module, Rostok)
        base = nearest(bases, encoded.tokens, interventions)
        name = loaded.checkpoint.name
        done = inspect(loaded.module, name, encoded.tokens, interventions, base=base, checkpoint=job.cancel.check)
        engine.serial += 1
        trace = replace(done.trace, tokens=encoded.tokens, vocabulary=loaded.vocabulary, serial=engine.serial)
        return replace(done, trace=trace)

    engine.untouched = run((), (engine.untouched,))
    if request.interventions:
        engine.last = run(request.interventions, (engine.untouched, engine.last))
    else:
        engine.last = engine.untouched
    return TextRun(request.text, engine.last.trace, engine.untouched.trace, encoded.cut)


def models_with_attention(folder: Path) -> tuple[str, ...]:
    """Names of the checkpoints that a window can look into; a broken one is listed too, so that its fault is told."""
    return tuple(name for name in list_checkpoints(folder) if not _is_window(folder / name))


def _is_window(folder: Path) -> bool:
    try:
        return read_config(folder / CONFIG).architecture == "window"
    except RostokError:
        return False
