"""What a model can do, measured: loss on unseen stories, copying of invented names, the types of its heads."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import nn

from rostok_gui import paths
from rostok_gui.attention.head_types import (
    INDUCTION,
    PREVIOUS_TOKEN,
    SAME_TOKEN,
    SCORED,
    HeadScores,
    classify,
    first_and_repeat,
    head_scores,
)
from rostok_gui.files import write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.checkpoint import METRICS, Checkpoint, build_model, list_checkpoints, read_checkpoint
from rostok_gui.model.inspected import inspect
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.tokenizer import Tokenizer
from rostok_gui.training.corpus import read_stories
from rostok_gui.training.snapshots import FOLDER, open_snapshot, read_index, write_index

HELD_OUT = paths.RESOURCES / "held_out" / "held_out.txt"

LENGTH = 512
"""Tokens of a story that are looked at, the start mark included, whatever the context of the model."""

STRIDE = 32
"""A model with a shorter context reads a long story in windows this many tokens apart."""

RIDDLE = "Once upon a time, there was a dragon. His name was {name}. Everyone liked {name}. One day, {name}"
CHAPTER_NAME = "Zorbin Plax"
INVENTED_NAMES = (
    *("Kelvo Drum", "Quasim Brell", "Nufi Tarp", "Velda Grix", "Womble Stent", "Jarko Flinn", "Pelu Snarp"),
    *("Ostrin Vale", "Mibbo Krent", "Zavi Thull", "Dorrek Wisp", "Hulma Prock", "Ilvane Scrib", "Fenwo Trask"),
    *("Yurble Monk", "Chozzy Lund", "Grendi Pote", "Rafko Sill", "Ulmo Bract", "Tilbo Snerf"),
)
"""Chosen before any of them was measured; none is ever used in training (`corpus.RESERVED`)."""

BLOCK, BLOCKS = 50, 8
"""The sure test of heads: so many texts, each a block of so many random tokens said twice."""

SURE_ON_RANDOM_TOKENS = (PREVIOUS_TOKEN, INDUCTION, SAME_TOKEN)

SAMPLE = 8
"""So many stories make ``sample_loss``, which a test measures again."""

OnProgress = Callable[[float], None]
Cancelled = Callable[[], object]
Logits = NDArray[np.float32]


class EvaluationCancelledError(Exception):
    """The caller's `cancelled` said yes."""


@torch.inference_mode()
def evaluate_model(
    model: nn.Module,
    tokenizer: Tokenizer,
    stories: Sequence[str],
    *,
    on_progress: OnProgress = lambda _: None,
    cancelled: Cancelled = lambda: False,
) -> dict[str, Any]:
    """Measure a model on stories that it has not seen.

    Parameters
    ----------
    model : Rostok or Window
        As `build_model` returns it, on any device.
    tokenizer : Tokenizer
    stories : sequence of str
    on_progress : callable
        Told the share that is done, 0 to 1, several times a second.
    cancelled : callable
        Asked as often; when it returns something true, `EvaluationCancelledError` is raised. It may raise itself.

    Returns
    -------
    dict
        ``loss`` (nats per token: every story alone after the start mark, its first 512 tokens, mean over all predicted
        tokens), ``perplexity``, ``parameters``, ``predicted_tokens``, ``first_loss`` and ``repeat_loss`` (tokens whose
        pair with the one before it occurs for the first time in the story, or not), ``p_or``, ``p_invented`` and
        ``p_invented_worst`` (mean and lowest of `INVENTED_NAMES`). For a model without the causal mask ``loss`` is
        what it gets when it may read ahead, and ``alone_loss`` what it gets when it may not.
    """

    def pause(done: float) -> None:
        if cancelled():
            raise EvaluationCancelledError
        on_progress(done)

    texts = _ids(tokenizer, stories)
    losses = story_losses(model, texts, pause)
    first, repeat = [], []
    for ids, loss in zip(texts, losses, strict=True):
        is_first, is_repeat = first_and_repeat(ids)
        first.append(loss[is_first])
        repeat.append(loss[is_repeat])
    mean = float(np.concatenate(losses).mean())
    invented = [copy_probability(model, tokenizer, name) for name in INVENTED_NAMES]
    result = {
        "loss": mean,
        "perplexity": math.exp(mean),
        "parameters": sum(p.numel() for p in model.parameters()),
        "predicted_tokens": sum(map(len, losses)),
        "first_loss": float(np.concatenate(first).mean()),
        "repeat_loss": float(np.concatenate(repeat).mean()),
        "p_or": copy_probability(model, tokenizer, CHAPTER_NAME),
        "p_invented": float(np.mean(invented)),
        "p_invented_worst": min(invented),
    }
    if not getattr(model.config, "causal", True):
        result["alone_loss"] = alone_loss(model, texts[:20])
    on_progress(1.0)
    return result


def _ids(tokenizer: Tokenizer, stories: Sequence[str]) -> list[NDArray[np.int64]]:
    return [np.array(tokenizer.encode(story, LENGTH).ids) for story in stories]


@torch.inference_mode()
def story_losses(
    model: nn.Module, texts: Sequence[NDArray[np.int64]], pause: OnProgress = lambda _: None
) -> list[NDArray[np.float64]]:
    """Loss in nats of every token of every text but its first: arrays (T - 1,).

    A transformer whose context is shorter than a text reads on in windows: the start mark and the newest tokens that
    fit, so that no token has less than ``context - STRIDE`` tokens before it in sight.
    """
    config: Any = model.config
    causal = config.causal
    losses = [np.zeros(len(ids) - 1) for ids in texts]
    context = LENGTH if config.architecture == "window" else config.context
    windows = [
        (i, ids, stop) for i, ids in enumerate(texts) for stop in _stops(len(ids) - 1, context)
    ]  # text, its ids, first token that is not read
    windows.sort(key=lambda window: min(window[2], context))
    batch: list[tuple[int, NDArray[np.int64], int]] = []
    for n, window in enumerate(windows):
        width = min(window[2], context)
        if batch and ((not causal and width != min(batch[0][2], context)) or (len(batch) + 1) * width > 4096):
            _read(model, batch, context, losses)
            batch = []
            pause(n / len(windows))
        batch.append(window)
    _read(model, batch, context, losses)
    return losses


def _stops(inputs: int, context: int) -> list[int]:
    """Where windows end that together read `inputs` tokens; all but the first read STRIDE new ones."""
    stops = list(range(min(context, inputs), inputs, STRIDE))
    return [*stops, inputs] if inputs else []


def _read(
    model: nn.Module,
    batch: Sequence[tuple[int, NDArray[np.int64], int]],
    context: int,
    losses: list[NDArray[np.float64]],
) -> None:
    """Run windows together and write their new losses into `losses`."""
    if not batch:
        return
    device = next(model.parameters()).device
    width = max(min(stop, context) for _, _, stop in batch)
    inputs = np.zeros((len(batch), width), dtype=np.int64)
    targets = np.zeros((len(batch), width), dtype=np.int64)
    for row, (_, ids, stop) in enumerate(batch):
        n = min(stop, context)
        inputs[row, :n] = ids[stop - n : stop]
        inputs[row, 0] = ids[0]
        targets[row, :n] = ids[stop - n + 1 : stop + 1]
    logits = model(torch.from_numpy(inputs).to(device))
    loss = F.cross_entropy(
        logits.flatten(0, 1).float(), torch.from_numpy(targets).to(device).flatten(), reduction="none"
    )
    table = loss.reshape(targets.shape).cpu().numpy().astype(np.float64)
    for row, (text, _, stop) in enumerate(batch):
        n = min(stop, context)
        new = n if stop <= context else min(STRIDE, (stop - context - 1) % STRIDE + 1)
        losses[text][stop - new : stop] = table[row, n - new : n]


@torch.inference_mode()
def probabilities_after(model: nn.Module, ids: Sequence[int]) -> NDArray[np.float64]:
    """Probabilities (V,) of the token after `ids`; nothing after them is in sight, whatever the mask."""
    device = next(model.parameters()).device
    logits = model(torch.tensor([list(ids)], device=device))[0, -1]
    return torch.softmax(logits.double(), dim=-1).cpu().numpy()


def copy_probability(model: nn.Module, tokenizer: Tokenizer, name: str) -> float:
    """Probability of the second token of `name` after its first one, when the name is said for the second time.

    ``" Z"`` then ``"or"`` for the chapter's dragon: the text says nothing else that could tell.
    """
    ids = tokenizer.encode(RIDDLE.format(name=name)).ids
    first = tokenizer.encode(f"was {name}").ids[len(tokenizer.encode("was").ids) :]
    places = [i for i in range(len(ids)) if ids[i : i + len(first)] == first]
    second = places[1]
    return float(probabilities_after(model, ids[: second + 1])[first[1]])


def alone_loss(model: nn.Module, texts: Sequence[NDArray[np.int64]], length: int = 64) -> float:
    """Mean loss in nats when every token is guessed from those before it alone, for a model that would read ahead."""
    losses = []
    for ids in texts:
        for stop in range(1, min(length, len(ids))):
            losses.append(-math.log(max(probabilities_after(model, ids[:stop].tolist())[ids[stop]], 1e-30)))
    return float(np.mean(losses))


# --- heads ------------------------------------------------------------------------------------------------------------


def repeated_blocks(vocab_size: int, start_token: int, length: int = BLOCK) -> list[list[int]]:
    """`BLOCKS` texts: the start mark and a block of `length` random tokens said twice."""
    blocks = np.random.default_rng(0).integers(1, vocab_size, (BLOCKS, length)).tolist()
    return [[start_token, *block, *block] for block in blocks]


def evaluate_heads(
    model: Rostok,
    tokenizer: Tokenizer,
    stories: Sequence[str],
    *,
    on_progress: OnProgress = lambda _: None,
    cancelled: Cancelled = lambda: False,
) -> list[dict[str, Any]]:
    """Score every head: previous token, induction and same token on random repeated tokens, which is the sure test;
    start mark and local on `stories`, which is where such heads have their work.

    Returns
    -------
    list of dict
        ``layer`` and ``head`` from 1, ``type``, ``scores`` and ``chance`` by the names of `attention.head_types`;
        ``random`` and ``stories`` hold all five scores on either kind of text.
    """
    start = tokenizer.start_token
    kinds = {
        "random": repeated_blocks(model.config.vocab_size, start),
        "stories": [list(tokenizer.encode(story, min(256, model.config.context)).ids) for story in stories],
    }
    total, done = sum(map(len, kinds.values())), 0

    def scores_of(ids: list[int]) -> HeadScores:
        nonlocal done
        if cancelled():
            raise EvaluationCancelledError
        done += 1
        on_progress(done / total)
        return _scores(model, tokenizer, ids)

    means = {kind: _mean([scores_of(ids) for ids in texts]) for kind, texts in kinds.items()}
    source = {name: means["random" if name in SURE_ON_RANDOM_TOKENS else "stories"] for name in means["random"]}
    heads = []
    for layer, head in np.ndindex(model.config.n_layer, model.config.n_head):
        scores = {name: float(by_name[name][0][layer, head]) for name, by_name in source.items()}
        chance: dict[str, float | None] = {name: by_name[name][1] for name, by_name in source.items()}
        heads.append(
            {
                "layer": layer + 1,
                "head": head + 1,
                "type": str(classify(scores, chance)),
                "scores": scores,
                "chance": chance,
                **{
                    kind: {name: float(mean[layer, head]) for name, (mean, _) in by_name.items()}
                    for kind, by_name in means.items()
                },
            }
        )
    return heads


def _scores(model: Rostok, tokenizer: Tokenizer, ids: Sequence[int]) -> HeadScores:
    trace = inspect(model, "", tokenizer.tokens(ids)).trace
    patterns = np.stack([layer.pattern.array for layer in trace.layers])
    return head_scores(patterns, np.array(ids), model.config.start_token)


def _mean(found: Sequence[HeadScores]) -> dict[str, tuple[NDArray[np.float64], float]]:
    """For every score its mean (L, H) and its mean chance level over the texts that define it."""
    means = {}
    for name in SCORED:
        scores = [f.scores[name] for f in found]
        chances = [f.chance[name] for f in found]
        defined = np.array([score for score in scores if score is not None])
        if len(defined):
            means[name] = (defined.mean(axis=0), float(np.mean([c for c in chances if c is not None])))
    return means


# --- all checkpoints --------------------------------------------------------------------------------------------------


def evaluate_checkpoints(
    folder: Path = paths.CHECKPOINTS,
    names: Sequence[str] | None = None,
    *,
    limit: int | None = None,
    on_progress: Callable[[str, float], None] = lambda *_: None,
    write: bool = False,
) -> dict[str, Any]:
    """Measure checkpoints as ``rostok evaluate`` prints it: ``{"models": {...}, "heads": [...]}``.

    With `write` the figures also go into ``metrics.json``, where what the trainer wrote stays.
    """
    stories = read_stories(HELD_OUT)[:limit]
    result: dict[str, Any] = {"models": {}, "heads": []}
    for name in names or list_checkpoints(folder):
        checkpoint = read_checkpoint(folder / name)
        model = build_model(checkpoint)
        figures = evaluate_model(
            model,
            checkpoint.tokenizer,
            stories,
            on_progress=lambda done, name=name: on_progress(name, done),  # type: ignore[misc]
        )
        training = (checkpoint.metrics or {}).get("training", {})
        figures["tokens_seen"] = training.get("tokens_seen")
        heads = evaluate_heads(model, checkpoint.tokenizer, stories[:24]) if isinstance(model, Rostok) else []
        figures["sample_loss"] = float(
            np.concatenate(story_losses(model, _ids(checkpoint.tokenizer, stories[:SAMPLE]))).mean()
        )
        result["models"][name] = figures
        if name == "rostok":
            result["heads"] = heads
        if write:
            _write_metrics(checkpoint, figures, heads)
            if (checkpoint.folder / FOLDER).is_dir():
                measure_snapshots(checkpoint, stories[:100])
    return result


def measure_snapshots(checkpoint: Checkpoint, stories: Sequence[str]) -> list[dict[str, Any]]:
    """Measure loss and induction scores of every snapshot, write them into its index, and return that."""
    folder, start = checkpoint.folder / FOLDER, checkpoint.config.start_token
    entries = read_index(folder)
    texts = _ids(checkpoint.tokenizer, stories)
    blocks = repeated_blocks(checkpoint.config.vocab_size, start, min(BLOCK, (checkpoint.config.context - 1) // 2))
    for entry in entries:
        model = build_model(open_snapshot(checkpoint, entry["step"]))
        assert isinstance(model, Rostok)
        entry["loss"] = _rounded(float(np.concatenate(story_losses(model, texts)).mean()))
        found = _mean([_scores(model, checkpoint.tokenizer, ids) for ids in blocks])
        entry["induction"] = _rounded(found[INDUCTION][0].tolist())
    write_index(folder, entries)
    return entries


def _write_metrics(checkpoint: Checkpoint, figures: dict[str, Any], heads: list[dict[str, Any]]) -> None:
    kept = {key: value for key, value in (checkpoint.metrics or {}).items() if key in ("training", "history")}
    metrics = {**figures, **kept, "heads": heads, "sha256": checkpoint.sha256}
    write_file(checkpoint.folder / METRICS, (json.dumps(_rounded(metrics), indent=1) + "\n").encode())


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: _rounded(entry) for key, entry in value.items()}
    return [_rounded(entry) for entry in value] if isinstance(value, list) else value


def table(result: dict[str, Any]) -> str:
    """The figures as text for people."""
    if not result["models"]:
        raise RostokError(QT_TRANSLATE_NOOP("messages", "There is no checkpoint to measure."))
    columns = ("loss", "perplexity", "parameters", "tokens_seen", "p_or", "p_invented", "first_loss", "repeat_loss")
    lines = ["model        " + "".join(f"{column:>13}" for column in columns)]
    for name, figures in result["models"].items():
        cells = (figures.get(column) for column in columns)
        lines.append(f"{name:13}" + "".join(_cell(cell) for cell in cells))
        if "alone_loss" in figures:
            lines.append(f"{'':13}alone, without reading ahead: {figures['alone_loss']:.2f} nats")
    for head in result["heads"]:
        scores = "  ".join(f"{name} {score:.2f} ({head['chance'][name]:.2f})" for name, score in head["scores"].items())
        lines.append(f"layer {head['layer']} head {head['head']}  {head['type']:15} {scores}")
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if value is None:
        return f"{'-':>13}"
    return f"{value:13,d}" if isinstance(value, int) else f"{value:13.3f}"
