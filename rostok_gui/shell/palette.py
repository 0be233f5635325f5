"""The command palette: type a few letters of what you want, Enter does it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from rostok_gui.shell.actions import plain
from rostok_gui.shell.fonts import em
from rostok_gui.state.app_state import Selection
from rostok_gui.state.examples import load_examples

if TYPE_CHECKING:
    from rostok_gui.shell.main_window import MainWindow

WIDTH, ROWS = 40, 9
"""Of the palette: in em, and in entries that are seen at once."""
_NUMBERS = re.compile(r"\d+")
_ABOUT = Qt.ItemDataRole.UserRole
_KEYS = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Entry:
    """Something that can be done.

    Attributes
    ----------
    text, about : str
        What is done, and of which kind it is, in the language on screen. A search looks into both.
    run : callable
    keys : str
        Its shortcut as it is written on keyboards.
    """

    text: str
    about: str
    run: Callable[[], object]
    keys: str = ""


def folded(text: str) -> str:
    """`text` as a search sees it: small letters, and ё is е."""
    return text.lower().replace("ё", "е")


def found(entries: list[Entry], query: str) -> list[Entry]:
    """The entries that have every word of `query`; those whose own words begin with them come first."""
    words = folded(query).split()

    def rank(entry: Entry) -> int:
        """0: the text begins with the query; 1: words of it do; 2: it is somewhere; 3: in the kind only; 4: nowhere."""
        text, everything = folded(entry.text), folded(f"{entry.text} {entry.about}")
        if not all(word in everything for word in words):
            return 4
        if text.startswith(" ".join(words)):
            return 0
        if all(re.search(rf"\b{re.escape(word)}", text) for word in words):
            return 1
        return 2 if all(word in text for word in words) else 3

    ranked = [(rank(entry), entry) for entry in entries]
    return [entry for place, entry in sorted(ranked, key=lambda pair: pair[0]) if place < 4]


def head_in(query: str) -> tuple[int, int] | None:
    """Layer and head, from 0, that a search names: ``6.4``, ``head 6 4``, ``layer 6 head 4``."""
    numbers = [int(number) for number in _NUMBERS.findall(query)]
    return (numbers[0] - 1, numbers[1] - 1) if len(numbers) == 2 else None


class EntryModel(QAbstractListModel):
    """The entries that match."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []

    def show_entries(self, entries: list[Entry]) -> None:
        """Show these, and no others."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.text, entry.about, entry.keys) if part)
        return {Qt.ItemDataRole.DisplayRole: entry.text, _ABOUT: entry.about, _KEYS: entry.keys}.get(role)


class EntryPainter(QStyledItemDelegate):
    """Text at the left; kind and keys, quieter, at the right."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        unit = em(option.font)
        room = option.rect.adjusted(0, 0, -round(0.6 * unit), 0)
        palette: QPalette = option.palette
        role = QPalette.ColorRole.Text if self._chosen(option) else QPalette.ColorRole.PlaceholderText
        right = " · ".join(part for part in (index.data(_ABOUT), index.data(_KEYS)) if part)
        painter.setPen(palette.color(role))
        painter.setFont(option.font)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, right)

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        right = " · ".join(part for part in (index.data(_ABOUT), index.data(_KEYS)) if part)
        metrics = option.fontMetrics
        room = option.rect.width() - metrics.horizontalAdvance(right) - 3 * metrics.height()
        option.text = metrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    @staticmethod
    def _chosen(option: QStyleOptionViewItem) -> bool:
        return bool(option.state & QStyle.StateFlag.State_Selected)


class Palette(QDialog):
    """A field, and below it what matches. The keyboard stays in the field; arrows choose, Enter does, Esc leaves."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self._window = window
        self._entries: list[Entry] = []
        self.field, self.view, self.none = QLineEdit(), QListView(), QLabel()
        self.model = EntryModel(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(EntryPainter(self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.none.setObjectName("quiet")
        self.none.setWordWrap(True)
        column = QVBoxLayout(self)
        for part in (self.field, self.none, self.view):
            column.addWidget(part)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.view.clicked.connect(self._on_clicked)

    def open_palette(self) -> None:
        """Show everything there is, ready for the first letter."""
        self._entries = list(self._all())
        self._retranslate()
        self.field.clear()
        self._search("")
        self._place()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _retranslate(self) -> None:
        name = self.tr("Command palette")
        self.setWindowTitle(name)
        self.setAccessibleName(name)
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(self.tr("What do you want? A command, a panel, an example, a head: 6.4"))
        self.view.setAccessibleName(self.tr("What matches"))
        self.none.setText(self.tr("Nothing is called like that. Try fewer letters, or a head as 6.4."))

    def _place(self) -> None:
        """At the top of the window, in the middle."""
        unit = em(self.font())
        column = self.layout()
        assert column is not None
        column.setContentsMargins(*(round(0.5 * unit),) * 4)
        width = min(round(WIDTH * unit), self._window.width() - round(2 * unit))
        self.view.setSpacing(round(0.12 * unit))
        self.view.setFixedHeight(min(round(ROWS * 1.75 * unit), round(0.6 * self._window.height())))
        self.setFixedWidth(width)
        self.adjustSize()
        self.move(self._window.mapToGlobal(QPoint((self._window.width() - width) // 2, round(2 * unit))))

    # What there is -----------------------------------------------------------------------------------------------

    def _all(self) -> Iterator[Entry]:
        yield from self._actions()
        yield from self._examples()

    def _actions(self) -> Iterator[Entry]:
        table, window = self._window.actions_table, self._window
        kinds = {"panels": self.tr("Panel"), "layouts": self.tr("Layout")}
        for spec in table.table:
            action = table.by_id[spec.id]
            if action.isEnabled() and spec.id != "palette":
                keys = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in spec.keys[:1]]
                about = kinds.get(spec.group) or plain(table.menu_title(spec.menu))
                run = partial(window.open_panel, spec.argument) if spec.group == "panels" else action.trigger
                yield Entry(plain(spec.shown_text()), about, run, "".join(keys))

    def _examples(self) -> Iterator[Entry]:
        window, kind = self._window, self.tr("Example")
        for example in load_examples():
            title = example.title.get(window.looks.language.current, example.title["en"])
            place = Selection(example.layer, example.head, example.query)
            yield Entry(title, kind, partial(window.text_line.use_text, example.text, place))

    def _head(self, query: str) -> Iterator[Entry]:
        """The head that `query` names, if the model has it."""
        place, model = head_in(query), self._window.store.live.model
        layers, heads = (model.config.n_layer, model.config.n_head) if model is not None else (0, 0)
        if place is not None and 0 <= place[0] < layers and 0 <= place[1] < heads:
            text = self.tr("Layer {layer} head {head}").format(layer=place[0] + 1, head=place[1] + 1)
            yield Entry(text, self.tr("Head"), partial(self._select, *place))

    def _select(self, layer: int, head: int) -> None:
        old = self._window.store.state.selection
        self._window.undo.edit(self.tr("Head"), selection=replace(old, layer=layer, head=head))

    # Searching and doing -----------------------------------------------------------------------------------------

    @Slot(str)
    def _search(self, query: str) -> None:
        matches = [*self._head(query), *found(self._entries, query)]
        self.model.show_entries(matches)
        self.none.setVisible(not matches)
        self.view.setVisible(bool(matches))
        if matches:
            self.view.setCurrentIndex(self.model.index(0))
            self._say_current()

    def _say_current(self) -> None:
        """For those who hear the field and do not see the list."""
        said = self.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        self.field.setAccessibleDescription(said or "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            page = max(ROWS - 1, 1)
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: page, Qt.Key.Key_PageUp: -page}
            if event.key() in steps:
                self._move(steps[Qt.Key(event.key())])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.view.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _move(self, step: int) -> None:
        last = self.model.rowCount() - 1
        if last >= 0:
            row = min(max(self.view.currentIndex().row() + step, 0), last)
            self.view.setCurrentIndex(self.model.index(row))
            self._say_current()

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self._run(index)

    def _run(self, index: QModelIndex) -> None:
        if index.isValid():
            entry = self.model.entries[index.row()]
            self.close()
            entry.run()


class PaletteDoor(QObject):
    """Makes the palette when it is first asked for."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._made: Palette | None = None

    @property
    def palette(self) -> Palette:
        """The palette of the window."""
        if self._made is None:
            self._made = Palette(self._window)
        return self._made

    def open(self) -> None:
        """Show it."""
        self.palette.open_palette()
