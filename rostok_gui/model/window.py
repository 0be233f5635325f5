"""The network of the previous chapter: it sees a fixed window of tokens and nothing before it."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from rostok_gui.model.config import ModelConfig


class Window(nn.Module):
    """The last n embeddings glued into one vector, one hidden layer, logits (Bengio et al., 2003).

    Parameters
    ----------
    config : ModelConfig
        `context` tokens of width `d_model` each, `d_ff` hidden neurons.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab_size, config.d_model)
        self.hidden = nn.Linear(config.context * config.d_model, config.d_ff)
        self.out = nn.Linear(config.d_ff, config.vocab_size)

    def forward(self, ids: Tensor) -> Tensor:
        """Logits ``(B, T, V)`` for token ids ``(B, T)``; places before the text hold the start mark."""
        n = self.config.context
        padded = F.pad(ids, (n - 1, 0), value=self.config.start_token)
        windows = padded.unfold(-1, n, 1)  # (B, T, n), the token itself last
        glued = self.embed(windows).flatten(-2)  # (B, T, n * d_model)
        out: Tensor = self.out(torch.tanh(self.hidden(glued)))
        return out
