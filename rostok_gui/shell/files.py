"""The File menu: where to, then `export`; problems become messages in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Panel
from rostok_gui.shell import export
from rostok_gui.shell.theme import Theme
from rostok_gui.state.store import Store


class Files(QObject):
    """Signals
    -------
    said : Message
        What went wrong, or what was saved.
    """

    said = Signal(object)

    def __init__(
        self,
        window: QWidget,
        store: Store,
        panel: Callable[[], Panel | None],
        panels: Callable[[], Iterable[Panel]],
        theme: Callable[[], Theme],
    ) -> None:
        super().__init__(window)
        self._window, self._store, self._panel, self._panels, self._theme = window, store, panel, panels, theme
        self._folder = str(Path.home())

    def save_png(self) -> None:
        """The panel in use as a picture."""
        self._save_panel("png", lambda panel, path: export.save_png(panel, self._theme(), path))

    def save_svg(self) -> None:
        """The panel in use as a drawing."""
        self._save_panel("svg", lambda panel, path: export.save_svg(panel, self._theme(), path))

    def save_csv(self) -> None:
        """The tables of the panel in use."""
        panel = self._with_tables()
        if panel is not None:
            self._save_panel("csv", lambda panel, path: export.save_tables(panel.tables(), path))

    def save_all(self) -> None:
        """Pictures and tables of all open panels, into a folder."""
        chosen = QFileDialog.getExistingDirectory(self._window, self.tr("Save all panels"), self._folder)
        if chosen:
            self._folder = chosen
            try:
                count = export.save_panels(self._panels(), self._theme(), Path(chosen))
            except RostokError as error:
                self.said.emit(error.message)
            else:
                self._store.update(pointer=Message(_ALL_SAVED, {"n": count, "folder": chosen}))

    def save_npz(self) -> None:
        """The attention of all heads over the text."""
        trace = self._with_attention()
        if trace is not None:
            self._save("npz", f"attention-{trace.model}", lambda path: export.save_attention(trace, path))

    def save_head(self) -> None:
        """The attention of the chosen head over the text."""
        trace, chosen = self._with_attention(), self._store.state.selection
        if trace is not None:
            table = export.attention_table(trace, chosen.layer, chosen.head)
            self._save("csv", table.name, lambda path: export.save_tables((table,), path))

    def copy_picture(self) -> None:
        """The picture of the panel in use to the clipboard."""
        panel = self._panel()
        if panel is not None:
            QApplication.clipboard().setImage(export.picture(panel, self._theme()))

    def copy_tables(self) -> None:
        """The tables of the panel in use to the clipboard, as a spreadsheet takes them."""
        panel = self._with_tables()
        if panel is not None:
            QApplication.clipboard().setText("\n".join(export.table_text(table, "\t") for table in panel.tables()))

    def _with_attention(self) -> Trace | None:
        trace = self._store.live.trace
        if trace is None or not trace.layers:
            self.said.emit(Message(_NO_TRACE))
            return None
        return trace

    def _with_tables(self) -> Panel | None:
        panel = self._panel()
        if panel is not None and not panel.tables():
            self.said.emit(Message(_NO_TABLES, {"panel": panel.title()}))
            return None
        return panel

    def _save_panel(self, suffix: str, save: Callable[[Panel, Path], object]) -> None:
        panel = self._panel()
        if panel is not None:
            self._save(suffix, panel.panel_id, lambda path: save(panel, path))

    def _save(self, suffix: str, name: str, save: Callable[[Path], object]) -> None:
        start = str(Path(self._folder) / f"rostok-{name}.{suffix}")
        chosen, _ = QFileDialog.getSaveFileName(self._window, self.tr("Save"), start, f"{suffix.upper()} (*.{suffix})")
        if not chosen:
            return
        path = Path(chosen)
        if not path.suffix:
            path = path.with_suffix(f".{suffix}")
        self._folder = str(path.parent)
        try:
            save(path)
        except RostokError as error:
            self.said.emit(error.message)


_ALL_SAVED = QT_TRANSLATE_NOOP("messages", "Saved: {n} panels in {folder}")
_NO_TRACE = QT_TRANSLATE_NOOP(
    "messages", "There is no attention to save. Wait until the text has been read, or choose a model that has heads."
)
_NO_TABLES = QT_TRANSLATE_NOOP("messages", "“{panel}” has no table now. Choose another panel with F6.")
