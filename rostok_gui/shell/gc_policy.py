"""Python's cyclic garbage is collected in the GUI thread only.

Left alone, the collector runs in whichever thread allocates, and in the worker it would destroy widgets there, which
Qt does not survive.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 2_000


class GuiCollector(QObject):
    """Collects from a timer of the GUI thread, each generation when its threshold is passed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.check)
        self._timer.start(INTERVAL_MS)

    @Slot()
    def check(self) -> None:
        """Collect the oldest generation that is full, and with it all younger ones."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return

    @staticmethod
    def freeze() -> None:
        """Take what start-up made out of all later collections."""
        gc.collect()
        gc.freeze()

    @staticmethod
    def freeze_more() -> None:
        """Take out what has been made since (torch and the model), without the pause of a collection."""
        gc.freeze()

    def stop(self) -> None:
        """Hand collecting back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
