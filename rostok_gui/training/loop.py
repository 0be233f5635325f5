"""The training loop: rows in, gradients, an optimizer step, now and then a measurement and a state file."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.rostok import Rostok
from rostok_gui.model.window import Window
from rostok_gui.training.corpus import Encode, MicroBatch, Rows, pack, story_row
from rostok_gui.training.dropout import Dropout
from rostok_gui.training.muon import MuonAdamW, clip
from rostok_gui.training.recipe import EMBED_SIZE, Recipe
from rostok_gui.training.resting import forward_with_rest
from rostok_gui.training.schedule import learning_rate_factor
from rostok_gui.training.state_file import read_state, write_state


@dataclass(frozen=True)
class Progress:
    """Where a training stands after a step.

    Attributes
    ----------
    step, tokens : int
        Steps made and tokens learned from.
    used : float
        Share of the run that is over, 0 to 1.
    loss : float
        Training loss of the step in nats per token.
    held_out : float or None
        Held-out loss, if it was measured after this step.
    tokens_per_second : float
    seconds_left : float
    """

    step: int
    tokens: int
    used: float
    loss: float
    held_out: float | None
    tokens_per_second: float
    seconds_left: float


def new_model(
    config: ModelConfig,
    seed: int,
    *,
    qk_gain: float = 1.0,
    embed_size: float = EMBED_SIZE,
    embed_common: float = 0.0,
) -> nn.Module:
    """Return a model with random weights: normal, the smaller the more numbers are added up.

    What writes into the residual stream begins smaller still. For `qk_gain`, `embed_size` and `embed_common`
    see `Run`; the last norm begins so that the logits are equally small with any size of embedding.
    """
    model: nn.Module = Window(config) if config.architecture == "window" else Rostok(config)
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        if parameter.ndim == 2:
            scale = embed_size if name.startswith("embed") else parameter.shape[1] ** -0.5
            if name.endswith(("attn.proj.weight", "mlp.down.weight")):
                scale *= (2 * config.n_layer) ** -0.5
            nn.init.normal_(parameter, std=scale, generator=generator)
        elif name.endswith(("q_norm.weight", "k_norm.weight")):
            nn.init.constant_(parameter, qk_gain)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
        elif name == "norm.weight":
            nn.init.constant_(parameter, EMBED_SIZE / embed_size)
    if embed_common:
        embedding = model.get_parameter("embed.weight")
        common = torch.randn(config.d_model, generator=generator)
        embedding.data.add_(common, alpha=embed_common * embed_size)
    return model


def bfloat16_pays(device: torch.device) -> bool:
    """Measure whether a product of matrices is faster in bfloat16: on many processors it is slower by far."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())

    def seconds(dtype: torch.dtype) -> float:
        a = torch.ones(192, 192, dtype=dtype, device=device)
        times = []
        for _ in range(7):  # the shortest: the others were interrupted by something
            started = time.perf_counter()
            a @ a
            times.append(time.perf_counter() - started)
        return min(times)

    return seconds(torch.bfloat16) < 0.7 * seconds(torch.float32)


class Gradients:
    """Loss and gradients of the batches of one step.

    On the CPU several threads, each with one core, take batch after batch: nobody waits for the slowest core inside a
    matrix product, which matters on a computer that is used for other things too. The sum is always made in the same
    order, so that a resumed run is equal bit for bit.
    """

    def __init__(self, model: nn.Module, device: torch.device, threads: int, dropout: float = 0.0) -> None:
        self.model, self.device = model, device
        self.dropout = Dropout(model, dropout)
        self.names = [name for name, _ in model.named_parameters()]
        self.parameters = list(model.parameters())
        self.bfloat16 = False
        self.pool = ThreadPoolExecutor(threads, "gradients", initializer=torch.set_num_threads, initargs=(1,))
        self.parallel = device.type == "cpu" and threads > 1

    def close(self) -> None:
        """Let the threads go."""
        self.pool.shutdown()

    def __call__(
        self, batches: Sequence[MicroBatch], price: float = 0.0, price_heads: int = 1, seed: Sequence[int] = (0,)
    ) -> tuple[float, dict[str, Tensor]]:
        """Mean loss in nats, and the gradient of every parameter of the loss with the `price` of looking in it.

        What is dropped follows from `seed`.
        """
        count = sum(batch.tokens for batch in batches)
        seeds = [(*seed, i) for i in range(len(batches))]
        results = self.pool.map(lambda b, s: self._of(b, count, price, price_heads, s), batches, seeds)
        loss, total = next(results)
        for more, gradients in results:
            loss += more
            for have, gradient in zip(total, gradients, strict=True):
                have.add_(gradient)
        return loss, dict(zip(self.names, total, strict=True))

    def _of(
        self, batch: MicroBatch, count: int, price: float, price_heads: int, seed: Sequence[int]
    ) -> tuple[float, list[Tensor]]:
        with torch.enable_grad(), self.dropout.seeded(seed, self.device):
            summed, rest = summed_loss(self.model, batch, self.device, self.bfloat16, with_rest=price > 0)
            loss = summed / count
            paying = rest.topk(min(price_heads, len(rest))).values
            cost = loss + price * (1 - paying.mean()) * (batch.tokens / count)
            gradients = torch.autograd.grad(cost, self.parameters)
        return float(loss.detach()), [gradient.float() for gradient in gradients]

    @torch.no_grad()
    def mean_loss(self, batches: Sequence[MicroBatch]) -> float:
        """Mean loss in nats without learning."""
        losses = self.pool.map(self._loss, batches)
        return sum(losses) / sum(batch.tokens for batch in batches)

    def _loss(self, batch: MicroBatch) -> float:
        with torch.no_grad():
            return float(summed_loss(self.model, batch, self.device, self.bfloat16)[0])


def summed_loss(
    model: nn.Module, batch: MicroBatch, device: torch.device, bfloat16: bool, *, with_rest: bool = False
) -> tuple[Tensor, Tensor]:
    """Summed loss in nats of the learned tokens of a batch; how much each head rests, where that is known (else one 0).

    The causal mask keeps padding, which comes last, unseen.
    """
    inputs = torch.from_numpy(batch.inputs).to(device)
    targets = torch.from_numpy(batch.targets).to(device)
    with torch.autocast(device.type, torch.bfloat16, enabled=bfloat16):
        if isinstance(model, Rostok) and model.config.causal and (with_rest or device.type == "cpu"):
            logits, rest = forward_with_rest(model, inputs, targets != -100)
        else:
            logits, rest = model(inputs), torch.zeros(1, device=device)
    loss = F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), ignore_index=-100, reduction="sum")
    return loss, rest


class Trainer:
    """One training, from its first step to its last, over any number of interruptions.

    Parameters
    ----------
    recipe : Recipe
    stories, held_out : sequence of str
    encode : callable
        Text to token ids, without the start mark.
    state_path : Path
        Where the state is kept.
    device : str
    threads : int
        Processor cores to be used on the CPU.
    begin : dict of str to Tensor, optional
        Weights to begin with; random ones without.
    """

    def __init__(
        self,
        recipe: Recipe,
        stories: Sequence[str],
        held_out: Sequence[str],
        encode: Encode,
        state_path: Path,
        *,
        device: str = "cpu",
        threads: int = 1,
        begin: dict[str, Tensor] | None = None,
    ) -> None:
        self.recipe, self.state_path, self.device = recipe, state_path, torch.device(device)
        config = recipe.model
        self.model = new_model(
            config,
            recipe.run.seed,
            qk_gain=recipe.run.qk_gain,
            embed_size=recipe.run.embed_size,
            embed_common=recipe.run.embed_common,
        )
        if begin is not None:
            self.model.load_state_dict(begin)
        self.model.to(self.device)
        self.gradients = Gradients(self.model, self.device, threads, recipe.run.dropout)
        self.optimizer = MuonAdamW(self.model, recipe.optimizer)
        self._use_bfloat16(bfloat16_pays(self.device))
        context = 512 if config.architecture == "window" else config.context  # a window slides along any text
        self.rows = Rows(
            stories,
            encode,
            recipe.rows,
            vocab_size=config.vocab_size,
            start_token=config.start_token,
            context=context,
            padded=config.causal,
            seed=recipe.run.seed,
            seen=recipe.run.seen_stories,
        )
        self.measured_on = pack(
            [story_row(encode(story), config.start_token, context - 1, end=False) for story in held_out],
            recipe.rows.micro_batch,
            padded=config.causal,
        )
        self.step, self.tokens, self.seconds = 0, 0, 0.0
        self.best, self.best_weights = math.inf, self.weights()
        self.history: list[tuple[int, int, float]] = []
        self.stop_requested = False

    def _use_bfloat16(self, use: bool) -> None:
        self.gradients.bfloat16 = use
        self.optimizer.dtype = torch.bfloat16 if use else torch.float32

    def weights(self) -> dict[str, Tensor]:
        """A copy of the weights as they are now."""
        return {name: p.detach().clone() for name, p in self.model.named_parameters()}

    @property
    def used(self) -> float:
        """Share of the run that is over."""
        run = self.recipe.run
        shares = [self.step / run.steps if run.steps else 0.0, self.seconds / 60 / run.minutes if run.minutes else 0.0]
        return min(1.0, max(shares))

    def run(self, on_snapshot: Callable[[Trainer], None] = lambda _: None) -> Iterator[Progress]:
        """Train until the limit or until `stop_requested`; the state is saved in either case.

        Yields
        ------
        Progress
            After every step.
        """
        run = self.recipe.run
        if not run.steps and not run.minutes:
            raise RostokError(QT_TRANSLATE_NOOP("messages", "A training needs a limit: minutes or steps."))
        on_snapshot(self)
        while self.used < 1.0 and not self.stop_requested:
            started = time.perf_counter()
            before = self.seconds
            loss, tokens = self._one_step()
            self.seconds = before + time.perf_counter() - started
            done = self.used >= 1.0
            held_out = self.measure() if done or self.step % run.measure_every == 0 else None
            self.seconds = before + time.perf_counter() - started
            on_snapshot(self)
            if done or self.stop_requested or self.step % run.save_every == 0:
                self.save()
            yield self._progress(loss, held_out, tokens / (time.perf_counter() - started))
        if self.stop_requested:
            self.save()

    def _one_step(self) -> tuple[float, int]:
        run = self.recipe.run
        batches = self.rows.take(run.tokens_per_step)
        price = run.price if self.used < run.price_until else 0.0
        loss, gradients = self.gradients(batches, price, run.price_heads, (run.seed, self.step))
        if not math.isfinite(loss):
            raise RostokError(
                QT_TRANSLATE_NOOP(
                    "messages",
                    "The loss is no longer a number (step {step}). Resume from the last state with a smaller learning "
                    "rate.",
                ),
                step=self.step,
            )
        clip(gradients.values(), run.clip)
        factor = learning_rate_factor(self.step, self.used, warmup=run.warmup, decay_share=run.decay_share)
        self.optimizer.step(gradients, factor, self.step, self.gradients.pool.map)
        tokens = sum(batch.tokens for batch in batches)
        self.step += 1
        self.tokens += tokens
        return loss, tokens

    def measure(self) -> float:
        """Held-out loss in nats per token; the weights are kept if it is the lowest so far."""
        loss = self.gradients.mean_loss(self.measured_on)
        self.history.append((self.step, self.tokens, loss))
        if loss < self.best:
            self.best, self.best_weights = loss, self.weights()
        return loss

    def _progress(self, loss: float, held_out: float | None, speed: float) -> Progress:
        left = self.seconds / self.used * (1 - self.used) if self.used else math.inf
        return Progress(self.step, self.tokens, self.used, loss, held_out, speed, left)

    def save(self) -> None:
        """Write the state; an interruption in the middle leaves the state before."""
        tensors: dict[str, Tensor] = {f"model/{name}": p for name, p in self.model.named_parameters()}
        tensors |= {f"best/{name}": t for name, t in self.best_weights.items()}
        tensors |= {f"optimizer/{name}": t for name, t in self.optimizer.state.items()}
        facts: dict[str, Any] = {
            "recipe": self.recipe.to_dict(),
            "step": self.step,
            "tokens": self.tokens,
            "seconds": self.seconds,
            "position": self.rows.position,
            "bfloat16": self.gradients.bfloat16,
            "best": self.best if math.isfinite(self.best) else None,
            "history": self.history,
        }
        write_state(self.state_path, tensors, facts)

    def resume(self) -> None:
        """Go back to the saved state."""
        tensors, facts = read_state(self.state_path)
        try:
            for name, parameter in self.model.named_parameters():
                parameter.data.copy_(tensors[f"model/{name}"])
                self.best_weights[name].copy_(tensors[f"best/{name}"])
            for name, tensor in self.optimizer.state.items():
                tensor.copy_(tensors[f"optimizer/{name}"])
            self.step, self.tokens, self.seconds = facts["step"], facts["tokens"], facts["seconds"]
            epoch, chunk, index = facts["position"]
            # Measured anew it might come out otherwise; a state of an older program does not say.
            self._use_bfloat16(facts.get("bfloat16", self.gradients.bfloat16))
            self.best = math.inf if facts["best"] is None else facts["best"]
            self.history = [(step, tokens, loss) for step, tokens, loss in facts["history"]]
        except (KeyError, RuntimeError, ValueError) as error:
            raise RostokError(
                QT_TRANSLATE_NOOP("messages", "The training state {path} is of another model: {reason}"),
                path=self.state_path,
                reason=error,
            ) from error
        self.rows.position = (epoch, chunk, index)

    def close(self) -> None:
        """Let the threads go."""
        self.gradients.close()


def as_numpy(weights: dict[str, Tensor]) -> dict[str, Any]:
    """Weights as float32 arrays."""
    return {name: np.asarray(t.detach().float().cpu().numpy()) for name, t in weights.items()}
