"""Answers to the requests that every window needs: open a model, run a text."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
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
from rostok_gui.model.tokenizer import Token


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
    tokens, cut = tokens_of(engine.need_current(), request)
    return trace_text(engine, request.text, tokens, request.interventions, job, cut)


def tokens_of(loaded: LoadedModel, request: RunText) -> tuple[tuple[Token, ...], int]:
    """The tokens of a request that fit into the context, and how many do not; those of the last text are kept."""
    asked = request.text, request.ids
    kept = loaded.facts.get("tokens")
    if not isinstance(kept, _Encoded) or kept.asked != asked:
        loaded.facts["tokens"] = kept = _Encoded(asked, *_encoded(loaded, request))
    return kept.tokens, kept.cut


@dataclass(frozen=True)
class _Encoded:
    asked: tuple[str, tuple[int, ...]]
    tokens: tuple[Token, ...]
    cut: int


def _encoded(loaded: LoadedModel, request: RunText) -> tuple[tuple[Token, ...], int]:
    tokenizer, context = loaded.checkpoint.tokenizer, loaded.checkpoint.config.context
    written = request.ids
    fits = bool(written) and len(written) <= context and max(written) < tokenizer.size
    if fits and tokenizer.decode(written) == request.text:
        return tokenizer.tokens(written), 0
    encoded = tokenizer.encode(request.text, context)
    return encoded.tokens, encoded.cut


def trace_text(
    engine: Engine,
    text: str,
    tokens: tuple[Token, ...],
    interventions: tuple[Intervention, ...],
    job: Job,
    cut: int = 0,
) -> TextRun:
    """Bring the passes that the engine keeps up to `tokens`, with and without `interventions`."""
    loaded = engine.need_current()

    def run(under: tuple[Intervention, ...], bases: tuple[Pass | None, ...]) -> Pass:
        assert isinstance(loaded.module, Rostok)
        base = nearest(bases, tokens, under)
        name = loaded.checkpoint.name
        done = inspect(loaded.module, name, tokens, under, base=base, checkpoint=job.cancel.check)
        engine.serial += 1
        trace = replace(done.trace, tokens=tokens, vocabulary=loaded.vocabulary, serial=engine.serial)
        return replace(done, trace=trace)

    kept = engine.untouched
    untouched = kept if kept is not None and kept.trace.tokens == tokens else run((), (kept,))
    engine.last = run(interventions, (untouched, engine.last)) if interventions else untouched
    engine.untouched = untouched
    return TextRun(text, engine.last.trace, untouched.trace, cut)


def models_with_attention(folder: Path) -> tuple[str, ...]:
    """Names of the checkpoints that a window can look into; a broken one is listed too, so that its fault is told."""
    return tuple(name for name in list_checkpoints(folder) if not _is_window(folder / name))


def _is_window(folder: Path) -> bool:
    try:
        return read_config(folder / CONFIG).architecture == "window"
    except RostokError:
        return False
