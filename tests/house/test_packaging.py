"""What a wheel brings along, and what a desktop is told."""

from __future__ import annotations

import configparser
import tomllib
import xml.etree.ElementTree as ET

import pytest

from rostok_gui import cli, paths
from rostok_gui.shell.program import make_application
from rostok_gui.state.session import SUFFIX

SOURCE = (paths.ROOT / "pyproject.toml").exists()
NEEDED = (
    "resources/i18n/rostok_ru.qm",
    "resources/i18n/rostok_en.qm",
    "resources/themes/light.toml",
    "resources/themes/dark.toml",
    "resources/themes/contrast.toml",
    "resources/fonts/Inter-Regular.otf",
    "resources/fonts/OFL.txt",
    "resources/examples/examples.toml",
    "resources/lessons/en/attention.toml",
    "resources/lessons/ru/attention.toml",
    "resources/held_out/held_out.txt",
    "resources/icons/rostok.svg",
    "resources/desktop/rostok.desktop",
    "checkpoints/rostok/config.json",
    "checkpoints/rostok/tokenizer.json",
    "checkpoints/rostok/model.safetensors",
)


@pytest.mark.skipif(not SOURCE, reason="there is no source tree")
def test_a_wheel_holds_everything_that_the_program_reads() -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    inside = {file.distribution_path for file in wheel.WheelBuilder(str(paths.ROOT)).recurse_included_files()}
    missing = [name for name in NEEDED if f"rostok_gui/_data/{name}" not in inside]
    assert missing == []
    sources = {
        f"rostok_gui/{path.relative_to(paths.ROOT / 'rostok_gui')}"
        for path in (paths.ROOT / "rostok_gui").rglob("*.py")
    }
    assert sources <= inside
    assert not [name for name in inside if name.endswith((".pyc", ".pt"))]


@pytest.mark.skipif(not SOURCE, reason="there is no source tree")
def test_both_folders_of_data_are_named_where_the_program_looks_for_them() -> None:
    """Without hatchling, too: what `paths` reads is what the build puts there."""
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    forced = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert forced == {name: f"rostok_gui/_data/{name}" for name in ("resources", "checkpoints")}
    assert project["project"]["scripts"] == {"rostok": f"{cli.__name__}:{cli.main.__name__}"}
    for name in NEEDED:
        assert (paths.ROOT / name).is_file(), name


def test_the_desktop_file_starts_the_program_with_a_session(qapp: object) -> None:
    entry = configparser.RawConfigParser(delimiters="=", interpolation=None)
    entry.optionxform = str  # type: ignore[method-assign,assignment]  # keys keep their case
    entry.read(paths.RESOURCES / "desktop" / "rostok.desktop", encoding="utf-8")
    said = dict(entry["Desktop Entry"])
    command, file = said["Exec"].split()
    assert (command, file) == ("rostok", "%f")
    assert {"Name", "Name[ru]", "Comment", "Comment[ru]"} <= said.keys()
    assert (paths.RESOURCES / "icons" / f"{said['Icon']}.svg").is_file()
    assert make_application().desktopFileName() == "rostok"  # the window finds its icon by it
    kinds = ET.parse(paths.RESOURCES / "desktop" / "rostok-session.xml").getroot()
    (kind,) = list(kinds)
    assert kind.get("type") == said["MimeType"].rstrip(";")
    assert [node.get("pattern") for node in kind if node.tag.endswith("glob")] == [f"*{SUFFIX}"]
