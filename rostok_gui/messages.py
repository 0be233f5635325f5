"""Sentences for people, made in rooms that know neither Qt nor the language on screen.

A message keeps its English template and its values apart, so that the window can translate the template while the
command line and the log print it as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark ``text`` for translation and return it unchanged; the context is always ``"messages"``."""
    return text


@dataclass(frozen=True)
class Message:
    """A sentence with its values.

    Attributes
    ----------
    template : str
        English text with ``str.format`` fields, marked where it is written with
        ``QT_TRANSLATE_NOOP("messages", "...")``.
    values : dict
        What goes into the fields.
    """

    template: str
    values: dict[str, object] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.template.format(**self.values)


class RostokError(Exception):
    """Something that went wrong and that a person can do something about.

    Parameters
    ----------
    template : str
        What is wrong and what to do, in words (see `Message`).
    **values : object
        The values of its fields.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.message = Message(template, values)
        super().__init__(str(self.message))
