"""The chosen cell as a numpy script that runs alone and prints the numbers on screen."""

from __future__ import annotations

from rostok_gui.attention.mask import close
from rostok_gui.panels.base_script import numbers, one_line
from rostok_gui.panels.matrices_parts.head import HeadView

SCRIPT = """\
# {title}
import numpy as np

# query {query} {query_name} and key {key} {key_name}: {d} numbers each
q = np.array({q})
k = np.array({k})

score = q @ k  # the sum of {d} products
print(f"q . k        {{score:+.2f}}")
print(f"/ sqrt({d})   {{score / np.sqrt({d}):+.2f}}")

# the scores of query {query} with all {n} keys, divided by sqrt({d}); -inf: closed by the mask
row = np.array({row})
{softmax}
print(f"weight       {{weights[{key} - 1]:.3f}}")
print(f"sum of row   {{weights.sum():.3f}}")
print("used by the model: {used}")
"""

PLAIN = """\
weights = np.exp(row - row.max())
weights /= weights.sum()  # softmax"""
TEMPERED = """\
weights = np.exp((row - row.max()) / {temperature!r})  # a temperature is in force
weights /= weights.sum()  # softmax"""
COLD = """\
weights = (row == row.max()) / np.sum(row == row.max())  # temperature 0: the largest score takes all"""
EMPTY = """\
weights = np.zeros(len(row))  # nothing is open: there is nothing to weigh"""


def script(view: HeadView, query: int, key: int, title: str) -> str:
    """The script for one cell; positions from 0, in the text from 1. `title` becomes its first comment."""
    row = close(view.scores[query], view.allowed[query])
    if not view.allowed[query].any():
        softmax = EMPTY
    elif view.temperature == 0:
        softmax = COLD
    else:
        softmax = PLAIN if view.temperature == 1 else TEMPERED.format(temperature=view.temperature)
    return SCRIPT.format(
        title=one_line(title),
        query=query + 1,
        key=key + 1,
        query_name=one_line(view.labels[query]),
        key_name=one_line(view.labels[key]),
        d=view.d_head,
        n=view.n_token,
        q=numbers(view.q[query]),
        k=numbers(view.k[key]),
        row=numbers(row),
        softmax=softmax,
        used=f"{float(view.weights[query, key]):.3f}",
    )
