"""One layer of attention alone, and the whole model, on the same tokens in two orders."""

from __future__ import annotations

import numpy as np
import torch

from rostok_gui.engine.engine import Engine, Job
from rostok_gui.engine.order import Array, OrderResult, Reordered, ReorderTokens
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.inspected import Pass, inspect
from rostok_gui.model.interventions import RopeOff
from rostok_gui.model.rostok import Block, Rostok
from rostok_gui.model.tokenizer import Token

WITHOUT_ROPE = (RopeOff(None, None),)


@torch.inference_mode()
def reorder_tokens(engine: Engine, request: ReorderTokens, job: Job) -> OrderResult:
    """Compare both orders, with RoPE and without."""
    loaded = engine.need_current()
    model = loaded.module
    assert isinstance(model, Rostok)
    tokenizer, position = loaded.checkpoint.tokenizer, request.position
    fits = position < len(request.ids) <= model.config.context and max(request.ids) < tokenizer.size
    if not fits or sorted(request.order) != list(range(position)):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "The new order does not belong to this text. Shuffle the tokens again.")
        )
    tokens = tokenizer.tokens(request.ids[: position + 1])
    moved = tuple(tokens[i] for i in (*request.order, position))

    def compare(under: tuple[RopeOff, ...]) -> Reordered:
        def run(text: tuple[Token, ...]) -> Pass:
            return inspect(model, loaded.checkpoint.name, text, under, checkpoint=job.cancel.check)

        return compared(model, run(tokens), run(moved), request.order, rope=not under)

    return OrderResult(tokens, compare(()), compare(WITHOUT_ROPE))


def compared(model: Rostok, first: Pass, second: Pass, order: tuple[int, ...], rope: bool) -> Reordered:
    """What the last token gets in two orders; `first` and `second` are the passes of the whole model."""
    place = torch.tensor([*order, len(order)], device=model.embed.weight.device)
    changes, before, after = [], [], []
    size = 0.0
    for number, block in enumerate(model.blocks):
        assert isinstance(block, Block)
        stream = first.residual[number].joined
        old_output, old_weights = last_row(model, block, stream, rope)
        new_output, new_weights = last_row(model, block, stream[place], rope)
        changes.append(float((new_output - old_output).abs().max()))
        back = torch.empty_like(new_weights)
        back[:, place] = new_weights
        before.append(old_weights.cpu().numpy())
        after.append(back.cpu().numpy())
        size = float(old_output.abs().max()) if number == 0 else size
    pairs = zip(first.trace.residual, second.trace.residual, strict=True)
    streams = [float(np.abs(a.row(len(order)) - b.row(len(order))).max()) for a, b in pairs]
    return Reordered(frozen(changes), size, frozen(streams), frozen(before), frozen(after))


def last_row(model: Rostok, block: Block, stream: torch.Tensor, rope: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Attention of one layer alone at the last token: its output (C,) and its weights (H, T)."""
    n = stream.shape[0]
    cos, sin = model.cos[:n], model.sin[:n]
    if not rope:
        cos, sin = torch.ones_like(cos), torch.zeros_like(sin)
    q, k, v = block.attn.heads(block.attn_norm(stream), cos, sin)
    scores = q[:, -1:] @ k.transpose(-1, -2) / block.attn.d_head**0.5  # the last token may look at all
    weights = torch.softmax(scores, dim=-1)
    output: torch.Tensor = block.attn.proj((weights @ v)[:, 0].flatten())
    return output, weights[:, 0]


def frozen(numbers: list[float] | list[np.ndarray]) -> Array:
    """A read-only float32 array."""
    array = np.array(numbers, dtype=np.float32)
    array.setflags(write=False)
    return array
