"""From a weight to a colour: one sequential map for weights everywhere, one diverging map for differences."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

WEIGHT_MAP = "cividis"
DIFFERENCE_MAP = "CET-CBD1"
STEPS = 256


@cache
def lut(name: str = WEIGHT_MAP) -> NDArray[np.uint32]:
    """Table (256,) of ``0xffrrggbb`` from 0 to 1, read-only, as QImage.Format_RGB32 takes it.

    The maps are pyqtgraph's, read from its files: to import the whole package would take a third of the time in which
    the window comes up.
    """
    found = find_spec("pyqtgraph")
    assert found is not None
    assert found.origin is not None
    file = Path(found.origin).parent / "colors" / "maps" / f"{name}.csv"
    colours = np.loadtxt(file, delimiter=",", comments=";")
    places = np.linspace(0, len(colours) - 1, STEPS)
    mixed = [np.interp(places, np.arange(len(colours)), np.floor(255 * part + 0.5)) for part in colours.T]
    rgb = np.stack(mixed, axis=1).astype(np.uint32)
    packed = 0xFF000000 | (rgb[:, 0] << 16) | (rgb[:, 1] << 8) | rgb[:, 2]
    table: NDArray[np.uint32] = packed.astype(np.uint32)
    table.setflags(write=False)
    return table


SCALES = ("linear", "sqrt", "log")
LOG_FLOOR = 1e-4
"""On the logarithmic scale every weight below this has the colour of zero."""


def scaled(weight: ArrayLike, scale: str) -> NDArray[np.float32]:
    """Place of weights 0..1 on the colour scale, 0..1."""
    w: NDArray[np.float32] = np.clip(np.asarray(weight, dtype=np.float32), 0.0, 1.0)
    place: NDArray[np.float32] = w
    if scale == "sqrt":
        place = np.sqrt(w)
    if scale == "log":
        place = (1.0 - np.log10(np.maximum(w, LOG_FLOOR)) / np.log10(LOG_FLOOR)).astype(np.float32)
    return place


@cache
def _pairs(name: str) -> NDArray[np.uint64]:
    """The colours of two neighbours at once, for every pair of steps: half as many look-ups."""
    steps = np.arange(STEPS**2, dtype=np.uint16).view(np.uint8)
    return lut(name)[steps].view(np.uint64)


def colours(weight: ArrayLike, scale: str = "linear", name: str = WEIGHT_MAP) -> NDArray[np.uint32]:
    """Colours ``0xffrrggbb`` of weights of any shape."""
    step = (scaled(weight, scale) * (STEPS - 1) + 0.5).astype(np.uint8)
    result: NDArray[np.uint32]
    if step.size % 2:
        result = lut(name).take(step, mode="clip")  # twice as fast as indexing
    else:
        result = _pairs(name).take(step.ravel().view(np.uint16), mode="clip").view(np.uint32).reshape(step.shape)
    return result


def hex_colour(weight: float, scale: str = "linear", name: str = WEIGHT_MAP) -> str:
    """``#rrggbb`` of one weight."""
    return f"#{int(colours(weight, scale, name)) & 0xFFFFFF:06x}"
