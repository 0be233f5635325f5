"""Keeps the translations in step with the sources: ``python -m rostok_gui.shell.translations [GROUP ...]``.

Every group of sources has its own file ``resources/i18n/ru/<group>.ts``, so that two people who work on two panels do
not meet in one file. Run it after a change of any text: new texts appear as unfinished, old ones go; then it makes
``rostok_ru.qm`` from all groups. ``rostok_en.qm`` holds the English plurals.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rostok_gui.paths import RESOURCES, ROOT

I18N = RESOURCES / "i18n"
PACKAGE = ROOT / "rostok_gui"
LANGUAGE = "ru"
PLURALS = "en"
_OWN_GROUPS = ("shell", "widgets", "lessons")


@dataclass(frozen=True)
class Entry:
    """One text of a .ts file.

    Attributes
    ----------
    forms : tuple of str
        Its translations: one, or one for each plural form.
    """

    context: str
    source: str
    comment: str
    forms: tuple[str, ...]
    plural: bool
    finished: bool

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it different from all others."""
        return self.context, self.source, self.comment


def sources() -> dict[str, list[Path]]:
    """The Python files of each group: shell, widgets, lessons, one group a panel, ``messages`` for all other rooms."""
    groups: dict[str, list[Path]] = {}
    panels = {path.stem for path in (PACKAGE / "panels").glob("*.py")}
    for path in sorted(PACKAGE.rglob("*.py")):
        room, *rest = path.relative_to(PACKAGE).parts
        if room == "panels":
            name = rest[0].removesuffix(".py")
            group = name if name in panels and "_" not in name else name.split("_")[0]
        else:
            group = room if room in _OWN_GROUPS else "messages"
        groups.setdefault(group, []).append(path)
    return groups


def read_ts(path: Path) -> Iterator[Entry]:
    """All entries of a .ts file that are in use."""
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            kind = translation.get("type", "")
            if kind in ("vanished", "obsolete"):
                continue
            plural = message.get("numerus") == "yes"
            forms = (
                [form.text or "" for form in translation.iter("numerusform")] if plural else [translation.text or ""]
            )
            yield Entry(
                context.findtext("name", ""),
                message.findtext("source", ""),
                message.findtext("comment", ""),
                tuple(forms),
                plural,
                kind != "unfinished",
            )


def extract(files: list[Path], to: Path, language: str, *, plurals_only: bool = False) -> None:
    """Bring the .ts file `to` up to date with the texts in `files`."""
    command = ["pyside6-lupdate", *map(str, files), "-no-obsolete", "-locations", "none", "-target-language", language]
    _run([*command, *(["-pluralonly"] if plurals_only else []), "-ts", str(to)])


def release(language: str, to: Path) -> None:
    """Make one .qm file of all .ts files of a language."""
    parts = sorted((I18N / language).glob("*.ts"))
    new = to.with_suffix(".new")
    _run(["pyside6-lrelease", "-silent", *map(str, parts), "-qm", str(new)])
    new.replace(to)  # a running program has the old file mapped into its memory: it must not change under it


def _run(command: list[str]) -> None:
    tool = Path(sys.executable).parent / command[0]
    done = subprocess.run([str(tool), *command[1:]], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr or done.stdout}")


def fill_english_plurals(path: Path) -> None:
    """Give each English plural its two forms, made from the source: ``%n token(s)`` is “%n token” and “%n tokens”."""
    tree = ET.parse(path)
    for message in tree.getroot().iter("message"):
        translation = message.find("translation")
        source = message.findtext("source", "")
        if translation is None:
            continue
        for form, ending in zip(translation.iter("numerusform"), ("", "s")):
            form.text = source.replace("(s)", ending)
        translation.attrib.pop("type", None)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def main(chosen: list[str]) -> int:
    """Update the chosen groups (none chosen: all), release both languages, and say what is still to be translated."""
    (I18N / LANGUAGE).mkdir(parents=True, exist_ok=True)
    (I18N / PLURALS).mkdir(parents=True, exist_ok=True)
    for group, files in sources().items():
        if chosen and group not in chosen:
            continue
        path = I18N / LANGUAGE / f"{group}.ts"
        with tempfile.TemporaryDirectory() as folder:
            trial = Path(folder) / "trial.ts"
            extract(files, trial, LANGUAGE)
            if any(read_ts(trial)):
                extract(files, path, LANGUAGE)
    plurals = I18N / PLURALS / "plurals.ts"
    extract(sorted(PACKAGE.rglob("*.py")), plurals, PLURALS, plurals_only=True)
    fill_english_plurals(plurals)
    for language in (LANGUAGE, PLURALS):
        release(language, I18N / f"rostok_{language}.qm")
    missing = 0
    for path in sorted((I18N / LANGUAGE).glob("*.ts")):
        for entry in read_ts(path):
            if not entry.finished or not all(entry.forms):
                missing += 1
                print(f"{path.name}: {entry.context}: {entry.source!r}")
    print(f"{missing} texts are still to be translated")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
