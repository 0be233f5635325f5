"""Stories, invented names, and the rows that are learned."""

from __future__ import annotations

import lzma
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tiny_training import STORIES, TINY, tiny_trainer

from rostok_gui import paths
from rostok_gui.messages import RostokError
from rostok_gui.training.corpus import (
    RESERVED,
    SWAPPED_NAMES,
    Mixture,
    Row,
    Rows,
    hero,
    invent_name,
    pack,
    pieces_row,
    read_hashes,
    read_stories,
    repeated_row,
    story_hash,
    story_row,
    with_invented_name,
    with_swapped_name,
    write_hashes,
)
from rostok_gui.training.evaluation import CHAPTER_NAME, HELD_OUT, INVENTED_NAMES


def letters(text: str) -> list[int]:
    return [ord(c) % 200 + 1 for c in text]


def rows(seed: int = 3, mixture: Mixture = TINY.rows, **options: int) -> Rows:
    return Rows(STORIES * 60, letters, mixture, vocab_size=265, start_token=0, context=64, seed=seed, **options)


def test_no_held_out_story_was_trained_on() -> None:
    trained_on = read_hashes(paths.RESOURCES / "held_out" / "trained_on.bin")
    held_out = read_stories(HELD_OUT)
    assert len(held_out) == 500
    assert len(trained_on) > 20_000
    assert not trained_on & {story_hash(story) for story in held_out}


def test_a_hash_sees_through_spacing_and_punctuation(tmp_path: Path) -> None:
    assert story_hash("Tom saw a dog.\nHe ran!") == story_hash("  tom saw a DOG. He ran")
    assert story_hash("Tom saw a dog.") != story_hash("Tom saw a dot.")
    write_hashes(tmp_path / "h.bin", ["a b", "A  b!", "c"])
    assert read_hashes(tmp_path / "h.bin") == {story_hash("ab"), story_hash("C")}


def test_stories_are_read_plain_and_packed(tmp_path: Path) -> None:
    text = "One.\nTwo.\n<|endoftext|>\n\n<|endoftext|>\nThree.\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(text.encode()))
    assert read_stories(tmp_path / "a.txt") == read_stories(tmp_path / "a.txt.xz") == ["One.\nTwo.", "Three."]


@pytest.mark.parametrize("content", [None, b"", b"<|endoftext|>\n", b"\xff\xfe\x00"])
def test_a_file_without_stories_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "stories.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RostokError, match=r"stories\.txt"):
        read_stories(path)
    (tmp_path / "broken.xz").write_bytes(lzma.compress(b"Once.")[:-9])
    with pytest.raises(RostokError, match=r"broken\.xz"):
        read_stories(tmp_path / "broken.xz")


def test_the_hero_is_the_name_said_most_often() -> None:
    assert hero("One day, Tom met Mia. Mia was sad. Mom gave Mia a hat. Mom smiled. Then Mom sang.") == "Mia"
    assert hero("The cat sat. The cat ran. The cat slept.") is None
    assert hero("We saw Tom. Tom ran.") is None, "twice is not enough to learn from"


def test_an_invented_name_takes_every_place_of_the_hero_and_no_other() -> None:
    story = "A boy named Tom met Tommy. Tom's dog liked Tom. Then Tom left."
    changed = with_invented_name(story, np.random.default_rng(0))
    name = changed.removeprefix("A boy named ").partition(" met")[0]
    assert changed == f"A boy named {name} met Tommy. {name}'s dog liked {name}. Then {name} left."
    assert name != "Tom"


def test_names_of_the_evaluation_are_never_invented() -> None:
    rng = np.random.default_rng(1)
    invented = [invent_name(rng) for _ in range(3000)]
    assert not {word.lower() for name in invented for word in name.split()} & RESERVED
    assert {word.lower() for name in (*INVENTED_NAMES, CHAPTER_NAME) for word in name.split()} <= RESERVED
    assert len(set(invented)) > 2700
    assert 0.4 < np.mean([" " in name for name in invented]) < 0.6


def test_a_story_stands_alone_between_two_marks() -> None:
    row = story_row([5, 6, 7], 0, 10)
    assert row.ids.tolist() == [0, 5, 6, 7, 0]
    assert row.learn.all()
    assert story_row([5, 6, 7], 0, 2).ids.tolist() == [0, 5, 6], "two inputs, two targets"


def test_a_repeated_row_learns_only_what_can_be_known() -> None:
    row = repeated_row(np.random.default_rng(4), np.arange(50, 90), 0, 64)
    n = (len(row.ids) - 1) // 2
    assert row.ids[0] == 0
    assert set(row.ids[1:].tolist()) <= set(range(50, 90))
    assert row.ids[1 : n + 1].tolist() == row.ids[n + 1 :].tolist()
    learned = row.ids[1:][row.learn]
    assert learned.tolist() == row.ids[n + 2 :].tolist()


@pytest.mark.parametrize("seed", range(20))
def test_a_row_of_pieces_learns_only_what_can_be_looked_up(seed: int) -> None:
    row = pieces_row(np.random.default_rng(seed), np.arange(50, 4000), 0, 96)
    said = row.ids[1:].tolist()
    assert row.ids[0] == 0
    assert 15 <= len(said) <= 96
    assert set(said) <= set(range(50, 4000))
    pairs = [set(pairwise(said[:i])) for i in range(len(said))]
    known = [i > 0 and (said[i - 1], said[i]) in pairs[i] for i in range(len(said))]
    assert all(known[i] for i in np.flatnonzero(row.learn))
    assert row.learn.sum() >= 0.5 * len(said)


def test_pieces_come_back_at_many_distances() -> None:
    row = pieces_row(np.random.default_rng(3), np.arange(1, 4000), 0, 96)
    said = row.ids[1:].tolist()
    distances = {i - said[:i].index(said[i]) for i in range(len(said)) if said[i] in said[:i]}
    assert len(distances) > 4


def some_rows() -> list[Row]:
    return [story_row(list(range(1, n)), 0, 64) for n in (3, 9, 4, 9, 30, 5)]


def test_packing_loses_nothing_and_learns_no_padding() -> None:
    batches = pack(some_rows(), 20)
    assert sum(batch.tokens for batch in batches) == sum(len(row.learn) for row in some_rows())
    for batch in batches:
        for inputs, targets in zip(batch.inputs, batch.targets, strict=True):
            n = int((targets != -100).sum())
            assert (targets[n:] == -100).all()
            assert targets[: n - 1].tolist() == inputs[1:n].tolist()
    assert max(batch.inputs.size for batch in batches) <= 30


def test_without_padding_rows_are_cut_to_the_shortest() -> None:
    for batch in pack(some_rows(), 40, padded=False):
        assert (batch.targets != -100).all()
        assert (batch.inputs[:, 0] == 0).all()


def test_the_stream_goes_on_where_it_was() -> None:
    first = rows()
    first.take(3000)
    position = first.position
    expected = [batch.inputs for batch in first.take(9000)]
    second = rows()
    second.position = position
    again = [batch.inputs for batch in second.take(9000)]
    assert all(np.array_equal(a, b) for a, b in zip(expected, again, strict=True))
    assert not np.array_equal(rows(seed=4).take(100)[0].inputs, rows().take(100)[0].inputs)


def test_an_epoch_holds_every_story_once_and_the_next_another_order() -> None:
    stream = rows(mixture=Mixture(invented_share=0.0, repeated_share=0.0, micro_batch=400))
    expected = sorted(tuple(story_row(letters(story), 0, 64).ids[:-1]) for story in STORIES * 60)
    epochs = []
    for epoch in (0, 1):
        seen = []
        while stream.position[0] == epoch:
            for batch in stream.take(1):
                seen += [tuple(r[: (t != -100).sum()]) for r, t in zip(batch.inputs, batch.targets, strict=True)]
        epochs.append(seen)
    carried = len(epochs[0]) - len(expected)  # the batch that told that the epoch was over is of the next
    assert sorted(epochs[0][: len(expected)]) == expected
    assert carried > 0
    assert epochs[0][: len(expected)] != [*epochs[0][len(expected) :], *epochs[1]][: len(expected)]


def test_the_first_epoch_begins_with_unseen_stories() -> None:
    marked = ["old"] * 700 + ["new one"] * 300
    mixture = Mixture(invented_share=0.0, repeated_share=0.0, micro_batch=64)
    stream = Rows(marked, letters, mixture, vocab_size=265, start_token=0, context=64, seed=1, seen=700)
    new = 0
    while stream.position[1] == 0:  # the first chunk: 512 stories
        (batch,) = stream.take(1)
        new += int((batch.targets[:, len("new one") :] == 0).sum())  # the mark at the end of the longer ones
    assert new == 300


def test_the_share_of_invented_names_is_kept() -> None:
    stream = rows(mixture=Mixture(invented_share=0.3, repeated_share=0.0))
    rng = np.random.default_rng(0)
    changed = [
        tuple(stream._row(story, rng).ids) != tuple(story_row(letters(story), 0, 64).ids) for story in STORIES * 60
    ]
    assert 0.25 < np.mean(changed) < 0.35


def test_batches_grow_by_pairs(tmp_path: Path) -> None:
    trainer = tiny_trainer(tmp_path)
    lengths = [batch.inputs.shape[1] for batch in trainer.measured_on]
    trainer.close()
    assert all(a <= b for a, b in pairwise(lengths))


def test_a_common_hero_gets_another_name_of_the_same_group() -> None:
    rng = np.random.default_rng(0)
    story = "Then Tom ran. The dog and Tom met Max. So Tom was glad."
    names = {with_swapped_name(story, rng).split()[1] for _ in range(200)}
    assert names == set(SWAPPED_NAMES[0]) - {"Tom", "Max"}
    assert with_swapped_name(story, rng).count("Max") == 1
    strange = story.replace("Tom", "Zebra")
    assert with_swapped_name(strange, rng) == strange
