"""The example texts of ``resources/examples/examples.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rostok_gui.paths import RESOURCES


@dataclass(frozen=True)
class Example:
    """A text worth looking at, and where to look.

    Attributes
    ----------
    title : dict of str to str
        By language, ``"en"`` and ``"ru"``.
    layer, head : int
        From 0 (in the file from 1, as on screen).
    query : int or None
        Position of the token that looks; None: the last.
    """

    id: str
    title: dict[str, str]
    text: str
    layer: int
    head: int
    query: int | None = None


@cache
def load_examples(path: Path = RESOURCES / "examples" / "examples.toml") -> tuple[Example, ...]:
    """Read the examples in the order of the file."""
    with path.open("rb") as file:
        entries = tomllib.load(file)["example"]
    return tuple(
        Example(e["id"], e["title"], e["text"], e["layer"] - 1, e["head"] - 1, e.get("query")) for e in entries
    )
