"""Numbers that may be very small, written with a power of ten."""

from __future__ import annotations

import math

from rostok_gui.widgets import numbers

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(exponent: int) -> str:
    """``10⁻⁴``."""
    return f"10{str(exponent).translate(_RAISED)}"


def small(value: float, decimals: int = 3) -> str:
    """A number of 0 or more: ``3.0 · 10⁻⁸`` where it is below 0.01, a few decimals where it is not."""
    if value == 0 or value >= 0.01 or not math.isfinite(value):
        return numbers.fixed(value, decimals if value else 0)
    mantissa, exponent = f"{value:.1e}".split("e")
    space = "\N{NO-BREAK SPACE}"
    return f"{numbers.fixed(float(mantissa), 1)}{space}·{space}{power_of_ten(int(exponent))}"


def below(value: float) -> str:
    """The next power of ten above a number: ``< 10⁻⁷``. It stays while the number itself flickers; ``0`` is said."""
    return f"<\N{NO-BREAK SPACE}{power_of_ten(math.floor(math.log10(value)) + 1)}" if value else "0"
