"""How the list of changes becomes another one: what a click, a key or a drag does to it. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Iterable

from rostok_gui.model.interventions import EditQuery, ForbidCell, Intervention, SwitchOff
from rostok_gui.state.app_state import Change

Changes = tuple[Change, ...]
Head = tuple[int, int]
Vector = tuple[float, ...]


def toggled(changes: Changes, made: Intervention) -> Changes:
    """With `made` at the end, in place of what says something else of the same thing; without it if it was there."""
    kept = tuple(change for change in changes if change.intervention != made)
    if len(kept) < len(changes):
        return kept
    return (*(change for change in changes if not rivals(change.intervention, made)), Change(made))


def rivals(one: Intervention, other: Intervention) -> bool:
    """Whether both say what becomes of the same thing, so that only one of them can be meant."""
    mine, yours = _subject(one), _subject(other)
    return mine is not None and mine == yours


def _subject(item: Intervention) -> object:
    """What an intervention decides on; None for one that may stand beside others of its kind."""
    match item:
        case ForbidCell():
            return "cell", item.layer, item.head, item.query, item.key
        case EditQuery():
            return item.kind, item.layer, item.head, item.position
        case SwitchOff():
            return item.kind, item.layer, item.head
    return None


def freed(changes: Changes, head: Head, query: int, key: int) -> Changes:
    """Without what forbids or forces this cell in this head; a change of more heads that does so goes as a whole."""
    return tuple(change for change in changes if not _holds(change.intervention, head, query, key))


def _holds(item: Intervention, head: Head, query: int, key: int) -> bool:
    return isinstance(item, ForbidCell) and (item.query, item.key) == (query, key) and item.touches_head(*head)


def held(changes: Changes, head: Head, query: int, key: int) -> bool:
    """Whether something in the list forbids or forces this cell in this head."""
    return any(_holds(change.intervention, head, query, key) for change in changes)


def moved(changes: Changes, made: EditQuery) -> Changes:
    """With another vector for a token in one head: in the place of the vector it was given before, under its name."""
    for place, change in enumerate(changes):
        if rivals(change.intervention, made):
            return (*changes[:place], Change(made, change.name), *changes[place + 1 :])
    return (*changes, Change(made))


def given_vector(changes: Iterable[Change], kind: type[EditQuery], head: Head, position: int) -> Vector | None:
    """The vector that was put in place of a query (`EditQuery`) or key (`EditKey`) and is in force; None: its own."""
    for change in changes:
        item = change.intervention
        if type(item) is kind and change.enabled and (item.layer, item.head, item.position) == (*head, position):
            return item.vector
    return None


def own_again(changes: Changes, kind: type[EditQuery], head: Head, position: int) -> Changes:
    """Without the vector that was put in place of a token's own one in this head."""
    empty = kind(*head, position, ())
    return tuple(change for change in changes if not rivals(change.intervention, empty))


def touched_heads(interventions: Iterable[Intervention], n_layer: int, n_head: int) -> frozenset[Head]:
    """The heads in which something is changed by hand."""
    listed = tuple(interventions)
    if not listed:
        return frozenset()
    heads = ((layer, head) for layer in range(n_layer) for head in range(n_head))
    return frozenset(place for place in heads if any(item.touches_head(*place) for item in listed))


def switched_off(changes: Changes, head: Head) -> bool:
    """Whether a change of this one head switches it off."""
    return Change(SwitchOff(*head)) in [Change(c.intervention) for c in changes if c.enabled]
