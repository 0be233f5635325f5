"""The one place where the shared state changes and where everybody hears of it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from psygnal import Signal

from rostok_gui.model.trace import Trace
from rostok_gui.state.app_state import AppState, Live, Selection

_STATE = frozenset(f.name for f in fields(AppState))
_LIVE = frozenset(f.name for f in fields(Live))


class Store:
    """Holds `state` (kept in sessions, undone) and `live` (told by the worker).

    Attributes
    ----------
    changed : Signal(frozenset of str)
        The names of the fields of `state` and `live` that have another value than before. Emitted once per `update`,
        in the thread that called it, after all fields have changed.
    """

    changed = Signal(frozenset)

    def __init__(self, state: AppState | None = None) -> None:
        self.state = state or AppState()
        self.live = Live()

    def update(self, **values: Any) -> None:
        """Set fields of `state` and `live` by name; those that are equal to the old value do not count."""
        unknown = values.keys() - _STATE - _LIVE
        if unknown:
            raise TypeError(f"no such field: {sorted(unknown)}")
        holders = {name: self.state if name in _STATE else self.live for name in values}
        new = {name: value for name, value in values.items() if not _same(getattr(holders[name], name), value)}
        if not new:
            return
        self.state = replace(self.state, **{name: value for name, value in new.items() if name in _STATE})
        self.live = replace(self.live, **{name: value for name, value in new.items() if name in _LIVE})
        fitted = self._fitted_selection()
        if fitted != self.state.selection:
            self.state = replace(self.state, selection=fitted)
            new["selection"] = fitted
        self.changed.emit(frozenset(new))

    def select(self, **parts: Any) -> None:
        """Change parts of the selection: ``select(layer=5, head=3)``."""
        self.update(selection=replace(self.state.selection, **parts))

    def _fitted_selection(self) -> Selection:
        """The selection, moved to what the trace on screen has."""
        trace, chosen = self.live.trace, self.state.selection
        if trace is None or not trace.layers:
            return chosen
        last = len(trace) - 1
        return Selection(
            min(chosen.layer, trace.n_layer - 1),
            min(chosen.head, trace.n_head - 1),
            None if chosen.query is None or chosen.query >= last else chosen.query,
            None if chosen.key is None or chosen.key > last else chosen.key,
        )


def _same(old: object, new: object) -> bool:
    """Equal values; traces are compared by identity."""
    if old is new:
        return True
    if type(old) is not type(new) or isinstance(old, Trace):
        return False
    return bool(old == new)
