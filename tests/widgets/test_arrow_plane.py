"""The plane draws every tip where its numbers say, and a tip can be taken by mouse, fingers and keys."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QInputDevice, QPointingDevice
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rostok_gui.shell.theme import load_theme
from rostok_gui.widgets.arrow_plane import HIT_EM, Arrow, ArrowPlane, Move

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # said by the offscreen platform
LEFT = Qt.MouseButton.LeftButton
ARROWS = (Arrow("q", 1.5, 0.5, kind="query"), Arrow("a", -1.25, 1.75, strength=0.5), Arrow("b", 0.75, -1.5))


@pytest.fixture
def plane(qtbot: Any) -> ArrowPlane:
    """Not square, with tips that no mirrored or swapped axis leaves in place."""
    widget = ArrowPlane()
    qtbot.addWidget(widget)
    widget.resize(520, 360)
    widget.set_arrows(ARROWS)
    widget.show()
    return widget


def picture(widget: ArrowPlane, dpr: float) -> np.ndarray:
    """Pixels (H, W, 3) of the widget on a screen of this scale."""
    size = QSize(round(widget.width() * dpr), round(widget.height() * dpr))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(dpr)
    widget.render(image)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(size.height(), image.bytesPerLine() // 4, 4)
    return rows[:, : size.width(), 2::-1].astype(int)


def discs(pixels: np.ndarray, colour: str, around: tuple[float, float], radius: float) -> tuple[float, float]:
    """Middle of the pixels of one colour near a place, in pixels."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])
    rows, columns = np.nonzero(np.abs(pixels - wanted).max(-1) <= 6)
    near = np.hypot(columns - around[0], rows - around[1]) < radius
    assert near.sum() > 20, "no such colour there"
    return columns[near].mean(), rows[near].mean()


def painted_labels(widget: ArrowPlane) -> dict[str, QRectF]:
    """Where the labels are in a new picture, by the ids of their arrows."""
    boxes: dict[str, QRectF] = {}
    keep = widget._paint_label

    def note(to: Any, box: QRectF, arrow: Arrow, *rest: Any) -> None:
        boxes[arrow.id] = QRectF(box)
        keep(to, box, arrow, *rest)

    widget._paint_label = note  # type: ignore[method-assign]  # the widget is asked while it paints
    widget.grab()
    widget._paint_label = keep  # type: ignore[method-assign]  # and then left as it was
    return boxes


@pytest.mark.parametrize("dpr", [1.0, 1.5])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("reach", [2.4, 4.1])
def test_tips_are_drawn_where_their_numbers_say(plane, dpr, theme, reach):
    """Round tips alone, without shafts: the middle of the disc is the tip."""
    plane.set_theme(load_theme("light"))
    picture(plane, dpr)
    plane.set_theme(load_theme(theme))
    plane.set_reach(reach)
    pixels = picture(plane, dpr)
    scale = 360 / 2 / reach  # the shorter side shows `reach` units to each side of the origin
    for arrow in ARROWS[1:]:
        x, y = (260 + arrow.x * scale) * dpr, (180 - arrow.y * scale) * dpr
        radius = 0.30 * plane.em * dpr
        assert discs(pixels, load_theme(theme).key, (x, y), radius) == pytest.approx((x, y), abs=1.6 * dpr)
    # The query's head ends at its tip: its colour just before, the ground just behind.
    dx, dy = np.array([1.5, -0.5]) / np.hypot(1.5, 0.5)
    tip = np.array([260 + 1.5 * scale, 180 - 0.5 * scale])
    before = (tip - 0.45 * plane.em * np.array([dx, dy])) * dpr
    behind = (tip + 0.25 * plane.em * np.array([dx, dy])) * dpr
    query = load_theme(theme).query
    wanted = np.array([int(query[i : i + 2], 16) for i in (1, 3, 5)])
    assert np.abs(pixels[int(before[1]), int(before[0])] - wanted).max() <= 6
    assert np.abs(pixels[int(behind[1]), int(behind[0])] - wanted).max() > 30


def test_x_is_right_y_is_up_and_units_are_alike(plane):
    origin = plane.to_pixel(0, 0)
    assert (plane.to_pixel(1, 0) - origin).x() == -(plane.to_pixel(0, 1) - origin).y() > 0
    assert plane.from_pixel(plane.to_pixel(-1.7, 0.3)) == pytest.approx((-1.7, 0.3))


def test_a_finger_takes_a_tip_near_it(plane):
    tip = plane.to_pixel(1.5, 0.5)
    assert 2 * HIT_EM >= 2.2
    assert plane.arrow_at(tip + QPointF(1.1 * plane.em, 0)) == "q"
    assert plane.arrow_at(tip + QPointF(1.5 * plane.em, 0)) == ""


def test_taking_a_tip_beside_its_point_does_not_make_it_jump(plane, qtbot):
    grip = QPoint(7, -5)
    start = plane.to_pixel(1.5, 0.5).toPoint() + grip
    QTest.mousePress(plane, LEFT, pos=start)
    with qtbot.waitSignal(plane.moved) as heard:
        QTest.mouseMove(plane, start + QPoint(30, 0))
    move = heard.args[0]
    assert (move.x, move.y) == pytest.approx((1.5 + 30 / plane.pixels_per_unit, 0.5), abs=0.002)
    QTest.mouseRelease(plane, LEFT, pos=start)


def test_every_drag_has_its_own_number(plane):
    moves: list[Move] = []
    plane.moved.connect(moves.append)
    for _ in range(2):
        at = plane.to_pixel(1.5, 0.5).toPoint()
        QTest.mousePress(plane, LEFT, pos=at)
        for step in (10, 20):
            QTest.mouseMove(plane, at + QPoint(step, 0))
        QTest.mouseRelease(plane, LEFT, pos=at)
    first, second, third, fourth = (move.gesture for move in moves)
    assert first == second != third == fourth


def test_what_is_not_draggable_stays(plane):
    plane.set_arrows([Arrow("fixed", 1.0, 1.0, draggable=False)])
    moves: list[Move] = []
    plane.moved.connect(moves.append)
    at = plane.to_pixel(1, 1).toPoint()
    QTest.mousePress(plane, LEFT, pos=at)
    QTest.mouseMove(plane, at + QPoint(20, 0))
    QTest.mouseRelease(plane, LEFT, pos=at)
    plane.choose("fixed")
    QTest.keyClick(plane, Qt.Key.Key_Left)
    assert moves == []


@pytest.fixture
def screen(qapp: QApplication) -> QPointingDevice:
    return QTest.createTouchDevice(QInputDevice.DeviceType.TouchScreen)


def test_two_fingers_move_two_arrows(plane, screen):
    where: dict[str, tuple[float, float]] = {}
    plane.moved.connect(lambda move: where.__setitem__(move.id, (move.x, move.y)))
    touch = QTest.touchEvent(plane, screen, False)
    touch.press(0, plane.to_pixel(1.5, 0.5).toPoint(), plane).press(1, plane.to_pixel(0.75, -1.5).toPoint(), plane)
    touch.commit()
    touch.move(0, plane.to_pixel(1.0, 1.0).toPoint(), plane).move(1, plane.to_pixel(-1.0, -1.0).toPoint(), plane)
    touch.commit()
    touch.release(0, plane.to_pixel(1.0, 1.0).toPoint(), plane).release(1, plane.to_pixel(-1, -1).toPoint(), plane)
    touch.commit()
    assert where["q"] == pytest.approx((1.0, 1.0), abs=0.02)
    assert where["b"] == pytest.approx((-1.0, -1.0), abs=0.02)
    assert plane._drags == {}


def test_an_arrow_beyond_the_border_has_its_mark_at_the_border_and_can_be_taken_there(plane):
    for far in (30.0, 1e5, 1e300):
        plane.set_arrows([Arrow("q", far, far / 2, "query", kind="query"), Arrow("a", -far, 0.0, "key")])
        plane.grab()
        for arrow in plane.arrows:
            mark, outside = plane.handle(arrow)
            assert outside
            assert plane.rect().contains(mark.toPoint())
            assert plane.arrow_at(mark) == arrow.id
        mark, _ = plane.handle(plane.arrows[0])
        ahead = mark - plane.to_pixel(0, 0)
        assert ahead.x() / -ahead.y() == pytest.approx(2.0)


def test_an_arrow_of_no_length_can_be_seen_and_taken(plane):
    plane.set_arrows([Arrow("q", 0.0, 0.0, "zero", kind="query")])
    plane.grab()
    assert plane.arrow_at(plane.to_pixel(0, 0)) == "q"


def test_labels_stay_inside_and_off_the_tips(plane):
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    arrows = [Arrow(f"k{i}", 2.0 * np.cos(a), 2.0 * np.sin(a), f"word {i}", "12 %") for i, a in enumerate(angles)]
    plane.set_arrows(arrows)
    boxes = painted_labels(plane)
    assert len(boxes) == 8
    for box in boxes.values():
        assert plane.rect().contains(box.toRect())
        assert not any(box.contains(plane.handle(arrow)[0]) for arrow in arrows)
    assert not any(a.intersects(b) for a, b in combinations(boxes.values(), 2))


def test_zoom_by_wheel_and_keys_and_fit(plane):
    plane.setFocus()
    before = plane.reach
    QTest.keyClick(plane, Qt.Key.Key_Plus)
    assert plane.reach < before
    plane.set_arrows([Arrow("q", 9.0, -8.0, kind="query")])
    assert plane.handle(plane.arrows[0])[1]
    QTest.keyClick(plane, Qt.Key.Key_0)
    assert not plane.handle(plane.arrows[0])[1]


def test_an_svg_of_the_plane_holds_its_texts(plane, tmp_path):
    plane.set_arrows([Arrow("q", 1.0, 1.0, "girl", "94 %", kind="query", swatch="#ff0000")])
    svg = QSvgGenerator()
    svg.setFileName(str(tmp_path / "plane.svg"))
    svg.setSize(plane.size())
    plane.render(svg)
    text = (tmp_path / "plane.svg").read_text(encoding="utf-8")
    assert ">girl" in text
    assert "94 %" in text


def test_a_name_that_is_long_or_strange_is_drawn(plane):
    for name in ("", "\0", "\n", "слово" * 50, "👩‍🚀", "<b>", "e\u0301" * 9):
        plane.set_arrows([Arrow("q", 1.0, 1.0, name, "1 %")])
        assert not plane.grab().isNull()


def test_leaving_the_widget_forgets_what_was_under_the_pointer(plane, move_mouse):
    names: list[str] = []
    plane.pointed.connect(names.append)
    move_mouse(plane, plane.to_pixel(1.5, 0.5).toPoint())
    QApplication.sendEvent(plane, QEvent(QEvent.Type.Leave))
    assert names == ["q", ""]


def painted(widget: ArrowPlane) -> int:
    """How often the widget paints itself before it rests."""
    counted = []
    keep = widget._paint
    widget._paint = lambda painter: (counted.append(1), keep(painter))  # type: ignore[method-assign]  # only counted
    QApplication.processEvents()
    widget._paint = keep  # type: ignore[method-assign]  # as it was
    return len(counted)


FULL = (
    Arrow("q", 1.5, 0.5, "girl", kind="query", swatch="#803010"),
    Arrow("a", -1.25, 1.75, "mom", "30 %", strength=0.3, swatch="#ff0000"),
    Arrow("b", 0.75, -1.5, "dog", "70 %", strength=0.7),
    Arrow("far", 9.0, 2.0, "far", "0 %"),
    Arrow("weak", -0.7, -1.3),
)


def changed(index: int, **values: Any) -> tuple[Arrow, ...]:
    return (*FULL[:index], replace(FULL[index], **values), *FULL[index + 1 :])


def larger(widget: ArrowPlane) -> None:
    font = widget.font()
    font.setPointSizeF(1.4 * font.pointSizeF())
    widget.setFont(font)


CHANGES = {
    "query moved": lambda widget: widget.set_arrows(changed(0, x=-1.0)),
    "key moved": lambda widget: widget.set_arrows(changed(1, x=-0.5)),
    "key moved up": lambda widget: widget.set_arrows(changed(1, y=0.5)),
    "weight": lambda widget: widget.set_arrows(changed(1, note="90 %", strength=0.9)),
    "name": lambda widget: widget.set_arrows(changed(2, label="god")),
    "colour of a value": lambda widget: widget.set_arrows(changed(0, swatch="#00ff00")),
    "fewer keys": lambda widget: widget.set_arrows(FULL[:2]),
    "theme": lambda widget: widget.set_theme(load_theme("dark")),
    "zoom": lambda widget: widget.set_reach(3.1),
    "size": lambda widget: widget.resize(430, 370),
    "font": larger,
    "what is measured": lambda widget: widget.set_projection("a", "q", "score < 0"),
    "language of the numbers": lambda _widget: QLocale.setDefault(QLocale("ru_RU")),
}


@pytest.mark.parametrize("dpr", [1.0, 1.5])
@pytest.mark.parametrize("what", CHANGES)
def test_no_picture_holds_anything_of_the_one_before(qtbot, request, what, dpr):
    """What was drawn before leaves no trace: the picture is that of a plane that is drawn for the first time."""
    default = QLocale()
    request.addfinalizer(lambda: QLocale.setDefault(default))
    QLocale.setDefault(QLocale("en_US"))
    old, new = ArrowPlane(), ArrowPlane()
    for widget in (old, new):
        qtbot.addWidget(widget)
        widget.resize(700, 620)
        widget.set_arrows(FULL)
        widget.set_reach(2.0)
        widget.set_projection("b", "q", "score < 0")
    picture(old, 2.5 - dpr)  # on another screen
    before = picture(old, dpr)
    for widget in (old, new):
        CHANGES[what](widget)
    after = picture(old, dpr)
    np.testing.assert_array_equal(after, picture(new, dpr))
    assert after.shape != before.shape or (after != before).any()


def test_the_label_of_a_dragged_arrow_goes_with_its_tip(plane):
    for x, y in ((1.5, 0.5), (0.3, 1.6), (-1.7, -0.4)):
        plane.set_arrows([Arrow("q", x, y, "girl", kind="query"), Arrow("a", 1.9, -1.5, "mom", "100 %")])
        labels, tip = painted_labels(plane), plane.to_pixel(x, y)
        away = labels["q"].center() - tip
        assert np.hypot(away.x(), away.y()) < 4 * plane.em
        assert away.x() * x - away.y() * y > 0, "on the outer side of its arrow"


def test_the_picture_is_painted_again_only_when_it_is_another(plane):
    plane.set_arrows(FULL)
    plane.set_projection("b", "q", "score < 0")
    assert painted(plane) == 1
    plane.set_arrows([replace(arrow) for arrow in FULL])
    plane.set_projection("b", "q", "score < 0")
    plane.set_reach(plane.reach)
    assert painted(plane) == 0
    plane.set_arrows(changed(1, strength=0.31, note="31 %"))
    assert painted(plane) == 1


def test_a_key_without_a_weight_is_drawn(plane):
    plane.set_arrows([Arrow("q", 1.0, 1.0, kind="query"), Arrow("a", -1.0, 1.0, "mom", "–", strength=float("nan"))])
    assert set(painted_labels(plane)) == {"a"}


def test_the_shaft_of_a_key_is_as_thick_as_its_weight(plane):
    """Measured in pixels of the colour of a key, across a shaft along the x axis, half way to its tip."""
    key, dpr = np.array([int(load_theme("light").key[i : i + 2], 16) for i in (1, 3, 5)]), 4.0
    thick = []
    for weight in (0.0, 0.25, 0.5, 1.0):
        plane.set_arrows([Arrow("q", 0.0, -2.0, kind="query"), Arrow("a", 2.0, 0.0, strength=weight)])
        column = picture(plane, dpr)[:, round(plane.to_pixel(1.0, 0.0).x() * dpr)]
        thick.append((np.abs(column - key).max(-1) <= 6).sum())
    assert thick[0] >= 2
    wanted = np.array([0.0, 0.08, 0.16, 0.32]) * plane.em * dpr
    np.testing.assert_allclose(np.array(thick) - thick[0], wanted, atol=2.0)


def test_labels_rest_while_another_arrow_is_dragged_past(plane):
    """Held, the query passes the key closely; only when it is let go do both labels have the best places again."""
    mom = Arrow("a", 1.0, 0.0, "mom", "50 %", strength=0.5)

    def labels(x: float, y: float) -> dict[str, QRectF]:
        plane.set_arrows([Arrow("q", x, y, "girl", kind="query"), mom])
        return painted_labels(plane)

    alone = labels(-1.5, 1.0)["a"]
    resting = labels(0.8, 0.2)
    assert resting["a"] != alone, "not held: the label of the query has the better place"
    labels(-1.5, 1.0)
    QTest.mousePress(plane, LEFT, pos=plane.to_pixel(-1.5, 1.0).toPoint())
    passing = labels(0.8, 0.2)
    assert passing["a"] == alone
    assert not passing["q"].intersects(passing["a"])
    QTest.mouseRelease(plane, LEFT, pos=plane.to_pixel(0.8, 0.2).toPoint())
    assert painted_labels(plane) == resting
