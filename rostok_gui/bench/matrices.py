"""How long a step forward or back in the panel “Matrices” takes, from the key to the painted picture."""

from __future__ import annotations

from itertools import count

import numpy as np
from PySide6.QtWidgets import QApplication

from rostok_gui.attention.mask import causal, close
from rostok_gui.attention.scores import scaled_scores
from rostok_gui.attention.softmax import softmax
from rostok_gui.bench.timing import Figures, median_ms
from rostok_gui.engine.layer_output import AskLayerOutput, LayerOutput
from rostok_gui.engine.requests import Request
from rostok_gui.engine.results import Answer
from rostok_gui.model.tokenizer import Token
from rostok_gui.model.trace import LayerTrace, RowBlocks, Trace, readonly
from rostok_gui.panels.base import Context
from rostok_gui.panels.matrices import MatricesPanel
from rostok_gui.panels.matrices_parts.stages import N_STEP
from rostok_gui.shell.program import make_application
from rostok_gui.shell.theme import load_theme
from rostok_gui.state.app_state import Selection
from rostok_gui.state.store import Store

N_HEAD, D_HEAD = 6, 64
ROUNDS = 3
"""Times through all steps, forward and back."""


def measure() -> Figures:
    """Milliseconds of a step at 1280 x 800, median over all steps."""
    make_application()
    return {f"matrices_step_ms{name}": step_ms(n_token) for name, n_token in (("", 128), ("_512", 512))}


def step_ms(n_token: int) -> float:
    """The median step with a text of `n_token` tokens."""
    store = Store()
    width = N_HEAD * D_HEAD
    w_o = readonly(np.random.default_rng(1).standard_normal((width, width)).astype(np.float32))

    def post(request: Request) -> None:
        if isinstance(request, AskLayerOutput):
            panel.on_event(Answer(request, LayerOutput("bench", request.layer, request.serial, w_o, 0.0)))

    def edit(text: str, *, merge: str = "", **fields: object) -> None:
        store.update(**fields)

    panel = MatricesPanel(Context(store, post, post, print, edit, print, lambda: load_theme("light")))
    store.changed.connect(panel.notify)
    store.update(trace=random_layer(n_token), selection=Selection(0, 3))
    panel.renew()
    panel.resize(1280, 800)
    panel.show()
    QApplication.processEvents()
    forth_and_back = [*range(1, N_STEP + 1), *range(N_STEP - 1, 1, -1)]
    places = count()

    def step() -> None:
        panel.set_step(forth_and_back[next(places) % len(forth_and_back)])
        panel.grab()

    result = median_ms(step, ROUNDS * len(forth_and_back), warm_up=len(forth_and_back))
    panel.close()
    panel.deleteLater()
    QApplication.processEvents()
    return result


def random_layer(n_token: int) -> Trace:
    """A trace with one layer of random queries, keys and values and what attention makes of them."""
    rng = np.random.default_rng(n_token)
    q, k, v = (readonly(rng.standard_normal((N_HEAD, n_token, D_HEAD)).astype(np.float32)) for _ in range(3))
    vectors = map(RowBlocks.whole, (q, k, v))
    scores = scaled_scores(q, k)
    weights = softmax(close(scores, causal(n_token)))
    rows = [RowBlocks([readonly(array.astype(np.float32))], n_token) for array in (scores, weights)]
    tokens = tuple(Token(i, b"", f"·{i}") for i in range(n_token))
    nothing = readonly(np.zeros((n_token, 1), np.float32))
    stream = RowBlocks.whole(nothing)
    return Trace("bench", tokens, (LayerTrace(*vectors, *rows),), (stream,), stream, nothing[:, 0], serial=1)
