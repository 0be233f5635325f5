"""Answers `ListModels` and `MeasureModels`."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from rostok_gui.engine.measure_models import (
    Figures,
    ListModels,
    MeasureModels,
    ModelEntry,
    ModelMeasured,
    ModelsListed,
    ModelsMeasured,
)
from rostok_gui.engine.snapshots import number_in
from rostok_gui.files import read_file, read_json
from rostok_gui.messages import RostokError
from rostok_gui.model.checkpoint import CONFIG, METRICS, list_checkpoints, parameter_count, read_config
from rostok_gui.training.corpus import read_stories
from rostok_gui.training.evaluation import HELD_OUT, evaluate_model
from rostok_gui.training.snapshots import FOLDER, read_index

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job, LoadedModel

CARD = "CARD.md"
_CARD_BYTES = 1 << 20
_METRICS_BYTES = 16 << 20
UNITS = 1000
"""Steps of the progress of all models together."""
SPEED_TOKENS = 256
SPEED_SECONDS = 0.4
"""How long the text is on which the speed is measured, and how long that is repeated."""


def list_models(engine: Engine, request: ListModels, job: Job) -> ModelsListed:
    """Every checkpoint of the folder; one that cannot be read says why, the others are there all the same."""
    return ModelsListed(tuple(_entry(engine.folder / name) for name in list_checkpoints(engine.folder)))


def _entry(folder: Path) -> ModelEntry:
    try:
        config = read_config(folder / CONFIG)
        metrics = read_json(folder / METRICS, _METRICS_BYTES) if (folder / METRICS).exists() else {}
        card = read_file(folder / CARD, _CARD_BYTES).decode("utf-8", "replace") if (folder / CARD).exists() else ""
        moments = len(read_index(folder / FOLDER))
    except RostokError as error:
        return ModelEntry(folder.name, problem=error.message)
    found = metrics if isinstance(metrics, dict) else {}
    training = found.get("training")
    seen = number_in(training if isinstance(training, dict) else {}, "tokens_seen") or number_in(found, "tokens_seen")
    return ModelEntry(
        folder.name,
        config,
        parameter_count(config),
        None if seen is None else int(seen),
        figures_of(found),
        card,
        moments,
    )


def figures_of(found: Mapping[str, Any], tokens_per_second: float | None = None) -> Figures:
    """Take the figures from what was measured, or from what a file says was measured."""
    loss, perplexity = number_in(found, "loss"), number_in(found, "perplexity")
    if loss is not None and perplexity is None:
        perplexity = math.exp(loss)
    return Figures(
        loss,
        perplexity,
        number_in(found, "p_or"),
        number_in(found, "p_invented"),
        number_in(found, "alone_loss"),
        tokens_per_second,
    )


def measure_models(engine: Engine, request: MeasureModels, job: Job) -> ModelsMeasured:
    """Measure one model after the other; the progress counts a model by its size and brings the rows that are done."""
    stories = read_stories(HELD_OUT)[: request.stories]
    sizes = [_size(engine.folder / name) for name in request.names]
    rows: list[ModelMeasured] = []
    for n, name in enumerate(request.names):
        before, share = sum(sizes[:n]) / sum(sizes), sizes[n] / sum(sizes)
        so_far = ModelsMeasured(tuple(rows), len(stories))

        def tell(done: float, before: float = before, share: float = share, so_far: ModelsMeasured = so_far) -> None:
            job.progress(int(UNITS * (before + share * done)), UNITS, so_far)

        tell(0.0)
        rows.append(_measured(engine, name, stories, tell, job.cancel.check))
    return ModelsMeasured(tuple(rows), len(stories))


def _size(folder: Path) -> int:
    """Parameters of a checkpoint, for the share of the time that it will take; 1 if it cannot be read."""
    try:
        return parameter_count(read_config(folder / CONFIG))
    except RostokError:
        return 1


def _measured(
    engine: Engine, name: str, stories: list[str], tell: Callable[[float], None], check: Callable[[], object]
) -> ModelMeasured:
    started = time.perf_counter()
    try:
        loaded = engine.model(name)
    except RostokError as error:
        return ModelMeasured(name, Figures(), time.perf_counter() - started, problem=error.message)
    speed = tokens_per_second(loaded, check)
    found = evaluate_model(loaded.module, loaded.checkpoint.tokenizer, stories, on_progress=tell, cancelled=check)
    device = next((info.name for info in engine.devices if info.id == loaded.device), loaded.device)
    return ModelMeasured(name, figures_of(found, speed), time.perf_counter() - started, device)


@torch.inference_mode()
def tokens_per_second(loaded: LoadedModel, check: Callable[[], object] = lambda: None) -> float:
    """How many tokens of one text the plain pass reads in a second; the median of several runs, the first not
    counted."""
    config = loaded.checkpoint.config
    length = SPEED_TOKENS if config.architecture == "window" else min(SPEED_TOKENS, config.context)
    device = next(loaded.module.parameters()).device
    ids = torch.randint(config.vocab_size, (1, length), generator=torch.Generator().manual_seed(0)).to(device)
    _seconds(loaded.module, ids)
    times: list[float] = []
    while len(times) < 3 or sum(times) < SPEED_SECONDS:
        check()
        times.append(_seconds(loaded.module, ids))
    return length / statistics.median(times)


def _seconds(module: nn.Module, ids: torch.Tensor) -> float:
    started = time.perf_counter()
    module(ids)[0, -1, 0].item()  # to read a number means to wait for it, on a GPU as well
    return time.perf_counter() - started
