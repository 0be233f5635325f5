"""Panel “Token inspector”: where one token looks, which head looks from here to there, what comes next."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QFont, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.trace import Trace
from rostok_gui.panels import inspector_rows as rows
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.shell.icons import icon
from rostok_gui.shell.theme import Theme
from rostok_gui.shell.touch import Touch
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.changed_mark import ChangedMark
from rostok_gui.widgets.colormap import SCALES, hex_colour
from rostok_gui.widgets.flow import FlowLayout
from rostok_gui.widgets.heatmap import Heatmap
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.ranking import Entry, Ranking, RankingScroll
from rostok_gui.widgets.token_strip import TokenScroll, TokenStrip

VIEWS = ("head", "mean", "all")
SHOWN_GUESSES, LISTED_GUESSES = 20, 100
_CHIP_SIZES = (2.0, 1.6, 1.3, 1.0)
_CHIPS_SHARE = {"head": 0.55, "mean": 0.55, "all": 0.35}
_WIDE = 2.4
_GUESSES = 10.5
"""Width in em in which the name of a guess and its per cent stand clear of each other."""


class InspectorPanel(Panel):
    """The text as chips; its query, its key; the guesses after the query."""

    panel_id = "inspector"
    watches = frozenset({"trace", "untouched", "selection", "display", "model", "document"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._ranked: list[rows.Looking] = []
        self._shared: tuple[object, ...] = ()
        self._guesses: list[rows.Guess] = []
        self.strip = TokenStrip()
        self.strip.clicked.connect(self._choose_query)
        self.strip.marked.connect(self._choose_key)
        self.strip.hovered.connect(self._say_token)
        self.touch = Touch(context, self)
        self.strip.menu_asked.connect(self._show_chip_menu)
        self.chips = TokenScroll(self.strip)
        self.note, self.changed_mark = QLabel(), ChangedMark()
        self.guesses, self.guesses_title, self.truth = Ranking(fit=True), QLabel(), QLabel()
        self.guesses.hovered.connect(self._say_guess)
        self.guesses.chosen.connect(self._say_guess)
        self.heads, self.heads_title, self.heads_hint = Ranking(), QLabel(), QLabel()
        self.heads.hovered.connect(self._say_head)
        self.heads.chosen.connect(self._choose_ranked)
        self.heads_area = RankingScroll(self.heads)
        self.table = Heatmap(square=False)
        self.table.hovered.connect(self._say_cell)
        self.table.clicked.connect(self._choose_row)
        self.table.activated.connect(self._choose_cell)
        self.table.menu_asked.connect(self._show_cell_menu)
        self.chooser = LayerHeadChooser()
        self.chooser.chosen.connect(self._choose_head)
        self.view = QComboBox()
        self.view.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.view.activated.connect(self._choose_view)
        self.copy_button, self.more = QToolButton(), QPushButton()
        self.copy_button.clicked.connect(self.copy_row)
        self._build_menu()
        self._lay_out()

    def _build_menu(self) -> None:
        """What is behind “More”."""
        self.menu = QMenu(self)
        self.without_start = QAction(self, checkable=True)
        self.without_start.triggered.connect(self._set_without_start)
        self.scales = QActionGroup(self)
        for scale in SCALES:
            action = QAction(self.scales)
            action.setCheckable(True)
            action.setData(scale)
        self.scales.triggered.connect(self._set_scale)
        self.forget_key, self.show_matrices = QAction(self), QAction(self)
        self.forget_key.triggered.connect(self._forget_key)
        self.show_matrices.triggered.connect(self._show_matrices)
        self.menu.addAction(self.without_start)
        self.menu.addSeparator()
        self.menu.addActions(self.scales.actions())
        self.menu.addSeparator()
        self.menu.addActions([self.forget_key, self.show_matrices])
        self.more.setMenu(self.menu)

    def _lay_out(self) -> None:
        guesses, heads = QWidget(), QWidget()
        for holder, widgets in (
            (guesses, (self.guesses_title, self.guesses, self.truth)),
            (heads, (self.heads_title, self.heads_hint, self.heads_area)),
        ):
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 0, 0, 0)
            for widget in widgets:
                column.addWidget(widget, 0 if widget in (self.guesses_title, self.heads_title, self.truth) else 1)
        self._lists = QWidget()
        pair = QHBoxLayout(self._lists)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.addWidget(guesses, 1)
        pair.addWidget(heads, 1)
        self._lower = QVBoxLayout()
        self._lower.addWidget(self._lists)
        self._lower.addWidget(self.table)
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.table.hide()
        for label in (self.note, self.truth, self.guesses_title, self.heads_title, self.heads_hint):
            label.setWordWrap(True)
            label.setObjectName("quiet")
        self.heads_hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        notes = QHBoxLayout()
        notes.addWidget(self.changed_mark)
        notes.addWidget(self.note, 1)
        notes.addStretch()
        picture = QVBoxLayout()
        picture.addWidget(self.chips)
        picture.addLayout(notes)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.addLayout(picture, 0)
        self._body.addLayout(self._lower, 1)
        self._controls = FlowLayout()
        for control in (self.chooser, self.view, self.copy_button, self.more):
            self._controls.addWidget(control)
        self._content = QWidget()
        whole = QVBoxLayout(self._content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(self._body, 1)
        whole.addLayout(self._controls)
        self.skeleton = QLabel()
        self.skeleton.setWordWrap(True)
        self.skeleton.setObjectName("quiet")
        self.skeleton.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.skeleton)
        self._pages.addWidget(self._content)
        outer = QVBoxLayout(self)
        outer.addWidget(self._pages)

    # What the panel says about itself --------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Token inspector")

    def invitation(self) -> str:
        return self.tr("Click a token to see where it looks. Right-click a second one: which head looks there?")

    def help_text(self) -> str:
        return self.tr(
            "<p>The text as the model reads it, cut into tokens. The token with the thick orange outline is the "
            "<b>query</b>: the one that looks. The fill and the per cent of every other token say how much the chosen "
            "head takes from it; all of them together are 100 %. What comes later is hatched: the query cannot see "
            "it.</p>"
            "<p><b>Try:</b> click the last token and go through the heads. Then mark a token before it as "
            "<b>key</b> (thin blue outline): the list at the right ranks all heads by how much they look from the "
            "query to the key. Click one of them, and it is the chosen head in every panel.</p>"
            "<p><b>What comes next:</b> the likeliest next tokens after the query. Below them stands the token that "
            "really follows, with its loss in nats: −ln of its probability.</p>"
            "<p><b>Signs:</b> · is a space, ↵ the end of a line, ◆ the start mark, ‹E4› a byte that is only a part of "
            "a character.</p>"
            "<p><b>Keys:</b> arrows, Home and End move; Enter or Space makes the token the query; K or Shift+Enter "
            "makes it the key; Esc lets the key go; Ctrl+C copies the row with full precision.</p>"
            "<p><b>Change the model:</b> F forbids the chosen head to look at the token where the keyboard is, G "
            "forces it to look there, Delete frees the look; O switches the head off. A second right click on the key "
            "offers the same. Panel “What if” lists all changes; Ctrl+Z takes them back.</p>"
        )

    def caption(self) -> str:
        trace = self.store.live.trace
        if trace is None or not trace.layers:
            return self.title()
        chosen = self.store.state.selection
        return self.tr("Layer {layer}, head {head}: where “{token}” (position {position}) looks").format(
            layer=chosen.layer + 1,
            head=chosen.head + 1,
            token=word(trace.tokens[self._query].label),
            position=self._query,
        )

    def tables(self) -> tuple[Table, ...]:
        trace = self.store.live.trace
        if trace is None:
            return ()
        own = (self._row_table(trace), self._heads_table(trace)) if trace.layers else ()
        return (*own, self._guesses_table(trace))

    # Painting --------------------------------------------------------------------------------------------------

    @property
    def _query(self) -> int:
        trace = self.store.live.trace
        return 0 if trace is None else self.store.state.selection.query_in(len(trace))

    def refresh(self, changed: frozenset[str]) -> None:
        trace = self.store.live.trace
        self._pages.setCurrentIndex(0 if trace is None else 1)
        if trace is None:
            self.skeleton.setText(
                self.tr("{text}\n\nThe model is being loaded. In a moment every token can be clicked.").format(
                    text=self.store.state.document.text
                )
            )
            return
        if changed & {"trace", "everything"}:
            self.strip.set_tokens([token.label for token in trace.tokens])
            self.chooser.set_counts(trace.n_layer, trace.n_head)
        self._show_controls(trace)
        self._show_weights(trace)
        self._show_guesses(trace)
        self._show_heads(trace)
        shared = (trace.ids, self.store.state.display.view, self.note.text(), self.changed_mark.isHidden())
        if shared != self._shared or "everything" in changed:
            self._shared = shared  # most traces differ in their weights alone
            self._share()

    def _show_controls(self, trace: Trace) -> None:
        state = self.store.state
        self.chooser.set_chosen(state.selection.layer, state.selection.head)
        self.view.setCurrentIndex(VIEWS.index(state.display.view))
        attends = bool(trace.layers)
        for control in (self.view, self.copy_button):
            control.setEnabled(attends)
        self.without_start.setChecked(state.display.without_start)
        for action in self.scales.actions():
            action.setChecked(action.data() == state.display.scale)
        self.forget_key.setEnabled(state.selection.key is not None)
        self.show_matrices.setEnabled(attends)
        self.note.setText(self._note(trace))
        self.note.setVisible(bool(self.note.text()))
        untouched = rows.changed_by_hand(trace, self.store.live.untouched)
        self.changed_mark.setVisible(untouched is not None)

    def _note(self, trace: Trace) -> str:
        """What must be known to read the picture."""
        if not trace.layers:
            return self.tr("The model {name} has no attention: there are no weights to show, only its guesses.").format(
                name=trace.model
            )
        if self.store.state.display.without_start:
            return self.tr("◆ is left out: the other weights are scaled up to 100 %.")
        return ""

    def _show_weights(self, trace: Trace) -> None:
        state = self.store.state
        chosen, display, query = state.selection, state.display, self._query
        if not trace.layers:
            self._show_lower(False)
            self.strip.set_picture(query=query, key=chosen.key)
            return
        row = rows.row_of(trace, chosen, display)
        self.strip.set_picture(weights=row.weights, closed=row.closed, query=query, key=chosen.key, scale=display.scale)
        self._show_lower(display.view == "all")
        if display.view == "all":
            self._show_table(trace)

    def _show_lower(self, table: bool) -> None:
        """Below the chips: the table of all heads, or the two lists."""
        self.table.setVisible(table)
        self._lists.setVisible(not table)

    def _show_table(self, trace: Trace) -> None:
        state = self.store.state
        table = rows.all_heads(trace, self._query, state.display.without_start)
        names = [head_name(*head) for head in rows.heads_of(trace)]
        self.table.set_names(names, [token.label for token in trace.tokens])
        self.table.set_values(table.weights, table.closed, scale=state.display.scale)
        chosen = state.selection
        self.table.set_markers(chosen.layer * trace.n_head + chosen.head, chosen.key, row_is_query=False)

    def _show_guesses(self, trace: Trace) -> None:
        query = self._query
        untouched = rows.changed_by_hand(trace, self.store.live.untouched)
        self._guesses = rows.guesses(trace, untouched, query, SHOWN_GUESSES)
        real = rows.truth(trace, query)
        self.guesses.set_entries(
            [
                Entry(
                    guess.label, guess.probability, guess.before, marked=real is not None and guess.token == real.token
                )
                for guess in self._guesses
            ]
        )
        title = (
            self.tr("What comes after “{token}”?") if untouched is None else self.tr("After “{token}”: before → now")
        )
        self.guesses_title.setText(title.format(token=word(trace.tokens[query].label)))
        self.truth.setText(self._truth_text(real))

    def _truth_text(self, real: rows.Truth | None) -> str:
        if real is None:
            return self.tr("The text ends here.")
        return self.tr("In the text: {token}, {probability}, place {rank}, {loss} nats").format(
            token=real.label,
            probability=numbers.percent(real.probability),
            rank=numbers.count(real.rank),
            loss=numbers.loss(real.loss),
        )

    def _show_heads(self, trace: Trace) -> None:
        """The heads ranked by how much they look from the query to the key, or why there is nothing to rank."""
        state = self.store.state
        query, key = self._query, state.selection.key
        hint = self._heads_hint(trace, query, key)
        self.heads_hint.setText(hint)
        self.heads_hint.setVisible(bool(hint))
        self.heads_area.setVisible(not hint)
        if hint or key is None:
            self._ranked = []
            self.heads.set_entries([])
            self.heads_title.setText(self.tr("Which head looks from here to there?"))
            return
        names = {"query": word(trace.tokens[query].label), "key": word(trace.tokens[key].label)}
        self.heads_title.setText(self.tr("Who looks from “{query}” to “{key}”?").format(**names))
        self._ranked = rows.ranked_heads(trace, query, key, state.display.without_start)
        own = (state.selection.layer, state.selection.head)
        self.heads.set_entries(
            [
                Entry(
                    self._ranked_name(found.layer, found.head),
                    found.weight,
                    colour=hex_colour(found.weight if found.weight == found.weight else 0.0, state.display.scale),
                    marked=(found.layer, found.head) == own,
                )
                for found in self._ranked
            ]
        )

    def _ranked_name(self, layer: int, head: int) -> str:
        return self.tr("Layer {layer}, head {head}").format(layer=layer + 1, head=head + 1)

    def _heads_hint(self, trace: Trace, query: int, key: int | None) -> str:
        if not trace.layers:
            return self.tr("This model has no heads.")
        if key is None:
            return self.tr("Mark the key: right-click a token, or go to it with the arrow keys and press K.")
        names = {"query": word(trace.tokens[query].label), "key": word(trace.tokens[key].label)}
        if key == 0 and self.store.state.display.without_start:
            return self.tr("The start mark ◆ is left out.")
        if rows.all_heads(trace, query, without_start=False).closed[:, key].all():
            return self.tr("No head can: “{query}” must not see “{key}”.").format(**names)
        return ""

    # Choosing --------------------------------------------------------------------------------------------------

    def _choose_query(self, position: int) -> None:
        self.store.select(query=position)

    def _choose_key(self, position: int) -> None:
        self.store.select(key=position)

    def _forget_key(self) -> None:
        self.store.select(key=None)

    def _choose_head(self, layer: int, head: int) -> None:
        self.store.select(layer=layer, head=head)

    def _choose_ranked(self, index: int) -> None:
        self._choose_head(self._ranked[index].layer, self._ranked[index].head)

    def _choose_row(self, row: int, _column: int) -> None:
        trace = self.store.live.trace
        if trace is not None:
            self._choose_head(*divmod(row, trace.n_head))

    def _choose_cell(self, row: int, column: int) -> None:
        self._choose_row(row, column)
        self._choose_key(column)

    def _choose_view(self, index: int) -> None:
        self._set_display(view=VIEWS[index])

    def _set_without_start(self, on: bool) -> None:
        self._set_display(without_start=on)

    def _set_scale(self, action: QAction) -> None:
        self._set_display(scale=action.data())

    def _set_display(self, **values: object) -> None:
        self.store.update(display=replace(self.store.state.display, **values))  # type: ignore[arg-type]  # by name

    def _show_matrices(self) -> None:
        self.context.open_panel("matrices")

    def _show_chip_menu(self, key: int, at: QPoint) -> None:
        trace, chosen = self.store.live.trace, self.store.state.selection
        if trace is not None and trace.layers:
            self.touch.show_menu((chosen.layer, chosen.head), at, (self._query, key))

    def _show_cell_menu(self, row: int, column: int, at: QPoint) -> None:
        trace = self.store.live.trace
        if trace is not None and trace.layers:
            self.touch.show_menu(divmod(row, trace.n_head), at, (self._query, column))

    def _touched(self, event: QKeyEvent) -> bool:
        """Let a key change the model at the chip or cell where the keyboard is."""
        trace, chosen = self.store.live.trace, self.store.state.selection
        if trace is None or not trace.layers:
            return False
        head, key = (chosen.layer, chosen.head), self.strip.cursor_position
        if self.focusWidget() is self.table:
            row, key = self.table.cursor_cell
            head = divmod(row, trace.n_head)
        elif self.focusWidget() is not self.strip:
            return False
        if 0 <= key < len(trace) and self.touch.cell_key(event, head, self._query, key):
            return True
        return self.touch.head_key(event, head)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_row()
        elif self._touched(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self.store.state.selection.key is not None:
            self._forget_key()
        else:
            super().keyPressEvent(event)

    # The sentence in the status bar ----------------------------------------------------------------------------

    def _say(self, message: Message | None) -> None:
        self.store.update(pointer=message)

    def _say_token(self, position: int) -> None:
        trace = self.store.live.trace
        if trace is None or not 0 <= position < len(trace):
            self._say(None)
            return
        if not trace.layers:
            token = word(trace.tokens[position].label)
            text = QT_TRANSLATE_NOOP("messages", "Position {position}: “{token}”")
            self._say(Message(text, {"position": position, "token": token}))
            return
        chosen = self.store.state.selection
        row = rows.row_of(trace, chosen, self.store.state.display)
        if self.store.state.display.view == "mean":
            template = QT_TRANSLATE_NOOP(
                "messages", "Layer {layer}, mean of its {count} heads: “{query}” gives {weight} to “{key}”"
            )
            self._say_weight(trace, row, position, template, layer=chosen.layer + 1, count=trace.n_head)
        else:
            self._say_weight(trace, row, position, _ONE_HEAD, layer=chosen.layer + 1, head=chosen.head + 1)

    def _say_weight(self, trace: Trace, row: rows.Row, key: int, template: str, **values: object) -> None:
        values |= {"query": word(trace.tokens[self._query].label), "key": word(trace.tokens[key].label)}
        weight = float(row.weights[key])
        if row.closed[key]:
            template = QT_TRANSLATE_NOOP("messages", "“{query}” must not see “{key}”")
        elif weight != weight:
            template = QT_TRANSLATE_NOOP("messages", "“{query}” looks at “{key}” too, but ◆ is left out")
        self._say(Message(template, values | {"weight": numbers.percent(weight)}))

    def _say_cell(self, row: int, column: int) -> None:
        trace = self.store.live.trace
        if trace is None or row < 0:
            self._say(None)
            return
        self._say_head_row(trace, *divmod(row, trace.n_head), column)

    def _say_head_row(self, trace: Trace, layer: int, head: int, key: int) -> None:
        row = rows.head_row(trace, layer, head, self._query, self.store.state.display.without_start)
        self._say_weight(trace, row, key, _ONE_HEAD, layer=layer + 1, head=head + 1)

    def _say_head(self, index: int) -> None:
        trace, key = self.store.live.trace, self.store.state.selection.key
        if trace is None or key is None or not 0 <= index < len(self._ranked):
            self._say(None)
            return
        self._say_head_row(trace, self._ranked[index].layer, self._ranked[index].head, key)

    def _say_guess(self, index: int) -> None:
        trace = self.store.live.trace
        if trace is None or not 0 <= index < len(self._guesses):
            self._say(None)
            return
        guess = self._guesses[index]
        values: dict[str, object] = {
            "query": word(trace.tokens[self._query].label),
            "token": guess.label,
            "probability": numbers.weight(guess.probability),
            "before": "" if guess.before is None else numbers.weight(guess.before),
        }
        if guess.before is None:
            template = QT_TRANSLATE_NOOP("messages", "After “{query}” comes “{token}” with probability {probability}")
        else:
            template = QT_TRANSLATE_NOOP(
                "messages",
                "After “{query}” comes “{token}” with probability {probability}; before the change: {before}",
            )
        self._say(Message(template, values))

    # Numbers for others ----------------------------------------------------------------------------------------

    def copy_row(self) -> None:
        """Put the row of the query on the clipboard as tab-separated values."""
        trace = self.store.live.trace
        if trace is None or not trace.layers:
            return
        table = self._row_table(trace)
        lines = [table.columns, *table.rows]
        QGuiApplication.clipboard().setText("\n".join("\t".join(map(str, line)) for line in lines) + "\n")
        text = QT_TRANSLATE_NOOP("messages", "The weights of “{query}” are on the clipboard")
        self._say(Message(text, {"query": word(trace.tokens[self._query].label)}))

    def _row_table(self, trace: Trace) -> Table:
        """The row on screen; without the start mark its place is empty."""
        row = rows.row_of(trace, self.store.state.selection, self.store.state.display)
        return Table(
            "row",
            ("position", "token", "weight"),
            tuple((j, trace.tokens[j].label, _plain(weight)) for j, weight in enumerate(row.weights)),
        )

    def _heads_table(self, trace: Trace) -> Table:
        query = self._query
        columns = ("layer", "head", *(f"{j} {token.label}" for j, token in enumerate(trace.tokens)))
        table = rows.all_heads(trace, query, self.store.state.display.without_start)
        return Table(
            "heads",
            columns,
            tuple(
                (layer + 1, head + 1, *map(_plain, weights))
                for (layer, head), weights in zip(rows.heads_of(trace), table.weights)
            ),
        )

    def _guesses_table(self, trace: Trace) -> Table:
        untouched = rows.changed_by_hand(trace, self.store.live.untouched)
        listed = rows.guesses(trace, untouched, self._query, LISTED_GUESSES)
        columns = ("token", "id", "probability") + (() if untouched is None else ("before",))
        return Table(
            "guesses",
            columns,
            tuple((g.label, g.token, g.probability) + (() if g.before is None else (g.before,)) for g in listed),
        )

    # Texts, colours, sizes -------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.strip.setAccessibleName(self.tr("Tokens of the text"))
        self.table.setAccessibleName(self.tr("Weights of all heads"))
        self.guesses.setAccessibleName(self.tr("Guesses of the next token"))
        self.heads.setAccessibleName(self.tr("Heads that look from the query to the key"))
        self.chooser.retranslate()
        views = (self.tr("One head"), self.tr("Layer mean"), self.tr("All heads"))
        self.view.clear()
        self.view.addItems(views)
        self.view.setCurrentIndex(VIEWS.index(self.store.state.display.view))
        self.view.setAccessibleName(self.tr("What is shown"))
        self.copy_button.setAccessibleName(self.tr("Copy the row"))
        self.copy_button.setToolTip(self.tr("Copy the row as a table with full precision (Ctrl+C)"))
        self.more.setText(self.tr("More"))
        self.more.setAccessibleName(self.tr("More"))
        self.without_start.setText(self.tr("Without ◆"))
        scales = {
            "linear": self.tr("Colours: linear"),
            "sqrt": self.tr("Colours: square root"),
            "log": self.tr("Colours: logarithm"),
        }
        for action in self.scales.actions():
            action.setText(scales[action.data()])
        self.forget_key.setText(self.tr("Let the key go"))
        self.show_matrices.setText(self.tr("The matrices of this head"))

    def retheme(self, theme: Theme) -> None:
        for part in (self.strip, self.table, self.guesses, self.heads):
            part.set_theme(theme)
        size = marks.em(self)
        self.copy_button.setIcon(icon("copy", theme.text, theme.muted))
        self.copy_button.setIconSize(QSize(round(1.2 * size), round(1.2 * size)))
        self.changed_mark.set_theme(theme)
        self._space()

    def _space(self) -> None:
        """Distances from the font."""
        size = marks.em(self)
        edge, gap = round(0.6 * size), round(0.5 * size)
        for layout in (self.layout(), self._content.layout(), self._lists.layout(), self._body):
            if layout is not None:
                layout.setSpacing(gap)
        self.table.setMinimumHeight(self.table.minimumSizeHint().height())
        self.guesses.setMinimumWidth(round(_GUESSES * size))
        bar = self.heads_area.verticalScrollBar().sizeHint().width()
        self.heads_area.setMinimumWidth(self.heads.width_for(self._ranked_name(7, 7)) + bar)
        outer = self.layout()
        if outer is not None:
            outer.setContentsMargins(edge, 0, edge, edge)

    def _share(self) -> None:
        """Large chips while the text is short; they and the lists side by side in a low and wide panel."""
        room, size = self._pages.size(), marks.em(self)
        wide = room.width() > _WIDE * room.height()
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        height = room.height() - self._controls.heightForWidth(room.width()) - round(size)
        width = max(1, room.width() // 2 if wide else room.width())
        if self.note.text():
            height -= self.note.heightForWidth(width) + round(0.5 * size)
        share = _CHIPS_SHARE[self.store.state.display.view]
        left = height - self._least_below(width)
        most = max(round(3 * size), height if wide else min(round(share * height), left))
        for factor in _CHIP_SIZES:
            font = QFont(self.font())
            font.setPointSizeF(font.pointSizeF() * factor)
            self.strip.setFont(font)
            needed = self.strip.heightForWidth(width)
            if needed <= most:
                break
        # The whole text, where the lists still have what they need; of a longer one no more than its share.
        self.chips.set_wanted_height(height if wide else needed if needed <= left else most)
        self._body.setStretch(0, 1 if wide else 0)

    def _least_below(self, width: int) -> int:
        """What the lists or the table need."""
        layout = self._lists.layout()
        if self.store.state.display.view == "all" or layout is None:
            return self.table.minimumSizeHint().height()
        return layout.minimumHeightForWidth(width)

    def minimumSizeHint(self) -> QSize:
        """Qt asks a layout for its height before it knows how many lines the width makes of the controls."""
        more = self._controls.heightForWidth(self._pages.width()) - self._controls.minimumSize().height()
        return super().minimumSizeHint() + QSize(0, more)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.layout() is not None:
            self.retheme(self.context.theme())
            self._share()


_ONE_HEAD = QT_TRANSLATE_NOOP("messages", "Layer {layer} head {head}: “{query}” gives {weight} to “{key}”")


def word(label: str) -> str:
    """A label inside a sentence: without the sign of the space before it."""
    return label[1:] if label.startswith("·") and len(label) > 1 else label


def head_name(layer: int, head: int) -> str:
    """Short name of a head, from 1: ``6·4``."""
    return f"{layer + 1}·{head + 1}"


def _plain(value: float) -> float | str:
    """A number with all its digits; empty where there is none."""
    return "" if value != value else float(value)
