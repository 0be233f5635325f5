"""Panel “Causal mask”: who may look at whom, what a leak does, and what attention costs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLayout, QSizePolicy, QTabBar, QWidget

from rostok_gui.attention.cost import all_heads, kept, scores_per_head
from rostok_gui.engine.results import Event
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.mask_parts.board import BoardPart
from rostok_gui.panels.mask_parts.leak import LeakPart
from rostok_gui.panels.mask_parts.model import ModelPart
from rostok_gui.panels.mask_parts.names import named
from rostok_gui.panels.mask_parts.price import PricePart
from rostok_gui.panels.mask_parts.view import MaskView
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import marks

Place = tuple[int, int, int, int]


@dataclass(frozen=True)
class Arrangement:
    """How the parts share the panel.

    Attributes
    ----------
    fixed : part -> (row, column, rows, columns) in a grid of 4 rows and 2 columns
        Parts that are always in sight.
    tabs : tuple of str
        Parts of which one is in sight; a tab bar chooses.
    tab_bar, tab : Place
        Where the tab bar and the chosen part stand.
    rows, columns : tuple of int
        Stretch factors.
    """

    fixed: dict[str, Place]
    tabs: tuple[str, ...]
    tab_bar: Place
    tab: Place
    rows: tuple[int, int, int, int]
    columns: tuple[int, int]


ARRANGEMENTS = {
    "small": Arrangement({}, ("board", "model", "leak", "price"), (0, 0, 1, 2), (1, 0, 1, 2), (0, 1, 0, 0), (1, 0)),
    "tall": Arrangement(
        {"board": (0, 0, 1, 2)}, ("model", "leak", "price"), (1, 0, 1, 2), (2, 0, 1, 2), (3, 0, 2, 0), (1, 0)
    ),
    "wide": Arrangement(
        {"board": (0, 0, 4, 1)}, ("model", "leak", "price"), (0, 1, 1, 1), (1, 1, 3, 1), (0, 1, 0, 0), (1, 1)
    ),
    "large": Arrangement(
        {"board": (0, 0, 4, 1), "model": (0, 1, 1, 1)},
        ("price", "leak"),
        (1, 1, 1, 1),
        (2, 1, 1, 1),
        (5, 0, 4, 0),
        (1, 1),
    ),
}


WIDE, TALL = 66, 36
"""From this size on, in em, there is more than one part in sight."""


class MaskPanel(Panel):
    """Board, the head and the model under it, the model that learned without it, the price."""

    panel_id = "mask"
    watches = frozenset({"board", "selection", "document", "trace", "untouched", "model"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.board, self.model = BoardPart(context), ModelPart(context)
        self.leak, self.price = LeakPart(context), PricePart(context)
        self.parts: dict[str, QWidget] = {
            "board": self.board,
            "model": self.model,
            "leak": self.leak,
            "price": self.price,
        }
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.currentChanged.connect(self._on_tab)
        self._grid = QGridLayout(self)
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._arrangement = ""
        self._chosen = "board"
        self._view: MaskView | None = None
        self._stale: set[str] = set()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._arrange("small")

    # What the panel is -----------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Causal mask")

    def invitation(self) -> str:
        return self.tr("Paint who may look at whom, and watch for leaks.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Causal mask</h3>"
            "<p>A row is a token that looks (query), a column a token looked at (key). A blue cell is open, a hatched "
            "one closed: its score becomes −∞ before softmax, so its weight is exactly 0.</p>"
            "<p>Each token has to guess the next one. An open cell above the diagonal (dashed, vermilion) lets it see "
            "what it should guess: a <b>leak</b>; “!” marks the answer itself. A closed cell below the diagonal (a "
            "ring) is a <b>blind spot</b>. A row with nothing open (∅) has nothing to share out: all its weights are "
            "0.</p>"
            "<p><b>In the model</b> shows the weights of a real head under your mask. Choose “This head”, “This layer” "
            "or “All heads”, and the model really runs under it: its guesses stand beside those of before. Rostok "
            "learned with the causal mask and does not know what to do with a leak; <b>Learned without a mask</b> "
            "shows a model that does.</p>"
            "<p><b>Price</b> counts the scores of a text of T tokens and measures the time on your device.</p>"
            "<p>Keys: arrows move the cursor, Space turns a cell, Shift with the arrows carries its state along, Esc "
            "lets go of the selection. A drag paints what its first cell became. Each stroke is one step of undo.</p>"
        )

    def caption(self) -> str:
        view = self.view()
        return self.tr("Causal mask, layer {layer}, head {head}. {verdict}").format(
            layer=view.layer + 1, head=view.head + 1, verdict=self.board.verdict_text(view)
        )

    def view(self) -> MaskView:
        """What is on the panel now."""
        return MaskView.of(self.store.state, self.store.live)

    def tables(self) -> tuple[Table, ...]:
        view = self.view()
        names = tuple(named(view, t) for t in range(len(view.labels)))
        tables = [
            Table(
                self.tr("Mask"),
                (self.tr("query"), *names),
                tuple((name, *(int(cell) for cell in row)) for name, row in zip(names, view.allowed)),
            )
        ]
        if view.weights is not None:
            shown = names[: len(view.weights)]
            rows = tuple((name, *(float(w) for w in row)) for name, row in zip(shown, view.weights))
            tables.append(Table(self.tr("Weights under the mask"), (self.tr("query"), *shown), rows))
        if view.next_tokens:
            columns = (self.tr("token"), self.tr("before"), self.tr("after"))
            tokens = tuple((c.label, c.before, "" if c.after is None else c.after) for c in view.next_tokens)
            tables.append(Table(self.tr("Next token"), columns, tokens))
        tables.append(self._price_table())
        if self.price.measured is not None:
            quantities = ("T", *(curve.name for curve in self.price.curves()))
            times = tuple((p.n_token, p.squares, p.layer, p.plain, p.inspected) for p in self.price.measured.points)
            tables.append(Table(self.tr("Measured seconds"), quantities, times))
        return tuple(tables)

    def _price_table(self) -> Table:
        shape = self.price.shape()
        lengths = sorted({2**n for n in range(10)} | {self.price.length})
        rows = tuple((n, scores_per_head(n), kept(n), all_heads(n, *shape)) for n in lengths)
        return Table(self.tr("Price"), ("T", self.tr("one head"), self.tr("open"), self.tr("all heads")), rows)

    # Painting --------------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        view = self.view()
        if "everything" in changed or self._view is None or not view.shows(self._view):
            self._view, self._stale = view, {"board", "model"}
            self._show_stale()
        if "model" in changed or "everything" in changed:
            self.price.show_numbers()

    def _show_stale(self) -> None:
        """Bring the parts up to date that can be seen; the others wait until they can."""
        if self._view is None:
            return
        for name in sorted(self._stale):
            if not self.parts[name].isHidden():
                self._stale.discard(name)
                if name == "board":
                    self.board.show_view(self._view, self.context.theme())
                else:
                    self.model.show_view(self._view)

    def notify(self, changed: frozenset[str]) -> None:
        if "document" in changed:
            self.leak.forget()
        super().notify(changed)

    def retranslate(self) -> None:
        for part in (self.board, self.model, self.leak, self.price):
            part.retranslate()
        self.tabs.setAccessibleName(self.tr("Parts of the panel"))
        self._name_tabs()

    def retheme(self, theme: Theme) -> None:
        for part in (self.board, self.model, self.leak, self.price):
            part.retheme(theme)
        em = marks.em(self)
        self._grid.setContentsMargins(round(0.6 * em), round(0.3 * em), round(0.6 * em), round(0.5 * em))
        self._grid.setHorizontalSpacing(round(em))
        self._grid.setVerticalSpacing(round(0.4 * em))

    def on_event(self, event: Event) -> None:
        self.leak.on_event(event)
        self.price.on_event(event)

    # Parts and places ------------------------------------------------------------------------------------------

    def show_part(self, name: str) -> None:
        """Bring a part into sight: ``"board"``, ``"model"``, ``"leak"`` or ``"price"``."""
        shown = ARRANGEMENTS[self._arrangement].tabs
        if name in shown:
            self.tabs.setCurrentIndex(shown.index(name))

    def minimumSizeHint(self) -> QSize:
        """Room for one part and the tab bar, whatever the arrangement now: it gives way to a smaller one."""
        least = QSize(0, 0)
        for part in self.parts.values():
            layout = part.layout()
            if part.isHidden() and layout is not None:
                layout.activate()  # Qt does not tell the layout of what is hidden that its texts have changed
            least = least.expandedTo(part.minimumSizeHint())
        room = self._grid.contentsMargins()
        height = room.top() + self.tabs.sizeHint().height() + self._grid.verticalSpacing() + room.bottom()
        return least + QSize(room.left() + room.right(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        em, one, board = marks.em(self), self.minimumSizeHint(), self.board.minimumSizeHint()
        wide = self.width() >= max(WIDE * em, one.width() + board.width() + em)
        tall = self.height() >= max(TALL * em, one.height() + board.height() + em)
        self._arrange({(0, 0): "small", (0, 1): "tall", (1, 0): "wide", (1, 1): "large"}[wide, tall])

    def _arrange(self, name: str) -> None:
        """Put the parts where this arrangement has them; the part chosen before stays chosen if it is in a tab."""
        if name == self._arrangement:
            return
        self._arrangement, plan = name, ARRANGEMENTS[name]
        for widget in (self.tabs, *self.parts.values()):
            self._grid.removeWidget(widget)
        for part, place in plan.fixed.items():
            self._grid.addWidget(self.parts[part], *place)
        self._grid.addWidget(self.tabs, *plan.tab_bar, Qt.AlignmentFlag.AlignLeft)
        for part in plan.tabs:
            self._grid.addWidget(self.parts[part], *plan.tab)
        for row, stretch in enumerate(plan.rows):
            self._grid.setRowStretch(row, stretch)
        for column, stretch in enumerate(plan.columns):
            self._grid.setColumnStretch(column, stretch)
        blocked = self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for _ in plan.tabs:
            self.tabs.addTab("")
        self.tabs.setCurrentIndex(plan.tabs.index(self._chosen) if self._chosen in plan.tabs else 0)
        self.tabs.blockSignals(blocked)
        self._name_tabs()
        self._show_chosen()

    def _name_tabs(self) -> None:
        names = {
            "board": self.tr("Board"),
            "model": self.tr("In the model"),
            "leak": self.tr("Learned without a mask"),
            "price": self.tr("Price"),
        }
        for index, part in enumerate(ARRANGEMENTS[self._arrangement].tabs):
            self.tabs.setTabText(index, names[part])

    def _on_tab(self, index: int) -> None:
        self._chosen = ARRANGEMENTS[self._arrangement].tabs[index]
        self._show_chosen()

    def _show_chosen(self) -> None:
        plan = ARRANGEMENTS[self._arrangement]
        chosen = plan.tabs[self.tabs.currentIndex()]
        for name, part in self.parts.items():
            part.setVisible(name in plan.fixed or name == chosen)
        self._show_stale()
