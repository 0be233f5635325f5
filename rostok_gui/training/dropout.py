"""Dropout (Srivastava et al., 2014) on what attention and MLP add to the residual stream, in training alone.

It hangs on a finished model from outside, so that the model's own code stays what a class reads line by line.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

ADDING = (".proj", ".down")
"""Endings of the modules whose output is added to the residual stream."""


class Dropout:
    """Sets a share of the numbers to zero and scales up the rest.

    The random numbers of a batch come from a seed of its own, whichever thread works on it: a resumed run is equal bit
    for bit.

    Parameters
    ----------
    model : nn.Module
    share : float
        Share of the numbers set to zero, 0 to below 1; with 0 nothing is hung on.
    """

    def __init__(self, model: nn.Module, share: float) -> None:
        self.share = share
        self._of_thread = threading.local()
        for name, module in model.named_modules():
            if share > 0 and name.endswith(ADDING):
                module.register_forward_hook(self._drop)

    @contextmanager
    def seeded(self, seed: Sequence[int], device: torch.device) -> Iterator[None]:
        """Drop numbers inside this block, in this thread; outside nothing is dropped."""
        state = 0
        for number in seed:
            state = (state * 1_000_003 + number) % 2**63
        self._of_thread.generator = torch.Generator(device).manual_seed(state)
        try:
            yield
        finally:
            self._of_thread.generator = None

    def _drop(self, _module: nn.Module, _inputs: Any, output: Tensor) -> Tensor:
        generator = getattr(self._of_thread, "generator", None)
        if generator is None:
            return output
        kept = torch.rand(output.shape, generator=generator, device=output.device) >= self.share
        return output * kept * (1 / (1 - self.share))
