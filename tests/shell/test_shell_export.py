"""What leaves the window is what was in it."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from shell_house import House, PaintedPanel

from rostok_gui.messages import RostokError
from rostok_gui.model.trace import Trace
from rostok_gui.shell import export
from rostok_gui.shell.theme import load_theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LIGHT = load_theme("light")


def test_png_has_the_pixels_of_the_panel_and_a_caption_below(house: House, tmp_path: Path) -> None:
    panel = house.window.panels["heads"]
    export.save_png(panel, LIGHT, tmp_path / "p.png")
    image = QImage(str(tmp_path / "p.png"))
    assert image.width() == 2 * panel.width()
    assert image.height() > 2 * panel.height()
    for n, colour in enumerate(PaintedPanel.CELLS):
        assert image.pixelColor(2 * (20 + 20 * n), 40).name() == colour
    below = image.copy(0, 2 * panel.height(), image.width(), image.height() - 2 * panel.height())
    colours = {below.pixelColor(x, y).name() for x in range(400) for y in range(below.height())}
    assert LIGHT.surface in colours
    assert len(colours) > 5  # letters


def test_svg_is_a_drawing_with_its_texts(house: House, tmp_path: Path) -> None:
    export.save_svg(house.window.panels["heads"], LIGHT, tmp_path / "p.svg")
    root = ET.parse(tmp_path / "p.svg").getroot()
    texts = {"".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert "token heads" in texts
    assert "Caption of heads" in texts
    assert PaintedPanel.CELLS[2] in (tmp_path / "p.svg").read_text("utf-8")


def test_csv_has_all_digits(house: House, tmp_path: Path) -> None:
    (path,) = export.save_tables(house.window.panels["heads"].tables(), tmp_path / "t.csv")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["name", "x"]
    assert rows[1][0] == "a,b"
    assert np.float32(rows[1][1]) == np.float32(0.1)
    assert rows[2] == ["◆", "2"]


def test_several_tables_go_into_several_files(house: House, tmp_path: Path) -> None:
    (one,) = house.window.panels["heads"].tables()
    tables = (one, replace(one, name="Q Kᵀ / √d", rows=(("c", 7),)))
    paths = export.save_tables(tables, tmp_path / "t.csv")
    assert [path.name for path in paths] == ["t-1-numbers.csv", "t-2-Q-Kᵀ-d.csv"]
    assert [path.read_text("utf-8-sig").splitlines()[-1] for path in paths] == ["◆,2", "c,7"]


def test_npz_holds_the_tensor(trace: Trace, tmp_path: Path) -> None:
    export.save_attention(trace, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as found:
        assert found["pattern"].shape == (2, 3, 3, 3)
        np.testing.assert_array_equal(found["pattern"][1, 2], trace.pattern(1, 2))
        assert list(found["tokens"]) == ["◆", "Tom", "·ran"]
        np.testing.assert_array_equal(found["loss"], trace.loss)


def test_a_folder_that_is_none_is_said(house: House, trace: Trace, tmp_path: Path) -> None:
    panel, nowhere = house.window.panels["heads"], tmp_path / "file" / "x"
    nowhere.parent.write_text("this is no folder")
    for save in (
        lambda: export.save_png(panel, LIGHT, nowhere),
        lambda: export.save_svg(panel, LIGHT, nowhere),
        lambda: export.save_tables(panel.tables(), nowhere),
        lambda: export.save_attention(trace, nowhere),
    ):
        with pytest.raises(RostokError, match="cannot be written"):
            save()


def test_the_menu_saves_the_panel_in_use(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "picture"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    house.window.open_panel("plane")
    house.window.actions_table.by_id["save-svg"].trigger()
    assert "token plane" in target.with_suffix(".svg").read_text("utf-8")
    house.window.actions_table.by_id["save-npz"].trigger()
    assert "no attention to save" in house.window.message_bar.label.text()


def test_copies_go_to_the_clipboard(house: House) -> None:
    house.window.open_panel("plane")
    house.window.actions_table.by_id["copy-table"].trigger()
    assert QApplication.clipboard().text().startswith("name\tx\n")
    house.window.actions_table.by_id["copy-picture"].trigger()
    assert QApplication.clipboard().image().width() == 2 * house.window.panels["plane"].width()
