"""Lessons: what one is (`lesson`), how its file is read and checked (`reader`), what a step does (`stage`)."""
