"""Parts of the panel “Code”."""
