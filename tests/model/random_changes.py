"""Small random models, texts and interventions."""

from __future__ import annotations

import random

import torch

from rostok_gui.model.config import ModelConfig
from rostok_gui.model.interventions import (
    EditKey,
    EditQuery,
    ForbidCell,
    ForceCell,
    Intervention,
    KeepOnly,
    ReplaceMask,
    RopeOff,
    ScaleValue,
    SwitchOff,
    Temperature,
)
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.tokenizer import Token


def small_model(seed: int = 0, **shape: object) -> Rostok:
    """A model whose weights are large enough to make sharp and varied patterns."""
    torch.manual_seed(seed)
    sizes = {"vocab_size": 40, "n_layer": 3, "n_head": 2, "d_model": 16, "d_ff": 24, "context": 32} | shape
    model = Rostok(ModelConfig(**sizes))  # type: ignore[arg-type]
    for p in model.parameters():
        torch.nn.init.normal_(p, std=0.6)
    return model.requires_grad_(False).eval()


def tokens(ids: list[int]) -> tuple[Token, ...]:
    """Tokens with no text behind them."""
    return tuple(Token(i, b"x", f"t{i}") for i in ids)


def random_intervention(rng: random.Random, model: Rostok, n_token: int) -> Intervention:
    """Any intervention that fits the model and the text (some cells lie outside or in the future)."""
    config = model.config
    layer = rng.choice([None, *range(config.n_layer)])
    head = rng.choice([None, *range(config.n_head)])
    place = rng.randrange(n_token)
    vector = tuple(rng.gauss(0, 1) for _ in range(config.d_head))
    size = rng.randrange(1, n_token + 3)
    board = tuple(tuple(rng.random() < (0.7 if j <= t else 0.1) for j in range(size)) for t in range(size))
    causal = tuple(tuple(rng.random() < 0.7 and j <= t for j in range(size)) for t in range(size))
    return rng.choice(
        [
            RopeOff(layer, head),
            EditQuery(layer, head, place, vector),
            EditKey(layer, head, place, vector),
            Temperature(layer, head, rng.choice([0.0, 0.3, 3.0])),
            ReplaceMask(layer, head, rng.choice([board, causal])),
            ForbidCell(layer, head, place, rng.randrange(n_token)),
            ForceCell(layer, head, place, rng.randrange(n_token), rng.choice([1.0, 0.4, 0.0])),
            ScaleValue(layer, head, place, rng.choice([0.0, 2.0, -1.0])),
            SwitchOff(layer, head, rng.choice([None, vector])),
            KeepOnly(rng.randrange(config.n_layer), rng.randrange(config.n_head), rng.random() < 0.5),
        ]
    )
