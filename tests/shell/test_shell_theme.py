"""Colours that can be told apart and read, a font that has every sign."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetricsF, QPalette, QRawFont
from PySide6.QtWidgets import QApplication

from rostok_gui.paths import RESOURCES
from rostok_gui.shell.fonts import app_font, em
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.style import mixed, style_sheet
from rostok_gui.shell.theme import THEMES, Theme, contrast, load_theme, readable_on

MEANINGS = ("query", "key", "value", "start", "changed")


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return load_theme(request.param)


def test_texts_are_readable_on_every_ground(theme: Theme) -> None:
    for ink in ("text", "muted", "focus", *(f"{meaning}_ink" for meaning in MEANINGS)):
        for ground in (theme.window, theme.surface, theme.raised):
            assert contrast(getattr(theme, ink), ground) >= 4.5, (ink, ground)


def test_marks_stand_out_from_the_picture(theme: Theme) -> None:
    """A filled mark that is too pale by itself (orange and sky blue on white) has its ink as outline."""
    for meaning in MEANINGS:
        ground = theme.surface
        fill, ink = contrast(getattr(theme, meaning), ground), contrast(getattr(theme, f"{meaning}_ink"), ground)
        assert max(fill, ink) >= 3
        assert ink >= fill or fill >= 3
    assert contrast(theme.focus, theme.surface) >= 3


def test_an_outline_can_be_seen_around_its_own_fill() -> None:
    light = load_theme("light")
    for meaning in ("query", "key", "start"):
        assert contrast(getattr(light, meaning), getattr(light, f"{meaning}_ink")) >= 1.8


def test_high_contrast_is_higher() -> None:
    high = load_theme("contrast")
    assert contrast(high.text, high.surface) >= 15
    assert all(contrast(getattr(high, meaning), high.surface) >= 7 for meaning in MEANINGS)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert readable_on("#ffff00") == "#000000"
    assert readable_on("#0059a8") == "#ffffff"


def test_mixed() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert mixed("#102030", "#ffffff", 0) == "#102030"


def test_palette_has_the_colours_of_the_theme(theme: Theme) -> None:
    palette = theme.palette()
    assert palette.color(QPalette.ColorRole.Window).name() == theme.window
    assert palette.color(QPalette.ColorRole.Base).name() == theme.surface
    assert palette.color(QPalette.ColorRole.Text).name() == theme.text


def test_all_sizes_grow_with_the_font(theme: Theme) -> None:
    small, large = style_sheet(theme, 12), style_sheet(theme, 24)
    assert small != large
    assert small.count("{") == small.count("}")


def test_the_font_has_every_sign_that_is_drawn(qapp: QApplication) -> None:
    signs = "ABCxyzАБВЯабвэюяЁё0123456789◆↵·→←√−×±≤≥…“”«»—°²∞ΔΣ%"
    for name in ("Regular", "SemiBold", "Italic"):
        raw = QRawFont(str(RESOURCES / "fonts" / f"Inter-{name}.otf"), 12)
        assert [sign for sign in signs if not raw.supportsCharacter(ord(sign))] == [], name


def test_figures_have_one_width(looks: Looks) -> None:
    for weight in (QFont.Weight.Normal, QFont.Weight.DemiBold):
        font = app_font()
        font.setWeight(weight)
        metrics = QFontMetricsF(font)
        assert metrics.horizontalAdvance("11111") == metrics.horizontalAdvance("80808")
    assert em(app_font(2)) == pytest.approx(2 * em(app_font(1)), rel=0.1)


def test_the_licence_of_the_font_is_there() -> None:
    assert "SIL OPEN FONT LICENSE" in (RESOURCES / "fonts" / "OFL.txt").read_text("utf-8")
