"""All that menus and keys can do, in one table: menus, shortcuts and the shortcuts page are made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from rostok_gui.messages import QT_TRANSLATE_NOOP
from rostok_gui.shell.icons import icon
from rostok_gui.shell.theme import Theme


@dataclass(frozen=True)
class Action:
    """One thing to do.

    Attributes
    ----------
    id : str
    text : str or callable
        English, context ``"Actions"``; or what gives the translated text.
    menu : str
        Path in `MENUS`.
    slot : str
        Attribute path from the window to what is called, as ``"looks.choose_theme"``.
    argument : object
        What it is called with; None: with nothing.
    keys : tuple of str
        Shortcuts, the first is shown.
    icon : str
        Name in ``resources/icons``.
    help : str
        A sentence more, for the shortcuts page and the status tip.
    group : str
        Actions of one group are choices: one of them is checked. In the groups `SWITCHES` each stands for itself.
    separated : bool
        A line above it in the menu.
    """

    id: str
    text: str | Callable[[], str]
    menu: str
    slot: str
    argument: Any = None
    keys: tuple[str, ...] = ()
    icon: str = ""
    help: str = ""
    group: str = ""
    separated: bool = False

    def shown_text(self) -> str:
        """Its text in the language on screen."""
        return QCoreApplication.translate("Actions", self.text) if isinstance(self.text, str) else self.text()

    def shown_help(self) -> str:
        """Its help in the language on screen."""
        return QCoreApplication.translate("Actions", self.help) if self.help else ""


SWITCHES = frozenset({"panels", "switches"})

MENUS: dict[str, str] = {
    "file": QT_TRANSLATE_NOOP("Actions", "&File"),
    "edit": QT_TRANSLATE_NOOP("Actions", "&Edit"),
    "view": QT_TRANSLATE_NOOP("Actions", "&View"),
    "view/panels": QT_TRANSLATE_NOOP("Actions", "&Panels"),
    "view/layouts": QT_TRANSLATE_NOOP("Actions", "&Layout"),
    "view/theme": QT_TRANSLATE_NOOP("Actions", "&Theme"),
    "view/language": QT_TRANSLATE_NOOP("Actions", "&Language"),
    "help": QT_TRANSLATE_NOOP("Actions", "&Help"),
}

# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("new-session", QT_TRANSLATE_NOOP("Actions", "&New: start fresh"), "file", "sessions.new",
           keys=("Ctrl+N",),
           help=QT_TRANSLATE_NOOP("Actions", "The example text, nothing changed. Undo brings back what was there")),
    Action("open", QT_TRANSLATE_NOOP("Actions", "&Open…"), "file", "sessions.open", keys=("Ctrl+O",), icon="open",
           help=QT_TRANSLATE_NOOP("Actions", "A session, or a .txt file that becomes the text")),
    Action("save-session", QT_TRANSLATE_NOOP("Actions", "&Save"), "file", "sessions.save", keys=("Ctrl+S",),
           help=QT_TRANSLATE_NOOP("Actions", "Text, vectors, mask, changes and layout in one file")),
    Action("save-session-as", QT_TRANSLATE_NOOP("Actions", "Sa&ve as…"), "file", "sessions.save_as",
           keys=("Ctrl+Shift+S",)),
    Action("save-png", QT_TRANSLATE_NOOP("Actions", "Save panel as &picture (PNG)…"), "file", "files.save_png",
           keys=("Ctrl+Shift+P",), icon="picture", separated=True,
           help=QT_TRANSLATE_NOOP("Actions", "The panel in use, twice as sharp as on screen, with a caption")),
    Action("save-svg", QT_TRANSLATE_NOOP("Actions", "Save panel as &drawing (SVG)…"), "file", "files.save_svg",
           help=QT_TRANSLATE_NOOP("Actions", "Lines and letters stay sharp at any size")),
    Action("save-csv", QT_TRANSLATE_NOOP("Actions", "Save &tables of the panel (CSV)…"), "file", "files.save_csv",
           icon="table",
           help=QT_TRANSLATE_NOOP("Actions", "Its numbers with all digits")),
    Action("save-npz", QT_TRANSLATE_NOOP("Actions", "Save &attention of all heads (NPZ)…"), "file", "files.save_npz",
           help=QT_TRANSLATE_NOOP("Actions", "Patterns, tokens and loss of the text, for numpy")),
    Action("save-head", QT_TRANSLATE_NOOP("Actions", "Save attention of this &head (CSV)…"), "file", "files.save_head",
           help=QT_TRANSLATE_NOOP("Actions", "A row for each weight, with all digits")),
    Action("save-all", QT_TRANSLATE_NOOP("Actions", "Save all panels into a &folder…"), "file", "files.save_all",
           help=QT_TRANSLATE_NOOP("Actions", "A picture and the tables of each open panel")),
    Action("new-lesson", QT_TRANSLATE_NOOP("Actions", "New &lesson from template"), "file", "new_lesson",
           separated=True,
           help=QT_TRANSLATE_NOOP("Actions", "A lesson file of your own to change, in the folder that opens")),
    Action("quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "file", "close", keys=("Ctrl+Q",), separated=True),

    Action("undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "edit", "step_back", keys=("Ctrl+Z",), icon="undo"),
    Action("redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "edit", "undo.stack.redo", keys=("Ctrl+Shift+Z", "Ctrl+Y"),
           icon="redo"),
    Action("go-text", QT_TRANSLATE_NOOP("Actions", "Go to the &text line"), "edit", "text_line.take_keyboard",
           keys=("Ctrl+L",), separated=True),
    Action("edit-text", QT_TRANSLATE_NOOP("Actions", "&Edit text in a window…"), "edit", "text_line.edit_in_window",
           keys=("Ctrl+E",), icon="edit",
           help=QT_TRANSLATE_NOOP("Actions", "For long texts and texts of several lines")),
    Action("copy-picture", QT_TRANSLATE_NOOP("Actions", "&Copy picture of the panel"), "edit", "files.copy_picture",
           keys=("Ctrl+Shift+C",), icon="copy", separated=True),
    Action("copy-table", QT_TRANSLATE_NOOP("Actions", "Copy ta&bles of the panel"), "edit", "files.copy_tables",
           keys=("Ctrl+Alt+C",), icon="table"),

    Action("palette", QT_TRANSLATE_NOOP("Actions", "Comman&d palette…"), "view", "palette_door.open",
           keys=("Ctrl+K",),
           help=QT_TRANSLATE_NOOP("Actions", "Type a few letters of a command, a panel, an example or a head")),
    Action("maximise", QT_TRANSLATE_NOOP("Actions", "Show panel &alone"), "view", "toggle_maximised",
           keys=("Ctrl+Return",), icon="maximise",
           help=QT_TRANSLATE_NOOP("Actions", "And again: beside the others. The same as a double click on its title")),
    Action("next-panel", QT_TRANSLATE_NOOP("Actions", "&Next panel"), "view", "next_panel", keys=("F6",)),
    Action("previous-panel", QT_TRANSLATE_NOOP("Actions", "P&revious panel"), "view", "previous_panel",
           keys=("Shift+F6",)),
    Action("larger", QT_TRANSLATE_NOOP("Actions", "&Larger text"), "view", "looks.larger", keys=("Ctrl++", "Ctrl+="),
           separated=True,
           help=QT_TRANSLATE_NOOP("Actions", "Everything grows with it")),
    Action("smaller", QT_TRANSLATE_NOOP("Actions", "&Smaller text"), "view", "looks.smaller", keys=("Ctrl+-",)),
    Action("normal-size", QT_TRANSLATE_NOOP("Actions", "Normal text s&ize"), "view", "looks.normal_size",
           keys=("Ctrl+0",)),
    Action("classroom", QT_TRANSLATE_NOOP("Actions", "&Classroom mode"), "view", "classroom.toggle", keys=("F11",),
           icon="classroom", separated=True,
           help=QT_TRANSLATE_NOOP("Actions", "Full screen and large. Page keys: through the lesson; B: black; "
                                  "F: hold the picture; Esc: back")),
    Action("second-screen", QT_TRANSLATE_NOOP("Actions", "Classroom on the second scr&een"), "view",
           "looks.set_second_screen", "second-screen", group="switches"),
    Action("full-screen", QT_TRANSLATE_NOOP("Actions", "&Full screen"), "view", "toggle_full_screen",
           keys=("Shift+F11",)),
    Action("reduce-motion", QT_TRANSLATE_NOOP("Actions", "Reduce &motion"), "view", "looks.set_reduced_motion",
           "reduce-motion", group="switches",
           help=QT_TRANSLATE_NOOP("Actions", "Nothing glides, all changes at once")),

    Action("theme-system", QT_TRANSLATE_NOOP("Actions", "Like the &system"), "view/theme", "looks.choose_theme",
           "system", group="theme"),
    Action("theme-light", QT_TRANSLATE_NOOP("Actions", "&Light"), "view/theme", "looks.choose_theme",
           "light", group="theme",
           help=QT_TRANSLATE_NOOP("Actions", "For projectors")),
    Action("theme-dark", QT_TRANSLATE_NOOP("Actions", "&Dark"), "view/theme", "looks.choose_theme",
           "dark", group="theme"),
    Action("theme-contrast", QT_TRANSLATE_NOOP("Actions", "High &contrast"), "view/theme", "looks.choose_theme",
           "contrast", group="theme"),

    # Each language is named in itself, so that whoever reads no other finds it.
    Action("language-system", QT_TRANSLATE_NOOP("Actions", "Language of the s&ystem"), "view/language",
           "looks.choose_language", "system", group="language"),
    Action("language-en", lambda: "&English", "view/language", "looks.choose_language", "en", group="language"),
    Action("language-ru", lambda: "&Русский", "view/language", "looks.choose_language", "ru", group="language"),

    Action("help-panel", QT_TRANSLATE_NOOP("Actions", "About this &panel"), "help", "help.show_panel", keys=("F1",),
           icon="help",
           help=QT_TRANSLATE_NOOP("Actions", "What the panel in use shows and what to try")),
    Action("help-keys", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"), "help", "help.show_shortcuts",
           keys=("Ctrl+/",)),
    Action("log", QT_TRANSLATE_NOOP("Actions", "Open &log folder"), "help", "help.open_log_folder", separated=True),
    Action("about", QT_TRANSLATE_NOOP("Actions", "&About Rostok"), "help", "help.show_about"),
)
RESET_LAYOUT = Action(
    "reset-layout", QT_TRANSLATE_NOOP("Actions", "&Reset this layout"), "view/layouts", "reset_layout",
    keys=("Ctrl+Shift+0",), separated=True,
    help=QT_TRANSLATE_NOOP("Actions", "As it was before panels were moved by hand"),
)
# fmt: on


def plain(text: str) -> str:
    """The text of an action or a menu without the signs for its letter and its window."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


class ActionTable(QObject):
    """The `QAction` objects of a window, by id, and its menu bar."""

    def __init__(self, window: QMainWindow, table: Iterable[Action]) -> None:
        super().__init__(window)
        self.table = tuple(table)
        self._window = window
        self._menus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self.by_id: dict[str, QAction] = {}
        for path in MENUS:
            parent: QWidget = self._menus[path.rpartition("/")[0]] if "/" in path else window.menuBar()
            self._menus[path] = parent.addMenu("")  # type: ignore[attr-defined]  # menu bar and menu share the name only
        for spec in self.table:
            self._add(spec)

    def _add(self, spec: Action) -> None:
        action = QAction(self._window)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self._window))
            group.setExclusive(spec.group not in SWITCHES)
            action.setCheckable(True)
            group.addAction(action)
        target = partial(self._call, spec)
        action.triggered.connect(target)
        menu = self._menus[spec.menu]
        if spec.separated:
            menu.addSeparator()
        menu.addAction(action)
        self._window.addAction(action)  # its shortcut works while the menu bar is hidden
        self.by_id[spec.id] = action

    def put_menu(self, menu: QMenu, into: str, before: str) -> None:
        """Put a menu that is filled elsewhere into a menu of the table, above an action."""
        self._menus[into].insertMenu(self.by_id[before], menu)

    def menu_title(self, path: str) -> str:
        """The title of a menu in the language on screen."""
        return self._menus[path].title()

    def _call(self, spec: Action, _checked: bool = False) -> None:
        slot = attrgetter(spec.slot)(self._window)
        if spec.argument is None:
            slot()
        else:
            slot(spec.argument)

    def check(self, group: str, argument: object) -> None:
        """Mark the choice of a group that is in force."""
        for spec in self.table:
            if spec.group == group:
                self.by_id[spec.id].setChecked(spec.argument == argument)

    def retranslate(self) -> None:
        """Texts of menus and actions."""
        for path, text in MENUS.items():
            self._menus[path].setTitle(QCoreApplication.translate("Actions", text))
        for spec in self.table:
            action = self.by_id[spec.id]
            action.setText(spec.shown_text())
            action.setStatusTip(spec.shown_help())

    def retheme(self, theme: Theme) -> None:
        """Colours of the icons."""
        for spec in self.table:
            if spec.icon:
                self.by_id[spec.id].setIcon(icon(spec.icon, theme.text, theme.muted))


def panel_actions(titles: dict[str, Callable[[], str]]) -> tuple[Action, ...]:
    """One action a panel: open it, or close it when it is in front."""
    return tuple(
        Action(f"panel-{panel}", title, "view/panels", "toggle_panel", panel, group="panels")
        for panel, title in titles.items()
    )


def layout_actions(titles: dict[str, Callable[[], str]]) -> tuple[Action, ...]:
    """One action a layout, with Ctrl+1 and on."""
    return (
        *(
            Action(f"layout-{layout}", title, "view/layouts", "use_layout", layout, (f"Ctrl+{n}",), group="layouts")
            for n, (layout, title) in enumerate(titles.items(), 1)
        ),
        RESET_LAYOUT,
    )
