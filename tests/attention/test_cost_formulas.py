"""The price of attention: the figures that the lesson names, and counting cell by cell."""

from __future__ import annotations

import numpy as np
import pytest

from rostok_gui.attention import cost
from rostok_gui.attention.mask import causal


def test_figures_of_the_lesson() -> None:
    assert cost.window_weights(8) == 147_456
    assert cost.window_weights(512) == 9_437_184
    assert cost.attention_weights(384) == 589_824
    assert cost.scores_per_head(512) == 262_144
    assert cost.kept(512) == 131_328
    assert cost.all_heads(512, n_layer=8, n_head=6) == 12_582_912


@pytest.mark.parametrize("n", range(17))
def test_kept_counts_the_open_cells(n: int) -> None:
    assert cost.kept(n) == causal(n).sum()
    assert cost.scores_per_head(n) == causal(n).size


def test_twice_the_text_is_four_times_the_work() -> None:
    assert cost.all_heads(256, 8, 6) == 4 * cost.all_heads(128, 8, 6)


def test_memory_is_that_of_the_array() -> None:
    assert cost.memory_bytes(33, 6) == np.zeros((6, 33, 33), dtype=np.float32).nbytes
    assert cost.memory_bytes(33, 6, 2) == np.zeros((6, 33, 33), dtype=np.float16).nbytes
