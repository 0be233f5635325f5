"""The command line: ``rostok`` opens the window, ``rostok COMMAND`` works without one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from rostok_gui import __version__
from rostok_gui.commands import bench, inspect, smoke
from rostok_gui.messages import RostokError
from rostok_gui.training import commands as training

DESCRIPTION = """\
Rostok makes attention visible and touchable. Without a command it opens the window."""

EPILOG = """\
examples:
  rostok                                        the window, with an example text
  rostok --text "Tom had a red ball. Then he" --lang ru --theme dark
  rostok inspect "Tom had a red ball. Then he" --layer 6 --head 4
  rostok bench --json                           how fast everything is on this machine
  rostok smoke --shots pictures                 open every panel, check it, save its picture
"""


def main(argv: list[str] | None = None) -> int:
    """Run the program with `argv` (default: of the process); the exit code."""
    arguments = parser().parse_args(argv)
    try:
        run: Callable[[argparse.Namespace], int] = arguments.run
        return run(arguments)
    except RostokError as error:
        print(f"rostok: {error.message}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output went away, as ``| head`` does
        sys.stderr.close()
        return 0


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(
        prog="rostok", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"Rostok {__version__}")
    top.add_argument("--text", help="the text to start with")
    top.add_argument("--lang", choices=("en", "ru"), help="language of the window")
    top.add_argument("--theme", choices=("light", "dark", "contrast"), help="colours of the window")
    top.add_argument("--device", metavar="ID", help="where the model runs: cpu, cuda:0, mps ...")
    top.add_argument(
        "--layout", choices=("explore", "vectors", "mask", "heads", "chapter"), help="panels to start with"
    )
    top.set_defaults(run=open_window)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    inspect.add_arguments(commands)
    bench.add_arguments(commands)
    smoke.add_arguments(commands)
    training.add_arguments(commands)
    return top


def open_window(arguments: argparse.Namespace) -> int:
    """Open the window and wait until it is closed."""
    from rostok_gui.app import run_window

    return run_window(
        text=arguments.text,
        lang=arguments.lang,
        theme=arguments.theme,
        device=arguments.device,
        layout=arguments.layout,
    )
