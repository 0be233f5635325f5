"""Answers `TraceSnapshots`: opens one snapshot after the other, runs the text and scores the heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rostok_gui.attention.head_types import SCORED, HeadScores, classify, head_scores
from rostok_gui.engine.engine import LoadedModel
from rostok_gui.engine.handlers import tokens_of
from rostok_gui.engine.requests import RunText
from rostok_gui.engine.snapshots import Moment, SnapshotsTraced, TraceSnapshots, number_in
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.checkpoint import Checkpoint, build_model, read_checkpoint
from rostok_gui.model.inspected import inspect
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import Trace
from rostok_gui.training.evaluation import BLOCK, repeated_blocks
from rostok_gui.training.snapshots import FOLDER, INDEX, open_snapshot, read_index

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job


def trace_snapshots(engine: Engine, request: TraceSnapshots, job: Job) -> SnapshotsTraced:
    """All moments in the order of steps; the models are so small that the CPU is always enough."""
    checkpoint = read_checkpoint(engine.folder / request.name)
    entries = _entries(checkpoint)
    blocks = repeated_blocks(checkpoint.config.vocab_size, checkpoint.config.start_token, _length(checkpoint))
    known = {moment.step: moment for moment in request.known.moments} if request.known else {}
    traced = SnapshotsTraced(request, ())
    for n, entry in enumerate(entries):
        job.progress(n, len(entries), traced)
        snapshot = open_snapshot(checkpoint, int(entry["step"]))
        loaded = LoadedModel(snapshot, build_model(snapshot), "cpu")
        tokens, cut = _tokens(loaded, request, blocks[0])
        moment = _moment(loaded, entry, tokens, blocks, known.get(int(entry["step"])))
        traced = replace(traced, moments=(*traced.moments, moment), cut=cut)
    return traced


def _entries(checkpoint: Checkpoint) -> list[dict[str, Any]]:
    """The index, every entry with its step and its tokens."""
    entries = read_index(checkpoint.folder / FOLDER) if checkpoint.config.architecture == "rostok" else []
    if not entries:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "“{name}” keeps no snapshots of its training. Train it with “rostok train {name}”, or copy the "
                "checkpoint again.",
            ),
            name=checkpoint.name,
        )
    for entry in entries:
        if not isinstance(entry, dict) or number_in(entry, "step") is None or number_in(entry, "tokens") is None:
            raise RostokError(
                QT_TRANSLATE_NOOP("messages", "{path} is damaged. Copy the checkpoint again."),
                path=checkpoint.folder / FOLDER / INDEX,
            )
    return sorted(entries, key=lambda entry: float(entry["step"]))


def _length(checkpoint: Checkpoint) -> int:
    """Length of a block of random tokens of which two fit behind the start mark."""
    return min(BLOCK, (checkpoint.config.context - 1) // 2)


def _tokens(loaded: LoadedModel, request: TraceSnapshots, block: list[int]) -> tuple[tuple[Token, ...], int]:
    if request.text:
        return tokens_of(loaded, RunText(request.text, ids=request.ids))
    return loaded.checkpoint.tokenizer.tokens(block), 0


def _moment(
    loaded: LoadedModel,
    entry: dict[str, Any],
    tokens: tuple[Token, ...],
    blocks: list[list[int]],
    known: Moment | None,
) -> Moment:
    model, tokenizer = loaded.module, loaded.checkpoint.tokenizer
    assert isinstance(model, Rostok)
    trace = inspect(model, loaded.checkpoint.name, tokens).trace
    if known is not None:
        return replace(known, trace=trace)
    sure = [inspect(model, "", tokenizer.tokens(ids)).trace for ids in blocks]
    scores, chance = _mean_scores(sure, tokenizer.start_token)
    half = len(blocks[0]) // 2 + 1
    return Moment(
        int(entry["step"]),
        int(entry["tokens"]),
        number_in(entry, "loss"),
        float(np.mean([t.loss[1:half] for t in sure], dtype=np.float64)),
        float(np.mean([t.loss[half:] for t in sure], dtype=np.float64)),
        scores,
        chance,
        np.array(classify(scores, chance)),
        trace,
    )


def _mean_scores(traces: Sequence[Trace], start_token: int) -> tuple[dict[str, NDArray[np.float64]], dict[str, float]]:
    """Every score of every head, and its chance level, as means over the texts that define it."""
    found: list[HeadScores] = [
        head_scores([layer.pattern.array for layer in t.layers], np.array(t.ids), start_token) for t in traces
    ]
    scores: dict[str, NDArray[np.float64]] = {}
    chance: dict[str, float] = {}
    for name in SCORED:
        defined = [(f.scores[name], f.chance[name]) for f in found if f.scores[name] is not None]
        if defined:
            scores[name] = np.mean([np.asarray(score) for score, _ in defined], axis=0, dtype=np.float64)
            chance[name] = float(np.mean([level for _, level in defined if level is not None]))
    return scores, chance
