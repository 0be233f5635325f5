"""The command palette, by keyboard alone, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shell_house import House

from rostok_gui.engine.results import ModelOpened
from rostok_gui.shell.palette import Entry, Palette, found, head_in
from rostok_gui.state.app_state import Selection
from rostok_gui.state.examples import load_examples

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform grabs no keyboard
CTRL = Qt.KeyboardModifier.ControlModifier
K = Qt.Key


@pytest.fixture
def palette(house: House) -> Palette:
    """Opened by its key."""
    QTest.keyClick(house.window.focusWidget() or house.window, K.Key_K, CTRL)
    QApplication.processEvents()
    made = house.window.palette_door.palette
    assert made.isVisible()
    return made


def ask(palette: Palette, query: str) -> list[str]:
    """Type a query; what is offered."""
    if not palette.isVisible():
        palette.open_palette()
    palette.field.clear()
    QTest.keyClicks(palette.field, query) if query.isascii() else palette.field.setText(query)
    return [entry.text for entry in palette.model.entries]


def enter(palette: Palette) -> None:
    QTest.keyClick(palette.field, K.Key_Return)
    QApplication.processEvents()


def test_everything_is_offered_before_the_first_letter(palette: Palette, house: House) -> None:
    offered = ask(palette, "")
    possible = [a for n, a in house.window.actions_table.by_id.items() if a.isEnabled() and n != "palette"]
    assert len(offered) == len(possible) + len(load_examples())
    assert "Undo" not in offered  # nothing to undo yet


def test_a_command_is_found_and_done(palette: Palette, house: House) -> None:
    assert ask(palette, "dark")[0] == "Dark"
    enter(palette)
    assert house.settings.theme == "dark"
    assert not palette.isVisible()


def test_a_panel_comes_to_the_front_and_has_the_keyboard(palette: Palette, house: House) -> None:
    assert ask(palette, "panel mask")[0] == "Title of mask"
    enter(palette)
    docks = house.window.docks
    assert docks.docks["mask"] in docks.shown()
    assert docks.focused() is docks.docks["mask"]
    ask(palette, "panel mask")
    enter(palette)
    assert docks.docks["mask"] in docks.shown()  # it is opened, never closed


def test_a_layout(palette: Palette, house: House) -> None:
    assert ask(palette, "layout heads")[0] == "Heads"
    enter(palette)
    assert house.settings.layout == "heads"


def test_an_example_becomes_the_text(palette: Palette, house: House) -> None:
    example = load_examples()[-1]
    ask(palette, example.title["en"])
    enter(palette)
    assert house.store.state.document.text == example.text
    assert (house.store.state.selection.layer, house.store.state.selection.head) == (example.layer, example.head)


@pytest.mark.parametrize("query", ["6.4", "head 6 4", "layer 6 head 4", "6,4"])
def test_a_head_counts_from_one_and_can_be_undone(
    palette: Palette, house: House, opened: ModelOpened, query: str
) -> None:
    house.store.update(model=opened, selection=Selection(0, 0, 2, 1))
    assert ask(palette, query)[0] == "Layer 6 head 4"
    enter(palette)
    assert house.store.state.selection == Selection(5, 3, 2, 1)
    house.window.undo.stack.undo()
    assert house.store.state.selection == Selection(0, 0, 2, 1)


def test_only_heads_of_the_model_are_offered(palette: Palette, house: House, opened: ModelOpened) -> None:
    assert ask(palette, "6.4") == []  # no model yet
    house.store.update(model=opened)
    layers, heads = opened.config.n_layer, opened.config.n_head
    assert ask(palette, f"{layers}.{heads}") == [f"Layer {layers} head {heads}"]
    for wrong in (f"{layers + 1}.1", f"1.{heads + 1}", "0.1", "1.0", "1", "1.2.3"):
        assert not [text for text in ask(palette, wrong) if text.startswith("Layer")]
    assert palette.none.isVisible()


def test_arrows_choose_and_escape_leaves(palette: Palette, house: House) -> None:
    ask(palette, "")
    before = house.store.state
    for key in (K.Key_Down, K.Key_Down, K.Key_Up):
        QTest.keyClick(palette.field, key)
    assert palette.view.currentIndex().row() == 1
    said = palette.field.accessibleDescription()
    assert palette.model.entries[1].text in said
    QTest.keyClick(palette.field, K.Key_PageDown)
    assert palette.view.currentIndex().row() > 5
    QTest.keyClick(palette.field, K.Key_Escape)
    assert not palette.isVisible()
    assert house.store.state == before


def test_it_speaks_russian(palette: Palette, house: House, opened: ModelOpened) -> None:
    house.store.update(model=opened)
    palette.close()
    house.window.looks.choose_language("ru")
    QApplication.processEvents()
    assert ask(palette, "темная")[0] == "Тёмная"  # е finds ё
    assert ask(palette, "голова 6 4")[0] == "Слой 6, голова 4"
    assert ask(palette, "dark") == []
    title = load_examples()[0].title["ru"]
    assert ask(palette, title)[0] == title
    assert all("а" <= c <= "я" or not c.isalpha() for c in palette.field.placeholderText().lower())


def test_words_match_in_any_order_and_beginnings_come_first() -> None:
    entries = [Entry(text, about, print) for text, about in (
        ("Show panel alone", "View"), ("Alone", "File"), ("Panel", "Edit"), ("Heads", "Panel"), ("Subpanel", "x"))
    ]  # fmt: skip
    assert [e.text for e in found(entries, "panel")] == ["Panel", "Show panel alone", "Subpanel", "Heads"]
    assert [e.text for e in found(entries, "alone pan")] == ["Show panel alone"]
    assert found(entries, "panel nothing") == []
    assert head_in("layer 12 head 3") == (11, 2)
    assert head_in("7") is None


def test_it_fits_a_small_screen_at_the_largest_size(build: Any) -> None:
    house = build(text_size=2.5)
    palette = house.window.palette_door.palette
    palette.open_palette()
    QApplication.processEvents()
    assert palette.width() <= house.window.width()
    assert palette.height() <= house.window.height()
    palette.close()
