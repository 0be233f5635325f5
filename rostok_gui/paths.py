"""Where the files that come with the program lie: in the source tree, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "_data"
ROOT = _DATA if _DATA.is_dir() else _PACKAGE.parent

RESOURCES = ROOT / "resources"
CHECKPOINTS = ROOT / "checkpoints"
