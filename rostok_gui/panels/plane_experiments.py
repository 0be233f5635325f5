"""What the panel “Query and keys” computes, without a window: attention on the plane, experiments, the script."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from rostok_gui.attention.scores import Attended, attend
from rostok_gui.panels.base_script import one_line
from rostok_gui.state.app_state import Key, Plane

MAX_KEYS = 12
LIMIT = 1000.0
"""Largest coordinate that can be typed or dragged to."""

LONGER = 3.0
TURNED_AWAY = 25.0
"""Where the query looks when nobody fits, in degrees; the keys gather on the other side."""
FAN = (-78.0, 52.0)
"""From where to where they are spread around the opposite direction: the first one is the least bad."""


def attend_plane(plane: Plane) -> Attended:
    """Attention of the plane's query; the output is the mixed colour."""
    keys = np.array([(key.x, key.y) for key in plane.keys])
    values = np.array([key.value for key in plane.keys])
    return attend(np.array(plane.query), keys, values, plane.temperature)


def zero_query(plane: Plane) -> Plane:
    """Nothing is asked: all scores are 0."""
    return replace(plane, query=(0.0, 0.0))


def long_query(plane: Plane) -> Plane:
    """The same direction, three times as long; from the start query where there is no direction."""
    x, y = plane.query if any(plane.query) else Plane().query
    factor = min(LONGER, LIMIT / max(abs(x), abs(y)))
    return replace(plane, query=(_tidy(x * factor), _tidy(y * factor)))


def nobody_fits(plane: Plane) -> Plane:
    """All keys in one half of the plane, the query turned away from them: every score is negative."""
    n = len(plane.keys)
    places = []
    for i in range(n):
        angle = TURNED_AWAY + 180 + FAN[0] + (FAN[1] - FAN[0]) * i / max(n - 1, 1)
        places.append(_polar(1.6 + 0.3 * math.cos(2.5 * i), angle))
    keys = tuple(replace(key, x=x, y=y) for key, (x, y) in zip(plane.keys, places))
    return replace(plane, query=_polar(1.8, TURNED_AWAY), keys=keys)


def dictionary(plane: Plane) -> Plane:
    """Temperature 0: the best key takes all."""
    return replace(plane, temperature=0.0)


EXPERIMENTS: Mapping[str, Callable[[Plane], Plane]] = {
    "start": lambda _plane: Plane(),
    "zero": zero_query,
    "long": long_query,
    "nobody": nobody_fits,
    "dictionary": dictionary,
}


def between(old: Plane, new: Plane, part: float) -> Plane:
    """A plane on the way from `old` to `new`; `part` runs from 0 to 1, where it is `new` itself.

    Only what both have moves; names, colours and the number of keys are those of `new` at once.
    """
    if part >= 1:
        return new

    def mix(a: float, b: float) -> float:
        return a + (b - a) * part

    moving = [replace(n, x=mix(o.x, n.x), y=mix(o.y, n.y)) for o, n in zip(old.keys, new.keys)]
    return replace(
        new,
        query=(mix(old.query[0], new.query[0]), mix(old.query[1], new.query[1])),
        keys=(*moving, *new.keys[len(moving) :]),
        temperature=mix(old.temperature, new.temperature),
    )


def moved(plane: Plane, index: int | None, x: float, y: float) -> Plane:
    """The plane with key `index` (None: the query) at another place."""
    x, y = (min(max(c, -LIMIT), LIMIT) for c in (x, y))
    if index is None:
        return replace(plane, query=(x, y))
    return with_key(plane, index, replace(plane.keys[index], x=x, y=y))


def with_key(plane: Plane, index: int, key: Key) -> Plane:
    """The plane with another key at `index`."""
    return replace(plane, keys=(*plane.keys[:index], key, *plane.keys[index + 1 :]))


SCRIPT = """\
# {title}
import numpy as np

names = {names}
query = np.array({query})
keys = np.array({keys})
values = np.array({values})
temperature = {temperature}

scores = keys @ query
if temperature > 0:
    exponents = np.exp((scores - scores.max()) / temperature)
else:  # the cold limit: the best key takes all, equal ones share
    exponents = (scores == scores.max()).astype(float)
weights = exponents / exponents.sum()
output = weights @ values

for name, score, exponent, weight in zip(names, scores, exponents, weights):
    print(f"{{name:12s}} score {{score:+.2f}}  exponent {{exponent:.3f}}  weight {{weight:.3f}}")
print("output", *(f"{{number:.3f}}" for number in output))
"""


def script(plane: Plane, title: str) -> str:
    """A numpy script that computes and prints what is on screen; `title` becomes its first comment."""

    def rows(items: list[tuple[float, ...]]) -> str:
        return "[\n" + "".join(f"    {list(map(float, item))},\n" for item in items) + "]"

    return SCRIPT.format(
        title=one_line(title),
        names=[key.name for key in plane.keys],
        query=[float(c) for c in plane.query],
        keys=rows([(key.x, key.y) for key in plane.keys]),
        values=rows([key.value for key in plane.keys]),
        temperature=float(plane.temperature),
    )


def _polar(length: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return round(length * math.cos(angle), 2), round(length * math.sin(angle), 2)


def _tidy(value: float) -> float:
    """Without the dust of binary fractions (1.4 * 3 is 4.2 on screen and in the script)."""
    return round(value, 6)
