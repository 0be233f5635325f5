"""Colours that mean the same thing everywhere, read from ``resources/themes/*.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from PySide6.QtGui import QColor, QPalette

from rostok_gui.paths import RESOURCES

THEMES = ("light", "dark", "contrast")


@dataclass(frozen=True)
class Theme:
    """One look. All colours are ``#rrggbb``.

    Attributes
    ----------
    name : str
    dark : bool
    window, surface, raised : str
        Behind everything; behind pictures and text fields; buttons and chips.
    text, muted : str
        Text and secondary text, both readable on the three grounds.
    line : str
        Borders and grid lines.
    focus : str
        Keyboard focus and links.
    query, key, value, start, closed, changed : str
        What looks the same in every panel: the token that looks, the token looked at, what is passed on, the start
        mark, the future or a closed cell, a leak / an error / something changed by hand. For **filled shapes** large
        enough to be seen (arrow heads, bars, swatches, chips); on the light ground they are pale, so a filled shape
        gets an outline of its ink.
    query_ink, key_ink, value_ink, start_ink, changed_ink : str
        The same meanings for **thin lines and text**: at least 4.5:1 on all three grounds. In dark themes mostly the
        same colour, on a light ground a darker one.
    """

    name: str
    dark: bool
    window: str
    surface: str
    raised: str
    text: str
    muted: str
    line: str
    focus: str
    query: str
    key: str
    value: str
    start: str
    closed: str
    changed: str
    query_ink: str
    key_ink: str
    value_ink: str
    start_ink: str
    changed_ink: str

    def palette(self) -> QPalette:
        """The same colours for Qt's own widgets."""
        role = QPalette.ColorRole
        palette = QPalette(QColor(self.raised), QColor(self.window))
        for which, colour in (
            (role.Window, self.window),
            (role.Base, self.surface),
            (role.AlternateBase, self.window),
            (role.Button, self.raised),
            (role.Text, self.text),
            (role.WindowText, self.text),
            (role.ButtonText, self.text),
            (role.ToolTipBase, self.raised),
            (role.ToolTipText, self.text),
            (role.PlaceholderText, self.muted),
            (role.Highlight, self.focus),
            (role.HighlightedText, readable_on(self.focus)),
            (role.Link, self.focus),
        ):
            palette.setColor(which, QColor(colour))
        for which in (role.Text, role.WindowText, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(self.muted))
        return palette


@cache
def load_theme(name: str) -> Theme:
    """Read ``resources/themes/<name>.toml``."""
    with (RESOURCES / "themes" / f"{name}.toml").open("rb") as file:
        return Theme(name=name, **tomllib.load(file))


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2.1)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_on(ground: str) -> str:
    """Black or white, whichever is easier to read on `ground`."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, ground))
