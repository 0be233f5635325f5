"""A training of milliseconds, for tests; run as a program it trains in forked children that the test kills."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tiny_checkpoint import ROSTOK, tokenizer_json
from tokenizers import Tokenizer

from rostok_gui.training.corpus import Mixture
from rostok_gui.training.loop import Trainer
from rostok_gui.training.muon import OptimizerSettings
from rostok_gui.training.recipe import Recipe, Run

STORIES = [
    f"Once there was a {animal} named {name}. {name} had a {thing}. Then {name} lost the {thing}. So {name} cried."
    for name, animal, thing in zip(
        ["Tom", "Mia", "Ben", "Lily", "Sue", "Max"] * 3,
        ["cat", "dog", "hen"] * 6,
        ["ball", "hat", "red kite", "drum"] * 4 + ["cup", "pen"],
        strict=True,
    )
]
HELD_OUT = STORIES[-3:]

TINY = Recipe(
    model=ROSTOK,
    run=Run(tokens_per_step=90, steps=12, warmup=2, measure_every=4, save_every=1, price=0.1, dropout=0.2),
    rows=Mixture(invented_share=0.5, swapped_share=0.5, repeated_share=0.2, micro_batch=60),
    optimizer=OptimizerSettings(muon_lr=1e-2, adam_lr=1e-2, adam_parts=("q",), weight_decay=0.1),
)


def with_run(recipe: Recipe = TINY, **changes: Any) -> Recipe:
    """The recipe with other entries in ``[run]``."""
    return replace(recipe, run=replace(recipe.run, **changes))


def tiny_trainer(folder: Path, recipe: Recipe = TINY, threads: int = 1) -> Trainer:
    """A trainer whose state lies in `folder`."""
    tokenizer = Tokenizer.from_str(json.dumps(tokenizer_json()))
    return Trainer(
        recipe,
        STORIES[:-3],
        HELD_OUT,
        lambda text: list(tokenizer.encode(text, add_special_tokens=False).ids),
        folder / "state.safetensors",
        threads=threads,
    )


def train_here(folder: Path, steps: int) -> None:
    """Train on from the state, if there is one, and say the number of every step."""
    trainer = tiny_trainer(folder, with_run(steps=steps))
    if trainer.state_path.exists():
        trainer.resume()
    for progress in trainer.run():
        print(progress.step, flush=True)
    trainer.close()


def serve(folder: Path, steps: int) -> None:
    """For every line of input fork a child that trains, say its number, and wait until it is gone."""
    torch.set_num_threads(1)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            train_here(folder, steps)
            os._exit(0)
        print(f"child {child}", flush=True)
        _, status = os.waitpid(child, 0)
        print(f"gone {status}", flush=True)


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
