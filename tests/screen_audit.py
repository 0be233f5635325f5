"""What a person would complain about in a window: texts cut off or left in English, controls without name or key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from rostok_gui.shell.layouts import LAYOUTS, panels_of
from rostok_gui.shell.looks import Looks
from rostok_gui.shell.program import make_application
from rostok_gui.shell.translations import I18N, read_ts
from rostok_gui.state.settings import Settings

CONTROLS = (
    QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractSlider, QTabBar, QAbstractItemView, QTextEdit,
    QPlainTextEdit,
)  # fmt: skip
LATIN = re.compile(r"[A-Za-z]{4,}")
SAME_IN_RUSSIAN = {
    "softmax", "RoPE", "numpy", "Rostok", "rostok", "window", "mask", "gpt", "CUDA", "SwiGLU", "RMSNorm", "torch",
    "none", "CPU", "norm", "attention",
}  # fmt: skip
"""Names of functions, models and devices: the same in both languages."""
_MARKUP = re.compile(r"<[^>]*>")


@contextmanager
def own_looks(qapp: QApplication, home: Path, **settings: Any) -> Iterator[Looks]:
    """The program's style and language for a window of all panels, and afterwards what was there before."""
    patch = pytest.MonkeyPatch()
    patch.setenv("ROSTOK_HOME", str(home))
    before = qapp.palette(), qapp.font()
    looks = Looks(make_application(), Settings(**settings))
    looks.apply()
    yield looks
    looks.language.use("en")
    qapp.setStyleSheet("")
    qapp.setPalette(before[0])
    qapp.setFont(before[1])
    qapp.styleHints().colorSchemeChanged.disconnect(looks._on_system_scheme)
    patch.undo()


def layout_of(panel: str, window: Any) -> str:
    """The layout in which a lesson shows the panel; one of the first if there is none."""
    order = ("vectors", "mask", "heads", "chapter", "explore")
    homes = {layout.id: panels_of(layout.root) for layout in LAYOUTS}
    return next((name for name in order if panel in homes[name] and name in window.layouts), "chapter")


def seen(root: QWidget, kind: Any = QWidget) -> Iterator[Any]:
    """The widgets of a kind that can be seen in `root`."""
    widgets = [root, *root.findChildren(QWidget)]
    for widget in widgets:
        if isinstance(widget, kind) and widget.isVisible() and not widget.visibleRegion().isEmpty():
            yield widget


def words(text: str) -> str:
    """A text without its markup and the sign for its letter."""
    return _MARKUP.sub(" ", text).replace("&&", "\0").replace("&", "").replace("\0", "&")


def texts(widget: QWidget) -> list[str]:
    """What is written on a widget."""
    if isinstance(widget, QLabel | QAbstractButton):
        return [widget.text()] if widget.text() else []
    if isinstance(widget, QComboBox):
        return [widget.currentText()]
    if isinstance(widget, QTabBar):
        return [widget.tabText(n) for n in range(widget.count()) if widget.isTabVisible(n)]
    return []


def cut_off(root: QWidget) -> list[str]:
    """Texts that have less room than they need."""
    return [f"{type(w).__name__} {text!r}: {need} > {room}" for w in seen(root) for text, need, room in _needs(w)
            if need > room + 1]  # fmt: skip


def _needs(widget: QWidget) -> Iterator[tuple[str, int, int]]:
    """Text, pixels it needs, pixels it has: across, and down where it is wrapped."""
    if isinstance(widget, QLabel) and widget.text() and widget.pixmap().isNull():
        room = widget.contentsRect().adjusted(*(widget.margin() * s for s in (1, 1, -1, -1)))
        if widget.wordWrap():
            yield widget.text(), widget.heightForWidth(widget.width()), widget.height()
        else:
            rich = bool(_MARKUP.search(widget.text())) and widget.textFormat() != Qt.TextFormat.PlainText
            need = widget.sizeHint().width() if rich else _across(widget, widget.text()) + max(widget.indent(), 0)
            yield widget.text(), need, widget.width() if rich else room.width()
    elif isinstance(widget, QCheckBox | QRadioButton):
        yield widget.text(), widget.minimumSizeHint().width(), widget.width()
    elif isinstance(widget, QPushButton):
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        room = widget.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, widget)
        icon = 0 if widget.icon().isNull() else widget.iconSize().width() + 4
        if widget.width() < widget.sizeHint().width():
            yield widget.text(), _across(widget, widget.text()) + icon, room.width()
    elif isinstance(widget, QToolButton) and widget.text() and _shows_text(widget):
        yield widget.text(), min(_across(widget, widget.text()) + 4, widget.sizeHint().width()), widget.width()
    elif isinstance(widget, QComboBox):
        choice = QStyleOptionComboBox()
        widget.initStyleOption(choice)
        field = widget.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, choice, QStyle.SubControl.SC_ComboBoxEditField, widget
        )
        yield widget.currentText(), _across(widget, widget.currentText()), field.width()
    elif isinstance(widget, QTabBar):
        for n in filter(widget.isTabVisible, range(widget.count())):
            inside = widget.rect().intersected(widget.tabRect(n))
            yield widget.tabText(n), _across(widget, widget.tabText(n)), inside.width()


def _shows_text(button: QToolButton) -> bool:
    return button.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or button.icon().isNull()


def _across(widget: QWidget, text: str) -> int:
    return max((widget.fontMetrics().horizontalAdvance(line) for line in words(text).splitlines()), default=0)


@cache
def english_sources() -> frozenset[str]:
    """Every English text that is translated."""
    found = {words(entry.source).strip() for path in sorted((I18N / "ru").glob("*.ts")) for entry in read_ts(path)}
    return frozenset(text for text in found if LATIN.search(text))


def untranslated(root: QWidget, sources: frozenset[str]) -> list[str]:
    """In a Russian window: texts that are an English source, letter for letter."""
    left = []
    for widget in seen(root):
        names = [widget.accessibleName(), widget.toolTip()]
        for text in [*texts(widget), *names]:
            plain = words(text).strip()
            if plain in sources and any(word not in SAME_IN_RUSSIAN for word in LATIN.findall(plain)):
                left.append(f"{type(widget).__name__} {plain!r}")
    return left


def controls(root: QWidget) -> list[QWidget]:
    """What can be worked: Qt's own controls, and pictures that take the keyboard."""
    return [w for w in seen(root) if _is_control(w)]


def _is_control(widget: QWidget) -> bool:
    if isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_"):
        return False
    inside = widget.parentWidget()
    if isinstance(inside, QAbstractSpinBox | QComboBox | QTabBar):
        return False  # parts of one control
    own = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return widget.isEnabled() and (isinstance(widget, CONTROLS) or bool(own))


def nameless(root: QWidget) -> list[str]:
    """Controls of which a screen reader says nothing."""
    return [_place(w, root) for w in controls(root) if not (w.accessibleName() or any(t.strip() for t in _own(w)))]


def _own(widget: QWidget) -> list[str]:
    """A button is called by what is written on it, if these are words."""
    if isinstance(widget, QAbstractButton):
        return [t for t in texts(widget) if re.search(r"\w", t)]
    return []


def unreachable(root: QWidget) -> list[str]:
    """Controls that neither Tab nor, in a group, the arrows come to."""
    chain, start = set(), root.window()
    step: QWidget = start
    for _ in range(10_000):
        step = step.nextInFocusChain()
        if step is start:
            break
        if step.focusPolicy() & Qt.FocusPolicy.TabFocus:
            chain.add(step)
    return [_place(w, root) for w in controls(root) if w not in chain and w.focusProxy() not in chain]


def _place(widget: QWidget, root: QWidget) -> str:
    name = widget.objectName() or ", ".join(texts(widget)) or widget.toolTip()
    return f"{root.objectName()}: {type(widget).__name__} {name!r} {_where(widget, root)}"


def _where(widget: QWidget, root: QWidget) -> tuple[int, int, int, int]:
    return QRect(widget.mapTo(root, QPoint(0, 0)), widget.size()).getRect() if widget is not root else (0, 0, 0, 0)


def focus_mark(widget: QWidget) -> int:
    """How many pixels change when a widget gets the keyboard."""
    window = widget.window()
    window.setFocus()
    QApplication.processEvents()
    before = _pixels(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    after = _pixels(widget)
    return focus_mark(widget) if before.shape != after.shape else int((before != after).sum())


def _pixels(widget: QWidget) -> NDArray[np.uint32]:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()
