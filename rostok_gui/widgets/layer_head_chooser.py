"""Two small choosers: which layer, which head."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget


class _Chooser(QSpinBox):
    """Steps round in a ring; the wheel turns it only while it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setWrapping(True)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class LayerHeadChooser(QWidget):
    """Layer and head, counted from 1 on screen and from 0 in code.

    Signals
    -------
    chosen : (int, int)
        Layer and head that a person has chosen, from 0. Not emitted by `set_chosen`.
    """

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layer_box, self.head_box = _Chooser(), _Chooser()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for box in (self.layer_box, self.head_box):
            box.valueChanged.connect(self._on_changed)
            row.addWidget(box)
        self.set_counts(1, 1)
        self.retranslate()

    def set_counts(self, n_layer: int, n_head: int) -> None:
        """How many there are to choose from; with none there is nothing to choose."""
        for box, count in ((self.layer_box, n_layer), (self.head_box, n_head)):
            suffix = f" / {max(1, count)}"
            if box.suffix() != suffix:  # to set it again would lay out the row anew
                blocked = box.blockSignals(True)
                box.setRange(1, max(1, count))
                box.setSuffix(suffix)
                box.blockSignals(blocked)
        self.setEnabled(n_layer > 0 and n_head > 0)

    def set_chosen(self, layer: int, head: int) -> None:
        """Show this layer and head (from 0)."""
        for box, index in ((self.layer_box, layer), (self.head_box, head)):
            if box.value() != index + 1:
                blocked = box.blockSignals(True)
                box.setValue(index + 1)
                box.blockSignals(blocked)

    def retranslate(self) -> None:
        """Set the texts again."""
        self.layer_box.setPrefix(self.tr("Layer") + " ")
        self.head_box.setPrefix(self.tr("Head") + " ")
        self.layer_box.setAccessibleName(self.tr("Layer"))
        self.head_box.setAccessibleName(self.tr("Head"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _on_changed(self) -> None:
        self.chosen.emit(self.layer_box.value() - 1, self.head_box.value() - 1)
