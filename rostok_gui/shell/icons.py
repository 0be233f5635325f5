"""Line icons from ``resources/icons``, drawn in the colour of the text around them."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from rostok_gui.paths import RESOURCES

_SIZES = (16, 24, 32, 48, 64)


@cache
def icon(name: str, colour: str, disabled: str = "") -> QIcon:
    """The icon ``<name>.svg`` with its strokes in `colour` (``#rrggbb``), and in `disabled` where it cannot be used."""
    source = (RESOURCES / "icons" / f"{name}.svg").read_text("utf-8")
    made = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled or colour)):
        renderer = QSvgRenderer(QByteArray(source.replace("currentColor", ink).encode()))
        for size in _SIZES:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            made.addPixmap(pixmap, mode)
    return made
