"""How soon the window is up and the model ready, measured from outside in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from rostok_gui.bench.timing import Figures

_STARTED = "ROSTOK_BENCH_STARTED"
_LIMIT_MS = 120_000


def measure() -> Figures:
    """Seconds from the start of Python; ``rss_mb`` is the largest resident set of the process with its model."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {_STARTED: str(time.time()), "ROSTOK_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "rostok_gui.bench.startup"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Be the measured process: start as the program does, print the figures when the first trace is on screen."""
    from PySide6.QtCore import QTimer

    from rostok_gui.shell.program import Program
    from rostok_gui.state.settings import Settings
    from rostok_gui.state.store import Store

    started = float(os.environ[_STARTED])
    figures: Figures = {}
    store = Store()
    program = Program(store, Settings(), lambda: None)

    def note(name: str) -> None:
        figures.setdefault(name, time.time() - started)

    def on_changed(changed: frozenset[str]) -> None:
        if "model" in changed:
            note("model_ready_s")
        if "trace" in changed:
            note("first_trace_s")
            QTimer.singleShot(0, program.window.close)

    store.changed.connect(on_changed)
    QTimer.singleShot(0, lambda: note("window_up_s"))
    QTimer.singleShot(_LIMIT_MS, program.window.close)
    program.run()
    if sys.platform != "win32":
        import resource

        largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        figures["rss_mb"] = largest / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
