"""The Rostok model: a small GPT, written to be read line by line.

Shapes in comments: B texts, T tokens, C model width, H heads, D head width, V vocabulary.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from rostok_gui.model.config import ModelConfig


class RMSNorm(nn.Module):
    """Divide a vector by its root mean square and scale each number (Zhang and Sennrich, 2019)."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x.to(self.weight.dtype), (x.shape[-1],), self.weight, self.eps)


def rope_table(context: int, d_head: int, base: float) -> tuple[Tensor, Tensor]:
    """Cosines and sines of the rotation angles (Su et al., 2021).

    Returns
    -------
    cos, sin : Tensor, float32, (context, D / 2)
        Position p turns the pair of dimensions (i, i + D/2) by the angle ``p * base ** (-2 i / D)``.
    """
    frequency = base ** (-torch.arange(0, d_head, 2, dtype=torch.float32) / d_head)
    angle = torch.arange(context, dtype=torch.float32)[:, None] * frequency
    return angle.cos(), angle.sin()


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turn every pair (i, i + D/2) of ``x (..., T, D)`` by the angle of its position; cos, sin ``(T, D/2)``."""
    first, second = x.chunk(2, dim=-1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)


class Attention(nn.Module):
    """Causal multi-head attention with QK-norm and rotary positions (Vaswani et al., 2017)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.n_head, self.d_head, self.causal = config.n_head, config.d_head, config.causal
        self.qkv = nn.Linear(config.d_model, 3 * config.d_model, bias=False)
        self.proj = nn.Linear(config.d_model, config.d_model, bias=False)
        self.q_norm = RMSNorm(config.d_head, config.norm_eps)
        self.k_norm = RMSNorm(config.d_head, config.norm_eps)

    def heads(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Query, key and value of every head, each ``(B, H, T, D)``, from ``x (B, T, C)``."""
        q, k, v = self.qkv(x).chunk(3, dim=-1)  # three times (B, T, C)
        q, k, v = (part.unflatten(-1, (self.n_head, self.d_head)).transpose(-3, -2) for part in (q, k, v))
        q, k = self.q_norm(q), self.k_norm(k)
        return apply_rope(q, cos, sin), apply_rope(k, cos, sin), v

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        q, k, v = self.heads(x, cos, sin)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)  # (B, H, T, D)
        y = y.transpose(-3, -2).flatten(-2)  # the heads glued together again: (B, T, C)
        out: Tensor = self.proj(y)
        return out


class MLP(nn.Module):
    """SwiGLU (Shazeer, 2020): one half of the hidden layer opens and closes the other half."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.up = nn.Linear(config.d_model, 2 * config.d_ff, bias=False)
        self.down = nn.Linear(config.d_ff, config.d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.up(x).chunk(2, dim=-1)
        out: Tensor = self.down(F.silu(gate) * up)
        return out


class Block(nn.Module):
    """One layer: attention moves information between tokens, the MLP works on each token alone."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attn_norm = RMSNorm(config.d_model, config.norm_eps)
        self.attn = Attention(config)
        self.has_mlp = config.d_ff > 0
        if self.has_mlp:
            self.mlp_norm = RMSNorm(config.d_model, config.norm_eps)
            self.mlp = MLP(config)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        x = x + self.attn(self.attn_norm(x), cos, sin)
        return self.add_mlp(x)

    def add_mlp(self, x: Tensor) -> Tensor:
        """The second half of the layer: add the MLP's output to the residual stream ``x (..., T, C)``."""
        return x + self.mlp(self.mlp_norm(x)) if self.has_mlp else x


class Rostok(nn.Module):
    """The whole model: token ids in, logits of the next token out."""

    cos: Tensor
    sin: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.n_layer))
        self.norm = RMSNorm(config.d_model, config.norm_eps)
        cos, sin = rope_table(config.context, config.d_head, config.rope_base)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        """Logits ``(B, T, V)`` for token ids ``(B, T)``."""
        cos, sin = self.cos[: ids.shape[-1]], self.sin[: ids.shape[-1]]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, cos, sin)
        return self.logits(x)

    def logits(self, x: Tensor) -> Tensor:
        """Logits ``(..., V)`` of the residual stream ``x (..., C)`` after the last layer; tied to the embedding."""
        return F.linear(self.norm(x), self.embed.weight)
