"""Panel “Order of words”: attention alone does not notice in which order the words came."""

from __future__ import annotations

import random
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from rostok_gui.engine.order import OrderResult, Reordered, ReorderTokens
from rostok_gui.engine.results import Answer, Event
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.shell.theme import Theme
from rostok_gui.state.app_state import Document
from rostok_gui.widgets.change_bars import ROUNDING, ChangeBars, Stage, written
from rostok_gui.widgets.flow import FlowLayout
from rostok_gui.widgets.order_strip import OrderStrip
from rostok_gui.widgets.token_strip import TokenScroll, TokenStrip

DOG_AND_BOY = "The dog bit the boy."
BOY_AND_DOG = (0, 1, 5, 3, 4, 2)
"""◆ The dog bit the boy . with dog and boy in each other's place."""
ALONE, WHOLE = "alone", "whole"


STRIP_SHARE = 0.24
"""Of the height of the panel: what one strip may take."""


class OrderPanel(Panel):
    """The text twice: as it is, and in an order of one's own; below, what the last token notices of it."""

    panel_id = "order"
    watches = frozenset({"trace", "selection", "document", "order", "model"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._asked: ReorderTokens | None = None
        self.result: OrderResult | None = None
        self._random = random.Random()
        self.first, self.second = TokenStrip(), OrderStrip()
        self.first_title, self.second_title = QLabel(), QLabel()
        self.second.moved.connect(self.move_token)
        for strip in (self.first, self.second):
            strip.clicked.connect(self._choose_key)
        self.without, self.with_rope = QLabel(), QLabel()
        self.bars = ChangeBars()
        self.why = QLabel()
        self.stages, self.positions = QComboBox(), QComboBox()
        self.stages.activated.connect(self._show_result)
        self.positions.activated.connect(self._show_result)
        self.shuffle_button, self.reverse_button = QPushButton(), QPushButton()
        self.swap_button, self.restore_button, self.example_button = QPushButton(), QPushButton(), QPushButton()
        self.shuffle_button.clicked.connect(self.shuffle)
        self.reverse_button.clicked.connect(self.reverse)
        self.swap_button.clicked.connect(self.swap_two)
        self.restore_button.clicked.connect(self.restore)
        self.example_button.clicked.connect(self.show_dog_and_boy)
        self._lay_out()

    def _lay_out(self) -> None:
        self._scrolls = TokenScroll(self.first), TokenScroll(self.second)
        strips = QVBoxLayout()
        for title, scroll in zip((self.first_title, self.second_title), self._scrolls):
            title.setObjectName("quiet")
            strips.addWidget(title)
            strips.addWidget(scroll)
        verdicts = QHBoxLayout()
        for label in (self.without, self.with_rope):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            verdicts.addWidget(label, 1)
        self.why.setWordWrap(True)
        self.why.setObjectName("quiet")
        choices, controls = FlowLayout(), FlowLayout()
        for box in (self.stages, self.positions):
            choices.addWidget(box)
        for button in (self.shuffle_button, self.reverse_button, self.swap_button, self.restore_button):
            controls.addWidget(button)
        controls.addWidget(self.example_button)
        column = QVBoxLayout(self)
        column.addLayout(strips)
        column.addLayout(verdicts)
        column.addWidget(self.bars, 1)
        column.addWidget(self.why)
        column.addLayout(choices)
        column.addLayout(controls)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """The strips get the room for all their lines, up to a share of the panel."""
        most = round(STRIP_SHARE * self.height())
        for scroll in self._scrolls:
            scroll.set_wanted_height(min(scroll.strip.heightForWidth(scroll.maximumViewportSize().width()), most))

    # Texts -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Order of words")

    def invitation(self) -> str:
        return self.tr("Drag the words into another order. Does the last one notice?")

    def help_text(self) -> str:
        return self.tr(
            "<p>The chosen token stays where it is; the tokens before it can be put into any order. Attention compares "
            "its query with each key and adds up values: a sum does not know the order of its parts. So one layer of "
            "attention <b>without positions</b> gives exactly the same output for every order; only rounding is "
            "left.</p><p><b>RoPE</b> turns every query and key by its position. Then the scores depend on how far "
            "apart two tokens are, and the order counts.</p><p>The whole model without positions still notices: in "
            "the first layer each word mixes what stood <i>before it</i>, because the causal mask hides the rest. "
            "After that layer a word carries traces of its predecessors, and the next layer can read them.</p>"
            "<p><b>Keys:</b> arrows walk through the new order, Ctrl+Left and Ctrl+Right carry the token along. "
            "The start mark ◆ stays first when you shuffle; you can drag it away by hand.</p>"
        )

    def caption(self) -> str:
        trace = self.store.live.trace
        return self.tr("Order of words · {model}").format(model=trace.model if trace else "–")

    def retranslate(self) -> None:
        self.second_title.setText(self.tr("In the new order (drag the chips)"))
        self.first_title.setText(self.tr("As it is"))
        self.first.setAccessibleName(self.tr("Tokens as they are"))
        self.second.setAccessibleName(self.tr("Tokens in the new order"))
        for button, text in (
            (self.shuffle_button, self.tr("Shuffle")),
            (self.reverse_button, self.tr("Reverse")),
            (self.swap_button, self.tr("Swap two")),
            (self.restore_button, self.tr("As it was")),
            (self.example_button, self.tr("Who bit whom?")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
        self.example_button.setToolTip(self.tr("“The dog bit the boy.” against “The boy bit the dog.”"))
        chosen = max(self.stages.currentIndex(), 0), max(self.positions.currentIndex(), 0)
        for box, name, entries in (
            (
                self.stages,
                self.tr("What is compared"),
                (
                    (self.tr("The whole model, after each layer"), WHOLE),
                    (self.tr("Each layer of attention alone"), ALONE),
                ),
            ),
            (
                self.positions,
                self.tr("Weights in the chips"),
                ((self.tr("Weights without positions"), False), (self.tr("Weights with positions (RoPE)"), True)),
            ),
        ):
            box.clear()
            box.setAccessibleName(name)
            for text, data in entries:
                box.addItem(text, data)
        self.stages.setCurrentIndex(chosen[0])
        self.positions.setCurrentIndex(chosen[1])
        self.bars.setAccessibleName(self.tr("Largest change at every stage"))
        self.bars.set_texts(
            (self.tr("without positions"), self.tr("with positions (RoPE)")), self.tr("left of the line: rounding")
        )

    def retheme(self, theme: Theme) -> None:
        for part in (self.first, self.second, self.bars):
            part.set_theme(theme)

    # The order -------------------------------------------------------------------------------------------------

    def position(self) -> int:
        """The token that stays."""
        trace = self.store.live.trace
        return 0 if trace is None else self.store.state.selection.query_in(len(trace))

    def order(self) -> tuple[int, ...]:
        """The new order of the tokens before it."""
        chosen, count = self.store.state.order, self.position()
        return chosen if sorted(chosen) == list(range(count)) else tuple(range(count))

    def move_token(self, source: int, goal: int) -> None:
        """Carry the token at one place of the new order to another place."""
        order = list(self.order())
        order.insert(goal, order.pop(source))
        self._set_order(order, self.tr("Move a word"))

    def shuffle(self) -> None:
        """Any order, the start mark first."""
        order = list(self.order())
        rest = order[1:]
        self._random.shuffle(rest)
        self._set_order([*order[:1], *rest], self.tr("Shuffle the words"))

    def reverse(self) -> None:
        """The other way round, the start mark first."""
        order = list(self.order())
        self._set_order([*order[:1], *reversed(order[1:])], self.tr("Reverse the words"))

    def swap_two(self) -> None:
        """Two different tokens change places, the start mark not among them."""
        order, trace = list(self.order()), self.store.live.trace
        if trace is None:
            return
        pairs = [
            (a, b)
            for a in range(1, len(order))
            for b in range(a + 1, len(order))
            if trace.ids[order[a]] != trace.ids[order[b]]
        ]
        if pairs:
            a, b = self._random.choice(pairs)
            order[a], order[b] = order[b], order[a]
            self._set_order(order, self.tr("Swap two words"))

    def restore(self) -> None:
        """The order of the text."""
        self._set_order(range(self.position()), self.tr("Words as they were"))

    def show_dog_and_boy(self) -> None:
        """The sentence in which the order decides who bites."""
        state = self.store.state
        self.context.edit(
            self.tr("Who bit whom?"),
            document=Document(DOG_AND_BOY, state.document.model),
            selection=type(state.selection)(state.selection.layer, state.selection.head),
            order=BOY_AND_DOG,
        )

    def _set_order(self, order: Iterable[int], text: str) -> None:
        self.context.edit(text, order=tuple(order))

    def _choose_key(self, place: int) -> None:
        strip = self.sender()
        order = (*self.order(), self.position())
        self.store.select(key=order[place] if strip is self.second else place)

    # The picture -----------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        trace = self.store.live.trace
        enabled = trace is not None and self.position() > 1
        for button in (self.shuffle_button, self.reverse_button, self.swap_button, self.restore_button):
            button.setEnabled(enabled)
        if trace is None:
            return
        labels = [token.label for token in trace.tokens[: self.position() + 1]]
        self.first.set_tokens(labels)
        self.second.set_tokens([labels[i] for i in (*self.order(), self.position())])
        self.second.set_movable(self.position())
        asked = ReorderTokens(trace.ids, self.position(), self.order())
        if trace.n_layer and asked != self._asked:
            self._asked = asked
            self.context.post(asked)
        self._show_result()

    def on_event(self, event: Event) -> None:
        match event:
            case Answer(request=ReorderTokens() as request, result=OrderResult() as result):
                if request == self._asked:
                    self.result = result
                    self._show_result()

    def _show_result(self) -> None:
        """Numbers, bars and the weights in the chips."""
        trace, result = self.store.live.trace, self.result
        if trace is None or result is None or len(result.tokens) != self.position() + 1:
            for label in (self.without, self.with_rope, self.why):
                label.clear()
            self.bars.set_stages(())
            self._share()
            return
        self.without.setText(self._verdict(result.without_rope, self.tr("Without positions")))
        self.with_rope.setText(self._verdict(result.with_rope, self.tr("With positions (RoPE)")))
        self.bars.set_stages(self._bar_stages(result))
        whole = self.stages.currentData() != ALONE
        self.why.setText(
            self.tr(
                "Without positions the first layer is blind. The later ones are not: behind the causal mask every word "
                "has mixed only what stood before it, and carries that on."
            )
            if whole
            else self.tr(
                "Each layer alone gets the vectors of the tokens as the model had them, in the new order: without "
                "positions none of them notices."
            )
        )
        self._show_weights(result.with_rope if self.positions.currentData() else result.without_rope)
        self._share()

    def _verdict(self, way: Reordered, name: str) -> str:
        change = float(way.one_layer[0])
        said = (
            self.tr("nothing but rounding: the order goes unnoticed")
            if change <= ROUNDING
            else self.tr("the order is noticed")
        )
        return self.tr(
            "<b>{name}</b>: one layer’s output changes by <b>{change}</b> (its largest number: {size}), {said}."
        ).format(name=name, change=written(change), size=written(way.output), said=said)

    def _bar_stages(self, result: OrderResult) -> tuple[Stage, ...]:
        ways = result.without_rope, result.with_rope
        if self.stages.currentData() == ALONE:
            names = [self.tr("layer {n} alone").format(n=n + 1) for n in range(len(ways[0].one_layer))]
            changes = [way.one_layer for way in ways]
        else:
            names = [self.tr("after layer {n}").format(n=n) for n in range(1, len(ways[0].stream))]
            changes = [way.stream[1:] for way in ways]
        return tuple(Stage(name, (float(a), float(b))) for name, a, b in zip(names, *changes))

    def _show_weights(self, way: Reordered) -> None:
        chosen, place = self.store.state.selection, (*self.order(), self.position())
        layer = min(chosen.layer, len(way.weights_before) - 1)
        head = min(chosen.head, way.weights_before.shape[1] - 1)
        key = chosen.key if chosen.key is not None and chosen.key < len(place) else None
        self.first.set_picture(weights=way.weights_before[layer, head], query=self.position(), key=key)
        self.second.set_picture(
            weights=way.weights_after[layer, head][list(place)],
            query=self.position(),
            key=None if key is None else place.index(key),
        )

    def tables(self) -> tuple[Table, ...]:
        result = self.result
        if result is None:
            return ()
        without, with_rope = result.without_rope, result.with_rope
        columns = (
            self.tr("layer"),
            self.tr("alone, without positions"),
            self.tr("alone, with positions"),
            self.tr("whole model, without positions"),
            self.tr("whole model, with positions"),
        )
        figures = zip(without.one_layer, with_rope.one_layer, without.stream[1:], with_rope.stream[1:])
        rows = tuple((n, *map(float, row)) for n, row in enumerate(figures, start=1))
        changes = Table(self.tr("Largest changes"), columns, rows)
        places = [p for p in (*self.order(), self.position()) if p < len(result.tokens)]
        order = Table(
            self.tr("The new order"),
            (self.tr("place"), self.tr("token"), self.tr("place in the text")),
            tuple((i, result.tokens[p].label, p) for i, p in enumerate(places)),
        )
        return changes, order
