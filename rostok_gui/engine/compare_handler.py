"""Answers `Compare` and `Peek`: the guesses of several models on one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from rostok_gui.engine.compare import Compare, Compared, Peek, Peeked, Reading, piece_of
from rostok_gui.engine.handlers import tokens_of
from rostok_gui.engine.requests import RunText
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.trace import readonly

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job, LoadedModel


@torch.inference_mode()
def compare(engine: Engine, request: Compare, job: Job) -> Compared:
    """Run the models one after the other. One that cannot be opened says why; the others still answer."""
    tokens, _ = tokens_of(engine.need_current(), RunText(request.text, ids=request.ids))
    ids = [token.id for token in tokens]
    readings = []
    for name in request.names:
        job.cancel.check()
        try:
            readings.append(_read(_same_tokens(engine, name), ids, job))
        except RostokError as error:
            readings.append(Reading(name, problem=error.message))
    return Compared(tokens, tuple(readings), engine.need_current().vocabulary)


@torch.inference_mode()
def peek(engine: Engine, request: Peek, job: Job) -> Peeked:
    """One short pass over what lies inside the window."""
    tokens, _ = tokens_of(engine.need_current(), RunText(request.text, ids=request.ids))
    seen = [token.id for token in tokens[: request.position + 1]][-request.n :]
    given = seen if len(seen) <= request.position else seen[1:]  # the start mark may lie inside the window
    ids = [tokens[0].id, *given]
    return Peeked(tuple(ids), _read(_same_tokens(engine, request.name), ids, job))


def _same_tokens(engine: Engine, name: str) -> LoadedModel:
    """The model `name`, if it cuts a text into the same tokens as the model in use."""
    loaded = engine.model(name)
    if loaded.vocabulary != engine.need_current().vocabulary:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” has other tokens than the model in use; they cannot be compared."),
            name=name,
        )
    return loaded


def _read(loaded: LoadedModel, ids: list[int], job: Job) -> Reading:
    """The guesses of one model after every position."""
    device = next(loaded.module.parameters()).device
    logits = _logits(loaded, torch.tensor(ids, device=device), job).float()
    log_total = torch.logsumexp(logits.double(), -1)
    totals = np.ascontiguousarray(log_total.cpu().numpy())
    totals.setflags(write=False)
    return Reading(loaded.checkpoint.name, loaded.checkpoint.config, readonly(logits.cpu().numpy().copy()), totals)


def _logits(loaded: LoadedModel, ids: Tensor, job: Job) -> Tensor:
    """Logits (T, V) for `ids` (T,), also of a text that is longer than what the model sees (`piece_of`)."""
    module, context = loaded.module, loaded.checkpoint.config.context
    if not isinstance(module, Rostok) or len(ids) <= context:
        out: Tensor = module(ids[None])[0]
        return out
    parts, done = [module(ids[None, :context])[0]], context
    while done < len(ids):
        job.cancel.check()
        start, stop = piece_of(done, len(ids), context)
        piece = torch.cat((ids[:1], ids[start:stop]))
        parts.append(module(piece[None])[0, done - stop :])
        done = stop
    return torch.cat(parts)
