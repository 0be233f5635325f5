"""The command line: ``rostok`` opens the window, ``rostok COMMAND`` works without one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from rostok_gui import __version__
from rostok_gui.commands import bench, inspect, smoke
from rostok_gui.messages import RostokError
from rostok_gui.state.session import SUFFIX
from rostok_gui.training import commands as training

DESCRIPTION = """\
Rostok makes attention visible and touchable. Without a command it opens the window."""

EPILOG = """\
examples:
  rostok                                        the window, with an example text
  rostok --text "Tom had a red ball. Then he" --lang ru --theme dark
  rostok lecture.rostok                         the window, with a saved session
  rostok inspect "Tom had a red ball. Then he" --layer 6 --head 4
  rostok bench --json                           how fast everything is on this machine
  rostok smoke --shots pictures                 open every panel, check it, save its picture
"""


def main(argv: list[str] | None = None) -> int:
    """Run the program with `argv` (default: of the process); the exit code."""
    arguments = parser().parse_args(_with_session(sys.argv[1:] if argv is None else argv))
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
    top.add_argument("--session", metavar="FILE", help="a saved session to open; also as the only argument")
    top.add_argument("--text", help="the text to start with")
    top.add_argument("--lesson", metavar="NAME", help="the lesson to start with: attention, ...")
    top.add_argument("--present", action="store_true", help="start in classroom mode: full screen and large")
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


def _with_session(argv: list[str]) -> list[str]:
    """``[OPTIONS] FILE.rostok``, as a file manager calls it, means ``[OPTIONS] --session FILE.rostok``."""
    if argv and argv[-1].endswith(SUFFIX) and (len(argv) == 1 or argv[0].startswith("-")) and "--session" not in argv:
        return [*argv[:-1], "--session", argv[-1]]
    return argv


def open_window(arguments: argparse.Namespace) -> int:
    """Open the window and wait until it is closed."""
    from rostok_gui.app import run_window

    return run_window(
        session=arguments.session,
        text=arguments.text,
        lesson=arguments.lesson,
        present=arguments.present,
        lang=arguments.lang,
        theme=arguments.theme,
        device=arguments.device,
        layout=arguments.layout,
    )
