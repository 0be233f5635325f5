"""What is remembered, and what a damaged file does: nothing worse than a first start."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path

import pytest

from rostok_gui.state.examples import load_examples
from rostok_gui.state.folders import config_folder, log_folder
from rostok_gui.state.settings import RECENT, Settings, read_settings, write_settings


def test_settings_survive(tmp_path: Path) -> None:
    kept = Settings(
        language="ru",
        theme="dark",
        text_size=1.6,
        reduce_motion=True,
        device="cuda:0",
        layout="mask",
        layouts={"mask": "AAAA"},
        geometry="BBBB",
        recent_texts=["Привет ◆\n"],
        recent_files=["/tmp/ё.rostok"],
    )
    write_settings(kept, tmp_path / "s.json")
    assert read_settings(tmp_path / "s.json") == (kept, None)


def test_the_first_start_has_no_file(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "s.json") == (Settings(), None)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b'{"theme": "dark", "theme": "x"}'])
def test_a_broken_file_is_put_aside_and_said(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(content)
    settings, notice = read_settings(path)
    assert settings == Settings()
    assert notice is not None
    assert "s.broken.json" in str(notice)
    assert (tmp_path / "s.broken.json").read_bytes() == content
    assert not path.exists()


@pytest.mark.parametrize(
    "found",
    [
        [],
        3,
        {"theme": "pink", "language": 7, "text_size": 99, "reduce_motion": "yes", "layouts": [], "recent_texts": "x"},
        {"text_size": float("nan"), "layouts": {"explore": 5}, "recent_texts": [1, None], "unknown": 1},
    ],
)
def test_values_that_make_no_sense_take_their_first_value(tmp_path: Path, found: object) -> None:
    path = tmp_path / "s.json"
    path.write_text(json.dumps(found))
    assert read_settings(path) == (Settings(), None)


def test_good_values_beside_bad_ones_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"theme": "dark", "text_size": 2, "language": null}')
    settings, _ = read_settings(path)
    assert (settings.theme, settings.text_size, settings.language) == ("dark", 2.0, "system")


def test_no_damage_is_fatal(tmp_path: Path) -> None:
    rng = random.Random(3)
    whole = json.dumps(asdict(Settings("ru", layouts={"a": "b"}, recent_texts=["x", "y"]))).encode()
    path = tmp_path / "s.json"
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data[: rng.randint(0, len(data))])
        settings, _notice = read_settings(path)
        assert settings.theme in ("system", "light", "dark", "contrast")
        assert 1.0 <= settings.text_size <= 2.5


def test_recent_texts_are_few_newest_first_and_once() -> None:
    settings = Settings()
    for n in range(20):
        settings.remember_text(f"text {n}")
    settings.remember_text("text 15")
    settings.remember_text("  \n")
    assert len(settings.recent_texts) == RECENT
    assert settings.recent_texts[:2] == ["text 15", "text 19"]


def test_one_variable_moves_all_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROSTOK_HOME", str(tmp_path / "here"))
    assert config_folder() == tmp_path / "here"
    assert log_folder().is_dir()
    assert log_folder().is_relative_to(tmp_path / "here")


def test_examples_have_titles_in_both_languages_and_text() -> None:
    examples = load_examples()
    assert len({example.id for example in examples}) == len(examples) >= 5
    for example in examples:
        assert set(example.title) == {"en", "ru"}
        assert example.text.strip() == example.text != ""
        assert 0 <= example.layer < 8
        assert 0 <= example.head < 6
