"""Every way in which a checkpoint can be damaged or forged that we could think of, on a checkpoint of a few kilobytes.

A case is a function that damages a sound folder, and a word that its message must hold beside the name of the file.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import pickletools
import random
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint, tiny_weights, tokenizer_json

from rostok_gui.messages import RostokError
from rostok_gui.model.checkpoint import CONFIG, METRICS, TOKENIZER, WEIGHTS, expected_shapes, read_checkpoint

Damage = Callable[[Path], None]
Case = tuple[str, Damage, str]

TENSORS = tuple(expected_shapes(ROSTOK))
FILES = (WEIGHTS, CONFIG, TOKENIZER, METRICS)
RANDOM = random.Random(20261129)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tiny_checkpoint(tmp_path_factory.mktemp("sound"))
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture
def folder(tmp_path: Path, sound: dict[str, bytes]) -> Path:
    for name, data in sound.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def refusal(folder: Path) -> str:
    """The message with which the checkpoint in `folder` is refused: one line that names one of its files."""
    began = time.perf_counter()
    with pytest.raises(RostokError) as error:
        read_checkpoint(folder)
    assert time.perf_counter() - began < 5  # measured: milliseconds; a shared machine may be slow
    message = str(error.value)
    assert message.isprintable()
    assert any(name in message for name in FILES)
    assert message.endswith(".")
    assert len(message) < 1000
    return message


# Cases


def put(file: str, data: bytes | str | object) -> Damage:
    """Replace a file by `data` (an object: as JSON)."""

    def damage(folder: Path) -> None:
        content = data if isinstance(data, bytes | str) else json.dumps(data)
        (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())

    return damage


def edit(file: str, change: Callable[[bytes], bytes]) -> Damage:
    """Change the bytes of a file."""
    return lambda folder: put(file, change((folder / file).read_bytes()))(folder)


def edit_json(file: str, change: Callable[[Any], Any]) -> Damage:
    """Change the parsed content of a JSON file in place, or return other content."""

    def damage(folder: Path) -> None:
        data = json.loads((folder / file).read_bytes())
        changed = change(data)
        put(file, data if changed is None else changed)(folder)

    return damage


def packed(header: Any, data: bytes) -> bytes:
    """A safetensors file of any header, sound or not."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def edit_header(change: Callable[[dict[str, Any]], Any]) -> Damage:
    """Change the header of the weights; there is no hash, so that only the header gives it away."""

    def damage(folder: Path) -> None:
        (folder / METRICS).unlink()
        raw = (folder / WEIGHTS).read_bytes()
        first = 8 + int.from_bytes(raw[:8], "little")
        header = json.loads(raw[8:first])
        changed = change(header)
        put(WEIGHTS, packed(header if changed is None else changed, raw[first:]))(folder)

    return damage


def edit_numbers(name: str, change: Callable[[Any], Any], dtype: str = "F16") -> Damage:
    """Write the weights anew by hand with one tensor changed, in a given type of number; without a hash."""

    def damage(folder: Path) -> None:
        (folder / METRICS).unlink()
        header, data = {}, b""
        for tensor, array in tiny_weights().items():
            array = change(array.copy()) if tensor == name else array
            raw = {
                "F16": lambda a: a.astype("<f2").tobytes(),
                "F32": lambda a: a.astype("<f4").tobytes(),
                "BF16": lambda a: (a.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes(),
            }[dtype](array)
            header[tensor] = {"dtype": dtype, "shape": array.shape, "data_offsets": [len(data), len(data) + len(raw)]}
            data += raw
        put(WEIGHTS, packed(header, data))(folder)

    return damage


def without_hash(damage: Damage) -> Damage:
    def both(folder: Path) -> None:
        (folder / METRICS).unlink()
        damage(folder)

    return both


def broken_off() -> Iterator[Case]:
    lengths = [*range(9), *range(9, 1000, 37), *range(1000, 4000, 61)]
    for length in lengths:
        yield f"cut-{length}", without_hash(edit(WEIGHTS, lambda raw, n=length: raw[:n])), WEIGHTS
    for back in (1, 2, 3, 8, 16, 100):
        yield f"cut-end-{back}", without_hash(edit(WEIGHTS, lambda raw, n=back: raw[:-n])), "breaks off"
    for file in (CONFIG, TOKENIZER, METRICS):
        for part in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95):
            yield f"cut-{file}-{part}", edit(file, lambda raw, p=part: raw[: int(len(raw) * p)]), "JSON"


def flipped(position: Callable[[bytes], int], bit: int) -> Damage:
    def change(raw: bytes) -> bytes:
        place = position(raw)
        return raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :]

    return edit(WEIGHTS, change)


def header_length(raw: bytes) -> int:
    return 8 + int.from_bytes(raw[:8], "little")


def flips() -> Iterator[Case]:
    for bit in range(0, 64, 3):
        yield f"flip-length-{bit}", flipped(lambda raw, n=bit: n // 8, bit % 8), WEIGHTS
    for n in range(100):
        part, bit = RANDOM.random(), RANDOM.randrange(8)
        where = lambda raw, p=part: 8 + int((header_length(raw) - 8) * p)  # noqa: E731
        yield f"flip-header-{n}", flipped(where, bit), WEIGHTS
    for n in range(60):
        part, bit = RANDOM.random(), RANDOM.randrange(8)
        where = lambda raw, p=part: header_length(raw) + int((len(raw) - header_length(raw)) * p)  # noqa: E731
        yield f"flip-data-{n}", flipped(where, bit), WEIGHTS


def at_corner(value: float, index: int) -> Callable[[Any], Any]:
    def change(array: Any) -> Any:
        array.flat[index] = value
        return array

    return change


def tensors() -> Iterator[Case]:
    for name in TENSORS:
        rename = lambda header, n=name: header.update({n + "_": header.pop(n)})  # noqa: E731
        yield f"renamed-{name}", edit_header(rename), name
        yield f"missing-{name}", edit_header(lambda header, n=name: header.pop(n) and None), name
        yield f"nan-first-{name}", edit_numbers(name, at_corner(np.nan, 0)), name
        yield f"inf-last-{name}", edit_numbers(name, at_corner(-np.inf, -1), "F32"), name
        yield f"nan-bf16-{name}", edit_numbers(name, at_corner(np.nan, -1), "BF16"), name
        yield f"row-more-{name}", edit_numbers(name, lambda a: np.concatenate([a, a[:1]])), name
        yield f"row-less-{name}", edit_numbers(name, lambda a: a[:-1]), name
    name = "blocks.1.mlp.up.weight"
    yield "dimension-more", edit_numbers(name, lambda a: a[..., None]), name
    yield "flat", edit_numbers(name, lambda a: a.reshape(-1)), name
    yield "transposed", edit_numbers(name, lambda a: a.T), f"{name}” has the shape [8, 24]"
    for dtype in ("F64", "I64", "U8", "BOOL", "F8_E4M3", "f16", "", "\u202e"):
        yield f"dtype-{dtype!a}", edit_header(lambda header, d=dtype: header[name].update(dtype=d)), name
    for key in ("dtype", "shape", "data_offsets"):
        for value in (None, [], {}, -1, "x", [-1, 2], [0.5, 1], [True, False], [[0], [1]], [10**30, 10**30 + 5]):
            change = lambda header, k=key, v=value: header[name].update({k: v})  # noqa: E731
            yield f"{key}-{value}", edit_header(change), name
        yield f"no-{key}", edit_header(lambda header, k=key: header[name].pop(k) and None), name
    for value in (None, 5, "text", [1, 2], []):
        yield f"entry-{value}", edit_header(lambda header, v=value: header.update({name: v})), name


def headers() -> Iterator[Case]:
    first, second = TENSORS[:2]

    def overlap(header: dict[str, Any]) -> None:
        header["blocks.0.attn.q_norm.weight"] = header["blocks.0.attn.k_norm.weight"]

    def gap(header: dict[str, Any]) -> None:
        for entry in header.values():
            entry["data_offsets"] = [n + 16 for n in entry["data_offsets"]]

    def swapped_ends(header: dict[str, Any]) -> None:
        header[first]["data_offsets"].reverse()

    def unknown(header: dict[str, Any]) -> None:
        header["lm_head.weight"] = header[first]

    yield "overlap", edit_header(overlap), "begins at byte"
    yield "gap", edit_header(gap), "begins at byte"
    yield "backwards", edit_header(swapped_ends), first
    yield "unknown-tensor", edit_header(unknown), "Unknown: lm_head.weight"
    yield "unknown-name", edit_header(lambda header: header.update({"\ud83d\n\u202e" * 500: {}})), "Unknown: \\ud83d\\n"
    yield "many-unknown", edit_header(lambda header: header.update({f"x{n}": {} for n in range(9999)})), "(9999)"
    yield "no-tensor", edit_header(lambda header: {}), f"({len(TENSORS)})"
    yield "twice", edit_header(lambda header: json.dumps(header).replace(second, first).encode()), "twice"
    yield "deep", put(WEIGHTS, packed(b'{"a":' * 100_000, b"")), WEIGHTS
    yield "array", put(WEIGHTS, packed(b"[1, 2]", b"")), "no header"
    yield "long-number", put(WEIGHTS, packed(b'{"a": ' + b"9" * 5000 + b"}", b"")), "JSON"
    yield "no-utf-8", put(WEIGHTS, packed(b'{"\xff\xfe": 1}', b"")), "JSON"
    yield "longer-than-the-file", put(WEIGHTS, (5000).to_bytes(8, "little") + b"{}"), "breaks off"
    for bits in (23, 31, 40, 62, 63):
        yield f"giant-header-{bits}", put(WEIGHTS, (1 << bits).to_bytes(8, "little") + b"{}" + b" " * 90), "header of"
    for extra in (1, 2, 1000):
        yield f"extra-{extra}", without_hash(edit(WEIGHTS, lambda raw, n=extra: raw + b"\0" * n)), "behind its last"


def foreign() -> Iterator[Case]:
    stamp = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n"
    yield "lfs", put(WEIGHTS, stamp), "git lfs pull"
    for name, data in {
        "text": b"once upon a time there was a cat",
        "html": b"<!DOCTYPE html><html>404</html>",
        "gguf": b"GGUF\x03\0\0\0" + b"\0" * 60,
        "hdf5": b"\x89HDF\r\n\x1a\n" + b"\0" * 60,
        "zeros": b"\0" * 4000,
        "ones": b"\xff" * 4000,
        "json": b'{"a": 1}',
    }.items():
        yield f"foreign-{name}", put(WEIGHTS, data), "not a safetensors file"
    for n in range(30):
        yield f"noise-{n}", put(WEIGHTS, RANDOM.randbytes(RANDOM.randrange(2000))), WEIGHTS
    for file in (CONFIG, TOKENIZER, METRICS):
        for n in range(10):
            yield f"noise-{file}-{n}", put(file, RANDOM.randbytes(300)), "JSON"
        for value in (None, 5, "text", [], [{}]):
            yield f"{file}-is-{value}", put(file, json.dumps(value)), file
    window = json.dumps(WINDOW.to_json())
    yield "another-architecture", put(CONFIG, window), "Missing: hidden.bias"


def configs() -> Iterator[Case]:
    for key, value in ROSTOK.to_json().items():
        wrong: list[Any] = [None, "x", [1], {}]
        if type(value) in (int, float):
            wrong += [-1, 10**8, -(10**400), True]
        for bad in wrong:
            if type(bad) is type(value) is str:
                bad = "gpt2"
            change = lambda config, k=key, b=bad: config.update({k: b})  # noqa: E731
            yield f"config-{key}-{str(bad)[:9]}", edit_json(CONFIG, change), key
    qwen = {"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "hidden_size": 384}
    yield "hugging-face", put(CONFIG, qwen), "Hugging Face model (qwen3)"
    yield "hugging-face-list", put(CONFIG, {"architectures": ["GPT2LMHeadModel"]}), "GPT2LMHeadModel"
    yield "unknown-key", edit_json(CONFIG, lambda config: config.update({"\ud800": 1})), "\\ud800"
    yield "no-key", put(CONFIG, {}), "another model"  # then it is the chapter's model, with 4096 tokens
    yield "infinite", put(CONFIG, json.dumps(ROSTOK.to_json()).replace("10000.0", "1e999")), "rope_base"
    yield "nan", put(CONFIG, json.dumps(ROSTOK.to_json()).replace("10000.0", "NaN")), "rope_base"
    yield "untied", edit_json(CONFIG, lambda config: config.update(tied_embedding=False)), "tied_embedding"
    for changes in (
        {"n_layer": 3},
        {"n_layer": 1},
        {"d_model": 16},
        {"n_head": 1},
        {"d_ff": 0},
        {"d_ff": 13},
        {"n_layer": 9_999_999},
        {"d_ff": 999_999},
        {"d_model": 9_999_998},
        {"context": 9_999_999},
        {"d_model": 9_999_998, "n_layer": 9_999_999, "d_ff": 999_999},
    ):
        change = lambda config, c=changes: config.update(c)  # noqa: E731
        yield f"config-{changes}", without_hash(edit_json(CONFIG, change)), ".json"


def others() -> Iterator[Case]:
    yield "another-hash", edit_json(METRICS, lambda metrics: metrics.update(sha256="0" * 64)), "SHA-256"
    for value in (None, 5, [], "", "\n"):
        yield f"hash-{value!r}", edit_json(METRICS, lambda metrics, v=value: metrics.update(sha256=v)), "SHA-256"
    vocab = tokenizer_json()["model"]["vocab"]

    def larger(data: dict[str, Any]) -> None:
        data["model"]["vocab"]["thethe"] = len(vocab)

    def another_start(data: dict[str, Any]) -> None:
        data["model"]["vocab"] |= {"◆": 1, "!": 0}

    yield "larger-vocabulary", edit_json(TOKENIZER, larger), f"{len(vocab) + 1} entries"
    yield "another-start", edit_json(TOKENIZER, another_start), "number 1"


CASES = [case for cases in (broken_off, flips, tensors, headers, foreign, configs, others) for case in cases()]


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 300


def test_before_the_damage_the_checkpoint_is_sound(folder: Path) -> None:
    assert read_checkpoint(folder).weights.keys() == set(TENSORS)


@pytest.mark.parametrize(("damage", "word"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_damaged_checkpoint_says_what_is_wrong(folder: Path, damage: Damage, word: str) -> None:
    damage(folder)
    assert word in refusal(folder)


def test_without_a_hash_a_flipped_bit_is_found_or_gives_another_number(folder: Path) -> None:
    """Never a crash, never a number that is not finite, never other names: for 200 flips anywhere in the file."""
    (folder / METRICS).unlink()
    raw = (folder / WEIGHTS).read_bytes()
    for _ in range(200):
        spoilt = bytearray(raw)
        spoilt[RANDOM.randrange(len(raw))] ^= 1 << RANDOM.randrange(8)
        (folder / WEIGHTS).write_bytes(spoilt)
        try:
            weights = read_checkpoint(folder).weights
        except RostokError:
            refusal(folder)
        else:
            assert weights.keys() == set(TENSORS)
            assert all(np.isfinite(array).all() for array in weights.values())


# Things in the place of a file


@pytest.mark.parametrize("file", FILES)
def test_a_folder_in_the_place_of_a_file(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).mkdir()
    assert f"{file} is a folder" in refusal(folder)


@pytest.mark.parametrize("file", FILES)
def test_a_link_to_itself(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).symlink_to(folder / file)
    assert f"{file} is a link" in refusal(folder)


@pytest.mark.parametrize("file", FILES)
def test_a_pipe(folder: Path, file: str) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes on this system")
    (folder / file).unlink()
    os.mkfifo(folder / file)
    assert f"{file} is a device or a pipe" in refusal(folder)


@pytest.mark.parametrize("file", FILES[:3])
def test_a_missing_file(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert f"{file} is missing" in refusal(folder)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(("error", "word"), [(PermissionError(13, "no"), "permissions"), (OSError(5, "I/O"), "disk")])
def test_a_file_that_the_system_does_not_hand_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, file: str, error: OSError, word: str
) -> None:
    opened = Path.open

    def refused(self: Path, *args: Any, **kwargs: Any) -> Any:
        if self.name == file:
            raise error
        return opened(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refused)
    message = refusal(folder)
    assert file in message
    assert word in message


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_folder(folder: Path) -> None:
    folder.chmod(0)
    try:
        assert "permissions" in refusal(folder)
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("name", ["nowhere", "file", "file/inside", "nul\0", "x" * 300, "half\ud83d"])
def test_a_folder_that_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    assert CONFIG in refusal(tmp_path / name)


# Size


@pytest.mark.parametrize("file", FILES)
def test_a_huge_file_takes_no_memory(folder: Path, file: str) -> None:
    with (folder / file).open("r+b") as sparse:
        sparse.truncate(1 << 40)
    tracemalloc.start()
    try:
        assert str(1 << 40) in refusal(folder)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "claim",
    [{"n_layer": 9_999_999}, {"d_model": 99_998}, {"context": 9_999_999}, {"vocab_size": 9_999_999}, {"d_ff": 999_999}],
)
def test_a_config_that_claims_a_huge_model_takes_no_memory(folder: Path, claim: dict[str, int]) -> None:
    edit_json(CONFIG, lambda config: config.update(claim))(folder)
    tracemalloc.start()
    try:
        refusal(folder)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


# Code in the place of data


class Payload:
    """Unpickled, it makes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def in_a_zip(pickled: bytes) -> bytes:
    """As ``torch.save`` packs it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/version", "3\n")
    return stream.getvalue()


PACKINGS: dict[str, Callable[[Path], bytes]] = {
    f"protocol-{n}": lambda mark, n=n: pickle.dumps(Payload(mark), n) for n in range(pickle.HIGHEST_PROTOCOL + 1)
}
PACKINGS |= {
    "in-a-dictionary": lambda mark: pickle.dumps({"weights": Payload(mark)}),
    "in-a-dictionary-0": lambda mark: pickle.dumps({"weights": Payload(mark)}, 0),
    "optimized": lambda mark: pickletools.optimize(pickle.dumps(Payload(mark))),
    "zip": lambda mark: in_a_zip(pickle.dumps(Payload(mark))),
    "large": lambda mark: pickle.dumps([Payload(mark), b"x" * (9 << 20)]),
}


@pytest.mark.parametrize("packing", PACKINGS.values(), ids=PACKINGS.keys())
@pytest.mark.parametrize("file", FILES)
def test_a_pickle_is_recognised_and_not_executed(
    folder: Path, packing: Callable[[Path], bytes], file: str, request: pytest.FixtureRequest
) -> None:
    mark = folder / "executed"
    (folder / file).write_bytes(packing(mark))
    message = refusal(folder)
    assert file in message
    if file == WEIGHTS:
        assert "pickle" in message
        assert "executed nothing" in message
    assert not mark.exists()
    if "zip" not in request.node.name:  # the payload would have worked
        pickle.loads((folder / file).read_bytes())
        assert mark.exists()


def test_a_real_torch_archive(folder: Path) -> None:
    torch = pytest.importorskip("torch")
    mark = folder / "executed"
    for legacy in (False, True):
        torch.save({"weights": Payload(mark)}, folder / WEIGHTS, _use_new_zipfile_serialization=not legacy)
        assert "pickle" in refusal(folder)
        assert not mark.exists()
        torch.load(io.BytesIO((folder / WEIGHTS).read_bytes()), weights_only=False)  # it would have worked
        assert mark.exists()
        mark.rmdir()


def test_a_pickle_behind_a_sound_header_is_refused(folder: Path) -> None:
    mark = folder / "executed"
    edit(WEIGHTS, lambda raw: raw + pickle.dumps(Payload(mark)))(folder)
    refusal(folder)
    assert not mark.exists()
