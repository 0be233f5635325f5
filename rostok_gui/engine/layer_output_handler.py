"""Answers `AskLayerOutput`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from rostok_gui.engine.layer_output import AskLayerOutput, LayerOutput, glued
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.rostok import Block, Rostok
from rostok_gui.model.trace import readonly

if TYPE_CHECKING:
    from rostok_gui.engine.engine import Engine, Job


@torch.inference_mode()
def layer_output(engine: Engine, request: AskLayerOutput, job: Job) -> LayerOutput:
    """Read W_O, and go the way from the heads to the next layer once more."""
    loaded, last = engine.need_current(), engine.last
    model = loaded.module
    if last is None or not isinstance(model, Rostok) or not request.layer < len(model.blocks):
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "Layer {layer} has nothing to show yet. Run a text first."),
            layer=request.layer + 1,
        )
    block = model.blocks[request.layer]
    assert isinstance(block, Block)
    heads = torch.tensor(glued(last.trace, request.layer), device=model.embed.weight.device)
    again = block.add_mlp(last.residual[request.layer].joined + block.attn.proj(heads))
    difference = float((again - last.residual[request.layer + 1].joined).abs().max())
    w_o = block.attn.proj.weight.detach().T.float().cpu().contiguous().numpy().copy()
    return LayerOutput(loaded.checkpoint.name, request.layer, last.trace.serial, readonly(w_o), difference)
