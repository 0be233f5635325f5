"""Parts of the panel “Lesson”."""
