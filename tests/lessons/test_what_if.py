"""The lesson “What if?”: it changes the model where it says and takes that back; its claims hold for the model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from lesson_house import GOOD, LessonHost, read_by_nobody
from pytestqt.qtbot import QtBot

from rostok_gui import paths
from rostok_gui.attention.head_types import PREVIOUS_TOKEN
from rostok_gui.engine.ablation import AblateHeads, Ablation
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, TextRun
from rostok_gui.lessons import stage
from rostok_gui.lessons.lesson import Scene, Step
from rostok_gui.lessons.library import SHIPPED
from rostok_gui.lessons.reader import read_lesson
from rostok_gui.lessons.scenes import read_link
from rostok_gui.messages import RostokError
from rostok_gui.model.interventions import ForbidCell, ForceCell, Intervention, RopeOff, SwitchOff
from rostok_gui.model.trace import Trace
from rostok_gui.state.app_state import Change, Selection
from rostok_gui.state.making import MAKERS

LESSON = read_lesson(SHIPPED / "en" / "what-if.toml")
NAMES = [step.id for step in LESSON.steps]
OWN = Change(ForbidCell(1, 1, 1, 0), "mine")


def with_show(changes: str) -> str:
    """A lesson whose second step, once answered, changes the model."""
    return GOOD.replace('show = { panels = "mask"', f"show = {{ changes = {changes}, layer = 2, head = 3").replace(
        'body = "More words."', 'body = "More words."\nquery = -1\nkey = "Tom#1"\nchanges = "off"'
    )


# What a lesson may do to the model -----------------------------------------------------------------------------------


def test_changes_are_read_with_their_scope(write: Callable[[str], Path]) -> None:
    question = read_lesson(write(with_show('["forbid", "rope : all", "off:layer"]'))).steps[1].question
    assert question is not None
    assert question.show.changes == (("forbid", "head"), ("rope", "all"), ("off", "layer"))
    assert not question.show.changes_off
    assert read_link("change:force:all") == Scene(changes=(("force", "all"),))
    for name in MAKERS:
        assert read_lesson(write(with_show(f'["{name}"]')))


@pytest.mark.parametrize("wrong", ['["explode"]', '["off:nowhere"]', "[7]", "true"])
def test_a_change_that_is_none_is_told(write: Callable[[str], Path], wrong: str) -> None:
    with pytest.raises(RostokError, match=r"line \d+, step 2 › question › show › changes"):
        read_lesson(write(with_show(wrong)))


def test_a_scene_changes_the_place_that_is_chosen_and_nothing_twice() -> None:
    trace, place = read_by_nobody("Tom saw Tom. Then he"), Selection(2, 4, 5, 1)
    scene = Scene(changes=(("forbid", "head"), ("off", "layer")))
    made = stage.with_changes(scene, (OWN,), place, trace)
    assert made == (
        OWN,
        Change(ForbidCell(2, 4, 5, 1), by_lesson=True),
        Change(SwitchOff(2, None), by_lesson=True),
    )
    assert stage.with_changes(scene, made, place, trace) == made
    by_hand = (Change(ForbidCell(2, 4, 5, 1), enabled=False),)
    assert stage.with_changes(Scene(changes=(("forbid", "head"),)), by_hand, place, trace) == (made[1],)
    forced = stage.with_changes(Scene(changes=(("force", "head"),)), made[:2], place, trace)
    assert [change.intervention for change in forced] == [OWN.intervention, ForceCell(2, 4, 5, 1)]
    no_key = Selection(2, 4, 5)
    assert stage.with_changes(Scene(changes=(("forbid", "head"),)), (), no_key, trace) == ()


def test_what_a_scene_does_is_for_that_scene_alone() -> None:
    first = Scene(text="Tom", changes_off=True, changes=(("off", "head"),))
    assert Scene(key=0).over(first).changes == ()
    assert Scene(key=0).over(first).changes_off


def in_force(host: LessonHost) -> list[Intervention]:
    return [change.intervention for change in host.store.state.changes if change.enabled]


def test_the_answer_changes_the_model_and_the_next_step_takes_it_back(qtbot: QtBot) -> None:
    host = LessonHost()
    host.store.update(changes=(OWN,))
    panel = host.panel(qtbot)
    panel.begin("what-if", NAMES.index("forbid"))
    assert in_force(host) == [], "the person's own change rests while the lesson is played"
    panel.forward()
    chosen, trace = host.store.state.selection, host.store.live.trace
    assert trace is not None
    query, key = (stage.position_of(token, trace, len(trace)) for token in ("Z#2", "or#1"))
    assert (chosen.query, chosen.key) == (query, key)
    assert in_force(host) == [ForbidCell(chosen.layer, chosen.head, query, key)]  # type: ignore[arg-type]
    host.undo.stack.undo()
    assert in_force(host) == []
    host.undo.stack.redo()
    panel.follow("change:forbid:all")
    assert in_force(host)[1:] == [ForbidCell(None, None, query, key)]  # type: ignore[arg-type]
    panel.forward()
    assert host.store.state.place.step == NAMES.index("later")
    assert [(change.name, change.enabled) for change in host.store.state.changes] == [("mine", False)]


# What the lesson says about the shipped model ------------------------------------------------------------------------


@dataclass(frozen=True)
class Class:
    """The shipped model, asked as the window asks it."""

    engine: Engine

    def read(self, text: str, changes: tuple[Intervention, ...] = ()) -> Trace:
        answer = self.engine.run(RunText(text, changes), CancelToken(), lambda _: None)
        assert isinstance(answer, Answer), answer
        assert isinstance(answer.result, TextRun)
        return answer.result.trace

    def at(self, name: str) -> tuple[Trace, Selection]:
        """The untouched trace at a step, and where the step looks."""
        scene = LESSON.scene(NAMES.index(name))
        assert scene.text is not None
        trace = self.read(scene.text)
        found = stage.find(scene, Selection(scene.layer or 0, scene.head or 0), trace)
        assert not found.missing
        return trace, found.selection

    def answered(self, name: str) -> tuple[Trace, Trace, Selection]:
        """Before and after the answer of a step, and where the step looks."""
        before, chosen = self.at(name)
        text = LESSON.scene(NAMES.index(name)).text or ""
        changes = stage.with_changes(question(name).show, (), chosen, before)
        return before, self.read(text, tuple(change.intervention for change in changes)), chosen


def question(name: str):  # type: ignore[no-untyped-def] # a Question
    step: Step = LESSON.steps[NAMES.index(name)]
    assert step.question is not None
    return step.question


def right_answer(name: str) -> str:
    asked = question(name)
    return str(asked.answers[asked.right].text)


def cell(trace: Trace, chosen: Selection) -> float:
    query = chosen.query_in(len(trace))
    return float(trace.weights(chosen.layer, chosen.head, query)[chosen.key])  # type: ignore[index]


def p_next(trace: Trace, chosen: Selection) -> float:
    query = chosen.query_in(len(trace))
    return float(trace.probabilities(query)[trace.ids[query + 1]])


@pytest.fixture(scope="module")
def model() -> Class:
    engine = Engine(paths.CHECKPOINTS)
    assert isinstance(engine.run(OpenModel("rostok"), CancelToken(), lambda _: None), Answer)
    return Class(engine)


def test_the_first_step_shows_an_induction_head_at_work(model: Class) -> None:
    trace, chosen = model.at("inside")
    assert trace.tokens[chosen.query_in(len(trace)) + 1].label == trace.tokens[chosen.key or 0].label == "or"
    assert cell(trace, chosen) > 0.5
    assert p_next(trace, chosen) > 0.9


def test_a_forbidden_look_goes_to_the_others_in_their_proportions(model: Class) -> None:
    before, after, chosen = model.answered("forbid")
    old, new = (trace.weights(chosen.layer, chosen.head, chosen.query_in(len(trace))) for trace in (before, after))
    assert old[chosen.key] > 0.5
    rest = np.delete(old, chosen.key)
    assert np.allclose(np.delete(new, chosen.key), rest / rest.sum(), atol=1e-4)
    assert new[chosen.key] == 0
    assert right_answer("forbid").startswith("To the other tokens")
    everywhere = stage.with_changes(Scene(changes=(("forbid", "all"),)), (), chosen, before)
    nobody = model.read(LESSON.scene(1).text or "", tuple(change.intervention for change in everywhere))
    assert p_next(nobody, chosen) < p_next(after, chosen) < 0.8 * p_next(before, chosen)


def test_only_later_guesses_notice(model: Class) -> None:
    before, after, chosen = model.answered("later")
    place = chosen.query_in(len(before))
    changed = [np.abs(before.logits.row(t) - after.logits.row(t)).max() > 1e-4 for t in range(len(before))]
    assert not any(changed[:place])
    assert changed[place]
    assert any(changed[place + 1 :])
    assert right_answer("later") == "After “·liked” and all later ones"
    assert cell(before, chosen) == max(
        float(before.weights(layer, head, place)[chosen.key])  # type: ignore[index]
        for layer in range(8)
        for head in range(6)
    )


def test_all_heads_forced_to_look_at_a_word_make_it_the_likeliest(model: Class) -> None:
    _, after, chosen = model.answered("force")
    (token, _), *_ = after.candidates(chosen.query_in(len(after)), 1)
    assert after.vocabulary[token] == "·dragon"
    assert right_answer("force") == "“·dragon”"


def test_without_its_value_the_look_stays_and_the_guess_suffers(model: Class) -> None:
    before, after, chosen = model.answered("value")
    head = (chosen.layer, chosen.head)
    assert np.array_equal(before.pattern(*head), after.pattern(*head))
    assert p_next(after, chosen) < 0.8 * p_next(before, chosen)
    assert right_answer("value") == "Nothing"


def test_one_head_off_takes_a_part_and_others_look_there_too(model: Class) -> None:
    before, after, chosen = model.answered("off")
    assert 0.02 < p_next(after, chosen) < 0.8 * p_next(before, chosen)
    query = chosen.query_in(len(before))
    lookers = [layer.pattern.of(head)[query, chosen.key] > 0.2 for layer in before.layers for head in range(6)]
    assert sum(lookers) >= 2
    assert right_answer("off") == "It falls, but not to 0"


def test_a_few_heads_matter_for_the_name(model: Class) -> None:
    before, chosen = model.at("matter")
    text, position = LESSON.scene(NAMES.index("matter")).text or "", chosen.query_in(len(before))
    answer = model.engine.run(AblateHeads(text, position=position), CancelToken(), lambda _: None)
    assert isinstance(answer, Answer)
    measured = answer.result
    assert isinstance(measured, Ablation)
    assert measured.label == "or"
    lost = [-worth.probability > 0.02 * measured.probability for worth in measured.worth.values()]
    assert 2 <= sum(lost) <= 6
    assert right_answer("matter") == "A few"
    quiet = [abs(worth.loss) < 0.05 for worth in measured.worth.values()]
    assert np.mean(quiet) > 0.5, "most of the grid shows next to nothing"


def test_the_team_of_the_order_is_needed_and_its_other_end_is_not(model: Class) -> None:
    before, chosen = model.at("team")
    text, position = LESSON.scene(NAMES.index("team")).text or "", chosen.query_in(len(before))
    answer = model.engine.run(AblateHeads(text, position=position), CancelToken(), lambda _: None)
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, Ablation)
    order = sorted(answer.result.worth, key=lambda head: answer.result.worth[head].probability)
    first, last = (model.read(text, tuple(SwitchOff(*head) for head in heads)) for heads in (order[:3], order[-3:]))
    assert p_next(first, chosen) < p_next(before, chosen) / 2 < p_next(last, chosen)
    helper = stage.find(Scene(find=PREVIOUS_TOKEN), chosen, before)
    assert not helper.missing, "the link leads somewhere"


def test_a_cold_head_gives_all_to_its_best_key(model: Class) -> None:
    before, after, chosen = model.answered("cold")
    row = after.weights(chosen.layer, chosen.head, chosen.query_in(len(after)))
    assert row.max() == 1
    assert row.argmax() == before.weights(chosen.layer, chosen.head, chosen.query_in(len(before))).argmax()
    assert question("cold").number.right == 100


def test_without_positions_the_text_becomes_much_dearer(model: Class) -> None:
    before, after, _ = model.answered("rope")
    assert after.interventions == (RopeOff(None, None),)
    assert np.nanmean(after.loss[1:]) > 4 / 3 * np.nanmean(before.loss[1:])
    assert right_answer("rope") == "It rises, by a third or more"


def test_in_the_end_nothing_has_remained(model: Class) -> None:
    text = LESSON.scene(0).text or ""
    first = model.read(text)
    for name in ("forbid", "force", "off", "rope"):
        model.answered(name)
    again = model.read(text)
    assert np.array_equal(first.logits.array, again.logits.array)
    assert right_answer("back") == "Nothing, to the last bit"
