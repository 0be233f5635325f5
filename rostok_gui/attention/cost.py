"""The price of attention: how many scores, how many bytes, how many weights.

Every token is compared with every other, so twice the text is four times the work. The weights, though, do not grow
with the text at all; those of a window of n tokens grow with n.
"""

from __future__ import annotations


def scores_per_head(n_tokens: int) -> int:
    """T^2: the scores that one head computes."""
    return n_tokens**2


def kept(n_tokens: int) -> int:
    """T (T + 1) / 2: the scores of one head that the causal mask leaves open, the diagonal among them."""
    return n_tokens * (n_tokens + 1) // 2


def all_heads(n_tokens: int, n_layer: int, n_head: int) -> int:
    """Scores of all heads of all layers in one pass over T tokens."""
    return n_layer * n_head * scores_per_head(n_tokens)


def memory_bytes(n_tokens: int, n_head: int, dtype_bytes: int = 4) -> int:
    """Bytes that the weights of `n_head` heads take when every one of the T^2 places is kept.

    Parameters
    ----------
    dtype_bytes : int
        Of one number: 4 for float32, 2 for float16 and bfloat16.
    """
    return n_head * scores_per_head(n_tokens) * dtype_bytes


def window_weights(n: int, width: int = 48, hidden: int = 384) -> int:
    """Weights of the first layer of a network that sees `n` tokens of `width` numbers, glued."""
    return n * width * hidden


def attention_weights(d_model: int) -> int:
    """4 C^2: the weights W_Q, W_K, W_V and W_O of one attention layer, whatever the length of the text."""
    return 4 * d_model**2
