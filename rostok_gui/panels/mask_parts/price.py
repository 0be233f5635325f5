"""The price of attention: counted for any length of text, and measured on this device."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.attention.cost import all_heads, kept, memory_bytes, scores_per_head
from rostok_gui.engine.cost import LENGTHS, CostMeasured, CostPoint, MeasureCost
from rostok_gui.engine.results import Answer, Event, Failure, Progress
from rostok_gui.messages import Message
from rostok_gui.panels.base import Context
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import numbers
from rostok_gui.widgets.log_plot import Curve, Guide, LogPlot

LONGEST = 512
SHAPE = (8, 6)
"""Layers and heads while no model is open yet: those of Rostok."""
ROWS = ("each", "kept", "all", "memory", "double")


class _Slider(QSlider):
    """Scrolling past it must not change it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class PricePart(QWidget):
    """Counted numbers at the left, measured times at the right."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.measured: CostMeasured | None = None
        self._message: Message | None = None
        self._asked: MeasureCost | None = None
        self.length_label = QLabel()
        self.slider = _Slider(Qt.Orientation.Horizontal)
        self.box = QSpinBox()
        self.names = {name: QLabel() for name in ROWS}
        self.values = {name: QLabel() for name in ROWS}
        self.plot = LogPlot()
        self.button, self.cancel = QPushButton(), QPushButton()
        self.progress = QProgressBar()
        self.status = QLabel()
        self._build()
        self.slider.valueChanged.connect(self.set_length)
        self.box.valueChanged.connect(self.set_length)
        self.button.clicked.connect(self._on_measure)
        self.cancel.clicked.connect(self._on_cancel)

    @property
    def length(self) -> int:
        """T, the number of tokens that the price is for."""
        return self.slider.value()

    def _build(self) -> None:
        for control in (self.slider, self.box):
            control.setRange(1, LONGEST)
            control.setValue(LONGEST)
        self.slider.setPageStep(64)
        self.box.setKeyboardTracking(False)
        self.status.setObjectName("quiet")
        self.status.setWordWrap(True)
        self.progress.hide()
        self.cancel.hide()
        chooser = QHBoxLayout()
        chooser.addWidget(self.length_label)
        chooser.addWidget(self.slider, 1)
        chooser.addWidget(self.box)
        table = QGridLayout()
        for row, name in enumerate(ROWS):
            self.names[name].setWordWrap(True)
            self.values[name].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.values[name].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            table.addWidget(self.names[name], row, 0)
            table.addWidget(self.values[name], row, 1)
        table.setColumnStretch(0, 1)
        left = QVBoxLayout()
        left.addLayout(chooser)
        left.addLayout(table)
        left.addStretch(1)
        run = QHBoxLayout()
        run.addWidget(self.button)
        run.addWidget(self.progress, 1)
        run.addWidget(self.cancel)
        run.addWidget(self.status, 3)
        upper = QHBoxLayout()
        upper.addLayout(left, 2)
        upper.addWidget(self.plot, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(upper, 1)
        column.addLayout(run)

    # Texts and colours -----------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set every text again."""
        self.length_label.setText(self.tr("Text of T ="))
        for control in (self.slider, self.box):
            control.setAccessibleName(self.tr("Length of the text in tokens"))
        self.button.setText(self.tr("Measure on this device"))
        self.cancel.setText(self.tr("Cancel"))
        self.progress.setAccessibleName(self.tr("Progress"))
        self.plot.setAccessibleName(self.tr("Time against length of text"))
        self.plot.set_empty_text(self.tr("Press “Measure”: both axes are logarithmic, so T² is a straight line."))
        ticks = tuple(float(n) for n in LENGTHS if n & (n - 1) == 0)
        titles = (self.tr("tokens T"), self.tr("time, median of several runs"))
        self.plot.set_axes(ticks, titles, self.duration)
        self.show_numbers()
        self.show_times()

    def retheme(self, theme: Theme) -> None:
        """Set every colour again."""
        self.plot.set_theme(theme)

    def duration(self, seconds: float) -> str:
        """A time in the unit that suits it."""
        units = ((1.0, self.tr("s")), (1e3, self.tr("ms")), (1e6, self.tr("µs")))
        factor, unit = next((u for u in units if seconds * u[0] >= 0.999), units[-1])
        return f"{_three(seconds * factor)} {unit}"

    def memory(self, n_bytes: int) -> str:
        """A number of bytes in the unit that suits it (1 KB = 1024 bytes)."""
        units = (self.tr("bytes"), self.tr("KB"), self.tr("MB"), self.tr("GB"))
        power = max(p for p in range(len(units)) if n_bytes >= 1024**p or p == 0)
        return f"{_three(n_bytes / 1024**power)} {units[power]}"

    # What is shown ---------------------------------------------------------------------------------------------

    def set_length(self, n_token: int) -> None:
        """Show the price of a text of `n_token` tokens."""
        for control in (self.slider, self.box):
            blocked = control.blockSignals(True)
            control.setValue(n_token)
            control.blockSignals(blocked)
        self.show_numbers()

    def shape(self) -> tuple[int, int]:
        """Layers and heads of the model in use."""
        opened = self._context.store.live.model
        return SHAPE if opened is None else (opened.config.n_layer, opened.config.n_head)

    def show_numbers(self) -> None:
        """Count for the length on the slider."""
        n_token, (n_layer, n_head) = self.length, self.shape()
        heads = n_layer * n_head
        self.names["each"].setText(self.tr("Scores of one head, T²"))
        self.names["kept"].setText(self.tr("Left open by the mask, T(T+1)/2"))
        self.names["all"].setText(self.tr("Scores of all %n head(s)", "", heads))
        self.names["memory"].setText(self.tr("Their memory, 4 bytes each"))
        each = scores_per_head(n_token)
        self.values["each"].setText(numbers.count(each))
        share = f"{numbers.fixed(100 * kept(n_token) / each, 1)}\N{NO-BREAK SPACE}%"
        self.values["kept"].setText(
            self.tr("{count} ({share})").format(count=numbers.count(kept(n_token)), share=share)
        )
        self.values["all"].setText(numbers.count(all_heads(n_token, n_layer, n_head)))
        self.values["memory"].setText(self.memory(memory_bytes(n_token, heads)))
        double, factor = 2 * n_token, scores_per_head(2 * n_token) // each
        self.names["double"].setText(self.tr("Twice the text, T = {double}").format(double=numbers.count(double)))
        self.values["double"].setText(
            self.tr("{count} ({factor} times)").format(count=numbers.count(scores_per_head(double)), factor=factor)
        )
        self.plot.set_marker(float(n_token))

    def curves(self) -> tuple[Curve, ...]:
        """The measured times as curves."""
        points = self.measured.points if self.measured is not None else ()
        if not points:
            return ()
        looks = (
            (self.tr("scores of one layer"), "query_ink", "diamond", "squares"),
            (self.tr("attention layer"), "key_ink", "square", "layer"),
            (self.tr("whole model"), "value_ink", "circle", "plain"),
            (self.tr("model + all maps"), "start_ink", "triangle", "inspected"),
        )
        return tuple(
            Curve(name, ink, sign, tuple((float(p.n_token), getattr(p, field)) for p in points))
            for name, ink, sign, field in looks
        )

    def show_times(self) -> None:
        """Draw what was measured so far."""
        curves = self.curves()
        guides: tuple[Guide, ...] = ()
        if curves:
            through = curves[0].points[-1]
            guides = (
                Guide(self.tr("T²: slope 2"), 2.0, through),
                Guide(self.tr("T: slope 1"), 1.0, through),
            )
        self.plot.set_curves(curves, guides)
        self.plot.setAccessibleDescription("; ".join(self._spoken(curve) for curve in curves))
        running = self._asked is not None
        self.progress.setVisible(running)
        self.cancel.setVisible(running)
        self.button.setEnabled(not running)
        self.status.setVisible(not running)
        self.status.setText(self._status())

    def _spoken(self, curve: Curve) -> str:
        return f"{curve.name}: " + ", ".join(f"{x:g} → {self.duration(y)}" for x, y in curve.points)

    def _status(self) -> str:
        if self._message is not None:
            return say(self._message)
        if self.measured is None or not self.measured.points:
            return ""
        last = self.measured.points[-1]
        where = self.tr("{model} on {device}").format(model=self.measured.model, device=self.measured.device)
        step = doubling(self.measured.points)
        if step is None:
            return where
        return self.tr("{where}. From T = {half} to {whole}: {factor} times the time for the scores.").format(
            where=where, half=last.n_token // 2, whole=last.n_token, factor=numbers.fixed(step, 1)
        )

    # What people do, what the worker says ----------------------------------------------------------------------

    def _on_measure(self) -> None:
        self._asked, self._message = MeasureCost(), None
        self.progress.setRange(0, 0)
        self._context.replace(self._asked)
        self.show_times()
        self.cancel.setFocus()

    def _on_cancel(self) -> None:
        self._context.cancel(MeasureCost.__name__)
        self._asked = None
        self.show_times()
        self.button.setFocus()

    def on_event(self, event: Event) -> None:
        """Hear how far the measuring is."""
        if event.request is not self._asked:  # also one that was cancelled and answers late
            return
        if not isinstance(event, Progress):
            self._asked = None
        match event:
            case Progress(partial=CostMeasured() as measured):
                self.progress.setRange(0, event.total)
                self.progress.setValue(event.done)
                self.measured = measured
            case Answer(result=CostMeasured() as measured):
                self.measured = measured
            case Failure(message=message):
                self._message = message
        self.show_times()


def doubling(points: tuple[CostPoint, ...]) -> float | None:
    """How many times longer the scores of the longest text take than those of one half as long, if both are there."""
    times = {point.n_token: point.squares for point in points}
    whole = max(times)
    return times[whole] / times[whole // 2] if whole // 2 in times and whole % 2 == 0 else None


def _three(value: float) -> str:
    """A number with three figures at most."""
    return numbers.fixed(value, 0 if value >= 100 or value == int(value) else 1 if value >= 10 else 2)
