"""What can be changed inside the running model, as data.

An intervention is a frozen value: it can be compared, listed, saved and undone. The torch pass (`model.inspected`) and
its numpy twin (`attention.transformer`) both read it by its `kind` and apply all that are in force to every head in
this order, and within one step in the order of the list:

1. ``rope_off``       q and k of the head are not turned by their positions.
2. ``edit_query``, ``edit_key``   one vector is replaced by another, as it enters the scores (after QK-norm and RoPE).
3. scores = q k^T / sqrt(D); ``temperature`` divides the scores of the head (0: the exact cold limit).
4. ``replace_mask`` puts a board in place of the causal mask of its first n tokens (pairs outside the board stay
   causal); ``forbid_cell`` then closes single cells. weights = softmax; a row with nothing open has weights of zero.
5. ``force_cell``     one weight is set, the others of its row are scaled so that the row still adds up to 1.
6. ``scale_value``    the value of one token is multiplied (0 removes it). Output = weights @ values.
7. ``switch_off``     the output of the head becomes zero, or its mean over the held-out text; ``keep_only`` makes the
   outputs of all other heads zero.

`layer` and `head` count from 0; None means every one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError


@dataclass(frozen=True)
class Intervention:
    """One change in the heads that `layer` and `head` name (None: every one)."""

    kind: ClassVar[str] = ""
    layer: int | None
    head: int | None

    @property
    def first_position(self) -> int:
        """The first position whose output this change can reach (within its layer)."""
        return 0

    @property
    def first_leak(self) -> int | None:
        """The first position that this change lets see a later one; None if it lets none."""
        return None

    def touches(self, layer: int) -> bool:
        """Whether the change works in this layer."""
        return self.layer is None or self.layer == layer

    def touches_head(self, layer: int, head: int) -> bool:
        """Whether the change works in this head."""
        return self.touches(layer) and (self.head is None or self.head == head)


@dataclass(frozen=True)
class RopeOff(Intervention):
    """Leave q and k unturned."""

    kind: ClassVar[str] = "rope_off"


@dataclass(frozen=True)
class EditQuery(Intervention):
    """Replace the query of one token by `vector` (D numbers, after QK-norm and RoPE)."""

    kind: ClassVar[str] = "edit_query"
    position: int
    vector: tuple[float, ...]

    @property
    def first_position(self) -> int:
        return self.position


@dataclass(frozen=True)
class EditKey(EditQuery):
    """Replace the key of one token by `vector` (D numbers, after QK-norm and RoPE)."""

    kind: ClassVar[str] = "edit_key"


@dataclass(frozen=True)
class Temperature(Intervention):
    """Divide the scores by `temperature`."""

    kind: ClassVar[str] = "temperature"
    temperature: float


@dataclass(frozen=True)
class ReplaceMask(Intervention):
    """Put the board `allowed` (n rows of n booleans, row: query, column: key) in place of the causal mask."""

    kind: ClassVar[str] = "replace_mask"
    allowed: tuple[tuple[bool, ...], ...]

    @property
    def first_leak(self) -> int | None:
        return next((t for t, row in enumerate(self.allowed) if any(row[t + 1 :])), None)


@dataclass(frozen=True)
class ForbidCell(Intervention):
    """Close one cell: the token at `query` may not look at the token at `key`."""

    kind: ClassVar[str] = "forbid_cell"
    query: int
    key: int

    @property
    def first_position(self) -> int:
        return self.query


@dataclass(frozen=True)
class ForceCell(ForbidCell):
    """Set one weight to `weight` and scale the others of its row to add up to ``1 - weight``.

    A closed cell or one of the future is forced open by this. If all other weights of the row are zero, the row holds
    the forced weight alone.
    """

    kind: ClassVar[str] = "force_cell"
    weight: float = 1.0

    @property
    def first_leak(self) -> int | None:
        return self.query if self.key > self.query else None


@dataclass(frozen=True)
class ScaleValue(Intervention):
    """Multiply the value of the token at `position` by `factor`."""

    kind: ClassVar[str] = "scale_value"
    position: int
    factor: float

    @property
    def first_position(self) -> int:
        return self.position


@dataclass(frozen=True)
class SwitchOff(Intervention):
    """Replace the output of the head by zeros, or by its mean over the held-out text (`mean`: D numbers)."""

    kind: ClassVar[str] = "switch_off"
    mean: tuple[float, ...] | None = None


@dataclass(frozen=True)
class KeepOnly(Intervention):
    """Make the outputs of all heads but one zero: of its own layer, or (`everywhere`) of all layers."""

    kind: ClassVar[str] = "keep_only"
    everywhere: bool = False

    def touches(self, layer: int) -> bool:
        return self.everywhere or self.layer == layer

    def touches_head(self, layer: int, head: int) -> bool:
        return self.touches(layer) and (layer, head) != (self.layer, self.head)


KINDS: dict[str, type[Intervention]] = {
    cls.kind: cls
    for cls in (
        RopeOff,
        EditQuery,
        EditKey,
        Temperature,
        ReplaceMask,
        ForbidCell,
        ForceCell,
        ScaleValue,
        SwitchOff,
        KeepOnly,
    )
}


def to_json(intervention: Intervention) -> dict[str, Any]:
    """Return the entry of a session file for `intervention`."""
    return {"kind": intervention.kind, **asdict(intervention)}


def from_json(data: Any) -> Intervention:
    """Read one entry of a session file; `RostokError` says what is wrong with it."""
    try:
        kind = KINDS[data["kind"]]
        values = {f.name: _frozen(data[f.name]) for f in fields(kind) if f.name in data}
        result = kind(**values)
        _check(result)
        return result
    except (KeyError, TypeError, ValueError) as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "An intervention in the file cannot be read: {reason}."), reason=repr(error)
        ) from error


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


def _check(intervention: Intervention) -> None:
    for name in ("layer", "head", "query", "key", "position"):
        value = getattr(intervention, name, None)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            raise ValueError(name)
    numbers: list[object] = [getattr(intervention, name, 0.0) for name in ("temperature", "weight", "factor")]
    for name in ("vector", "mean"):
        numbers.extend(getattr(intervention, name, None) or ())
    if not all(isinstance(n, int | float) and -1e30 < n < 1e30 for n in numbers):
        raise ValueError("number")
    if getattr(intervention, "temperature", 0.0) < 0 or not 0 <= getattr(intervention, "weight", 0.0) <= 1:
        raise ValueError("range")
    board = getattr(intervention, "allowed", ())
    if any(len(row) != len(board) or not all(isinstance(cell, bool) for cell in row) for row in board):
        raise ValueError("allowed")


def corner(
    old: Iterable[Intervention], new: Iterable[Intervention], n_layer: int, n_token: int
) -> tuple[int, int] | None:
    """First layer and position that can differ between a pass under `old` and one under `new`.

    Returns
    -------
    (layer, position), or None if both lists ask for the same.
    """
    old, new = tuple(old), tuple(new)
    if old == new:
        return None
    changed = [item for item in (*old, *new) if (item in old) != (item in new)]
    if not changed:  # the same ones in another order
        changed = [*old, *new]
    layer = min(_first_layer(item) for item in changed)
    leaks = [item.first_leak for item in (*old, *new) if item.first_leak is not None]
    position = min([item.first_position for item in changed] + leaks)
    if layer >= n_layer or position >= n_token:
        return None
    return layer, position


def _first_layer(item: Intervention) -> int:
    return 0 if item.layer is None or (isinstance(item, KeepOnly) and item.everywhere) else item.layer
