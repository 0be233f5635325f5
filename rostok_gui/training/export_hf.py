"""A checkpoint as a Hugging Face Qwen3 folder: the same numbers under other names.

Rostok is a Qwen3 in small: RMSNorm before every block, QK-norm, RoPE in the split-half form, SwiGLU, no biases, tied
embedding. Only the joined matrices have to be cut apart.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from rostok_gui.files import read_file, write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.checkpoint import TOKENIZER, Checkpoint
from rostok_gui.model.config import ModelConfig
from rostok_gui.model.tokenizer import START_MARK

_JOINED = {"attn.qkv": ("self_attn.{}_proj", "qkv"), "mlp.up": ("mlp.{}_proj", ("gate", "up"))}
_RENAMED = {
    "attn_norm": "input_layernorm",
    "attn.proj": "self_attn.o_proj",
    "attn.q_norm": "self_attn.q_norm",
    "attn.k_norm": "self_attn.k_norm",
    "mlp_norm": "post_attention_layernorm",
    "mlp.down": "mlp.down_proj",
}


def export(checkpoint: Checkpoint, folder: Path) -> None:
    """Write ``model.safetensors``, ``config.json``, ``generation_config.json`` and the tokenizer's files.

    Raises
    ------
    RostokError
        The model is no causal transformer with MLPs, or the folder has something in it.
    """
    config = checkpoint.config
    if config.architecture != "rostok" or not config.causal or not config.d_ff:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "“{name}” is no Qwen3: only a causal transformer with MLPs can be exported."),
            name=checkpoint.name,
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RostokError(QT_TRANSLATE_NOOP("messages", "{path} is not an empty folder."), path=folder)
    write_file(folder / "model.safetensors", save(qwen3_tensors(checkpoint), {"format": "pt"}))
    write_file(folder / "config.json", _json(qwen3_config(config)))
    marks = {"bos_token_id": config.start_token, "eos_token_id": config.start_token}
    write_file(folder / "generation_config.json", _json(marks))
    write_file(folder / TOKENIZER, _tokenizer_that_begins_with_the_mark(checkpoint))
    write_file(folder / "tokenizer_config.json", _json(_tokenizer_config(config)))


def qwen3_tensors(checkpoint: Checkpoint) -> dict[str, NDArray[Any]]:
    """The tensors of a checkpoint under the names of ``Qwen3ForCausalLM``."""
    tensors: dict[str, NDArray[Any]] = {}
    for name, array in checkpoint.weights.items():
        if not name.startswith("blocks."):
            tensors[{"embed.weight": "model.embed_tokens.weight", "norm.weight": "model.norm.weight"}[name]] = array
            continue
        _, layer, rest = name.split(".", 2)
        place, short = f"model.layers.{layer}.", rest.removesuffix(".weight")
        if short in _JOINED:
            template, parts = _JOINED[short]
            for part, piece in zip(parts, np.split(array, len(parts)), strict=True):
                tensors[f"{place}{template.format(part)}.weight"] = np.ascontiguousarray(piece)
        else:
            tensors[f"{place}{_RENAMED[short]}.weight"] = array
    return tensors


def qwen3_config(config: ModelConfig) -> dict[str, Any]:
    """``config.json`` of the folder."""
    return {
        "architectures": ["Qwen3ForCausalLM"],
        "model_type": "qwen3",
        "vocab_size": config.vocab_size,
        "hidden_size": config.d_model,
        "intermediate_size": config.d_ff,
        "num_hidden_layers": config.n_layer,
        "num_attention_heads": config.n_head,
        "num_key_value_heads": config.n_head,
        "head_dim": config.d_head,
        "hidden_act": "silu",
        "max_position_embeddings": config.context,
        "rms_norm_eps": config.norm_eps,
        "rope_theta": config.rope_base,
        "tie_word_embeddings": True,
        "attention_bias": False,
        "attention_dropout": 0.0,
        "bos_token_id": config.start_token,
        "eos_token_id": config.start_token,
        "torch_dtype": "float16",
    }


def _tokenizer_config(config: ModelConfig) -> dict[str, Any]:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": START_MARK,
        "eos_token": START_MARK,
        "model_max_length": config.context,
        "clean_up_tokenization_spaces": False,
    }


def _tokenizer_that_begins_with_the_mark(checkpoint: Checkpoint) -> bytes:
    """The tokenizer, told to put the start mark in front, as every text of Rostok has it."""
    data = json.loads(read_file(checkpoint.folder / TOKENIZER, 64 << 20))
    mark = {"id": START_MARK, "type_id": 0}
    data["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": mark}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [
            {"SpecialToken": mark},
            {"Sequence": {"id": "A", "type_id": 0}},
            {"Sequence": {"id": "B", "type_id": 0}},
        ],
        "special_tokens": {
            START_MARK: {"id": START_MARK, "ids": [checkpoint.config.start_token], "tokens": [START_MARK]}
        },
    }
    return json.dumps(data, ensure_ascii=False).encode()


def _json(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
