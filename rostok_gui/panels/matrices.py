"""Panel “Matrices”: one head and all tokens at once, step by step from Q, K and V to what the layer adds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QPainter, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.engine.layer_output import AskLayerOutput, LayerOutput
from rostok_gui.engine.results import Answer, Event
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.matrices_parts import stages
from rostok_gui.panels.matrices_parts.head import HeadView, example_head, text_head
from rostok_gui.panels.matrices_parts.memory import Memory
from rostok_gui.panels.matrices_parts.script import script
from rostok_gui.panels.matrices_parts.stages import GLUED, MIXED, N_STEP, PRODUCTS, Products
from rostok_gui.shell.icons import icon
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.flow import FlowLayout
from rostok_gui.widgets.formula import Formula, Line, Span
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.matrix_equation import KEY, PART, QUERY, MatrixEquation
from rostok_gui.widgets.matrix_picture import Matrix, colour_matrix
from rostok_gui.widgets.powers import below, small
from rostok_gui.widgets.term_bars import TermBars

TEXT, EXAMPLE = "text", "example"
AGREES = 1e-5
"""By hand and the model may differ by the rounding of single precision, not by more."""
OUTPUT_AGREES = 1e-4
"""The same for the residual stream, whose numbers are larger and go through the MLP on the way."""
_LOW, _LOW_UPRIGHT = 32.0, 40.0
"""Height in em below which texts are kept short; in an upright panel more stands above each other."""
_UPRIGHT, _WIDE = 36.0, 27.0
"""Height in em from which on a panel stands its parts above each other if it is narrower than `_WIDE`."""
_SUM = 18.0
"""Width in em of the way from the products to the weight; in less room its type would be small."""
_LEAST = 22.0
"""Height in em that is always needed."""
_SHORT = 128
_REST_MS = 150
"""A hand that has not moved for so long rests."""

CELL = QT_TRANSLATE_NOOP("messages", "{matrix}: query {t} “{query}”, key {j} “{key}”: {value}")
NUMBER = QT_TRANSLATE_NOOP("messages", "{matrix}: row {row}, column {column}: {value}")
COPIED = QT_TRANSLATE_NOOP("messages", "The script for query {t} and key {j} is on the clipboard")


class MatricesPanel(Panel):
    """Seven steps, one cell, the products behind it, and the same row computed by hand."""

    panel_id = "matrices"
    watches = frozenset({"trace", "selection", "model"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._step = stages.VECTORS + 1
        self._wanted = TEXT
        self._example_head, self._example_cell = 0, (3, 2)
        self._part = 0
        self._view = self._text_view = example_head(0)
        self._memory = Memory()
        self._made_of: tuple[Trace | None, np.ndarray | None, int, int] = (None, None, 0, 0)
        self._rail_of: tuple[list[str], int, float] = ([], 0, 0.0)
        self._thumbnails_of: HeadView | None = None
        self._thumbnails_look: tuple[object, ...] = ()
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_REST_MS)
        self._resting.timeout.connect(self._show_thumbnails)
        self._layer_output: LayerOutput | None = None
        self._asked: AskLayerOutput | None = None
        self._build()
        self._connect()

    # Building --------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.source = QComboBox()
        self.source.addItem("", TEXT)
        self.source.addItem("", EXAMPLE)
        self.chooser = LayerHeadChooser()
        self.query_box, self.key_box = _index_box(), _index_box()
        self.copy_button = QPushButton()
        self.back, self.forward = QToolButton(), QToolButton()
        self.back.setText("◀")
        self.forward.setText("▶")
        self.steps = [QToolButton() for _ in range(N_STEP)]
        self._group = QButtonGroup(self)
        rail = QHBoxLayout()
        rail.setSpacing(1)
        rail.addWidget(self.back)
        for number, button in enumerate(self.steps, start=1):
            button.setCheckable(True)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, number)
            rail.addWidget(button, 1)
        rail.addWidget(self.forward)
        self.explanation, self.check = QLabel(), QLabel()
        self.explanation.setObjectName("quiet")
        for label in (self.explanation, self.check):
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.equation, self.bars, self.formula = MatrixEquation(), TermBars(), Formula()
        self.formula.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._lower = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lower.addWidget(self.bars, 5)
        self._lower.addWidget(self.formula, 3)
        self._controls = FlowLayout()
        for part in (self.source, self.chooser, _row(self.query_box, self.key_box), self.copy_button):
            self._controls.addWidget(part)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # narrow: another arrangement, see below
        column.addLayout(rail)
        column.addWidget(self.explanation)
        column.addWidget(self.equation, 5)
        column.addLayout(self._lower, 2)
        column.addWidget(self.check)
        column.addLayout(self._controls)

    def _connect(self) -> None:
        self._group.idClicked.connect(self.set_step)
        self.back.clicked.connect(lambda: self.set_step(self._step - 1))
        self.forward.clicked.connect(lambda: self.set_step(self._step + 1))
        self.source.activated.connect(lambda: self.set_source(self.source.currentData()))
        self.chooser.chosen.connect(self._choose_head)
        self.query_box.valueChanged.connect(lambda value: self.choose({QUERY: value - 1}))
        self.key_box.valueChanged.connect(lambda value: self.choose({KEY: value - 1}))
        self.copy_button.clicked.connect(self.copy_script)
        self.equation.picked.connect(self.choose)
        self.equation.pointed.connect(self._point)
        self.equation.asked.connect(lambda asked: self.set_step(asked - 10 if asked > 10 else self._step + asked))

    # Words -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Matrices")

    def invitation(self) -> str:
        return self.tr("Go through the seven steps; click a cell to see the products that make it.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Matrices</h3>"
            "<p>One head, all tokens at once. Queries, keys and values are written as rows of three matrices: "
            "Q, K and V, one row for each of the T tokens. One multiplication then gives every score of the text: row "
            "t and column j of Q·Kᵀ is the product of query t with key j. The rest is a division, a mask, softmax in "
            "every row, and a second multiplication with V.</p>"
            "<p>Orange marks the query, blue the key, green a single number of a vector. The matrix with the thick "
            "frame comes out of the step, the others go in. Hatched cells are closed: their score is −∞ and their "
            "weight exactly 0.</p>"
            "<p><b>Try this</b></p><ul>"
            "<li>Click a cell. Below stand the products whose sum is this score, then the division, the mask and the "
            "weight.</li>"
            "<li>Watch one cell through the steps. Where does a large score become a weight near 1?</li>"
            "<li>Choose “Random example”: five tokens and weights that were never trained. The matrices are small "
            "enough to be read number by number.</li>"
            "<li>In the last step the heads stand side by side and Wₒ mixes them. Which columns belong to your "
            "head?</li></ul>"
            "<p>The line “By hand” computes the chosen row once more from q and k and says how far it is from the "
            "weights that the model used. Large matrices are drawn smaller than one dot per cell: a dot then has the "
            "number farthest from 0 of the cells under it. The cell that you choose is always exact.</p>"
            "<p><b>Keys</b></p><ul>"
            "<li>in the picture: arrow keys move the cell, Home and End go to the first and last column; Space and "
            "Backspace: next and previous step; 1 to 7: that step</li>"
            "<li>in the bars: left and right walk through the products</li></ul>"
        )

    def _explanations(self) -> tuple[str, ...]:
        return (
            self.tr("Every token has a query, a key and a value: a row in each of the three matrices."),
            self.tr("Cell (t, j) is row t of Q times column j of Kᵀ: all scores in one multiplication."),
            self.tr("Divided by the root of the head width, the scores keep a spread that softmax can work with."),
            self.tr("The mask adds 0 where looking is allowed and −∞ where it is not."),
            self.tr("Softmax turns every row into weights that add up to 1; −∞ becomes exactly 0."),
            self.tr("Every row of A mixes the rows of V: a weighted mean for each token."),
            self.tr("The heads stand side by side again, and Wₒ mixes them into what the layer adds."),
        )

    def _step_names(self) -> tuple[str, ...]:
        return (
            self.tr("Queries, keys, values"),
            self.tr("All scores at once"),
            self.tr("Division by the root of the head width"),
            self.tr("Mask"),
            self.tr("Softmax in every row"),
            self.tr("Weighted sum of the values"),
            self.tr("Heads glued, then the output matrix"),
        )

    def of_the_text(self) -> bool:
        return self._view.layer is not None

    def caption(self) -> str:
        where = (
            self.tr("random example, head {head}").format(head=self._view.head + 1)
            if self._view.layer is None
            else self.tr("layer {layer}, head {head}").format(layer=self._view.layer + 1, head=self._view.head + 1)
        )
        return self.tr("Matrices, {where}, step {step} of {n}: {name}").format(
            where=where, step=self._step, n=N_STEP, name=self._step_names()[self._step - 1]
        )

    def retranslate(self) -> None:
        self.source.setItemText(0, self.tr("Text on screen"))
        self.source.setItemText(1, self.tr("Random example"))
        self.source.setAccessibleName(self.tr("What the matrices are made of"))
        self.chooser.retranslate()
        self.query_box.setPrefix(self.tr("Query") + " ")
        self.query_box.setAccessibleName(self.tr("Row of the cell: the token that looks"))
        self.key_box.setPrefix(self.tr("Key") + " ")
        self.key_box.setAccessibleName(self.tr("Column of the cell: the token looked at"))
        self.copy_button.setAccessibleName(self.tr("Copy as script"))
        self.copy_button.setToolTip(self.tr("A short numpy script that computes this cell and prints its numbers"))
        for button, name in ((self.back, self.tr("Previous step")), (self.forward, self.tr("Next step"))):
            button.setToolTip(name)
            button.setAccessibleName(name)
        for number, (button, name) in enumerate(zip(self.steps, self._step_names()), start=1):
            button.setToolTip(name)
            button.setAccessibleName(self.tr("Step {number}: {name}").format(number=number, name=name))
        self.equation.setAccessibleName(self.tr("Matrices of the step"))
        self.bars.setAccessibleName(self.tr("Products behind the cell"))
        self.formula.setAccessibleName(self.tr("From the products to the weight"))
        self._fit()

    def retheme(self, theme: Theme) -> None:
        self.equation.set_theme(theme)
        self.bars.set_theme(theme)
        self.formula.set_theme(theme)

    # What is chosen --------------------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The step on screen, 1 to 7."""
        return self._step

    @property
    def view(self) -> HeadView:
        """The head on screen."""
        return self._view

    @Slot(int)
    def set_step(self, step: int) -> None:
        """Show a step, 1 to 7; what lies beyond is the nearest of them."""
        self._step = min(max(step, 1), N_STEP)
        self._show()

    def set_source(self, source: str) -> None:
        """Show the text on screen (``"text"``) or the random example (``"example"``)."""
        self._wanted = source
        self.refresh(frozenset({"trace"}))

    @property
    def cell(self) -> tuple[int, int]:
        """Query and key of the chosen cell, from 0. Without a chosen key: the one with the largest weight."""
        if self._view.is_example:
            return self._example_cell
        chosen = self.store.state.selection
        query = chosen.query_in(self._view.n_token)
        key = int(self._view.weights[query].argmax()) if chosen.key is None else chosen.key
        return query, min(key, self._view.n_token - 1)

    def choose(self, chosen: dict[str, int]) -> None:
        """Choose a query, a key, or a column of the output (`PART`)."""
        self._part = chosen.get(PART, self._part)
        cell = {name: chosen[name] for name in (QUERY, KEY) if name in chosen}
        if self._view.is_example:
            query, key = self._example_cell
            self._example_cell = chosen.get(QUERY, query), chosen.get(KEY, key)
        elif cell:
            self.store.select(**cell)
        self._show_cell()

    def _choose_head(self, layer: int, head: int) -> None:
        if self._view.is_example:
            self._example_head = head
            self.refresh(frozenset({"selection"}))
        else:
            self.store.select(layer=layer, head=head)

    # Painting --------------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        old = self._view
        self._view = self._current_view()
        if self._view is old and changed == {"selection"}:
            self._show_cell()
        else:
            self._show()

    def _current_view(self) -> HeadView:
        trace = self.store.live.trace
        if self._wanted == EXAMPLE or trace is None or not trace.layers:
            return example_head(self._example_head)
        chosen, model, w_o = self.store.state.selection, self.store.live.model, self._w_o()
        old_trace, old_w_o, *old_place = self._made_of
        if trace is not old_trace or w_o is not old_w_o or [chosen.layer, chosen.head] != old_place:
            self._made_of = trace, w_o, chosen.layer, chosen.head
            is_causal = model is None or model.name != trace.model or model.config.causal
            self._text_view = text_head(trace, chosen.layer, chosen.head, is_causal, w_o, self._memory)
        return self._text_view

    def _w_o(self) -> np.ndarray | None:
        """W_O of the layer on screen, once it is known."""
        found, trace = self._layer_output, self.store.live.trace
        same = found and trace and (found.model, found.layer) == (trace.model, self.store.state.selection.layer)
        return found.w_o if found and same else None

    def on_event(self, event: Event) -> None:
        if isinstance(event, Answer) and isinstance(event.result, LayerOutput):
            old, new = self._layer_output, event.result
            if old is not None and np.array_equal(old.w_o, new.w_o):
                new = replace(new, w_o=old.w_o)  # nothing to be drawn again
            self._layer_output = new
            if self.isVisible() and self._step == GLUED:
                self.refresh(frozenset({"selection"}))

    def _ask_for_output(self) -> None:
        """In the last step W_O is needed, and the worker's word that it leads to the next layer."""
        trace = self.store.live.trace
        if self._step != GLUED or self._view.layer is None or trace is None:
            return
        request = AskLayerOutput(self._view.layer, trace.serial)
        if request != self._asked:
            self._asked = request
            self.context.post(request)

    def _show(self) -> None:
        """Everything."""
        view = self._view
        self._ask_for_output()
        trace = self.store.live.trace
        self.source.setCurrentIndex(1 if view.is_example else 0)
        self.source.setEnabled(trace is not None and bool(trace.layers))
        self.chooser.set_counts(1 if trace is None or view.is_example else trace.n_layer, view.n_head)
        self.chooser.set_chosen(view.layer or 0, view.head)
        self.chooser.layer_box.setEnabled(not view.is_example)
        self.steps[self._step - 1].setChecked(True)
        self.back.setEnabled(self._step > 1)
        self.forward.setEnabled(self._step < N_STEP)
        self.explanation.setText(self._explanations()[self._step - 1])
        self.equation.set_terms(stages.terms_of(self._step, view), view.labels)
        self._show_rail()
        self._show_cell()

    def _show_rail(self) -> None:
        """Every step with its formula and shape and, where there is room, its picture."""
        size, width = marks.em(self), self.steps[0].width()
        roomy = width > 7.6 * size
        shapes = [self._shape_text(number) for number in range(1, N_STEP + 1)]
        if self._rail_of != (shapes, width, size):
            self._rail_of = shapes, width, size
            style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if roomy else Qt.ToolButtonStyle.ToolButtonTextOnly
            for button, text, shape in zip(self.steps, self._rail_texts(shapes, roomy), shapes):
                button.setText(text)
                button.setAccessibleDescription(shape)
                button.setToolButtonStyle(style)
        look = (self.context.theme().name, int(1.9 * size), self._step == GLUED)
        if roomy and look != self._thumbnails_look:
            self._show_thumbnails()
        elif roomy and self._thumbnails_of is not self._view:
            self._resting.start()

    @Slot()
    def _show_thumbnails(self) -> None:
        """The pictures on the steps. While the numbers change with every move of a hand, they wait until it rests."""
        self._resting.stop()
        side = int(1.9 * marks.em(self))
        self._thumbnails_of, self._thumbnails_look = self._view, (self.context.theme().name, side, self._step == GLUED)
        for number, button in enumerate(self.steps, start=1):
            button.setIconSize(QSize(side, side))
            button.setIcon(self._thumbnail(number, side))

    def _rail_texts(self, shapes: list[str], roomy: bool) -> list[str]:
        """What is written on the steps: formula and shape, or as much of it as there is room for."""
        both = [f"{formula}\n{shape}" for formula, shape in zip(stages.FORMULAS, shapes)]
        if roomy:
            return [f"{number}  {text}" for number, text in enumerate(both, start=1)]
        room = self.steps[0].width() - marks.em(self) * 0.6
        metrics = self.steps[0].fontMetrics()
        for texts in (both, list(stages.FORMULAS)):
            if max(metrics.horizontalAdvance(line) for text in texts for line in text.splitlines()) <= room:
                return texts
        return [str(number) for number in range(1, N_STEP + 1)]

    def _shape_text(self, step: int) -> str:
        view = self._view
        if step == GLUED:
            return f"{view.n_token} × {view.n_head * view.d_head}"
        if step == stages.VECTORS:
            return f"{view.n_token} × {view.d_head}"
        return f"{view.n_token} × {view.d_head if step == MIXED else view.n_token}"

    def _thumbnail(self, step: int, side: int) -> QIcon:
        """A step's result, small. Gluing long texts takes time: only when the glued heads are on screen anyway."""
        theme, ratio = self.context.theme(), self.devicePixelRatioF()
        pixmap = QPixmap(int(side * ratio), int(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor(theme.raised))
        if step != GLUED or self._step == GLUED or self._view.n_token <= _SHORT:
            pixels = colour_matrix(_thinned(stages.result_of(step, self._view)), side, side, theme.surface)
            rows, columns = pixels.shape
            painter = QPainter(pixmap)
            image = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32)
            painter.drawImage(QRectF(0, 0, side, side), image)
            painter.end()
        return QIcon(pixmap)

    def _show_cell(self) -> None:
        """The chosen cell: marks, products, the way to the weight, the row by hand."""
        view, (query, key) = self._view, self.cell
        part = self._shown_part()
        self.equation.set_marks({QUERY: query, KEY: key, PART: part})
        for box, index in ((self.query_box, query), (self.key_box, key)):
            blocked = box.blockSignals(True)
            if box.maximum() != view.n_token or box.minimum() != 1:
                box.setRange(1, view.n_token)
                box.updateGeometry()
            box.setValue(index + 1)
            box.blockSignals(blocked)
        products = stages.products_of(self._step, view, query, key, part)
        self.bars.set_terms(
            products.left, products.right, self._bars_title(products), lambda i: self._product_text(products, i)
        )
        self.formula.set_lines(self._formula_lines(products))
        self._show_check(query)
        marks.speak(self.equation, self._cell_text())

    def _shown_part(self) -> int:
        width = self._view.d_head if self._step != GLUED else self._view.n_head * self._view.d_head
        return min(self._part, width - 1)

    def _cell_text(self) -> str:
        view, (query, key) = self._view, self.cell
        return self.tr("Query {t} “{query}”, key {j} “{key}”: score {score}, weight {weight}").format(
            t=query + 1,
            query=view.labels[query],
            j=key + 1,
            key=view.labels[key],
            score=numbers.score(float(view.scores[query, key])),
            weight=numbers.weight(float(view.weights[query, key])),
        )

    # The products ----------------------------------------------------------------------------------------------

    def _bars_title(self, products: Products) -> str:
        view, (query, key), part = self._view, self.cell, self._shown_part()
        if products.kind == PRODUCTS:
            return self.tr("The {n} products of query {t} “{query}” and key {j} “{key}”").format(
                n=view.d_head, t=query + 1, query=view.labels[query], j=key + 1, key=view.labels[key]
            )
        if products.kind == MIXED:
            number = stages.part_of(self._step, view, part) + 1
            return self.tr("Number {i} of the output of {t} “{query}”: weights times values").format(
                i=number, t=query + 1, query=view.labels[query]
            )
        return self.tr("Number {i} of what the layer adds to {t} “{query}”: heads times Wₒ").format(
            i=part + 1, t=query + 1, query=view.labels[query]
        )

    def _product_text(self, products: Products, index: int) -> str:
        left, right = float(products.left[index]), float(products.right[index])
        parts = {
            "i": index + 1,
            "left": numbers.fixed(left, 3),
            "right": numbers.fixed(right, 3),
            "product": numbers.signed(left * right, 3),
        }
        if products.kind == PRODUCTS:
            return self.tr("number {i}: q {left} · k {right} = {product}").format(**parts)
        if products.kind == MIXED:
            return self.tr("{i} “{token}”: weight {left} · value {right} = {product}").format(
                token=self._view.labels[index], **parts
            )
        head, number = divmod(index, self._view.d_head)
        return self.tr("head {head}, number {number}: {left} · {right} = {product}").format(
            head=head + 1, number=number + 1, **parts
        )

    def _formula_lines(self, products: Products) -> tuple[Line, ...]:
        view, (query, key) = self._view, self.cell
        summed = Span(self.tr("products added: {n}").format(n=len(products.left)), "name")
        if products.kind != PRODUCTS:
            sign = "Σ a·v" if products.kind == MIXED else "Σ o·Wₒ"
            return ((Span(sign, "name"), Span(numbers.signed(products.sum, 3), "result")), (Span("", "name"), summed))
        open_cell = bool(view.allowed[query, key])
        masked = numbers.score(float(view.masked_row(query)[key]))
        weight = float(view.weights[query, key])
        divided = "" if view.temperature in (0.0, 1.0) else f"÷ {numbers.fixed(view.temperature, 2)} "
        score: Line = (Span("q · k", "name"), Span(numbers.score(products.sum)))
        scaled: Line = (Span(f"÷ √{view.d_head}", "name"), Span(numbers.score(float(view.scores[query, key]))))
        closed: Line = (Span(f"{divided}+ {'0' if open_cell else '−∞'}", "name"), Span(masked))
        weighed: Line = (
            Span("softmax", "name"),
            Span(numbers.weight(weight), "result"),
            Span(f"= {numbers.percent(weight)}"),
        )
        if self._is_low():
            return (*score, *scaled), (*closed, *weighed)
        return (*score, summed), scaled, closed, weighed

    # By hand ---------------------------------------------------------------------------------------------------

    def _show_check(self, query: int) -> None:
        alarm, text = self._output_check() if self._step == GLUED else self._row_check(query)
        notes = self._notes()
        alarm = alarm or bool(notes)
        said = " ".join((text, *notes))
        if said != self.check.text():  # a new text is a new layout of the whole panel
            self.check.setText(said)
        theme = self.context.theme()
        palette, ink = self.check.palette(), QColor(theme.changed_ink if alarm else theme.text)
        if palette.color(QPalette.ColorRole.WindowText) != ink:
            palette.setColor(QPalette.ColorRole.WindowText, ink)
            self.check.setPalette(palette)

    def _notes(self) -> list[str]:
        """What else has to be said about the numbers on screen because something is changed in the model."""
        if self._view.is_off and self._step >= MIXED:
            return [self.tr("This head is switched off: Wₒ does not get O, but what stands in its place.")]
        if self._view.is_changed and not self._view.changes:
            return [self.tr("The model runs under your changes.")]
        return []

    def _row_check(self, query: int) -> tuple[bool, str]:
        """Whether something is wrong or changed, and the sentence about the row computed by hand."""
        view = self._view
        plain = view.difference(query)
        if not view.changes:
            if plain <= AGREES:
                return False, self.tr("By hand: ✓ row {t} in numpy agrees (largest difference {difference}).").format(
                    t=query + 1, difference=below(plain)
                )
            return True, self.tr(
                "By hand: ≠ row {t} in numpy differs from the weights used by up to {difference}."
            ).format(t=query + 1, difference=small(plain))
        applied = view.difference(query, with_changes=True)
        kinds = ", ".join(dict.fromkeys(self._kind_name(change.kind) for change in view.changes))
        return True, self.tr(
            "Changed by you in this head: {kinds}. Row {t} by hand without it differs by {plain}, with it by {applied}."
        ).format(kinds=kinds, t=query + 1, plain=small(plain), applied=small(applied))

    def _kind_name(self, kind: str) -> str:
        return {
            "temperature": self.tr("temperature"),
            "replace_mask": self.tr("mask"),
            "forbid_cell": self.tr("closed cell"),
            "force_cell": self.tr("forced weight"),
        }[kind]

    def _output_check(self) -> tuple[bool, str]:
        found, trace = self._layer_output, self.store.live.trace
        if self._view.is_example:
            return False, self.tr("The example ends here: its heads are glued, and it has no Wₒ.")
        if self._view.w_o is None or found is None or trace is None or found.serial != trace.serial:
            return False, self.tr("Wₒ is on its way from the model …")
        good = found.difference <= OUTPUT_AGREES
        text = (
            self.tr("By hand: ✓ heads · Wₒ, then the MLP, give the next layer (largest difference {difference}).")
            if good
            else self.tr("By hand: ≠ heads · Wₒ, then the MLP, differ from the next layer by up to {difference}.")
        )
        return not good, text.format(difference=(below if good else small)(found.difference))

    # The pointer -----------------------------------------------------------------------------------------------

    def _point(self, found: tuple[Matrix, int, int] | None) -> None:
        """Say in the status bar what is under the pointer."""
        if found is None:
            self.store.update(pointer=None)
            return
        matrix, row, column = found
        value = matrix.text(row, column)
        labels = self._view.labels
        if (matrix.rows, matrix.columns) == (QUERY, KEY):
            values = {"t": row + 1, "query": labels[row], "j": column + 1, "key": labels[column]}
            self.store.update(pointer=Message(CELL, {"matrix": matrix.name, "value": value, **values}))
        else:
            values = {"matrix": matrix.name, "row": row + 1, "column": column + 1, "value": value}
            self.store.update(pointer=Message(NUMBER, values))

    # Taking along ----------------------------------------------------------------------------------------------

    def script(self) -> str:
        """A numpy script that computes the chosen cell and prints its numbers."""
        return script(self._view, *self.cell, self.caption())

    def copy_script(self) -> None:
        """Put the script on the clipboard."""
        QGuiApplication.clipboard().setText(self.script())
        query, key = self.cell
        self.store.update(pointer=Message(COPIED, {"t": query + 1, "j": key + 1}))

    def tables(self) -> tuple[Table, ...]:
        view, (query, key) = self._view, self.cell
        result = stages.result_of(self._step, view)
        products = stages.products_of(self._step, view, query, key, self._shown_part())
        row = zip(view.labels, view.products[query], view.scores[query], view.masked_row(query), view.weights[query])
        return (
            Table(
                self.tr("Row of query {t}").format(t=query + 1),
                ("key", "token", "q.k", "score", "masked", "weight"),
                tuple((j + 1, token, *map(float, cells)) for j, (token, *cells) in enumerate(row)),
            ),
            Table(
                self.tr("Products of the cell"),
                ("number", "left", "right", "product"),
                tuple(
                    (i + 1, float(a), float(b), float(a) * float(b))
                    for i, (a, b) in enumerate(zip(products.left, products.right))
                ),
            ),
            Table(
                result.name,
                tuple(str(column + 1) for column in range(result.shape[1])),
                tuple(tuple(map(float, line)) for line in result.values),
            ),
        )

    # Qt --------------------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """What the arrangement needs that suits the room: beside each other, or above each other."""
        size, column = marks.em(self), self.layout()
        assert column is not None
        margins = column.contentsMargins()
        width = max(self._controls.minimumSize().width() + margins.left() + margins.right(), int(16 * size))
        holder = self.parentWidget()
        room = self.size() if holder is None else holder.size()
        if room.width() < _WIDE * size and room.height() * _WIDE > room.width() * _UPRIGHT:
            return QSize(width, int(_UPRIGHT * size) + 1)
        height = int(_LEAST * size)
        if self._is_low():  # never so high that it would not be low any more
            height = max(height, min(column.totalMinimumHeightForWidth(self.width()), int(_LOW * size) - 1))
        return QSize(max(width, int(_WIDE * size) + 1), height)

    def _is_upright(self) -> bool:
        size = marks.em(self)
        return self.width() < _WIDE * size and self.height() >= _UPRIGHT * size

    def _is_low(self) -> bool:
        return self.height() < (_LOW_UPRIGHT if self._is_upright() else _LOW) * marks.em(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Arrange everything for the room that there is: it depends on the size, the font and the language."""
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        upright, theme, size = self._is_upright(), self.context.theme(), marks.em(self)
        self._lower.setDirection(down if upright else across)
        self.formula.setMinimumWidth(0 if upright else round(min(_SUM * size, self.width() / 2)))
        self.copy_button.setText("" if upright else self.tr("Copy as script"))
        self.copy_button.setIcon(icon("copy", theme.text, theme.muted) if upright else QIcon())
        self.explanation.setVisible(not self._is_low())
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        column.setStretchFactor(self.equation, 2 if upright else 5)  # the pictures cannot grow beyond the width
        column.setSpacing(round((0.25 if self._is_low() else 0.5) * size))
        self._show_rail()
        self._show_cell()


def _thinned(matrix: Matrix, most: int = 96) -> Matrix:
    """Every n-th row and column of a matrix that is too large for a thumbnail."""
    rows, columns = (-(-length // most) for length in matrix.shape)
    closed = None if matrix.closed is None else matrix.closed[::rows, ::columns]
    return Matrix(matrix.name, matrix.values[::rows, ::columns], look=matrix.look, closed=closed)


def _index_box() -> QSpinBox:
    box = QSpinBox()
    box.setKeyboardTracking(False)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    return box


def _row(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget)
    return holder
