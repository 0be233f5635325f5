"""Panel “Causal mask”: what is said about a mask, what a hand does, and that every number is the model's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from rostok_gui import paths
from rostok_gui.attention import transformer
from rostok_gui.attention.mask import PRESETS, all_open, causal, causal_without_self, empty, window
from rostok_gui.attention.softmax import softmax
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.cost import CostMeasured, CostPoint, MeasureCost
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.leak import LeakLesson, LeakRow, LeakShown
from rostok_gui.engine.requests import OpenModel, Request, RunText
from rostok_gui.engine.results import Answer, Cancelled, Failure, Progress
from rostok_gui.messages import Message
from rostok_gui.model.checkpoint import expected_shapes, write_checkpoint
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.interventions import Temperature
from rostok_gui.model.trace import RowBlocks, Trace, readonly
from rostok_gui.panels.mask import ARRANGEMENTS, MaskPanel
from rostok_gui.panels.mask_parts.view import MaskView, resized, rows_of
from rostok_gui.shell.fonts import app_font, register_fonts
from rostok_gui.shell.style import set_motion
from rostok_gui.shell.theme import load_theme
from rostok_gui.shell.undo import Undo
from rostok_gui.state.app_state import Board, Change, Document

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LEFT = Qt.MouseButton.LeftButton
WORDS = (
    "◆",
    "Tom",
    "·had",
    "·a",
    "·ball",
    ".",
    "·He",
    "·ran",
    "·to",
    "·the",
    "·park",
    "·and",
    "·sat",
    "·by",
    "·it",
    "·!",
)


@pytest.fixture(autouse=True)
def still(qapp: QApplication) -> Iterator[None]:
    """Nothing glides, numbers are English, the font is the program's."""
    set_motion(qapp, False)
    register_fonts()
    font = qapp.font()
    qapp.setFont(app_font())
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)
    qapp.setFont(font)
    set_motion(qapp, True)


@pytest.fixture
def panel(host, qtbot, make_trace) -> MaskPanel:
    trace = make_trace(WORDS[:6])
    host.store.update(trace=trace, untouched=trace, board=Board(rows_of(causal(6))))
    return host.show(MaskPanel(host.context()), qtbot)


def set_mask(host, allowed: np.ndarray, scope: str = "none") -> None:
    host.store.update(board=Board(rows_of(allowed), scope))


# What is said about a mask -------------------------------------------------------------------------------------

PLACE = r"(\d+) “[^”]*”"


def as_said(text: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]], set[int], int]:
    """Read leaks, blind spots and empty rows back out of the words, and how many times a place was named."""
    leaks, blind, none, named = set(), set(), set(), 0
    for line in text.splitlines():
        places = [int(n) for n in re.findall(PLACE, line)]
        if not places:
            continue
        t, others = places[0], places[1:]
        if "may look at nothing" in line:
            none.add(t)
        elif "sees" in line:
            leaks |= {(t, j) for j in others}
            named += len(others)
            assert ("the answer it must guess" in line) == (t + 1 in others)
            assert ("what is not written yet" in line) == any(j > t + 1 for j in others)
        elif "is blind to" in line:
            itself = [t] if "itself" in line else []
            blind |= {(t, j) for j in others + itself}
            named += len(others + itself)
    return leaks, blind, none, named


def judged_by_hand(allowed: np.ndarray) -> tuple[set[tuple[int, int]], set[tuple[int, int]], set[int]]:
    n = len(allowed)
    leaks = {(t, j) for t in range(n) for j in range(n) if allowed[t][j] and j > t}
    blind = {(t, j) for t in range(n) for j in range(n) if not allowed[t][j] and j <= t}
    return leaks, blind, {t for t in range(n) if not any(allowed[t])}


def judge(panel: MaskPanel, host, allowed: np.ndarray) -> None:
    set_mask(host, allowed)
    leaks, blind, none, named = as_said(panel.board.findings.toPlainText())
    assert (leaks, blind, none) == judged_by_hand(allowed)
    assert named == len(leaks) + len(blind)  # each once
    verdict = panel.board.verdict.text()
    assert (f"{len(leaks)} leak" in verdict) == bool(leaks)
    assert (f"{len(blind)} blind spot" in verdict) == bool(blind)
    assert ("✔" in verdict) == np.array_equal(allowed, causal(len(allowed)))
    assert "nan" not in panel.board.findings.toPlainText().lower()
    weights = panel.model.weights.weights
    n = len(weights)
    assert np.isfinite(weights).all()
    shut = ~allowed[:n, :n]
    assert (weights[shut] == 0).all()
    sums = weights.sum(axis=1)
    assert np.allclose(sums[~shut.all(axis=1)], 1, atol=1e-5)
    assert (sums[shut.all(axis=1)] == 0).all()


def test_every_mask_of_three_tokens_is_judged_right(panel: MaskPanel, host) -> None:
    panel.show_part("board")
    for number in range(512):
        judge(panel, host, np.array([number >> bit & 1 for bit in range(9)], dtype=bool).reshape(3, 3))


def test_a_thousand_random_masks_are_judged_right(panel: MaskPanel, host, make_trace) -> None:
    trace = make_trace(WORDS, n_layer=6)
    host.store.update(trace=trace, untouched=trace)
    rng = np.random.default_rng(0)
    for _ in range(1000):
        size = int(rng.integers(2, 17))
        judge(panel, host, rng.random((size, size)) < rng.choice([0.05, 0.5, 0.95]))


def test_the_words_name_row_key_and_answer(panel: MaskPanel, host) -> None:
    allowed = causal(6)
    allowed[2, 3] = allowed[2, 5] = True
    allowed[4, 1] = False
    allowed[0] = False
    set_mask(host, allowed)
    text = panel.board.findings.toPlainText()
    assert "2 “·had” sees 3 “·a”, the answer it must guess, and what is not written yet: 5 “.”." in text
    assert "4 “·ball” is blind to 1 “Tom”." in text
    assert "0 “◆” may look at nothing" in text
    assert "dashed" in panel.board.verdict.styleSheet()
    assert host.theme.changed_ink in panel.board.verdict.styleSheet()


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("size", [2, 7, 16])
def test_presets(panel: MaskPanel, host, name: str, size: int) -> None:
    panel.board.size_box.setValue(size)
    QTest.mouseClick(panel.board.presets[name], LEFT)
    expected = {
        "all open": all_open(size),
        "causal": causal(size),
        "causal without self": causal_without_self(size),
        "window": window(size, 3),
        "empty": empty(size),
    }[name]
    assert host.store.state.board.allowed == rows_of(expected)
    assert panel.board.presets[name].isChecked()
    assert panel.board.presets["empty"].isChecked() == (name == "empty")


def test_the_width_of_the_window_is_chosen(panel: MaskPanel, host) -> None:
    panel.board.window_box.setValue(2)
    assert host.store.state.board.allowed == rows_of(window(6, 2))
    assert panel.board.presets["window"].isChecked()


def test_another_size_keeps_what_was_painted(panel: MaskPanel, host) -> None:
    allowed = causal(6)
    allowed[1, 4] = True
    allowed[3, 0] = False
    set_mask(host, allowed)
    panel.board.size_box.setValue(9)
    bigger = np.array(host.store.state.board.allowed)
    assert np.array_equal(bigger[:6, :6], allowed)
    assert np.array_equal(bigger[6:], causal(9)[6:])
    assert not bigger[:6, 6:].any()
    assert np.array_equal(resized(bigger, 6), allowed)


# Undo, selection, pointer --------------------------------------------------------------------------------------


@pytest.fixture
def undoable(host, qtbot, make_trace) -> tuple[MaskPanel, Undo]:
    trace = make_trace(WORDS[:6])
    host.store.update(trace=trace, untouched=trace, board=Board(rows_of(causal(6))))
    undo = Undo(host.store)
    return host.show(MaskPanel(replace(host.context(), edit=undo.edit)), qtbot), undo


def test_everything_can_be_undone_and_a_drag_is_one_step(undoable: tuple[MaskPanel, Undo], host) -> None:
    panel, undo = undoable
    board = panel.board.board
    seen = [host.store.state.board]

    def drag(start: tuple[int, int], end: tuple[int, int]) -> None:
        QTest.mousePress(board, LEFT, pos=board.cell_rect(*start).center())
        for j in range(start[1], end[1] + 1):
            QTest.mouseMove(board, board.cell_rect(start[0], j).center())
        QTest.mouseRelease(board, LEFT, pos=board.cell_rect(*end).center())

    for act in (
        lambda: drag((0, 1), (0, 5)),
        lambda: drag((5, 0), (5, 3)),
        lambda: panel.board.presets["empty"].click(),
        lambda: panel.board.size_box.setValue(9),
        lambda: panel.board.window_box.setValue(4),
        lambda: panel.model.scopes["layer"].click(),
    ):
        act()
        assert host.store.state.board != seen[-1]
        seen.append(host.store.state.board)
        assert undo.stack.count() == len(seen) - 1
    for board_before in reversed(seen[:-1]):
        undo.stack.undo()
        assert host.store.state.board == board_before
        assert np.array_equal(board.allowed, np.array(board_before.allowed))
    undo.stack.redo()
    assert host.store.state.board == seen[1]


def test_the_cursor_is_the_shared_selection(panel: MaskPanel, host) -> None:
    board = panel.board.board
    board.setFocus()
    host.store.select(query=1, key=1)
    QTest.keyClick(board, Qt.Key.Key_Down)
    QTest.keyClick(board, Qt.Key.Key_Left)
    assert (host.store.state.selection.query, host.store.state.selection.key) == (2, 0)
    host.store.select(query=4, key=3)  # another panel
    assert (board.row, board.column, board.cursor_cell) == (4, 3, (4, 3))
    assert (panel.model.weights.row, panel.model.weights.column) == (4, 3)
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert (host.store.state.selection.query, host.store.state.selection.key) == (None, None)
    assert "may look at" in board.accessibleDescription()


def test_what_is_under_the_pointer_is_told(panel: MaskPanel, host) -> None:
    board, weights = panel.board.board, panel.model.weights
    QTest.mouseMove(board, board.cell_rect(4, 2).center())
    assert str(host.store.live.pointer) == "4 “·ball” may look at 2 “·had”"
    QTest.mouseMove(board, board.cell_rect(1, 2).center())
    assert str(host.store.live.pointer) == "1 “Tom” does not see 2 “·had”, which is still to come"
    panel.show_part("model")
    host.store.select(layer=2, head=5)
    QTest.mouseMove(weights, weights.cell_rect(4, 2).center())
    share = round(100 * host.store.live.untouched.pattern(2, 5)[4, 2])
    told = str(host.store.live.pointer).replace("\xa0", " ")
    assert told == f"Layer 3 head 6 under the mask: 4 “·ball” gives {share} % to 2 “·had”"


def test_the_board_works_before_there_is_a_model(host, qtbot) -> None:
    panel = host.show(MaskPanel(host.context()), qtbot)
    board = panel.board.board
    assert board.count == 8
    QTest.mouseClick(board, LEFT, pos=board.cell_rect(1, 3).center())
    assert host.store.state.board.allowed[1][3]
    assert "1 sees what is not written yet: 3." in panel.board.findings.toPlainText()
    assert "as soon as the model" in panel.model.heading.text()
    assert panel.tables()


# The model under the mask --------------------------------------------------------------------------------------


def test_weights_are_those_of_the_scores_of_the_chosen_head(panel: MaskPanel, host) -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        allowed = rng.random((5, 5)) < 0.6
        layer, head = int(rng.integers(8)), int(rng.integers(6))
        set_mask(host, allowed)
        host.store.select(layer=layer, head=head)
        scores = host.store.live.untouched.scores(layer, head)[:5, :5]
        expected = softmax(np.where(allowed, scores, -np.inf))
        assert np.allclose(panel.model.weights.weights, expected, atol=1e-6)
        assert panel.model.chooser.layer_box.value() == layer + 1


def test_scores_that_the_model_never_needed_are_made_up_for(host, make_trace) -> None:
    """Rows that ran when the text was shorter have no score for what came later: NaN there must not spread."""
    trace: Trace = make_trace(WORDS[:6])
    layers = []
    for layer in trace.layers:
        scores = layer.scores.array.copy()
        scores[:, :3, 3:] = np.nan
        layers.append(replace(layer, scores=RowBlocks([readonly(scores)], 6)))
    gappy = replace(trace, layers=tuple(layers))
    host.store.update(trace=gappy, untouched=gappy, board=Board(rows_of(all_open(6))))
    view = MaskView.of(host.store.state, host.store.live)
    assert view.weights is not None
    whole = softmax(trace.scores(5, 3))
    assert np.allclose(view.weights, whole, atol=1e-5)


SHAPE = ModelConfig(n_layer=3, n_head=2, d_model=16, d_ff=24, context=64)


@pytest.fixture
def engine(tmp_path: Path) -> tuple[Engine, dict[str, np.ndarray]]:
    """A real engine with a small random model."""
    rng = np.random.default_rng(11)
    weights = {n: (rng.standard_normal(s) * 0.5).astype(np.float16) for n, s in expected_shapes(SHAPE).items()}
    write_checkpoint(tmp_path / "rostok", SHAPE, weights, {}, paths.CHECKPOINTS / "rostok" / "tokenizer.json")
    engine = Engine(tmp_path)
    assert isinstance(engine.run(OpenModel(), CancelToken(), lambda _: None), Answer)
    return engine, weights


def run_state(engine: Engine, host) -> None:
    """What the window does after every change."""
    state = host.store.state
    event = engine.run(RunText(state.document.text, state.interventions), CancelToken(), lambda _: None)
    assert isinstance(event, Answer), event
    host.store.update(trace=event.result.trace, untouched=event.result.untouched)


@pytest.mark.parametrize("scope", ["head", "layer", "all"])
def test_the_real_model_under_a_random_mask_equals_numpy(host, qtbot, engine, scope: str) -> None:
    running, weights = engine
    host.store.update(document=Document("Tom had a red ball. He saw"), board=Board(rows_of(causal(7))))
    host.store.select(layer=1, head=1)
    run_state(running, host)
    panel = host.show(MaskPanel(host.context()), qtbot)
    rng = np.random.default_rng(2)
    for _ in range(12):
        size = int(rng.integers(2, 9))
        allowed = rng.random((size, size)) < 0.6
        set_mask(host, allowed, scope)
        assert "running under the mask" in panel.model.note.text()
        assert all(c.after is None for c in panel.model.candidates.candidates)
        looked_at = panel.view().weights
        run_state(running, host)
        ids = host.store.live.trace.ids
        twin = transformer.forward(weights, SHAPE, ids, host.store.state.interventions)
        shown = panel.model.weights.weights
        assert np.abs(shown - twin.patterns[1, 1][:size, :size]).max() < 1e-4
        if scope != "all":  # the layers before are untouched: what was shown before the model ran was right
            assert np.abs(shown - looked_at).max() < 1e-4
        query = int(rng.integers(len(ids) - 1))
        host.store.select(query=query)
        odds = np.exp(twin.logits[query] - twin.logits[query].max())
        odds /= odds.sum()
        labels = host.store.live.trace.vocabulary
        candidates = panel.model.candidates.candidates
        assert all(abs(odds[labels.index(c.label)] - c.after) < 1e-4 for c in candidates if labels.count(c.label) == 1)
        best = next(c.label for c in candidates if c.after is not None)
        assert best == labels[int(odds.argmax())]
        assert sum(c.true for c in candidates) == 1
        assert [c.label for c in candidates if c.true] == [labels[ids[query + 1]]]


def test_taking_the_mask_back_shows_the_model_as_it_was(host, qtbot, engine) -> None:
    running, _ = engine
    host.store.update(document=Document("Tom had a red ball."), board=Board(rows_of(causal(6))))
    run_state(running, host)
    panel = host.show(MaskPanel(host.context()), qtbot)
    before = panel.model.candidates.candidates
    set_mask(host, all_open(6), "all")
    run_state(running, host)
    assert panel.model.candidates.candidates != before
    panel.model.scopes["none"].click()
    run_state(running, host)
    assert panel.model.candidates.candidates == before


def test_other_changes_in_force_do_not_stand_in_for_the_mask(panel: MaskPanel, host) -> None:
    """A trace that ran under something else is not the one of this mask."""
    changed = replace(host.store.live.untouched, interventions=(Temperature(0, 0, 2.0),))
    host.store.update(trace=changed, changes=(Change(Temperature(0, 0, 2.0)),))
    set_mask(host, causal(6), "layer")
    view = panel.view()
    assert view.waiting
    assert not view.from_model
    ran = replace(changed, interventions=host.store.state.interventions)
    host.store.update(trace=ran)
    assert panel.view().from_model


def test_the_scope_is_chosen_with_a_click(panel: MaskPanel, host) -> None:
    panel.show_part("model")
    for scope in ("head", "layer", "all", "none"):
        QTest.mouseClick(panel.model.scopes[scope], LEFT)
        assert host.store.state.board.scope == scope
        assert [name for name, button in panel.model.scopes.items() if button.isChecked()] == [scope]


def test_a_text_shorter_than_the_board_leaves_its_rows_free(host, qtbot, make_trace) -> None:
    trace = make_trace(WORDS[:3])
    host.store.update(trace=trace, untouched=trace, board=Board(rows_of(all_open(8))))
    panel = host.show(MaskPanel(host.context()), qtbot)
    assert panel.board.board.labels == (*WORDS[:3], "", "", "", "", "")
    assert panel.model.weights.weights.shape == (3, 3)
    assert panel.view().position == 2


# The lesson and the price --------------------------------------------------------------------------------------


def test_the_lesson_of_the_leak(panel: MaskPanel, host) -> None:
    panel.show_part("leak")
    QTest.mouseClick(panel.leak.button, LEFT)
    asked = host.posted[-1]
    assert asked == LeakLesson(host.store.state.document.text)
    panel.on_event(Progress(asked, 30, 60, 0.1))
    assert panel.leak.progress.value() == 30
    rows = (LeakRow("gpt-1", True, 2.5, 2.51, " a dog."), LeakRow("no-mask", False, 0.034, 9.876, " the\nthe"))
    panel.on_event(Answer(asked, LeakShown(asked.text, 22, rows)))
    texts = [label.text() for label in panel.leak.cells]
    assert "0.03 nats" in texts
    assert "9.88 nats" in texts
    assert "2.50 nats" in texts
    assert "the ↵ the" in texts
    assert "no-mask\nno mask" in texts
    host.store.update(document=Document("Another text"))
    assert panel.leak.cells == []


def test_a_missing_checkpoint_is_said(panel: MaskPanel, host) -> None:
    panel.show_part("leak")
    panel.leak.button.click()
    panel.on_event(Failure(host.posted[-1], Message("The model “{name}” is missing.", {"name": "no-mask"})))
    assert panel.leak.status.text() == "The model “no-mask” is missing."
    assert panel.leak.button.isEnabled()


def points(lengths: tuple[int, ...] = (1, 64, 128)) -> tuple[CostPoint, ...]:
    return tuple(CostPoint(n, 1e-6 * n**2, 2e-6 * n**2, 1e-4 * n, 2e-4 * n) for n in lengths)


def test_measuring_shows_progress_and_can_be_cancelled(panel: MaskPanel, host) -> None:
    panel.show_part("price")
    price = panel.price
    QTest.mouseClick(price.button, LEFT)
    asked = host.posted[-1]
    assert asked == MeasureCost()
    assert price.cancel.isVisible()
    panel.on_event(Progress(asked, 2, 11, 0.5, CostMeasured("rostok", "Test CPU", 8, 6, points((1, 2)))))
    assert (price.progress.value(), price.progress.maximum()) == (2, 11)
    assert [curve.points[-1][0] for curve in price.plot.curves] == [2, 2, 2, 2]
    QTest.mouseClick(price.cancel, LEFT)
    assert host.cancelled == ["MeasureCost"]
    panel.on_event(Cancelled(asked))
    assert price.button.isEnabled()
    assert len(price.plot.curves[0].points) == 2  # what was measured stays
    QTest.mouseClick(price.button, LEFT)
    again = host.posted[-1]
    panel.on_event(Cancelled(asked))  # the old one answers late
    assert not price.button.isEnabled()
    panel.on_event(Answer(again, CostMeasured("rostok", "Test CPU", 8, 6, points())))
    assert price.button.isEnabled()
    curve = price.plot.curves[0]
    assert curve.points == ((1.0, 1e-6), (64.0, 1e-6 * 64**2), (128.0, 1e-6 * 128**2))
    assert "Test CPU" in price.status.text()
    assert "4.0 times" in price.status.text()


def test_the_price_of_every_length(panel: MaskPanel) -> None:
    """Against counting: pairs (t, j), those with j <= t, times 48 heads, times 4 bytes."""
    for n in (1, 2, 7, 100, 256, 511, 512):
        panel.price.slider.setValue(n)
        square = np.tri(n)
        values = {
            name: label.text().replace(",", "").replace("\xa0", " ") for name, label in panel.price.values.items()
        }
        assert int(values["each"]) == square.size
        assert int(values["kept"].split()[0]) == int(square.sum())
        assert int(values["all"]) == 48 * square.size
        amount, unit = values["memory"].split()
        shown = float(amount) * {"bytes": 1, "KB": 1024, "MB": 1024**2}[unit]
        assert shown == pytest.approx(4 * 48 * square.size, rel=5e-3)
        assert values["double"] == f"{(2 * n) ** 2} (4 times)"
        assert panel.price.plot.marker == n
        assert panel.price.box.value() == n


def test_the_chapters_figures(panel: MaskPanel) -> None:
    panel.price.box.setValue(512)
    values = {name: label.text() for name, label in panel.price.values.items()}
    assert values["each"] == "262,144"
    assert values["all"] == "12,582,912"
    assert values["kept"] == "131,328 (50.1\xa0%)"


def test_times_have_the_unit_that_suits_them(panel: MaskPanel) -> None:
    assert [panel.price.duration(x) for x in (2.5, 1.0, 0.25, 1e-3, 2.5e-5, 1e-6)] == [
        "2.50 s",
        "1 s",
        "250 ms",
        "1 ms",
        "25 µs",
        "1 µs",
    ]


# Shape and language --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["board", "model", "leak", "price"])
@pytest.mark.parametrize("size", [(630, 248), (620, 380), (860, 640), (1270, 420), (1270, 720)])
def test_every_part_can_be_seen_at_every_size(panel: MaskPanel, qtbot, part: str, size: tuple[int, int]) -> None:
    panel.resize(*size)
    panel.show_part(part)
    qtbot.wait(1)
    assert (panel.width(), panel.height()) == size  # nothing forces the panel to be larger
    shown = panel.parts[part]
    assert shown.isVisible()
    assert panel.rect().contains(shown.geometry())
    others = [p for p in panel.parts.values() if p.isVisible() and p is not shown]
    assert not any(p.geometry().intersects(shown.geometry()) for p in others)


def test_the_arrangement_follows_the_room(panel: MaskPanel) -> None:
    seen = set()
    for size in ((620, 380), (860, 640), (1270, 420), (1270, 720), (620, 380)):
        panel.resize(*size)
        plan = ARRANGEMENTS[panel._arrangement]
        visible = {name for name, part in panel.parts.items() if part.isVisible()}
        assert visible == set(plan.fixed) | {plan.tabs[panel.tabs.currentIndex()]}
        assert panel.tabs.count() == len(plan.tabs)
        assert all(panel.tabs.tabText(n) for n in range(panel.tabs.count()))
        seen.add(panel._arrangement)
    assert seen == set(ARRANGEMENTS)


@pytest.fixture
def russian(qapp: QApplication, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Install the Russian texts of the panel."""
    import subprocess
    import sys

    release = Path(sys.executable).with_name("pyside6-lrelease")
    compiled = tmp_path / "mask.qm"
    source = paths.RESOURCES / "i18n" / "ru" / "mask.ts"
    subprocess.run([release, source, "-qm", compiled], check=True, capture_output=True)
    translator = QTranslator()
    assert translator.load(str(compiled))

    def install() -> None:
        QLocale.setDefault(QLocale("ru_RU"))
        QCoreApplication.installTranslator(translator)

    yield install
    QCoreApplication.removeTranslator(translator)


def visible_texts(widget: QWidget) -> list[str]:
    texts = []
    for child in widget.findChildren(QWidget):
        for name in ("text", "toPlainText", "toolTip", "accessibleName", "accessibleDescription"):
            value = getattr(child, name, None)
            if callable(value) and not isinstance(child, QLabel) | (name != "text"):
                texts.append(str(value()))
        if isinstance(child, QLabel):
            texts.append(child.text())
    return [text for text in texts if text]


def test_russian_is_complete_and_comes_while_the_panel_runs(panel: MaskPanel, host, russian) -> None:
    allowed = all_open(6)
    allowed[4] = False
    set_mask(host, allowed)
    english = set(visible_texts(panel))
    russian()
    QApplication.sendPostedEvents()
    panel.renew()
    assert "4 «·ball» не может смотреть ни на что" in panel.board.findings.toPlainText()
    assert "14 утечек, из них 4 — сам ответ, 5 слепых мест." in panel.board.verdict.text()
    assert panel.title() == "Причинная маска"
    assert panel.price.values["each"].text().replace("\xa0", " ") == "262 144"
    same = {t for t in english & set(visible_texts(panel)) if re.search(r"[A-Za-z]{3}", t)}
    ours = {t for t in same if not t.startswith(("Layer", "Head")) and "#" not in t}
    assert ours == set()
    assert not re.search(r"[A-Za-z]{4}", re.sub(r"<[^>]*>|softmax|Shift", "", panel.help_text()))


def test_a_theme_reaches_everything(panel: MaskPanel, host) -> None:
    for name in ("dark", "contrast", "light"):
        host.theme = load_theme(name)
        panel.renew()
        themes = (
            panel.board.board.theme,
            panel.model.weights.theme,
            panel.model.candidates.theme,
            panel.price.plot.theme,
        )
        assert all(theme is host.theme for theme in themes)
        assert host.theme.value_ink in panel.board.verdict.styleSheet()


def test_tables_hold_the_numbers_in_full(panel: MaskPanel, host) -> None:
    allowed = causal(6)
    allowed[1, 3] = True
    set_mask(host, allowed)
    panel.price.measured = CostMeasured("rostok", "Test CPU", 8, 6, points())
    mask, weights, tokens, price, times = panel.tables()
    assert [row[1:] for row in mask.rows] == [tuple(map(int, row)) for row in allowed]
    assert np.array_equal([row[1:] for row in weights.rows], panel.model.weights.weights)
    assert tokens.rows[0][1] == host.store.live.untouched.candidates(5, 1)[0][1]
    assert (512, 262144, 131328, 12582912) in price.rows
    assert times.rows[1] == (64, 1e-6 * 64**2, 2e-6 * 64**2, 1e-4 * 64, 2e-4 * 64)
    assert all(len(row) == len(table.columns) for table in panel.tables() for row in table.rows)


def test_every_control_has_a_name_and_the_keyboard_reaches_it(panel: MaskPanel) -> None:
    for part in panel.parts.values():
        for child in part.findChildren(QWidget):
            focusable = child.focusPolicy() & Qt.FocusPolicy.TabFocus and not child.objectName().startswith("qt_")
            if focusable and not isinstance(child, QLabel):
                text = child.text() if hasattr(child, "text") else ""
                assert child.accessibleName() or text, child
    assert isinstance(panel.help_text(), str)
    assert "layer 6, head 4" in panel.caption()


def request_types() -> tuple[type[Request], ...]:
    return (MeasureCost, LeakLesson)


@pytest.mark.parametrize("kind", request_types())
def test_the_answering_functions_are_where_the_requests_say(kind: type[Request]) -> None:
    from importlib import import_module

    module, _, name = kind.handler.partition(":")
    assert callable(getattr(import_module(module), name))


def test_smaller_type_needs_less_room_whatever_part_is_hidden(panel: MaskPanel, qtbot) -> None:
    """In the hall a panel gets smaller type until it fits: what is hidden must not remember the larger one."""
    small, large = panel.font(), panel.font()
    large.setPointSizeF(2 * small.pointSizeF())
    panel.resize(400, 300)
    least = panel.minimumSizeHint()
    for part in panel.parts:
        panel.show_part(part)
        panel.setFont(large)
        panel.renew()
        assert panel.minimumSizeHint().width() > 1.5 * least.width()
        panel.setFont(small)
        panel.renew()
        assert panel.minimumSizeHint() == least
        assert panel.board.verdict.font().pointSizeF() == small.pointSizeF()
