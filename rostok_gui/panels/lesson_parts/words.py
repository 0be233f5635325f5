"""Lesson texts as rich text: every word that names a query, a key, a value has the colour that they have everywhere."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from rostok_gui.lessons.markup import FORMULA, ITEM, Block, Span
from rostok_gui.shell.theme import Theme, load_theme

LEADING = 132
"""Height of a line in per cent."""
_GAP = re.compile(r" {2,}")
_PERCENT = re.compile(r"(\d) %")
_PAIR = re.compile(r"\b([A-Za-z]) ([·=]) (?=\w)")
"""“100 %”, “d = 64”, “q · k” are not torn apart at the end of a line."""
_INDEX = re.compile(r"\b([A-Za-z])_([A-Za-z0-9])\b")


def to_html(blocks: Sequence[Block], theme: Theme, unit: float, lead: str = "") -> str:
    """Rich text of `blocks`; `unit` is one em in pixels, `lead` is rich text before the first word."""
    return "".join(
        _block(block, theme, unit, lead if n == 0 else "", last=block is blocks[-1]) for n, block in enumerate(blocks)
    )


def _block(block: Block, theme: Theme, unit: float, lead: str, *, last: bool) -> str:
    inner = lead + "".join(_span(span, theme) for span in block.spans)
    below = 0 if last else round(0.5 * unit)
    line = f"line-height:{LEADING}%; margin:0"
    if block.kind == FORMULA:
        return (
            f'<table width="100%" cellpadding="{round(0.25 * unit)}" style="margin-bottom:{below}px">'
            f'<tr><td align="center" bgcolor="{theme.raised}"><p style="margin:0">{inner}</p></td></tr></table>'
        )
    if block.kind == ITEM:
        return (
            f'<table width="100%" style="margin-bottom:{min(below, round(0.25 * unit))}px"><tr><td>•&nbsp;&nbsp;</td>'
            f'<td width="100%"><p style="{line}">{inner}</p></td></tr></table>'
        )
    return f'<p style="{line}; margin-bottom:{below}px">{inner}</p>'


def _span(span: Span, theme: Theme) -> str:
    words = html.escape(span.text)
    if not span.code:
        words = _GAP.sub(4 * "&nbsp;", _INDEX.sub(r"\1<sub>\2</sub>", words))  # other wide spaces would collapse
        words = _PAIR.sub(r"\1&nbsp;\2&nbsp;", words)
        words = _PERCENT.sub(r"\1&nbsp;%", words)
    else:
        words = f'<span style="background-color:{theme.raised}">{words}</span>'
    if span.role:
        words = f'<span style="color:{getattr(theme, f"{span.role}_ink")}; font-weight:600">{words}</span>'
    if span.bold:
        words = f"<b>{words}</b>"
    if span.link:
        words = f'<a href="{html.escape(span.link)}" style="color:{theme.focus}">{words}</a>'
    return words


class Words(QLabel):
    """Blocks of a lesson text; its links can be clicked, and reached with Tab and followed with Enter.

    Signals
    -------
    followed : str
        A link, as it is in the file.
    """

    followed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._blocks: tuple[Block, ...] = ()
        self._theme = load_theme("light")
        self._lead = ""
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.linkActivated.connect(self.followed)

    def set_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Show these words."""
        self._blocks = blocks
        flags = Qt.TextInteractionFlag.NoTextInteraction
        if any(span.link for block in blocks for span in block.spans):
            flags = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self.setTextInteractionFlags(flags)
        self.setAccessibleName(" ".join(block.text for block in blocks))
        self._write()

    def set_lead(self, text: str, colour: str) -> None:
        """Put bold words in a colour before the first one."""
        self._lead = f'<span style="color:{colour}; font-weight:600">{html.escape(text)}</span> ' if text else ""
        self._write()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._write()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """With Tab the keyboard comes to the first link, with Shift+Tab to the last."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() == Qt.FocusReason.TabFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._write()

    def _write(self) -> None:
        self.setText(to_html(self._blocks, self._theme, self.fontMetrics().ascent(), self._lead))


def sized(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """`font` at another size."""
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() * factor)
    if bold:
        result.setWeight(QFont.Weight.DemiBold)
    return result
