"""How the learning rate rises and falls."""

from __future__ import annotations


def learning_rate_factor(step: int, used: float, *, warmup: int, decay_share: float) -> float:
    """Share of the top learning rate.

    Parameters
    ----------
    step : int
        Number of the step, from 0.
    used : float
        Share of the run (its steps or its minutes) that is over, 0 to 1.
    warmup : int
        Steps in which the rate rises from nothing.
    decay_share : float
        Last share of the run, in which the rate falls in a straight line to zero.

    Returns
    -------
    float
        0 to 1.
    """
    rising = min(1.0, (step + 1) / max(1, warmup))
    falling = min(1.0, max(0.0, 1.0 - used) / decay_share) if decay_share > 0 else 1.0
    return rising * falling
