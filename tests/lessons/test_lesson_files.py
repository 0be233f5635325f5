"""Lesson files: the shipped ones are whole and alike in all languages; whatever is wrong is said with its line."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from lesson_house import GOOD

import rostok_gui.lessons
from rostok_gui.lessons.lesson import Lesson, Question, Scene
from rostok_gui.lessons.library import SHIPPED
from rostok_gui.lessons.markup import FORMULA, ITEM, PARAGRAPH, links
from rostok_gui.lessons.reader import read_lesson
from rostok_gui.lessons.scenes import LAYOUTS, PLANES, read_link
from rostok_gui.messages import RostokError
from rostok_gui.panels.plane_experiments import EXPERIMENTS
from rostok_gui.panels.registry import ROOMS
from rostok_gui.shell import layouts
from rostok_gui.state.app_state import Display, Key, Plane
from rostok_gui.state.examples import load_examples

FILES = sorted(SHIPPED.rglob("*.toml"))
NAMES = sorted({path.name for path in FILES})
Write = Callable[[str], Path]


# What is shipped -------------------------------------------------------------------------------------------------


def words_of(lesson: Lesson) -> list[tuple[str, str]]:
    """Every link of a lesson with the id of its step."""
    found = []
    for step in lesson.steps:
        texts = [step.body]
        if step.question is not None:
            texts += [step.question.then, *(answer.why for answer in step.question.answers)]
        found += [(step.id, link) for text in texts for _, link in links(text)]
    return found


def shape(question: Question | None) -> object:
    """All of a question but its words."""
    if question is None:
        return None
    number = None if question.number is None else replace(question.number, unit="")
    return question.predict, [a.right for a in question.answers], number, question.show, bool(question.then)


def test_there_are_three_lessons_in_two_languages() -> None:
    assert [path.relative_to(SHIPPED).as_posix() for path in FILES] == [
        "en/attention.toml",
        "en/what-if.toml",
        "en/write-your-own.toml",
        "ru/attention.toml",
        "ru/what-if.toml",
        "ru/write-your-own.toml",
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_shipped_lesson_names_only_what_there_is(path: Path) -> None:
    lesson = read_lesson(path)
    assert lesson.language == path.parent.name
    assert lesson.id == path.stem
    scenes = [step.scene for step in lesson.steps]
    scenes += [step.question.show for step in lesson.steps if step.question is not None]
    scenes += [goal for _, link in words_of(lesson) if isinstance(goal := read_link(link), Scene)]
    assert {panel for scene in scenes for panel in scene.panels} <= set(ROOMS)
    for scene in scenes:
        assert scene.layer is None or scene.layer < 8
        assert scene.head is None or scene.head < 6


@pytest.mark.parametrize("name", NAMES)
def test_all_languages_of_a_lesson_are_one_lesson(name: str) -> None:
    first, *others = (read_lesson(path) for path in FILES if path.name == name)
    for other in others:
        assert (other.id, other.layout) == (first.id, first.layout)
        assert [step.id for step in other.steps] == [step.id for step in first.steps]
        assert [step.scene for step in other.steps] == [step.scene for step in first.steps]
        assert [shape(step.question) for step in other.steps] == [shape(step.question) for step in first.steps]
        assert words_of(other) == words_of(first)


def test_the_russian_lesson_is_russian_and_the_english_one_is_not() -> None:
    for path in FILES:
        lesson = read_lesson(path)
        for step in lesson.steps:
            for text in (step.title, *(block.text for block in step.body if block.kind == PARAGRAPH)):
                assert bool(re.search("[а-яё]", text)) == (lesson.language == "ru"), (path.name, step.id, text)


def test_the_chapter_is_about_as_long_as_a_lecture_and_its_steps_are_short() -> None:
    for path in FILES:
        lesson = read_lesson(path)
        for step in lesson.steps:
            assert sum(len(block.text) for block in step.body) <= 460, (path, step.id)
    chapter = read_lesson(SHIPPED / "en" / "attention.toml")
    assert 18 <= len(chapter.steps) <= 28
    assert sum(step.question is not None for step in chapter.steps) >= 8


def test_the_lists_of_the_reader_are_those_of_the_window() -> None:
    assert tuple(layout.id for layout in layouts.LAYOUTS) == LAYOUTS
    assert {name: change(Plane()) for name, change in EXPERIMENTS.items()} == PLANES


def test_scores_of_the_quiz_are_those_it_speaks_of() -> None:
    chapter = read_lesson(SHIPPED / "en" / "attention.toml")
    question = chapter.steps[chapter.index_of("quiz-scores") or 0].question
    assert question is not None
    plane = question.show.plane
    assert plane is not None
    scores = [plane.query[0] * key.x + plane.query[1] * key.y for key in plane.keys]
    assert scores == pytest.approx([-3, -5, -6, -9])


def test_the_arithmetic_of_the_questions_is_right() -> None:
    text = (SHIPPED / "en" / "attention.toml").read_text(encoding="utf-8").replace(",", "")
    for product in (8 * 48 * 384, 512 * 48 * 384, 4 * 384**2, 512**2, 48 * 512**2):
        assert str(product) in text


# What is read ------------------------------------------------------------------------------------------------------


def test_everything_that_is_written_is_read(write: Write) -> None:
    lesson = read_lesson(write(GOOD))
    first, second = lesson.steps
    assert (lesson.id, lesson.title, lesson.language, lesson.layout) == ("small", "A small lesson", "en", "chapter")
    assert [block.kind for block in first.body] == [PARAGRAPH, FORMULA, ITEM]
    spans = first.body[0].spans
    assert [(s.text, s.bold, s.code, s.role, s.link) for s in spans] == [
        ("Words, ", False, False, "", ""),
        ("bold", True, False, "", ""),
        (", ", False, False, "", ""),
        ("code", False, True, "", ""),
        (", a ", False, False, "", ""),
        ("query", False, False, "query", ""),
        (" and ", False, False, "", ""),
        ("a link", False, False, "", "step:second"),
        (".", False, False, "", ""),
    ]
    assert first.scene == Scene(
        panels=("plane", "heads"),
        text="Tom saw Tom. Then he",
        layer=1,
        head=2,
        query=-1,
        key="Tom#1",
        plane=Plane((0.0, 1.5), keys=(Key("a", 1.0, 2.0, (1.0, 0.0, 0.5)),)),
        display={"real_head": False},
    )
    assert first.question is not None
    assert first.question.right == 0
    assert second.scene.board is not None
    assert second.scene.board.allowed[4] == (False, False, False, True, True)
    assert second.scene.display == {"scale": "log", "filter": Display().filter}
    assert second.question is not None
    assert second.question.number is not None
    assert (second.question.number.right, second.question.show.order) == (12.5, (0, 2, 1))


def test_an_example_brings_its_head_and_its_token(write: Write) -> None:
    example = load_examples()[0]
    text = GOOD.replace('text = "Tom saw Tom. Then he"\n', f'example = "{example.id}"\n').replace("layer = 2\n", "")
    scene = read_lesson(write(text)).steps[0].scene
    assert (scene.text, scene.layer, scene.head) == (example.text, example.layer, 2)


# fmt: off
FAULTS = [
    ("format = 1", "format = 2", "format = 2", "format", "from 1 to 1"),
    ('id = "small"', "", "format = 1", "id", "missing"),
    ('id = "small"', 'id = "Not Small"', 'id = "Not Small"', "id", "hyphens"),
    ('title = "A small lesson"', "title = 7", "title = 7", "title", "text in quotes"),
    ('title = "A small lesson"', 'title = "  "', 'title = "  "', "title", "empty"),
    ('language = "en"', 'language = "english"', 'language = "english"', "language", "two letters"),
    ('language = "en"', 'language = "en"\ncolour = "red"', 'colour = "red"', "colour", "means nothing here"),
    ('id = "second"', 'id = "first"', 'id = "first"', "step 2 › id", "earlier step"),
    ("a {query query} and [a link](step:second).", "a [link](step:third).", "Words, ", "step 1 › body", "“third”"),
    ("[a link](step:second)", "[a link](teleport:home)", "Words, ", "step 1 › body", "no known kind"),
    ("[a link](step:second)", "[a link](head:9)", "Words, ", "step 1 › body", "no head"),
    ("Words, **bold**", "Words, **bold", "Words, ", "step 1 › body", "never closed"),
    ('panels = ["plane", "heads"]', "panels = [1]", "panels = [1]", "step 1 › panels", "texts in quotes"),
    ("layer = 2", "layer = 0", "layer = 0", "step 1 › layer", "from 1 to 64"),
    ("layer = 2", "layer = true", "layer = true", "step 1 › layer", "whole number"),
    ("head = 3", 'head = 3\nfind = "induction"', 'find = "induction"', "step 1 › find", "cannot stand beside"),
    ("head = 3", 'head = 3\nexample = "tom"', 'example = "tom"', "step 1 › example", "cannot stand beside"),
    ("query = -1", "query = -2", "query = -2", "step 1 › query", "from -1 to 511"),
    ('key = "Tom#1"', "key = 1.5", "key = 1.5", "step 1 › key", "token in quotes"),
    ("query = [0, 1.5]", "query = [0, nan]", "query = [0, nan]", "step 1 › plane › query", "from -1000.0 to 1000.0"),
    ("at = [1, 2]", "at = [1]", "at = [1]", "step 1 › plane › keys 1 › at", "2 numbers"),
    ("value = [1, 0, 0.5]", "value = [1, 0, 2]", "value = [1, 0, 2]", "step 1 › plane › keys 1 › value", "from 0 to 1"),
    ('kind = "choice"', 'kind = "exam"', 'kind = "exam"', "step 1 › question › kind", "choice, predict"),
    ("right = true\n", "", "[step.question]", "step 1 › question › answer", "exactly one"),
    ('why = "It is not."', "", "[[step.question.answer]]", "step 1 › question › answer 2 › why", "missing"),
    (
        'why = "It is not."',
        'why = "It is not."\nright = true',
        "[step.question]",
        "step 1 › question › answer",
        "exactly one",
    ),
    ('body = "More words."', "", "[[step]]", "step 2 › body", "missing"),
    ('preset = "window"', 'preset = "curtain"', 'preset = "curtain"', "step 2 › mask › preset", "all open, causal"),
    ("size = 5", "size = 17", "size = 17", "step 2 › mask › size", "from 2 to 16"),
    ('scale = "log"', 'scale = "cubic"', 'scale = "cubic"', "step 2 › display › scale", "linear, sqrt, log"),
    ('then = "So much."', "", "[step.question]", "step 2 › question › then", "what is to be seen"),
    ("right = 12.5,", "", "number =", "step 2 › question › number › right", "either"),
    ("order = [0, 2, 1]", "order = [0, 2, 2]", "order = [0, 2, 2]", "step 2 › question › show › order", "no order"),
    (
        "order = [0, 2, 1]",
        'plane = "upside down"',
        'plane = "upside down"',
        "step 2 › question › show › plane",
        "start, zero",
    ),
    ("[[step]]", "[step]", "[[step]]", "", "TOML"),
    ('title = "Second"', 'title = "Second', 'title = "Second', "", "TOML"),
]
# fmt: on


@pytest.mark.parametrize(("old", "new", "on_line", "place", "reason"), FAULTS)
def test_a_fault_is_told_with_its_line_and_entry(
    write: Write, old: str, new: str, on_line: str, place: str, reason: str
) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    with pytest.raises(RostokError) as error:
        read_lesson(write(text))
    said = str(error.value)
    found = re.match(r"one\.toml, line (\d+)(?:, (.*?))?: ", said)
    assert found, said
    assert on_line in text.splitlines()[int(found[1]) - 1], said
    assert (found[2] or "") == place
    assert reason in said


def test_a_file_that_is_no_text_says_so(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_bytes(b'format = 1\nid = "\xff\xfe"\n')
    with pytest.raises(RostokError, match=r"line 2.*UTF-8"):
        read_lesson(path)
    with pytest.raises(RostokError, match="missing"):
        read_lesson(tmp_path / "none.toml")


def complaint(path: Path) -> str:
    """What is wrong with a file; anything but a `RostokError` is a fault of the reader."""
    try:
        read_lesson(path)
    except RostokError as error:
        return str(error)
    return ""


PIECES = (
    *(b'"', b"[", b"]", b"{", b"}", b"=", b"\n", b"**", b"`", b"[[step]]\n", b"\xff", b"\0", b"nan", b"9" * 5000),
    *(b"0x" + b"f" * 5000, b"[" * 2000, b"1979-05-27", b"true", b"(step:", b"'''", b"{query "),
)


def test_damaged_files_are_refused_in_words_and_never_crash(tmp_path: Path) -> None:
    rng, path, refused = random.Random(0), tmp_path / "one.toml", 0
    whole = [file.read_bytes() for file in FILES] + [GOOD.encode()]
    for n in range(320):
        data = bytearray(whole[n % len(whole)])
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    del data[place : place + rng.randrange(1, 400)]
                case 1:
                    data[place:place] = rng.choice(PIECES)
                case 2:
                    data[place] = rng.randrange(256)
                case 3:
                    lines = bytes(data).split(b"\n")
                    rng.shuffle(lines)
                    data = bytearray(b"\n".join(lines))
        path.write_bytes(bytes(data))
        said = complaint(path)
        refused += bool(said)
        assert re.match(r"one\.toml, line \d+|$", said), said
    assert refused > 150


def test_reading_lessons_needs_no_qt() -> None:
    for path in Path(rostok_gui.lessons.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] in ("PySide6", "torch", "pyqtgraph") for name in names), path
