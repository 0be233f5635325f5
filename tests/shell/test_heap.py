"""What was freed goes back to the system while the model rests, and not before."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import pytest

from rostok_gui.bench.soak import resident_mb
from rostok_gui.shell.heap import HeapKeeper


def is_glibc() -> bool:
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not is_glibc(), reason="the library of this system has no such function")
def test_pieces_freed_between_others_go_back_to_the_system(qapp: Any) -> None:
    keeper = HeapKeeper()
    pieces = [bytearray(b"x" * 50_000) for _ in range(3000)]
    kept = pieces[::50]
    full = resident_mb()
    del pieces
    keeper.give_back()
    assert resident_mb() < full - 100
    assert len(kept) == 60


def test_it_waits_until_the_worker_has_nothing_to_do(qapp: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    keeper = HeapKeeper()
    monkeypatch.setattr(keeper, "_trim", given.append)
    keeper.timer.setInterval(1)
    keeper.on_busy("")
    keeper.on_busy("run")
    qtbot.wait(20)
    assert not given
    keeper.on_busy("")
    qtbot.waitUntil(lambda: bool(given))
    assert given == [0]
    keeper.on_busy("")
    keeper.stop()
    qtbot.wait(20)
    assert given == [0]
