"""Panel “Matrices”: what is drawn, added up and claimed is what the tensors say."""

import itertools
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget

from rostok_gui.attention.multi_head import chapter_example, one_head_stages
from rostok_gui.attention.softmax import softmax
from rostok_gui.engine.layer_output import AskLayerOutput, LayerOutput, glued, mixtures
from rostok_gui.engine.results import Answer
from rostok_gui.model.interventions import ForbidCell, ForceCell, KeepOnly, ReplaceMask, SwitchOff, Temperature
from rostok_gui.model.trace import RowBlocks, readonly
from rostok_gui.panels.matrices import MatricesPanel
from rostok_gui.panels.matrices_parts import stages
from rostok_gui.panels.matrices_parts.head import example_head, text_head
from rostok_gui.panels.matrices_parts.memory import LastProduct, in_strips
from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets import marks
from rostok_gui.widgets.colormap import hex_colour
from rostok_gui.widgets.matrix_picture import Matrix, colour_matrix, strongest

LAYER, HEAD = 5, 3


@pytest.fixture
def trace(make_trace):
    return make_trace()


@pytest.fixture
def panel(host, qtbot, trace):
    host.store.update(trace=trace)
    host.store.select(query=4, key=2)
    return host.show(MatricesPanel(host.context()), qtbot)


def result(panel):
    return panel.equation.matrices[-1].values


def centre(panel, number, row, column):
    return panel.equation.cell_rect(number, row, column).center().toPoint()


def click(panel, qtbot, number, row, column):
    qtbot.mouseClick(panel.equation, Qt.MouseButton.LeftButton, pos=centre(panel, number, row, column))


def test_every_step_holds_the_numbers_of_the_model(panel, trace):
    found = trace.layers[LAYER]
    q, k, v = found.q.of(HEAD), found.k.of(HEAD), found.v.of(HEAD)
    past = np.tri(len(trace), dtype=bool)
    for step in (*range(1, 7), *range(6, 0, -1)):
        panel.set_step(step)
        shown = [m.values for m in panel.equation.matrices]
        expected = {
            1: (q, k, v),
            2: (q, k.T, q @ k.T),
            3: (q @ k.T, trace.scores(LAYER, HEAD)),
            4: (trace.scores(LAYER, HEAD), None, np.where(past, trace.scores(LAYER, HEAD), -np.inf)),
            5: (None, trace.pattern(LAYER, HEAD)),
            6: (trace.pattern(LAYER, HEAD), v, trace.pattern(LAYER, HEAD) @ v),
        }[step]
        assert len(shown) == len(expected)
        for mine, true in zip(shown, expected):
            if true is not None:
                np.testing.assert_allclose(mine, true, atol=1e-6)
    np.testing.assert_array_equal(stages.terms_of(4, panel.view)[2].values == 0, past)


def test_the_steps_are_those_of_the_chapters_formula():
    view = example_head(1)
    expected = one_head_stages(view.q, view.k, view.v)
    for step, stage in zip((2, 3, 4, 5, 6), expected[3:]):
        np.testing.assert_allclose(stages.result_of(step, view).values, stage.array, atol=1e-12)


def test_shapes_are_written(panel, trace):
    texts = [button.text().splitlines()[-1] for button in panel.steps]
    assert texts == ["6 × 4", "6 × 6", "6 × 6", "6 × 6", "6 × 6", "6 × 4", "6 × 24"]
    panel.set_step(2)
    assert [m.shape_text for m in panel.equation.matrices] == ["6 × 4", "4 × 6", "6 × 6"]


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_cell_on_screen_has_the_colour_of_its_number(host, panel, trace, ratio, theme):
    host.theme = load_theme(theme)
    panel.renew()
    panel.store.select(query=0, key=0)
    panel.set_step(6)  # A · V = O: three different shapes and both kinds of colours
    equation = panel.equation
    equation.set_marks({})
    picture = QImage(equation.size() * ratio, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    equation.render(picture)
    for number, matrix in enumerate(equation.matrices):
        rows, columns = matrix.shape
        for row in range(rows):
            for column in range(columns):
                if matrix.look == "weight" and column > row:
                    continue  # hatched
                rect = equation.cell_rect(number, row, column)
                seen = picture.pixelColor(((rect.topLeft() + QPoint(4, 4)) * ratio).toPoint()).name()
                value = float(matrix.values[row, column])
                if matrix.look == "weight":
                    expected = hex_colour(value)
                else:
                    expected = hex_colour((value / np.abs(matrix.values).max() + 1) / 2, name="CET-CBD1")
                assert seen == expected, (matrix.name, row, column)


def test_a_click_chooses_the_cell_for_everybody(panel, qtbot, host):
    panel.set_step(2)
    click(panel, qtbot, 2, 3, 1)  # the product: row 4, column 2 on screen
    assert (host.store.state.selection.query, host.store.state.selection.key) == (3, 1)
    assert (panel.query_box.value(), panel.key_box.value()) == (4, 2)
    click(panel, qtbot, 1, 0, 4)  # K transposed: its columns are keys
    assert (host.store.state.selection.query, host.store.state.selection.key) == (3, 4)
    click(panel, qtbot, 0, 1, 3)  # Q: its rows are queries
    assert (host.store.state.selection.query, host.store.state.selection.key) == (1, 4)


def test_the_cell_follows_the_shared_selection(panel, host):
    host.store.select(query=2, key=1, layer=0, head=1)
    assert panel.cell == (2, 1)
    np.testing.assert_array_equal(panel.view.q, host.store.live.trace.layers[0].q.of(1))
    assert panel.chooser.layer_box.value() == 1
    assert panel.chooser.head_box.value() == 2


def test_without_a_chosen_key_the_largest_weight_is_shown(panel, host, trace):
    host.store.select(query=3, key=None)
    assert panel.cell == (3, int(trace.weights(LAYER, HEAD, 3).argmax()))


def test_the_products_add_up_to_the_score(panel, host, trace):
    found = trace.layers[LAYER]
    for query, key in ((4, 2), (5, 0), (1, 3)):
        host.store.select(query=query, key=key)
        products = panel.bars.products
        np.testing.assert_array_equal(products, found.q.row(HEAD, query) * found.k.row(HEAD, key))
        assert products.sum() / 2 == pytest.approx(trace.scores(LAYER, HEAD)[query, key], abs=1e-6)
    words = panel.formula.text
    assert "+ −∞" in words  # query 2, key 4: the future
    assert "0.000" in words


def test_the_way_to_the_weight_is_written_with_the_models_numbers(panel, trace):
    score, weight = trace.scores(LAYER, HEAD)[4, 2], trace.pattern(LAYER, HEAD)[4, 2]
    words = panel.formula.text.replace("−", "-")
    assert f"{2 * score:+.2f}" in words
    assert f"÷ √4 {score:+.2f}" in words
    assert f"softmax {weight:.3f}" in words
    assert "products added: 4" in words


def test_a_number_of_the_output_is_a_sum_of_weights_times_values(panel, qtbot, trace):
    panel.set_step(6)
    click(panel, qtbot, 2, 3, 2)
    weights, values = trace.pattern(LAYER, HEAD)[3], trace.layers[LAYER].v.of(HEAD)[:, 2]
    np.testing.assert_allclose(panel.bars.products, weights * values)
    assert f"{(weights * values).sum():+.3f}" in panel.formula.text.replace("−", "-")


def test_keys_walk_through_cells_and_steps(panel, qtbot, host):
    panel.set_step(2)
    panel.equation.setFocus()
    for key, cell in (
        (Qt.Key.Key_Up, (3, 2)),
        (Qt.Key.Key_Left, (3, 1)),
        (Qt.Key.Key_Home, (3, 0)),
        (Qt.Key.Key_Left, (3, 0)),
        (Qt.Key.Key_End, (3, 5)),
        (Qt.Key.Key_Down, (4, 5)),
    ):
        qtbot.keyClick(panel.equation, key)
        assert panel.cell == cell
    steps = [panel.step]
    for key in (Qt.Key.Key_Space, Qt.Key.Key_7, Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_1):
        qtbot.keyClick(panel.equation, key)
        steps.append(panel.step)
    assert steps == [2, 3, 7, 7, 6, 1]
    assert not panel.back.isEnabled()
    qtbot.mouseClick(panel.forward, Qt.MouseButton.LeftButton)
    assert panel.step == 2
    assert panel.steps[1].isChecked()


def test_typed_positions_count_from_one(panel, host):
    panel.query_box.setValue(2)
    panel.key_box.setValue(1)
    assert (host.store.state.selection.query, host.store.state.selection.key) == (1, 0)


def test_bars_are_walked_by_keyboard_and_say_their_numbers(panel, qtbot, trace):
    panel.bars.setFocus()
    qtbot.keyClick(panel.bars, Qt.Key.Key_End)
    qtbot.keyClick(panel.bars, Qt.Key.Key_Left)
    q, k = trace.layers[LAYER].q.row(HEAD, 4)[2], trace.layers[LAYER].k.row(HEAD, 2)[2]
    said = panel.bars.line.replace("−", "-")
    assert said == f"number 3: q {q:.3f} · k {k:.3f} = {q * k:+.3f}"
    assert panel.bars.accessibleDescription() == panel.bars.line


def test_bars_stand_on_the_right_side_of_zero(panel, trace):
    zero = panel.bars.zero()
    heights = [bar.height() for bar in panel.bars.bar_rects()]
    np.testing.assert_allclose(heights / np.max(heights), abs(panel.bars.products) / abs(panel.bars.products).max())
    for product, bar in zip(panel.bars.products, panel.bars.bar_rects()):
        assert bar.bottom() == pytest.approx(zero) if product > 0 else bar.top() == pytest.approx(zero)


def test_by_hand_agrees_and_a_wrong_pattern_would_be_noticed(panel, host, trace):
    view = panel.view
    expected = softmax(np.where(np.arange(6) <= 4, trace.scores(LAYER, HEAD)[4].astype(float), -np.inf))
    np.testing.assert_allclose(view.row_by_hand(4), expected, atol=1e-6)
    assert "✓" in panel.check.text()
    pattern = trace.layers[LAYER].pattern.array.copy()
    pattern[HEAD, 4, [1, 2]] = pattern[HEAD, 4, [2, 1]]
    layers = list(trace.layers)
    layers[LAYER] = replace(layers[LAYER], pattern=RowBlocks([readonly(pattern)], 6))
    host.store.update(trace=replace(trace, layers=tuple(layers)))
    assert "≠" in panel.check.text()
    difference = abs(float(pattern[HEAD, 4, 1] - pattern[HEAD, 4, 2]))
    assert f"{difference:.3f}" in panel.check.text()


CHANGES = (
    Temperature(LAYER, HEAD, 0.5),
    ForbidCell(None, None, 4, 1),
    ReplaceMask(LAYER, None, ((True, False), (True, True))),
    ForceCell(LAYER, HEAD, 4, 2, 0.75),
    Temperature(LAYER, HEAD, 0.0),
    Temperature(LAYER, 0, 9.0),
)


def under(trace, *changes):
    """The trace with the pattern of the one head as the changes make it, computed another way than in the panel."""
    scores = trace.scores(LAYER, HEAD).astype(float)
    mine = [c for c in changes if c.touches_head(LAYER, HEAD)]
    allowed = np.tri(6, dtype=bool)
    temperature = 1.0
    for change in mine:
        if isinstance(change, Temperature):
            temperature = change.temperature
        elif isinstance(change, ReplaceMask):
            allowed[:2, :2] = change.allowed
        elif type(change) is ForbidCell:
            allowed[change.query, change.key] = False
    weights = softmax(np.where(allowed, scores, -np.inf), temperature)
    for change in mine:
        if isinstance(change, ForceCell):
            row = weights[change.query]
            row[np.arange(6) != change.key] *= (1 - change.weight) / (1 - row[change.key])
            row[change.key] = change.weight
    pattern = trace.layers[LAYER].pattern.array.copy()
    pattern[HEAD] = weights
    layers = list(trace.layers)
    layers[LAYER] = replace(layers[LAYER], pattern=RowBlocks([readonly(pattern)], 6))
    return replace(trace, layers=tuple(layers), interventions=tuple(changes))


@pytest.mark.parametrize("change", CHANGES[:5])
def test_changes_in_force_are_named_and_followed_by_hand(panel, host, trace, change):
    host.store.update(trace=under(trace, change))
    query = 0 if isinstance(change, ReplaceMask) else 4
    host.store.select(query=query)
    assert panel.view.changes == (change,)
    assert panel.view.difference(query, with_changes=True) < 1e-6
    text = panel.check.text()
    assert "Changed by you" in text
    assert "≠" not in text
    plain = panel.view.difference(query)
    assert (f"{plain:.3f}" in text) if plain else "by 0," in text


def test_a_change_in_another_head_is_not_mentioned(panel, host, trace):
    host.store.update(trace=under(trace, CHANGES[5]))
    assert "✓" in panel.check.text()


def test_a_head_that_is_switched_off_is_said_to_be(panel, host, trace):
    host.store.update(trace=replace(trace, interventions=(SwitchOff(LAYER, HEAD),)))
    assert "under your changes" in panel.check.text()
    panel.set_step(6)
    assert "switched off" in panel.check.text()
    panel.set_step(7)
    assert "switched off" in panel.check.text()
    assert not result(panel)[:, HEAD * 4 : HEAD * 4 + 4].any()
    host.store.select(head=0)
    panel.set_step(6)
    assert "switched off" not in panel.check.text()
    host.store.update(trace=trace)
    assert "changes" not in panel.check.text()


def test_the_temperature_stands_in_the_step_of_the_mask(panel, host, trace):
    host.store.update(trace=under(trace, CHANGES[0]))
    panel.set_step(4)
    past = np.tri(6, dtype=bool)
    np.testing.assert_allclose(result(panel)[past], trace.scores(LAYER, HEAD)[past] / 0.5)
    assert "÷ 0.50 +" in panel.equation.terms


def run_script(text, folder: Path):
    file = folder / "cell.py"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=60, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("changes", [(), CHANGES[:1], CHANGES[4:5], CHANGES[1:2]])
def test_the_script_runs_alone_and_prints_the_numbers_on_screen(panel, host, trace, tmp_path, changes):
    host.store.update(trace=under(trace, *changes))
    host.store.select(query=4, key=2)
    panel.copy_script()
    said = run_script(QGuiApplication.clipboard().text(), tmp_path)
    score, weight = trace.scores(LAYER, HEAD)[4, 2], panel.view.weights[4, 2]
    lines = dict(line.rsplit(None, 1) for line in said.splitlines())
    assert lines["q . k"] == f"{2 * score:+.2f}"
    assert lines["/ sqrt(4)"] == f"{score:+.2f}"
    assert lines["weight"] == lines["used by the model:"] == f"{weight:.3f}"
    assert lines["sum of row"] == "1.000"


def test_a_script_of_a_row_with_nothing_open_runs_too(panel, host, trace, tmp_path):
    nothing = ReplaceMask(None, None, ((False,),))
    layers = list(trace.layers)
    pattern = layers[LAYER].pattern.array.copy()
    pattern[HEAD, 0] = 0
    layers[LAYER] = replace(layers[LAYER], pattern=RowBlocks([readonly(pattern)], 6))
    host.store.update(trace=replace(trace, layers=tuple(layers), interventions=(nothing,)))
    host.store.select(query=0, key=0)
    said = run_script(panel.script(), tmp_path)
    assert "weight       0.000" in said
    assert "NaN" not in panel.formula.text
    assert "nan" not in said


def test_tokens_with_quotes_and_line_breaks_do_not_break_the_script(host, qtbot, make_trace, tmp_path):
    host.store.update(trace=make_trace(("◆", "\n", '"""', "\\", "é🙂", "'")))
    panel = host.show(MatricesPanel(host.context()), qtbot)
    for t in (2, 4):  # the keys are the line break and the backslash
        host.store.select(query=t, key=t - 1)
        run_script(panel.script(), tmp_path)


def test_the_random_example_is_the_chapters(panel, host):
    panel.set_source("example")
    example = chapter_example().result
    panel.chooser.head_box.setValue(3)
    panel.set_step(5)
    np.testing.assert_array_equal(result(panel), example.weights[2])
    panel.set_step(7)
    assert panel.equation.matrices[-1].shape == (5, 12)
    np.testing.assert_array_equal(result(panel), example.output)
    before = host.store.state.selection
    panel.choose({"query": 1, "key": 0})
    assert panel.cell == (1, 0)
    assert host.store.state.selection == before, "the cell of the example is not a cell of the text"
    assert panel.view.difference(3) < 1e-12
    panel.set_source("text")
    assert panel.view.layer == LAYER


def test_the_example_is_there_before_any_text_is(host, qtbot):
    panel = host.show(MatricesPanel(host.context()), qtbot)
    assert panel.view.is_example
    assert not panel.source.isEnabled()
    assert panel.equation.matrices


def test_the_last_step_asks_for_w_o_and_shows_what_the_layer_adds(panel, host, trace):
    panel.set_step(7)
    assert host.posted == [AskLayerOutput(LAYER, trace.serial)]
    np.testing.assert_allclose(result(panel), glued(trace, LAYER))
    w_o = readonly(np.random.default_rng(5).standard_normal((24, 24)).astype(np.float32))
    panel.on_event(Answer(host.posted[0], LayerOutput("rostok", LAYER, trace.serial, w_o, 3e-7)))
    np.testing.assert_allclose(result(panel), glued(trace, LAYER) @ w_o, atol=1e-5)
    np.testing.assert_allclose(panel.bars.products.sum(), result(panel)[4, 0], atol=1e-5)
    assert "✓" in panel.check.text()
    assert host.posted == [AskLayerOutput(LAYER, trace.serial)]
    host.store.select(layer=0)
    assert host.posted[-1] == AskLayerOutput(0, trace.serial)
    assert panel.view.w_o is None, "that of another layer must not be used"


def test_heads_that_are_switched_off_pass_nothing_on(trace):
    mean = (1.0, 2.0, 3.0, 4.0)
    off = replace(trace, interventions=(SwitchOff(2, 1), SwitchOff(2, 4, mean), SwitchOff(3, 0)))
    plain, heads = mixtures(trace, 2), mixtures(off, 2)
    assert not heads[1].any()
    np.testing.assert_array_equal(heads[4], np.broadcast_to(mean, (6, 4)))
    np.testing.assert_array_equal(heads[[0, 2, 3, 5]], plain[[0, 2, 3, 5]])
    alone = mixtures(replace(trace, interventions=(KeepOnly(2, 5),)), 2)
    np.testing.assert_array_equal(alone[5], plain[5])
    assert not alone[:5].any()
    np.testing.assert_array_equal(glued(trace, 2)[3, 4:8], plain[1, 3])


def test_unknown_scores_of_the_future_are_computed(trace):
    scores = trace.layers[LAYER].scores.array.copy()
    scores[:, 2, 3:] = np.nan
    layers = list(trace.layers)
    layers[LAYER] = replace(layers[LAYER], scores=RowBlocks([readonly(scores)], 6))
    view = text_head(replace(trace, layers=tuple(layers)), LAYER, HEAD)
    np.testing.assert_allclose(view.scores, trace.scores(LAYER, HEAD), atol=1e-6)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 9))
def test_a_product_that_is_remembered_is_the_product(seed, rows, width):
    rng, product = np.random.default_rng(seed), LastProduct()
    left, right = rng.standard_normal((rows, width)), rng.standard_normal((width, 7))
    for step in range(8):
        if step % 2:
            left = left.copy()
            left[rng.integers(rows, size=2)] = rng.standard_normal((2, width))
        if step == 5:
            right = rng.standard_normal((width, 7))
        if step == 7:
            left = rng.standard_normal((rows + 1, width))
        np.testing.assert_allclose(product.of(left, right), left @ right, atol=1e-12)


@pytest.mark.parametrize("shape", [(256, 64, 256), (256, 384, 384), (5, 4, 5), (512, 64, 512), (0, 4, 3)])
def test_strips_make_up_the_whole_product(shape):
    rng = np.random.default_rng(1)
    left, right = rng.standard_normal(shape[:2]), rng.standard_normal(shape[1:])
    np.testing.assert_allclose(in_strips(left, right), left @ right, atol=1e-12)


def test_a_large_matrix_keeps_its_one_bright_cell_and_every_cell_can_be_chosen(host, qtbot, make_trace):
    values = np.zeros((512, 512))
    values[317, 40] = -3.0
    values[318, 41] = 2.0
    small = strongest(values, 100, 120)
    assert small.shape == (100, 120)
    assert small.min() == -3.0
    row, column = np.unravel_index(small.argmin(), small.shape)
    assert (row, column) == (317 * 100 // 512, 40 * 120 // 512)
    picture = colour_matrix(Matrix("S", values), 100, 120, "#ffffff")
    assert len(np.unique(picture)) > 1

    host.store.update(trace=make_trace(tuple(f"w{i}" for i in range(300)), n_layer=6, n_head=4, d_head=8))
    panel = host.show(MatricesPanel(host.context()), qtbot)
    panel.set_step(5)
    panel.query_box.setValue(251)
    panel.key_box.setValue(124)
    assert panel.cell == (250, 123)
    point = panel.equation.cell_rect(1, 199, 77).center()
    assert panel.equation.cell_at(point) == (1, 199, 77)


def test_the_status_bar_says_what_is_under_the_pointer(panel, qtbot, host, trace):
    panel.set_step(5)
    qtbot.mouseMove(panel.equation, centre(panel, 1, 4, 2))
    said = str(host.store.live.pointer)
    assert f"{trace.pattern(LAYER, HEAD)[4, 2]:.3f}" in said
    assert "query 5 “·ball”, key 3 “·had”" in said


def test_tables_hold_full_precision(panel, trace):
    panel.set_step(5)
    row, products, matrix = panel.tables()
    assert [line[5] for line in row.rows] == [float(w) for w in trace.pattern(LAYER, HEAD)[4]]
    assert row.rows[2][1] == "·had"
    assert sum(line[3] for line in products.rows) == pytest.approx(2 * trace.scores(LAYER, HEAD)[4, 2], abs=1e-6)
    np.testing.assert_array_equal(np.array(matrix.rows, np.float32), trace.pattern(LAYER, HEAD))


@pytest.mark.parametrize("size", [(620, 420), (900, 640), (1280, 800)])
def test_nothing_overlaps_and_every_control_has_a_name(host, qtbot, trace, size):
    host.store.update(trace=trace)
    panel = host.show(MatricesPanel(host.context()), qtbot, *size)
    assert (panel.width(), panel.height()) == size
    for step in range(1, 8):
        panel.set_step(step)
        rects = [panel.equation.rect_of(n) for n in range(len(panel.equation.matrices))]
        assert all(rect.width() > 40 and rect.height() > 40 for rect in rects)
        assert all(a.right() < b.left() for a, b in itertools.pairwise(rects))
        assert rects[-1].right() <= panel.equation.width()
    for control in (panel.source, panel.query_box, panel.key_box, panel.back, panel.forward, *panel.steps,
                    panel.equation, panel.bars):  # fmt: skip
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.fixture
def settle(qtbot):
    """As the window does it: all the room there is, more where the panel needs more; gives the size in the end."""
    view = QWidget()

    def resize(panel, room: QSize) -> QSize:
        if panel.parentWidget() is not view:
            panel.setParent(view)
            qtbot.addWidget(view)
            view.show()
            panel.show()
        view.resize(room)
        for _ in range(3):
            panel.resize(room.expandedTo(panel.minimumSizeHint()))
            QApplication.processEvents()
        return panel.size()

    return resize


def test_a_panel_that_was_high_gives_its_height_back(host, qtbot, trace, settle):
    host.store.update(trace=trace)
    panel = host.show(MatricesPanel(host.context()), qtbot, 900, 640)
    unit = marks.em(panel)
    small, high = QSize(int(28 * unit), int(18 * unit)), QSize(int(20 * unit), int(45 * unit))
    least = settle(panel, small)
    assert least.height() < 32 * unit
    assert settle(panel, high) == high
    assert settle(panel, small) == least


@pytest.mark.parametrize("size", [1.0, 1.3, 1.6, 2.0])
@pytest.mark.parametrize("room", [(450, 740), (800, 740), (420, 330), (620, 420), (1280, 800)])
def test_large_type_cuts_nothing_off(host, qtbot, trace, settle, room, size):
    host.store.update(trace=trace)
    panel = host.show(MatricesPanel(host.context()), qtbot, *room)
    font = panel.font()
    font.setPointSizeF(font.pointSizeF() * size)
    panel.setFont(font)
    panel.renew()
    given = settle(panel, QSize(*room))
    assert settle(panel, QSize(*room)) == given  # it comes to rest
    parts = [panel.back, *panel.steps, panel.forward, panel.explanation, panel.equation, panel.bars, panel.formula,
             panel.check, panel.source, panel.chooser, panel.query_box, panel.key_box, panel.copy_button]  # fmt: skip
    places = {part: QRect(part.mapTo(panel, QPoint(0, 0)), part.size()) for part in parts if part.isVisible()}
    for part, place in places.items():
        assert panel.rect().contains(place), part
        if part not in panel.steps:
            assert place.height() >= part.minimumSizeHint().height() - 1, part
    for one, other in itertools.combinations(places.values(), 2):
        assert not one.intersects(other)
    for control in (panel.source, panel.chooser, panel.query_box, panel.key_box, panel.copy_button):
        assert control.width() >= control.sizeHint().width(), control


def test_large_type_in_a_narrow_high_panel_needs_no_scroll_bar(host, qtbot, trace, settle):
    host.store.update(trace=trace)
    panel = host.show(MatricesPanel(host.context()), qtbot, 900, 640)
    unit = marks.em(panel)
    room = QSize(int(20.5 * unit), int(37 * unit))
    assert settle(panel, room) == room
    assert panel.equation.height() >= 10 * unit
    assert panel.bars.width() == panel.formula.width()  # above each other
    assert panel.copy_button.accessibleName() == "Copy as script"
