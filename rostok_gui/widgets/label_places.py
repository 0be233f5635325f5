"""Where the labels of points go: beside their points, inside the picture, off the points and off each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

TURNS = (0, 30, -30, 60, -60, 95, -95, 135, -135, 180)
"""Directions in which a label is tried, in degrees from that of its arrow."""
BORDER_TURNS = (60, -60, 75, -75, 40, -40, 20, -20, 0)
TURN_COST = 0.02
"""Of a degree, in square pixels for a pixel of the font."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


class Label(NamedTuple):
    """A label that wants a place.

    Attributes
    ----------
    id : str
    point : (float, float)
        To which it belongs, in pixels.
    heading : float
        Direction in radians in which it goes when nothing is in its way; +y is down.
    size : (float, float)
        Width and height in pixels.
    """

    id: str
    point: tuple[float, float]
    heading: float
    size: tuple[float, float]


class LabelPlaces:
    """Gives every label the place where it hides least; what was not moved can keep the place it has."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Label, Box]] = {}
        self._tips: Mapping[str, Box] = {}
        self._room: tuple[Box, float] | None = None

    def place(
        self, labels: Sequence[Label], tips: Mapping[str, Box], room: Box, em: float, *, resting: bool
    ) -> list[Box]:
        """The boxes of the labels.

        Parameters
        ----------
        labels : sequence of Label
            The first gets the best place.
        tips : mapping of str to Box
            What should not be hidden, by the id of its arrow.
        room : Box
            What no label leaves.
        em : float
            Size of the font in pixels.
        resting : bool
            Whether a label stays where it was the last time, unless its own point or another one below it has moved.
        """
        kept: dict[str, Box] = {}
        if resting and self._room == (room, em):
            moved = [box for name, box in tips.items() if self._tips.get(name) != box]
            for label in labels:
                before, box = self._known.get(label.id, (label, None))
                if box and before._replace(size=label.size) == label and not common(box, moved):
                    kept[label.id] = box if before == label else _resized(box, label.size, room)
        taken = [*tips.values(), *kept.values()]
        for label in labels:
            if label.id not in kept:
                kept[label.id] = _placed(label, taken, room, em)
                taken.append(kept[label.id])
        self._known = {label.id: (label, kept[label.id]) for label in labels}
        self._tips, self._room = tips, (room, em)
        return [kept[label.id] for label in labels]


def _placed(label: Label, taken: Sequence[Box], room: Box, em: float) -> Box:
    """Where a label hides least of what is taken and of itself; a small turn is better than a large one."""
    (x, y), (width, height) = label.point, label.size
    best, least = room, math.inf
    for turn in TURNS:
        cost = TURN_COST * abs(turn) * em
        if cost >= least:
            break
        heading = label.heading + math.radians(turn)
        ux, uy = math.cos(heading), math.sin(heading)
        away = 0.8 * em + min(width / 2 / max(abs(ux), 1e-9), height / 2 / max(abs(uy), 1e-9))
        left, top = x + ux * away - width / 2, y + uy * away - height / 2
        box = (left, top, left + width, top + height)
        cost += 2 * (width * height - common(box, [room])) + common(box, taken)
        if cost < least:
            best, least = box, cost
    return _inside(best, room)


def box_at_border(heading: float, size: tuple[float, float], taken: Sequence[Box], room: Box) -> Box | None:
    """A box of this size at the border of the room, near the direction `heading` from its middle.

    None if everywhere there something is taken.
    """
    x, y = (room[0] + room[2]) / 2, (room[1] + room[3]) / 2
    half_x, half_y = size[0] / 2, size[1] / 2
    for turn in BORDER_TURNS:
        ux, uy = math.cos(heading + math.radians(turn)), math.sin(heading + math.radians(turn))
        reach = min((room[2] - x - half_x) / max(abs(ux), 1e-9), (room[3] - y - half_y) / max(abs(uy), 1e-9))
        at_x, at_y = x + ux * reach, y + uy * reach
        box = (at_x - half_x, at_y - half_y, at_x + half_x, at_y + half_y)
        if not common(box, taken):
            return box
    return None


def common(box: Box, others: Iterable[Box]) -> float:
    """Area that a box has in common with each of the others, added up."""
    left, top, right, bottom = box
    return sum(
        (min(right, other[2]) - max(left, other[0])) * (min(bottom, other[3]) - max(top, other[1]))
        for other in others
        if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
    )


def _resized(box: Box, size: tuple[float, float], room: Box) -> Box:
    """With the same middle, as far as the room allows."""
    x, y, (width, height) = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, size
    return _inside((x - width / 2, y - height / 2, x + width / 2, y + height / 2), room)


def _inside(box: Box, room: Box) -> Box:
    """The box, pushed into the room."""
    across = max(room[0] - box[0], min(room[2] - box[2], 0.0))
    down = max(room[1] - box[1], min(room[3] - box[3], 0.0))
    return box[0] + across, box[1] + down, box[2] + across, box[3] + down
