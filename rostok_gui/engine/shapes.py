"""The running source of attention, line by line, with what each line made of the current text.

The source is that of the class which runs; `shapes_handler` runs it in the worker and writes down the variables after
every line. The same lines in numpy are in `shapes_twin`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import numpy as np

from rostok_gui.engine.requests import Request
from rostok_gui.model.trace import Array

MODULE = "rostok_gui.model.rostok"
SHOWN = ("RMSNorm", "rope_table", "apply_rope", "Attention")
"""What of the module is shown, in the order of the file."""


@dataclass(frozen=True)
class Excerpt:
    """One function or class as it stands in its file: `file` for people, lines counted from `first_line`."""

    name: str
    file: str
    first_line: int
    lines: tuple[str, ...]

    def line_of(self, fragment: str) -> int:
        """Number in the file of the one line that holds `fragment`.

        Raises
        ------
        LookupError
            No line holds it, or several do.
        """
        found = [self.first_line + i for i, line in enumerate(self.lines) if fragment in line]
        if len(found) != 1:
            raise LookupError(f"{fragment!r} is in {len(found)} lines of {self.name}")
        return found[0]


@dataclass(frozen=True)
class RunLines(Request):
    """Run the attention of one layer on a text and keep what every line made (`text` and `ids` as in `RunText`)."""

    handler: ClassVar[str] = "rostok_gui.engine.shapes_handler:run_lines"
    text: str
    layer: int
    head: int
    ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class Variable:
    """One value that a line made.

    Attributes
    ----------
    name : str
        As in the source; for something returned without a name the expression.
    letters : tuple of str
        What each axis is: B texts, H heads, T tokens, D head width, C model width.
    shape : tuple of int
        Empty for a single number.
    dtype : str
    low, high, mean : float
        Of the whole tensor.
    picture : float32 (R, C), read-only
        Two axes of it: the chosen head, the one text of the batch. (0, 0) for a single number.
    difference : float or None
        Largest difference of any number of the whole tensor to the same line in numpy; None if there is no such line.
    """

    name: str
    letters: tuple[str, ...]
    shape: tuple[int, ...]
    dtype: str
    low: float
    high: float
    mean: float
    picture: Array = field(repr=False, compare=False)
    difference: float | None = None


@dataclass(frozen=True)
class Step:
    """One line that has run.

    Attributes
    ----------
    function : str
        ``"Attention.forward"``.
    line : int
        Its number in the file. A ``def`` line stands for the arguments of the call.
    call : int
        The how-manieth call of this function it was, from 1.
    variables : tuple of Variable
        New after this line, or returned by it.
    """

    function: str
    line: int
    call: int
    variables: tuple[Variable, ...]


@dataclass(frozen=True)
class LinesRun:
    """The answer to `RunLines`: the source of the class that ran, and its steps in the order in which lines ended."""

    request: RunLines
    model: str
    tokens: tuple[str, ...]
    source: tuple[Excerpt, ...]
    steps: tuple[Step, ...] = field(repr=False)


@cache
def source_on_disk() -> tuple[Excerpt, ...]:
    """The source that is shown, read without importing it (it would import torch); empty where it is not shipped."""
    spec = find_spec(MODULE)
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return ()
    text = Path(spec.origin).read_text(encoding="utf-8")
    nodes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    lines = text.splitlines()
    return tuple(
        Excerpt(
            name, file_of(MODULE), nodes[name].lineno, tuple(lines[nodes[name].lineno - 1 : nodes[name].end_lineno])
        )
        for name in SHOWN
        if name in nodes
    )


def file_of(module: str) -> str:
    """Path of a module of this program within it: ``model/rostok.py``."""
    return "/".join(module.split(".")[1:]) + ".py"


def functions_in(source: Iterable[Excerpt]) -> Iterator[tuple[str, ast.FunctionDef, int]]:
    """Every function of the excerpts: its qualified name, its syntax, and what to add to its line numbers."""
    for excerpt in source:
        shift = excerpt.first_line - 1
        for node in ast.parse("\n".join(excerpt.lines)).body:
            if isinstance(node, ast.FunctionDef):
                yield node.name, node, shift
            elif isinstance(node, ast.ClassDef):
                yield from ((f"{node.name}.{f.name}", f, shift) for f in node.body if isinstance(f, ast.FunctionDef))


def executable_lines(source: Iterable[Excerpt]) -> frozenset[int]:
    """The lines on which a step can stand: ``def`` lines and statements, without docstrings."""
    found = set()
    for _, function, shift in functions_in(source):
        found.add(function.lineno + shift)
        for statement in function.body:
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not is_text:
                found.add(statement.lineno + shift)
    return frozenset(found)


def summary(array: np.ndarray) -> tuple[float, float, float]:
    """Smallest, largest and mean number, the mean in double precision."""
    return float(array.min()), float(array.max()), float(array.mean(dtype=np.float64))
