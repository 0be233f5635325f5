"""The optimizer: Muon for matrices, AdamW for everything else, one class for both.

Muon (Jordan et al., 2024) replaces the averaged gradient of a matrix by the nearest matrix whose singular values are
all about 1, so that no direction of the update drowns the others. A matrix that is several matrices in one (query, key
and value; gate and up) is cut apart first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

PARTS = {"attn.qkv.weight": ("q", "k", "v"), "mlp.up.weight": ("gate", "up")}
"""Matrices that hold several matrices, one below the other."""


def orthogonalise(matrix: Tensor, steps: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Push all singular values of ``matrix (R, S)`` towards 1 by Newton-Schulz steps (Jordan et al., 2024).

    The steps are made in `dtype`; the result is float32.
    """
    a, b, c = 3.4445, -4.7750, 2.0315
    tall = matrix.shape[0] > matrix.shape[1]
    x: Tensor = ((matrix.T if tall else matrix) / (matrix.norm() + 1e-7)).to(dtype)
    for _ in range(steps):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return (x.T if tall else x).float()


@dataclass(frozen=True)
class OptimizerSettings:
    """Numbers of the optimizer; learning rates are those of the schedule's top.

    Attributes
    ----------
    muon_lr, adam_lr : float
        One update of a matrix has root mean square ``0.2 * muon_lr`` in both cases (Liu et al., 2025), so the two
        rates can be compared.
    adam_parts : tuple of str
        Matrices by their short name (``q k v proj gate up down hidden``) that AdamW moves instead of Muon.
    weight_decay : float
        For matrices alone, never for norms and embedding.
    """

    muon_lr: float = 3e-3
    adam_lr: float = 2e-3
    adam_parts: tuple[str, ...] = ()
    weight_decay: float = 0.0
    momentum: float = 0.95
    newton_schulz_steps: int = 4
    betas: tuple[float, float] = (0.9, 0.98)
    eps: float = 1e-10


@dataclass(frozen=True)
class _Part:
    name: str  # of the parameter, with the short name of the part
    parameter: str
    rows: slice
    muon: bool
    decay: bool


def _parts(name: str, parameter: Tensor, settings: OptimizerSettings) -> Iterator[_Part]:
    matrix = parameter.ndim == 2 and not name.startswith(("embed", "out"))
    suffix = next((s for s in PARTS if name.endswith(s)), None)
    shorts = PARTS[suffix] if suffix else (name.split(".")[-2],)
    height = parameter.shape[0] // len(shorts)
    for i, short in enumerate(shorts):
        rows = slice(i * height, (i + 1) * height)
        yield _Part(f"{name}:{short}", name, rows, matrix and short not in settings.adam_parts, matrix)


class MuonAdamW:
    """Moves the parameters of a model; its whole memory is `state`, a flat dict of tensors.

    Parameters
    ----------
    model : nn.Module
    settings : OptimizerSettings
    dtype : torch.dtype
        Of the products inside Muon: bfloat16 where it is fast.
    """

    def __init__(self, model: nn.Module, settings: OptimizerSettings, dtype: torch.dtype = torch.float32) -> None:
        self.settings, self.dtype = settings, dtype
        self.parameters: dict[str, Tensor] = {name: p.data for name, p in model.named_parameters()}
        self.parts = [part for name, p in self.parameters.items() for part in _parts(name, p, settings)]
        self.state: dict[str, Tensor] = {}
        for part in self.parts:
            view = self.parameters[part.parameter][part.rows]
            for key in ("momentum",) if part.muon else ("first", "second"):
                self.state[f"{part.name}:{key}"] = torch.zeros_like(view)

    def step(
        self,
        gradients: Mapping[str, Tensor],
        factor: float,
        step: int,
        run: Callable[[Callable[[_Part], None], list[_Part]], Iterable[None]] = map,
    ) -> None:
        """Move every parameter once.

        Parameters
        ----------
        gradients : mapping of str to Tensor
        factor : float
            What the schedule leaves of the learning rates, 0 to 1.
        step : int
            Number of this step, from 0.
        run : callable
            Like `map`; that of a pool lets several threads share the parts, none of which looks at another.
        """

        @torch.no_grad()
        def move(part: _Part) -> None:
            weight = self.parameters[part.parameter][part.rows]
            gradient = gradients[part.parameter][part.rows]
            rate = factor * (self.settings.muon_lr if part.muon else self.settings.adam_lr)
            if part.decay:
                weight.mul_(1 - rate * self.settings.weight_decay)
            update = self._muon(part, gradient) if part.muon else self._adam(part, gradient, step)
            weight.add_(update, alpha=-rate)

        for _ in run(move, self.parts):
            pass

    def _muon(self, part: _Part, gradient: Tensor) -> Tensor:
        beta = self.settings.momentum
        momentum = self.state[f"{part.name}:momentum"].lerp_(gradient, 1 - beta)
        ahead = gradient.lerp(momentum, beta)  # Nesterov
        direction = orthogonalise(ahead, self.settings.newton_schulz_steps, self.dtype)
        return direction.mul_(0.2 * max(gradient.shape) ** 0.5)

    def _adam(self, part: _Part, gradient: Tensor, step: int) -> Tensor:
        beta1, beta2 = self.settings.betas
        first = self.state[f"{part.name}:first"].lerp_(gradient, 1 - beta1)
        second = self.state[f"{part.name}:second"].lerp_(gradient.square(), 1 - beta2)
        scale = (second / (1 - beta2 ** (step + 1))).sqrt_().add_(self.settings.eps)
        update: Tensor = first / (1 - beta1 ** (step + 1)) / scale
        return update


def clip(gradients: Iterable[Tensor], limit: float) -> float:
    """Scale all gradients down together until their common norm is at most `limit`; return the norm before."""
    gradients = list(gradients)
    norm = float(torch.stack([g.norm() for g in gradients]).norm())
    if norm > limit:
        for gradient in gradients:
            gradient.mul_(limit / norm)
    return norm
