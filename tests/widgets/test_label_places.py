"""Labels lie beside their points: in the picture, off the points and off each other where there is room."""

from __future__ import annotations

import numpy as np
import pytest

from rostok_gui.widgets.label_places import box_at_border, common, label_boxes

ROOM = np.array([0.0, 0.0, 400.0, 300.0])
EM = 10.0
NOTHING = np.empty((0, 4))


def around(points: list[tuple[float, float]], half: float = 5.0) -> np.ndarray:
    return np.hstack([np.array(points) - half, np.array(points) + half])


def test_a_label_goes_on_in_the_direction_of_its_arrow():
    right, up = label_boxes([(200, 150), (200, 150)], [0.0, -np.pi / 2], [(60, 14), (40, 14)], NOTHING, ROOM, EM)
    assert right.tolist() == pytest.approx([208, 143, 268, 157])
    assert up.tolist() == pytest.approx([180, 128, 220, 142])


def test_it_turns_away_from_what_is_there_and_the_first_has_the_best_place():
    points = [(200.0, 150.0), (206.0, 150.0)]
    first, second = label_boxes(points, [0.0, 0.0], [(60, 14), (60, 14)], around(points), ROOM, EM)
    alone = label_boxes(points[:1], [0.0], [(60, 14)], around(points), ROOM, EM)
    np.testing.assert_allclose(first, alone[0])
    assert common(np.stack([first, second]), around(points)).sum() == 0
    assert common(first[None], second[None]).sum() < 0.01 * 60 * 14


@pytest.mark.parametrize("point", [(0.0, 0.0), (400.0, 150.0), (200.0, 300.0), (-30.0, 400.0)])
def test_it_stays_in_the_room(point):
    (box,) = label_boxes([point], [0.3], [(60, 14)], around([point]), ROOM, EM)
    assert (box[:2] >= ROOM[:2]).all()
    assert (box[2:] <= ROOM[2:]).all()
    assert box[2:] - box[:2] == pytest.approx([60, 14])


def test_where_all_is_full_every_label_has_a_place_still():
    boxes = label_boxes([(20, 20)] * 40, np.linspace(-3, 3, 40), [(60, 14)] * 40, NOTHING, ROOM / 4, EM)
    assert boxes.shape == (40, 4)
    assert label_boxes([], [], [], NOTHING, ROOM, EM).shape == (0, 4)


def test_a_text_at_the_border_lies_there_or_nowhere():
    size = (80.0, 12.0)
    box = box_at_border(np.pi, size, NOTHING, ROOM)
    assert min(*(box[:2] - ROOM[:2]), *(ROOM[2:] - box[2:])) == pytest.approx(0)
    other = box_at_border(np.pi, size, box[None], ROOM)
    assert common(other[None], box[None]).sum() == 0
    assert box_at_border(np.pi, size, ROOM[None], ROOM) is None


def test_common_areas_of_boxes():
    boxes = np.array([[0.0, 0, 10, 4], [20, 20, 30, 30]])
    assert common(boxes, np.array([[5.0, 1, 15, 9], [0, 4, 30, 22]])).tolist() == [[15, 0], [0, 20]]
