"""How a token is called in a sentence."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from rostok_gui.panels.mask_parts.view import MaskView


def named(view: MaskView, t: int) -> str:
    """Position and text of token t, with the quotation marks of the language on screen."""
    label = view.labels[t]
    return f"{t} {QLocale().quoteString(label)}" if label else str(t)
