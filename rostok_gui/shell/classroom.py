"""Classroom mode: the window for a hall. Full screen, large, nothing but the panels, worked with a clicker."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QScreen,
    QWindow,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QToolButton,
    QWidget,
)

from rostok_gui.shell.fit import Fit
from rostok_gui.shell.fonts import em
from rostok_gui.shell.icons import icon
from rostok_gui.shell.layouts import panels_of
from rostok_gui.shell.theme import readable_on

if TYPE_CHECKING:
    from rostok_gui.shell.main_window import MainWindow

RING = 2.6
"""Width of the ring around the pointer, in em."""
RING_LINE = 0.22


class Key(Enum):
    """What a clicker, or a teacher at the keyboard, asks for."""

    FORWARD = auto()
    BACK = auto()
    BLANK = auto()
    FREEZE = auto()


_BY_KEY = {Qt.Key.Key_PageDown: Key.FORWARD, Qt.Key.Key_PageUp: Key.BACK}
# The letters stand for their keys: with a Russian keyboard B writes и, F writes а.
_BY_TEXT = {".": Key.BLANK, "b": Key.BLANK, "и": Key.BLANK, "f": Key.FREEZE, "а": Key.FREEZE}
_CHORDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def wanted(event: QKeyEvent) -> Key | None:
    """What a key asks for in classroom mode; None: nothing, the key is for the panel."""
    if event.modifiers() & _CHORDS:
        return None
    return _BY_KEY.get(Qt.Key(event.key())) or _BY_TEXT.get(event.text().lower())


def writes_text(widget: QWidget | None) -> bool:
    """Whether letters typed now become text."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QAbstractSpinBox)


class Screen(Protocol):
    """What is needed of a `QScreen`."""

    def geometry(self) -> QRect: ...


def screen_for_the_hall(screens: Sequence[Screen], first: Screen | None, second_wanted: bool) -> Screen | None:
    """The second screen where there is one and it is wanted, else the first."""
    others = [screen for screen in screens if screen is not first]
    return others[0] if others and second_wanted else first


class Ring(QWidget):
    """A ring around the pointer that the last row can see. It takes no event, and moving it repaints only its place."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.colour = "#000000"
        self.hide()

    def renew(self, colour: str) -> None:
        """Colour, and size from the font."""
        self.colour = colour
        side = round(RING * em(QApplication.font()))
        self.resize(side, side)

    def follow(self, place: QPoint) -> None:
        """Lie around `place` of the window."""
        self.move(place - QPoint(self.width() // 2, self.height() // 2))
        if self.isHidden():
            self.show()
            self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = RING_LINE * em(QApplication.font())
        inside = QRectF(self.rect()).adjusted(line, line, -line, -line)
        # A line of the other brightness beside it, so that the ring is seen on every ground.
        for colour, width in ((readable_on(self.colour), 1.7 * line), (self.colour, line)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(inside)


class Cover(QWidget):
    """Lies over the whole window: black, or the picture of a moment ago, while everything below runs on."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window_below = window
        self.setObjectName("cover")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._picture: QPixmap | None = None
        self._sign = ""
        self._ink, self._ground = "#ffffff", "#000000"
        self.hide()

    @property
    def frozen(self) -> bool:
        """Whether a picture is shown."""
        return self.isVisible() and self._picture is not None

    @property
    def blank(self) -> bool:
        """Whether the screen is black."""
        return self.isVisible() and self._picture is None

    def show_black(self) -> None:
        """Nothing to look at."""
        self._picture = None
        self._lie_over(self.tr("The screen is blank. Any key shows it again."))

    def show_picture(self, picture: QPixmap, sign: str, ink: str, ground: str) -> None:
        """Show `picture`, with `sign` in a corner."""
        self._picture, self._sign, self._ink, self._ground = picture, sign, ink, ground
        self._lie_over(sign)

    def lift(self) -> None:
        """Show what is below."""
        self.hide()
        self._picture = None

    def _lie_over(self, name: str) -> None:
        self.setAccessibleName(name)
        self.setGeometry(self.window_below.rect())
        self.show()
        self.raise_()
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click does nothing to what cannot be seen; on a blank screen it brings it back."""
        event.accept()
        if self.blank:
            self.lift()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._picture is None:
            painter.fillRect(self.rect(), Qt.GlobalColor.black)
            return
        painter.drawPixmap(self.rect(), self._picture)
        unit = em(QApplication.font())
        painter.setFont(QApplication.font())
        metrics = painter.fontMetrics()
        size = QSize(metrics.horizontalAdvance(self._sign), metrics.height()) + QSize(round(unit), round(0.4 * unit))
        box = QRectF(QPointF(self.width() - size.width() - 0.5 * unit, 0.5 * unit), size.toSizeF())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._ink), 0.12 * unit))
        painter.setBrush(QColor(self._ground))
        painter.drawRoundedRect(box, 0.4 * unit, 0.4 * unit)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._sign)


class Classroom(QObject):
    """Takes the window into classroom mode and out of it again, exactly as it was.

    While it is on, page keys go through the lesson (or from panel to panel where there is none), B blanks the screen,
    F freezes it, Escape leaves; texts that follow the pointer are silent.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.on = False
        self._state = Qt.WindowState.WindowNoState
        self._geometry = QRect()
        self.ring, self.cover = Ring(window), Cover(window)
        self.fit = Fit(window.docks, lambda: window.looks.theme)
        self.button = QToolButton()
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.clicked.connect(self.toggle)
        window.menuBar().setCornerWidget(self.button)

    def renew(self) -> None:
        """Texts, colours and sizes again."""
        theme = self._window.looks.theme
        unit = em(QApplication.font())
        self.button.setText(self.tr("Classroom"))
        self.button.setToolTip(self.tr("Full screen and large, for a hall (F11)"))
        self.button.setAccessibleName(self.tr("Classroom mode"))
        self.button.setIcon(icon("classroom", theme.text))
        self.button.setIconSize(QSize(round(1.1 * unit), round(1.1 * unit)))
        self.ring.renew(theme.changed)
        self.fit.use(self.on)

    # In and out --------------------------------------------------------------------------------------------------

    @Slot()
    def toggle(self) -> None:
        """Into classroom mode, or out of it."""
        if self.on:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Full screen, large, nothing but panels."""
        if self.on:
            return
        window = self._window
        self.on = True
        self._state, self._geometry = window.windowState(), window.normalGeometry()
        self._show_chrome(False)
        self.fit.use(True)
        window.looks.use_classroom(True)
        self._go_to_hall()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.installEventFilter(self)
        app.focusChanged.connect(self._on_focus)
        app.screenAdded.connect(self._on_screens)
        app.screenRemoved.connect(self._on_screens)

    def leave(self) -> None:
        """Back to the window as it was."""
        if not self.on:
            return
        window = self._window
        self.on = False
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.removeEventFilter(self)
        app.focusChanged.disconnect(self._on_focus)
        app.screenAdded.disconnect(self._on_screens)
        app.screenRemoved.disconnect(self._on_screens)
        self.cover.lift()
        self.ring.hide()
        window.looks.use_classroom(False)
        self.fit.use(False)
        self._show_chrome(True)
        window.setWindowState(self._state & ~Qt.WindowState.WindowMinimized)
        if not self._state & Qt.WindowState.WindowFullScreen and self._geometry.isValid():
            window.setGeometry(self._geometry)

    def _show_chrome(self, shown: bool) -> None:
        window = self._window
        for part in (window.menuBar(), window.status, window.text_line):
            part.setVisible(shown)
        window.docks.set_slim(not shown)

    def _go_to_hall(self) -> None:
        """To the screen of the hall, and all over it."""
        window = self._window
        screen = screen_for_the_hall(
            QGuiApplication.screens(), QGuiApplication.primaryScreen(), window.settings.second_screen
        )
        if screen is not None and len(QGuiApplication.screens()) > 1:
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
            handle = window.windowHandle()
            if handle is not None and isinstance(screen, QScreen):
                handle.setScreen(screen)
            window.setGeometry(screen.geometry())
        window.setWindowState(Qt.WindowState.WindowFullScreen)

    @Slot()
    def _on_screens(self) -> None:
        """A projector came or went; Qt first has to finish with its own windows."""
        QTimer.singleShot(0, self, self.find_screen)

    @Slot()
    def find_screen(self) -> None:
        """The screen of the hall may be another one now; a window never stays where no screen is."""
        if self.on:
            self._go_to_hall()
            screens = [screen.geometry() for screen in QGuiApplication.screens()]
            if screens and not any(screen.intersects(self._window.geometry()) for screen in screens):
                self._window.setGeometry(screens[0])
            if screens and not any(screen.intersects(self._geometry) for screen in screens):
                self._geometry.moveTopLeft(screens[0].topLeft())

    # Keys and pointer --------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sees every event of the program while classroom mode is on."""
        kind = event.type()
        if kind == QEvent.Type.MouseMove:
            if isinstance(watched, QWindow) and isinstance(event, QMouseEvent):
                self._point(event)
        elif kind == QEvent.Type.ToolTip:
            return True
        elif kind == QEvent.Type.Leave and watched is self._window:
            self.ring.hide()
        elif kind == QEvent.Type.Resize and watched is self._window:
            self.cover.setGeometry(self._window.rect())
        elif kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride) and isinstance(event, QKeyEvent):
            return self._on_key(watched, event)
        return False

    def _point(self, event: QMouseEvent) -> None:
        place = event.globalPosition().toPoint()
        if self._window.geometry().contains(place) and not self.cover.isVisible():
            self.ring.follow(self._window.mapFromGlobal(place))

    def _on_key(self, watched: QObject, event: QKeyEvent) -> bool:
        window = self._window
        if watched is not window.windowHandle() and not (isinstance(watched, QWidget) and watched.window() is window):
            return False  # a menu, a dialog, a floating panel
        pressed = event.type() == QEvent.Type.KeyPress
        key = wanted(event)
        covered = self.cover.blank or (self.cover.frozen and event.key() == Qt.Key.Key_Escape)
        if covered:
            if pressed:
                self.cover.lift()
        elif key in (Key.BLANK, Key.FREEZE) and not self.cover.frozen and writes_text(QApplication.focusWidget()):
            return False
        elif key is not None:
            if pressed:
                self._do(key)
        elif event.key() == Qt.Key.Key_Escape and pressed and watched is window:
            self._let_go()  # nobody below wanted it
        else:
            return False
        event.accept()
        return True

    def _do(self, key: Key) -> None:
        if key is Key.BLANK:
            self.cover.show_black()
            self.ring.hide()
        elif key is Key.FREEZE:
            self.freeze()
        else:
            self.go(1 if key is Key.FORWARD else -1)

    def _let_go(self) -> None:
        if self._window.text_line.isVisible():
            self._window.text_line.hide()
            self._to_panel()
        else:
            self.leave()

    # What the keys do --------------------------------------------------------------------------------------------

    def freeze(self) -> None:
        """Hold what is on screen, or show what has become of it."""
        if self.cover.frozen:
            self.cover.lift()
            return
        theme = self._window.looks.theme
        self.ring.hide()
        self.cover.show_picture(self._window.grab(), self.tr("Frozen · F goes on"), theme.text, theme.raised)

    def go(self, step: int) -> None:
        """Through the lesson if one is shown, else from panel to panel."""
        lesson = self._window.panels.get("lesson")
        if lesson is not None and lesson.isVisible() and getattr(lesson, "lesson", None) is not None:
            (lesson.forward if step > 0 else lesson.back)()  # type: ignore[attr-defined]  # the panel named lesson
            return
        docks = self._window.docks
        names = [name for name in self._panels_of_layout() if docks.maximised or not docks.docks[name].isHidden()]
        current = docks.focused()
        if not names or current is None:
            return
        now = names.index(current.panel.panel_id) if current.panel.panel_id in names else -min(step, 0)
        goal = names[(now + step) % len(names)]
        if docks.maximised:
            docks.maximise(docks.docks[goal])
        else:
            docks.open(goal)

    def _panels_of_layout(self) -> tuple[str, ...]:
        layout = self._window.layouts.get(self._window.settings.layout)
        return () if layout is None else tuple(n for n in panels_of(layout.root) if n in self._window.panels)

    def _to_panel(self) -> None:
        dock = self._window.docks.focused()
        if dock is not None:
            self._window.docks.focus(dock)

    @Slot(QWidget, QWidget)
    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """The text line stays while it is used: its menus and its window are parts of it."""
        line = self._window.text_line
        if new is not None and new.window() is self._window and not line.isAncestorOf(new):
            line.hide()
