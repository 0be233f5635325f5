"""The floors of the house: who may import whom, and what runs without Qt or before torch."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rostok_gui

PACKAGE = Path(rostok_gui.__file__).parent
FLOORS = ["attention", "model", "training", "engine", "state", "lessons", "client", "widgets", "shell", "panels"]
"""From the ground up. `shell` and `panels` live on one floor: the shell builds panels, panels use its themes."""
GROUND = {"messages", "paths", "files"}
WITHOUT_QT = ["attention", "model", "engine", "state", "training", "lessons"]


def modules(room: str) -> list[str]:
    """All modules of a room."""
    files = [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else sorted((PACKAGE / room).rglob("*.py"))
    return [".".join(f.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__") for f in files]


def imported_names(module: str) -> set[str]:
    """Everything that a module imports by its full name, inside functions too."""
    path = PACKAGE.parent / Path(*module.split("."))
    source = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def imported_rooms(module: str) -> set[str]:
    """The rooms of this house that a module imports."""
    return {name.split(".")[1] for name in imported_names(module) if name.startswith("rostok_gui.")}


@pytest.mark.parametrize("room", FLOORS[:-2])
def test_a_room_imports_only_from_floors_below(room: str) -> None:
    above = set(FLOORS[FLOORS.index(room) + 1 :])
    if room == "widgets":
        above -= {"shell"}  # themes and number formats
    for module in modules(room):
        assert not imported_rooms(module) & above, module


def test_attention_needs_numpy_alone() -> None:
    for module in modules("attention"):
        assert imported_rooms(module) <= {"attention"}, module


def test_panels_never_import_panels() -> None:
    """A panel knows the base and its own parts (``mask`` and ``mask_parts``), and no other panel."""
    for module in modules("panels"):
        own = module.removeprefix("rostok_gui.panels").lstrip(".").split(".")[0].split("_")[0]
        if own not in ("", "registry"):
            for other in imported_names(module):
                if other.startswith("rostok_gui.panels."):
                    assert other.split(".")[2].split("_")[0] in (own, "base"), (module, other)


def run_python(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def test_the_rooms_below_the_line_run_without_qt() -> None:
    names = [m for room in WITHOUT_QT for m in modules(room)] + ["rostok_gui.messages", "rostok_gui.cli"]
    run_python(
        "import sys, importlib\n"
        "for name in ('PySide6', 'pyqtgraph', 'shiboken6'): sys.modules[name] = None\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )


def test_the_window_is_built_before_torch_is_imported() -> None:
    names = [m for room in ("client", "widgets", "shell", "panels", "state") for m in modules(room)]
    run_python(
        "import sys, importlib\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "assert 'torch' not in sys.modules, 'torch was imported'\n"
    )
