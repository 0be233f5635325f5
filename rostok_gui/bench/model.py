"""How long the model takes: plain and inspected passes, one more token, resume against the full pass."""

from __future__ import annotations

import time
from functools import partial

import torch

from rostok_gui.bench.timing import Figures, median_ms
from rostok_gui.engine.ablation import AblateHeads
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel, Request
from rostok_gui.engine.results import Answer
from rostok_gui.model.inspected import inspect
from rostok_gui.model.interventions import EditQuery
from rostok_gui.model.rostok import Rostok

STORY = "Once upon a time, there was a little girl named Lily. She had a red ball and a small dog. " * 40
LENGTHS = (64, 128, 256, 512)
REPEATS = 7


def measure() -> Figures:
    """Milliseconds (medians); ``resume_ratio`` is the full pass by a resume at layer 4, last position, T = 256."""
    engine = Engine()
    answer(engine, OpenModel())
    assert engine.current is not None
    model, tokenizer = engine.current.module, engine.current.checkpoint.tokenizer
    assert isinstance(model, Rostok)
    figures: Figures = {}
    for n in LENGTHS:
        tokens = tokenizer.encode(STORY, n).tokens
        ids = torch.tensor([[token.id for token in tokens]])
        figures[f"trace_ms_{n}"] = median_ms(partial(inspect, model, "bench", tokens), REPEATS)
        figures[f"plain_ms_{n}"] = median_ms(partial(plain, model, ids), REPEATS)
    tokens = tokenizer.encode(STORY, 257).tokens
    shorter = inspect(model, "bench", tokens[:256])
    figures["append_token_ms_256"] = median_ms(lambda: inspect(model, "bench", tokens, base=shorter), 20)
    edit = EditQuery(3, 0, 255, (0.5,) * model.config.d_head)
    resumed = median_ms(lambda: inspect(model, "bench", tokens[:256], (edit,), base=shorter), 20)
    figures["resume_ms_256"] = resumed
    figures["resume_ratio"] = figures["trace_ms_256"] / resumed
    started = time.perf_counter()
    answer(engine, AblateHeads(tokenizer.decode([token.id for token in tokens[1:64]])))
    figures["ablate_all_s_64"] = time.perf_counter() - started
    return figures


def answer(engine: Engine, request: Request) -> object:
    """What the engine answers; a failure ends the measurement."""
    event = engine.run(request, CancelToken(), lambda _: None)
    if not isinstance(event, Answer):
        raise RuntimeError(f"{request}: {event}")
    return event.result


@torch.inference_mode()
def plain(model: Rostok, ids: torch.Tensor) -> torch.Tensor:
    """The pass that keeps nothing."""
    return model(ids)  # type: ignore[no-any-return] # nn.Module.__call__ has no type
