"""Between state and worker: what is asked for at which change, and what the answers do to the state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from rostok_gui.engine.ablation import AblateHeads, Ablation, HeadLoss
from rostok_gui.engine.requests import OpenModel, Request, RunText
from rostok_gui.engine.results import Answer, Cancelled, Failure, ModelOpened, Progress, TextRun
from rostok_gui.engine.writing import WriteOn, Written
from rostok_gui.messages import Message
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.device import DeviceInfo
from rostok_gui.model.interventions import ReplaceMask, SwitchOff
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.shell.link import Link
from rostok_gui.state.app_state import Board, Change, Document
from rostok_gui.state.store import Store

CPU = DeviceInfo("cpu", "processor", None)


class FakeClient(QObject):
    """Writes down what is asked."""

    arrived = Signal(object)
    busy_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[Request] = []
        self.replaced: list[Request] = []
        self.cancelled: list[str | None] = []

    def cancel(self, slot: str | None = None) -> None:
        self.cancelled.append(slot)

    def post(self, request: Request) -> None:
        self.posted.append(request)

    def replace(self, request: Request) -> None:
        self.replaced.append(request)

    def asked(self) -> list[Request]:
        everything = [*self.replaced, *self.posted]
        self.posted, self.replaced = [], []
        return everything


class House:
    def __init__(self) -> None:
        self.store, self.client = Store(), FakeClient()
        self.link = Link(self.store, self.client)  # type: ignore[arg-type]

    def start(self) -> House:
        self.link.start("cpu")
        self.client.asked()
        return self


@pytest.fixture
def house(qapp: Any) -> House:
    return House().start()


def trace(n: int) -> Trace:
    """A trace of `n` tokens of a model with one layer of six heads."""
    array = readonly(np.zeros((n, 3), np.float32))
    head, square = (RowBlocks.whole(readonly(np.zeros((6, n, width), np.float32))) for width in (4, n))
    layer = LayerTrace(head, head, head, square, square)
    tokens = tuple(Token(i, b"x", f"t{i}") for i in range(n))
    rows, loss = RowBlocks.whole(array), readonly(np.zeros(n, np.float32))
    return Trace("rostok", tokens, (layer,) * 8, (rows,), rows, loss)


def opened(name: str = "rostok", device: DeviceInfo = CPU, notice: Message | None = None) -> ModelOpened:
    return ModelOpened(name, ModelConfig(), 1, device, (CPU,), ("rostok", "gpt-1"), 0.1, 0.0, notice)


def test_the_start_opens_the_model_and_runs_the_text(qapp: Any) -> None:
    house = House()
    house.link.start("cuda:0")
    document = house.store.state.document
    assert house.client.asked() == [OpenModel("rostok", "cuda:0"), RunText(document.text)]


def test_a_new_text_stops_the_old_one_and_a_change_of_the_model_waits_its_turn(house: House) -> None:
    house.store.update(document=Document("Tom"))
    assert house.client.replaced == [RunText("Tom")]
    house.client.asked()
    house.store.update(changes=(Change(SwitchOff(0, 0)),))
    assert house.client.posted == [RunText("Tom", (SwitchOff(0, 0),))]
    house.client.asked()
    house.store.update(changes=(Change(SwitchOff(0, 0), enabled=False),))
    assert house.client.asked() == [RunText("Tom")]


def test_the_selection_counts_only_where_the_board_follows_it(house: House) -> None:
    house.store.select(layer=1)
    assert house.client.asked() == []
    house.store.update(board=replace(Board(), scope="head"))
    house.client.asked()
    house.store.select(head=2)
    (run,) = house.client.asked()
    assert isinstance(run, RunText)
    assert run.interventions == (ReplaceMask(1, 2, Board().allowed),)


def test_a_writing_model_is_not_asked_again_even_if_the_selection_follows(house: House) -> None:
    house.store.update(trace=trace(9))
    house.store.select(query=7)
    ids = (0, 1, 2)
    request = WriteOn("text", ids=ids)
    run = TextRun("te xt", trace(3), trace(3), 0)
    house.client.arrived.emit(Progress(request, 1, 9, 0.1, Written(run, 2, 0.5, 6)))
    assert house.store.live.trace is run.trace
    assert house.store.state.selection.query is None  # it was on a token that is gone
    assert house.client.asked() == []
    house.store.update(document=Document("te xt", "rostok", run.trace.ids))
    assert house.client.asked() == []


def test_a_model_that_fails_gives_the_name_of_the_old_one_back(house: House) -> None:
    house.client.arrived.emit(Answer(OpenModel(), opened()))
    house.store.update(document=Document("Tom", "gpt-1"))
    house.client.asked()
    house.client.arrived.emit(Failure(OpenModel("gpt-1"), Message("It is broken.")))
    assert house.store.state.document == Document("Tom", "rostok")
    assert str(house.store.live.notice) == "It is broken."
    assert not any(isinstance(request, OpenModel) for request in house.client.asked())


def test_a_session_whose_model_is_gone_gets_the_first_model_and_the_reason_stays_on_screen() -> None:
    house = House()
    house.store.update(document=Document("Tom", "gone"))
    house.start()
    house.client.arrived.emit(Failure(OpenModel("gone"), Message("It is gone.")))
    assert house.store.state.document == Document("Tom", "rostok")
    assert OpenModel("rostok", "cpu") in house.client.asked()
    house.client.arrived.emit(Answer(OpenModel(), opened()))
    assert str(house.store.live.notice) == "It is gone."
    house.client.arrived.emit(Answer(OpenModel(), opened()))
    assert house.store.live.notice is None


def test_no_model_at_all_is_asked_for_once() -> None:
    house = House().start()
    house.client.arrived.emit(Failure(OpenModel(), Message("It is missing.")))
    assert house.client.asked() == []
    assert str(house.store.live.notice) == "It is missing."


def test_the_device_that_the_worker_took_is_kept(house: House) -> None:
    house.link.use_device("cuda:0")
    house.client.asked()
    house.client.arrived.emit(Answer(OpenModel("rostok", "cuda:0"), opened(notice=Message("No such device."))))
    assert house.link.device == "cpu"
    assert str(house.store.live.notice) == "No such device."
    house.store.update(document=Document("Tom"))
    assert house.client.asked() == [RunText("Tom")]


@pytest.mark.parametrize("end", [Cancelled, lambda request: Failure(request, Message("Too long."))])
def test_a_text_that_was_not_answered_is_asked_again(house: House, end: Any) -> None:
    house.store.update(document=Document("Tom"))
    (run,) = house.client.asked()
    house.client.arrived.emit(end(run))
    house.store.update(document=Document("Tom", ids=(0,)))
    assert len(house.client.asked()) == 1


def measured(n: int, *heads: HeadLoss) -> Ablation:
    return Ablation("rostok", trace(n).ids, (), n - 1, 3, "a", 2.0, 0.5, heads)


def test_what_heads_are_worth_goes_into_the_state_while_it_is_measured(house: House) -> None:
    asked, first, last = AblateHeads("a"), HeadLoss(0, 0, 2.5, 0.4), HeadLoss(0, 1, 2.25, 0.3)
    house.store.update(trace=trace(3), ablating=asked)
    house.client.arrived.emit(Progress(asked, 1, 2, 0.1, measured(3, first)))
    assert house.store.live.worth == measured(3, first)
    house.client.arrived.emit(Answer(asked, measured(3, first, last)))
    assert house.store.live.worth == measured(3, first, last)
    assert house.store.live.ablating is None
    house.store.update(trace=trace(2))
    assert house.store.live.worth is None, "of another text"


@pytest.mark.parametrize("change", [{"document": Document("b")}, {"changes": (Change(SwitchOff(0, 0)),)}])
def test_nobody_waits_for_what_heads_are_worth_on_another_text(house: House, change: Any) -> None:
    asked = AblateHeads("a")
    house.store.update(trace=trace(3), ablating=asked)
    house.store.update(**change)
    assert house.client.cancelled == ["AblateHeads"]
    assert house.store.live.ablating is None
    house.client.arrived.emit(Progress(asked, 1, 2, 0.1, measured(3)))
    assert house.store.live.ablation is None


@pytest.mark.parametrize("end", [Cancelled, lambda asked: Failure(asked, Message("out of memory"))])
def test_a_measurement_that_ends_early_keeps_what_it_found(house: House, end: Any) -> None:
    asked, found = AblateHeads("a"), measured(3, HeadLoss(0, 0, 2.5, 0.4))
    house.store.update(trace=trace(3), ablating=asked)
    house.client.arrived.emit(Progress(asked, 1, 2, 0.1, found))
    house.client.arrived.emit(end(asked))
    assert house.store.live.ablating is None
    assert house.store.live.worth == found
