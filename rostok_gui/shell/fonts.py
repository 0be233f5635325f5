"""The one family of the program: Inter, with Cyrillic and figures of one width."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from rostok_gui.paths import RESOURCES

FAMILY = "Inter"
BASE_POINT_SIZE = 11.0


@cache
def register_fonts() -> None:
    """Give Qt the font files that come with the program."""
    for path in sorted((RESOURCES / "fonts").glob("*.otf")):
        QFontDatabase.addApplicationFont(str(path))


def app_font(text_size: float = 1.0) -> QFont:
    """The font of everything at the given factor, with tabular figures: a number that changes moves no neighbour."""
    font = QFont(FAMILY)
    font.setPointSizeF(BASE_POINT_SIZE * text_size)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def em(font: QFont) -> float:
    """The unit of all sizes, in pixels: what a line of `font` is high, less its gap."""
    return QFontMetricsF(font).ascent()
