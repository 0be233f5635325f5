"""A second text or a second model beside the first: the question, its answer, and what of both belongs together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rostok_gui.engine.requests import Request
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import Trace


@dataclass(frozen=True)
class RunBeside(Request):
    """Run `text` through the model `name` as it was trained; what is kept of the first text stays as it is.

    `ids`, if there are any, are the tokens of a text that a model wrote.
    """

    handler: ClassVar[str] = "rostok_gui.engine.beside_handler:run_beside"
    text: str
    name: str
    ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class BesideRun:
    """The answer: the second trace, and how many tokens of its text did not fit."""

    trace: Trace
    cut: int


def aligned(first: Sequence[Token], second: Sequence[Token]) -> tuple[tuple[int, int], ...]:
    """Positions of the tokens that both texts have in common, in order (the longest matching blocks)."""
    labels = [[token.label for token in tokens] for tokens in (first, second)]
    blocks = SequenceMatcher(None, labels[0], labels[1], autojunk=False).get_matching_blocks()
    return tuple((block.a + i, block.b + i) for block in blocks for i in range(block.size))


def difference(
    first: NDArray[np.float32], second: NDArray[np.float32], pairs: Sequence[tuple[int, int]]
) -> NDArray[np.float32]:
    """Second pattern minus the first (n, n), at the n tokens that both have."""
    a, b = np.array([pair[0] for pair in pairs], int), np.array([pair[1] for pair in pairs], int)
    result: NDArray[np.float32] = second[np.ix_(b, b)] - first[np.ix_(a, a)]
    return result
