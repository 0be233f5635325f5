"""Answers `LeakLesson`: the same text read with the future in sight and without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F
from torch import Tensor

from rostok_gui.engine.leak import LeakLesson, LeakRow, LeakShown
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.rostok import Rostok

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job, LoadedModel


@torch.inference_mode()
def leak_lesson(engine: Engine, request: LeakLesson, job: Job) -> LeakShown:
    """Run the models one after the other; reports the rows that are ready."""
    models = [_open(engine, name) for name in request.names]
    limit = min([request.limit, *(model.checkpoint.config.context - request.new_tokens for model in models)])
    encoded = [model.checkpoint.tokenizer.encode(request.text, max(2, limit)) for model in models]
    n_token = min(len(text.tokens) for text in encoded)
    if n_token < 2:
        raise RostokError(QT_TRANSLATE_NOOP("messages", "There is nothing to guess yet: type at least one word."))
    rows: list[LeakRow] = []
    total = len(models) * (n_token - 1 + request.new_tokens)
    for model, text in zip(models, encoded):
        rows.append(_row(model, text.ids, request.new_tokens, job, len(rows) * total // len(models), total))
    return LeakShown(request.text, n_token, tuple(rows))


def _open(engine: Engine, name: str) -> LoadedModel:
    try:
        loaded = engine.model(name)
    except RostokError as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "The model “{name}” that this needs cannot be opened: {reason}"),
            name=name,
            reason=error.message,
        ) from error
    if not isinstance(loaded.module, Rostok):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” has no attention to look at. Choose another model."), name=name
        )
    return loaded


def _row(loaded: LoadedModel, text: tuple[int, ...], new_tokens: int, job: Job, done: int, total: int) -> LeakRow:
    model = loaded.module
    assert isinstance(model, Rostok)
    ids = torch.tensor(text, device=model.embed.weight.device)
    reading = F.cross_entropy(model(ids[None])[0, :-1], ids[1:]).item()
    losses = []
    for t in range(1, len(ids)):
        losses.append(F.cross_entropy(_next_logits(model, ids[:t]), ids[t]).item())
        job.progress(done + t, total)
    for step in range(new_tokens):
        ids = torch.cat((ids, _next_logits(model, ids).argmax()[None]))
        job.progress(done + len(losses) + step + 1, total)
    written = loaded.checkpoint.tokenizer.decode(ids[len(text) :].tolist())
    return LeakRow(loaded.checkpoint.name, model.config.causal, reading, sum(losses) / len(losses), written)


def _next_logits(model: Rostok, ids: Tensor) -> Tensor:
    """Logits (V,) of the token after `ids` (T,), of which there is nothing more."""
    x = model.embed(ids[None])
    for block in model.blocks:
        x = block(x, model.cos[: len(ids)], model.sin[: len(ids)])
    return model.logits(x[0, -1])
