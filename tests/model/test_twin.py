"""Whatever is changed inside the model: torch and the numpy twin agree, a session keeps it, it can all be undone."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from random_changes import random_intervention, small_model, tokens

from rostok_gui.attention.transformer import forward
from rostok_gui.model.inspected import inspect, nearest
from rostok_gui.model.interventions import Intervention
from rostok_gui.state.app_state import AppState, Change
from rostok_gui.state.session import Session, read_session, write_session


def combination(rng: random.Random, part: int) -> tuple[object, list[int], tuple[Intervention, ...]]:
    """A random small model, a text and one to six interventions."""
    shape = rng.choice([{}, {"n_head": 4}, {"n_layer": 2, "d_ff": 0}, {"n_layer": 1}])
    model = small_model(rng.randrange(10_000), **shape)
    ids = rng.sample(range(1, 40), rng.randrange(1, 11))  # none twice: at temperature 0 a tie must be exact
    ids = [0, *ids]
    return model, ids, tuple(random_intervention(rng, model, len(ids)) for _ in range(rng.randrange(1, 7)))


@pytest.mark.parametrize("part", range(6))
def test_torch_equals_the_numpy_twin_for_300_random_combinations(part: int, tmp_path: Path) -> None:
    rng = random.Random(1000 + part)
    for number in range(50):
        model, ids, changes = combination(rng, part)
        untouched = inspect(model, "tiny", tokens(ids))
        done = inspect(model, "tiny", tokens(ids), changes, base=untouched)
        weights = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
        twin = forward(weights, model.config, ids, changes)
        patterns = np.stack([layer.pattern.array for layer in done.trace.layers])
        np.testing.assert_allclose(patterns, twin.patterns, atol=1e-4, err_msg=str(changes))
        scale = np.abs(twin.logits).max()
        np.testing.assert_allclose(
            done.trace.logits.array / scale, twin.logits / scale, atol=1e-4, err_msg=str(changes)
        )

        back = inspect(model, "tiny", tokens(ids), (), base=nearest((untouched, done), tokens(ids), ()))
        for a, b in zip(back.trace.layers, untouched.trace.layers, strict=True):
            np.testing.assert_array_equal(a.pattern.array, b.pattern.array)
        np.testing.assert_array_equal(back.trace.logits.array, untouched.trace.logits.array)

        if number % 5 == 0:
            path = tmp_path / f"{number}.rostok"
            state = AppState(changes=tuple(Change(item, f"n{i}", i != 2) for i, item in enumerate(changes)))
            write_session(Session(state), path)
            opened = read_session(path).state
            assert opened.changes == state.changes
            again = inspect(model, "tiny", tokens(ids), opened.interventions)
            once = inspect(model, "tiny", tokens(ids), state.interventions)
            np.testing.assert_array_equal(again.trace.logits.array, once.trace.logits.array)
