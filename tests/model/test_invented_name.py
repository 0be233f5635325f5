"""“The invented name” on the shipped model: without its induction heads it cannot repeat a name that it has once read.

The heads are found by their scores on random repeated tokens, never by number, so that the test holds for any weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from rostok_gui import paths
from rostok_gui.attention.head_types import INDUCTION, head_scores
from rostok_gui.model.checkpoint import build_model, read_checkpoint
from rostok_gui.model.inspected import Pass, inspect
from rostok_gui.model.interventions import SwitchOff
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.tokenizer import Token
from rostok_gui.state.examples import load_examples

NAME = "Zorbin Plax"
BLOCKS, BLOCK = 4, 40
DRAWS, OFF = 40, 3
Head = tuple[int, int]


@dataclass(frozen=True)
class Riddle:
    """The shipped model and the text; `places` are the positions after which the name goes on, in every copy of it."""

    module: Rostok
    tokens: tuple[Token, ...]
    base: Pass
    induction: tuple[Head, ...]
    """All heads, the strongest induction head first."""
    places: tuple[tuple[int, ...], ...]

    def probability(self, position: int, off: Iterable[Head] = ()) -> float:
        """Of the token that truly follows, with some heads switched off."""
        return self.probabilities((position,), off)[0]

    def probabilities(self, positions: Sequence[int], off: Iterable[Head] = ()) -> list[float]:
        """Of the tokens that truly follow these positions, from one pass."""
        changes = tuple(SwitchOff(*head) for head in off)
        trace = inspect(self.module, "rostok", self.tokens, changes, base=self.base).trace
        return [float(trace.probabilities(p)[self.tokens[p + 1].id]) for p in positions]


@pytest.fixture(scope="module")
def riddle() -> Riddle:
    checkpoint = read_checkpoint(paths.CHECKPOINTS / "rostok")
    module, tokenizer = build_model(checkpoint), checkpoint.tokenizer
    assert isinstance(module, Rostok)
    rng, scores = np.random.default_rng(11), []
    for _ in range(BLOCKS):
        block = rng.integers(1, checkpoint.config.vocab_size, BLOCK).tolist()
        ids = [checkpoint.config.start_token, *block, *block]
        trace = inspect(module, "rostok", tokenizer.tokens(ids)).trace
        patterns = np.stack([layer.pattern.array for layer in trace.layers])
        scores.append(head_scores(patterns, np.array(ids)).scores[INDUCTION])
    mean = np.mean(np.array(scores), axis=0)
    order = np.argsort(-mean, axis=None)
    heads = tuple((int(layer), int(head)) for layer, head in zip(*np.unravel_index(order, mean.shape)))
    text = next(example.text for example in load_examples() if example.id == "zorbin")
    tokens = tokenizer.encode(text).tokens
    return Riddle(module, tokens, inspect(module, "rostok", tokens), heads, copies(tokens))


def copies(tokens: Sequence[Token]) -> tuple[tuple[int, ...], ...]:
    """For every copy of the name the positions of its tokens but the last one."""
    found = []
    for start in range(len(tokens)):
        written, stop = b"", start
        while stop < len(tokens) and len(written.strip()) < len(NAME):
            written, stop = written + tokens[stop].data, stop + 1
        if tokens[start].data.strip() and written.strip() == NAME.encode():
            found.append(tuple(range(start, stop - 1)))
    return tuple(found)


def test_the_name_is_no_word_and_the_model_repeats_it(riddle: Riddle) -> None:
    first, *later = riddle.places
    assert len(first) >= 4, "the name falls into several tokens"
    assert len(later) == 2
    assert riddle.probability(first[0]) < 0.1, "it cannot be guessed the first time"
    for places in later:
        assert min(riddle.probabilities(places)) > 0.5


def test_without_the_strongest_induction_heads_the_name_is_lost(riddle: Riddle) -> None:
    off = riddle.induction[:OFF]
    for places in riddle.places[1:]:
        with_all, without = riddle.probabilities(places), riddle.probabilities(places, off)
        assert without[0] <= with_all[0] / 2, (with_all, without)
        assert np.mean(without) <= np.mean(with_all) / 2, (with_all, without)


def test_without_three_other_heads_it_is_not(riddle: Riddle) -> None:
    others = riddle.induction[OFF:]
    after_first = riddle.places[1][0]
    with_all = riddle.probability(after_first)
    left = []
    for seed in range(DRAWS):
        drawn = np.random.default_rng(seed).choice(len(others), OFF, replace=False)
        left.append(riddle.probability(after_first, [others[i] for i in drawn]) / with_all)
    assert min(left) > 0.5, left
    assert np.median(left) > 0.9, left
