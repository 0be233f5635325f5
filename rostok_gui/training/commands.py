"""``rostok train``, ``rostok evaluate`` and ``rostok export-hf``: the arguments; torch is imported when one is run."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rostok_gui import paths
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError

if TYPE_CHECKING:
    from rostok_gui.training.loop import Progress, Trainer
    from rostok_gui.training.recipe import Recipe

STATE = "state.safetensors"
HASHES = "trained_on.bin"


def add_arguments(commands: Any) -> None:
    """Add the parsers of the three commands."""
    _add_train(commands)
    _add_evaluate(commands)
    _add_export(commands)


def _add_train(commands: Any) -> None:
    parser = commands.add_parser(
        "train",
        help="make a model from stories",
        description="Train the model NAME by its recipe. The result, and the state from which --resume goes on, are "
        "kept in runs/NAME. Ctrl-C stops after the current step and saves.",
    )
    parser.add_argument("name", metavar="NAME", help="a recipe that comes with the program, or the name of your own")
    parser.add_argument("--stories", type=Path, required=True, help="training text: stories, plain or .xz")
    parser.add_argument("--held-out", type=Path, help="stories never trained on (default: those of the program)")
    parser.add_argument("--config", type=Path, metavar="TOML", help="a recipe file of your own")
    parser.add_argument("--resume", action="store_true", help="go on from runs/NAME/state.safetensors")
    parser.add_argument("--minutes", type=float, help="time limit; the learning rate falls to zero there")
    parser.add_argument("--steps", type=int, help="limit in steps instead: the same result every time")
    parser.add_argument("--device", default="cpu", help="cpu or cuda:0 ... (default cpu)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="processor cores to use")
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json (default: that of Rostok)")
    parser.add_argument("--new-tokenizer", action="store_true", help="train a tokenizer on the stories first")
    parser.add_argument("--measured-stories", type=int, default=100, help="held-out stories measured on the way")
    parser.add_argument("--out", type=Path, help="folder of the run (default runs/NAME)")
    parser.set_defaults(run=train)


def _add_evaluate(commands: Any) -> None:
    parser = commands.add_parser(
        "evaluate",
        help="measure the models on stories that none of them has seen",
        description="Measure loss, copying of invented names and, for Rostok, the type of every head.",
    )
    parser.add_argument("--models", nargs="+", metavar="NAME", help="checkpoints (default: all)")
    parser.add_argument("--checkpoints", type=Path, default=paths.CHECKPOINTS, help="folder of the checkpoints")
    parser.add_argument("--stories", type=int, help="measure on the first N held-out stories only")
    parser.add_argument("--json", action="store_true", help="everything as one JSON object")
    parser.add_argument("--write-metrics", action="store_true", help="write the figures into metrics.json")
    parser.set_defaults(run=evaluate)


def _add_export(commands: Any) -> None:
    parser = commands.add_parser(
        "export-hf",
        help="write a model as a Hugging Face Qwen3 folder",
        description="Write the checkpoint NAME into the folder DIR as a Qwen3ForCausalLM that transformers loads.",
    )
    parser.add_argument("name", metavar="NAME", help="checkpoint")
    parser.add_argument("folder", metavar="DIR", type=Path, help="new or empty folder")
    parser.set_defaults(run=export_hf)


# --- train ------------------------------------------------------------------------------------------------------------


def train(arguments: argparse.Namespace) -> int:
    """Train until the limit or Ctrl-C; 0."""
    import torch

    from rostok_gui.training.corpus import read_stories, write_hashes
    from rostok_gui.training.loop import Trainer
    from rostok_gui.training.state_file import read_state
    from rostok_gui.training.tokenizer_training import encoder, train_tokenizer

    folder: Path = arguments.out or Path("runs") / arguments.name
    recipe = _recipe(arguments, read_state(folder / STATE)[1] if arguments.resume else None)
    if not arguments.resume and (folder / STATE).exists():
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages", "{path} is from an earlier training. Go on with --resume, or choose another --out."
            ),
            path=folder / STATE,
        )
    stories = read_stories(arguments.stories)
    write_hashes(folder / HASHES, stories)
    held_out = read_stories(arguments.held_out or paths.RESOURCES / "held_out" / "held_out.txt")
    own_tokenizer = folder / "tokenizer.json"
    tokenizer = arguments.tokenizer or (
        own_tokenizer if own_tokenizer.exists() else paths.CHECKPOINTS / "rostok" / "tokenizer.json"
    )
    if arguments.new_tokenizer and not arguments.resume:
        train_tokenizer(stories, recipe.model.vocab_size, own_tokenizer)
        tokenizer = own_tokenizer
    torch.set_num_threads(1 if torch.device(arguments.device).type == "cpu" else arguments.threads)
    trainer = Trainer(
        recipe,
        stories,
        held_out[: arguments.measured_stories],
        encoder(tokenizer, recipe.model),
        folder / STATE,
        device=arguments.device,
        threads=max(1, arguments.threads),
        begin=_beginning(recipe),
    )
    try:
        if arguments.resume:
            trainer.resume()
        _run(trainer, folder)
        _write_result(trainer, folder, tokenizer)
    finally:
        trainer.close()
    return 0


def _recipe(arguments: argparse.Namespace, saved: dict[str, Any] | None) -> Recipe:
    from rostok_gui.training.recipe import Recipe, named_recipe, read_recipe

    if arguments.config is not None:
        recipe = read_recipe(arguments.config)
    else:
        recipe = Recipe.from_dict(saved["recipe"]) if saved else named_recipe(arguments.name)
    run = recipe.run
    if arguments.minutes is not None:
        run = replace(run, minutes=arguments.minutes, steps=arguments.steps or 0)
    elif arguments.steps is not None:
        run = replace(run, steps=arguments.steps, minutes=0.0)
    return replace(recipe, run=run)


def _beginning(recipe: Recipe) -> dict[str, Any] | None:
    from rostok_gui.model.checkpoint import build_model, read_checkpoint

    if not recipe.run.start_from:
        return None
    checkpoint = read_checkpoint(paths.CHECKPOINTS / recipe.run.start_from)
    return dict(build_model(checkpoint).state_dict())


def _run(trainer: Trainer, folder: Path) -> None:
    def stop(*_: object) -> None:
        trainer.stop_requested = True
        signal.signal(signal.SIGINT, before)  # a second Ctrl-C stops at once
        print("\nstopping after this step ...", file=sys.stderr, flush=True)

    before = signal.signal(signal.SIGINT, stop)
    started = time.monotonic()
    try:
        for progress in trainer.run(lambda t: _keep_snapshot(t, folder / "checkpoint" / "snapshots")):
            if progress.held_out is not None or progress.step % 10 == 0 or time.monotonic() - started < 60:
                print(_line(progress), flush=True)
    finally:
        signal.signal(signal.SIGINT, before)


def _line(progress: Progress) -> str:
    minutes = f"{progress.seconds_left / 60:.1f} min left" if progress.used else ""
    held_out = "" if progress.held_out is None else f"   held-out {progress.held_out:.4f}"
    return (
        f"step {progress.step:6d}   {progress.tokens / 1e6:8.3f} M tokens   loss {progress.loss:.3f}"
        f"   {progress.tokens_per_second:6.0f} tokens/s   {progress.used:4.0%}   {minutes}{held_out}"
    )


def _keep_snapshot(trainer: Trainer, folder: Path) -> None:
    from rostok_gui.training.loop import as_numpy
    from rostok_gui.training.snapshots import keep

    if trainer.step in trainer.recipe.run.snapshots:
        keep(folder, trainer.step, trainer.tokens, as_numpy(trainer.weights()))


def _write_result(trainer: Trainer, folder: Path, tokenizer: Path) -> None:
    from rostok_gui.model.checkpoint import write_checkpoint
    from rostok_gui.training.grid import on_grid
    from rostok_gui.training.loop import as_numpy

    facts = {"tokens_seen": trainer.tokens, "steps": trainer.step, "seconds": round(trainer.seconds)}
    weights, grid = as_numpy(trainer.best_weights), trainer.recipe.run.grid
    if grid:
        weights = on_grid(weights, grid)
    write_checkpoint(folder / "checkpoint", trainer.recipe.model, weights, {"training": facts}, tokenizer)
    ended = "finished" if trainer.used >= 1.0 else "stopped; go on with --resume"
    print(f"{ended}: the best weights so far are in {folder / 'checkpoint'}")


# --- evaluate ---------------------------------------------------------------------------------------------------------


def evaluate(arguments: argparse.Namespace) -> int:
    """Print what was measured; 0."""
    from rostok_gui.training.evaluation import evaluate_checkpoints, table

    def on_progress(name: str, done: float) -> None:
        if sys.stderr.isatty():
            print(f"\r{name:12s} {done:4.0%}", end="", file=sys.stderr, flush=True)

    result = evaluate_checkpoints(
        arguments.checkpoints,
        arguments.models,
        limit=arguments.stories,
        on_progress=on_progress,
        write=arguments.write_metrics,
    )
    if sys.stderr.isatty():
        print("\r" + " " * 20, end="\r", file=sys.stderr)
    print(json.dumps(result, ensure_ascii=False) if arguments.json else table(result))
    return 0


# --- export -----------------------------------------------------------------------------------------------------------


def export_hf(arguments: argparse.Namespace) -> int:
    """Write the folder; 0."""
    from rostok_gui.model.checkpoint import read_checkpoint
    from rostok_gui.training.export_hf import export

    export(read_checkpoint(paths.CHECKPOINTS / arguments.name), arguments.folder)
    print(f"{arguments.name} as a Hugging Face folder: {arguments.folder}")
    return 0
