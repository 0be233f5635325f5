"""Putting a scene on: first what can be set at once, then the tokens and heads that the model has to find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rostok_gui.attention.head_types import head_scores
from rostok_gui.lessons.lesson import LAST, LOOKER, Scene, TokenRef
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.tokenizer import normalise
from rostok_gui.model.trace import Trace
from rostok_gui.state.app_state import AppState, Document, Selection
from rostok_gui.state.changing import Changes, toggled
from rostok_gui.state.making import MAKERS, Place
from rostok_gui.state.store import Store


def fields_of(scene: Scene, state: AppState) -> dict[str, Any]:
    """The fields of the state that a scene sets at once, with their new values."""
    document = _document(scene, state.document)
    chosen = state.selection
    selection = replace(
        Selection(chosen.layer, chosen.head) if scene.text is not None else chosen,
        **{n: v for n, v in (("layer", scene.layer), ("head", scene.head)) if v is not None},
    )
    if isinstance(scene.query, int):
        selection = replace(selection, query=None if scene.query == LAST else scene.query, key=None)
    if isinstance(scene.key, int):
        selection = replace(selection, key=scene.key)
    fields: dict[str, Any] = {"document": document, "selection": selection}
    if scene.display:
        fields["display"] = replace(state.display, **scene.display)
    if scene.plane is not None:
        fields["plane"] = scene.plane
    if scene.board is not None:
        fields["board"] = scene.board
    if scene.order is not None or scene.text is not None:
        fields["order"] = scene.order or ()
    if scene.changes_off:
        own = (change for change in state.changes if not change.by_lesson)
        fields["changes"] = tuple(replace(change, enabled=False) for change in own)
    return fields


def _document(scene: Scene, old: Document) -> Document:
    text = old.text if scene.text is None else scene.text
    return Document(text, scene.model or old.model, old.ids if text == old.text else ())


def has_read(store: Store) -> bool:
    """Whether the trace on screen is of the text and the model of the state."""
    trace, document = store.live.trace, store.state.document
    if trace is None or trace.model != document.model:
        return False
    read = b"".join(token.data for token in trace.tokens)
    text = normalise(document.text).encode()
    return text.startswith(read) if store.live.cut else text == read


@dataclass(frozen=True)
class Found:
    """Where a scene looks, in a text that has been read; `missing` says what could not be found."""

    selection: Selection
    missing: tuple[Message, ...] = ()


def find(scene: Scene, selection: Selection, trace: Trace) -> Found:
    """Find the tokens and the head that a scene names."""
    missing: list[Message] = []
    if scene.query is not None:
        query = position_of(scene.query, trace, len(trace) - 1)
        if query is None:
            missing.append(Message(_NO_TOKEN, {"token": scene.query}))
        else:
            selection = replace(selection, query=None if query == len(trace) - 1 else query, key=None)
    looking = selection.query_in(len(trace))
    if scene.key is not None:
        key = position_of(scene.key, trace, looking)
        if key is None:
            missing.append(Message(_NO_TOKEN, {"token": scene.key}))
        else:
            selection = replace(selection, key=key)
    if scene.find:
        head = _looker(trace, looking, selection.key) if scene.find == LOOKER else _strongest(scene.find, trace)
        if head is None:
            missing.append(Message(_NO_HEAD))
        else:
            selection = replace(selection, layer=head[0], head=head[1])
    return Found(selection, tuple(missing))


def with_changes(scene: Scene, changes: Changes, selection: Selection, trace: Trace) -> Changes:
    """The list of changes with all that a scene does to the place that is chosen; what is in force there stays."""
    for name, scope in scene.changes if trace.layers else ():
        made = MAKERS[name](Place.of(selection, len(trace), scope))
        in_force = [change.intervention for change in changes if change.enabled]
        if made is not None and made not in in_force:
            rest = tuple(change for change in changes if change.intervention != made)
            changes = toggled(rest, made)
            changes = (*changes[:-1], replace(changes[-1], by_lesson=True))
    return changes


def position_of(token: TokenRef, trace: Trace, limit: int) -> int | None:
    """Position of a token in a text; None if it is not there.

    Parameters
    ----------
    token : TokenRef
        Of tokens that are written alike the last one up to `limit` is meant, unless a number (``"Tom#1"``) is given.
        A word that is no token is found by the token in which it begins.
    limit : int
        The position up to which to look, if any stands there.
    """
    if isinstance(token, int):
        wanted = len(trace) - 1 if token == LAST else token
        return wanted if wanted < len(trace) else None
    word, number = _with_number(token)
    places = _places(trace, lambda i: _written(trace, i) == word) or _places(trace, _begins(word, trace))
    if number is not None:
        return places[number - 1] if number <= len(places) else None
    return max((p for p in places if p <= limit), default=max(places, default=None))


def _with_number(token: str) -> tuple[str, int | None]:
    """A word and the number behind its last ``#``."""
    word, sign, number = token.rpartition("#")
    if word and sign and number.isascii() and number.isdigit() and int(number[:4]) >= 1:
        return word.strip(), int(number[:4])
    return token.strip(), None


def _places(trace: Trace, fits: Callable[[int], bool]) -> list[int]:
    return [i for i in range(len(trace)) if fits(i)]


def _written(trace: Trace, position: int) -> str:
    token = trace.tokens[position]
    return token.data.decode("utf-8", "replace").strip() if token.data else token.label


def _begins(word: str, trace: Trace) -> Callable[[int], bool]:
    """Whether the text from a token on begins with `word`."""
    rest = [b""]
    for token in reversed(trace.tokens):
        rest.append(token.data + rest[-1])
    rest.reverse()
    wanted = word.encode()
    return lambda i: bool(trace.tokens[i].data) and rest[i].lstrip().startswith(wanted)


def _strongest(kind: str, trace: Trace) -> tuple[int, int] | None:
    """The head with the highest score of a type."""
    if not trace.layers:
        return None
    patterns = np.stack([layer.pattern.array for layer in trace.layers])
    scores = head_scores(patterns, np.array(trace.ids)).scores[kind]
    return None if scores is None else _place_of_largest(np.asarray(scores))


def _looker(trace: Trace, query: int, key: int | None) -> tuple[int, int] | None:
    """The head that gives most weight from `query` to `key`."""
    if not trace.layers or key is None or key > query:
        return None
    return _place_of_largest(np.stack([layer.pattern.array[:, query, key] for layer in trace.layers]))


def _place_of_largest(values: Any) -> tuple[int, int]:
    layer, head = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(layer), int(head)


_NO_TOKEN = QT_TRANSLATE_NOOP("messages", "“{token}” is not among the tokens of this text.")
_NO_HEAD = QT_TRANSLATE_NOOP("messages", "There is no such head for this text in this model.")
