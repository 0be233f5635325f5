"""Whether a window in use for hours stays as large as it was: memory, objects, threads and timers."""

from __future__ import annotations

import gc
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
from shiboken6 import Shiboken

from rostok_gui.bench.timing import Figures
from rostok_gui.bench.touch import Painted, held_arrow, read_text, said
from rostok_gui.bench.window import running_program, send, wait
from rostok_gui.paths import RESOURCES
from rostok_gui.shell.program import Program, make_application
from rostok_gui.training.corpus import read_stories

REAL_SHARE = 50
"""For so many drags on the plane there is one of a real head: the model answers each."""
GESTURE = 200
"""Places a tip goes through before it is let go and another arrow is taken."""
LAYOUTS = ("explore", "vectors")
"""The one the program starts with, and one with a large plane; the plane is seen in both."""
WARM_UP = 5
"""The warm-up is such a part of the whole."""
N_TOKEN = 64
"""The text on screen whenever memory is read has so many tokens."""
REST_S, PAUSE_S = 3.0, 0.1
"""Before memory is read: time for everything that waits for a pause; after a change of the layout: to be laid out."""


@dataclass(frozen=True)
class Usage:
    """What the process uses.

    Attributes
    ----------
    rss_mb : float
        Resident set in MiB, after a full collection; 0 where the system does not tell.
    python_objects : int
        Containers that the collector walks through; while a window is open, without those of its start.
    qt_objects : int
        C++ objects that Python has taken hold of.
    timers, active_timers : int
        All QTimers, and those that run.
    threads : int
        Threads of Python, and running QThreads.
    native_threads : int
        All threads the system knows of, with the pools of Qt and torch, which last a while or as long as the process;
        0 where it does not tell.
    """

    rss_mb: float
    python_objects: int
    qt_objects: int
    timers: int
    active_timers: int
    threads: int
    native_threads: int

    @classmethod
    def now(cls) -> Usage:
        """Read it, after everything that can be let go was let go."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        wrapped = Shiboken.getAllValidWrappers()
        timers = [one for one in wrapped if isinstance(one, QTimer)]
        running = [one for one in wrapped if isinstance(one, QThread) and one.isRunning()]
        return cls(
            resident_mb(),
            len(gc.get_objects()),
            len(wrapped),
            len(timers),
            sum(timer.isActive() for timer in timers),
            threading.active_count() + len(running),
            len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 0,
        )


def measure(drags: int, texts: int) -> Figures:
    """Use the whole program with its model for some minutes.

    Parameters
    ----------
    drags : int
        Places on the plane through which the arrows are dragged, half of them in each of `LAYOUTS`.
    texts : int
        Texts that are read one after the other, each until its answer is on screen.

    Returns
    -------
    dict of str to float
        ``soak_growth_mb_*``: MiB more than after the warm-up, after each part and all before it; every field of
        `Usage` before the window was opened, when it was, after the warm-up and each part, and when it was closed.
    """
    make_application()
    parts: dict[str, tuple[Callable[[Program, int], object], int]] = {
        "drags": (drag_plane, drags),
        "real_drags": (drag_real_head, drags // REAL_SHARE),
        "texts": (read_texts, texts),
    }
    used, seconds = {"before": Usage.now()}, {}
    with running_program() as program:
        used["cold"] = usage_at_rest(program)
        for use, amount in parts.values():
            use(program, amount // WARM_UP)
        used["warm"] = usage_at_rest(program)
        for name, (use, amount) in parts.items():
            started = time.perf_counter()
            use(program, amount)
            seconds[name] = time.perf_counter() - started
            used[name] = usage_at_rest(program)
    del program
    rest(REST_S)
    used["closed"] = Usage.now()
    figures: Figures = {f"soak_{name}": amount for name, (_, amount) in parts.items()}
    figures |= {f"soak_{name}_s": value for name, value in seconds.items()}
    figures |= {f"soak_growth_mb_{name}": used[name].rss_mb - used["warm"].rss_mb for name in parts}
    figures |= {f"soak_{field}_{name}": value for name, one in used.items() for field, value in asdict(one).items()}
    return figures


def usage_at_rest(program: Program) -> Usage:
    """The same panels and the same text on screen each time: a hidden panel keeps the trace it has shown last."""
    program.window.use_layout(LAYOUTS[0])
    read_text(program, N_TOKEN, wait)
    rest(REST_S)
    return Usage.now()


def drag_plane(program: Program, amount: int) -> None:
    """Drag the query and the keys of the plane in turn, by mouse, everything repainted after each place."""
    store = program.window.store
    for gesture in in_layouts(program, math.ceil(amount / GESTURE)):
        first = gesture * GESTURE
        with held_arrow(program, send, gesture) as drag:
            for step in range(first, min(first + GESTURE, amount)):
                before = store.state.plane
                drag(step)
                QCoreApplication.processEvents()
                if store.state.plane == before:
                    raise RuntimeError("the drag did not move the arrow")


def drag_real_head(program: Program, amount: int) -> None:
    """Drag the true query of a head; the model answers each place before the next."""
    store, painted = program.window.store, Painted(program)
    program.window.use_layout(LAYOUTS[0])
    store.update(display=replace(store.state.display, real_head=True))
    rest(PAUSE_S)
    with held_arrow(program, send) as drag:
        for step in range(amount):
            drag(step)
            wait(painted)
    store.update(changes=(), display=replace(store.state.display, real_head=False))


def read_texts(program: Program, amount: int) -> None:
    """Accept one text after the other, short ones and long ones; each is answered before the next."""
    stories = cycle(read_stories(RESOURCES / "held_out" / "held_out.txt"))
    for _ in in_layouts(program, amount):
        story = next(stories)
        program.window.text_line.use_text(story)
        wait(partial(answered, program, story))


def answered(program: Program, text: str) -> bool:
    """Whether the trace on screen is that of `text`, or of so much of it as the model can read."""
    return not program.window.store.live.busy and text.startswith(said(program))


def in_layouts(program: Program, amount: int) -> Iterator[int]:
    """Count to `amount`, with an equal part in each of `LAYOUTS`."""
    for number, layout in enumerate(LAYOUTS):
        program.window.use_layout(layout)
        rest(PAUSE_S)
        yield from range(number * amount // len(LAYOUTS), (number + 1) * amount // len(LAYOUTS))


def rest(seconds: float) -> None:
    """Let the program run for a while."""
    end = time.monotonic() + seconds
    wait(lambda: time.monotonic() > end)


def resident_mb() -> float:
    """MiB of memory the process holds now; 0 where the system does not tell."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    if sys.platform == "darwin":
        return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(os.getpid())])) / 2**10
    return 0.0
