"""Every head switched off in turn equals a pass of its own with that head off."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rostok_gui.engine.ablation import AblateHeads, Ablation
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel
from rostok_gui.engine.results import Answer, Cancelled, Progress
from rostok_gui.model.inspected import inspect
from rostok_gui.model.interventions import ForbidCell, SwitchOff

TEXT = "Tom had a red ball. Then he"


def opened(folder: Path) -> Engine:
    engine = Engine(folder)
    assert isinstance(engine.run(OpenModel(), CancelToken(), print), Answer)
    return engine


def ablation(engine: Engine, request: AblateHeads, seen: list[object]) -> Ablation:
    answer = engine.run(request, CancelToken(), seen.append)
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, Ablation)
    return answer.result


@pytest.mark.parametrize("under", [(), (ForbidCell(1, 0, 5, 2),)])
def test_each_head_is_measured_alone(make_checkpoint: Callable[..., Path], under: tuple) -> None:
    engine, seen = opened(make_checkpoint(n_layer=3)), []
    result = ablation(engine, AblateHeads(TEXT, under, position=4), seen)
    assert engine.current is not None
    tokens = engine.current.checkpoint.tokenizer.encode(TEXT).tokens
    assert result.token == tokens[5].id
    assert [(h.layer, h.head) for h in result.heads] == [(i, j) for i in range(3) for j in range(2)]
    for head in result.heads:
        alone = inspect(engine.current.module, "x", tokens, (*under, SwitchOff(head.layer, head.head))).trace  # type: ignore[arg-type]
        assert np.isclose(head.loss, np.nanmean(alone.loss), atol=1e-4)
        assert np.isclose(head.probability, alone.probabilities(4)[result.token], atol=1e-5)
    assert len({round(head.loss, 6) for head in result.heads}) == 6
    assert [event.done for event in seen if isinstance(event, Progress)] == list(range(1, 7))
    worth = result.worth[2, 1]
    assert (worth.loss, worth.probability) == (
        result.heads[-1].loss - result.loss,
        result.heads[-1].probability - result.probability,
    )
    measured = inspect(engine.current.module, result.model, tokens, under).trace  # type: ignore[arg-type]
    assert result.fits(measured)
    assert not result.fits(None)
    assert not result.fits(inspect(engine.current.module, result.model, tokens[:-1], under).trace)  # type: ignore[arg-type]
    assert not result.is_old(measured)
    other = inspect(engine.current.module, result.model, tokens, (SwitchOff(0, 0),)).trace  # type: ignore[arg-type]
    assert result.fits(other)
    assert result.is_old(other)


def test_after_the_last_token_the_likeliest_guess_is_followed(make_checkpoint: Callable[..., Path]) -> None:
    engine = opened(make_checkpoint())
    result = ablation(engine, AblateHeads(TEXT), [])
    assert engine.last is not None
    trace = engine.last.trace
    assert (result.position, result.token) == (len(trace) - 1, trace.candidates(len(trace) - 1, 1)[0][0])
    assert np.isclose(result.loss, np.nanmean(trace.loss), atol=1e-6)
    empty = ablation(engine, AblateHeads(""), [])
    assert np.isnan(empty.loss)
    assert 0 < empty.probability <= 1


def test_it_can_be_stopped(make_checkpoint: Callable[..., Path]) -> None:
    token = CancelToken()
    ended = opened(make_checkpoint()).run(AblateHeads(TEXT), token, lambda _: token.cancel())
    assert isinstance(ended, Cancelled)
