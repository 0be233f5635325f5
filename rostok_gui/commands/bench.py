"""``rostok bench``: how fast everything is on this machine, as one flat object of figures."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from typing import Any

PARTS = {
    "model": "rostok_gui.bench.model",
    "startup": "rostok_gui.bench.startup",
    "window": "rostok_gui.bench.window",
    "matrices": "rostok_gui.bench.matrices",
}
"""What can be measured: a name and a module whose ``measure()`` gives figures."""


def add_arguments(commands: Any) -> None:
    """Add the parser of the command."""
    parser = commands.add_parser(
        "bench",
        help="measure how fast everything is on this machine",
        description="Measure the model, the start and the window (drawn without a screen). Times are medians in ms.",
    )
    parser.add_argument("--json", action="store_true", help="one flat JSON object")
    parser.add_argument("--part", choices=tuple(PARTS), action="append", help="only this part (may be repeated)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; 0."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    figures: dict[str, float] = {}
    for part in arguments.part or PARTS:
        print(f"measuring: {part}", file=sys.stderr, flush=True)
        figures |= importlib.import_module(PARTS[part]).measure()
    if arguments.json:
        print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
    else:
        width = max(map(len, figures))
        print("\n".join(f"{name:<{width}}  {value:10.3f}" for name, value in figures.items()))
    return 0
