"""Undo for everything that is chosen: a step is a few fields of the shared state, before and after."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QUndoCommand, QUndoStack

from rostok_gui.state.store import Store


class Step(QUndoCommand):
    """One step. Steps of the same non-empty `merge` that follow each other become one (a drag, a burst of typing)."""

    def __init__(self, store: Store, text: str, merge: str, fields: dict[str, Any]) -> None:
        super().__init__(text)
        self._store, self._merge = store, merge
        self._new = fields
        self._old = {name: getattr(store.state, name) for name in fields}

    def redo(self) -> None:
        self._store.update(**self._new)

    def undo(self) -> None:
        self._store.update(**self._old)

    def grow(self, merge: str, fields: dict[str, Any]) -> bool:
        """Go on with this step, if it is one of the same non-empty `merge`.

        Qt's own merging makes a command for every place of a drag, and Python never lets go of them.
        """
        if not merge or merge != self._merge:
            return False
        self._old = {**{name: getattr(self._store.state, name) for name in fields}, **self._old}
        self._new = {**self._new, **fields}
        self._store.update(**fields)
        self.setObsolete(self._old == self._new)
        return True


class Undo:
    """The window's `panels.base.Edit`, and the stack behind it."""

    def __init__(self, store: Store) -> None:
        self.stack = QUndoStack()
        self.stack.setUndoLimit(500)
        self._store = store

    def edit(self, text: str, *, merge: str = "", **fields: Any) -> None:
        """Change fields of the state so that it can be undone; see `panels.base.Edit`."""
        if all(getattr(self._store.state, name) == value for name, value in fields.items()):
            return
        last = self.stack.command(self.stack.index() - 1) if not self.stack.canRedo() else None
        if not isinstance(last, Step) or not last.grow(merge, fields):
            self.stack.push(Step(self._store, text, merge, fields))
        elif last.isObsolete():
            self.stack.undo()  # it is back where it began: Qt drops it
