"""Averaging the outputs of all heads over held-out stories."""

from __future__ import annotations

import numpy as np

from rostok_gui.engine.engine import Engine, Job
from rostok_gui.engine.head_means import AverageHeads, HeadMeans
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.inspected import inspect
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.trace import Trace
from rostok_gui.paths import RESOURCES
from rostok_gui.training.corpus import read_stories

HELD_OUT = RESOURCES / "held_out" / "held_out.txt"


def average_heads(engine: Engine, request: AverageHeads, job: Job) -> HeadMeans:
    """One inspected pass a story, each alone after the start mark, cut at the context."""
    loaded = engine.need_current()
    name = f"mean output of every head over {request.stories} stories"
    kept = loaded.facts.get(name)
    if isinstance(kept, HeadMeans):
        return kept
    if not isinstance(loaded.module, Rostok):
        raise RostokError(QT_TRANSLATE_NOOP("messages", "This model has no heads to average."))
    stories = read_stories(HELD_OUT)[: request.stories]
    config = loaded.checkpoint.config
    total, count = np.zeros((config.n_layer, config.n_head, config.d_head)), 0
    for done, story in enumerate(stories, start=1):
        tokens = loaded.checkpoint.tokenizer.encode(story, config.context).tokens
        trace = inspect(loaded.module, config.architecture, tokens, checkpoint=job.cancel.check).trace
        total += summed_outputs(trace)
        count += len(tokens)
        job.progress(done, len(stories))
    means = total / count
    means.setflags(write=False)
    result = HeadMeans(loaded.checkpoint.name, count, means)
    loaded.facts[name] = result
    return result


def summed_outputs(trace: Trace) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Sum of weights @ values over all tokens of a trace, (L, H, D)."""
    given = [layer.pattern.array.sum(axis=1, dtype=np.float64) for layer in trace.layers]  # by all queries to each key
    return np.stack([np.einsum("hj,hjd->hd", sums, layer.v.array) for sums, layer in zip(given, trace.layers)])
