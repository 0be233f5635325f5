"""The one list of the panels, in the order of the View menu."""

from __future__ import annotations

from rostok_gui.panels.base import Panel
from rostok_gui.panels.changes import ChangesPanel
from rostok_gui.panels.code import CodePanel
from rostok_gui.panels.heads import HeadsPanel
from rostok_gui.panels.inspector import InspectorPanel
from rostok_gui.panels.lesson import LessonPanel
from rostok_gui.panels.mask import MaskPanel
from rostok_gui.panels.matrices import MatricesPanel
from rostok_gui.panels.models import ModelsPanel
from rostok_gui.panels.order import OrderPanel
from rostok_gui.panels.plane import PlanePanel
from rostok_gui.panels.scaling import ScalingPanel
from rostok_gui.panels.window import WindowPanel
from rostok_gui.panels.writing import WritingPanel

PANELS: tuple[type[Panel], ...] = (
    InspectorPanel,
    PlanePanel,
    MaskPanel,
    HeadsPanel,
    MatricesPanel,
    ScalingPanel,
    WindowPanel,
    OrderPanel,
    WritingPanel,
    ModelsPanel,
    ChangesPanel,
    CodePanel,
    LessonPanel,
)

ROOMS = tuple(panel.panel_id for panel in PANELS)
"""The ids of all panels: what layouts, lessons and links may name."""
