"""Labels lie beside their points: in the picture, off the points and off each other; what did not move can rest."""

from __future__ import annotations

import math

import pytest

from rostok_gui.widgets.label_places import Box, Label, LabelPlaces, box_at_border, common

ROOM = (0.0, 0.0, 400.0, 300.0)
EM = 10.0
SIZE = (60.0, 14.0)


def tips(*labels: Label) -> dict[str, Box]:
    return {
        label.id: (label.point[0] - 5, label.point[1] - 5, label.point[0] + 5, label.point[1] + 5) for label in labels
    }


def placed(*labels: Label, room: Box = ROOM, among: dict[str, Box] | None = None) -> list[Box]:
    return LabelPlaces().place(labels, tips(*labels) if among is None else among, room, EM, resting=False)


def test_a_label_goes_on_in_the_direction_of_its_arrow() -> None:
    right, up = Label("r", (200, 150), 0.0, SIZE), Label("u", (200, 150), -math.pi / 2, (40.0, 14.0))
    assert placed(right, among={})[0] == pytest.approx((208, 143, 268, 157))
    assert placed(up, among={})[0] == pytest.approx((180, 128, 220, 142))


def test_it_turns_away_from_what_is_there_and_the_first_has_the_best_place() -> None:
    one, other = Label("1", (200, 150), 0.0, SIZE), Label("2", (206, 150), 0.0, SIZE)
    first, second = placed(one, other)
    assert first == placed(one, among=tips(one, other))[0]
    assert common(first, tips(one, other).values()) == common(second, tips(one, other).values()) == 0
    assert common(first, [second]) < 0.01 * SIZE[0] * SIZE[1]


@pytest.mark.parametrize("point", [(0.0, 0.0), (400.0, 150.0), (200.0, 300.0), (-30.0, 400.0)])
def test_it_stays_in_the_room(point: tuple[float, float]) -> None:
    (box,) = placed(Label("a", point, 0.3, SIZE))
    assert common(box, [ROOM]) == pytest.approx(SIZE[0] * SIZE[1])
    assert (box[2] - box[0], box[3] - box[1]) == pytest.approx(SIZE)


def test_where_all_is_full_every_label_has_a_place_still() -> None:
    crowd = [Label(str(i), (20, 20), i / 7, SIZE) for i in range(40)]
    boxes = placed(*crowd, room=(0.0, 0.0, 100.0, 75.0))
    assert len(boxes) == 40
    assert all(common(box, [(-1e-6, -1e-6, 100.000001, 75.000001)]) == pytest.approx(60 * 14) for box in boxes)
    assert placed() == []


def test_a_label_rests_until_it_moves_itself_or_something_comes_below_it() -> None:
    still, mover = Label("still", (200, 150), 0.0, SIZE), Label("mover", (40, 40), 0.0, SIZE)
    places = LabelPlaces()

    def boxes(mover: Label, still: Label = still, resting: bool = True) -> list[Box]:
        return places.place([mover, still], tips(mover, still), ROOM, EM, resting=resting)

    first = boxes(mover)[1]
    passing = boxes(mover._replace(point=(185, 150)))
    assert passing[1] == first, "the label of what passes gives way"
    assert common(passing[0], [first]) < 0.01 * SIZE[0] * SIZE[1]
    covered = boxes(mover._replace(point=(240, 150)))[1]
    assert covered != first, "a tip is never hidden"
    assert common(covered, [(235, 145, 245, 155)]) == 0
    assert boxes(mover)[1] == covered, "and it does not jump back while the other is still dragged"
    wider = boxes(mover, still._replace(size=(70.0, 14.0)))[1]
    assert wider == pytest.approx((covered[0] - 5, covered[1], covered[2] + 5, covered[3])), (
        "another number, same place"
    )
    boxes(mover._replace(point=(240, 150)))
    assert boxes(mover, resting=False)[1] == first, "after that everything has its best place"


def test_a_text_at_the_border_lies_there_or_nowhere() -> None:
    size = (80.0, 12.0)
    box = box_at_border(math.pi, size, [], ROOM)
    assert box is not None
    assert min(box[0], box[1], ROOM[2] - box[2], ROOM[3] - box[3]) == pytest.approx(0)
    other = box_at_border(math.pi, size, [box], ROOM)
    assert other is not None
    assert common(other, [box]) == 0
    assert box_at_border(math.pi, size, [ROOM], ROOM) is None


def test_common_area_of_boxes() -> None:
    assert common((0, 0, 10, 4), [(5, 1, 15, 9), (0, 4, 30, 22), (-3, -3, 2, 1)]) == 15 + 0 + 2
