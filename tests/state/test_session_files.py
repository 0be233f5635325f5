"""Session files: what is saved comes back, and nothing else gets in."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rostok_gui.messages import RostokError
from rostok_gui.model.interventions import EditQuery, ForbidCell, ReplaceMask
from rostok_gui.state.app_state import (
    AppState,
    Board,
    Change,
    Display,
    Document,
    Key,
    Place,
    Plane,
    Selection,
    TokenWindow,
    Writing,
)
from rostok_gui.state.session import VERSION, Session, read_session, write_session

unit = st.floats(0, 1)
coordinate = st.floats(-1e6, 1e6)
texts = st.text(st.characters(codec="utf-8"), max_size=40)
keys = st.builds(Key, texts, coordinate, coordinate, st.tuples(unit, unit, unit))
planes = st.builds(
    Plane, st.tuples(coordinate, coordinate), texts, st.lists(keys, min_size=1, max_size=12).map(tuple), st.floats(0, 9)
)
boards = st.integers(2, 16).flatmap(
    lambda n: st.builds(
        Board,
        st.lists(st.lists(st.booleans(), min_size=n, max_size=n).map(tuple), min_size=n, max_size=n).map(tuple),
        st.sampled_from(["none", "head", "layer", "all"]),
    )
)
changes = st.lists(
    st.builds(
        Change,
        st.sampled_from(
            [ForbidCell(1, 2, 3, 4), EditQuery(0, None, 2, (0.5, -1.25)), ReplaceMask(None, None, ((True,),))]
        ),
        texts,
        st.booleans(),
    ),
    max_size=4,
).map(tuple)
states = st.builds(
    AppState,
    st.builds(Document, texts, texts, st.lists(st.integers(0, 4095), max_size=5).map(tuple)),
    st.builds(Selection, st.integers(0, 7), st.integers(0, 5), st.none() | st.integers(0, 511), st.none()),
    st.builds(Display, st.sampled_from(["linear", "sqrt", "log"]), st.booleans()),
    planes,
    boards,
    changes,
    st.lists(st.integers(0, 9), max_size=4).map(tuple),
    st.builds(Place, texts, st.integers(0, 30)),
    st.builds(
        Writing, st.floats(0, 100), st.integers(0, 4096), st.floats(0.01, 1), st.integers(0, 9), st.integers(1, 9)
    ),
    st.builds(TokenWindow, st.integers(1, 64), texts),
)
sessions = st.builds(Session, states, texts, texts)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(sessions)
def test_what_is_saved_comes_back(tmp_path: Path, session: Session) -> None:
    write_session(session, tmp_path / "one.rostok")
    assert read_session(tmp_path / "one.rostok") == session


def saved(tmp_path: Path, session: Session | None = None) -> tuple[Path, dict[str, Any]]:
    path = tmp_path / "s.rostok"
    write_session(session or Session(AppState()), path)
    return path, json.loads(path.read_text())


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        (("version",), VERSION + 1, "newer Rostok"),
        (("version",), "1", "no version"),
        (("kind",), "other", "not a Rostok session"),
        (("state", "document", "text"), 7, "state.document.text"),
        (("state", "selection", "layer"), 1.5, "state.selection.layer"),
        (("state", "selection", "layer"), -1, "selection"),
        (("state", "selection", "head"), True, "state.selection.head"),
        (("state", "display", "scale"), "cubic", "display.scale"),
        (("state", "plane", "keys"), [], "plane.keys"),
        (("state", "plane", "temperature"), -1.0, "plane.temperature"),
        (("state", "plane", "query"), [1.0], "state.plane.query"),
        (("state", "board", "allowed"), [[True, False], [True]], "board.allowed"),
        (("state", "changes"), [{"intervention": {"kind": "explode"}}], "explode"),
        (("state", "colour"), "red", "state.colour"),
        (("state", "place", "step"), -3, "selection"),
        (("state", "writing", "temperature"), -0.1, "writing.temperature"),
        (("state", "writing", "temperature"), "hot", "state.writing.temperature"),
        (("state", "writing", "top_k"), -1, "writing.top_k"),
        (("state", "writing", "top_k"), 1 << 40, "writing.top_k"),
        (("state", "writing", "top_p"), 0.0, "writing.top_p"),
        (("state", "writing", "seed"), 1.5, "state.writing.seed"),
        (("state", "writing", "seed"), 1_000_000, "writing.seed"),
        (("state", "writing", "n_token"), 0, "writing.n_token"),
        (("state", "window", "n_token"), 65, "window.n_token"),
        (("state", "window", "word"), 7, "state.window.word"),
    ],
)
def test_each_fault_is_named(tmp_path: Path, where: tuple[str, ...], value: Any, said: str) -> None:
    path, data = saved(tmp_path)
    inner = data
    for name in where[:-1]:
        inner = inner[name]
    inner[where[-1]] = value
    path.write_text(json.dumps(data))
    with pytest.raises(RostokError) as error:
        read_session(path)
    assert said in str(error.value)
    assert path.name in str(error.value)


@pytest.mark.parametrize("missing", [("writing",), ("window",), ("writing", "seed"), ("writing", "n_token")])
def test_a_file_from_before_a_setting_was_kept_gives_its_first_value(tmp_path: Path, missing: tuple[str, ...]) -> None:
    state = replace(AppState(), writing=Writing(1.5, 9, 0.9, 77, 12), window=TokenWindow(20, "·doll"))
    path, data = saved(tmp_path, Session(state))
    inner = data["state"]
    for name in missing[:-1]:
        inner = inner[name]
    del inner[missing[-1]]
    path.write_text(json.dumps(data))
    record, *part = missing
    first = getattr(AppState(), record)
    if part:
        first = replace(state.writing, **{part[0]: getattr(first, part[0])})
    assert read_session(path).state == replace(state, **{record: first})


def test_nan_and_infinity_are_refused(tmp_path: Path) -> None:
    path, data = saved(tmp_path)
    for number in ("NaN", "Infinity", "1e999"):
        path.write_text(json.dumps(data).replace("1.4", number, 1))
        with pytest.raises(RostokError):
            read_session(path)


def test_damage_of_any_kind_is_an_error_in_words_or_harmless(tmp_path: Path) -> None:
    rich = replace(AppState(), changes=(Change(EditQuery(1, 2, 3, (1.0, 2.0))),))
    path, _ = saved(tmp_path, Session(rich))
    whole, rng = path.read_bytes(), random.Random(0)
    for _ in range(400):
        data = bytearray(whole)
        place = rng.randrange(len(data))
        if rng.random() < 0.5:
            data = data[:place]
        else:
            data[place] = rng.randrange(256)
        path.write_bytes(bytes(data))
        with suppress(RostokError):  # anything else is a fault of the reader
            read_session(path)
