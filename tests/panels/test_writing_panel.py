"""Panel “Writing”: what is drawn, what is seen, and that a run leaves text, trace and undo in step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from engine_house import EngineHouse
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from tiny_checkpoint import ROSTOK, tiny_checkpoint

from rostok_gui.engine.requests import RunText
from rostok_gui.engine.results import Failure, Progress
from rostok_gui.engine.writing import WriteOn
from rostok_gui.messages import Message
from rostok_gui.model.generation import Sampling
from rostok_gui.model.interventions import SwitchOff
from rostok_gui.panels.writing import Candidates, WritingPanel
from rostok_gui.state.app_state import Board, Change, Document
from rostok_gui.state.session import Session, read_session, write_session

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # said by the offscreen platform about any window
LEFT = Qt.MouseButton.LeftButton
START = "the hen and"


@pytest.fixture(autouse=True)
def english_numbers() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def build(tmp_path: Path, qtbot) -> Callable[..., EngineHouse]:
    """A house with the panel, on a tiny random model with a context of 32 tokens."""
    tiny_checkpoint(tmp_path / "rostok", ROSTOK, seed=4)

    def make(text: str = START, size: tuple[int, int] = (900, 640)) -> EngineHouse:
        house = EngineHouse(WritingPanel, tmp_path, text, qtbot, size)
        house.panel._set_temperature(1.0)
        return house

    return make


def run(house: EngineHouse, n_token: int) -> str:
    """Press Write for so many tokens and let it happen; the text then."""
    house.panel.count_box.setValue(n_token)
    QTest.mouseClick(house.panel.write_button, LEFT)
    house.client.pump()
    return house.store.state.document.text


def in_step(house: EngineHouse) -> bool:
    """Whether the trace on screen is that of the text of the state."""
    document, trace = house.store.state.document, house.store.live.trace
    return trace is not None and b"".join(t.data for t in trace.tokens).decode(errors="replace") == document.text


def test_every_token_is_in_the_text_and_is_read_only_once(build) -> None:
    house = build()
    passes = len(house.client.sent_of(RunText))
    lengths: list[int] = []
    house.link.arrived.connect(
        lambda e: lengths.append(len(house.store.state.document.ids)) if isinstance(e, Progress) else None
    )
    typed = len(house.store.live.trace)
    run(house, 6)
    assert lengths == [typed + n for n in range(1, 7)]
    assert in_step(house)
    assert house.store.state.document.ids == house.store.live.trace.ids
    assert len(house.client.sent_of(RunText)) == passes
    house.store.select(head=1)  # asks again whether the text of the state has been read
    house.client.pump()
    assert len(house.client.sent_of(RunText)) == passes


def test_one_undo_takes_back_one_run(build) -> None:
    house = build()
    first = run(house, 5)
    second = run(house, 4)
    assert house.undo.stack.count() == 2
    house.undo.stack.undo()
    house.client.pump()
    assert house.store.state.document.text == first
    assert in_step(house)
    house.undo.stack.undo()
    house.client.pump()
    assert house.store.state.document == Document(START)
    assert in_step(house)
    house.undo.stack.redo()
    house.undo.stack.redo()
    house.client.pump()
    assert house.store.state.document.text == second
    assert in_step(house)


def test_a_text_is_the_same_whether_written_at_once_or_in_steps(build) -> None:
    whole = run(build(), 12)
    in_parts = build()
    run(in_parts, 5)
    assert run(in_parts, 7) == whole
    stepped = build()
    for _ in range(12):
        QTest.mouseClick(stepped.panel.step_button, LEFT)
        stepped.client.pump()
    assert stepped.store.state.document.text == whole
    other = build()
    other.panel.seed.setValue(2)
    assert run(other, 12) != whole


@pytest.mark.parametrize("seed", range(6))
def test_the_marked_candidate_is_the_one_that_is_drawn(build, seed: int) -> None:
    house = build()
    panel = house.panel
    panel.seed.setValue(seed)
    panel._set_temperature((0.0, 0.5, 1.0, 3.0, 0.3, 8.0)[seed])
    panel.top_k.setValue((0, 3, 0, 20, 0, 0)[seed])
    panel.top_p.edited.emit(panel.top_p.number)
    for _ in range(4):
        labels = [entry.label for entry in panel.chances.entries if entry.marked]
        assert labels == [entry.label for entry in panel.raw.entries if entry.marked]
        QTest.mouseClick(panel.step_button, LEFT)
        house.client.pump()
        assert [house.store.live.trace.tokens[-1].label] == labels


def chances_by_hand(logits: np.ndarray, sampling: Sampling) -> np.ndarray:
    """Temperature, top-k and top-p, token by token."""
    logits = logits.astype(np.float64)
    p = np.exp((logits - logits.max()) / sampling.temperature)
    ranked = sorted(range(len(p)), key=lambda i: -logits[i])
    kept = ranked[: sampling.top_k or len(p)]
    total, reached, final = sum(p[i] for i in kept), 0.0, []
    for i in kept:
        if final and reached >= sampling.top_p:
            break
        final.append(i)
        reached += p[i] / total
    result = np.zeros(len(p))
    result[final] = p[final] / p[final].sum()
    return result


def test_the_bars_are_the_numbers_of_the_tensor(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    panel._set_temperature(1.7)
    panel.top_k.setValue(9)
    panel.top_p.setText("0,8")
    panel.top_p.setModified(True)
    panel.top_p.editingFinished.emit()
    sampling = panel.sampling()
    assert sampling == Sampling(1.7, 9, 0.8, 1)
    logits = trace.logits.array[-1]
    raw = np.exp(logits.astype(np.float64))
    raw /= raw.sum()
    chances = chances_by_hand(logits, sampling)
    labels = [entry.label for entry in panel.raw.entries]
    assert len(labels) >= 8
    for raw_entry, entry in zip(panel.raw.entries, panel.chances.entries):
        token = trace.vocabulary.index(entry.label)
        assert raw_entry.label == entry.label
        assert raw_entry.value == pytest.approx(raw[token], abs=1e-9)
        assert entry.value == pytest.approx(chances[token], abs=1e-9)
    assert 0 < np.count_nonzero(chances) < 9
    assert f"from {np.count_nonzero(chances)} token" in panel.hint.text()
    (table,) = panel.tables()
    for label, token, p, chance in table.rows:
        assert trace.vocabulary[token] == label
        assert (p, chance) == (pytest.approx(raw[token]), pytest.approx(chances[token]))


def test_what_is_drawn_is_listed_even_when_it_is_unlikely(build) -> None:
    trace = build().store.live.trace
    unlikely = [seed for seed in range(200) if Candidates.of(trace, Sampling(20.0, seed=seed), 0).next not in
                Candidates.of(trace, Sampling(20.0, seed=seed), 0).order[:4]]  # fmt: skip
    found = Candidates.of(trace, Sampling(20.0, seed=unlikely[0]), 0)
    assert found.listed(4) == (*found.order[:3], found.next)


def test_temperature_zero_takes_the_likeliest(build) -> None:
    house = build()
    panel = house.panel
    QTest.keyClick(panel.slider, Qt.Key.Key_Home)
    assert panel.sampling().temperature == 0.0
    assert [entry.value for entry in panel.chances.entries][:2] == [1.0, 0.0]
    assert panel.chances.entries[0].marked
    best = int(house.store.live.trace.logits.array[-1].argmax())
    run(house, 1)
    assert house.store.live.trace.ids[-1] == best


def test_a_clicked_candidate_is_appended_and_the_run_goes_on_from_there(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    row = next(n for n in (2, 3) if not panel.raw.entries[n].marked)
    label = panel.raw.entries[row].label
    QTest.mouseClick(panel.raw, LEFT, pos=panel.raw.rect_of(row).center().toPoint())
    house.client.pump()
    longer = house.store.live.trace
    assert longer.ids == (*trace.ids, trace.vocabulary.index(label))
    assert in_step(house)
    QTest.keyClick(panel.chances, Qt.Key.Key_Home)
    QTest.keyClick(panel.chances, Qt.Key.Key_Down)
    label = panel.chances.entries[1].label
    QTest.keyClick(panel.chances, Qt.Key.Key_Return)
    house.client.pump()
    assert house.store.live.trace.ids == (*longer.ids, trace.vocabulary.index(label))
    assert panel.drawn() == 2


def test_stop_keeps_what_is_written(build) -> None:
    house = build()
    house.on_progress(3, lambda: QTest.mouseClick(house.panel.stop_button, LEFT))
    typed = len(house.store.live.trace)
    run(house, 200)
    assert len(house.store.live.trace) == typed + 3
    assert in_step(house)
    assert house.panel.write_button.isEnabled()
    assert not house.panel.stop_button.isEnabled()
    run(house, 2)
    assert len(house.store.live.trace) == typed + 5


def test_esc_stops(build) -> None:
    house = build()
    house.on_progress(2, lambda: QTest.keyClick(house.panel, Qt.Key.Key_Escape))
    typed = len(house.store.live.trace)
    run(house, 200)
    assert len(house.store.live.trace) == typed + 2


def test_a_late_token_still_belongs_to_a_stopped_run(build) -> None:
    """A token that was under way when Stop was pressed comes into the text as well: trace and text stay in step."""
    house = build()
    events: list[Progress] = []
    typed = len(house.store.live.trace)
    house.client.arrived.disconnect()
    house.client.arrived.connect(lambda e: events.append(e) if isinstance(e, Progress) else None)
    run(house, 3)
    house.panel.stop()
    assert len(events) == 3
    for event in events:
        house.link._on_event(event)
        assert in_step(house)
    assert len(house.store.live.trace) == typed + 3
    assert house.undo.stack.count() == 1


def test_typing_stops_the_run_and_the_typed_text_stays(build) -> None:
    house = build()
    typed = Document("and then I typed")
    house.on_progress(3, lambda: house.undo.edit("type", document=typed))
    run(house, 200)
    assert house.store.state.document == typed
    assert in_step(house)
    assert "by hand" in house.panel.status.text()
    assert not house.panel.running
    assert house.panel.text.written == range(len(house.store.live.trace), len(house.store.live.trace))


def test_undo_during_a_run_stops_it(build) -> None:
    house = build()
    house.on_progress(3, house.undo.stack.undo)
    run(house, 200)
    assert house.store.state.document == Document(START)
    assert in_step(house)


def test_what_is_changed_in_the_model_counts_and_a_new_change_stops(build) -> None:
    house = build()
    untouched = run(house, 10)
    house.undo.stack.undo()
    off = (Change(SwitchOff(0, 0)), Change(SwitchOff(0, 1)), Change(SwitchOff(1, 0)))
    house.store.update(changes=off)
    house.client.pump()
    assert run(house, 10) != untouched
    asked = house.client.sent_of(WriteOn)[-1]
    assert asked.interventions == house.store.state.interventions
    house.on_progress(2, lambda: house.store.update(changes=off[:1], board=Board()))
    before = len(house.store.live.trace)
    run(house, 15)
    assert len(house.store.live.trace) == before + 2
    assert house.store.live.trace.interventions == house.store.state.interventions
    assert "has changed" in house.panel.status.text()


def test_a_full_text_slides_and_says_how_much_was_given_up(build) -> None:
    house = build()
    lost: list[int] = []
    house.link.arrived.connect(lambda e: lost.append(e.partial.lost) if isinstance(e, Progress) else None)
    passes = len(house.client.sent_of(RunText))
    house.panel.count_box.setValue(45)
    run(house, 45)
    trace = house.store.live.trace
    assert lost[-1] > 0
    assert f"Given up at its beginning: {lost[-1]} token" in house.panel.status.text()
    assert len(trace) <= ROSTOK.context
    assert trace.tokens[0].label == "◆"
    assert in_step(house)
    assert len(house.client.sent_of(RunText)) == passes
    assert len(house.panel.text.written) == len(trace) - 1  # all that was typed has been given up
    more = lost[-1]
    run(house, 30)
    assert f": {more + lost[-1]} token" in house.panel.status.text()


def test_the_written_part_looks_different_from_the_typed(build) -> None:
    house = build()
    panel = house.panel
    typed = len(house.store.live.trace)
    text = run(house, 4)
    assert panel.text.written == range(typed, typed + 4)
    assert panel.text.text_of(panel.text.written) == text[len(START) :]
    assert panel.text.text_of(range(typed)) == "◆" + START
    document = panel.text.document()
    looks = {}
    for place, part in ((1, "typed"), (len("◆" + START), "written")):
        cursor = panel.text.textCursor()
        cursor.setPosition(place + 1)
        looks[part] = cursor.charFormat()
    assert document.characterCount() == len("◆" + text.encode("utf-16-le").decode("utf-16-le")) + 1
    assert looks["written"].fontUnderline()
    assert not looks["typed"].fontUnderline()
    house.store.update(document=replace(house.store.state.document, text=text + "!", ids=()))
    house.client.pump()
    assert len(panel.text.written) == 0


def test_take_back_goes_back_run_by_run(build) -> None:
    house = build()
    assert not house.panel.back_button.isEnabled()
    first = run(house, 3)
    run(house, 2)
    for expected in (first, START):
        assert house.panel.back_button.isEnabled()
        QTest.mouseClick(house.panel.back_button, LEFT)
        house.client.pump()
        assert house.store.state.document.text == expected
        assert in_step(house)
    assert not house.panel.back_button.isEnabled()
    house.undo.stack.undo()
    assert house.store.state.document.text == first


def test_a_click_on_a_word_makes_it_the_query_and_a_run_looks_at_its_end(build) -> None:
    house = build()
    panel = house.panel
    place = panel.text.textCursor()
    place.setPosition(panel.text._starts[2] + 1)
    QTest.mouseClick(panel.text.viewport(), LEFT, pos=panel.text.cursorRect(place).center())
    assert house.store.state.selection.query == 2
    run(house, 2)
    assert house.store.state.selection.query is None
    house.undo.stack.undo()
    assert house.store.state.selection.query == 2


def test_a_typed_temperature_may_have_a_comma_and_nonsense_is_refused(build) -> None:
    house = build()
    field = house.panel.temperature
    for typed, expected in (("0,7", 0.7), ("0.25", 0.25), ("warm", 0.25), ("-1", 0.25), ("nan", 0.25)):
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert house.panel.sampling().temperature == expected
    assert "nan" in str(house.store.live.notice)


def test_after_a_restart_the_settings_are_as_they_were(build, tmp_path: Path, qtbot) -> None:
    first = build().panel
    for field, typed in ((first.temperature, "2.5"), (first.top_p, "0.9")):
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
    for box, number in ((first.top_k, 12), (first.seed, 345), (first.count_box, 6)):
        box.selectAll()
        QTest.keyClicks(box, str(number))
        QTest.keyClick(box, Qt.Key.Key_Return)
    write_session(Session(first.store.state), tmp_path / "s.rostok")
    kept = read_session(tmp_path / "s.rostok").state
    house = EngineHouse(WritingPanel, tmp_path, START, qtbot, (900, 640), kept)
    panel = house.panel
    assert (panel.temperature.text(), panel.top_p.text()) == ("2.50", "0.90")
    assert (panel.top_k.value(), panel.seed.value(), panel.count_box.value()) == (12, 345, 6)
    assert panel.slider.value() == first.slider.value()
    assert panel.chances.entries == first.chances.entries
    QTest.mouseClick(panel.write_button, LEFT)
    house.client.pump()
    (asked,) = house.client.sent_of(WriteOn)
    assert (asked.count, asked.temperature, asked.top_k, asked.top_p, asked.seed) == (6, 2.5, 12, 0.9, 345)


def test_more_tokens_than_a_model_has_are_all_of_them(build) -> None:
    house = build()
    panel, most = house.panel, len(house.store.live.trace.vocabulary)
    everything = [entry.value for entry in panel.chances.entries]
    house.store.update(writing=replace(house.store.state.writing, top_k=4096))  # of a session with a larger model
    assert panel.top_k.value() == most
    assert [entry.value for entry in panel.chances.entries] == everything
    assert house.store.state.writing.top_k == 4096


def test_a_failure_is_said_and_the_text_stays(build) -> None:
    house = build()
    house.panel._begin(3)
    request = house.client.waiting.pop()
    house.link._on_event(Failure(request, Message("The device has run out of memory.")))
    assert house.panel.status.text() == "The device has run out of memory."
    assert house.store.state.document == Document(START)
    assert house.panel.write_button.isEnabled()


def test_a_text_that_does_not_fit_is_said_to_be_cut(build) -> None:
    house = build("the hen and " * 30)
    assert "Left out at the end" in house.panel.status.text()


def test_without_a_model_nothing_can_be_pressed(host, qtbot) -> None:
    panel = host.show(WritingPanel(host.context()), qtbot)
    assert not panel.write_button.isEnabled()
    assert not panel.step_button.isEnabled()
    assert panel.tables() == ()
    panel.write()
    assert host.posted == []


def test_speed_and_numbers_are_those_of_the_worker(build) -> None:
    house = build()
    events: list[Progress] = []
    house.link.arrived.connect(lambda e: events.append(e) if isinstance(e, Progress) else None)
    run(house, 5)
    speed = 5 / events[-1].seconds
    assert house.panel.status.text() == f"5 tokens written, {speed:.1f} per second."


@pytest.mark.parametrize("size", [(900, 640), (620, 420), (1280, 500)])
def test_everything_has_room(build, size: tuple[int, int]) -> None:
    house = build(size=size)
    panel = house.panel
    assert (panel.width(), panel.height()) == size
    assert panel.raw.n_shown >= 3
    for button in (panel.write_button, panel.stop_button, panel.step_button, panel.back_button, panel.seed_button):
        assert button.width() >= button.sizeHint().width()
        assert panel.rect().contains(button.mapTo(panel, button.rect().bottomRight()))
