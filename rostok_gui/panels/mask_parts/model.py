"""What a real head and the real model do under the mask."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.panels.base import Context
from rostok_gui.panels.mask_parts.names import named
from rostok_gui.panels.mask_parts.view import MaskView
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.before_after import BeforeAfter, Candidate, percent
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.mask_board import Cell, WeightGrid

SCOPES = ("none", "head", "layer", "all")


class ModelPart(QWidget):
    """Weights of the chosen head at the left, next-token candidates before and after at the right."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._view: MaskView | None = None
        self.heading = QLabel()
        self.weights = WeightGrid()
        self.chooser = LayerHeadChooser()
        self.scopes = {name: QPushButton() for name in SCOPES}
        self.scope_label = QLabel()
        self.prediction = QLabel()
        self.candidates = BeforeAfter()
        self.note = QLabel()
        self._group = QButtonGroup(self)
        self._build()
        self.chooser.chosen.connect(self._on_chosen)
        self._group.idClicked.connect(self._on_scope)
        self.weights.picked.connect(self._on_picked)
        self.weights.hovered.connect(self._on_hovered)
        self.weights.let_go.connect(self._on_let_go)

    def _build(self) -> None:
        for label in (self.note, self.heading):
            label.setObjectName("quiet")
        for label in (self.heading, self.prediction, self.note):
            label.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        buttons.addWidget(self.scope_label)
        for number, button in enumerate(self.scopes.values()):
            button.setCheckable(True)
            self._group.addButton(button, number)
            buttons.addWidget(button)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.addWidget(self.chooser, 0, Qt.AlignmentFlag.AlignLeft)
        left.addWidget(self.weights, 1)
        left.addWidget(self.heading)
        right = QVBoxLayout()
        right.addWidget(self.prediction)
        right.addWidget(self.candidates, 1)
        right.addWidget(self.note)
        upper = QHBoxLayout()
        upper.addLayout(left, 5)
        upper.addLayout(right, 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(upper, 1)
        column.addLayout(buttons)

    def retranslate(self) -> None:
        """Set every text again."""
        self.weights.setAccessibleName(self.tr("Weights under the mask"))
        self.weights.set_corner_texts(self.tr("queries ↓"), self.tr("keys →"))
        self.candidates.setAccessibleName(self.tr("Next token before and after"))
        self.candidates.set_headings(self.tr("without mask"), self.tr("with mask"))
        self.scope_label.setText(self.tr("In the model:"))
        texts = {
            "none": (self.tr("Only look"), self.tr("The model runs as it is; the weights show what the mask would do")),
            "head": (self.tr("This head"), self.tr("The chosen head works under the mask")),
            "layer": (self.tr("This layer"), self.tr("All heads of the chosen layer work under the mask")),
            "all": (self.tr("All heads"), self.tr("All heads of all layers work under the mask")),
        }
        for name, button in self.scopes.items():
            button.setText(texts[name][0])
            button.setToolTip(texts[name][1])
            button.setAccessibleName(texts[name][0])
            button.setAccessibleDescription(texts[name][1])

    def retheme(self, theme: Theme) -> None:
        """Set every colour again."""
        self.weights.set_theme(theme)
        self.candidates.set_theme(theme)

    def show_view(self, view: MaskView) -> None:
        """Show weights and predictions."""
        self._view = view
        trace = self._context.store.live.untouched
        self.chooser.set_counts(*((trace.n_layer, trace.n_head) if trace is not None else (0, 0)))
        self.chooser.set_chosen(view.layer, view.head)
        self.scopes[self._context.store.state.board.scope].setChecked(True)
        n = 0 if view.weights is None else len(view.weights)
        self.weights.set_labels(view.labels[:n])
        if view.weights is not None:
            self.weights.set_weights(view.weights, view.allowed[:n, :n])
        self.weights.set_marked(view.row, view.column)
        self.heading.setText(self._heading(view))
        self.prediction.setText(self._prediction(view))
        self.candidates.set_candidates(tuple(Candidate(c.label, c.before, c.after, c.true) for c in view.next_tokens))
        self.note.setText(self._note(view))
        self._speak(self.weights.cursor_cell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._view is not None:  # how the weights are written depends on the room
            self.heading.setText(self._heading(self._view))

    def _heading(self, view: MaskView) -> str:
        if view.weights is None:
            return self.tr("The weights appear as soon as the model has read the text.")
        text = (
            self.tr("Weights as the masked model computed them")
            if view.from_model
            else self.tr("Weights of this head under this mask")
        )
        return self.tr("{text}, in per cent").format(text=text) if self.weights.precision() == "percent" else text

    def _prediction(self, view: MaskView) -> str:
        if view.position is None:
            return ""
        return self.tr("Next token after {token}").format(
            token=f"{view.position} {QLocale().quoteString(view.position_label)}"
        )

    def _note(self, view: MaskView) -> str:
        if view.position is None:
            return ""
        if not view.in_force:
            return self.tr("Choose where the mask works below, and see what the model says then.")
        if view.waiting:
            return self.tr("The model is running under the mask …")
        truth = next((c for c in view.next_tokens if c.true and c.after is not None), None)
        if truth is None or truth.after is None:
            return ""
        return self.tr("True next token {label}: {before} → {after}").format(
            label=QLocale().quoteString(truth.label), before=percent(truth.before), after=percent(truth.after)
        )

    # What people do --------------------------------------------------------------------------------------------

    def _on_chosen(self, layer: int, head: int) -> None:
        self._context.store.select(layer=layer, head=head)

    def _on_scope(self, number: int) -> None:
        board = replace(self._context.store.state.board, scope=SCOPES[number])
        button = self.scopes[SCOPES[number]]
        self._context.edit(self.tr("Mask in the model: {where}").format(where=button.text()), board=board)

    def _on_picked(self, cell: tuple[int | None, int | None]) -> None:
        parts = {name: place for name, place in zip(("query", "key"), cell) if place is not None}
        self._context.store.select(**parts)
        self._speak(self.weights.cursor_cell)

    def _on_let_go(self) -> None:
        self._context.store.select(query=None, key=None)

    def _on_hovered(self, cell: Cell | None) -> None:
        self._context.store.update(pointer=None if cell is None else self._sentence(*cell))

    def _sentence(self, t: int, j: int) -> Message | None:
        view = self._view
        if view is None or view.weights is None or max(t, j) >= len(view.weights):
            return None
        values: dict[str, object] = {
            "layer": view.layer + 1,
            "head": view.head + 1,
            "query": named(view, t),
            "key": named(view, j),
        }
        if not view.allowed[t, j]:
            return Message(_NOTHING, values)
        return Message(_GIVES, values | {"weight": numbers.percent(float(view.weights[t, j]))})

    def _speak(self, cell: Cell) -> None:
        message = self._sentence(*cell)
        if message is not None:
            marks.speak(self.weights, say(message))


_GIVES = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head} under the mask: {query} gives {weight} to {key}")
_NOTHING = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head} under the mask: {key} is closed to {query}")
