"""Panel “48 heads”: what it asks for, what it shows, what it does to the shared state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from rostok_gui.attention.head_types import INDUCTION, OTHER, SCORED, TYPES, head_scores
from rostok_gui.bench.heads import random_trace
from rostok_gui.engine.atlas import ComposeAtlas, ScoredHeads, ScoreHeads, leave_out_start
from rostok_gui.engine.atlas_handler import compose, score
from rostok_gui.engine.results import Answer
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.panels.heads import HeadsPanel
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets.colormap import colours
from rostok_gui.widgets.head_atlas import Spot

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # said by the offscreen platform about any window


ALL = tuple((layer, head) for layer in range(8) for head in range(6))


class Room:
    """The panel with a worker that answers when it is told to."""

    def __init__(self, host, qtbot) -> None:
        self.host, self.store = host, host.store
        self.panel = HeadsPanel(host.context())
        self.answered: list[object] = []
        host.show(self.panel, qtbot, 900, 760)

    def answer(self) -> None:
        """Answer everything that was asked, and what is asked after that."""
        for timer in (self.panel._soon, self.panel._later):
            timer.stop()
        self.panel._show_seen()
        if self.panel._asked_scores:
            self.panel._ask_scores()
        while self.host.posted:
            request = self.host.posted.pop(0)
            self.answered.append(request)
            result = compose(request) if isinstance(request, ComposeAtlas) else ScoredHeads(request, score(request))
            self.panel.on_event(Answer(request, result))

    def show(self, trace: Trace, **display: object) -> None:
        self.store.update(trace=trace, display=replace(self.store.state.display, **display))
        self.answer()

    def press(self, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        target = self.panel.map if self.panel.zoomed else self.panel.atlas
        QTest.keyClick(target, key, modifier)

    def place(self, head: tuple[int, int], query: int, key: int) -> QPoint:
        return self.panel.atlas.spot_rect(Spot(head, query, key)).center().toPoint()

    @property
    def pictures(self) -> list[ComposeAtlas]:
        return [request for request in self.answered if isinstance(request, ComposeAtlas)]


@pytest.fixture
def room(host, qtbot) -> Room:
    return Room(host, qtbot)


@pytest.fixture
def trace(make_trace: Callable[..., Trace]) -> Trace:
    words = ("◆", "Tom", "·had", "·a", "·ball", ".", "Tom", "·had", "·fun")
    made = make_trace(words)
    ids = (0, 1, 2, 3, 4, 5, 1, 2, 6)
    return replace(made, tokens=tuple(replace(token, id=i) for token, i in zip(made.tokens, ids)))


def move_mouse(widget: QWidget, place: QPoint) -> None:
    """A move without a button that goes to the widget, whatever window of another test lies above it."""
    none, there = Qt.MouseButton.NoButton, QPointF(widget.mapToGlobal(place))
    move = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), there, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, move)


def test_badges_are_those_of_the_head_types(room: Room, trace: Trace) -> None:
    room.show(trace)
    patterns = np.stack([layer.pattern.array for layer in trace.layers])
    wanted = head_scores(patterns, np.array(trace.ids))
    badges = room.panel.atlas._badges
    assert [badge.head for badge in badges] == [(layer, head) for layer in range(8) for head in range(6)]
    for badge in badges:
        assert badge.kind == wanted.types[badge.head]
        assert badge.score == wanted.of(*badge.head).get(badge.kind)
        assert badge.chance == wanted.chance.get(badge.kind)


def test_the_screen_shows_the_tensor(room: Room, trace: Trace) -> None:
    room.show(trace, scale="sqrt")
    for theme in ("light", "dark"):
        room.host.theme = load_theme(theme)
        room.panel.renew()
        room.answer()
        image = room.panel.atlas.grab().toImage()
        for head in ((0, 0), (2, 5), (7, 0), (7, 5)):
            for t in range(9):
                for j in range(t + 1):
                    spot = room.panel.atlas.spot_rect(Spot(head, t, j)).center()
                    seen = image.pixel(int(spot.x()), int(spot.y()))
                    assert seen == colours(trace.pattern(*head)[t, j], "sqrt")


def test_without_the_start_mark(room: Room, trace: Trace) -> None:
    room.show(trace, without_start=True)
    image = room.panel.atlas.grab().toImage()
    left = leave_out_start(trace.pattern(3, 3))
    for t, j in ((1, 1), (8, 4), (8, 8)):
        spot = room.panel.atlas.spot_rect(Spot((3, 3), t, j)).center()
        assert image.pixel(int(spot.x()), int(spot.y())) == colours(left[t, j])
    assert room.panel.note.isVisible()
    assert room.panel.scores is not None
    assert room.panel.scores.scores["start mark"] is None
    assert "not defined" in room.panel.all_scores((0, 0))
    room.show(trace, without_start=False)
    assert not room.panel.note.isVisible()


def test_hover_tells_tokens_and_weight(room: Room, trace: Trace) -> None:
    room.show(trace)
    move_mouse(room.panel.atlas, room.place((5, 3), 7, 1))
    assert room.store.live.pointer is not None
    percent = round(100 * float(trace.pattern(5, 3)[7, 1]))
    assert say(room.store.live.pointer) == f"Layer 6 head 4: ‘had’ gives {percent} % to ‘Tom’"
    move_mouse(room.panel.atlas, room.place((5, 3), 1, 7))
    assert say(room.store.live.pointer) == "Layer 6 head 4: ‘Tom’ comes before ‘had’ and does not see it"
    room.show(trace, without_start=True)
    move_mouse(room.panel.atlas, room.place((5, 3), 4, 0))
    assert "no weight" in say(room.store.live.pointer)
    room.panel.atlas.hovered.emit(None)
    assert room.store.live.pointer is None


def test_click_selects_head_query_and_key(room: Room, trace: Trace) -> None:
    room.show(trace)
    QTest.mouseClick(room.panel.atlas, Qt.MouseButton.LeftButton, pos=room.place((1, 4), 6, 2))
    chosen = room.store.state.selection
    assert (chosen.layer, chosen.head, chosen.query, chosen.key) == (1, 4, 6, 2)
    assert "<b>Layer 2, head 5</b>" in room.panel.detail.text()
    QTest.mouseClick(room.panel.atlas, Qt.MouseButton.LeftButton, pos=room.panel.atlas.text_rect(0).center().toPoint())
    chosen = room.store.state.selection
    assert (chosen.layer, chosen.head, chosen.query, chosen.key) == (0, 0, 6, 2)


def test_a_head_chosen_elsewhere_is_framed_here(room: Room, trace: Trace) -> None:
    room.show(trace)
    room.store.select(layer=7, head=1, query=3, key=2)
    atlas = room.panel.atlas
    assert (atlas._selected, atlas._query, atlas._key) == ((7, 1), 3, 2)
    assert "Layer 8, head 2" in atlas.accessibleDescription()
    percent = round(100 * float(trace.pattern(7, 1)[3, 2]))
    assert f"gives {percent} %" in atlas.accessibleDescription()


def test_double_click_opens_the_matrices_or_enlarges(room: Room, trace: Trace) -> None:
    room.show(trace)
    QTest.mouseDClick(room.panel.atlas, Qt.MouseButton.LeftButton, pos=room.place((2, 0), 5, 5))
    assert (room.store.state.selection.layer, room.store.state.selection.head) == (2, 0)
    assert room.host.opened == ["matrices"] or room.panel.zoomed


def test_keyboard(room: Room, trace: Trace) -> None:
    room.show(trace)
    room.panel.atlas.setFocus()
    room.store.select(layer=5, head=3)
    room.press(Qt.Key.Key_Right)
    room.press(Qt.Key.Key_Up)
    assert (room.store.state.selection.layer, room.store.state.selection.head) == (4, 4)
    room.press(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert (room.store.state.selection.query, room.store.state.selection.key) == (7, 8)
    for _ in range(4):
        room.press(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert room.store.state.selection.key == 4
    assert room.store.live.pointer is not None
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Z):
        room.press(key)
        assert room.panel.zoomed
        room.press(Qt.Key.Key_Escape)
        assert not room.panel.zoomed


def test_the_enlarged_head(room: Room, trace: Trace) -> None:
    room.show(trace)
    room.panel.set_zoomed(True)
    room.store.select(layer=2, head=1, query=8, key=3)
    pattern, panel = trace.pattern(2, 1), room.panel
    image = panel.map.grab().toImage()
    for t, j in ((0, 0), (5, 2), (8, 7)):
        assert panel.map.text_of(t, j) == f"{pattern[t, j]:.3f}"
        corner = panel.map.rect_of(t, j).topLeft()
        assert image.pixel(int(corner.x()) + 3, int(corner.y()) + 3) == colours(pattern[t, j])
    assert panel.map.text_of(2, 8) == ""
    assert "Layer 3, head 2" in panel.map_title.text()
    assert "gives" in panel.detail.text()
    panel.map.clicked.emit(7, 1)
    assert (room.store.state.selection.query, room.store.state.selection.key) == (7, 1)
    room.store.update(display=replace(room.store.state.display, without_start=True))
    assert panel.map.text_of(5, 2) == f"{pattern[5, 2] / pattern[5, 1:].sum():.3f}"
    assert panel.map.text_of(5, 0) == "–"


def test_sort_and_filter(room: Room, trace: Trace) -> None:
    trace = _with_induction(trace, (4, 2))
    room.show(trace, sort="type")
    kinds = [TYPES.index(badge.kind) for badge in room.panel.atlas._badges]
    assert kinds == sorted(kinds)
    assert len(set(kinds)) > 1
    room.show(trace, sort="layer", filter=INDUCTION)
    heads = room.panel.atlas.heads
    assert (4, 2) in heads
    assert all(room.panel.badge(head).kind == INDUCTION for head in heads)
    assert room.pictures[-1].heads == heads
    spot = room.panel.atlas.spot_rect(Spot((4, 2), 7, 2)).center()
    image = room.panel.atlas.grab().toImage()
    assert image.pixel(int(spot.x()), int(spot.y())) == colours(trace.pattern(4, 2)[7, 2])
    missing = next(kind for kind in TYPES if kind not in room.panel.scores.types)
    room.show(trace, filter=missing)
    assert room.panel.atlas.heads == ()
    assert "No head" in room.panel.atlas._message


def test_controls_change_the_shared_display(room: Room, trace: Trace) -> None:
    room.show(trace)
    panel = room.panel
    for box, text in ((panel.scale, "logarithmic"), (panel.which, "other")):
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        while not box.currentText().startswith(text):
            QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(panel.without_start, Qt.Key.Key_Space)
    display = room.store.state.display
    assert (display.scale, display.filter, display.without_start) == ("log", OTHER, True)
    count = int((room.panel.scores.types == OTHER).sum())
    assert panel.which.currentText() == f"other ({count})"
    room.store.update(display=replace(display, scale="sqrt", filter="", sort="layer"))
    assert (panel.scale.currentText(), panel.which.currentText()) == ("square root", "all, by layer")
    QTest.keyClick(panel.which, Qt.Key.Key_Down)
    assert (room.store.state.display.sort, room.store.state.display.filter) == ("type", "")


def test_only_what_has_changed_is_asked_for(room: Room, trace: Trace) -> None:
    room.show(trace)
    room.host.posted.clear()
    room.store.select(layer=1, head=1, query=2, key=1)
    assert room.host.posted == []
    room.store.update(display=replace(room.store.state.display, scale="log"))
    assert [type(request) for request in room.host.posted] == [ComposeAtlas]
    room.host.posted.clear()
    room.panel.resize(1100, 900)
    assert [request.size for request in room.host.posted] == [room.panel.atlas.map_pixels]


def test_a_hidden_panel_asks_for_nothing(room: Room, trace: Trace) -> None:
    room.show(trace)
    room.panel.hide()
    room.host.posted.clear()
    room.store.update(trace=random_trace(6, 3))
    room.store.select(layer=0)
    room.panel._ask_scores()
    assert room.host.posted == []
    room.panel.show()
    assert ComposeAtlas in [type(request) for request in room.host.posted]


def test_what_came_while_hidden_is_there_when_shown(room: Room, trace: Trace, qtbot: Any) -> None:
    room.show(trace)
    other = _with_induction(trace, (4, 2))
    room.store.update(trace=other)  # asked for the picture, and for the scores a little later
    room.panel.hide()
    room.panel.resize(1000, 800)
    room.panel._ask_scores()
    room.answer()
    room.panel.show()
    room.answer()
    assert room.panel.badge((4, 2)).kind == INDUCTION
    qtbot.waitUntil(lambda: dict(zip(ALL, room.panel.atlas._badges))[4, 2].kind == INDUCTION)
    assert room.pictures[-1].trace is other
    assert room.pictures[-1].size == room.panel.atlas.map_pixels


def test_scores_that_arrive_while_hidden_are_shown_later(room: Room, trace: Trace) -> None:
    room.show(trace)
    room.store.update(trace=_with_induction(trace, (4, 2)))
    room.panel._ask_scores()
    room.panel.hide()
    room.answer()
    room.panel.show()
    assert dict(zip(ALL, room.panel.atlas._badges))[4, 2].kind == INDUCTION


def test_the_old_picture_stays_until_the_new_one_arrives(room: Room, trace: Trace, make_trace) -> None:
    room.show(trace)
    before = room.panel.atlas._picture
    room.store.update(trace=replace(trace, serial=2))
    assert room.panel.atlas._picture is before
    room.answer()
    assert room.panel.atlas._picture is not before


def test_scores_follow_the_text_when_it_has_come_to_rest(room: Room, trace: Trace, qtbot) -> None:
    room.show(trace)
    room.host.posted.clear()
    for seed in range(5):
        room.store.update(trace=random_trace(7, seed))
    assert not any(isinstance(request, ScoreHeads) for request in room.host.posted)
    qtbot.waitUntil(lambda: any(isinstance(request, ScoreHeads) for request in room.host.posted), timeout=2000)
    asked = [request for request in room.host.posted if isinstance(request, ScoreHeads)]
    assert [request.trace for request in asked] == [room.store.live.trace]


def test_new_pairs_against_those_seen_before(room: Room, trace: Trace) -> None:
    room.show(trace)
    loss = trace.loss[1:]  # the pair (Tom, had) comes a second time: the guess of token 7
    first, repeat = float(np.delete(loss, 6).mean()), float(loss[6])
    word = "better" if first >= repeat else "worse"
    text = room.panel.seen.text()
    assert f"<b>{first:.2f} nats</b> (7)" in text
    assert f"<b>{repeat:.2f} nats</b> (1)" in text
    assert f"<b>{abs(first - repeat):.2f} {word}</b>" in text


def test_a_text_without_repeats_says_so(room: Room, make_trace) -> None:
    room.show(make_trace())
    assert "not defined" in room.panel.seen.text()
    assert "induction: not defined" in room.panel.all_scores((0, 0))


@pytest.mark.parametrize("shape", [(1, 4), (2, 3)])
def test_other_models(room: Room, make_trace, shape: tuple[int, int]) -> None:
    room.show(make_trace())
    room.show(make_trace(n_layer=shape[0], n_head=shape[1]))
    assert room.panel.atlas.heads == tuple((layer, head) for layer in range(shape[0]) for head in range(shape[1]))
    assert room.panel.atlas.grid.columns == shape[1]
    assert (room.store.state.selection.layer, room.store.state.selection.head) < shape


def test_a_model_without_attention_says_so(room: Room, trace: Trace) -> None:
    assert "As soon as" in room.panel.atlas._message
    room.show(trace)
    room.show(replace(trace, layers=()))
    assert "no attention" in room.panel.atlas._message
    assert room.panel.atlas.heads == ()
    assert room.panel.tables() == ()
    room.panel.set_zoomed(True)
    assert not room.panel.zoomed


@pytest.mark.parametrize("without_start", [False, True])
def test_one_token(room: Room, make_trace, without_start: bool) -> None:
    room.show(make_trace(("◆",)), without_start=without_start)
    assert "not defined" in room.panel.seen.text()
    room.panel.atlas.grab()
    room.panel.set_zoomed(True)
    room.panel.grab()


def test_tables_hold_the_full_numbers(room: Room, trace: Trace) -> None:
    room.show(trace)
    heads, seen = room.panel.tables()
    patterns = np.stack([layer.pattern.array for layer in trace.layers])
    wanted = head_scores(patterns, np.array(trace.ids))
    assert len(heads.rows) == 48
    assert len(heads.columns) == 3 + 2 * len(SCORED)
    assert heads.rows[6 * 5 + 3][:2] == (6, 4)
    for row in heads.rows:
        values = wanted.of(row[0] - 1, row[1] - 1)
        assert row[3::2] == tuple(values.values())
        assert row[4::2] == tuple(wanted.chance.values())
    assert [row[1] for row in seen.rows] == [7, 1]


def _with_induction(trace: Trace, head: tuple[int, int]) -> Trace:
    """The same trace with one head that looks at what came after the earlier copy of its token."""
    layers = list(trace.layers)
    weights = layers[head[0]].pattern.array.copy()
    weights[head[1], 6:8] = 0
    weights[head[1], 6, 2] = weights[head[1], 7, 3] = 1
    old = layers[head[0]]
    layers[head[0]] = LayerTrace(old.q, old.k, old.v, old.scores, RowBlocks([readonly(weights)], len(trace)))
    return replace(trace, layers=tuple(layers))
