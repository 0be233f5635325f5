"""Panel “Why √d”: what is measured is what numpy and the theory say, and the window goes on meanwhile."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QImage

from rostok_gui.attention.scaling import NONE, QK_NORM, SQRT_D, SQRT_D_MODEL, D
from rostok_gui.panels.scaling import LOOKS, PLACES, ScalingPanel
from rostok_gui.panels.scaling_parts.measure import (
    LEAST_SCORES,
    WIDTHS,
    finish,
    measure,
    random_sample,
    real_sample,
    real_widths,
)
from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets.curve_plot import CurvePlot, Line, Look

LAYER, HEAD = 5, 3


@pytest.fixture(scope="module")
def samples():
    return {d: finish(random_sample(d, 16, 7, 384)) for d in (1, 4, 64, 1024)}


@pytest.fixture
def trace(make_trace):
    return make_trace(tuple(f"w{i}" for i in range(40)), d_head=12)


FEW = (1, 8, 64, 256)
"""Widths for most tests: drawing all takes a second."""


@pytest.fixture
def panel(host, qtbot, trace, monkeypatch):
    monkeypatch.setattr("rostok_gui.panels.scaling.WIDTHS", FEW)
    host.store.update(trace=trace)
    host.store.select(layer=LAYER, head=HEAD)
    panel = host.show(ScalingPanel(host.context()), qtbot)
    panel.finish()
    return panel


def norm_of_jacobian(weights):
    return float(np.linalg.norm(np.diag(weights) - np.outer(weights, weights)))


def plain_softmax(row):
    parts = np.exp(row - row.max())
    return parts / parts.sum()


@pytest.mark.parametrize("d", [1, 4, 64, 1024])
def test_the_spread_follows_the_theory(samples, d):
    expected = {NONE: d**0.5, SQRT_D: 1.0, D: d**-0.5, SQRT_D_MODEL: (d / 384) ** 0.5, QK_NORM: 1.0}
    for divisor, spread in expected.items():
        point = finish(measure(samples[d], divisor))
        assert point.n_score >= LEAST_SCORES
        assert point.theory == pytest.approx(spread)
        assert point.spread == pytest.approx(spread, rel=0.05)


@pytest.mark.parametrize("divisor", [NONE, SQRT_D, D, SQRT_D_MODEL, QK_NORM])
def test_largest_weight_and_gradient_are_those_of_plain_numpy(samples, divisor):
    scores = samples[64].scores(divisor).astype(float)
    rows = [plain_softmax(row) for row in scores]
    point = finish(measure(samples[64], divisor))
    assert point.spread == pytest.approx(scores.std())
    assert point.largest == pytest.approx(np.mean([row.max() for row in rows]))
    assert point.gradient == pytest.approx(np.median([norm_of_jacobian(row) for row in rows]))


def test_without_division_the_gradient_dies_and_with_it_lives(samples):
    bare, divided = ([finish(measure(samples[d], by)).gradient for d in (4, 64, 1024)] for by in (NONE, SQRT_D))
    assert bare[0] > 2 * bare[1] > 100 * bare[2]
    assert min(divided) > 0.25


def test_the_divisors_divide_the_same_scores(samples):
    raw = samples[64].raw
    np.testing.assert_allclose(samples[64].scores(D), raw / 64)
    np.testing.assert_allclose(samples[64].scores(SQRT_D_MODEL), raw / np.sqrt(np.float32(384)), rtol=1e-6)


def test_equal_seeds_give_equal_scores_and_others_do_not():
    first, again, other = (finish(random_sample(8, 4, seed, 384)).raw for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_real_vectors_give_the_scores_of_the_head(trace):
    q, k = trace.layers[LAYER].q.of(HEAD), trace.layers[LAYER].k.of(HEAD)
    whole = finish(real_sample(q, k, 12, 72))
    for t in range(1, 40):
        np.testing.assert_allclose(
            whole.scores(SQRT_D)[t - 1, : t + 1], trace.scores(LAYER, HEAD)[t, : t + 1], atol=1e-5
        )
        assert np.all(whole.raw[t - 1, t + 1 :] == -np.inf)
    point = finish(measure(whole, SQRT_D))
    assert point.n_score == sum(range(2, 41))
    assert point.largest == pytest.approx(trace.pattern(LAYER, HEAD)[1:].max(axis=1).mean(), abs=1e-6)
    part = finish(real_sample(q, k, 5, 72))
    assert part.raw[6, 2] == pytest.approx(float(q[7, :5] @ k[2, :5]), abs=1e-5)
    cosine = q[7, :5] @ k[2, :5] / np.linalg.norm(q[7, :5]) / np.linalg.norm(k[2, :5])
    assert part.scores(QK_NORM)[6, 2] == pytest.approx(cosine * 5**0.5, abs=1e-5)
    assert real_widths(12) == (1, 2, 4, 8, 12)


def test_what_is_drawn_is_what_was_measured(panel):
    for name in LOOKS:
        panel.switches[name].setChecked(True)
    panel.set_d(100)
    panel.finish()
    for plot, quantity in ((panel.spread, "spread"), (panel.largest, "largest"), (panel.gradient, "gradient")):
        assert [line.look for line in plot.lines] == list(LOOKS.values())
        for name, line in zip(LOOKS, plot.lines):
            points = panel.points(name)
            assert [p.d for p in points] == sorted({*FEW, 100})
            assert line.points == tuple((p.d, getattr(p, quantity)) for p in points)
    note = panel.spread.lines[0].note
    assert note == f"{panel.point(NONE).spread:.2f} (10.00)"
    assert panel.largest.lines[1].note == f"{panel.point(SQRT_D).largest:.3f}"
    assert panel.spread.lines[0].theory[-1] == (256, 16.0)
    assert note in panel.spread.accessibleDescription()


def test_a_switch_takes_its_curve_out_of_all_pictures(panel):
    assert [len(plot.lines) for plot in (panel.spread, panel.largest, panel.gradient)] == [2, 2, 2]
    assert len(panel.histogram.bins) == 2
    panel.switches[NONE].setChecked(False)
    assert [line.look for line in panel.gradient.lines] == [LOOKS[SQRT_D]]
    assert [bins.look for bins in panel.histogram.bins] == [LOOKS[SQRT_D]]


def test_the_histogram_counts_the_scores(panel):
    scores = panel._results[64][0].scores(NONE)
    bins = panel.histogram.bins[0]
    for left, right, count in zip(bins.edges[:-1], bins.edges[1:-1], bins.counts):
        assert count == np.sum((scores >= left) & (scores < right))
    assert sum(bins.counts) > 0.99 * scores.size
    assert panel.histogram.reach == pytest.approx(3.5 * 8, rel=0.05)
    outline = panel.histogram.outline(bins)
    top = int(np.argmax(bins.counts))
    assert min(point.y() for point in outline) == outline[2 * top].y()
    assert outline[0].x() < panel.histogram.plot_rect().center().x() < outline[-1].x()


def test_curves_are_painted_where_their_numbers_are(qtbot):
    plot = CurvePlot()
    qtbot.addWidget(plot)
    plot.resize(500, 300)
    plot.set_theme(load_theme("light"))
    plot.set_ranges((1, 1024), (0.1, 100.0))
    plot.set_lines([Line(Look("focus", "circle"), ((2, 50.0), (256, 0.5)))], None)
    rect = plot.plot_rect()
    for ratio in (1.0, 1.5):
        picture = QImage(plot.size() * ratio, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        plot.render(picture)
        for x, y in ((2, 50.0), (256, 0.5)):
            at = QPointF(
                rect.left() + np.log2(x) / 10 * rect.width(), rect.bottom() - (np.log10(y) + 1) / 3 * rect.height()
            )
            assert picture.pixelColor((at * ratio).toPoint()).name() == load_theme("light").focus
        wrong = QPointF(rect.left() + 0.1 * rect.width(), rect.bottom() - (np.log10(0.5) + 1) / 3 * rect.height())
        assert picture.pixelColor((wrong * ratio).toPoint()).name() != load_theme("light").focus


def test_d_is_chosen_by_slider_number_picture_and_keys(panel, qtbot):
    panel.d_box.setValue(300)
    assert panel.d == 300
    assert PLACES[panel.slider.value()] == min(PLACES, key=lambda d: abs(np.log(d / 300)))
    panel.slider.setValue(PLACES.index(16))
    assert panel.d == panel.d_box.value() == 16
    point = panel.spread.place(128, 1.0).toPoint()
    qtbot.mouseClick(panel.spread, Qt.MouseButton.LeftButton, pos=point)
    assert panel.d == pytest.approx(128, abs=3)
    panel.set_d(64)
    panel.gradient.setFocus()
    qtbot.keyClick(panel.gradient, Qt.Key.Key_Right)
    assert panel.d == PLACES[PLACES.index(64) + 1]
    qtbot.keyClick(panel.gradient, Qt.Key.Key_PageUp)
    assert panel.d == PLACES[PLACES.index(64) + 11]
    for far, end in ((10_000, 1024), (-5, 1)):
        panel.set_d(far)
        assert panel.d == end
    panel.finish()
    assert panel.point(NONE).d == 1


def test_scrolling_past_the_slider_does_not_change_d(panel, qtbot):
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(panel.slider, event)
    assert panel.d == 64


def test_more_keys_leave_less_for_the_largest(panel):
    before = panel.point(SQRT_D).largest
    panel.keys_box.setValue(48)
    panel.finish()
    point = panel.point(SQRT_D)
    assert point.largest < before
    assert point.n_score >= LEAST_SCORES
    assert panel._results[64][0].raw.shape[1] == 48


def test_draw_again_takes_other_vectors(panel):
    before = panel.point(NONE).spread
    panel.again.click()
    panel.finish()
    assert panel.point(NONE).spread != before
    assert panel.point(NONE).spread == pytest.approx(8, rel=0.05)


def test_the_real_head_is_measured_at_its_own_width(panel, host, trace):
    panel.set_source("real")
    panel.finish()
    assert panel.d == 12, "the head has 12 numbers"
    scores = trace.scores(LAYER, HEAD)[1:][np.tri(40, dtype=bool)[1:]]
    assert panel.point(SQRT_D).spread == pytest.approx(scores.astype(float).std(), abs=1e-5)
    assert panel.switches[SQRT_D_MODEL].text() == "÷ √72"
    assert not panel.spread.lines[0].theory
    assert "theory" not in panel.spread.accessibleName()
    host.store.select(layer=0, head=1)
    panel.finish()
    other = trace.scores(0, 1)[1:][np.tri(40, dtype=bool)[1:]]
    assert panel.point(SQRT_D).spread == pytest.approx(other.astype(float).std(), abs=1e-5)
    panel.set_source("random")
    panel.finish()
    assert panel.point(SQRT_D).spread == pytest.approx(1, rel=0.05)
    assert panel.switches[SQRT_D_MODEL].text() == "÷ √72"


def test_without_a_text_only_random_vectors_can_be_had(host, qtbot, monkeypatch):
    monkeypatch.setattr("rostok_gui.panels.scaling.WIDTHS", FEW)
    panel = host.show(ScalingPanel(host.context()), qtbot)
    assert not panel.source.isEnabled()
    panel.set_source("real")
    assert not panel.is_real
    panel.finish()
    assert panel.point(NONE).spread == pytest.approx(8, rel=0.05)


def test_a_new_text_does_not_draw_random_vectors_again(panel, host, make_trace):
    before = panel._results[64]
    host.store.update(trace=make_trace(tuple(f"w{i}" for i in range(9)), d_head=12))
    assert panel._results[64] is before


def test_the_window_goes_on_while_scores_are_drawn(host, qtbot):
    panel = ScalingPanel(host.context())
    seen = []
    other = QTimer()
    other.timeout.connect(lambda: seen.append(panel.progress.isVisible()))
    other.start(0)
    host.show(panel, qtbot)
    qtbot.waitUntil(lambda: not panel._timer.isActive(), timeout=60_000)
    other.stop()
    assert len(seen) > 30, "other work had its turn"
    assert any(seen), "progress was shown"
    assert not panel.progress.isVisible()
    assert [p.d for p in panel.points(NONE)] == list(WIDTHS)


def test_a_hidden_panel_rests_and_goes_on_when_it_is_shown(host, qtbot):
    panel = host.show(ScalingPanel(host.context()), qtbot)
    panel.hide()
    assert panel._queue
    done = len(panel._results)
    qtbot.wait(50)
    assert not panel._timer.isActive()
    assert len(panel._results) == done
    panel.show()
    qtbot.waitUntil(lambda: panel.point(NONE) is not None, timeout=60_000)
    panel.finish()


def test_the_table_has_every_width_and_divisor(panel):
    (table,) = panel.tables()
    assert len(table.rows) == len(FEW) * len(LOOKS)
    row = next(row for row in table.rows if row[:2] == (64, NONE))
    assert row[3:] == (
        panel.point(NONE).spread,
        8.0,
        panel.point(NONE).largest,
        panel.point(NONE).gradient,
    )


@pytest.mark.parametrize("size", [(620, 420), (900, 640)])
def test_every_control_has_a_name_and_room(host, qtbot, size, monkeypatch):
    monkeypatch.setattr("rostok_gui.panels.scaling.WIDTHS", FEW)
    panel = host.show(ScalingPanel(host.context()), qtbot, *size)
    assert (panel.width(), panel.height()) == size
    panel.finish()
    for plot in (panel.spread, panel.largest, panel.gradient, panel.histogram):
        assert plot.plot_rect().height() > 50
        assert plot.accessibleName()
    for control in (panel.slider, panel.d_box, panel.keys_box, panel.source):
        assert control.accessibleName()
    for control in (*panel.switches.values(), panel.slider, panel.d_box, panel.keys_box, panel.source, panel.again):
        assert control.geometry().right() <= panel.width()
