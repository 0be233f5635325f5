"""The board as a numpy script that runs alone and prints the weights on screen."""

from __future__ import annotations

import numpy as np

from rostok_gui.attention.mask import close
from rostok_gui.attention.softmax import softmax
from rostok_gui.panels.base_script import numbers, one_line
from rostok_gui.panels.mask_parts.view import MaskView

SCRIPT = """\
# {title}
import numpy as np

tokens = {tokens}
n = len(tokens)

# scores of layer {layer}, head {head}: q . k / sqrt(d); row: query, column: key
scores = np.array({scores}).reshape(n, n)

# the board: 1 open, 0 closed
mask = np.array([
{mask}
], dtype=bool)

closed = np.where(mask, scores, -np.inf)  # a closed score becomes -inf, so its weight is exactly 0
largest = np.where(mask.any(axis=1), closed.max(axis=1), 0.0)
exponents = np.exp(closed - largest[:, None])
sums = exponents.sum(axis=1, keepdims=True)
weights = exponents / np.where(sums > 0, sums, 1)  # softmax; where nothing is open there is nothing to share out

for token, row in zip(tokens, weights):
    print(f"{{token:12s}}", *(f"{{weight:.3f}}" for weight in row))
"""
OTHERS = """
print("other changes are in force, the model itself used:")
used = np.array({used}).reshape(n, n)
for token, row in zip(tokens, used):
    print(f"{{token:12s}}", *(f"{{weight:.3f}}" for weight in row))
"""


def script(view: MaskView, title: str) -> str:
    """The script of a view that has weights; `title` becomes its first comment."""
    assert view.weights is not None
    assert view.scores is not None
    n = len(view.weights)
    mask = view.allowed[:n, :n]
    text = SCRIPT.format(
        title=one_line(title),
        tokens=[one_line(label) for label in view.labels[:n]],
        layer=view.layer + 1,
        head=view.head + 1,
        scores=numbers(view.scores.ravel()),
        mask="\n".join(f"    {row}," for row in mask.astype(int).tolist()),
    )
    if not np.allclose(softmax(close(view.scores, mask)), view.weights, atol=1e-3):
        text += OTHERS.format(used=numbers(view.weights.ravel()))
    return text
