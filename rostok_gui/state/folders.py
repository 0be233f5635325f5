"""Where the program keeps what belongs to the person who uses it. ``ROSTOK_HOME`` puts everything into one folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "ROSTOK_HOME"


def config_folder() -> Path:
    """Folder of settings and sessions; made when it is not there."""
    return _made(os.environ.get(HOME_VARIABLE) or platformdirs.user_config_dir("rostok", appauthor=False))


def log_folder() -> Path:
    """Folder of the log files; made when it is not there."""
    home = os.environ.get(HOME_VARIABLE)
    return _made(Path(home) / "log" if home else platformdirs.user_log_dir("rostok", appauthor=False))


def _made(folder: str | Path) -> Path:
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    return path
