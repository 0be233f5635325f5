"""The page “Beside” with the real engine: two maps and their difference are those of the two traces."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
from engine_house import EngineHouse
from tiny_checkpoint import ROSTOK, tiny_checkpoint

from rostok_gui.engine.beside import RunBeside
from rostok_gui.panels.changes import ChangesPanel

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # said by the offscreen platform


@pytest.fixture
def house(tmp_path: Path, qtbot: Any) -> EngineHouse:
    QLocale.setDefault(QLocale("en_US"))
    tiny_checkpoint(tmp_path / "rostok")
    tiny_checkpoint(tmp_path / "second", ROSTOK, seed=7)
    made = EngineHouse(ChangesPanel, tmp_path, "the cat", qtbot, (1100, 700))
    made.store.select(layer=1, head=0)
    made.panel.tabs.setCurrentIndex(3)
    return made


def test_a_second_text_stands_beside_the_first(house: EngineHouse) -> None:
    page = house.panel.beside
    QTest.keyClicks(page.text, "the hat and the cat")
    QTest.keyClick(page.text, Qt.Key.Key_Return)
    assert "being read" in page.note.text()
    house.client.pump()
    first, second = house.store.live.trace, page._second
    assert [t.label for t in second.tokens] != [t.label for t in first.tokens]
    assert page.maps[0].text_of(4, 1) == f"{first.pattern(1, 0)[4, 1]:.3f}"
    assert page.maps[1].text_of(7, 2) == f"{second.pattern(1, 0)[7, 2]:.3f}"
    (a, b), (c, d) = page.pairs[3], page.pairs[1]
    change = second.pattern(1, 0)[b, d] - first.pattern(1, 0)[a, c]
    assert page.maps[2]._values[3, 1] == pytest.approx(change)
    assert first.tokens[a].label == second.tokens[b].label
    assert f"{len(page.pairs)} tokens are the same" in page.note.text()
    page.maps[2].clicked.emit(3, 1)
    assert (house.store.state.selection.query_in(len(first)), house.store.state.selection.key) == (a, c)
    house.store.select(head=1)
    assert page.maps[1].text_of(7, 2) == f"{second.pattern(1, 1)[7, 2]:.3f}", "it follows the chosen head"
    table = next(t for t in house.panel.tables() if t.name == "Two at once")
    assert len(table.rows) == len(page.pairs) * (len(page.pairs) + 1) // 2
    a, b = page.pairs[-1]
    assert table.rows[-1][2:] == (first.pattern(1, 1)[a, a], second.pattern(1, 1)[b, b])


def test_a_second_model_reads_the_same_text(house: EngineHouse) -> None:
    page = house.panel.beside
    assert [page.model.itemText(i) for i in range(page.model.count())] == ["rostok", "second"]
    page.model.setCurrentIndex(1)
    page.model.activated.emit(1)
    assert house.client.sent_of(RunBeside)[-1] == RunBeside("the cat", "second")
    house.client.pump()
    assert len(page.pairs) == len(house.store.live.trace)
    change = page._second.pattern(1, 0) - house.store.live.trace.pattern(1, 0)
    np.testing.assert_allclose(page.maps[2]._values, change)
    assert np.abs(change).max() > 0.01
    assert "second" in page.titles[1].text()
    assert house.store.live.model.name == "rostok"
