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
SOAK = "rostok_gui.bench.soak"
DRAGS, TEXTS = 100_000, 500
"""How long the soak is unless something else is asked for."""


def add_arguments(commands: Any) -> None:
    """Add the parser of the command."""
    parser = commands.add_parser(
        "bench",
        help="measure how fast everything is on this machine",
        description="Measure the model, the start and the window (drawn without a screen). Times are medians in ms.",
    )
    parser.add_argument("--json", action="store_true", help="one flat JSON object")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--part", choices=tuple(PARTS), action="append", help="only this part (may be repeated)")
    what.add_argument("--soak", action="store_true", help="instead: what memory grows by in long use (some minutes)")
    parser.add_argument("--drags", type=_amount, metavar="N", default=DRAGS, help="of a soak (default: %(default)s)")
    parser.add_argument("--texts", type=_amount, metavar="N", default=TEXTS, help="of a soak (default: %(default)s)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; 0."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    figures: dict[str, float] = {}
    for name, module, options in _chosen(arguments):
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        figures |= importlib.import_module(module).measure(**options)
    if arguments.json:
        print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
    else:
        width = max(map(len, figures))
        print("\n".join(f"{name:<{width}}  {value:10.3f}" for name, value in figures.items()))
    return 0


def _chosen(arguments: argparse.Namespace) -> list[tuple[str, str, dict[str, int]]]:
    """What is to be measured: name, module, and what its ``measure`` is given."""
    if arguments.soak:
        return [("soak", SOAK, {"drags": arguments.drags, "texts": arguments.texts})]
    return [(part, PARTS[part], {}) for part in arguments.part or PARTS]


def _amount(text: str) -> int:
    """A number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is no whole number from 1 on")
    return int(text)
