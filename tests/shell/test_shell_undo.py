"""A drag is one step of the undo stack, however many places it goes through."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import Any

from rostok_gui.shell.undo import Step, Undo
from rostok_gui.state.store import Store


def moved(store: Store, x: float) -> Any:
    return replace(store.state.plane, query=(x, 0.5))


def test_a_drag_leaves_one_step_and_nothing_else_in_memory(qapp: Any) -> None:
    store = Store()
    undo, start = Undo(store), store.state.plane
    for i in range(300):
        undo.edit("Move", merge="drag-1", plane=moved(store, i / 100))
    gc.collect()
    mine = [o for o in gc.get_objects() if type(o) is Step and o._store is store]
    assert len(mine) == undo.stack.count() == 1
    undo.edit("Move", merge="drag-2", plane=moved(store, -1.0))
    assert undo.stack.count() == 2
    undo.stack.undo()
    assert store.state.plane == moved(store, 2.99)
    undo.stack.undo()
    assert store.state.plane == start
    undo.stack.redo()
    assert store.state.plane == moved(store, 2.99)


def test_a_drag_back_to_where_it_began_is_no_step(qapp: Any) -> None:
    store = Store()
    undo, start = Undo(store), store.state.plane
    for x in (0.1, 0.2):
        undo.edit("Move", merge="drag", plane=moved(store, x))
    undo.edit("Move", merge="drag", plane=start)
    assert (undo.stack.count(), undo.stack.canUndo(), store.state.plane) == (0, False, start)
