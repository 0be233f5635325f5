"""The one list of the panels, in the order of the View menu."""

from __future__ import annotations

import logging
from importlib import import_module
from importlib.util import find_spec

from rostok_gui.panels.base import Panel

log = logging.getLogger(__name__)

ROOMS = (
    "inspector",
    "plane",
    "mask",
    "heads",
    "matrices",
    "scaling",
    "window",
    "order",
    "writing",
    "models",
    "changes",
    "code",
    "lesson",
)


def _panel_in(room: str) -> type[Panel]:
    """The panel that the module `room` defines."""
    module = import_module(f"{__package__}.{room}")
    classes = (thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Panel))
    (panel,) = (kind for kind in classes if kind.panel_id and kind.__module__ == module.__name__)
    return panel


def _existing() -> tuple[type[Panel], ...]:
    found = []
    for room in ROOMS:
        if find_spec(f"{__package__}.{room}") is None:
            continue
        try:
            found.append(_panel_in(room))
        except Exception:
            log.exception("panel %s is left out", room)
    return tuple(found)


PANELS: tuple[type[Panel], ...] = _existing()
