"""Every text has its translation, and what is shipped is made from what is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rostok_gui.messages import Message
from rostok_gui.shell import translations
from rostok_gui.shell.language import say
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.translations import I18N, Entry, extract, read_ts, release

TS = sorted((I18N / "ru").glob("*.ts"))
FIELD = re.compile(r"\{(\w*)[^}]*\}|%n")


def entries() -> list[tuple[str, Entry]]:
    return [(path.name, entry) for path in TS for entry in read_ts(path)]


def test_every_text_in_the_sources_is_translated(tmp_path: Path) -> None:
    found = tmp_path / "all.ts"
    extract(sorted(translations.PACKAGE.rglob("*.py")), found, "ru")
    known = {entry.key for _, entry in entries() if entry.finished and all(entry.forms)}
    missing = sorted({entry.key for entry in read_ts(found)} - known)
    assert missing == [], f"{len(missing)} texts have no translation"


def test_fields_of_text_and_translation_agree() -> None:
    for name, entry in entries():
        wanted = sorted(match.group(0) for match in FIELD.finditer(entry.source))
        for form in entry.forms:
            assert sorted(match.group(0) for match in FIELD.finditer(form)) == wanted, (name, entry.source)


def test_plurals_have_all_forms() -> None:
    for name, entry in entries():
        if entry.plural:
            assert len(entry.forms) == 3, (name, entry.source)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_is_shipped_is_up_to_date(language: str, tmp_path: Path) -> None:
    release(language, tmp_path / "new.qm")
    assert (tmp_path / "new.qm").read_bytes() == (I18N / f"rostok_{language}.qm").read_bytes()


def test_messages_of_rooms_without_qt_are_said_in_the_language_on_screen(looks: Looks) -> None:
    inner = Message("it has no entry ◆")
    message = Message("{path} is not a training state.", {"path": inner})
    assert say(message) == "it has no entry ◆ is not a training state."
    looks.choose_language("ru")
    assert say(message) == "в нём нет записи ◆ — не состояние обучения."
    assert say(Message("{x:.3f}", {"x": 0.941})) == "0,941"
    assert say(Message("no one knows this {n}", {"n": 3})) == "no one knows this 3"
