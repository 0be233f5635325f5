"""Switching every head off in turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rostok_gui.engine.ablation import AblateHeads, Ablation, HeadLoss
from rostok_gui.engine.engine import Engine, Job
from rostok_gui.engine.handlers import tokens_of, trace_text
from rostok_gui.engine.requests import RunText
from rostok_gui.model.inspected import inspect
from rostok_gui.model.interventions import SwitchOff
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.trace import Trace


def ablate_heads(engine: Engine, request: AblateHeads, job: Job) -> Ablation:
    """What every head is worth; each pass starts at the layer of its head."""
    loaded = engine.need_current()
    module = loaded.module
    assert isinstance(module, Rostok)
    tokens, _ = tokens_of(loaded, RunText(request.text, ids=request.ids))
    trace_text(engine, request.text, tokens, request.interventions, job)
    base = engine.last
    assert base is not None
    trace = base.trace
    position = len(tokens) - 1 if request.position is None else min(request.position, len(tokens) - 1)
    token = request.token
    if token is None:
        token = trace.ids[position + 1] if position + 1 < len(trace) else trace.candidates(position, 1)[0][0]
    whole = Ablation(
        trace.model,
        trace.ids,
        request.interventions,
        position,
        token,
        loaded.vocabulary[token],
        mean_loss(trace),
        chance(trace, position, token),
        (),
    )
    heads = [(layer, head) for layer in range(trace.n_layer) for head in range(trace.n_head)]
    for layer, head in heads:
        under = (*request.interventions, SwitchOff(layer, head))
        done = inspect(module, trace.model, tokens, under, base=base, checkpoint=job.cancel.check).trace
        measured = HeadLoss(layer, head, mean_loss(done), chance(done, position, token))
        whole = replace(whole, heads=(*whole.heads, measured))
        job.progress(len(whole.heads), len(heads), whole)
    return whole


def mean_loss(trace: Trace) -> float:
    """Mean surprisal in nats of all tokens but the start mark; NaN for a text without others."""
    return float(np.mean(trace.loss[1:], dtype=np.float64)) if len(trace) > 1 else float("nan")


def chance(trace: Trace, position: int, token: int) -> float:
    """Probability of `token` after `position`."""
    return float(trace.probabilities(position)[token])
