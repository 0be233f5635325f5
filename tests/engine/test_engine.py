"""The engine without a window: what it answers, and that nothing gets lost when it cannot."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine, Job
from rostok_gui.engine.requests import OpenModel, Request, RunText
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, ModelOpened, Progress, TextRun
from rostok_gui.model.device import DeviceError
from rostok_gui.model.interventions import ForbidCell, SwitchOff

TEXT = "Tom had a red ball. Then he"


def ask(engine: Engine, request: Request) -> Event:
    return engine.run(request, CancelToken(), lambda _: None)


def opened(folder: Path) -> Engine:
    engine = Engine(folder)
    assert isinstance(ask(engine, OpenModel()), Answer)
    return engine


def text_run(engine: Engine, request: RunText) -> TextRun:
    event = ask(engine, request)
    assert isinstance(event, Answer)
    assert isinstance(event.result, TextRun)
    return event.result


def test_a_model_is_opened_and_a_text_run(make_checkpoint: Callable[..., Path]) -> None:
    engine = Engine(make_checkpoint())
    event = ask(engine, OpenModel())
    assert isinstance(event, Answer)
    assert isinstance(event.result, ModelOpened)
    assert event.result.device.id == "cpu"
    assert event.result.notice is None
    run = text_run(engine, RunText(TEXT))
    assert run.trace is run.untouched
    assert run.trace.tokens[0].label == "◆"
    assert run.trace.vocabulary[run.trace.ids[1]] == "Tom"
    assert len(run.trace) == len(run.trace.loss) == run.trace.logits.array.shape[0]


@pytest.mark.parametrize(
    "text", ["", "🐉", "word " * 2000, "你好，世界", "e\u0301a\u0308", "a\0b", "one\r\ntwo\rthree", "\ud800", "◆◆"]
)
def test_any_text_is_answered(make_checkpoint: Callable[..., Path], text: str) -> None:
    run = text_run(opened(make_checkpoint()), RunText(text))
    assert 1 <= len(run.trace) <= 64
    assert (run.cut > 0) == (len(text) > 1000)
    assert all(token.label for token in run.trace.tokens)
    for layer in run.trace.layers:
        np.testing.assert_allclose(layer.pattern.array.sum(-1), 1.0, atol=1e-6)


def test_typing_at_the_end_is_resumed_and_says_so(make_checkpoint: Callable[..., Path]) -> None:
    engine = opened(make_checkpoint())
    first = text_run(engine, RunText(TEXT)).trace
    second = text_run(engine, RunText(TEXT + " ran")).trace
    assert second.resumed_from == (0, len(first))
    fresh = text_run(opened(engine.folder), RunText(TEXT + " ran")).trace
    np.testing.assert_allclose(second.logits.array, fresh.logits.array, atol=1e-5)


def test_interventions_show_beside_the_untouched_trace(make_checkpoint: Callable[..., Path]) -> None:
    engine = opened(make_checkpoint())
    untouched = text_run(engine, RunText(TEXT)).trace
    changed = text_run(engine, RunText(TEXT, (ForbidCell(1, 0, 3, 1), SwitchOff(0, 1))))
    assert changed.untouched.layers == untouched.layers
    assert changed.trace.weights(1, 0, 3)[1] == 0 != untouched.weights(1, 0, 3)[1]
    assert text_run(engine, RunText(TEXT)).trace.logits is untouched.logits


def test_a_model_that_cannot_be_opened_leaves_the_old_one(make_checkpoint: Callable[..., Path]) -> None:
    folder = make_checkpoint()
    engine = opened(folder)
    (make_checkpoint("broken") / "broken" / "model.safetensors").write_bytes(b"\x80\x04")
    event = ask(engine, OpenModel("broken"))
    assert isinstance(event, Failure)
    assert "model.safetensors" in str(event.message)
    assert engine.current is not None
    assert engine.current.checkpoint.name == "rostok"
    assert text_run(engine, RunText(TEXT)).trace.model == "rostok"


def test_without_a_model_the_engine_says_so(tmp_path: Path) -> None:
    event = ask(Engine(tmp_path), RunText(TEXT))
    assert isinstance(event, Failure)
    assert "No model is open" in str(event.message)


def test_a_model_without_attention_is_refused_in_words(make_checkpoint: Callable[..., Path]) -> None:
    folder = make_checkpoint("window-8", architecture="window", context=8, d_model=4, d_ff=6)
    make_checkpoint()
    assert "no attention" in str(getattr(ask(Engine(folder), OpenModel("window-8")), "message", ""))
    event = ask(Engine(folder), OpenModel())
    assert isinstance(event, Answer)
    assert isinstance(event.result, ModelOpened)
    assert event.result.models == ("rostok",)


def test_a_device_that_fails_gives_way_to_the_cpu(
    make_checkpoint: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise DeviceError("The device {device} is tired.", device="cuda:0")

    monkeypatch.setattr("rostok_gui.engine.handlers.place", refuse)
    event = ask(Engine(make_checkpoint()), OpenModel(device="cuda:0"))
    assert isinstance(event, Answer)
    assert isinstance(event.result, ModelOpened)
    assert event.result.device.id == "cpu"
    assert str(event.result.notice) == "The device cuda:0 is tired."


@dataclass(frozen=True)
class Count(Request):
    """Counts in steps; for tests of progress, cancel and faults."""

    handler: ClassVar[str] = f"{__name__}:count"
    steps: int
    fault: bool = False


def count(engine: Engine, request: Count, job: Job) -> int:
    for step in range(request.steps):
        job.progress(step, request.steps)
        if request.fault:
            raise ZeroDivisionError("on purpose")
    return request.steps


def test_progress_cancel_and_unexpected_faults(tmp_path: Path) -> None:
    engine, seen, token = Engine(tmp_path), [], CancelToken()
    assert engine.run(Count(3), token, seen.append) == Answer(Count(3), 3)
    assert [event.done for event in seen if isinstance(event, Progress)] == [0, 1, 2]
    failure = engine.run(Count(3, fault=True), token, seen.append)
    assert isinstance(failure, Failure)
    assert "on purpose" in str(failure.message)
    assert "ZeroDivisionError" in failure.details
    token.cancel()
    assert engine.run(Count(3), token, seen.append) == Cancelled(Count(3))
