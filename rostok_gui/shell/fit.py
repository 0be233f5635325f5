"""As large as there is room for: in classroom mode a panel that needs more room than it has gets smaller type."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

from rostok_gui.shell.docks import DockHost, PanelDock
from rostok_gui.shell.fonts import BASE_POINT_SIZE, em
from rostok_gui.shell.style import style_sheet
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets.token_strip import TokenScroll

TRIES = 6
"""Sizes that are tried for one panel: what it needs is not quite in proportion to its type."""
SPARE = 0.99
WORTH = 1.04
"""Type that could only become larger by less than this stays as it is."""


class Fit(QObject):
    """Gives each panel its own factor on the type, between the normal size and that of classroom mode.

    Parameters
    ----------
    docks : DockHost
    theme : callable
        The theme in use: with its type, the frames and gaps of a panel get smaller too.

    Attributes
    ----------
    on : bool
    """

    def __init__(self, docks: DockHost, theme: Callable[[], Theme]) -> None:
        super().__init__(docks)
        self._docks, self._theme = docks, theme
        self.on = self._fitting = False
        self._soon, self._grown = QTimer(self), QTimer(self)
        for timer, act in ((self._soon, self.fit), (self._grown, self._shrink)):
            timer.setSingleShot(True)
            timer.setInterval(0)
            timer.timeout.connect(act)
        docks.arranged.connect(self.wait)
        for dock in docks.docks.values():
            dock.view.installEventFilter(self)
            dock.panel.installEventFilter(self)
            dock.visibilityChanged.connect(self.wait)

    def use(self, on: bool) -> None:
        """Start, or give all panels the type of the program again."""
        self.on = on
        self._soon.stop()
        self._grown.stop()
        for dock in self._docks.docks.values():
            self._set(dock, None)
            dock.panel.set_in_hall(on)
        self.wait()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.on and not self._fitting:
            # A panel is resized by what is done here; only its view tells that there is another room.
            if event.type() == QEvent.Type.Resize and watched.objectName() == "panel-view":
                self.wait()
            elif event.type() == QEvent.Type.LayoutRequest:
                self._grown.start()
        return super().eventFilter(watched, event)

    @Slot()
    def wait(self) -> None:
        """Fit every panel when all that happens now has happened."""
        if self.on:
            self._soon.start()

    @Slot()
    def fit(self) -> None:
        """Fit every panel that can be seen."""
        for dock in self._docks.shown():
            self.fit_one(dock)

    @Slot()
    def _shrink(self) -> None:
        """Something new in a panel may need more room; type that only gets smaller comes to an end."""
        for dock in self._docks.shown() if self.on else ():
            self.fit_one(dock, may_grow=False)

    def fit_one(self, dock: PanelDock, may_grow: bool = True) -> None:
        """The largest type with which the panel needs no scroll bar, as near as a few tries come to it."""
        self._fitting = True
        try:
            self._try_sizes(dock, may_grow)
        finally:
            self._fitting = False

    def _try_sizes(self, dock: PanelDock, may_grow: bool) -> None:
        size = dock.panel.font().pointSizeF()
        full = QApplication.font().pointSizeF() if may_grow else size
        fits, too_large = 0.0, math.inf
        for _ in range(TRIES):
            share = self._share(dock)
            fits, too_large = (size, too_large) if share >= 1 else (fits, size)
            wanted = min(max(size * share * SPARE, BASE_POINT_SIZE), full)
            if (share >= 1 and wanted <= size * WORTH) or too_large <= max(fits * WORTH, BASE_POINT_SIZE):
                break
            if not fits < wanted < too_large:
                wanted = (fits + too_large) / 2 if fits else BASE_POINT_SIZE
            size = wanted
            self._set(dock, size)
        if size != fits:
            self._set(dock, fits or BASE_POINT_SIZE)
            self._share(dock)

    @staticmethod
    def _share(dock: PanelDock) -> float:
        """How much of what the panel needs there is room for, once it has settled."""
        for _ in range(2):  # a panel may arrange itself in another way when it is given another size
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            dock.view.fit()
        room, need = dock.view.maximumViewportSize(), dock.panel.minimumSizeHint()
        rest = sum(out_of_sight(strip) for strip in dock.panel.findChildren(TokenScroll))
        height = max(need.height(), room.height() + rest if rest else 0)
        return min(room.width() / max(need.width(), 1), room.height() / max(height, 1))

    def _set(self, dock: PanelDock, size: float | None) -> None:
        font = QFont()
        if size is not None:
            font.setPointSizeF(size)
        sheet = "" if size is None else style_sheet(self._theme(), em(font), in_hall=True)
        if dock.panel.font().pointSizeF() == font.pointSizeF() and dock.panel.styleSheet() == sheet:
            return
        dock.panel.setStyleSheet(sheet)
        dock.panel.setFont(font)
        dock.panel.renew()
        for part in dock.panel.findChildren(QWidget):  # what is hidden keeps the sizes of the type before
            if part.isHidden() and (layout := part.layout()) is not None:
                layout.activate()


def out_of_sight(strip: TokenScroll) -> int:
    """Pixels of a text that have to be scrolled to."""
    return strip.verticalScrollBar().maximum() if strip.isVisible() else 0
