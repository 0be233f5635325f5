"""The plane with the true vectors of a head: drag one, and the real model answers."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from rostok_gui.attention.projection import Basis
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.model.interventions import EditKey, EditQuery
from rostok_gui.model.trace import LayerTrace, Trace
from rostok_gui.panels.base import Context, Table
from rostok_gui.panels.plane_head import HeadPlane, basis_of, given_keys, names, plane_of_head
from rostok_gui.shell.theme import Theme
from rostok_gui.shell.touch import Touch
from rostok_gui.state import changing
from rostok_gui.state.changing import Changes, Head
from rostok_gui.widgets import marks, numbers
from rostok_gui.widgets.arrow_plane import DEFAULT_REACH, Arrow, ArrowPlane, Move
from rostok_gui.widgets.changed_mark import ChangedMark
from rostok_gui.widgets.colormap import colours
from rostok_gui.widgets.layer_head_chooser import LayerHeadChooser
from rostok_gui.widgets.ranking import Entry, Ranking, RankingScroll
from rostok_gui.widgets.text_line import TextBlock

QUERY = "query"
PATIENCE_MS = 100
"""A hand waits no longer than this for an answer of the model."""
NEXT = 3
"""So many guesses are named."""
SIDE_BY_SIDE = 1.15
CHANGED_SIGN = "✎"
_WHOLE = 0.9995
"""From this share on the query counts as lying in the plane."""
_KEY_AT = QT_TRANSLATE_NOOP(
    "messages", "Key of “{name}”: score {score}, weight {weight}; the plane shows {share} of its length"
)
_QUERY_AT = QT_TRANSLATE_NOOP("messages", "Query of “{name}”; the plane shows {share} of its length")


class RealHead(QWidget):
    """Page of the panel “Query and keys”. Repainted by `refresh`; asks nothing of the worker itself."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context, self._store = context, context.store
        self.shown: HeadPlane | None = None
        self._basis: tuple[LayerTrace, Head, int, Basis] | None = None
        """Of which layer, head and query the basis is; a layer that did not change is the same object."""
        self._said: tuple[Trace, Head, int] | None = None
        """Of which trace, head and query the words are that stay while a vector is on its way to the model."""
        self._before_drag: tuple[int, Changes, tuple[float, float]] = (0, (), (0.0, 0.0))
        self._under = ""
        self._wanted: tuple[Move, tuple[Head, int]] | None = None
        """Where the hand is while the model still answers its last move, and of which head and query."""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._go_on)
        self._rows: list[int] = []
        """Positions of the keys in the list, by their untouched weights: so no row jumps in a drag."""
        self.plane, self.bars = ArrowPlane(), Ranking()
        self.head_title, self.share, self.next, self.hint = QLabel(), TextBlock(), TextBlock(), QLabel()
        self.changed_mark, self.chooser, self.own_button = ChangedMark(), LayerHeadChooser(), QPushButton()
        self.touch = Touch(context, self)
        self.controls = QHBoxLayout()
        self._lay_out()
        self.plane.moved.connect(self._move)
        self.plane.selected.connect(self._choose_arrow)
        self.plane.pointed.connect(self._point_at)
        self.plane.remove_wanted.connect(self._put_back)
        self.bars.chosen.connect(lambda row: self.plane.choose(_key_id(self._rows[row])))
        self.bars.hovered.connect(lambda row: self._point_at("" if row < 0 else _key_id(self._rows[row])))
        self.chooser.chosen.connect(lambda layer, head: self._store.select(layer=layer, head=head))
        self.own_button.clicked.connect(lambda: self._put_back(self.plane.chosen))

    def _lay_out(self) -> None:
        for label in (self.head_title, self.hint):
            label.setWordWrap(True)
        self.share.setObjectName("quiet")
        self.hint.setObjectName("quiet")
        head = QHBoxLayout()
        head.addWidget(self.head_title, 1)
        head.addWidget(self.changed_mark)
        self._side = QWidget()
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.addLayout(head)
        side.addWidget(RankingScroll(self.bars), 1)
        side.addWidget(self.next)
        side.addWidget(self.share)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.addWidget(self.plane, 3)
        self._body.addWidget(self._side, 2)
        self.controls.addWidget(self.chooser)
        self.controls.addWidget(self.own_button)
        self.controls.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.hint)
        whole.addLayout(self._body, 1)
        whole.addLayout(self.controls)

    # Words -----------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set every text again."""
        self._said = None
        self.plane.setAccessibleName(self.tr("Plane with the true query and keys of the head"))
        self.bars.setAccessibleName(self.tr("Weights of the keys"))
        self.own_button.setText(self.tr("Put it back"))
        self.own_button.setToolTip(self.tr("Give the chosen arrow back the vector that the model made (Delete)"))
        self.hint.setText(self.tr("As soon as the model has read the text, the vectors of the chosen head are here."))
        self.chooser.retranslate()

    def retheme(self, theme: Theme) -> None:
        """Take other colours."""
        for part in (self.plane, self.bars, self.changed_mark):
            part.set_theme(theme)

    def caption(self) -> str:
        """What is seen, for a picture of it."""
        shown, trace = self.shown, self._store.live.trace
        if shown is None or trace is None:
            return ""
        return self.tr("Layer {layer}, head {head}: the true query of “{token}” and its keys").format(
            layer=shown.head[0] + 1, head=shown.head[1] + 1, token=_word(trace.tokens[shown.query].label)
        )

    def tables(self) -> tuple[Table, ...]:
        """The keys that are drawn."""
        shown, trace = self.shown, self._store.live.trace
        if shown is None or trace is None:
            return ()
        scores = trace.layers[shown.head[0]].scores.row(shown.head[1], shown.query)
        columns = ("position", "token", "x", "y", "share", "score", "weight", "before")
        rows = tuple(
            (j, trace.tokens[j].label, *map(float, place), float(share), float(scores[j]), float(now), float(before))
            for j, place, share, now, before in zip(
                shown.keys, shown.places[1:], shown.shares[1:], shown.weights, shown.before
            )
        )
        return (Table("real-keys", columns, rows),)

    # Painting --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paint what the newest trace and the list of changes say."""
        self.shown, fresh = self._look()
        self.hint.setVisible(self.shown is None)
        for part in (self.plane, self._side):
            part.setVisible(self.shown is not None)
        trace = self._store.live.trace
        if self.shown is None or trace is None:
            self.plane.set_arrows(())
            return
        self.changed_mark.setVisible(bool(trace.interventions))
        labels = names([trace.tokens[j].label for j in self.shown.keys])
        self.plane.set_arrows(self._arrows(self.shown, trace, labels))
        if fresh:
            self.chooser.set_counts(trace.n_layer, trace.n_head)
            self.chooser.set_chosen(*self.shown.head)
            self.show_all()
        self._show_weights(self.shown, labels, touched=bool(trace.interventions))
        self._show_words(self.shown, trace)
        self._show_own_button(self.shown)
        self._describe(self.shown, trace)
        if self._wanted is not None and not self._waits():
            QTimer.singleShot(0, self, self._go_on)

    def _look(self) -> tuple[HeadPlane | None, bool]:
        """What is to be drawn, and whether it is another plane than before."""
        trace, untouched, chosen = self._store.live.trace, self._store.live.untouched, self._store.state.selection
        if trace is None or untouched is None or not trace.layers or trace.ids != untouched.ids:
            self._basis = None
            return None, False
        head, query = (chosen.layer, chosen.head), chosen.query_in(len(trace))
        layer, known = untouched.layers[chosen.layer], self._basis
        fresh = known is None or known[0] is not layer or known[1:3] != (head, query)
        basis = basis_of(untouched, head, query) if known is None or fresh else known[3]
        self._basis = (layer, head, query, basis)
        changes = self._store.state.changes
        return plane_of_head(trace, untouched, changes, head, query, chosen.key, basis), fresh

    def _arrows(self, shown: HeadPlane, trace: Trace, labels: list[str]) -> list[Arrow]:
        """The query and the keys; of many keys only those that matter have a name."""
        changes, named = self._store.state.changes, shown.named | {self._store.state.selection.key}
        (qx, qy), *places = shown.places.tolist()
        moved = changing.given_vector(changes, EditQuery, shown.head, shown.query) is not None
        given = given_keys(changes, shown.head)
        arrows = [Arrow(QUERY, qx, qy, _signed(trace.tokens[shown.query].label, moved), "", "query", "", 1.0)]
        for j, label, (x, y), weight in zip(shown.keys, labels, places, shown.weights.tolist()):
            words = (_signed(label, j in given), numbers.percent(weight)) if j in given or j in named else ("", "")
            arrows.append(Arrow(_key_id(j), x, y, *words, "key", "", weight))
        return arrows

    def _show_weights(self, shown: HeadPlane, labels: list[str], touched: bool) -> None:
        key = self._store.state.selection.key
        order = np.argsort(-shown.before, kind="stable").tolist()
        self._rows = [shown.keys[i] for i in order]
        before = shown.before.tolist() if touched else [None] * len(order)
        tints = [f"#{colour & 0xFFFFFF:06x}" for colour in colours(shown.weights).tolist()]
        rows = list(zip(labels, shown.weights.tolist(), before, tints, (j == key for j in shown.keys)))
        self.bars.set_entries([Entry(*rows[i]) for i in order])

    def _show_words(self, shown: HeadPlane, trace: Trace) -> None:
        explained = self.plane.chosen if self.plane.chosen not in ("", QUERY) else _key_id(self._strongest(shown))
        whole = shown.shares[0] >= _WHOLE
        self.plane.set_projection(explained if whole else "", QUERY if whole else "", self.tr("score < 0"))
        self.share.set_text(self._share_text(shown))
        if self._said is None or self._said[0] is not trace or self._said[1:] != (shown.head, shown.query):
            self._said = trace, shown.head, shown.query
            self.head_title.setText(
                self.tr("Layer {layer}, head {head}: “{token}” looks").format(
                    layer=shown.head[0] + 1, head=shown.head[1] + 1, token=_word(trace.tokens[shown.query].label)
                )
            )
            self.next.set_text(self._guesses_text(shown, trace))

    def _guesses_text(self, shown: HeadPlane, trace: Trace) -> str:
        best = trace.candidates(shown.query, NEXT)
        guess = self.tr("“{token}” {percent}")
        words = (_word(trace.vocabulary[i]) if trace.vocabulary else f"#{i}" for i, _ in best)
        guesses = (guess.format(token=word, percent=numbers.percent(p)) for word, (_, p) in zip(words, best))
        return self.tr("Next token: {guesses}").format(guesses=", ".join(guesses))

    @staticmethod
    def _strongest(shown: HeadPlane) -> int:
        return shown.keys[int(shown.weights.argmax())]

    def _share_text(self, shown: HeadPlane) -> str:
        low, high = numbers.percent(float(shown.shares[1:].min())), numbers.percent(float(shown.shares[1:].max()))
        query = numbers.percent(float(shown.shares[0]))
        text = self.tr("Of their length the plane shows: query {query}, keys {low} to {high}.").format(
            query=query, low=low, high=high
        )
        if len(shown.keys) < shown.n_seen:
            text += " " + self.tr(
                "Drawn: {n} of {all} keys, those with the largest weights; the rest gets {rest}."
            ).format(n=len(shown.keys), all=shown.n_seen, rest=numbers.percent(shown.rest))
        return text

    def _show_own_button(self, shown: HeadPlane) -> None:
        kind, position = self._meant(shown, self.plane.chosen)
        given = changing.given_vector(self._store.state.changes, kind, shown.head, position)
        self.own_button.setEnabled(given is not None)

    def _describe(self, shown: HeadPlane, trace: Trace) -> None:
        """For screen readers, and for the status bar while the pointer is over an arrow."""
        ids = [arrow.id for arrow in self.plane.arrows]
        if self.plane.chosen in ids:
            marks.speak(self.plane, str(self._sentence(shown, trace, ids.index(self.plane.chosen))))
        if self._under in ids:
            self._store.update(pointer=self._sentence(shown, trace, ids.index(self._under)))

    def _sentence(self, shown: HeadPlane, trace: Trace, index: int) -> Message:
        share = numbers.percent(float(shown.shares[index]))
        if index == 0:
            return Message(_QUERY_AT, {"name": _word(trace.tokens[shown.query].label), "share": share})
        j = shown.keys[index - 1]
        score = trace.layers[shown.head[0]].scores.row(shown.head[1], shown.query)[j]
        values: dict[str, object] = {
            "name": _word(trace.tokens[j].label),
            "score": numbers.score(float(score)),
            "weight": numbers.weight(float(shown.weights[index - 1])),
            "share": share,
        }
        return Message(_KEY_AT, values)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside, em = self.width() >= SIDE_BY_SIDE * self.height(), marks.em(self)
        direction = QBoxLayout.Direction
        self._body.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self.chooser.setVisible(self.width() >= 44 * em)
        self.show_all()
        self.next.setVisible(self.height() >= (20 if beside else 32) * em)

    def show_all(self) -> None:
        """Zoom so that no arrow leaves the picture."""
        self.plane.set_reach(self.plane.fitting_reach(self.plane.arrows))
        self.plane.set_nudge(0.1 * 10 ** round(math.log10(self.plane.reach / DEFAULT_REACH)))

    # Choosing and changing -------------------------------------------------------------------------------------

    @staticmethod
    def _meant(shown: HeadPlane, arrow_id: str) -> tuple[type[EditQuery], int]:
        """Which vector of which token an arrow is; the query when none is chosen."""
        position = _position(arrow_id)
        return (EditQuery, shown.query) if position is None else (EditKey, position)

    def _choose_arrow(self, arrow_id: str) -> None:
        position = _position(arrow_id)
        if position is not None:
            self._store.select(key=position)
        self.refresh()

    def _point_at(self, arrow_id: str) -> None:
        self._under = arrow_id
        trace = self._store.live.trace
        if not arrow_id:
            self._store.update(pointer=None)
        elif self.shown is not None and trace is not None:
            self._describe(self.shown, trace)

    def _move(self, move: Move) -> None:
        """Follow a hand as fast as the model answers; a window that followed it faster would keep the model waiting."""
        if self.plane.is_held and self._waits() and self.shown is not None:
            self._wanted = move, (self.shown.head, self.shown.query)
            if not self._patience.isActive():
                self._patience.start()
            return
        self._wanted = None
        self._drag(move)

    def _waits(self) -> bool:
        """Whether the model has not yet answered the last change."""
        trace = self._store.live.trace
        return trace is not None and trace.interventions != self._store.state.interventions

    def _go_on(self) -> None:
        """Go where the hand is by now."""
        wanted, self._wanted = self._wanted, None
        self._patience.stop()
        shown = self.shown
        if wanted is not None and shown is not None and wanted[1] == (shown.head, shown.query):
            self._drag(wanted[0])

    def _drag(self, move: Move) -> None:
        shown, trace, changes = self.shown, self._store.live.trace, self._store.state.changes
        if shown is None or trace is None:
            return
        _, at = self._meant(shown, move.id)
        if self._before_drag[0] != move.gesture:
            arrow = next(arrow for arrow in self.plane.arrows if arrow.id == move.id)
            self._before_drag = (move.gesture, changes, (arrow.x, arrow.y))
        _, before, start = self._before_drag
        made = shown.dragged(_position(move.id), move.x, move.y)
        changed = before if (move.x, move.y) == start else changing.moved(changes, made)
        label = _word(trace.tokens[at].label)
        text = self.tr("Move the query of “{token}”") if move.id == QUERY else self.tr("Move the key of “{token}”")
        self._context.edit(text.format(token=label), merge=f"real-head-{move.gesture}", changes=changed)

    def _put_back(self, arrow_id: str) -> None:
        """Give an arrow back the vector that the model made."""
        if self.shown is None:
            return
        kind, position = self._meant(self.shown, arrow_id)
        changes = changing.own_again(self._store.state.changes, kind, self.shown.head, position)
        if changes != self._store.state.changes:
            self._context.edit(self.tr("Own vector again"), changes=changes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shown, position = self.shown, _position(self.plane.chosen)
        if shown is not None and event.key() != Qt.Key.Key_Delete:
            if position is not None and self.touch.cell_key(event, shown.head, shown.query, position):
                return
            if self.touch.head_key(event, shown.head):
                return
        super().keyPressEvent(event)


def _key_id(position: int) -> str:
    return f"key-{position}"


def _position(arrow_id: str) -> int | None:
    """Position of the key with this id, None for the query."""
    return int(arrow_id.removeprefix("key-")) if arrow_id.startswith("key-") else None


def _word(label: str) -> str:
    """A label inside a sentence: without the sign of the space before it."""
    return label.removeprefix("·") or label


def _signed(label: str, given: bool) -> str:
    """A label with the sign of what a person has changed."""
    return f"{label} {CHANGED_SIGN}" if given else label
