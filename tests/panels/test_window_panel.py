"""Panel “Window or attention”: what lies in the window, what each model guesses, how far the word is, what it costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from engine_house import EngineHouse
from PySide6.QtCore import QLocale, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint

from rostok_gui.engine.compare import Compare, Peek
from rostok_gui.panels.window import PEEK, READERS, WindowPanel
from rostok_gui.panels.window_words import default_token, distance_back, equal_from, find_token
from rostok_gui.shell.fonts import register_fonts
from rostok_gui.shell.style import dress
from rostok_gui.shell.theme import load_theme
from rostok_gui.state.app_state import AppState, Document, TokenWindow
from rostok_gui.state.examples import load_examples
from rostok_gui.state.session import Session, read_session, write_session
from rostok_gui.widgets.token_plot import Line, TokenPlot, exact_percent

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # said by the offscreen platform about any window
LEFT = Qt.MouseButton.LeftButton
TEXT = "the hen and the re and in the"
SHAPES = {
    "rostok": ROSTOK,
    "gpt-1": replace(ROSTOK, n_layer=1, context=16),
    "window-8": replace(WINDOW, context=8),
}


@pytest.fixture(autouse=True)
def english_numbers() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def build(tmp_path: Path, qtbot) -> Callable[..., EngineHouse]:
    """A house with the panel and tiny random models."""

    def make(text: str = TEXT, size: tuple[int, int] = (900, 640), without: tuple[str, ...] = ()) -> EngineHouse:
        for seed, (name, shape) in enumerate(SHAPES.items()):
            if name not in without:
                tiny_checkpoint(tmp_path / name, shape, seed=seed)
        return EngineHouse(WindowPanel, tmp_path, text, qtbot, size)

    return make


@torch.inference_mode()
def probabilities(house: EngineHouse, name: str, ids: tuple[int, ...]) -> np.ndarray:
    """After the last of `ids`, from the module itself."""
    return torch.softmax(house.client.engine.model(name).module(torch.tensor([ids]))[0, -1].double(), -1).numpy()


def test_all_columns_show_the_numbers_of_their_models(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    house.store.select(query=6)
    panel.box.setValue(3)
    house.client.pump()
    ids = trace.ids[:7]
    given = {"window-8": ids, "gpt-1": ids, "rostok": ids, PEEK: (ids[0], *ids[-3:])}
    for name in READERS:
        p = probabilities(house, "rostok" if name == PEEK else name, given[name])
        entries = panel.rankings[name].entries
        assert len(entries) >= 10
        for entry, token in zip(entries, np.argsort(-p, kind="stable")):
            assert entry.label == trace.vocabulary[token]
            assert entry.value == pytest.approx(p[token], abs=1e-5)
            assert entry.marked == (token == trace.ids[7])
        assert panel.column(name).chance == pytest.approx(p[panel.token()], abs=1e-5)
    assert panel.sights["window-8"].text().startswith("sees 7 ")
    assert panel.sights[PEEK].text() == "sees 3 tokens, 3 at most"
    assert panel.sights["gpt-1"].text() == "sees 7 tokens, 16 at most"


def test_the_window_is_bright_and_the_rest_is_hatched(build) -> None:
    house = build()
    panel, n_token = house.panel, len(house.store.live.trace)
    house.store.select(query=9)
    for n in (1, 4, 64):
        panel.slider.setValue(n)
        expected = [not max(0, 10 - n) <= i <= 9 for i in range(n_token)]
        assert ["closed" in panel.window_strip.sentence(i) for i in range(n_token)] == expected
        assert panel.box.value() == n
    picture = panel.window_strip.grab().toImage()
    panel.slider.setValue(2)
    assert panel.window_strip.grab().toImage() != picture


def test_a_click_in_either_strip_or_in_the_plot_moves_everything(build) -> None:
    house = build(size=(1280, 760))
    panel = house.panel
    QTest.mouseClick(panel.window_strip, LEFT, pos=panel.window_strip.rect_of(5).center().toPoint())
    assert house.store.state.selection.query == 5
    QTest.mouseClick(panel.attention_strip, LEFT, pos=panel.attention_strip.rect_of(3).center().toPoint())
    assert house.store.state.selection.query == 3
    panel.show_part("word")
    point = panel.plot.place(8, 0.0) + QPointF(1, -5)
    QTest.mouseClick(panel.plot, LEFT, pos=point.toPoint())
    assert house.store.state.selection.query == 8
    QTest.keyClick(panel.plot, Qt.Key.Key_Left)
    assert house.store.state.selection.query == 7
    QTest.keyClick(panel.window_strip, Qt.Key.Key_Right)
    QTest.keyClick(panel.window_strip, Qt.Key.Key_Return)
    assert house.store.state.selection.query == 8


def test_attention_strip_shows_the_row_of_the_chosen_head(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    house.store.select(query=7, layer=1, head=0)
    row = trace.pattern(1, 0)[7]
    for j in range(len(trace)):
        shown = panel.attention_strip.text_of(j)
        assert shown == ("" if j > 7 else f"{100 * row[j]:.0f}\N{NO-BREAK SPACE}%")
    assert "layer 2, head 1" in panel.attention_title.text()


def test_the_lines_are_the_probabilities_of_the_word_along_the_text(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    assert [line.name for line in panel.plot.lines] == ["window-8", "gpt-1", "rostok"]
    token = trace.vocabulary.index("·and")
    panel.follow(token)
    for line in panel.plot.lines:
        assert len(line.values) == len(trace)
        for t in range(min(len(trace), 16)):
            expected = probabilities(house, line.name, trace.ids[: t + 1])[token]
            assert line.values[t] == pytest.approx(expected, abs=1e-5)
    assert panel.plot.here == {t for t in range(len(trace) - 1) if trace.ids[t + 1] == token}
    table = next(table for table in panel.tables() if "and" in table.name)
    assert [row[2:] for row in table.rows] == [
        tuple(line.values[t] for line in panel.plot.lines) for t in range(len(trace))
    ]


def test_the_distance_to_the_word_is_said(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    token = trace.vocabulary.index("·and")
    where = [t for t, i in enumerate(trace.ids) if i == token]
    panel.follow(token)
    house.store.select(query=where[0] + 3)
    panel.slider.setValue(3)
    assert "is 3 tokens back: out of sight" in panel.story.text()
    panel.slider.setValue(4)
    assert "inside the window, 3 tokens back" in panel.story.text()
    house.store.select(query=where[0] - 1)
    assert "has not come yet" in panel.story.text()
    assert not panel.head_button.isEnabled()


def test_a_missing_model_is_said_in_its_column_and_the_others_work(build) -> None:
    house = build(without=("gpt-1",))
    panel = house.panel
    panel.show_part("guesses")
    assert "gpt-1" in panel.problems["gpt-1"].text()
    assert panel.problems["gpt-1"].isVisible()
    assert not panel.rankings["gpt-1"].isVisible()
    for name in ("window-8", PEEK, "rostok"):
        assert panel.rankings[name].isVisible()
        assert panel.rankings[name].entries
    assert [line.name for line in panel.plot.lines] == ["window-8", "rostok"]
    panel.show_part("word")
    assert "Not here: gpt-1" in panel.missing.text()


def test_the_counts_are_the_chapters(host, qtbot) -> None:
    panel = host.show(WindowPanel(host.context()), qtbot)
    for n, first in ((8, "147,456"), (1, "18,432"), (64, "1,179,648")):
        panel.slider.setValue(n)
        assert [value.text() for _, value in panel.counts] == [first, "147,456", "9,437,184", "589,824"]
    assert "n = 32" in panel.equal.text()
    window, attention = panel.costs.curves
    assert dict(window.points) == {2.0**k: 2.0**k * 48 * 384 for k in range(10)}
    assert {y for _, y in attention.points} == {589824.0}
    assert panel.costs.marker == 64.0
    rows = {row[0]: row[1:] for row in panel.tables()[0].rows}
    assert rows[512] == (9437184, 589824)


def test_the_counts_are_those_of_the_models_that_are_open(build) -> None:
    panel = build().panel
    panel.slider.setValue(5)
    values = [value.text() for _, value in panel.counts]
    assert values == [str(5 * 4 * 6), str(8 * 4 * 6), f"{512 * 4 * 6:,}", str(4 * 8 * 8)]


def test_the_word_is_chosen_from_the_list_typed_or_taken_from_a_guess(build) -> None:
    house = build()
    panel, trace = house.panel, house.store.live.trace
    panel.show_part("guesses")
    label = panel.rankings["gpt-1"].entries[1].label
    QTest.mouseClick(panel.rankings["gpt-1"], LEFT, pos=panel.rankings["gpt-1"].rect_of(1).center().toPoint())
    assert trace.vocabulary[panel.token()] == label == panel.word.currentText()
    editor = panel.word.lineEdit()
    for typed, expected in (("and", "·and"), ("in", "in"), ("nonsense", "in"), ("", "in")):
        editor.selectAll()
        QTest.keyClick(editor, Qt.Key.Key_Delete)
        QTest.keyClicks(editor, typed)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        assert trace.vocabulary[panel.token()] == expected
        assert panel.word.currentText() == expected
    assert "not one token" in str(house.store.live.notice)
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.token() == default_token(TEXT, trace.ids, [token.label for token in trace.tokens])


def test_after_a_restart_window_and_word_are_as_they_were(build, tmp_path: Path, qtbot) -> None:
    first = build().panel
    first.box.setValue(3)
    first.follow(first.store.live.trace.vocabulary.index("in"))
    write_session(Session(first.store.state), tmp_path / "s.rostok")
    kept = read_session(tmp_path / "s.rostok").state
    panel = EngineHouse(WindowPanel, tmp_path, TEXT, qtbot, (900, 640), kept).panel
    assert (panel.slider.value(), panel.box.value(), panel.word.currentText()) == (3, 3, "in")
    assert panel.story.text() == first.story.text()
    assert panel.sights[PEEK].text().endswith("3 at most")
    assert panel.plot.lines == first.plot.lines


def test_a_word_of_another_tokenizer_waits_for_it(build, tmp_path: Path, qtbot) -> None:
    build()
    state = replace(AppState(), window=TokenWindow(8, "·dinosaur"))
    panel = EngineHouse(WindowPanel, tmp_path, TEXT, qtbot, (900, 640), state).panel
    trace = panel.store.live.trace
    own = default_token(TEXT, trace.ids, [token.label for token in trace.tokens])
    assert panel.token() == own
    assert panel.word.currentText() == trace.vocabulary[own]
    assert panel.store.state.window.word == "·dinosaur"


def test_the_head_that_looks_at_the_word_most_is_found(build, make_trace) -> None:
    house = build()
    words = ("◆", "·Tom", "·had", "·Tom", "·ball", ".")
    trace = replace(make_trace(words, vocab=6, seed=3), vocabulary=words)
    trace = replace(trace, tokens=tuple(replace(t, id=1) if t.label == "·Tom" else t for t in trace.tokens))
    house.store.update(trace=trace, selection=replace(house.store.state.selection, query=4))
    house.panel.follow(1)
    QTest.mouseClick(house.panel.head_button, LEFT)
    shares = {(layer, head): trace.pattern(layer, head)[4, [1, 3]].sum() for layer in range(8) for head in range(6)}
    chosen = house.store.state.selection
    assert (chosen.layer, chosen.head) == max(shares, key=lambda place: shares[place])


def test_each_text_is_read_once_and_what_stays_true_stays_on_screen(build) -> None:
    house = build()
    panel = house.panel
    asked = len(house.client.sent_of(Compare))
    house.store.select(query=4)
    panel.slider.setValue(9)
    house.client.pump()
    assert len(house.client.sent_of(Compare)) == asked
    before = panel.column("rostok")
    house.store.update(document=Document(TEXT + " and"))
    assert len(house.client.sent_of(Compare)) == asked + 1
    assert panel.column("rostok") == before  # the text up to here is the same, whatever comes later
    house.store.update(document=Document("in the re and hen"))
    house.client.waiting = [w for w in house.client.waiting if not isinstance(w, (Compare, Peek))]
    house.client.pump()
    assert panel.column("rostok").guesses == ()  # of another text nothing old is shown
    assert panel.sights["rostok"].text() == "reading …"


def test_a_hidden_panel_asks_nothing(build) -> None:
    house = build()
    house.panel.hide()
    asked = len(house.client.sent_of(Compare))
    house.store.update(document=Document("in the hen"))
    house.client.pump()
    assert len(house.client.sent_of(Compare)) == asked
    house.panel.show()
    house.client.pump()
    assert len(house.client.sent_of(Compare)) == asked + 1
    assert house.panel.column("gpt-1").guesses


def test_a_text_longer_than_gpt_1_sees(build) -> None:
    house = build("the hen and " * 8)
    panel = house.panel
    assert len(house.store.live.trace) > 16
    assert panel.column("gpt-1").sees <= 16
    assert panel.column("gpt-1").guesses
    assert len(panel.plot.lines[1].values) == len(house.store.live.trace)


def test_the_empty_text(build) -> None:
    panel = build("").panel
    assert panel.token() is None
    assert panel.column("window-8").sees == 1
    assert panel.story.text() == ""


@pytest.fixture
def dressed(qapp) -> Iterator[Callable[[float], None]]:
    """The look of the program, with text of a chosen size."""
    before = qapp.font(), qapp.palette(), qapp.styleSheet()
    register_fonts()
    yield lambda scale: dress(qapp, load_theme("light"), scale)
    qapp.setStyleSheet(before[2])
    qapp.setPalette(before[1])
    qapp.setFont(before[0])


@pytest.mark.parametrize(
    ("size", "scale", "tabs"),
    [((620, 420), 1.0, 4), ((900, 640), 1.0, 3), ((1280, 760), 1.0, 2), ((1280, 760), 1.6, 3)],
)
def test_every_part_can_be_seen_at_every_size(build, dressed, size, scale: float, tabs: int) -> None:
    dressed(scale)
    panel = build(size=size).panel
    assert (panel.width(), panel.height()) == size
    assert panel.tabs.count() == tabs
    for name in ("text", "guesses", "word", "weights"):
        panel.show_part(name)
        assert panel.parts[name].isVisible()
        assert panel.rect().contains(panel.parts[name].geometry())
    panel.show_part("guesses")
    assert panel.rankings["rostok"].n_shown >= 3
    QTest.keyClick(panel.tabs, Qt.Key.Key_Right)
    assert panel.tabs.currentIndex() >= 1


# What it looks for ------------------------------------------------------------------------------------------------


def test_the_word_of_a_text() -> None:
    doll = next(example.text for example in load_examples() if example.id == "doll")
    labels = ["◆", "Mia", "·had", "·a", "·new", "·doll", ".", "·Mia", "·took", "·it", ".", "·Mia"]
    assert default_token(doll, range(12), labels) == 5
    assert default_token("another text", [0, 1, 2, 3, 4, 5, 6, 1, 8, 9, 6, 1], labels) == 1
    assert default_token("", [0], ["◆"]) is None
    assert default_token("", range(4), ["◆", "·in", "·doll", "·He"]) == 2
    assert default_token("", range(5), ["◆", "·He", "·Once", "·Tom", "·Then"]) == 3


def test_a_typed_word_is_one_token_or_none() -> None:
    vocabulary = ("◆", "and", "·and", "Tom", "·red·hat")
    assert [find_token(typed, vocabulary) for typed in ("and", " and", "Tom", "red hat", "x", "", " ")] == [
        2, 2, 3, 4, None, None, None,
    ]  # fmt: skip


def test_distance_and_price() -> None:
    assert [distance_back([0, 7, 8, 7, 9], t, 7) for t in range(5)] == [None, 1, 2, 1, 2]
    assert equal_from(384, 48, 384) == 32
    assert equal_from(8, 4, 6) == 11


def test_small_probabilities_do_not_become_zero() -> None:
    space = "\N{NO-BREAK SPACE}"
    assert [exact_percent(p) for p in (0.0, 0.0001, 0.0234, 0.6249, math.nan)] == [
        f"0.0{space}%", f"<0.1{space}%", f"2.3{space}%", f"62{space}%", "–",
    ]  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_point_is_painted_where_its_number_is(qtbot, theme: str) -> None:
    plot, values = TokenPlot(), tuple(np.random.default_rng(1).random(9).tolist())
    plot.set_theme(load_theme(theme))
    qtbot.addWidget(plot)
    plot.resize(700, 320)
    plot.set_lines([f"w{n}" for n in range(9)], [Line("rostok", "value_ink", "circle", values)], (), -1)
    picture = plot.grab().toImage()
    ink = QColor(load_theme(theme).value_ink)
    rect, top = plot.plot_rect(), plot.top
    assert top == 1.0
    for t, value in enumerate(values):
        x = rect.left() + (t + 0.5) * rect.width() / 9
        y = rect.bottom() - value * rect.height()
        assert picture.pixelColor(round(x), round(y)) == ink
        assert plot.position_at(QPointF(x, y)) == t
    plot.set_lines(["a"], [Line("rostok", "value_ink", "circle", (0.13,))], (), 0)
    assert plot.top == 0.2
    assert plot.place(0, 0.2).y() == pytest.approx(plot.plot_rect().top())
