"""The worker thread as the window sees it: order, latest wins, clean ends."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QElapsedTimer, QTimer
from pytestqt.qtbot import QtBot

from rostok_gui.client import Client
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, Event, Failure, ModelOpened, TextRun


@pytest.fixture
def client(make_checkpoint: Callable[..., Path], qtbot: QtBot) -> Iterator[Client]:
    made = Client(make_checkpoint())
    yield made
    assert made.shutdown()


def heard(client: Client) -> list[Event]:
    events: list[Event] = []
    client.arrived.connect(events.append)
    return events


def test_a_posted_text_comes_back_as_a_trace(client: Client, qtbot: QtBot) -> None:
    events = heard(client)
    client.post(OpenModel())
    client.post(RunText("Tom had a ball"))
    qtbot.waitUntil(lambda: len(events) == 2, timeout=20_000)
    opened, run = events
    assert isinstance(opened, Answer)
    assert isinstance(opened.result, ModelOpened)
    assert isinstance(run, Answer)
    assert isinstance(run.result, TextRun)
    assert run.result.text == "Tom had a ball"


def test_a_storm_is_answered_in_order_and_its_last_request_always(client: Client, qtbot: QtBot) -> None:
    events = heard(client)
    client.post(OpenModel())
    qtbot.waitUntil(lambda: len(events) == 1, timeout=20_000)
    for number in range(500):
        client.post(RunText(f"Tom had {number} balls"))
        if number % 7 == 0:
            QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: events[-1].request == RunText("Tom had 499 balls"), timeout=20_000)
    numbers = [int(e.result.text.split()[2]) for e in events[1:] if isinstance(e, Answer)]
    assert numbers == sorted(numbers)
    assert len(numbers) < 500


def test_busy_is_said_and_unsaid(client: Client, qtbot: QtBot) -> None:
    said: list[str] = []
    client.busy_changed.connect(said.append)
    client.post(OpenModel())
    qtbot.waitUntil(lambda: said[-1:] == [""], timeout=20_000)
    assert said[0] == "OpenModel"


def test_a_missing_checkpoint_is_a_failure_in_words(client: Client, qtbot: QtBot) -> None:
    events = heard(client)
    client.post(OpenModel("nowhere"))
    qtbot.waitUntil(lambda: len(events) == 1, timeout=20_000)
    assert isinstance(events[0], Failure)
    assert "nowhere" in str(events[0].message)


@pytest.mark.parametrize("moment_ms", [0, 1, 5, 20, 60])
def test_the_thread_ends_at_once_in_the_middle_of_anything(
    make_checkpoint: Callable[..., Path], qtbot: QtBot, moment_ms: int
) -> None:
    client = Client(make_checkpoint(n_layer=24, d_model=64, d_ff=256, context=512))
    client.post(OpenModel())
    timer = QTimer()
    timer.timeout.connect(lambda: client.post(RunText("word " * 500 + str(time.monotonic()))))
    timer.start(1)
    qtbot.wait(moment_ms)
    clock = QElapsedTimer()
    clock.start()
    timer.stop()
    assert client.shutdown()
    assert clock.elapsed() < 5000
    client.post(RunText("after the end"))  # is ignored
