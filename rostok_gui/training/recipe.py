"""A recipe: everything that decides how a model is made, read from a TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.config import ModelConfig
from rostok_gui.training.corpus import Mixture
from rostok_gui.training.muon import OptimizerSettings

EMBED_SIZE = 0.02
"""Size of the numbers of a new embedding, unless a recipe says otherwise."""

RECIPES = Path(__file__).parent / "recipes"


@dataclass(frozen=True)
class Run:
    """The course of the training.

    Attributes
    ----------
    start_from : str
        Name of a checkpoint whose weights are the beginning; empty: random weights.
    tokens_per_step : int
    minutes : float
        Time limit; the learning rate reaches zero there. 0: none.
    steps : int
        Limit in steps; 0: none. With `steps` alone a run is the same on every machine of one kind.
    warmup : int
        Steps in which the learning rate rises.
    decay_share : float
        Last share of the run, in which it falls to zero.
    measure_every, save_every : int
        Steps between two measurements of the held-out loss, and between two state files.
    snapshots : tuple of int
        Steps at which the weights are kept for good.
    seed : int
    dropout : float
        Share of the numbers that attention and MLP add to the residual stream set to zero (see `dropout`).
    clip : float
        Largest norm of the gradient.
    qk_gain : float
        Beginning of the scales of query and key: narrow heads find a token sooner when their scores can be large.
    embed_size : float
        Size of the numbers of the embedding at the beginning. The larger they are, the more a token is itself, in spite
        of what attention adds, in all layers.
    embed_common : float
        Size of a random vector that all tokens begin with, as a share of `embed_size`. A model without biases has
        nothing else by which a head can look at a position, whatever token is there.
    price : float
        Nats that a model would pay if none of its heads ever rested on the start mark (see `resting`).
    price_heads : int
        Number of heads, those that rest most, on which the price is laid.
    price_until : float
        Share of the run after which looking is free again.
    grid : float
        Steps per standard deviation of the grid on which the finished matrices are rounded (see `grid`); 0: none.
    seen_stories : int
        The beginning has learned from so many stories of the file already; the first epoch begins with the others.
    """

    start_from: str = ""
    tokens_per_step: int = 4096
    minutes: float = 0.0
    steps: int = 0
    warmup: int = 50
    decay_share: float = 0.6
    measure_every: int = 50
    save_every: int = 25
    snapshots: tuple[int, ...] = ()
    seed: int = 1
    dropout: float = 0.0
    clip: float = 1.0
    qk_gain: float = 1.0
    embed_size: float = EMBED_SIZE
    embed_common: float = 0.0
    price: float = 0.0
    price_heads: int = 4
    price_until: float = 1.0
    grid: float = 0.0
    seen_stories: int = 0


@dataclass(frozen=True)
class Recipe:
    """One file of ``recipes/``."""

    model: ModelConfig = field(default_factory=ModelConfig)
    run: Run = field(default_factory=Run)
    rows: Mixture = field(default_factory=Mixture)
    optimizer: OptimizerSettings = field(default_factory=OptimizerSettings)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Recipe:
        """Build from parsed TOML or JSON; an unknown entry is an error that names it."""
        kinds: dict[str, type[Any]] = {
            "model": ModelConfig,
            "run": Run,
            "rows": Mixture,
            "optimizer": OptimizerSettings,
        }
        for table, entries in data.items():
            known = {f.name for f in fields(kinds[table])} if table in kinds else set()
            for key in entries if isinstance(entries, dict) and table in kinds else [""]:
                if key not in known:
                    raise RostokError(
                        QT_TRANSLATE_NOOP("messages", "The recipe has an unknown entry “{key}”."),
                        key=f"{table}.{key}".rstrip("."),
                    )
        made = {
            table: kinds[table](**{k: tuple(v) if isinstance(v, list) else v for k, v in entries.items()})
            for table, entries in data.items()
        }
        recipe = cls(**made)
        recipe.model.check()
        return recipe

    def to_dict(self) -> dict[str, Any]:
        """Return what `from_dict` reads."""
        return asdict(self)


def read_recipe(path: Path) -> Recipe:
    """Read a recipe file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "The recipe {path} cannot be read: {reason}"), path=path, reason=error
        ) from error
    try:
        return Recipe.from_dict(data)
    except (TypeError, ValueError) as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "The recipe {path} cannot be read: {reason}"), path=path, reason=error
        ) from error


def named_recipe(name: str) -> Recipe:
    """Read a recipe that comes with the program."""
    path = RECIPES / f"{name}.toml"
    if not path.is_file():
        names = ", ".join(sorted(p.stem for p in RECIPES.glob("*.toml")))
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "There is no recipe “{name}”; there are: {names}."), name=name, names=names
        )
    return read_recipe(path)
