"""Panel “Models”: how good each model is, what its card says, and how an induction head appears in training."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from rostok_gui.engine.measure_models import ListModels, ModelsListed, ModelsMeasured
from rostok_gui.engine.results import Answer, Event
from rostok_gui.panels.base import EVERYTHING, Context, Panel, Table
from rostok_gui.panels.models_parts.card import CardPart
from rostok_gui.panels.models_parts.compare import ComparePart
from rostok_gui.panels.models_parts.training import TrainingPart
from rostok_gui.panels.models_parts.view import ModelsView
from rostok_gui.paths import CHECKPOINTS
from rostok_gui.shell.theme import Theme

HISTORY = CHECKPOINTS / "induction" / "snapshots"
"""A training that was kept at several moments; without it there is nothing to show under “training”."""


class ModelsPanel(Panel):
    """Three tabs: comparison, card, training (where one was kept)."""

    panel_id = "models"
    watches = frozenset({"document", "model", "display"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.view = ModelsView()
        self.compare, self.card, self.training = ComparePart(context), CardPart(), TrainingPart(context)
        self.parts: tuple[QWidget, ...] = (self.compare, self.card, self.training)
        self.tabs, self._stack = QTabBar(), QStackedWidget()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for part in self.parts:
            self.tabs.addTab("")
            self._stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        self.tabs.setTabVisible(self.parts.index(self.training), HISTORY.is_dir())
        self.tabs.currentChanged.connect(self.show_part)
        self.compare.chosen.connect(self.choose)
        self.compare.opened.connect(self.open_model)
        self.compare.measured.connect(self._on_measured)
        self.card.chosen.connect(self.choose)

    # Texts -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Models")

    def invitation(self) -> str:
        return self.tr("Compare the models, and measure them here.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Models</h3>"
            "<p><b>Comparison.</b> The <i>loss</i> is the mean surprise at the next token, in nats, on stories that no "
            "model has seen; further left is better. e to the loss is the <i>perplexity</i>: among so many equally "
            "likely tokens the model wavers. All models share one tokenizer and read the same tokens, so their numbers "
            "compare; each uses what it can see: one only the last few tokens, another the whole text.</p>"
            "<p>A ring stands for what was measured when the model was trained. “Measure here” measures again on this "
            "device; it takes a while, can be cancelled, and models that are done keep their figures. A model that "
            "was trained without the mask reads the answer ahead: its loss is near zero and worth nothing. The diamond "
            "shows what it gets when it may not.</p>"
            "<p><b>P(“or”)</b>: a dragon has an invented name, Zorbin. When “ Z” comes again, only a model that can "
            "look back knows that “or” must follow.</p>"
            "<p><b>Card</b>: what the model is, what it learned from, and what it cannot do.</p>"
            "<p><b>Training</b>: a small model with two layers, kept at several moments. Move the slider or press "
            "Play. Each map is one head on random tokens said twice; there is nothing to understand in them, only to "
            "copy. An induction head looks behind the earlier copy of the token: a second line, parallel to the "
            "diagonal. When it appears, the loss on tokens said again falls. A head of layer 1 that looks at the "
            "previous token has to be there first (dashed: layer 1).</p>"
            "<p><b>Keys:</b> in the row of tabs left and right; Up and Down choose a model in the table and in the "
            "picture; arrows move the slider; in the maps arrows go from head to head.</p>"
        )

    def caption(self) -> str:
        if self.part is self.training and self.training.moment is not None:
            return self.tr("Heads of a small model after {step} steps of training").format(
                step=self.training.moment.step
            )
        if self.part is self.card:
            return self.tr("Card of the model {name}").format(name=self.view.chosen)
        return self.tr("Models and their losses on unseen stories")

    def retranslate(self) -> None:
        for index, text in enumerate((self.tr("Comparison"), self.tr("Card"), self.tr("Training"))):
            self.tabs.setTabText(index, text)
        self.tabs.setAccessibleName(self.tr("What the panel shows"))
        for part in (self.compare, self.card, self.training):
            part.retranslate()

    def retheme(self, theme: Theme) -> None:
        for part in (self.compare, self.card, self.training):
            part.retheme(theme)

    def tables(self) -> tuple[Table, ...]:
        return self.training.tables() if self.part is self.training else self.compare.tables()

    # Parts -----------------------------------------------------------------------------------------------------

    @property
    def part(self) -> QWidget:
        """The one that is shown."""
        return self.parts[self._stack.currentIndex()]

    def show_part(self, index: int) -> None:
        """Show a tab, from 0; the training asks for its moments when it is first seen."""
        self.tabs.setCurrentIndex(index)
        self._stack.setCurrentIndex(index)
        if self.part is self.training:
            self.training.ask()

    # The models ------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Choose a model within the panel."""
        self._set_view(replace(self.view, chosen=name))

    def open_model(self, name: str) -> None:
        """Use a model in all panels."""
        document = replace(self.store.state.document, model=name)
        self.context.edit(self.tr("Another model"), document=document)

    def _on_measured(self, found: ModelsMeasured) -> None:
        measured = {**self.view.measured, **{row.name: row for row in found.rows}}
        self._set_view(replace(self.view, measured=measured, stories=found.stories))

    def _set_view(self, view: ModelsView) -> None:
        self.view = view.ordered()
        self.compare.show_view(self.view)
        self.card.show_view(self.view)

    def refresh(self, changed: frozenset[str]) -> None:
        if changed & (EVERYTHING | {"model"}):
            self.training.forget_failure()
            self.context.post(ListModels())
        self.compare.show_view(self.view)
        if self.part is self.training:
            self.training.ask()
            self.training.show_maps()

    def on_event(self, event: Event) -> None:
        match event:
            case Answer(result=ModelsListed(models=models)):
                names = [entry.name for entry in models]
                current = self.store.state.document.model
                chosen = self.view.chosen if self.view.chosen in names else current
                self._set_view(replace(self.view, entries=models, chosen=chosen))
            case _:
                self.compare.on_event(event)
                self.training.on_event(event)
