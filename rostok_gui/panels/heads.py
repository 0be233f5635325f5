"""Panel “48 heads”: the maps of all heads at once, what kind of head each is, and what the model has learned here."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.attention.head_types import (
    INDUCTION,
    LOCAL,
    LOCAL_REACH,
    OTHER,
    PREVIOUS_TOKEN,
    SAME_TOKEN,
    SCORED,
    START_MARK,
    TYPES,
    HeadScores,
)
from rostok_gui.engine.atlas import (
    Atlas,
    ComposeAtlas,
    Head,
    ScoredHeads,
    ScoreHeads,
    SeenBefore,
    Weights,
    leave_out_start,
    seen_before,
)
from rostok_gui.engine.results import Answer, Event
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import EVERYTHING, Context, Panel, Table
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.shell.touch import Touch
from rostok_gui.state.changing import touched_heads
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.changed_mark import ChangedMark
from rostok_gui.widgets.colormap import SCALES, colours
from rostok_gui.widgets.colour_bar import ColourBar
from rostok_gui.widgets.head_atlas import OFF, Badge, HeadAtlas, Spot, sign_icon
from rostok_gui.widgets.heatmap import Heatmap
from rostok_gui.widgets.text_line import TextLine

_GIVES = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head}: ‘{query}’ gives {percent} % to ‘{key}’")
_FUTURE = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head}: ‘{query}’ comes before ‘{key}’ and does not see it")
_NOTHING = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head}: without ◆ there is no weight here")
_HEAD = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head}")

_SCORE_DELAY_MS = 120
"""Types are asked for when the text has been still for so long: while something is dragged the maps come first."""

_CALM_MS = 30
"""All names are written anew when types arrive: in a moment of their own, not together with the text they are of."""

_NUMBERS_MS = 60
"""Losses are written at most so often: nobody reads a number that changes faster."""

_BOXES = {"which": 16, "scale": 11}
"""The combo boxes, with their largest widths in em."""
_MANY_LETTERS = 13
"""No choice keeps more letters than these free; a longer one may be cut."""
_MATRICES = "matrices"
_WORTH = ("loss", "guess")
"""Orders by what switching a head off costs; they ask for the measurement when there is none."""
_CHOICES = (("layer", ""), ("type", ""), *((by, "") for by in _WORTH), *(("type", kind) for kind in TYPES))
"""What the first box offers: `Display.sort` and `Display.filter`; one type alone comes best head first."""


class HeadsPanel(Panel):
    """All maps in one picture (`HeadAtlas`); one of them enlarged on demand (`Heatmap`)."""

    panel_id = "heads"
    watches = frozenset({"trace", "selection", "display", "ablation", "ablating"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._asked: tuple[object, ...] = ()
        self._asked_scores: tuple[object, ...] = ()
        self._scored: ScoredHeads | None = None
        self._shown_for: tuple[object, ...] = ()
        self._shown: tuple[Badge, ...] = ()
        self._names: dict[str, str] = {}
        self._said_worth = ""
        self._build()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_SCORE_DELAY_MS)
        self._later.timeout.connect(self._ask_scores)
        self._calm = QTimer(self)
        self._calm.setSingleShot(True)
        self._calm.setInterval(_CALM_MS)
        self._calm.timeout.connect(self._show_scores)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_NUMBERS_MS)
        self._soon.timeout.connect(self._show_seen)

    def _build(self) -> None:
        self.atlas, self.map, self.map_title = HeadAtlas(), Heatmap(square=False), QLabel()
        self.touch, self.changed_mark = Touch(self.context, self), ChangedMark()
        self.map_title.setWordWrap(True)
        self._zoomed = QWidget()
        page = QVBoxLayout(self._zoomed)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(self.map_title)
        page.addWidget(self.map, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.atlas)
        self._stack.addWidget(self._zoomed)

        self.detail, self.seen, self.note, self.bar = TextLine(), TextLine(), TextLine(), ColourBar()
        self.which, self.scale = QComboBox(), QComboBox()
        self.without_start, self.ablate, self.enlarge = QCheckBox(), QToolButton(), QPushButton()
        for button in (self.ablate, self.enlarge):
            button.setCheckable(True)

        legend = QHBoxLayout()
        legend.addWidget(self.changed_mark)
        legend.addWidget(self.detail, 1)
        legend.addWidget(self.bar)
        self._controls = QHBoxLayout()
        for box in _BOXES:
            control: QComboBox = getattr(self, box)
            control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._controls.addWidget(control)
        self._controls.addWidget(self.without_start)
        self._controls.addStretch(0)
        self._controls.addWidget(self.ablate)
        self._controls.addWidget(self.enlarge)
        column = QVBoxLayout(self)
        column.addWidget(self._stack, 1)
        column.addLayout(legend)
        column.addWidget(self.note)
        column.addWidget(self.seen)
        column.addLayout(self._controls)

        self.atlas.hovered.connect(self._on_hovered)
        self.atlas.clicked.connect(self._on_clicked)
        self.atlas.activated.connect(self._on_activated)
        self.atlas.stepped.connect(self._on_stepped)
        self.atlas.resized.connect(self._ask_atlas)
        self.atlas.menu_asked.connect(self._on_menu_asked)
        self.map.menu_asked.connect(self._on_map_menu_asked)
        self.map.hovered.connect(self._on_map_hovered)
        self.map.clicked.connect(self._on_map_clicked)
        self.map.activated.connect(self._on_map_activated)
        self.which.activated.connect(self._on_display)
        self.scale.activated.connect(self._on_display)
        self.without_start.clicked.connect(self._on_display)
        self.ablate.clicked.connect(self._on_ablate)
        self.enlarge.toggled.connect(self.set_zoomed)

    # Words -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("48 heads")

    def invitation(self) -> str:
        return self.tr("Every square is a head: rows look, columns are looked at. Click one; Enter enlarges it.")

    def caption(self) -> str:
        chosen = self.store.state.selection
        return self.tr("Maps of all heads; layer {layer}, head {head} is framed").format(
            layer=chosen.layer + 1, head=chosen.head + 1
        )

    def help_text(self) -> str:
        return self.tr(
            "<p>Each square is the pattern of one head on your text. A row is a token that looks (query, orange "
            "wedge), a column a token looked at (key, blue wedge); the brighter the cell, the larger the weight. "
            "The hatched triangle is the future, which the mask closes. “6·4” is layer 6, head 4.</p>"
            "<p>With more tokens than pixels, a pixel shows the <b>largest</b> of the weights that fall on it, so "
            "that thin stripes do not vanish; the bar of colours is the same for all heads.</p>"
            "<p><b>Types</b>, measured on this text: <i>previous token</i> looks one back; <i>start mark</i> "
            "rests on ◆; <i>induction</i> finds an earlier copy of the token and looks at what came after it; "
            "<i>same token</i> looks at the copy itself; <i>local</i> stays within {reach} tokens. The first "
            "number is the mean weight at these places, the second (the tick on the bar) what a head gets that "
            "looks everywhere alike. A text without repeats says nothing about induction.</p>"
            "<p><b>Without ◆</b> leaves the start mark out of the maps and of the scores and scales the rest of "
            "each row up to 1; a row with nothing left stays empty. The model itself goes on using ◆.</p>"
            "<p><b>Does the head matter?</b> The button with the switch turns each head off in turn (again: stop). "
            "Beside the switch stands what the text then costs more, in nats per token, and what the probability of "
            "the token after the chosen one becomes more or less. Sort by it: the heads without which the text is lost "
            "come first. Under other changes than those measured the numbers are grey; with another text or model they "
            "go.</p>"
            "<p><b>Mouse</b>: click to choose a head and a cell, double click to see its "
            "matrices.<br><b>Keys</b>: arrows go from head to head, Shift and arrows from token to token, Enter "
            "or Z enlarges, Esc goes back, M opens the matrices.</p>"
            "<p><b>Change the model</b> with the right button or with keys: O switches the chosen head off and on, F "
            "forbids it to look from the chosen query to the chosen key, G forces it to look there, Delete frees the "
            "look. A dashed frame with ✎ marks the heads that you have changed.</p>"
            "<p><b>Try</b>: sort by type; take a text in which a name comes back and look for induction; choose "
            "the logarithmic scale to see what the heads do with the last per cent.</p>"
        ).format(reach=LOCAL_REACH)

    def retranslate(self) -> None:
        self._names = {
            PREVIOUS_TOKEN: self.tr("previous token"),
            START_MARK: self.tr("start mark"),
            INDUCTION: self.tr("induction"),
            SAME_TOKEN: self.tr("same token"),
            LOCAL: self.tr("local"),
            OTHER: self.tr("other"),
        }
        words = {
            PREVIOUS_TOKEN: self.tr("previous", "type of a head, one word"),
            START_MARK: self.tr("start", "type of a head, one word"),
            INDUCTION: self.tr("induction", "type of a head, one word"),
            SAME_TOKEN: self.tr("same", "type of a head, one word"),
            LOCAL: self.tr("local", "type of a head, one word"),
            OTHER: self.tr("other", "type of a head, one word"),
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
        self.atlas.setAccessibleName(self.tr("Maps of all heads"))
        self.map.setAccessibleName(self.tr("Map of the chosen head"))
        self.bar.setAccessibleName(self.tr("Colours of the weights"))
        self._fill(self.scale, (self.tr("linear"), self.tr("square root"), self.tr("logarithmic")))
        self.which.setAccessibleName(self.tr("Which heads, in which order"))
        self.scale.setAccessibleName(self.tr("Scale of the colours"))
        self.which.setToolTip(self.tr("All heads by layer or by type, or the heads of one type alone, best first"))
        self.scale.setToolTip(self.tr("From weight to colour: the root and the logarithm bring out small weights"))
        self.without_start.setText(self.tr("without ◆"))
        self.without_start.setToolTip(self.tr("Leave the start mark out and scale the rest of each row up to 1"))
        self.seen.setToolTip(
            self.tr(
                "Mean loss where a token and the next one stand side by side for the first time in this text, and "
                "where the same two have stood side by side before. In brackets: how many."
            )
        )
        self._name_button()
        self.ablate.setToolTip(self.tr("Does the head matter? Switch each head off in turn; again: stop"))
        self.ablate.setAccessibleName(self.tr("Does the head matter? Switch each head off in turn"))
        self.enlarge.setToolTip(self.tr("Show the chosen head large, with its tokens (Enter or Z; Esc goes back)"))

    def _name_button(self) -> None:
        self.enlarge.setText(self.tr("All heads") if self.zoomed else self.tr("Enlarge"))

    def retheme(self, theme: Theme) -> None:
        for picture in (self.atlas, self.map, self.bar, self.changed_mark):
            picture.set_theme(theme)
        self._asked = ()
        side = round(1.1 * marks.em(self))
        self.ablate.setIcon(sign_icon(OFF, side, theme, self.devicePixelRatioF()))
        self.ablate.setIconSize(QSize(side, side))
        space = round(0.3 * marks.em(self))
        column = self.layout()
        assert column is not None
        column.setContentsMargins(2 * space, space, 2 * space, space)
        column.setSpacing(space)
        self._controls.setSpacing(2 * space)
        for box, width in _BOXES.items():
            getattr(self, box).setMaximumWidth(round(width * marks.em(self)))

    # Showing ---------------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        if changed & EVERYTHING:
            self._show_seen()
        elif "trace" in changed and not self._soon.isActive():
            self._soon.start()
        if changed & {"display", "ablation", "everything"}:
            self._show_display()
        if changed & {"trace", "everything"}:
            self._show_changed()
        if changed != {"selection"}:
            self._show_heads()
            self._want_scores()
            self._ask_atlas()
        self._show_selection(changed)
        self._show_note()
        self._show_map()

    @property
    def trace(self) -> Trace | None:
        """The trace on screen, if it has heads."""
        trace = self.store.live.trace
        return trace if trace is not None and trace.layers else None

    @property
    def scores(self) -> HeadScores | None:
        """Scores that fit the heads on screen; while new ones are being made, those of the text before."""
        trace = self.trace
        if trace is None or self._scored is None:
            return None
        scores = self._scored.scores
        return scores if scores.types.shape == (trace.n_layer, trace.n_head) else None

    def badge(self, head: Head) -> Badge:
        """Type, score and chance level of a head, and what switching it off costs."""
        scores, measured = self.scores, self.store.live.worth
        worth = None if measured is None else measured.worth.get(head)
        badge = Badge(head) if worth is None else Badge(head, loss=worth.loss, guess=worth.probability)
        if scores is None:
            return badge
        kind = str(scores.types[head])
        return replace(badge, kind=kind, score=scores.of(*head).get(kind), chance=scores.chance.get(kind))

    @property
    def order(self) -> str:
        """`Display.sort`; by layer while the heads are still being measured, so that none jumps away."""
        trace, by, measured = self.trace, self.store.state.display.sort, self.store.live.worth
        if by not in _WORTH or trace is None:
            return by
        whole = measured is not None and len(measured.heads) == trace.n_layer * trace.n_head
        return by if whole else "layer"

    def shown_heads(self) -> tuple[Badge, ...]:
        """The heads that pass the filter, in the order that is asked for."""
        trace, display = self.trace, self.store.state.display
        if trace is None:
            return ()
        known = self._scored, self.scores is None, self.store.live.worth
        wanted = (*known, trace.n_layer, trace.n_head, display.filter, self.order)
        if wanted != self._shown_for:  # most traces differ in their weights alone
            self._shown_for, self._shown = wanted, self._in_order(trace)
        return self._shown

    def _in_order(self, trace: Trace) -> tuple[Badge, ...]:
        display = self.store.state.display
        badges = [self.badge((layer, head)) for layer in range(trace.n_layer) for head in range(trace.n_head)]
        if self.scores is not None and display.filter:
            badges = [badge for badge in badges if badge.kind == display.filter]
        if self.order in _WORTH:
            badges.sort(key=_dearest_by_guess if self.order == "guess" else _dearest_by_loss)
        elif self.scores is not None and (display.filter or display.sort == "type"):
            badges.sort(key=lambda badge: (TYPES.index(badge.kind), -(badge.score or 0.0)))
        return tuple(badges)

    def _fill(self, box: QComboBox, labels: Sequence[str]) -> None:
        """Give a combo box its choices, and its share of the room; the chosen one stays."""
        if [box.itemText(i) for i in range(box.count())] != list(labels):
            chosen, longest = max(0, box.currentIndex()), max(map(len, labels))
            box.blockSignals(True)
            box.clear()
            box.addItems(labels)
            box.setCurrentIndex(chosen)
            box.blockSignals(False)
            self._controls.setStretchFactor(box, longest)

    def _show_display(self) -> None:
        display = self.store.state.display
        counted = Counter(self.scores.types.ravel().tolist()) if self.scores is not None else None
        measured = self.store.live.worth
        labels = [
            self.tr("all, by layer"),
            self.tr("all, by type"),
            self.tr("by loss when off"),
            self.tr("by P when off")
            if measured is None
            else self.tr("by P(“{token}”) when off").format(token=measured.label),
        ]
        for kind in TYPES:
            name = self._names[kind]
            labels.append(name if counted is None else f"{name} ({counted[kind]})")
        self._fill(self.which, labels)
        choice = ("type" if display.filter else display.sort, display.filter)
        self.which.setCurrentIndex(_CHOICES.index(choice) if choice in _CHOICES else 0)
        self.scale.setCurrentIndex(SCALES.index(display.scale))
        for box in (self.which, self.scale):  # the choice that is made can be read
            box.setMinimumContentsLength(min(_MANY_LETTERS, len(box.currentText())))
        self.without_start.setChecked(display.without_start)
        self.bar.set_scale(display.scale)

    def _show_heads(self) -> None:
        trace, display = self.trace, self.store.state.display
        badges = self.shown_heads()
        in_layers = self.order == "layer" and not display.filter
        columns = trace.n_head if trace is not None and in_layers else None
        worth = () if self.store.live.worth is None else _WORTH[::-1] if display.sort == "guess" else _WORTH
        self.atlas.set_message(self._why_empty())
        self.atlas.set_heads(badges, columns if badges else None, len(trace) if trace else 1, worth)
        self.atlas.set_worth_old(self.store.live.worth_is_old)

    def _show_note(self) -> None:
        """How far the measurement is; what the chosen head is worth; what is left out."""
        trace, live, display = self.trace, self.store.live, self.store.state.display
        running = live.ablating is not None
        self.ablate.setChecked(running)
        self.ablate.setEnabled(trace is not None)
        said = []
        if running and trace is not None:
            text = self.tr("Switching each head off in turn: {done} of {total}")
            done = 0 if live.worth is None else len(live.worth.heads)
            said.append(text.format(done=done, total=trace.n_layer * trace.n_head))
        else:
            said.append(self._worth((self.store.state.selection.layer, self.store.state.selection.head)))
        if display.without_start:
            said.append(self.tr("Without ◆: the rest of each row is scaled up to 1. The model itself does use ◆."))
        self.note.set_text(" ".join(part for part in said if part))
        self.note.setVisible(bool(self.note.text()))

    def _worth(self, head: Head) -> str:
        """What switching a head off costs, in words; empty while it is not measured."""
        measured = self.store.live.worth
        worth = None if measured is None else measured.worth.get(head)
        if measured is None or worth is None:
            return ""
        text = self.tr("Head {head} off: loss <b>{loss}</b>, P(“{token}”) <b>{before} → {after}</b>.").format(
            head=f"{head[0] + 1}·{head[1] + 1}",
            loss=numbers.signed(worth.loss, 3),
            token=measured.label,
            before=numbers.weight(measured.probability),
            after=numbers.weight(measured.probability + worth.probability),
        )
        return text + " " + self.tr("Measured under other changes.") if self.store.live.worth_is_old else text

    def _show_changed(self) -> None:
        """Mark the heads in which something is changed."""
        trace = self.trace
        heads = frozenset[Head]() if trace is None else touched_heads(trace.interventions, trace.n_layer, trace.n_head)
        self.atlas.set_changed(heads)
        self.changed_mark.setVisible(bool(heads))

    def _why_empty(self) -> str:
        if self.trace is not None:
            return self.tr("No head is of this type on this text. Choose another type, or another text.")
        if self.store.live.trace is not None:
            return self.tr("This model has no attention: there are no heads to look at. Choose another model.")
        return self.tr("As soon as the model has read the text, its heads are here.")

    def _show_seen(self) -> None:
        trace = self.trace
        self.seen.setVisible(trace is not None)
        if trace is not None:
            self.seen.set_text(self._seen_text(seen_before(np.array(trace.ids), trace.loss)))

    def _seen_text(self, seen: SeenBefore) -> str:
        if seen.first is None:
            return self.tr("New against seen before: not defined, nothing is guessed in this text.")
        if seen.repeat is None or seen.gain is None:
            return self.tr(
                "New pairs of tokens: loss <b>{first} nats</b> ({n_first}). Seen before: not defined, none here."
            ).format(first=numbers.loss(seen.first), n_first=seen.n_first)
        better = seen.gain >= 0
        text = (
            self.tr(
                "New pairs of tokens: loss <b>{first} nats</b> ({n_first}). Seen before: <b>{repeat} nats</b> "
                "({n_repeat}), <b>{gain} better</b>."
            )
            if better
            else self.tr(
                "New pairs of tokens: loss <b>{first} nats</b> ({n_first}). Seen before: <b>{repeat} nats</b> "
                "({n_repeat}), <b>{gain} worse</b>."
            )
        )
        return text.format(
            first=numbers.loss(seen.first),
            n_first=seen.n_first,
            repeat=numbers.loss(seen.repeat),
            n_repeat=seen.n_repeat,
            gain=numbers.loss(abs(seen.gain)),
        )

    def _show_selection(self, changed: frozenset[str]) -> None:
        trace, chosen = self.trace, self.store.state.selection
        self.enlarge.setEnabled(trace is not None)
        if trace is None:
            self.atlas.set_selected(None, None, None)
            self.detail.set_text("")
            return
        head = (chosen.layer, chosen.head)
        self.atlas.set_selected(head, chosen.query_in(len(trace)), chosen.key)
        worth, before = self._worth(head), self._said_worth
        if changed == {"trace"} and not self.zoomed and chosen.key is None and worth == before:
            return  # weights alone have changed, and no words speak of them
        self._said_worth = worth
        sentence, scores = self.sentence(head), self.all_scores(head)
        self.map_title.setText(f"{sentence}. {scores}" if scores else sentence)
        self.detail.set_text(self._cell_text(trace) if self.zoomed else sentence)
        self.detail.setToolTip(scores)
        spoken = [self._name(head), self._kind(head), re.sub("</?b>", "", worth)]
        if chosen.key is not None:
            spoken.append(self._cell_text(trace))
        marks.speak(self.atlas, ". ".join(part for part in spoken if part))

    def _name(self, head: Head) -> str:
        return self.tr("Layer {layer}, head {head}").format(layer=head[0] + 1, head=head[1] + 1)

    def _cell_text(self, trace: Trace) -> str:
        """The chosen cell in words; the key that gets most when none is chosen."""
        chosen = self.store.state.selection
        head, query = (chosen.layer, chosen.head), chosen.query_in(len(trace))
        key = int(self.weights(head)[query].argmax()) if chosen.key is None else chosen.key
        return say(self.message(trace, head, query, key))

    def _kind(self, head: Head) -> str:
        """Type, score and chance level of a head in words; empty while they are not known."""
        badge = self.badge(head)
        if not badge.kind:
            return ""
        if badge.score is None or badge.chance is None:
            near = self._nearest(head)
            if near is None:
                return self._names[OTHER]
            kind, score, chance = near
            return self.tr("other, nearest {type} {score} / {chance}").format(
                type=self._names[kind], score=numbers.fixed(score, 2), chance=numbers.fixed(chance, 2)
            )
        return self.tr("{type} {score}, by chance {chance}").format(
            type=self._names[badge.kind], score=numbers.fixed(badge.score, 2), chance=numbers.fixed(badge.chance, 2)
        )

    def _nearest(self, head: Head) -> tuple[str, float, float] | None:
        """The type that a head of no type has come nearest to, with its score and chance level."""
        assert self.scores is not None
        chances = self.scores.chance
        defined = [
            (kind, score, chance)
            for kind, score in self.scores.of(*head).items()
            if score is not None and (chance := chances[kind]) is not None and chance < 1
        ]
        return max(defined, key=lambda entry: (entry[1] - entry[2]) / (1 - entry[2]), default=None)

    def sentence(self, head: Head) -> str:
        """What a head is, as rich text."""
        kind = self._kind(head)
        return f"<b>{self._name(head)}</b>: {kind}" if kind else f"<b>{self._name(head)}</b>"

    def all_scores(self, head: Head) -> str:
        """The five scores of a head beside their chance levels."""
        scores = self.scores
        if scores is None:
            return ""
        parts = []
        for kind, score in scores.of(*head).items():
            chance = scores.chance[kind]
            if score is None or chance is None:
                parts.append(self.tr("{type}: not defined").format(type=self._names[kind]))
            else:
                parts.append(f"{self._names[kind]}: {numbers.fixed(score, 2)} / {numbers.fixed(chance, 2)}")
        return self.tr("Scores / chance: {list}.").format(list="; ".join(parts))

    def _show_map(self) -> None:
        """The chosen head, enlarged."""
        trace = self.trace
        if not self.zoomed or trace is None:
            return
        chosen, display = self.store.state.selection, self.store.state.display
        weights = self.weights((chosen.layer, chosen.head))
        future = np.triu(np.ones(weights.shape, bool), 1) & (weights == 0)
        labels = [token.label for token in trace.tokens]
        self.map.set_names(labels, labels)
        self.map.set_values(np.where(weights < 0, np.nan, weights), future, scale=display.scale)
        self.map.set_markers(chosen.query_in(len(trace)), chosen.key)

    def weights(self, head: Head) -> Weights:
        """The pattern (T, T) of a head as it is shown: `atlas.NO_WEIGHT` where nothing is."""
        assert self.trace is not None
        pattern = self.trace.pattern(*head)
        return leave_out_start(pattern) if self.store.state.display.without_start else pattern

    # Asking ----------------------------------------------------------------------------------------------------

    def _ask_atlas(self) -> None:
        """Ask for a picture when the one that was asked for last is not the one that is wanted now."""
        trace, display, theme = self.trace, self.store.state.display, self.context.theme()
        heads = self.atlas.heads
        if trace is None or not heads or self.zoomed or not self.isVisible():
            return
        size = self.atlas.map_pixels
        wanted = (_Same(trace), heads, size, display.scale, display.without_start, theme)
        if wanted == self._asked:
            return
        self._asked = wanted
        self.context.post(
            ComposeAtlas(
                trace,
                heads,
                size,
                display.without_start,
                partial(colours, scale=display.scale),
                closed=QColor(theme.window).rgb(),
                hatch=QColor(theme.closed).rgb(),
                neutral=QColor(theme.raised).rgb(),
            )
        )

    def _want_scores(self) -> None:
        trace, without = self.trace, self.store.state.display.without_start
        if trace is None or self._asked_scores == (_Same(trace), without):
            return
        if self._scored is None:
            self._ask_scores()
        else:
            self._later.start()

    def _ask_scores(self) -> None:
        trace, without = self.trace, self.store.state.display.without_start
        if trace is not None and self.isVisible():
            self._asked_scores = (_Same(trace), without)
            self.context.post(ScoreHeads(trace, without))

    def on_event(self, event: Event) -> None:
        match event:
            case Answer(result=Atlas() as atlas):
                self.atlas.set_atlas(atlas)
            case Answer(result=ScoredHeads() as scored):
                first, self._scored = self._scored is None, scored
                self._dirty |= {"display"}
                if first:
                    self._show_scores()
                else:
                    self._calm.start()

    def _show_scores(self) -> None:
        if self._dirty and self.isVisible():
            self._repaint()

    # Doing -----------------------------------------------------------------------------------------------------

    def _on_ablate(self) -> None:
        """Measure what every head is worth, or stop that."""
        self.touch.ablate()
        self._show_note()

    def _on_display(self) -> None:
        sort, only = _CHOICES[self.which.currentIndex()]
        if sort in _WORTH and self.store.live.worth is None and self.store.live.ablating is None:
            self.touch.ablate()
        self.store.update(
            display=replace(
                self.store.state.display,
                scale=SCALES[self.scale.currentIndex()],
                sort=sort,
                filter=only,
                without_start=self.without_start.isChecked(),
            )
        )

    def _on_clicked(self, spot: Spot) -> None:
        parts: dict[str, Any] = {"layer": spot.head[0], "head": spot.head[1]}
        if spot.query is not None:
            parts |= {"query": spot.query, "key": spot.key}
        self.store.select(**parts)

    def _on_activated(self, spot: Spot) -> None:
        self._on_clicked(spot)
        self._open_matrices()

    def _open_matrices(self) -> None:
        """The matrices of the chosen head; without that panel, the head enlarged."""
        if find_spec(f"{__package__}.{_MATRICES}") is None:
            self.set_zoomed(True)
        else:
            self.context.open_panel(_MATRICES)

    def _on_stepped(self, down: int, right: int) -> None:
        trace, chosen = self.trace, self.store.state.selection
        if trace is None:
            return
        query = chosen.query_in(len(trace))
        key = query if chosen.key is None else chosen.key + right
        last = len(trace) - 1
        self.store.select(query=min(max(query + down, 0), last), key=min(max(key, 0), last))
        spot = self.store.state.selection
        assert spot.key is not None
        self._tell((spot.layer, spot.head), spot.query_in(len(trace)), spot.key)

    def _on_map_clicked(self, query: int, key: int) -> None:
        self.store.select(query=query, key=key)

    def _on_map_activated(self, query: int, key: int) -> None:
        self.store.select(query=query, key=key)
        self._open_matrices()

    def _on_menu_asked(self, spot: Spot, at: QPoint) -> None:
        trace = self.trace
        if trace is not None:
            cell = None if spot.query is None or spot.key is None else (spot.query, spot.key)
            self.touch.show_menu(spot.head, at, cell)

    def _on_map_menu_asked(self, query: int, key: int, at: QPoint) -> None:
        chosen = self.store.state.selection
        self.touch.show_menu((chosen.layer, chosen.head), at, (query, key))

    def _touched(self, event: QKeyEvent) -> bool:
        """Let a key change the chosen head, or the cell where the keyboard is in its map."""
        trace, chosen = self.trace, self.store.state.selection
        if trace is None:
            return False
        head, (query, key) = (chosen.layer, chosen.head), self.map.cursor_cell
        if not self.zoomed:
            query, key = chosen.query_in(len(trace)), -1 if chosen.key is None else chosen.key
        if 0 <= query < len(trace) and 0 <= key < len(trace) and self.touch.cell_key(event, head, query, key):
            return True
        return self.touch.head_key(event, head)

    # Hover -----------------------------------------------------------------------------------------------------

    def _on_hovered(self, spot: Spot | None) -> None:
        if spot is None:
            self.store.update(pointer=None)
        elif spot.query is None or spot.key is None:
            self.store.update(pointer=Message(_HEAD, {"layer": spot.head[0] + 1, "head": spot.head[1] + 1}))
        else:
            self._tell(spot.head, spot.query, spot.key, spot.weight)

    def _on_map_hovered(self, query: int, key: int) -> None:
        chosen = self.store.state.selection
        if query < 0:
            self.store.update(pointer=None)
        else:
            self._tell((chosen.layer, chosen.head), query, key)

    def _tell(self, head: Head, query: int, key: int, weight: float | None = None) -> None:
        trace = self.trace
        if trace is not None and max(query, key) < len(trace):
            self.store.update(pointer=self.message(trace, head, query, key, weight))

    def message(self, trace: Trace, head: Head, query: int, key: int, weight: float | None = None) -> Message:
        """What a head gives from here to there, in a sentence; `weight` None: as the trace has it."""
        if weight is None:
            weight = float(self.weights(head)[query, key])
        template = _GIVES
        if math.isnan(weight) or weight < 0:
            template = _NOTHING
        elif key > query and weight == 0:
            template = _FUTURE
        names = {"query": trace.tokens[query].label, "key": trace.tokens[key].label}
        values: dict[str, object] = {"layer": head[0] + 1, "head": head[1] + 1}
        if template is not _NOTHING:
            values |= {name: label.removeprefix("·") or label for name, label in names.items()}
        if template is _GIVES:
            values["percent"] = numbers.fixed(100 * weight, 0)
        return Message(template, values)

    # Zoom ------------------------------------------------------------------------------------------------------

    @property
    def zoomed(self) -> bool:
        """Whether one head fills the panel."""
        return self._stack.currentWidget() is self._zoomed

    def set_zoomed(self, on: bool) -> None:
        """Show the chosen head large, or all heads again; the keyboard follows."""
        if on and self.trace is None:
            return
        had_focus = self.atlas.hasFocus() or self.map.hasFocus()
        self._stack.setCurrentWidget(self._zoomed if on else self.atlas)
        self.enlarge.blockSignals(True)
        self.enlarge.setChecked(on)
        self.enlarge.blockSignals(False)
        self._name_button()
        self.which.setEnabled(not on)
        self._show_selection(EVERYTHING)
        self._show_map()
        self._ask_atlas()
        if had_focus:
            (self.map if on else self.atlas).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if plain and key in (Qt.Key.Key_Z, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.trace is not None:
            self.set_zoomed(not self.zoomed)
        elif plain and key == Qt.Key.Key_M and self.trace is not None:
            self._open_matrices()
        elif plain and key == Qt.Key.Key_Escape and self.zoomed:
            self.set_zoomed(False)
        elif self._touched(event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._want_scores()  # what was not asked for while nobody could see it
        self._ask_atlas()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.retheme(self.context.theme())

    # Export ----------------------------------------------------------------------------------------------------

    def tables(self) -> tuple[Table, ...]:
        trace, scores = self.trace, self.scores
        if trace is None:
            return ()
        seen = seen_before(np.array(trace.ids), trace.loss)
        compared = Table(
            self.tr("New against seen before"),
            (self.tr("pairs of tokens"), self.tr("count"), self.tr("mean loss in nats")),
            (
                (self.tr("for the first time"), seen.n_first, _cell(seen.first)),
                (self.tr("seen before"), seen.n_repeat, _cell(seen.repeat)),
            ),
        )
        if scores is None:
            return (compared,)
        columns = [self.tr("layer"), self.tr("head"), self.tr("type")]
        for kind in SCORED:
            columns += [self._names[kind], self.tr("{type}, by chance").format(type=self._names[kind])]
        rows = []
        for badge in (self.badge((layer, head)) for layer in range(trace.n_layer) for head in range(trace.n_head)):
            row: list[object] = [badge.head[0] + 1, badge.head[1] + 1, self._names[badge.kind]]
            for kind, score in scores.of(*badge.head).items():
                row += [_cell(score), _cell(scores.chance[kind])]
            if self.store.live.worth is not None:
                row += [_cell(badge.loss), _cell(badge.guess)]
            rows.append(tuple(row))
        if self.store.live.worth is not None:
            columns += [self.tr("added loss in nats, switched off"), self.tr("change of P, switched off")]
        return Table(self.tr("Scores of the heads"), tuple(columns), tuple(rows)), compared


class _Same:
    """Equal only to what holds the same trace (traces themselves hold arrays, which have no one equality)."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._trace is other._trace

    def __hash__(self) -> int:
        return id(self._trace)


def _dearest_by_loss(badge: Badge) -> float:
    return -(badge.loss or 0.0)


def _dearest_by_guess(badge: Badge) -> float:
    return badge.guess or 0.0


def _cell(value: float | None) -> object:
    """A number for a table; empty when it is not defined."""
    return "" if value is None else value
