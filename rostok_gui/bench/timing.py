"""Measuring times on a machine that others use too: medians and high percentiles of many runs."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

Figures = dict[str, float]


def times_ms(run: Callable[[], object], repeats: int, warm_up: int = 1) -> list[float]:
    """Milliseconds of each of `repeats` runs, after some that do not count."""
    for _ in range(warm_up):
        run()
    result = []
    for _ in range(repeats):
        started = time.perf_counter()
        run()
        result.append((time.perf_counter() - started) * 1e3)
    return result


def median_ms(run: Callable[[], object], repeats: int, warm_up: int = 1) -> float:
    """The middle one of `times_ms`."""
    return float(np.median(times_ms(run, repeats, warm_up)))


def percentiles(name: str, times: list[float]) -> Figures:
    """``{name}_p50`` and ``{name}_p99``."""
    p50, p99 = np.percentile(times, [50, 99])
    return {f"{name}_p50": float(p50), f"{name}_p99": float(p99)}
