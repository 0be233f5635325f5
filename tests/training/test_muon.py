"""The optimizer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch
from tiny_training import TINY

from rostok_gui.model.config import ModelConfig
from rostok_gui.training.loop import new_model
from rostok_gui.training.muon import MuonAdamW, OptimizerSettings, clip, orthogonalise


@pytest.mark.parametrize(("dtype", "off"), [(torch.float32, 2e-3), (torch.bfloat16, 0.15)])
@pytest.mark.parametrize("shape", [(30, 30), (20, 50), (50, 20)])
def test_singular_values_come_near_one_and_directions_stay(
    shape: tuple[int, int], dtype: torch.dtype, off: float
) -> None:
    rng = np.random.default_rng(2)
    u, _, v = np.linalg.svd(rng.normal(size=shape), full_matrices=False)
    values = np.geomspace(1.0, 0.02, min(shape))
    matrix = torch.tensor((u * values) @ v, dtype=torch.float32)
    result = orthogonalise(matrix, 5, dtype)
    assert result.dtype == torch.float32
    inner = u.T @ result.numpy() @ v.T
    np.testing.assert_allclose(inner, np.diag(np.diag(inner)), atol=off)
    assert np.all((np.diag(inner) > 0.4) & (np.diag(inner) < 1.4))


def test_joined_matrices_are_orthogonalised_apart() -> None:
    """A gradient a thousand times larger in the values must not drown queries and keys."""
    model = new_model(ModelConfig(vocab_size=20, n_layer=1, n_head=2, d_model=16, d_ff=24, context=8), 1)
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    generator = torch.Generator().manual_seed(0)
    gradients = {name: torch.randn(p.shape, generator=generator) for name, p in model.named_parameters()}
    name = "blocks.0.attn.qkv.weight"
    gradients[name][32:] *= 1000
    MuonAdamW(model, OptimizerSettings(muon_lr=1e-2)).step(gradients, 1.0, 0)
    change = (dict(model.named_parameters())[name].detach() - before[name]).reshape(3, 16, 16)
    sizes = change.square().mean(dim=(1, 2)).sqrt()
    torch.testing.assert_close(sizes, torch.full((3,), 0.2 * 1e-2), rtol=0.3, atol=0)


def test_adam_is_that_of_torch() -> None:
    model, twin = new_model(TINY.model, 1), new_model(TINY.model, 1)
    every = ("q", "k", "v", "proj", "gate", "up", "down")
    settings = OptimizerSettings(adam_lr=1e-2, adam_parts=every, weight_decay=0.3, eps=1e-8)
    ours = MuonAdamW(model, settings)
    matrices = [p for n, p in twin.named_parameters() if p.ndim == 2 and not n.startswith("embed")]
    others = [p for n, p in twin.named_parameters() if p.ndim == 1 or n.startswith("embed")]
    groups = [{"params": matrices, "weight_decay": 0.3}, {"params": others, "weight_decay": 0.0}]
    theirs = torch.optim.AdamW(groups, lr=1e-2, betas=settings.betas, eps=1e-8)
    generator = torch.Generator().manual_seed(0)
    for step in range(5):
        gradients = {name: torch.randn(p.shape, generator=generator) for name, p in model.named_parameters()}
        for name, p in twin.named_parameters():
            p.grad = gradients[name].clone()
        ours.step(gradients, 1.0, step)
        theirs.step()
    for p, q in zip(model.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(p, q, atol=1e-6, rtol=1e-5)


def test_embedding_and_norms_do_not_decay_and_a_factor_of_zero_moves_nothing() -> None:
    model = new_model(TINY.model, 1)
    nothing = {name: torch.zeros_like(p) for name, p in model.named_parameters()}
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    optimizer = MuonAdamW(model, OptimizerSettings(muon_lr=0.1, adam_lr=0.1, weight_decay=0.5))
    optimizer.step({n: torch.ones_like(g) for n, g in nothing.items()}, 0.0, 0)
    assert all(torch.equal(p, before[name]) for name, p in model.named_parameters())
    optimizer = MuonAdamW(model, OptimizerSettings(muon_lr=0.1, adam_lr=0.1, weight_decay=0.5))
    optimizer.step(nothing, 1.0, 0)
    for name, p in model.named_parameters():
        shrinks = p.ndim == 2 and not name.startswith("embed")
        torch.testing.assert_close(p.detach(), before[name] * (0.95 if shrinks else 1.0))


def test_clipping_keeps_the_direction() -> None:
    gradients = [torch.tensor([3.0, 0.0]), torch.tensor([[0.0, 4.0]])]
    assert clip(gradients, 1.0) == pytest.approx(5.0)
    torch.testing.assert_close(gradients[0], torch.tensor([0.6, 0.0]))
    torch.testing.assert_close(gradients[1], torch.tensor([[0.0, 0.8]]))
    assert clip(gradients, 2.0) == pytest.approx(1.0)
    torch.testing.assert_close(gradients[0], torch.tensor([0.6, 0.0]))


def test_threads_that_share_the_parts_give_the_same_weights() -> None:
    model, twin = new_model(TINY.model, 1), new_model(TINY.model, 1)
    alone, shared = MuonAdamW(model, OptimizerSettings()), MuonAdamW(twin, OptimizerSettings())
    generator = torch.Generator().manual_seed(0)
    with ThreadPoolExecutor(3) as pool:
        for step in range(4):
            gradients = {name: torch.randn(p.shape, generator=generator) for name, p in model.named_parameters()}
            alone.step(gradients, 1.0, step)
            shared.step(gradients, 1.0, step, pool.map)
    for p, q in zip(model.parameters(), twin.parameters(), strict=True):
        assert torch.equal(p, q)
