"""The first start speaks the language of the system; numbers are read in every form and shown in one."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from rostok_gui.panels.base import Context
from rostok_gui.panels.registry import PANELS
from rostok_gui.shell import language
from rostok_gui.shell.looks import Looks
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store
from rostok_gui.widgets.value_slider import NumberField


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [(["ru-RU", "en"], "ru"), (["ru"], "ru"), (["de-DE", "ru-RU", "en-US"], "ru"), (["en-GB"], "en"), (["ja"], "en"),
     ([], "en")],
)  # fmt: skip
def test_the_first_start_speaks_the_language_of_the_system(
    asked: list[str], wanted: str, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    class System:
        def uiLanguages(self) -> list[str]:
            return asked

    class Locale(QLocale):
        @staticmethod
        def system() -> Any:
            return System()

    monkeypatch.setattr(language, "QLocale", Locale)
    assert Settings().language == "system"
    assert looks.language.use("system") == wanted


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="LANG tells the language on Linux")
@pytest.mark.parametrize(("lang", "wanted"), [("ru_RU.UTF-8", "ru"), ("en_US.UTF-8", "en"), ("de_DE.UTF-8", "en")])
def test_lang_of_the_environment_is_heard(lang: str, wanted: str) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    code = "from rostok_gui.shell.language import system_language; print(system_language())"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**kept, "LANG": lang, "LC_ALL": lang}, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.strip() == wanted


@pytest.mark.parametrize(("choice", "shown"), [("en", "0.70"), ("ru", "0,70")])
@pytest.mark.parametrize("typed", ["0,7", "0.7"])
def test_comma_and_point_are_the_same_number(qtbot: Any, looks: Looks, choice: str, shown: str, typed: str) -> None:
    looks.choose_language(choice)
    field = NumberField(-100, 100)
    qtbot.addWidget(field)
    field.show()
    heard: list[float] = []
    field.edited.connect(heard.append)
    field.selectAll()
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert heard == [0.7]
    assert field.text() == shown


def test_no_panel_has_a_field_that_knows_one_form_only(qtbot: Any, looks: Looks) -> None:
    """Qt's own field for decimals takes 0.7 for 7 where the comma is the sign: NumberField is there instead."""
    store = Store()

    def nothing(*_: Any, **__: Any) -> None: ...

    for kind in PANELS:
        panel = kind(Context(store, nothing, nothing, nothing, nothing, nothing, lambda: looks.theme))
        qtbot.addWidget(panel)
        exact = [w for w in panel.findChildren(QWidget) if type(w) is QDoubleSpinBox]
        assert exact == [], kind.panel_id
