"""A slider over powers whose left end is exactly zero, and a field for one exact number."""

from __future__ import annotations

import math
from itertools import count

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QSlider, QSpinBox, QWidget

from rostok_gui.widgets.numbers import fixed, parse


def show_number(control: QSlider | QSpinBox, number: int) -> None:
    """Put a control on a number without telling anybody; one that stands there already stays as it is being typed."""
    if control.value() != number:
        with QSignalBlocker(control):
            control.setValue(number)


class LogSlider(QSlider):
    """Equal ways are equal factors from `low` to `high`; the leftmost place is exactly 0.

    Every other value has three significant digits, so that the number beside the slider is the number that counts.
    When ``low * high == 1`` the middle is exactly 1.

    Signals
    -------
    moved_to : (float, int)
        The new value, and a number that stays the same while the handle is held.
    """

    moved_to = Signal(float, int)

    def __init__(self, low: float, high: float, steps: int = 400, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._low, self._ratio, self._steps = low, high / low, steps
        self._gestures = count(1)
        self._gesture = 0
        self._shown = 1.0
        self.setRange(0, steps + 1)
        self.setSingleStep(4)
        self.setPageStep(40)
        self.sliderPressed.connect(self._begin)
        self.valueChanged.connect(self._tell)

    def value_at(self, position: int) -> float:
        """The value of a place of the handle."""
        if position <= 0:
            return 0.0
        return float(f"{self._low * self._ratio ** ((position - 1) / self._steps):.3g}")

    def position_of(self, value: float) -> int:
        """The place nearest to a value; only 0 itself is at the left end."""
        if value <= 0:
            return 0
        part = math.log(value / self._low) / math.log(self._ratio)
        return 1 + round(min(max(part, 0.0), 1.0) * self._steps)

    @property
    def shown(self) -> float:
        """The value, also where it lies between or beyond the places of the handle."""
        return self._shown

    def show_value(self, value: float) -> None:
        """Put the handle where `value` is, without telling anybody."""
        self._shown = value
        if self.value_at(self.value()) != value:
            blocked = self.blockSignals(True)
            self.setValue(self.position_of(value))
            self.blockSignals(blocked)
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling past the slider must not change it."""
        event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(10 * self.fontMetrics().height(), super().sizeHint().height())

    def _begin(self) -> None:
        self._gesture = next(self._gestures)

    def _tell(self, position: int) -> None:
        if not self.isSliderDown():
            self._begin()
        self._shown = self.value_at(position)
        self.moved_to.emit(self._shown, self._gesture)


class NumberField(QLineEdit):
    """One number. What is not a number within the limits is refused: the old one comes back.

    Signals
    -------
    edited : float
    refused : str
        What was typed.
    """

    edited = Signal(float)
    refused = Signal(str)

    def __init__(self, low: float, high: float, decimals: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._low, self._high, self._decimals = low, high, decimals
        self._number = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.editingFinished.connect(self._take)

    @property
    def number(self) -> float:
        """The number in force."""
        return self._number

    def set_number(self, number: float) -> None:
        """Show a number, unless somebody is typing another one."""
        same, self._number = number == self._number, number
        if not (self.isModified() and self.hasFocus()) and not (same and self.text()):
            self._show()

    def renew(self) -> None:
        """Show the number again, in the language of now."""
        self._show()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance("−100.00") + round(0.8 * metrics.height()), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self._show()
        else:
            super().keyPressEvent(event)

    def _show(self) -> None:
        decimals = next((d for d in range(self._decimals, 7) if round(self._number, d) == self._number), 6)
        self.setText(fixed(self._number, decimals))
        self.setModified(False)

    def _take(self) -> None:
        if not self.isModified():
            return
        typed = self.text()
        try:
            number = parse(typed)
            if not self._low <= number <= self._high:
                raise ValueError(typed)
        except ValueError:
            self._show()
            self.refused.emit(typed)
            return
        self._number = number
        self._show()
        self.edited.emit(number)
