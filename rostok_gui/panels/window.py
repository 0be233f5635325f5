"""Panel “Window or attention”: one text, seen through a window of n tokens and by attention."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.attention.cost import attention_weights, window_weights
from rostok_gui.engine.compare import MODELS, Compare, Compared, Peek, Peeked, Reading
from rostok_gui.engine.results import Answer, Event, Failure
from rostok_gui.engine.writing import WriteOn
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.window_words import LENGTHS, SPACE, default_token, distance_back, equal_from, find_token
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.state.app_state import WIDEST
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.log_plot import Curve, LogPlot
from rostok_gui.widgets.ranking import Entry, Ranking
from rostok_gui.widgets.token_plot import Line, TokenPlot, exact_percent
from rostok_gui.widgets.token_strip import TokenScroll, TokenStrip
from rostok_gui.widgets.value_slider import show_number

WINDOW, WHOLE = "window-8", "rostok"
WRITING_MS = 100
"""While a model writes, the panel follows that often."""
ROOMY = 54.0
"""Width in em from which the note beside the slider has room."""
WIDTH, HIDDEN, D_MODEL = 48, 384, 384
"""Of the network of the previous chapter and of an attention layer, while their models are not open."""
GUESSES = 30

PARTS = ("text", "guesses", "word", "weights")
"""In a small panel one of them is in sight, chosen by a tab; in a larger one the first is always in sight, in a large
one the first two."""
TALL, LARGE = 32.0, (66.0, 36.0)
"""Height, width and height, in em, from which that is so."""
READER = (12.0, 28.0)
"""Width of a reader below which its bars are too short, and height of the panel from which two stand above two."""
MOST_FOR_TEXT = 0.55
"""Share of the height that a long text may take from the guesses, where it can be scrolled."""
LEAST_TYPE = 0.93
"""Share of the type of a hall down to which parts stay together."""
LOOKS = {"window-8": ("start_ink", "triangle"), "gpt-1": ("key_ink", "square"), "rostok": ("value_ink", "circle")}
PEEK = "peek"
READERS = ("window-8", "gpt-1", PEEK, "rostok")
"""The columns of guesses: three models on the whole text, and Rostok on what lies inside the window."""
NO_TOKEN = QT_TRANSLATE_NOOP(
    "messages", "“{typed}” is not one token, so the old word stays. Choose a token of the list, or click a guess."
)


@dataclass(frozen=True)
class Column:
    """What one reader says at the selected position.

    Attributes
    ----------
    sees, most : int
        Tokens that it saw there, and at most anywhere; 0 while it is not known.
    guesses : tuple of (token id, probability)
        Likeliest first.
    chance : float
        Probability of the word that is followed; NaN while it is not known.
    problem : str
        Why there are no guesses.
    """

    sees: int = 0
    most: int = 0
    guesses: tuple[tuple[int, float], ...] = ()
    chance: float = float("nan")
    problem: str = ""


class _Slider(QSlider):
    """Scrolling past it must not change it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class WindowPanel(Panel):
    """Two strips, four columns of guesses, the probability of a word along the text, the weights."""

    panel_id = "window"
    watches = frozenset({"trace", "document", "selection", "model", "window"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._asked: Compare | None = None
        self._compared: Compared | None = None
        self._peek_asked: Peek | None = None
        self._peeked: Peeked | None = None
        self._problem: Message | None = None
        self._listed: tuple[int, ...] = ()
        self._chosen = "text"
        self._n_fixed, self._columns = -1, 0
        self.window_strip, self.attention_strip = TokenStrip(), TokenStrip()
        self.attention_title = QLabel()
        self.slider, self.box = _Slider(Qt.Orientation.Horizontal), QSpinBox()
        self.n_label, self.n_note, self.head_button = QLabel(), QLabel(), QPushButton()
        self.tabs = QTabBar()
        self.names = {name: QLabel() for name in READERS}
        self.sights = {name: QLabel() for name in READERS}
        self.rankings = {name: Ranking(fit=True) for name in READERS}
        self.problems = {name: QLabel() for name in READERS}
        self.story = QLabel()
        self.word_label, self.word = QLabel(), QComboBox()
        self.plot, self.missing = TokenPlot(), QLabel()
        self.costs = LogPlot()
        self.counts = [(QLabel(), QLabel()) for _ in range(4)]
        self.equal = QLabel()
        self._later = QTimer(self, interval=WRITING_MS, singleShot=True)
        self._later.timeout.connect(self._catch_up)
        self._build()
        self._connect()

    # Building --------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        for control in (self.slider, self.box):
            control.setRange(1, WIDEST)
            show_number(control, self.n)
        self.slider.setPageStep(8)
        self.n_label.setBuddy(self.box)
        self.word_label.setBuddy(self.word)
        self.word.setEditable(True)
        self.word.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.word.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.word.setMinimumContentsLength(9)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for plot in (self.plot, self.costs):  # else what they would like counts where a label beside them is wrapped
            plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        for label in (self.n_note, self.missing, self.attention_title, *self.sights.values()):
            label.setObjectName("quiet")
        for label in (self.missing, self.story, self.equal, *self.problems.values(), *self.sights.values()):
            label.setWordWrap(True)
        self.parts = {
            "text": self._text_part(),
            "guesses": self._guesses_part(),
            "word": self._word_part(),
            "weights": self._weights_part(),
        }
        controls = QHBoxLayout()
        controls.addWidget(self.n_label)
        controls.addWidget(self.slider, 1)
        controls.addWidget(self.box)
        controls.addWidget(self.n_note)
        controls.addWidget(self.word_label)
        controls.addWidget(self.word)
        self._right = QVBoxLayout()
        self._right.addWidget(self.parts["word"], 1)
        self._right.addWidget(self.parts["weights"], 1)
        self._lower = QHBoxLayout()
        self._lower.addWidget(self.parts["guesses"], 1)
        self._lower.addLayout(self._right)
        self._whole = QVBoxLayout(self)
        self._whole.addLayout(controls)
        self._whole.addWidget(self.parts["text"])
        self._whole.addWidget(self.story)
        self._whole.addLayout(self._lower, 1)
        self._settle()

    def _text_part(self) -> QWidget:
        part = QWidget()
        self._texts = column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self._scrolls = [TokenScroll(strip) for strip in (self.window_strip, self.attention_strip)]
        attention = QHBoxLayout()
        attention.addWidget(self.attention_title, 1)
        attention.addWidget(self.head_button)
        column.addWidget(self._scrolls[0])
        column.addLayout(attention)
        column.addWidget(self._scrolls[1])
        column.addStretch()  # for what is left when both texts are whole
        return part

    def _guesses_part(self) -> QWidget:
        part = QWidget()
        self._readers = QGridLayout(part)
        self._readers.setContentsMargins(0, 0, 0, 0)
        self._cells = {}
        for name in READERS:
            cell = QVBoxLayout()
            cell.addWidget(self.names[name])
            cell.addWidget(self.sights[name])
            cell.addWidget(self.rankings[name], 1)
            cell.addWidget(self.problems[name], 1, Qt.AlignmentFlag.AlignTop)
            self._cells[name] = cell
        return part

    def _place_readers(self, columns: int) -> None:
        """The columns of guesses in so many columns."""
        if columns == self._columns:
            return
        self._columns = columns
        for name in READERS:
            self._readers.removeItem(self._cells[name])
        for n, name in enumerate(READERS):
            self._readers.addLayout(self._cells[name], n // columns, n % columns)
        for n in range(len(READERS)):
            self._readers.setColumnStretch(n, int(n < columns))

    def _word_part(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.plot, 1)
        column.addWidget(self.missing)
        return part

    def _weights_part(self) -> QWidget:
        part = QWidget()
        grid = QGridLayout()
        for row, pair in enumerate(self.counts):
            for column, label in enumerate(pair):
                grid.addWidget(label, row, column)
            pair[0].setWordWrap(True)
            pair[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            pair[1].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.setColumnStretch(0, 1)
        side = QVBoxLayout()
        side.addLayout(grid)
        side.addWidget(self.equal)
        side.addStretch(1)
        row_layout = QHBoxLayout(part)
        row_layout.setContentsMargins(0, 0, 0, 0)
        row_layout.addLayout(side, 2)
        row_layout.addWidget(self.costs, 3)
        return part

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.set_window)
        self.box.valueChanged.connect(self.set_window)
        self.tabs.currentChanged.connect(self._on_tab)
        self.head_button.clicked.connect(self.find_head)
        self.word.activated.connect(self._on_word_listed)
        editor = self.word.lineEdit()
        assert editor is not None
        editor.returnPressed.connect(self._on_word_typed)
        for strip in (self.window_strip, self.attention_strip):
            strip.clicked.connect(lambda position: self.store.select(query=position))
            strip.marked.connect(lambda position: self.store.select(key=position))
        self.plot.chosen.connect(lambda position: self.store.select(query=position))
        for name in READERS:
            self.rankings[name].chosen.connect(lambda index, name=name: self._follow_guess(name, index))

    # Words -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Window or attention")

    def invitation(self) -> str:
        return self.tr("Make the window wider and see when the word comes into sight. Click a token to stand there.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Window or attention</h3>"
            "<p>Above, the text as a window of n tokens shows it: the chosen token and the n − 1 before it. What is "
            "hatched cannot reach the network at all. Below it the same text for one attention head: the fill is how "
            "much the chosen token takes from each earlier one, however far away.</p>"
            "<p><b>Guesses</b>: the next token after the chosen one, by the network with a window of 8 (its window "
            "is always 8), by gpt-1 with one layer of attention, by Rostok when it is given nothing but the window of "
            "n tokens, and by Rostok with the whole text. ▸ marks what really comes next.</p>"
            "<p><b>Word</b>: the probability of one token as the next one, after every token of the text; ▼ marks "
            "where it really comes. Choose the word in the list, type it, or click a guess.</p>"
            "<p><b>Weights</b>: a window has its own weights for each of its places, so they grow with it. An "
            "attention layer uses the same four matrices for every token: its weights do not depend on the length.</p>"
            "<p><b>Try this</b>: take the example “Mia's doll”, widen the window until the doll is in it, and watch "
            "Rostok's guess from inside the window.</p>"
            "<p>Keys: left and right walk through the tokens of a strip, Enter chooses one; in the plot left and right "
            "choose at once; up and down walk through the guesses, Enter follows that token.</p>"
        )

    def caption(self) -> str:
        return self.tr("Window or attention: window of {n} tokens. {story}").format(n=self.n, story=self.story.text())

    def tables(self) -> tuple[Table, ...]:
        trace = self.store.live.trace
        tables = [self._weights_table()]
        if trace is None:
            return tuple(tables)
        guesses = [
            (self._reader_name(name), rank, trace.vocabulary[token], token, p)
            for name in READERS
            for rank, (token, p) in enumerate(self.column(name).guesses, start=1)
        ]
        columns = (self.tr("reader"), self.tr("rank"), self.tr("token"), self.tr("id"), self.tr("probability"))
        tables.append(Table(self.tr("Guesses"), columns, tuple(guesses)))
        readings, token = self._readings(), self.token()
        if readings and token is not None and self._compared is not None:
            curves = np.stack([reading.along(token) for reading in readings], axis=-1)
            labels = [piece.label for piece in self._compared.tokens]
            rows = tuple((t, label, *map(float, row)) for t, (label, row) in enumerate(zip(labels, curves)))
            names = tuple(reading.name for reading in readings)
            title = self.tr("Probability of {token}").format(token=trace.vocabulary[token])
            tables.append(Table(title, (self.tr("position"), self.tr("token"), *names), rows))
        return tuple(tables)

    def _weights_table(self) -> Table:
        width, hidden, d_model = self.shape()
        lengths = sorted({int(n) for n in LENGTHS} | {self.n})
        rows = tuple((n, window_weights(n, width, hidden), attention_weights(d_model)) for n in lengths)
        return Table(self.tr("Weights"), ("n", self.tr("window, first layer"), self.tr("attention layer")), rows)

    def retranslate(self) -> None:
        self.n_label.setText(self.tr("Window n ="))
        for control in (self.slider, self.box):
            control.setAccessibleName(self.tr("Width of the window in tokens"))
        self.n_note.setText(self.tr("(window-8: always 8)"))
        self.word_label.setText(self.tr("Word:"))
        self.word.setAccessibleName(self.tr("Word that is followed through the text"))
        self.window_strip.setAccessibleName(self.tr("The text through the window"))
        self.attention_strip.setAccessibleName(self.tr("The text by attention"))
        self.tabs.setAccessibleName(self.tr("Parts of the panel"))
        self.head_button.setText(self.tr("Head that looks at the word"))
        self.head_button.setToolTip(self.tr("Of all heads the one that takes most from this word at the chosen token"))
        self.word_label.setToolTip(self.tr("Followed through the text; type one, or click a guess. Esc: the first one"))
        self.plot.setAccessibleName(self.tr("Probability of the word along the text"))
        self.plot.set_empty_text(self.tr("The models are reading the text …"))
        self.costs.setAccessibleName(self.tr("Weights against the width of the window"))
        self._name_tabs()

    def _name_tabs(self) -> None:
        names = {
            "text": self.tr("Text"),
            "guesses": self.tr("Guesses"),
            "word": self.tr("Word along the text"),
            "weights": self.tr("Weights"),
        }
        for index, part in enumerate(self._tab_parts()):
            self.tabs.setTabText(index, names[part])

    def _reader_name(self, name: str) -> str:
        return self.tr("rostok, last {n}").format(n=self.n) if name == PEEK else name

    def retheme(self, theme: Theme) -> None:
        for strip in (self.window_strip, self.attention_strip):
            strip.set_theme(theme)
        for ranking in self.rankings.values():
            ranking.set_theme(theme)
        self.plot.set_theme(theme)
        self.costs.set_theme(theme)
        em = round(marks.em(self))
        self._whole.setContentsMargins(em // 2, em // 3, em // 2, em // 2)
        for scroll in self._scrolls:
            scroll.setMinimumHeight(round(2.6 * em))
        for plot in (self.plot, self.costs):
            plot.setMinimumHeight(plot.minimumSizeHint().height())

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Width of the window."""
        return self.store.state.window.n_token

    def token(self) -> int | None:
        """The token that is followed."""
        trace, word = self.store.live.trace, self.store.state.window.word
        if trace is None:
            return None
        if word and word in trace.vocabulary:
            return trace.vocabulary.index(word)
        return default_token(self.store.state.document.text, trace.ids, [token.label for token in trace.tokens])

    def position(self) -> int:
        """The chosen position."""
        trace = self.store.live.trace
        return 0 if trace is None else self.store.state.selection.query_in(len(trace))

    def shape(self) -> tuple[int, int, int]:
        """Width of an embedding and of the hidden layer of the window network, width of the attention layer."""
        found = {reading.name: reading.config for reading in self._readings() if reading.config is not None}
        window, whole = found.get(WINDOW), found.get(WHOLE)
        width, hidden = (WIDTH, HIDDEN) if window is None else (window.d_model, window.d_ff)
        return width, hidden, D_MODEL if whole is None else whole.d_model

    def inside(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which positions (T,) lie inside the window at the chosen one."""
        trace = self.store.live.trace
        place = np.arange(0 if trace is None else len(trace))
        return (place <= self.position()) & (place > self.position() - self.n)

    def column(self, name: str) -> Column:
        """What one reader says at the chosen position."""
        if name == PEEK:
            return self._peek_column()
        reading, position = self._reading(name), self.position()
        problem = self._problem if reading is None or self._problem is not None else reading.problem
        if problem is not None:
            return Column(problem=say(problem))
        if reading is None or reading.config is None or not self._is_read(position):
            return Column()
        return self._said(reading, position, reading.sees(position), reading.config.context)

    def _peek_column(self) -> Column:
        if self._peeked is None or self._peek_asked != self._wanted_peek() or not self._is_read(self.position()):
            return Column()
        reading = self._peeked.reading
        return self._said(reading, len(reading) - 1, min(self.n, self.position() + 1), self.n)

    def _said(self, reading: Reading, row: int, sees: int, most: int) -> Column:
        token = self.token()
        chance = float("nan") if token is None else float(reading.along(token)[row])
        return Column(sees, most, tuple(reading.candidates(row, GUESSES)), chance)

    def _readings(self) -> tuple[Reading, ...]:
        """Those that there are."""
        return () if self._compared is None else tuple(r for r in self._compared.readings if r.problem is None)

    def _reading(self, name: str) -> Reading | None:
        readings = () if self._compared is None else self._compared.readings
        return next((reading for reading in readings if reading.name == name), None)

    def _is_read(self, position: int) -> bool:
        """Whether the text that was read is the one on screen, up to `position`: what comes later does not matter."""
        trace, read = self.store.live.trace, self._compared
        if trace is None or read is None or position >= len(read.tokens) or read.vocabulary != trace.vocabulary:
            return False
        return tuple(token.id for token in read.tokens[: position + 1]) == trace.ids[: position + 1]

    def refresh(self, changed: frozenset[str]) -> None:
        if self.store.live.busy == WriteOn.__name__ and changed <= {"trace", "document"}:
            if not self._later.isActive():  # while a model writes, two changes a token come: text and trace
                self._later.start()
            return
        self._ask("model" in changed)
        self._show_all()

    def _catch_up(self) -> None:
        if self.isVisible():
            self._ask()
            self._show_all()

    def _show_all(self) -> None:
        trace = self.store.live.trace
        for control in (self.slider, self.box):
            show_number(control, self.n)
        self._show_weights()
        if trace is None:
            return
        self._show_strips(trace)
        self._show_words(trace)
        self._show_guesses(trace)
        self._show_plot(trace)
        self._show_story(trace)
        self._settle()

    def _show_strips(self, trace: Trace) -> None:
        labels, position, chosen = [token.label for token in trace.tokens], self.position(), self.store.state.selection
        for strip in (self.window_strip, self.attention_strip):
            strip.set_tokens(labels)
        self.window_strip.set_picture(closed=~self.inside(), query=position, key=chosen.key)
        if not trace.layers:
            return
        weights = trace.weights(chosen.layer, chosen.head, position)
        closed = np.arange(len(trace)) > position
        self.attention_strip.set_picture(weights=weights, closed=closed, query=position, key=chosen.key)
        self.attention_title.setText(
            self.tr("By attention: {model}, layer {layer}, head {head}").format(
                model=trace.model, layer=chosen.layer + 1, head=chosen.head + 1
            )
        )

    def _show_words(self, trace: Trace) -> None:
        """The tokens that begin a word, and the one that is followed."""
        token = self.token()
        seen = [t.id for t in trace.tokens if t.label[:1] == SPACE and t.label[1:].isalpha()]
        listed = tuple(dict.fromkeys([*seen, *([] if token is None else [token])]))
        if listed != self._listed:
            self._listed = listed
            self.word.clear()
            self.word.addItems([trace.vocabulary[i] for i in listed])
        editor = self.word.lineEdit()
        if token is not None and editor is not None and not (editor.hasFocus() and editor.isModified()):
            self.word.setCurrentIndex(listed.index(token))
            self.word.setEditText(trace.vocabulary[token])

    def _show_guesses(self, trace: Trace) -> None:
        position = self.position()
        truth = trace.ids[position + 1] if position + 1 < len(trace) else None
        theme = self.context.theme()
        for name in READERS:
            column, shown = self.column(name), self._reader_name(name)
            self.names[name].setText(f"<b>{shown}</b>")
            self.rankings[name].setAccessibleName(self.tr("Guesses of {name}").format(name=shown))
            ranking, problem = self.rankings[name], self.problems[name]
            ranking.setVisible(not column.problem)
            problem.setVisible(bool(column.problem))
            problem.setText(column.problem.replace("/", "/\N{ZERO WIDTH SPACE}"))
            if column.sees:
                sees = self.tr("sees %n token(s), {most} at most", "", column.sees)
                self.sights[name].setText(sees.format(most=column.most))
            elif not column.problem:
                self.sights[name].setText(self.tr("reading …"))
            else:
                self.sights[name].setText("")
            colour = getattr(theme, LOOKS["rostok" if name == PEEK else name][0])
            ranking.set_entries(
                [Entry(trace.vocabulary[i], p, colour=colour, marked=i == truth) for i, p in column.guesses]
            )

    def _show_plot(self, trace: Trace) -> None:
        token = self.token()
        read = self._compared
        if read is None or token is None:
            self.plot.set_lines((), (), (), -1)
            return
        ids = [piece.id for piece in read.tokens]
        lines = [
            Line(reading.name, *LOOKS[reading.name], tuple(float(p) for p in reading.along(token)))
            for reading in self._readings()
        ]
        here = [t for t in range(len(ids) - 1) if ids[t + 1] == token]
        self.plot.set_lines([piece.label for piece in read.tokens], lines, here, self.position())
        missing = ", ".join(r.name for r in read.readings if r.problem is not None)
        said = [self.tr("▼ “{token}” really comes next.").format(token=trace.vocabulary[token])] if here else []
        said += [self.tr("Not here: {names}.").format(names=missing)] if missing else []
        self.missing.setText(" ".join(said))
        self.missing.setVisible(bool(said))

    def _show_weights(self) -> None:
        width, hidden, d_model = self.shape()
        attention = attention_weights(d_model)
        rows = (
            (self.tr("Window of {n}, first layer: n · {width} · {hidden}").format(n=self.n, width=width, hidden=hidden),
             window_weights(self.n, width, hidden)),
            (self.tr("Window of {n}").format(n=8), window_weights(8, width, hidden)),
            (self.tr("Window of {n}").format(n=512), window_weights(512, width, hidden)),
            (self.tr("Attention layer, any length: 4 · {width}²").format(width=d_model), attention),
        )  # fmt: skip
        for (name, value), (text, number) in zip(self.counts, rows):
            name.setText(text)
            value.setText(numbers.count(number))
        n = equal_from(d_model, width, hidden)
        self.equal.setText(self.tr("From n = {n} on, a window needs at least as many.").format(n=n))
        window = tuple((n, float(window_weights(int(n), width, hidden))) for n in LENGTHS)
        level = tuple((n, float(attention)) for n in LENGTHS)
        self.costs.set_axes(
            LENGTHS, (self.tr("tokens in sight, n"), self.tr("weights of the layer")), lambda y: numbers.count(round(y))
        )
        self.costs.set_curves(
            (
                Curve(self.tr("window"), LOOKS["window-8"][0], "triangle", window),
                Curve(self.tr("attention"), LOOKS["rostok"][0], "circle", level),
            )
        )
        self.costs.set_marker(float(self.n))
        self.costs.setAccessibleDescription("; ".join(f"{text}: {numbers.count(number)}" for text, number in rows))

    def _show_story(self, trace: Trace) -> None:
        """How far back the word is, and what everybody gives it."""
        token = self.token()
        if token is None:
            self.story.setText("")
            return
        label, back = trace.vocabulary[token], distance_back(trace.ids, self.position(), token)
        self.head_button.setEnabled(back is not None and bool(trace.layers))
        if back is None:
            first = self.tr("“{token}” has not come yet.").format(token=label)
        elif back <= self.n:
            first = self.tr("“{token}” is inside the window, %n token(s) back.", "", back - 1).format(token=label)
        else:
            first = self.tr("“{token}” is %n token(s) back: out of sight of the window.", "", back - 1).format(
                token=label
            )
        shares = [(self._reader_name(name), self.column(name).chance) for name in READERS]
        known = "; ".join(f"{name}: {exact_percent(p)}" for name, p in shares if p == p)
        then = self.tr("As the next token it gets: {shares}.").format(shares=known) if known else ""
        self.story.setText(f"{first} {then}".strip())

    def find_head(self) -> None:
        """Choose the head that takes most from the followed word at the chosen token."""
        trace, token = self.store.live.trace, self.token()
        if trace is None or token is None or not trace.layers:
            return
        there = np.array([i == token for i in trace.ids])
        shares = np.array(
            [
                [trace.weights(layer, head, self.position())[there].sum() for head in range(trace.n_head)]
                for layer in range(trace.n_layer)
            ]
        )
        layer, head = np.unravel_index(int(shares.argmax()), shares.shape)
        self.store.select(layer=int(layer), head=int(head))

    # Asking and hearing ----------------------------------------------------------------------------------------

    def _ask(self, again: bool = False) -> None:
        """Have the text read where it is another one than before."""
        document = self.store.state.document
        if self.store.live.model is None or self.store.live.trace is None:
            return
        wanted = Compare(document.text, document.ids, MODELS)
        if wanted != self._asked or again:
            self._asked = wanted
            self.context.post(wanted)
        self._ask_peek(again)

    def _wanted_peek(self) -> Peek:
        document = self.store.state.document
        return Peek(document.text, self.position(), self.n, document.ids)

    def _ask_peek(self, again: bool = False) -> None:
        wanted = self._wanted_peek()
        if wanted != self._peek_asked or again:
            self._peek_asked = wanted
            self.context.post(wanted)

    def on_event(self, event: Event) -> None:
        match event:
            case Answer(request=Compare(), result=Compared() as compared):
                self._compared, self._problem = compared, None
            case Answer(request=Peek() as asked, result=Peeked() as peeked) if asked == self._peek_asked:
                self._peeked = peeked
            case Failure(request=Compare(), message=message):
                self._problem = message
            case _:
                return
        if self.isVisible():
            self._show_all()

    # What people do --------------------------------------------------------------------------------------------

    def set_window(self, n: int) -> None:
        """Make the window `n` tokens wide."""
        self.store.update(window=replace(self.store.state.window, n_token=n))

    def follow(self, token: int) -> None:
        """Follow another token through the text."""
        trace = self.store.live.trace
        if trace is not None:
            self._follow_word(trace.vocabulary[token])
            self._forget_typed()

    def _follow_word(self, word: str) -> None:
        self.store.update(window=replace(self.store.state.window, word=word))

    def _forget_typed(self) -> None:
        """Show the word that is followed in place of what stands in the field."""
        trace, editor = self.store.live.trace, self.word.lineEdit()
        if trace is not None and editor is not None:
            editor.setModified(False)
            self._show_words(trace)

    def _follow_guess(self, name: str, index: int) -> None:
        guesses = self.column(name).guesses
        if index < len(guesses):
            self.follow(guesses[index][0])

    def _on_word_listed(self, index: int) -> None:
        if 0 <= index < len(self._listed):
            self.follow(self._listed[index])

    def _on_word_typed(self) -> None:
        trace = self.store.live.trace
        typed = self.word.currentText()
        if trace is None:
            return
        token = find_token(typed, trace.vocabulary)
        if token is None:
            self.store.update(notice=Message(NO_TOKEN, {"typed": typed}))
            self._forget_typed()
        else:
            self.follow(token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.store.state.window.word:
            self._follow_word("")
        else:
            super().keyPressEvent(event)

    # Places ----------------------------------------------------------------------------------------------------

    def show_part(self, name: str) -> None:
        """Bring a part into sight: ``"guesses"``, ``"word"`` or ``"weights"``."""
        if name in self._tab_parts():
            self.tabs.setCurrentIndex(self._tab_parts().index(name))

    def _tab_parts(self) -> tuple[str, ...]:
        return PARTS[self._n_fixed :]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.n_note.setVisible(self.width() >= ROOMY * marks.em(self))
        self._settle()

    def set_in_hall(self, on: bool) -> None:
        super().set_in_hall(on)
        self._settle()

    def _settle(self) -> None:
        """As many parts in sight as there is room for, and to each its share."""
        n_fixed, em = next(n for n in (2, 1, 0) if self._has_room(n)), marks.em(self)
        square = not n_fixed and self.width() < 4 * READER[0] * em and self.height() >= READER[1] * em
        self._place_readers(2 if n_fixed == 2 or square else len(READERS))
        self._arrange(n_fixed)
        self._give_room()

    def _has_room(self, n_fixed: int) -> bool:
        """Whether so many parts can be in sight at all times.

        In a hall that is so where no text has to be scrolled: before the type gets smaller than `LEAST_TYPE` of that of
        the hall, a part goes behind a tab.
        """
        em, type_size = marks.em(self), self.font().pointSizeF() / QApplication.font().pointSizeF()
        larger = max(1.0, type_size / LEAST_TYPE) if self.in_hall else 1.0  # the room, measured in that smaller type
        width, height = larger * self.width(), larger * self.height()
        least = ((0.0, 0.0), (0.0, TALL), LARGE)[n_fixed]
        if width < least[0] * em or height < least[1] * em:
            return False
        return not (n_fixed and self.in_hall) or self._needed(n_fixed, round(width)) <= height

    def _needed(self, n_fixed: int, width: int) -> int:
        """Height with which the first `n_fixed` parts are whole, and each of the others when its tab is chosen."""
        margins, gap, narrow = self._whole.contentsMargins(), self._whole.spacing(), self._texts.spacing()
        inside = width - margins.left() - margins.right()
        text = sum(scroll.strip.heightForWidth(inside) for scroll in self._scrolls)
        rows = (self.head_button, self.word, self.tabs)
        above = sum(row.sizeHint().height() for row in rows) + self.story.heightForWidth(inside)
        readers = max(cell.minimumSize().height() for cell in self._cells.values())
        others = max(_height_in(inside, self.parts[name]) for name in ("word", "weights"))
        lower = max(readers, others) if n_fixed == 1 else max(2 * readers + gap, others)
        return text + above + lower + margins.top() + margins.bottom() + 4 * gap + 2 * narrow

    def _give_room(self) -> None:
        """The text gets the room it needs before the guesses get more than theirs."""
        margins = self._whole.contentsMargins()
        width = max(1, self.width() - margins.left() - margins.right())
        heights = [scroll.strip.heightForWidth(width) for scroll in self._scrolls]
        most = self.height() if self.in_hall else MOST_FOR_TEXT * self.height()
        share = min(1.0, most / sum(heights))
        for scroll, height in zip(self._scrolls, heights):
            scroll.set_wanted_height(round(share * height))
            scroll.setMaximumHeight(height)
            self._texts.setStretchFactor(scroll, height)  # Qt goes by the least height where there is a stretch

    def _arrange(self, n_fixed: int) -> None:
        """Keep the first `n_fixed` parts in sight and give tabs to the others."""
        if n_fixed == self._n_fixed:
            return
        self._n_fixed = n_fixed
        large = n_fixed == 2
        self._lower.setStretch(1, int(large))
        self._whole.setStretchFactor(self.parts["text"], int(not n_fixed))
        self._whole.removeWidget(self.tabs)
        self._right.removeWidget(self.tabs)
        if large:
            self._right.insertWidget(0, self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._whole.insertWidget(3 if n_fixed else 0, self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        parts = self._tab_parts()
        blocked = self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for _ in parts:
            self.tabs.addTab("")
        self.tabs.setCurrentIndex(parts.index(self._chosen) if self._chosen in parts else 0)
        self.tabs.blockSignals(blocked)
        self._name_tabs()
        self._show_chosen()

    def _on_tab(self, index: int) -> None:
        self._chosen = self._tab_parts()[index]
        self._show_chosen()

    def _show_chosen(self) -> None:
        shown = self._tab_parts()[self.tabs.currentIndex()]
        for name, part in self.parts.items():
            part.setVisible(name == shown or name in PARTS[: self._n_fixed])

    def sizeHint(self) -> QSize:
        em = round(marks.em(self))
        return QSize(52 * em, 36 * em)


def _height_in(width: int, part: QWidget) -> int:
    """Least height of a part that is so wide: some of its labels may be wrapped."""
    return part.heightForWidth(width) if part.hasHeightForWidth() else part.minimumSizeHint().height()
