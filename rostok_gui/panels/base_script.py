"""How numbers and names are written into the numpy scripts that panels put on the clipboard."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np


def numbers(values: Iterable[float]) -> str:
    """Numbers for a list, six to a line, each written so that it is read back exactly."""
    written = ["-np.inf" if value == -np.inf else f"{float(value)!r}" for value in np.asarray(values).tolist()]
    lines = [", ".join(written[start : start + 6]) for start in range(0, len(written), 6)]
    return "[\n    " + ",\n    ".join(lines) + ",\n]"


def one_line(text: str) -> str:
    """`text` as it may stand in a comment."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
