"""A text to read, in which one sees what was typed, what was written on, and where each written token ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QWidget

from rostok_gui.model.tokenizer import START_MARK, Token
from rostok_gui.shell.style import mixed
from rostok_gui.shell.theme import Theme, load_theme

LARGER = 1.15


class WrittenText(QTextBrowser):
    """Read-only. What was written is underlined and tinted, token by token in turn darker and lighter.

    Signals
    -------
    clicked : int
        Position of the token that was clicked.
    """

    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("light")
        self._shown: tuple[object, ...] = ()
        self._starts: list[int] = []
        """Place of every token in the document, in the editor's units."""
        self._written: range = range(0)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    @property
    def written(self) -> range:
        """Positions of the tokens that are shown as written."""
        return self._written

    def text_of(self, positions: Sequence[int]) -> str:
        """What stands on screen for neighbouring tokens."""
        if not positions:
            return ""
        ends = [*self._starts, len(self.toPlainText().encode("utf-16-le")) // 2]
        raw = self.toPlainText().encode("utf-16-le")
        return raw[2 * ends[positions[0]] : 2 * ends[positions[-1] + 1]].decode("utf-16-le")

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of `theme`."""
        self._theme, self._shown = theme, ()

    def set_tokens(self, tokens: Sequence[Token], n_written: int, query: int | None) -> None:
        """Show `tokens`, the last `n_written` of them as written, the one at `query` marked."""
        shown = (tuple(token.id for token in tokens), n_written, query, self._theme.name, self.font().pointSizeF())
        if shown == self._shown:
            return
        at_end = not self._shown or self._at_end() or self._shown[0] != shown[0]
        self._shown = shown
        self._written = range(len(tokens) - n_written, len(tokens))
        place = self.verticalScrollBar().value()
        self._fill(tokens, query)
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum() if at_end else place)

    def _fill(self, tokens: Sequence[Token], query: int | None) -> None:
        last = len(tokens) - 1
        whole = b"".join(token.data for token in tokens).decode("utf-8", errors="replace")
        self.setUpdatesEnabled(False)
        self.clear()
        cursor = QTextCursor(self.document())
        looks: dict[tuple[bool, ...], QTextCharFormat] = {}
        cursor.beginEditBlock()
        self._starts, done = [], 0
        for position, token in enumerate(tokens):
            self._starts.append(cursor.position())
            piece = START_MARK if not token.data and position == 0 else whole[max(done, token.start) : token.stop]
            done = max(done, token.stop)
            written = position in self._written
            kind = (not token.data, written, written and bool(position % 2), position == query, position == last)
            if kind not in looks:
                looks[kind] = self._look(*kind)
            cursor.insertText(piece, looks[kind])
        cursor.endEditBlock()
        self.setUpdatesEnabled(True)

    def _look(self, is_start: bool, is_written: bool, is_odd: bool, is_query: bool, is_last: bool) -> QTextCharFormat:
        theme, look = self._theme, QTextCharFormat()
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * LARGER)
        font.setBold(is_query)
        font.setUnderline(is_written)
        look.setFont(font)
        look.setForeground(QColor(theme.start_ink if is_start else theme.text))
        if is_written:
            share = 0.45 if is_last else 0.16 if is_odd else 0.28
            look.setBackground(QColor(mixed(theme.surface, theme.value, share)))
            look.setUnderlineColor(QColor(theme.value_ink))
        if is_query:
            look.setBackground(QColor(mixed(theme.surface, theme.query, 0.5)))
        return look

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def token_at(self, place: int) -> int:
        """Position of the token that covers a place in the document, -1 if there is none."""
        return min(bisect_right(self._starts, place), len(self._starts)) - 1

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            point = event.position().toPoint()
            gap = self.cursorForPosition(point)  # the gap between two characters nearest to the pointer
            position = self.token_at(gap.position() - (self.cursorRect(gap).left() > point.x()))
            if position >= 0:
                self.clicked.emit(position)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()
