"""Lesson files in a folder of their own, and traces of any text without a model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lesson_house import read_by_nobody

from rostok_gui.model.trace import Trace


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the lessons of the person who runs it."""
    monkeypatch.setenv("ROSTOK_HOME", str(tmp_path / "home"))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a lesson file and return its path."""

    def make(text: str) -> Path:
        path = tmp_path / "one.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return make


@pytest.fixture
def read_text() -> Callable[[str], Trace]:
    """`read_by_nobody`."""
    return read_by_nobody
