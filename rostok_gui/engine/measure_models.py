"""Which models there are and how good they are: as measured at training, and measured here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rostok_gui.engine.requests import Request
from rostok_gui.messages import Message
from rostok_gui.model.config import ModelConfig


@dataclass(frozen=True)
class ListModels(Request):
    """Look into the folder of checkpoints; no weights are read."""

    handler: ClassVar[str] = "rostok_gui.engine.measure_models_handler:list_models"


@dataclass(frozen=True)
class MeasureModels(Request):
    """Measure the models of `names` on the held-out stories (the first `stories` of them; None: all)."""

    handler: ClassVar[str] = "rostok_gui.engine.measure_models_handler:measure_models"
    names: tuple[str, ...]
    stories: int | None = None


@dataclass(frozen=True)
class Figures:
    """What was measured on one model; None: not known.

    Attributes
    ----------
    loss : float
        Nats per token on the held-out stories. A model without the causal mask may read ahead here.
    perplexity : float
        ``exp(loss)``.
    p_or : float
        Probability of the second token of the invented name “Zorbin Plax” when it is said again.
    p_invented : float
        The same, mean over twenty other names.
    alone_loss : float
        For a model without the causal mask: its loss when it may not read ahead.
    tokens_per_second : float
        Tokens of one text that it reads in a second on this device.
    """

    loss: float | None = None
    perplexity: float | None = None
    p_or: float | None = None
    p_invented: float | None = None
    alone_loss: float | None = None
    tokens_per_second: float | None = None


@dataclass(frozen=True)
class ModelEntry:
    """One checkpoint.

    Attributes
    ----------
    config : ModelConfig or None
        None if it cannot be read; `problem` says why.
    parameters, tokens_seen : int or None
        Tokens seen in training.
    at_training : Figures
        From ``metrics.json``.
    card : str
        ``CARD.md``, Markdown; "" if there is none.
    moments : int
        Snapshots of its training.
    """

    name: str
    config: ModelConfig | None = None
    parameters: int | None = None
    tokens_seen: int | None = None
    at_training: Figures = Figures()
    card: str = ""
    moments: int = 0
    problem: Message | None = None


@dataclass(frozen=True)
class ModelsListed:
    """The answer to `ListModels`, in the order of the names."""

    models: tuple[ModelEntry, ...]


@dataclass(frozen=True)
class ModelMeasured:
    """One model, measured on `device` (its name for people) in `seconds`; `problem`: why not."""

    name: str
    figures: Figures
    seconds: float
    device: str = ""
    problem: Message | None = None


@dataclass(frozen=True)
class ModelsMeasured:
    """The answer to `MeasureModels`, and its progress: the models that are done, on `stories` stories."""

    rows: tuple[ModelMeasured, ...]
    stories: int
