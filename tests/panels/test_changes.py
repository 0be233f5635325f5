"""What if: changes go into the list by the buttons, and what is shown before and after is in the tensors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rostok_gui.engine.ablation import AblateHeads, Ablation, HeadLoss
from rostok_gui.engine.head_means import AverageHeads, HeadMeans
from rostok_gui.engine.results import Answer, Progress
from rostok_gui.model.interventions import (
    EditKey,
    EditQuery,
    ForbidCell,
    ForceCell,
    KeepOnly,
    ReplaceMask,
    RopeOff,
    ScaleValue,
    SwitchOff,
    Temperature,
)
from rostok_gui.model.trace import Trace
from rostok_gui.panels.changes import ChangesPanel
from rostok_gui.panels.changes_words import in_words
from rostok_gui.state.app_state import Board, Change
from rostok_gui.state.making import MAKERS

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(host: Any, make_trace: Callable[..., Trace], qtbot: QtBot) -> ChangesPanel:
    trace = make_trace()
    host.store.update(trace=trace, untouched=trace)
    host.store.select(layer=6, head=1, query=4, key=2)
    shown: ChangesPanel = host.show(ChangesPanel(host.context()), qtbot)
    return shown


def in_force(host: Any) -> list[Any]:
    return [change.intervention for change in host.store.state.changes]


def test_buttons_change_the_selected_place_and_take_it_back(host: Any, panel: ChangesPanel, qtbot: QtBot) -> None:
    qtbot.mouseClick(panel.forbid_button, LEFT)
    assert in_force(host) == [ForbidCell(6, 1, 4, 2)]
    qtbot.mouseClick(panel.off_button, LEFT)
    assert in_force(host) == [ForbidCell(6, 1, 4, 2), SwitchOff(6, 1)]
    qtbot.mouseClick(panel.forbid_button, LEFT)
    assert in_force(host) == [SwitchOff(6, 1)]


@pytest.mark.parametrize(("scope", "layer", "head"), [(0, 6, 1), (1, 6, None), (2, None, None)])
def test_every_entry_of_the_menu_at_every_scope(
    host: Any, panel: ChangesPanel, scope: int, layer: int | None, head: int | None
) -> None:
    panel.scope.setCurrentIndex(scope)
    expected = {
        "forbid": ForbidCell(layer, head, 4, 2),
        "force": ForceCell(layer, head, 4, 2),
        "remove-value": ScaleValue(layer, head, 2, 0.0),
        "double-value": ScaleValue(layer, head, 2, 2.0),
        "off": SwitchOff(layer, head),
        "keep-layer": KeepOnly(6, 1),
        "keep-model": KeepOnly(6, 1, everywhere=True),
        "rope": RopeOff(layer, head),
        "cold": Temperature(layer, head, 0.0),
        "sharp": Temperature(layer, head, 0.5),
        "soft": Temperature(layer, head, 2.0),
    }
    assert expected.keys() == MAKERS.keys()
    for name, intervention in expected.items():
        host.store.update(changes=())
        panel.actions_by_id[name].trigger()
        assert in_force(host) == [intervention], name


def test_a_head_gives_way_to_its_mean_as_soon_as_that_is_known(host: Any, panel: ChangesPanel) -> None:
    means = HeadMeans("rostok", 900, np.random.default_rng(2).standard_normal((8, 6, 4)))
    panel.mean_action.trigger()
    request = host.posted[-1]
    assert request == AverageHeads()
    assert panel.measuring.isVisible()
    host.store.select(layer=0)
    panel.on_event(Progress(request, 7, 40, 0.1))
    assert "7 of 40" in panel.measuring.text()
    assert in_force(host) == []
    panel.on_event(Answer(request, means))
    assert in_force(host) == [SwitchOff(6, 1, tuple(means.means[6, 1].tolist()))], "of the head it was asked for"
    assert not panel.measuring.isVisible()
    asked = len(host.posted)
    panel.mean_action.trigger()
    assert in_force(host)[-1] == SwitchOff(0, 1, tuple(means.means[0, 1].tolist()))
    assert len(host.posted) == asked, "measured once"
    panel.add("off")
    host.store.select(layer=6)
    panel.add("off")
    assert in_force(host)[-1] == SwitchOff(6, 1), "zero takes the place of the mean"
    assert len(in_force(host)) == 2


def test_forcing_a_forbidden_cell_takes_its_place(host: Any, panel: ChangesPanel) -> None:
    panel.add("forbid")
    panel.add("force")
    assert in_force(host) == [ForceCell(6, 1, 4, 2)]


def test_without_a_key_nothing_that_needs_one_can_be_done(host: Any, panel: ChangesPanel) -> None:
    host.store.select(key=None)
    assert not panel.forbid_button.isEnabled()
    panel.add("forbid")
    assert in_force(host) == []
    assert panel.off_button.isEnabled()
    assert "key" in panel.place_label.text()


def test_the_list_switches_names_and_removes(host: Any, panel: ChangesPanel, qtbot: QtBot) -> None:
    host.store.update(changes=(Change(SwitchOff(0, 0)), Change(ForbidCell(1, 1, 3, 1)), Change(RopeOff(None, None))))
    assert [panel.list.item(i).text() for i in range(3)] == [
        "head 1·1 switched off",
        "head 2·2: “·a” may not look at “Tom”",
        "every head: no positions (RoPE off)",
    ]
    panel.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert [change.enabled for change in host.store.state.changes] == [True, False, True]
    panel.list.item(0).setText("no first head")
    assert host.store.state.changes[0] == Change(SwitchOff(0, 0), "no first head")
    panel.list.setCurrentRow(1)
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert in_force(host) == [SwitchOff(0, 0), RopeOff(None, None)]
    qtbot.mouseClick(panel.clear_button, LEFT)
    assert in_force(host) == []
    assert panel.list.count() == 0


def test_the_mask_of_the_board_stands_first_and_goes_from_the_model_only(host: Any, panel: ChangesPanel) -> None:
    board = Board(((True, False), (True, True)), "layer")
    host.store.update(board=board, changes=(Change(SwitchOff(0, 0)),))
    assert panel.list.item(0).text() == "layer 7: the mask of the board"
    panel.list.setCurrentRow(0)
    panel.remove()
    assert host.store.state.board == replace(board, scope="none")
    assert in_force(host) == [SwitchOff(0, 0)]


def test_before_and_after_are_those_of_the_traces(
    host: Any, panel: ChangesPanel, make_trace: Callable[..., Trace]
) -> None:
    before = replace(make_trace(seed=1), vocabulary=tuple(f"w{i}" for i in range(50)))
    after = replace(make_trace(seed=2), vocabulary=before.vocabulary)
    host.store.update(trace=after, untouched=before)
    p, q = before.probabilities(4), after.probabilities(4)
    for candidate in panel.next_tokens.candidates:
        i = before.vocabulary.index(candidate.label)
        assert (candidate.before, candidate.after) == (p[i], q[i])
    assert panel.next_tokens.candidates[0].label == f"w{np.maximum(p, q).argmax()}"
    panel.word.setText("w7")
    assert panel.word_says.text() == f"{p[7]:.3f} → {q[7]:.3f}"
    panel.word.setText("nothing")
    assert "token" in panel.word_says.text()
    means = [float(np.mean(trace.loss[1:], dtype=np.float64)) for trace in (before, after)]
    assert f"{means[0]:.2f} → {means[1]:.2f}" in panel.losses.text()
    panel.tabs.setCurrentIndex(1)
    change = after.pattern(6, 1) - before.pattern(6, 1)
    assert panel.map.text_of(4, 2).replace("−", "-") == f"{change[4, 2]:+.2f}"
    assert panel.map.text_of(2, 4) == ""
    assert f"{np.abs(change).max():.3f}" in panel.map_title.text()


def ablation(trace: Trace, position: int = 4) -> Ablation:
    rng = np.random.default_rng(5)
    heads = tuple(HeadLoss(i, j, 2.0 + float(rng.normal()), float(rng.random())) for i in range(8) for j in range(6))
    return Ablation("rostok", trace.ids, trace.interventions, position, 3, "·ball", 2.0, 0.25, heads)


def test_the_heads_are_ranked_by_what_they_are_worth(host: Any, panel: ChangesPanel, qtbot: QtBot) -> None:
    panel.tabs.setCurrentIndex(2)
    qtbot.mouseClick(panel.ablate_button, LEFT)
    request, trace = host.posted[-1], host.store.live.trace
    assert request == AblateHeads(host.store.state.document.text, (), (), 4)
    assert host.store.live.ablating is request
    assert panel.ablate_button.text() == "Stop"
    whole = ablation(trace)
    host.store.update(ablation=replace(whole, heads=whole.heads[:3]))
    assert (panel.progress.value(), panel.progress.maximum()) == (3, 48)
    assert len(panel.heads.entries) == 3
    host.store.update(ablation=whole, ablating=None)
    assert not panel.progress.isVisible()
    dearest = max(whole.heads, key=lambda head: head.loss)
    first = panel.heads.entries[0]
    change = f"{dearest.probability - 0.25:+.3f}".replace("-", "−")
    assert first.label == f"{dearest.layer + 1}·{dearest.head + 1}, P {change}"
    assert first.number == f"{dearest.loss - 2.0:+.3f}"
    panel.heads.chosen.emit(0)
    chosen = host.store.state.selection
    assert (chosen.layer, chosen.head) == (dearest.layer, dearest.head)
    assert panel.tables()[1].rows[0][2] == dearest.loss - 2.0


def test_what_was_measured_of_another_text_is_not_shown(
    host: Any, panel: ChangesPanel, make_trace: Callable[..., Trace]
) -> None:
    panel.tabs.setCurrentIndex(2)
    trace = host.store.live.trace
    host.store.update(ablation=ablation(trace))
    assert len(panel.heads.entries) == 48
    for other in (make_trace(("◆", "Tom", "·had", "·a")), replace(trace, model="gpt-1")):
        host.store.update(trace=other)
        assert not panel.heads.entries
        assert "Measure again" in panel.heads_title.text()
        assert len(panel.tables()) == 1
        host.store.update(trace=replace(trace))
        assert len(panel.heads.entries) == 48
        assert "Measured" not in panel.heads_title.text()
    host.store.update(trace=replace(trace, interventions=(SwitchOff(0, 0),)))
    assert len(panel.heads.entries) == 48
    assert panel.heads_title.text().startswith("Measured under other changes")


def test_the_measurement_can_be_stopped(host: Any, panel: ChangesPanel, qtbot: QtBot) -> None:
    panel.tabs.setCurrentIndex(2)
    qtbot.mouseClick(panel.ablate_button, LEFT)
    qtbot.mouseClick(panel.ablate_button, LEFT)
    assert host.cancelled == ["AblateHeads"]
    assert host.store.live.ablating is None
    assert not panel.progress.isVisible()


def test_every_kind_has_words(make_trace: Callable[..., Trace]) -> None:
    items = [
        RopeOff(0, None),
        EditQuery(0, 1, 1, (0.0,)),
        EditKey(0, 1, 1, (0.0,)),
        Temperature(None, 1, 0.5),
        ReplaceMask(None, None, ((True,),)),
        ForbidCell(0, 1, 3, 99),
        ForceCell(0, 1, 3, 1, 0.4),
        ScaleValue(0, 1, 1, 0.0),
        SwitchOff(0, 1),
        SwitchOff(0, 1, (0.0,)),
        KeepOnly(0, 1),
        KeepOnly(0, 1, True),
    ]
    said = [in_words(item, make_trace().tokens) for item in items]
    assert len(set(said)) == len(items)
    assert not any("_" in text for text in said)
