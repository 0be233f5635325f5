"""What a widget writes with a painter, held against the room that it has: texts that are cut off or shortened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget
from screen_audit import seen

SLACK = 1.5
"""Pixels: what is lost to rounding."""


def cut_in_drawing(root: QWidget) -> list[str]:
    """Texts that the self-drawn widgets in `root` cannot show whole."""
    found: list[str] = []
    for widget in seen(root):
        if draws_itself(widget):
            with _listening() as heard:
                widget.grab()
            found += [f"{type(widget).__name__} {fault}" for fault in dict.fromkeys(heard)]
    return found


def draws_itself(widget: QWidget) -> bool:
    """Whether the program paints it, not Qt."""
    return type(widget).__module__.partition(".")[0] != "PySide6" and any(
        "paintEvent" in vars(kind) for kind in type(widget).__mro__ if kind.__module__.partition(".")[0] != "PySide6"
    )


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Hear of each text that does not fit, as long as this lasts."""
    heard: list[str] = []
    originals = {(kind, name): vars(kind).get(name, getattr(kind, name)) for kind, name in _HEARD}

    def draw(painter: QPainter, *arguments: Any) -> Any:
        heard.extend(_faults(painter, *_placed(painter, *arguments)))
        return originals[QPainter, "drawText"](painter, *arguments)

    def elide(kind: type) -> Any:
        def elided(metrics: Any, text: str, *arguments: Any) -> str:
            shown: str = originals[kind, "elidedText"](metrics, text, *arguments)
            if shown != text:
                heard.append(f"{text!r} became {shown!r}")
            return shown

        return elided

    try:
        QPainter.drawText = draw  # type: ignore[assignment, method-assign]
        for kind in (QFontMetrics, QFontMetricsF):
            kind.elidedText = elide(kind)  # type: ignore[method-assign]
        yield heard
    finally:
        for (kind, name), original in originals.items():
            setattr(kind, name, original)


_HEARD = ((QPainter, "drawText"), (QFontMetrics, "elidedText"), (QFontMetricsF, "elidedText"))


def _placed(painter: QPainter, *arguments: Any) -> tuple[str, QRectF, float]:
    """A text, the place that it fills, and the width that was meant for it."""
    metrics = QFontMetricsF(painter.font())
    first, *rest = arguments
    if isinstance(first, QRect | QRectF):
        flags, text = rest[0], rest[1]
        box = metrics.boundingRect(QRectF(first), int(getattr(flags, "value", flags)), text)
        return text, box, float(first.width())
    start, text = (
        (QPointF(first), rest[0]) if isinstance(first, QPoint | QPointF) else (QPointF(first, rest[0]), rest[1])
    )
    box = metrics.boundingRect(text).translated(start)
    return text, box, box.width()


def _faults(painter: QPainter, text: str, box: QRectF, width: float) -> Iterator[str]:
    device, place = painter.device(), painter.combinedTransform().mapRect(box)
    whole = QRectF(0, 0, device.width(), device.height())
    if not text.strip() or not place.intersects(whole):
        return  # what lies outside altogether was scrolled away
    if box.width() > width + SLACK:
        yield f"{text!r}: {box.width():.0f} > {width:.0f}"
    # Lines are higher than letters are.
    high = QFontMetricsF(painter.font()).descent() + SLACK
    if not whole.adjusted(-SLACK, -high, SLACK, high).contains(place):
        yield f"{text!r} at {[round(x) for x in place.getRect()]} in {device.width()} x {device.height()}"
