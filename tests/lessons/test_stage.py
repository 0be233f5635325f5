"""What a step sets: a pure function of its place, tokens and heads found in the text that was read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from lesson_house import read_by_nobody

from rostok_gui.lessons.lesson import LOOKER, Lesson, Scene
from rostok_gui.lessons.library import SHIPPED
from rostok_gui.lessons.reader import read_lesson
from rostok_gui.lessons.stage import fields_of, find, has_read, position_of
from rostok_gui.model.interventions import ForbidCell
from rostok_gui.model.trace import RowBlocks, Trace, readonly
from rostok_gui.state.app_state import AppState, Change, Display, Document, Plane, Selection
from rostok_gui.state.store import Store

Reader = Callable[[str], Trace]
FILES = sorted(SHIPPED.rglob("*.toml"))


def put_on(scene: Scene, store: Store) -> None:
    """Set a scene the way the panel does, with a text that is read at once."""
    store.update(**fields_of(scene, store.state))
    document = store.state.document
    store.update(trace=read_by_nobody(document.text, document.model))
    assert has_read(store)
    found = find(scene, store.state.selection, read_by_nobody(document.text, document.model))
    assert not found.missing, (scene, [str(message) for message in found.missing])
    store.update(selection=found.selection)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_step_can_be_set_and_looks_the_same_on_the_way_back(path: Path) -> None:
    lesson = read_lesson(path)
    store, forward = Store(), []
    for n in range(len(lesson.steps)):
        put_on(lesson.scene(n), store)
        forward.append(store.state)
        question = lesson.steps[n].question
        if question is not None and question.show != Scene():
            put_on(question.show, store)
    for n in reversed(range(len(lesson.steps))):
        put_on(lesson.scene(n), store)
        assert store.state == forward[n], lesson.steps[n].id


def test_a_step_of_the_chapter_does_not_depend_on_what_was_before() -> None:
    """Whoever opens the lesson in the middle, or has played with everything, sees what all others see."""
    chapter = read_lesson(SHIPPED / "en" / "attention.toml")
    played = AppState(
        Document("Something else", "gpt-1"),
        Selection(7, 5, 1, 1),
        Display("log", True, "all", "type", "induction", real_head=True),
        replace(Plane(), query=(9.0, 9.0), temperature=0.25),
        changes=(Change(ForbidCell(1, 1, 1, 0)),),
        order=(1, 0),
    )
    for n in range(len(chapter.steps)):
        fresh, used = Store(), Store(played)
        put_on(chapter.scene(n), fresh)
        put_on(chapter.scene(n), used)
        expected = replace(fresh.state, changes=(Change(ForbidCell(1, 1, 1, 0), enabled=False),))
        assert used.state == expected, chapter.steps[n].id


def test_what_a_step_leaves_out_stays() -> None:
    first = Scene(text="Tom ran", layer=1, head=2, key=1, display={"scale": "log"})
    second = Scene(head=0, display={"view": "all"})
    lesson = Lesson("x", "X", "", "en", "chapter", ())
    assert lesson.scene(0) == Scene()
    both = second.over(first)
    assert (both.text, both.layer, both.head, both.key) == ("Tom ran", 1, 0, 1)
    assert both.display == {"scale": "log", "view": "all"}
    other_text = Scene(text="He ran").over(both)
    assert (other_text.layer, other_text.head, other_text.key) == (1, 0, None)
    assert Scene(find="induction").over(both).head is None
    assert Scene(layer=0).over(Scene(find="induction", head=None)).find == ""
    assert Scene(query=1).over(both).key is None


def test_fields_hold_only_what_the_scene_sets() -> None:
    state = AppState(document=Document("a b c", "rostok", (0, 1, 2)), order=(1, 0))
    assert fields_of(Scene(), state) == {"document": state.document, "selection": state.selection}
    fields = fields_of(Scene(text="other", layer=0), state)
    assert fields["document"] == Document("other", "rostok")
    assert fields["selection"] == Selection(0, state.selection.head)
    assert fields["order"] == ()


@pytest.mark.parametrize(
    ("token", "limit", "place"),
    [
        ("Tom", 9, 4),
        ("Tom", 3, 1),
        ("Tom#1", 9, 1),
        ("Tom#2", 9, 4),
        ("Tom#3", 9, None),
        ("he", 9, 9),
        ("Zor", 9, 6),
        ("Z", 9, 6),
        ("bin", 9, 8),
        (0, 9, 0),
        (-1, 9, 9),
        (10, 9, None),
        ("nobody", 9, None),
        ("◆", 9, 0),
        ("to", 9, 2),
    ],
)
def test_tokens_are_found_by_what_is_written(token: int | str, limit: int, place: int | None) -> None:
    trace = read_by_nobody("Tom to Ann Tom. Zorbin he")
    assert [t.label for t in trace.tokens] == ["◆", "Tom", "·to", "·Ann", "·Tom", ".", "·Z", "or", "bin", "·he"]
    assert position_of(token, trace, limit) == place


def test_a_word_that_is_no_token_is_found_where_it_begins() -> None:
    assert position_of("Zorbin", read_by_nobody("One Zorbin and Zorbin"), 9) == 6


def test_the_head_that_looks_hardest_is_found(read_text: Reader) -> None:
    trace = read_text("Tom had a red ball. Then he")
    found = find(Scene(find=LOOKER, query=-1, key="Tom"), Selection(), trace)
    weights = np.array([[trace.pattern(layer, head)[-1, 1] for head in range(6)] for layer in range(8)])
    assert weights[found.selection.layer, found.selection.head] == weights.max()
    assert (found.selection.query, found.selection.key) == (None, 1)


@pytest.mark.parametrize(
    ("kind", "looks_at"),
    [("previous token", lambda t: t - 1), ("start mark", lambda _t: 0), ("induction", lambda t: max(t - 2, 0))],
)
def test_the_strongest_head_of_a_type_is_found(read_text: Reader, kind: str, looks_at: Callable[[int], int]) -> None:
    trace = read_text("a b c a b c a b c a")
    head = np.zeros((len(trace), len(trace)), np.float32)
    for t in range(len(trace)):
        head[t, max(looks_at(t), 0)] = 1
    patterns = trace.layers[4].pattern.array.copy()
    patterns[2] = head
    planted = replace(trace.layers[4], pattern=RowBlocks([readonly(patterns)], len(trace)))
    trace = replace(trace, layers=(*trace.layers[:4], planted, *trace.layers[5:]))
    found = find(Scene(find=kind), Selection(0, 0), trace)
    assert (found.selection.layer, found.selection.head) == (4, 2)
    assert not found.missing


def test_what_is_not_there_is_said(read_text: Reader) -> None:
    trace = read_text("Tom ran")
    before = Selection(3, 4, 1, 0)
    found = find(Scene(query="Ann", key="Bob", find="induction"), before, trace)
    assert found.selection == before
    assert [str(message) for message in found.missing] == [
        "“Ann” is not among the tokens of this text.",
        "“Bob” is not among the tokens of this text.",
        "There is no such head for this text in this model.",
    ]


def test_a_trace_of_another_text_or_model_is_not_taken_for_this_one(read_text: Reader) -> None:
    store = Store(AppState(document=Document("Tom ran home")))
    assert not has_read(store)
    store.update(trace=read_text("Tom ran"))
    assert not has_read(store)
    store.update(trace=read_by_nobody("Tom ran home", "gpt-1"))
    assert not has_read(store)
    store.update(trace=read_text("Tom ran home"))
    assert has_read(store)
    store.update(document=Document("Tom ran home and on"), cut=2)
    assert has_read(store)
