"""The numpy model against the same model written number by number, with and without interventions; against torch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from rostok_gui.attention.mask import check
from rostok_gui.attention.transformer import force, forward, rms_norm, rope, silu, surprisal, swiglu
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.interventions import (
    EditKey,
    EditQuery,
    ForbidCell,
    ForceCell,
    Intervention,
    KeepOnly,
    ReplaceMask,
    RopeOff,
    ScaleValue,
    SwitchOff,
    Temperature,
)
from rostok_gui.model.rostok import Rostok

CONFIG = ModelConfig(vocab_size=11, n_layer=2, n_head=2, d_model=8, d_ff=12, context=9)
NO_MLP = ModelConfig(vocab_size=11, n_layer=1, n_head=4, d_model=8, d_ff=0, context=9)
NO_MASK = ModelConfig(vocab_size=11, n_layer=2, n_head=1, d_model=4, d_ff=6, context=9, causal=False)
IDS = [0, 3, 7, 3, 10, 7, 1]


def random_weights(config: ModelConfig, seed: int = 0) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    c, d, f = config.d_model, config.d_head, config.d_ff
    weights = {"embed.weight": rng.standard_normal((config.vocab_size, c)), "norm.weight": rng.uniform(0.5, 2, c)}
    for layer in range(config.n_layer):
        block = f"blocks.{layer}."
        weights[block + "attn_norm.weight"] = rng.uniform(0.5, 2, c)
        weights[block + "attn.qkv.weight"] = rng.standard_normal((3 * c, c)) / c**0.5
        weights[block + "attn.proj.weight"] = rng.standard_normal((c, c)) / c**0.5
        weights[block + "attn.q_norm.weight"] = rng.uniform(0.5, 2, d)
        weights[block + "attn.k_norm.weight"] = rng.uniform(0.5, 2, d)
        if f:
            weights[block + "mlp_norm.weight"] = rng.uniform(0.5, 2, c)
            weights[block + "mlp.up.weight"] = rng.standard_normal((2 * f, c)) / c**0.5
            weights[block + "mlp.down.weight"] = rng.standard_normal((c, f)) / f**0.5
    return weights


# ------------------------------------------------------------------ the model once more, in lists of plain numbers
Vector = list[float]


def times(matrix: np.ndarray, x: Vector) -> Vector:
    return [sum(float(w) * value for w, value in zip(row, x, strict=True)) for row in matrix]


def normed(x: Vector, weight: np.ndarray, eps: float) -> Vector:
    size = math.sqrt(sum(value * value for value in x) / len(x) + eps)
    return [value / size * float(w) for value, w in zip(x, weight, strict=True)]


def turned(x: Vector, position: int, base: float) -> Vector:
    half = len(x) // 2
    result = list(x)
    for i in range(half):  # a pair of numbers as one complex number, turned
        angle = position * base ** (-2 * i / len(x))
        z = complex(x[i], x[i + half]) * complex(math.cos(angle), math.sin(angle))
        result[i], result[i + half] = z.real, z.imag
    return result


def slow_model(
    w: dict[str, np.ndarray], config: ModelConfig, ids: list[int], changes: Sequence[Any] = ()
) -> dict[str, list[Any]]:
    n, d = len(ids), config.d_head
    x = [[float(value) for value in w["embed.weight"][i]] for i in ids]
    patterns, residual = [], [x]
    for layer in range(config.n_layer):
        b = f"blocks.{layer}."
        qkv = [times(w[b + "attn.qkv.weight"], normed(row, w[b + "attn_norm.weight"], config.norm_eps)) for row in x]
        glued: list[Vector] = [[] for _ in ids]
        patterns.append([])
        for head in range(config.n_head):
            mine = [c for c in changes if c.touches_head(layer, head)]
            first = head * d
            q, k, v = (
                [row[part * config.d_model + first : part * config.d_model + first + d] for row in qkv]
                for part in range(3)
            )
            q = [normed(row, w[b + "attn.q_norm.weight"], config.norm_eps) for row in q]
            k = [normed(row, w[b + "attn.k_norm.weight"], config.norm_eps) for row in k]
            if not any(isinstance(c, RopeOff) for c in mine):
                q = [turned(row, t, config.rope_base) for t, row in enumerate(q)]
                k = [turned(row, t, config.rope_base) for t, row in enumerate(k)]
            for c in mine:
                if isinstance(c, EditQuery) and c.position < n:
                    (k if isinstance(c, EditKey) else q)[c.position] = list(c.vector)
                if isinstance(c, ScaleValue) and c.position < n:
                    v[c.position] = [value * c.factor for value in v[c.position]]
            pattern = [slow_row(t, q[t], k, mine, config.causal) for t in range(n)]
            output = [[sum(pattern[t][j] * v[j][i] for j in range(n)) for i in range(d)] for t in range(n)]
            for c in mine:
                if isinstance(c, SwitchOff | KeepOnly):
                    output = [list(getattr(c, "mean", None) or [0.0] * d) for _ in ids]
            patterns[layer].append(pattern)
            for t in range(n):
                glued[t] += output[t]
        x = [[a + o for a, o in zip(row, times(w[b + "attn.proj.weight"], g))] for row, g in zip(x, glued, strict=True)]
        if config.d_ff:
            for t, row in enumerate(x):
                hidden = times(w[b + "mlp.up.weight"], normed(row, w[b + "mlp_norm.weight"], config.norm_eps))
                gate, opened = hidden[: config.d_ff], hidden[config.d_ff :]
                passed = [g / (1 + math.exp(-g)) * o for g, o in zip(gate, opened)]
                x[t] = [a + m for a, m in zip(row, times(w[b + "mlp.down.weight"], passed))]
        residual.append(x)
    logits = [times(w["embed.weight"], normed(row, w["norm.weight"], config.norm_eps)) for row in x]
    return {"patterns": patterns, "residual": residual, "logits": logits}


def slow_row(t: int, query: Vector, keys: list[Vector], changes: list[Any], causal: bool) -> Vector:
    n = len(keys)
    temperature = math.prod(c.temperature for c in changes if isinstance(c, Temperature))
    allowed = [j <= t or not causal for j in range(n)]
    for c in changes:
        if isinstance(c, ReplaceMask) and t < len(c.allowed):
            allowed[: len(c.allowed)] = c.allowed[t][:n]
    for c in changes:
        if type(c) is ForbidCell and c.query == t and c.key < n:
            allowed[c.key] = False
    scores = [sum(a * b for a, b in zip(query, key)) / math.sqrt(len(query)) for key in keys]
    seen = [score for score, is_open in zip(scores, allowed) if is_open]
    row = [0.0] * n
    if seen:
        grown = [float(s == max(seen)) if temperature == 0 else math.exp((s - max(seen)) / temperature) for s in scores]
        row = [g if is_open else 0.0 for g, is_open in zip(grown, allowed)]
        row = [value / sum(row) for value in row]
    for c in changes:
        if isinstance(c, ForceCell) and c.query == t and c.key < n:
            rest = sum(value for j, value in enumerate(row) if j != c.key)
            row = [value * (1 - c.weight) / rest if rest else 0.0 for value in row]
            row[c.key] = c.weight if rest else 1.0
    return row


def assert_same(
    weights: dict[str, np.ndarray], config: ModelConfig, ids: list[int], changes: Sequence[Any] = ()
) -> None:
    trace, expected = forward(weights, config, ids, changes), slow_model(weights, config, ids, changes)
    np.testing.assert_allclose(trace.patterns, expected["patterns"], atol=1e-10)
    np.testing.assert_allclose(trace.residual, expected["residual"], atol=1e-9)
    np.testing.assert_allclose(trace.logits, expected["logits"], atol=1e-9)


@pytest.mark.parametrize("config", [CONFIG, NO_MLP, NO_MASK])
@pytest.mark.parametrize("length", [1, 2, 7, 9])
def test_numpy_model_equals_the_model_number_by_number(config: ModelConfig, length: int) -> None:
    assert_same(random_weights(config, length), config, (IDS * 2)[:length])


@pytest.mark.parametrize("config", [CONFIG, NO_MLP, NO_MASK])
def test_numpy_model_equals_torch(config: ModelConfig) -> None:
    weights = random_weights(config)
    model = Rostok(config)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    with torch.inference_mode():
        # cos and sin were made in float32, so that is as near as the two can come
        logits = model.double()(torch.tensor([IDS]))[0].numpy()
    np.testing.assert_allclose(forward(weights, config, IDS).logits, logits, atol=2e-6)


# ------------------------------------------------------------------------------------------------- interventions
number = st.floats(-3, 3)
layers, heads, positions = st.none() | st.integers(0, 1), st.none() | st.integers(0, 1), st.integers(0, 8)
vectors = st.tuples(number, number, number, number)
shares = st.sampled_from([0.0, 0.25, 0.9, 1.0])
square = st.integers(1, 9).flatmap(
    lambda n: st.lists(st.tuples(*[st.booleans()] * n), min_size=n, max_size=n).map(tuple)
)
any_change = st.one_of(
    st.builds(RopeOff, layers, heads),
    st.builds(EditQuery, layers, heads, positions, vectors),
    st.builds(EditKey, layers, heads, positions, vectors),
    st.builds(Temperature, layers, heads, st.sampled_from([0.0, 0.3, 1.0, 5.0])),
    st.builds(ReplaceMask, layers, heads, square),
    st.builds(ForbidCell, layers, heads, positions, positions),
    st.builds(ForceCell, layers, heads, positions, positions, shares),
    st.builds(ScaleValue, layers, heads, positions, st.sampled_from([0.0, -1.0, 2.5])),
    st.builds(SwitchOff, layers, heads, st.none() | vectors),
    st.builds(KeepOnly, st.integers(0, 1), st.integers(0, 1), st.booleans()),
)


# At temperature 0 a tie must be exact on both sides, so no token comes twice here.
@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(any_change, min_size=1, max_size=6))
def test_any_list_of_interventions_equals_the_model_number_by_number(changes: list[Intervention]) -> None:
    assert_same(random_weights(CONFIG), CONFIG, [0, 3, 7, 2, 10, 5, 1], changes)


def test_what_each_intervention_does_to_its_head_alone() -> None:
    weights = random_weights(CONFIG)
    plain = forward(weights, CONFIG, IDS)

    def changed(item: Intervention) -> Any:
        trace = forward(weights, CONFIG, IDS, [item])
        np.testing.assert_array_equal(trace.patterns[0, 0], plain.patterns[0, 0])  # the head beside it
        assert np.abs(trace.logits - plain.logits).max() > 1e-6
        return trace

    forbidden = changed(ForbidCell(0, 1, query=4, key=2)).patterns[0, 1]
    np.testing.assert_array_equal(np.delete(forbidden, 4, 0), np.delete(plain.patterns[0, 1], 4, 0))
    row = plain.patterns[0, 1, 4].copy()
    row[2] = 0
    np.testing.assert_allclose(forbidden[4], row / row.sum())

    forced = changed(ForceCell(0, 1, query=4, key=6, weight=0.4)).patterns[0, 1, 4]  # a cell of the future
    np.testing.assert_allclose(forced[:6], plain.patterns[0, 1, 4, :6] * 0.6)
    assert forced[6] == 0.4

    board = tuple(tuple(j != t for j in range(4)) for t in range(4))
    masked = changed(ReplaceMask(0, 1, board)).patterns[0, 1]
    assert check(masked[:4, :4] > 0).leaks == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert (masked[:4, 4:] == 0).all()
    np.testing.assert_array_equal(masked[4:], plain.patterns[0, 1, 4:])

    cold = changed(Temperature(0, 1, 0.0)).patterns[0, 1]
    assert (cold.max(axis=1) == 1).all()
    assert (cold.argmax(axis=1) == plain.patterns[0, 1].argmax(axis=1)).all()

    unturned = changed(RopeOff(0, 1))
    np.testing.assert_allclose(unturned.q[0, 1, 1], unturned.q[0, 1, 3])  # the same token at two places

    assert changed(EditQuery(0, 1, 5, (1, 2, 3, 4))).q[0, 1, 5].tolist() == [1, 2, 3, 4]
    assert changed(EditKey(0, 1, 5, (1, 2, 3, 4))).k[0, 1, 5].tolist() == [1, 2, 3, 4]
    np.testing.assert_allclose(changed(ScaleValue(0, 1, 3, -2)).v[0, 1, 3], plain.v[0, 1, 3] * -2)
    assert (changed(SwitchOff(0, 1)).outputs[0, 1] == 0).all()
    assert (changed(SwitchOff(0, 1, (4, 3, 2, 1))).outputs[0, 1] == [4, 3, 2, 1]).all()
    alone = changed(KeepOnly(0, 0, everywhere=True)).outputs
    np.testing.assert_array_equal(alone[0, 0], plain.outputs[0, 0])
    assert (alone[0, 1] == 0).all()
    assert (alone[1] == 0).all()


def test_row_with_nothing_open_gives_a_zero_output() -> None:
    trace = forward(random_weights(CONFIG), CONFIG, IDS, [ForbidCell(0, 0, 0, 0)])
    assert (trace.patterns[0, 0, 0] == 0).all()
    assert (trace.outputs[0, 0, 0] == 0).all()
    assert np.isfinite(trace.logits).all()


def test_force() -> None:
    row = np.array([0.5, 0.3, 0.2])
    np.testing.assert_allclose(force(row, 1, 0.65), [0.25, 0.65, 0.1])
    assert force(row, 0, 1.0).tolist() == [1, 0, 0]
    assert force(np.array([0.0, 0.0, 1.0]), 2, 0.3).tolist() == [0, 0, 1]
    assert row.tolist() == [0.5, 0.3, 0.2]


# ------------------------------------------------------------------------------------------------------ the parts
def test_turned_vectors_score_by_their_distance_alone() -> None:
    rng = np.random.default_rng(1)
    q, k = (np.tile(rng.standard_normal(6), (9, 1)) for _ in range(2))
    scores = rope(q) @ rope(k).T
    for lag in range(-8, 9):
        np.testing.assert_allclose(np.diagonal(scores, lag), np.diagonal(scores, lag)[0])
    np.testing.assert_allclose(np.linalg.norm(rope(q), axis=1), np.linalg.norm(q, axis=1))
    np.testing.assert_array_equal(rope(q)[0], q[0])
    np.testing.assert_allclose(rope(np.array([[0.0] * 4, [1, 0, 0, 0]]))[1], [math.cos(1), 0, math.sin(1), 0])


def test_rms_norm_and_swiglu_by_hand() -> None:
    np.testing.assert_allclose(
        rms_norm(np.array([3.0, 4.0]), np.array([1.0, 10.0]), 0.0), np.array([3, 40]) / 12.5**0.5
    )
    assert rms_norm(np.zeros(3), np.ones(3)).tolist() == [0, 0, 0]
    up, down = np.array([[2.0, 0.0], [0.0, 3.0]]), np.array([[1.0], [-1.0]])
    value = 4 / (1 + math.exp(-4)) * 15  # the gate is 2 * 2, what it lets through 3 * 5
    np.testing.assert_allclose(swiglu(np.array([[2.0, 5.0]]), up, down), [[value, -value]])
    assert silu(np.array([-1e4, 0.0, 1e4])).tolist() == [0, 0, 1e4]


def test_causal_model_gives_each_prefix_the_same() -> None:
    weights = random_weights(CONFIG)
    whole = forward(weights, CONFIG, IDS)
    for n in range(1, len(IDS)):
        part = forward(weights, CONFIG, IDS[:n])
        np.testing.assert_allclose(part.logits, whole.logits[:n], atol=1e-12)
        np.testing.assert_allclose(part.patterns, whole.patterns[:, :, :n, :n], atol=1e-12)


def test_surprisal() -> None:
    logits = np.log([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7], [1.0, 1.0, 1.0]]) + np.array([[7.0], [-900.0], [0.0]])
    loss = surprisal(logits, [0, 2, 1])
    assert math.isnan(loss[0])
    np.testing.assert_allclose(loss[1:], [-math.log(0.25), -math.log(0.2)])


def test_weights_of_any_float_type_are_only_read() -> None:
    weights = {name: array.astype(np.float16) for name, array in random_weights(CONFIG).items()}
    for array in weights.values():
        array.setflags(write=False)
    trace = forward(weights, CONFIG, IDS)
    assert trace.logits.dtype == np.float64
    np.testing.assert_allclose(trace.logits, forward(random_weights(CONFIG), CONFIG, IDS).logits, atol=0.1)


@pytest.mark.parametrize("ids", [[], [0] * 10, [0, 11], [0, -1]])
def test_text_that_the_model_cannot_read_is_refused(ids: list[int]) -> None:
    with pytest.raises(ValueError, match="model"):
        forward(random_weights(CONFIG), CONFIG, ids)


def test_every_pair_of_kinds_takes_effect_in_the_documented_order() -> None:
    """The order of the list decides only within one step; across steps it does not matter."""
    weights = random_weights(CONFIG)
    steps: list[Intervention] = [
        RopeOff(0, 0),
        EditQuery(0, 0, 4, (1, -1, 2, 0)),
        Temperature(0, 0, 0.5),
        ForbidCell(0, 0, 4, 1),
        ForceCell(0, 0, 4, 2, 0.5),
        ScaleValue(0, 0, 2, 3.0),
        SwitchOff(0, 0, (1.0, 0.0, 0.0, 2.0)),
    ]
    for a, b in itertools.combinations(steps, 2):
        one, other = forward(weights, CONFIG, IDS, [a, b]), forward(weights, CONFIG, IDS, [b, a])
        np.testing.assert_array_equal(one.logits, other.logits)
