"""Rostok: attention made visible and touchable."""

__version__ = "0.1.0"
