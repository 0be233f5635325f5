"""The token inspector shows the tensor, cell by cell, and is worked with mouse and keys."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QPoint, QPointF, Qt, QTranslator
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from rostok_gui.messages import Message
from rostok_gui.model.interventions import ForbidCell, ReplaceMask
from rostok_gui.model.trace import RowBlocks, Trace
from rostok_gui.panels.inspector import InspectorPanel
from rostok_gui.paths import RESOURCES
from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.colormap import hex_colour

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # said by the offscreen platform about any window


@pytest.fixture
def trace(make_trace: Callable[..., Trace]) -> Trace:
    """3 layers of 2 heads on 6 tokens: no two sizes alike."""
    made: Trace = make_trace(n_layer=3, n_head=2, vocab=50)
    return made


@pytest.fixture
def panel(host: Any, trace: Trace, qtbot: Any) -> InspectorPanel:
    """The panel with that trace, at layer 2, head 1."""
    host.store.update(trace=trace, untouched=trace)
    host.store.select(layer=1, head=0, query=4, key=None)
    shown: InspectorPanel = host.show(InspectorPanel(host.context()), qtbot)
    return shown


def picture(widget: QWidget, ratio: float) -> Callable[[QPointF], str]:
    """The colours of `widget` as painted at `ratio` device pixels a pixel."""
    image = QImage(round(widget.width() * ratio), round(widget.height() * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    widget.render(image, QPoint(0, 0))
    return lambda point: QColor(image.pixel(int(point.x() * ratio), int(point.y() * ratio))).name()


def ground(panel: InspectorPanel, position: int) -> QPointF:
    """A point of a chip beside its text."""
    rect = panel.strip.rect_of(position)
    return QPointF(rect.left() + 0.12 * marks.em(panel.strip), rect.center().y())


def click(qtbot: Any, panel: InspectorPanel, position: int, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    qtbot.mouseClick(panel.strip, button, pos=panel.strip.rect_of(position).center().toPoint())


# The picture is the tensor -----------------------------------------------------------------------------------------


def test_every_chip_of_every_head_and_query_is_its_weight(host: Any, panel: InspectorPanel, trace: Trace) -> None:
    for layer in range(3):
        for head in range(2):
            for query in range(6):
                host.store.select(layer=layer, head=head, query=query)
                pattern = trace.pattern(layer, head)
                expected = [numbers.percent(pattern[query, j]) if j <= query else "" for j in range(6)]
                assert [panel.strip.text_of(j) for j in range(6)] == expected, (layer, head, query)


@pytest.mark.parametrize("ratio", [1.0, 1.5])
def test_the_colour_of_every_chip_is_its_weight_in_every_theme(
    host: Any, panel: InspectorPanel, trace: Trace, ratio: float
) -> None:
    for theme in ("light", "dark", "contrast"):
        host.theme = load_theme(theme)
        panel.renew()
        for layer, head, query in ((0, 0, 5), (2, 1, 5), (2, 0, 3)):
            host.store.select(layer=layer, head=head, query=query)
            peek = picture(panel.strip, ratio)
            for j in range(query + 1):
                weight = trace.pattern(layer, head)[query, j]
                assert peek(ground(panel, j)) == hex_colour(weight), (theme, layer, head, query, j)


def test_the_scale_of_colours_is_the_shared_one(host: Any, panel: InspectorPanel, trace: Trace) -> None:
    for scale in ("sqrt", "log"):
        host.store.update(display=replace(host.store.state.display, scale=scale))
        assert picture(panel.strip, 1.0)(ground(panel, 1)) == hex_colour(trace.pattern(1, 0)[4, 1], scale)


def test_the_mean_of_the_layer_is_the_mean_over_its_heads(host: Any, panel: InspectorPanel, trace: Trace) -> None:
    host.store.update(display=replace(host.store.state.display, view="mean"))
    mean = trace.layers[1].pattern.array.astype(np.float64).mean(0)[4]
    assert [panel.strip.text_of(j) for j in range(5)] == [numbers.percent(w) for w in mean[:5]]
    (row, *_) = panel.tables()
    assert [cells[2] for cells in row.rows] == pytest.approx(mean)


def test_the_table_of_all_heads_has_a_row_for_each_head(host: Any, panel: InspectorPanel, trace: Trace) -> None:
    host.store.update(display=replace(host.store.state.display, view="all"))
    assert panel.table.isVisible()
    for layer in range(3):
        for head in range(2):
            for j in range(6):
                row, weight = layer * 2 + head, trace.pattern(layer, head)[4, j]
                if j > 4:
                    assert panel.table.text_of(row, j) == ""
                    continue
                assert panel.table.text_of(row, j) == numbers.weight(weight)
                assert panel.table.colour_of(row, j) == hex_colour(weight)


def test_without_the_start_mark_the_rest_sums_to_one_and_it_is_said(
    host: Any, panel: InspectorPanel, trace: Trace
) -> None:
    host.store.update(display=replace(host.store.state.display, without_start=True))
    rest = trace.pattern(1, 0)[4, 1:5].astype(np.float64)
    expected = [numbers.NONE, *(numbers.percent(w) for w in rest / rest.sum())]
    assert [panel.strip.text_of(j) for j in range(5)] == expected
    assert panel.note.isVisible()
    assert "◆" in panel.note.text()
    host.store.select(query=0)
    assert panel.strip.text_of(0) == numbers.NONE


def test_a_cell_closed_by_hand_is_hatched_and_named(host: Any, panel: InspectorPanel, trace: Trace, qtbot: Any) -> None:
    pattern = trace.layers[1].pattern.array.copy()
    pattern[0, 4, 2] = 0
    closed = replace(
        trace,
        layers=(trace.layers[0], replace(trace.layers[1], pattern=RowBlocks([pattern], 6)), trace.layers[2]),
        interventions=(
            ForbidCell(1, 0, 4, 2),
            ReplaceMask(1, None, tuple(tuple(j <= t for j in range(3)) for t in range(3))),
        ),
        serial=2,
    )
    host.store.update(trace=closed)
    assert [panel.strip.text_of(j) == "" for j in range(6)] == [False, False, True, False, False, True]
    host.store.select(key=2)
    assert [round(found.weight, 6) for found in panel._ranked if (found.layer, found.head) == (1, 0)] == [0.0]
    panel.strip.hovered.emit(2)
    assert str(host.store.live.pointer) == "“ball” must not see “had”"


# What comes next ---------------------------------------------------------------------------------------------------


def softmax(logits: Any) -> Any:
    weights = np.exp(logits.astype(np.float64) - logits.max())
    return weights / weights.sum()


def test_guesses_are_the_likeliest_tokens_after_the_clicked_one(
    panel: InspectorPanel, trace: Trace, qtbot: Any
) -> None:
    for position in (0, 3, 5):
        click(qtbot, panel, position)
        p = softmax(trace.logits.array[position])
        best = np.argsort(-p)[:20]
        assert [entry.label for entry in panel.guesses.entries] == [f"#{i}" for i in best]
        assert [entry.value for entry in panel.guesses.entries] == pytest.approx(list(p[best]))
        if position == 5:
            assert panel.truth.text() == "The text ends here."
        else:
            following = trace.tokens[position + 1]
            rank = 1 + int((p > p[following.id]).sum())
            loss = numbers.loss(trace.loss[position + 1])
            assert panel.truth.text() == (
                f"In the text: {following.label}, {numbers.percent(p[following.id])}, place {rank}, {loss} nats"
            )


def test_labels_come_from_the_vocabulary(host: Any, panel: InspectorPanel, trace: Trace) -> None:
    host.store.update(trace=replace(trace, vocabulary=tuple(f"·word{i}" for i in range(50)), serial=2))
    best = int(np.argmax(trace.logits.array[4]))
    assert panel.guesses.entries[0].label == f"·word{best}"


def test_under_a_change_what_was_stands_beside_what_is(
    host: Any, panel: InspectorPanel, trace: Trace, make_trace: Callable[..., Trace]
) -> None:
    assert not panel.changed_mark.isVisible()
    other = make_trace(n_layer=3, n_head=2, vocab=50, seed=7)
    host.store.update(trace=replace(other, serial=2))
    assert panel.changed_mark.isVisible()
    assert panel.changed_mark.text() == "changed by you"
    after, before = softmax(other.logits.array[4]), softmax(trace.logits.array[4])
    for guess, entry in zip(panel._guesses, panel.guesses.entries):
        assert entry.value == pytest.approx(after[guess.token])
        assert entry.before == pytest.approx(before[guess.token])
    assert int(np.argmax(before)) in [guess.token for guess in panel._guesses]
    (*_, table) = panel.tables()
    assert table.columns == ("token", "id", "probability", "before")
    host.store.update(untouched=other, trace=other)
    assert not panel.changed_mark.isVisible()


# Which head looks from here to there? ------------------------------------------------------------------------------


def test_a_pair_ranks_all_heads_and_a_click_takes_one(
    host: Any, panel: InspectorPanel, trace: Trace, qtbot: Any
) -> None:
    assert panel.heads_hint.isVisible()
    click(qtbot, panel, 5)
    click(qtbot, panel, 2, Qt.MouseButton.RightButton)
    assert host.store.state.selection.key == 2
    found = sorted(
        ((float(trace.pattern(layer, head)[5, 2]), layer, head) for layer in range(3) for head in range(2)),
        reverse=True,
    )
    assert [entry.label for entry in panel.heads.entries] == [f"Layer {la + 1}, head {h + 1}" for _, la, h in found]
    assert [entry.value for entry in panel.heads.entries] == pytest.approx([w for w, _, _ in found])
    for index in (0, 5):
        qtbot.mouseClick(panel.heads, Qt.MouseButton.LeftButton, pos=panel.heads.rect_of(index).center().toPoint())
        chosen = host.store.state.selection
        assert (chosen.layer, chosen.head) == found[index][1:]
        assert [entry.marked for entry in panel.heads.entries].index(True) == index


def test_no_head_can_look_into_the_future(host: Any, panel: InspectorPanel) -> None:
    host.store.select(query=1, key=3)
    assert not panel.heads_area.isVisible()
    assert panel.heads_hint.text() == "No head can: “Tom” must not see “a”."


# Choosing ----------------------------------------------------------------------------------------------------------


def test_everything_is_chosen_by_keys_too(host: Any, panel: InspectorPanel, qtbot: Any) -> None:
    panel.strip.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_K, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(panel.strip, key)
    assert (host.store.state.selection.query, host.store.state.selection.key) == (3, 1)
    qtbot.keyClick(panel.strip, Qt.Key.Key_Escape)
    assert host.store.state.selection.key is None
    qtbot.keyClick(panel.chooser.layer_box, Qt.Key.Key_Up)
    qtbot.keyClick(panel.chooser.head_box, Qt.Key.Key_Up)
    assert (host.store.state.selection.layer, host.store.state.selection.head) == (2, 1)
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert host.store.state.display.view == "mean"


def test_a_row_of_the_table_takes_its_head_and_a_double_click_its_key(
    host: Any, panel: InspectorPanel, qtbot: Any
) -> None:
    host.store.update(display=replace(host.store.state.display, view="all"))
    middle = panel.table.rect_of(5, 2).center().toPoint()
    qtbot.mouseClick(panel.table, Qt.MouseButton.LeftButton, pos=middle)
    assert (host.store.state.selection.layer, host.store.state.selection.head) == (2, 1)
    assert host.store.state.selection.key is None
    qtbot.mouseDClick(panel.table, Qt.MouseButton.LeftButton, pos=panel.table.rect_of(2, 3).center().toPoint())
    chosen = host.store.state.selection
    assert (chosen.layer, chosen.head, chosen.key) == (1, 0, 3)


def test_choices_of_other_panels_are_shown(host: Any, panel: InspectorPanel) -> None:
    host.store.select(layer=2, head=1, query=None, key=1)
    assert panel.chooser.layer_box.value() == 3
    assert panel.chooser.head_box.value() == 2
    assert panel.strip.sentence(5).endswith("query")
    assert panel.strip.sentence(1).endswith("key")
    host.store.update(display=replace(host.store.state.display, without_start=True, scale="log", view="mean"))
    assert panel.without_start.isChecked()
    assert panel.view.currentIndex() == 1
    assert [action.data() for action in panel.scales.actions() if action.isChecked()] == ["log"]


def test_the_menu_acts(host: Any, panel: InspectorPanel) -> None:
    host.store.select(key=1)
    panel.without_start.trigger()
    panel.scales.actions()[1].trigger()
    panel.forget_key.trigger()
    panel.show_matrices.trigger()
    assert host.store.state.display.without_start
    assert host.store.state.display.scale == "sqrt"
    assert host.store.state.selection.key is None
    assert host.opened == ["matrices"]


def test_the_status_sentence_says_who_gives_what_to_whom(
    host: Any, panel: InspectorPanel, trace: Trace, qtbot: Any
) -> None:
    qtbot.mouseMove(panel.strip, panel.strip.rect_of(1).center().toPoint())
    weight = numbers.percent(trace.pattern(1, 0)[4, 1])
    assert str(host.store.live.pointer) == f"Layer 2 head 1: “ball” gives {weight} to “Tom”"
    qtbot.mouseMove(panel.strip, QPoint(1, 1))
    qtbot.waitUntil(lambda: host.store.live.pointer is None)


# Copying -----------------------------------------------------------------------------------------------------------


def test_ctrl_c_and_the_button_copy_the_row_with_all_digits(
    host: Any, panel: InspectorPanel, trace: Trace, qtbot: Any
) -> None:
    for press in (
        lambda: qtbot.keyClick(panel.strip, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier),
        lambda: qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton),
    ):
        QGuiApplication.clipboard().clear()
        press()
        lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
        assert lines[0] == ["position", "token", "weight"]
        assert [line[1] for line in lines[1:]] == [token.label for token in trace.tokens]
        copied = np.array([float(line[2]) for line in lines[1:]], np.float32)
        np.testing.assert_array_equal(copied, trace.pattern(1, 0)[4])
        assert isinstance(host.store.live.pointer, Message)


def test_the_tables_hold_the_tensor(panel: InspectorPanel, trace: Trace) -> None:
    row, heads, guesses = panel.tables()
    assert [cells[2] for cells in row.rows] == list(trace.pattern(1, 0)[4].astype(float))
    for layer in range(3):
        for head in range(2):
            cells = heads.rows[layer * 2 + head]
            assert cells == (layer + 1, head + 1, *trace.pattern(layer, head)[4].astype(float))
    assert len(guesses.rows) == 50
    assert sum(cells[2] for cells in guesses.rows) == pytest.approx(1)


# Other models, other sizes -----------------------------------------------------------------------------------------


def test_before_the_model_is_there_the_text_waits(host: Any, qtbot: Any, trace: Trace) -> None:
    panel = host.show(InspectorPanel(host.context()), qtbot)
    assert panel.skeleton.isVisible()
    assert host.store.state.document.text in panel.skeleton.text()
    assert panel.tables() == ()
    panel.copy_row()
    host.store.update(trace=trace, untouched=trace)
    assert not panel.skeleton.isVisible()
    assert panel.strip.isVisible()


def test_a_model_without_attention_says_so_and_still_guesses(host: Any, panel: InspectorPanel, trace: Trace) -> None:
    host.store.update(display=replace(host.store.state.display, view="all"))
    host.store.update(trace=replace(trace, layers=(), model="window-8", serial=2))
    assert "window-8" in panel.note.text()
    assert panel.note.isVisible()
    assert {panel.strip.text_of(j) for j in range(6)} == {""}
    assert not panel.chooser.isEnabled()
    assert not panel.table.isVisible()
    assert panel.guesses.entries[0].value == pytest.approx(softmax(trace.logits.array[4]).max())
    assert [table.name for table in panel.tables()] == ["guesses"]


def test_smaller_models_and_other_lengths_follow_each_other(
    host: Any, panel: InspectorPanel, make_trace: Callable[..., Trace], qtbot: Any
) -> None:
    for serial, (n_layer, n_head, words) in enumerate(((8, 6, 30), (1, 4, 1), (8, 6, 512), (1, 4, 2)), start=2):
        labels = ("◆", *(f"·w{i}" for i in range(words - 1)))
        made = replace(make_trace(labels, n_layer, n_head, vocab=600), serial=serial)
        for view in ("head", "all", "mean"):
            host.store.update(display=replace(host.store.state.display, view=view))
            host.store.update(trace=made, untouched=made)
            host.store.select(layer=7, head=5, query=words - 1, key=0)
            qtbot.wait(1)
        chosen = host.store.state.selection
        assert (chosen.layer, chosen.head) == (n_layer - 1, n_head - 1)
        mean = made.layers[chosen.layer].pattern.array.astype(float).mean(0)
        assert panel.strip.text_of(0) == numbers.percent(mean[-1, 0])
        assert panel.strip.visibleRegion().boundingRect().intersects(panel.strip.rect_of(words - 1).toRect())


@pytest.mark.parametrize(("width", "height"), [(560, 330), (900, 640), (1100, 300), (700, 560)])
def test_nothing_overlaps_and_the_controls_stay_inside(
    host: Any, panel: InspectorPanel, qtbot: Any, width: int, height: int
) -> None:
    host.store.select(key=1)
    panel.resize(width, height)
    for view in ("head", "all"):
        host.store.update(display=replace(host.store.state.display, view=view, without_start=True))
        qtbot.wait(1)
        parts = [panel.chips, panel.note, panel.guesses, panel.truth, panel.heads_area, panel.table, panel.chooser]
        seen = [part.rect().translated(part.mapTo(panel, QPoint(0, 0))) for part in parts if part.isVisible()]
        assert all(panel.rect().contains(rect) for rect in seen)
        assert not any(a.intersects(b) for i, a in enumerate(seen) for b in seen[i + 1 :])
        for button in (panel.copy_button, panel.more, panel.view):
            assert panel.rect().contains(button.rect().translated(button.mapTo(panel, QPoint(0, 0))))


# Languages ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def russian(tmp_path: Path, qapp: Any) -> Iterator[None]:
    """The translations of the panel and of its widgets, compiled here."""
    target = tmp_path / "inspector.qm"
    tool = next(Path(PySide6.__file__).parent.glob("lrelease*"))
    sources = [RESOURCES / "i18n" / "ru" / f"{group}.ts" for group in ("inspector", "widgets")]
    subprocess.run([tool, *sources, "-qm", target], check=True, capture_output=True)
    translator, before = QTranslator(), QLocale()
    assert translator.load(str(target))
    QLocale.setDefault(QLocale("ru_RU"))
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)
    QLocale.setDefault(before)


def test_in_russian_every_text_is_russian(host: Any, trace: Trace, qtbot: Any, russian: None) -> None:
    host.store.update(trace=trace, untouched=trace)
    host.store.select(layer=1, head=0, query=3, key=1)
    panel = host.show(InspectorPanel(host.context()), qtbot)
    assert panel.title() == "Инспектор токенов"
    assert panel.chooser.layer_box.text() == "Слой 2 / 3"
    assert panel.heads.entries[0].label.startswith("Слой ")
    assert panel.heads_title.text() == "Кто смотрит: «a» → «Tom»?"
    loss = f"{trace.loss[4]:.2f}".replace(".", ",")
    assert panel.truth.text().endswith(f"{loss} ната")
    texts = [panel.invitation(), panel.help_text(), panel.caption(), panel.more.text(), panel.copy_button.toolTip()]
    texts += [action.text() for action in panel.menu.actions() if not action.isSeparator()]
    texts += [panel.view.itemText(i) for i in range(3)]
    texts += [widget.accessibleName() for widget in (panel.strip, panel.table, panel.guesses, panel.heads, panel.view)]
    for text in texts:
        assert any("а" <= c <= "я" for c in text.lower()) or text == "Без ◆", text


def test_the_language_changes_while_the_panel_is_open(
    panel: InspectorPanel, request: pytest.FixtureRequest, qtbot: Any
) -> None:
    assert panel.view.itemText(0) == "One head"
    request.getfixturevalue("russian")
    qtbot.waitUntil(lambda: panel.view.itemText(0) == "Одна голова")
    assert panel.guesses_title.text() == "Что идёт после «ball»?"
