"""The board to paint on, its presets, and what is wrong with the mask, in words."""

from __future__ import annotations

import html
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.attention.mask import PRESETS
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.panels.base import Context
from rostok_gui.panels.mask_parts.names import named
from rostok_gui.panels.mask_parts.script import script
from rostok_gui.panels.mask_parts.view import LARGEST, SMALLEST, Mask, MaskView, resized, rows_of
from rostok_gui.shell.icons import icon
from rostok_gui.shell.language import say
from rostok_gui.shell.style import mixed
from rostok_gui.shell.theme import Theme
from rostok_gui.widgets import marks
from rostok_gui.widgets.mask_board import Cell, MaskBoard, Stroke

START_WINDOW = 3
LOW = 18
"""Below this height, in em, every line counts."""


class BoardPart(QWidget):
    """Board, verdict, findings; below them size and presets."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._view: MaskView | None = None
        self.board = MaskBoard()
        self.verdict = QLabel()
        self.findings = QTextBrowser()
        self.size_box = _number_box(SMALLEST, LARGEST)
        self.window_box = _number_box(1, LARGEST)
        self.size_label, self.window_label = QLabel(), QLabel()
        self.copy_button = QToolButton()
        self.presets = {name: QToolButton() for name in PRESETS}
        self._upper = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._build()
        self.board.painted.connect(self._on_painted)
        self.board.picked.connect(self._on_picked)
        self.board.hovered.connect(self._on_hovered)
        self.board.let_go.connect(self._on_let_go)
        self.size_box.valueChanged.connect(self._on_size)
        self.copy_button.clicked.connect(self.copy_script)
        self.window_box.setValue(START_WINDOW)
        self.window_box.valueChanged.connect(self._on_window)
        for name, button in self.presets.items():
            button.clicked.connect(partial(self._use_preset, name))

    def _build(self) -> None:
        self.verdict.setObjectName("verdict")
        self.verdict.setWordWrap(True)
        weight = QFont()  # from a style sheet, it would keep the size of the text as well
        weight.setWeight(QFont.Weight.DemiBold)
        self.verdict.setFont(weight)
        self.findings.setTabChangesFocus(True)
        self.findings.setOpenLinks(False)
        self.findings.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.size_label.setBuddy(self.size_box)
        self.window_label.setBuddy(self.window_box)
        size = QHBoxLayout()
        size.addWidget(self.size_label)
        size.addWidget(self.size_box)
        size.addStretch(1)
        size.addWidget(self.copy_button)
        self.copy_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        words = QVBoxLayout()
        words.addWidget(self.verdict)
        words.addWidget(self.findings, 1)
        words.addLayout(size)
        self._upper.addWidget(self.board, 3)
        self._upper.addLayout(words, 2)
        lower = QHBoxLayout()
        lower.setSpacing(2)
        for name, button in self.presets.items():
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            lower.addWidget(button)
            if name == "window":
                lower.addWidget(self.window_box)
        lower.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._upper, 1)
        column.addLayout(lower)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words beside the board, or below it where the part is high; presets without pictures where it is low."""
        super().resizeEvent(event)
        high = self.height() > self.width()
        self._upper.setDirection(QBoxLayout.Direction.TopToBottom if high else QBoxLayout.Direction.LeftToRight)
        style = Qt.ToolButtonStyle
        low = self.height() < LOW * marks.em(self)
        for button in self.presets.values():
            button.setToolButtonStyle(style.ToolButtonTextOnly if low else style.ToolButtonTextUnderIcon)

    # Texts and colours -----------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set every text again."""
        self.board.setAccessibleName(self.tr("Mask board"))
        self.board.set_corner_texts(self.tr("queries ↓"), self.tr("keys →"))
        self.board.setToolTip("")
        self.findings.setAccessibleName(self.tr("Leaks and blind spots"))
        self.size_label.setText(self.tr("Tokens on the board:"))
        self.size_box.setAccessibleName(self.tr("Number of tokens on the board"))
        self.window_box.setAccessibleName(self.tr("Width of the window in tokens"))
        self.window_box.setToolTip(self.tr("Each token sees so many tokens, itself among them"))
        self.copy_button.setToolTip(self.tr("Copy as script: scores, mask and softmax of the head in numpy"))
        self.copy_button.setAccessibleName(self.tr("Copy as script"))
        texts = {
            "all open": (self.tr("All open"), self.tr("Everybody sees everybody, the future too")),
            "causal": (self.tr("Causal"), self.tr("Each token sees itself and the past")),
            "causal without self": (
                self.tr("Past only"),
                self.tr("Causal without self: each token sees only the past"),
            ),
            "window": (self.tr("Window"), self.tr("Each token sees the last n tokens, itself among them")),
            "empty": (self.tr("Empty"), self.tr("Nobody sees anybody")),
        }
        for name, button in self.presets.items():
            button.setText(texts[name][0])
            button.setToolTip(texts[name][1])
            button.setAccessibleName(texts[name][0])
            button.setAccessibleDescription(texts[name][1])

    def retheme(self, theme: Theme) -> None:
        """Set every colour again."""
        self.board.set_theme(theme)
        side = round(1.7 * marks.em(self))
        self.copy_button.setIcon(icon("copy", theme.text, theme.muted))
        for name, button in self.presets.items():
            button.setIcon(_pictogram(_preset(name, 5, 3), theme, side))
            button.setIconSize(QSize(side, side))

    # What is shown ---------------------------------------------------------------------------------------------

    def show_view(self, view: MaskView, theme: Theme) -> None:
        """Show the mask and what is wrong with it."""
        self._view = view
        self.board.set_labels(view.labels)
        self.board.set_mask(view.allowed)
        self.board.set_marked(view.row, view.column)
        self.copy_button.setEnabled(view.has_weights)
        size = len(view.allowed)
        _set_quietly(self.size_box, size)
        for name, button in self.presets.items():
            button.setChecked(np.array_equal(_preset(name, size, self.window_box.value()), view.allowed))
        self._show_verdict(view, theme)
        self.findings.setHtml(self._findings_html(view, theme))
        self._speak(self.board.cursor_cell)

    def verdict_text(self, view: MaskView) -> str:
        """The mask judged in one sentence, with its sign."""
        report = view.report
        if report.leaks:
            parts = [self.tr("✖ %n leak(s)", "", len(report.leaks))]
            if report.answers:
                parts.append(self.tr("%n of them the answer itself", "", len(report.answers)))
            if report.blind:
                parts.append(self.tr("%n blind spot(s)", "", len(report.blind)))
            return ", ".join(parts) + "."
        if report.blind:
            return self.tr("○ No leak, but %n blind spot(s).", "", len(report.blind))
        return self.tr("✔ The causal mask: no leak, no blind spot.")

    def _show_verdict(self, view: MaskView, theme: Theme) -> None:
        leaking = view.report.sees_future
        ink = theme.changed_ink if leaking else theme.value_ink if view.report.is_causal else theme.text
        ground = theme.changed if leaking else theme.value if view.report.is_causal else theme.closed
        em = marks.em(self)
        line = "dashed" if leaking else "solid"
        look = (
            f"#verdict {{ color: {ink}; background: {mixed(theme.surface, ground, 0.1)};"
            f" border: {max(1, round(0.12 * em))}px {line} {ink}; border-radius: {round(0.45 * em)}px;"
            f" padding: {round(0.3 * em)}px {round(0.6 * em)}px; }}"
        )
        if look != self.verdict.styleSheet():  # a style sheet takes milliseconds, and a drag has few
            self.verdict.setStyleSheet(look)
        self.verdict.setText(self.verdict_text(view))

    def findings_of(self, view: MaskView) -> list[tuple[str, str]]:
        """Every leak, blind spot and empty row, row by row: (kind, sentence)."""
        report = view.report
        found: list[tuple[str, str]] = []
        for t in range(len(view.allowed)):
            ahead = [j for row, j in report.leaks if row == t]
            hidden = [j for row, j in report.blind if row == t]
            if ahead:
                found.append(("leak", self._leak(view, t, ahead)))
            if t in report.empty_rows:
                sentence = self.tr(
                    "{query} may look at nothing. There is nothing to share out: all its weights are 0, and the head "
                    "adds nothing here."
                ).format(query=named(view, t))
                found.append(("empty", sentence))
            if hidden:
                found.append(("blind", self._blind(view, t, hidden)))
        return found

    def _leak(self, view: MaskView, t: int, ahead: list[int]) -> str:
        later = ", ".join(named(view, j) for j in ahead if j > t + 1)
        if t + 1 not in ahead:
            template = self.tr("{query} sees what is not written yet: {later}.")
        elif later:
            template = self.tr("{query} sees {answer}, the answer it must guess, and what is not written yet: {later}.")
        else:
            template = self.tr("{query} sees {answer}, the answer it must guess.")
        answer = named(view, t + 1) if t + 1 < len(view.labels) else ""
        return template.format(query=named(view, t), answer=answer, later=later)

    def _blind(self, view: MaskView, t: int, hidden: list[int]) -> str:
        past = ", ".join(named(view, j) for j in hidden if j < t)
        if t not in hidden:
            template = self.tr("{query} is blind to {past}.")
        elif past:
            template = self.tr("{query} is blind to {past} and to itself.")
        else:
            template = self.tr("{query} is blind to itself.")
        return template.format(query=named(view, t), past=past)

    def _findings_html(self, view: MaskView, theme: Theme) -> str:
        looks = {
            "leak": ("✖", theme.changed_ink),
            "empty": ("∅", theme.changed_ink),
            "blind": ("○", theme.muted),
        }
        rows = "".join(
            f'<tr><td style="color:{looks[kind][1]}; padding-right: 0.4em"><b>{looks[kind][0]}</b></td>'
            f"<td>{html.escape(sentence)}</td></tr>"
            for kind, sentence in self.findings_of(view)
        )
        if rows:
            return f'<table cellspacing="0" cellpadding="1">{rows}</table>'
        good = self.tr("Every token sees itself and the whole past, and nothing of what it has to guess.")
        hint = self.tr("Try it: open a cell above the diagonal, and the mask leaks.")
        return f'<p>{html.escape(good)}</p><p style="color:{theme.muted}">{html.escape(hint)}</p>'

    def script(self) -> str:
        """A numpy script that prints the weights of the head under the mask."""
        assert self._view is not None
        return script(self._view, self.verdict_text(self._view))

    # What people do --------------------------------------------------------------------------------------------

    def copy_script(self) -> None:
        """Put the script on the clipboard."""
        QGuiApplication.clipboard().setText(self.script())
        self._context.store.update(pointer=Message(_COPIED))

    def _edit(self, text: str, allowed: Mask, merge: str = "") -> None:
        board = replace(self._context.store.state.board, allowed=rows_of(allowed))
        self._context.edit(text, merge=merge, board=board)

    def _on_painted(self, stroke: Stroke) -> None:
        board = replace(self._context.store.state.board, allowed=stroke.allowed)
        self._context.edit(self.tr("Paint the mask"), merge=f"mask-{stroke.number}", board=board)

    def _use_preset(self, name: str, _checked: bool = False) -> None:
        allowed = _preset(name, len(self.board.allowed), self.window_box.value())
        self._edit(self.tr("Mask: {preset}").format(preset=self.presets[name].text()), allowed)
        self.presets[name].setChecked(True)

    def _on_size(self, size: int) -> None:
        self._edit(self.tr("Size of the mask"), resized(self.board.allowed, size), merge="mask-size")

    def _on_window(self, n: int) -> None:
        if self.board.count:
            self._edit(self.tr("Window of the mask"), _preset("window", self.board.count, n), merge="mask-window")

    def _on_picked(self, cell: tuple[int | None, int | None]) -> None:
        row, column = cell
        tokens = self._context.store.live.untouched
        n_token = 0 if tokens is None else len(tokens)
        parts = {
            name: place for name, place in (("query", row), ("key", column)) if place is not None and place < n_token
        }
        if parts:
            self._context.store.select(**parts)
        self._speak(self.board.cursor_cell)

    def _on_let_go(self) -> None:
        self._context.store.select(query=None, key=None)

    def _on_hovered(self, cell: Cell | None) -> None:
        self._context.store.update(pointer=None if cell is None else self._sentence(*cell))

    def _sentence(self, t: int, j: int) -> Message | None:
        if self._view is None or max(t, j) >= len(self._view.labels):
            return None
        template = {"open": _OPEN, "leak": _LEAK, "blind": _BLIND, "closed": _CLOSED}[self.board.kind(t, j)]
        return Message(template, {"query": named(self._view, t), "key": named(self._view, j)})

    def _speak(self, cell: Cell) -> None:
        message = self._sentence(*cell) if self.board.count else None
        if message is not None:
            marks.speak(self.board, say(message))


def _preset(name: str, size: int, window: int) -> Mask:
    return PRESETS[name](size, window) if name == "window" else PRESETS[name](size)


def _number_box(low: int, high: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(low, high)
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    return box


def _set_quietly(box: QSpinBox, value: int) -> None:
    blocked = box.blockSignals(True)
    box.setValue(value)
    box.blockSignals(blocked)


def _pictogram(allowed: Mask, theme: Theme, side: int) -> QIcon:
    """A small picture of a mask."""
    ratio = 2
    picture = QPixmap(side * ratio, side * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    n = len(allowed)
    cell = (side - 1) / n
    for t, j in np.ndindex(n, n):
        filled = bool(allowed[t, j])
        colour = (theme.changed if j > t else theme.key) if filled else mixed(theme.surface, theme.closed, 0.35)
        painter.fillRect(QRectF(j * cell, t * cell, cell - 0.8, cell - 0.8), QColor(colour))
    painter.end()
    return QIcon(picture)


_COPIED = QT_TRANSLATE_NOOP("messages", "The script of the mask is on the clipboard")
_OPEN = QT_TRANSLATE_NOOP("messages", "{query} may look at {key}")
_LEAK = QT_TRANSLATE_NOOP("messages", "{query} sees {key}, which is still to come: a leak")
_BLIND = QT_TRANSLATE_NOOP("messages", "{query} may not look at {key}: a blind spot")
_CLOSED = QT_TRANSLATE_NOOP("messages", "{query} does not see {key}, which is still to come")
