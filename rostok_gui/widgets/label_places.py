"""Where the labels of points go: beside their points, inside the picture, off the points and off each other."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

TURNS = (0, 30, -30, 60, -60, 95, -95, 135, -135, 180)
"""Directions in which a label is tried, in degrees from that of its arrow."""
BORDER_TURNS = (60, -60, 75, -75, 40, -40, 20, -20, 0)
_RADIANS = np.radians(TURNS)
_TURN_COSTS = 0.02 * np.abs(TURNS)
"""In square pixels for a pixel of the font."""
Boxes = NDArray[np.float64]
"""``(..., 4)``: left, top, right and bottom in pixels."""


def label_boxes(
    points: ArrayLike, headings: ArrayLike, sizes: ArrayLike, taken: Boxes, room: Boxes, em: float
) -> Boxes:
    """The boxes ``(n, 4)`` of labels, each where it hides least of what is there already and of what is in the room.

    Parameters
    ----------
    points : (n, 2) pixels
        Where the labels belong. The first gets the best place.
    headings : (n,) radians
        Direction in which a label goes when nothing is in its way; +y is down.
    sizes : (n, 2) pixels
        Width and height.
    taken : (m, 4) pixels
        What should not be hidden.
    room : (4,) pixels
        What no label leaves.
    em : float, pixels
        Size of the font.
    """
    (x, y), (width, height) = (np.asarray(pair, np.float64).reshape(-1, 2).T[..., None] for pair in (points, sizes))
    angles = np.asarray(headings)[:, None] + _RADIANS
    ux, uy = np.cos(angles), np.sin(angles)
    away = 0.8 * em + np.minimum(width / 2 / np.maximum(np.abs(ux), 1e-9), height / 2 / np.maximum(np.abs(uy), 1e-9))
    left, top = x + ux * away - width / 2, y + uy * away - height / 2
    tried = np.stack([left, top, left + width, top + height], axis=-1)
    hides = np.append(np.ones(len(taken)), -2.0)  # what is inside the room counts against what is hidden
    cost = 2 * width * height + (common(tried.reshape(-1, 4), np.vstack([taken, room])) @ hides).reshape(left.shape)
    cost += _TURN_COSTS * em
    placed: list[list[float]] = []
    for boxes, own_costs, order in zip(tried.tolist(), cost.tolist(), cost.argsort(axis=1).tolist()):
        best, least = boxes[order[0]], math.inf
        for turn in order:
            if own_costs[turn] >= least:
                break
            with_others = own_costs[turn] + sum(_overlap(boxes[turn], other) for other in placed)
            if with_others < least:
                best, least = boxes[turn], with_others
        placed.append(_inside(best, room.tolist()))
    return np.array(placed).reshape(-1, 4)


def _overlap(one: list[float], other: list[float]) -> float:
    """Area that two boxes have in common; for two numbers at a time quicker than numpy."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def _inside(box: list[float], room: list[float]) -> list[float]:
    """The box, pushed into the room."""
    across = max(room[0] - box[0], min(room[2] - box[2], 0.0))
    down = max(room[1] - box[1], min(room[3] - box[3], 0.0))
    return [box[0] + across, box[1] + down, box[2] + across, box[3] + down]


def box_at_border(heading: float, size: tuple[float, float], taken: Boxes, room: Boxes) -> Boxes | None:
    """A box ``(4,)`` of this size at the border of the room, near the direction `heading` from its middle.

    None if everywhere there something is taken.
    """
    angles = heading + np.radians(BORDER_TURNS)
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    half = np.asarray(size) / 2
    middle = (room[:2] + room[2:]) / 2
    reach = ((room[2:] - middle - half) / np.maximum(np.abs(ways), 1e-9)).min(axis=1)
    centres = middle + ways * reach[:, None]
    boxes = np.hstack([centres - half, centres + half])
    free = np.flatnonzero(common(boxes, taken).sum(axis=1) == 0)
    return boxes[free[0]] if len(free) else None


def common(boxes: Boxes, others: Boxes) -> NDArray[np.float64]:
    """Area ``(n, m)`` that each of the boxes ``(n, 4)`` has in common with each of the others ``(m, 4)``."""
    left, top, right, bottom = others.T
    width = np.minimum(boxes[:, 2:3], right) - np.maximum(boxes[:, 0:1], left)
    height = np.minimum(boxes[:, 3:4], bottom) - np.maximum(boxes[:, 1:2], top)
    area: NDArray[np.float64] = np.maximum(width, 0.0) * np.maximum(height, 0.0)
    return area
