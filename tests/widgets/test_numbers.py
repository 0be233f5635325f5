"""Numbers read and typed in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from rostok_gui.widgets import numbers


@pytest.fixture(params=["en_US", "ru_RU", "de_DE"])
def locale(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language for one test."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


def test_weights_scores_and_losses_have_the_decimals_and_the_sign_of_the_language(locale: str) -> None:
    point = "." if locale == "en_US" else ","
    assert numbers.weight(0.94149) == f"0{point}941"
    assert numbers.score(2.7) == f"+2{point}70"
    assert numbers.score(-1.256) == f"−1{point}26"
    assert numbers.loss(1234.5) == f"1234{point}50"
    assert numbers.percent(0.8249) == "82\N{NO-BREAK SPACE}%"


def test_nothing_is_written_as_minus_zero_or_nan() -> None:
    assert numbers.fixed(-0.0004, 2) == "0.00"
    assert numbers.score(-0.0) == "+0.00"
    assert numbers.weight(float("nan")) == numbers.percent(float("nan")) == numbers.score(float("nan")) == "–"
    assert numbers.fixed(float("-inf"), 2) == "−∞"


def test_comma_and_point_are_the_same_in_every_language(locale: str) -> None:
    assert numbers.parse("0,7") == numbers.parse("0.7") == numbers.parse(" 0.7 ") == 0.7
    assert numbers.parse("−1,5") == numbers.parse("-1.5") == -1.5


@pytest.mark.parametrize("text", ["", "seven", "1.2.3", "1,234.5", "nan", "inf", "1_0", "0,7,"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the type is all that is promised
        numbers.parse(text)


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_what_is_written_can_be_typed(value: float, decimals: int) -> None:
    assert numbers.parse(numbers.fixed(value, decimals)) == pytest.approx(value, abs=0.51 * 10**-decimals)
