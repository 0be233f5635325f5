"""Any text goes in, is shown sensibly, and comes out again."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_checkpoint import tokenizer_json

from rostok_gui.messages import RostokError
from rostok_gui.model.tokenizer import COUNTED_CHARACTERS, Tokenizer, label_of, normalise
from rostok_gui.paths import CHECKPOINTS

REAL = Tokenizer.read(CHECKPOINTS / "rostok" / "tokenizer.json")

any_text = st.text(st.characters(), max_size=60)  # with surrogates, NUL, every control character
tricky_text = st.text(st.sampled_from("◆ \n\r\t\0aé\u0301你😀\u200d\ud83d\ude00·the"), max_size=60)
texts = any_text | tricky_text


def labels(text: str) -> list[str]:
    return [token.label for token in REAL.encode(text).tokens]


@given(texts)
def test_text_comes_back(text: str) -> None:
    encoded = REAL.encode(text)
    assert encoded.cut == 0
    assert REAL.decode(encoded.ids) == normalise(text) == encoded.text


@given(texts)
def test_places_cover_the_text_in_order(text: str) -> None:
    mark, *tokens = REAL.encode(text).tokens
    assert (mark.id, mark.data, mark.label, mark.start, mark.stop) == (0, b"", "◆", 0, 0)
    assert b"".join(token.data for token in tokens).decode() == normalise(text)
    covered = [index for token in tokens for index in range(token.start, token.stop)]
    assert sorted(set(covered)) == list(range(len(normalise(text))))
    assert covered == sorted(covered)
    for token in tokens:
        place = normalise(text)[token.start : token.stop].encode()
        assert token.data in place
        assert place.decode().startswith(token.data.decode(errors="ignore"))


@given(st.lists(st.integers(0, REAL.size - 1), max_size=30))
def test_any_ids_have_places_in_the_text_they_decode_to(ids: list[int]) -> None:
    tokens = REAL.tokens(ids)
    text = REAL.decode(ids)
    assert [token.id for token in tokens] == ids
    assert all(0 <= token.start <= token.stop <= len(text) for token in tokens)
    assert all(a.start <= b.start <= a.stop <= b.stop for a, b in pairwise(tokens))
    assert not tokens or (tokens[0].start, tokens[-1].stop) == (0, len(text))


@given(texts, st.integers(1, 20))
def test_what_does_not_fit_is_counted(text: str, limit: int) -> None:
    whole, short = REAL.encode(text), REAL.encode(text, limit)
    assert short.ids == whole.ids[:limit]
    assert short.cut == len(whole.ids) - len(short.ids)
    assert short.cut_exact


@given(texts)
def test_typed_text_never_becomes_the_start_mark(text: str) -> None:
    assert REAL.start_token not in REAL.encode(text).ids[1:]


def test_typed_start_mark_is_three_bytes() -> None:
    assert labels("◆") == ["◆", "‹E2›", "‹97›", "‹86›"]


@settings(max_examples=300)
@given(st.binary(min_size=1, max_size=6) | st.characters(codec="utf-8").map(str.encode))
def test_labels_can_be_seen(piece: bytes) -> None:
    label = label_of(piece)
    assert label
    assert label.isprintable()
    assert " " not in label


def test_labels_of_the_whole_vocabulary() -> None:
    shown = [REAL.label(i) for i in range(REAL.size)]
    assert all(label and label.isprintable() for label in shown)
    assert [i for i, label in enumerate(shown) if label == "◆"] == [0]


@pytest.mark.parametrize(
    ("piece", "label"),
    [
        (b" he", "·he"),
        (b"  ", "··"),
        (b"\n", "↵"),
        (b"\t", "⇥"),
        (b"\0", "␀"),
        (b"\x1b", "␛"),
        (b"\x7f", "␡"),
        (b"\xe4", "‹E4›"),
        (b"a\xe4\xbd", "a‹E4›‹BD›"),
        ("\u0301".encode(), "◌\u0301"),
        ("e\u0301".encode(), "e\u0301"),
        ("\u200d".encode(), "‹U+200D›"),
        ("\u202e".encode(), "‹U+202E›"),  # would turn the whole line around
        ("\xa0".encode(), "‹U+00A0›"),
        ("你".encode(), "你"),
        ("😀".encode(), "😀"),
    ],
)
def test_label(piece: bytes, label: str) -> None:
    assert label_of(piece) == label


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("\r\r\n", "\n\n"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d", "\ufffd"),
        ("a\ude00b", "a\ufffdb"),
        ("e\u0301", "e\u0301"),  # not composed: what was typed is what is shown
        ("\ufeffa", "\ufeffa"),
    ],
)
def test_normalise(typed: str, text: str) -> None:
    assert normalise(typed) == text


def test_a_sentence() -> None:
    assert labels("Tom had a red ball.") == ["◆", "Tom", "·had", "·a", "·red", "·ball", "."]
    assert [(t.start, t.stop) for t in REAL.encode("Tom had").tokens] == [(0, 0), (0, 3), (3, 7)]


def test_empty_text_is_the_start_mark_alone() -> None:
    assert REAL.encode("").ids == (0,)


def test_512_tokens_fit_and_the_513th_is_cut() -> None:
    text = " ball" * 511
    assert (len(REAL.encode(text).ids), REAL.encode(text).cut) == (512, 0)
    assert (len(REAL.encode(text + ".").ids), REAL.encode(text + ".").cut) == (512, 1)


def test_two_thousand_pasted_words() -> None:
    encoded = REAL.encode("word ball " * 1000)
    assert len(encoded.ids) == 512
    assert encoded.cut == len(REAL.encode("word ball " * 1000, 10**6).ids) - 512


@pytest.mark.parametrize("unit", ["Tom had a ball. ", "x", "😀", "\r\n", "◆ "])
def test_a_paste_of_five_megabytes_is_quick(unit: str) -> None:
    text = unit * (5_000_000 // len(unit.encode()))
    began = time.perf_counter()
    encoded = REAL.encode(text)
    assert time.perf_counter() - began < 3  # measured: 0.3 s at most; a shared machine may be slow
    assert not encoded.cut_exact
    assert encoded.ids == REAL.encode(unit * 600).ids
    assert encoded.cut > 10_000


def test_the_last_text_that_is_counted_exactly() -> None:
    text = "a ball " * (COUNTED_CHARACTERS // 7)
    assert REAL.encode(text).cut_exact
    longer = text + "." * 20
    assert not REAL.encode(longer).cut_exact
    assert REAL.encode(longer).cut <= len(REAL._backend.encode(longer).ids) + 1 - 512


def test_a_character_cut_at_the_limit_keeps_its_place() -> None:
    encoded = REAL.encode("a😀", 3)
    assert [(t.label, t.start, t.stop) for t in encoded.tokens[1:]] == [("a", 0, 1), ("‹F0›", 1, 2)]
    assert encoded.cut == 3
    assert REAL.decode(encoded.ids) == "a\ufffd"


def test_token_id() -> None:
    assert REAL.decode([REAL.token_id(" he")]) == " he"  # type: ignore[list-item]  # None would fail the test
    assert REAL.token_id("he") != REAL.token_id(" he")
    assert REAL.token_id("\r\n") == REAL.token_id("\n") is not None
    assert REAL.token_id("no such token") is None
    assert REAL.token_id("") is None
    assert REAL.token_id("◆") is None


# Damaged and foreign files


def write(folder: Path, data: object) -> Path:
    path = folder / "tokenizer.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def changed(*keys: str, value: object) -> dict[str, object]:
    data = tokenizer_json()
    inner = data
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    return data


VOCAB = tokenizer_json()["model"]["vocab"]

UNFIT = {
    "no object": ([], "BPE"),
    "no model": ({}, "BPE"),
    "word pieces": (changed("model", "type", value="WordPiece"), "BPE"),
    "a normalizer": (changed("normalizer", value={"type": "Lowercase"}), "bytes"),
    "not byte-level": (changed("pre_tokenizer", value={"type": "Whitespace"}), "bytes"),
    "vocabulary is a list": (changed("model", "vocab", value=["◆"]), "◆"),
    "no start mark": (changed("model", "vocab", value={k: v - 1 for k, v in VOCAB.items() if k != "◆"}), "◆"),
    "a number twice": (changed("model", "vocab", value=VOCAB | {"he": 3}), "numbered"),
    "a gap": (changed("model", "vocab", value=VOCAB | {"he": 10**9}), "numbered"),
    "a number as text": (changed("model", "vocab", value=VOCAB | {"he": "258"}), "numbered"),
    "true as a number": (changed("model", "vocab", value=VOCAB | {"!": True}), "numbered"),
    "a byte missing": (changed("model", "vocab", value={"◆": 0, "a": 1}), "256 bytes"),
    "an entry of no bytes": (changed("model", "vocab", value=VOCAB | {"Ж": len(VOCAB)}), f"entry {len(VOCAB)}"),
    "an empty entry": (changed("model", "vocab", value=VOCAB | {"": len(VOCAB)}), f"entry {len(VOCAB)}"),
    "merge of unknown parts": (changed("model", "merges", value=[["q", "zz"]]), "tokenizer"),
    "merges are numbers": (changed("model", "merges", value=[1, 2]), "tokenizer"),
    "broken off": (json.dumps(tokenizer_json())[:900], "JSON"),
    "empty": ("", "JSON"),
    "deep": ("[" * 100_000, "JSON"),
    "a long number": ('{"model": ' + "1" * 5000 + "}", "JSON"),
}


@pytest.mark.parametrize(("data", "word"), UNFIT.values(), ids=UNFIT.keys())
def test_an_unfit_file_says_why(tmp_path: Path, data: object, word: str) -> None:
    path = write(tmp_path, data)
    with pytest.raises(RostokError) as error:
        Tokenizer.read(path)
    assert "tokenizer.json" in str(error.value)
    assert word in str(error.value)
    assert str(error.value).isprintable()


def test_padding_and_special_tokens_of_the_file_have_no_effect(tmp_path: Path) -> None:
    data = tokenizer_json()
    data["truncation"] = {"max_length": 2, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}
    data["added_tokens"][0]["special"] = False
    tokenizer = Tokenizer.read(write(tmp_path, data))
    assert tokenizer.size == len(VOCAB)
    encoded = tokenizer.encode("◆ the red and the thin")
    assert tokenizer.decode(encoded.ids) == "◆ the red and the thin"
    assert [t.label for t in encoded.tokens][4:9] == ["·the", "·", "re", "d", "·and"]
