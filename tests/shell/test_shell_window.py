"""The window as a person uses it: mouse, keys, menus."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTabBar
from shell_house import PANELS, BrokenPanel, House, PaintedPanel

from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, Failure, ModelOpened, Progress
from rostok_gui.messages import Message
from rostok_gui.model.trace import Trace
from rostok_gui.shell.fonts import em
from rostok_gui.shell.layouts import LAYOUTS, ROOMY, Layout, Split, Tabs, only_existing, panels_of
from rostok_gui.state.app_state import Selection


def shown(house: House) -> set[str]:
    return {dock.panel.panel_id for dock in house.window.docks.shown()}


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no window manager
PLAIN = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def press(qtbot: Any, house: House, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    qtbot.keyClick(house.window.focusWidget() or house.window, key, modifier)
    QApplication.processEvents()


def test_first_layout_shows_inspector_plane_and_heads_in_a_laptop_window(house: House) -> None:
    assert house.window.size().toTuple() == (1280, 800)
    assert shown(house) == {"inspector", "plane", "heads"}  # the mask waits behind its tab
    docks = house.window.docks.docks
    assert not docks["mask"].isHidden()
    assert abs(docks["inspector"].width() - docks["heads"].width()) < 40
    assert docks["inspector"].y() < docks["plane"].y()


def test_layouts_by_keys(house: House, qtbot: Any) -> None:
    press(qtbot, house, Qt.Key.Key_2, CTRL)
    assert shown(house) == {"plane"}
    press(qtbot, house, Qt.Key.Key_4, CTRL)
    assert shown(house) == {"heads", "inspector"}
    docks = house.window.docks.docks
    assert docks["heads"].width() > docks["inspector"].width()
    press(qtbot, house, Qt.Key.Key_1, CTRL)
    assert shown(house) == {"inspector", "plane", "heads"}
    assert house.window.actions_table.by_id["layout-explore"].isChecked()


def test_no_tab_bar_of_an_earlier_layout_stays_on_screen(house: House, qtbot: Any) -> None:
    """Qt's restoreState forgets the bars that are there; the titles of two layouts were printed over each other."""
    host, names = house.window.docks, [layout.id for layout in LAYOUTS]
    for name in (*names, *names, names[0]):
        house.window.use_layout(name)
        house.window.open_panel("mask")
        qtbot.wait(50)
        bars = host.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        on_screen = [bar for bar in bars if bar.isVisible() and bar.geometry().intersects(host.rect())]
        groups = {
            frozenset([dock, *(other for other in host.tabifiedDockWidgets(dock) if not other.isHidden())])
            for dock in host.docks.values()
            if not dock.isHidden()
        }
        assert sorted(bar.count() for bar in on_screen) == sorted(len(group) for group in groups if len(group) > 1)
        for bar in bars:
            assert (bar.focusPolicy() != Qt.FocusPolicy.NoFocus) == (bar in on_screen)
    before = host.save()
    assert not host.restore("bm9uc2Vuc2U=")
    assert host.save() == before


def test_a_layout_leaves_out_what_does_not_exist() -> None:
    node = Split(((Tabs(("a", "b")), 1), (Split(((Tabs(("c",)), 1), (Tabs(("d",)), 1)), down=True), 1)))
    assert only_existing(node, frozenset("bd")) == Split(((Tabs(("b",)), 1), (Tabs(("d",)), 1)))
    assert only_existing(node, frozenset("c")) == Tabs(("c",))
    assert only_existing(node, frozenset()) is None


def test_layouts_name_panels_once_each() -> None:
    for layout in LAYOUTS:
        for root in filter(None, (layout.root, layout.small)):
            names = panels_of(root)
            assert len(names) == len(set(names)), layout.id
            assert set(names) == set(panels_of(layout.root)), layout.id


def test_a_small_window_has_an_arrangement_of_its_own(house: House) -> None:
    window = house.window
    host, unit = window.docks, em(window.docks.font())
    where = Layout("x", "x", Split(((Tabs(("heads",)), 1), (Tabs(("mask",)), 1))), small=Tabs(("heads", "mask")))
    for room, together in (((ROOMY[0] - 5, ROOMY[1] + 5), False), ((ROOMY[0] + 5, ROOMY[1] - 5), False),
                           ((ROOMY[0] + 5, ROOMY[1] + 5), True)):  # fmt: skip
        host.setFixedSize(round(room[0] * unit), round(room[1] * unit))
        QApplication.processEvents()
        host.arrange(where)
        QApplication.processEvents()
        assert shown(house) == ({"heads", "mask"} if together else {"heads"})


class Demanding(PaintedPanel):
    """Says how much room it needs at least."""

    panel_id = "heads"
    least = QSize(10, 10)

    def minimumSizeHint(self) -> QSize:
        return self.least


@pytest.mark.parametrize(
    ("more", "bars"), [((-50, -50), (0, 0)), ((-50, 9), (0, 1)), ((9, -50), (1, 0)), ((9, 9), (1, 1))]
)
def test_a_panel_that_is_too_high_is_scrolled_down_and_not_sideways(
    build: Any, more: tuple[int, int], bars: tuple[int, int]
) -> None:
    """The bar takes width from the panel; that alone is no reason for the other bar."""
    house = build((*PANELS[:3], Demanding))
    view = house.window.docks.docks["heads"].view
    panel: Any = house.window.panels["heads"]
    for _ in range(3):  # the docks come to their sizes
        QApplication.processEvents()
    room = view.maximumViewportSize()
    panel.least = room + QSize(*more)
    view.fit()
    QApplication.processEvents()
    seen = (view.horizontalScrollBar().isVisible(), view.verticalScrollBar().isVisible())
    assert seen == tuple(map(bool, bars))
    assert panel.width() >= panel.least.width()
    assert panel.height() >= panel.least.height()


def test_a_layout_changed_by_hand_is_remembered_and_can_be_reset(house: House, qtbot: Any) -> None:
    window = house.window
    window.docks.docks["plane"].bar.buttons["close"].click()
    QApplication.processEvents()
    assert "plane" not in shown(house)
    press(qtbot, house, Qt.Key.Key_2, CTRL)
    press(qtbot, house, Qt.Key.Key_1, CTRL)
    assert "plane" not in shown(house)
    window.actions_table.by_id["reset-layout"].trigger()
    QApplication.processEvents()
    assert shown(house) == {"inspector", "plane", "heads"}
    assert "explore" not in house.settings.layouts


def test_a_panel_is_closed_and_opened_again_from_the_menu_and_keeps_its_state(house: House) -> None:
    window = house.window
    action = window.actions_table.by_id["panel-heads"]
    before = window.panels["heads"]
    action.trigger()
    QApplication.processEvents()
    assert "heads" not in shown(house)
    assert not action.isChecked()
    action.trigger()
    QApplication.processEvents()
    assert "heads" in shown(house)
    assert window.panels["heads"] is before
    assert action.isChecked()


def test_a_panel_outside_the_layout_opens_as_a_tab(house: House, qtbot: Any) -> None:
    press(qtbot, house, Qt.Key.Key_2, CTRL)
    house.window.open_panel("inspector")
    QApplication.processEvents()
    assert "inspector" in shown(house)
    house.window.open_panel("no such panel")


def test_panels_opened_after_a_layout_was_brought_back_are_tabs_too(house: House, qtbot: Any) -> None:
    """Qt gives every closed dock a place when it brings a state back; opened there, they would push the window open."""
    window, size = house.window, house.window.size()
    window.toggle_maximised()
    window.toggle_maximised()
    window.use_layout("vectors")
    window.use_layout("explore")
    for panel in window.panels:
        window.open_panel(panel)
        QApplication.processEvents()
        assert window.size() == size
        assert window.docks.docks[panel].height() > 200, panel


def test_double_click_on_a_title_shows_the_panel_alone_and_again_beside_the_others(house: House, qtbot: Any) -> None:
    bar = house.window.docks.docks["heads"].bar
    before = house.window.docks.docks["heads"].size()
    qtbot.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(120, bar.height() // 2))
    QApplication.processEvents()
    assert shown(house) == {"heads"}
    assert house.window.docks.docks["heads"].width() > 1200
    qtbot.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(120, bar.height() // 2))
    QApplication.processEvents()
    assert shown(house) == {"inspector", "plane", "heads"}
    assert house.window.docks.docks["heads"].size() == before


def test_the_keyboard_maximises_too(house: House, qtbot: Any) -> None:
    house.window.open_panel("plane")
    press(qtbot, house, Qt.Key.Key_Return, CTRL)
    assert shown(house) == {"plane"}
    press(qtbot, house, Qt.Key.Key_Return, CTRL)
    assert shown(house) == {"inspector", "plane", "heads"}


def test_a_layout_is_left_while_a_panel_is_alone(house: House, qtbot: Any) -> None:
    house.window.open_panel("plane")
    house.window.toggle_maximised()
    press(qtbot, house, Qt.Key.Key_4, CTRL)
    assert shown(house) == {"heads", "inspector"}
    assert house.window.docks.maximised is None


def test_a_panel_floats_and_comes_back(house: House) -> None:
    dock = house.window.docks.docks["plane"]
    dock.bar.buttons["float"].click()
    assert dock.isFloating()
    assert "back" in dock.bar.buttons["float"].accessibleName()
    dock.bar.buttons["float"].click()
    assert not dock.isFloating()


def test_f6_goes_round_all_panels_and_back(house: House, qtbot: Any) -> None:
    window = house.window
    window.text_line.take_keyboard()
    seen = []
    for _ in range(4):
        press(qtbot, house, Qt.Key.Key_F6)
        holder = window.focusWidget()
        seen.append(next((p for p, panel in window.panels.items() if panel.isAncestorOf(holder)), "text"))
    assert seen == ["inspector", "plane", "heads", "text"]
    press(qtbot, house, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert window.panels["heads"].isAncestorOf(window.focusWidget())


def test_every_button_of_a_dock_has_a_name_and_the_keyboard(house: House) -> None:
    for dock in house.window.docks.docks.values():
        for button in dock.bar.buttons.values():
            assert dock.panel.title() in button.accessibleName()
            assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    for bar in house.window.docks.findChildren(QTabBar):
        assert bar.accessibleName()
        assert bar.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_each_dock_says_what_to_do_once(house: House) -> None:
    for dock in house.window.docks.shown():
        said = [x for x in dock.findChildren(QLabel) if x.text() == dock.panel.invitation() and x.isVisibleTo(dock)]
        assert len(said) == 1, dock.panel.panel_id


# The shared state and the worker ------------------------------------------------------------------------------------


def test_only_panels_that_can_be_seen_repaint(house: House) -> None:
    panels: Any = house.window.panels
    for panel in panels.values():
        panel.refreshed.clear()
    house.store.select(layer=1)
    assert panels["heads"].refreshed == [frozenset({"selection"})]
    assert panels["mask"].refreshed == []
    house.window.open_panel("mask")
    assert "selection" in panels["mask"].refreshed[0]


def test_a_fault_in_one_panel_is_reported_and_the_others_still_hear(
    build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught: list[Any] = []
    monkeypatch.setattr(sys, "excepthook", lambda *what: caught.append(what))
    house = build((BrokenPanel, *PANELS))
    house.window.panels["heads"].refreshed.clear()
    house.store.select(layer=1)
    assert [str(what[1]) for what in caught] == ["a fault in a panel"]
    assert house.window.panels["heads"].refreshed


def test_status_bar_repeats_what_the_worker_said(house: House, opened: ModelOpened, trace: Trace) -> None:
    status = house.window.status
    assert "loaded" in status.facts.text()
    house.store.update(model=opened, trace=trace, untouched=trace)
    assert status.facts.text() == "CPU · rostok · last pass 34 ms"
    house.store.update(pointer=Message("{a} looks at {b}", {"a": "he", "b": "Tom"}))
    assert status.sentence.text() == "he looks at Tom"
    house.store.update(pointer=None)
    assert status.sentence.text() == ""


def test_long_work_shows_progress_and_can_be_cancelled(house: House, qtbot: Any) -> None:
    request = RunText("x")
    house.window.on_event(Progress(request, 3, 12, 6.0))
    status = house.window.status
    assert status.progress.isVisible()
    assert (status.progress.value(), status.progress.maximum()) == (3, 12)
    assert status.busy.text() == "18 seconds left"
    house.window.on_event(Progress(request, 11, 12, 11.0))
    assert status.busy.text() == "1 second left"
    qtbot.mouseClick(status.cancel_button, Qt.MouseButton.LeftButton)
    assert house.client.cancelled == ["RunText"]
    house.window.on_event(Answer(request, None))
    assert not status.progress.isVisible()


def test_a_failure_is_said_with_its_details_until_it_is_dismissed(house: House, qtbot: Any) -> None:
    bar = house.window.message_bar
    failure = Failure(OpenModel("gpt-1"), Message("It is {what}.", {"what": "broken"}), "Traceback ...")
    house.store.update(notice=failure.message)
    house.window.on_event(failure)
    assert bar.isVisible()
    assert bar.label.text() == "It is broken."
    assert not bar.details.isVisible()
    qtbot.mouseClick(bar.details_button, Qt.MouseButton.LeftButton)
    assert bar.details.isVisible()
    assert bar.details.toPlainText() == "Traceback ..."
    qtbot.mouseClick(bar.dismiss_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    assert house.store.live.notice is None
    house.store.update(notice=failure.message)
    assert bar.isVisible()  # the same again is said again


def test_events_of_the_worker_reach_hidden_panels_too(house: House) -> None:
    event = Answer(RunText("x"), 1)
    house.window.on_event(event)
    panels: Any = house.window.panels
    assert panels["mask"].heard == [event]


# Undo ---------------------------------------------------------------------------------------------------------------


def test_undo_and_redo_by_keys(house: House, qtbot: Any) -> None:
    edit, store = house.window.undo.edit, house.store
    edit("Head", selection=Selection(1, 2))
    edit("Text", document=type(store.state.document)("new"))
    assert house.window.actions_table.by_id["undo"].isEnabled()
    press(qtbot, house, Qt.Key.Key_Z, CTRL)
    assert store.state.document.text != "new"
    assert (store.state.selection.layer, store.state.selection.head) == (1, 2)
    press(qtbot, house, Qt.Key.Key_Z, CTRL)
    assert store.state.selection == Selection()
    press(qtbot, house, Qt.Key.Key_Y, CTRL)
    press(qtbot, house, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert store.state.document.text == "new"
    assert not house.window.actions_table.by_id["redo"].isEnabled()


def test_a_drag_is_one_step(house: House) -> None:
    undo, store = house.window.undo, house.store
    for layer in range(5):
        undo.edit("Drag", merge="drag 1", selection=Selection(layer, 0))
    undo.edit("Drag", merge="drag 2", selection=Selection(7, 5))
    assert undo.stack.count() == 2
    undo.stack.undo()
    assert store.state.selection == Selection(4, 0)
    undo.stack.undo()
    assert store.state.selection == Selection()


def test_an_edit_that_changes_nothing_is_no_step(house: House) -> None:
    house.window.undo.edit("Nothing", selection=house.store.state.selection)
    assert house.window.undo.stack.count() == 0


# Looks --------------------------------------------------------------------------------------------------------------


def texts_of(house: House) -> list[str]:
    window = house.window
    menus = [menu.title() for menu in window.actions_table._menus.values()]
    actions = [a.text() for n, a in window.actions_table.by_id.items() if not n.startswith(("panel-", "language-"))]
    line = window.text_line
    names = [line.field.placeholderText(), line.examples.text(), line.model.accessibleName()]
    docks = [b.toolTip() for d in window.docks.docks.values() for b in d.bar.buttons.values()]
    return menus + actions + names + docks + [window.status.facts.text(), window.message_bar.dismiss_button.text()]


def test_language_changes_every_text_while_it_runs(house: House) -> None:
    english = texts_of(house)
    house.window.actions_table.by_id["language-ru"].trigger()
    QApplication.processEvents()
    russian = texts_of(house)
    assert [pair for pair in zip(english, russian) if pair[0] == pair[1]] == []
    assert "&Файл" in russian
    assert all(any("а" <= c.lower() <= "я" for c in text) for text in russian)
    house.window.actions_table.by_id["language-en"].trigger()
    QApplication.processEvents()
    assert texts_of(house) == english


def test_numbers_and_plurals_follow_the_language(house: House, opened: ModelOpened, trace: Trace) -> None:
    house.store.update(model=opened, trace=trace)
    house.window.looks.choose_language("ru")
    QApplication.processEvents()
    house.window.on_event(Progress(RunText("x"), 1, 3, 1.0))
    assert house.window.status.busy.text() == "осталось 2 секунды"
    house.store.update(pointer=Message("{w:.2f}", {"w": 0.5}))
    assert house.window.status.sentence.text() == "0,50"


def test_theme_changes_at_once_and_is_kept(house: House) -> None:
    corner = QPoint(house.window.width() // 2, 2)
    panels: Any = house.window.panels
    panels["heads"].refreshed.clear()
    for name in ("dark", "contrast"):
        house.window.actions_table.by_id[f"theme-{name}"].trigger()
        QApplication.processEvents()
        assert house.settings.theme == name
        assert house.window.grab().toImage().pixelColor(corner).name() == house.window.looks.theme.window
        assert house.window.actions_table.by_id[f"theme-{name}"].isChecked()
    assert len(panels["heads"].refreshed) == 2


def test_text_size_by_keys_scales_the_font_and_has_ends(house: House, qtbot: Any) -> None:
    before = house.window.status.facts.fontMetrics().height()
    press(qtbot, house, Qt.Key.Key_Plus, CTRL)
    assert house.settings.text_size == pytest.approx(1.1)
    house.window.looks.set_text_size(2.49)
    press(qtbot, house, Qt.Key.Key_Equal, CTRL)
    assert house.settings.text_size == 2.5
    assert house.window.status.facts.fontMetrics().height() > 2.2 * before
    press(qtbot, house, Qt.Key.Key_0, CTRL)
    press(qtbot, house, Qt.Key.Key_Minus, CTRL)
    assert house.settings.text_size == 1.0
    assert house.window.status.facts.fontMetrics().height() == before


def test_large_text_still_fits_a_small_screen(build: Any) -> None:
    house = build(text_size=1.6)
    assert house.window.size().toTuple() == (1280, 800)
    assert house.window.minimumSizeHint().width() <= 1280


def test_reduced_motion_is_a_switch(house: House) -> None:
    from rostok_gui.shell.style import GLIDE_MS, glide_ms

    action = house.window.actions_table.by_id["reduce-motion"]
    assert glide_ms() == GLIDE_MS
    action.trigger()
    assert glide_ms() == 0
    assert house.settings.reduce_motion
    assert action.isChecked()
    action.trigger()
    assert glide_ms() == GLIDE_MS


def test_shortcuts_are_there_once_and_on_the_page(house: House) -> None:
    table = house.window.actions_table.table
    keys = [key for spec in table for key in spec.keys]
    assert len(keys) == len(set(keys))
    page = house.window.help.shortcuts_html()
    for spec in table:
        if spec.keys:
            assert spec.shown_text().replace("&", "").rstrip("…") in page


def test_help_of_the_panel_in_use(house: House, qtbot: Any) -> None:
    house.window.open_panel("plane")
    press(qtbot, house, Qt.Key.Key_F1)
    assert "Long help of plane" in house.window.help.reader.page.toPlainText()
    house.window.docks.docks["heads"].bar.buttons["help"].click()
    assert "Long help of heads" in house.window.help.reader.page.toPlainText()
    house.window.actions_table.by_id["about"].trigger()
    assert "SIL Open" in house.window.help.reader.page.toPlainText()


def test_all_actions_lead_somewhere(house: House) -> None:
    from operator import attrgetter

    for spec in house.window.actions_table.table:
        assert callable(attrgetter(spec.slot)(house.window)), spec.id


def test_closing_keeps_layout_and_place(house: House) -> None:
    house.window.resize(1100, 700)
    house.window.docks.docks["plane"].close()
    QApplication.processEvents()
    house.window.close()
    assert house.closed == [True]
    assert house.settings.layouts["explore"]
    assert house.settings.geometry


def test_the_next_window_comes_back_as_the_last_was_left(house: House, build: Any) -> None:
    house.window.docks.docks["plane"].close()
    QApplication.processEvents()
    house.window.close()
    again = build(layouts=house.settings.layouts, layout="explore", geometry=house.settings.geometry)
    assert "plane" not in shown(again)
    assert "heads" in shown(again)


def test_a_saved_layout_of_other_panels_is_not_used(house: House, build: Any) -> None:
    saved = house.window.docks.save()
    again = build(PANELS[:3], layouts={"explore": saved, "vectors": "no base64 !"})
    assert shown(again) == {"inspector", "plane"}
    again.window.use_layout("vectors")
    assert shown(again) == {"plane"}


def test_a_window_without_panels_stands(build: Any) -> None:
    assert shown(build(())) == set()


def test_layout_titles_are_translated(house: House) -> None:
    layout: Layout = house.window.layouts["explore"]
    house.window.looks.choose_language("ru")
    assert layout.shown_title() == "Обзор"
