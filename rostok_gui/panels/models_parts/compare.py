"""The models side by side: a table, their losses on one axis, and the measurement."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.engine.measure_models import Figures, MeasureModels, ModelEntry, ModelsMeasured
from rostok_gui.engine.results import Answer, Cancelled, Event, Failure, Progress
from rostok_gui.messages import Message
from rostok_gui.panels.base import Context, Table
from rostok_gui.panels.models_parts.view import ModelsView
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.loss_axis import LossAxis, LossRow

FEW = 50
"""Stories of the quick measurement."""
HERE = "✓"
_GO_FIRST = (3, 2, 5, 1)
"""Columns that are left out, in this order, where the table is narrow; exported tables have them all."""


class ComparePart(QWidget):
    """Table, picture, measurement.

    Signals
    -------
    chosen : str
        Name of a model.
    opened : str
        Name of a model that is wanted in all panels.
    measured : ModelsMeasured
        Models that were measured, as soon as each is done.
    """

    chosen = Signal(str)
    opened = Signal(str)
    measured = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._view = ModelsView()
        self._asked: MeasureModels | None = None
        self._message: Message | None = None
        self._progress: Progress | None = None
        self.table, self.axis = QTableWidget(), LossAxis()
        self.legend, self.status = QLabel(), QLabel()
        self.measure_button, self.cancel_button, self.open_button = QPushButton(), QPushButton(), QPushButton()
        self.stories_box = QComboBox()
        self.stories_box.addItem("", None)
        self.stories_box.addItem("", FEW)
        self.bar = QProgressBar()
        self._build()
        self._connect()

    def _build(self) -> None:
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for label in (self.legend, self.status):
            label.setObjectName("quiet")
            label.setWordWrap(True)
        self.bar.setTextVisible(False)
        controls = QHBoxLayout()
        controls.addWidget(self.measure_button)
        controls.addWidget(self.stories_box)
        controls.addWidget(self.bar, 1)
        controls.addWidget(self.status, 3)
        controls.addWidget(self.cancel_button)
        controls.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        column.addWidget(self.legend)
        column.addWidget(self.axis, 1)
        column.addLayout(controls)

    def _connect(self) -> None:
        self.table.currentCellChanged.connect(self._on_row)
        self.table.cellActivated.connect(lambda row, _: self._choose(row))
        self.axis.chosen.connect(self._choose)
        self.measure_button.clicked.connect(self.measure)
        self.cancel_button.clicked.connect(self.cancel)
        self.open_button.clicked.connect(lambda: self.opened.emit(self._view.chosen))

    # Texts -----------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set every text again."""
        self.table.setAccessibleName(self.tr("All models"))
        self.axis.setAccessibleName(self.tr("Losses of the models"))
        self.axis.set_texts(
            self.tr("loss in nats per token (further left is better)"),
            self.tr("perplexity = e to the loss: among so many tokens the model wavers"),
            self.tr("No loss is known yet. “Measure here” reads stories that no model has seen."),
        )
        self.measure_button.setText(self.tr("Measure here"))
        self.cancel_button.setText(self.tr("Cancel"))
        self.open_button.setText(self.tr("Use in all panels"))
        self.stories_box.setItemText(0, self.tr("all stories"))
        self.stories_box.setItemText(1, self.tr("{n} stories, quick").format(n=FEW))
        self.stories_box.setAccessibleName(self.tr("How many stories are read"))
        self.bar.setAccessibleName(self.tr("Progress of the measurement"))
        self.show_view(self._view)

    def retheme(self, theme: Theme) -> None:
        """Take other colours."""
        self.axis.set_theme(theme)
        self.show_view(self._view)

    def _headings(self) -> tuple[str, ...]:
        return (
            *(self.tr("model"), self.tr("parameters"), self.tr("layers × heads"), self.tr("width")),
            *(self.tr("sees"), self.tr("trained on"), self.tr("loss"), self.tr("perplexity")),
            *(self.tr("P(“or”)"), self.tr("tokens/s")),
        )

    # The models ------------------------------------------------------------------------------------------------

    def show_view(self, view: ModelsView) -> None:
        """Show the models."""
        self._view = view
        blocked = self.table.blockSignals(True)
        headings = self._headings()
        self.table.setRowCount(len(view.entries))
        self.table.setColumnCount(len(headings))
        self.table.setHorizontalHeaderLabels(headings)
        for row, entry in enumerate(view.entries):
            for column, text in enumerate(self.cells(entry)):
                self.table.setItem(row, column, self._item(entry, column, text))
        self.table.setCurrentCell(view.index, max(self.table.currentColumn(), 0))
        self.table.blockSignals(blocked)
        self._fit_table()
        self.axis.set_rows([self._loss_row(entry) for entry in view.entries if entry.config is not None], view.index)
        self._show_rest()

    def cells(self, entry: ModelEntry) -> tuple[str, ...]:
        """A row of the table."""
        here = self._context.store.state.document.model == entry.name
        name = f"▸ {entry.name}" if here else entry.name
        config = entry.config
        if config is None:
            return (name, *(numbers.NONE,) * 9)
        has_heads = config.architecture == "rostok"
        seen = numbers.NONE if entry.tokens_seen is None else self._millions(entry.tokens_seen)
        return (
            name,
            _counted(entry.parameters),
            f"{config.n_layer} × {config.n_head}" if has_heads else numbers.NONE,
            numbers.count(config.d_model),
            numbers.count(config.context),
            seen,
            *self._figure_cells(entry),
        )

    def _millions(self, tokens: int) -> str:
        return self.tr("{n} M", "millions of tokens").format(n=numbers.fixed(tokens / 1e6, 1))

    def _figure_cells(self, entry: ModelEntry) -> tuple[str, ...]:
        figures, sign = self._view.figures(entry), f" {HERE}" if self._view.here(entry) else ""
        speed = figures.tokens_per_second
        return (
            _known(figures.loss, numbers.loss, sign),
            _known(figures.perplexity, lambda x: numbers.fixed(x, 1), sign),
            _known(figures.p_or, numbers.weight, sign),
            _known(speed, lambda x: numbers.count(round(x)), ""),
        )

    def _item(self, entry: ModelEntry, column: int, text: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        if text.startswith("▸") or text.endswith(HERE):
            font = numbers.tabular(self.font())
            font.setBold(True)
            item.setFont(font)
        problem = self._problem(entry)
        if problem is not None:
            item.setForeground(QColor(self._context.theme().changed_ink))
            item.setToolTip(say(problem))
        return item

    def _problem(self, entry: ModelEntry) -> Message | None:
        found = self._view.measured.get(entry.name)
        return entry.problem or (found.problem if found is not None else None)

    def _loss_row(self, entry: ModelEntry) -> LossRow:
        here, then = self._view.here(entry), entry.at_training
        figures = self._view.figures(entry)
        reads_ahead = entry.config is not None and not entry.config.causal
        return LossRow(
            entry.name,
            then.loss,
            None if here is None else here.loss,
            figures.alone_loss if reads_ahead else None,
            self.tr("reads ahead → alone") if reads_ahead else "",
        )

    def _fit_table(self) -> None:
        """As high as its rows; the columns that fit, as wide as their texts, and the width that is left shared out."""
        header = self.table.horizontalHeader()
        height = round(1.9 * marks.em(self))
        for row in range(self.table.rowCount()):
            self.table.setRowHeight(row, height)
        columns = range(self.table.columnCount())
        for column in columns:
            self.table.setColumnHidden(column, False)
        needed = [max(self.table.sizeHintForColumn(c), header.sectionSizeHint(c)) + 2 for c in columns]
        room = self.width() - 2 * self.table.frameWidth()
        hidden: list[int] = []
        for column in _GO_FIRST:
            if sum(needed) > room:
                hidden.append(column)
                needed[column] = 0
        spare = max(0, room - sum(needed)) // max(1, len(needed) - len(hidden))
        for column in columns:
            self.table.setColumnHidden(column, column in hidden)
            if column not in hidden:
                self.table.setColumnWidth(column, needed[column] + spare)
        bar = self.table.horizontalScrollBar().sizeHint().height() if sum(needed) > room else 0
        self.table.setFixedHeight(header.sizeHint().height() + max(1, self.table.rowCount()) * height + bar + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_table()

    def _show_rest(self) -> None:
        """What stands below the table, and what can be done."""
        running = self._asked is not None
        self.bar.setVisible(running)
        self.cancel_button.setVisible(running)
        self.open_button.setVisible(not running)
        self.measure_button.setEnabled(not running and bool(self._view.usable))
        self.stories_box.setEnabled(not running)
        entry = self._view.entry
        attends = entry is not None and entry.config is not None and entry.config.architecture == "rostok"
        self.open_button.setEnabled(attends and self._view.chosen != self._context.store.state.document.model)
        self.legend.setText(self._legend())
        self.status.setText(self._status())

    def _legend(self) -> str:
        entry = self._view.entry
        problem = None if entry is None else self._problem(entry)
        if problem is not None:
            return say(problem)
        text = self.tr("Ring: as measured at training. Disc and ✓: measured here.")
        if self._view.measured:
            text = self.tr(
                "Ring: as measured at training. Disc and ✓: measured here on %n held-out text(s).",
                "",
                self._view.stories,
            )
        return (
            text + " " + self.tr("P(“or”): the invented name Zorbin is said again; how sure is the model after “ Z”?")
        )

    def _status(self) -> str:
        if self._progress is not None:
            return self._progress_text(self._progress)
        if self._asked is not None:
            return self.tr("Waiting for the worker …")
        return "" if self._message is None else say(self._message)

    def _progress_text(self, progress: Progress) -> str:
        share = progress.done / max(1, progress.total)
        assert isinstance(progress.request, MeasureModels)
        done = len(progress.partial.rows) if isinstance(progress.partial, ModelsMeasured) else 0
        name = progress.request.names[min(done, len(progress.request.names) - 1)]
        text = f"{name} · {numbers.percent(share)}"
        if share > 0.02:
            left = progress.seconds / share * (1 - share)
            text += " · " + self.tr("about {n} s left").format(n=numbers.count(max(1, round(left))))
        return text

    def rows(self) -> tuple[LossRow, ...]:
        """What the picture shows."""
        return self.axis.rows

    # What is done ----------------------------------------------------------------------------------------------

    def measure(self) -> None:
        """Measure every model, one after the other."""
        self._asked = MeasureModels(self._view.usable, self.stories_box.currentData())
        self._message = self._progress = None
        self.bar.setRange(0, 0)
        self._context.replace(self._asked)
        self._show_rest()
        self.cancel_button.setFocus()

    def cancel(self) -> None:
        """Stop; models that are done keep their figures."""
        self._context.cancel(MeasureModels.__name__)
        self._end()
        self.measure_button.setFocus()

    def _end(self) -> None:
        self._asked = self._progress = None
        self._show_rest()

    def on_event(self, event: Event) -> None:
        """Hear how far the measurement is."""
        if self._asked is None or event.request is not self._asked:  # also one that was cancelled and answers late
            return
        match event:
            case Progress(partial=ModelsMeasured() as partial):
                self._progress = event
                self.bar.setRange(0, event.total)
                self.bar.setValue(event.done)
                self.status.setText(self._status())
                if any(self._view.measured.get(row.name) is not row for row in partial.rows):
                    self.measured.emit(partial)
            case Answer(result=ModelsMeasured() as result):
                self._asked = self._progress = None
                self.measured.emit(result)
            case Failure(message=message):
                self._message = message
                self._end()
            case Cancelled():
                self._end()

    def _on_row(self, row: int, _column: int, _old_row: int, _old_column: int) -> None:
        self._choose(row)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._view.entries) and row != self._view.index:
            self.chosen.emit(self._view.entries[row].name)

    # Taking along ----------------------------------------------------------------------------------------------

    def tables(self) -> tuple[Table, ...]:
        """All figures, those of training and those of here in rows of their own."""
        columns = (
            *(self.tr("model"), self.tr("measured"), self.tr("parameters"), self.tr("layers"), self.tr("heads")),
            *(self.tr("width"), self.tr("sees"), self.tr("trained on"), self.tr("loss"), self.tr("perplexity")),
            *(self.tr("P(“or”)"), self.tr("P, other names"), self.tr("loss alone"), self.tr("tokens/s")),
        )
        rows = []
        for entry in self._view.entries:
            rows.append(_table_row(entry, self.tr("at training"), entry.at_training))
            here = self._view.here(entry)
            if here is not None:
                rows.append(_table_row(entry, self.tr("here"), here))
        return (Table(self.tr("Models"), columns, tuple(rows)),) if rows else ()


def _table_row(entry: ModelEntry, where: str, figures: Figures) -> tuple[object, ...]:
    config = entry.config
    heads = (config.n_layer, config.n_head) if config is not None and config.architecture == "rostok" else ("", "")
    shape = ("", "") if config is None else (config.d_model, config.context)
    measured = (figures.loss, figures.perplexity, figures.p_or, figures.p_invented, figures.alone_loss)
    cells = (entry.name, where, entry.parameters, *heads, *shape, entry.tokens_seen, *measured)
    return tuple("" if cell is None else cell for cell in (*cells, figures.tokens_per_second))


def _known(value: float | None, write: Callable[[float], str], sign: str) -> str:
    return numbers.NONE if value is None else f"{write(value)}{sign}"


def _counted(value: int | None) -> str:
    return numbers.NONE if value is None else numbers.count(value)
