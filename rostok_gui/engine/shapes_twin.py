"""The same attention in numpy: which lines of `attention/` say the same as a line of the model, and their numbers."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rostok_gui.attention import mask, multi_head, scores, softmax, transformer
from rostok_gui.attention.arrays import Array
from rostok_gui.engine.shapes import Excerpt, file_of

SHOWN = (
    transformer.rms_norm,
    transformer.rope,
    multi_head.split_heads,
    multi_head.glue_heads,
    scores.scaled_scores,
    mask.close,
    softmax.softmax,
    softmax.exponents,
    transformer.attend_with,
    transformer.forward,
)


@dataclass(frozen=True)
class Twin:
    """A line of the model (the one of `function` that holds `fragment`) and the lines of numpy that say the same."""

    function: str
    fragment: str
    lines: tuple[tuple[str, str], ...]


def _forward(*fragments: str) -> tuple[tuple[str, str], ...]:
    return tuple(("forward", fragment) for fragment in fragments)


_ANGLE = (("rope", "angle = "),)
_TURNED = (("rope", "turned = "), ("rope", "return np.concatenate"))
_NORM = (("rms_norm", "return"),)
_CUT = (("forward", "split_heads(part"), ("forward", "attn.qkv.weight"))

TWINS = (
    Twin("RMSNorm.__init__", "self.weight", _NORM),
    Twin("RMSNorm.__init__", "self.eps", _NORM),
    Twin("RMSNorm.forward", "return", _NORM),
    Twin("rope_table", "frequency = ", _ANGLE),
    Twin("rope_table", "angle = ", _ANGLE),
    Twin("rope_table", "return", (("rope", "turned = "),)),
    Twin("apply_rope", "first, second", (("rope", "first, second = "),)),
    Twin("apply_rope", "return", _TURNED),
    Twin("Attention.__init__", "self.n_head, self.d_head", (("split_heads", "return"),)),
    Twin("Attention.__init__", "self.qkv", _forward("attn.qkv.weight")),
    Twin("Attention.__init__", "self.proj", _forward("attn.proj.weight")),
    Twin("Attention.__init__", "self.q_norm", _forward("attn.q_norm.weight")),
    Twin("Attention.__init__", "self.k_norm", _forward("attn.k_norm.weight")),
    Twin("Attention.heads", "chunk(3", _forward("attn.qkv.weight")),
    Twin("Attention.heads", "unflatten", (("split_heads", "return"), *_CUT)),
    Twin("Attention.heads", "self.q_norm(q)", _forward("attn.q_norm.weight", "attn.k_norm.weight")),
    Twin("Attention.heads", "return", (("attend_with", "q, k = rope(q"),)),
    Twin("Attention.forward", "self.heads(", (("attend_with", "q, k = rope(q"),)),
    Twin(
        "Attention.forward",
        "scaled_dot_product_attention",
        (
            ("attend_with", "scores = scaled_scores"),
            ("attend_with", "weights = softmax(close"),
            ("attend_with", "output = np.asarray(weights @ v)"),
            ("scaled_scores", "return"),
            ("close", "return"),
            ("softmax", "return"),
        ),
    ),
    Twin("Attention.forward", "transpose", (("glue_heads", "return"), *_forward("glued = "))),
    Twin("Attention.forward", "self.proj(y)", _forward("attn.proj.weight")),
    Twin("Attention.forward", "return", _forward("attn.proj.weight")),
)


@cache
def twin_source() -> tuple[Excerpt, ...]:
    """The functions in numpy, each as it stands in its file; empty where the source is not shipped."""
    excerpts = []
    try:
        for function in SHOWN:
            lines, first = inspect.getsourcelines(function)
            excerpts.append(
                Excerpt(function.__name__, file_of(function.__module__), first, tuple(s.rstrip() for s in lines))
            )
    except OSError:
        return ()
    return tuple(excerpts)


def twin_of(function: str, text: str) -> tuple[tuple[str, int], ...]:
    """The lines in numpy for the line `text` of a function of the model: (numpy function, number in its file)."""
    by_name = {excerpt.name: excerpt for excerpt in twin_source()}
    for twin in TWINS:
        if twin.function == function and twin.fragment in text:
            return tuple((name, by_name[name].line_of(fragment)) for name, fragment in twin.lines if name in by_name)
    return ()


@dataclass(frozen=True)
class Sizes:
    """What the numpy lines have to know: heads H, base of RoPE, the small number of RMSNorm, the mask."""

    n_head: int
    rope_base: float
    norm_eps: float
    causal: bool


Found = tuple[str, str, dict[str, Array]]
"""Function of the model, fragment of its line, and by name what numpy has for the variables of that line."""


def by_hand(x: Array, weights: Mapping[str, Any], sizes: Sizes) -> Iterator[Found]:
    """Attention of one layer in numpy, in float64.

    Parameters
    ----------
    x : array (T, C)
        What the attention is given.
    weights : mapping
        ``qkv.weight (3C, C)``, ``proj.weight (C, C)``, ``q_norm.weight (D,)``, ``k_norm.weight (D,)``.
    sizes : Sizes

    Yields
    ------
    Found
        In the order in which the lines of the model end.
    """
    x = np.asarray(x, np.float64)
    w = {name: np.asarray(tensor, np.float64) for name, tensor in weights.items()}
    q: Array
    k: Array
    v: Array
    q, k, v = np.split(x @ w["qkv.weight"].T, 3, axis=1)
    yield "Attention.heads", "chunk(3", {"q": q, "k": k, "v": v}
    q, k, v = (multi_head.split_heads(part, sizes.n_head) for part in (q, k, v))
    yield "Attention.heads", "unflatten", {"q": q, "k": k, "v": v}
    q = transformer.rms_norm(q, w["q_norm.weight"], sizes.norm_eps)
    yield "RMSNorm.forward", "return", {"": q}
    k = transformer.rms_norm(k, w["k_norm.weight"], sizes.norm_eps)
    yield "RMSNorm.forward", "return", {"": k}
    yield "Attention.heads", "self.q_norm(q)", {"q": q, "k": k}
    turned = []
    for part in (q, k):
        first, second = np.split(part, 2, axis=-1)
        yield "apply_rope", "first, second", {"first": first, "second": second}
        turned.append(transformer.rope(part, sizes.rope_base))
        yield "apply_rope", "return", {"": turned[-1]}
    q, k = turned
    yield "Attention.heads", "return", {"apply_rope(q, cos, sin)": q, "apply_rope(k, cos, sin)": k, "v": v}
    yield "Attention.forward", "self.heads(", {"q": q, "k": k, "v": v}
    allowed = (mask.causal if sizes.causal else mask.all_open)(len(x))
    pattern = softmax.softmax(mask.close(scores.scaled_scores(q, k), allowed))
    heads = np.asarray(pattern @ v)
    yield "Attention.forward", "scaled_dot_product_attention", {"y": heads}
    glued = multi_head.glue_heads(heads)
    yield "Attention.forward", "transpose", {"y": glued}
    out = np.asarray(glued @ w["proj.weight"].T)
    yield "Attention.forward", "self.proj(y)", {"out": out}
    yield "Attention.forward", "return", {"out": out}
