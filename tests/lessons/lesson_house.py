"""A house for lessons, and a reader of texts that is no model: its weights are drawn by lot, the same for a text."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rostok_gui.model.tokenizer import Token, normalise
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.panels.base import Context
from rostok_gui.panels.lesson import LessonPanel
from rostok_gui.shell.theme import Theme, load_theme
from rostok_gui.shell.undo import Undo
from rostok_gui.state.store import Store

_WORD = re.compile(r" Z|or(?=bin)| ?\w+|\W")

GOOD = '''format = 1
id = "small"
title = "A small lesson"
language = "en"

[[step]]
id = "first"
title = "First"
body = """
Words, **bold**, `code`,
a {query query} and [a link](step:second).

> s = q · k

- an item
"""
panels = ["plane", "heads"]
text = "Tom saw Tom. Then he"
layer = 2
head = 3
query = -1
key = "Tom#1"
plane = { query = [0, 1.5], keys = [{ name = "a", at = [1, 2], value = [1, 0, 0.5] }] }

[step.question]
kind = "choice"
ask = "Which?"

[[step.question.answer]]
text = "this"
right = true
why = "Because."

[[step.question.answer]]
text = "that"
why = "It is not."

[[step]]
id = "second"
title = "Second"
body = "More words."
mask = { preset = "window", size = 5, window = 2 }
display = { scale = "log", filter = "all" }

[step.question]
kind = "predict"
ask = "How much?"
then = "So much."
number = { right = 12.5, unit = "%" }
show = { panels = "mask", order = [0, 2, 1] }
'''


def read_by_nobody(text: str, model: str = "rostok", n_layer: int = 8, n_head: int = 6) -> Trace:
    """A trace of `text` with causal weights that depend on the text alone."""
    words = _WORD.findall(normalise(text))
    tokens = (
        Token(0, b"", "◆"),
        *(Token(1 + zlib.crc32(w.encode()) % 999, w.encode(), w.replace(" ", "·")) for w in words),
    )
    n, rng = len(tokens), np.random.default_rng(zlib.crc32(text.encode()))
    layers = []
    for _ in range(n_layer):
        raw = np.tril(rng.random((n_head, n, n)) ** 6 + 1e-6)
        pattern = readonly((raw / raw.sum(-1, keepdims=True)).astype(np.float32))
        heads = RowBlocks.whole(readonly(rng.standard_normal((n_head, n, 4)).astype(np.float32)))
        layers.append(LayerTrace(heads, heads, heads, RowBlocks([pattern], n), RowBlocks([pattern], n)))
    logits = readonly(rng.standard_normal((n, 9)).astype(np.float32))
    return Trace(model, tokens, tuple(layers), (), RowBlocks([logits], 9), readonly(np.ones(n, np.float32)), serial=1)


@dataclass
class LessonHost:
    """A house of one room, the lesson, with real undo; it writes down what the panel asks of the window."""

    store: Store = field(default_factory=Store)
    theme: Theme = field(default_factory=lambda: load_theme("light"))
    opened: list[str] = field(default_factory=list)
    layouts: list[str] = field(default_factory=list)
    reads: bool = True

    def __post_init__(self) -> None:
        self.undo = Undo(self.store)
        self.store.changed.connect(self._read)
        self.read()

    def _read(self, changed: frozenset[str]) -> None:
        """Read a new text at once, as long as `reads`."""
        if self.reads and "document" in changed:
            self.read()

    def read(self) -> None:
        """Let the trace of the text arrive."""
        document = self.store.state.document
        self.store.update(trace=read_by_nobody(document.text, document.model))

    def panel(self, qtbot: Any, width: int = 450, height: int = 660) -> LessonPanel:
        """A lesson panel, shown as the window does."""

        def nothing(_request: object) -> None:
            return

        context = Context(
            self.store, nothing, nothing, nothing, self.undo.edit, self.opened.append, lambda: self.theme,
            self.layouts.append,
        )  # fmt: skip
        panel = LessonPanel(context)
        qtbot.addWidget(panel)
        self.store.changed.connect(panel.notify)
        panel.renew()
        panel.resize(width, height)
        panel.show()
        qtbot.waitExposed(panel)
        panel.activateWindow()
        return panel
