"""W_O of a layer, and the check that heads, W_O and MLP lead to the next layer."""

import numpy as np
import pytest

from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.layer_output import AskLayerOutput, glued
from rostok_gui.engine.requests import OpenModel, RunText
from rostok_gui.engine.results import Failure
from rostok_gui.model.interventions import ForceCell, SwitchOff, Temperature


@pytest.mark.parametrize("changes", [(), (SwitchOff(1, 0), Temperature(1, 1, 0.3), ForceCell(0, 1, 2, 1, 0.9))])
def test_the_heads_times_w_o_lead_to_the_next_layer(make_checkpoint, changes):
    engine = Engine(make_checkpoint())
    engine.run(OpenModel(), CancelToken(), print)
    run = engine.run(RunText("Tom had a ball.", changes), CancelToken(), print).result
    for layer in (0, 1):
        answer = engine.run(AskLayerOutput(layer, run.trace.serial), CancelToken(), print).result
        assert answer.serial == run.trace.serial
        assert answer.difference < 1e-4
        weight = engine.current.module.blocks[layer].attn.proj.weight.detach().numpy()
        np.testing.assert_allclose(glued(run.trace, layer) @ answer.w_o, glued(run.trace, layer) @ weight.T)


def test_without_a_text_there_is_nothing_to_show(make_checkpoint):
    engine = Engine(make_checkpoint())
    engine.run(OpenModel(), CancelToken(), print)
    answer = engine.run(AskLayerOutput(0, 0), CancelToken(), print)
    assert isinstance(answer, Failure)
    assert "Run a text first" in str(answer.message)
