"""The board as a script: it runs alone and prints the weights on screen."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from rostok_gui.attention.mask import PRESETS, causal
from rostok_gui.model.interventions import ReplaceMask
from rostok_gui.model.trace import RowBlocks, readonly
from rostok_gui.panels.mask import MaskPanel
from rostok_gui.panels.mask_parts.view import rows_of
from rostok_gui.state.app_state import Board

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
WORDS = ("◆", 'it\'s "odd" \\', "·ё", "\n", "·ball", ".")
LAYER, HEAD = 5, 3


@pytest.fixture
def panel(host, qtbot, make_trace) -> MaskPanel:
    trace = make_trace(WORDS)
    host.store.update(trace=trace, untouched=trace, board=Board(rows_of(causal(6))))
    return host.show(MaskPanel(host.context()), qtbot)


def printed(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-I", "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.splitlines()


def rows_in(lines: list[str], n: int) -> list[list[str]]:
    return [line.split()[-n:] for line in lines]


@pytest.mark.parametrize("name", [*PRESETS, "painted"])
def test_the_script_prints_the_weights_on_screen(panel, host, qtbot, name):
    allowed = np.random.default_rng(3).random((5, 5)) < 0.5 if name == "painted" else PRESETS[name](5)
    host.store.update(board=Board(rows_of(allowed)))
    qtbot.mouseClick(panel.board.copy_button, Qt.MouseButton.LeftButton)
    lines = printed(QGuiApplication.clipboard().text())
    shown = panel.view().weights
    assert rows_in(lines, 5) == [[f"{weight:.3f}" for weight in row] for row in shown]
    assert "clipboard" in str(host.store.live.pointer)


def test_a_model_under_other_changes_prints_both(panel, host):
    """Then the weights on screen are not softmax of these scores alone, and the script says so."""
    board = Board(rows_of(causal(6)), "all")
    host.store.update(board=board)
    trace = host.store.live.untouched
    layers = list(trace.layers)
    pattern = layers[LAYER].pattern.array.copy()
    pattern[HEAD] = np.eye(6)
    layers[LAYER] = replace(layers[LAYER], pattern=RowBlocks([readonly(pattern)], 6))
    under = replace(trace, layers=tuple(layers), interventions=(ReplaceMask(None, None, board.allowed),))
    host.store.update(trace=under)
    host.store.select(layer=LAYER, head=HEAD)
    assert panel.view().from_model
    lines = printed(panel.board.script())
    assert lines[6].startswith("other changes are in force")
    assert rows_in(lines[7:], 6) == [[f"{w:.3f}" for w in row] for row in np.eye(6)]
    assert rows_in(lines[:6], 6) != rows_in(lines[7:], 6)


def test_without_a_text_there_is_nothing_to_copy(host, qtbot):
    panel = host.show(MaskPanel(host.context()), qtbot)
    assert not panel.board.copy_button.isEnabled()
    assert panel.board.copy_button.accessibleName()
