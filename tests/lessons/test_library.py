"""Which lessons there are: shipped ones, one's own, and files that are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lesson_house import GOOD

from rostok_gui.lessons.library import Library, new_from_template, own_folder
from rostok_gui.lessons.reader import read_lesson
from rostok_gui.messages import RostokError


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_shipped_lessons_come_in_the_language_of_the_window() -> None:
    shelf = Library().shelf()
    assert [lesson.id for lesson in shelf.in_language("ru")] == ["attention", "what-if", "write-your-own"]
    assert {lesson.language for lesson in shelf.in_language("ru")} == {"ru"}
    assert {lesson.language for lesson in shelf.in_language("en")} == {"en"}
    assert {lesson.id for lesson in shelf.in_language("fr")} == {"attention", "what-if", "write-your-own"}
    assert not shelf.faulty


def test_own_lessons_are_listed_and_faulty_ones_with_their_reason() -> None:
    put(own_folder(), "good.toml", GOOD)
    put(own_folder() / "deeper", "twin.toml", GOOD)
    put(own_folder(), "no-title.toml", GOOD.replace('title = "First"\n', "").replace('"small"', '"other"'))
    shelf = Library().shelf()
    assert [lesson.id for lesson in shelf.in_language("en")] == ["attention", "what-if", "write-your-own", "small"]
    assert {(fault.path.name, str(fault.reason)) for fault in shelf.faulty} == {
        ("good.toml", "Another file has the id “small” in the language “en”. Choose another id."),
        ("no-title.toml", "no-title.toml, line 6, step 1 › title: “title” is missing here. Add it."),
    }


def test_a_lesson_of_ones_own_takes_the_place_of_a_shipped_one_in_its_language() -> None:
    put(own_folder(), "mine.toml", GOOD.replace('id = "small"', 'id = "attention"'))
    library = Library()
    english, russian = (library.shelf().lesson("attention", language) for language in ("en", "ru"))
    assert english is not None
    assert russian is not None
    assert (english.title, russian.title) == ("A small lesson", "Внимание")


def test_a_changed_file_is_read_again_and_an_unchanged_one_is_not() -> None:
    path = put(own_folder(), "good.toml", GOOD)
    library = Library(own_folder())
    (first,) = library.shelf().lessons
    assert library.shelf().lessons[0] is first
    path.write_text(GOOD.replace("A small lesson", "Another title"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert library.shelf().lessons[0].title == "Another title"
    path.write_text("format = ", encoding="utf-8")
    assert not library.shelf().lessons
    assert len(library.shelf().faulty) == 1
    path.unlink()
    assert not library.shelf().faulty


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_a_new_lesson_is_whole_and_has_a_name_of_its_own(language: str) -> None:
    first, second = (new_from_template(own_folder(), language) for _ in range(2))
    assert first != second
    assert "#" in first.read_text(encoding="utf-8")
    lessons = [read_lesson(path) for path in (first, second)]
    assert [lesson.id for lesson in lessons] == ["my-lesson-1", "my-lesson-2"]
    assert {lesson.language for lesson in lessons} == {"en" if language == "fr" else language}
    assert {"my-lesson-1", "my-lesson-2"} <= {lesson.id for lesson in Library().shelf().lessons}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(RostokError, match="cannot be written"):
        new_from_template(blocked / "lessons", "en")
