"""The place of the panels: docks that can be moved, tabbed, floated, closed and maximised."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QEventLoop, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.panels.base import Panel
from rostok_gui.shell.fonts import em
from rostok_gui.shell.icons import icon
from rostok_gui.shell.layouts import Layout, Node, Tabs, only_existing, panels_of
from rostok_gui.shell.theme import Theme

_AREA = Qt.DockWidgetArea.LeftDockWidgetArea


class TitleBar(QWidget):
    """Title, invitation and buttons of a dock. A drag moves the dock, a double click maximises it."""

    def __init__(self, dock: PanelDock) -> None:
        super().__init__(dock)
        self.setObjectName("title-bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._dock = dock
        self._unit = 0.0
        self.title = QLabel()
        self.title.setObjectName("dock-title")
        self.invitation = QLabel()
        self.invitation.setObjectName("invitation")
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.title.setMinimumWidth(1)  # may be cut rather than keep the dock wide
        self.invitation.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.addWidget(self.title)
        row.addWidget(self.invitation, 1)
        self.buttons: dict[str, QToolButton] = {}
        for name, signal in (
            ("help", dock.help_wanted),
            ("maximise", dock.maximise_wanted),
            ("float", dock.float_wanted),
            ("close", dock.close_wanted),
        ):
            button = QToolButton()
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(signal)
            self.buttons[name] = button
            row.addWidget(button)

    def resize_to(self, unit: float) -> None:
        """Sizes from the font."""
        self._unit = unit
        self._set_margins(True)
        for button in self.buttons.values():
            button.setIconSize(QSize(round(1.05 * unit), round(1.05 * unit)))

    def _set_margins(self, wanted: bool) -> None:
        row, unit = self.layout(), self._unit if wanted else 0.0
        assert row is not None
        row.setContentsMargins(round(0.8 * unit), round(0.3 * unit), round(0.3 * unit), round(0.1 * unit))
        row.setSpacing(0)

    def set_slim(self, slim: bool) -> None:
        """Show no buttons."""
        for button in self.buttons.values():
            button.setVisible(not slim)

    def vanish(self) -> None:
        """Take no room: without buttons, behind a tab, there is nothing to say."""
        self.title.hide()
        self.invitation.hide()
        self._set_margins(False)

    def fit(self, title: str, invitation: str) -> bool:
        """Show `title` and behind it `invitation`; return whether there is room for the invitation."""
        unit = em(self.font())
        self._set_margins(True)
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.invitation.show()
        self.invitation.setText(invitation)
        self.invitation.setIndent(round(0.9 * unit) if title else 0)
        texts = (self.title.sizeHint().width() if title else 0) + self.invitation.sizeHint().width()
        buttons = sum(button.sizeHint().width() for button in self.buttons.values())
        fits = texts + buttons + round(1.5 * unit) <= self.width()
        if not fits:
            self.invitation.setText("")
        return fits

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self._dock.maximise_wanted.emit()


class PanelView(QScrollArea):
    """Gives its panel all the room there is, and the least it needs where there is less, with scroll bars.

    Qt's own resizable scroll area would take what a panel prefers at its width for what it needs.
    """

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self.setObjectName("panel-view")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(panel)
        for widget in (self.viewport(), panel):
            widget.setAutoFillBackground(False)  # the ground is that of the whole dock

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return done

    def fit(self) -> None:
        """Give the panel its size; one bar takes room, but is no reason for the other one."""
        panel, room = self.widget(), self.maximumViewportSize()
        if panel is not None:
            least = panel.minimumSizeHint()
            down, across = least.height() > room.height(), least.width() > room.width()
            taken = QSize(self.verticalScrollBar().sizeHint().width(), self.horizontalScrollBar().sizeHint().height())
            panel.resize((room - QSize(taken.width() * down, taken.height() * across)).expandedTo(least))


class PanelDock(QDockWidget):
    """One panel with its title and the line that says what to do.

    The line stands behind the title where there is room for it, else above the picture. A panel that needs more room
    than it is given can be scrolled: no panel makes the window larger than the screen.
    """

    help_wanted = Signal()
    maximise_wanted = Signal()
    float_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, panel: Panel, parent: QWidget) -> None:
        super().__init__(parent)
        self.panel = panel
        self.maximised = False
        self._theme: Theme | None = None
        self._tabbed = self._slim = False
        self.setObjectName(f"dock-{panel.panel_id}")
        self.invitation = QLabel()
        self.invitation.setObjectName("invitation")
        self.invitation.setWordWrap(True)
        self.view = PanelView(panel)
        self.body = QWidget()
        self.body.setObjectName("dock-body")
        self.body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self.body)
        column.addWidget(self.invitation)
        column.addWidget(self.view, 1)
        self._column = column
        self.setWidget(self.body)
        self.bar = TitleBar(self)
        self.setTitleBarWidget(self.bar)
        self.float_wanted.connect(self._toggle_floating)
        self.close_wanted.connect(self.close)
        self.topLevelChanged.connect(self._show_state)
        # Behind a tab a dock is out of sight but not hidden; its panel must not go on painting there.
        self.visibilityChanged.connect(panel.setVisible)

    def renew(self, theme: Theme) -> None:
        """Texts, colours and sizes again."""
        self._theme = theme
        unit = em(self.font())
        self.bar.resize_to(unit)
        self._column.setSpacing(round(0.25 * unit))
        self.invitation.setContentsMargins(round(0.8 * unit), 0, round(0.8 * unit), 0)
        self.body.setMinimumSize(round(12 * unit), round(8 * unit))
        title = self.panel.title()
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self._place_invitation()
        self._show_state()

    def set_maximised(self, on: bool) -> None:
        """Only what the button shows; the host does the rest."""
        self.maximised = on
        self._show_state()

    def set_slim(self, slim: bool) -> None:
        """Nothing but the title, for classroom mode."""
        self._slim = slim
        self.bar.set_slim(slim)
        self._place_invitation()

    def set_tabbed(self, tabbed: bool) -> None:
        """Behind a tab the title is in the tab already."""
        if tabbed != self._tabbed:
            self._tabbed = tabbed
            self._place_invitation()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_invitation()

    def _place_invitation(self) -> None:
        silent = self._slim and self._tabbed
        unit = em(self.font())
        self._column.setContentsMargins(0, round(0.4 * unit) if silent else 0, 0, round(0.3 * unit))
        if silent:
            self.bar.vanish()
            self.invitation.hide()
            return
        text = self.panel.invitation() if self._theme and not self._slim else ""
        fits = self._tabbed and self.bar.fit("", text)  # the tab says the title
        fits = fits or self.bar.fit(self.windowTitle(), text)
        self.invitation.setText(text)
        self.invitation.setVisible(bool(text) and not fits)

    @Slot()
    def _toggle_floating(self) -> None:
        self.setFloating(not self.isFloating())

    @Slot()
    def _show_state(self) -> None:
        """Icons and names of the buttons, as the dock stands."""
        if self._theme is None:
            return
        title = self.windowTitle()
        looks = {
            "help": ("help", self.tr("Help about “{panel}”")),
            "maximise": ("restore", self.tr("Show “{panel}” beside the others again"))
            if self.maximised
            else ("maximise", self.tr("Show “{panel}” alone")),
            "float": ("dock", self.tr("Put “{panel}” back into the window"))
            if self.isFloating()
            else ("float", self.tr("Lift “{panel}” out of the window")),
            "close": ("close", self.tr("Close “{panel}”")),
        }
        for name, (picture, text) in looks.items():
            button = self.bar.buttons[name]
            button.setIcon(icon(picture, self._theme.muted))
            button.setToolTip(text.format(panel=title))
            button.setAccessibleName(text.format(panel=title))


class DockHost(QMainWindow):
    """All docks, and nothing else, so that a saved state of it holds the layout alone."""

    help_wanted = Signal(str)
    arranged = Signal()

    def __init__(self, panels: Iterable[Panel], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setObjectName("dock-host")
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.docks: dict[str, PanelDock] = {}
        self._before_maximise = QByteArray()
        self._slim = False
        for panel in panels:
            dock = PanelDock(panel, self)
            self.docks[panel.panel_id] = dock
            self.addDockWidget(_AREA, dock)
            dock.hide()
            dock.help_wanted.connect(self._on_help)
            dock.maximise_wanted.connect(self._on_maximise)
            dock.visibilityChanged.connect(self._show_tabs)
        # Another set of panels makes an old state meaningless.
        self._version = zlib.crc32(" ".join(self.docks).encode()) & 0x7FFF

    # Layouts -----------------------------------------------------------------------------------------------------

    def arrange(self, layout: Layout) -> None:
        """Put the docks as `layout` says; panels that are not in it are closed."""
        self._forget_maximised()
        unit = em(self.font())
        wanted = layout.root_in(self.width() / unit, self.height() / unit)
        root = only_existing(wanted, frozenset(self.docks))
        for dock in self.docks.values():
            dock.setFloating(False)
        self._take_out()
        if root is None:
            return
        self.addDockWidget(_AREA, self._anchor(root))
        self._split(root)
        for panel in panels_of(root):
            self.docks[panel].show()
        self._raise_fronts(root)
        self._share(root, self.size())
        self.arranged.emit()

    def save(self) -> str:
        """The state of the docks, base64; that from before a panel was maximised, if one is."""
        state = self._before_maximise if self.maximised else self.saveState(self._version)
        return bytes(state.toBase64().data()).decode()

    def restore(self, saved: str) -> bool:
        """Go back to a saved state; False, and nothing changed, when it is none of ours."""
        self._forget_maximised()
        return self._restored(QByteArray.fromBase64(saved.encode()))

    def _restored(self, state: QByteArray) -> bool:
        """Qt's `restoreState`, which also gives every closed dock a place of its own; `open` shall make it a tab.

        It forgets the tab bars that are there: they would stay on screen for ever. So the docks are taken out first.
        """
        before = self.saveState(self._version)
        self._take_out()
        known = self.restoreState(state, self._version)
        if not known:
            self.restoreState(before, self._version)
        for dock in self.docks.values():
            if dock.isHidden() and not dock.isFloating():
                self.removeDockWidget(dock)
        return known

    def _take_out(self) -> None:
        for dock in self.docks.values():
            dock.hide()  # what is removed while it is visible is visible in the saved state
            self.removeDockWidget(dock)
        layout = self.layout()
        assert layout is not None
        layout.activate()  # now Qt puts away the tab bars

    def _anchor(self, node: Node) -> PanelDock:
        return self.docks[panels_of(node)[0]]

    def _split(self, node: Node) -> None:
        if isinstance(node, Tabs):
            for panel in node.panels[1:]:
                self.tabifyDockWidget(self.docks[node.panels[0]], self.docks[panel])
            return
        way = Qt.Orientation.Vertical if node.down else Qt.Orientation.Horizontal
        children = [child for child, _ in node.parts]
        for before, after in pairwise(children):
            self.splitDockWidget(self._anchor(before), self._anchor(after), way)
        for child in children:
            self._split(child)

    def _raise_fronts(self, node: Node) -> None:
        if isinstance(node, Tabs):
            self.docks[node.panels[0]].raise_()
        else:
            for child, _ in node.parts:
                self._raise_fronts(child)

    def _share(self, node: Node, size: QSize) -> None:
        """Give the parts of a split their shares of `size`, from the outside in."""
        if isinstance(node, Tabs):
            return
        whole = size.height() if node.down else size.width()
        total = sum(share for _, share in node.parts)
        sizes = [whole * share // total for _, share in node.parts]
        way = Qt.Orientation.Vertical if node.down else Qt.Orientation.Horizontal
        self.resizeDocks([self._anchor(child) for child, _ in node.parts], sizes, way)
        for (child, _), part in zip(node.parts, sizes):
            self._share(child, QSize(size.width(), part) if node.down else QSize(part, size.height()))

    # One panel ---------------------------------------------------------------------------------------------------

    def open(self, panel_id: str) -> None:
        """Bring a panel to the front, opened if it was closed, and give it the keyboard."""
        dock = self.docks.get(panel_id)
        if dock is None:
            return
        if self.maximised and not dock.maximised:
            self.restore_all()
        if dock.isHidden() and self.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
            neighbour = self._widest_other(dock)
            if neighbour is None:
                self.addDockWidget(_AREA, dock)
            else:
                self.tabifyDockWidget(neighbour, dock)
        dock.show()
        dock.raise_()
        self.focus(dock)

    def _widest_other(self, dock: PanelDock) -> PanelDock | None:
        seen = [d for d in self.docks.values() if d is not dock and d.isVisible() and not d.isFloating()]
        return max(seen, key=lambda d: d.width() * d.height(), default=None)

    @staticmethod
    def focus(dock: PanelDock) -> None:
        """Put the keyboard into the first control of the dock's panel that takes it."""
        panel = dock.panel
        if panel.isAncestorOf(panel.window().focusWidget() or panel.window()):
            return
        if panel.focusPolicy() != Qt.FocusPolicy.NoFocus:
            panel.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        for child in panel.findChildren(QWidget):
            if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isEnabled() and child.isVisibleTo(panel):
                child.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def focused(self) -> PanelDock | None:
        """The dock that has the keyboard, else the largest that can be seen."""
        window = self.window()
        holder = window.focusWidget() if window is not None else None
        for dock in self.shown():
            floating = dock.window().focusWidget() if dock.isFloating() and dock.isActiveWindow() else None
            if (holder is not None and dock.isAncestorOf(holder)) or floating is not None:
                return dock
        return max(self.shown(), key=lambda d: d.width() * d.height(), default=None)

    def shown(self) -> list[PanelDock]:
        """The docks that can be seen, in the order of the registry."""
        return [dock for dock in self.docks.values() if dock.isVisible() and not dock.visibleRegion().isEmpty()]

    def each_open(self) -> Iterator[Panel]:
        """Every open panel, each in front while it is in turn; afterwards those are in front that were before."""
        in_front = self.shown()
        for dock in self.docks.values():
            if not dock.isHidden():
                dock.raise_()
                QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
                yield dock.panel
        for dock in in_front:
            dock.raise_()

    # Maximise ----------------------------------------------------------------------------------------------------

    @property
    def maximised(self) -> PanelDock | None:
        """The dock that is shown alone."""
        return next((dock for dock in self.docks.values() if dock.maximised), None)

    def maximise(self, dock: PanelDock) -> None:
        """Show one dock alone; the others wait."""
        self.restore_all()
        self._before_maximise = self.saveState(self._version)
        dock.setFloating(False)
        for other in self.docks.values():
            if other is not dock and not other.isFloating():
                other.hide()
        dock.show()
        dock.set_maximised(True)
        self.focus(dock)
        self.arranged.emit()

    def restore_all(self) -> None:
        """Put the others back beside the one that was alone."""
        if self.maximised:
            self._forget_maximised()
            self._restored(self._before_maximise)
            self.arranged.emit()

    def _forget_maximised(self) -> None:
        for dock in self.docks.values():
            if dock.maximised:
                dock.set_maximised(False)

    @Slot()
    def _on_maximise(self) -> None:
        dock = self.sender()
        assert isinstance(dock, PanelDock)
        if dock.maximised:
            self.restore_all()
        else:
            self.maximise(dock)

    @Slot()
    def _on_help(self) -> None:
        dock = self.sender()
        assert isinstance(dock, PanelDock)
        self.help_wanted.emit(dock.panel.panel_id)

    # Looks -------------------------------------------------------------------------------------------------------

    def set_slim(self, slim: bool) -> None:
        """Docks with nothing but a title, for classroom mode."""
        self._slim = slim
        for dock in self.docks.values():
            dock.set_slim(slim)
        self._show_tabs()

    def renew(self, theme: Theme) -> None:
        """Texts, colours and sizes again."""
        margin = round(0.5 * em(self.font()))
        self.setContentsMargins(margin, 0, margin, 0)
        for dock in self.docks.values():
            dock.renew(theme)
        self._follow_tabs()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._follow_tabs()
        return done

    def _follow_tabs(self) -> None:
        """Qt makes and drops the tab bars of docks by itself; each gets a name and the keyboard."""
        for dock in self.docks.values():
            others = (other for other in self.tabifiedDockWidgets(dock) if not other.isHidden())
            dock.set_tabbed(any(others) and not dock.isFloating())
        name = self.tr("Panels behind each other")
        for bar in self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setFocusPolicy(Qt.FocusPolicy.TabFocus if bar.count() else Qt.FocusPolicy.NoFocus)
            if bar.accessibleName() == name:
                continue  # touched again it would ask for a new layout, and this would never end
            bar.setAccessibleName(name)
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setDocumentMode(True)
            bar.setDrawBase(False)
        self._show_tabs()

    @Slot()
    def _show_tabs(self) -> None:
        """In the hall no tab is cut: where there is no room for all of them, the one in front is the title."""
        for bar in self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            front, across = bar.currentIndex(), bar.fontMetrics().horizontalAdvance
            if front < 0:
                continue
            frame = bar.tabRect(front).width() - across(bar.tabText(front))
            tabs = range(bar.count())
            alone = self._slim and sum(frame + across(bar.tabText(n)) for n in tabs) > bar.width()
            wrong = [n for n in tabs if bar.isTabVisible(n) != (n == front or not alone)]
            for n in sorted(wrong, key=lambda n: n != front):  # Qt wants to see one at any time
                bar.setTabVisible(n, not bar.isTabVisible(n))
            if wrong:
                bar.setTabText(front, bar.tabText(front))  # else it stays scrolled away as far as it was
