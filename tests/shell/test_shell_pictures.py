"""Exports of real panels, read back: pixels, token texts, captions, tensors."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from shell_house import House, small_trace

from rostok_gui.model.interventions import ForbidCell
from rostok_gui.model.trace import Trace
from rostok_gui.panels.inspector import InspectorPanel
from rostok_gui.panels.mask import MaskPanel
from rostok_gui.panels.plane import PlanePanel
from rostok_gui.shell import export
from rostok_gui.shell.theme import load_theme
from rostok_gui.state.app_state import Selection

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LIGHT = load_theme("light")
SVG = "{http://www.w3.org/2000/svg}"


def with_start(trace: Trace) -> Trace:
    """The start mark is no part of the text."""
    return replace(trace, tokens=(replace(trace.tokens[0], data=b""), *trace.tokens[1:]))


@pytest.fixture
def lab(build: Any, trace: Trace) -> House:
    """A window with three real panels and a text that was read."""
    house: House = build((InspectorPanel, PlanePanel, MaskPanel))
    trace = with_start(trace)
    house.store.update(trace=trace, untouched=trace, selection=Selection(1, 2, 2))
    QApplication.processEvents()
    return house


def pixels(image: QImage) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Its red, green and blue parts: (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return flat[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[:, :, 2::-1].copy()


def texts_in(path: Path) -> list[str]:
    return ["".join(node.itertext()).strip() for node in ET.parse(path).getroot().iter(f"{SVG}text")]


@pytest.mark.parametrize("name", ["inspector", "plane", "mask"])
def test_a_png_has_the_pixels_of_the_panel_twice_as_sharp(lab: House, tmp_path: Path, name: str) -> None:
    lab.window.open_panel(name)
    QApplication.processEvents()
    panel = lab.window.panels[name]
    export.save_png(panel, LIGHT, tmp_path / "p.png")
    found = pixels(QImage(str(tmp_path / "p.png")))
    sharp = QImage(panel.size() * 2, QImage.Format.Format_RGB32)
    sharp.setDevicePixelRatio(2)
    sharp.fill(QColor(LIGHT.surface))
    painter = QPainter(sharp)
    panel.render(painter, QPoint(0, 0), renderFlags=QWidget.RenderFlag.DrawChildren)
    painter.end()
    above = found[: 2 * panel.height()]
    np.testing.assert_array_equal(above, pixels(sharp))
    halved = above.reshape(panel.height(), 2, panel.width(), 2, 3).mean((1, 3))
    window, part = lab.window, panel.visibleRegion().boundingRect()  # what is not scrolled away
    seen = window.grab(QRect(panel.mapTo(window, part.topLeft()), part.size()))
    on_screen = pixels(seen.toImage()).astype(float)
    halved = halved[part.top() : part.bottom() + 1, part.left() : part.right() + 1]
    assert np.abs(halved - on_screen).mean() < 6
    assert np.abs(halved[:, ::-1] - on_screen).mean() > 3 * np.abs(halved - on_screen).mean()


def test_an_svg_has_the_token_texts_and_a_caption_with_text_model_layer_and_head(lab: House, tmp_path: Path) -> None:
    export.save_svg(lab.window.panels["inspector"], LIGHT, tmp_path / "p.svg")
    texts = texts_in(tmp_path / "p.svg")
    assert {"Tom", "·ran"} <= set(texts)
    below = " ".join(texts)
    for part in ("Layer 2, head 3", "“Tom·ran” read by rostok"):
        assert part in below, texts
    assert "changed by you" not in below


def test_a_caption_says_that_the_model_was_changed(lab: House, trace: Trace, tmp_path: Path) -> None:
    lab.store.update(trace=replace(with_start(trace), interventions=(ForbidCell(1, 2, 2, 0),)))
    assert "read by rostok, changed by you" in export.caption(lab.window.panels["inspector"])
    assert "read by" not in export.caption(lab.window.panels["plane"])  # its vectors are nobody's text


def test_captions_are_translated(lab: House) -> None:
    lab.window.actions_table.by_id["language-ru"].trigger()
    assert "rostok" in export.caption(lab.window.panels["mask"])
    assert "read by" not in export.caption(lab.window.panels["mask"])


def test_csv_of_a_head_holds_its_tensor_and_says_whose_it_is(
    lab: House, trace: Trace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("◆", 'a,"b', "\n", "·ё")
    leaky = small_trace(words)
    lab.store.update(trace=leaky, untouched=leaky)
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda _w, _t, start, _f: (f"{tmp_path}/{Path(start).name}", "")
    )
    lab.window.actions_table.by_id["save-head"].trigger()
    path = tmp_path / "rostok-attention-rostok-2-3.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(row["model"], row["layer"], row["head"]) for row in rows} == {("rostok", "2", "3")}
    found = np.zeros((4, 4), np.float32)
    for row in rows:
        t, j = int(row["query"]), int(row["key"])
        found[t, j] = np.float32(row["weight"])
        assert (row["query_token"], row["key_token"]) == (words[t], words[j])
    np.testing.assert_array_equal(found, leaky.pattern(1, 2))


def test_npz_holds_patterns_text_and_changes(trace: Trace, tmp_path: Path) -> None:
    changed = replace(with_start(trace), interventions=(ForbidCell(1, 2, 2, 0),))
    export.save_attention(changed, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as found:
        for layer in range(2):
            np.testing.assert_array_equal(found["pattern"][layer], trace.layers[layer].pattern.array)
        assert str(found["text"]) == "Tom·ran"
        assert str(found["model"]) == "rostok"
        assert json.loads(str(found["changes"]))[0]["kind"] == ForbidCell(1, 2, 2, 0).kind


def test_all_open_panels_go_into_a_folder_and_the_same_are_in_front_afterwards(
    lab: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    shown = {dock.panel.panel_id for dock in lab.window.docks.shown()}
    assert shown == {"inspector", "plane"}  # the mask waits behind its tab
    lab.window.actions_table.by_id["save-all"].trigger()
    QApplication.processEvents()
    assert {dock.panel.panel_id for dock in lab.window.docks.shown()} == shown
    for name, panel in lab.window.panels.items():
        assert QImage(str(tmp_path / f"{name}.png")).width() == 2 * panel.width()
    weights = next(tmp_path.glob("mask-*-Weights-under-the-mask.csv"))
    rows = list(csv.reader(weights.read_text("utf-8-sig").splitlines()))
    expected = lab.window.panels["mask"].tables()[1].rows
    assert [[float(cell) for cell in row[1:]] for row in rows[1:]] == [list(row[1:]) for row in expected]
    assert "3 panels" in lab.window.status.sentence.text()


def test_without_attention_nothing_is_saved_and_the_window_says_why(house: House) -> None:
    for action in ("save-head", "save-npz"):
        house.store.update(notice=None)
        house.window.actions_table.by_id[action].trigger()
        assert "no attention to save" in house.window.message_bar.label.text()
