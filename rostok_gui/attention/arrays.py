"""Names for the kinds of arrays that this room takes and gives."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.floating[Any]]
"""Numbers: float64 unless the caller gave another float type."""

Mask: TypeAlias = NDArray[np.bool_]
"""``allowed[t, j]``: True where query t may look at key j."""

Ids: TypeAlias = NDArray[np.integer[Any]]
"""Token ids of one text, ``(T,)``."""


def as_floats(values: Any) -> Array:
    """Return `values` as an array of floats, without a copy where they are floats already."""
    array = np.asarray(values)
    return array if np.issubdtype(array.dtype, np.floating) else array.astype(np.float64)
