"""The list of lessons: what each is about, where one was, and what is wrong with the files that are none."""

from __future__ import annotations

import html
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from rostok_gui.lessons.lesson import Lesson
from rostok_gui.lessons.library import Faulty, Shelf
from rostok_gui.panels.lesson_parts.words import sized
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.state.app_state import Place


class Contents(QScrollArea):
    """Signals
    -------
    chosen : str, int
        Id of a lesson to play, and the step.
    template_wanted :
        A new lesson is to be written.
    """

    chosen = Signal(str, int)
    template_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.buttons: dict[tuple[str, str], QPushButton] = {}
        self.faults: list[QLabel] = []
        self.new_button = QPushButton()
        self._shown: tuple[Shelf, str, Place] | None = None
        self._theme = load_theme("light")
        self.new_button.clicked.connect(self.template_wanted)

    def show_shelf(self, shelf: Shelf, language: str, place: Place) -> None:
        """List the lessons; `place` is where the person is."""
        self._shown = shelf, language, place
        self.buttons, self.faults = {}, []
        page = QWidget()
        column = QVBoxLayout(page)
        for lesson in shelf.in_language(language):
            self._add(column, lesson, place)
        for faulty in shelf.faulty:
            column.addWidget(self._fault(faulty))
        column.addStretch(1)
        self.new_button.setText(self.tr("New lesson from template"))
        self.new_button.setToolTip(self.tr("A lesson file of your own to change, in the folder that opens"))
        self.new_button.setParent(page)
        column.addWidget(self.new_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.setWidget(page)
        for ground in (page, self.viewport()):
            ground.setAutoFillBackground(False)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        if self._shown is not None:
            self.show_shelf(*self._shown)

    def _add(self, column: QVBoxLayout, lesson: Lesson, place: Place) -> None:
        title, about = QLabel(lesson.title), QLabel(lesson.about)
        title.setFont(sized(self.font(), 1.25, bold=True))
        for label in (title, about):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        here = lesson.id == place.lesson
        step = min(place.step, len(lesson.steps) - 1) if here else 0
        if here and step > 0:
            self._button(column, lesson, "go-on", step, self.tr("Go on: step {n}").format(n=step + 1))
        self._button(column, lesson, "begin", 0, self.tr("Begin, %n step(s)", "", len(lesson.steps)))
        column.addSpacing(self.fontMetrics().ascent())

    def _button(self, column: QVBoxLayout, lesson: Lesson, name: str, step: int, text: str) -> None:
        button = QPushButton(text)
        button.setAccessibleName(f"{lesson.title}: {text}")
        button.clicked.connect(partial(self.chosen.emit, lesson.id, step))
        self.buttons[lesson.id, name] = button
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _fault(self, faulty: Faulty) -> QLabel:
        label = QLabel(
            f'<span style="color:{self._theme.changed_ink}"><b>⚠ {html.escape(faulty.path.name)}</b></span> '
            f"{html.escape(say(faulty.reason))}"
        )
        label.setWordWrap(True)
        label.setToolTip(str(faulty.path))
        self.faults.append(label)
        return label
