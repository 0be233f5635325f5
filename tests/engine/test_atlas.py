"""The picture of all heads against the tensor, pixel by pixel; scores and losses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostok_gui.attention.head_types import head_scores
from rostok_gui.bench.heads import random_trace
from rostok_gui.engine import atlas_handler
from rostok_gui.engine.atlas import (
    NO_WEIGHT,
    ComposeAtlas,
    Groups,
    ScoreHeads,
    leave_out_start,
    seen_before,
)
from rostok_gui.engine.atlas_handler import compose, score
from rostok_gui.engine.cancel import CancelledError
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.widgets.colormap import SCALES, colours

CLOSED, HATCH, NEUTRAL = 0xFF010203, 0xFF040506, 0xFF070809
GROUND = {CLOSED, HATCH}
PART = st.floats(0, 1, exclude_max=True)
ALL = tuple((layer, head) for layer in range(8) for head in range(6))


def request(trace: Trace, heads=ALL, size=60, without_start=False, scale="linear") -> ComposeAtlas:
    return ComposeAtlas(trace, heads, size, without_start, partial(colours, scale=scale), CLOSED, HATCH, NEUTRAL)


@pytest.mark.parametrize("n_token", [1, 2, 7, 59, 60])
@pytest.mark.parametrize("scale", SCALES)
def test_every_pixel_has_the_colour_of_its_weight(n_token: int, scale: str) -> None:
    trace = random_trace(n_token, 3)
    atlas = compose(request(trace, scale=scale))
    assert atlas.pixels.shape == (48, 60, 60)
    token = np.arange(60) * n_token // 60
    assert set(token) == set(range(n_token))
    for index, head in enumerate(ALL):
        wanted = colours(trace.pattern(*head), scale)[token[:, None], token]
        future = token > token[:, None]
        assert (atlas.pixels[index][~future] == wanted[~future]).all()
        assert set(atlas.pixels[index][future].tolist()) <= GROUND


@pytest.mark.parametrize("n_token", [61, 128, 300, 512])
def test_with_more_tokens_than_pixels_the_largest_weight_is_shown(n_token: int) -> None:
    trace = random_trace(n_token, 4)
    heads = ((0, 0), (3, 5), (7, 5))
    atlas = compose(request(trace, heads))
    edges = [i * n_token // 60 for i in range(61)]
    for index, head in enumerate(heads):
        pattern = trace.pattern(*head)
        for row in range(60):
            for column in range(row + 1):
                block = pattern[edges[row] : edges[row + 1], edges[column] : edges[column + 1]]
                assert atlas.pixels[index, row, column] == colours(block.max())
        assert atlas.pixels[index, 0, 59] in GROUND
        assert atlas.pixels[index, 58, 59] in GROUND


def test_every_token_falls_on_exactly_one_cell() -> None:
    for n_token in (1, 2, 59, 60, 61, 119, 120, 121, 511, 512):
        groups = Groups.of(n_token, 60)
        assert groups.first[0] == 0
        assert groups.last[-1] == n_token - 1
        assert (groups.first[1:] == groups.last[:-1] + 1).all()
        assert set(groups.of_pixel) == set(range(len(groups.first)))


def test_a_thin_stripe_does_not_vanish() -> None:
    n_token = 512
    weights = np.zeros((1, n_token, n_token), np.float32)
    weights[0, np.arange(1, n_token), np.arange(n_token - 1)] = 1
    weights[0, 0, 0] = 1
    picture = compose(request(_trace_of(weights), ((0, 0),), 50)).pixels[0]
    assert (np.diagonal(picture) == colours(1.0)).all()


def test_heads_come_in_the_order_asked_for() -> None:
    trace = random_trace(20, 1)
    heads = ((7, 5), (0, 3), (7, 0), (0, 0), (3, 2), (3, 3))
    mixed, whole = compose(request(trace, heads)).pixels, compose(request(trace)).pixels
    for index, head in enumerate(heads):
        assert (mixed[index] == whole[ALL.index(head)]).all()
    assert not (mixed[0] == mixed[1]).all()


def test_without_the_start_mark_rows_are_scaled_up() -> None:
    trace = random_trace(12, 2)
    picture = compose(request(trace, ((4, 1),), 24, without_start=True)).pixels[0][::2, ::2]
    pattern = trace.pattern(4, 1)
    for t in range(12):
        assert picture[t, 0] == NEUTRAL
        for j in range(1, t + 1):
            assert picture[t, j] == colours(np.float32(pattern[t, j] / pattern[t, 1:].sum()))
    assert (picture[0, 1:] != picture[5, 5]).all()


def test_a_row_with_nothing_left_is_neutral() -> None:
    weights = np.zeros((1, 4, 4), np.float32)
    weights[0, :, 0] = 1
    weights[0, 2] = (0.5, 0.2, 0.3, 0)
    left = leave_out_start(weights)
    assert (left[0, [0, 1, 3]] == NO_WEIGHT).all()
    np.testing.assert_allclose(left[0, 2, 1:], (0.4, 0.6, 0), rtol=1e-6)
    picture = compose(request(_trace_of(weights), ((0, 0),), 4, without_start=True)).pixels[0]
    assert (picture[3] == NEUTRAL).all()
    assert picture[1].tolist()[:2] == [NEUTRAL, NEUTRAL]
    assert set(picture[1, 2:].tolist()) <= GROUND
    assert picture[2, 2] == colours(0.6)


def test_a_weight_in_the_future_is_shown() -> None:
    weights = np.tril(np.full((1, 5, 5), 0.25, np.float32))
    weights[0, 1, 3] = 0.75
    picture = compose(request(_trace_of(weights), ((0, 0),), 5)).pixels[0]
    assert picture[1, 3] == colours(0.75)
    assert picture[1, 2] in GROUND
    assert picture[1, 4] in GROUND


@settings(max_examples=120, deadline=None)
@given(
    n_token=st.integers(1, 90),
    size=st.integers(1, 40),
    bands=st.integers(1, 10),
    without_start=st.booleans(),
    changed=st.lists(st.tuples(PART, PART, st.sampled_from([0.0, 0.75])), max_size=3),
)
def test_whatever_the_length_the_size_and_the_bands_every_pixel_is_right(
    n_token: int, size: int, bands: int, without_start: bool, changed: list[tuple[float, float, float]]
) -> None:
    """Also where a weight is missing or lies in the future."""
    weights = random_trace(n_token, 9).layers[0].pattern.array[:3].copy()
    for query, key, weight in changed:
        weights[1, int(query * n_token), int(key * n_token)] = weight
    heads = ((0, 2), (0, 1))
    with _bands(bands):
        pixels = compose(request(_trace_of(weights), heads, size, without_start)).pixels
    for picture, (_, head) in zip(pixels, heads):
        np.testing.assert_array_equal(picture, _cell_by_cell(weights[head], size, without_start))


@pytest.mark.parametrize(("n_token", "size"), [(24, 24), (24, 60), (90, 40)])
def test_a_leak_is_shown_in_whatever_band_it_lies(n_token: int, size: int) -> None:
    """The last key has a weight from one query after another; the other maps stay closed."""
    for query in range(n_token - 1):
        weights = random_trace(n_token, 7).layers[0].pattern.array[:2].copy()
        weights[1, query, -1] = 0.75
        with _bands(5):
            closed, leaking = compose(request(_trace_of(weights), ((0, 0), (0, 1)), size)).pixels
        np.testing.assert_array_equal(closed, _cell_by_cell(weights[0], size))
        np.testing.assert_array_equal(leaking, _cell_by_cell(weights[1], size))


@pytest.mark.parametrize("without_start", [False, True])
def test_scoring_and_drawing_leave_the_patterns_as_they_are(without_start: bool) -> None:
    trace = random_trace(40, 5)
    before = [layer.pattern.array.copy() for layer in trace.layers]
    first, second = (score(ScoreHeads(trace, without_start)) for _ in range(2))
    compose(request(trace, without_start=without_start))
    for old, layer in zip(before, trace.layers):
        assert (old == layer.pattern.array).all()
    assert (first.types == second.types).all()
    for name, values in first.scores.items():
        np.testing.assert_array_equal(values, second.scores[name])


def test_scores_are_those_of_the_head_types() -> None:
    trace = random_trace(30, 6)
    patterns = np.stack([layer.pattern.array for layer in trace.layers])
    wanted = head_scores(patterns, np.array(trace.ids))
    got = score(ScoreHeads(trace, False))
    for name, values in wanted.scores.items():
        np.testing.assert_allclose(got.scores[name], values, rtol=1e-6)
    without = score(ScoreHeads(trace, True))
    assert without.scores["start mark"] is None
    rest = patterns[..., 1:, 1:] / patterns[..., 1:, 1:].sum(-1, keepdims=True)
    np.testing.assert_allclose(
        without.scores["local"], head_scores(rest, np.array(trace.ids[1:])).scores["local"], 1e-5
    )


@pytest.mark.parametrize("n_token", [1, 2])
@pytest.mark.parametrize("without_start", [False, True])
def test_one_token_is_enough(n_token: int, without_start: bool) -> None:
    trace = random_trace(n_token, 0)
    assert score(ScoreHeads(trace, without_start)).types.shape == (8, 6)
    assert compose(request(trace, without_start=without_start, size=9)).pixels.shape == (48, 9, 9)


@pytest.mark.parametrize(("n_token", "size"), [(7, 40), (40, 40), (130, 40), (256, 61)])
@pytest.mark.parametrize("without_start", [False, True])
def test_a_picture_with_rows_of_the_last_one_is_the_whole_picture(n_token: int, size: int, without_start: bool) -> None:
    """Whatever rows two traces share, drawing on from a picture of one gives that of the other, pixel for pixel."""
    rng = np.random.default_rng(n_token)
    old = random_trace(n_token, 5)
    last = compose(request(old, size=size, without_start=without_start))
    for first in {0, 1, n_token // 2, n_token - 2, n_token - 1}:
        layers = list(old.layers)
        for number in (3, 6):
            new = readonly(rng.random((6, n_token - first, n_token), np.float32))
            rows = old.layers[number].pattern.with_rows(first, new)
            layers[number] = replace(layers[number], pattern=rows)
        wanted = request(replace(old, layers=tuple(layers)), size=size, without_start=without_start)
        np.testing.assert_array_equal(compose(wanted, last=last).pixels, compose(wanted).pixels)
    other = request(old, size=size, without_start=without_start, scale="sqrt")
    np.testing.assert_array_equal(compose(other, last=last).pixels, compose(other).pixels)


def test_a_cancelled_picture_is_given_up() -> None:
    def check() -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        compose(request(random_trace(5, 0)), check)


def test_a_picture_is_given_up_also_when_a_part_is_drawn() -> None:
    asked = []

    def check() -> None:
        asked.append(None)
        if len(asked) == 2:
            raise CancelledError

    with pytest.raises(CancelledError):
        compose(request(random_trace(128, 0)), check)


def test_new_pairs_against_those_seen_before() -> None:
    ids = np.array([0, 7, 8, 9, 7, 8, 9, 9])
    loss = np.array([np.nan, 1, 2, 3, 4, 0.5, 0.25, 8], np.float32)
    seen = seen_before(ids, loss)  # (7, 8) and (8, 9) come again
    assert (seen.n_first, seen.n_repeat) == (5, 2)
    assert seen.first == pytest.approx((1 + 2 + 3 + 4 + 8) / 5)
    assert seen.repeat == pytest.approx(0.375)
    assert seen.gain == pytest.approx(3.6 - 0.375)


def test_a_text_without_repeats_is_not_compared() -> None:
    seen = seen_before(np.array([0, 1, 2]), np.array([np.nan, 1, 2], np.float32))
    assert (seen.first, seen.repeat, seen.gain) == (1.5, None, None)
    assert seen_before(np.array([0]), np.array([np.nan], np.float32)).first is None


def _trace_of(weights: np.ndarray) -> Trace:
    """A trace of one layer with these patterns (H, T, T)."""
    n_token = weights.shape[-1]
    base = random_trace(n_token, 0)
    rows = RowBlocks([readonly(weights)], n_token)
    nothing = RowBlocks.whole(base.layers[0].q.array[: len(weights)])
    return Trace("test", base.tokens, (LayerTrace(nothing, nothing, nothing, rows, rows),), (), base.logits, base.loss)


@contextmanager
def _bands(count: int) -> Iterator[None]:
    """Pictures are drawn in so many bands, however small they are."""
    with patch.multiple(atlas_handler, AT_ONCE=1, MOST=count):
        yield


def _cell_by_cell(pattern: np.ndarray, size: int, without_start: bool = False) -> np.ndarray:
    """The map of a pattern (T, T), one pixel after another."""
    n_token = len(pattern)
    shown = leave_out_start(pattern) if without_start else pattern
    count = min(n_token, size)
    cells = [pixel * count // size for pixel in range(size)]
    tokens = [slice(cell * n_token // count, (cell + 1) * n_token // count) for cell in cells]
    picture = np.empty((size, size), np.uint32)
    for y, queries in enumerate(tokens):
        for x, keys in enumerate(tokens):
            weight = shown[queries, keys].max()
            if keys.start >= queries.stop and weight <= 0:
                picture[y, x] = CLOSED if (y + x) % max(6, size // atlas_handler.HATCHES) else HATCH
            else:
                picture[y, x] = NEUTRAL if weight < 0 else colours(weight)
    return picture
