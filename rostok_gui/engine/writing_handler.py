"""Writing on, token by token, with every trace on the way."""

from __future__ import annotations

from rostok_gui.engine.engine import Engine, Job
from rostok_gui.engine.handlers import tokens_of, trace_text
from rostok_gui.engine.requests import RunText
from rostok_gui.engine.writing import WriteOn, Written
from rostok_gui.model.generation import Sampling, draw, next_token_distribution, slid


def write(engine: Engine, request: WriteOn, job: Job) -> Written | None:
    """The last of the tokens written; None if none was asked for."""
    loaded = engine.need_current()
    tokenizer, context = loaded.checkpoint.tokenizer, loaded.checkpoint.config.context
    sampling = Sampling(request.temperature, request.top_k, request.top_p, request.seed)
    tokens, _ = tokens_of(loaded, RunText(request.text, ids=request.ids))
    ids, lost, written = [token.id for token in tokens], 0, None
    for step in range(request.count):
        trace = trace_text(engine, "", tokenizer.tokens(ids), request.interventions, job).trace
        position = len(ids) - 1
        if step == 0 and request.chosen is not None:
            token = request.chosen
        else:
            distribution = next_token_distribution(trace.logits.row(position), sampling)
            token = draw(distribution, sampling.seed, request.drawn + step)
        probability = float(trace.probabilities(position)[token])
        kept = slid(ids, context)
        lost += len(ids) - len(kept)
        ids = [*kept, token]
        run = trace_text(engine, tokenizer.decode(ids), tokenizer.tokens(ids), request.interventions, job)
        written = Written(run, token, probability, lost)
        job.progress(step + 1, request.count, written)
    return written
