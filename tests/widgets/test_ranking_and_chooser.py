"""Ranked lists and the chooser of layer and head."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.ranking import Entry, Ranking

ENTRIES = tuple(Entry(f"word{i}", value) for i, value in enumerate((0.61, 0.2, 0.1, 0.05, 0.01)))


def test_bars_are_as_long_as_their_values(qtbot: Any, look: Callable[..., Any]) -> None:
    ranking = Ranking()
    qtbot.addWidget(ranking)
    ranking.set_entries(ENTRIES)
    ranking.resize(400, ranking.minimumSizeHint().height())
    theme = load_theme("light")
    for ratio in (1.0, 1.5):
        peek = look(ranking, ratio)
        for i, entry in enumerate(ENTRIES):
            bar = ranking.bar_of(i)
            end = bar.left() + entry.value * bar.width()
            y = bar.center().y()
            assert peek(QPointF(end - 1, y)) == theme.muted, i
            assert peek(QPointF(end + 3, y)) == theme.raised, i


def test_before_and_after_are_both_written_with_the_way_they_went() -> None:
    assert Entry("a", 0.41, 0.23).number == "23\N{NO-BREAK SPACE}% → 41\N{NO-BREAK SPACE}% ▲"
    assert Entry("a", 0.1, 0.23).arrow == "▼"
    assert Entry("a", 0.231, 0.23).arrow == ""
    assert Entry("a", 0.5).number == "50\N{NO-BREAK SPACE}%"
    assert Entry("a", float("nan"), 0.2).arrow == ""


def test_rows_are_chosen_by_mouse_and_by_keyboard(qtbot: Any) -> None:
    ranking = Ranking()
    qtbot.addWidget(ranking)
    ranking.set_entries(ENTRIES)
    ranking.resize(400, ranking.minimumSizeHint().height())
    ranking.show()
    chosen: list[int] = []
    ranking.chosen.connect(chosen.append)
    for i in (4, 0):
        qtbot.mouseClick(ranking, Qt.MouseButton.LeftButton, pos=ranking.rect_of(i).center().toPoint())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_End, Qt.Key.Key_Space):
        qtbot.keyClick(ranking, key)
    assert chosen == [4, 0, 2, 4]
    assert ranking.accessibleDescription() == "5. word4, 1\N{NO-BREAK SPACE}%"


def test_a_list_that_fits_its_place_has_only_whole_rows(qtbot: Any) -> None:
    ranking = Ranking(fit=True)
    qtbot.addWidget(ranking)
    ranking.set_entries(ENTRIES)
    ranking.resize(300, int(2.6 * ranking.rect_of(0).height()))
    ranking.show()
    assert ranking.n_shown == 2
    assert ranking.index_at(ranking.rect_of(2).center()) == -1
    qtbot.keyClick(ranking, Qt.Key.Key_End)
    assert ranking.accessibleDescription().startswith("2. word1")


def test_the_chooser_counts_from_one_and_tells_from_zero(qtbot: Any) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    chooser = LayerHeadChooser(window)
    chooser.set_counts(8, 6)
    told: list[tuple[int, int]] = []
    chooser.chosen.connect(lambda layer, head: told.append((layer, head)))
    chooser.set_chosen(5, 3)
    assert told == []
    assert chooser.layer_box.text() == "Layer 6 / 8"
    assert chooser.head_box.text() == "Head 4 / 6"
    window.show()
    qtbot.keyClick(chooser.layer_box, Qt.Key.Key_Up)
    qtbot.keyClick(chooser.head_box, Qt.Key.Key_Down)
    qtbot.keyClick(chooser.head_box, Qt.Key.Key_Down)
    assert told == [(6, 3), (6, 2), (6, 1)]
    chooser.set_chosen(7, 5)
    qtbot.keyClick(chooser.layer_box, Qt.Key.Key_Up)
    assert told[-1] == (0, 5), "after the last comes the first"
    chooser.set_counts(0, 0)
    assert not chooser.isEnabled()
