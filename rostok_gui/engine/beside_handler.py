"""Answers `RunBeside`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rostok_gui.engine.beside import BesideRun, RunBeside
from rostok_gui.engine.handlers import tokens_of
from rostok_gui.engine.requests import RunText
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.inspected import inspect
from rostok_gui.model.rostok import Rostok

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job


def run_beside(engine: Engine, request: RunBeside, job: Job) -> BesideRun:
    """One whole pass; the passes that the engine keeps for the first text are not touched."""
    loaded = engine.model(request.name)
    if not isinstance(loaded.module, Rostok):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” has no attention to look at. Choose another model."),
            name=request.name,
        )
    tokens, cut = tokens_of(loaded, RunText(request.text, ids=request.ids))
    trace = inspect(loaded.module, request.name, tokens, checkpoint=job.cancel.check).trace
    engine.serial += 1
    return BesideRun(replace(trace, tokens=tokens, vocabulary=loaded.vocabulary, serial=engine.serial), cut)
