"""Making a tokenizer from stories, and the plain encoder that the trainer uses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import tokenizers
from tokenizers import decoders, models, pre_tokenizers, trainers

from rostok_gui.files import write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.tokenizer import START_MARK
from rostok_gui.model.tokenizer import Tokenizer as CheckedTokenizer
from rostok_gui.training.corpus import Encode


def train_tokenizer(stories: Sequence[str], vocab_size: int, path: Path) -> None:
    """Train a byte-level BPE tokenizer (Sennrich et al., 2016), ◆ as entry 0, and write it as ``tokenizer.json``."""
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        stories,
        trainers.BpeTrainer(
            vocab_size=vocab_size,
            special_tokens=[START_MARK],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
        len(stories),
    )
    write_file(path, tokenizer.to_str().encode())


def encoder(path: Path, config: ModelConfig) -> Encode:
    """Return text -> ids without the start mark; a tokenizer of another size is an error."""
    size = CheckedTokenizer.read(path).size
    if size != config.vocab_size:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{path} has {size} entries, the recipe asks for {wanted}."),
            path=path,
            size=size,
            wanted=config.vocab_size,
        )
    tokenizer = tokenizers.Tokenizer.from_file(str(path))
    return lambda text: list(tokenizer.encode(text, add_special_tokens=False).ids)
