"""Reads a lesson file. Whatever is wrong in it is a `RostokError` with its line, the entry and the reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from rostok_gui.files import read_file, shown
from rostok_gui.lessons.lesson import Answer, Lesson, Number, Question, Scene, Step
from rostok_gui.lessons.markup import Block, MarkupError, links, parse
from rostok_gui.lessons.scenes import LAYOUTS, Jump, LinkError, read_link, read_scene
from rostok_gui.lessons.source import Source, at_line
from rostok_gui.lessons.table import Table
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message

FORMAT = 1
LIMIT = 1 << 20
MOST_STEPS, MOST_ANSWERS = 200, 6
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2}")
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")


def read_lesson(path: Path) -> Lesson:
    """Read and check a lesson file.

    Raises
    ------
    RostokError
        The file cannot be read, is no TOML, or says what no lesson says; with line and reason.
    """
    text = _decoded(path, read_file(path, LIMIT))
    table = Table(_parsed(path, text), Source(path, text))
    lesson = _read_lesson(table)
    table.finish()
    _check_steps(lesson, table)
    return lesson


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise at_line(path, line, Message(_NOT_UTF8)) from error


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        said = str(error)
        found = _AT_LINE.search(said)
        line = int(found[1]) if found else text.count("\n") + 1
        reason = Message(_NO_TOML, {"reason": shown(_AT_LINE.sub("", said).removesuffix(" (at end of document)"))})
        raise at_line(path, line, reason) from error


def _read_lesson(table: Table) -> Lesson:
    table.needed("format", table.integer("format", 1, FORMAT))
    steps = table.tables("step")
    if not 1 <= len(steps) <= MOST_STEPS:
        raise table.fault("step", _STEPS, most=MOST_STEPS)
    return Lesson(
        id=_name(table, "id", _NAME),
        title=table.needed("title", table.text("title")),
        about=table.text("about") or "",
        language=_name(table, "language", _LANGUAGE),
        layout=table.choice("layout", LAYOUTS) or "chapter",
        steps=tuple(map(_read_step, steps)),
    )


def _name(table: Table, name: str, pattern: re.Pattern[str]) -> str:
    value = table.needed(name, table.text(name))
    if not pattern.fullmatch(value):
        raise table.fault(name, _NO_NAME if pattern is _NAME else _NO_LANGUAGE, value=shown(value, 40))
    return value


def _read_step(table: Table) -> Step:
    question = table.table("question")
    step = Step(
        id=_name(table, "id", _NAME),
        title=table.needed("title", table.text("title")),
        body=table.needed("body", _read_words(table, "body")),
        scene=read_scene(table),
        question=None if question is None else _read_question(question),
    )
    table.finish()
    return step


def _read_words(table: Table, name: str) -> tuple[Block, ...] | None:
    text = table.text(name)
    if text is None:
        return None
    try:
        blocks = parse(text)
    except MarkupError as error:
        raise table.source.fault((*table.place, name), error.message, error.line) from error
    for line, link in links(blocks):
        try:
            read_link(link)
        except LinkError as error:
            raise table.source.fault((*table.place, name), error.message, line) from error
    return blocks


def _read_question(table: Table) -> Question:
    predict = table.needed("kind", table.choice("kind", ("choice", "predict"))) == "predict"
    answers, number, show = table.tables("answer"), table.table("number"), table.table("show")
    if bool(answers) == (number is not None):
        raise table.fault("answer", _ANSWER_OR_NUMBER)
    question = Question(
        predict=predict,
        ask=table.needed("ask", table.text("ask")),
        answers=tuple(map(_read_answer, answers)),
        number=None if number is None else _read_number(number),
        then=_read_words(table, "then") or (),
        show=Scene() if show is None else read_scene(show),
    )
    if show is not None:
        show.finish()
    if answers and (not 2 <= len(answers) <= MOST_ANSWERS or sum(a.right for a in question.answers) != 1):
        raise table.fault("answer", _ONE_RIGHT, most=MOST_ANSWERS)
    if number is not None and not question.then:
        raise table.fault("then", _EXPLAIN)
    table.finish()
    return question


def _read_answer(table: Table) -> Answer:
    answer = Answer(
        text=table.needed("text", table.text("text")),
        why=table.needed("why", _read_words(table, "why")),
        right=bool(table.flag("right")),
    )
    table.finish()
    return answer


def _read_number(table: Table) -> Number:
    right, measure = table.number("right", -1e12, 1e12), table.choice("measure", ("weight",))
    if (right is None) == (measure is None):
        raise table.fault("right", _RIGHT_OR_MEASURE)
    number = Number(right, table.number("tolerance", 0, 1e12) or 0.0, table.text("unit") or "", measure or "")
    table.finish()
    return number


def _check_steps(lesson: Lesson, table: Table) -> None:
    """Raise if two steps have one id, or a link leads to a step that is not there."""
    ids = [step.id for step in lesson.steps]
    for n, step in enumerate(lesson.steps, 1):
        if step.id in ids[: n - 1]:
            raise table.source.fault(("step", n, "id"), Message(_TWICE, {"value": step.id}))
    for n, step in enumerate(lesson.steps, 1):
        for name, blocks in _all_words(step):
            for line, link in links(blocks):
                goal = read_link(link)
                if isinstance(goal, Jump) and goal.step not in ids:
                    reason = Message(_NO_STEP, {"value": shown(goal.step, 40)})
                    raise table.source.fault(("step", n, *name), reason, line)


def _all_words(step: Step) -> list[tuple[tuple[str | int, ...], tuple[Block, ...]]]:
    """Every text of a step that may hold links, with its place."""
    words: list[tuple[tuple[str | int, ...], tuple[Block, ...]]] = [(("body",), step.body)]
    if step.question is not None:
        words.append((("question", "then"), step.question.then))
        words += [(("question", "answer", i, "why"), a.why) for i, a in enumerate(step.question.answers, 1)]
    return words


_NOT_UTF8 = QT_TRANSLATE_NOOP("messages", "The file is not UTF-8 text. Save it in the encoding UTF-8.")
_NO_TOML = QT_TRANSLATE_NOOP("messages", "This is not TOML: {reason}. Look for a missing quote or bracket.")
_STEPS = QT_TRANSLATE_NOOP("messages", "A lesson has from 1 to {most} steps, each under [[step]].")
_NO_NAME = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be “{value}”. Write small Latin letters, digits and hyphens.")
_NO_LANGUAGE = QT_TRANSLATE_NOOP("messages", "“{name}” cannot be “{value}”. Write two letters, like en or ru.")
_ANSWER_OR_NUMBER = QT_TRANSLATE_NOOP(
    "messages", "A question has either answers, each under [[step.question.answer]], or one “number”."
)
_ONE_RIGHT = QT_TRANSLATE_NOOP(
    "messages", "A question has from 2 to {most} answers, and exactly one of them has right = true."
)
_EXPLAIN = QT_TRANSLATE_NOOP("messages", "“{name}” is missing: say what is to be seen once the guess is made.")
_RIGHT_OR_MEASURE = QT_TRANSLATE_NOOP("messages", "A number has either “right” or “measure”, not both.")
_TWICE = QT_TRANSLATE_NOOP("messages", "“{value}” is the id of an earlier step. Choose another one.")
_NO_STEP = QT_TRANSLATE_NOOP("messages", "The link leads to the step “{value}”, which is not there.")
