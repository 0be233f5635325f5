"""Theme, language, text size and motion: what a person chooses about the looks, applied at once and kept."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication

from rostok_gui.shell.language import Language
from rostok_gui.shell.style import dress, set_motion
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.state.settings import CLASSROOM_SIZE, LARGEST, SMALLEST, Settings

STEP = 1.1


class Looks(QObject):
    """Applies the looks of the settings to the application.

    Signals
    -------
    changed :
        Theme or text size have changed; a change of language reaches every widget as an event of its own.
    chosen :
        Something was chosen: menus may want to mark it.
    """

    changed = Signal()
    chosen = Signal()

    def __init__(self, app: QApplication, settings: Settings) -> None:
        super().__init__()
        self._app, self.settings = app, settings
        self.classroom = False
        self.language = Language(self)
        self.theme = self._wanted_theme()
        app.styleHints().colorSchemeChanged.connect(self._on_system_scheme)

    def apply(self) -> None:
        """Everything at once, at start-up."""
        self.language.use(self.settings.language)
        set_motion(self._app, not self.settings.reduce_motion)
        self._dress()

    def choose_theme(self, choice: str) -> None:
        """One of `settings.THEME_CHOICES`."""
        self.settings.theme = choice
        self._dress()
        self.chosen.emit()

    def choose_language(self, choice: str) -> None:
        """One of `settings.LANGUAGES`."""
        self.settings.language = choice
        self.language.use(choice)
        self.chosen.emit()

    @property
    def text_size(self) -> float:
        """Factor on all fonts; classroom mode has its own."""
        return self.settings.classroom_size if self.classroom else self.settings.text_size

    def set_text_size(self, size: float) -> None:
        """Factor on all fonts, held between `SMALLEST` and `LARGEST`."""
        name = "classroom_size" if self.classroom else "text_size"
        setattr(self.settings, name, min(max(size, SMALLEST), LARGEST))
        self._dress()
        self.chosen.emit()

    def use_classroom(self, on: bool) -> None:
        """Take the text size of classroom mode, or that of the desk again."""
        self.classroom = on
        self._dress()

    def set_second_screen(self, _switch: str = "") -> None:
        """Let classroom mode go to the second screen, or stay on the first."""
        self.settings.second_screen = not self.settings.second_screen
        self.chosen.emit()

    def larger(self) -> None:
        """One step up."""
        self.set_text_size(self.text_size * STEP)

    def smaller(self) -> None:
        """One step down."""
        self.set_text_size(self.text_size / STEP)

    def normal_size(self) -> None:
        """Back to factor 1, in classroom mode to `CLASSROOM_SIZE`."""
        self.set_text_size(CLASSROOM_SIZE if self.classroom else SMALLEST)

    def set_reduced_motion(self, _switch: str = "") -> None:
        """Turn gliding off, or on again."""
        self.settings.reduce_motion = not self.settings.reduce_motion
        set_motion(self._app, not self.settings.reduce_motion)
        self.chosen.emit()

    def _wanted_theme(self) -> Theme:
        choice = self.settings.theme
        if choice == "system":
            dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
            choice = "dark" if dark else "light"
        return load_theme(choice)

    def _dress(self) -> None:
        self.theme = self._wanted_theme()
        dress(self._app, self.theme, self.text_size, self.classroom)
        self.changed.emit()

    @Slot()
    def _on_system_scheme(self) -> None:
        if self.settings.theme == "system" and self._wanted_theme() != self.theme:
            self._dress()
