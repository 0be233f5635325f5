"""The inspected pass against the plain one, and resume against the full pass."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

sys.path.insert(0, str(Path(__file__).parent))
from random_changes import random_intervention, small_model, tokens

from rostok_gui.model.inspected import Pass, inspect, masked_softmax, nearest
from rostok_gui.model.interventions import ForbidCell, ScaleValue, SwitchOff, from_json, to_json


def all_arrays(done: Pass) -> list[np.ndarray]:
    trace = done.trace
    per_layer = [a.array for layer in trace.layers for a in (layer.q, layer.k, layer.v, layer.pattern)]
    device = [t.joined.numpy() for t in (*done.residual, *done.keys, *done.values)]
    return [*per_layer, *(rows.array for rows in trace.residual), trace.logits.array, trace.loss, *device]


def same(one: Pass, other: Pass, atol: float = 2e-5) -> None:
    for a, b in zip(all_arrays(one), all_arrays(other), strict=True):
        np.testing.assert_allclose(a, b, atol=atol, rtol=1e-4)


def test_the_inspected_pass_gives_the_logits_of_the_plain_one() -> None:
    for seed, causal in ((0, True), (1, False)):
        model = small_model(seed, causal=causal)
        ids = [0, 5, 7, 5, 9, 11, 2]
        done = inspect(model, "tiny", tokens(ids))
        plain = model(torch.tensor([ids]))[0]
        np.testing.assert_allclose(done.trace.logits.array, plain.numpy(), atol=1e-5, rtol=1e-4)
        rows = np.stack([done.trace.pattern(layer, head) for layer in range(3) for head in range(2)])
        np.testing.assert_allclose(rows.sum(-1), 1.0, atol=1e-6)
        if causal:
            assert not np.triu(rows, 1).any()


def test_loss_is_the_surprisal_of_each_token() -> None:
    model, ids = small_model(), [0, 5, 7, 5, 9]
    done = inspect(model, "tiny", tokens(ids)).trace
    expected = torch.nn.functional.cross_entropy(
        model(torch.tensor([ids]))[0, :-1], torch.tensor(ids[1:]), reduction="none"
    )
    assert np.isnan(done.loss[0])
    np.testing.assert_allclose(done.loss[1:], expected.numpy(), atol=1e-5)
    assert np.isnan(inspect(model, "tiny", tokens([0])).trace.loss).all()


@pytest.mark.parametrize("part", range(5))
def test_resume_equals_the_full_pass_for_500_random_changes(part: int) -> None:
    rng = random.Random(part)
    for seed in range(20):
        model = small_model(seed)
        ids = [0, *(rng.randrange(40) for _ in range(rng.randrange(1, 12)))]
        interventions: tuple = ()
        base = inspect(model, "tiny", tokens(ids))
        for _ in range(5):
            if rng.random() < 0.5:
                ids = changed_text(rng, ids)
            else:
                interventions = changed_list(rng, interventions, random_intervention(rng, model, len(ids)))
            resumed = inspect(model, "tiny", tokens(ids), interventions, base=base)
            same(resumed, inspect(model, "tiny", tokens(ids), interventions))
            base = resumed


def changed_text(rng: random.Random, ids: list[int]) -> list[int]:
    place = rng.randrange(1, len(ids) + 1)
    return rng.choice(
        [
            [*ids, rng.randrange(40)],  # typed at the end
            ids[:place],  # the end deleted
            [*ids[:place], rng.randrange(40), *ids[place:]][:32],  # inserted
            [*ids[:place], rng.randrange(40), *ids[place + 1 :]],  # one token changed
        ]
    )


def changed_list(rng: random.Random, items: tuple, new: object) -> tuple:
    choices = [(*items, new), (new, *items), (new,)]
    if items:
        choices += [items[1:], tuple(reversed(items)), ()]
    return rng.choice(choices)


def test_a_change_at_the_end_shares_what_it_cannot_reach() -> None:
    model = small_model()
    ids = [0, *range(1, 20)]
    base = inspect(model, "tiny", tokens(ids))
    longer = inspect(model, "tiny", tokens([*ids, 3]), base=base)
    assert longer.trace.resumed_from == (0, 20)
    shared = longer.trace.layers[1].pattern.blocks[0]
    assert np.shares_memory(shared, base.trace.layers[1].pattern.array)
    cell = inspect(model, "tiny", tokens(ids), (ForbidCell(1, 0, 19, 2),), base=base)
    assert cell.trace.resumed_from == (1, 19)
    assert cell.trace.layers[0] is base.trace.layers[0]
    assert cell.trace.pattern(1, 0)[19, 2] == 0 != base.trace.pattern(1, 0)[19, 2]


def test_taking_all_interventions_away_gives_back_the_untouched_pass() -> None:
    model, text = small_model(), tokens([0, 4, 9, 4, 2])
    base = inspect(model, "tiny", text)
    touched = inspect(model, "tiny", text, (SwitchOff(1, 1), ScaleValue(0, None, 2, 0.0)), base=base)
    back = inspect(model, "tiny", text, (), base=nearest((base, touched), text, ()))
    assert back.trace.logits is base.trace.logits
    assert back.trace.layers == base.trace.layers


def test_arrays_of_a_trace_cannot_be_written() -> None:
    trace = inspect(small_model(), "tiny", tokens([0, 1, 2])).trace
    layer = trace.layers[0]
    for array in (layer.q.array, layer.pattern.array, trace.logits.array, trace.loss, trace.residual[0].array):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_extreme_scores_and_closed_rows_give_no_nan() -> None:
    scores = torch.tensor([[[3e38, -3e38, 0.0], [1.0, 2.0, 3.0]]])
    allowed = torch.tensor([[True, True, False], [False, False, False]])
    weights = masked_softmax(scores, None, allowed)
    assert weights[0, 0].tolist() == [1.0, 0.0, 0.0]
    assert weights[0, 1].tolist() == [0.0, 0.0, 0.0]
    ties = masked_softmax(torch.tensor([[[2.0, 2.0, 5.0]]]), torch.tensor([True]), torch.tensor([[True, True, False]]))
    assert ties[0, 0].tolist() == [0.5, 0.5, 0.0]


def test_interventions_survive_a_session_file() -> None:
    rng, model = random.Random(3), small_model()
    for _ in range(200):
        item = random_intervention(rng, model, 9)
        assert from_json(to_json(item)) == item
