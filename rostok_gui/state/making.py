"""What can be done by name to the place that is chosen: the entries of panel “What if” and of lesson files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rostok_gui.model.interventions import (
    ForbidCell,
    ForceCell,
    Intervention,
    KeepOnly,
    RopeOff,
    ScaleValue,
    SwitchOff,
    Temperature,
)
from rostok_gui.state.app_state import Selection

SCOPES = ("head", "layer", "all")
"""In which heads: the chosen one, those of its layer, every one."""


@dataclass(frozen=True)
class Place:
    """What the selection points at: the heads of the scope (None: all), the query and the key."""

    layer: int | None
    head: int | None
    chosen: tuple[int, int]
    query: int
    key: int | None

    @classmethod
    def of(cls, chosen: Selection, n_token: int, scope: str = "head") -> Place:
        """The place of a selection in a text of `n_token` tokens; `scope` is one of `SCOPES`."""
        layer = None if scope == "all" else chosen.layer
        head = chosen.head if scope == "head" else None
        return cls(layer, head, (chosen.layer, chosen.head), chosen.query_in(n_token), chosen.key)


Make = Callable[[Place], Intervention | None]


def _cell(kind: type[ForbidCell]) -> Make:
    return lambda p: None if p.key is None else kind(p.layer, p.head, p.query, p.key)


def _value(factor: float) -> Make:
    return lambda p: None if p.key is None else ScaleValue(p.layer, p.head, p.key, factor)


MAKERS: dict[str, Make] = {
    "forbid": _cell(ForbidCell),
    "force": _cell(ForceCell),
    "remove-value": _value(0.0),
    "double-value": _value(2.0),
    "off": lambda p: SwitchOff(p.layer, p.head),
    "keep-layer": lambda p: KeepOnly(*p.chosen),
    "keep-model": lambda p: KeepOnly(*p.chosen, everywhere=True),
    "rope": lambda p: RopeOff(p.layer, p.head),
    "cold": lambda p: Temperature(p.layer, p.head, 0.0),
    "sharp": lambda p: Temperature(p.layer, p.head, 0.5),
    "soft": lambda p: Temperature(p.layer, p.head, 2.0),
}
"""What can be done to the place that is selected; None where it needs a key and none is marked."""
NEEDS_KEY = ("forbid", "force", "remove-value", "double-value")
