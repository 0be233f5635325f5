"""The panel “Lesson”: played by keys, mouse and clicker; what it sets, asks, keeps and says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from lesson_house import GOOD, LessonHost, read_by_nobody
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from rostok_gui.lessons.lesson import Lesson, Scene
from rostok_gui.lessons.library import SHIPPED, own_folder
from rostok_gui.lessons.reader import read_lesson
from rostok_gui.lessons.scenes import PLANES
from rostok_gui.lessons.stage import fields_of, find
from rostok_gui.panels.lesson import LessonPanel
from rostok_gui.shell.fonts import app_font, register_fonts
from rostok_gui.shell.language import Language
from rostok_gui.shell.theme import load_theme
from rostok_gui.state.app_state import AppState, Place, Selection
from rostok_gui.state.store import Store

Key = Qt.Key
ENGLISH = read_lesson(SHIPPED / "en" / "attention.toml")
WHAT_IF = read_lesson(SHIPPED / "en" / "what-if.toml")


@pytest.fixture
def host() -> LessonHost:
    return LessonHost()


@pytest.fixture(autouse=True)
def language(qapp: QApplication) -> Iterator[Language]:
    """English, whatever the machine speaks."""
    chosen = Language()
    chosen.use("en")
    yield chosen
    chosen.use("en")


@pytest.fixture
def panel(host: LessonHost, qtbot: QtBot) -> LessonPanel:
    return host.panel(qtbot)


def state_at(lesson: Lesson, step: int) -> AppState:
    """The state at a step, worked out without the panel."""
    store = Store()
    scene = lesson.scene(step)
    store.update(**fields_of(scene, store.state), place=Place(lesson.id, step))
    trace = read_by_nobody(store.state.document.text, store.state.document.model)
    store.update(trace=trace)
    store.update(selection=find(scene, store.state.selection, trace).selection)
    return store.state


def holder(panel: LessonPanel) -> QWidget:
    """What has the keyboard in the window."""
    widget = panel.window().focusWidget()
    assert widget is not None
    return widget


def own_lesson(text: str = GOOD) -> Path:
    own_folder().mkdir(parents=True, exist_ok=True)
    path = own_folder() / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path


def go(panel: LessonPanel, step_id: str) -> None:
    """To a step of the chapter."""
    panel.begin("attention", ENGLISH.index_of(step_id) or 0)


# Playing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["en", "ru"])
def test_the_chapter_is_played_there_and_back_by_keyboard_alone(
    host: LessonHost, qtbot: QtBot, language: Language, name: str
) -> None:
    language.use(name)
    lesson, panel = read_lesson(SHIPPED / name / "attention.toml"), host.panel(qtbot)
    panel.setFocus()
    qtbot.keyClick(holder(panel), Key.Key_Space)  # Begin
    forward = (Key.Key_PageDown, Key.Key_Space, Key.Key_Right)
    for n, step in enumerate(lesson.steps):
        assert host.store.state == state_at(lesson, n), step.id
        assert panel.heading.text() == step.title
        assert panel.isAncestorOf(holder(panel))
        assert host.opened[-1] == "lesson"
        if step.question is not None:
            qtbot.keyClick(holder(panel), forward[n % 3])
            assert panel.card.solved
            assert host.store.state.place.step == n
        if n + 1 < len(lesson.steps):
            qtbot.keyClick(holder(panel), forward[(n + 1) % 3])
    back = (Key.Key_PageUp, Key.Key_Backspace, Key.Key_Left)
    for n in reversed(range(len(lesson.steps) - 1)):
        qtbot.keyClick(holder(panel), back[n % 3])
        assert host.store.state == state_at(lesson, n), lesson.steps[n].id
    qtbot.keyClick(holder(panel), Key.Key_End)
    assert host.store.state.place.step == len(lesson.steps) - 1
    qtbot.keyClick(holder(panel), Key.Key_Home)
    assert host.store.state.place.step == 0


def test_the_buttons_go_on_and_back_and_the_last_one_leads_to_the_list(
    host: LessonHost, panel: LessonPanel, qtbot: QtBot
) -> None:
    own_lesson()
    panel.begin("small", 0)
    assert panel.progress.text() == "1 of 2"
    assert not panel.back_button.isEnabled()
    assert panel.next_button.text() == "Answer"
    for expected in ("Next", "Answer", "All lessons"):
        qtbot.mouseClick(panel.next_button, Qt.MouseButton.LeftButton)
        assert panel.next_button.text() == expected
    qtbot.mouseClick(panel.back_button, Qt.MouseButton.LeftButton)
    assert host.store.state.place == Place("small", 0)
    panel.go_to(1)
    panel.forward()
    panel.forward()
    assert panel.stack.currentWidget() is panel.contents
    assert host.store.state.place == Place("small", 1)


def test_a_step_is_one_step_of_undo_even_when_the_text_is_read_later(host: LessonHost, panel: LessonPanel) -> None:
    panel.begin("attention", 0)
    before, host.reads = host.store.state, False
    go(panel, "looking")
    assert host.store.state.document.text == ENGLISH.scene(2).text
    assert host.store.state.selection.key is None
    host.read()
    assert host.store.state == state_at(ENGLISH, 2)
    assert host.store.state.selection.key is not None
    host.undo.stack.undo()
    assert host.store.state == before
    host.read()
    assert host.store.state == before
    assert panel.heading.text() == ENGLISH.steps[0].title
    host.undo.stack.redo()
    assert host.store.state == state_at(ENGLISH, 2)


def test_somebody_who_goes_on_before_the_text_is_read_is_left_in_peace(host: LessonHost, panel: LessonPanel) -> None:
    host.reads = False
    go(panel, "looking")
    host.undo.edit("typed", document=type(host.store.state.document)("Another text"))
    host.read()
    chosen = ENGLISH.scene(2)
    assert host.store.state.selection == Selection(chosen.layer or 0, chosen.head or 0)


def test_what_was_changed_by_hand_is_set_again(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "zero-query")
    expected = host.store.state
    host.store.update(plane=type(expected.plane)(query=(9.0, 9.0)))
    qtbot.mouseClick(panel.again_button, Qt.MouseButton.LeftButton)
    assert host.store.state == expected


def test_the_layout_of_the_lesson_is_used_once(host: LessonHost, panel: LessonPanel) -> None:
    panel.begin("attention", 0)
    panel.forward()
    panel.forward()
    assert host.layouts == ["chapter"]
    assert host.opened[:2] == ["window", "lesson"]


def test_a_lesson_that_a_panel_would_cover_gets_its_layout_again(
    host: LessonHost, panel: LessonPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.begin("attention", 0)
    monkeypatch.setattr(panel, "isVisible", lambda: False)
    panel.go_to(6)
    assert host.layouts == ["chapter", "chapter"]
    assert host.opened[-2:] == ["plane", "lesson"]


def test_the_steps_are_in_the_menu(host: LessonHost, panel: LessonPanel) -> None:
    panel.begin("attention", 3)
    panel.fill_menu()
    actions = [action for action in panel.menu.actions() if not action.isSeparator()]
    assert [action.text().replace("&&", "&") for action in actions[:-1]] == [
        f"{n}. {step.title}" for n, step in enumerate(ENGLISH.steps, 1)
    ]
    assert [action.isChecked() for action in actions].index(True) == 3
    actions[7].trigger()
    assert host.store.state.place.step == 7


# Questions ----------------------------------------------------------------------------------------------------------


def test_a_quiz_is_answered_with_the_digits(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "quiz-scores")
    card, question = panel.card, ENGLISH.steps[12].question
    assert question is not None
    assert [button.answer.text for button in card.answers] == [answer.text for answer in question.answers]
    assert not any(button.verdict.isVisible() or button.why.isVisible() for button in card.answers)
    assert not card.then.isVisible()
    qtbot.keyClick(panel.next_button, Key.Key_3)
    wrong = card.answers[2]
    assert (wrong.opened, wrong.explained, card.solved) == (True, True, False)
    assert wrong.why.isVisible()
    assert "✗ Not so" in wrong.why.text()
    assert wrong.answer.why[0].text in wrong.why.accessibleName()
    before = host.store.state.plane
    qtbot.keyClick(panel.next_button, Key.Key_2)
    assert card.solved
    assert "✓ Right" in card.answers[1].why.text()
    assert card.then.isVisible()
    assert host.store.state.plane == question.show.plane != before
    qtbot.keyClick(panel.next_button, Key.Key_1)  # one may read the others
    assert [button.explained for button in card.answers] == [True, False, False]
    assert [button.verdict.isVisible() for button in card.answers] == [False, True, True]
    qtbot.keyClick(panel.next_button, Key.Key_PageDown)
    assert host.store.state.place.step == 13


def test_answers_are_chosen_with_mouse_tab_and_space(panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "quiz-order")
    qtbot.mouseClick(panel.card.answers[0], Qt.MouseButton.LeftButton)
    assert panel.card.answers[0].opened
    panel.card.answers[1].setFocus()
    qtbot.keyClick(panel.card.answers[1], Key.Key_Space)
    assert panel.card.solved
    assert panel.card.answers[1].accessibleName() == "2. No: a sum does not know its order ✓ Right"


def test_a_prediction_is_settled_by_any_guess_and_shown(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "long-query")
    before = host.store.state
    qtbot.keyClick(panel.next_button, Key.Key_1)
    assert panel.card.solved
    assert [button.opened for button in panel.card.answers] == [True, True, False]
    assert host.store.state.plane.query == (4.2, 2.1)
    host.undo.stack.undo()
    assert host.store.state == before


@pytest.mark.parametrize(("typed", "verdict"), [("25", "✓ Right"), ("25,0 ", "✓ Right"), ("30", "✗ Not so")])
def test_a_number_is_guessed(host: LessonHost, panel: LessonPanel, qtbot: QtBot, typed: str, verdict: str) -> None:
    go(panel, "zero-query")
    assert not panel.card.result.isVisible()
    qtbot.keyClicks(panel.card.field, typed)
    assert host.store.state.place.step == 8  # space and digits belong to the field
    qtbot.keyClick(panel.card.field, Key.Key_Return)
    assert panel.card.result.text().startswith(verdict)
    assert panel.card.result.text().endswith("It is 25\N{NO-BREAK SPACE}%.")
    assert host.store.state.plane.query == (0.0, 0.0)


def test_what_is_no_number_is_asked_for_again(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "zero-query")
    qtbot.keyClicks(panel.card.field, "many")
    qtbot.mouseClick(panel.card.button, Qt.MouseButton.LeftButton)
    assert not panel.card.solved
    assert panel.card.result.text() == "Type a number, like 25."
    qtbot.keyClick(panel.card.field, Key.Key_PageDown)
    assert panel.card.solved
    assert panel.card.result.text() == "It is 25\N{NO-BREAK SPACE}%."


def test_a_measured_number_is_that_of_the_tensor(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "start-mark")
    trace, chosen = host.store.live.trace, host.store.state.selection
    assert trace is not None
    weight = 100 * float(trace.pattern(chosen.layer, chosen.head)[-1, 0])
    qtbot.keyClicks(panel.card.field, str(round(weight + 5)))
    qtbot.keyClick(panel.card.field, Key.Key_Return)
    assert f"It is {weight:.1f}\N{NO-BREAK SPACE}%." in panel.card.result.text()
    assert panel.card.result.text().startswith("✓")


def test_a_question_is_open_again_when_one_comes_back(panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "quiz-scores")
    qtbot.keyClick(panel.next_button, Key.Key_2)
    panel.forward()
    panel.back()
    assert not panel.card.solved
    assert not any(button.opened for button in panel.card.answers)


# Links ---------------------------------------------------------------------------------------------------------------


def followed(panel: LessonPanel) -> list[str]:
    seen: list[str] = []
    panel.body.followed.connect(seen.append)
    return seen


def test_links_act_by_keyboard(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "layers")
    seen = followed(panel)
    panel.body.setFocus(Qt.FocusReason.TabFocusReason)
    for place in ((0, 0), (4, 0), (7, 0)):
        qtbot.keyClick(panel.body, Key.Key_Return)
        assert (host.store.state.selection.layer, host.store.state.selection.head) == place
        qtbot.keyClick(panel.body, Key.Key_Tab)
    qtbot.keyClick(panel.body, Key.Key_Tab)
    qtbot.keyClick(panel.body, Key.Key_Return)
    assert seen == ["head:1.1", "head:5.1", "head:8.1", "panel:heads"]
    assert host.opened[-2:] == ["heads", "lesson"]
    qtbot.keyClick(panel.body, Key.Key_PageDown)
    assert host.store.state.place.step == 5


def test_links_act_by_mouse(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    go(panel, "no-peeking")
    go(panel, "looking")
    seen = followed(panel)
    for y in range(4, panel.body.height(), 10):
        for x in range(4, panel.body.width(), 12):
            qtbot.mouseClick(panel.body, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    assert set(seen) == {"token:he", "find:looker", "key:Tom"}
    trace, chosen = host.store.live.trace, host.store.state.selection
    assert trace is not None
    assert chosen.query is None
    assert trace.tokens[chosen.key or 0].data.strip() == b"Tom"


def test_links_of_every_other_kind_act(host: LessonHost, panel: LessonPanel) -> None:
    panel.begin("attention", 2)
    panel.follow("plane:nobody")
    assert host.store.state.plane == PLANES["nobody"]
    panel.follow("mask:all open")
    assert all(map(all, host.store.state.board.allowed))
    panel.follow("model:gpt-1")
    assert host.store.state.document.model == "gpt-1"
    panel.follow("example:doll")
    assert host.store.state.document.text.startswith("Mia")
    panel.follow("layout:mask")
    assert host.layouts[-1] == "mask"
    assert host.store.state.place.step == 2
    panel.follow("step:price")
    assert host.store.state.place.step == ENGLISH.index_of("price")


# What is kept and said -----------------------------------------------------------------------------------------------


def test_the_place_is_part_of_the_state_and_found_again(host: LessonHost, panel: LessonPanel, qtbot: QtBot) -> None:
    panel.begin("attention", 6)
    assert host.store.state.place == Place("attention", 6)
    again = LessonHost(Store(host.store.state)).panel(qtbot)
    assert again.heading.text() == ENGLISH.steps[6].title
    again.show_list()
    again.contents.buttons["attention", "go-on"].click()
    assert again.heading.text() == ENGLISH.steps[6].title
    again.show_list()
    again.contents.buttons["attention", "begin"].click()
    assert again.heading.text() == ENGLISH.steps[0].title


def test_another_language_keeps_the_step(host: LessonHost, panel: LessonPanel, language: Language) -> None:
    panel.begin("attention", 6)
    state = host.store.state
    language.use("ru")
    QApplication.processEvents()
    russian = read_lesson(SHIPPED / "ru" / "attention.toml")
    assert panel.heading.text() == russian.steps[6].title
    assert panel.progress.text() == "7 из 25"
    assert panel.next_button.text() == "Дальше"
    assert host.store.state == state


def test_a_panel_that_is_not_built_is_told_and_the_step_is_shown(host: LessonHost, panel: LessonPanel) -> None:
    own_lesson(GOOD.replace('"heads"]', '"crystal-ball"]'))
    panel.begin("small", 0)
    assert host.opened == ["plane", "lesson"]
    assert panel.heading.text() == "First"
    assert "“crystal-ball”" in panel.note.text()
    assert panel.note.isVisible()
    panel.go_to(1)
    assert not panel.note.isVisible()


def test_a_token_that_is_not_there_is_told(panel: LessonPanel) -> None:
    own_lesson(GOOD.replace('key = "Tom#1"', 'key = "Ann"'))
    panel.begin("small", 0)
    assert "“Ann” is not among the tokens" in panel.note.text()


def test_faulty_files_are_listed_with_their_reason_and_the_rest_works(host: LessonHost, panel: LessonPanel) -> None:
    path = own_lesson(GOOD.replace("layer = 2", "layer = 0"))
    panel.show_list()
    (fault,) = panel.contents.faults
    assert "small.toml" in fault.text()
    assert "line 19" in fault.text()
    assert ("attention", "begin") in panel.contents.buttons
    assert ("small", "begin") not in panel.contents.buttons
    path.write_text(GOOD, encoding="utf-8")
    panel.show_list()
    assert ("small", "begin") in panel.contents.buttons
    panel.begin("small", 0)
    path.write_text("broken", encoding="utf-8")  # in the middle of a lesson
    panel.forward()
    panel.forward()
    assert panel.stack.currentWidget() is panel.contents
    assert panel.contents.faults


def test_a_lesson_is_read_anew_while_it_is_written(panel: LessonPanel) -> None:
    path = own_lesson()
    panel.begin("small", 0)
    path.write_text(GOOD.replace("First", "A better title"), encoding="utf-8")
    panel.again()
    assert panel.heading.text() == "A better title"


def test_a_new_lesson_comes_from_the_template(
    host: LessonHost, panel: LessonPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", shown.append)
    qtbot.mouseClick(panel.contents.new_button, Qt.MouseButton.LeftButton)
    assert ("my-lesson-1", "begin") in panel.contents.buttons
    assert [url.toLocalFile() for url in shown] == [str(own_folder())]
    assert host.store.live.notice is not None
    assert "my-lesson-1.toml" in str(host.store.live.notice)


def test_a_place_in_a_lesson_that_is_gone_shows_the_list(qtbot: QtBot) -> None:
    panel = LessonHost(Store(AppState(place=Place("nowhere", 3)))).panel(qtbot)
    assert panel.stack.currentWidget() is panel.contents
    panel.forward()
    panel.back()
    assert ("attention", "begin") in panel.contents.buttons


# Looks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text_size", "width", "height"),
    [("en", 1.0, 380, 640), ("ru", 1.6, 448, 571), ("ru", 2.0, 620, 860)],
)
def test_every_step_fits_without_a_scroll_bar(
    host: LessonHost, qtbot: QtBot, language: Language, name: str, text_size: float, width: int, height: int
) -> None:
    register_fonts()
    language.use(name)
    panel = host.panel(qtbot, width, height)
    panel.setFont(app_font(text_size))
    panel.renew()
    for lesson in (ENGLISH, WHAT_IF):
        panel.begin(lesson.id, 0)
        every_step_fits(panel, lesson, width)


def every_step_fits(panel: LessonPanel, lesson: Lesson, width: int) -> None:
    for n in range(len(lesson.steps)):
        panel.go_to(n)
        panel.card.solve()
        QApplication.processEvents()
        assert panel.view.verticalScrollBar().maximum() == 0, lesson.steps[n].id
        assert panel.width() == width
        labels = [panel.heading, panel.body, panel.card.ask, *(a._text for a in panel.card.answers)]
        for label in labels:
            if label.isVisible():
                assert label.height() >= label.heightForWidth(label.width()), (lesson.steps[n].id, label.text())
        for button in (panel.back_button, panel.next_button):
            assert button.width() >= button.sizeHint().width()


def test_words_have_the_colours_of_what_they_name(host: LessonHost, panel: LessonPanel) -> None:
    go(panel, "query-key-value")
    for name in ("light", "dark", "contrast"):
        host.theme = load_theme(name)
        panel.renew()
        text = panel.body.text()
        for role in ("query", "key", "value"):
            assert f"color:{getattr(host.theme, f'{role}_ink')}" in text


def test_every_text_of_the_panel_is_in_the_language_of_the_window(
    host: LessonHost, qtbot: QtBot, language: Language
) -> None:
    texts: dict[str, list[str]] = {}
    for name in ("en", "ru"):
        language.use(name)
        panel = host.panel(qtbot)
        panel.begin("attention", 0)
        texts[name] = [panel.title(), panel.invitation(), panel.help_text(), panel.caption(), panel.progress.text()]
        texts[name] += [
            part.accessibleName() or part.text()
            for part in (panel.contents_button, panel.back_button, panel.next_button)
        ]
        panel.forward()
        texts[name] += [panel.next_button.text(), panel.card.kind.text()]
        panel.close()
    assert all(a != b for a, b in zip(texts["en"], texts["ru"]))
    assert all(any("а" <= c.lower() <= "я" for c in text) for text in texts["ru"])
    assert not any("а" <= c.lower() <= "я" for text in texts["en"] for c in text)


def test_the_type_shrinks_only_as_far_as_it_must(panel: LessonPanel) -> None:
    sizes = []
    for height in (900, 420, 330):
        panel.resize(450, height)
        panel.begin("attention", 1)
        QApplication.processEvents()
        sizes.append(panel.body.font().pointSizeF())
    assert all(larger > smaller for larger, smaller in pairwise(sizes))


def test_scenes_of_questions_are_empty_where_nothing_is_shown() -> None:
    quiet = [step.id for step in ENGLISH.steps if step.question is not None and step.question.show == Scene()]
    assert set(quiet) == {"wide-window", "start-mark", "root-d", "price"}
