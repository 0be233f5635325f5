"""The running program, put together in the order in which it starts, and taken apart in the other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from rostok_gui.client import Client
from rostok_gui.engine.results import Answer, Event, ModelOpened
from rostok_gui.messages import Message
from rostok_gui.panels.registry import PANELS
from rostok_gui.paths import RESOURCES
from rostok_gui.shell.autosaver import Autosaver
from rostok_gui.shell.errors import ErrorReporter, start_log
from rostok_gui.shell.fonts import register_fonts
from rostok_gui.shell.gc_policy import GuiCollector
from rostok_gui.shell.heap import HeapKeeper
from rostok_gui.shell.link import Link
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.main_window import MainWindow
from rostok_gui.state.autosave import Autosave
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store

START_WORKER_MS = 30
"""After the window is shown: time for it to be painted before torch takes the processor."""
SAVE_MS = 30_000


def make_application() -> QApplication:
    """The application with its name, its sign and its font; Fusion, because the style sheet is drawn for it."""
    # Else a style sheet keeps widgets from taking the font of the panel they are in.
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([sys.argv[0]])
    app.setApplicationName("rostok")
    app.setApplicationDisplayName("Rostok")
    app.setDesktopFileName("rostok")
    app.setStyle("Fusion")
    app.setWindowIcon(QIcon(str(RESOURCES / "icons" / "rostok.svg")))
    register_fonts()
    return app


class Program(QObject):
    """Parameters
    ----------
    store : Store
    settings : Settings
    save : callable
        Writes `settings`.
    notice : Message or None
        What the person should read first.
    autosave : Autosave or None
        Where the running session is kept; None: nowhere.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        save: Callable[[], None],
        notice: Message | None = None,
        autosave: Autosave | None = None,
    ) -> None:
        self.app = make_application()
        super().__init__()
        self._save, self._settings = save, settings
        self.reporter = ErrorReporter()
        start_log()
        self.reporter.install()
        self.collector = GuiCollector()
        self.looks = Looks(self.app, settings)
        self.looks.apply()
        self.client = Client()
        self.heap = HeapKeeper(self)
        self.client.busy_changed.connect(self.heap.on_busy)
        self.link = Link(store, self.client)
        try:
            self.window = MainWindow(store, self.client, self.looks, PANELS, self.shut_down)
        except Exception:
            self.client.shutdown()  # Qt aborts when a running thread is dropped
            raise
        self.link.arrived.connect(self.window.on_event)
        self.link.arrived.connect(self._on_first_model)
        self.window.text_line.device_wanted.connect(self._use_device)
        if notice is not None:
            self.window.say(notice)
        self.autosaver: Autosaver | None = None
        if autosave is not None:
            self.autosaver = Autosaver(store, self.window.sessions.running, autosave)
            self.autosaver.failed.connect(self.window.say)
            self.window.sessions.file_changed.connect(self.autosaver.remember)
        self._saver = QTimer(self)
        self._saver.timeout.connect(self._keep)
        self._saver.start(SAVE_MS)

    def run(self, lesson: str | None = None, present: bool = False) -> int:
        """Show the window, start the worker behind it, and stay until the window is closed.

        Parameters
        ----------
        lesson : str or None
            Id of the lesson to begin with.
        present : bool
            Begin in classroom mode.
        """
        self.window.start()
        # When the docks have their true sizes:
        if present:
            QTimer.singleShot(0, self.window.classroom, self.window.classroom.enter)
        if lesson is not None:
            QTimer.singleShot(0, self, partial(self._begin, lesson))
        QTimer.singleShot(START_WORKER_MS, self, self._start_worker)
        code = self.app.exec()
        self.shut_down()
        self.reporter.uninstall()
        return code

    def _begin(self, lesson: str) -> None:
        from rostok_gui.panels.lesson import LessonPanel

        panel = self.window.panels[LessonPanel.panel_id]
        assert isinstance(panel, LessonPanel)
        panel.begin(lesson, 0)

    @Slot()
    def _start_worker(self) -> None:
        self.link.start(self._settings.device)
        self.collector.freeze()

    @Slot(object)
    def _on_first_model(self, event: Event) -> None:
        """A collection that walked through torch and the model would hold the window up for a third of a second."""
        if isinstance(event, Answer) and isinstance(event.result, ModelOpened):
            self.link.arrived.disconnect(self._on_first_model)
            self.collector.freeze_more()

    @Slot(str)
    def _use_device(self, device: str) -> None:
        self._settings.device = device
        self.link.use_device(device)

    @Slot()
    def _keep(self) -> None:
        self._save()

    def shut_down(self) -> None:
        """Stop the worker and keep the settings; once."""
        if not self.client.closed:
            self._saver.stop()
            self._save()
            if self.autosaver is not None:
                self.autosaver.close()
            self.client.shutdown()
            self.heap.stop()
            self.collector.stop()
