"""The categories can be told apart by people who see no red, no green or no blue."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from rostok_gui.shell.style import style_sheet
from rostok_gui.shell.theme import THEMES, contrast, load_theme

Floats = NDArray[np.float64]
MEANINGS = ("query", "key", "value", "start", "changed")
# Severity 1.0, on linear RGB: Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color
# vision deficiency", IEEE TVCG 15(6), 2009.
EYES: dict[str, Floats] = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])
LEAST = 10.0
"""Distance in CIELAB (1976). Two patches side by side are told apart from about 2.3 on (one just noticeable difference,
Mahy et al. 1994); four times that also holds for a thin line, on a projector, across a room. Shapes differ anyway."""


def linear(colour: str) -> Floats:
    """``#rrggbb`` as linear light, 0 to 1."""
    part = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(light: Floats) -> Floats:
    """CIELAB under D65."""
    ratio, edge = XYZ @ light / WHITE, 6 / 29
    x, y, z = np.where(ratio > edge**3, np.cbrt(ratio), ratio / (3 * edge**2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def seen(colour: str, eye: str) -> Floats:
    """What an eye makes of a colour, in CIELAB."""
    return lab(np.clip(EYES[eye] @ linear(colour), 0, 1))


def distances(theme: str, kind: str, eye: str) -> dict[tuple[str, str], float]:
    """Between every two meanings; `kind` is "" for fills, "_ink" for lines and text."""
    named = load_theme(theme)
    places = {meaning: seen(getattr(named, meaning + kind), eye) for meaning in MEANINGS}
    return {(a, b): float(np.linalg.norm(places[a] - places[b])) for a, b in combinations(MEANINGS, 2)}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["", "_ink"])
@pytest.mark.parametrize("eye", EYES)
def test_no_two_meanings_look_alike(theme: str, kind: str, eye: str) -> None:
    close = {pair: round(d, 1) for pair, d in distances(theme, kind, eye).items() if d < LEAST}
    assert close == {}


def test_the_simulation_is_that_of_the_paper() -> None:
    """Greys stay grey; red and green come together for a deutan eye, and stay apart for a tritan one."""
    grey = linear("#808080")
    for matrix in EYES.values():
        np.testing.assert_allclose(matrix @ grey, grey, atol=1e-5)
    np.testing.assert_allclose(lab(linear("#ffffff")), [100, 0, 0], atol=0.01)
    np.testing.assert_allclose(lab(linear("#ff0000")), [53.24, 80.09, 67.2], atol=0.05)

    def apart(eye: str) -> float:
        return float(np.linalg.norm(seen("#c08040", eye) - seen("#80a040", eye)))

    assert apart("deutan") < 0.5 * apart("normal")
    assert apart("tritan") > 0.7 * apart("normal")


@pytest.mark.parametrize("theme", THEMES)
def test_what_can_be_pressed_has_an_edge_that_is_seen(theme: str) -> None:
    """Boxes to tick and fields to type into are drawn with a line of their own in every theme."""
    named = load_theme(theme)
    sheet = style_sheet(named, 16)
    for control in ("QCheckBox::indicator", "QRadioButton::indicator", "QAbstractSpinBox", "QLineEdit"):
        assert any(line.startswith(control) or f", {control}" in line for line in sheet.splitlines()), control
    assert contrast(named.muted, named.surface) >= 3  # the edge of a box
