"""The plane with a head's true vectors, with the real engine behind it: what is dragged is what the model computes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtTest import QTest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
from engine_house import EngineHouse
from tiny_checkpoint import ROSTOK, tiny_checkpoint

from rostok_gui.attention.transformer import forward
from rostok_gui.engine.requests import RunText
from rostok_gui.model.interventions import EditKey, EditQuery, ForbidCell, SwitchOff
from rostok_gui.panels.plane import PlanePanel
from rostok_gui.panels.plane_head import SHOWN_KEYS, basis_of, drawn_keys, names

LEFT = Qt.MouseButton.LeftButton
TEXT = "the cat and the hat"
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # said by the offscreen platform


@pytest.fixture
def house(tmp_path: Path, qtbot: Any) -> EngineHouse:
    QLocale.setDefault(QLocale("en_US"))
    tiny_checkpoint(tmp_path / "rostok")
    made = EngineHouse(PlanePanel, tmp_path, TEXT, qtbot, (900, 640))
    made.store.select(layer=1, head=0)
    made.panel.show_real(True)
    made.client.pump()
    return made


def drag(house: EngineHouse, arrow_id: str, *moves: tuple[int, int], release: bool = True) -> None:
    """Take a tip with the mouse and move it by so many pixels from where it was taken; the model answers each time."""
    plane = house.panel.real.plane
    start = plane.handle(next(a for a in plane.arrows if a.id == arrow_id))[0].toPoint()
    QTest.mousePress(plane, LEFT, pos=start)
    for dx, dy in moves:
        QTest.mouseMove(plane, start + QPoint(dx, dy))
        house.client.pump()
    if release:
        QTest.mouseRelease(plane, LEFT, pos=start + QPoint(*moves[-1]))


def numpy_twin(house: EngineHouse) -> Any:
    """The same text under the same changes in the numpy model."""
    trace = house.store.live.trace
    weights = house.client.engine.current.checkpoint.weights
    return forward(weights, ROSTOK, list(trace.ids), house.store.state.interventions)


def test_what_is_drawn_are_the_true_vectors_of_the_head(house: EngineHouse) -> None:
    real, trace = house.panel.real, house.store.live.trace
    last = len(trace) - 1
    q, k = (part.astype(float) for part in (trace.layers[1].q.row(0, last), trace.layers[1].k.of(0)))
    basis = basis_of(trace, (1, 0), last)
    query, *keys = real.plane.arrows
    assert (query.x, query.y) == pytest.approx((np.linalg.norm(q), 0), abs=1e-9)
    assert [int(a.id.removeprefix("key-")) for a in keys] == list(range(len(trace)))
    for j, arrow in enumerate(keys):
        assert (arrow.x, arrow.y) == pytest.approx(basis.axes @ k[j], abs=1e-9)
        score = (arrow.x * query.x + arrow.y * query.y) / ROSTOK.d_head**0.5
        assert score == pytest.approx(trace.scores(1, 0)[last, j], abs=1e-4), "the plane shows the whole score"
    row = trace.weights(1, 0, last)
    assert [real.bars.entries[i].value for i in range(len(row))] == sorted(row.tolist(), reverse=True)
    least = min(np.linalg.norm(basis.axes @ v) / np.linalg.norm(v) for v in k)
    assert f"query 100 %, keys {round(100 * least)} %" in real.share.text().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("arrow_id", ["query", "key-2"])
def test_a_drag_moves_the_exact_vector_and_the_model_computes_all_weights(house: EngineHouse, arrow_id: str) -> None:
    real, before = house.panel.real, house.store.live.untouched
    drag(house, arrow_id, (20, 10), (-40, 35), (-55, -60))
    (change,) = house.store.state.changes
    kind, position = (EditQuery, len(before) - 1) if arrow_id == "query" else (EditKey, 2)
    made = change.intervention
    assert (type(made), made.layer, made.head, made.position) == (kind, 1, 0, position)
    own = (before.layers[1].q if kind is EditQuery else before.layers[1].k).row(0, position).astype(float)
    basis = basis_of(before, (1, 0), len(before) - 1)
    arrow = next(a for a in real.plane.arrows if a.id == arrow_id)
    outside = np.eye(len(own)) - basis.axes.T @ basis.axes
    np.testing.assert_allclose(outside @ made.vector, outside @ own, atol=1e-9)
    np.testing.assert_allclose(basis.axes @ made.vector, (arrow.x, arrow.y), atol=1e-9)
    assert abs(arrow.x) + abs(arrow.y) > 0.1
    twin, now = numpy_twin(house), house.store.live.trace
    np.testing.assert_allclose(now.pattern(1, 0), twin.patterns[1, 0], atol=1e-4)
    np.testing.assert_allclose(now.logits.array, twin.logits, atol=1e-3)
    shown = {a.id: a.note for a in real.plane.arrows[1:] if a.note}
    for key, note in shown.items():
        weight = twin.patterns[1, 0][-1, int(key.removeprefix("key-"))]
        assert abs(int(note.split("\N{NO-BREAK SPACE}")[0]) - 100 * weight) <= 0.51
    values = {position: entry.value for position, entry in zip(real._rows, real.bars.entries)}
    np.testing.assert_allclose([values[j] for j in range(len(now))], twin.patterns[1, 0][-1], atol=1e-4)
    assert real.changed_mark.isVisible()


def test_one_drag_is_one_step_and_undo_gives_back_the_untouched_numbers_bit_for_bit(house: EngineHouse) -> None:
    before = house.store.live.trace
    numbers = [before.logits.array.copy(), *(layer.pattern.array.copy() for layer in before.layers)]
    drag(house, "query", (10, 5), (30, -20), (-50, 40))
    drag(house, "query", (5, 5))
    drag(house, "key-1", (0, 30))
    assert [type(c.intervention) for c in house.store.state.changes] == [EditQuery, EditKey]
    assert house.undo.stack.count() == 3
    for _ in range(3):
        house.undo.stack.undo()
        house.client.pump()
    after = house.store.live.trace
    assert after.interventions == ()
    for a, b in zip(numbers, [after.logits.array, *(layer.pattern.array for layer in after.layers)], strict=True):
        np.testing.assert_array_equal(a, b)
    house.undo.stack.redo()
    house.client.pump()
    np.testing.assert_allclose(house.store.live.trace.logits.array, numpy_twin(house).logits, atol=1e-3)


def test_a_hand_faster_than_the_model_is_followed_to_where_it_is_by_then(house: EngineHouse, qtbot: Any) -> None:
    """While an answer is out no move is made; then only the last one is, and the last place is always reached."""
    plane, store = house.panel.real.plane, house.store
    start = plane.handle(plane.arrows[0])[0].toPoint()
    steps: list[object] = []
    store.changed.connect(lambda changed: steps.append(store.state.changes) if "changes" in changed else None)

    def move(dx: int, dy: int) -> None:
        QTest.mouseMove(plane, start + QPoint(dx, dy))

    def tip() -> tuple[int, int]:
        place = plane.handle(plane.arrows[0])[0].toPoint() - start
        return place.x(), place.y()

    QTest.mousePress(plane, LEFT, pos=start)
    move(20, 0)
    assert len(steps) == 1
    for n in range(1, 6):
        move(20, 8 * n)
    assert len(steps) == 1  # the model has not answered
    house.client.pump()
    qtbot.waitUntil(lambda: len(steps) == 2)
    assert tip() == pytest.approx((20, 40), abs=1.5)
    move(-30, 10)
    qtbot.waitUntil(lambda: len(steps) == 3)  # no answer comes: a hand does not wait for ever
    assert tip() == pytest.approx((-30, 10), abs=1.5)
    QTest.mouseRelease(plane, LEFT, pos=start)
    plane.setFocus()
    QTest.keyClick(plane, Qt.Key.Key_Right)
    QTest.keyClick(plane, Qt.Key.Key_Right)
    assert len(steps) == 5  # keys are never held back: each goes on from where the arrow is
    house.client.pump()
    np.testing.assert_allclose(store.live.trace.logits.array, numpy_twin(house).logits, atol=1e-3)


def test_nothing_turns_while_a_vector_is_dragged(house: EngineHouse) -> None:
    real = house.panel.real
    resting = {a.id: (a.x, a.y) for a in real.plane.arrows if a.id != "query"}
    reach = real.plane.reach
    drag(house, "query", (-60, 50), (40, -80), release=False)
    for arrow in real.plane.arrows[1:]:
        assert (arrow.x, arrow.y) == pytest.approx(resting[arrow.id], abs=1e-5)
    assert real.plane.reach == reach


def test_escape_puts_a_drag_back_and_leaves_no_change(house: EngineHouse) -> None:
    drag(house, "query", (-60, 50), (40, -80), release=False)
    assert house.store.state.changes
    QTest.keyClick(house.panel.real.plane, Qt.Key.Key_Escape)
    assert house.store.state.changes == ()
    assert not house.undo.stack.canUndo()


def test_keyboard_alone(house: EngineHouse) -> None:
    real = house.panel.real
    real.plane.setFocus()
    QTest.keyClick(real.plane, Qt.Key.Key_Tab)
    real.plane.choose("query")
    x, y = real.plane.arrows[0].x, real.plane.arrows[0].y
    QTest.keyClick(real.plane, Qt.Key.Key_Up)
    house.client.pump()
    assert (real.plane.arrows[0].x, real.plane.arrows[0].y) == pytest.approx((x, y + real.plane._nudge_step))
    assert real.own_button.isEnabled()
    QTest.keyClick(real.plane, Qt.Key.Key_Delete)
    house.client.pump()
    assert house.store.state.changes == ()
    real.plane.choose("key-2")
    assert house.store.state.selection.key == 2
    QTest.keyClick(real.plane, Qt.Key.Key_F)
    QTest.keyClick(real.plane, Qt.Key.Key_O)
    last = len(house.store.live.trace) - 1
    assert [c.intervention for c in house.store.state.changes] == [ForbidCell(1, 0, last, 2), SwitchOff(1, 0)]
    house.client.pump()
    assert {p: e.value for p, e in zip(real._rows, real.bars.entries)}[2] == 0


def test_another_query_or_head_is_another_plane_and_dragged_vectors_stay_where_they_are(house: EngineHouse) -> None:
    real = house.panel.real
    drag(house, "key-2", (25, 25))
    vector = house.store.state.changes[0].intervention.vector
    house.store.select(query=4)
    assert [a.id for a in real.plane.arrows] == ["query", *(f"key-{j}" for j in range(5))]
    basis = basis_of(house.store.live.untouched, (1, 0), 4)
    arrow = next(a for a in real.plane.arrows if a.id == "key-2")
    assert (arrow.x, arrow.y) == pytest.approx(basis.axes @ vector)
    assert "✎" in arrow.label
    house.store.select(head=1)
    assert not any("✎" in a.label for a in real.plane.arrows)


def test_a_dragged_key_that_the_query_cannot_see_is_not_drawn(house: EngineHouse) -> None:
    last = len(house.store.live.trace) - 1
    drag(house, f"key-{last}", (25, 25))
    house.store.select(query=2)
    assert [a.id for a in house.panel.real.plane.arrows] == ["query", "key-0", "key-1", "key-2"]
    house.store.select(query=None)
    assert "✎" in next(a.label for a in house.panel.real.plane.arrows if a.id == f"key-{last}")


def test_words_and_choosers_follow_what_is_chosen_elsewhere(house: EngineHouse) -> None:
    real = house.panel.real
    house.store.select(layer=0, head=1, query=3)
    assert (real.chooser.layer_box.value(), real.chooser.head_box.value()) == (1, 2)
    assert "Layer 1, head 2" in real.head_title.text()
    at_three = real.next.text()
    house.store.select(query=None)
    trace = house.store.live.trace
    for place, text in ((3, at_three), (len(trace) - 1, real.next.text())):
        (token, p), *_ = trace.candidates(place, 1)
        assert f"“{trace.vocabulary[token].removeprefix('·')}” {round(100 * p)}" in text


def test_the_words_follow_the_answer_and_the_language(house: EngineHouse) -> None:
    real = house.panel.real
    drag(house, "query", (-60, 50))
    trace = house.store.live.trace
    (token, p), *_ = trace.candidates(len(trace) - 1, 1)
    assert f"“{trace.vocabulary[token].removeprefix('·')}” {round(100 * p)}" in real.next.text()
    right = real.next.text(), real.head_title.text()
    real.next.set_text("")
    real.head_title.clear()
    house.panel.renew()
    assert (real.next.text(), real.head_title.text()) == right


def test_an_answer_that_shows_the_same_paints_nothing_again(
    house: EngineHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, asked = house.panel.real, []
    monkeypatch.setattr(real.plane, "update", lambda: asked.append(1))
    real.refresh()
    assert asked == []
    drag(house, "query", (-60, 50))
    assert asked


def test_the_drawn_plane_does_not_run_the_model(house: EngineHouse) -> None:
    house.panel.show_real(False)
    asked = len(house.client.sent_of(RunText))
    plane = house.panel.plane
    QTest.mousePress(plane, LEFT, pos=plane.handle(plane.arrows[0])[0].toPoint())
    QTest.mouseMove(plane, plane.to_pixel(-1, 1).toPoint())
    assert plane.arrows[0].x == pytest.approx(-1, abs=0.1)
    assert len(house.client.sent_of(RunText)) == asked


def test_of_a_long_text_the_largest_weights_are_drawn_and_what_was_dragged() -> None:
    weights = np.zeros(100)
    weights[60:90] = np.linspace(0.5, 0.1, 30)
    drawn = drawn_keys(weights, list(range(100)), {3})
    assert drawn == (3, *range(60, 60 + SHOWN_KEYS))


def test_tokens_with_the_same_label_are_told_apart() -> None:
    assert names(["a", "b", "a", "c", "a"]) == ["a₁", "b", "a₂", "c", "a₃"]


def test_before_the_model_has_answered_the_page_says_so(host: Any, qtbot: Any) -> None:
    panel = host.show(PlanePanel(host.context()), qtbot)
    panel.show_real(True)
    assert "read the text" in panel.real.hint.text()
    assert panel.real.hint.isVisible()
    assert panel.tables() == ()
    panel.grab()


def test_the_table_holds_the_tensor(house: EngineHouse) -> None:
    (table,) = house.panel.tables()
    trace = house.store.live.trace
    column = {name: [row[i] for row in table.rows] for i, name in enumerate(table.columns)}
    assert column["weight"] == trace.weights(1, 0, len(trace) - 1).astype(float).tolist()
    assert column["score"] == trace.scores(1, 0)[-1].astype(float).tolist()
    assert "true query" in house.panel.caption()
