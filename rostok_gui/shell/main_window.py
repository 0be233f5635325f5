"""The window: text line, messages, docks, status bar; it carries news from store and worker to the panels."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from PySide6.QtCore import QByteArray, QEvent, QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Event, Failure
from rostok_gui.messages import Message
from rostok_gui.panels.base import Context, Panel
from rostok_gui.panels.lesson import LessonPanel
from rostok_gui.shell.actions import ACTIONS, ActionTable, layout_actions, panel_actions
from rostok_gui.shell.classroom import Classroom
from rostok_gui.shell.docks import DockHost, PanelDock
from rostok_gui.shell.files import Files
from rostok_gui.shell.help import Help
from rostok_gui.shell.layouts import LAYOUTS, Layout, only_existing
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.message_bar import MessageBar
from rostok_gui.shell.palette import PaletteDoor
from rostok_gui.shell.sessions import Sessions
from rostok_gui.shell.status_bar import StatusBar
from rostok_gui.shell.text_line import TextLine, dropped_file
from rostok_gui.shell.undo import Undo
from rostok_gui.state.store import Store

FIRST_SIZE = (1280, 800)


class Door(Protocol):
    """What the window needs of `client.Client`."""

    def post(self, request: Request) -> None: ...
    def replace(self, request: Request) -> None: ...
    def cancel(self, slot: str | None = None) -> None: ...


class MainWindow(QMainWindow):
    """Parameters
    ----------
    store : Store
    door : Door
        The way to the worker.
    looks : Looks
        Applied already; its settings are those of the window.
    panels : iterable of Panel classes
    on_close : callable
        Called once, when the window closes.
    """

    def __init__(
        self,
        store: Store,
        door: Door,
        looks: Looks,
        panels: Iterable[type[Panel]],
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.store, self.looks, self.settings = store, looks, looks.settings
        self.undo = Undo(store)
        self._on_close = on_close
        context = Context(
            store, door.post, door.replace, door.cancel, self.undo.edit, self.open_panel, self._theme, self.use_layout
        )
        self.panels: dict[str, Panel] = {}
        for kind in panels:
            guarded(self._build, kind, context)
        existing = frozenset(self.panels)
        self.layouts: dict[str, Layout] = {x.id: x for x in LAYOUTS if only_existing(x.root, existing) is not None}

        self.text_line = TextLine(store, self.undo.edit, self.settings)
        self.message_bar = MessageBar()
        self.docks = DockHost(self.panels.values())
        self.status = StatusBar()
        self.files = Files(self, store, self.panel_in_use, self.docks.each_open, self._theme)
        self.sessions = Sessions(self)
        self.classroom = Classroom(self)
        self.palette_door = PaletteDoor(self)
        self.help = Help(self, self.panel_in_use, lambda: self.actions_table.table)
        self.actions_table = ActionTable(
            self,
            (
                *ACTIONS,
                *panel_actions({name: panel.title for name, panel in self.panels.items()}),
                *layout_actions({name: layout.shown_title for name, layout in self.layouts.items()}),
            ),
        )
        self.actions_table.put_menu(self.sessions.recent_menu, "file", before="save-session")
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text_line)
        column.addWidget(self.message_bar)
        column.addWidget(self.docks, 1)
        self.setCentralWidget(body)
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        self._connect(door)
        self._renew()
        self._restore_geometry()

    def _build(self, kind: type[Panel], context: Context) -> None:
        self.panels[kind.panel_id] = kind(context)

    def _connect(self, door: Door) -> None:
        self.store.changed.connect(self._on_changed)
        self.looks.changed.connect(self._renew)
        self.looks.chosen.connect(self._mark_choices)
        self.docks.help_wanted.connect(self._help_for)
        self.text_line.problem.connect(self.say)
        self.files.said.connect(self.say)
        self.sessions.said.connect(self.say)
        self.sessions.text_chosen.connect(self.text_line.open_file)
        self.text_line.file_dropped.connect(self.sessions.open_path)
        self.message_bar.dismissed.connect(self._dismiss_notice)
        self.status.cancel_wanted.connect(door.cancel)
        for dock in self.docks.docks.values():
            dock.visibilityChanged.connect(self._mark_panels)
        self.undo.stack.canUndoChanged.connect(self._mark_undo)
        self.undo.stack.canRedoChanged.connect(self._mark_undo)
        self.undo.stack.indexChanged.connect(self._mark_undo)

    # News ----------------------------------------------------------------------------------------------------------

    def _on_changed(self, changed: frozenset[str]) -> None:
        self.text_line.show_state(changed)
        if changed & {"model", "trace", "busy", "pointer"}:
            self.status.show_live(self.store.live)
        if "notice" in changed:
            self.message_bar.show_message(self.store.live.notice)
        for panel in self.panels.values():
            guarded(panel.notify, changed)

    @Slot(object)
    def on_event(self, event: Event) -> None:
        """Hear the worker, after the store did."""
        self.status.on_event(event)
        if isinstance(event, Failure) and event.message == self.store.live.notice:
            self.message_bar.show_message(event.message, event.details)
        for panel in self.panels.values():
            guarded(panel.on_event, event)

    @Slot(object)
    def say(self, message: Message) -> None:
        """Show a message to the person, until it is dismissed."""
        self.store.update(notice=message)

    @Slot()
    def _dismiss_notice(self) -> None:
        self.store.update(notice=None)

    # Panels --------------------------------------------------------------------------------------------------------

    def open_panel(self, panel_id: str) -> None:
        """Bring a panel to the front."""
        self.docks.open(panel_id)

    def new_lesson(self) -> None:
        """Make a lesson file to start from, and show the list in which it stands."""
        panel = self.panels.get(LessonPanel.panel_id)
        if isinstance(panel, LessonPanel):
            self.open_panel(panel.panel_id)
            panel.new_lesson()

    def toggle_panel(self, panel_id: str) -> None:
        """Open a panel that cannot be seen, close one that can."""
        dock = self.docks.docks[panel_id]
        if dock in self.docks.shown():
            dock.close()
        else:
            self.docks.open(panel_id)
        self._mark_panels()

    def panel_in_use(self) -> Panel | None:
        """The panel that has the keyboard, else the largest that can be seen."""
        dock = self.docks.focused()
        return None if dock is None else dock.panel

    def next_panel(self) -> None:
        """The keyboard goes to the next panel."""
        self._cycle(1)

    def previous_panel(self) -> None:
        """The keyboard goes to the panel before."""
        self._cycle(-1)

    def _cycle(self, step: int) -> None:
        """Text line, then every panel that can be seen, and around again."""
        shown: list[PanelDock | None] = [None, *self.docks.shown()]
        holder = self.focusWidget()
        inside = [dock for dock in shown if dock is not None and holder is not None and dock.isAncestorOf(holder)]
        goal = shown[(shown.index(inside[0] if inside else None) + step) % len(shown)]
        if goal is None:
            self.text_line.take_keyboard()
        else:
            self.docks.focus(goal)

    def step_back(self) -> None:
        """Undo the last step; letters typed a moment ago are one."""
        self.text_line.take_typed()
        self.undo.stack.undo()

    def toggle_maximised(self) -> None:
        """Show the panel in use alone, or the others again."""
        alone, dock = self.docks.maximised, self.docks.focused()
        if alone is not None:
            self.docks.restore_all()
        elif dock is not None:
            self.docks.maximise(dock)

    @Slot(str)
    def _help_for(self, panel_id: str) -> None:
        self.help.show_panel(self.panels[panel_id])

    # Layouts -------------------------------------------------------------------------------------------------------

    def use_layout(self, layout_id: str) -> None:
        """Go to a layout, as it was left; the one in use is remembered."""
        if layout_id in self.layouts:
            self._remember_layout()
            self._show_layout(layout_id)

    def reset_layout(self) -> None:
        """The layout in use as it was before it was changed by hand."""
        self.settings.layouts.pop(self.settings.layout, None)
        self._show_layout(self.settings.layout)

    def _show_layout(self, layout_id: str) -> None:
        if layout_id not in self.layouts:
            layout_id = next(iter(self.layouts), "")
        if not layout_id:
            return
        self.settings.layout = layout_id
        saved = self.settings.layouts.get(layout_id)
        if saved is None or not self.docks.restore(saved):
            self.docks.arrange(self.layouts[layout_id])
        self._arranged = self.docks.save()
        self._mark_choices()

    def _remember_layout(self) -> None:
        """Keep the layout in use if it was changed by hand."""
        layout, docks = self.arrangement()
        if docks:
            self.settings.layouts[layout] = docks

    def arrangement(self) -> tuple[str, str]:
        """Id of the layout in use, and its docks if they were moved by hand; "" if they were not."""
        layout, now = self.settings.layout, self.docks.save()
        if layout in self.layouts and now != self._arranged:
            return layout, now
        return layout, self.settings.layouts.get(layout, "")

    def arrange_as(self, layout_id: str, docks: str) -> None:
        """Show a layout with its docks as `arrangement` gave them; "" leaves the one in use."""
        if layout_id in self.layouts:
            self._remember_layout()
            self.settings.keep_layout(layout_id, docks)
            self._show_layout(layout_id)

    def _restore_geometry(self) -> None:
        self.resize(*FIRST_SIZE)
        if self.settings.geometry:
            self.restoreGeometry(QByteArray.fromBase64(self.settings.geometry.encode()))
        self._arranged = ""

    # Looks ---------------------------------------------------------------------------------------------------------

    def _theme(self) -> Any:
        return self.looks.theme

    @Slot()
    def _renew(self) -> None:
        """Texts, colours and sizes of everything."""
        self._renew_frame()
        for panel in self.panels.values():
            guarded(panel.renew)

    def _renew_frame(self) -> None:
        theme = self.looks.theme
        self.actions_table.retranslate()
        self.actions_table.retheme(theme)
        self.sessions.retranslate()
        self.text_line.renew(theme, self.looks.language.current)
        self.message_bar.renew(theme)
        self.docks.renew(theme)
        self.status.renew()
        self.classroom.renew()
        self._mark_choices()
        self._mark_undo()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._renew_frame()  # panels hear of it themselves

    @Slot()
    def _mark_choices(self) -> None:
        table, settings = self.actions_table, self.settings
        table.check("theme", settings.theme)
        table.check("language", settings.language)
        table.check("layouts", settings.layout)
        table.by_id["reduce-motion"].setChecked(settings.reduce_motion)
        table.by_id["second-screen"].setChecked(settings.second_screen)
        self._mark_panels()

    @Slot()
    def _mark_panels(self) -> None:
        for panel, dock in self.docks.docks.items():
            self.actions_table.by_id[f"panel-{panel}"].setChecked(not dock.isHidden())

    @Slot()
    def _mark_undo(self) -> None:
        for name, possible, text in (
            ("undo", self.undo.stack.canUndo(), self.undo.stack.undoText()),
            ("redo", self.undo.stack.canRedo(), self.undo.stack.redoText()),
        ):
            action = self.actions_table.by_id[name]
            action.setEnabled(possible)
            action.setStatusTip(text)
            action.setToolTip(text)

    def toggle_full_screen(self) -> None:
        """Full screen, and back."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # Coming and going ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Show the window with the layout of the settings."""
        self.show()
        self._show_layout(self.settings.layout)
        self.text_line.field.setFocus(Qt.FocusReason.OtherFocusReason)  # type at once
        # The docks get their true sizes with the first event loop only.
        QTimer.singleShot(0, self, self._settle_layout)

    @Slot()
    def _settle_layout(self) -> None:
        if self.settings.layout not in self.settings.layouts:
            with QSignalBlocker(self.docks):
                self._show_layout(self.settings.layout)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.text_line.take_typed()
        self.classroom.leave()
        self._remember_layout()
        self.settings.geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        self.store.changed.disconnect(self._on_changed, missing_ok=True)
        self.undo.stack.blockSignals(True)  # a stack that is taken apart still tells of every step
        self._on_close()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_file(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.sessions.open_path(dropped_file(event.mimeData()))


def guarded(call: Callable[..., object], *args: object) -> None:
    """Call; an exception goes the way of all uncaught ones, but those who wait behind still get their turn."""
    try:
        call(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())
