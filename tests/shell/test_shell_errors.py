"""What nobody foresaw is said once, in words, and logged."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt, qWarning
from PySide6.QtWidgets import QApplication

from rostok_gui.messages import RostokError
from rostok_gui.shell.errors import LOG_FILE, ErrorReporter, log, start_log
from rostok_gui.shell.looks import Looks
from rostok_gui.state.folders import log_folder


@pytest.fixture
def reporter(looks: Looks, capsys: pytest.CaptureFixture[str]) -> Iterator[ErrorReporter]:
    made = ErrorReporter()
    start_log()
    yield made
    if made._dialog is not None:
        made._dialog.accept()
    QApplication.processEvents()
    for handler in list(log.handlers):
        log.removeHandler(handler)
        handler.close()


def raised(error: Exception) -> tuple[Any, Any, Any]:
    try:
        raise error
    except Exception:
        return sys.exc_info()


def test_an_exception_becomes_one_dialog_and_a_log_entry(reporter: ErrorReporter, qtbot: Any) -> None:
    reporter.report(*raised(ZeroDivisionError("a slot divided")))
    dialog = reporter._dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert "ZeroDivisionError" in dialog.label.text()
    assert not dialog.details.isVisible()
    qtbot.mouseClick(dialog.details_button, Qt.MouseButton.LeftButton)
    assert "a slot divided" in dialog.details.toPlainText()
    reporter.report(*raised(KeyError("second")))
    assert reporter._dialog is dialog
    assert "second" in dialog.details.toPlainText()
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert "a slot divided" in QApplication.clipboard().text()
    assert "a slot divided" in (log_folder() / LOG_FILE).read_text("utf-8")
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    assert reporter._dialog is None


def test_a_foreseen_error_is_said_in_its_own_words(reporter: ErrorReporter) -> None:
    reporter.report(*raised(RostokError("The disk {name} is full.", name="C")))
    assert reporter._dialog is not None
    assert "The disk C is full." in reporter._dialog.label.text()


def test_an_exception_in_another_thread_is_shown_in_this_one(reporter: ErrorReporter, qtbot: Any) -> None:
    thread = threading.Thread(target=lambda: reporter.report(*raised(OSError("elsewhere"))))
    thread.start()
    thread.join()
    assert reporter._dialog is None
    qtbot.waitUntil(lambda: reporter._dialog is not None)
    assert reporter._dialog is not None
    assert "elsewhere" in reporter._dialog.details.toPlainText()


@pytest.mark.no_qt_log
def test_the_hooks_are_taken_and_given_back(reporter: ErrorReporter) -> None:
    before = sys.excepthook, threading.excepthook
    reporter.install()
    try:
        sys.excepthook(*raised(ValueError("through the hook")))
        assert reporter._dialog is not None
        qWarning("from Qt")
        assert "Qt: from Qt" in (log_folder() / LOG_FILE).read_text("utf-8")
    finally:
        reporter.uninstall()
        sys.excepthook, threading.excepthook = before
