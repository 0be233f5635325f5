"""Order of words: what is dragged, what is asked of the worker, what is shown of its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from rostok_gui.engine.order import OrderResult, Reordered, ReorderTokens
from rostok_gui.engine.results import Answer
from rostok_gui.model.tokenizer import Tokenizer
from rostok_gui.model.trace import Trace
from rostok_gui.panels.order import BOY_AND_DOG, DOG_AND_BOY, OrderPanel
from rostok_gui.paths import CHECKPOINTS
from rostok_gui.widgets.change_bars import share, written


@pytest.fixture
def panel(host: Any, make_trace: Callable[..., Trace], qtbot: QtBot) -> OrderPanel:
    host.store.update(trace=make_trace())
    shown: OrderPanel = host.show(OrderPanel(host.context()), qtbot)
    return shown


def answered(host: Any, panel: OrderPanel, seed: int = 1) -> OrderResult:
    """Answer the newest request with numbers of which no two are alike."""
    request = host.posted[-1]
    tokens = host.store.live.trace.tokens[: request.position + 1]
    rng, n = np.random.default_rng(seed), len(tokens)

    def way(scale: float) -> Reordered:
        weights = rng.dirichlet(np.ones(n), (2, 8, 6)).astype(np.float32)
        changes = (rng.random(8) * scale).astype(np.float32), (rng.random(9) * scale).astype(np.float32)
        return Reordered(changes[0], 3.25, changes[1], weights[0], weights[1])

    result = OrderResult(tokens, way(2.0), way(1e-7))
    panel.on_event(Answer(request, result))
    return result


def test_the_worker_is_asked_for_the_order_of_the_state(host: Any, panel: OrderPanel) -> None:
    assert host.posted == [ReorderTokens((0, 1, 2, 3, 4, 5), 5, (0, 1, 2, 3, 4))]
    host.store.update(order=(4, 3, 2, 1, 0))
    assert host.posted[-1].order == (4, 3, 2, 1, 0)
    host.store.select(query=3)
    assert host.posted[-1].order == (0, 1, 2)  # the order of another number of tokens means: as they are


def test_a_chip_is_dragged_with_the_mouse(host: Any, panel: OrderPanel, qtbot: QtBot) -> None:
    strip = panel.second
    start, goal = strip.rect_of(1).center().toPoint(), strip.rect_of(3).center().toPoint()
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(strip, start + QPoint(30, 0))
    qtbot.mouseMove(strip, goal)
    assert strip.goal == 3
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=goal)
    assert host.store.state.order == (0, 2, 3, 1, 4)
    assert [strip.sentence(i).split(",")[0] for i in range(4)] == ["◆", "·had", "·a", "Tom"]


def test_the_last_token_cannot_be_moved(host: Any, panel: OrderPanel, qtbot: QtBot) -> None:
    strip = panel.second
    start, goal = strip.rect_of(5).center().toPoint(), strip.rect_of(1).center().toPoint()
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(strip, goal)
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=goal)
    assert host.store.state.order == ()


def test_a_chip_is_carried_with_the_keyboard(host: Any, panel: OrderPanel, qtbot: QtBot) -> None:
    panel.second.setFocus()
    for _ in range(5):
        qtbot.keyClick(panel.second, Qt.Key.Key_Left)
    qtbot.keyClick(panel.second, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert host.store.state.order == (1, 0, 2, 3, 4)
    qtbot.keyClick(panel.second, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert host.store.state.order == (1, 2, 0, 3, 4)


def test_buttons(host: Any, panel: OrderPanel, qtbot: QtBot) -> None:
    click = lambda button: qtbot.mouseClick(button, Qt.MouseButton.LeftButton)  # noqa: E731
    click(panel.reverse_button)
    assert host.store.state.order == (0, 4, 3, 2, 1)
    click(panel.swap_button)
    moved = [a != b for a, b in zip(host.store.state.order, (0, 4, 3, 2, 1))]
    assert sum(moved) == 2
    assert not moved[0]
    click(panel.restore_button)
    assert host.store.state.order == (0, 1, 2, 3, 4)
    for _ in range(20):
        click(panel.shuffle_button)
        assert host.store.state.order[0] == 0
        assert sorted(host.store.state.order) == [0, 1, 2, 3, 4]
    click(panel.example_button)
    assert host.store.state.document.text == DOG_AND_BOY
    assert host.store.state.order == BOY_AND_DOG


def test_the_two_sentences_are_what_they_say() -> None:
    tokenizer = Tokenizer.read(CHECKPOINTS / "rostok" / "tokenizer.json")
    ids = tokenizer.encode(DOG_AND_BOY).ids
    assert tokenizer.decode([ids[i] for i in (*BOY_AND_DOG, 6)]) == "The boy bit the dog."
    assert len(ids) == 7


def test_what_is_shown_is_the_answer(host: Any, panel: OrderPanel) -> None:
    host.store.update(order=(0, 3, 1, 4, 2))
    result = answered(host, panel)
    assert written(float(result.without_rope.one_layer[0])) in panel.without.text()
    assert written(float(result.with_rope.one_layer[0])) in panel.with_rope.text()
    assert "rounding" in panel.without.text()
    assert "noticed" in panel.with_rope.text()
    stages = panel.bars.stages
    assert [s.changes for s in stages] == [
        (float(a), float(b)) for a, b in zip(result.without_rope.stream[1:], result.with_rope.stream[1:])
    ]
    panel.stages.setCurrentIndex(1)
    panel.stages.activated.emit(1)
    assert panel.bars.stages[2].changes[1] == float(result.with_rope.one_layer[2])
    place = (0, 3, 1, 4, 2, 5)
    for way, index in ((result.without_rope, 0), (result.with_rope, 1)):
        panel.positions.setCurrentIndex(index)
        panel.positions.activated.emit(index)
        for i, p in enumerate(place):
            assert panel.first.text_of(i).split("\xa0")[0] == f"{100 * way.weights_before[5, 3, i]:.0f}"
            assert panel.second.text_of(i).split("\xa0")[0] == f"{100 * way.weights_after[5, 3, p]:.0f}"
    assert panel.tables()[0].rows[7][4] == float(result.with_rope.stream[8])
    assert [row[2] for row in panel.tables()[1].rows] == list(place)


def test_an_answer_to_an_old_question_is_not_shown(host: Any, panel: OrderPanel) -> None:
    old = host.posted[-1]
    host.store.update(order=(4, 3, 2, 1, 0))
    answered(host, panel)
    shown = panel.result
    panel.on_event(Answer(old, OrderResult((), None, None)))  # type: ignore[arg-type]
    assert panel.result is shown


def test_bars_are_logarithmic_and_small_numbers_readable() -> None:
    assert share(0.0) == share(1e-9) == 0
    assert share(1e-3) == pytest.approx(0.5)
    assert share(1e5) == 1
    assert [written(x) for x in (0.0, 2.34e-7, 0.5, 12.0)] == ["0", "2.3·10⁻⁷", "0.500", "12.000"]


@pytest.mark.parametrize("size", [(1240, 620), (620, 620)])
def test_both_texts_are_seen_whole_where_there_is_room(
    host: Any, make_trace: Callable[..., Trace], qtbot: QtBot, size: tuple[int, int]
) -> None:
    """Two lines of chips are two whole lines, with their weights, and the controls need no wider panel."""
    host.store.update(trace=make_trace(("◆", *[f"·word{n}" for n in range(14)])))
    panel = host.show(OrderPanel(host.context()), qtbot)
    panel.resize(*size)
    answered(host, panel)
    qtbot.wait(50)
    for scroll in panel._scrolls:
        assert scroll.verticalScrollBar().maximum() == 0
    assert panel.minimumSizeHint().width() <= 620
