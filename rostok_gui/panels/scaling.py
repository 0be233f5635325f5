"""Panel “Why √d”: what happens to scores, weights and gradients when the vectors get longer."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Generator

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QIcon, QPainter, QPixmap, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
)

from rostok_gui.attention.arrays import Mask
from rostok_gui.attention.mask import all_open
from rostok_gui.attention.scaling import DIVISORS, NONE, QK_NORM, SQRT_D, SQRT_D_MODEL, D
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.scaling_parts.measure import (
    LARGEST_D,
    WIDTHS,
    Point,
    Sample,
    measure_all,
    random_sample,
    real_sample,
    real_widths,
)
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.curve_plot import Bins, CurvePlot, HistogramPlot, Line, Look
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.log_plot import draw_sign
from rostok_gui.widgets.powers import small

RANDOM, REAL = "random", "real"
LOOKS = {
    NONE: Look("changed_ink", "square"),
    SQRT_D: Look("focus", "circle", width=0.16),
    D: Look("muted", "diamond", (4, 2)),
    SQRT_D_MODEL: Look("muted", "triangle", (1, 1.5)),
    QK_NORM: Look("text", "circle", (3, 1.5, 1, 1.5)),
}
FADED = 1e-6
"""Foot of the axis of gradients."""
D_MODEL = 384
"""Model width for random vectors while no model is open: that of Rostok."""
BUDGET = 0.006
"""Seconds of work between two looks at the mouse and the keyboard."""
PATIENCE = 0.1
"""Seconds after which work shows its progress."""
BINS, FAR = 40, 3.5
"""Bins of a histogram, and how many spreads it goes to either side of the mean."""
_LOW = 30.0
"""Height in em below which the sentence gives way."""

Result = tuple[Sample, tuple[Point, ...]]


class ScalingPanel(Panel):
    """Spread, histogram, largest weight and gradient of the scores for vectors of 1 to 1024 numbers."""

    panel_id = "scaling"
    watches = frozenset({"trace", "selection", "model"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._d = 64
        self._seed = 0
        self._wanted = RANDOM
        self._of: tuple[object, ...] = ()
        """What the results belong to."""
        self._results: dict[int, Result] = {}
        self._queue: deque[int] = deque()
        self._work: Generator[None, None, Result] | None = None
        self._began, self._total = 0.0, 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._build()
        self._connect()

    # Building --------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.switches = {name: QCheckBox() for name in DIVISORS}
        for name in (NONE, SQRT_D):
            self.switches[name].setChecked(True)
        self.spread, self.gradient = CurvePlot(), CurvePlot()
        self.largest, self.histogram = CurvePlot(logarithmic=False), HistogramPlot()
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.slider = _QuietSlider()
        self.slider.setRange(0, len(PLACES) - 1)
        self.d_box, self.keys_box = _box(1, LARGEST_D), _box(2, 64)
        self.keys_box.setValue(16)
        self.source = QComboBox()
        self.source.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.source.addItem("", RANDOM)
        self.source.addItem("", REAL)
        self.chooser = LayerHeadChooser()
        self.again = QPushButton()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self._legend = QHBoxLayout()
        for switch in self.switches.values():
            self._legend.addWidget(switch)
        self._legend.addStretch(1)
        pictures = QGridLayout()
        for number, plot in enumerate((self.spread, self.largest, self.histogram, self.gradient)):
            pictures.addWidget(plot, *divmod(number, 2))
        self._controls = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        first, second = self._rows = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.slider, 1)
        first.addWidget(self.d_box)
        first.addWidget(self.keys_box)
        for widget in (self.source, self.chooser, self.again):
            second.addWidget(widget)
        second.addWidget(self.progress)
        second.addStretch(1)
        self._controls.addLayout(first, 1)
        self._controls.addLayout(second)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # narrow: another arrangement, see below
        column.addLayout(self._legend)
        column.addLayout(pictures, 1)
        column.addWidget(self.sentence)
        column.addLayout(self._controls)
        self.progress.hide()

    def _connect(self) -> None:
        for switch in self.switches.values():
            switch.toggled.connect(self._show)
        self.slider.valueChanged.connect(lambda place: self.set_d(PLACES[place]))
        self.d_box.valueChanged.connect(self.set_d)
        self.keys_box.valueChanged.connect(self._start)
        self.source.activated.connect(lambda: self.set_source(self.source.currentData()))
        self.chooser.chosen.connect(lambda layer, head: self.store.select(layer=layer, head=head))
        self.again.clicked.connect(self.draw_again)
        for plot in (self.spread, self.largest, self.gradient):
            plot.picked.connect(lambda x: self.set_d(round(x)))
            plot.stepped.connect(self._step)

    # Words -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Why √d")

    def invitation(self) -> str:
        return self.tr("Make the vectors longer: drag d, and watch softmax harden and its gradient die.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Why √d</h3>"
            "<p>A score is a sum of d products. The more there are, the farther the sums lie apart: for independent "
            "numbers of spread 1 by √d. The broad grey lines are this theory, the signs are measured on at least "
            "10,000 scores for each width.</p>"
            "<p>Scores that lie far apart make softmax hard: one weight near 1, the others near 0. There the weights "
            "hardly answer when a score moves a little: the gradient of softmax is almost 0, and training stands "
            "still. Divided by √d, the scores have the spread 1 for every d.</p>"
            "<p>Upper left: the spread of the scores. Lower left: their histogram at the chosen d, each as high as "
            "its own fullest bin. Upper right: the largest weight of a query, on average. Lower right: the size of the "
            "softmax gradient (Frobenius norm of its matrix) of the median query.</p>"
            "<p><b>Try this</b></p><ul>"
            "<li>Only “no division”: how wide may d be before one key takes 90 %?</li>"
            "<li>÷ d is too much of a good thing: all weights become alike, and attention only averages.</li>"
            "<li>÷ √d_model divides by the root of the width of the model, not of the head: a common slip. Where is "
            "it right?</li>"
            "<li>QK-norm gives query and key a fixed length first; then √d is right whatever their length was.</li>"
            "<li>“Real q and k” takes the chosen head of the model, and of every vector only the first d "
            "numbers; at the right end it is the head as it is. Its numbers are trained, not independent.</li></ul>"
            "<p><b>Keys</b></p><ul>"
            "<li>in a picture or on the slider: left and right for the next d, Page Up and Page Down for large steps"
            "</li></ul>"
        )

    def _names(self) -> dict[str, str]:
        return {
            NONE: self.tr("no division"),
            SQRT_D: "÷ √d",
            D: "÷ d",
            SQRT_D_MODEL: f"÷ √{self._d_model()}",
            QK_NORM: self.tr("QK-norm"),
        }

    def _tips(self) -> dict[str, str]:
        return {
            NONE: self.tr("The bare product q · k"),
            SQRT_D: self.tr("Divided by the root of the head width: what attention does"),
            D: self.tr("Divided by the head width itself: too much"),
            SQRT_D_MODEL: self.tr("Divided by the root of the model width: a common slip"),
            QK_NORM: self.tr("Query and key get the same length first, then ÷ √d"),
        }

    def of_the_text(self) -> bool:
        return self._wanted != RANDOM and self._has_real()

    def caption(self) -> str:
        if not self.of_the_text():
            return self.tr("Why √d: random vectors, {n} keys, d = {d}").format(n=self.keys_box.value(), d=self._d)
        chosen = self.store.state.selection
        return self.tr("Why √d: real q and k of layer {layer}, head {head}, d = {d}").format(
            layer=chosen.layer + 1, head=chosen.head + 1, d=self._d
        )

    def retranslate(self) -> None:
        tips = self._tips()
        for name, switch in self.switches.items():
            switch.setToolTip(tips[name])
            switch.setAccessibleDescription(tips[name])
        self.largest.set_title(self.tr("Largest weight of a query"))
        self.gradient.set_title(self.tr("Size of the softmax gradient"))
        self.slider.setAccessibleName(self.tr("Length d of query and key"))
        self.d_box.setPrefix("d = ")
        self.d_box.setAccessibleName(self.tr("Length d of query and key"))
        self.keys_box.setPrefix(self.tr("Keys") + " ")
        self.keys_box.setAccessibleName(self.tr("Number of keys"))
        self.source.setItemText(0, self.tr("Random vectors"))
        self.source.setItemText(1, self.tr("Real q and k"))
        self.source.setAccessibleName(self.tr("Where query and key come from"))
        self.again.setText(self.tr("Draw again"))
        self.again.setToolTip(self.tr("Other random vectors: does it depend on chance?"))
        self.progress.setAccessibleName(self.tr("Drawing random vectors"))
        self.chooser.retranslate()
        self._fit()

    def retheme(self, theme: Theme) -> None:
        for plot in (self.spread, self.largest, self.gradient, self.histogram):
            plot.set_theme(theme)
        size = round(marks.em(self))
        for name, switch in self.switches.items():
            switch.setIconSize(QSize(2 * size, size))
            switch.setIcon(_sample_of(LOOKS[name], theme, size, self.devicePixelRatioF()))
        self.progress.setFixedWidth(6 * size)

    # What is chosen --------------------------------------------------------------------------------------------

    @property
    def d(self) -> int:
        """The chosen width."""
        return self._d

    def set_d(self, d: int) -> None:
        """Choose a width; what lies beyond the axis is its end."""
        d = min(max(d, 1), self._most())
        if d != self._d:
            self._d = d
            if d not in self._results:
                self._queue.appendleft(d)
                self._wake(1)
        self._show()

    def _step(self, step: int) -> None:
        here = min(range(len(PLACES)), key=lambda i: abs(PLACES[i] - self._d))
        place = min(max(here + step, 0), len(PLACES) - 1)
        self.set_d(PLACES[place])

    def set_source(self, source: str) -> None:
        """Take random vectors (``"random"``) or those of the chosen head (``"real"``)."""
        self._wanted = source
        self._start()

    def draw_again(self) -> None:
        """Take other random vectors."""
        self._seed += 1
        self._start()

    def _has_real(self) -> bool:
        trace = self.store.live.trace
        return trace is not None and bool(trace.layers) and len(trace) > 1

    @property
    def is_real(self) -> bool:
        """Whether the numbers are those of the chosen head."""
        return self._wanted == REAL and self._has_real()

    def _d_head(self) -> int:
        trace = self.store.live.trace
        assert trace is not None
        return trace.layers[0].q.width

    def _most(self) -> int:
        return self._d_head() if self.is_real else LARGEST_D

    def _d_model(self) -> int:
        trace = self.store.live.trace
        return D_MODEL if trace is None or not trace.residual else trace.residual[0].width

    # The work --------------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        trace = self.store.live.trace
        self.source.setEnabled(self._has_real())
        self.chooser.set_counts(*((trace.n_layer, trace.n_head) if trace is not None else (0, 0)))
        chosen = self.store.state.selection
        self.chooser.set_chosen(chosen.layer, chosen.head)
        self._start()

    def _identity(self) -> tuple[object, ...]:
        if self.is_real:
            chosen, trace = self.store.state.selection, self.store.live.trace
            return (REAL, _Same(trace), chosen.layer, chosen.head, self._allowed() is None)
        return (RANDOM, self.keys_box.value(), self._seed, self._d_model())

    def _start(self) -> None:
        """Measure all widths, the chosen one first, unless that is done already."""
        of = self._identity()
        if of != self._of:
            self._of, self._work = of, None
            self._results.clear()
            self._d = min(self._d, self._most())
            widths = real_widths(self._d_head()) if self.is_real else WIDTHS
            self._queue = deque(dict.fromkeys((self._d, *widths)))
            self._wake(len(self._queue))
        self._show()

    def _wake(self, total: int) -> None:
        if not self._timer.isActive():
            self._began, self._total = time.perf_counter(), total
            if self.isVisible():
                self._timer.start(0)

    def _tick(self) -> None:
        """Work for a few milliseconds."""
        end = time.perf_counter() + BUDGET
        finished = False
        while (self._work is not None or self._queue) and time.perf_counter() < end:
            finished |= self._advance()
        busy = self._work is not None or bool(self._queue)
        if not busy:
            self._timer.stop()
        if finished or not busy:
            self._show()
        self.progress.setVisible(busy and time.perf_counter() - self._began > PATIENCE)
        self._total = max(self._total, len(self._queue) + 1)
        self.progress.setRange(0, self._total)
        self.progress.setValue(self._total - len(self._queue) - int(self._work is not None))

    def _advance(self) -> bool:
        """One piece of work; True when a width is finished."""
        if self._work is None:
            d = self._queue.popleft()
            if d in self._results:
                return False
            self._work = self._measured(d)
        try:
            next(self._work)
        except StopIteration as stop:
            sample, points = stop.value
            self._results[sample.d] = (sample, points)
            self._work = None
            return True
        return False

    def _measured(self, d: int) -> Generator[None, None, Result]:
        sample = yield from self._sampled(d)
        points = yield from measure_all(sample)
        return sample, points

    def _sampled(self, d: int) -> Generator[None, None, Sample]:
        if not self.is_real:
            return random_sample(d, self.keys_box.value(), self._seed, self._d_model())
        trace, chosen = self.store.live.trace, self.store.state.selection
        assert trace is not None
        layer = trace.layers[chosen.layer]
        return real_sample(layer.q.of(chosen.head), layer.k.of(chosen.head), d, self._d_model(), self._allowed())

    def _allowed(self) -> Mask | None:
        """The mask of the model itself; None: the causal one."""
        model, trace = self.store.live.model, self.store.live.trace
        if model is None or trace is None or model.name != trace.model or model.config.causal:
            return None
        return all_open(len(trace))

    def finish(self) -> None:
        """Do all the work that waits, at once (for pictures that must not be half done)."""
        while self._work is not None or self._queue:
            self._advance()
        self._timer.stop()
        self.progress.hide()
        self._show()

    # Painting --------------------------------------------------------------------------------------------------

    def points(self, divisor: str) -> list[Point]:
        """What is measured so far, in order of d."""
        index = list(DIVISORS).index(divisor)
        return [self._results[d][1][index] for d in sorted(self._results)]

    def point(self, divisor: str) -> Point | None:
        """What is measured at the chosen d; None while it is not."""
        return next((point for point in self.points(divisor) if point.d == self._d), None)

    def shown(self) -> list[str]:
        """The divisors that are switched on."""
        return [name for name, switch in self.switches.items() if switch.isChecked()]

    def _show(self) -> None:
        names = self._names()
        for name, switch in self.switches.items():
            switch.setText(names[name])
        self.source.setCurrentIndex(1 if self.is_real else 0)
        for control in (self.keys_box, self.again):
            control.setEnabled(not self.is_real)
        if self.chooser.isHidden() == self.is_real:
            self.chooser.setVisible(self.is_real)
            self._fit()
        self.spread.set_title(
            self.tr("Spread of the scores: measured (theory)")
            if self._has_theory()
            else self.tr("Spread of the scores: measured")
        )
        self._show_d()
        self._show_curves()
        self._show_histogram()
        self.sentence.setText(self._sentence())

    def _show_d(self) -> None:
        for control, value in ((self.d_box, self._d), (self.slider, _place_of(self._d))):
            blocked = control.blockSignals(True)
            if control is self.d_box:
                self.d_box.setMaximum(self._most())
            else:
                self.slider.setMaximum(_place_of(self._most()))
            control.setValue(value)
            control.blockSignals(blocked)

    def _show_curves(self) -> None:
        x_range = (1.0, float(self._most()) if self._most() > 1 else 2.0)
        values = [value for name in DIVISORS for p in self.points(name) for value in (p.spread, p.theory) if value > 0]
        low, high = (min(values), max(values)) if values else (0.1, 10.0)
        spread_range = (10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high) + 1e-9))
        self.spread.set_ranges(x_range, spread_range)
        self.largest.set_ranges(x_range, (0.0, 1.0))
        self.gradient.set_ranges(x_range, (FADED, 1.0))
        pictures = (
            (self.spread, "spread", self._spread_note),
            (self.largest, "largest", lambda p: numbers.weight(p.largest)),
            (self.gradient, "gradient", lambda p: small(p.gradient)),
        )
        for plot, quantity, note in pictures:
            lines = []
            for name in self.shown():
                points, chosen = self.points(name), self.point(name)
                theory = tuple((p.d, p.theory) for p in points) if plot is self.spread and self._has_theory() else ()
                curve = tuple((p.d, getattr(p, quantity)) for p in points)
                lines.append(Line(LOOKS[name], curve, note(chosen) if chosen else "", theory))
            plot.set_lines(lines, self._d)
            marks.speak(
                plot, "; ".join(f"{self._names()[name]}: {line.note}" for name, line in zip(self.shown(), lines))
            )

    def _has_theory(self) -> bool:
        return not self.is_real

    def _spread_note(self, point: Point) -> str:
        measured = _two(point.spread)
        return f"{measured} ({_two(point.theory)})" if self._has_theory() else measured

    def _show_histogram(self) -> None:
        self.histogram.set_title(self.tr("Histogram of the scores at d = {d}").format(d=self._d))
        found = self._results.get(self._d)
        if found is None:
            return
        sample, reach, bins = found[0], 1e-6, []
        for name in self.shown():
            scores = sample.scores(name)
            scores = scores[np.isfinite(scores)].astype(np.float64)
            middle, half = float(scores.mean()), FAR * max(float(scores.std()), 1e-6)
            reach = max(reach, abs(middle) + half)
            counts, edges = np.histogram(scores, BINS, (middle - half, middle + half))
            bins.append(Bins(LOOKS[name], tuple(edges.tolist()), tuple(counts.tolist())))
        self.histogram.set_bins(bins, reach)

    def _sentence(self) -> str:
        bare, divided = self.point(NONE), self.point(SQRT_D)
        if bare is None or divided is None:
            return self.tr("Drawing …")
        values = {
            "d": self._d,
            "n": numbers.count(bare.n_score),
            "bare": _two(bare.spread),
            "bare_largest": numbers.percent(bare.largest),
            "bare_gradient": small(bare.gradient),
            "divided": _two(divided.spread),
            "divided_largest": numbers.percent(divided.largest),
            "divided_gradient": small(divided.gradient),
        }
        return self.tr(
            "d = {d}, {n} scores. No division: spread {bare}, largest weight {bare_largest}, gradient {bare_gradient}. "
            "÷ √d: spread {divided}, largest weight {divided_largest}, gradient {divided_gradient}."
        ).format(**values)

    # Taking along ----------------------------------------------------------------------------------------------

    def tables(self) -> tuple[Table, ...]:
        columns = ("d", "divisor", "scores", "spread", "theory", "largest weight", "gradient")
        rows = [
            (p.d, name, p.n_score, p.spread, p.theory if self._has_theory() else "", p.largest, p.gradient)
            for name in DIVISORS
            for p in self.points(name)
        ]
        return (Table(self.caption(), columns, tuple(rows)),)

    # Qt --------------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._work is not None or self._queue:
            self._timer.start(0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def minimumSizeHint(self) -> QSize:
        size = marks.em(self)
        return QSize(max(int(32 * size), self._legend.sizeHint().width() + round(2 * size)), int(22 * size))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Arrange everything for the room that there is: it depends on the size, the font and the language."""
        size = marks.em(self)
        narrow = sum(row.sizeHint().width() for row in self._rows) + 6 * size > self.width()
        self._controls.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self.sentence.setVisible(self.height() >= _LOW * size)


class _Same:
    """Equal only to the same thing (a trace cannot be compared by its numbers)."""

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._thing is other._thing

    def __hash__(self) -> int:
        return id(self._thing)


class _QuietSlider(QSlider):
    """Scrolling past it does not change it."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setPageStep(10)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


PLACES = tuple(sorted({round(2 ** (step / 10)) for step in range(101)}))
"""The widths on the slider: equal ways are equal factors, as far as whole numbers allow."""


def _place_of(d: int) -> int:
    return min(range(len(PLACES)), key=lambda place: abs(math.log(PLACES[place] / d)))


def _two(value: float) -> str:
    """A spread: two decimals, more where they are needed."""
    return numbers.fixed(value, 2) if value >= 0.1 else numbers.fixed(value, 3)


def _box(low: int, high: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(low, high)
    box.setKeyboardTracking(False)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    return box


def _sample_of(look: Look, theme: Theme, size: int, ratio: float) -> QIcon:
    """A piece of a line with its sign, for the legend."""
    pixmap = QPixmap(round(2 * size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = look.pen(theme, size)
    painter.setPen(pen)
    painter.drawLine(0, size // 2, 2 * size, size // 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen.color())
    draw_sign(painter, look.sign, QPointF(size, size / 2), 0.27 * size)
    painter.end()
    return QIcon(pixmap)
