"""Attention as the training computes it."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from rostok_gui.model.config import ModelConfig
from rostok_gui.training.loop import new_model
from rostok_gui.training.resting import ROWS, attend_by_rows, forward_with_rest


@pytest.mark.parametrize("n", [1, 7, ROWS - 1, ROWS, ROWS + 1, 2 * ROWS + 37])
@pytest.mark.parametrize(("dtype", "off"), [(torch.float32, 1e-5), (torch.bfloat16, 0.03)])
def test_attention_by_rows_is_attention(n: int, dtype: torch.dtype, off: float) -> None:
    generator = torch.Generator().manual_seed(n)
    q, k, v = (torch.randn(2, 3, n, 8, generator=generator).requires_grad_() for _ in range(3))
    y, on_start = attend_by_rows(q, k, v.to(dtype))
    pattern = (q @ k.mT * 8**-0.5).masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), -torch.inf).softmax(-1)
    expected = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert y.dtype == dtype
    torch.testing.assert_close(y.float(), expected, atol=off, rtol=off)
    torch.testing.assert_close(on_start, pattern[..., 0], atol=off, rtol=off)
    direction = torch.randn(2, 3, n, 8, generator=generator)
    ours = torch.autograd.grad((y.float() * direction).sum(), (q, k, v))
    theirs = torch.autograd.grad((expected * direction).sum(), (q, k, v))
    for a, b in zip(ours, theirs, strict=True):
        torch.testing.assert_close(a, b, atol=4 * off, rtol=4 * off)


def test_the_model_says_the_same_and_rest_is_its_weight_on_the_start_mark() -> None:
    config = ModelConfig(vocab_size=20, n_layer=2, n_head=2, d_model=16, d_ff=24, context=2 * ROWS)
    model = new_model(config, 1, qk_gain=3.0, embed_size=1.0)
    n = ROWS + 9
    ids = torch.randint(1, 20, (3, n), generator=torch.Generator().manual_seed(0))
    counted = torch.zeros(3, n, dtype=torch.bool)
    counted[1, 5] = True
    with torch.no_grad():
        logits, rest = forward_with_rest(model, ids, counted)  # type: ignore[arg-type]
        torch.testing.assert_close(logits, model(ids), atol=1e-5, rtol=1e-5)
        block = model.get_submodule("blocks.0")
        q, k, _ = block.attn.heads(block.attn_norm(model.embed(ids)), model.cos[:n], model.sin[:n])  # type: ignore
        scores = (q[1, :, 5, None] * k[1, :, :6]).sum(-1) * 8**-0.5
    torch.testing.assert_close(rest[:2], scores.softmax(-1)[:, 0], atol=1e-5, rtol=1e-5)
