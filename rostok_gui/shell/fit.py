"""As large as there is room for: in classroom mode a panel that needs more room than it has gets smaller type."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from rostok_gui.shell.docks import DockHost, PanelDock
from rostok_gui.shell.fonts import BASE_POINT_SIZE

TRIES = 5
"""Sizes that are tried for one panel: what it needs is not quite in proportion to its type."""
SPARE = 0.99


class Fit(QObject):
    """Gives each panel its own factor on the type, between the normal size and that of classroom mode.

    Attributes
    ----------
    on : bool
    """

    def __init__(self, docks: DockHost) -> None:
        super().__init__(docks)
        self._docks = docks
        self.on = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.fit)
        self._grown = QTimer(self)
        self._grown.setSingleShot(True)
        self._grown.setInterval(0)
        self._grown.timeout.connect(self._shrink)
        docks.arranged.connect(self._wait)
        for dock in docks.docks.values():
            dock.view.installEventFilter(self)
            dock.panel.installEventFilter(self)
            dock.visibilityChanged.connect(self._wait)

    def use(self, on: bool) -> None:
        """Start, or give all panels the type of the program again."""
        self.on = on
        if on:
            self._wait()
            return
        self._soon.stop()
        for dock in self._docks.docks.values():
            self._set(dock, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.on and event.type() == QEvent.Type.Resize:
            self._wait()
        elif self.on and event.type() == QEvent.Type.LayoutRequest:
            self._grown.start()
        return super().eventFilter(watched, event)

    @Slot()
    def _wait(self) -> None:
        if self.on:
            self._soon.start()

    @Slot()
    def fit(self) -> None:
        """Fit every panel that can be seen."""
        for dock in self._docks.shown():
            self.fit_one(dock)
        self._grown.start()  # and look again when everything is laid out

    @Slot()
    def _shrink(self) -> None:
        """Something new in a panel may need more room; type that only gets smaller comes to an end."""
        for dock in self._docks.shown() if self.on else ():
            self._lower(dock)

    def fit_one(self, dock: PanelDock) -> None:
        """The largest type with which the panel needs no scroll bar, as near as a few tries come to it."""
        self._set(dock, None)
        self._lower(dock)

    def _lower(self, dock: PanelDock) -> None:
        size: float = dock.panel.font().pointSizeF()
        for _ in range(TRIES):
            share = self._share(dock)
            if share >= 1 or size <= BASE_POINT_SIZE:
                break
            size = max(size * share * SPARE, BASE_POINT_SIZE)
            self._set(dock, size)

    @staticmethod
    def _share(dock: PanelDock) -> float:
        """How much of what the panel needs there is room for, once it has settled."""
        for _ in range(2):  # a panel may arrange itself in another way when it is given another size
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            dock.view.fit()
        room, need = dock.view.maximumViewportSize(), dock.panel.minimumSizeHint()
        return min(room.width() / max(need.width(), 1), room.height() / max(need.height(), 1))

    @staticmethod
    def _set(dock: PanelDock, size: float | None) -> None:
        font = QFont()
        if size is not None:
            font.setPointSizeF(size)
        if dock.panel.font().pointSizeF() == (size or QApplication.font().pointSizeF()):
            return
        dock.panel.setFont(font)
        dock.panel.renew()
