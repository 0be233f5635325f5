"""The marks that look the same in every picture, and the voice of a picture for those who do not see it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QBrush,
    QColor,
    QImage,
    QPainter,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from rostok_gui.shell.fonts import em as font_em
from rostok_gui.shell.theme import Theme, contrast, readable_on

QUERY_WIDTH = 0.22
KEY_WIDTH = 0.11
"""Widths of the outlines of query and key, in em."""


def em(widget: QWidget) -> float:
    """Size of the widget's font in pixels: the measure of everything that is drawn."""
    return font_em(widget.font())


@lru_cache(maxsize=64)
def hatch(colour: str, spacing: float, ratio: float = 1.0) -> QBrush:
    """Diagonal lines of `colour` that are `spacing` logical pixels apart, sharp at the device pixel `ratio`."""
    side = max(4, round(spacing * ratio))
    tile = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), max(1.0, side / 7)))
    for shift in (-side, 0, side):
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1))
    painter.end()
    brush = QBrush(tile)
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    return brush


def ring(painter: QPainter, rect: QRectF, colour: str, edge: str, width: float, radius: float = 0.0) -> None:
    """Outline `rect` on its outside with `colour`, `width` wide; hairlines of `edge` part it from any ground."""
    half = width / 2
    outside = rect.adjusted(-half, -half, half, half)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen_colour, pen_width in ((edge, width + max(1.0, width / 3)), (colour, width)):
        pen = QPen(QColor(pen_colour), pen_width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin if radius else Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRoundedRect(outside, radius + half, radius + half)


def query_ring(painter: QPainter, rect: QRectF, theme: Theme, em: float, radius: float = 0.0) -> None:
    """The thick outline of the token that looks."""
    ring(painter, rect, theme.query, theme.query_ink, QUERY_WIDTH * em, radius)


def key_ring(painter: QPainter, rect: QRectF, theme: Theme, em: float, radius: float = 0.0) -> None:
    """The thin outline of the token looked at."""
    ring(painter, rect, theme.key, theme.key_ink, KEY_WIDTH * em, radius)


def focus_frame(painter: QPainter, widget: QWidget, theme: Theme) -> None:
    """The frame of a picture that has the keyboard, along the inside of its edge."""
    width = max(2.0, em(widget) / 8)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.focus), width))
    half = width / 2
    painter.drawRect(QRectF(widget.rect()).adjusted(half, half, -half, -half))


@lru_cache(maxsize=1024)
def ink_on(colour: int) -> str:
    """Black or white, readable on ``0xffrrggbb``."""
    return readable_on(f"#{colour & 0xFFFFFF:06x}")


def speak(widget: QWidget, text: str) -> None:
    """Make `text` the description of `widget`, and say it at once where a screen reader listens."""
    if text == widget.accessibleDescription():
        return
    widget.setAccessibleDescription(text)
    if QAccessible.isActive() and widget.hasFocus():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


@lru_cache(maxsize=1024)
def seen_on(colour: str, ground: str, least: float = 3.0) -> str:
    """`colour`, moved towards black or white until it stands out from `ground` by the contrast `least`."""
    end = readable_on(ground)
    for step in range(11):
        mixed = _mixed(colour, end, step / 10)
        if contrast(mixed, ground) >= least:
            return mixed
    return end


def _mixed(one: str, other: str, part: float) -> str:
    """The colour that is `part` (0 to 1) of the way from `one` to `other`."""
    ways = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ways)
