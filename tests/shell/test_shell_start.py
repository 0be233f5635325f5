"""Start and end of the program in a process of its own."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QLabel

from rostok_gui.paths import ROOT
from rostok_gui.shell.gc_policy import GuiCollector
from rostok_gui.state.settings import read_settings


def run(code: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `code` with the project on the path."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    environment = {**kept, "PYTHONPATH": str(ROOT), "ROSTOK_HOME": str(home), **variables}
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        timeout=110,
        check=False,
    )


CLOSE = """
import sys
from PySide6.QtCore import QTimer
from rostok_gui.shell.program import Program
start = Program._start_worker
def look(self):
    print("torch" in sys.modules, self.window.isVisible())
    start(self)
    QTimer.singleShot({after}, self, self.window.close)
Program._start_worker = look
from rostok_gui.app import run_window
print(run_window(lang="ru", theme="dark"))
"""


@pytest.mark.parametrize("after", [0, 700, 4000])
def test_the_window_is_up_before_torch_and_closes_in_the_middle_of_anything(tmp_path: Path, after: int) -> None:
    done = run(CLOSE.format(after=after), tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["False", "True", "0"]
    assert done.stderr == ""
    settings, notice = read_settings(tmp_path / "settings.json")
    assert notice is None
    assert (settings.language, settings.theme) == ("system", "system")  # given for that run only
    assert settings.geometry


LEAVE = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest
from rostok_gui.bench.soak import Usage, rest
from rostok_gui.bench.window import running_program
with running_program() as program:
    window = program.window
    for panel in window.panels:
        window.open_panel(panel)
        QCoreApplication.processEvents()
    window.classroom.enter()
    QTest.keyClicks(window.text_line.field, "Tom")
    used = Usage.now()
    print(used.active_timers > 2, used.threads)
rest(2)
used = Usage.now()
print(used.active_timers, used.threads)
"""


def test_a_closed_window_leaves_no_thread_and_no_timer(tmp_path: Path) -> None:
    done = run(LEAVE, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "2", "0", "1"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    done = run("import sys; from rostok_gui.app import run_window; sys.exit(run_window())", tmp_path)
    assert done.returncode == 2
    assert "no display" in done.stderr
    assert "Traceback" not in done.stderr


class _Bell(QObject):
    rung = Signal(object)


class _Ear(QObject):
    count = 0

    @Slot(object)
    def hear(self, _what: object) -> None:
        self.count += 1


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None and True are immortal")
def test_this_qt_does_not_eat_references(qapp: Any) -> None:
    """PySide6 6.12.0 on Python 3.11 dropped a reference to None at every call and emit, until the program died."""
    bell, ear, label = _Bell(), _Ear(), QLabel()
    bell.rung.connect(ear.hear)
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(50_000):
        bell.rung.emit(None)
    for _ in range(300):
        label.setText("x")
        label.setEnabled(True)
    after = sys.getrefcount(None), sys.getrefcount(True)
    assert ear.count == 50_000
    assert all(abs(a - b) < 200 for a, b in zip(after, before)), (before, after)


def test_garbage_is_collected_by_the_gui_alone(qapp: Any) -> None:
    collector = GuiCollector()
    try:
        assert not gc.isenabled()
        gc.collect()
        kept: list[list[int]] = [[] for _ in range(3000)]
        assert gc.get_count()[0] > 2000
        collector.check()
        assert gc.get_count()[0] < 1000
        assert len(kept) == 3000
    finally:
        collector.stop()
    assert gc.isenabled()
