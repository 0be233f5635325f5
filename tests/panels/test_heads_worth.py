"""“48 heads”: what switching a head off costs stands beside its type, sorts the grid, and goes with the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rostok_gui.engine.ablation import AblateHeads, Ablation, HeadLoss
from rostok_gui.model.interventions import SwitchOff
from rostok_gui.model.trace import Trace
from rostok_gui.panels.heads import HeadsPanel
from rostok_gui.widgets.head_atlas import OFF

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
ALL = [(layer, head) for layer in range(8) for head in range(6)]


def measured(trace: Trace) -> Ablation:
    """Numbers of which no two are alike."""
    rng = np.random.default_rng(3)
    heads = tuple(HeadLoss(*head, 2.0 + float(rng.normal()) / 5, float(rng.random())) for head in ALL)
    return Ablation(trace.model, trace.ids, trace.interventions, 4, 3, "·ball", 2.0, 0.75, heads)


@pytest.fixture
def panel(host: Any, make_trace: Callable[..., Trace], qtbot: QtBot) -> HeadsPanel:
    host.store.update(trace=make_trace())
    host.store.select(layer=6, head=1, query=4)
    shown: HeadsPanel = host.show(HeadsPanel(host.context()), qtbot)
    return shown


def show(host: Any, **display: Any) -> Ablation:
    found = measured(host.store.live.trace)
    host.store.update(ablation=found, ablating=None, display=replace(host.store.state.display, **display))
    return found


@pytest.mark.parametrize(("sort", "part"), [("layer", "loss"), ("loss", "loss"), ("guess", "guess")])
@pytest.mark.parametrize("size", [(620, 640), (820, 420), (1280, 760)])
def test_every_head_has_the_numbers_of_its_own_measurement(
    host: Any, panel: HeadsPanel, sort: str, part: str, size: tuple[int, int]
) -> None:
    panel.resize(*size)
    found = show(host, sort=sort)
    badges = {badge.head: badge for badge in panel.atlas._badges}
    for head in found.heads:
        badge = badges[head.layer, head.head]
        assert (badge.loss, badge.guess) == (head.loss - 2.0, head.probability - 0.75)
    writer = panel.atlas.writer
    written = [one for line in writer.lines for one in line]
    assert part in written, "there is room for the number that was asked for"
    assert OFF in written or size == (820, 420)
    worth = badges[2, 3].loss if part == "loss" else badges[2, 3].guess
    assert writer.text_of(part, badges[2, 3]).replace("−", "-") == f"{worth:+.2f}"
    for index in range(48):
        room = panel.atlas.text_rect(index)
        assert panel.atlas.cell_rect(index).contains(room)
        assert writer.widest(panel.atlas._badges) <= room.width() + 0.5


def test_the_dearest_heads_come_first(host: Any, panel: HeadsPanel) -> None:
    found = show(host, sort="loss")
    assert [panel.which.currentIndex(), panel.which.currentText()] == [2, "by loss when off"]
    by_loss = sorted(found.heads, key=lambda head: -head.loss)
    assert panel.atlas.heads == tuple((head.layer, head.head) for head in by_loss)
    show(host, sort="guess")
    assert panel.which.currentText() == "by P(“·ball”) when off"
    by_guess = sorted(found.heads, key=lambda head: head.probability)
    assert panel.atlas.heads == tuple((head.layer, head.head) for head in by_guess)


def test_choosing_that_order_asks_for_the_measurement_and_nothing_jumps_meanwhile(host: Any, panel: HeadsPanel) -> None:
    panel.which.setCurrentIndex(3)
    panel.which.activated.emit(3)
    (request,) = [posted for posted in host.posted if isinstance(posted, AblateHeads)]
    assert request == AblateHeads(host.store.state.document.text, (), (), 4)
    assert panel.ablate.isChecked()
    assert panel.note.text() == "Switching each head off in turn: 0 of 48"
    found = measured(host.store.live.trace)
    host.store.update(ablation=replace(found, heads=found.heads[:7]))
    assert panel.note.text() == "Switching each head off in turn: 7 of 48"
    assert list(panel.atlas.heads) == ALL
    assert [badge.loss is not None for badge in panel.atlas._badges] == [True] * 7 + [False] * 41
    panel.atlas.grab()
    host.store.update(ablation=found, ablating=None)
    assert list(panel.atlas.heads) != ALL
    assert not panel.ablate.isChecked()


def test_the_button_starts_and_stops(host: Any, panel: HeadsPanel, qtbot: QtBot) -> None:
    panel.ablate.setFocus()
    qtbot.keyClick(panel.ablate, Qt.Key.Key_Space)
    assert isinstance(host.store.live.ablating, AblateHeads)
    assert panel.ablate.isChecked()
    qtbot.mouseClick(panel.ablate, Qt.MouseButton.LeftButton)
    assert host.cancelled == ["AblateHeads"]
    assert host.store.live.ablating is None
    assert not panel.ablate.isChecked()
    assert not panel.note.isVisible()


def test_the_chosen_head_is_told_in_words_also_to_a_screen_reader(host: Any, panel: HeadsPanel) -> None:
    found = show(host)
    head = found.heads[6 * 6 + 1]
    loss = f"{head.loss - 2.0:+.3f}".replace("-", "−")
    said = f"Head 7·2 off: loss {loss}, P(“·ball”) 0.750 → {head.probability:.3f}."
    assert panel.note.text().replace("<b>", "").replace("</b>", "") == said
    assert said in panel.atlas.accessibleDescription()
    host.store.select(head=2)
    assert panel.note.text().startswith("Head 7·3")
    assert "Head 7·3 off" in panel.atlas.accessibleDescription()


def test_numbers_under_other_changes_are_grey_and_said_to_be_old(host: Any, panel: HeadsPanel) -> None:
    trace = host.store.live.trace
    show(host, sort="loss")
    order, fresh = panel.atlas.heads, panel.atlas.grab().toImage()
    host.store.update(trace=replace(trace, interventions=(SwitchOff(7, 5),)))
    assert panel.atlas.heads == order, "the order stays, to switch off one head after another"
    assert panel.note.text().endswith("Measured under other changes.")
    assert "under other changes" in panel.atlas.accessibleDescription()
    assert panel.atlas.writer.worth_old
    assert panel.atlas.grab().toImage() != fresh
    host.store.update(trace=replace(trace))
    assert not panel.atlas.writer.worth_old
    assert "under other changes" not in panel.note.text()


def test_numbers_of_another_text_or_model_are_gone(
    host: Any, panel: HeadsPanel, make_trace: Callable[..., Trace]
) -> None:
    trace = host.store.live.trace
    show(host, sort="loss")
    for other in (make_trace(("◆", "Tom", "·had", "·a")), replace(trace, model="gpt-1")):
        host.store.update(trace=other)
        assert all(badge.loss is None and badge.guess is None for badge in panel.atlas._badges)
        assert list(panel.atlas.heads) == ALL
        assert not panel.note.isVisible()
        assert "off: loss" not in panel.atlas.accessibleDescription()
        assert not {OFF, "loss", "guess"} & {part for line in panel.atlas.writer.lines for part in line}
        host.store.update(trace=replace(trace))
        assert all(badge.loss is not None for badge in panel.atlas._badges), "the text is the same again"
        assert "off: loss" in panel.atlas.accessibleDescription()
