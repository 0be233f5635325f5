"""What panel “Window or attention” looks for in a text, and what it counts (no Qt)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rostok_gui.attention.cost import attention_weights, window_weights
from rostok_gui.state.examples import load_examples

SPACE = "·"
WORDS_OF_EXAMPLES = {"doll": "·doll"}
"""Where an example is about something else than its hero."""
NO_NAMES = (
    " A An And At But Every Everyone He Her His I In It My No On Once One She So Suddenly That The Their Then There "
    " They This We When Yes You "
)
"""Words that are written with a capital because a sentence begins with them."""
LENGTHS = tuple(float(2**n) for n in range(10))


def default_token(text: str, ids: Sequence[int], labels: Sequence[str]) -> int | None:
    """The token whose probability is followed until another one is chosen; None for a text without letters.

    It is the thing that an example is about, else the beginning of the hero's name: of all capital letters after a
    space the token that comes most often. A text without names gives its longest word.
    """
    for example in load_examples():
        word = WORDS_OF_EXAMPLES.get(example.id)
        if word is not None and text.startswith(example.text) and word in labels:
            return ids[labels.index(word)]
    words = [(token, label) for token, label in zip(ids, labels) if label[:1] == SPACE and label[1:].isalpha()]
    names = [token for token, label in words if label[1].isupper() and f" {label[1:]} " not in NO_NAMES]
    if names:
        return Counter(names).most_common(1)[0][0]
    return max(words, key=lambda word: len(word[1]), default=(None, ""))[0]


def find_token(typed: str, vocabulary: Sequence[str]) -> int | None:
    """The one token that is written as `typed`, with the space before it if there is such a token; None if none is."""
    shown = typed.strip().replace(" ", SPACE)
    for label in (f"{SPACE}{shown}", shown):
        if shown and label in vocabulary:
            return vocabulary.index(label)
    return None


def distance_back(ids: Sequence[int], position: int, token: int) -> int | None:
    """How many tokens one must look back from `position` to see `token`, 1 for the position itself; None: never."""
    return next((n + 1 for n in range(position + 1) if ids[position - n] == token), None)


def equal_from(d_model: int, width: int, hidden: int) -> int:
    """The shortest window whose first layer has at least as many weights as an attention layer."""
    return -(-attention_weights(d_model) // window_weights(1, width, hidden))
