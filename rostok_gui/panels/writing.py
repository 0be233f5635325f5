"""Panel “Writing”: Rostok goes on with the text, and one sees from what each token is drawn."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from rostok_gui.engine.results import Event, Failure, Progress
from rostok_gui.engine.writing import WriteOn, Written
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.generation import Sampling, draw, next_token_distribution
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.state.app_state import HOTTEST, LARGEST_SEED, LEAST_TOP_P, MOST_TOKENS, Document
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.ranking import Entry, Ranking
from rostok_gui.widgets.value_slider import LogSlider, NumberField, show_number
from rostok_gui.widgets.written_text import WrittenText

COLDEST, WARMEST = 0.1, 10.0
"""Ends of the temperature slider; left of the coldest is 0."""
LISTED = 50
WIDE = 56
"""Width in em from which all settings stand in one row."""
SIDEWAYS = 1.7
"""Width over height from which the candidates stand beside the text."""
SLOT = WriteOn.__name__
BY_HAND = QT_TRANSLATE_NOOP("messages", "Stopped: the text was changed by hand.")
OTHER_CHANGES = QT_TRANSLATE_NOOP("messages", "Stopped: what is changed in the model has changed.")
NO_NUMBER = QT_TRANSLATE_NOOP(
    "messages", "“{typed}” is not a number from {low} to {high}, so the old one stays. Type one like {example}."
)
CANDIDATE = QT_TRANSLATE_NOOP("messages", "“{token}”: {raw} from the model, {chance} in the draw")


@dataclass(frozen=True)
class Part:
    """How a text came to be.

    Attributes
    ----------
    before : Document
        Where its last run began.
    drawn, lost : int
        Tokens written since somebody typed, and given up at the beginning meanwhile.
    """

    before: Document
    drawn: int
    lost: int


NOTHING_WRITTEN = Part(Document(), 0, 0)


@dataclass
class Run:
    """A request to write and where it has come to.

    Attributes
    ----------
    document : Document
        The text so far; any other text in the state is not of this run.
    done : int
        Tokens written.
    ended : bool
        Stopped or answered. What was written before the worker heard of it may still arrive.
    """

    request: WriteOn
    merge: str
    before: Document
    document: Document
    done: int = 0
    ended: bool = False


@dataclass(frozen=True)
class Candidates:
    """The next token of a text.

    Attributes
    ----------
    raw, chances : (V,) float64
        What the model gives, and what is drawn from.
    order : tuple of int
        Token ids, likeliest first.
    next : int
        What the seed draws.
    """

    raw: NDArray[np.float64]
    chances: NDArray[np.float64]
    order: tuple[int, ...]
    next: int

    @classmethod
    def of(cls, trace: Trace, sampling: Sampling, drawn: int) -> Candidates:
        """After the end of the text of `trace`, of which `drawn` tokens were drawn."""
        last = len(trace) - 1
        raw, chances = trace.probabilities(last), next_token_distribution(trace.logits.row(last), sampling)
        order = tuple(int(i) for i in np.argsort(-raw, kind="stable")[:LISTED])
        return cls(raw, chances, order, draw(chances, sampling.seed, drawn))

    def listed(self, room: int) -> tuple[int, ...]:
        """The likeliest `room` tokens; the one that comes next is always among them."""
        shown = self.order[:room]
        return shown if self.next in shown or not room else (*shown[:-1], self.next)


class WritingPanel(Panel):
    """Text, candidates, controls."""

    panel_id = "writing"
    watches = frozenset({"document", "trace", "model", "cut", "selection", "writing"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._run: Run | None = None
        self._runs = count(1)
        self._parts: dict[tuple[str, tuple[int, ...]], Part] = {}
        self._note: Message | None = None
        self._speed = 0.0
        self._listed: tuple[int, ...] = ()
        self.text = WrittenText()
        self.raw, self.chances = Ranking(fit=True), Ranking(fit=True)
        self.write_button, self.stop_button, self.step_button = QPushButton(), QPushButton(), QPushButton()
        self.back_button, self.seed_button = QPushButton(), QPushButton()
        self.count_box, self.top_k, self.seed = QSpinBox(), QSpinBox(), QSpinBox()
        self.slider, self.temperature = LogSlider(COLDEST, WARMEST, steps=200), NumberField(0.0, HOTTEST)
        self.top_p = NumberField(LEAST_TOP_P, 1.0)
        self.labels = {name: QLabel() for name in ("count", "temperature", "top_k", "top_p", "seed")}
        self.titles = (QLabel(), QLabel())
        self.status, self.hint = QLabel(), QLabel()
        self._build()
        self._connect()

    def _build(self) -> None:
        self.count_box.setRange(1, MOST_TOKENS)
        self.top_k.setRange(0, ModelConfig().vocab_size)
        self.seed.setRange(0, LARGEST_SEED)
        self._show_settings()
        boxes = {
            "count": self.count_box,
            "temperature": self.temperature,
            "top_k": self.top_k,
            "top_p": self.top_p,
            "seed": self.seed,
        }
        for name, box in boxes.items():
            self.labels[name].setBuddy(box)
        for quiet in (self.hint, *self.titles):
            quiet.setObjectName("quiet")
        self.status.setWordWrap(True)
        self.hint.setWordWrap(True)
        lists = QGridLayout()
        for column, (title, ranking) in enumerate(zip(self.titles, (self.raw, self.chances))):
            ranking.installEventFilter(self)
            lists.addWidget(title, 0, column)
            lists.addWidget(ranking, 1, column)
            lists.setColumnStretch(column, 1)
        lists.addWidget(self.hint, 2, 0, 1, 2)
        lists.setRowStretch(1, 1)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.addWidget(self.text, 4)
        self._body.addLayout(lists, 5)
        self._settings = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._settings.addWidget(_row(self.labels["temperature"], self.slider, self.temperature), 1)
        self._settings.addWidget(
            _row(
                self.labels["top_k"], self.top_k, self.labels["top_p"], self.top_p, self.labels["seed"], self.seed,
                self.seed_button,
            )
        )  # fmt: skip
        buttons = _row(
            self.write_button, self.labels["count"], self.count_box, self.stop_button, self.step_button,
            self.back_button,
        )  # fmt: skip
        self._whole = QVBoxLayout(self)
        self._whole.addLayout(self._body, 1)
        self._whole.addWidget(self.status)
        self._whole.addWidget(buttons)
        self._whole.addLayout(self._settings)

    def _connect(self) -> None:
        self.write_button.clicked.connect(self.write)
        self.step_button.clicked.connect(self.step)
        self.stop_button.clicked.connect(self.stop)
        self.back_button.clicked.connect(self.take_back)
        self.seed_button.clicked.connect(self.new_seed)
        self.slider.moved_to.connect(self._set_temperature)
        self.temperature.edited.connect(self._set_temperature)
        self.top_p.edited.connect(lambda share: self._set(top_p=share))
        self.temperature.refused.connect(partial(self._refuse, 0.0, HOTTEST, 0.7))
        self.top_p.refused.connect(partial(self._refuse, LEAST_TOP_P, 1.0, 0.9))
        self.top_k.valueChanged.connect(lambda k: self._set(top_k=k))
        self.seed.valueChanged.connect(lambda seed: self._set(seed=seed))
        self.count_box.valueChanged.connect(lambda n: self._set(n_token=n))
        self.text.clicked.connect(lambda position: self.store.select(query=position))
        for ranking in (self.raw, self.chances):
            ranking.chosen.connect(self._choose)
            ranking.hovered.connect(self._point_at)

    # Words -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Writing")

    def invitation(self) -> str:
        return self.tr("Let Rostok go on with your text, at once or token by token. Or click a candidate: what if?")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Writing</h3>"
            "<p>Rostok can only guess the next token. To write, one of the guesses is drawn and put at the end of the "
            "text, and the longer text is read again. All open panels follow every token. What was written is "
            "underlined and tinted.</p>"
            "<p>The left bars are what the model gives each candidate; the right bars are the chances in the draw, "
            "after temperature, top-k and top-p. ▸ marks the one that this seed draws next.</p>"
            "<p><b>Try this</b></p><ul>"
            "<li><b>Temperature 0</b> always takes the likeliest token. High temperatures make all equally likely: "
            "the text falls apart.</li>"
            "<li><b>top-k</b> keeps the k likeliest tokens, <b>top-p</b> the likeliest that together reach this "
            "probability.</li>"
            "<li>The same <b>seed</b> gives the same text on a CPU; another seed gives another one.</li>"
            "<li><b>What if?</b> Click a candidate that was not drawn, and let Rostok go on from there.</li>"
            "<li>Switch a head off or paint a mask: Rostok writes under it.</li></ul>"
            "<p>When the text fills what the model can see, its beginning is given up and the rest slides; the start "
            "mark stays. Typing stops the run. One run is one step of undo.</p>"
            "<p>Keys: Tab to the candidates, up and down to walk, Enter to append one; Esc stops the run.</p>"
        )

    def caption(self) -> str:
        sampling = self.sampling()
        return self.tr("Writing: {model}, temperature {temperature}, top-k {k}, top-p {p}, seed {seed}; {text}").format(
            model=self.store.state.document.model,
            temperature=_plain(sampling.temperature),
            k=sampling.top_k or self.tr("all"),
            p=_plain(sampling.top_p),
            seed=sampling.seed,
            text=self.store.state.document.text,
        )

    def tables(self) -> tuple[Table, ...]:
        found, trace = self.candidates(), self.store.live.trace
        if found is None or trace is None:
            return ()
        columns = (self.tr("token"), self.tr("id"), self.tr("probability"), self.tr("chance in the draw"))
        rows = [(trace.vocabulary[i], i, float(found.raw[i]), float(found.chances[i])) for i in found.listed(LISTED)]
        return (Table(self.tr("Next token"), columns, tuple(rows)),)

    def retranslate(self) -> None:
        self.write_button.setText(self.tr("Write"))
        self.stop_button.setText(self.tr("Stop"))
        self.step_button.setText(self.tr("Step"))
        self.back_button.setText(self.tr("Take back"))
        self.seed_button.setText(self.tr("New seed"))
        self.step_button.setToolTip(self.tr("Write one token"))
        self.back_button.setToolTip(self.tr("The text as it was before the last run"))
        self.seed_button.setToolTip(self.tr("Another seed draws other tokens"))
        names = {
            "count": self.tr("tokens:"),
            "temperature": self.tr("Temperature"),
            "top_k": self.tr("top-k"),
            "top_p": self.tr("top-p"),
            "seed": self.tr("seed"),
        }
        for name, label in self.labels.items():
            label.setText(names[name])
        self.top_k.setSpecialValueText(self.tr("all"))
        self.count_box.setAccessibleName(self.tr("How many tokens to write"))
        self.slider.setAccessibleName(self.tr("Temperature"))
        self.temperature.setAccessibleName(self.tr("Temperature, typed"))
        self.top_k.setAccessibleName(self.tr("top-k: how many of the likeliest tokens stay, 0 for all"))
        self.top_p.setAccessibleName(self.tr("top-p: the probability that the tokens that stay reach together"))
        self.seed.setAccessibleName(self.tr("Seed of the draw"))
        self.text.setAccessibleName(self.tr("The text, what was written is underlined"))
        self.titles[0].setText(self.tr("What the model gives"))
        self.titles[1].setText(self.tr("What is drawn from"))
        self.raw.setAccessibleName(self.tr("Candidates: what the model gives"))
        self.chances.setAccessibleName(self.tr("Candidates: what is drawn from"))
        self.temperature.renew()
        self.top_p.renew()

    def retheme(self, theme: Theme) -> None:
        for part in (self.text, self.raw, self.chances):
            part.set_theme(theme)
        em = round(marks.em(self))
        self._whole.setContentsMargins(em // 2, em // 3, em // 2, em // 2)
        self.text.setMinimumHeight(round(3.2 * em))

    # What is shown ---------------------------------------------------------------------------------------------

    def sampling(self) -> Sampling:
        """How the next token is drawn."""
        return self.store.state.writing.sampling

    def drawn(self) -> int:
        """How many tokens of the text were written since somebody typed."""
        return self._part(self.store.state.document).drawn

    def _part(self, document: Document) -> Part:
        return self._parts.get((document.text, document.ids), NOTHING_WRITTEN)

    def candidates(self) -> Candidates | None:
        """The next token of the text on screen; None while no model has read it."""
        trace = self.store.live.trace
        return None if trace is None else Candidates.of(trace, self.sampling(), self.drawn())

    @property
    def running(self) -> bool:
        """Whether Rostok is writing."""
        return self._run is not None and not self._run.ended

    def refresh(self, changed: frozenset[str]) -> None:
        if self.running and "trace" in changed and "document" not in changed:
            return  # the text that belongs to the trace follows at once
        trace = self.store.live.trace
        self._show_settings()
        if trace is not None:
            n_written = min(self.drawn(), len(trace) - 1)
            self.text.set_tokens(trace.tokens, n_written, self.store.state.selection.query)
        if changed != {"selection"}:
            self._show_candidates()
        self._show_run()

    def _show_settings(self) -> None:
        """Put every control on what the state says."""
        writing, opened = self.store.state.writing, self.store.live.model
        if opened is not None and self.top_k.maximum() != opened.config.vocab_size:
            with QSignalBlocker(self.top_k):  # what is more than all of them stays for a model that has more
                self.top_k.setMaximum(opened.config.vocab_size)
        boxes = ((self.top_k, writing.top_k), (self.seed, writing.seed), (self.count_box, writing.n_token))
        for box, number in boxes:
            show_number(box, number)
        self.slider.show_value(writing.temperature)
        self.temperature.set_number(writing.temperature)
        self.top_p.set_number(writing.top_p)

    def _show_candidates(self) -> None:
        found, trace = self.candidates(), self.store.live.trace
        if found is None or trace is None:
            return
        theme = self.context.theme()
        self._listed = found.listed(int(self.raw.height() // self.raw.rect_of(0).height()))
        for ranking, p, colour in ((self.raw, found.raw, theme.closed), (self.chances, found.chances, theme.value)):
            ranking.set_entries(
                [Entry(trace.vocabulary[i], float(p[i]), colour=colour, marked=i == found.next) for i in self._listed]
            )
        left = int(np.count_nonzero(found.chances))
        self.hint.setText(
            self.tr("▸ “{token}” is what seed {seed} draws next, from %n token(s).", "", left).format(
                token=trace.vocabulary[found.next], seed=self.sampling().seed
            )
        )

    def _show_run(self) -> None:
        ready = self.store.live.model is not None and self.store.live.trace is not None
        self.write_button.setEnabled(ready and not self.running)
        self.step_button.setEnabled(ready and not self.running)
        self.stop_button.setEnabled(self.running)
        self.back_button.setEnabled(self._part(self.store.state.document) is not NOTHING_WRITTEN)
        self.status.setText(self.status_text())

    def status_text(self) -> str:
        """One sentence on the run: what went wrong, what was given up, how fast it is."""
        if self._note is not None:
            return say(self._note)
        cut = self.store.live.cut
        if cut:
            return self.tr("Left out at the end of the text: %n token(s). Rostok goes on from the cut.", "", cut)
        parts = []
        run = self._run
        if run is not None and run.done and run.document == self.store.state.document:
            parts.append(
                self.tr("%n token(s) written, {speed} per second.", "", run.done).format(
                    speed=numbers.fixed(self._speed, 1)
                )
            )
        lost = self._part(self.store.state.document).lost
        if lost:
            parts.append(self.tr("The text slides. Given up at its beginning: %n token(s).", "", lost))
        if not parts and self.running:
            return self.tr("Rostok is reading …")
        return " ".join(parts) or self.tr("What is written will be underlined.")

    # Writing ---------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write as many tokens as the number says."""
        self._begin(self.store.state.writing.n_token)
        self.stop_button.setFocus()

    def step(self) -> None:
        """Write one token."""
        self._begin(1)

    def append(self, token: int) -> None:
        """Put a token at the end of the text by hand: what if?"""
        self._begin(1, token)

    def _begin(self, n_token: int, chosen: int | None = None) -> None:
        state, sampling = self.store.state, self.sampling()
        if self.running or self.store.live.model is None:
            return
        self._note, self._speed = None, 0.0
        request = WriteOn(
            state.document.text, n_token, sampling.temperature, sampling.top_k, sampling.top_p, sampling.seed,
            state.interventions, state.document.ids, self.drawn(), chosen,
        )  # fmt: skip
        self._run = Run(request, f"writing-{next(self._runs)}", state.document, state.document)
        self.context.replace(request)
        self._show_run()

    def stop(self) -> None:
        """End the run; what is written stays."""
        if self._run is not None and self.running:
            had_keyboard = self.stop_button.hasFocus()
            self._run.ended = True
            self.context.cancel(SLOT)
            self._show_run()
            if had_keyboard:
                self.write_button.setFocus()

    def take_back(self) -> None:
        """The text as it was before the last run."""
        document = self.store.state.document
        part = self._part(document)
        if part is not NOTHING_WRITTEN:
            self.stop()
            self._run = self._note = None
            self.context.edit(self.tr("Take back"), document=replace(part.before, model=document.model))
            self._show_run()

    def new_seed(self) -> None:
        """Another seed."""
        self.seed.setValue(random.randint(0, LARGEST_SEED))

    def on_event(self, event: Event) -> None:
        run = self._run
        if run is None or event.request is not run.request:
            return
        match event:
            case Progress(partial=Written() as written):
                self._take(run, written, event)
                return
            case Failure(message=message):
                self._note = message
        had_keyboard = self.stop_button.hasFocus()
        run.ended = True
        self._show_run()
        if had_keyboard:
            self.write_button.setFocus()

    def _take(self, run: Run, written: Written, event: Progress) -> None:
        """One more token is part of the text."""
        trace = written.run.trace
        document = Document(written.run.text, run.before.model, trace.ids)
        first = run.done == 0
        if not first:
            del self._parts[run.document.text, run.document.ids]
        begun = self._part(run.before)
        self._parts[document.text, document.ids] = Part(run.before, begun.drawn + event.done, begun.lost + written.lost)
        run.document, run.done = document, event.done
        self._speed = event.done / event.seconds if event.seconds > 0 else 0.0
        fields: dict[str, object] = {"document": document}
        if first:  # everybody looks at the newest token, unless another one is clicked meanwhile
            fields["selection"] = replace(self.store.state.selection, query=None)
        self.context.edit(self.tr("Write"), merge=run.merge, **fields)
        if self.isVisible():
            self._show_run()

    def notify(self, changed: frozenset[str]) -> None:
        run, state = self._run, self.store.state
        if run is not None:
            by_hand = state.document != run.document
            if by_hand or (self.running and state.interventions != run.request.interventions):
                if self.running:
                    self.stop()
                    self._note = Message(BY_HAND if by_hand else OTHER_CHANGES)
                self._run = None
        if "document" in changed and run is None:
            self._note = None
        super().notify(changed)

    # What people do --------------------------------------------------------------------------------------------

    def _set(self, **settings: float) -> None:
        writing = replace(self.store.state.writing, **settings)  # type: ignore[arg-type]  # by name
        self.store.update(writing=writing)

    def _set_temperature(self, value: float, _gesture: int = 0) -> None:
        self._set(temperature=value)

    def _refuse(self, low: float, high: float, example: float, typed: str) -> None:
        values: dict[str, object] = {
            "typed": typed,
            "low": _plain(low),
            "high": _plain(high),
            "example": _plain(example),
        }
        self.store.update(notice=Message(NO_NUMBER, values))

    def _choose(self, index: int) -> None:
        if index < len(self._listed):
            self.append(self._listed[index])

    def _point_at(self, index: int) -> None:
        found, trace = self.candidates(), self.store.live.trace
        if found is None or trace is None or not 0 <= index < len(self._listed):
            self.store.update(pointer=None)
            return
        token = self._listed[index]
        raw, chance = (numbers.weight(float(p[token])) for p in (found.raw, found.chances))
        label = trace.vocabulary[token]
        self.store.update(pointer=Message(CANDIDATE, {"token": label, "raw": raw, "chance": chance}))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.running:
            self.stop()
        else:
            super().keyPressEvent(event)

    # Places ----------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= WIDE * marks.em(self)
        sideways, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._body.setDirection(sideways if wide and self.width() > SIDEWAYS * self.height() else down)
        self._settings.setDirection(sideways if wide else down)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.raw and self.isVisible():
            self._show_candidates()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        em = round(marks.em(self))
        return QSize(48 * em, 34 * em)


def _row(*widgets: QWidget) -> QWidget:
    """Widgets side by side; a slider takes the room that is left."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, LogSlider) else 0)
    if not any(isinstance(widget, LogSlider) for widget in widgets):
        row.addStretch(1)
    return holder


def _plain(value: float) -> str:
    """A setting: as many decimals as count."""
    return numbers.fixed(value, next((d for d in range(3) if round(value, d) == value), 3))
