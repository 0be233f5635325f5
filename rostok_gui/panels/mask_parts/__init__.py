"""The parts of the panel “Causal mask”, and what they show."""
