"""What rests in a picture while something in it is dragged: drawn once and then only copied."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap


class Layers:
    """Transparent pixmaps, of each name the newest one; on vector devices (SVG) every layer is really drawn."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Hashable, QPixmap]] = {}

    def clear(self) -> None:
        """Forget all: colours or fonts have changed."""
        self._kept.clear()

    def paint(
        self, painter: QPainter, name: str, key: Hashable, place: QRect, draw: Callable[[QPainter], None]
    ) -> None:
        """Put the layer `name` at `place`; `draw` makes it when its `key` is not the one of the last time.

        The key must hold everything on which the layer depends, but for its size and what `clear` is called for.
        """
        if painter.paintEngine().type() != QPaintEngine.Type.Raster:
            draw(painter)
            return
        scale = painter.deviceTransform().m11()
        full_key = (key, scale, place.size().toTuple())
        if name not in self._kept or self._kept[name][0] != full_key:
            self._kept[name] = full_key, _drawn(place, scale, draw)
        painter.drawPixmap(place.topLeft(), self._kept[name][1])


def _drawn(place: QRect, scale: float, draw: Callable[[QPainter], None]) -> QPixmap:
    layer = QPixmap(math.ceil(place.width() * scale), math.ceil(place.height() * scale))
    layer.setDevicePixelRatio(scale)
    layer.fill(Qt.GlobalColor.transparent)
    with QPainter(layer) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-place.topLeft())
        draw(painter)
    return layer
