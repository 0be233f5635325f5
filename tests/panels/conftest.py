"""Everything a panel needs to live in a test: a store, a recorder in place of the worker, undo, a theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from rostok_gui.engine.requests import Request
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.panels.base import Context, Panel
from rostok_gui.shell.language import Language
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.state.store import Store


@dataclass
class PanelHost:
    """A house of one room: hands out a context and writes down what the panel asked for."""

    store: Store = field(default_factory=Store)
    theme: Theme = field(default_factory=lambda: load_theme("light"))
    posted: list[Request] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    edits: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def edit(self, text: str, *, merge: str = "", **fields: Any) -> None:
        """Apply the change and remember it."""
        self.edits.append((text, fields))
        self.store.update(**fields)

    def context(self) -> Context:
        """The doors for a panel."""
        return Context(
            self.store,
            self.posted.append,
            self.posted.append,
            self.cancelled.append,
            self.edit,
            self.opened.append,
            lambda: self.theme,
        )

    def show(self, panel: Panel, qtbot: Any, width: int = 900, height: int = 640) -> Panel:
        """Connect and show a panel as the window does."""
        qtbot.addWidget(panel)
        self.store.changed.connect(panel.notify)
        panel.renew()
        panel.resize(width, height)
        panel.show()
        qtbot.waitExposed(panel)
        return panel


@pytest.fixture(scope="session", autouse=True)
def english(qapp: Any) -> Language:
    """English with its plurals, as the program loads it."""
    language = Language()
    language.use("en")
    return language


@pytest.fixture
def host() -> PanelHost:
    """A fresh house."""
    return PanelHost()


def asymmetric_trace(
    words: tuple[str, ...] = ("◆", "Tom", "·had", "·a", "·ball", "."),
    n_layer: int = 8,
    n_head: int = 6,
    d_head: int = 4,
    vocab: int = 50,
    seed: int = 0,
) -> Trace:
    """A trace of random numbers in which no two cells are alike: swapped axes or heads cannot go unseen."""
    rng = np.random.default_rng(seed)
    n = len(words)
    closed = np.triu(np.ones((n, n), bool), 1)
    layers = []
    for _ in range(n_layer):
        q, k, v = (readonly(rng.standard_normal((n_head, n, d_head)).astype(np.float32)) for _ in range(3))
        scores = (q @ k.transpose(0, 2, 1) / np.sqrt(d_head)).astype(np.float32)
        weights = np.exp(np.where(closed, -np.inf, scores))
        weights /= weights.sum(-1, keepdims=True)
        layers.append(
            LayerTrace(*map(RowBlocks.whole, (q, k, v, readonly(scores), readonly(weights.astype(np.float32)))))
        )
    tokens = tuple(Token(i, word.encode(), word, 0, 0) for i, word in enumerate(words))
    streams = (rng.standard_normal((n, n_head * d_head)).astype(np.float32) for _ in range(n_layer + 1))
    stream = tuple(RowBlocks.whole(readonly(rows)) for rows in streams)
    logits = readonly(rng.standard_normal((n, vocab)).astype(np.float32) * 3)
    loss = readonly(np.abs(rng.standard_normal(n)).astype(np.float32))
    return Trace("rostok", tokens, tuple(layers), stream, RowBlocks([logits], vocab), loss, serial=1)


@pytest.fixture
def make_trace() -> Callable[..., Trace]:
    """`asymmetric_trace`, for tests that want their own words or sizes."""
    return asymmetric_trace
