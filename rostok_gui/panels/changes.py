"""Panel “What if”: everything that is changed inside the running model, and what the model says then."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QPushButton,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.engine.ablation import Worth
from rostok_gui.engine.head_means import STORIES, AverageHeads, HeadMeans
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, Progress
from rostok_gui.model.interventions import (
    SwitchOff,
)
from rostok_gui.model.trace import Trace, largest
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.changes_beside import Beside
from rostok_gui.panels.changes_words import in_words, where
from rostok_gui.shell.theme import Theme
from rostok_gui.shell.touch import Touch
from rostok_gui.state.app_state import Board, Change
from rostok_gui.state.changing import toggled
from rostok_gui.state.making import MAKERS, NEEDS_KEY, SCOPES, Place
from rostok_gui.widgets import numbers
from rostok_gui.widgets.before_after import BeforeAfter, Candidate
from rostok_gui.widgets.colormap import DIFFERENCE_MAP
from rostok_gui.widgets.heatmap import Heatmap
from rostok_gui.widgets.ranking import Entry, Ranking, RankingScroll

SHOWN = 12


@dataclass(frozen=True)
class Without(Entry):
    """A head in the ranking: the bar is as long as the loss that it saves, beside the dearest head."""

    said: str = ""

    @property
    def number(self) -> str:
        return self.said


class ChangesPanel(Panel):
    """The list of changes at the left, what comes of them at the right."""

    panel_id = "changes"
    watches = frozenset(
        {"trace", "untouched", "selection", "changes", "board", "model", "document", "ablation", "ablating"}
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._means: HeadMeans | None = None
        self._wants_mean: tuple[str, int, int] | None = None
        """Model and head whose mean is awaited."""
        self._filling = False
        self._listed: list[tuple[str, str, bool]] | None = None
        self.list, self.empty = QListWidget(), QLabel()
        self.list.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.list.itemChanged.connect(self._item_changed)
        self.place_label, self.scope = QLabel(), QComboBox()
        self.scope.activated.connect(self._show_place)
        self.actions_by_id = {name: QAction(self) for name in MAKERS}
        for name, action in self.actions_by_id.items():
            action.triggered.connect(lambda _checked=False, name=name: self.add(name))
        self.forbid_button, self.off_button, self.more = QPushButton(), QPushButton(), QToolButton()
        self.forbid_button.clicked.connect(lambda: self.add("forbid"))
        self.off_button.clicked.connect(lambda: self.add("off"))
        menu = QMenu(self)
        menu.addActions(list(self.actions_by_id.values()))
        self.mean_action, self.measuring = QAction(self), QLabel()
        self.mean_action.triggered.connect(self.replace_by_mean)
        menu.insertAction(self.actions_by_id["keep-layer"], self.mean_action)
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.remove_button, self.clear_button = QPushButton(), QPushButton()
        self.remove_button.clicked.connect(self.remove)
        self.clear_button.clicked.connect(self.clear)
        self.remove_action = QAction(self.list)
        self.remove_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.remove_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.remove_action.triggered.connect(self.remove)
        self.list.addAction(self.remove_action)
        self.next_title, self.next_tokens, self.losses = QLabel(), BeforeAfter(), QLabel()
        self.word, self.word_label, self.word_says = QLineEdit(), QLabel(), QLabel()
        self.word.textChanged.connect(self._show_word)
        self.map, self.map_title = Heatmap(), QLabel()
        self.touch = Touch(context, self)
        self.map.menu_asked.connect(self._show_cell_menu)
        self.map.clicked.connect(lambda query, key: self.store.select(query=query, key=key))
        self.heads, self.heads_title, self.progress = Ranking(), QLabel(), QProgressBar()
        self.heads.chosen.connect(self._choose_head)
        self.ablate_button = QPushButton()
        self.ablate_button.clicked.connect(self.touch.ablate)
        self.tabs, self.beside = QTabWidget(), Beside(context)
        self._lay_out()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        self.empty.setWordWrap(True)
        self.empty.setObjectName("quiet")
        self.place_label.setWordWrap(True)
        left.addWidget(self.list, 1)
        left.addWidget(self.empty)
        removal = QHBoxLayout()
        for button in (self.remove_button, self.clear_button):
            removal.addWidget(button)
        removal.addStretch(1)
        left.addLayout(removal)
        where_row = QHBoxLayout()
        where_row.addWidget(self.place_label, 1)
        where_row.addWidget(self.scope)
        left.addLayout(where_row)
        adding = QHBoxLayout()
        for widget in (self.forbid_button, self.off_button, self.more):
            adding.addWidget(widget)
        adding.addStretch(1)
        left.addLayout(adding)
        left.addWidget(self.measuring)
        self.measuring.setWordWrap(True)
        self.measuring.setObjectName("quiet")
        self.measuring.hide()
        words = QHBoxLayout()
        words.addWidget(self.word_label)
        words.addWidget(self.word)
        words.addWidget(self.word_says, 1)
        self.guesses_page, self.difference_page, self.matter_page = QWidget(), QWidget(), QWidget()
        column = QVBoxLayout(self.guesses_page)
        column.addWidget(self.next_title)
        column.addWidget(self.next_tokens, 1)
        column.addLayout(words)
        column.addWidget(self.losses)
        column = QVBoxLayout(self.difference_page)
        column.addWidget(self.map_title)
        column.addWidget(self.map, 1)
        column = QVBoxLayout(self.matter_page)
        column.addWidget(self.heads_title)
        column.addWidget(RankingScroll(self.heads), 1)
        row = QHBoxLayout()
        row.addWidget(self.ablate_button)
        row.addWidget(self.progress, 1)
        column.addLayout(row)
        for label in (self.next_title, self.losses, self.map_title, self.heads_title, self.word_label):
            label.setObjectName("quiet")
        for label in (self.next_title, self.losses, self.map_title, self.heads_title):
            label.setWordWrap(True)
        for page in (self.guesses_page, self.difference_page, self.matter_page, self.beside):
            self.tabs.addTab(page, "")
        self.tabs.currentChanged.connect(self._show_page)
        self.progress.hide()
        self.tabs.tabBar().setUsesScrollButtons(True)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._body.addLayout(left, 2)
        self._body.addWidget(self.tabs, 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self.height()
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.BottomToTop)

    # Texts -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("What if")

    def invitation(self) -> str:
        return self.tr("Change something inside the model and see what it says.")

    def help_text(self) -> str:
        return self.tr(
            "<p>Choose a head and two tokens in any panel, then forbid the look, force it, or switch the head off. "
            "The change goes through the real forward pass; every panel shows the changed model, and the next-token "
            "candidates stand before beside after.</p><p>Each change has a check box: try it with and without. "
            "Double click or F2 gives it a name, Delete removes it, Ctrl+Z takes any step back.</p>"
            "<p><b>Beside</b> shows the same head on a second text, or in a second model, and the difference at the "
            "tokens that both have.</p>"
            "<p><b>Does the head matter?</b> switches each head off in turn and ranks them by what the text then "
            "costs in nats per token; “48 heads” shows the same numbers beside the maps. Without which heads is a name "
            "lost? Choose the token after which the next piece of the name has to come, measure, and sort “48 heads” "
            "by P.</p><p>A forced cell gets its weight, the other weights of its row are scaled so that the row still "
            "adds up to 1.</p>"
        )

    def caption(self) -> str:
        return self.tr("What if · {changes}").format(
            changes="; ".join(self.list.item(i).text() for i in range(self.list.count())) or self.tr("nothing changed")
        )

    def retranslate(self) -> None:
        texts = {
            "forbid": self.tr("Forbid the look"),
            "force": self.tr("Force the look"),
            "remove-value": self.tr("Remove the key’s value"),
            "double-value": self.tr("Double the key’s value"),
            "off": self.tr("Switch off"),
            "keep-layer": self.tr("Switch off the other heads of the layer"),
            "keep-model": self.tr("Switch off all other heads"),
            "rope": self.tr("Without positions (RoPE off)"),
            "cold": self.tr("Temperature 0: the best key takes all"),
            "sharp": self.tr("Temperature 0.5: sharper"),
            "soft": self.tr("Temperature 2: softer"),
        }
        for name, action in self.actions_by_id.items():
            action.setText(texts[name])
        self.mean_action.setText(self.tr("Replace its output by its mean"))
        self.mean_action.setToolTip(self.tr("The mean over {n} held-out stories").format(n=STORIES))
        for button, text in (
            (self.forbid_button, texts["forbid"]),
            (self.off_button, texts["off"]),
            (self.more, self.tr("More")),
            (self.remove_button, self.tr("Remove")),
            (self.clear_button, self.tr("Clear all")),
        ):
            button.setText(text)
            button.setAccessibleName(text)
        chosen = max(self.scope.currentIndex(), 0)
        self.scope.clear()
        for text, data in zip((self.tr("this head"), self.tr("its layer"), self.tr("every head")), SCOPES):
            self.scope.addItem(text, data)
        self.scope.setCurrentIndex(chosen)
        self.tabs.setAccessibleName(self.tr("What changed"))
        self.scope.setAccessibleName(self.tr("Which heads"))
        self.list.setAccessibleName(self.tr("Changes in force"))
        self.empty.setText(self.tr("Nothing is changed. Choose a head and two tokens, then press a button below."))
        pages = (self.tr("Next token"), self.tr("Difference"), self.tr("Does the head matter?"), self.tr("Beside"))
        for i, text in enumerate(pages):
            self.tabs.setTabText(i, text)
        self.beside.retranslate()
        self.next_tokens.set_headings(self.tr("before"), self.tr("after"))
        self.next_tokens.setAccessibleName(self.tr("Next-token candidates before and after"))
        self.word_label.setText(self.tr("Word:"))
        self.word.setAccessibleName(self.tr("Word whose probability is shown"))
        self.word.setPlaceholderText(self.tr("Tom"))
        self.map.setAccessibleName(self.tr("After minus before, of the selected head"))
        self.heads.setAccessibleName(self.tr("Heads by what they are worth"))
        self._show_ablation()

    def retheme(self, theme: Theme) -> None:
        for part in (self.next_tokens, self.map, self.heads):
            part.set_theme(theme)
        self.beside.retheme(theme)

    # Changing --------------------------------------------------------------------------------------------------

    def place(self) -> Place | None:
        """What the selection and the scope point at."""
        trace, chosen = self.store.live.trace, self.store.state.selection
        if trace is None or not trace.n_layer:
            return None
        return Place.of(chosen, len(trace), self.scope.currentData())

    def _show_cell_menu(self, query: int, key: int, at: QPoint) -> None:
        chosen = self.store.state.selection
        self.touch.show_menu((chosen.layer, chosen.head), at, (query, key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen, (query, key) = self.store.state.selection, self.map.cursor_cell
        head, trace = (chosen.layer, chosen.head), self.store.live.trace
        on_map = self.focusWidget() is self.map and trace is not None and 0 <= max(query, key) < len(trace)
        if on_map and (self.touch.cell_key(event, head, query, key) or self.touch.head_key(event, head)):
            event.accept()
        else:
            super().keyPressEvent(event)

    def add(self, name: str) -> None:
        """Do to the selected place what `MAKERS` says; the same change twice is taken back instead."""
        place = self.place()
        made = None if place is None else MAKERS[name](place)
        if made is None:
            return
        self.context.edit(self.actions_by_id[name].text(), changes=toggled(self.store.state.changes, made))

    def replace_by_mean(self) -> None:
        """Replace the output of the chosen head by its mean over the held-out text, as soon as that is known."""
        trace, chosen = self.store.live.trace, self.store.state.selection
        if trace is None or not trace.n_layer:
            return
        self._wants_mean = (trace.model, chosen.layer, chosen.head)
        if self._means is not None and self._means.model == trace.model:
            self._put_mean(self._means)
        else:
            self.context.post(AverageHeads())
            self._show_measuring(0, STORIES)

    def _show_measuring(self, done: int, total: int) -> None:
        text = self.tr("Measuring the mean of every head: {done} of {total} stories")
        self.measuring.setText(text.format(done=done, total=total))
        self.measuring.setVisible(self._wants_mean is not None)

    def _put_mean(self, means: HeadMeans) -> None:
        wanted, self._wants_mean = self._wants_mean, None
        self.measuring.hide()
        if wanted is not None and wanted[0] == means.model:
            made = SwitchOff(*wanted[1:], means.of(*wanted[1:]))
            self.context.edit(self.mean_action.text(), changes=toggled(self.store.state.changes, made))

    def _hear_means(self, event: Event) -> None:
        match event:
            case Progress():
                self._show_measuring(event.done, event.total)
            case Answer(result=HeadMeans() as means):
                self._means = means
                self._put_mean(means)
            case Failure() | Cancelled():
                self._wants_mean = None
                self.measuring.hide()

    def remove(self) -> None:
        """Take the chosen change out of the list; the mask of the board goes from the model, not from the board."""
        row = self.list.currentRow()
        if row < 0:
            return
        first = self._listed_board()
        if row < first:
            self.context.edit(self.tr("Take the mask out of the model"), board=self._board_off())
        else:
            changes = self.store.state.changes
            self.context.edit(
                self.tr("Remove a change"), changes=(*changes[: row - first], *changes[row - first + 1 :])
            )

    def clear(self) -> None:
        """The model as it was trained."""
        self.context.edit(self.tr("Remove all changes"), changes=(), board=self._board_off())

    def _board_off(self) -> Board:
        return replace(self.store.state.board, scope="none")

    def _listed_board(self) -> int:
        return 0 if self.store.state.board_intervention is None else 1

    def _item_changed(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        self._listed = None  # what is written there may differ from what is in force
        row = self.list.row(item) - self._listed_board()
        if row < 0:
            self.context.edit(self.tr("Take the mask out of the model"), board=self._board_off())
            return
        changes = list(self.store.state.changes)
        old = changes[row]
        words = in_words(old.intervention, self._tokens())
        name = "" if item.text() == words else item.text().strip()
        changes[row] = replace(old, name=name, enabled=item.checkState() == Qt.CheckState.Checked)
        self.context.edit(self.tr("Alter a change"), changes=tuple(changes))
        self._fill_list()

    def _tokens(self) -> tuple:  # type: ignore[type-arg] # tokens, or none yet
        trace = self.store.live.trace
        return () if trace is None else trace.tokens

    # The picture -----------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        self._fill_list()
        self._show_place()
        if changed - {"changes", "board"} or self.tabs.currentWidget() is not self.guesses_page:
            self._show_page()

    def _show_page(self) -> None:
        """Paint the page that is in front; the others are painted when they come."""
        trace, before = self.store.live.trace, self.store.live.untouched
        if trace is None or before is None:
            return
        if self.tabs.currentWidget() is self.guesses_page:
            self._show_guesses(before, trace)
            self._show_word()
            self._show_losses(before, trace)
        elif self.tabs.currentWidget() is self.difference_page:
            self._show_difference(before, trace)
        elif self.tabs.currentWidget() is self.matter_page:
            self._show_ablation()
        elif self.tabs.currentWidget() is self.beside:
            self.beside.refresh()

    def _fill_list(self) -> None:
        board, tokens = self.store.state.board_intervention, self._tokens()
        changes = (*(() if board is None else (Change(board),)), *self.store.state.changes)
        lines = [(change.name, in_words(change.intervention, tokens), change.enabled) for change in changes]
        if lines == self._listed:  # as in a drag, in which only numbers change
            return
        self._filling, self._listed = True, lines
        row = self.list.currentRow()
        self.list.clear()
        for name, words, enabled in lines:
            item = QListWidgetItem(name or words)
            item.setToolTip(words)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable)
            item.setCheckState(Qt.CheckState.Checked if enabled else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        some = self.list.count() > 0
        self.empty.setVisible(not some)
        self.remove_button.setEnabled(some)
        self.clear_button.setEnabled(some)
        self._filling = False

    def _show_place(self) -> None:
        place, tokens = self.place(), self._tokens()
        for name, action in self.actions_by_id.items():
            action.setEnabled(place is not None and (name not in NEEDS_KEY or place.key is not None))
        self.forbid_button.setEnabled(self.actions_by_id["forbid"].isEnabled())
        self.off_button.setEnabled(self.actions_by_id["off"].isEnabled())
        if place is None:
            self.place_label.setText("")
        elif place.key is None:
            text = self.tr("Chosen: {place}, query “{query}”. Mark a key too (right click in the inspector).")
            self.place_label.setText(text.format(place=where(place.layer, place.head), query=tokens[place.query].label))
        else:
            text = self.tr("Chosen: {place}, from “{query}” to “{key}”.")
            self.place_label.setText(
                text.format(
                    place=where(place.layer, place.head),
                    query=tokens[place.query].label,
                    key=tokens[place.key].label,
                )
            )

    def _show_guesses(self, before: Trace, after: Trace) -> None:
        position = self.store.state.selection.query_in(len(after))
        p, q = before.probabilities(position), after.probabilities(position)
        best = largest(np.maximum(p, q), SHOWN)
        touched = after is not before
        true = after.ids[position + 1] if position + 1 < len(after) else -1
        vocabulary = after.vocabulary
        self.next_tokens.set_candidates(
            tuple(
                Candidate(
                    vocabulary[i] if vocabulary else f"#{i}", float(p[i]), float(q[i]) if touched else None, i == true
                )
                for i in best
            )
        )
        self.next_title.setText(self.tr("What comes after “{token}”?").format(token=after.tokens[position].label))

    def _show_word(self) -> None:
        trace, before = self.store.live.trace, self.store.live.untouched
        word = self.word.text().strip()
        if trace is None or before is None or not word:
            self.word_says.setText("")
            return
        labels = (f"·{word}", word)
        token = next((i for label in labels for i, known in enumerate(trace.vocabulary) if known == label), None)
        if token is None:
            self.word_says.setText(self.tr("is not one token; take a shorter piece"))
            return
        position = self.store.state.selection.query_in(len(trace))
        p, q = float(before.probabilities(position)[token]), float(trace.probabilities(position)[token])
        self.word_says.setText(f"{numbers.weight(p)} → {numbers.weight(q)}")

    def _show_losses(self, before: Trace, after: Trace) -> None:
        if len(after) < 2:
            self.losses.setText(self.tr("Loss of the text: not defined, it has no tokens."))
            return
        p, q = (float(np.mean(trace.loss[1:], dtype=np.float64)) for trace in (before, after))
        self.losses.setText(
            self.tr("Loss of the text: {before} → {after} nats per token ({change})").format(
                before=numbers.loss(p), after=numbers.loss(q), change=numbers.signed(q - p)
            )
        )

    def _show_difference(self, before: Trace, after: Trace) -> None:
        chosen = self.store.state.selection
        if not after.n_layer:
            return
        change = after.pattern(chosen.layer, chosen.head) - before.pattern(chosen.layer, chosen.head)
        closed = np.triu(np.ones(change.shape, bool), 1) & (change == 0)
        labels = [token.label for token in after.tokens]
        self.map.set_names(labels, labels)
        self.map.set_values(
            change, closed, colour_map=DIFFERENCE_MAP, span=(-1.0, 1.0), text=lambda x: numbers.signed(x, 2)
        )
        self.map.set_markers(chosen.query_in(len(after)), chosen.key)
        self.map_title.setText(
            self.tr("{place}: weights after minus before; largest change {change}").format(
                place=where(chosen.layer, chosen.head), change=numbers.weight(float(np.abs(change).max()))
            )
        )

    # Does the head matter? -------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        self.beside.on_event(event)
        if isinstance(event.request, AverageHeads):
            self._hear_means(event)

    def _ranked(self) -> list[tuple[tuple[int, int], Worth]]:
        """Every head with what is lost without it, the dearest one first."""
        found = self.store.live.worth
        rows = [] if found is None else list(found.worth.items())
        return sorted(rows, key=lambda row: -row[1].loss if row[1].loss == row[1].loss else 0.0)

    def _show_ablation(self) -> None:
        live, rows = self.store.live, self._ranked()
        running, found = live.ablating is not None, live.worth
        self.progress.setVisible(running)
        self.progress.setRange(0, 0 if live.trace is None else live.trace.n_layer * live.trace.n_head)
        self.progress.setValue(len(rows))
        self.ablate_button.setText(self.tr("Stop") if running else self.tr("Switch each head off in turn"))
        self.ablate_button.setAccessibleName(self.ablate_button.text())
        if found is not None:
            text = self.tr(
                "Loss with all heads: {loss} nats; P(“{token}”) after token {position}: {p}. Without each head:"
            ).format(
                loss=numbers.loss(found.loss),
                token=found.label,
                position=found.position,
                p=numbers.weight(found.probability),
            )
            if live.worth_is_old:
                text = self.tr("Measured under other changes than now.") + " " + text
        elif live.ablation is not None and not running:
            text = self.tr("What was measured was another text or another model. Measure again.")
        else:
            text = self.tr("How much dearer does the text become without each head?")
        self.heads_title.setText(text)
        most = max((abs(worth.loss) for _, worth in rows), default=1.0) or 1.0
        label = self.tr("{head}, P {p}")
        self.heads.set_entries(
            [
                Without(
                    label.format(head=f"{layer + 1}·{head + 1}", p=numbers.signed(worth.probability, 3)),
                    max(worth.loss, 0.0) / most,
                    said=numbers.signed(worth.loss, 3),
                )
                for (layer, head), worth in rows
            ]
        )

    def _choose_head(self, row: int) -> None:
        ranked = self._ranked()
        if row < len(ranked):
            (layer, head), _ = ranked[row]
            self.store.select(layer=layer, head=head)

    def tables(self) -> tuple[Table, ...]:
        tables = [
            Table(
                self.tr("Next token"),
                (self.tr("token"), self.tr("before"), self.tr("after")),
                tuple((c.label, c.before, "" if c.after is None else c.after) for c in self.next_tokens.candidates),
            )
        ]
        if self.store.live.worth is not None:
            columns = (self.tr("layer"), self.tr("head"), self.tr("added loss in nats"), self.tr("change of P"))
            rows = tuple((a + 1, b + 1, worth.loss, worth.probability) for (a, b), worth in self._ranked())
            tables.append(Table(self.tr("Without each head"), columns, rows))
        return (*tables, *self.beside.tables())
