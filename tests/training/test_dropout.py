"""Dropout hangs on a model from outside, follows from a seed alone and is gone wherever nobody trains."""

from __future__ import annotations

import torch
from torch import nn

from rostok_gui.training.dropout import Dropout

CPU = torch.device("cpu")


def layer() -> nn.Sequential:
    model = nn.Sequential()
    proj = nn.Linear(40, 500, bias=False)
    nn.init.constant_(proj.weight, 0.1)
    model.add_module("proj", proj)
    holder = nn.Sequential()
    holder.add_module("block", model)
    return holder


def test_a_share_is_set_to_zero_and_the_rest_makes_up_for_it() -> None:
    model = layer()
    dropout = Dropout(model, 0.25)
    x = torch.ones(80, 40)
    whole = model(x)
    with dropout.seeded((3, 1), CPU):
        dropped = model(x)
    zero = dropped == 0
    assert abs(float(zero.float().mean()) - 0.25) < 0.01
    torch.testing.assert_close(dropped[~zero], whole[~zero] / 0.75)
    torch.testing.assert_close(model(x), whole)


def test_it_follows_from_the_seed() -> None:
    model = layer()
    dropout = Dropout(model, 0.5)

    def run(*seed: int) -> torch.Tensor:
        with dropout.seeded(seed, CPU):
            return model(torch.ones(4, 40))

    assert torch.equal(run(1, 2), run(1, 2))
    assert not torch.equal(run(1, 2), run(2, 1))


def test_without_a_share_nothing_is_hung_on() -> None:
    model = layer()
    dropout = Dropout(model, 0.0)
    with dropout.seeded((1,), CPU):
        assert not bool((model(torch.ones(4, 40)) == 0).any())
