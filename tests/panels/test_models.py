"""Models: the table, the picture, the measurement, the card and the training, against what the engine answered."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from engine_house import EngineHouse
from PySide6.QtCore import QLocale, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from snapshots_on_disk import STEPS, induction_checkpoint
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint

from rostok_gui.attention.head_types import INDUCTION
from rostok_gui.engine.measure_models import Figures, ListModels, MeasureModels, ModelMeasured, ModelsMeasured
from rostok_gui.engine.results import Cancelled, Progress
from rostok_gui.engine.snapshots import TraceSnapshots
from rostok_gui.messages import Message
from rostok_gui.panels.models import ModelsPanel
from rostok_gui.panels.models_parts import training
from rostok_gui.shell.language import Language
from rostok_gui.shell.style import set_motion
from rostok_gui.shell.theme import load_theme
from rostok_gui.state.app_state import Display
from rostok_gui.widgets import numbers
from rostok_gui.widgets.colormap import colours
from rostok_gui.widgets.head_atlas import Spot

LEFT = Qt.MouseButton.LeftButton
MODELS = {
    "gpt-1": (replace(ROSTOK, n_layer=1, context=512), {"loss": 2.875, "p_or": 0.0123, "p_invented": 0.5}),
    "no-mask": (replace(ROSTOK, n_layer=1, context=512, causal=False), {"loss": 0.03125, "alone_loss": 7.5}),
    "rostok": (replace(ROSTOK, context=512), {"loss": 1.75, "p_or": 0.98765, "training": {"tokens_seen": 52_345_678}}),
    "window-8": (replace(WINDOW, context=8), {"loss": 3.3125, "p_or": 0.00049}),
}


@pytest.fixture(autouse=True)
def english_numbers() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for seed, (name, (config, metrics)) in enumerate(MODELS.items()):
        tiny_checkpoint(tmp_path / name, config, seed)
        (tmp_path / name / "metrics.json").write_text(json.dumps(metrics))
        (tmp_path / name / "CARD.md").write_text(f"# {name}\n\nLearned from stories. <script>alert(1)</script>\n")
    induction_checkpoint(tmp_path, context=128)
    return tmp_path


@pytest.fixture
def house(folder: Path, qtbot: QtBot) -> EngineHouse:
    return EngineHouse(ModelsPanel, folder, "the hen and the hen", qtbot, (900, 640))


def row(panel: ModelsPanel, name: str) -> list[str]:
    table = panel.compare.table
    rows = [[table.item(r, c).text() for c in range(table.columnCount())] for r in range(table.rowCount())]
    return next(cells for cells in rows if cells[0].removeprefix("▸ ") == name)


# Comparison -----------------------------------------------------------------------------------------------------------


def test_the_table_shows_what_the_files_say(house: EngineHouse) -> None:
    panel = house.panel
    assert panel.view.names == ("rostok", "gpt-1", "window-8", "induction", "no-mask")
    assert row(panel, "rostok")[0] == "▸ rostok"  # the model that all panels use
    assert row(panel, "rostok")[2:] == ["2 × 2", "8", "512", "52.3 M", "1.75", "5.8", "0.988", "–"]
    assert row(panel, "window-8")[2:] == ["–", "4", "8", "–", "3.31", "27.5", "0.000", "–"]
    entry = next(e for e in panel.view.entries if e.name == "gpt-1")
    assert row(panel, "gpt-1")[1] == numbers.count(entry.parameters)
    assert entry.at_training.perplexity == math.exp(2.875)


def test_the_picture_shows_every_loss_at_its_place(house: EngineHouse) -> None:
    axis = house.panel.compare.axis
    assert [(r.name, r.at_training, r.here) for r in axis.rows] == [
        ("rostok", 1.75, None),
        ("gpt-1", 2.875, None),
        ("window-8", 3.3125, None),
        ("induction", 5.5, None),
        ("no-mask", 0.03125, None),
    ]
    assert axis.rows[4].alone == 7.5
    assert axis.rows[0].text == f"1.75 · {math.exp(1.75):.1f}"
    left, right = axis.x_of(0), axis.x_of(axis.reach)
    assert axis.reach == 6.0
    for loss in (1.75, 2.875, 3.3125):
        assert axis.x_of(loss) == pytest.approx(left + (right - left) * loss / 6.0)
    assert axis.x_of(7.5) == right  # beyond the end: at the end
    image = axis.grab().toImage()
    theme = load_theme("light")
    for index in (1, 2):
        place = axis.row_rect(index)
        x, y = axis.x_of(axis.rows[index].loss), place.center().y()
        assert image.pixelColor(int((left + x) / 2), int(y)).name() == theme.muted
        beyond = image.pixelColor(int(right) - 2, int(place.top()) + 2)
        assert beyond.name() != theme.muted


def test_measuring_shows_progress_rows_and_the_end(house: EngineHouse, qtbot: QtBot) -> None:
    panel, part = house.panel, house.panel.compare
    part.stories_box.setCurrentIndex(1)
    part.measure()
    request = house.client.sent_of(MeasureModels)[-1]
    assert request == MeasureModels(("rostok", "gpt-1", "window-8", "induction", "no-mask"), 50)
    assert part.bar.isVisible()
    assert not part.measure_button.isEnabled()
    first = ModelMeasured("rostok", Figures(1.6875, math.exp(1.6875), 0.25, 0.5, None, 1234.5), 3.0)
    panel.on_event(Progress(request, 250, 1000, 10.0, ModelsMeasured((first,), 50)))
    assert part.bar.value() == 250
    assert "gpt-1 · 25" in part.status.text()
    assert "about 30 s left" in part.status.text()
    assert row(panel, "rostok")[6:] == ["1.69 ✓", "5.4 ✓", "0.250 ✓", "1,234"]
    assert row(panel, "gpt-1")[6] == "2.88"  # not measured yet: as at training
    assert (part.axis.rows[0].here, part.axis.rows[0].at_training) == (1.6875, 1.75)


def test_measured_by_the_engine(house: EngineHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, part = house.panel, house.panel.compare
    monkeypatch.setattr("rostok_gui.panels.models_parts.compare.FEW", 1)
    part.stories_box.setItemData(1, 1)
    part.stories_box.setCurrentIndex(1)
    part.measure()
    house.client.pump()
    assert not part.bar.isVisible()
    assert part.measure_button.isEnabled()
    assert set(panel.view.measured) == {*MODELS, "induction"}
    for entry in panel.view.entries:
        found = panel.view.measured[entry.name].figures
        cells = row(panel, entry.name)
        assert cells[6] == f"{numbers.loss(found.loss)} ✓"
        assert cells[7] == f"{numbers.fixed(found.perplexity, 1)} ✓"
        assert cells[8] == f"{numbers.weight(found.p_or)} ✓"
        assert cells[9] == numbers.count(round(found.tokens_per_second))
    here = [cells for cells in panel.tables()[0].rows if cells[1] == "here"]
    loss = {entry.name: panel.view.measured[entry.name].figures.loss for entry in panel.view.entries}
    assert {cells[0]: cells[8] for cells in here} == loss
    then = {cells[0]: cells[8] for cells in panel.tables()[0].rows if cells[1] == "at training"}
    assert then["rostok"] == 1.75


def test_cancel_keeps_what_was_there(house: EngineHouse, qtbot: QtBot) -> None:
    panel, part = house.panel, house.panel.compare
    part.measure()
    request = house.client.sent_of(MeasureModels)[-1]
    first = ModelMeasured("gpt-1", Figures(2.5, math.exp(2.5)), 3.0)
    panel.on_event(Progress(request, 250, 1000, 10.0, ModelsMeasured((first,), 500)))
    qtbot.mouseClick(part.cancel_button, LEFT)
    assert house.client.waiting == []
    panel.on_event(Progress(request, 900, 1000, 10.0, ModelsMeasured((first,), 500)))  # late
    panel.on_event(Cancelled(request))
    assert not part.bar.isVisible()
    assert row(panel, "gpt-1")[6] == "2.50 ✓"
    assert part.measure_button.isEnabled()


def test_a_broken_model_is_named_and_can_be_chosen(folder: Path, qtbot: QtBot) -> None:
    (folder / "gpt-1" / "config.json").write_text("{")
    panel = EngineHouse(ModelsPanel, folder, "the hen", qtbot, (900, 640)).panel
    assert panel.view.names[-1] == "gpt-1"
    assert row(panel, "gpt-1")[1:] == ["–"] * 9
    panel.choose("gpt-1")
    assert "config.json" in panel.compare.legend.text()
    panel.compare.measure()
    assert "gpt-1" not in panel.compare._asked.names


def test_choosing_by_keyboard_and_mouse_and_using_in_all_panels(house: EngineHouse, qtbot: QtBot) -> None:
    panel, part = house.panel, house.panel.compare
    assert panel.view.chosen == "rostok"
    assert not part.open_button.isEnabled()  # it is used already
    qtbot.keyClick(part.table, Qt.Key.Key_Down)
    assert panel.view.chosen == "gpt-1"
    qtbot.keyClick(part.axis, Qt.Key.Key_Down)
    assert panel.view.chosen == "window-8"
    assert not part.open_button.isEnabled()  # it has no attention
    qtbot.mousePress(part.axis, LEFT, pos=part.axis.row_rect(1).center().toPoint())
    assert panel.view.chosen == "gpt-1"
    assert part.table.currentRow() == 1
    qtbot.mouseClick(part.open_button, LEFT)
    assert house.store.state.document.model == "gpt-1"
    house.client.pump()
    assert row(panel, "gpt-1")[0] == "▸ gpt-1"
    house.undo.stack.undo()
    assert house.store.state.document.model == "rostok"


def test_nothing_is_cut_off_in_the_table(house: EngineHouse) -> None:
    panel = house.panel
    panel._on_measured(
        ModelsMeasured(
            tuple(ModelMeasured(name, Figures(1.75, 5.75, 0.5, 0.5, None, 12345.0), 1.0) for name in MODELS), 500
        )
    )
    for width in (560, 900, 1280):
        panel.resize(width, 640)
        QApplication.processEvents()
        table = panel.compare.table
        assert not table.horizontalScrollBar().isVisible()
        assert table.viewport().height() >= sum(table.rowHeight(r) for r in range(table.rowCount()))
        shown = [column for column in range(table.columnCount()) if not table.isColumnHidden(column)]
        for column in shown:
            assert table.columnWidth(column) >= table.sizeHintForColumn(column)
        assert {0, 4, 6, 7, 8, 9} <= set(shown)  # what matters stays
    assert len(shown) == 10


# Card -----------------------------------------------------------------------------------------------------------------


def test_the_card_is_that_of_the_chosen_model_and_nothing_in_it_runs(house: EngineHouse) -> None:
    panel = house.panel
    panel.show_part(1)
    panel.choose("window-8")
    assert panel.card.text.toPlainText().startswith("window-8\nLearned from stories.")
    assert "<script>" in panel.card.text.toPlainText()  # shown as letters
    panel.card.box.setCurrentText("gpt-1")
    panel.card.box.activated.emit(1)
    assert panel.view.chosen == "gpt-1"
    assert panel.card.text.toPlainText().startswith("gpt-1")
    panel.choose("induction")
    assert "CARD.md" in panel.card.text.toPlainText()
    assert panel.caption() == "Card of the model induction"


# Training -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def watched(house: EngineHouse) -> EngineHouse:
    house.panel.tabs.setCurrentIndex(2)
    house.client.pump()
    return house


def test_every_moment_shows_its_maps_scores_and_losses(watched: EngineHouse) -> None:
    part = watched.panel.training
    assert [moment.step for moment in part.moments] == list(STEPS)
    assert part.moment.step == STEPS[-1]  # the whole way is walked from the end, or played
    for place, moment in enumerate(part.moments):
        part.slider.setValue(place)
        assert f"Step {moment.step} of {STEPS[-1]}" in part.where.text()
        if moment.held_out is not None:
            assert f"loss on unseen stories {moment.held_out:.2f}" in part.where.text()
        layer, head = part._head
        assert f"induction score {moment.scores[INDUCTION][layer, head]:.2f}" in part.where.text()
        assert part.scores.marker == part.losses.marker == moment.step
        assert part.atlas._picture.request.trace is moment.trace
        for index, badge in enumerate(part.atlas._badges):
            assert badge.kind == moment.types[badge.head]
            assert badge.head == divmod(index, 2)


@pytest.mark.parametrize("scale", ["linear", "sqrt"])
def test_the_maps_have_the_colours_of_the_weights(watched: EngineHouse, scale: str) -> None:
    part = watched.panel.training
    part.go(1)
    watched.store.update(display=Display(scale=scale))
    image = part.atlas.grab().toImage()
    trace = part.moment.trace
    for index, (layer, head) in enumerate(part.atlas.heads):
        for query, key in ((0, 0), (len(trace) - 1, 0), (len(trace) - 1, len(trace) - 1), (20, 7)):
            place = part.atlas.spot_rect(Spot((layer, head), query, key)).center()
            wanted = int(colours(trace.pattern(layer, head)[query, key], scale)) & 0xFFFFFF
            assert image.pixelColor(int(place.x()), int(place.y())).rgb() & 0xFFFFFF == wanted, (index, query, key)


def test_the_curves_are_the_scores(watched: EngineHouse) -> None:
    part = watched.panel.training
    lines = part.scores.lines
    for index, (layer, head) in enumerate(part.atlas.heads):
        assert lines[index].points == tuple((m.step, m.scores[INDUCTION][layer, head]) for m in part.moments)
        assert lines[index].dashed == (layer == 0)
    again, stories = part.losses.lines
    assert again.points == tuple((m.step, m.repeat_loss) for m in part.moments)
    assert stories.points == ((0, 8.5), (25, 8.25))
    rect = part.scores.plot_rect()
    assert part.scores.place(400, 1.0) == QPointF(rect.right(), rect.top())
    assert part.scores.place(0, 0.0) == QPointF(rect.left(), rect.bottom())
    table = watched.panel.tables()[0]
    assert table.rows[1][:5] == (25, 175, 8.25, part.moments[1].first_loss, part.moments[1].repeat_loss)
    assert table.rows[2][5:] == tuple(float(part.moments[2].scores[INDUCTION][h]) for h in part.atlas.heads)


def test_a_click_in_the_curves_and_in_the_maps(watched: EngineHouse, qtbot: QtBot) -> None:
    part = watched.panel.training
    qtbot.mousePress(part.scores, LEFT, pos=part.scores.place(40, 0.5).toPoint())
    assert part.moment.step == 25
    part.atlas.clicked.emit(Spot((1, 0), 12, 3, 0.5))
    assert [line.strong for line in part.scores.lines] == [False, False, True, False]
    assert "layer 2, head 1" in part.where.text()
    part.atlas.hovered.emit(Spot((1, 0), 12, 3, 0.25))
    pointer = watched.store.live.pointer
    assert isinstance(pointer, Message)
    tokens = part.moment.trace.tokens
    assert str(pointer) == f"Step 25, layer 2 head 1: “{tokens[12].label}” gives 0.250 to “{tokens[3].label}”"
    part.atlas.hovered.emit(None)
    assert watched.store.live.pointer is None


def test_playing(watched: EngineHouse, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    part = watched.panel.training
    set_motion(QApplication.instance(), True)
    part.timer.setInterval(10)
    qtbot.mouseClick(part.play_button, LEFT)  # from the end: from the start
    assert part.moment.step == 0
    assert part.timer.isActive()
    assert "Stop" in part.play_button.text()
    qtbot.waitUntil(lambda: not part.timer.isActive())
    assert part.moment.step == STEPS[-1]
    assert "Play" in part.play_button.text()
    qtbot.mouseClick(part.play_button, LEFT)
    watched.panel.show_part(0)
    assert not part.timer.isActive()  # nobody watches


def test_without_motion_play_goes_one_moment_at_a_press(watched: EngineHouse, qtbot: QtBot) -> None:
    part = watched.panel.training
    set_motion(QApplication.instance(), False)
    try:
        seen = []
        for _ in range(4):
            qtbot.mouseClick(part.play_button, LEFT)
            seen.append(part.moment.step)
            assert not part.timer.isActive()
        assert seen == [*STEPS, STEPS[0]]
        assert "Next moment" in part.play_button.text()
    finally:
        set_motion(QApplication.instance(), True)


def test_the_slider_by_keyboard(watched: EngineHouse, qtbot: QtBot) -> None:
    part = watched.panel.training
    for key, step in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 25), (Qt.Key.Key_End, 400), (Qt.Key.Key_Left, 25)):
        qtbot.keyClick(part.slider, key)
        assert part.moment.step == step


def test_the_current_text_is_asked_for_only_when_it_is_wanted(watched: EngineHouse) -> None:
    part, client = watched.panel.training, watched.client
    assert len(client.sent_of(TraceSnapshots)) == 1
    document = watched.store.state.document
    watched.store.update(document=replace(document, text="the end"))
    assert len(client.sent_of(TraceSnapshots)) == 1
    part.text_box.setCurrentIndex(1)
    part.text_box.activated.emit(1)
    client.pump()
    assert "".join(token.label for token in part.moment.trace.tokens).startswith("◆the")
    place = part.slider.value()
    watched.store.update(document=replace(document, text="the hen and the end"))
    client.pump()
    assert part.slider.value() == place
    assert client.sent_of(TraceSnapshots)[-1].text == "the hen and the end"
    watched.panel.show_part(0)
    watched.store.update(document=replace(document, text="not looked at"))
    assert client.sent_of(TraceSnapshots)[-1].text == "the hen and the end"


def test_without_snapshots_it_says_so(tmp_path: Path, qtbot: QtBot) -> None:
    tiny_checkpoint(tmp_path / "rostok", ROSTOK)
    house = EngineHouse(ModelsPanel, tmp_path, "the hen", qtbot, (900, 640))
    house.panel.show_part(2)
    house.client.pump()
    assert "induction" in house.panel.training.atlas._message
    assert not house.panel.training.play_button.isEnabled()
    assert house.panel.tables() == ()
    induction_checkpoint(tmp_path)
    house.panel.renew()  # asked again: by then it may be there
    house.client.pump()
    assert len(house.panel.training.moments) == len(STEPS)


def test_cancel_while_moments_are_read(house: EngineHouse, qtbot: QtBot) -> None:
    house.panel.show_part(2)
    part = house.panel.training
    assert part.cancel_button.isVisible()
    qtbot.mouseClick(part.cancel_button, LEFT)
    assert house.client.waiting == []
    assert not part.bar.isVisible()
    house.panel.show_part(0)
    house.panel.show_part(2)
    house.client.pump()
    assert part.moment is not None


# Everywhere -----------------------------------------------------------------------------------------------------------


def test_speaks_russian_and_asks_only_once(watched: EngineHouse) -> None:
    language = Language()
    try:
        language.use("ru")
        QApplication.processEvents()
        assert watched.panel.tabs.tabText(2) == "Обучение"
        assert "Шаг" in watched.panel.training.where.text()
        assert watched.panel.compare.measure_button.text() == "Измерить здесь"
        assert row(watched.panel, "rostok")[6] == "1,75"
    finally:
        language.use("en")
    assert len(watched.client.sent_of(TraceSnapshots)) == 1
    assert watched.client.sent_of(ListModels)


def test_every_control_has_a_name(watched: EngineHouse) -> None:
    part = watched.panel.training
    named = (part.atlas, part.slider, part.play_button, part.text_box, part.scores, part.losses)
    for widget in (*named, watched.panel.compare.table, watched.panel.compare.axis, watched.panel.tabs):
        assert widget.accessibleName()
    assert training.PLAY_MS > 0
