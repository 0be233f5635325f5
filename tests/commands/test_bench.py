"""``rostok bench --soak`` on the real window, in a process of its own: a short one shows what each drag would leave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rostok_gui import cli
from rostok_gui.paths import CHECKPOINTS, ROOT

DRAGS, TEXTS = 400, 3
SOAK = f"""
import sys
from rostok_gui.bench import soak
soak.REST_S = 1.0
from rostok_gui.cli import main
sys.exit(main(["bench", "--soak", "--json", "--drags", "{DRAGS}", "--texts", "{TEXTS}"]))
"""


@pytest.mark.skipif(not (CHECKPOINTS / "rostok" / "model.safetensors").exists(), reason="no model is shipped")
def test_dragging_and_reading_leave_no_object_thread_or_timer(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ROSTOK_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SOAK], capture_output=True, text=True, env=environment, timeout=110, check=False
    )
    assert done.returncode == 0, done.stderr
    figures: dict[str, Any] = {name.removeprefix("soak_"): value for name, value in json.loads(done.stdout).items()}
    assert (figures["drags"], figures["texts"]) == (DRAGS, TEXTS)
    for kind in ("qt_objects", "python_objects"):
        assert figures[f"{kind}_drags"] - figures[f"{kind}_warm"] < DRAGS / 2, kind
    for kind in ("timers", "threads"):
        assert figures[f"{kind}_texts"] == figures[f"{kind}_warm"] > 0, kind
    assert figures["active_timers_closed"] == figures["active_timers_before"] == 0
    assert figures["threads_closed"] == figures["threads_before"] == 1


@pytest.mark.parametrize("options", [("--drags", "0"), ("--texts", "many"), ("--soak", "--part", "model")])
def test_a_wrong_option_ends_with_a_sentence(options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["bench", *options])
    assert end.value.code == 2
    assert options[0] in capsys.readouterr().err
