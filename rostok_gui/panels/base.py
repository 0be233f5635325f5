"""What a panel is: one view of the shared state, repainted when what it shows has changed and it can be seen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import QEvent
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Event
from rostok_gui.shell.theme import Theme
from rostok_gui.state.store import Store

EVERYTHING = frozenset({"everything"})
"""Given to `Panel.refresh` on the first show, and after a change of language or theme."""


class Edit(Protocol):
    """Change fields of the state so that it can be undone (`shell.undo`).

    `text` names the step in the menu (translated). Steps in a row with the same non-empty `merge` become one.
    """

    def __call__(self, text: str, *, merge: str = "", **fields: Any) -> None: ...


@dataclass(frozen=True)
class Context:
    """The doors of a panel to the rest of the house.

    Attributes
    ----------
    store : Store
        The shared state.
    post, replace : callable
        Send a request to the worker (`replace` stops a running one of the same slot).
    cancel : callable
        Stop the job of a slot.
    edit : Edit
        Change the state undoably.
    open_panel : callable
        Bring the panel with this id to the front.
    theme : callable
        The theme in use.
    use_layout : callable
        Arrange the panels as the layout with this id says.
    """

    store: Store
    post: Callable[[Request], None]
    replace: Callable[[Request], None]
    cancel: Callable[[str], None]
    edit: Edit
    open_panel: Callable[[str], None]
    theme: Callable[[], Theme]
    use_layout: Callable[[str], None] = lambda _layout: None


@dataclass(frozen=True)
class Table:
    """Numbers of a panel for the clipboard and for CSV files: full precision, not what is rounded on screen."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


class Panel(QWidget):
    """Base of all panels.

    A subclass names itself, says which fields of the store it `watches`, builds its widgets in ``__init__`` without
    any text, gives them their texts in `retranslate`, their colours in `retheme`, and paints in `refresh`.
    """

    panel_id: ClassVar[str] = ""
    watches: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._dirty: frozenset[str] = EVERYTHING
        self.in_hall = False
        self.setObjectName(self.panel_id)

    # What a subclass says about itself -------------------------------------------------------------------------

    def title(self) -> str:
        """Name of the panel, translated."""
        raise NotImplementedError

    def invitation(self) -> str:
        """One sentence that says what to do, shown above the picture, translated."""
        raise NotImplementedError

    def help_text(self) -> str:
        """A page about the panel (Qt rich text, translated): what is seen, what to try, the keys."""
        raise NotImplementedError

    def caption(self) -> str:
        """What a picture of the panel shows, for its export."""
        return self.title()

    def of_the_text(self) -> bool:
        """Whether the picture is made from the text on screen: then its export names text and model too."""
        return bool(self.watches & {"trace", "untouched"})

    def tables(self) -> tuple[Table, ...]:
        """The numbers that can be copied and exported."""
        return ()

    def refresh(self, changed: frozenset[str]) -> None:
        """Repaint; `changed` are the watched fields that changed since the last time, or `EVERYTHING`."""
        raise NotImplementedError

    def retranslate(self) -> None:
        """Set every text of the panel again."""
        raise NotImplementedError

    def retheme(self, theme: Theme) -> None:
        """Set every colour that does not come from the palette again."""

    def on_event(self, event: Event) -> None:
        """Hear what the worker answered; also called while the panel is hidden."""

    def set_in_hall(self, on: bool) -> None:
        """Be told that classroom mode begins or ends: what needs a scroll bar there gets smaller type (`shell.fit`)."""
        self.in_hall = on

    # What the base does ----------------------------------------------------------------------------------------

    @property
    def store(self) -> Store:
        """The shared state."""
        return self.context.store

    def notify(self, changed: frozenset[str]) -> None:
        """Called by the window at every change of the store: a visible panel repaints, a hidden one remembers."""
        self._dirty |= changed & self.watches
        if self._dirty and self.isVisible():
            self._repaint()

    def renew(self) -> None:
        """Everything again: called by the window after building, and at a change of theme or language."""
        self.setAccessibleName(self.title())
        self.retranslate()
        self.retheme(self.context.theme())
        self._dirty = EVERYTHING
        if self.isVisible():
            self._repaint()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            try:
                self._repaint()
            except Exception:  # let through, it would end the program: Qt calls this from within its own calls
                sys.excepthook(*sys.exc_info())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.renew()

    def _repaint(self) -> None:
        changed, self._dirty = self._dirty, frozenset()
        self.refresh(changed)
