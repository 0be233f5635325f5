"""Numbers as people read and type them, in the form of the language on screen (`QLocale`'s default)."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont

MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"
"""Stands where there is no number: NaN."""
_SPACES = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}\N{FIGURE SPACE}"


def fixed(value: float, decimals: int) -> str:
    """`value` with `decimals` decimals, a true minus sign and no grouping; never a minus zero."""
    if math.isnan(value):
        return NONE
    if math.isinf(value):
        return "\N{INFINITY}" if value > 0 else f"{MINUS}\N{INFINITY}"
    text = f"{abs(value):.{decimals}f}".replace(".", QLocale().decimalPoint())
    return f"{MINUS}{text}" if value < 0 and any(c in "123456789" for c in text) else text


def signed(value: float, decimals: int = 2) -> str:
    """Like `fixed`, with a plus sign where there is no minus: a change."""
    text = fixed(value, decimals)
    return text if text.startswith((MINUS, NONE)) else f"+{text}"


def weight(value: float) -> str:
    """A weight or a probability: 3 decimals."""
    return fixed(value, 3)


def percent(value: float) -> str:
    """A weight or a probability in whole per cent."""
    return NONE if math.isnan(value) else f"{fixed(100 * value, 0)}\N{NO-BREAK SPACE}%"


def score(value: float) -> str:
    """A score: its sign and 2 decimals."""
    return signed(value, 2)


def loss(value: float) -> str:
    """A loss in nats: 2 decimals."""
    return fixed(value, 2)


def count(value: int) -> str:
    """A whole number with its digits in groups."""
    return QLocale().toString(value).replace("-", MINUS)


def parse(text: str) -> float:
    """Read a typed number; ``0,7`` and ``0.7`` are the same in every language.

    Raises
    ------
    ValueError
        If `text` is no finite number.
    """
    plain = "".join(c for c in text if c not in _SPACES).replace(MINUS, "-").replace(",", ".")
    if "_" in plain:
        raise ValueError(text)
    value = float(plain)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def tabular(font: QFont) -> QFont:
    """`font` with digits of one width, so that a number that changes does not move its neighbours."""
    result = QFont(font)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result
