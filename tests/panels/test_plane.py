"""Panel “Query and keys”: what a hand does on it, and that every number shown is that of numpy."""

from __future__ import annotations

import gc
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog

from rostok_gui.panels.plane import PlanePanel
from rostok_gui.panels.plane_experiments import EXPERIMENTS, LIMIT, MAX_KEYS, attend_plane, between
from rostok_gui.paths import RESOURCES
from rostok_gui.shell.style import set_motion
from rostok_gui.shell.theme import load_theme
from rostok_gui.shell.undo import Undo
from rostok_gui.state.app_state import Key, Plane

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # said by the offscreen platform


@pytest.fixture(params=["en_US", "ru_RU"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Numbers in the form of both languages."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


@pytest.fixture(autouse=True)
def english_numbers() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def still(qapp: QApplication) -> Iterator[None]:
    """Nothing glides."""
    set_motion(qapp, False)
    yield
    set_motion(qapp, True)


@pytest.fixture
def panel(host, qtbot, still) -> PlanePanel:
    return host.show(PlanePanel(host.context()), qtbot)


def numpy_weights(plane: Plane) -> tuple[np.ndarray, np.ndarray]:
    """Scores and weights by the plain formula, without the program's own code."""
    scores = np.array([[k.x, k.y] for k in plane.keys]) @ np.array(plane.query)
    parts = np.exp(scores / plane.temperature)
    return scores, parts / parts.sum()


def shown(panel: PlanePanel) -> list[tuple[str, ...]]:
    return [row.cells for row in panel.bars.rows]


def expected(plane: Plane) -> list[tuple[str, str]]:
    scores, weights = numpy_weights(plane)
    return [(f"{s:+.2f}".replace("-", "−"), f"{w:.3f}") for s, w in zip(scores, weights)]


def drag(panel: PlanePanel, arrow_id: str, *places: tuple[float, float]) -> None:
    """Take a tip with the mouse and move it from place to place."""
    arrow = next(a for a in panel.plane.arrows if a.id == arrow_id)
    QTest.mousePress(panel.plane, LEFT, pos=panel.plane.handle(arrow)[0].toPoint())
    for place in places:
        QTest.mouseMove(panel.plane, panel.plane.to_pixel(*place).toPoint())
    QTest.mouseRelease(panel.plane, LEFT, pos=panel.plane.to_pixel(*places[-1]).toPoint())


def test_start_shows_the_known_weights_in_both_languages(host, qtbot, still, language):
    panel = host.show(PlanePanel(host.context()), qtbot)
    dot = "," if language == "ru_RU" else "."
    assert [cells[-1] for cells in shown(panel)] == [f"0{dot}{part}" for part in ("941", "025", "004", "030")]
    numbers = {".": "(0.956, 0.040, 0.020)", ",": "(0,956; 0,040; 0,020)"}[dot]
    assert panel.mixture.numbers == numbers
    assert panel.mixture.result == f"#{round(0.956 * 255):02x}0a05"
    assert [cells[0] for cells in shown(panel)] == [s.replace(".", dot) for s in ("+2.87", "−0.77", "−2.52", "−0.56")]


def test_dragging_the_query_moves_it_and_every_number_follows(panel):
    drag(panel, "query", (0.5, 1.0), (-0.8, 1.2))
    plane = panel.store.state.plane
    pixel = 1.5 / panel.plane.pixels_per_unit
    assert plane.query == pytest.approx((-0.8, 1.2), abs=pixel)
    assert [(c[0], c[-1]) for c in shown(panel)] == expected(plane)
    assert panel.bars.rows[1].weight == max(row.weight for row in panel.bars.rows)


def test_dragging_a_key_moves_that_key_alone(panel):
    before = panel.store.state.plane
    drag(panel, "key-2", (1.0, 1.7))
    after = panel.store.state.plane
    assert (after.keys[2].x, after.keys[2].y) == pytest.approx((1.0, 1.7), abs=1.5 / panel.plane.pixels_per_unit)
    assert after.query == before.query
    assert [after.keys[i] for i in (0, 1, 3)] == [before.keys[i] for i in (0, 1, 3)]
    assert [(c[0], c[-1]) for c in shown(panel)] == expected(after)


def test_each_drag_is_one_step_to_undo(host, qtbot, still):
    undo = Undo(host.store)
    panel = PlanePanel(replace(host.context(), edit=undo.edit))
    host.show(panel, qtbot)
    start = host.store.state.plane
    drag(panel, "query", (0.5, 1.0), (-0.8, 1.2), (-1.0, 1.0))
    between_drags = host.store.state.plane
    drag(panel, "query", (0.2, 1.0), (0.9, -1.2))
    assert undo.stack.count() == 2
    undo.stack.undo()
    assert host.store.state.plane == between_drags
    undo.stack.undo()
    assert host.store.state.plane == start
    assert shown(panel)[0][-1] == "0.941"
    undo.stack.redo()
    assert host.store.state.plane == between_drags


def test_zero_query_gives_everybody_the_same(panel):
    QTest.mouseClick(panel.experiments["zero"], LEFT)
    assert [c[-1] for c in shown(panel)] == ["0.250"] * 4
    assert [a.note.replace("\N{NO-BREAK SPACE}", "") for a in panel.plane.arrows if a.kind == "key"] == ["25%"] * 4


def test_long_query_keeps_its_direction_and_sharpens(panel):
    drag(panel, "query", (0.4, 0.9))
    before, weights = panel.store.state.plane.query, attend_plane(panel.store.state.plane).weights
    QTest.mouseClick(panel.experiments["long"], LEFT)
    after = panel.store.state.plane.query
    assert np.arctan2(*after) == pytest.approx(np.arctan2(*before), abs=1e-6)
    assert np.hypot(*after) == pytest.approx(3 * np.hypot(*before), abs=1e-5)
    assert attend_plane(panel.store.state.plane).weights.max() > weights.max()
    assert not panel.plane.handle(panel.plane.arrows[0])[1], "the picture zooms out to show it"


@pytest.mark.parametrize("n_keys", [1, 2, 4, 12])
def test_nobody_fits_has_negative_scores_and_weights_that_sum_to_one(panel, n_keys):
    keys = tuple(Key(f"k{i}", i - 3.0, 1.0, (0.1, 0.2, 0.3)) for i in range(n_keys))
    panel.store.update(plane=Plane(keys=keys))
    panel.run("nobody")
    attended = attend_plane(panel.store.state.plane)
    assert (attended.scores < 0).all()
    assert attended.weights.sum() == pytest.approx(1, abs=1e-12)
    assert all(cells[0].startswith("−") for cells in shown(panel))
    assert [key.name for key in panel.store.state.plane.keys] == [key.name for key in keys]


def test_the_cold_end_is_an_exact_lookup_and_shares_ties(panel):
    panel.slider.setFocus()
    QTest.keyClick(panel.slider, Qt.Key.Key_Home)
    assert panel.store.state.plane.temperature == 0
    assert attend_plane(panel.store.state.plane).weights.tolist() == [1, 0, 0, 0]
    assert [c[-1] for c in shown(panel)] == ["1.000", "0.000", "0.000", "0.000"]
    assert "∞" in panel._sharpness.text()
    panel.run("zero")
    assert [c[-1] for c in shown(panel)] == ["0.250"] * 4


def test_the_dictionary_experiment_and_start_undo_each_other(panel):
    panel.run("dictionary")
    assert attend_plane(panel.store.state.plane).weights.tolist() == [1, 0, 0, 0]
    panel.run("start")
    assert panel.store.state.plane == Plane()


def test_sharpness_is_one_over_the_temperature_on_screen(panel):
    for position in (1, 50, 201, 333, 401):
        panel.slider.setValue(position)
        temperature = panel.store.state.plane.temperature
        assert panel.temperature.number == temperature
        assert f"{1 / temperature:.2f}" in panel._sharpness.text()


def test_presets_glide_and_end_exactly(host, qtbot, qapp):
    set_motion(qapp, True)
    panel = host.show(PlanePanel(host.context()), qtbot)
    panel.run("nobody")
    goal = EXPERIMENTS["nobody"](Plane())
    assert host.store.state.plane == goal, "the state is there at once"
    seen = set()
    for _ in range(100):
        qtbot.wait(10)
        seen.add((panel.plane.arrows[0].x, panel.plane.arrows[0].y))
        if (panel.plane.arrows[0].x, panel.plane.arrows[0].y) == goal.query:
            break
    assert len(seen) > 2
    assert [(c[0], c[-1]) for c in shown(panel)] == expected(goal)
    assert panel._glide.state() == panel._glide.State.Stopped


def test_a_drag_in_the_middle_of_a_glide_starts_from_the_goal(host, qtbot, qapp):
    set_motion(qapp, True)
    panel = host.show(PlanePanel(host.context()), qtbot)
    panel.run("nobody")
    drag(panel, "query", (0.3, 0.3))
    goal = EXPERIMENTS["nobody"](Plane())
    assert host.store.state.plane.keys == goal.keys
    assert host.store.state.plane.query != goal.query
    assert (panel.plane.arrows[0].x, panel.plane.arrows[0].y) == host.store.state.plane.query


def test_halfway_is_between_and_the_end_is_the_end():
    old, new = Plane(), EXPERIMENTS["nobody"](Plane(temperature=3.0))
    half = between(old, new, 0.5)
    assert half.query == pytest.approx(np.mean([old.query, new.query], axis=0))
    assert half.temperature == 2.0
    assert between(old, new, 1.0) is new


def test_twelve_keys_and_no_more(panel):
    while len(panel.store.state.plane.keys) < MAX_KEYS:
        panel.add_key()
        panel.bars.editor.setText(f"word {len(panel.store.state.plane.keys)}")
        QTest.keyClick(panel.bars.editor, Qt.Key.Key_Return)
    panel.add_key()
    assert len(panel.store.state.plane.keys) == 12
    assert "12" in str(panel.store.live.notice)
    assert panel.store.state.plane.keys[-1].name == "word 12"
    assert [(c[0], c[-1]) for c in shown(panel)] == expected(panel.store.state.plane)
    assert attend_plane(panel.store.state.plane).weights.sum() == pytest.approx(1)


def test_one_key_takes_everything_and_stays(panel):
    for _ in range(3):
        panel.remove_key(0)
    assert [k.name for k in panel.store.state.plane.keys] == ["ran"]
    assert [c[-1] for c in shown(panel)] == ["1.000"]
    panel.remove_key(0)
    assert len(panel.store.state.plane.keys) == 1
    assert panel.store.live.notice is not None


def test_recolouring_changes_the_mixture(panel):
    panel.recolour_key(0, (0.0, 1.0, 1.0))
    output = numpy_weights(panel.store.state.plane)[1] @ np.array([k.value for k in panel.store.state.plane.keys])
    assert panel.mixture.numbers == "({:.3f}, {:.3f}, {:.3f})".format(*output)


def test_colours_by_keyboard_and_by_dialog(panel, qtbot):
    panel.bars.setFocus()
    QTest.keyClick(panel.bars, Qt.Key.Key_Down)
    QTest.keyClick(panel.bars, Qt.Key.Key_Space)
    menu = panel._colour_menu
    assert menu.isVisible()
    blue = [name for name, _ in panel._colour_names()].index("Blue")
    for _ in range(blue + 1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert panel.store.state.plane.keys[1].value == (0.0, 0.0, 1.0)
    assert panel.bars.rows[1].swatch == "#0000ff"
    menu.actions()[-1].trigger()
    dialog = panel.findChild(QColorDialog)
    dialog.setCurrentColor(QColor("#336699"))
    dialog.accept()
    assert panel.store.state.plane.keys[1].value == pytest.approx((0.2, 0.4, 0.6), abs=1e-4)


def test_every_sentence_has_its_russian():
    messages = ElementTree.parse(RESOURCES / "i18n" / "ru" / "plane.ts").iter("message")
    pairs = [(m.findtext("source"), m.find("translation")) for m in messages]
    assert len(pairs) > 50
    for source, russian in pairs:
        assert russian.get("type") is None, source
        fields = [sorted(re.findall(r"{\w+}", text)) for text in (source, russian.text)]
        assert fields[0] == fields[1], source
        assert not re.search(r"[a-z]{3} [a-z]{3}", re.sub(r"<[^>]*>|{\w+}", "", russian.text)), russian.text


def test_typed_coordinates_take_comma_and_point(panel):
    for text, number in (("0,7", 0.7), ("-1.25", -1.25), ("10", 10.0)):
        panel.x_field.setFocus()
        panel.x_field.selectAll()
        QTest.keyClicks(panel.x_field, text)
        QTest.keyClick(panel.x_field, Qt.Key.Key_Return)
        assert panel.store.state.plane.query == (number, 0.7)
        assert [c[0] for c in shown(panel)] == [s for s, _ in expected(panel.store.state.plane)]


@pytest.mark.parametrize("garbage", ["abc", "", "1e9", "nan", "inf", "1_0", "--3", "1000.1", "0.7.1"])
def test_typed_garbage_is_refused_and_the_old_value_stays(panel, garbage):
    before = panel.store.state
    panel.y_field.setFocus()
    panel.y_field.selectAll()
    QTest.keyClick(panel.y_field, Qt.Key.Key_Delete)
    QTest.keyClicks(panel.y_field, garbage)
    QTest.keyClick(panel.y_field, Qt.Key.Key_Return)
    assert panel.store.state == before
    assert panel.y_field.text() == "0.70"
    assert garbage[:20] in str(panel.store.live.notice)


def test_a_negative_temperature_is_refused(panel):
    panel.temperature.setFocus()
    panel.temperature.selectAll()
    QTest.keyClicks(panel.temperature, "-1")
    QTest.keyClick(panel.temperature, Qt.Key.Key_Return)
    assert panel.store.state.plane.temperature == 1.0
    assert panel.store.live.notice is not None


def test_dragging_far_outside_and_back(panel):
    arrow = panel.plane.arrows[0]
    QTest.mousePress(panel.plane, LEFT, pos=panel.plane.handle(arrow)[0].toPoint())
    QTest.mouseMove(panel.plane, QPoint(panel.plane.width() + 400, -300))
    outside = panel.store.state.plane.query
    assert panel.plane.handle(panel.plane.arrows[0])[1]
    assert outside[0] > panel.plane.from_pixel(QPointF(panel.plane.width(), 0))[0]
    panel.grab()
    QTest.mouseMove(panel.plane, panel.plane.to_pixel(-1, -1).toPoint())
    QTest.mouseRelease(panel.plane, LEFT, pos=panel.plane.to_pixel(-1, -1).toPoint())
    assert panel.store.state.plane.query == pytest.approx((-1, -1), abs=1.5 / panel.plane.pixels_per_unit)


def test_an_arrow_that_left_is_brought_back_by_its_mark(panel):
    panel.store.update(plane=replace(Plane(), query=(50.0, 20.0)))
    drag(panel, "query", (1.0, -0.5))
    assert panel.store.state.plane.query == pytest.approx((1.0, -0.5), abs=1.5 / panel.plane.pixels_per_unit)


@pytest.mark.parametrize("size", [1e6, 1e150, 1e308])
def test_huge_coordinates_are_drawn_and_computed(panel, size):
    keys = (Key("a", size, 1.0, (1.0, 0.0, 0.0)), Key("b", -size, -2.0, (0.0, 1.0, 0.0)))
    panel.store.update(plane=Plane(query=(1.0, 0.5), keys=keys))
    panel.grab()
    assert [c[-1] for c in shown(panel)] == ["1.000", "0.000"]
    drag(panel, "key-0", (0.5, 0.5))
    assert abs(panel.store.state.plane.keys[0].x) <= LIMIT


def test_keyboard_alone(panel, qtbot):
    panel.plane.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.plane.chosen == "query"
    QTest.keyClick(panel.plane, Qt.Key.Key_Right)
    QTest.keyClick(panel.plane, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert panel.store.state.plane.query == (1.5, 0.71)
    QTest.keyClick(panel.plane, Qt.Key.Key_Tab)
    assert panel.plane.chosen == "key-0"
    QTest.keyClick(panel.plane, Qt.Key.Key_Down)
    assert panel.store.state.plane.keys[0] == Key("girl", 1.6, 0.8, (1.0, 0.0, 0.0))
    QTest.keyClick(panel.plane, Qt.Key.Key_F2)
    QTest.keyClicks(panel.bars.editor, "Lily")
    QTest.keyClick(panel.bars.editor, Qt.Key.Key_Return)
    assert panel.store.state.plane.keys[0].name == "Lily"
    QTest.keyClick(panel.bars, Qt.Key.Key_Down)
    QTest.keyClick(panel.bars, Qt.Key.Key_Delete)
    assert [key.name for key in panel.store.state.plane.keys] == ["Lily", "red", "ran"]
    panel.plane.setFocus(Qt.FocusReason.OtherFocusReason)
    for _ in range(5):
        QTest.keyClick(panel.plane, Qt.Key.Key_Tab)
    assert not panel.plane.hasFocus(), "Tab leaves after the last arrow"


def test_escape_keeps_the_old_name_and_puts_a_drag_back(panel):
    panel.bars.rename(1)
    QTest.keyClicks(panel.bars.editor, "other")
    QTest.keyClick(panel.bars.editor, Qt.Key.Key_Escape)
    assert panel.store.state.plane.keys[1].name == "ball"
    QTest.mousePress(panel.plane, LEFT, pos=panel.plane.to_pixel(1.4, 0.7).toPoint())
    QTest.mouseMove(panel.plane, panel.plane.to_pixel(-1, -1).toPoint())
    assert panel.store.state.plane != Plane()
    QTest.keyClick(panel.plane, Qt.Key.Key_Escape)
    assert panel.store.state.plane == Plane()


def test_double_click_on_an_empty_place_adds_a_key_there(panel):
    QTest.mouseDClick(panel.plane, LEFT, pos=panel.plane.to_pixel(1.5, -1.0).toPoint())
    key = panel.store.state.plane.keys[-1]
    assert (key.x, key.y) == pytest.approx((1.5, -1.0), abs=0.02)
    assert panel.bars.editor.isVisible()


def test_the_formula_carries_the_numbers_of_the_chosen_key(panel):
    panel.plane.choose("key-2")
    text = panel.formula.text
    assert "1.40 · (−1.50) + 0.70 · (−0.60) = −2.52" in text
    scores, weights = numpy_weights(panel.store.state.plane)
    assert f"{np.exp(scores[2] - scores.max()):.3f} / {np.exp(scores - scores.max()).sum():.3f}" in text
    assert f"= {weights[2]:.3f} (red)" in text


def test_the_script_runs_alone_and_prints_what_is_on_screen(panel):
    panel.rename_key(1, 'it\'s "odd" \\ ё')
    panel.run("nobody")
    for temperature in (0.37, 0.0):
        panel._set_temperature(temperature)
        panel.copy_script()
        code = QGuiApplication.clipboard().text()
        done = subprocess.run(
            [sys.executable, "-X", "utf8", "-I", "-c", code],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        *lines, output = done.stdout.splitlines()
        for line, (score, exponent, weight) in zip(lines, shown(panel), strict=True):
            numbers = [word for word in line.replace("-", "−").split() if word[-1].isdigit()]
            assert numbers == [score, exponent, weight]
        assert output.split()[1:] == panel.mixture.numbers.strip("()").split(", ")


def test_tables_and_the_copied_one_hold_full_precision(panel):
    scores, weights = numpy_weights(panel.store.state.plane)
    keys, query = panel.tables()
    assert [row[keys.columns.index("weight")] for row in keys.rows] == pytest.approx(weights.tolist(), abs=1e-12)
    assert query.rows[0][:4] == ("she", 1.4, 0.7, 1.0)
    panel.copy_table()
    header, *lines = QGuiApplication.clipboard().text().splitlines()
    column = header.split("\t").index("score")
    assert [float(line.split("\t")[column]) for line in lines] == pytest.approx(scores.tolist(), abs=1e-12)
    assert "0.941" in panel.caption()


def test_what_is_under_the_pointer_is_said(panel):
    QTest.mouseMove(panel.plane, panel.plane.to_pixel(-1.2, 1.3).toPoint())
    assert "ball" in str(panel.store.live.pointer)
    assert "0.025" in str(panel.store.live.pointer)
    QTest.mouseMove(panel.plane, QPoint(3, 3))
    assert panel.store.live.pointer is None


@pytest.mark.parametrize("size", [(620, 400), (460, 700), (1280, 760)])
def test_picture_first_and_nothing_cut_off(host, qtbot, still, size):
    panel = host.show(PlanePanel(host.context()), qtbot, *size)
    assert (panel.width(), panel.height()) == size, "the panel does not ask for more room"
    assert panel.plane.width() * panel.plane.height() >= 0.9 * panel.bars.width() * panel.bars.height()
    for widget in (panel.plane, panel.bars, panel.mixture, panel.slider, panel.x_field, panel.y_field):
        assert widget.isVisible()
        corner = widget.mapTo(panel, QPoint(widget.width(), widget.height()))
        assert corner.x() <= size[0]
        assert corner.y() <= size[1]
    assert panel.experiments["zero"].isVisible() or panel._experiments_button.isVisible()


def test_a_change_of_theme_or_language_keeps_what_is_shown(panel, host):
    drag(panel, "query", (0.5, 1.5))
    before = shown(panel)
    host.theme = load_theme("dark")
    panel.renew()
    assert shown(panel) == before
    QLocale.setDefault(QLocale("ru_RU"))
    panel.renew()
    assert shown(panel) == [tuple(cell.replace(".", ",") for cell in cells) for cells in before]
    assert panel.x_field.text() == str(panel.store.state.plane.query[0]).replace(".", ",")


def test_ten_thousand_drag_events_leave_no_memory_behind(panel, qapp):
    arrow = panel.plane.arrows[0]
    QTest.mousePress(panel.plane, LEFT, pos=panel.plane.handle(arrow)[0].toPoint())
    centre = panel.plane.to_pixel(0, 0)

    def storm(n: int) -> None:
        for i in range(n):
            at = QPointF(centre.x() + 90 * np.cos(i / 7), centre.y() + 60 * np.sin(i / 11))
            panel.plane._drag(-1, at)
            if i % 50 == 0:
                panel.repaint()
                panel.context.edit.__self__.edits.clear()
        gc.collect()

    storm(500)
    before, objects = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, len(gc.get_objects())
    storm(10_000)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 20
    assert len(gc.get_objects()) - objects < 500
