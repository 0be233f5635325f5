"""What can be asked of the engine. A request is a frozen value that holds everything needed to answer it.

A room with a question of its own adds a request class beside the others in its own file and names the function that
answers it; nothing here has to know it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rostok_gui.model.interventions import Intervention


@dataclass(frozen=True)
class Request:
    """Base of all requests.

    Attributes
    ----------
    handler : str
        ``"module:function"``, imported when the first such request runs. The function is called as
        ``function(engine, request, job)`` (see `engine.engine.Job`) and returns the result.
    """

    handler: ClassVar[str] = ""

    @property
    def slot(self) -> str:
        """Waiting requests of one slot replace each other."""
        return type(self).__name__


@dataclass(frozen=True)
class OpenModel(Request):
    """Make `name` on `device` the current model; the old one stays until the new one is checked."""

    handler: ClassVar[str] = "rostok_gui.engine.handlers:open_model"
    name: str = "rostok"
    device: str = "cpu"


@dataclass(frozen=True)
class RunText(Request):
    """Tokenize `text`, run it through the current model and keep the trace.

    `ids`, if there are any, are the tokens of a text that a model wrote.
    """

    handler: ClassVar[str] = "rostok_gui.engine.handlers:run_text"
    text: str
    interventions: tuple[Intervention, ...] = ()
    ids: tuple[int, ...] = ()
