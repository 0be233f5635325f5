"""The language on screen: translators, numbers, and sentences from rooms that know no Qt."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from rostok_gui.messages import Message
from rostok_gui.paths import RESOURCES

NAMES = {"en": "English", "ru": "Русский"}


def system_language() -> str:
    """The first of our languages that the system asks for; English if none."""
    wanted = [name.replace("_", "-").split("-")[0] for name in QLocale.system().uiLanguages()]
    return next((name for name in wanted if name in NAMES), "en")


class Language(QObject):
    """Puts the translators of a language in place of those of another.

    Attributes
    ----------
    current : str
        ``"en"`` or ``"ru"``.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current = "en"
        self._installed: list[QTranslator] = []

    def use(self, choice: str) -> str:
        """Show `choice` (``"system"``, ``"en"``, ``"ru"``) from now on; return the language it came to."""
        self.current = system_language() if choice == "system" else choice
        QLocale.setDefault(QLocale("ru_RU" if self.current == "ru" else "en_US"))
        # Installed before the old ones go: every change sends LanguageChange, and no panel is ever without a language.
        old, self._installed = self._installed, self._loaded()
        for translator in self._installed:
            QCoreApplication.installTranslator(translator)
        for translator in old:
            QCoreApplication.removeTranslator(translator)
        return self.current

    def _loaded(self) -> list[QTranslator]:
        folders = {
            "qtbase": QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath),
            "rostok": str(RESOURCES / "i18n"),
        }
        found = []
        for name, folder in folders.items():
            translator = QTranslator(self)
            if translator.load(f"{name}_{self.current}", folder):
                found.append(translator)
        return found


def say(message: Message | str) -> str:
    """`message` in the language on screen; values that are messages themselves are translated too."""
    if isinstance(message, str):
        return message
    values = {
        name: say(value) if isinstance(value, Message) else number(value) if isinstance(value, float) else value
        for name, value in message.values.items()
    }
    return QCoreApplication.translate("messages", message.template).format(**values)


class _Number(float):
    """A float whose format has the decimal sign of the language on screen."""

    def __format__(self, spec: str) -> str:
        return number_text(float(self), spec)


def number(value: float) -> float:
    """`value`, to be put into a translated sentence with any format: ``"{loss:.2f}"`` gives 1,86 in Russian."""
    return _Number(value)


def number_text(value: float, spec: str) -> str:
    """Format `value` and give it the decimal sign of the language on screen."""
    return format(value, spec).replace(".", QLocale().decimalPoint())
