"""The named layouts, as data: which panels, side by side, above each other, or as tabs, and how large."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from rostok_gui.messages import QT_TRANSLATE_NOOP


@dataclass(frozen=True)
class Tabs:
    """Panels behind each other; the first is in front."""

    panels: tuple[str, ...]


@dataclass(frozen=True)
class Split:
    """Parts beside each other (``down=False``) or above each other, with their shares of the space."""

    parts: tuple[tuple[Node, int], ...]
    down: bool = False


Node = Split | Tabs
ROOMY = (100.0, 60.0)
"""Width and height, in em."""


@dataclass(frozen=True)
class Layout:
    """A named layout.

    Attributes
    ----------
    id : str
    title : str
        English, context ``"Layouts"``.
    root : Node
    small : Node or None
        The same panels where they have less than `ROOMY` and `root` would need scroll bars.
    """

    id: str
    title: str
    root: Node
    small: Node | None = None

    def root_in(self, width: float, height: float) -> Node:
        """What suits so much room for all panels, in em."""
        roomy = width >= ROOMY[0] and height >= ROOMY[1]
        return self.root if roomy or self.small is None else self.small

    def shown_title(self) -> str:
        """Its name in the language on screen."""
        return QCoreApplication.translate("Layouts", self.title)


def _row(*parts: tuple[Node, int]) -> Split:
    return Split(parts)


def _column(*parts: tuple[Node, int]) -> Split:
    return Split(parts, down=True)


def _tabs(*panels: str) -> Tabs:
    return Tabs(panels)


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "explore",
        QT_TRANSLATE_NOOP("Layouts", "Explore"),
        _row((_column((_tabs("inspector"), 55), (_tabs("plane", "mask"), 45)), 50), (_tabs("heads"), 50)),
    ),
    Layout(
        "vectors",
        QT_TRANSLATE_NOOP("Layouts", "Vectors"),
        _row((_tabs("plane", "scaling"), 66), (_tabs("lesson"), 34)),
    ),
    Layout(
        "mask",
        QT_TRANSLATE_NOOP("Layouts", "Mask"),
        _row((_tabs("mask"), 66), (_tabs("lesson"), 34)),
    ),
    Layout(
        "heads",
        QT_TRANSLATE_NOOP("Layouts", "Heads"),
        _row((_tabs("heads"), 60), (_column((_tabs("inspector"), 44), (_tabs("matrices", "changes"), 56)), 40)),
        small=_row((_tabs("heads"), 62), (_tabs("inspector", "matrices", "changes"), 38)),
    ),
    Layout(
        "chapter",
        QT_TRANSLATE_NOOP("Layouts", "Chapter"),
        _row((_tabs("inspector", "plane", "mask", "heads", "matrices", "order"), 64), (_tabs("lesson"), 36)),
    ),
)


def only_existing(node: Node, existing: frozenset[str]) -> Node | None:
    """`node` without the panels that do not exist; None when nothing is left."""
    if isinstance(node, Tabs):
        kept = tuple(panel for panel in node.panels if panel in existing)
        return Tabs(kept) if kept else None
    parts = tuple((part, share) for child, share in node.parts if (part := only_existing(child, existing)) is not None)
    if len(parts) == 1:
        return parts[0][0]
    return Split(parts, node.down) if parts else None


def panels_of(node: Node) -> tuple[str, ...]:
    """All panels of a node, in reading order."""
    if isinstance(node, Tabs):
        return node.panels
    return tuple(panel for child, _ in node.parts for panel in panels_of(child))
