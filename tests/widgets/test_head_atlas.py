"""The grid of heads on the screen against the tensor, cell by cell; mouse and keyboard."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from rostok_gui.attention.head_types import LOCAL, TYPES
from rostok_gui.bench.heads import random_trace
from rostok_gui.engine.atlas import ComposeAtlas
from rostok_gui.engine.atlas_handler import compose
from rostok_gui.model.trace import Trace
from rostok_gui.shell.theme import THEMES, load_theme
from rostok_gui.widgets.colormap import colours
from rostok_gui.widgets.colour_bar import ColourBar
from rostok_gui.widgets.head_atlas import Badge, HeadAtlas, Spot

ALL = tuple((layer, head) for layer in range(8) for head in range(6))


def show(qtbot, trace: Trace, heads=ALL, columns=6, size=(900, 800), theme="light", **marks) -> HeadAtlas:
    atlas = HeadAtlas()
    qtbot.addWidget(atlas)
    atlas.resize(*size)
    atlas.set_theme(load_theme(theme))
    atlas.set_words({kind: kind for kind in TYPES}, {kind: kind[:3] for kind in TYPES})
    atlas.set_heads([Badge(head, LOCAL, 0.75, 0.25) for head in heads], columns, len(trace))
    give_picture(atlas, trace, theme)
    atlas.set_selected(marks.get("selected"), marks.get("query"), marks.get("key"))
    atlas.show()
    qtbot.waitExposed(atlas)
    return atlas


def give_picture(atlas: HeadAtlas, trace: Trace, theme="light", without_start=False) -> None:
    look = load_theme(theme)
    ground = (QColor(c).rgb() for c in (look.window, look.closed, look.raised))
    atlas.set_atlas(
        compose(ComposeAtlas(trace, atlas.heads, atlas.map_pixels, without_start, partial(colours), *ground))
    )


def painted(atlas: HeadAtlas, ratio: float = 1.0) -> QImage:
    """The widget as it is painted on a screen with this device pixel ratio."""
    image = QImage(atlas.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    atlas.render(image)
    return image


def colour_at(image: QImage, place: QPointF) -> int:
    ratio = image.devicePixelRatio()
    return image.pixel(int(place.x() * ratio), int(place.y() * ratio))


def check_all_cells(atlas: HeadAtlas, image: QImage, trace: Trace) -> None:
    """The pixel at the middle of every cell: the colour of its weight, unless it lies in the future."""
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    ratio = image.devicePixelRatio()
    for head in atlas.heads:
        middles = [atlas.spot_rect(Spot(head, t, t)).center() * ratio for t in range(len(trace))]
        rows, columns = (
            np.array([int(v) for v in part]) for part in ([m.y() for m in middles], [m.x() for m in middles])
        )
        seen, wanted = pixels[rows[:, None], columns], colours(trace.pattern(*head))
        assert (np.tril(seen) == np.tril(wanted)).all(), head


@pytest.mark.parametrize("theme", THEMES)
def test_every_cell_has_the_colour_of_its_weight(qtbot, theme: str) -> None:
    trace = random_trace(7, 1)
    atlas = show(qtbot, trace, theme=theme)
    check_all_cells(atlas, painted(atlas), trace)


def test_after_a_change_of_theme(qtbot) -> None:
    trace = random_trace(7, 1)
    atlas = show(qtbot, trace)
    atlas.set_theme(load_theme("dark"))
    check_all_cells(atlas, painted(atlas), trace)
    give_picture(atlas, trace, "dark")
    image = painted(atlas)
    check_all_cells(atlas, image, trace)
    future = colour_at(image, atlas.spot_rect(Spot((0, 0), 0, 6)).center())
    look = load_theme("dark")
    assert future in (QColor(look.window).rgb(), QColor(look.closed).rgb())


@pytest.mark.parametrize("n_token", [1, 30])
def test_first_and_last_cell_of_other_lengths(qtbot, n_token: int) -> None:
    trace = random_trace(n_token, 2)
    atlas = show(qtbot, trace)
    check_all_cells(atlas, painted(atlas), trace)


@pytest.mark.parametrize("n_token", [128, 512])
def test_a_pixel_of_a_long_text_has_the_largest_of_its_weights(qtbot, n_token: int) -> None:
    trace = random_trace(n_token, 3)
    atlas = show(qtbot, trace)
    image, size = painted(atlas), atlas.map_pixels
    assert size < n_token
    edges = np.arange(size + 1) * n_token // size
    for index, head in ((0, (0, 0)), (20, (3, 2)), (47, (7, 5))):
        corner = atlas.map_rect(index).topLeft()
        for row in range(size):
            for column in range(0, row + 1, 3):
                block = trace.pattern(*head)[edges[row] : edges[row + 1], edges[column] : edges[column + 1]]
                assert colour_at(image, corner + QPointF(column + 0.5, row + 0.5)) == colours(block.max())


def test_on_a_screen_with_one_and_a_half_pixels(qtbot, monkeypatch) -> None:
    monkeypatch.setattr(HeadAtlas, "devicePixelRatioF", lambda self: 1.5)
    trace = random_trace(9, 4)
    atlas = show(qtbot, trace)
    image = painted(atlas, 1.5)
    assert atlas.map_pixels > atlas.map_rect(0).width()
    check_all_cells(atlas, image, trace)


def on_screen(atlas: HeadAtlas) -> QImage:
    """What the last paintings have left there."""
    QTest.qWait(1)
    return atlas.screen().grabWindow(atlas.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize("n_token", [7, 128])
def test_new_pictures_leave_nothing_behind(qtbot, n_token: int) -> None:
    """They repaint the maps alone: what stands on the screen is what would be painted anew."""
    first, second = random_trace(n_token, 1), random_trace(n_token, 2)
    atlas = show(qtbot, first, query=n_token - 1, key=0, selected=(2, 2))
    assert on_screen(atlas) == painted(atlas)
    cover = QWidget(atlas)
    cover.setGeometry(200, 200, 300, 300)
    changes = (
        lambda: None,
        cover.show,
        cover.hide,
        lambda: atlas.set_selected((7, 5), 3, 2),
        lambda: atlas.set_changed(frozenset({(1, 1)})),
        lambda: atlas.set_changed(frozenset()),
        lambda: atlas.set_theme(load_theme("dark")),
        lambda: atlas.set_selected(None, None, None),
        lambda: atlas.resize(800, 700),
        lambda: atlas.set_heads([Badge(head, LOCAL, 0.5, 0.25) for head in ALL[::-1]], 6, n_token),
    )
    for number, change in enumerate(changes):
        change()
        give_picture(atlas, (second, first)[number % 2])
        assert on_screen(atlas) == painted(atlas), number
        give_picture(atlas, (first, second)[number % 2])  # nothing else changes
        assert on_screen(atlas) == painted(atlas), number


@pytest.mark.parametrize("heads", [None, ALL[:20]])
def test_a_head_that_is_not_in_the_picture_is_empty(qtbot, heads) -> None:
    trace, theme = random_trace(7, 1), load_theme("light")
    atlas = show(qtbot, trace)
    middle = atlas.map_rect(30).center()
    assert colour_at(on_screen(atlas), middle) != QColor(theme.window).rgb()
    if heads is None:
        atlas.set_atlas(None)
    else:
        atlas.set_atlas(compose(ComposeAtlas(trace, heads, atlas.map_pixels, False, partial(colours), 0, 0, 0)))
    assert colour_at(on_screen(atlas), middle) == QColor(theme.window).rgb()


def test_sorted_and_filtered(qtbot) -> None:
    trace = random_trace(7, 5)
    heads = ((7, 5), (0, 3), (2, 2), (2, 1), (0, 0))
    atlas = show(qtbot, trace, heads, columns=None)
    assert atlas.map_rect(0).width() > 150
    check_all_cells(atlas, painted(atlas), trace)
    atlas.set_heads([Badge(head) for head in heads[::-1]], None, 7)  # the picture of the old order serves
    check_all_cells(atlas, painted(atlas), trace)


def test_an_old_picture_is_stretched_until_the_new_one_comes(qtbot) -> None:
    trace = random_trace(4, 6)
    atlas = show(qtbot, trace)
    asked = []
    atlas.resized.connect(lambda: asked.append(atlas.map_pixels))
    atlas.resize(1100, 1000)
    assert asked == [atlas.map_pixels]
    check_all_cells(atlas, painted(atlas), trace)


def test_maps_stay_apart_and_inside(qtbot) -> None:
    for size in ((640, 480), (1280, 640), (300, 900), (400, 300)):
        for columns in (6, None):
            atlas = show(qtbot, random_trace(20, 0), columns=columns, size=size)
            places = [atlas.map_rect(i) for i in range(48)]
            for i, place in enumerate(places):
                assert atlas.rect().contains(place.toAlignedRect())
                assert not any(place.intersects(other) for other in places[i + 1 :])
                assert not place.intersects(atlas.text_rect(i))
            atlas.hide()


def test_place_and_cell_belong_together(qtbot) -> None:
    trace = random_trace(11, 7)
    atlas = show(qtbot, trace)
    for head in ((0, 0), (4, 3), (7, 5)):
        for t, j in ((0, 0), (10, 0), (10, 10), (6, 2), (2, 9)):
            spot = atlas.spot_at(atlas.spot_rect(Spot(head, t, j)).center())
            assert spot == Spot(head, t, j, float(trace.pattern(*head)[t, j]))
    assert atlas.spot_at(QPointF(-5, 5)) is None
    assert atlas.spot_at(atlas.text_rect(9).center()) == Spot((1, 3))


def test_in_a_long_text_the_strongest_pair_under_the_pointer_is_told(qtbot) -> None:
    trace = random_trace(512, 8)
    atlas = show(qtbot, trace)
    place = atlas.map_rect(13)
    spot = atlas.spot_at(place.topLeft() + QPointF(5.5, 40.5))
    edges = np.arange(atlas.map_pixels + 1) * 512 // atlas.map_pixels
    block = trace.pattern(2, 1)[edges[40] : edges[41], edges[5] : edges[6]]
    assert spot is not None
    assert spot.weight == block.max() == trace.pattern(2, 1)[spot.query, spot.key]
    assert edges[40] <= spot.query < edges[41]


def test_mouse(qtbot) -> None:
    trace = random_trace(11, 7)
    atlas = show(qtbot, trace)
    told: list[tuple[str, object]] = []
    for name in ("hovered", "clicked", "activated"):
        getattr(atlas, name).connect(lambda spot, name=name: told.append((name, spot)))
    wanted = Spot((5, 3), 9, 4, float(trace.pattern(5, 3)[9, 4]))
    place = atlas.spot_rect(wanted).center().toPoint()
    QTest.mouseMove(atlas, place)
    QTest.mouseClick(atlas, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(atlas, Qt.MouseButton.LeftButton, pos=place)
    assert ("hovered", wanted) in told
    assert ("clicked", wanted) in told
    assert told[-1] == ("activated", wanted)


def test_keys_go_from_head_to_head(qtbot) -> None:
    atlas = show(qtbot, random_trace(5, 0), selected=(5, 3))
    gone, steps = [], []
    atlas.clicked.connect(lambda spot: (gone.append(spot.head), atlas.set_selected(spot.head, 0, 0)))
    atlas.stepped.connect(lambda down, right: steps.append((down, right)))
    for key in ["Left", "Up", "Right", "Right", "Right", "Down", "Home", "Up", "Left", "End", "Down"]:
        QTest.keyClick(atlas, getattr(Qt.Key, f"Key_{key}"))
    assert gone == [(5, 2), (4, 2), (4, 3), (4, 4), (4, 5), (5, 5), (0, 0), (0, 0), (0, 0), (7, 5), (7, 5)]
    QTest.keyClick(atlas, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(atlas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert steps == [(1, 0), (0, -1)]


def test_query_key_and_chosen_head_are_marked(qtbot) -> None:
    trace = random_trace(10, 3)
    theme = load_theme("light")
    atlas = show(qtbot, trace, query=6, key=2, selected=(3, 4))
    image = painted(atlas)
    for index in (0, 22, 47):
        row = atlas.spot_rect(Spot(ALL[index], 6, 0))
        column = atlas.spot_rect(Spot(ALL[index], 0, 2))
        assert colour_at(image, QPointF(row.left() - 4, row.center().y())) == QColor(theme.query).rgb()
        assert colour_at(image, QPointF(column.center().x(), column.top() - 4)) == QColor(theme.key).rgb()
    check_all_cells(atlas, image, trace)
    framed = {i for i in range(48) if _is_framed(atlas, image, i)}
    assert framed == {22}


def _is_framed(atlas: HeadAtlas, image: QImage, index: int) -> bool:
    theme = load_theme("light")
    cell = atlas.cell_rect(index).toRect()
    edge = {image.pixel(QPoint(cell.left() + dx, cell.center().y())) for dx in range(4)}
    return bool(edge & {QColor(theme.text).rgb(), QColor(theme.focus).rgb()})


def test_scores_are_written_wherever_they_fit(qtbot) -> None:
    for size, part in (((620, 480), "score"), ((1280, 640), "chance"), ((620, 480), "sign")):
        atlas = show(qtbot, random_trace(20, 0), size=size)
        assert part in [p for line in atlas.writer.lines for p in line]
        assert atlas.writer.text_of("name", Badge((5, 3))) == "6·4"
        assert atlas.writer.text_of("score", Badge((5, 3), LOCAL, 0.75, 0.25)) == "0.75"
        assert atlas.writer.text_of("chance", Badge((5, 3), LOCAL, 0.75, 0.25)) == "/ 0.25"
        atlas.hide()


@pytest.mark.parametrize("scale", ["linear", "sqrt", "log"])
def test_the_legend_has_each_weight_under_its_colour(qtbot, scale: str) -> None:
    bar = ColourBar()
    qtbot.addWidget(bar)
    bar.set_scale(scale)
    bar.resize(700, bar.sizeHint().height())
    image = bar.grab().toImage()
    table = {int(c): i for i, c in enumerate(colours(np.arange(256) / 255))}
    for weight in (0.001, 0.1, 0.25, 0.5, 0.9):
        seen = image.pixel(int(bar.place_of(weight)), 2)
        assert abs(table[seen] - table[int(colours(weight, scale))]) <= 1
