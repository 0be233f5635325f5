"""A question of a lesson: choose an answer, or guess a number; then see."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from rostok_gui.lessons.lesson import Number, Question
from rostok_gui.panels.lesson_parts.answers import RIGHT, WRONG, AnswerButton
from rostok_gui.panels.lesson_parts.words import Words, sized
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.widgets.numbers import fixed, parse


class QuestionCard(QWidget):
    """Shows one question at a time.

    Attributes
    ----------
    solved : bool
        Whether the answer is on screen.

    Signals
    -------
    revealed :
        The answer has just come on screen.
    changed :
        Something else has: the room needed may be another.
    """

    revealed = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question: Question | None = None
        self.solved = False
        self.guess: float | None = None
        self.truth: float | None = None
        self._theme = load_theme("light")
        self.kind, self.ask, self.result, self.then = QLabel(), QLabel(), QLabel(), Words()
        self.answers: list[AnswerButton] = []
        self.field, self.unit, self.button = QLineEdit(), QLabel(), QPushButton()
        self.kind.setObjectName("quiet")
        self.ask.setWordWrap(True)
        self.result.setWordWrap(True)
        self._choices = QVBoxLayout()
        self._row = QWidget()
        self._number_row = row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.field, self.unit, self.button):
            row.addWidget(widget)
        row.addStretch(1)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.kind)
        column.addWidget(self.ask)
        column.addLayout(self._choices)
        column.addWidget(self._row)
        column.addWidget(self.result)
        column.addWidget(self.then)
        self.field.returnPressed.connect(self.take_number)
        self.button.clicked.connect(self.take_number)

    def set_question(self, question: Question | None) -> None:
        """Show another question, unanswered."""
        self.question, self.solved, self.guess, self.truth = question, False, None, None
        for old in self.answers:
            self._choices.removeWidget(old)
            old.setParent(None)
            old.deleteLater()
        self.answers = []
        self.setVisible(question is not None)
        if question is None:
            return
        for n, answer in enumerate(question.answers, 1):
            button = AnswerButton(n, answer)
            button.clicked.connect(partial(self.choose, n - 1))
            button.set_theme(self._theme)
            self.answers.append(button)
            self._choices.addWidget(button)
            button.show()  # at once, so that the room it needs is counted
        self.ask.setText(question.ask)
        self.then.set_blocks(question.then)
        self.field.clear()
        self.unit.setText("" if question.number is None else question.number.unit)
        self.retranslate()
        self._show()

    # Answering -------------------------------------------------------------------------------------------------

    def choose(self, index: int) -> None:
        """Open an answer; a prediction is settled by any, a choice by the right one."""
        question = self.question
        if question is None or index >= len(self.answers):
            return
        for n, button in enumerate(self.answers):
            button.set_state(opened=button.opened or n == index, explained=n == index)
        if not self.solved and (question.predict or question.answers[index].right):
            self._solve()
        else:
            self.changed.emit()

    @Slot()
    def take_number(self) -> None:
        """Take the number that is typed as the guess."""
        try:
            self.guess = parse(self.field.text())
        except ValueError:
            self.result.setText(self.tr("Type a number, like 25."))
            self.result.show()
            self.changed.emit()
            return
        self._solve()

    def solve(self) -> None:
        """Show the answer, guessed or not."""
        if self.question is not None and not self.solved:
            right = self.question.right
            if right is not None:
                self.answers[right].set_state(opened=True, explained=True)
            self._solve()

    def _solve(self) -> None:
        self.solved = True
        if self.question is not None and self.question.predict and self.question.right is not None:
            right = self.answers[self.question.right]
            right.set_state(opened=True, explained=right.explained)
        self._show()
        self.revealed.emit()

    def set_truth(self, truth: float | None) -> None:
        """What was asked for, as measured; None if it cannot be."""
        self.truth = truth
        self._show()

    # Looks -----------------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        for button in self.answers:
            button.set_theme(theme)
        self.then.set_theme(theme)
        self._show()

    def set_type(self, font: QFont) -> None:
        """Take another font."""
        for button in self.answers:
            button.set_type(font)
        self.ask.setFont(sized(font, 1.0, bold=True))
        self.kind.setFont(sized(font, 0.85))
        for part in (self.then, self.result, self.field, self.unit, self.button):
            part.setFont(font)
        em = self.field.fontMetrics().ascent()
        self.field.setFixedWidth(6 * em)
        for layout, gap in ((self._column, 0.35), (self._choices, 0.3)):
            layout.setSpacing(round(gap * em))

    def forget_sizes(self) -> None:
        """Let everything be measured anew, from the inside out: Qt would do so with the next events only."""
        for button in self.answers:
            button.forget_sizes()
        self._choices.invalidate()
        self._number_row.invalidate()
        self._row.updateGeometry()
        self._column.invalidate()
        self.updateGeometry()

    def retranslate(self) -> None:
        """Set every text again."""
        self.button.setText(self.tr("Guess"))
        self.field.setAccessibleName(self.tr("Your guess"))
        for button in self.answers:
            button.set_verdicts(self.tr("Right"), self.tr("Not so"))
        self._show()

    def _show(self) -> None:
        question = self.question
        if question is None:
            return
        if question.predict:
            self.kind.setText(self.tr("Guess first, then look"))
        else:
            self.kind.setText(self.tr("Question"))
        self.kind.setVisible(not self.solved)
        self._row.setVisible(question.number is not None)
        self.field.setEnabled(not self.solved)
        self.button.setEnabled(not self.solved)
        self.result.setVisible(self.solved and question.number is not None)
        if question.number is not None and self.solved:
            self._show_number(question.number)
        self.then.setVisible(self.solved and bool(question.then))
        self.changed.emit()

    def _show_number(self, number: Number) -> None:
        right = number.right if number.right is not None else self.truth
        if right is None:
            self.result.setText(self.tr("The panel shows it."))
            self.result.setStyleSheet("")
            return
        answer = self.tr("It is {number}.").format(number=_with_unit(right, number.unit))
        if self.guess is None:
            self.result.setText(answer)
            self.result.setStyleSheet("font-weight: 600")
            return
        close = abs(self.guess - right) <= number.tolerance + 1e-9
        verdict = f"{RIGHT} {self.tr('Right')}" if close else f"{WRONG} {self.tr('Not so')}"
        guessed = self.tr("You said {number}.").format(number=_with_unit(self.guess, number.unit))
        self.result.setText(f"{verdict}. {guessed} {answer}")
        ink = self._theme.value_ink if close else self._theme.changed_ink
        self.result.setStyleSheet(f"color: {ink}; font-weight: 600")


def _with_unit(value: float, unit: str) -> str:
    text = fixed(value, 0 if value == round(value) else 1)
    return f"{text}\N{NO-BREAK SPACE}{unit}" if unit else text
