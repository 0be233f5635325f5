"""Short texts and signs that are drawn once and then only copied: writing in a frame costs 20 times its copy."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPaintEngine, QPainter, QPixmap

_MARGIN = 4.0
"""Room around a piece for what hangs over; whole pixels also on screens with a ratio of 1.25 or 1.5."""


class TextStamps:
    """The pieces of one widget, the newest `limit` of them; to be cleared when its font or its colours change."""

    def __init__(self, limit: int = 512) -> None:
        self._limit = limit
        self._pieces: dict[Hashable, QPixmap] = {}

    def clear(self) -> None:
        """Forget all pieces."""
        self._pieces.clear()

    def take(self, key: Hashable, make: Callable[[], QPixmap]) -> QPixmap:
        """The piece of this key, made when there is none."""
        piece = self._pieces.get(key)
        if piece is None:
            if len(self._pieces) >= self._limit:
                del self._pieces[next(iter(self._pieces))]
            piece = self._pieces[key] = make()
        return piece


class Stamping:
    """One picture that is painted with stamps; on vector devices (SVG) every piece is really drawn."""

    def __init__(self, stamps: TextStamps, painter: QPainter) -> None:
        self._stamps, self.painter = stamps, painter
        self._raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
        self._scale = painter.deviceTransform().m11()

    def text(self, text: str, place: QRectF, font: QFont, ink: str, where: Qt.AlignmentFlag | Qt.TextFlag) -> None:
        """Write `text` with the colour `ink` into `place`, aligned as `where` says."""

        def draw(painter: QPainter, room: QRectF) -> None:
            painter.setFont(font)
            painter.setPen(QColor(ink))
            painter.drawText(room, where, text)

        self.paint((text, ink, font.pointSizeF(), font.bold(), where), place, draw)

    def paint(self, key: Hashable, place: QRectF, draw: Callable[[QPainter, QRectF], None]) -> None:
        """Put the piece `key` at `place`; `draw` makes it when there is none.

        The key must hold everything on which the piece depends, but for its place and what the stamps are cleared for.
        """
        if not self._raster:
            draw(self.painter, place)
            return
        full_key = key, self._scale, place.width(), place.height()
        piece = self._stamps.take(full_key, lambda: self._made(place, draw))
        # On whole device pixels, so that the copy is as sharp as the piece itself.
        left, top = (round(at * self._scale) / self._scale - _MARGIN for at in (place.left(), place.top()))
        self.painter.drawPixmap(QPointF(left, top), piece)

    def _made(self, place: QRectF, draw: Callable[[QPainter, QRectF], None]) -> QPixmap:
        width, height = (math.ceil((side + 2 * _MARGIN) * self._scale) for side in (place.width(), place.height()))
        piece = QPixmap(width, height)
        piece.setDevicePixelRatio(self._scale)
        piece.fill(Qt.GlobalColor.transparent)
        with QPainter(piece) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw(painter, QRectF(_MARGIN, _MARGIN, place.width(), place.height()))
        return piece
