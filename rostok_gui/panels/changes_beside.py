"""Two at once: the same head on a second text, or in a second model, and their difference at common tokens."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from rostok_gui.engine.beside import BesideRun, RunBeside, aligned, difference
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Context, Table
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import numbers
from rostok_gui.widgets.colormap import DIFFERENCE_MAP
from rostok_gui.widgets.heatmap import Heatmap


class Beside(QWidget):
    """Page of the panel “What if”: a field for the second text, a box for the second model, three maps."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context, self._store = context, context.store
        self._waiting: RunBeside | None = None
        self._second: Trace | None = None
        self.pairs: tuple[tuple[int, int], ...] = ()
        self.text, self.model, self.button = QLineEdit(), QComboBox(), QPushButton()
        self.maps = (Heatmap(), Heatmap(), Heatmap())
        self.titles = (QLabel(), QLabel(), QLabel())
        self.note = QLabel()
        self.text.returnPressed.connect(self.ask)
        self.model.activated.connect(self.ask)
        self.button.clicked.connect(self.ask)
        self.maps[0].clicked.connect(self._choose)
        self.maps[2].clicked.connect(self._choose_pair)
        self._lay_out()

    def _lay_out(self) -> None:
        asking = QHBoxLayout()
        asking.addWidget(self.text, 1)
        asking.addWidget(self.model)
        asking.addWidget(self.button)
        for label in self.titles:
            label.setWordWrap(True)
            label.setObjectName("quiet")
        self.note.setWordWrap(True)
        self.note.setObjectName("quiet")
        self._picture = QWidget()
        self._grid = QGridLayout(self._picture)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._place(3)
        whole = QVBoxLayout(self)
        whole.addLayout(asking)
        whole.addWidget(self.note)
        whole.addWidget(self._picture, 1)
        whole.addStretch(0)

    def _place(self, columns: int) -> None:
        """The three maps side by side, or (with two columns) the difference in a row of its own."""
        self._columns = columns
        for row in range(4):
            self._grid.setRowStretch(row, row % 2 if row < 2 or columns == 2 else 0)
        for i, (title, picture) in enumerate(zip(self.titles, self.maps)):
            row, column = divmod(i, columns)
            span = columns if row else 1
            self._grid.addWidget(title, 2 * row, column, 1, span)
            self._grid.addWidget(picture, 2 * row + 1, column, 1, span)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = 3 if self.width() > 1.3 * self.height() else 2
        if columns != self._columns:
            self._place(columns)

    # Words and colours -----------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set every text again."""
        self.text.setPlaceholderText(self.tr("A second text; empty: the same text"))
        self.text.setAccessibleName(self.tr("Second text"))
        self.model.setAccessibleName(self.tr("Model that reads the second text"))
        self.button.setText(self.tr("Put beside"))
        for picture, name in zip(self.maps, (self.tr("First map"), self.tr("Second map"), self.tr("Difference"))):
            picture.setAccessibleName(name)
        self.refresh()

    def retheme(self, theme: Theme) -> None:
        """Take other colours."""
        for picture in self.maps:
            picture.set_theme(theme)

    # Asking ----------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Run the second text."""
        document, opened = self._store.state.document, self._store.live.model
        if opened is None:
            return
        typed = self.text.text().strip()
        name = self.model.currentText() or opened.name
        self._waiting = RunBeside(typed or document.text, name, () if typed else document.ids)
        self._context.replace(self._waiting)
        self.refresh()

    def on_event(self, event: Event) -> None:
        """Hear the answer."""
        if not isinstance(event.request, RunBeside) or event.request is not self._waiting:
            return
        match event:
            case Answer(result=BesideRun() as run):
                self._second, self._waiting = run.trace, None
            case Failure(message=message):
                self._waiting = None
                self.note.setText(say(message))
                return
            case Cancelled():
                self._waiting = None
        self.refresh()

    # Showing ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paint both maps of the chosen head and their difference."""
        first, second = self._store.live.trace, self._second
        self._fill_models()
        if first is None or second is None or not first.n_layer or not second.n_layer:
            self._picture.hide()
            self.note.setText(
                self.tr("Type a second text, or choose a second model, and press the button: the same head on both.")
                if self._waiting is None
                else self.tr("The second text is being read…")
            )
            return
        self._picture.show()
        self.pairs = aligned(first.tokens, second.tokens)
        self._show_maps(first, second)

    def _fill_models(self) -> None:
        opened = self._store.live.model
        names = [] if opened is None else list(opened.models)
        if opened is not None and names != [self.model.itemText(i) for i in range(self.model.count())]:
            chosen = self.model.currentText() or opened.name
            self.model.clear()
            self.model.addItems(names)
            self.model.setCurrentIndex(max(0, self.model.findText(chosen)))

    def _heads(self, second: Trace) -> tuple[tuple[int, int], tuple[int, int]]:
        """The chosen head, and the one at its place in the second model."""
        chosen = self._store.state.selection
        layer, head = min(chosen.layer, second.n_layer - 1), min(chosen.head, second.n_head - 1)
        return (chosen.layer, chosen.head), (layer, head)

    def _show_maps(self, first: Trace, second: Trace) -> None:
        mine, its = self._heads(second)
        chosen = self._store.state.selection
        for picture, trace, head in ((self.maps[0], first, mine), (self.maps[1], second, its)):
            labels, pattern = [token.label for token in trace.tokens], trace.pattern(*head)
            picture.set_names(labels, labels)
            picture.set_values(pattern, np.triu(np.ones(pattern.shape, bool), 1) & (pattern == 0))
        self.maps[0].set_markers(chosen.query_in(len(first)), chosen.key)
        labels = [first.tokens[a].label for a, _ in self.pairs]
        change = difference(first.pattern(*mine), second.pattern(*its), self.pairs)
        closed = np.triu(np.ones(change.shape, bool), 1) & (change == 0)
        self.maps[2].set_names(labels, labels)
        self.maps[2].set_values(
            change, closed, colour_map=DIFFERENCE_MAP, span=(-1.0, 1.0), text=lambda x: numbers.signed(x, 2)
        )
        name = self.tr("{model}, head {layer}·{head}")
        for title, trace, head in ((self.titles[0], first, mine), (self.titles[1], second, its)):
            title.setText(name.format(model=trace.model, layer=head[0] + 1, head=head[1] + 1))
        most = numbers.weight(float(np.abs(change).max(initial=0.0)))
        self.titles[2].setText(self.tr("second minus first, at most {change}").format(change=most))
        self.note.setText(
            self.tr("{n} tokens are the same in both ({first} in the first, {second} in the second).").format(
                n=len(self.pairs), first=len(first), second=len(second)
            )
        )

    def _choose(self, query: int, key: int) -> None:
        self._store.select(query=query, key=key)

    def _choose_pair(self, query: int, key: int) -> None:
        self._choose(self.pairs[query][0], self.pairs[key][0])

    def tables(self) -> tuple[Table, ...]:
        """Both patterns at the tokens of both."""
        first, second = self._store.live.trace, self._second
        if first is None or second is None or not self.pairs or not first.n_layer:
            return ()
        mine, its = self._heads(second)
        one, other = first.pattern(*mine), second.pattern(*its)
        rows = tuple(
            (first.tokens[a].label, first.tokens[c].label, float(one[a, c]), float(other[b, d]))
            for a, b in self.pairs
            for c, d in self.pairs
            if c <= a
        )
        return (
            Table(
                self.tr("Two at once"), (self.tr("query"), self.tr("key"), self.tr("first"), self.tr("second")), rows
            ),
        )
