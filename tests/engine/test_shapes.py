"""The lines of attention: every one runs, what they make is what the model makes, and numpy agrees."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Answer, Failure
from rostok_gui.engine.shapes import LinesRun, RunLines, Step, executable_lines, source_on_disk
from rostok_gui.engine.shapes_twin import TWINS, twin_of, twin_source
from rostok_gui.model.rostok import Attention, Rostok
from rostok_gui.paths import CHECKPOINTS

TEXT = "Tom had a red ball. Then he"


def run(engine: Engine, request: RunLines) -> LinesRun:
    answer = engine.run(request, CancelToken(), print)
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.result, LinesRun)
    return answer.result


@pytest.fixture
def engine(make_checkpoint: Callable[..., Path]) -> Engine:
    engine = Engine(make_checkpoint(n_layer=3, n_head=4, d_model=32))
    engine.run(OpenModel(), CancelToken(), print)
    return engine


def made(result: LinesRun, function: str, fragment: str, call: int = 1) -> Step:
    """The step of the line that holds `fragment`."""
    text = {e.first_line + i: line for e in result.source for i, line in enumerate(e.lines)}
    (step,) = (s for s in result.steps if (s.function, s.call) == (function, call) and fragment in text[s.line])
    return step


def test_every_executable_line_is_a_step_and_the_last_returns(engine: Engine) -> None:
    result = run(engine, RunLines(TEXT, 1, 2))
    assert {step.line for step in result.steps} == executable_lines(result.source)
    first, last = result.steps[0], result.steps[-1]
    assert first.line == min(executable_lines(result.source))
    assert last.function == "Attention.forward"
    assert last.line == max(executable_lines(result.source))
    assert last.variables[0].name == "out"


def test_the_source_is_that_of_the_class_that_runs(engine: Engine) -> None:
    result = run(engine, RunLines(TEXT, 0, 0))
    assert result.source == source_on_disk()
    assert "\n".join(result.source[-1].lines) + "\n" == inspect.getsource(Attention)
    assert result.source[-1].first_line == inspect.getsourcelines(Attention)[1]


def test_variables_are_the_tensors_of_the_trace(engine: Engine) -> None:
    layer, head = 1, 2
    engine.run(RunText(TEXT), CancelToken(), print)
    trace = engine.untouched.trace  # type: ignore[union-attr]
    result = run(engine, RunLines(TEXT, layer, head))
    assert result.tokens == tuple(token.label for token in trace.tokens)
    n = len(trace)
    step = made(result, "Attention.forward", "self.heads(")
    here = trace.layers[layer]
    for variable, whole in zip(step.variables, (here.q.array, here.k.array, here.v.array)):
        np.testing.assert_allclose(variable.picture, whole[head], atol=1e-5)
        assert variable.shape == (1, 4, n, 8)
        assert variable.letters == ("B", "H", "T", "D")
        assert variable.dtype == "float32"
        assert variable.low == pytest.approx(float(whole.min()), abs=1e-5)
        assert variable.high == pytest.approx(float(whole.max()), abs=1e-5)
        assert variable.mean == pytest.approx(float(whole.mean(dtype=np.float64)), abs=1e-5)
    mixed = made(result, "Attention.forward", "scaled_dot_product_attention").variables[0]
    np.testing.assert_allclose(
        mixed.picture, trace.pattern(layer, head) @ trace.layers[layer].v.of(head), rtol=1e-4, atol=1e-4
    )
    model = engine.need_current().module
    assert isinstance(model, Rostok)
    added = made(result, "Attention.forward", "self.proj(y)").variables[0]
    stream = torch.from_numpy(trace.residual[layer].array.copy())
    after = model.blocks[layer].add_mlp(stream + torch.from_numpy(added.picture.copy()))  # type: ignore[operator]
    np.testing.assert_allclose(after.numpy(), trace.residual[layer + 1].array, rtol=1e-4, atol=1e-4)


def test_the_weights_stand_beside_the_lines_that_make_them(engine: Engine) -> None:
    result = run(engine, RunLines(TEXT, 2, 0))
    model = engine.need_current().module
    weights = made(result, "Attention.__init__", "self.qkv").variables[0]
    assert weights.name == "self.qkv.weight"
    assert weights.letters == ("3C", "C")
    np.testing.assert_array_equal(weights.picture, model.blocks[2].attn.qkv.weight.numpy())  # type: ignore[union-attr, index, operator]
    assert [(v.name, v.mean) for v in made(result, "Attention.__init__", "self.n_head").variables] == [
        ("self.n_head", 4),
        ("self.d_head", 8),
        ("self.causal", 1),
    ]


def test_numpy_agrees_with_every_line_that_it_has(engine: Engine) -> None:
    for layer in range(3):
        result = run(engine, RunLines(TEXT, layer, 0))
        compared = [v for step in result.steps for v in step.variables if v.difference is not None]
        assert len(compared) == 26
        for variable in compared:
            assert variable.difference is not None
            assert variable.difference < 1e-5 * max(abs(variable.low), abs(variable.high), 1)


def test_a_wrong_line_in_numpy_would_be_seen(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from rostok_gui.attention import transformer

    honest = transformer.rope
    monkeypatch.setattr(transformer, "rope", lambda x, base: honest(x, base / 2))
    result = run(engine, RunLines(TEXT, 0, 0))
    turned = made(result, "apply_rope", "return").variables[0]
    assert turned.difference is not None
    assert turned.difference > 1e-3


def test_the_shipped_model() -> None:
    engine = Engine(CHECKPOINTS)
    engine.run(OpenModel(), CancelToken(), print)
    result = run(engine, RunLines(TEXT, 5, 3))
    differences = [v.difference for step in result.steps for v in step.variables if v.difference is not None]
    assert max(differences) < 1e-4
    assert made(result, "Attention.heads", "chunk").variables[0].shape == (1, 9, 384)
    assert made(result, "rope_table", "angle =").variables[0].letters == ("context", "D/2")


def test_every_line_has_its_twin_and_every_twin_its_lines(engine: Engine) -> None:
    result = run(engine, RunLines(TEXT, 0, 0))
    text = {e.first_line + i: line for e in result.source for i, line in enumerate(e.lines)}
    alone = {
        text[step.line].strip()
        for step in result.steps
        if not twin_of(step.function, text[step.line]) and not text[step.line].lstrip().startswith("def ")
    }
    assert alone == {"super().__init__()"}
    used = {(t.function, t.fragment) for t in TWINS}
    steps = [(s.function, text[s.line]) for s in result.steps]
    assert all(any(f == function and fragment in line for function, line in steps) for f, fragment in used)
    names = {excerpt.name for excerpt in twin_source()}
    for twin in TWINS:
        found = twin_of(twin.function, twin.fragment)
        assert [name for name, _ in found] == [name for name, _ in twin.lines]
        assert {name for name, _ in found} <= names


def test_a_model_without_mask_is_computed_without_mask(make_checkpoint: Callable[..., Path]) -> None:
    engine = Engine(make_checkpoint(causal=False))
    engine.run(OpenModel(), CancelToken(), print)
    y = made(run(engine, RunLines(TEXT, 0, 0)), "Attention.forward", "scaled_dot_product").variables[0]
    assert y.difference is not None
    assert y.difference < 1e-4


def test_the_longest_text_and_the_shortest(engine: Engine) -> None:
    assert run(engine, RunLines("a " * 100, 0, 0)).tokens[0] == "◆"
    empty = run(engine, RunLines("", 2, 3))
    assert empty.tokens == ("◆",)
    assert made(empty, "Attention.forward", "return").variables[0].shape == (1, 1, 32)


def test_a_tracing_tool_gets_its_place_back(engine: Engine) -> None:
    def tool(*_: object) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(tool)
    try:
        run(engine, RunLines(TEXT, 0, 0))
        assert sys.gettrace() is tool
    finally:
        sys.settrace(before)


def test_without_a_model_the_answer_is_in_words(tmp_path: Path) -> None:
    answer = Engine(tmp_path).run(RunLines(TEXT, 0, 0), CancelToken(), print)
    assert isinstance(answer, Failure)
