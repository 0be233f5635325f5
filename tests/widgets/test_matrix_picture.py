"""What is coloured and painted again in part is what a fresh picture of the same numbers is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QApplication

from rostok_gui.widgets.matrix_equation import KEY, QUERY, MatrixEquation
from rostok_gui.widgets.matrix_picture import MASK, SIGNED, WEIGHT, Matrix, MatrixPicture, strongest

GROUND = "#a0b0c0"
LOOKS = st.sampled_from((SIGNED, WEIGHT, MASK))


def numbers_of(rng: np.random.Generator, rows: int, columns: int, look: str) -> np.ndarray:
    values = rng.standard_normal((rows, columns)).astype(np.float32)
    if look == WEIGHT:
        return rng.random((rows, columns), np.float32)
    values[rng.random((rows, columns)) < 0.2] = -np.inf
    return np.where(values == -np.inf, values, 0).astype(np.float32) if look == MASK else values


def matrix_of(values: np.ndarray, closed: np.ndarray | None, look: str) -> Matrix:
    return Matrix("A", values, QUERY, KEY, look=look, closed=closed)


def touched(rng: np.random.Generator, matrix: Matrix) -> Matrix:
    """The same matrix with other numbers in a few rows or a column, or with the very same ones."""
    values = matrix.values.copy()
    closed = None if matrix.closed is None else matrix.closed.copy()
    rows, columns = values.shape
    fresh = numbers_of(rng, rows, columns, matrix.look) * np.float32(rng.choice([0.5, 1, 4]))
    kind = rng.integers(4)
    if kind == 0:
        first = rng.integers(rows)
        values[first : first + 2] = fresh[first : first + 2]
    elif kind == 1:
        values[:, rng.integers(columns)] = fresh[:, 0]
    elif kind == 2 and closed is not None:
        closed[rng.integers(rows), rng.integers(columns)] ^= True
    return matrix_of(values, closed, matrix.look)


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 40), st.integers(1, 25), st.integers(1, 25), LOOKS,
    st.booleans(),
)  # fmt: skip
def test_a_picture_that_follows_is_the_picture_of_the_last_numbers(
    seed: int, rows: int, columns: int, high: int, wide: int, look: str, own_mask: bool
) -> None:
    rng = np.random.default_rng(seed)
    closed = rng.random((rows, columns)) < 0.3 if own_mask and look == WEIGHT else None
    matrix = matrix_of(numbers_of(rng, rows, columns, look), closed, look)
    following = MatrixPicture(high, wide, GROUND)
    following.show(matrix)
    for _ in range(4):
        before = following.pixels.copy()
        matrix = touched(rng, matrix)
        area = following.show(matrix)
        fresh = MatrixPicture(high, wide, GROUND)
        fresh.show(matrix)
        np.testing.assert_array_equal(following.pixels, fresh.pixels)
        assert following.span == fresh.span
        outside = np.ones(before.shape, bool)
        if area is not None:
            outside[area] = False
        np.testing.assert_array_equal(following.pixels[outside], before[outside])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 60), st.integers(1, 30), st.integers(1, 30))
def test_a_pixel_has_the_number_farthest_from_zero_of_those_below(
    seed: int, rows: int, columns: int, high: int, wide: int
) -> None:
    values = np.random.default_rng(seed).standard_normal((rows, columns))
    high, wide = min(rows, high), min(columns, wide)
    small = strongest(values, high, wide)
    assert small.shape == (high, wide)
    for y in range(high):
        for x in range(wide):
            below = values[[r for r in range(rows) if r * high // rows == y]]
            below = below[:, [c for c in range(columns) if c * wide // columns == x]].ravel()
            assert small[y, x] == below[np.abs(below).argmax()]


def test_only_the_row_that_changed_is_drawn_again() -> None:
    rng = np.random.default_rng(5)
    values = rng.standard_normal((256, 256)).astype(np.float32)
    values[0, 0] = 9.0  # the widest number stays, and with it the scale of colours
    picture = MatrixPicture(100, 120, GROUND)
    assert picture.show(matrix_of(values, None, SIGNED)) == (slice(0, 100), slice(0, 120))
    assert picture.show(matrix_of(values.copy(), None, SIGNED)) is None
    values = values.copy()
    values[255, 10:20] += 0.5
    area = picture.show(matrix_of(values, None, SIGNED))
    assert area == (slice(99, 100), slice(10 * 120 // 256, 19 * 120 // 256 + 1))


class Watched(MatrixEquation):
    """Knows what was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted = QRegion()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.painted |= event.region()  # type: ignore[attr-defined]  # a paint event
        return super().event(event)


@pytest.fixture
def equation(qtbot: Any) -> Watched:
    shown = Watched()
    qtbot.addWidget(shown)
    shown.resize(520, 300)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def terms(weights: np.ndarray, scores: np.ndarray) -> tuple[Matrix | str, ...]:
    closed = ~np.tri(len(weights), dtype=bool)
    return (
        Matrix("S", np.where(closed, -np.inf, scores), QUERY, KEY),
        "=",
        Matrix("A", weights, QUERY, KEY, look=WEIGHT, result=True, closed=closed),
    )


def on_screen(widget: MatrixEquation) -> QImage:
    """What the window holds, without painting anything anew."""
    QApplication.processEvents()
    screen = widget.screen()
    assert screen is not None
    return screen.grabWindow(widget.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize(("n", "focused"), [(4, False), (9, True), (70, True), (200, False)])
def test_the_window_shows_what_a_fresh_one_would(qtbot: Any, equation: Watched, n: int, focused: bool) -> None:
    rng = np.random.default_rng(n)
    weights, scores = rng.random((n, n)), rng.standard_normal((n, n))
    labels = [f"w{i}" for i in range(n)]
    if focused:
        equation.setFocus()
    equation.set_terms(terms(weights, scores), labels)
    for step in range(8):
        equation.set_marks({QUERY: n - 1 - step // 3, KEY: n // 2})
        rows = slice(step % n, step % n + 2)
        weights, scores = weights.copy(), scores.copy()
        weights[rows] = rng.random((n, n))[rows]
        scores[rows] *= rng.choice([0.9, 3.0])
        equation.set_terms(terms(weights, scores), labels)
        followed = on_screen(equation)
        equation.repaint()
        assert followed == on_screen(equation), step


def test_new_numbers_in_one_row_repaint_that_row_alone(equation: Watched) -> None:
    n = 200
    rng = np.random.default_rng(3)
    weights, scores = rng.random((n, n)), rng.standard_normal((n, n))
    scores[0, 0] = 50.0
    labels = [str(i) for i in range(n)]
    equation.set_terms(terms(weights, scores), labels)
    QApplication.processEvents()
    equation.painted = QRegion()
    equation.set_terms(terms(weights.copy(), scores.copy()), labels)
    QApplication.processEvents()
    assert equation.painted.isEmpty()
    weights = weights.copy()
    weights[n - 1] = 1 - weights[n - 1]
    equation.set_terms(terms(weights, scores), labels)
    QApplication.processEvents()
    row = equation.cell_rect(1, n - 1, 0)
    box = equation.painted.boundingRect()
    assert box.height() <= 6
    assert abs(box.center().y() - row.center().y()) < 4
    assert box.left() >= equation.rect_of(1).left() - 3
    assert box.width() > 0.9 * equation.rect_of(1).width()


def test_nothing_is_coloured_while_it_cannot_be_seen(equation: Watched) -> None:
    n = 60
    rng = np.random.default_rng(4)
    weights, scores = rng.random((n, n)), rng.standard_normal((n, n))
    labels = [str(i) for i in range(n)]
    equation.set_terms(terms(weights, scores), labels)
    QApplication.processEvents()
    pixels = [place.picture.pixels.copy() for place in equation._places]
    equation.hide()
    equation.set_terms(terms(1 - weights, -scores), labels)
    QApplication.processEvents()
    for place, old in zip(equation._places, pixels):
        np.testing.assert_array_equal(place.picture.pixels, old)
    equation.show()
    followed = on_screen(equation)
    equation.repaint()
    assert followed == on_screen(equation)
    assert any((place.picture.pixels != old).any() for place, old in zip(equation._places, pixels))
