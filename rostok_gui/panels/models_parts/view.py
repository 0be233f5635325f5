"""What the panel “Models” knows of the models: the list, what was measured here, which one is chosen (no Qt)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rostok_gui.engine.measure_models import Figures, ModelEntry, ModelMeasured


@dataclass(frozen=True)
class ModelsView:
    """The models in the order in which they are shown: best loss first, then those that read ahead, then the rest."""

    entries: tuple[ModelEntry, ...] = ()
    measured: Mapping[str, ModelMeasured] = field(default_factory=dict)
    stories: int = 0
    chosen: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(entry.name for entry in self.entries)

    @property
    def usable(self) -> tuple[str, ...]:
        """Names of those that can be read."""
        return tuple(entry.name for entry in self.entries if entry.config is not None)

    @property
    def index(self) -> int:
        """Place of the chosen model, -1 for none."""
        return self.names.index(self.chosen) if self.chosen in self.names else -1

    @property
    def entry(self) -> ModelEntry | None:
        """The chosen model."""
        return self.entries[self.index] if self.index >= 0 else None

    def figures(self, entry: ModelEntry) -> Figures:
        """Measured here where it is, else as at training."""
        return self.here(entry) or entry.at_training

    def here(self, entry: ModelEntry) -> Figures | None:
        """Measured here; None if it is not, or could not be."""
        found = self.measured.get(entry.name)
        return None if found is None or found.problem is not None else found.figures

    def ordered(self) -> ModelsView:
        """The same in the right order."""
        return replace(self, entries=tuple(sorted(self.entries, key=self._place)))

    def _place(self, entry: ModelEntry) -> tuple[bool, bool, bool, float, str]:
        loss = self.figures(entry).loss
        reads_ahead = entry.config is not None and not entry.config.causal
        return entry.config is None, reads_ahead, loss is None, loss or 0.0, entry.name
