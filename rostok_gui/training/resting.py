"""A small price on looking, so that heads with little to look for rest on the start mark.

Softmax forces every query to spend its whole weight somewhere. In large models heads with nothing to do learn to spend
it on the first token (attention sinks: Xiao et al., 2023); in a small model, trained for a short time, that comes late.
The price brings it sooner: training adds ``price * (1 - mean weight on position 0)`` of the few heads that rest most
already. A head that is worth more to the model than its share of the price goes on looking.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor

from rostok_gui.model.rostok import Block, Rostok


def forward_with_rest(model: Rostok, ids: Tensor, counted: Tensor) -> tuple[Tensor, Tensor]:
    """Run the model and see how much its heads rest.

    Parameters
    ----------
    model : Rostok
        Causal.
    ids : int Tensor (B, T)
    counted : bool Tensor (B, T)
        The queries that count.

    Returns
    -------
    logits : Tensor (B, T, V)
        As ``model(ids)`` gives them.
    rest : Tensor (L * H,)
        Mean weight of every head on position 0 over the counted queries.
    """
    n = ids.shape[-1]
    cos, sin = model.cos[:n], model.sin[:n]
    future = torch.ones(n, n, dtype=torch.bool, device=ids.device).triu(1)
    x = model.embed(ids)
    rests = []
    for block in cast("list[Block]", list(model.blocks)):
        q, k, v = block.attn.heads(block.attn_norm(x), cos, sin)
        scores = (q @ k.transpose(-2, -1) * block.attn.d_head**-0.5).masked_fill(future, -torch.inf)
        pattern = scores.softmax(dim=-1)  # (B, H, T, T)
        rests.append(pattern[..., 0].transpose(1, 2)[counted].mean(dim=0))
        x = x + block.attn.proj((pattern @ v).transpose(-3, -2).flatten(-2))
        x = block.add_mlp(x)
    return model.logits(x), torch.cat(rests)
