"""What a lesson is: steps of words, each with the scene that it sets, some with a question. All of it frozen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from types import MappingProxyType
from typing import Any

from rostok_gui.lessons.markup import Block
from rostok_gui.state.app_state import AppState, Board, Plane

LAST = -1
"""As a position: the last token of the text."""
LOOKER = "looker"
"""As `Scene.find`: of all heads the one that gives most weight from the query to the key."""

TokenRef = int | str
"""A token: its position from 0 (the start mark; `LAST`), or how it is written: ``"Tom"`` the last one, ``"Tom#1"`` the
first."""


@dataclass(frozen=True)
class Scene:
    """What a step (an answer, a link) sets. What is None or empty stays as it is.

    Attributes
    ----------
    panels : tuple of str
        Ids of the panels to open, the one for the front first.
    layout : str
        Id of a layout.
    text, model : str or None
    layer, head : int or None
        From 0.
    find : str
        In place of layer and head: a head type (`attention.head_types.SCORED`) of which the strongest head is taken,
        or `LOOKER`.
    query, key : TokenRef or None
    display : mapping of str to value
        Fields of `state.app_state.Display`.
    plane, board : Plane, Board or None
    order : tuple of int or None
        See `state.app_state.AppState.order`.
    changes_off : bool
        Switch every change in the model off, and take those away that a lesson has made.
    changes : tuple of (str, str)
        What is done to the place that is chosen then: names of `state.making.MAKERS` with one of its `SCOPES`.
    """

    panels: tuple[str, ...] = ()
    layout: str = ""
    text: str | None = None
    model: str | None = None
    layer: int | None = None
    head: int | None = None
    find: str = ""
    query: TokenRef | None = None
    key: TokenRef | None = None
    display: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    plane: Plane | None = None
    board: Board | None = None
    order: tuple[int, ...] | None = None
    changes_off: bool = False
    changes: tuple[tuple[str, str], ...] = ()

    def over(self, earlier: Scene) -> Scene:
        """This scene on top of an earlier one: what it leaves out is as it was there.

        Another text makes earlier tokens and orders meaningless; another query makes the earlier key so. What is done
        to the model is for this scene alone.
        """
        forgotten = {"changes"}
        if self.text is not None:
            forgotten |= {"query", "key", "order"}
        if self.find:
            forgotten |= {"layer", "head"}
        if self.layer is not None or self.head is not None:
            forgotten.add("find")
        if self.query is not None:
            forgotten |= {"key", "order"}
        kept = {name: getattr(earlier, name) for name in self._left_out() - forgotten}
        return replace(self, **(kept | {"display": MappingProxyType({**earlier.display, **self.display})}))

    def _left_out(self) -> set[str]:
        """Names of the fields that are as in an empty scene."""
        values = {f.name: (getattr(self, f.name), f.default) for f in fields(self)}
        return {name for name, (value, first) in values.items() if type(value) is type(first) and value == first}

    @property
    def waits(self) -> bool:
        """Whether it names tokens or a head that can only be found once the model has read the text."""
        return bool(self.find) or self.query is not None or self.key is not None or bool(self.changes)


def _on_top(scenes: Iterable[Scene]) -> Scene:
    """All scenes on top of each other, the last one uppermost."""
    return reduce(lambda below, scene: scene.over(below), scenes, Scene())


@dataclass(frozen=True)
class Answer:
    """One of the answers to choose from, and why it is right or not."""

    text: str
    why: tuple[Block, ...]
    right: bool = False


@dataclass(frozen=True)
class Number:
    """A number to guess.

    Attributes
    ----------
    right : float or None
        The answer; None: it is measured (see `measure`).
    tolerance : float
        How far off a guess still counts as right.
    unit : str
    measure : str
        ``"weight"``: per cent of the weight that the selected head gives from the query to the key; ``""``.
    """

    right: float | None = None
    tolerance: float = 0.0
    unit: str = ""
    measure: str = ""


@dataclass(frozen=True)
class Question:
    """A question of a step.

    Attributes
    ----------
    predict : bool
        Whether it is a prediction: then `show` is set once the guess is made.
    ask : str
    answers : tuple of Answer
        Two to six, exactly one of them right; empty if a number is asked for.
    number : Number or None
    then : tuple of Block
        What is said once it is answered, whatever the answer.
    show : Scene
        What is set once it is answered.
    """

    predict: bool
    ask: str
    answers: tuple[Answer, ...] = ()
    number: Number | None = None
    then: tuple[Block, ...] = ()
    show: Scene = Scene()

    @property
    def right(self) -> int | None:
        """Index of the right answer; None for a number."""
        return next((i for i, answer in enumerate(self.answers) if answer.right), None)


@dataclass(frozen=True)
class Step:
    """One step: an id that is the same in all languages, words, a scene, perhaps a question."""

    id: str
    title: str
    body: tuple[Block, ...]
    scene: Scene = Scene()
    question: Question | None = None


@dataclass(frozen=True)
class Lesson:
    """A whole lesson.

    Attributes
    ----------
    id : str
        The same in all languages.
    title, about : str
    language : str
        Two letters.
    layout : str
        Id of the layout in which it is played.
    steps : tuple of Step
        At least one.
    """

    id: str
    title: str
    about: str
    language: str
    layout: str
    steps: tuple[Step, ...]

    def scene(self, step: int) -> Scene:
        """What holds at a step: everything set up to it, and what is set later only, as it is at the start.

        So it depends on the step alone: going back leads to the same scene as going forward.
        """
        return _on_top([self._start(), *(one.scene for one in self.steps[: step + 1])])

    def _start(self) -> Scene:
        """The first values of everything that the lesson ever sets."""
        shown = (step.question.show for step in self.steps if step.question is not None)
        ever = _on_top([*(step.scene for step in self.steps), *shown])
        first = AppState()
        return Scene(
            model=None if ever.model is None else first.document.model,
            display=MappingProxyType({name: getattr(first.display, name) for name in ever.display}),
            plane=None if ever.plane is None else first.plane,
            board=None if ever.board is None else first.board,
        )

    def index_of(self, step_id: str) -> int | None:
        """Place of the step with this id."""
        return next((i for i, step in enumerate(self.steps) if step.id == step_id), None)
