"""The trainer: it learns, and nothing that interrupts it costs more than the step it was in."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from tiny_training import HELD_OUT, STORIES, TINY, tiny_trainer, with_run

from rostok_gui.messages import RostokError
from rostok_gui.training.loop import Trainer, bfloat16_pays, new_model, summed_loss
from rostok_gui.training.resting import forward_with_rest
from rostok_gui.training.schedule import learning_rate_factor
from rostok_gui.training.state_file import read_state, write_state


def finished(folder: Path, recipe=TINY, threads: int = 1, stop_at: int = 0) -> Trainer:
    """A trainer that went on from the state in `folder` to the end, or to `stop_at`."""
    trainer = tiny_trainer(folder, recipe, threads)
    if trainer.state_path.exists():
        trainer.resume()
    for progress in trainer.run():
        if progress.step == stop_at:
            trainer.stop_requested = True
    trainer.close()
    return trainer


def same(a: dict[str, torch.Tensor], b: dict[str, torch.Tensor]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def test_it_learns_and_keeps_the_best_weights(tmp_path: Path) -> None:
    trainer = tiny_trainer(tmp_path, with_run(steps=60, price=0.0))
    before = trainer.measure()
    list(trainer.run())
    best = trainer.best
    assert best < before - 1.0
    assert best == min(loss for *_, loss in trainer.history)
    trainer.model.load_state_dict(trainer.best_weights)
    assert trainer.measure() == pytest.approx(best, abs=1e-6)
    trainer.close()


def test_the_held_out_loss_is_that_of_the_stories_alone(tmp_path: Path) -> None:
    trainer = tiny_trainer(tmp_path)
    trainer.gradients.bfloat16 = False  # some processors would take it; the formula is what is tested
    measured = trainer.measure()
    total, count = 0.0, 0
    for story in HELD_OUT:
        ids = torch.tensor([0, *trainer.rows.encode(story)])[:32]
        logits = trainer.model(ids[None, :-1])[0].detach().double()
        total -= float(torch.log_softmax(logits, -1)[range(len(ids) - 1), ids[1:]].sum())
        count += len(ids) - 1
    trainer.close()
    assert measured == pytest.approx(total / count, abs=1e-5)


@pytest.mark.parametrize("stop_at", [1, 5, 11])
def test_a_resumed_training_is_the_same_bit_for_bit(tmp_path: Path, stop_at: int) -> None:
    whole = finished(tmp_path / "whole")
    broken = finished(tmp_path / "broken", stop_at=stop_at)
    assert broken.step == stop_at
    assert broken.used < 1
    resumed = finished(tmp_path / "broken")
    assert resumed.step == whole.step == TINY.run.steps
    assert same(resumed.weights(), whole.weights())
    assert same(resumed.best_weights, whole.best_weights)
    assert same(resumed.optimizer.state, whole.optimizer.state)
    assert resumed.history == whole.history


def test_a_state_that_does_not_say_its_dtype_is_gone_on_with(tmp_path: Path) -> None:
    finished(tmp_path, stop_at=3)
    path = tmp_path / "state.safetensors"
    tensors, facts = read_state(path)
    del facts["bfloat16"]
    write_state(path, tensors, facts)
    assert finished(tmp_path).step == TINY.run.steps


@pytest.mark.parametrize("bfloat16", [False, True])
def test_a_resumed_training_computes_in_the_dtype_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bfloat16: bool
) -> None:
    """Which one is faster is measured, and a measurement may come out otherwise on another day."""
    monkeypatch.setattr("rostok_gui.training.loop.bfloat16_pays", lambda _: bfloat16)
    whole = finished(tmp_path / "whole")
    finished(tmp_path / "broken", stop_at=5)
    monkeypatch.setattr("rostok_gui.training.loop.bfloat16_pays", lambda _: not bfloat16)
    resumed = finished(tmp_path / "broken")
    assert same(resumed.weights(), whole.weights())
    assert not same(finished(tmp_path / "other").weights(), whole.weights())


def test_the_number_of_threads_does_not_change_the_result(tmp_path: Path) -> None:
    one, three = finished(tmp_path / "one"), finished(tmp_path / "three", threads=3)
    assert same(one.weights(), three.weights())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are made by fork, which this system does not have")
def test_killed_at_twenty_random_moments_it_goes_on(tmp_path: Path) -> None:
    steps, rng = 400, random.Random(3)
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("tiny_training.py")), str(tmp_path), str(steps)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:3]))},
    )
    assert server.stdin is not None
    assert server.stdout is not None
    killed, reached = 0, 0
    try:
        while killed < 20:
            server.stdin.write("go\n")
            server.stdin.flush()
            child = int(server.stdout.readline().split()[1])
            if killed % 4:  # every fourth one is killed while it starts
                server.stdout.readline()
            time.sleep(rng.random() * 0.05)
            os.kill(child, signal.SIGKILL)
            while not (line := server.stdout.readline()).startswith("gone"):
                pass
            assert int(line.split()[1]) == signal.SIGKILL, "it came to its end before it was killed"
            killed += 1
            state = tmp_path / "state.safetensors"
            step = read_state(state)[1]["step"] if state.exists() else 0
            assert step >= reached
            reached = step
    finally:
        server.stdin.close()
        server.stdout.close()
        server.wait()
    assert 0 < reached < steps
    end = with_run(steps=400)
    resumed, whole = (
        finished(tmp_path, end, stop_at=reached + 5),
        finished(tmp_path / "whole", end, stop_at=reached + 5),
    )
    assert same(resumed.weights(), whole.weights())


def test_a_state_that_was_cut_off_or_is_of_another_model_is_refused(tmp_path: Path) -> None:
    trainer = finished(tmp_path, stop_at=2)
    data = trainer.state_path.read_bytes()
    for damaged in (data[: len(data) // 2], b"", b"\x80\x04", data[:8] + b"x" * 40 + data[48:]):
        trainer.state_path.write_bytes(damaged)
        with pytest.raises(RostokError, match="training state"):
            tiny_trainer(tmp_path).resume()
    trainer.state_path.write_bytes(data)
    other = with_run(steps=3)
    other = type(other)(
        model=type(other.model)(**{**other.model.to_json(), "d_ff": 20}), run=other.run, rows=other.rows
    )
    with pytest.raises(RostokError, match="another model"):
        tiny_trainer(tmp_path, other).resume()


def test_without_a_limit_it_does_not_start(tmp_path: Path) -> None:
    trainer = tiny_trainer(tmp_path, with_run(steps=0, minutes=0.0))
    with pytest.raises(RostokError, match="limit"):
        list(trainer.run())
    trainer.close()


def test_the_time_limit_ends_it_and_takes_the_learning_rate_to_zero(tmp_path: Path) -> None:
    trainer = tiny_trainer(tmp_path, with_run(steps=0, minutes=0.01, measure_every=10**6))
    shares = [progress.used for progress in trainer.run()]
    trainer.close()
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert trainer.seconds >= 0.6
    assert math.isfinite(trainer.best), "measured at the end"


def test_the_learning_rate_rises_stays_and_falls() -> None:
    factors = [learning_rate_factor(step, step / 100, warmup=10, decay_share=0.5) for step in range(101)]
    assert factors[0] == pytest.approx(0.1)
    assert factors[9:51] == [1.0] * 42
    assert factors[75] == pytest.approx(0.5)
    assert factors[100] == 0.0
    assert np.all(np.diff(factors[50:]) < 0)


def test_the_price_is_paid_for_looking_and_changes_nothing_else(tmp_path: Path) -> None:
    """The priced pass gives the model's own logits, and the weights on ◆ that its patterns have."""
    model = new_model(TINY.model, 5)
    ids = torch.randint(0, TINY.model.vocab_size, (3, 17), generator=torch.Generator().manual_seed(1))
    counted = torch.rand(3, 17, generator=torch.Generator().manual_seed(2)) < 0.6
    logits, rest = forward_with_rest(model, ids, counted)
    torch.testing.assert_close(logits, model(ids), atol=1e-5, rtol=0)
    total: list[list[float]] = [[] for _ in range(TINY.model.n_layer * TINY.model.n_head)]
    x = model.embed(ids)
    for n, block in enumerate(model.blocks):
        q, k, _ = block.attn.heads(block.attn_norm(x), model.cos[:17], model.sin[:17])
        for b, h, t in np.ndindex(3, TINY.model.n_head, 17):
            if counted[b, t]:
                scores = k[b, h, : t + 1] @ q[b, h, t] / TINY.model.d_head**0.5
                total[n * TINY.model.n_head + h].append(float(scores.softmax(0)[0].detach()))
        x = block(x, model.cos[:17], model.sin[:17])
    np.testing.assert_allclose(rest.detach(), [np.mean(weights) for weights in total], atol=1e-6)


def test_a_price_makes_heads_rest(tmp_path: Path) -> None:
    def rest(price: float) -> float:
        trainer = tiny_trainer(tmp_path / str(price), with_run(steps=40, price=price))
        list(trainer.run())
        trainer.close()
        (batch, *_) = trainer.measured_on
        with torch.no_grad():
            return float(summed_loss(trainer.model, batch, torch.device("cpu"), False, with_rest=True)[1].max())

    assert rest(3.0) > rest(0.0) + 0.2


def test_random_weights_are_the_same_for_the_same_seed() -> None:
    a, b, c = (dict(new_model(TINY.model, seed).named_parameters()) for seed in (1, 1, 2))
    assert same(a, b)
    assert not torch.equal(a["embed.weight"], c["embed.weight"])


@torch.no_grad()
def test_a_large_embedding_with_a_common_vector_begins_with_small_logits() -> None:
    plain, other = new_model(TINY.model, 1), new_model(TINY.model, 1, embed_size=0.4, embed_common=1.0)
    embedding = other.get_parameter("embed.weight")
    common = embedding.mean(dim=0)
    assert float((embedding - common).std()) == pytest.approx(0.4, rel=0.1)
    assert float(common.std()) == pytest.approx(0.4, rel=0.4)
    ids = torch.tensor([[0, 3, 5, 4]])
    assert float(other(ids).std()) < 3 * float(plain(ids).std())


def test_bfloat16_is_used_only_where_it_is_faster() -> None:
    assert bfloat16_pays(torch.device("cpu")) in (True, False)
    assert len(STORIES) == 18
