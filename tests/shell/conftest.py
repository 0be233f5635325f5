"""A whole window for a test: real docks and menus, small panels, a recorder in place of the worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from shell_house import PANELS, FakeClient, House, small_trace

from rostok_gui.engine.results import ModelOpened
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.device import DeviceInfo
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Panel
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.main_window import MainWindow
from rostok_gui.shell.program import make_application
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings of the person who runs it."""
    monkeypatch.setenv("ROSTOK_HOME", str(tmp_path / "home"))


@pytest.fixture
def looks(qapp: QApplication) -> Iterator[Looks]:
    """The looks of an English light window; afterwards the application is as it was."""
    before = qapp.palette(), qapp.font()
    made = Looks(make_application(), Settings(language="en", theme="light"))
    made.apply()
    yield made
    made.language.use("en")
    qapp.setStyleSheet("")
    qapp.setPalette(before[0])
    qapp.setFont(before[1])
    qapp.styleHints().colorSchemeChanged.disconnect(made._on_system_scheme)


@pytest.fixture
def build(qtbot: Any, looks: Looks) -> Any:
    """Make and show a window; ``build(PANELS, text_size=1.6)``."""

    def make(panels: tuple[type[Panel], ...] = PANELS, **changes: Any) -> House:
        for name, value in changes.items():
            setattr(looks.settings, name, value)
        if changes:
            looks.apply()
        store, client, closed = Store(), FakeClient(), []
        window = MainWindow(store, client, looks, panels, lambda: closed.append(True))
        qtbot.addWidget(window)
        window.start()
        qtbot.waitExposed(window)
        QApplication.processEvents()
        return House(window, client, store, looks.settings, closed)

    return make


@pytest.fixture
def house(build: Any) -> House:
    """A window with four small panels."""
    made: House = build()
    return made


@pytest.fixture
def trace() -> Trace:
    """`small_trace`."""
    return small_trace()


@pytest.fixture
def opened() -> ModelOpened:
    """What the worker says when it has opened a model on the first of two devices."""
    devices = (DeviceInfo("cpu", "A processor", 8 << 30), DeviceInfo("cuda:0", "A fast device", 24 << 30))
    return ModelOpened("rostok", ModelConfig(), 1000, devices[0], devices, ("gpt-1", "rostok"), 0.5, 0.0)
