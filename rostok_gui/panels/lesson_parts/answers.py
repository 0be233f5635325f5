"""One answer of a question: a wide button that says, once it is opened, whether it is right and why."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QSizePolicy, QWidget

from rostok_gui.lessons.lesson import Answer
from rostok_gui.panels.lesson_parts.words import Words, sized
from rostok_gui.shell.style import mixed
from rostok_gui.shell.theme import Theme, load_theme

RIGHT, WRONG = "✓", "✗"


class AnswerButton(QAbstractButton):
    """The number to press, the answer, below them the verdict and the explanation.

    Attributes
    ----------
    opened : bool
        Whether the verdict is shown.
    explained : bool
        Whether the explanation is shown.
    """

    def __init__(self, number: int, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer, self.opened, self.explained = answer, False, False
        self._theme, self._verdicts = load_theme("light"), ("", "")
        self._number, self._text, self.verdict, self.why = QLabel(str(number)), QLabel(answer.text), QLabel(), Words()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._number.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.why.set_blocks(answer.why)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for label in (self._number, self._text, self.verdict):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        grid = QGridLayout(self)
        grid.addWidget(self._number, 0, 0)
        grid.addWidget(self._text, 0, 1)
        grid.addWidget(self.verdict, 1, 1)
        grid.addWidget(self.why, 2, 1)
        grid.setColumnStretch(1, 1)
        self._grid = grid
        self.set_state(opened=False, explained=False)

    def set_state(self, *, opened: bool, explained: bool) -> None:
        """Show the verdict; show the explanation."""
        self.opened, self.explained = opened, explained
        self.verdict.setVisible(opened and not explained)
        self.why.setVisible(explained)
        self._dress()

    def set_verdicts(self, right: str, wrong: str) -> None:
        """The words for right and wrong, translated."""
        self._verdicts = right, wrong
        self._dress()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.why.set_theme(theme)
        self._dress()

    def set_type(self, font: QFont) -> None:
        """Take another font."""
        for label in (self._text, self.why):
            label.setFont(font)
        for label in (self._number, self.verdict):
            label.setFont(sized(font, 1.0, bold=True))
        em = self.why.fontMetrics().ascent()
        self._grid.setContentsMargins(round(0.6 * em), round(0.35 * em), round(0.5 * em), round(0.35 * em))
        self._grid.setHorizontalSpacing(round(0.6 * em))
        self._grid.setVerticalSpacing(round(0.25 * em))

    def forget_sizes(self) -> None:
        """Let the answer be measured anew."""
        self._grid.invalidate()
        self.updateGeometry()

    @property
    def ink(self) -> str:
        """Colour of its verdict."""
        return self._theme.value_ink if self.answer.right else self._theme.changed_ink

    def _dress(self) -> None:
        right, wrong = self._verdicts
        said = f"{RIGHT} {right}" if self.answer.right else f"{WRONG} {wrong}"
        self.verdict.setText(said)
        self.why.set_lead(f"{said}.", self.ink)
        self.verdict.setStyleSheet(f"color: {self.ink}")
        self._number.setStyleSheet(f"color: {self.ink if self.opened else self._theme.muted}")
        self.setAccessibleName(f"{self._number.text()}. {self.answer.text}{f' {said}' if self.opened else ''}")
        why = " ".join(block.text for block in self.answer.why)
        self.setAccessibleDescription(why if self.explained else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, em = self._theme, self.fontMetrics().ascent()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2.0 if self.hasFocus() or self.opened else 1.0
        ground = mixed(theme.surface, self.ink, 0.08) if self.opened else theme.surface
        if self.underMouse() and not self.opened:
            ground = mixed(theme.surface, theme.text, 0.06)
        line = theme.focus if self.hasFocus() else self.ink if self.opened else theme.line
        pen = QPen(QColor(line), width)
        if self.opened and not self.answer.right and not self.hasFocus():
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(ground))
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 0.45 * em, 0.45 * em)
        painter.end()
