"""The Help menu: pages about the panels, the keys, and the program."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

import rostok_gui
from rostok_gui.panels.base import Panel
from rostok_gui.shell.actions import Action, plain
from rostok_gui.shell.errors import open_log_folder
from rostok_gui.shell.fonts import em


class HelpWindow(QDialog):
    """One page to read beside the work."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.page = QTextBrowser()
        self.page.setOpenExternalLinks(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(self.page, 1)
        column.addWidget(self.buttons)

    def show_page(self, title: str, html: str) -> None:
        """Show `html` under `title`."""
        unit = em(self.font())
        self.setWindowTitle(title)
        self.page.setAccessibleName(title)
        self.page.setHtml(html)
        if not self.isVisible():
            self.resize(round(46 * unit), round(40 * unit))
        self.show()
        self.raise_()
        self.activateWindow()
        self.page.setFocus()


class Help(QObject):
    """Opens the pages."""

    def __init__(
        self, window: QWidget, panel: Callable[[], Panel | None], table: Callable[[], tuple[Action, ...]]
    ) -> None:
        super().__init__(window)
        self._window, self._panel, self._table = window, panel, table
        self._reader: HelpWindow | None = None

    @property
    def reader(self) -> HelpWindow:
        """The window of the pages, made when it is first needed."""
        if self._reader is None:
            self._reader = HelpWindow(self._window)
        return self._reader

    def show_panel(self, panel: Panel | None = None) -> None:
        """The page of `panel`, or of the one that has the keyboard."""
        panel = panel or self._panel()
        if panel is not None:
            title = panel.title()
            self.reader.show_page(title, panel.help_text())

    def show_shortcuts(self) -> None:
        """Every action that has keys."""
        title = self.tr("Keyboard shortcuts")
        self.reader.show_page(title, f"<h2>{escape(title)}</h2>{self.shortcuts_html()}")

    def shortcuts_html(self) -> str:
        """The table of keys, made from the table of actions."""
        rows = []
        for spec in self._table():
            if spec.keys:
                keys = ", ".join(
                    QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in spec.keys
                )
                text = escape(plain(spec.shown_text()))
                more = escape(spec.shown_help())
                rows.append(f"<tr><td><b>{escape(keys)}</b></td><td>{text}</td><td>{more}</td></tr>")
        head = self.tr("Tab goes from control to control, F6 from panel to panel, Esc lets go of what is held.")
        return f"<p>{escape(head)}</p><table cellpadding='4'>{''.join(rows)}</table>"

    def show_about(self) -> None:
        """What this is, and the licences of what is in it."""
        title = self.tr("About Rostok")
        what = self.tr("Rostok {version}: attention made visible and touchable, in a real small language model.")
        licences = self.tr(
            "Rostok is free under the MIT licence. It contains Inter, a font by The Inter Project Authors (SIL Open "
            "Font License 1.1), and stands on Qt and PySide6 (LGPL 3), pyqtgraph (MIT), PyTorch and numpy (BSD 3), "
            "tokenizers and safetensors (Apache 2.0). It works without a network and sends nothing."
        )
        version = escape(what.format(version=rostok_gui.__version__))
        self.reader.show_page(title, f"<h2>{escape(title)}</h2><p>{version}</p><p>{escape(licences)}</p>")

    def open_log_folder(self) -> None:
        """The folder of the log files."""
        open_log_folder()
