"""Touching the running model where one looks at it: a cell is forbidden, forced or freed, a head switched off.

Every panel that shows weights has one `Touch`: it makes the edits, shows the menus and knows the keys, so that they are
the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from rostok_gui.engine.ablation import AblateHeads
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.interventions import ForbidCell, ForceCell, Intervention, SwitchOff
from rostok_gui.panels.base import Context
from rostok_gui.state import changing
from rostok_gui.state.changing import Changes, Head

FORBID, FORCE, OFF = frozenset("fа"), frozenset("gп"), frozenset("oщ")
"""The letters of the keys F, G and O: on an English and on a Russian keyboard."""
_UNSEEN = QT_TRANSLATE_NOOP("messages", "“{query}” cannot see “{key}” anyway: there is nothing to forbid.")


class Touch(QObject):
    """The hand of one panel on the model.

    Parameters
    ----------
    context : Context
        The doors of the panel.
    panel : QWidget
        Owner of the menus.
    """

    def __init__(self, context: Context, panel: QWidget) -> None:
        super().__init__(panel)
        self._context, self._panel = context, panel
        self.menu: QMenu | None = None

    # What is done ----------------------------------------------------------------------------------------------

    def forbid(self, head: Head, query: int, key: int) -> None:
        """Close a cell of a head; a second time: open it again."""
        if self._closed(head, query, key):
            tokens = self._context.store.live.trace.tokens  # type: ignore[union-attr] # closed cells have a trace
            names = {"query": tokens[query].label, "key": tokens[key].label}
            self._context.store.update(notice=Message(_UNSEEN, dict(names)))
        else:
            self._toggle(self.tr("Forbid the look"), ForbidCell(*head, query, key))

    def force(self, head: Head, query: int, key: int) -> None:
        """Give all of a row to one cell; a second time: leave it to the model again."""
        self._toggle(self.tr("Force the look"), ForceCell(*head, query, key))

    def free(self, head: Head, query: int, key: int) -> None:
        """Take away what forbids or forces a cell."""
        self._set(self.tr("Free the look"), changing.freed(self._changes, head, query, key))

    def switch(self, head: Head) -> None:
        """Switch a head off, or on again."""
        text = self.tr("Switch the head on") if self.is_off(head) else self.tr("Switch the head off")
        self._toggle(text, SwitchOff(*head))

    def is_off(self, head: Head) -> bool:
        """Whether this head alone is switched off."""
        return changing.switched_off(self._changes, head)

    def ablate(self) -> None:
        """Measure what every head is worth by switching each off in turn; a second time: stop that."""
        store = self._context.store
        state, trace, asked = store.state, store.live.trace, store.live.ablating
        if asked is not None:
            self._context.cancel(asked.slot)
            store.update(ablating=None)
        elif trace is not None and trace.layers:
            position = state.selection.query_in(len(trace))
            asked = AblateHeads(state.document.text, state.interventions, state.document.ids, position)
            store.update(ablating=asked, ablation=None)
            self._context.post(asked)

    @property
    def _changes(self) -> Changes:
        return self._context.store.state.changes

    def _toggle(self, text: str, made: Intervention) -> None:
        self._set(text, changing.toggled(self._changes, made))

    def _set(self, text: str, changes: Changes) -> None:
        if changes != self._changes:
            self._context.edit(text, changes=changes)

    def _closed(self, head: Head, query: int, key: int) -> bool:
        """Whether the query comes before the key and gives it nothing."""
        trace = self._context.store.live.trace
        return trace is not None and key > query and not trace.weights(*head, query)[key]

    # Keys ------------------------------------------------------------------------------------------------------

    def cell_key(self, event: QKeyEvent, head: Head, query: int, key: int) -> bool:
        """Do what a key says to a cell: F forbids, G forces, Delete frees. False: the key means nothing here."""
        letter = _letter(event)
        if letter in FORBID:
            self.forbid(head, query, key)
        elif letter in FORCE:
            self.force(head, query, key)
        elif event.key() == Qt.Key.Key_Delete and not event.modifiers():
            self.free(head, query, key)
        else:
            return False
        return True

    def head_key(self, event: QKeyEvent, head: Head) -> bool:
        """Do what a key says to a head: O switches it off and on. False: the key means nothing here."""
        if _letter(event) not in OFF:
            return False
        self.switch(head)
        return True

    # Menus -----------------------------------------------------------------------------------------------------

    def show_menu(self, head: Head, at: QPoint, cell: tuple[int, int] | None = None) -> None:
        """Show what can be done to a cell (query, key) of a head and to the head, at a place of the screen."""
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.destroyed.connect(self._forget)
        if cell is not None:
            self._add_cell(menu, head, *cell)
            menu.addSeparator()
        number = {"layer": head[0] + 1, "head": head[1] + 1}
        off = _entry(
            menu, self.tr("Switch head {layer}·{head} off").format(**number) + "\tO", partial(self.switch, head)
        )
        off.setCheckable(True)
        off.setChecked(self.is_off(head))
        _entry(menu, self.tr("Switch each head off in turn: which ones matter?"), self.ablate).setEnabled(
            self._context.store.live.ablating is None
        )
        menu.addSeparator()
        _entry(menu, self.tr("All changes…"), partial(self._context.open_panel, "changes"))
        self.menu = menu
        menu.popup(at)

    def _add_cell(self, menu: QMenu, head: Head, query: int, key: int) -> None:
        trace, cell = self._context.store.live.trace, (head, query, key)
        if trace is None:
            return
        names = {"query": trace.tokens[query].label, "key": trace.tokens[key].label}
        menu.addSection(self.tr("“{query}” looks at “{key}”").format(**names))
        made = [change.intervention for change in self._changes if change.enabled]
        closed = self._closed(*cell) and ForbidCell(*head, query, key) not in made
        for text, letter, act, kind in (
            (self.tr("Forbid the look"), "F", self.forbid, ForbidCell),
            (self.tr("Force the look"), "G", self.force, ForceCell),
        ):
            action = _entry(menu, f"{text}\t{letter}", partial(act, *cell))
            action.setCheckable(True)
            action.setChecked(kind(*head, query, key) in made)
            action.setEnabled(kind is ForceCell or not closed)
        free = _entry(menu, self.tr("Free the look") + "\t" + self.tr("Del"), partial(self.free, *cell))
        free.setEnabled(changing.held(self._changes, *cell))

    def _forget(self) -> None:
        self.menu = None


def _entry(menu: QMenu, text: str, act: Callable[[], None]) -> QAction:
    """An entry of a menu."""
    action = menu.addAction(text)
    action.triggered.connect(lambda _checked=False: act())
    return action


def _letter(event: QKeyEvent) -> str:
    """The letter of a key that is pressed without Ctrl or Alt, as it stands in `FORBID` and the others."""
    extra = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return "" if extra else event.text().lower()
