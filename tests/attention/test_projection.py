"""The plane in which a head's true vectors are drawn and dragged."""

import numpy as np
import pytest

from rostok_gui.attention.projection import main_plane


def vectors(seed: int, n: int = 9, width: int = 16) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.standard_normal(width), rng.standard_normal((n, width)) + rng.standard_normal(width)


def test_axes_are_at_right_angles_and_the_query_lies_in_the_plane() -> None:
    for seed in range(20):
        query, keys = vectors(seed)
        basis = main_plane(query, keys)
        np.testing.assert_allclose(basis.axes @ basis.axes.T, np.eye(2), atol=1e-12)
        np.testing.assert_allclose(basis.seen(query), [np.linalg.norm(query), 0], atol=1e-12)
        assert basis.share(query) == pytest.approx(1)


def test_no_other_second_axis_spreads_the_keys_more() -> None:
    query, keys = vectors(3)
    basis = main_plane(query, keys)
    spread = np.var(keys @ basis.axes[1])
    assert np.abs(keys @ basis.axes[1]).max() == (keys @ basis.axes[1]).max()
    rng = np.random.default_rng(0)
    unit = query / np.linalg.norm(query)
    for _ in range(300):
        other = rng.standard_normal(16)
        other -= unit * (unit @ other)
        other /= np.linalg.norm(other)
        assert np.var(keys @ other) <= spread + 1e-9


def test_what_is_seen_gives_the_whole_score_while_the_query_is_dragged_in_the_plane() -> None:
    query, keys = vectors(5)
    basis = main_plane(query, keys)
    for place in ([2.0, -3.0], [0.0, 0.0], [-7.5, 0.25]):
        dragged = basis.moved(query, np.array(place))
        np.testing.assert_allclose(basis.seen(dragged), place, atol=1e-12)
        np.testing.assert_allclose(basis.seen(keys) @ place, keys @ dragged, atol=1e-10)


def test_a_drag_changes_nothing_outside_the_plane_and_can_be_taken_back() -> None:
    query, keys = vectors(7)
    basis = main_plane(query, keys)
    key = keys[4]
    there = basis.moved(key, np.array([1.0, 2.0]))
    outside = np.eye(16) - basis.axes.T @ basis.axes
    np.testing.assert_allclose(outside @ there, outside @ key, atol=1e-12)
    np.testing.assert_allclose(basis.moved(there, basis.seen(key)), key, atol=1e-12)


def test_share_is_the_part_of_the_length() -> None:
    basis = main_plane(np.array([3.0, 0, 0, 0]), np.array([[1.0, 2, 0, 0], [0, 5, 0, 0]]))
    np.testing.assert_allclose(basis.share(np.array([[3.0, 0, 4, 0], [0, 0, 1, 0], [0, 0, 0, 0]])), [0.6, 0.0, 1.0])


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        (np.zeros(5), np.random.default_rng(1).standard_normal((3, 5))),
        (np.ones(5), np.zeros((2, 5))),
        (np.ones(5), np.ones((1, 5))),
        (np.zeros(5), np.zeros((1, 5))),
        (np.ones(5), np.zeros((0, 5))),
        (np.full(5, 1e-20), np.full((2, 5), 1e18)),
    ],
)
def test_there_is_a_plane_for_every_head(query: np.ndarray, keys: np.ndarray) -> None:
    axes = main_plane(query, keys).axes
    np.testing.assert_allclose(axes @ axes.T, np.eye(2), atol=1e-9)
