"""Code: every step can be reached, forwards and backwards, and shows the numbers of its line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from engine_house import EngineHouse
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tiny_checkpoint import ROSTOK, tiny_checkpoint

from rostok_gui.engine.requests import OpenModel
from rostok_gui.engine.shapes import RunLines, source_on_disk
from rostok_gui.messages import Message
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.interventions import SwitchOff
from rostok_gui.model.rostok import Attention, rope_table
from rostok_gui.panels.code import CodePanel
from rostok_gui.shell.language import Language
from rostok_gui.state.app_state import Change
from rostok_gui.widgets import numbers

TEXT = "Tom had a red ball. Then he"


@pytest.fixture
def house(tmp_path: Path, qtbot: QtBot) -> EngineHouse:
    tiny_checkpoint(tmp_path / "rostok", replace(ROSTOK, n_layer=3, n_head=4, d_model=32))
    house = EngineHouse(CodePanel, tmp_path, TEXT, qtbot, (900, 640))
    house.store.select(layer=1, head=2)
    house.client.pump()
    return house


def shown(panel: CodePanel) -> tuple[Any, ...]:
    """All that a step decides."""
    return (
        *(panel.code.current, panel.twin.marked, panel.where.text(), panel.sentence.text(), panel.check.text()),
        *(panel.list.rows, panel.picture_title.text(), panel.twin_title.text()),
    )


def test_forwards_and_backwards_by_keyboard_show_the_same(house: EngineHouse, qtbot: QtBot) -> None:
    panel = house.panel
    qtbot.keyClick(panel.code, Qt.Key.Key_Home)
    seen = [shown(panel)]
    for _ in range(len(panel.steps) - 1):
        qtbot.keyClick(panel.code, Qt.Key.Key_Down)
        seen.append(shown(panel))
    assert panel.step == len(panel.steps) - 1
    assert not panel.forward.isEnabled()
    for earlier in reversed(seen[:-1]):
        qtbot.keyClick(panel.code, Qt.Key.Key_Up)
        assert shown(panel) == earlier
    assert not panel.back.isEnabled()
    assert len({(*state[:3],) for state in seen}) == len(seen)
    assert all(sentence for _, _, _, sentence, *_ in seen)


def test_every_step_shows_its_line_and_its_numbers(house: EngineHouse) -> None:
    panel = house.panel
    for number, step in enumerate(panel.steps):
        panel.go(number)
        line = panel.code.lines[panel.code.current]
        assert line.number == step.line
        assert f"line {step.line}" in panel.where.text()
        assert step.function in panel.where.text()
        assert len(panel.list.rows) == len(step.variables)
        for row, variable in zip(panel.list.rows, step.variables):
            assert row.name == (variable.name or "returned")
            if variable.shape:
                assert row.shape.startswith(f"{', '.join(variable.letters)} = {' × '.join(map(str, variable.shape))}")
                assert row.shape.endswith("float32")
                for value in (variable.low, variable.high):
                    assert numbers.fixed(value, 3) in row.range
                assert numbers.signed(variable.mean, 3) in row.range
        for index, variable in enumerate(step.variables):
            panel.list.chosen.emit(index)
            if not variable.picture.size:
                assert not panel.picture.isVisible()
                continue
            rows, columns = variable.picture.shape
            for cell in ((0, 0), (rows - 1, columns - 1), (rows // 2, 0)):
                assert panel.picture.text_of(*cell) == numbers.signed(float(variable.picture[cell]), 2)


def test_the_picture_is_that_of_the_chosen_head(house: EngineHouse) -> None:
    panel, store = house.panel, house.store
    heads = next(i for i, s in enumerate(panel.steps) if s.function == "Attention.forward" and len(s.variables) == 3)
    heads = next(i for i, s in enumerate(panel.steps) if i > heads and s.function == "Attention.forward")
    panel.go(heads)
    store.select(head=0)
    house.client.pump()
    assert panel.step == heads  # new numbers, the same line
    q = panel.current.variables[0]
    np.testing.assert_allclose(q.picture, store.live.trace.layers[1].q.of(0), atol=1e-5)
    assert "head 1" in panel.picture_title.text()
    assert panel.picture.sentence(1, 0).startswith("row T, column 1: ")


def test_asked_once_for_each_text_layer_head_and_model(house: EngineHouse) -> None:
    before = len(house.client.sent_of(RunLines))
    house.store.select(key=1)
    house.store.select(query=2)
    assert len(house.client.sent_of(RunLines)) == before
    house.store.select(layer=2)
    assert house.client.sent_of(RunLines)[-1] == RunLines(TEXT, 2, 2)


def test_a_click_on_a_line_goes_there_and_on_to_its_next_call(house: EngineHouse) -> None:
    panel = house.panel
    returned = max(step.line for step in panel.steps if step.function == "apply_rope")
    index = next(i for i, line in enumerate(panel.code.lines) if line.number == returned)
    panel.go(0)
    panel.code.clicked.emit(index)
    first = panel.step
    assert (panel.current.line, panel.current.call) == (returned, 1)
    panel.code.clicked.emit(index)
    assert (panel.current.line, panel.current.call) == (returned, 2)
    panel.code.clicked.emit(index)
    assert panel.step == first
    panel.code.clicked.emit(0)  # a heading
    assert panel.step == first


def test_by_hand_is_measured_and_a_difference_is_an_alarm(house: EngineHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = house.panel
    panel.go(len(panel.steps) - 1)
    assert "By hand: ✓" in panel.check.text()
    from rostok_gui.attention import multi_head

    honest = multi_head.glue_heads
    monkeypatch.setattr(multi_head, "glue_heads", lambda heads: honest(heads[::-1]))
    house.store.select(layer=0)
    house.client.pump()
    assert "By hand: ≠" in panel.check.text()


def test_numpy_beside_it_can_be_hidden(house: EngineHouse, qtbot: QtBot) -> None:
    panel = house.panel
    panel.go(len(panel.steps) - 1)
    assert panel.twin.isVisible()
    marked = [panel.twin.lines[i].text for i in panel.twin.marked]
    assert len(marked) == 1
    assert "attn.proj.weight" in marked[0]
    panel.twin_box.setChecked(False)
    assert not panel.twin.isVisible()


def test_changes_in_force_are_said_not_to_be_in_the_numbers(house: EngineHouse) -> None:
    house.panel.go(len(house.panel.steps) - 1)
    house.store.update(changes=(Change(SwitchOff(1, 2)),))
    house.client.pump()
    assert "Your changes are not in these numbers" in house.panel.check.text()
    assert "✓" in house.panel.check.text()


def test_begins_where_queries_keys_and_values_begin(house: EngineHouse) -> None:
    panel = house.panel
    assert [variable.name for variable in panel.current.variables] == ["q", "k", "v"]
    assert "chunk(3" in panel.code.lines[panel.code.current].text


def test_clicking_a_row_of_tokens_selects_the_query_and_hover_is_told(house: EngineHouse) -> None:
    panel = house.panel
    panel.go(len(panel.steps) - 1)
    panel.picture.clicked.emit(3, 5)
    assert house.store.state.selection.query == 3
    panel.picture.hovered.emit(3, 5)
    pointer = house.store.live.pointer
    assert isinstance(pointer, Message)
    value = float(panel.current.variables[0].picture[3, 5])
    assert str(pointer) == f"out: row “{panel.result.tokens[3]}”, column 6: {numbers.signed(value, 4)}"
    panel.picture.hovered.emit(-1, -1)
    assert house.store.live.pointer is None


def test_copied_code_runs_alone(house: EngineHouse, qtbot: QtBot) -> None:
    qtbot.mouseClick(house.panel.copy_button, Qt.MouseButton.LeftButton)
    space: dict[str, Any] = {}
    exec(QGuiApplication.clipboard().text(), space)
    config = ModelConfig(vocab_size=5, n_layer=1, n_head=2, d_model=12, context=9)
    torch.manual_seed(0)
    ours = Attention(config)
    copied = space["Attention"](config)
    copied.load_state_dict(ours.state_dict())
    x, angles = torch.randn(2, 9, 12), rope_table(9, 6, 100.0)
    assert torch.equal(copied(x, *angles), ours(x, *angles))


def test_table_has_every_variable(house: EngineHouse) -> None:
    panel = house.panel
    panel.go(len(panel.steps) - 1)
    whole, picture = panel.tables()
    assert len(whole.rows) == sum(len(step.variables) for step in panel.steps)
    out = panel.current.variables[0]
    assert whole.rows[-1][8:11] == (out.low, out.high, out.mean)
    assert picture.rows[2][5] == float(out.picture[2, 4])


def test_before_the_model_is_there_the_source_is(host: Any, qtbot: QtBot) -> None:
    panel = host.show(CodePanel(host.context()), qtbot)
    text = [line.text for line in panel.code.lines]
    assert "class Attention(nn.Module):" in text
    assert sum(len(excerpt.lines) for excerpt in source_on_disk()) < len(text)
    assert not panel.forward.isEnabled()
    panel.go(5)
    assert panel.step == 0
    assert panel.tables() == ()
    assert "on its way" in panel.where.text()


def test_a_failure_is_shown_in_words(house: EngineHouse) -> None:
    from rostok_gui.engine.results import Failure

    panel = house.panel
    panel.go(0)
    request = house.client.sent_of(RunLines)[-1]
    panel.on_event(Failure(request, Message("Out of order.")))
    assert panel.check.text().startswith("Out of order.")
    assert len(panel.steps) > 30  # what was there before stays


def test_speaks_russian(house: EngineHouse, qtbot: QtBot) -> None:
    language = Language()
    try:
        language.use("ru")
        house.panel.renew()
        assert house.panel.copy_button.text() == "Копировать код"
        assert house.panel.sentence.text() != ""
        assert "Шаг" in house.panel.where.text()
    finally:
        language.use("en")


def test_another_model_is_asked_again(house: EngineHouse, tmp_path: Path) -> None:
    tiny_checkpoint(tmp_path / "other", replace(ROSTOK, n_layer=1, d_model=16), seed=5)
    house.client.post(OpenModel("other"))
    state = house.store.state
    house.store.update(document=type(state.document)(TEXT, "other"))
    house.client.pump()
    panel = house.panel
    assert panel.result.model == "other"
    panel.go(len(panel.steps) - 1)
    assert panel.current.variables[0].shape[-1] == 16
