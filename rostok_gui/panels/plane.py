"""Panel “Query and keys”: attention with vectors of two numbers, so that it can be drawn and dragged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QColorDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rostok_gui.attention.scores import Attended
from rostok_gui.attention.softmax import sharpness
from rostok_gui.messages import QT_TRANSLATE_NOOP, Message
from rostok_gui.panels.base import Context, Panel, Table
from rostok_gui.panels.plane_experiments import (
    EXPERIMENTS,
    LIMIT,
    MAX_KEYS,
    attend_plane,
    between,
    moved,
    script,
    with_key,
)
from rostok_gui.panels.plane_real import RealHead
from rostok_gui.shell.style import GLIDE_MS, glide_ms
from rostok_gui.shell.theme import Theme
from rostok_gui.state.app_state import Key, Plane
from rostok_gui.widgets.arrow_plane import Arrow, ArrowPlane, Move
from rostok_gui.widgets.formula import Formula, Line, Span, vector
from rostok_gui.widgets.numbers import MINUS, fixed, percent, score, weight
from rostok_gui.widgets.value_slider import LogSlider, NumberField
from rostok_gui.widgets.weight_bars import MixtureBar, Row, WeightBars

COLDEST, WARMEST = 0.05, 20.0
"""Ends of the temperature slider; left of the coldest is 0. Their product is 1, so the middle is 1."""
QUERY = "query"
SIDE_BY_SIDE = 1.15
"""Width over height from which the numbers stand beside the picture."""
AT = QT_TRANSLATE_NOOP("messages", "{name} at {place}: score {score}, weight {weight}")
QUERY_AT = QT_TRANSLATE_NOOP("messages", "Query of “{name}” at {place}")
NO_NUMBER = QT_TRANSLATE_NOOP(
    "messages", "“{typed}” is not a number from {low} to {high}, so the old one stays. Type one like {example}."
)
FULL = QT_TRANSLATE_NOOP("messages", "The plane holds {n} keys at most. Remove one first.")
NOT_THE_QUERY = QT_TRANSLATE_NOOP("messages", "The query cannot be removed. Choose a key.")
ONE_STAYS = QT_TRANSLATE_NOOP("messages", "One key must stay: softmax needs something to choose from.")


class PlanePanel(Panel):
    """One query, up to twelve keys, their values as colours, a temperature; or the true vectors of a head."""

    panel_id = "plane"
    watches = frozenset({"plane", "display", "trace", "untouched", "selection", "changes"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._shown = context.store.state.plane
        self._key = -1
        """The chosen key; -1: the formula follows the key with the largest weight."""
        self._under = ""
        self._glide_start: tuple[Plane, float] | None = None
        self._glide = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=GLIDE_MS)
        self._glide.valueChanged.connect(self._glide_step)
        self._build()
        self._connect()

    # Building --------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.plane = ArrowPlane()
        self.bars, self.mixture, self.formula = WeightBars(), MixtureBar(), Formula()
        self.slider = LogSlider(COLDEST, WARMEST)
        self.temperature = NumberField(0.0, LIMIT)
        self.x_field, self.y_field = NumberField(-LIMIT, LIMIT), NumberField(-LIMIT, LIMIT)
        self._place_label, self._x_label, self._y_label = QLabel(), QLabel(), QLabel()
        self._temperature_label, self._sharpness = QLabel(), QLabel()
        self.experiments = {name: QPushButton() for name in EXPERIMENTS}
        self._experiments_button, self._more_button = _menu_button(), _menu_button()
        self.real, self.real_button, self.drawn_button = RealHead(self.context), QPushButton(), QPushButton()
        self._colour_menu = QMenu(self)
        self._temperature_label.setBuddy(self.temperature)
        self._x_label.setBuddy(self.x_field)
        self._y_label.setBuddy(self.y_field)

        self._experiments_row = _row(*self.experiments.values())
        # Its width must not hold the panel open: where there is no room for the buttons there is a menu.
        self._experiments_row.setMinimumWidth(1)
        self._lower_controls = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        temperature = _row(self._temperature_label, self.slider, self.temperature, self._sharpness)
        self._lower_controls.addWidget(temperature, 1)
        self._lower_controls.addWidget(_row(self._experiments_button, self._more_button, self.real_button))
        self._controls = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._controls.addWidget(self._experiments_row)
        self._controls.addLayout(self._lower_controls, 1)

        side = QVBoxLayout()
        side.addWidget(self.bars, 100)
        side.addWidget(self.mixture)
        side.addWidget(self.formula)
        side.addWidget(_row(self._place_label, self._x_label, self.x_field, self._y_label, self.y_field))
        side.addStretch(1)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.addWidget(self.plane, 3)
        self._body.addLayout(side, 2)
        self._drawn = QWidget()
        page = QVBoxLayout(self._drawn)
        page.setContentsMargins(0, 0, 0, 0)
        page.addLayout(self._body, 1)
        page.addLayout(self._controls)
        self.real.controls.addWidget(self.drawn_button)
        self.real.hide()
        whole = QVBoxLayout(self)
        whole.addWidget(self._drawn)
        whole.addWidget(self.real)

    def _connect(self) -> None:
        self.plane.moved.connect(self._drag)
        self.plane.selected.connect(self._choose_arrow)
        self.plane.pointed.connect(self._point_at)
        self.plane.asked_for_more.connect(self.add_key)
        self.plane.rename_wanted.connect(lambda arrow_id: self.bars.rename(_index(arrow_id)))
        self.plane.remove_wanted.connect(lambda arrow_id: self.remove_key(_index(arrow_id)))
        self.bars.selected.connect(self._choose_key)
        self.bars.renamed.connect(self.rename_key)
        self.bars.recolour_wanted.connect(self._ask_colour)
        self.bars.remove_wanted.connect(self.remove_key)
        self.slider.moved_to.connect(self._set_temperature)
        self.temperature.edited.connect(self._set_temperature)
        self.x_field.edited.connect(self._type_place)
        self.y_field.edited.connect(self._type_place)
        for field in (self.x_field, self.y_field, self.temperature):
            field.refused.connect(partial(self._refuse_number, field))
        for name, button in self.experiments.items():
            button.clicked.connect(partial(self.run, name))
        self.real_button.clicked.connect(lambda: self.show_real(True))
        self.drawn_button.clicked.connect(lambda: self.show_real(False))

    # Words -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.tr("Query and keys")

    def invitation(self) -> str:
        return self.tr("Drag the arrows by their tips and watch the weights.")

    def help_text(self) -> str:
        return self.tr(
            "<h3>Query and keys</h3>"
            "<p>The orange arrow is the <b>query</b>: what the current token is looking for. The blue arrows are the "
            "<b>keys</b>: how each earlier token can be found. The coloured squares are the <b>values</b>: what each "
            "token passes on. A key that points where the query points gets a large score, a key at a right angle "
            "gets 0, and a key in the grey half of the plane gets a negative one. Softmax turns the scores into "
            "weights, and the output is the colour mixed in these shares.</p>"
            "<p><b>Try this</b></p><ul>"
            "<li><b>Zero query.</b> Who asks nothing hears everybody equally.</li>"
            "<li><b>Long query.</b> The direction stays, the scores grow, and one key takes almost everything. "
            "A lower temperature does the same.</li>"
            "<li><b>Nobody fits.</b> Every score is negative, and still the weights add up to 1: the least bad key "
            "wins. Attention cannot look nowhere.</li>"
            "<li><b>Dictionary.</b> At temperature 0 only the best key counts; equal ones share.</li>"
            "<li>Which query makes the output yellow? Which makes it grey?</li></ul>"
            "<p><b>Head</b> shows the true query of the chosen token and its keys in the chosen head: 64 numbers "
            "each, seen in the plane of the query and the main direction of the keys. Drag one: the whole vector "
            "moves, the model computes everything after it again, and all panels follow. The query lies in the plane, "
            "so what is at its right angle really has the score 0.</p>"
            "<p><b>Keys</b></p><ul>"
            "<li>Tab, Shift+Tab: next or previous arrow; arrow keys: move it by 0.1, with Shift by 0.01</li>"
            "<li>F2: rename; Delete: remove; double click on an empty place: new key</li>"
            "<li>+ and − or the wheel: zoom; 0: show all arrows; Esc while dragging: put it back</li>"
            "<li>in the table: up and down to choose, Space for the colour</li></ul>"
        )

    def _experiment_names(self) -> dict[str, str]:
        return {
            "start": self.tr("Start"),
            "zero": self.tr("Zero query"),
            "long": self.tr("Long query"),
            "nobody": self.tr("Nobody fits"),
            "dictionary": self.tr("Dictionary"),
        }

    def _experiment_tips(self) -> dict[str, str]:
        return {
            "start": self.tr("Back to the vectors of the beginning"),
            "zero": self.tr("Ask nothing: all scores are 0, all weights are equal"),
            "long": self.tr("The same direction, three times as long: the weights get sharper"),
            "nobody": self.tr("All keys against the query: all scores are negative, and the weights still add up to 1"),
            "dictionary": self.tr("Temperature 0: the best key takes all"),
        }

    def _colour_names(self) -> tuple[tuple[str, tuple[float, float, float]], ...]:
        return (
            (self.tr("Red"), (1.0, 0.0, 0.0)),
            (self.tr("Green"), (0.0, 1.0, 0.0)),
            (self.tr("Blue"), (0.0, 0.0, 1.0)),
            (self.tr("Grey"), (0.5, 0.5, 0.5)),
            (self.tr("Yellow"), (1.0, 1.0, 0.0)),
            (self.tr("Cyan"), (0.0, 1.0, 1.0)),
            (self.tr("Magenta"), (1.0, 0.0, 1.0)),
            (self.tr("Orange"), (1.0, 0.5, 0.0)),
            (self.tr("White"), (1.0, 1.0, 1.0)),
            (self.tr("Black"), (0.0, 0.0, 0.0)),
        )

    def retranslate(self) -> None:
        names, tips = self._experiment_names(), self._experiment_tips()
        for name, button in self.experiments.items():
            button.setText(names[name])
            button.setToolTip(tips[name])
            button.setAccessibleDescription(tips[name])
        self.plane.setAccessibleName(self.tr("Plane with the query and the keys"))
        self.bars.setAccessibleName(self.tr("Scores and weights of the keys"))
        self.bars.editor.setAccessibleName(self.tr("Name of the key"))
        self.mixture.setAccessibleName(self.tr("Output: the mixed value"))
        self.formula.setAccessibleName(self.tr("Formula with the numbers of now"))
        self.bars.set_headers(
            (self.tr("token"), self.tr("score"), "exp", self.tr("weight")),
        )
        self.mixture.set_title(self.tr("output"))
        self._temperature_label.setText(self.tr("Temperature"))
        self.slider.setAccessibleName(self.tr("Temperature"))
        self.slider.setToolTip(self.tr("Left: sharp, at the end an exact dictionary lookup. Right: all alike"))
        self.temperature.setAccessibleName(self.tr("Temperature as a number"))
        self._x_label.setText("x")
        self._y_label.setText("y")
        self.x_field.setAccessibleName(self.tr("x of the chosen arrow"))
        self.y_field.setAccessibleName(self.tr("y of the chosen arrow"))
        for field in (self.x_field, self.y_field, self.temperature):
            field.renew()
        self.real_button.setText(self.tr("Head"))
        self.real_button.setToolTip(
            self.tr("The true query and keys of the chosen head: drag them in the running model")
        )
        self.drawn_button.setText(self.tr("Drawn vectors"))
        self.drawn_button.setToolTip(self.tr("Back to vectors of two numbers"))
        self.real.retranslate()
        self._fill_menus(names)
        self._arrange()

    def _fill_menus(self, names: dict[str, str]) -> None:
        self._experiments_button.setText(self.tr("Experiments"))
        self._more_button.setText(self.tr("More"))
        experiments, more = self._experiments_button.menu(), self._more_button.menu()
        experiments.clear()
        for name, text in names.items():
            experiments.addAction(text, partial(self.run, name))
        more.clear()
        more.addAction(self.tr("Add a key"), self.add_key)
        self._rename_action = more.addAction(self.tr("Rename the key"), lambda: self.bars.rename(self._key))
        self._colour_menu.setTitle(self.tr("Colour of its value"))
        more.addMenu(self._colour_menu)
        self._remove_action = more.addAction(self.tr("Remove the key"), lambda: self.remove_key(self._key))
        more.addSeparator()
        more.addAction(self.tr("Show all arrows"), self.show_all)
        more.addSeparator()
        more.addAction(self.tr("Copy the table"), self.copy_table)
        more.addAction(self.tr("Copy as script"), self.copy_script)
        self._colour_menu.clear()
        for text, value in self._colour_names():
            icon = QPixmap(32, 32)
            icon.fill(QColor(_hex(value)))
            self._colour_menu.addAction(QIcon(icon), text, partial(self._recolour_chosen, value))
        self._colour_menu.addAction(self.tr("Other…"), self._ask_other_colour)

    def retheme(self, theme: Theme) -> None:
        for part in (self.plane, self.bars, self.mixture, self.formula):
            part.set_theme(theme)
        self.real.retheme(theme)

    def of_the_text(self) -> bool:
        return self.shows_real

    def caption(self) -> str:
        if self.shows_real:
            return self.real.caption() or self.title()
        plane, attended = self._shown, attend_plane(self._shown)
        pairs = ", ".join(f"{key.name} {weight(w)}" for key, w in zip(plane.keys, attended.weights))
        return self.tr(
            "Query and keys: query of “{name}” {place}, temperature {temperature}; weights: {weights}"
        ).format(
            name=plane.query_name,
            place=vector(plane.query, 2),
            temperature=_plain(plane.temperature),
            weights=pairs,
        )

    def tables(self) -> tuple[Table, ...]:
        if self.shows_real:
            return self.real.tables()
        plane, attended = self.store.state.plane, attend_plane(self.store.state.plane)
        columns = ("token", "x", "y", "score", "exponent", "weight", "red", "green", "blue")
        rows = tuple(
            (key.name, key.x, key.y, *map(float, numbers), *key.value)
            for key, *numbers in zip(plane.keys, attended.scores, attended.exponents, attended.weights)
        )
        query = (plane.query_name, *plane.query, plane.temperature, *map(float, attended.output))
        return (
            Table("plane-keys", columns, rows),
            Table("plane-query", ("query", "x", "y", "temperature", "red", "green", "blue"), (query,)),
        )

    # Painting --------------------------------------------------------------------------------------------------

    @property
    def shows_real(self) -> bool:
        """Whether the true vectors of the chosen head are shown."""
        return self.store.state.display.real_head

    def show_real(self, on: bool) -> None:
        """Show the true vectors of the chosen head, or the drawn ones again; the keyboard follows."""
        self.store.update(display=replace(self.store.state.display, real_head=on))
        (self.real.plane if on else self.plane).setFocus()

    def refresh(self, changed: frozenset[str]) -> None:
        self._drawn.setHidden(self.shows_real)
        self.real.setVisible(self.shows_real)
        if self.shows_real:
            self.real.refresh()
        elif not changed & {"plane", "display", "everything"}:
            return
        elif self._glide_start is None:
            self._glide.stop()
            self._paint(self.store.state.plane)
        else:
            self._glide.start()

    def _paint(self, plane: Plane) -> None:
        """Everything that is seen, from one plane."""
        self._shown = plane
        self._key = min(self._key, len(plane.keys) - 1)
        attended = attend_plane(plane)
        explained = self._key if self._key >= 0 else int(attended.weights.argmax())
        output = _hex(attended.output)
        self.plane.set_arrows(self._arrows(plane, attended, output))
        self.plane.set_projection(_key_id(explained), QUERY, self.tr("score < 0"))
        rows = [
            Row(key.name, _hex(key.value), (score(s), weight(e), weight(w)), float(w))
            for key, s, e, w in zip(plane.keys, attended.scores, attended.exponents, attended.weights)
        ]
        self.bars.set_rows(rows, self._key)
        parts = [(_hex(key.value), float(w)) for key, w in zip(plane.keys, attended.weights)]
        self.mixture.set_mixture(parts, output, vector(attended.output.tolist(), 3))
        self.formula.set_lines(self._formula(plane, attended, explained))
        self.slider.show_value(plane.temperature)
        self.temperature.set_number(plane.temperature)
        self._sharpness.setText(self.tr("sharpness {value}").format(value=_plain(sharpness(plane.temperature))))
        self._paint_place(plane)
        self._describe(plane, attended)

    def _arrows(self, plane: Plane, attended: Attended, output: str) -> list[Arrow]:
        keys = [
            Arrow(_key_id(i), key.x, key.y, key.name, percent(float(w)), "key", _hex(key.value), float(w))
            for i, (key, w) in enumerate(zip(plane.keys, attended.weights))
        ]
        return [Arrow(QUERY, *plane.query, plane.query_name, "", "query", output), *keys]

    def _formula(self, plane: Plane, attended: Attended, index: int) -> list[Line]:
        """How the key `index` gets its weight."""
        key, (qx, qy) = plane.keys[index], plane.query
        number, exponent, share = (part[index] for part in (attended.scores, attended.exponents, attended.weights))
        total, largest = attended.exponents.sum(), attended.scores.max()
        power = (
            self.tr("1 for the largest score, else 0")
            if plane.temperature == 0
            else f"exp(({score(number)} − {_bracketed(largest)}) / {_plain(plane.temperature)})"
        )
        return [
            (
                Span(self.tr("score"), "name"),
                Span(fixed(qx, 2), QUERY), Span("·"), Span(_bracketed(key.x), "key"), Span("+"),
                Span(fixed(qy, 2), QUERY), Span("·"), Span(_bracketed(key.y), "key"), Span("="),
                Span(score(number), "result"),
            ),
            (Span(self.tr("exponent"), "name"), Span(power), Span("="), Span(weight(exponent), "result")),
            (
                Span(self.tr("weight"), "name"),
                Span(f"{weight(exponent)} / {weight(total)}"), Span("="), Span(weight(share), "result"),
                Span(f"({key.name})", "name"),
            ),
        ]  # fmt: skip

    def _paint_place(self, plane: Plane) -> None:
        """The fields with the exact place of the chosen arrow."""
        name, x, y = self._chosen(plane)
        metrics = self._place_label.fontMetrics()
        self._place_label.setText(metrics.elidedText(name, Qt.TextElideMode.ElideRight, 5 * metrics.height()))
        self.x_field.set_number(x)
        self.y_field.set_number(y)
        is_key = self._key >= 0
        for action in (self._rename_action, self._colour_menu.menuAction(), self._remove_action):
            action.setEnabled(is_key)

    def _chosen(self, plane: Plane) -> tuple[str, float, float]:
        if self._key < 0:
            return plane.query_name, *plane.query
        key = plane.keys[self._key]
        return key.name, key.x, key.y

    def _describe(self, plane: Plane, attended: Attended) -> None:
        """For screen readers, and for the status bar while the pointer is over an arrow."""
        self.mixture.setAccessibleDescription(self.mixture.numbers)
        self.formula.setAccessibleDescription(self.formula.text)
        self.plane.setAccessibleDescription(str(self._sentence(plane, attended, self._key)))
        chosen = self.bars.rows[self._key] if self._key >= 0 else None
        self.bars.setAccessibleDescription(" ".join((chosen.name, *chosen.cells)) if chosen else "")
        if self._under in (QUERY, *map(_key_id, range(len(plane.keys)))):
            self.store.update(pointer=self._sentence(plane, attended, _index(self._under)))

    def _sentence(self, plane: Plane, attended: Attended, index: int) -> Message:
        if index < 0:
            return Message(QUERY_AT, {"name": plane.query_name, "place": vector(plane.query, 2)})
        key = plane.keys[index]
        values: dict[str, object] = {
            "name": key.name,
            "place": vector((key.x, key.y), 2),
            "score": score(attended.scores[index]),
            "weight": weight(attended.weights[index]),
        }
        return Message(AT, values)

    # Room ------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Numbers beside or below the picture; experiments as buttons or as a menu; the formula where it has room."""
        em, width, height = self.fontMetrics().height(), self.width(), self.height()
        direction, beside = QBoxLayout.Direction, width >= SIDE_BY_SIDE * height
        self._body.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._body.setStretch(0, 3 if beside else 1)
        self._body.setStretch(1, 2 if beside else 1)
        room = width - 2 * em
        buttons = self._experiments_row.sizeHint().width()
        one_row = buttons + 28 * em <= room
        as_buttons = one_row or (buttons <= room and height >= 30 * em)
        self._controls.setDirection(direction.LeftToRight if one_row else direction.TopToBottom)
        narrow = width < 28 * em
        self._lower_controls.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)
        self._experiments_row.setVisible(as_buttons)
        self._experiments_button.setVisible(not as_buttons)
        used = (
            self.mixture.sizeHint().height()
            + self.x_field.sizeHint().height()
            + (7 if narrow or (as_buttons and not one_row) else 5) * em
        )
        left = (height - used) * (1.0 if beside else 0.5)
        rows = (len(self._shown.keys) * 1.25 + 1) * em
        self.formula.setVisible(left >= rows + self.formula.sizeHint().height())

    # Choosing and pointing -------------------------------------------------------------------------------------

    def _choose_arrow(self, arrow_id: str) -> None:
        self._key = _index(arrow_id)
        self._paint(self._shown)

    def _choose_key(self, index: int) -> None:
        self.plane.choose(_key_id(index))
        self._choose_arrow(_key_id(index))

    def _point_at(self, arrow_id: str) -> None:
        self._under = arrow_id
        if arrow_id:
            self._describe(self._shown, attend_plane(self._shown))
        else:
            self.store.update(pointer=None)

    # Changing --------------------------------------------------------------------------------------------------

    def _edit(self, text: str, plane: Plane, merge: str = "") -> None:
        self._end_glide()
        self.context.edit(text, merge=merge, plane=plane)

    def _drag(self, move: Move) -> None:
        self._end_glide()
        plane, index = self.store.state.plane, _index(move.id)
        name = plane.query_name if index < 0 else plane.keys[index].name
        text = self.tr("Move “{name}”").format(name=name)
        self._edit(text, moved(plane, None if index < 0 else index, move.x, move.y), f"plane-drag-{move.gesture}")

    def _type_place(self, _number: float) -> None:
        plane = self.store.state.plane
        name, *_ = self._chosen(plane)
        text = self.tr("Move “{name}”").format(name=name)
        self._edit(text, moved(plane, None if self._key < 0 else self._key, self.x_field.number, self.y_field.number))

    def _refuse_number(self, field: NumberField, typed: str) -> None:
        low, high = (0, LIMIT) if field is self.temperature else (-LIMIT, LIMIT)
        values = {"typed": typed[:20], "low": fixed(low, 0), "high": fixed(high, 0), "example": fixed(0.7, 1)}
        self._refuse(NO_NUMBER, **values)

    def _refuse(self, template: str, **values: object) -> None:
        self.store.update(notice=Message(template, values))

    def _set_temperature(self, value: float, gesture: int = 0) -> None:
        plane = replace(self.store.state.plane, temperature=value)
        self._edit(self.tr("Temperature"), plane, f"plane-temperature-{gesture}" if gesture else "")

    def run(self, experiment: str, *_: Any) -> None:
        """Start an experiment by its name in `EXPERIMENTS`: the arrows glide to their new places."""
        self._end_glide()
        if self.isVisible() and glide_ms():
            self._glide_start = (self._shown, self.plane.reach)
        plane = self.store.state.plane
        self.context.edit(self._experiment_names()[experiment], plane=EXPERIMENTS[experiment](plane))
        if self._glide.state() != QVariantAnimation.State.Running:  # nothing changed, or it changed at once
            self._glide_start = None
            self.show_all()

    def _glide_step(self, part: float) -> None:
        if self._glide_start is None:
            return
        (plane, reach), target = self._glide_start, self.store.state.plane
        goal = self.plane.fitting_reach(self._goal_arrows(target))
        eased = 1.0 if part >= 1 else part * part * (3 - 2 * part)
        self.plane.set_reach(goal if part >= 1 else reach * (goal / reach) ** eased)
        if part >= 1:
            self._glide_start = None
        self._paint(between(plane, target, eased))

    def _end_glide(self) -> None:
        if self._glide_start is not None:
            self._glide.stop()
            self._glide_step(1.0)

    def _goal_arrows(self, plane: Plane) -> list[Arrow]:
        return [Arrow(QUERY, *plane.query), *(Arrow(_key_id(i), k.x, k.y) for i, k in enumerate(plane.keys))]

    def show_all(self) -> None:
        """Zoom so that no arrow leaves the picture."""
        self.plane.set_reach(self.plane.fitting_reach(self._goal_arrows(self.store.state.plane)))

    def add_key(self, x: float | None = None, y: float | None = None) -> None:
        """Add a key, at a free angle unless a place is given, and ask for its name."""
        plane = self.store.state.plane
        n = len(plane.keys)
        if n >= MAX_KEYS:
            self._refuse(FULL, n=MAX_KEYS)
            return
        colours = self._colour_names()
        place = _free_angle(n) if x is None or y is None else (x, y)
        key = Key(self.tr("key {n}").format(n=n + 1), *place, colours[n % len(colours)][1])
        self._edit(self.tr("Add a key"), replace(plane, keys=(*plane.keys, key)))
        self._arrange()
        self._choose_key(n)
        self.bars.rename(n)

    def remove_key(self, index: int) -> None:
        """Remove a key; the last one stays."""
        plane = self.store.state.plane
        if not 0 <= index < len(plane.keys):
            self._refuse(NOT_THE_QUERY)
        elif len(plane.keys) == 1:
            self._refuse(ONE_STAYS)
        else:
            text = self.tr("Remove “{name}”").format(name=plane.keys[index].name)
            self._edit(text, replace(plane, keys=plane.keys[:index] + plane.keys[index + 1 :]))
            self._arrange()

    def rename_key(self, index: int, name: str) -> None:
        """Give a key another name."""
        plane = self.store.state.plane
        self._edit(self.tr("Rename the key"), with_key(plane, index, replace(plane.keys[index], name=name)))

    def recolour_key(self, index: int, value: tuple[float, float, float]) -> None:
        """Give a key another value."""
        plane = self.store.state.plane
        text = self.tr("Colour of “{name}”").format(name=plane.keys[index].name)
        self._edit(text, with_key(plane, index, replace(plane.keys[index], value=value)))

    def _recolour_chosen(self, value: tuple[float, float, float]) -> None:
        if self._key >= 0:
            self.recolour_key(self._key, value)

    def _ask_colour(self, index: int) -> None:
        self._choose_key(index)
        self._colour_menu.popup(self.bars.mapToGlobal(self.bars.swatch_rect(index).bottomLeft().toPoint()))

    def _ask_other_colour(self) -> None:
        key = self.store.state.plane.keys[self._key]
        dialog = QColorDialog(QColor(_hex(key.value)), self)
        dialog.setWindowTitle(self.tr("Colour of “{name}”").format(name=key.name))
        dialog.colorSelected.connect(lambda c: self._recolour_chosen((c.redF(), c.greenF(), c.blueF())))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # Taking along ----------------------------------------------------------------------------------------------

    def copy_table(self) -> None:
        """Put the table on the clipboard as TSV, in full precision."""
        table = self.tables()[0]
        lines = ("\t".join(map(str, row)) for row in (table.columns, *table.rows))
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    def script(self) -> str:
        """A numpy script that prints the numbers on screen."""
        return script(self.store.state.plane, self.caption())

    def copy_script(self) -> None:
        """Put the script on the clipboard."""
        QGuiApplication.clipboard().setText(self.script())


def _row(*widgets: QWidget) -> QWidget:
    """Widgets side by side; a slider takes the room that is left."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, LogSlider) else 0)
    if not any(isinstance(widget, LogSlider) for widget in widgets):
        row.addStretch(1)
    return holder


def _menu_button() -> QPushButton:
    button = QPushButton()
    button.setMenu(QMenu(button))
    return button


def _key_id(index: int) -> str:
    return f"key-{index}"


def _index(arrow_id: str) -> int:
    """Index of the key with this id, -1 for the query."""
    return int(arrow_id.removeprefix("key-")) if arrow_id.startswith("key-") else -1


def _hex(value: Sequence[float] | NDArray[np.floating[Any]]) -> str:
    """Three numbers 0..1 as ``#rrggbb``."""
    return "#" + "".join(f"{round(255 * min(max(float(part), 0.0), 1.0)):02x}" for part in value)


def _plain(value: float) -> str:
    """Temperature or sharpness: as many decimals as count."""
    return fixed(value, 0 if value == 0 else 3 if value < 0.1 else 2)


def _bracketed(value: float) -> str:
    """A number behind a sign: brackets around a negative one."""
    text = fixed(value, 2)
    return f"({text})" if text.startswith(MINUS) else text


def _free_angle(index: int) -> tuple[float, float]:
    """Place of a new key: each turned by the golden angle from the one before, so that they spread."""
    angle = math.radians(80 + 137.5 * index)
    return round(1.5 * math.cos(angle), 2), round(1.5 * math.sin(angle), 2)
