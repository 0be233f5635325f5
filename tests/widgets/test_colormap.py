"""From a weight to a colour."""

import numpy as np
import pyqtgraph as pg
import pytest

from rostok_gui.widgets.colormap import DIFFERENCE_MAP, SCALES, WEIGHT_MAP, colours, hex_colour, lut, scaled


@pytest.mark.parametrize("name", [WEIGHT_MAP, DIFFERENCE_MAP])
def test_the_tables_are_those_of_pyqtgraph(name: str) -> None:
    rgb = pg.colormap.get(name).getLookupTable(nPts=256, alpha=False).astype(int)
    table = lut(name).astype(int)
    ours = np.stack([(table >> 16) & 255, (table >> 8) & 255, table & 255], axis=1)
    assert np.abs(ours - rgb).max() <= 1
    assert (table >> 24 == 255).all()


def test_scales_keep_the_ends_and_the_order() -> None:
    weights = np.linspace(0, 1, 101)
    for scale in SCALES:
        place = scaled(weights, scale)
        assert place[0] == 0
        assert place[-1] == 1
        assert (np.diff(place) >= 0).all()
    assert scaled(0.25, "sqrt") == 0.5
    assert scaled(0.01, "log") == pytest.approx(0.5)


def test_a_colour_of_one_weight_is_that_of_the_array() -> None:
    weights = np.array([[0.0, 0.3], [0.7, 1.0]])
    assert [f"#{int(c) & 0xFFFFFF:06x}" for c in colours(weights).ravel()] == [hex_colour(w) for w in weights.ravel()]
    assert hex_colour(-1) == hex_colour(0)
    assert hex_colour(2) == hex_colour(1)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (2,), (3, 5), (4, 6), (2, 3, 7)])
def test_every_weight_of_an_array_has_its_colour(shape: tuple[int, ...]) -> None:
    weights = np.random.default_rng(len(shape)).random(shape, np.float32)
    for array in (weights, weights.T, np.repeat(weights[..., None], 2, -1)[..., 0]):
        step = np.floor(array * np.float32(255) + np.float32(0.5)).astype(int)
        np.testing.assert_array_equal(colours(array), lut()[step])
