"""From a theme and a font to the look of every widget: one palette and one style sheet, sizes in em."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from rostok_gui.paths import RESOURCES
from rostok_gui.shell.fonts import app_font, em
from rostok_gui.shell.theme import Theme, readable_on

MOTION_PROPERTY = "rostokMotion"
GLIDE_MS = 200


def dress(app: QApplication, theme: Theme, text_size: float, in_hall: bool = False) -> None:
    """Give `app` the font, the palette and the style sheet."""
    font = app_font(text_size)
    app.setStyleSheet("")  # Qt walks through all widgets four times where one sheet takes the place of another
    app.setFont(font)
    # Widgets hear of it later; those that take their sizes from the font are asked for them before that.
    app.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
    app.setPalette(theme.palette())
    app.setStyleSheet(style_sheet(theme, em(font), in_hall))


def set_motion(app: QApplication, wanted: bool) -> None:
    """Let things glide, or all changes be instant (`glide_ms`)."""
    app.setProperty(MOTION_PROPERTY, wanted)


def glide_ms() -> int:
    """How long a change that the eye should follow takes, in ms; 0 when motion is reduced."""
    app = QApplication.instance()
    return 0 if app is None or app.property(MOTION_PROPERTY) is False else GLIDE_MS


def mixed(one: str, other: str, share: float) -> str:
    """`share` of colour `other` in colour `one`."""
    a, b = QColor(one), QColor(other)
    parts = (round(x + (y - x) * share) for x, y in zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue())))
    return "#" + "".join(f"{part:02x}" for part in parts)


LONG_LISTS = ("RankingScroll", "CodeScroll", "QTextBrowser")
"""Widgets of which nobody expects to see the whole; in a hall a slim bar says that there is more."""
SLIM = 0.4
"""Width of that bar in em: half of what a hand needs, and seen from the last row."""


def style_sheet(theme: Theme, unit: float, in_hall: bool = False) -> str:
    """The style sheet of the application, or of a panel that has its own size of type.

    Parameters
    ----------
    theme : Theme
    unit : float
        One em, in pixels.
    in_hall : bool
        For classroom mode: bars in full ink, slim ones beside `LONG_LISTS`.
    """

    def px(ems: float) -> str:
        return f"{max(1, round(ems * unit))}px"

    hover = mixed(theme.raised, theme.text, 0.10)
    pressed = mixed(theme.raised, theme.text, 0.18)
    quiet_line = mixed(theme.window, theme.line, 0.6)
    chosen = mixed(theme.surface, theme.focus, 0.16)
    # Where grey is nearly white, what cannot be used needs a darker one to be told from what can.
    disabled = theme.closed if theme.name == "contrast" else theme.muted
    frame = theme.line if theme.name == "contrast" else quiet_line
    # Where window and panels have one colour, a line has to part the panels.
    gap, gap_width = (theme.line, 0.15) if theme.window == theme.surface else ("transparent", 0.5)
    icons = (RESOURCES / "icons").as_posix()
    chevron = f"{icons}/chevron.svg"
    check = f"{icons}/check-{'black' if readable_on(theme.focus) == '#000000' else 'white'}.svg"
    bar = theme.muted if in_hall else mixed(theme.line, theme.text, 0.15)
    slim = {part: ", ".join(f"{name} QScrollBar{part}:vertical" for name in LONG_LISTS) for part in ("", "::handle")}
    slim_bars = f"""{slim[""]} {{ background: {theme.raised}; width: {px(SLIM)}; }}
{slim["::handle"]} {{ border-radius: {px(SLIM / 2 - 0.05)}; }}"""  # of a larger radius Qt makes none
    return f"""
QMainWindow, QDialog {{ background: {theme.window}; }}
QMainWindow::separator {{ background: {gap}; width: {px(gap_width)}; height: {px(gap_width)}; }}
QMainWindow::separator:hover {{ background: {theme.focus}; }}
#title-bar {{ background: {theme.surface}; border-top-left-radius: {px(0.5)}; border-top-right-radius: {px(0.5)}; }}
#dock-body {{ background: {theme.surface}; border-bottom-left-radius: {px(0.5)};
  border-bottom-right-radius: {px(0.5)}; }}
#panel-view {{ background: transparent; }}
#dock-title {{ font-weight: 600; color: {theme.text}; }}
#invitation, #quiet {{ color: {theme.muted}; }}

#text-line {{ background: {theme.window}; }}
QLineEdit {{ background: {theme.surface}; color: {theme.text}; border: 1px solid {theme.line};
  border-radius: {px(0.35)}; padding: {px(0.12)} {px(0.3)}; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
#text-line QLineEdit {{ background: {theme.surface}; border: 1px solid {theme.line}; border-radius: {px(0.45)};
  padding: {px(0.32)} {px(0.6)}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {{ border: 2px solid {theme.focus}; }}
QPlainTextEdit, QTextBrowser {{ background: {theme.surface}; border: 1px solid {theme.line};
  border-radius: {px(0.45)}; padding: {px(0.3)}; }}

QPushButton, QComboBox, #text-line QToolButton {{ background: {theme.raised}; color: {theme.text};
  border: 1px solid {frame}; border-radius: {px(0.45)}; padding: {px(0.32)} {px(0.8)}; }}
QPushButton:hover, QComboBox:hover, #text-line QToolButton:hover {{ background: {hover}; }}
QPushButton:pressed, #text-line QToolButton:pressed {{ background: {pressed}; }}
QPushButton:checked {{ background: {theme.focus}; color: {readable_on(theme.focus)}; }}
QPushButton:disabled, QComboBox:disabled, QLineEdit:disabled, QAbstractSpinBox:disabled {{
  color: {disabled}; background: {theme.window}; border: 1px dashed {frame}; }}
QToolButton:disabled, QCheckBox:disabled, QRadioButton:disabled {{ color: {disabled}; }}
QPushButton:focus, QComboBox:focus, QToolButton:focus {{ border: 2px solid {theme.focus}; }}
QPushButton, QToolButton, QCheckBox, QRadioButton {{ outline: none; }}
QPushButton:default {{ border: 1px solid {theme.focus}; }}
QComboBox {{ padding-right: {px(1.7)}; }}
QComboBox::drop-down {{ border: none; width: {px(1.5)}; }}
QComboBox::down-arrow {{ image: url({chevron}); width: {px(0.85)}; height: {px(0.85)}; }}
QComboBox QAbstractItemView {{ background: {theme.surface}; color: {theme.text}; border: 1px solid {theme.line};
  selection-background-color: {chosen}; selection-color: {theme.text}; outline: none; }}
QToolButton {{ border: 1px solid transparent; border-radius: {px(0.35)}; padding: {px(0.22)}; color: {theme.text}; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed {{ background: {pressed}; }}
QToolButton:checked {{ background: {chosen}; border: 1px solid {theme.focus}; }}
QToolButton:checked:focus {{ border: 2px solid {theme.text}; }}
#text-line QToolButton::menu-indicator {{ image: url({chevron}); width: {px(0.85)}; height: {px(0.85)};
  subcontrol-position: right center; right: {px(0.5)}; }}
#text-line QToolButton[popupMode="2"] {{ padding-right: {px(1.8)}; }}

QPushButton::menu-indicator {{ image: url({chevron}); width: {px(0.75)}; height: {px(0.75)};
  subcontrol-origin: padding; subcontrol-position: right center; right: {px(0.45)}; }}

QAbstractSpinBox {{ background: {theme.surface}; color: {theme.text}; border: 1px solid {theme.line};
  border-radius: {px(0.35)}; padding: {px(0.2)} {px(0.3)}; }}
QAbstractSpinBox:focus {{ border: 2px solid {theme.focus}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ subcontrol-origin: border; width: {px(1.3)};
  border: none; background: transparent; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {hover}; }}
QAbstractSpinBox::up-arrow {{ image: url({icons}/chevron-up.svg); width: {px(0.65)}; height: {px(0.65)}; }}
QAbstractSpinBox::down-arrow {{ image: url({chevron}); width: {px(0.65)}; height: {px(0.65)}; }}

QCheckBox::indicator, QRadioButton::indicator {{ width: {px(1.0)}; height: {px(1.0)}; background: {theme.surface};
  border: {px(0.1)} solid {theme.muted}; border-radius: {px(0.25)}; }}
QRadioButton::indicator {{ border-radius: {px(0.6)}; }}
QCheckBox::indicator:checked {{ background: {theme.focus}; border-color: {theme.focus}; image: url({check}); }}
QRadioButton::indicator:checked {{ border: {px(0.35)} solid {theme.focus}; width: {px(0.5)}; height: {px(0.5)}; }}
QCheckBox:focus, QRadioButton:focus {{ background: {chosen}; border-radius: {px(0.25)}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ background: {theme.window};
  border-color: {theme.line}; }}

QMenuBar {{ background: {theme.window}; color: {theme.text}; spacing: 0; }}
QMenuBar::item {{ padding: {px(0.25)} {px(0.7)}; border-radius: {px(0.35)}; background: transparent; }}
QMenuBar::item:selected {{ background: {theme.raised}; }}
QMenu {{ background: {theme.surface}; color: {theme.text}; border: 1px solid {theme.line}; padding: {px(0.3)}; }}
QMenu::item {{ padding: {px(0.32)} {px(1.8)} {px(0.32)} {px(1.8)}; border-radius: {px(0.35)}; }}
QMenu::item:selected {{ background: {chosen}; color: {theme.text}; }}
QMenu::item:disabled {{ color: {theme.muted}; }}
QMenu::separator {{ height: 1px; background: {quiet_line}; margin: {px(0.3)} {px(0.6)}; }}
QMenu::icon {{ padding-left: {px(0.4)}; }}

QTabWidget::pane {{ border: none; border-top: 1px solid {frame}; }}
QTabBar {{ background: transparent; }}
QTabBar::tab {{ background: transparent; color: {theme.muted}; border: none;
  border-bottom: {px(0.2)} solid transparent; padding: {px(0.3)} {px(0.85)}; }}
QTabBar::tab:selected {{ color: {theme.text}; border-bottom: {px(0.2)} solid {theme.focus}; }}
QTabBar::tab:hover {{ color: {theme.text}; background: {theme.raised}; }}
QTabBar::tab:focus {{ background: {chosen}; }}

QStatusBar {{ background: {theme.window}; color: {theme.text}; }}
QStatusBar::item {{ border: none; }}
QToolTip {{ background: {theme.raised}; color: {theme.text}; border: 1px solid {theme.line};
  padding: {px(0.3)} {px(0.5)}; }}

#message-bar {{ background: {mixed(theme.surface, theme.changed, 0.10)}; border: 1px dashed {theme.changed_ink};
  border-radius: {px(0.45)}; }}

QProgressBar {{ background: {theme.raised}; border: none; border-radius: {px(0.3)}; text-align: center;
  min-height: {px(0.6)}; color: {theme.text}; }}
QProgressBar::chunk {{ background: {theme.focus}; border-radius: {px(0.3)}; }}

QSlider:horizontal {{ min-height: {px(1.1)}; }}
QSlider::groove:horizontal {{ height: {px(0.28)}; background: {theme.line}; border-radius: {px(0.14)}; }}
QSlider::sub-page:horizontal {{ background: {theme.focus}; border-radius: {px(0.14)}; }}
QSlider::handle:horizontal {{ width: {px(1.0)}; height: {px(1.0)}; margin: -{px(0.4)} 0; border-radius: {px(0.5)};
  background: {theme.focus}; border: 2px solid {theme.surface}; }}
QSlider::handle:horizontal:focus {{ border: 2px solid {theme.text}; }}

QScrollBar:vertical {{ background: transparent; width: {px(0.75)}; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(0.75)}; margin: 0; }}
QScrollBar::handle {{ background: {bar}; border-radius: {px(0.3)};
  min-height: {px(2)}; min-width: {px(2)}; }}
QScrollBar::handle:hover {{ background: {theme.text if in_hall else theme.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
  width: 0; height: 0; }}

QAbstractScrollArea::corner {{ background: transparent; border: none; }}

QHeaderView::section {{ background: {theme.raised}; color: {theme.muted}; border: none;
  padding: {px(0.25)} {px(0.5)}; }}
QTableView, QTreeView, QListView {{ background: {theme.surface}; alternate-background-color: {theme.window};
  gridline-color: {quiet_line}; border: 1px solid {quiet_line}; selection-background-color: {chosen};
  selection-color: {theme.text}; }}
QTableView:focus, QTreeView:focus, QListView:focus {{ border: 2px solid {theme.focus}; }}
{slim_bars if in_hall else ""}
QScrollBar:disabled, QScrollBar::handle:disabled {{ background: transparent; }}
"""
