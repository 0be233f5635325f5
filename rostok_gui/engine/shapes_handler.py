"""Answers `RunLines`: runs the real attention with a tracing function that looks at its variables after every line."""

from __future__ import annotations

import ast
import inspect as source_of
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from rostok_gui.attention.arrays import Array
from rostok_gui.engine.handlers import tokens_of
from rostok_gui.engine.requests import RunText
from rostok_gui.engine.shapes import (
    MODULE,
    SHOWN,
    Excerpt,
    LinesRun,
    RunLines,
    Step,
    Variable,
    file_of,
    functions_in,
    summary,
)
from rostok_gui.engine.shapes_twin import Found, Sizes, by_hand
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model import rostok
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.inspected import inspect
from rostok_gui.model.rostok import Attention, Block, RMSNorm, Rostok, apply_rope, rope_table
from rostok_gui.model.trace import readonly

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job

_LOOKED_INTO = (RMSNorm.forward, rope_table, apply_rope, Attention.heads, Attention.forward)


@torch.inference_mode()
def run_lines(engine: Engine, request: RunLines, job: Job) -> LinesRun:
    """Run the text up to the layer, then its attention under the eyes of the tracing function; always untouched."""
    loaded = engine.need_current()
    model = loaded.module
    if not isinstance(model, Rostok):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” has no attention to look at. Choose another model."),
            name=loaded.checkpoint.name,
        )
    tokens, _ = tokens_of(loaded, RunText(request.text, ids=request.ids))
    base = engine.untouched
    if base is None or base.trace.tokens != tokens:
        base = inspect(model, loaded.checkpoint.name, tokens, checkpoint=job.cancel.check)
    layer = min(request.layer, model.config.n_layer - 1)
    block = model.blocks[layer]
    assert isinstance(block, Block)
    x = block.attn_norm(base.residual[layer].joined)[None]
    source = running_source()
    events = [
        *_made(source, "RMSNorm.__init__", block.attn.q_norm),
        *_made(source, "Attention.__init__", block.attn),
        *_recorded(block.attn, x, model, source),
    ]
    job.cancel.check()
    look = _Look(model.config, min(request.head, model.config.n_head - 1))
    steps = tuple(map(look.step, events, _expected(events, source, _by_hand(x, block.attn, model.config))))
    return LinesRun(request, loaded.checkpoint.name, tuple(token.label for token in tokens), source, steps)


def running_source() -> tuple[Excerpt, ...]:
    """The source of what runs, as Python itself finds it."""
    try:
        found = {name: source_of.getsourcelines(getattr(rostok, name)) for name in SHOWN}
    except OSError as error:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages", "The source of the model is not part of this installation. Install Rostok with pip."
            )
        ) from error
    return tuple(
        Excerpt(name, file_of(MODULE), first, tuple(line.rstrip("\n") for line in lines))
        for name, (lines, first) in found.items()
    )


# --- what a line made -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Event:
    """A line that has run, with the values it made."""

    function: str
    line: int
    call: int
    values: dict[str, Any]


class _Recorder:
    """The tracing function: notes new values whenever a line of one of the functions has ended."""

    def __init__(self, functions: Iterable[Callable[..., Any]], source: Iterable[Excerpt]) -> None:
        self.events: list[_Event] = []
        self._names: dict[CodeType, str] = {function.__code__: function.__qualname__ for function in functions}
        self._calls: dict[str, int] = {}
        self._returned = {
            node.lineno + shift: _names_returned(node)
            for _, function, shift in functions_in(source)
            for node in function.body
            if isinstance(node, ast.Return)
        }

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        name = self._names.get(frame.f_code)
        if name is None or event != "call":
            return None
        call = self._calls[name] = self._calls.get(name, 0) + 1
        known = dict(frame.f_locals)
        self.events.append(_Event(name, frame.f_lineno, call, {n: v for n, v in known.items() if n != "self"}))
        line = 0

        def after(frame: FrameType, event: str, result: Any) -> Any:
            nonlocal line, known
            now = dict(frame.f_locals)
            new = {n: value for n, value in now.items() if n not in known or known[n] is not value}
            if event == "return":
                new = dict(zip(self._returned[line], result if isinstance(result, tuple) else (result,)))
            if event in ("line", "return"):
                if line:
                    self.events.append(_Event(name, line, call, new))
                line, known = frame.f_lineno, now
            return after

        return after


def _names_returned(node: ast.Return) -> list[str]:
    """What the returned values are called: the expressions of a tuple, a variable, or "" for one without a name."""
    if isinstance(node.value, ast.Tuple):
        return [ast.unparse(part) for part in node.value.elts]
    return [node.value.id if isinstance(node.value, ast.Name) else ""]


@contextmanager
def _watched(recorder: _Recorder) -> Iterator[None]:
    """Trace this thread; a debugger or a coverage tool gets its place back afterwards."""
    before = sys.gettrace()
    sys.settrace(recorder)
    try:
        yield
    finally:
        sys.settrace(before)


def _recorded(attention: Attention, x: Tensor, model: Rostok, source: tuple[Excerpt, ...]) -> list[_Event]:
    """The table of rotations and the forward pass."""
    config, n_token = model.config, x.shape[1]
    recorder = _Recorder(_LOOKED_INTO, source)
    with _watched(recorder):
        rope_table(config.context, config.d_head, config.rope_base)
        attention.forward(x, model.cos[:n_token], model.sin[:n_token])
    return recorder.events


def _made(source: tuple[Excerpt, ...], name: str, module: torch.nn.Module) -> list[_Event]:
    """What the lines of an ``__init__`` made, as it is now: trained weights, not the random ones of that day."""
    functions = {name: (node, shift) for name, node, shift in functions_in(source)}
    node, shift = functions[name]
    events = [_Event(name, node.lineno + shift, 1, {})]
    for statement in node.body:
        values: dict[str, Any] = {}
        for target in _attributes(statement):
            value = getattr(module, target)
            is_module = isinstance(value, torch.nn.Module)
            tensors = {f"self.{target}.{n}": p for n, p in value.named_parameters()} if is_module else {}
            values |= tensors or {f"self.{target}": value}
        events.append(_Event(name, statement.lineno + shift, 1, values))
    return events


def _attributes(statement: ast.stmt) -> list[str]:
    """Names x of the ``self.x`` that a statement assigns to, in order."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    parts = [part for t in targets for part in (t.elts if isinstance(t, ast.Tuple) else [t])]
    return [part.attr for part in parts if isinstance(part, ast.Attribute)]


# --- what can be shown of it ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Look:
    """Turns tensors into what the panel shows."""

    config: ModelConfig
    head: int

    def step(self, event: _Event, expected: dict[str, Array]) -> Step:
        shown = {name: value for name, value in event.values.items() if isinstance(value, Tensor | int | float)}
        made = tuple(self.variable(name, value, expected.get(name)) for name, value in shown.items())
        return Step(event.function, event.line, event.call, made)

    def variable(self, name: str, value: Any, expected: Array | None) -> Variable:
        if not isinstance(value, Tensor):
            number = float(value)
            picture = np.zeros((0, 0), np.float32)
            return Variable(name, (), (), type(value).__name__, number, number, number, readonly(picture))
        array = value.detach().cpu().numpy()
        return Variable(
            name,
            self.letters(name, array.shape),
            array.shape,
            str(value.dtype).removeprefix("torch."),
            *summary(array),
            readonly(self.slice(array)),
            None if expected is None else float(np.abs(array[0] - expected).max()),
        )

    def letters(self, name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
        """What the axes are: told by their number, the last one by its length."""
        config = self.config
        heads = {config.d_head: "D", config.d_head // 2: "D/2"}
        model = {config.d_model: "C", 3 * config.d_model: "3C"}
        if len(shape) == 4:
            return "B", "H", "T", heads[shape[-1]]
        if len(shape) == 3:
            return "B", "T", model[shape[-1]]
        if len(shape) == 2 and name.endswith(".weight"):
            return model[shape[0]], model[shape[1]]
        if len(shape) == 2:
            return "T" if name in ("cos", "sin") else "context", heads[shape[-1]]
        return (heads[shape[0]],)

    def slice(self, array: np.ndarray) -> np.ndarray:
        """Two axes: the only text of the batch, the chosen head; one axis becomes a row."""
        if array.ndim == 4:
            array = array[0, self.head]
        if array.ndim == 3:
            array = array[0]
        return np.array(np.atleast_2d(array), np.float32)


# --- by hand ----------------------------------------------------------------------------------------------------------


def _by_hand(x: Tensor, attention: Attention, config: ModelConfig) -> Iterator[Found]:
    weights = {name: tensor.cpu().numpy() for name, tensor in attention.state_dict().items()}
    sizes = Sizes(config.n_head, config.rope_base, config.norm_eps, config.causal)
    return by_hand(x[0].cpu().numpy(), weights, sizes)


def _expected(events: list[_Event], source: tuple[Excerpt, ...], hand: Iterator[Found]) -> list[dict[str, Array]]:
    """For every event what numpy has for its variables; both come in the order in which lines end."""
    text_of = {excerpt.first_line + i: line for excerpt in source for i, line in enumerate(excerpt.lines)}
    expected: list[dict[str, Array]] = [{} for _ in events]
    places = iter(range(len(events)))
    for function, fragment, arrays in hand:
        for place in places:
            event = events[place]
            if event.function == function and fragment in text_of[event.line]:
                expected[place] = arrays
                break
    return expected
