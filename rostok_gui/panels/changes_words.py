"""Interventions in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from rostok_gui.model.interventions import (
    EditKey,
    EditQuery,
    ForbidCell,
    ForceCell,
    Intervention,
    KeepOnly,
    ReplaceMask,
    RopeOff,
    ScaleValue,
    SwitchOff,
    Temperature,
)
from rostok_gui.model.tokenizer import Token
from rostok_gui.widgets import numbers


def where(layer: int | None, head: int | None) -> str:
    """The heads that are meant, counted from 1."""
    translate = QCoreApplication.translate
    if layer is None and head is None:
        return translate("ChangesPanel", "every head")
    if head is None:
        return translate("ChangesPanel", "layer {layer}").format(layer=(layer or 0) + 1)
    if layer is None:
        return translate("ChangesPanel", "head {head} of every layer").format(head=head + 1)
    return translate("ChangesPanel", "head {layer}·{head}").format(layer=layer + 1, head=head + 1)


def in_words(item: Intervention, tokens: Sequence[Token]) -> str:
    """One intervention as a sentence."""
    translate = QCoreApplication.translate

    def token(position: int) -> str:
        if position >= len(tokens):
            return f"[{position}]"
        return translate("ChangesPanel", "“{token}”").format(token=tokens[position].label)

    place = where(item.layer, item.head)
    match item:
        case ForceCell():
            text = translate("ChangesPanel", "{place}: {query} gives {percent} to {key}, the rest of its row is scaled")
            return text.format(
                place=place, query=token(item.query), key=token(item.key), percent=numbers.percent(item.weight)
            )
        case ForbidCell():
            text = translate("ChangesPanel", "{place}: {query} may not look at {key}")
            return text.format(place=place, query=token(item.query), key=token(item.key))
        case EditKey():
            return translate("ChangesPanel", "{place}: another key for {token}").format(
                place=place, token=token(item.position)
            )
        case EditQuery():
            return translate("ChangesPanel", "{place}: another query for {token}").format(
                place=place, token=token(item.position)
            )
        case Temperature():
            return translate("ChangesPanel", "{place}: temperature {number}").format(
                place=place, number=numbers.fixed(item.temperature, 2)
            )
        case ReplaceMask():
            return translate("ChangesPanel", "{place}: the mask of the board").format(place=place)
        case ScaleValue():
            text = translate("ChangesPanel", "{place}: the value of {token} times {number}")
            return text.format(place=place, token=token(item.position), number=numbers.fixed(item.factor, 1))
        case KeepOnly() if item.everywhere:
            return translate("ChangesPanel", "all heads but {place} switched off").format(place=place)
        case KeepOnly():
            return translate("ChangesPanel", "all other heads of its layer but {place} switched off").format(
                place=place
            )
        case SwitchOff() if item.mean is not None:
            return translate("ChangesPanel", "{place}: its mean instead of its output").format(place=place)
        case SwitchOff():
            return translate("ChangesPanel", "{place} switched off").format(place=place)
        case RopeOff():
            return translate("ChangesPanel", "{place}: no positions (RoPE off)").format(place=place)
    return item.kind
