"""Frozen dataclasses to JSON and back, every value checked on the way in."""

from __future__ import annotations

import math
import types
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model import interventions
from rostok_gui.model.interventions import Intervention

Record = TypeVar("Record")


def to_json(value: object) -> Any:
    """What `value` looks like in a file: dataclasses as objects, tuples as lists."""
    if isinstance(value, Intervention):
        return interventions.to_json(value)
    if is_dataclass(value):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


def from_json(kind: type[Record], data: Any, place: str = "") -> Record:
    """Make a `kind` of what a file holds.

    Parameters
    ----------
    kind : type
        A dataclass. An entry that is missing takes its first value; an unknown one is an error, since it may be one
        that matters.
    place : str
        Where in the file `data` stands, for the error.

    Raises
    ------
    RostokError
        Names the place and what is wrong there.
    """
    return cast(Record, _read(kind, data, place))


def _read(kind: Any, data: Any, place: str) -> Any:
    if kind is Intervention:
        return interventions.from_json(data)
    if is_dataclass(kind):
        return _read_record(kind, data, place)
    if get_origin(kind) in (Union, types.UnionType):
        options = get_args(kind)
        return None if data is None and type(None) in options else _read(options[0], data, place)
    if get_origin(kind) is tuple:
        return _read_tuple(get_args(kind), data, place)
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        data = float(data)
    if type(data) is not kind or (kind is float and not math.isfinite(data)):
        raise _wrong(place, data)
    return data


def _read_record(kind: Any, data: Any, place: str) -> Any:
    if not isinstance(data, dict):
        raise _wrong(place, data)
    hints, known = get_type_hints(kind), {f.name for f in fields(kind)}
    for name in data:
        if name not in known:
            raise RostokError(
                QT_TRANSLATE_NOOP("messages", "“{place}” is not known to this version of Rostok."),
                place=_inside(place, name),
            )
    return kind(**{name: _read(hints[name], value, _inside(place, name)) for name, value in data.items()})


def _read_tuple(parts: tuple[Any, ...], data: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise _wrong(place, data)
    kinds = [parts[0]] * len(data) if parts[-1] is ... else list(parts)
    if len(kinds) != len(data):
        raise _wrong(place, data)
    return tuple(_read(kind, item, f"{place}[{i}]") for i, (kind, item) in enumerate(zip(kinds, data)))


def _inside(place: str, name: object) -> str:
    return f"{place}.{name}" if place else str(name)


def _wrong(place: str, data: object) -> RostokError:
    text = repr(data)
    return RostokError(
        QT_TRANSLATE_NOOP("messages", "“{place}” cannot be {value}."),
        place=place,
        value=text if len(text) <= 40 else f"{text[:40]}…",
    )
