"""The seven steps of a head as equations of matrices. What is shown is a function of the step and the head alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rostok_gui.attention.arrays import Array
from rostok_gui.attention.mask import additive
from rostok_gui.panels.matrices_parts.head import HeadView
from rostok_gui.widgets.matrix_equation import KEY, PART, QUERY, Term
from rostok_gui.widgets.matrix_picture import MASK, WEIGHT, Matrix
from rostok_gui.widgets.numbers import fixed

N_STEP = 7
VECTORS, PRODUCTS, SCALED, MASKED, SOFTMAX, MIXED, GLUED = range(1, N_STEP + 1)
"""The steps, counted from 1 as on screen."""

FORMULAS = ("Q, K, V", "Q · Kᵀ", "÷ √d", "+ M", "softmax", "· V", "· Wₒ")
"""What each step does."""


def terms_of(step: int, view: HeadView) -> tuple[Term, ...]:
    """The equation of a step, 1 to `N_STEP`: matrices that go in, signs, and the one that comes out."""
    return _EQUATIONS[step](view)


def result_of(step: int, view: HeadView) -> Matrix:
    """The matrix that comes out of a step."""
    last = terms_of(step, view)[-1]
    assert isinstance(last, Matrix)
    return last


def _q(view: HeadView, result: bool = False) -> Matrix:
    return Matrix("Q", view.q, QUERY, "", result=result)


def _products(view: HeadView, result: bool = False) -> Matrix:
    return Matrix("Q Kᵀ", view.products, QUERY, KEY, result=result)


def _scores(view: HeadView, result: bool = False) -> Matrix:
    return Matrix("S", view.scores, QUERY, KEY, result=result)


def _masked(view: HeadView, result: bool = False) -> Matrix:
    return Matrix("S + M", view.masked, QUERY, KEY, result=result)


def _weights(view: HeadView, result: bool = False, columns: str = KEY) -> Matrix:
    # A cell that was forced open by hand has a weight although the mask closes it.
    closed = ~view.allowed & (view.weights == 0)
    return Matrix("A", view.weights, QUERY, columns, look=WEIGHT, result=result, closed=closed)


def _vectors_step(view: HeadView) -> tuple[Term, ...]:
    return (
        _q(view, result=True),
        "  ",
        Matrix("K", view.k, KEY, "", result=True),
        "  ",
        Matrix("V", view.v, KEY, "", result=True),
    )


def _products_step(view: HeadView) -> tuple[Term, ...]:
    return (_q(view), "·", Matrix("Kᵀ", view.k.T, "", KEY), "=", _products(view, result=True))


def _scaled_step(view: HeadView) -> tuple[Term, ...]:
    return (_products(view), f"÷ √{view.d_head}", "=", _scores(view, result=True))


def _masked_step(view: HeadView) -> tuple[Term, ...]:
    mask = Matrix("M", additive(view.allowed), QUERY, KEY, look=MASK)
    divided = "" if view.temperature in (0.0, 1.0) else f"÷ {fixed(view.temperature, 2)} "
    return (_scores(view), f"{divided}+", mask, "=", _masked(view, result=True))


def _softmax_step(view: HeadView) -> tuple[Term, ...]:
    return ("softmax", _masked(view), "=", _weights(view, result=True))


def _mixed_step(view: HeadView) -> tuple[Term, ...]:
    return (
        _weights(view, columns=""),
        "·",
        Matrix("V", view.v, "", PART),
        "=",
        Matrix("O", view.output, QUERY, PART, result=True),
    )


def _glued_step(view: HeadView) -> tuple[Term, ...]:
    name = f"[O₁ … O{'₀₁₂₃₄₅₆₇₈₉'[view.n_head]}]" if view.n_head < 10 else "[O₁ …]"
    blocks, block = view.d_head, view.head
    if view.w_o is None or view.projected is None:
        return (Matrix(name, view.glued, QUERY, PART, result=True, blocks=blocks, block=block),)
    return (
        Matrix(name, view.glued, QUERY, "", blocks=blocks, block=block),
        "·",
        Matrix("Wₒ", view.w_o, "", PART),
        "=",
        Matrix("Y", view.projected, QUERY, PART, result=True),
    )


_EQUATIONS: dict[int, Callable[[HeadView], tuple[Term, ...]]] = {
    VECTORS: _vectors_step,
    PRODUCTS: _products_step,
    SCALED: _scaled_step,
    MASKED: _masked_step,
    SOFTMAX: _softmax_step,
    MIXED: _mixed_step,
    GLUED: _glued_step,
}


@dataclass(frozen=True, eq=False)
class Products:
    """The products that add up to one cell.

    Attributes
    ----------
    kind : int
        `PRODUCTS` (query times key), `MIXED` (weights times values) or `GLUED` (heads times W_O).
    left, right : (N,) arrays
    """

    kind: int
    left: Array
    right: Array

    @property
    def sum(self) -> float:
        """The cell, in double precision."""
        return float(self.left.astype(np.float64) @ self.right.astype(np.float64))


def products_of(step: int, view: HeadView, query: int, key: int, part: int) -> Products:
    """What is multiplied and added for the chosen cell of a step.

    Parameters
    ----------
    query, key : int
        The cell (t, j) up to softmax.
    part : int
        Column of the result in the last two steps.
    """
    if step < MIXED:
        return Products(PRODUCTS, view.q[query], view.k[key])
    if step == GLUED and view.w_o is not None:
        return Products(GLUED, view.glued[query], view.w_o[:, min(part, view.w_o.shape[1] - 1)])
    return Products(MIXED, view.weights[query], view.v[:, part_of(step, view, part)])


def part_of(step: int, view: HeadView, part: int) -> int:
    """The column `part` of a step's result as a column of the head's own values."""
    return part % view.d_head if step == GLUED else min(part, view.d_head - 1)
