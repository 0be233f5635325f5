"""Measures what attention costs on the device in use."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from rostok_gui.engine.cost import CostMeasured, CostPoint, MeasureCost
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.inspected import inspect, masked_softmax
from rostok_gui.model.rostok import Block, Rostok
from rostok_gui.model.tokenizer import Token

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job

ENOUGH_SECONDS = 0.15
"""No measurement is repeated longer than this once three runs are in."""


@torch.inference_mode()
def measure_cost(engine: Engine, request: MeasureCost, job: Job) -> CostMeasured:
    """Run every length several times; reports the points measured so far after each length."""
    loaded = engine.need_current()
    model = loaded.module
    if not isinstance(model, Rostok) or not model.config.n_layer:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” has no attention to measure. Choose another model."),
            name=loaded.checkpoint.name,
        )
    device_name = next((info.name for info in engine.devices if info.id == loaded.device), loaded.device)
    lengths = [n for n in sorted(set(request.lengths)) if 1 <= n <= model.config.context]
    points: list[CostPoint] = []

    def measured() -> CostMeasured:
        shape = (model.config.n_layer, model.config.n_head)
        return CostMeasured(loaded.checkpoint.name, device_name, *shape, tuple(points))

    job.progress(0, len(lengths), measured())
    for done, n_token in enumerate(lengths, start=1):
        points.append(_point(model, n_token, request.repeats, job.cancel.check))
        job.progress(done, len(lengths), measured())
    return measured()


def _point(model: Rostok, n_token: int, repeats: int, check: Callable[[], None]) -> CostPoint:
    """The four times of one length, on token ids drawn with a fixed seed (times do not depend on the words)."""
    device = model.embed.weight.device
    ids = torch.randint(model.config.vocab_size, (n_token,), generator=torch.Generator().manual_seed(n_token))
    tokens = tuple(Token(int(i), b"", "·") for i in ids)
    ids = ids.to(device)
    cos, sin = model.cos[:n_token], model.sin[:n_token]
    block = model.blocks[0]
    assert isinstance(block, Block)
    x = block.attn_norm(model.embed(ids))[None]
    q, k, v = (part[0] for part in block.attn.heads(x, cos, sin))
    allowed = torch.ones(n_token, n_token, dtype=torch.bool, device=device).tril()

    def squares() -> Tensor:
        return masked_softmax(q @ k.transpose(-1, -2) / block.attn.d_head**0.5, None, allowed) @ v

    def median(run: Callable[[], object]) -> float:
        return _median(run, repeats, device, check)

    return CostPoint(
        n_token,
        median(squares),
        median(lambda: block.attn(x, cos, sin)),
        median(lambda: model(ids[None])),
        median(lambda: inspect(model, "", tokens, checkpoint=check)),
    )


def _median(run: Callable[[], object], repeats: int, device: torch.device, check: Callable[[], None]) -> float:
    """Median time of `run` in seconds; the first run only warms up and does not count."""
    times: list[float] = []
    run()
    while len(times) < 3 or (len(times) < repeats and sum(times) < ENOUGH_SECONDS):
        check()
        _wait_for(device)
        started = time.perf_counter()
        run()
        _wait_for(device)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _wait_for(device: torch.device) -> None:
    """A GPU answers before it has computed: wait until it has."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type == "mps":
        torch.mps.synchronize()
