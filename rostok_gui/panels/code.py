"""Panel “Code”: the source of attention as it runs, line by line, with what each line makes of the current text."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.engine.results import Answer, Event, Failure
from rostok_gui.engine.shapes import Excerpt, LinesRun, RunLines, Step, Variable, executable_lines, source_on_disk
from rostok_gui.engine.shapes_twin import twin_of, twin_source
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.code_parts.words import sentence_for
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import numbers
from rostok_gui.widgets.code_colours import spans_of
from rostok_gui.widgets.code_view import CodeLine, CodeScroll, CodeView
from rostok_gui.widgets.colormap import DIFFERENCE_MAP
from rostok_gui.widgets.heatmap import Heatmap
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.powers import small
from rostok_gui.widgets.tensor_list import TensorList, TensorRow, span_of
from rostok_gui.widgets.text_line import TextLine

AGREES = 1e-4
"""Single precision against double: the largest difference that is rounding, as a share of the largest number."""

NUMBER = QT_TRANSLATE_NOOP("messages", "{name}: row {row}, column {column}: {value}")

START = ("Attention.heads", "chunk(3")
"""The line that is shown first: where queries, keys and values begin."""

HEADER = """\
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

"""
"""With these lines before it the copied code runs alone."""


class CodePanel(Panel):
    """The code at the left; the variables of the current line, one of them as a picture, at the right."""

    panel_id = "code"
    watches = frozenset({"trace", "selection", "document", "model", "changes", "board"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._asked: tuple[RunLines, str] | None = None
        self._problem: Message | None = None
        self.result: LinesRun | None = None
        self._source: tuple[Excerpt, ...] = ()
        self._step = 0
        self._variable = 0
        self._build()
        self._connect()

    def _build(self) -> None:
        self.code, self.twin = CodeView(), CodeView()
        self.twin_title, self.where, self.sentence = QLabel(), TextLine(), QLabel()
        self.picture_title, self.check = QLabel(), QLabel()
        self.list, self.picture = TensorList(), Heatmap(square=False)
        policy = self.picture.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # a line without a picture moves nothing
        self.picture.setSizePolicy(policy)
        self.first, self.back, self.forward, self.last = (QToolButton() for _ in range(4))
        for button, sign in zip(self._buttons(), ("|◀", "◀", "▶", "▶|")):
            button.setText(sign)
        self.chooser = LayerHeadChooser()
        self.twin_box = QCheckBox()
        self.twin_box.setChecked(True)
        self.copy_button = QPushButton()
        for label in (self.sentence, self.check):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self.twin_title, self.picture_title):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            label.setObjectName("quiet")
        self._lay_out()

    def _lay_out(self) -> None:
        self._twin_part = QWidget()
        twin = QVBoxLayout(self._twin_part)
        twin.setContentsMargins(0, 0, 0, 0)
        twin.addWidget(self.twin_title)
        twin.addWidget(CodeScroll(self.twin), 1)
        left = QVBoxLayout()
        left.addWidget(CodeScroll(self.code), 5)
        left.addWidget(self._twin_part, 3)
        right = QVBoxLayout()
        right.addWidget(self.where)
        right.addWidget(self.sentence)
        right.addWidget(self.list)
        right.addWidget(self.picture_title)
        right.addWidget(self.picture, 1)
        right.addWidget(self.check)
        both = QHBoxLayout()
        both.addLayout(left, 11)
        both.addLayout(right, 9)
        controls = QHBoxLayout()
        for button in self._buttons():
            controls.addWidget(button)
        controls.addWidget(self.chooser)
        controls.addWidget(self.twin_box)
        controls.addStretch(1)
        controls.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addLayout(both, 1)
        column.addLayout(controls)

    def _connect(self) -> None:
        far = CodeView.FAR
        for button, step in zip(self._buttons(), (-far, -1, 1, far)):
            button.clicked.connect(lambda _=False, step=step: self.go(self._step + step))
        self.code.stepped.connect(lambda step: self.go(self._step + step))
        self.twin.stepped.connect(lambda step: self.go(self._step + step))
        self.code.clicked.connect(self._go_to_line)
        self.list.chosen.connect(self._choose_variable)
        self.picture.clicked.connect(self._on_picture_clicked)
        self.picture.hovered.connect(self._point)
        self.chooser.chosen.connect(lambda layer, head: self.store.select(layer=layer, head=head))
        self.twin_box.toggled.connect(self._show_step)
        self.copy_button.clicked.connect(self.copy_code)

    def _buttons(self) -> tuple[QToolButton, ...]:
        return self.first, self.back, self.forward, self.last

    # Texts -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Code")

    def invitation(self) -> str:
        return self.tr("Step through the code that runs; see what every line makes of your text.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Code</h3>"
            "<p>This is the source of the attention that runs in the model, not a copy of it: the program asks Python "
            "for it. The worker runs the chosen layer on your text and looks at the variables after every line. What "
            "you see are those numbers.</p>"
            "<p>Each variable has its <b>shape</b>: B texts (one here), H heads, T tokens, D numbers in a head, C "
            "numbers in a token. Smallest, largest and mean number are those of the whole tensor; the picture shows "
            "the chosen head. White is 0; the strongest colours are the numbers farthest from it. In the code "
            "<b>q, k and v</b> have the colours of query, key and value.</p>"
            "<p>Lines run in the order of the calls, so a step may jump: into the norm, into the rotation and back. "
            "Lines that build the layer come first; beside them stand the weights that training has left there.</p>"
            "<p><b>In numpy</b> shows the lines that say the same without torch. The program computes them too, for "
            "all heads, and says how far the results are apart.</p>"
            "<p><b>Try this</b></p><ul>"
            "<li>Where do the shapes change, and where only the numbers?</li>"
            "<li>Go from line to line and watch q: when do its rows begin to depend on their positions?</li>"
            "<li>Find the one line that mixes tokens with each other. All others work on each token alone.</li></ul>"
            "<p><b>Keys</b> in the code: Down or Space the next step, Up or Backspace the one before, Home and End the "
            "first and the last. A click on a line goes there. In the list of variables Up and Down choose one. “Copy "
            "code” puts the source on the clipboard so that it runs alone.</p>"
        )

    def caption(self) -> str:
        chosen = self.store.state.selection
        step = self.current
        where = {"layer": chosen.layer + 1, "head": chosen.head + 1}
        if step is None:
            return self.tr("Code of attention, layer {layer}, head {head}").format(**where)
        return self.tr("Code of attention, layer {layer}, head {head}: {function}, line {line}").format(
            function=step.function, line=step.line, **where
        )

    def retranslate(self) -> None:
        for button, name in zip(
            self._buttons(), (self.tr("First line"), self.tr("Line before"), self.tr("Next line"), self.tr("Last line"))
        ):
            button.setToolTip(name)
            button.setAccessibleName(name)
        self.twin_box.setText(self.tr("In numpy"))
        self.twin_box.setToolTip(self.tr("Show the lines of numpy that say the same"))
        self.copy_button.setText(self.tr("Copy code"))
        self.chooser.retranslate()
        self.code.setAccessibleName(self.tr("Source of the attention that runs"))
        self.twin.setAccessibleName(self.tr("The same in numpy"))
        self.list.setAccessibleName(self.tr("Variables of the line"))
        self.picture.setAccessibleName(self.tr("Picture of the chosen variable"))

    def retheme(self, theme: Theme) -> None:
        for part in (self.code, self.twin, self.list, self.picture):
            part.set_theme(theme)

    # Steps -----------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps; none while the model is not there."""
        return () if self.result is None else self.result.steps

    @property
    def step(self) -> int:
        """Index of the current step."""
        return self._step

    @property
    def current(self) -> Step | None:
        """The current step."""
        return self.steps[self._step] if self.steps else None

    def go(self, step: int) -> None:
        """Show a step, from 0; what lies beyond is the first or the last."""
        self._step = min(max(step, 0), max(len(self.steps) - 1, 0))
        self._variable = 0
        self._show_step()

    def _go_to_line(self, index: int) -> None:
        """To the line that was clicked: its first step after the current one, else its first."""
        number = self.code.lines[index].number
        places = [i for i, step in enumerate(self.steps) if step.line == number]
        if places:
            self.go(next((i for i in places if i > self._step), places[0]))

    def _choose_variable(self, index: int) -> None:
        self._variable = index
        self._show_picture()

    def _on_picture_clicked(self, row: int, _column: int) -> None:
        variable = self._shown_variable()
        if variable is not None and _rows_are_tokens(variable):
            self.store.select(query=row)

    # Asking and showing ----------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        trace, state = self.store.live.trace, self.store.state
        if not self._source:
            self._set_source(source_on_disk())
        self.chooser.set_counts(0 if trace is None else trace.n_layer, 0 if trace is None else trace.n_head)
        self.chooser.set_chosen(state.selection.layer, state.selection.head)
        if trace is not None and trace.n_layer:
            request = RunLines(state.document.text, state.selection.layer, state.selection.head, state.document.ids)
            if (request, trace.model) != self._asked:
                self._asked = request, trace.model
                self.context.post(request)
        self._show_step()

    def on_event(self, event: Event) -> None:
        if self._asked is None or event.request != self._asked[0]:
            return
        match event:
            case Answer(result=LinesRun() as result):
                first = self.result is None
                self.result, self._problem = result, None
                self._set_source(result.source)
                self._step = self._start() if first else min(self._step, len(self.steps) - 1)
                self._show_step()
            case Failure(message=message):
                self._problem = message
                self._show_step()

    def _start(self) -> int:
        """The step at which one begins."""
        function, fragment = START
        found = (i for i, s in enumerate(self.steps) if s.function == function and fragment in self._text_of(s))
        return next(found, 0)

    def _set_source(self, source: tuple[Excerpt, ...]) -> None:
        if source != self._source:
            self._source = source
            self.code.set_lines(code_lines(source, executable_lines(source)))
            self.twin.set_lines(code_lines(twin_source(), frozenset()))

    def _show_step(self) -> None:
        step = self.current
        text = self._text_of(step)
        self._twin_part.setVisible(self.twin_box.isChecked())
        self.code.set_current(-1 if step is None else _index_of(self.code, step.line, self._excerpt(step).name))
        twins = () if step is None else twin_of(step.function, text)
        self.twin.set_marked([_index_of(self.twin, number, name) for name, number in twins])
        self.twin_title.setText(
            self.tr("In numpy: {names}").format(names=", ".join(dict.fromkeys(name for name, _ in twins)))
            if twins
            else self.tr("In numpy: no line of its own")
        )
        for button, enabled in zip(self._buttons(), (self._step > 0,) * 2 + (self._step < len(self.steps) - 1,) * 2):
            button.setEnabled(enabled)
        self.where.set_text(self._where(step))
        self.sentence.setText("" if step is None else sentence_for(step.function, text))
        rows = [] if step is None else [self._row(variable) for variable in step.variables]
        self.list.set_rows(rows, min(self._variable, len(rows) - 1))
        self._show_picture()
        self._show_check(step)

    def _text_of(self, step: Step | None) -> str:
        if step is None:
            return ""
        excerpt = self._excerpt(step)
        return excerpt.lines[step.line - excerpt.first_line].strip()

    def _excerpt(self, step: Step) -> Excerpt:
        return next(e for e in self._source if e.first_line <= step.line < e.first_line + len(e.lines))

    def _where(self, step: Step | None) -> str:
        if step is None:
            return self.tr("The model is on its way …") if self._problem is None else ""
        calls = max(other.call for other in self.steps if other.function == step.function)
        text = self.tr("<b>Step {n} of {total}</b> · {function}, line {line}").format(
            n=self._step + 1, total=len(self.steps), function=step.function, line=step.line
        )
        return text + (" · " + self.tr("call {n} of {total}").format(n=step.call, total=calls) if calls > 1 else "")

    def _row(self, variable: Variable) -> TensorRow:
        name = variable.name or self.tr("returned")
        if not variable.shape:
            value = _plain_number(variable)
            return TensorRow(name, variable.dtype, value, variable.picture)
        letters = ", ".join(variable.letters)
        sizes = " × ".join(map(str, variable.shape))
        spread = self.tr("{low} … {high}, mean {mean}").format(
            low=numbers.fixed(variable.low, 3),
            high=numbers.fixed(variable.high, 3),
            mean=numbers.signed(variable.mean, 3),
        )
        return TensorRow(name, f"{letters} = {sizes} · {variable.dtype}", spread, variable.picture)

    def _shown_variable(self) -> Variable | None:
        step = self.current
        if step is None or not step.variables:
            return None
        return step.variables[min(self._variable, len(step.variables) - 1)]

    def _show_picture(self) -> None:
        variable, result = self._shown_variable(), self.result
        has_picture = variable is not None and variable.picture.size > 0
        self.picture.setVisible(has_picture)
        self.picture_title.setVisible(has_picture)
        if variable is None or result is None or not has_picture:
            self.picture_title.clear()
            return
        rows, columns = variable.picture.shape
        tokens = _rows_are_tokens(variable)
        span = span_of(variable.picture)
        self.picture.set_names(
            result.tokens if tokens else tuple(str(i + 1) for i in range(rows)),
            tuple(str(i + 1) for i in range(columns)),
        )
        self.picture.set_values(
            variable.picture, colour_map=DIFFERENCE_MAP, span=(-span, span), text=lambda x: numbers.signed(x, 2)
        )
        self.picture.set_markers(row=self.store.state.selection.query_in(rows) if tokens else None)
        name = variable.name or self.tr("returned")
        of_a_head, of_all = self.tr("{name} of head {head}: −{span} … +{span}"), self.tr("{name}: −{span} … +{span}")
        title = of_a_head if "H" in variable.letters else of_all
        self.picture_title.setText(title.format(name=name, head=result.request.head + 1, span=numbers.fixed(span, 2)))

    def _point(self, row: int, column: int) -> None:
        variable = self._shown_variable()
        if variable is None or row < 0 or column < 0:
            self.store.update(pointer=None)
            return
        assert self.result is not None
        name = f"“{self.result.tokens[row]}”" if _rows_are_tokens(variable) else row + 1
        values: dict[str, object] = {
            "name": variable.name or "→",
            "row": name,
            "column": column + 1,
            "value": numbers.signed(float(variable.picture[row, column]), 4),
        }
        self.store.update(pointer=Message(NUMBER, values))

    def _show_check(self, step: Step | None) -> None:
        """What numpy says to the numbers of the line; a problem, or a change that is not in them."""
        alarm, text = (True, say(self._problem)) if self._problem is not None else self._verdict(step)
        if self.store.state.interventions and step is not None:
            alarm = True
            text += " " + self.tr("Your changes are not in these numbers: the code runs untouched.")
        self.check.setText(text)
        theme, palette = self.context.theme(), self.check.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.changed_ink if alarm else theme.text))
        self.check.setPalette(palette)

    def _verdict(self, step: Step | None) -> tuple[bool, str]:
        """Whether numpy disagrees, and the sentence about it."""
        if step is None:
            return False, ""
        compared = [(v, v.difference) for v in step.variables if v.difference is not None]
        if compared:
            agrees = all(difference <= AGREES * max(abs(v.low), abs(v.high), 1.0) for v, difference in compared)
            said = (
                self.tr("By hand: ✓ numpy gets the same (largest difference {difference}).")
                if agrees
                else self.tr("By hand: ≠ numpy differs by up to {difference}.")
            )
            return not agrees, said.format(difference=small(max(difference for _, difference in compared)))
        if step.function.endswith("__init__"):
            return False, self.tr("What stands here is what training has left: there is nothing to compare.")
        return False, self.tr("Nothing is computed in this line that could be compared.")

    # Taking along ----------------------------------------------------------------------------------------------

    def code_text(self) -> str:
        """The source that is shown, with what it needs to run alone."""
        return HEADER + "\n\n".join("\n" + "\n".join(excerpt.lines) for excerpt in self._source).lstrip("\n") + "\n"

    def copy_code(self) -> None:
        """Put the source on the clipboard."""
        QGuiApplication.clipboard().setText(self.code_text())

    def tables(self) -> tuple[Table, ...]:
        if self.result is None:
            return ()
        columns = (
            *(self.tr("step"), self.tr("function"), self.tr("line"), self.tr("call"), self.tr("variable")),
            *(self.tr("axes"), self.tr("shape"), self.tr("type"), self.tr("smallest"), self.tr("largest")),
            *(self.tr("mean"), self.tr("difference to numpy")),
        )
        rows = tuple(
            (
                *(i + 1, step.function, step.line, step.call, v.name, " ".join(v.letters), " ".join(map(str, v.shape))),
                *(v.dtype, v.low, v.high, v.mean, "" if v.difference is None else v.difference),
            )
            for i, step in enumerate(self.steps)
            for v in step.variables
        )
        tables = [Table(self.tr("What every line makes"), columns, rows)]
        shown = self._shown_variable()
        if shown is not None and shown.picture.size:
            heads = (self.tr("row"), *(str(i + 1) for i in range(shown.picture.shape[1])))
            numbered = tuple((i + 1, *map(float, row)) for i, row in enumerate(shown.picture))
            tables.append(Table(shown.name or self.tr("returned"), heads, numbered))
        return tuple(tables)


def code_lines(source: Iterable[Excerpt], steps: frozenset[int]) -> tuple[CodeLine, ...]:
    """Lines for the view: the pieces one after the other, the name of the file before those of another file."""
    lines: list[CodeLine] = []
    file = ""
    for excerpt in source:
        if lines:
            lines.append(CodeLine(None, ""))
        if excerpt.file != file:
            file = excerpt.file
            lines.append(CodeLine(None, file))
        for i, (text, spans) in enumerate(zip(excerpt.lines, spans_of(excerpt.lines))):
            number = excerpt.first_line + i
            lines.append(CodeLine(number, text, spans, number in steps))
    return tuple(lines)


def _index_of(view: CodeView, number: int, name: str) -> int:
    """Index of the line with this number in the function or class `name` (another file may have the same number)."""
    starts = (f"def {name}(", f"class {name}(", f"class {name}:")
    first = next(i for i, line in enumerate(view.lines) if line.text.startswith(starts))
    start = view.lines[first].number
    assert start is not None
    return first + number - start


def _rows_are_tokens(variable: Variable) -> bool:
    return variable.letters[-2:-1] == ("T",)


def _plain_number(variable: Variable) -> str:
    if variable.dtype == "bool":
        return str(bool(variable.mean))
    return numbers.count(int(variable.mean)) if variable.dtype == "int" else f"{variable.mean:g}"
