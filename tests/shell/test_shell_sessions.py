"""Sessions: saved, opened, dropped, undone, kept behind the person's back, and alive after every kind of end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from shell_house import House

from rostok_gui import cli
from rostok_gui.model.interventions import ForbidCell
from rostok_gui.paths import ROOT
from rostok_gui.shell.autosaver import Autosaver
from rostok_gui.state.app_state import (
    AppState,
    Board,
    Change,
    Document,
    Place,
    Plane,
    Selection,
    TokenWindow,
    Writing,
    first_state,
)
from rostok_gui.state.autosave import Autosave
from rostok_gui.state.session import VERSION, Session, read_session, write_session
from rostok_gui.state.settings import read_settings, write_settings
from rostok_gui.state.store import Store

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

WORKED = AppState(
    document=Document("Tom & ◆ «Ёж»\nran"),
    selection=Selection(1, 2, 1),
    plane=replace(Plane(), temperature=0.25),
    board=Board(((True, False), (True, True)), "layer"),
    changes=(Change(ForbidCell(1, 2, 3, 0), "a name"),),
    place=Place("attention", 3),
    writing=Writing(0.25, 7, 0.5, 123, 9),
    window=TokenWindow(3, "·doll"),
)


def choose(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Whatever file dialog asks, the answer is `path`."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (str(path), ""))


def do(house: House, action: str) -> None:
    house.window.actions_table.by_id[action].trigger()
    QApplication.processEvents()


def drop(house: House, target: Any, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    none = Qt.KeyboardModifier.NoModifier
    target.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none))
    QApplication.processEvents()


# Files ---------------------------------------------------------------------------------------------------------------


def test_saved_and_opened_again_everything_is_there(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, store = house.window, house.store
    do(house, "layout-heads")
    window.docks.docks["inspector"].bar.buttons["close"].click()
    store.update(**vars(WORKED))
    choose(monkeypatch, tmp_path / "lecture")
    do(house, "save-session")
    path = tmp_path / "lecture.rostok"
    assert read_session(path).state == WORKED
    do(house, "new-session")
    do(house, "layout-explore")
    assert store.state == first_state()
    choose(monkeypatch, path)
    do(house, "open")
    assert store.state == WORKED
    assert window.text_line.field.content() == WORKED.document.text
    assert house.settings.layout == "heads"
    assert {dock.panel.panel_id for dock in window.docks.shown()} == {"heads"}  # as it was left by hand


def test_the_title_names_the_file_and_marks_what_is_not_saved(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, store = house.window, house.store
    assert window.windowTitle() == "Rostok"
    store.select(layer=1)
    assert window.windowTitle() == "Rostok"  # no file, nothing to differ from
    choose(monkeypatch, tmp_path / "a.rostok")
    do(house, "save-session")
    assert window.windowTitle() == "a.rostok – Rostok"
    store.select(key=1)  # the pointer over a token is no change
    assert window.windowTitle() == "a.rostok – Rostok"
    window.undo.edit("x", document=Document("other"))
    assert window.windowTitle() == "● a.rostok – Rostok"
    window.undo.stack.undo()
    assert window.windowTitle() == "a.rostok – Rostok"
    window.undo.stack.redo()
    do(house, "save-session")
    assert window.windowTitle() == "a.rostok – Rostok"
    assert read_session(tmp_path / "a.rostok").state.document.text == "other"


def test_undo_after_opening_brings_back_the_session_and_its_file(house: House, tmp_path: Path) -> None:
    write_session(Session(WORKED, "vectors"), tmp_path / "b.rostok")
    window, store = house.window, house.store
    window.undo.edit("x", document=Document("mine, in no file"))
    window.sessions.open_path(str(tmp_path / "b.rostok"))
    assert store.state == WORKED
    assert house.settings.layout == "vectors"
    window.undo.stack.undo()
    assert store.state.document.text == "mine, in no file"
    assert house.settings.layout == "explore"
    assert window.windowTitle() == "Rostok"
    window.undo.stack.redo()
    assert store.state == WORKED
    assert window.windowTitle() == "b.rostok – Rostok"


def test_what_cannot_be_opened_is_said_and_changes_nothing(house: House, tmp_path: Path) -> None:
    window, store = house.window, house.store
    path = tmp_path / "bad.rostok"
    write_session(Session(WORKED, "mask"), path)
    whole = json.loads(path.read_text())
    house.settings.remember_file(str(path))

    def there() -> tuple[object, ...]:
        shown = [dock.panel.panel_id for dock in window.docks.shown()]
        return store.state, house.settings.layout, shown, window.undo.stack.count(), window.windowTitle()

    before = there()
    for damage, reason in (
        (json.dumps({**whole, "version": VERSION + 1}), "newer Rostok"),
        (path.read_text()[:300], "not valid JSON"),
        (json.dumps({**whole, "state": {"document": {"text": 3}}}), "state.document.text"),
    ):
        path.write_text(damage)
        window.sessions.open_path(str(path))
        assert reason in window.message_bar.label.text()
        assert window.message_bar.isVisible()
        QApplication.processEvents()
        assert there() == before
    assert house.settings.recent_files == []


def test_a_disk_that_refuses_leaves_the_old_file_and_the_dot(house: House, tmp_path: Path) -> None:
    window = house.window
    path = tmp_path / "c.rostok"
    write_session(Session(AppState()), path)
    window.sessions.open_path(str(path))
    window.undo.edit("x", document=Document("new"))
    path.unlink()
    path.mkdir()  # nothing can be renamed onto a folder with something in it
    (path / "inside").touch()
    do(house, "save-session")
    assert "cannot be written" in window.message_bar.label.text()
    assert window.windowTitle().startswith("●")


def test_recent_files_are_offered_newest_first_and_open(house: House, tmp_path: Path) -> None:
    for name in ("one", "two & three"):
        write_session(Session(replace(AppState(), document=Document(name))), tmp_path / f"{name}.rostok")
        house.window.sessions.open_path(str(tmp_path / f"{name}.rostok"))
    menu = house.window.sessions.recent_menu
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions()] == ["two && three.rostok", "one.rostok"]
    menu.actions()[1].trigger()
    assert house.store.state.document.text == "one"
    write_settings(house.settings, tmp_path / "s.json")
    assert read_settings(tmp_path / "s.json")[0].recent_files[0] == str(tmp_path / "one.rostok")


def test_files_are_dropped_on_the_window_and_on_the_text(house: House, tmp_path: Path) -> None:
    write_session(Session(WORKED), tmp_path / "d.rostok")
    (tmp_path / "t.txt").write_text("from a file", encoding="utf-8")
    for target in (house.window, house.window.text_line.field):
        drop(house, target, tmp_path / "t.txt")
        assert house.store.state.document.text == "from a file"
        drop(house, target, tmp_path / "d.rostok")
        assert house.store.state == WORKED


# The command line ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "asked"),
    [
        (["a b.rostok"], {"session": "a b.rostok"}),
        (["--lang", "ru", "x.rostok"], {"session": "x.rostok", "lang": "ru"}),
        (["--session", "y", "--lesson", "attention"], {"session": "y", "lesson": "attention"}),
        (["--text", "Tom", "--present"], {"text": "Tom", "session": None, "present": True}),
    ],
)
def test_a_file_and_a_lesson_on_the_command_line(
    argv: list[str], asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr("rostok_gui.app.run_window", lambda **options: given.update(options) or 0)
    assert cli.main(argv) == 0
    assert asked.items() <= given.items()


def test_a_lesson_that_does_not_exist_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lesson", "no such"]) == 1
    assert "attention" in capsys.readouterr().err


# The running session -------------------------------------------------------------------------------------------------


def test_windows_side_by_side_keep_their_own_sessions(tmp_path: Path) -> None:
    first, second = Autosave.take(tmp_path), Autosave.take(tmp_path)
    assert first is not None
    assert second is not None
    assert first.path != second.path
    second.write(Session(replace(AppState(), document=Document("two"))))
    time.sleep(0.02)
    first.write(Session(replace(AppState(), document=Document("one"))))
    assert first.restore()[0] == Session(replace(AppState(), document=Document("one")))
    first.release()
    second.release()
    again, then = Autosave.take(tmp_path), Autosave.take(tmp_path)  # the newest is given back first
    assert again is not None
    assert then is not None
    assert [getattr(place.restore()[0], "state").document.text for place in (again, then)] == ["one", "two"]  # noqa: B009
    again.release()
    then.release()


def test_a_damaged_running_session_is_put_aside_and_said(tmp_path: Path) -> None:
    place = Autosave.take(tmp_path)
    assert place is not None
    assert place.restore() == (None, None)
    place.path.write_text('{"kind": "rostok-session"')
    session, message = place.restore()
    assert session is None
    assert "running-1.broken.rostok" in str(message)
    assert (tmp_path / "running-1.broken.rostok").read_text() == '{"kind": "rostok-session"'
    assert place.restore() == (None, None)
    place.release()


def test_a_folder_that_is_none_costs_the_running_session_alone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert Autosave.take(tmp_path / "file" / "running") is None


def test_a_change_is_on_disk_within_a_second_though_changes_never_pause(qtbot: Any, tmp_path: Path) -> None:
    place = Autosave.take(tmp_path)
    assert place is not None
    store = Store()
    saver = Autosaver(store, lambda: Session(store.state), place)
    store.update(document=Document("0"))
    for n in range(1, 40):
        qtbot.wait(25)
        store.update(document=Document(str(n)))
    assert int(read_session(place.path).state.document.text) > 10
    saver.close()
    assert read_session(place.path).state.document.text == "39"


def test_a_slow_disk_does_not_hold_up_the_window(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every write takes longer than the time between two; the newest is written, the window never waits."""
    place = Autosave.take(tmp_path)
    assert place is not None
    store, written = Store(), []

    def slowly(session: Session) -> None:
        time.sleep(0.3)
        written.append(session.state.document.text)

    monkeypatch.setattr(place, "write", slowly)
    saver = Autosaver(store, lambda: Session(store.state), place)
    saver._timer.setInterval(20)
    longest, start = 0.0, time.perf_counter()
    for n in range(60):
        before = time.perf_counter()
        store.update(document=Document(str(n)))
        QApplication.processEvents()
        longest = max(longest, time.perf_counter() - before)
        qtbot.wait(10)
    took = time.perf_counter() - start
    saver.close()
    assert written[-1] == "59"
    assert longest < 0.2
    assert len(written) <= took / 0.3 + 3


def test_a_disk_that_refuses_is_said_once(qtbot: Any, tmp_path: Path) -> None:
    place = Autosave.take(tmp_path / "running")
    assert place is not None
    place.path.mkdir()
    (place.path / "inside").touch()
    store, said = Store(), []
    saver = Autosaver(store, lambda: Session(store.state), place)
    saver.failed.connect(said.append)
    saver._timer.setInterval(1)
    for n in range(5):
        store.update(document=Document(str(n)))
        qtbot.wait(40)
    saver.close()
    assert len(said) == 1
    assert "cannot be written" in str(said[0])


# Kill -9 -------------------------------------------------------------------------------------------------------------

EDIT = """
import sys, time
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from rostok_gui.shell.autosaver import Autosaver
from rostok_gui.state.app_state import Document, first_state
from rostok_gui.state.autosave import Autosave
from rostok_gui.state.session import Session, write_session
from rostok_gui.state.store import Store

app = QCoreApplication([])
place = Autosave.take(Path(sys.argv[1]))
last, fault = place.restore()
assert fault is None, fault
store = Store(last.state if last else None)
saver = Autosaver(store, lambda: Session(store.state), place)
count = int(store.state.document.text.split()[0]) if last else 0
file = Path(sys.argv[1]) / (place.path.stem + "-saved.rostok")

def edit():
    global count
    count += 1
    store.update(document=Document(str(count) + " word" * 300))
    sys.stdout.write(f"{count} {time.monotonic()}\\n")
    sys.stdout.flush()
    if count % 3 == 0:
        write_session(Session(store.state), file)  # Ctrl+S, again and again

timer = QTimer()
timer.timeout.connect(edit)
print(place.path.name, flush=True)
timer.start(4)
app.exec()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_kill_9_at_thirty_moments_costs_a_second_at_most_and_no_file(tmp_path: Path) -> None:
    rng = random.Random(9)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    lost = []
    for _ in range(10):
        # Three windows at a time share the folder, each goes on with what another left.
        edits = [
            subprocess.Popen([sys.executable, "-c", EDIT, str(tmp_path)], stdout=subprocess.PIPE, env=environment)
            for _ in range(3)
        ]
        names = [process.stdout.readline().decode().strip() for process in edits if process.stdout]
        assert len(set(names)) == 3, names
        begun = time.monotonic()
        for moment, process, name in zip(sorted(rng.uniform(0, 1.5) for _ in edits), edits, names):
            assert process.stdout is not None
            time.sleep(max(0.0, begun + moment - time.monotonic()))
            process.kill()
            killed = time.monotonic()
            lines = [line.split() for line in process.stdout.read().decode().splitlines() if line.count(" ") == 1]
            process.wait()
            process.stdout.close()
            path = tmp_path / name
            kept = int(read_session(path).state.document.text.split()[0]) if path.exists() else 0
            lost += [killed - float(at) for number, at in lines if int(number) == kept + 1]
            saved = tmp_path / f"{path.stem}-saved.rostok"
            if saved.exists():
                read_session(saved)
    assert len(lost) > 15  # mostly there was something that was not written yet
    assert max(lost) <= 1.0, lost
    stray = [path.name for path in tmp_path.iterdir() if path.name.startswith(".running-") and "saved" not in path.name]
    assert len(stray) <= 3, stray  # those of the last three; earlier ones were swept


PRESENT = """
from PySide6.QtCore import QTimer
from rostok_gui.shell.program import Program
def look(self):
    lesson = self.window.panels["lesson"]
    print(self.window.classroom.on, self.window.store.state.place, lesson.isVisible(), sep="|")
    self.window.close()
Program._start_worker = lambda self: QTimer.singleShot(300, self, lambda: look(self))
from rostok_gui.app import run_window
run_window(lang="en", lesson="attention", present=True)
"""


def test_a_lesson_starts_in_classroom_mode(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ROSTOK_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", PRESENT]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=100, check=True)
    assert done.stdout.strip() == f"True|{Place('attention', 0)}|True"


START = """
import sys
from PySide6.QtCore import QTimer
from rostok_gui.shell.program import Program
from rostok_gui.state.app_state import Document, first_state
def begin(self):
    window = self.window
    print(window.text_line.field.content(), window.windowTitle(), window.status.sentence.text(), sep="|", flush=True)
    if sys.argv[1:] == ["edit"]:
        window.undo.edit("x", document=Document("typed before the end"))
        self._started = QTimer.singleShot(1000, lambda: print("now", flush=True))
    else:
        window.close()
Program._start_worker = begin
from rostok_gui.app import run_window
{call}
"""


def start(home: Path, call: str, *argv: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ROSTOK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", START.format(call=call), *argv]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_a_killed_program_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "mine.rostok"
    write_session(Session(replace(AppState(), document=Document("in the file"))), file)
    with start(tmp_path / "home", f"run_window(session={str(file)!r}, lang='en')", "edit") as first:
        assert first.stdout is not None
        assert first.stdout.readline().decode().startswith("in the file|mine.rostok – Rostok|")
        assert first.stdout.readline() == b"now\n"
        first.kill()
    with start(tmp_path / "home", "run_window(lang='en')") as second:
        text, title, said = second.communicate(timeout=60)[0].decode().strip().split("|")
    assert text == "typed before the end"
    assert title == "● mine.rostok – Rostok"
    assert "last session is back" in said
    assert read_session(file).state.document.text == "in the file"
    with start(tmp_path / "home", "run_window(text='given', lang='en')") as third:
        text, title, _ = third.communicate(timeout=60)[0].decode().strip().split("|")
    assert (text, title) == ("given", "Rostok")
