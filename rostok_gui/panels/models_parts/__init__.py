"""Parts of the panel “Models”."""
