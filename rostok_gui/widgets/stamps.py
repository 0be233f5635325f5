"""Pieces of a picture that are drawn once and then only copied: text in a frame costs 20 times its copy."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap


class Stamps:
    """Keeps the pixmaps of up to `limit` pieces; on vector devices (SVG) every piece is really drawn."""

    def __init__(self, limit: int = 256) -> None:
        self._limit = limit
        self._kept: dict[Hashable, QPixmap] = {}

    def clear(self) -> None:
        """Forget all: colours or fonts have changed."""
        self._kept.clear()

    def paint(self, painter: QPainter, key: Hashable, place: QRectF, draw: Callable[[QPainter, QRectF], None]) -> None:
        """Put the piece `key` at `place`; `draw` draws it into a rectangle of that size.

        The key must hold everything on which the picture depends, except for its place.
        """
        if painter.paintEngine().type() != QPaintEngine.Type.Raster:
            draw(painter, place)
            return
        scale = painter.deviceTransform().m11()
        full_key = (key, scale, place.width(), place.height())
        stamp = self._kept.get(full_key)
        if stamp is None:
            stamp = self._make(place, scale, draw)
            if len(self._kept) >= self._limit:
                del self._kept[next(iter(self._kept))]
            self._kept[full_key] = stamp
        # On whole device pixels, so that the copy is as sharp as the piece itself.
        left, top = (round(at * scale) / scale for at in (place.left() - 1, place.top() - 1))
        painter.drawPixmap(QPointF(left, top), stamp)

    @staticmethod
    def _make(place: QRectF, scale: float, draw: Callable[[QPainter, QRectF], None]) -> QPixmap:
        stamp = QPixmap(math.ceil((place.width() + 2) * scale), math.ceil((place.height() + 2) * scale))
        stamp.setDevicePixelRatio(scale)
        stamp.fill(Qt.GlobalColor.transparent)
        with QPainter(stamp) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw(painter, QRectF(1, 1, place.width(), place.height()))
        return stamp
