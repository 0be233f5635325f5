"""One model at several moments of its training: each moment is the file of its step."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from snapshots_on_disk import STEPS, induction_checkpoint

from rostok_gui.attention.head_types import INDUCTION, PREVIOUS_TOKEN, head_scores
from rostok_gui.attention.transformer import forward, surprisal
from rostok_gui.engine.cancel import CancelToken
from rostok_gui.engine.engine import Engine
from rostok_gui.engine.results import Answer, Event, Failure, Progress
from rostok_gui.engine.snapshots import SnapshotsTraced, TraceSnapshots
from rostok_gui.model.checkpoint import read_checkpoint
from rostok_gui.training.evaluation import repeated_blocks
from rostok_gui.training.snapshots import open_snapshot


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    induction_checkpoint(tmp_path)
    return Engine(tmp_path)


def traced(engine: Engine, request: TraceSnapshots) -> SnapshotsTraced:
    answer = engine.run(request, CancelToken(), lambda _: None)
    assert isinstance(answer, Answer), answer
    assert isinstance(answer.result, SnapshotsTraced)
    return answer.result


def test_every_moment_is_its_own_file(engine: Engine) -> None:
    result = traced(engine, TraceSnapshots())
    checkpoint = read_checkpoint(engine.folder / "induction")
    assert [moment.step for moment in result.moments] == list(STEPS)
    assert [moment.tokens for moment in result.moments] == [step * 7 for step in STEPS]
    assert [moment.held_out for moment in result.moments] == [8.5, 8.25, None]
    blocks = repeated_blocks(checkpoint.config.vocab_size, 0, 15)
    for moment in result.moments:
        weights = open_snapshot(checkpoint, moment.step).weights
        passes = [forward(weights, checkpoint.config, ids) for ids in blocks]
        np.testing.assert_allclose(
            np.stack([layer.pattern.array for layer in moment.trace.layers]), passes[0].patterns, atol=1e-4
        )
        assert moment.trace.ids == tuple(blocks[0])
        for name in (INDUCTION, PREVIOUS_TOKEN):
            by_hand = [head_scores(p.patterns, np.array(ids), 0).scores[name] for p, ids in zip(passes, blocks)]
            np.testing.assert_allclose(moment.scores[name], np.mean(by_hand, axis=0), atol=1e-4)  # type: ignore[arg-type]
        losses = [surprisal(p.logits, ids) for p, ids in zip(passes, blocks)]
        assert moment.first_loss == pytest.approx(np.mean([loss[1:16] for loss in losses]), abs=1e-3)
        assert moment.repeat_loss == pytest.approx(np.mean([loss[16:] for loss in losses]), abs=1e-3)
    assert result.series(INDUCTION, 1, 0) == tuple((m.step, m.scores[INDUCTION][1, 0]) for m in result.moments)
    assert len({float(m.scores[INDUCTION][0, 1]) for m in result.moments}) == len(STEPS)


def test_the_current_text_and_what_is_known_already(engine: Engine) -> None:
    known = traced(engine, TraceSnapshots())
    result = traced(engine, TraceSnapshots("the hen and the hen", known=known))
    assert "".join(token.label for token in result.moments[0].trace.tokens).startswith("◆the")
    for before, after in zip(known.moments, result.moments):
        assert after.scores is before.scores  # measured once
    alone = traced(engine, TraceSnapshots("the hen and the hen"))
    for one, other in zip(result.moments, alone.moments):
        np.testing.assert_array_equal(one.trace.pattern(1, 1), other.trace.pattern(1, 1))
        np.testing.assert_allclose(one.scores[INDUCTION], other.scores[INDUCTION])


def test_a_text_that_does_not_fit_is_cut_and_that_is_said(engine: Engine) -> None:
    result = traced(engine, TraceSnapshots("the hen " * 40))
    assert len(result.moments[0].trace) == 32
    assert result.cut > 0


def test_progress_has_the_moments_that_are_done(engine: Engine) -> None:
    heard: list[Event] = []
    engine.run(TraceSnapshots(), CancelToken(), heard.append)
    partial = [e.partial for e in heard if isinstance(e, Progress)]
    assert [len(p.moments) for p in partial if isinstance(p, SnapshotsTraced)] == [0, 1, 2]


@pytest.mark.parametrize("fault", ["none", "no checkpoint", "index", "file", "shape", "nan"])
def test_faults_are_told_in_words(engine: Engine, fault: str) -> None:
    folder = engine.folder / "induction" / "snapshots"
    index, file = folder / "snapshots.json", folder / f"step_{STEPS[1]:06d}.safetensors"
    if fault == "none":
        index.unlink()
    elif fault == "no checkpoint":
        (engine.folder / "induction" / "config.json").unlink()
    elif fault == "index":
        index.write_text(json.dumps([{"step": "many", "tokens": 1, "file": "x"}]))
    elif fault == "file":
        file.write_bytes(b"\x80\x04nothing")
    else:
        induction_checkpoint(engine.folder, broken=fault)
    answer = engine.run(TraceSnapshots(), CancelToken(), lambda _: None)
    assert isinstance(answer, Failure)
    assert "unexpected" not in str(answer.message)
    assert len(str(answer.message)) > 20


def test_a_window_has_no_heads_to_watch(tmp_path: Path) -> None:
    from tiny_checkpoint import WINDOW, tiny_checkpoint

    tiny_checkpoint(tmp_path / "induction", replace(WINDOW, context=8))
    assert isinstance(Engine(tmp_path).run(TraceSnapshots(), CancelToken(), print), Failure)
