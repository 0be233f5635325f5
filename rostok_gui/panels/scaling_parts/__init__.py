"""What the panel “Why √d” measures, apart from how it is drawn."""
