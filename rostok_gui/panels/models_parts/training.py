"""A small model at several moments of its training: its maps, its scores, its losses, on a slider."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.attention.head_types import INDUCTION, LOCAL, OTHER, PREVIOUS_TOKEN, SAME_TOKEN, START_MARK
from rostok_gui.engine.atlas import ComposeAtlas, Head
from rostok_gui.engine.atlas_handler import compose
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, Progress
from rostok_gui.engine.snapshots import MODEL, Moment, SnapshotsTraced, TraceSnapshots
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.panels.base import Context, Table
from rostok_gui.shell.language import number, say
from rostok_gui.shell.style import glide_ms
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import numbers
from rostok_gui.widgets.colormap import colours
from rostok_gui.widgets.head_atlas import Badge, HeadAtlas, Spot
from rostok_gui.widgets.step_curves import StepCurves, StepLine

RANDOM, TEXT = "random", "text"
PLAY_MS = 700
"""How long a moment stands while the training is played."""

WEIGHT = QT_TRANSLATE_NOOP(
    "messages", "Step {step}, layer {layer} head {head}: “{query}” gives {weight:.3f} to “{key}”"
)


class _Slider(QSlider):
    """One place for each moment; scrolling past it changes nothing."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setPageStep(1)
        self.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.setTickInterval(1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class TrainingPart(QWidget):
    """Maps of the heads at the left, curves at the right, the slider below."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._asked: TraceSnapshots | None = None
        self._running = False
        self._message: Message | None = None
        self.traced: SnapshotsTraced | None = None
        self._place = 0
        self._head: Head | None = None
        self._spot: Spot | None = None
        self.atlas = HeadAtlas()
        self.scores, self.losses = StepCurves(), StepCurves()
        self.slider, self.play_button, self.text_box = _Slider(), QPushButton(), QComboBox()
        self.text_box.addItem("", RANDOM)
        self.text_box.addItem("", TEXT)
        self.where, self.status = QLabel(), QLabel()
        self.bar, self.cancel_button = QProgressBar(), QPushButton()
        self.timer = QTimer(self)
        self.timer.setInterval(PLAY_MS)
        self._build()
        self._connect()

    def _build(self) -> None:
        for label in (self.where, self.status):
            label.setWordWrap(True)
        self.where.setTextFormat(Qt.TextFormat.RichText)
        self.status.setObjectName("quiet")
        self.bar.setTextVisible(False)
        curves = QVBoxLayout()
        curves.addWidget(self.scores, 3)
        curves.addWidget(self.losses, 2)
        pictures = QHBoxLayout()
        pictures.addWidget(self.atlas, 3)
        pictures.addLayout(curves, 2)
        controls = QHBoxLayout()
        controls.addWidget(self.play_button)
        controls.addWidget(self.slider, 1)
        controls.addWidget(self.text_box)
        waiting = QHBoxLayout()
        waiting.addWidget(self.status, 1)
        waiting.addWidget(self.bar, 1)
        waiting.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.where)
        column.addLayout(pictures, 1)
        column.addLayout(waiting)
        column.addLayout(controls)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.go)
        self.play_button.clicked.connect(self.play)
        self.timer.timeout.connect(self._on_tick)
        self.text_box.activated.connect(self.ask)
        self.cancel_button.clicked.connect(self.cancel)
        self.atlas.clicked.connect(self._on_clicked)
        self.atlas.hovered.connect(self._on_hovered)
        self.atlas.resized.connect(self.show_maps)
        for curves in (self.scores, self.losses):
            curves.picked.connect(self._go_to_step)

    # Texts -----------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set every text again."""
        words = {
            PREVIOUS_TOKEN: self.tr("previous token"),
            START_MARK: self.tr("start mark"),
            INDUCTION: self.tr("induction"),
            SAME_TOKEN: self.tr("same token"),
            LOCAL: self.tr("local"),
            OTHER: self.tr("other"),
        }
        short = {
            PREVIOUS_TOKEN: self.tr("prev", "type of a head, four letters"),
            START_MARK: self.tr("start", "type of a head, four letters"),
            INDUCTION: self.tr("ind", "type of a head, four letters"),
            SAME_TOKEN: self.tr("same", "type of a head, four letters"),
            LOCAL: self.tr("loc", "type of a head, four letters"),
            OTHER: self.tr("other", "type of a head, four letters"),
        }
        self.atlas.set_words(words, short)
        self.atlas.setAccessibleName(self.tr("Maps of the heads at this moment"))
        self.scores.set_title(self.tr("Induction score of every head"))
        self.losses.set_title(self.tr("Loss in nats per token"))
        self.text_box.setItemText(0, self.tr("Random tokens, said twice"))
        self.text_box.setItemText(1, self.tr("The current text"))
        self.text_box.setAccessibleName(self.tr("What the maps show"))
        self.slider.setAccessibleName(self.tr("Moment of the training"))
        self.bar.setAccessibleName(self.tr("Progress"))
        self.cancel_button.setText(self.tr("Cancel"))
        self._show()

    def retheme(self, theme: Theme) -> None:
        """Take other colours."""
        for part in (self.atlas, self.scores, self.losses):
            part.set_theme(theme)
        self.show_maps()

    # Asking ----------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for the moments, unless they are there or on their way."""
        request = self._wanted()
        if request == self._asked:
            return
        self._asked, self._running, self._message = request, True, None
        self.bar.setRange(0, 0)
        self._context.replace(request)
        self._show()

    def _wanted(self) -> TraceSnapshots:
        known = self.traced
        if self.text_box.currentData() == RANDOM:
            return TraceSnapshots(known=known)
        document = self._context.store.state.document
        return TraceSnapshots(document.text, document.ids, known=known)

    def forget_failure(self) -> None:
        """Ask again the next time: the checkpoint may be there by then."""
        if self._message is not None:
            self._asked = None

    def cancel(self) -> None:
        """Stop; what is there stays."""
        self._context.cancel(TraceSnapshots.__name__)
        self._running, self._asked = False, None
        self._show()

    def on_event(self, event: Event) -> None:
        """Hear how far the moments are."""
        if self._asked is None or event.request != self._asked or not self._running:
            return
        match event:
            case Progress(done=done, total=total):
                self.bar.setRange(0, total)
                self.bar.setValue(done)
            case Answer(result=SnapshotsTraced() as traced):
                first = self.traced is None
                self.traced, self._running = traced, False
                self._head = self._head or self._best_head(traced)
                self.slider.setRange(0, len(traced.moments) - 1)
                if first:
                    self.slider.setValue(len(traced.moments) - 1)
                self.go(self.slider.value())
            case Failure(message=message):
                self._message, self._running = message, False
                self._show()
            case Cancelled():
                self._running, self._asked = False, None
                self._show()

    @staticmethod
    def _best_head(traced: SnapshotsTraced) -> Head:
        """The head with the highest induction score at the end."""
        scores = traced.moments[-1].scores[INDUCTION]
        layer, head = divmod(int(scores.argmax()), scores.shape[1])
        return layer, head

    # Moments ---------------------------------------------------------------------------------------------------

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All of them; none while they are on their way."""
        return () if self.traced is None else self.traced.moments

    @property
    def moment(self) -> Moment | None:
        """The one that is shown."""
        return self.moments[self._place] if self.moments else None

    def go(self, place: int) -> None:
        """Show a moment, from 0; what lies beyond is the first or the last."""
        self._place = min(max(place, 0), max(len(self.moments) - 1, 0))
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(self._place)
        self.slider.blockSignals(blocked)
        self._show()

    def _go_to_step(self, step: float) -> None:
        if self.moments:
            self.go(min(range(len(self.moments)), key=lambda i: abs(self.moments[i].step - step)))

    def play(self) -> None:
        """Let the moments pass by; without motion: one moment further at every press. At the end: from the start."""
        if not self.moments:
            return
        if self.timer.isActive():
            self.timer.stop()
        elif self._place == len(self.moments) - 1:
            self.go(0)
            self._start()
        else:
            self._start()
            if not self.timer.isActive():
                self.go(self._place + 1)
        self._show_play()

    def _start(self) -> None:
        if glide_ms():
            self.timer.start()

    def _on_tick(self) -> None:
        self.go(self._place + 1)
        if self._place == len(self.moments) - 1:
            self.timer.stop()
            self._show_play()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.timer.stop()
        self._show_play()

    # Showing ---------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        moment = self.moment
        self.bar.setVisible(self._running)
        self.cancel_button.setVisible(self._running)
        self.status.setText(
            "" if moment is None else self._status()
        )  # without a moment the grid has the room to say it
        self.status.setVisible(bool(self.status.text()))
        self.slider.setEnabled(moment is not None)
        self.play_button.setEnabled(moment is not None)
        self._show_play()
        self.where.setText("" if moment is None else self._where(moment))
        self._show_badges()
        self.show_maps()
        self._show_curves()

    def _status(self) -> str:
        if self._message is not None:
            return say(self._message)
        if self._running:
            return self.tr("Every moment of the training reads the text …")
        if self.traced is not None and self.traced.cut:
            return self.tr("%n token(s) at the end do not fit into this small model.", "", self.traced.cut)
        return ""

    def _show_play(self) -> None:
        playing = self.timer.isActive()
        still = self.tr("▶ Play") if glide_ms() else self.tr("▶ Next moment")
        self.play_button.setText(self.tr("❚❚ Stop") if playing else still)
        self.play_button.setAccessibleName(self.play_button.text()[2:].strip())

    def _where(self, moment: Moment) -> str:
        last = self.moments[-1]
        text = self.tr("<b>Step {step} of {last}</b> · {tokens} M tokens read").format(
            step=numbers.count(moment.step),
            last=numbers.count(last.step),
            tokens=numbers.fixed(moment.tokens / 1e6, 2),
        )
        if moment.held_out is not None:
            text += " · " + self.tr("loss on unseen stories {loss}").format(loss=numbers.loss(moment.held_out))
        if self._head is not None:
            layer, head = self._head
            text += " · " + self.tr("layer {layer}, head {head}: induction score {score}").format(
                layer=layer + 1, head=head + 1, score=numbers.fixed(float(moment.scores[INDUCTION][layer, head]), 2)
            )
        return text

    def _heads(self) -> tuple[Head, ...]:
        moment = self.moment
        if moment is None:
            return ()
        trace = moment.trace
        return tuple((layer, head) for layer in range(trace.n_layer) for head in range(trace.n_head))

    def _show_badges(self) -> None:
        moment = self.moment
        if moment is None:
            self.atlas.set_message(self._status())
            self.atlas.set_heads((), None, 1)
            return
        self.atlas.set_heads([_badge(moment, head) for head in self._heads()], moment.trace.n_head, len(moment.trace))
        spot = self._spot
        self.atlas.set_selected(self._head, None if spot is None else spot.query, None if spot is None else spot.key)

    def show_maps(self) -> None:
        """Few heads and a short text: drawn at once, so that the slider can be dragged."""
        moment, theme = self.moment, self._context.theme()
        if moment is None:
            self.atlas.set_atlas(None)
            return
        request = ComposeAtlas(
            moment.trace,
            self._heads(),
            self.atlas.map_pixels,
            False,
            partial(colours, scale=self._context.store.state.display.scale),
            closed=QColor(theme.window).rgb(),
            hatch=QColor(theme.closed).rgb(),
            neutral=QColor(theme.raised).rgb(),
        )
        self.atlas.set_atlas(compose(request))

    def _show_curves(self) -> None:
        traced, moment = self.traced, self.moment
        if traced is None or moment is None:
            for curves in (self.scores, self.losses):
                curves.set_lines((), 1.0)
                curves.set_marker(None)
            return
        lines = [self._score_line(traced, head) for head in self._heads()]
        self.scores.set_lines(lines, 1.0, (moment.chance[INDUCTION], self.tr("chance")))
        again = tuple((float(m.step), m.repeat_loss) for m in traced.moments)
        unseen = tuple((float(m.step), m.held_out) for m in traced.moments if m.held_out is not None)
        losses = [StepLine(self.tr("said again"), again, "text", strong=True)]
        if unseen:
            losses.append(StepLine(self.tr("stories"), unseen, "muted", dashed=True))
        self.losses.set_lines(losses, max(y for line in losses for _, y in line.points) * 1.02)
        for curves in (self.scores, self.losses):
            curves.set_marker(float(moment.step))

    def _score_line(self, traced: SnapshotsTraced, head: Head) -> StepLine:
        chosen = head == self._head
        points = traced.series(INDUCTION, *head)
        named = chosen or points[-1][1] >= 0.2
        name = f"{head[0] + 1}·{head[1] + 1}" if named else ""
        return StepLine(name, points, "focus" if chosen else "muted", dashed=head[0] == 0, strong=chosen)

    # Pointer ---------------------------------------------------------------------------------------------------

    def _on_clicked(self, spot: Spot) -> None:
        self._head, self._spot = spot.head, spot
        self._show()

    def _on_hovered(self, spot: Spot | None) -> None:
        moment = self.moment
        if spot is None or moment is None or spot.query is None or spot.key is None or spot.weight is None:
            self._context.store.update(pointer=None)
            return
        tokens = moment.trace.tokens
        values: dict[str, object] = {
            "step": moment.step,
            "layer": spot.head[0] + 1,
            "head": spot.head[1] + 1,
            "query": tokens[spot.query].label,
            "key": tokens[spot.key].label,
            "weight": number(spot.weight),
        }
        self._context.store.update(pointer=Message(WEIGHT, values))

    # Taking along ----------------------------------------------------------------------------------------------

    def tables(self) -> tuple[Table, ...]:
        """Losses and induction scores at every moment."""
        if not self.moments:
            return ()
        names = [self.tr("head {name}").format(name=f"{a + 1}·{b + 1}") for a, b in self._heads()]
        columns = (
            *(self.tr("step"), self.tr("tokens read"), self.tr("loss on unseen stories")),
            *(self.tr("loss, said first"), self.tr("loss, said again"), *names),
        )
        rows = tuple(
            (
                *(m.step, m.tokens, "" if m.held_out is None else m.held_out, m.first_loss, m.repeat_loss),
                *(float(m.scores[INDUCTION][head]) for head in self._heads()),
            )
            for m in self.moments
        )
        return (Table(self.tr("Induction scores over the training of {name}").format(name=MODEL), columns, rows),)


def _badge(moment: Moment, head: Head) -> Badge:
    """The type of a head with the score of that type, measured on random tokens said twice."""
    kind = str(moment.types[head])
    scores = moment.scores.get(kind)
    return Badge(head, kind, None if scores is None else float(scores[head]), moment.chance.get(kind))
