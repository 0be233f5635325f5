"""The slider ends in an exact zero; the field takes a number in either form and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rostok_gui.widgets.numbers import parse
from rostok_gui.widgets.value_slider import LogSlider, NumberField

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # said by the offscreen platform


@pytest.fixture
def slider(qtbot) -> LogSlider:
    widget = LogSlider(0.05, 20.0)
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.fixture(params=["en_US", "ru_RU", "de_DE"])
def field(qtbot, request) -> Iterator[NumberField]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    widget = NumberField(-1000, 1000)
    qtbot.addWidget(widget)
    widget.set_number(1.5)
    widget.show()
    yield widget
    QLocale.setDefault(before)


def test_the_ends_and_the_middle_are_exact(slider):
    assert slider.value_at(0) == 0.0
    assert slider.value_at(1) == 0.05
    assert slider.value_at(201) == 1.0
    assert slider.value_at(slider.maximum()) == 20.0


def test_equal_ways_are_equal_factors_and_every_place_comes_back(slider):
    assert slider.value_at(101) ** 2 == pytest.approx(slider.value_at(1) * slider.value_at(201), rel=0.01)
    values = [slider.value_at(p) for p in range(slider.maximum() + 1)]
    assert values == sorted(values)
    assert [slider.position_of(v) for v in values] == pytest.approx(list(range(slider.maximum() + 1)), abs=1)
    assert all(float(f"{v:.3g}") == v for v in values), "what is shown is what counts"


@pytest.mark.parametrize(("value", "position"), [(0.0, 0), (1e-9, 1), (0.001, 1), (1.0, 201), (1e6, 401)])
def test_any_value_can_be_shown_without_a_word(slider, qtbot, value, position):
    with qtbot.assertNotEmitted(slider.moved_to):
        slider.show_value(value)
    assert slider.value() == position
    assert slider.shown == value


def test_home_is_cold_end_is_warm(slider):
    heard: list[float] = []
    slider.moved_to.connect(lambda value, _gesture: heard.append(value))
    QTest.keyClick(slider, Qt.Key.Key_End)
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert heard == [20.0, 0.0]


def test_the_wheel_does_not_change_it(slider):
    slider.show_value(1.0)
    at = QPointF(slider.rect().center())
    event = QWheelEvent(
        at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(slider, event)
    assert slider.value() == 201


@pytest.mark.parametrize("typed", ["0,7", "0.7", " 0,70 ", "7e-1"])
def test_comma_and_point_are_the_same_in_every_language(field, qtbot, typed):
    field.selectAll()
    with qtbot.waitSignal(field.edited) as heard:
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert heard.args == [0.7]
    assert parse(field.text()) == 0.7


@pytest.mark.parametrize("typed", ["x", "1001", "-1001", "nan", "1..2", "0x10"])
def test_what_is_no_number_brings_the_old_one_back(field, qtbot, typed):
    field.selectAll()
    with qtbot.waitSignal(field.refused) as heard, qtbot.assertNotEmitted(field.edited):
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert heard.args == [typed]
    assert parse(field.text()) == field.number == 1.5


def test_escape_brings_the_old_one_back(field, qtbot):
    field.selectAll()
    QTest.keyClicks(field, "3")
    with qtbot.assertNotEmitted(field.edited):
        QTest.keyClick(field, Qt.Key.Key_Escape)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert parse(field.text()) == 1.5


def test_numbers_are_shown_with_as_many_decimals_as_they_have(field):
    for number, digits in ((2.0, "2.00"), (0.125, "0.125"), (-3.5, "−3.50"), (1 / 3, "0.333333")):
        field.set_number(number)
        assert field.text().replace(",", ".") == digits
