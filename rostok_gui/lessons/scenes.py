"""Reading scenes and links: what the entries of a step, an answer or a link set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from rostok_gui.attention.head_types import SCORED
from rostok_gui.attention.mask import PRESETS
from rostok_gui.files import shown
from rostok_gui.lessons.lesson import LOOKER, Scene, TokenRef
from rostok_gui.lessons.table import Table
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.state.app_state import Board, Display, Key, Plane
from rostok_gui.state.examples import load_examples
from rostok_gui.state.making import MAKERS, SCOPES

LAYOUTS = ("explore", "vectors", "mask", "heads", "chapter")
DISPLAY: Mapping[str, tuple[str, ...]] = {
    "scale": ("linear", "sqrt", "log"),
    "view": ("head", "mean", "all"),
    "sort": ("layer", "type", "loss", "guess"),
    "filter": ("all", *SCORED, "other"),
}
SWITCHES = tuple(f.name for f in fields(Display) if isinstance(f.default, bool))
FINDS = (*SCORED, LOOKER)
PLANES: Mapping[str, Plane] = MappingProxyType(
    {
        "start": Plane(),
        "zero": replace(Plane(), query=(0.0, 0.0)),
        "long": replace(Plane(), query=(4.2, 2.1)),
        "nobody": Plane(
            (1.63, 0.76),
            keys=tuple(
                replace(key, x=x, y=y)
                for key, (x, y) in zip(Plane().keys, ((-1.14, 1.52), (-1.34, 0.23), (-1.4, -0.93), (-0.38, -1.66)))
            ),
        ),
        "dictionary": replace(Plane(), temperature=0.0),
    }
)
"""The experiments of the panel “Query and keys”, from its first vectors."""
PLAIN_PLANE: Mapping[str, Any] = MappingProxyType({"real_head": False})
"""How the plane shows vectors of its own, not those of a real head."""
MOST_LAYERS, MOST_HEADS, FAR = 64, 64, 1000.0
MOST_KEYS, LEAST_BOARD, MOST_BOARD = 12, 2, 16


@dataclass(frozen=True)
class Jump:
    """A link to a step of the same lesson."""

    step: str


class LinkError(Exception):
    """What is wrong with a link (`message`)."""

    def __init__(self, template: str, **values: object) -> None:
        self.message = Message(template, values)
        super().__init__(str(self.message))


# Scenes ----------------------------------------------------------------------------------------------------------


def read_scene(table: Table) -> Scene:
    """Take the entries of a scene out of `table`; the caller finishes it."""
    text, example = table.text("text"), table.choice("example", (e.id for e in load_examples()))
    if text is not None and example is not None:
        raise table.fault("example", _ONE_OF, other="text")
    layer, head = table.integer("layer", 1, MOST_LAYERS), table.integer("head", 1, MOST_HEADS)
    find = table.choice("find", FINDS)
    if find is not None and (layer is not None or head is not None):
        raise table.fault("find", _ONE_OF, other="layer, head")
    plane, display = _read_plane(table), _read_display(table.table("display"))
    if plane is not None:
        display = MappingProxyType({**PLAIN_PLANE, **display})
    scene = Scene(
        panels=table.texts("panels") or (),
        layout=table.choice("layout", LAYOUTS) or "",
        text=text,
        model=table.text("model"),
        layer=None if layer is None else layer - 1,
        head=None if head is None else head - 1,
        find=find or "",
        query=table.token("query"),
        key=table.token("key"),
        display=display,
        plane=plane,
        board=_read_board(table.table("mask")),
        order=_read_order(table),
        **_read_changes(table),
    )
    return scene if example is None else scene.over(example_scene(example))


def example_scene(name: str) -> Scene:
    """The text of an example, with the head and the token worth looking at."""
    example = next(e for e in load_examples() if e.id == name)
    return Scene(text=example.text, layer=example.layer, head=example.head, query=example.query)


def _read_display(table: Table | None) -> Mapping[str, Any]:
    if table is None:
        return MappingProxyType({})
    found: dict[str, Any] = {name: table.choice(name, options) for name, options in DISPLAY.items()}
    found |= {name: table.flag(name) for name in SWITCHES}
    table.finish()
    if found["filter"] == "all":
        found["filter"] = Display().filter
    return MappingProxyType({name: value for name, value in found.items() if value is not None})


def _read_plane(table: Table) -> Plane | None:
    """One word: an experiment; or a table: vectors of one's own, the rest as at the start."""
    if "plane" not in table:
        return None
    if table.is_text("plane"):
        return PLANES[table.needed("plane", table.choice("plane", PLANES))]
    inner = table.needed("plane", table.table("plane"))
    query, keys, start = inner.numbers("query", 2, -FAR, FAR), inner.tables("keys"), Plane()
    temperature = inner.number("temperature", 0, FAR)
    if len(keys) > MOST_KEYS:
        raise inner.fault("keys", _TOO_MANY, most=MOST_KEYS)
    plane = Plane(
        query=start.query if query is None else (query[0], query[1]),
        query_name=inner.text("query_name") or start.query_name,
        keys=tuple(map(_read_key, keys)) or start.keys,
        temperature=start.temperature if temperature is None else temperature,
    )
    inner.finish()
    return plane


def _read_key(table: Table) -> Key:
    name = table.needed("name", table.text("name"))
    x, y = table.needed("at", table.numbers("at", 2, -FAR, FAR))
    red, green, blue = table.numbers("value", 3, 0, 1) or (0.5, 0.5, 0.5)
    table.finish()
    return Key(name, x, y, (red, green, blue))


def _read_board(table: Table | None) -> Board | None:
    if table is None:
        return None
    preset = table.needed("preset", table.choice("preset", PRESETS))
    size = table.integer("size", LEAST_BOARD, MOST_BOARD) or len(Board().allowed)
    width = table.integer("window", 1, MOST_BOARD) or 3
    scope = table.choice("scope", ("none", "head", "layer", "all")) or "none"
    table.finish()
    return board(preset, size, width, scope)


def board(preset: str, size: int, width: int = 3, scope: str = "none") -> Board:
    """A board with one of the masks of `attention.mask.PRESETS`."""
    mask = PRESETS[preset](size, width) if preset == "window" else PRESETS[preset](size)
    return Board(tuple(tuple(map(bool, row)) for row in mask), scope)


def _read_order(table: Table) -> tuple[int, ...] | None:
    order = table.integers("order")
    if order is not None and sorted(order) != list(range(len(order))):
        raise table.fault("order", _NO_ORDER)
    return order


def _read_changes(table: Table) -> dict[str, Any]:
    """The word ``"off"``, or what is done to the chosen place: ``["forbid", "rope:all"]``."""
    names = table.texts("changes") or ()
    if names == ("off",) and table.is_text("changes"):
        return {"changes_off": True}
    try:
        return {"changes": tuple(map(_change, names))}
    except LinkError as error:
        raise table.source.fault((*table.place, "changes"), error.message) from error


def _change(value: str) -> tuple[str, str]:
    """``name`` or ``name:scope``."""
    name, _, scope = (part.strip() for part in value.partition(":"))
    return _one_of(tuple(MAKERS), name), _one_of(SCOPES, scope or SCOPES[0])


# Links -----------------------------------------------------------------------------------------------------------


def read_link(link: str) -> Scene | Jump:
    """What a link ``kind:value`` does.

    Raises
    ------
    LinkError
        Names what is wrong and what could stand there.
    """
    kind, _, value = (part.strip() for part in link.partition(":"))
    if kind not in _LINKS:
        raise LinkError(_NO_LINK, link=shown(link, 40), known=", ".join(f"{name}:" for name in _LINKS))
    if not value:
        raise LinkError(_LEADS_NOWHERE, link=shown(link, 40))
    return _LINKS[kind](value)


def _one_of(options: Mapping[str, Any] | tuple[str, ...], value: str) -> str:
    if value not in options:
        raise LinkError(_NO_VALUE, value=shown(value, 40), known=", ".join(options))
    return value


def _head(value: str) -> Scene:
    layer, _, head = value.partition(".")
    numbers = [int(part) for part in (layer, head) if part.isascii() and part.isdigit() and len(part) < 3]
    if len(numbers) < 2 or not (1 <= numbers[0] <= MOST_LAYERS and 1 <= numbers[1] <= MOST_HEADS):
        raise LinkError(_NO_HEAD, value=shown(value, 40))
    return Scene(layer=numbers[0] - 1, head=numbers[1] - 1)


def _token(value: str) -> TokenRef:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else value


_LINKS: Mapping[str, Callable[[str], Scene | Jump]] = {
    "panel": lambda value: Scene(panels=(value,)),
    "layout": lambda value: Scene(layout=_one_of(LAYOUTS, value)),
    "example": lambda value: example_scene(_one_of(tuple(e.id for e in load_examples()), value)),
    "model": lambda value: Scene(model=value),
    "head": _head,
    "find": lambda value: Scene(find=_one_of(FINDS, value)),
    "token": lambda value: Scene(query=_token(value)),
    "key": lambda value: Scene(key=_token(value)),
    "change": lambda value: Scene(changes=(_change(value),)),
    "plane": lambda value: Scene(panels=("plane",), plane=PLANES[_one_of(PLANES, value)], display=PLAIN_PLANE),
    "mask": lambda value: Scene(panels=("mask",), board=board(_one_of(tuple(PRESETS), value), len(Board().allowed))),
    "step": Jump,
}

_ONE_OF = QT_TRANSLATE_NOOP("messages", "“{name}” cannot stand beside “{other}”. Keep one of them.")
_TOO_MANY = QT_TRANSLATE_NOOP("messages", "“{name}” holds too many. Write {most} at most.")
_NO_ORDER = QT_TRANSLATE_NOOP("messages", "“{name}” is no order. Write every place once, from 0: like [0, 2, 1].")
_NO_LINK = QT_TRANSLATE_NOOP("messages", "The link “{link}” is of no known kind. Begin it with one of: {known}")
_LEADS_NOWHERE = QT_TRANSLATE_NOOP(
    "messages", "The link “{link}” leads nowhere. Write what it is about after the colon."
)
_NO_VALUE = QT_TRANSLATE_NOOP("messages", "“{value}” cannot stand here. Write one of: {known}.")
_NO_HEAD = QT_TRANSLATE_NOOP("messages", "“{value}” is no head. Write layer and head, from 1, like 6.4.")
