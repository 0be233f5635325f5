"""What a window in a test stands on: small panels, a recorder in place of the worker, a small trace."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from rostok_gui.engine.requests import Request
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.shell.main_window import MainWindow
from rostok_gui.state.settings import Settings
from rostok_gui.state.store import Store


class FakeClient(QObject):
    """Writes down what is asked of the worker."""

    arrived = Signal(object)
    busy_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[Request] = []
        self.cancelled: list[str | None] = []

    def post(self, request: Request) -> None:
        self.posted.append(request)

    replace = post

    def cancel(self, slot: str | None = None) -> None:
        self.cancelled.append(slot)


class PaintedPanel(Panel):
    """A panel that paints four cells and counts what it is told."""

    CELLS = ("#112233", "#445566", "#778899", "#aabbcc")
    watches = frozenset({"document", "trace", "selection"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.refreshed: list[frozenset[str]] = []
        self.heard: list[object] = []
        self.button = QPushButton(self)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self.button)

    def title(self) -> str:
        return f"Title of {self.panel_id}"

    def invitation(self) -> str:
        return f"Do something with {self.panel_id}."

    def help_text(self) -> str:
        return f"<h3>{self.panel_id}</h3><p>Long help of {self.panel_id}</p>"

    def caption(self) -> str:
        return f"Caption of {self.panel_id}"

    def tables(self) -> tuple[Table, ...]:
        return (Table("numbers", ("name", "x"), (("a,b", np.float32(0.1)), ("◆", 2))),)

    def refresh(self, changed: frozenset[str]) -> None:
        self.refreshed.append(changed)

    def retranslate(self) -> None:
        self.button.setText(self.panel_id)

    def on_event(self, event: Any) -> None:
        self.heard.append(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for n, colour in enumerate(self.CELLS):
            painter.fillRect(QRectF(10 + 20 * n, 10, 20, 20), QColor(colour))
        painter.setPen(QColor("#000000"))
        painter.drawText(10, 60, f"token {self.panel_id}")


class InspectorPanel(PaintedPanel):
    panel_id = "inspector"


class PlanePanel(PaintedPanel):
    panel_id = "plane"


class MaskPanel(PaintedPanel):
    panel_id = "mask"


class HeadsPanel(PaintedPanel):
    panel_id = "heads"


class BrokenPanel(PaintedPanel):
    """Fails whenever it is told anything."""

    panel_id = "matrices"

    def notify(self, changed: frozenset[str]) -> None:
        raise ValueError("a fault in a panel")


PANELS: tuple[type[PaintedPanel], ...] = (InspectorPanel, PlanePanel, MaskPanel, HeadsPanel)


@dataclass
class House:
    """A window and what it stands on."""

    window: MainWindow
    client: FakeClient
    store: Store
    settings: Settings
    closed: list[bool] = field(default_factory=list)


def small_trace(words: tuple[str, ...] = ("◆", "Tom", "·ran")) -> Trace:
    """Two layers of three heads; no two cells are alike."""
    rng = np.random.default_rng(5)
    n = len(words)

    def block(*shape: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        return readonly(rng.standard_normal(shape).astype(np.float32))

    layers = tuple(LayerTrace(*(RowBlocks.whole(block(3, n, width)) for width in (4, 4, 4, n, n))) for _ in range(2))
    tokens = tuple(Token(i, word.encode(), word) for i, word in enumerate(words))
    loss = readonly(np.array([np.nan, *rng.random(n - 1)], np.float32))
    return Trace("rostok", tokens, layers, (), RowBlocks([block(n, 9)], 9), loss, serial=1, seconds=0.0345)
