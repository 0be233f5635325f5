"""``rostok smoke``: start the real window without a screen, open every panel, and check what it shows."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any


def add_arguments(commands: Any) -> None:
    """Add the parser of the command."""
    parser = commands.add_parser(
        "smoke",
        help="open every panel in both languages and all themes, and check what it shows",
        description="Start the window without a screen, run a text, open every panel in both languages and all "
        "themes, and hold what is shown against the numpy twin of the model.",
    )
    parser.add_argument("--shots", type=Path, metavar="DIR", help="save a picture of every panel and of the window")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run all checks; 0 if every one passed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        os.environ["ROSTOK_HOME"] = home
        from rostok_gui.commands.smoke_checks import Smoke

        passed, faults = Smoke(arguments.shots).run()
    for fault in faults:
        print(f"FAILED {fault}", file=sys.stderr)
    print(f"{passed} passed, {len(faults)} failed")
    return 1 if faults else 0
