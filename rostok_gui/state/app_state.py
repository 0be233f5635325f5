"""What is chosen: the state that all panels share, as frozen values.

`AppState` is what a session file keeps and what undo goes back and forth in. `Live` is what the worker found out about
it; it can always be computed again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rostok_gui.engine.ablation import AblateHeads, Ablation
from rostok_gui.engine.results import ModelOpened
from rostok_gui.messages import Message
from rostok_gui.model.generation import Sampling
from rostok_gui.model.interventions import Intervention, ReplaceMask
from rostok_gui.model.trace import Trace

HOTTEST = 100.0
LEAST_TOP_P = 0.01
LARGEST_SEED = 999_999
MOST_TOKENS = 512
WIDEST = 64
START_TEXT = "Tom had a red ball. He went to the park with his mom. Tom saw a big dog. He"


@dataclass(frozen=True)
class Document:
    """The text and the model that reads it.

    Attributes
    ----------
    ids : tuple of int
        The tokens of a text that a model wrote, the start mark first: the tokenizer might cut the same letters in
        another way. Empty for a text that was typed.
    """

    text: str = START_TEXT
    model: str = "rostok"
    ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class Selection:
    """Where everybody looks.

    Attributes
    ----------
    layer, head : int
        From 0.
    query : int or None
        Position of the token that looks; None: the last one, also when the text grows.
    key : int or None
        Position of the token looked at (clicked, or under the pointer).
    """

    layer: int = 5
    head: int = 3
    query: int | None = None
    key: int | None = None

    def query_in(self, n_token: int) -> int:
        """Position of the query in a text of `n_token` tokens."""
        return n_token - 1 if self.query is None else min(self.query, n_token - 1)


@dataclass(frozen=True)
class Display:
    """How patterns are shown.

    Attributes
    ----------
    scale : str
        ``"linear"``, ``"sqrt"`` or ``"log"``: from weight to colour.
    without_start : bool
        Leave the start mark out and scale the rest of each row up to 1.
    view : str
        What the inspector shows: ``"head"``, ``"mean"`` (of the layer) or ``"all"``.
    sort, filter : str
        Of the grid of heads: ``"layer"``, ``"type"``, or by what switching a head off costs, ``"loss"`` of the text or
        the ``"guess"`` of one token; ``""`` or a head type.
    real_head : bool
        Whether the plane shows the true vectors of the chosen head in place of drawn ones.
    """

    scale: str = "linear"
    without_start: bool = False
    view: str = "head"
    sort: str = "layer"
    filter: str = ""
    real_head: bool = False


@dataclass(frozen=True)
class Key:
    """One key of the plane with its value (three numbers 0..1: a colour)."""

    name: str
    x: float
    y: float
    value: tuple[float, float, float]


@dataclass(frozen=True)
class Plane:
    """The plane of panel “Query and keys”; the start values are the chapter's."""

    query: tuple[float, float] = (1.4, 0.7)
    query_name: str = "she"
    keys: tuple[Key, ...] = (
        Key("girl", 1.6, 0.9, (1.0, 0.0, 0.0)),
        Key("ball", -1.2, 1.3, (0.0, 1.0, 0.0)),
        Key("red", -1.5, -0.6, (0.0, 0.0, 1.0)),
        Key("ran", 0.4, -1.6, (0.5, 0.5, 0.5)),
    )
    temperature: float = 1.0


@dataclass(frozen=True)
class Board:
    """The board of panel “Causal mask”.

    Attributes
    ----------
    allowed : tuple of rows of bool
        Row: query, column: key.
    scope : str
        Where the real model uses it: ``"none"``, ``"head"``, ``"layer"`` or ``"all"``.
    """

    allowed: tuple[tuple[bool, ...], ...] = tuple(tuple(j <= t for j in range(8)) for t in range(8))
    scope: str = "none"


@dataclass(frozen=True)
class Writing:
    """How panel “Writing” goes on with a text.

    Attributes
    ----------
    temperature, top_k, top_p, seed
        See `model.generation.Sampling`; 0 to `HOTTEST`, from 0, `LEAST_TOP_P` to 1, 0 to `LARGEST_SEED`.
    n_token : int
        Tokens of one run, 1 to `MOST_TOKENS`.
    """

    temperature: float = 0.8
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 1
    n_token: int = 40

    @property
    def sampling(self) -> Sampling:
        """How the next token is drawn."""
        return Sampling(self.temperature, self.top_k, self.top_p, self.seed)


@dataclass(frozen=True)
class TokenWindow:
    """What panel “Window or attention” looks through, and after which word.

    Attributes
    ----------
    n_token : int
        Width of the window in tokens, 1 to `WIDEST`.
    word : str
        Label of the token that is followed: one of another tokenizer is not lost. ``""``: the one that the text is
        about.
    """

    n_token: int = 8
    word: str = ""


@dataclass(frozen=True)
class Change:
    """An intervention in the list of those in force; one made `by_lesson` goes when the lesson goes on."""

    intervention: Intervention
    name: str = ""
    enabled: bool = True
    by_lesson: bool = False


@dataclass(frozen=True)
class Place:
    """Where the person is in a lesson: its id, "" for none, and the step from 0."""

    lesson: str = ""
    step: int = 0


@dataclass(frozen=True)
class AppState:
    """Everything a session keeps.

    `order` is the new order of the tokens before the query in panel “Order of words”: which one comes first, second,
    ...; of another length than there are such tokens, it means: as they are.
    """

    document: Document = Document()
    selection: Selection = Selection()
    display: Display = Display()
    plane: Plane = Plane()
    board: Board = Board()
    changes: tuple[Change, ...] = ()
    order: tuple[int, ...] = ()
    place: Place = Place()
    writing: Writing = Writing()
    window: TokenWindow = TokenWindow()

    @property
    def interventions(self) -> tuple[Intervention, ...]:
        """What the model runs under: the mask board, where it is applied, then the list of changes."""
        board = self.board_intervention
        listed = tuple(change.intervention for change in self.changes if change.enabled)
        return listed if board is None else (board, *listed)

    @property
    def board_intervention(self) -> ReplaceMask | None:
        """The mask board as the real model uses it; None while it is applied nowhere."""
        chosen = self.selection
        where = {"head": (chosen.layer, chosen.head), "layer": (chosen.layer, None), "all": (None, None)}
        if self.board.scope not in where:
            return None
        return ReplaceMask(*where[self.board.scope], self.board.allowed)


def first_state(document: Document | None = None) -> AppState:
    """What a new window shows: a text, and the head that finds out there who “he” is."""
    return AppState(document=document or Document(), selection=Selection(layer=5, head=5))


@dataclass(frozen=True)
class Live:
    """What the worker last said.

    Attributes
    ----------
    trace, untouched : Trace or None
        The newest trace and the one of the same text without interventions.
    cut : int
        Tokens of the text that did not fit.
    model : ModelOpened or None
        The model in use.
    ablation : Ablation or None
        The newest answer to "does the head matter?", also while it is still being measured.
    ablating : AblateHeads or None
        What is being measured.
    busy : str
        Slot of the job that runs, "" if none.
    notice : Message or None
        The newest message for people.
    pointer : Message or None
        What is under the pointer, in a sentence, for the status bar.
    """

    trace: Trace | None = None
    untouched: Trace | None = None
    cut: int = 0
    model: ModelOpened | None = None
    ablation: Ablation | None = None
    ablating: AblateHeads | None = None
    busy: str = ""
    notice: Message | None = None
    pointer: Message | None = field(default=None)

    @property
    def worth(self) -> Ablation | None:
        """The newest ablation, if it speaks of the trace on screen: of its text and its model."""
        return self.ablation if self.ablation is not None and self.ablation.fits(self.trace) else None

    @property
    def worth_is_old(self) -> bool:
        """Whether `worth` was measured under other interventions than those in force."""
        return self.worth is not None and self.worth.is_old(self.trace)
