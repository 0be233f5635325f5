"""The shape of a model, as its ``config.json`` says it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError


@dataclass(frozen=True)
class ModelConfig:
    """Shape and constants of one checkpoint.

    Attributes
    ----------
    architecture : str
        ``"rostok"`` (a transformer: the chapter's model, gpt-1, no-mask and induction) or ``"window"`` (the network
        of the previous chapter).
    vocab_size, n_layer, n_head, d_model, d_ff, context : int
        V, L, H, C, the width of the MLP (0: no MLP) and the longest text in tokens. For ``"window"`` `context` is
        the number of tokens that it sees, `d_model` the width of one embedding and `d_ff` of the hidden layer.
    causal : bool
        False for a model that was trained without the causal mask.
    start_token : int
        Id of the start mark ◆, first in every text.
    """

    architecture: str = "rostok"
    vocab_size: int = 4096
    n_layer: int = 8
    n_head: int = 6
    d_model: int = 384
    d_ff: int = 1024
    context: int = 512
    rope_base: float = 10000.0
    norm_eps: float = 1e-5
    tied_embedding: bool = True
    causal: bool = True
    start_token: int = 0

    @property
    def d_head(self) -> int:
        """Width D of one head."""
        return self.d_model // self.n_head

    @classmethod
    def from_json(cls, data: Any) -> ModelConfig:
        """Read a parsed ``config.json``; every unknown, missing or absurd entry is an error that names it."""
        if not isinstance(data, dict):
            raise RostokError(QT_TRANSLATE_NOOP("messages", "config.json is not a JSON object."))
        known = {f.name: f.type for f in fields(cls)}
        kinds = {"str": str, "int": int, "float": (int, float), "bool": bool}
        for key, value in data.items():
            if key not in known:
                raise RostokError(QT_TRANSLATE_NOOP("messages", "config.json: unknown entry “{key}”."), key=key)
            kind = kinds[str(known[key])]
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):  # type: ignore[arg-type]
                raise RostokError(
                    QT_TRANSLATE_NOOP("messages", "config.json: “{key}” has the wrong kind of value."), key=key
                )
        config = cls(**data)
        config.check()
        return config

    def check(self) -> None:
        """Raise `RostokError` unless the numbers fit together."""
        positive = ("vocab_size", "n_layer", "n_head", "d_model", "context", "rope_base", "norm_eps")
        bad = [name for name in positive if not 0 < getattr(self, name) < 10**7]
        if self.architecture not in ("rostok", "window"):
            bad.append("architecture")
        if not 0 <= self.d_ff < 10**6:
            bad.append("d_ff")
        if not 0 <= self.start_token < self.vocab_size:
            bad.append("start_token")
        if not bad and self.architecture == "rostok" and (self.d_model % self.n_head or self.d_head % 2):
            bad.append("n_head")
        if bad:
            raise RostokError(
                QT_TRANSLATE_NOOP("messages", "config.json: the value of “{key}” cannot be right."), key=bad[0]
            )

    def to_json(self) -> dict[str, Any]:
        """Return the entries of ``config.json``."""
        return asdict(self)
