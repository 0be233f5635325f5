"""Panel “Lesson”: steps that say what to see and set the other panels, with questions to guess and to answer."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from importlib.util import find_spec
from itertools import count

from PySide6.QtCore import QEvent, QLocale, QObject, QSignalBlocker, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.lessons import stage
from rostok_gui.lessons.lesson import Lesson, Scene, Step
from rostok_gui.lessons.library import Library, Shelf, new_from_template, own_folder
from rostok_gui.lessons.scenes import Jump, read_link
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message, RostokError
from rostok_gui.panels.base import Context, Panel
from rostok_gui.panels.lesson_parts.contents import Contents
from rostok_gui.panels.lesson_parts.progress import StepBar
from rostok_gui.panels.lesson_parts.question import QuestionCard
from rostok_gui.panels.lesson_parts.words import Words, sized
from rostok_gui.shell.language import say
from rostok_gui.shell.theme import Theme
from rostok_gui.state.app_state import Place

FACTORS = tuple(n / 100 for n in range(140, 39, -5))
"""Sizes of the words beside the size of everything, the largest first: the first that fits is taken."""
READABLE = 9.8
"""Points: no words are made smaller than this; they are scrolled instead."""
TITLE = 1.25
FORWARD = {Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_Space}
BACK = {Qt.Key.Key_PageUp, Qt.Key.Key_Left, Qt.Key.Key_Backspace}


class LessonPanel(Panel):
    """The list of lessons, or a step of one."""

    panel_id = "lesson"
    watches = frozenset({"place"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.library = Library()
        self._shelf = Shelf()
        self.lesson: Lesson | None = None
        self.step: Step | None = None
        self._shown: Place | None = None
        self._fitted = False
        self._listing = False
        self._acting = False
        self._waiting: tuple[Scene, str, str] | None = None
        self._edits = count(1)
        self._layout_in_use = ""
        self.missing: tuple[Message, ...] = ()
        self.contents_button, self.menu = QToolButton(), QMenu(self)
        self.progress, self.bar = QLabel(), StepBar()
        self.heading, self.body, self.card, self.note = QLabel(), Words(), QuestionCard(), QLabel()
        self.page, self.view, self.contents = QWidget(), QScrollArea(), Contents()
        self.stack = QStackedWidget()
        self.back_button, self.again_button, self.next_button = QPushButton(), QToolButton(), QPushButton()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build()
        self._connect()

    def _build(self) -> None:
        self.heading.setWordWrap(True)
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        for button in (self.contents_button, self.again_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.progress.setObjectName("quiet")
        self.page_column = column = QVBoxLayout(self.page)
        for widget in (self.heading, self.body, self.card, self.note):
            column.addWidget(widget)
        column.addStretch(1)
        self.view.setWidget(self.page)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for ground in (self.page, self.view.viewport()):
            ground.setAutoFillBackground(False)  # that of the whole panel is seen
        self.stack.addWidget(self.contents)
        self.stack.addWidget(self.view)
        top, below = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.contents_button)
        top.addWidget(self.bar, 1)
        top.addWidget(self.progress)
        below.addWidget(self.back_button)
        below.addWidget(self.again_button)
        below.addStretch(1)
        below.addWidget(self.next_button)
        self._top, self._below = QWidget(), QWidget()
        for frame, row in ((self._top, top), (self._below, below)):
            row.setContentsMargins(0, 0, 0, 0)
            frame.setLayout(row)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._top)
        self._column.addWidget(self.stack, 1)
        self._column.addWidget(self._below)

    def _connect(self) -> None:
        self.contents_button.clicked.connect(self._open_menu)
        self.body.followed.connect(self.follow)
        self.card.then.followed.connect(self.follow)
        self.card.revealed.connect(self._on_revealed)
        self.card.changed.connect(self._fit)
        self.contents.chosen.connect(self.begin)
        self.contents.template_wanted.connect(self.new_lesson)
        self.back_button.clicked.connect(self.back)
        self.next_button.clicked.connect(self.forward)
        self.again_button.clicked.connect(self.again)
        for widget in (self.view, self.body, self.card.then, self.card.field, self.contents_button, self.back_button,
                       self.again_button, self.next_button, self.card.button):  # fmt: skip
            widget.installEventFilter(self)

    # Texts and colours -----------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Lesson")

    def invitation(self) -> str:
        return self.tr("Read, guess, look.")

    def help_text(self) -> str:
        return self.tr(
            "<p>A lesson goes through a subject in steps. Every step sets the other panels: the text, the head, the "
            "token, the arrows. <b>You can change all of it</b>; “↺” brings back what the step shows, and the "
            "next step sets what it needs.</p><p>Underlined words lead to a panel, a head or a token. Questions want "
            "a guess first; every answer says why it is right or not. “Answer” shows the right one."
            "</p><p><b>Keys:</b> Page down, Space or Right: on; Page up, Backspace or Left: back; Home and End: first "
            "and last step; 1 to 6: choose an answer; Tab and Enter: follow a link. Ctrl+Z takes a step back with "
            "everything it set.</p><p>Lessons are text files. “New lesson from template”, in the list of lessons, "
            "makes one for you to change.</p>"
        )

    def caption(self) -> str:
        if self.lesson is None or self.step is None:
            return self.title()
        return self.tr("{lesson}, step {n} of {count}: {title}").format(
            lesson=self.lesson.title,
            n=self._index() + 1,
            count=len(self.lesson.steps),
            title=self.step.title,
        )

    def retranslate(self) -> None:
        self.contents_button.setText("☰ " + self.tr("Contents"))
        self.contents_button.setAccessibleName(self.tr("Contents"))
        self.contents_button.setToolTip(self.tr("All steps, and all lessons"))
        self.back_button.setText(self.tr("Back"))
        self.back_button.setToolTip(self.tr("The step before (Page up)"))
        self.again_button.setText("↺")
        self.again_button.setAccessibleName(self.tr("Set again"))
        self.again_button.setToolTip(self.tr("Set again: panels, text and vectors as this step sets them"))
        self.card.retranslate()
        self._shown = None

    def retheme(self, theme: Theme) -> None:
        self.body.set_theme(theme)
        self.card.set_theme(theme)
        self.bar.set_theme(theme)
        self.contents.set_theme(theme)
        self.note.setStyleSheet(f"color: {theme.changed_ink}")
        em = self.fontMetrics().ascent()
        margin = round(0.8 * em)
        self._column.setContentsMargins(margin, round(0.2 * em), margin, round(0.4 * em))
        self._column.setSpacing(round(0.5 * em))
        self.page_column.setContentsMargins(0, 0, 0, 0)
        self._shown = None

    # What is shown ---------------------------------------------------------------------------------------------

    def refresh(self, changed: frozenset[str]) -> None:
        self._look_up()
        listing = self._listing or self.lesson is None
        for part in (self.bar, self.progress, self._below):
            part.setVisible(not listing)
        self.contents_button.setVisible(self.lesson is not None)
        if listing:
            self.contents.show_shelf(self._shelf, _language(), self.store.state.place)
            self.stack.setCurrentWidget(self.contents)
            self.setFocusProxy(next(iter(self.contents.buttons.values()), self.contents.new_button))
        else:
            self._show_step()
            self.stack.setCurrentWidget(self.view)
            self.setFocusProxy(self.next_button)

    def _look_up(self) -> None:
        """The lesson and the step of the state, read again if the file has changed."""
        self._shelf = self.library.shelf()
        self.lesson = self._shelf.lesson(self.store.state.place.lesson, _language())
        self.step = None if self.lesson is None else self.lesson.steps[self._index()]

    def _index(self) -> int:
        """The step on screen, from 0."""
        last = 0 if self.lesson is None else len(self.lesson.steps) - 1
        return min(self.store.state.place.step, last)

    def _show_step(self) -> None:
        lesson, step = self.lesson, self.step
        assert lesson is not None
        assert step is not None
        place = Place(lesson.id, self._index())
        if place != self._shown:
            kept = self.card.question is not None and self.card.question == step.question
            self._shown = place
            if not self._acting:
                self.missing = ()
            self.heading.setText(step.title)
            self.body.set_blocks(step.body)
            if not kept:
                self._show_question(step)
            self.view.verticalScrollBar().setValue(0)
            self._fitted = False
        self.progress.setText(self.tr("{n} of {count}").format(n=place.step + 1, count=len(lesson.steps)))
        self.bar.set_place(place.step, len(lesson.steps))
        self.bar.setAccessibleName(self.progress.text())
        self.back_button.setEnabled(place.step > 0)
        self._show_next()
        self._show_missing()

    def _show_question(self, step: Step) -> None:
        with QSignalBlocker(self.card):  # measured once, when all is there
            self.card.set_question(step.question)
        for button in self.card.answers:
            for widget in (button, button.why):
                widget.installEventFilter(self)
            button.why.followed.connect(self.follow)

    def _show_next(self) -> None:
        """The button says what the next press does."""
        open_question = self._question_is_open()
        last = self.lesson is not None and self._index() == len(self.lesson.steps) - 1
        if open_question:
            text, tip = self.tr("Answer"), self.tr("The answer of the question (Page down)")
        elif last:
            text, tip = self.tr("All lessons"), self.tr("This was the last step")
        else:
            text, tip = self.tr("Next"), self.tr("The next step (Page down)")
        self.next_button.setText(text)
        self.next_button.setToolTip(tip)

    def _question_is_open(self) -> bool:
        return self.card.question is not None and not self.card.solved

    def _show_missing(self) -> None:
        said = "\n".join(f"⚠ {say(message)}" for message in self.missing)
        if said != self.note.text():
            self._fitted = False
        self.note.setText(said)
        self.note.setVisible(bool(said))
        if not self._fitted and self._shown is not None:
            self._fit()

    @Slot()
    def _fit(self) -> None:
        """The largest type with which the step needs no scroll bar, and the page just as large as it must be.

        A resizable scroll area would ask the words how high they like to be at any width.
        """
        room = self.view.maximumViewportSize()
        if self.step is None or room.height() < 1:
            return
        self._fitted = True
        sizes = [factor for factor in FACTORS if factor * self.font().pointSizeF() >= READABLE] or [1.0]
        # The first that fits, by halves: what fits in one size fits in every smaller one.
        place = bisect_left(sizes, True, key=lambda factor: self._height(factor, room.width()) <= room.height())
        factor = sizes[min(place, len(sizes) - 1)]
        height = self._height(factor, room.width())
        if height > room.height():
            room.setWidth(room.width() - self.view.verticalScrollBar().sizeHint().width())
            height = self._height(factor, room.width())
        self.page.resize(room.width(), max(height, room.height()))

    def _height(self, factor: float, width: int) -> int:
        """Set the words in a size, and tell how high the step is then."""
        self._set_type(factor)
        self.card.forget_sizes()
        self.page_column.invalidate()
        return self.page_column.totalHeightForWidth(width)

    def _set_type(self, factor: float) -> None:
        font = sized(self.font(), factor)
        self.heading.setFont(sized(font, TITLE, bold=True))
        for part in (self.body, self.note):
            part.setFont(font)
        self.card.set_type(font)
        self.page_column.setSpacing(round(0.6 * self.body.fontMetrics().ascent()))

    # Going -----------------------------------------------------------------------------------------------------

    @Slot()
    def forward(self) -> None:
        """The answer of an open question, else the next step, else the list of lessons."""
        if self.lesson is None or self._listing:
            return
        if self._question_is_open():
            self.card.solve()
        elif self._index() + 1 < len(self.lesson.steps):
            self.go_to(self._index() + 1)
        else:
            self.show_list()

    @Slot()
    def back(self) -> None:
        """The step before."""
        if self.lesson is not None and not self._listing and self._index() > 0:
            self.go_to(self._index() - 1)

    @Slot()
    def again(self) -> None:
        """Everything as the step sets it; its question is open again."""
        self.go_to(self._index())

    @Slot(str, int)
    def begin(self, lesson_id: str, step: int) -> None:
        """Play a lesson from a step on."""
        self._shelf = self.library.shelf()
        self.lesson = self._shelf.lesson(lesson_id, _language())
        self._layout_in_use = ""
        self.go_to(step)

    def go_to(self, step: int) -> None:
        """Go to a step of the lesson on screen and set what it sets."""
        self._shelf = self.library.shelf()
        lesson = None if self.lesson is None else self._shelf.lesson(self.lesson.id, _language())
        if lesson is None:
            self.show_list()
            return
        step = min(max(step, 0), len(lesson.steps) - 1)
        self._listing, self._shown = False, None
        with QSignalBlocker(self.card):
            self.card.set_question(None)
        text = self.tr("Lesson: {title}").format(title=lesson.steps[step].title)
        self._put_on(lesson.scene(step), text, Place(lesson.id, step), lesson.layout)
        self._tell_missing_panels(lesson.steps[step].scene)
        self.refresh(self.watches)
        self._take_keyboard()

    @Slot()
    def show_list(self) -> None:
        """The list of lessons; the place in the one on screen is kept."""
        self._listing = True
        self.refresh(self.watches)
        self._take_keyboard()

    def _take_keyboard(self) -> None:
        """The keyboard is never left on something that has gone."""
        holder, stays = self.window().focusWidget(), (self.contents_button, self.back_button, self.again_button)
        if holder is None or (self.isAncestorOf(holder) and not (holder in stays and holder.isEnabled())):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def follow(self, link: str) -> None:
        """Do what a link says."""
        goal = read_link(link)
        if not isinstance(goal, Jump):
            self._put_on(goal, self.tr("A link of the lesson"))
            self._tell_missing_panels(goal)
        elif self.lesson is not None and (step := self.lesson.index_of(goal.step)) is not None:
            self.go_to(step)

    @Slot()
    def _on_revealed(self) -> None:
        """The guess is made: show what the question was about."""
        question = self.card.question
        self._show_next()
        if question is None:
            return
        if question.show != Scene():
            self._put_on(question.show, self.tr("The answer"))
        if question.number is not None and question.number.measure:
            self.card.set_truth(self._measured_weight())

    def _measured_weight(self) -> float | None:
        """Per cent that the selected head gives from the query to the key; None without a key in a text read."""
        trace, chosen = self.store.live.trace, self.store.state.selection
        if trace is None or not trace.layers or chosen.key is None or not stage.has_read(self.store):
            return None
        return 100 * float(trace.weights(chosen.layer, chosen.head, chosen.query_in(len(trace)))[chosen.key])

    @Slot()
    def new_lesson(self) -> None:
        """Make a lesson file to start from, and open its folder."""
        try:
            path = new_from_template(own_folder(), _language())
        except RostokError as error:
            self.store.update(notice=error.message)
            return
        self.store.update(notice=Message(_NEW_LESSON, {"path": str(path)}))
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
        self.show_list()

    @Slot()
    def _open_menu(self) -> None:
        self.fill_menu()
        self.menu.popup(self.contents_button.mapToGlobal(self.contents_button.rect().bottomLeft()))

    def fill_menu(self) -> None:
        """All steps of the lesson, and the way to the others."""
        self.menu.clear()
        for n, step in enumerate(() if self.lesson is None else self.lesson.steps):
            action = self.menu.addAction(f"{n + 1}. {step.title}".replace("&", "&&"), partial(self.go_to, n))
            action.setCheckable(True)
            action.setChecked(n == self._index())
        self.menu.addSeparator()
        self.menu.addAction(self.tr("All lessons"), self.show_list)

    # Setting the scene -----------------------------------------------------------------------------------------

    def _put_on(self, scene: Scene, text: str, place: Place | None = None, layout: str = "") -> None:
        """Set a scene as one step of undo, and open its panels."""
        fields = stage.fields_of(scene, self.store.state)
        if place is not None:
            fields["place"] = place
        merge = f"lesson-{next(self._edits)}"
        self.missing = ()
        self._waiting = None
        self._acting = True
        try:
            self.context.edit(text, merge=merge, **fields)
        finally:
            self._acting = False
        self._waiting = (scene, merge, text) if scene.waits else None
        self._open(scene, layout)
        self._settle()
        self._show_missing()

    def _open(self, scene: Scene, layout: str) -> None:
        """Bring the panels of a scene to the front, and the lesson back beside them."""
        wanted = scene.layout or layout
        if wanted and wanted != self._layout_in_use:
            self._layout_in_use = wanted
            self.context.use_layout(wanted)
        there = [panel for panel in scene.panels if _exists(panel)]
        for panel in reversed(there):
            self.context.open_panel(panel)
        if there and not self.isVisible() and self.lesson is not None:  # one of them covers the lesson
            self.context.use_layout(self.lesson.layout)
            for panel in reversed(there):
                self.context.open_panel(panel)
        if there or wanted:
            self.context.open_panel(self.panel_id)

    def _tell_missing_panels(self, scene: Scene) -> None:
        """Say which panels a scene names that this Rostok does not have."""
        self.missing += tuple(Message(_NO_PANEL, {"panel": panel}) for panel in scene.panels if not _exists(panel))
        self._show_missing()

    def notify(self, changed: frozenset[str]) -> None:
        if changed & {"document", "place"} and not self._acting:
            self._waiting = None  # somebody has gone on
        if "trace" in changed:
            self._settle()
        super().notify(changed)

    def _settle(self) -> None:
        """Once the text has been read: look where the scene says."""
        live, state = self.store.live, self.store.state
        if self._waiting is None or live.trace is None or not stage.has_read(self.store):
            return
        (scene, merge, text), self._waiting = self._waiting, None
        # The trace on screen may still be that of changes which this scene takes away.
        trace = live.untouched if scene.changes_off and live.untouched is not None else live.trace
        found = stage.find(scene, state.selection, trace)
        self.missing += found.missing
        changes = stage.with_changes(scene, state.changes, found.selection, trace)
        self.context.edit(text, merge=merge, selection=found.selection, changes=changes)
        self._show_missing()

    # The keyboard ----------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._on_key(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words fit the room they have; the keys of the panel work wherever the keyboard is in it."""
        if watched is self.view and event.type() == QEvent.Type.Resize:
            self._fit()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            paging = event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
            pressing = event.key() == Qt.Key.Key_Space and isinstance(watched, (QPushButton, QToolButton))
            answering = event.key() == Qt.Key.Key_Space and watched in self.card.answers
            if paging or not (pressing or answering or isinstance(watched, QLineEdit)):
                return self._on_key(event)
        return super().eventFilter(watched, event)

    def _on_key(self, event: QKeyEvent) -> bool:
        """Do what a key says; False if it says nothing here."""
        if self.lesson is None or self._listing:
            return False
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        others = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        key, bar = event.key(), self.view.verticalScrollBar()
        if others:
            return False
        if key in BACK or (key == Qt.Key.Key_Space and shift):
            self.back()
        elif key in FORWARD:
            self.forward()
        elif key == Qt.Key.Key_Home:
            self.go_to(0)
        elif key == Qt.Key.Key_End:
            self.go_to(len(self.lesson.steps) - 1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            bar.setValue(bar.value() + (1 if key == Qt.Key.Key_Down else -1) * 3 * self.fontMetrics().height())
        elif Qt.Key.Key_1 <= key < Qt.Key.Key_1 + len(self.card.answers):
            self.card.choose(key - Qt.Key.Key_1)
        else:
            return False
        return True


def _language() -> str:
    """Of the window, two letters."""
    return QLocale().name()[:2]


def _exists(panel: str) -> bool:
    """Whether this Rostok has a panel."""
    return panel.isidentifier() and find_spec(f"rostok_gui.panels.{panel}") is not None


_NO_PANEL = QT_TRANSLATE_NOOP("messages", "This step speaks of the panel “{panel}”, which this Rostok does not have.")
_NEW_LESSON = QT_TRANSLATE_NOOP("messages", "Your lesson is {path}. Change it in any text editor; it is in the list.")
