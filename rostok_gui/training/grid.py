"""Weights rounded to a coarse grid, so that a packed file of them is half as large."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def on_grid(weights: Mapping[str, NDArray[Any]], steps: float) -> dict[str, NDArray[np.float32]]:
    """Round every matrix to multiples of a power of two; vectors stay as they are.

    The multiples are exact in float16 and end in zeros there, which every packer finds.

    Parameters
    ----------
    weights : mapping of str to array
    steps : float
        About so many steps, between ``steps / sqrt(2)`` and ``steps * sqrt(2)``, make up one standard deviation of the
        numbers of a matrix. Above 0.

    Returns
    -------
    dict of str to float32 array
        No number moves by more than half a step.
    """
    return {name: _rounded(w.astype(np.float32), steps) if w.ndim == 2 else w for name, w in weights.items()}


def _rounded(matrix: NDArray[np.float32], steps: float) -> NDArray[np.float32]:
    spread = float(matrix.std())
    if spread == 0:
        return matrix
    step = np.float32(2.0 ** round(np.log2(spread / steps)))
    return np.asarray(np.round(matrix / step) * step, dtype=np.float32)
