"""A line of text in a place: in its own size, in a smaller one where it is too wide, and only then cut off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

LEAST = 0.62
"""Share of its size down to which a text gets smaller before it is cut off."""
STEP = 0.98


def share_for(width: Callable[[float], float], room: float) -> float:
    """The share of its size with which a text fits into `room`, not below `LEAST`.

    Parameters
    ----------
    width : callable
        How wide the text is in a share of its size: letters do not shrink quite in proportion.
    room : float
    """
    share = 1.0
    while share > LEAST and (wide := width(share)) > room:
        share = max(min(STEP, room / wide) * share, LEAST)
    return share


def scaled(font: QFont, share: float) -> QFont:
    """The font in another size, whether its own is given in points or in pixels."""
    if share == 1.0:
        return font
    other = QFont(font)
    if font.pixelSize() > 0:
        other.setPixelSize(max(1, int(share * font.pixelSize())))
    else:
        other.setPointSizeF(share * font.pointSizeF())
    return other


def draw_fitted(painter: QPainter, room: QRectF, flags: Qt.AlignmentFlag, text: str) -> None:
    """Draw `text` in the font and the colour of the painter; the font is afterwards as it was.

    Where a text would be cut off even in the smallest type, it becomes two lines if the place is high enough.
    """
    own = painter.font()
    share = share_for(lambda share: QFontMetricsF(scaled(own, share)).horizontalAdvance(text), room.width())
    font = scaled(own, share)
    painter.setFont(font)
    metrics, lines = QFontMetricsF(font), int(flags) | int(Qt.TextFlag.TextWordWrap)
    folded = metrics.boundingRect(room, lines, text)
    if metrics.horizontalAdvance(text) > room.width() >= folded.width() and folded.height() <= 1.25 * room.height():
        painter.drawText(room, lines, text)
    else:
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(flags) | int(Qt.TextFlag.TextSingleLine), shown)
    painter.setFont(own)
