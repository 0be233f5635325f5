"""Writing on with everything kept equals writing on from nothing at every step."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, Cancelled, Progress
from rostok_gui.engine.writing import WriteOn, Written
from rostok_gui.model.generation import Sampling, draw, next_token_distribution, slid
from rostok_gui.model.inspected import inspect
from rostok_gui.model.interventions import SwitchOff


def opened(folder: Path) -> Engine:
    engine = Engine(folder)
    assert isinstance(engine.run(OpenModel(), CancelToken(), print), Answer)
    return engine


def written(engine: Engine, request: WriteOn) -> list[Written]:
    parts: list[Written] = []
    engine.run(request, CancelToken(), lambda e: parts.append(e.partial) if isinstance(e, Progress) else None)  # type: ignore[arg-type]
    return parts


@pytest.mark.parametrize("seed", range(20))
def test_the_cache_changes_nothing_for_100_tokens(make_checkpoint: Callable[..., Path], seed: int) -> None:
    engine = opened(make_checkpoint(seed=seed, context=64))
    assert engine.current is not None
    under = (SwitchOff(0, 1),) if seed % 4 == 0 else ()
    parts = written(engine, WriteOn("Tom had", 100, 0.9, 50, 0.95, seed, under))
    ids = [token.id for token in engine.current.checkpoint.tokenizer.encode("Tom had").tokens]
    module, tokenizer = engine.current.module, engine.current.checkpoint.tokenizer
    for step, part in enumerate(parts):
        full = inspect(module, "full", tokenizer.tokens(ids), under).trace  # type: ignore[arg-type]
        logits = full.logits.row(len(ids) - 1)
        assert part.token == draw(next_token_distribution(logits, Sampling(0.9, 50, 0.95, seed)), seed, step)
        ids = [*slid(ids, 64), part.token]
        assert part.run.trace.ids == tuple(ids)
    whole = inspect(module, "full", tokenizer.tokens(ids), under).trace  # type: ignore[arg-type]
    np.testing.assert_allclose(parts[-1].run.trace.logits.array, whole.logits.array, atol=1e-4)
    assert parts[-1].lost > 0
    assert len(parts) == 100


def test_equal_seeds_write_equal_texts_and_other_seeds_others(make_checkpoint: Callable[..., Path]) -> None:
    engine = opened(make_checkpoint())
    one, two, other = (written(engine, WriteOn("Tom", 12, 1.0, seed=seed))[-1].run.text for seed in (1, 1, 2))
    assert one == two != other


def test_what_was_written_keeps_its_tokens(make_checkpoint: Callable[..., Path]) -> None:
    engine = opened(make_checkpoint())
    last = written(engine, WriteOn("Tom", 12, 1.0))[-1].run
    again = engine.run(RunText(last.text, ids=last.trace.ids), CancelToken(), print)
    assert isinstance(again, Answer)
    assert again.result.trace.ids == last.trace.ids  # type: ignore[attr-defined]
    edited = engine.run(RunText(last.text + "!", ids=last.trace.ids), CancelToken(), print)
    assert "".join(t.label for t in edited.result.trace.tokens).endswith("!")  # type: ignore[union-attr]


def test_writing_stops_when_asked(make_checkpoint: Callable[..., Path]) -> None:
    engine, token, parts = opened(make_checkpoint()), CancelToken(), []

    def stop_after_three(event: object) -> None:
        parts.append(event)
        if len(parts) == 3:
            token.cancel()

    assert isinstance(engine.run(WriteOn("Tom", 1000), token, stop_after_three), Cancelled)
    assert len(parts) == 3
