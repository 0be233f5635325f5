"""What nobody foresaw: it is written to the log file and said in one dialog, and the program goes on."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, QUrl, Signal, Slot, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)

from rostok_gui.messages import RostokError
from rostok_gui.shell.fonts import em
from rostok_gui.shell.language import say
from rostok_gui.state.folders import log_folder

log = logging.getLogger("rostok_gui")
LOG_FILE = "rostok.log"
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def start_log() -> Path | None:
    """Write the log of the package to a file of at most 1 MB, with two older ones; None when no disk takes it."""
    try:
        path = log_folder() / LOG_FILE
        handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True)
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    return path


class ErrorReporter(QObject):
    """Catches what no one else caught, in every thread, and shows it in the GUI thread."""

    _caught = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self._dialog: ErrorDialog | None = None
        self._caught.connect(self._show)

    def install(self) -> None:
        """Take over Python's and Qt's ways of complaining."""
        sys.excepthook = self.report
        threading.excepthook = self._report_thread
        qInstallMessageHandler(_log_qt)

    def uninstall(self) -> None:
        """Give them back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)

    def report(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None = None
    ) -> None:
        """Log an error and show it; may be called in any thread."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        log.error("%s", details)
        if sys.stderr is not None:  # None in a Windows program without a console
            sys.stderr.write(details)
        self._caught.emit(error, details)

    def _report_thread(self, args: threading.ExceptHookArgs) -> None:
        self.report(args.exc_type, args.exc_value, args.exc_traceback)

    @Slot(object, str)
    def _show(self, error: BaseException | None, details: str) -> None:
        """One dialog, however many errors come; the first is mostly the cause of the others."""
        if self._dialog is not None:
            self._dialog.add(details)
            return
        self._dialog = ErrorDialog(error, details)
        self._dialog.finished.connect(self._forget)
        self._dialog.open()

    @Slot()
    def _forget(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None


class ErrorDialog(QDialog):
    """Words, what to do, and for the curious the details."""

    def __init__(self, error: BaseException | None, details: str) -> None:
        super().__init__(QApplication.activeWindow())
        self.setWindowTitle(self.tr("Something went wrong"))
        unit = em(self.font())
        words = (
            say(error.message)
            if isinstance(error, RostokError)
            else self.tr("An error inside the program: {error}.").format(error=type(error).__name__)
        )
        advice = self.tr(
            "Your text and your settings are kept, and you can go on. If it happens again, close the program and start "
            "it anew; the details are also in the log folder."
        )
        self.label = QLabel(f"{words}\n\n{advice}")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setAccessibleName(self.tr("Details"))
        self.details.setMinimumHeight(round(14 * unit))
        self.details.hide()
        self.details_button = QPushButton(self.tr("Details"))
        self.details_button.setCheckable(True)
        self.details_button.toggled.connect(self.details.setVisible)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.clicked.connect(self._copy)
        self.folder_button = QPushButton(self.tr("Open log folder"))
        self.folder_button.clicked.connect(open_log_folder)
        self.close_button = QPushButton(self.tr("Go on"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        row = QHBoxLayout()
        for button in (self.details_button, self.copy_button, self.folder_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[round(1.2 * unit)] * 4)
        column.setSpacing(round(0.8 * unit))
        column.addWidget(self.label)
        column.addWidget(self.details, 1)
        column.addLayout(row)
        self.setMinimumWidth(round(36 * unit))

    def add(self, details: str) -> None:
        """Another error came while this one is shown."""
        if self.details.blockCount() < 2000:
            self.details.appendPlainText("\n" + details)

    @Slot()
    def _copy(self) -> None:
        QApplication.clipboard().setText(f"{self.label.text()}\n\n{self.details.toPlainText()}")


def open_log_folder() -> None:
    """Show the folder of the log files in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder())))


def _log_qt(kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
    log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)
