"""From a panel to a file or the clipboard: its picture with a caption, its tables, the attention of the model."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QCoreApplication, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from rostok_gui.files import shown, write_file
from rostok_gui.messages import QT_TRANSLATE_NOOP
from rostok_gui.model.interventions import to_json
from rostok_gui.model.trace import Trace
from rostok_gui.panels.base import Panel, Table
from rostok_gui.shell.fonts import em
from rostok_gui.shell.theme import Theme

SHARPNESS = 2
READ = QT_TRANSLATE_NOOP("Export", "“{text}” read by {model}")
READ_CHANGED = QT_TRANSLATE_NOOP("Export", "“{text}” read by {model}, changed by you")


def caption(panel: Panel) -> str:
    """What the panel says about its picture (layer, head, ...); below it the text and the model, if it shows them."""
    trace = panel.store.live.trace
    if trace is None or not panel.of_the_text():
        return panel.caption()
    template = READ_CHANGED if trace.interventions else READ
    read = QCoreApplication.translate("Export", template).format(text=shown(text_of(trace)), model=trace.model)
    return f"{panel.caption()}\n{read}"


def text_of(trace: Trace) -> str:
    """The text of a trace, as far as it was read."""
    return b"".join(token.data for token in trace.tokens).decode("utf-8", "replace")


def picture(panel: Panel, theme: Theme) -> QImage:
    """The panel as it is on screen, `SHARPNESS` times as many pixels, its caption below."""
    size = _with_caption(panel)
    image = QImage(size * SHARPNESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SHARPNESS)
    painter = QPainter(image)
    _draw(panel, theme, painter, size)
    painter.end()
    return image


def save_png(panel: Panel, theme: Theme, path: Path) -> None:
    """Write `picture` to a file that also says in words what it shows."""
    buffer = QBuffer()
    writer = QImageWriter(buffer, b"png")
    writer.setText("Title", panel.title())
    writer.setText("Description", caption(panel))
    writer.write(picture(panel, theme))
    write_file(path, bytes(buffer.data().data()))


def save_svg(panel: Panel, theme: Theme, path: Path) -> None:
    """Write the panel as a drawing; its texts stay texts."""
    size = _with_caption(panel)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(0, 0), size))
    generator.setTitle(panel.title())
    generator.setDescription(caption(panel))
    painter = QPainter(generator)
    _draw(panel, theme, painter, size)
    painter.end()
    write_file(path, bytes(buffer.data().data()))


def _with_caption(panel: Panel) -> QSize:
    return panel.size() + QSize(0, _caption_height(panel))


def _caption_height(panel: Panel) -> int:
    width = panel.width() - 2 * _margin(panel)
    area = QFontMetricsF(panel.font()).boundingRect(
        QRectF(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), caption(panel)
    )
    return round(area.height()) + 2 * _margin(panel)


def _margin(panel: Panel) -> int:
    return round(0.6 * em(panel.font()))


def _draw(panel: Panel, theme: Theme, painter: QPainter, size: QSize) -> None:
    painter.fillRect(QRect(QPoint(0, 0), size), QColor(theme.surface))
    panel.render(painter, QPoint(0, 0), renderFlags=QWidget.RenderFlag.DrawChildren)
    margin = _margin(panel)
    below = QRectF(margin, panel.height() + margin, panel.width() - 2 * margin, size.height())
    painter.setPen(QColor(theme.text))
    painter.setFont(panel.font())
    painter.drawText(below, int(Qt.TextFlag.TextWordWrap), caption(panel))


def table_text(table: Table, separator: str = ",") -> str:
    """One table with its head: full precision, decimal point, so that every program reads it."""
    lines = io.StringIO()
    writer = csv.writer(lines, delimiter=separator, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_plain(cell) for cell in row] for row in table.rows)
    return lines.getvalue()


def _plain(cell: object) -> object:
    """Numpy's numbers as Python's: repr of a float32 would lose or invent digits."""
    return cell.item() if isinstance(cell, np.generic) else cell


def save_tables(tables: Iterable[Table], path: Path) -> list[Path]:
    """Write each table into a file of its own, named after `path`; a single one into `path` itself."""
    tables = tuple(tables)
    paths = [path]
    if len(tables) != 1:
        paths = [path.with_name(f"{path.stem}-{n}-{_fit(t.name)}{path.suffix}") for n, t in enumerate(tables, 1)]
    for table, where in zip(tables, paths):
        write_file(where, ("\ufeff" + table_text(table)).encode())  # the mark tells spreadsheets that it is UTF-8
    return paths


def _fit(name: str) -> str:
    """`name` as a part of a file name."""
    return "-".join("".join(c if c.isalnum() else " " for c in name).split())


def attention_table(trace: Trace, layer: int, head: int) -> Table:
    """The pattern of one head (from 0), a row for each weight of the past and for each leak.

    In the file layers and heads count from 1 as on screen, positions from 0: the start mark.
    """
    pattern, labels = trace.pattern(layer, head), [token.label for token in trace.tokens]
    rows = (
        (trace.model, layer + 1, head + 1, t, labels[t], j, labels[j], pattern[t, j])
        for t in range(len(labels))
        for j in range(len(labels))
        if j <= t or pattern[t, j] != 0
    )
    columns = ("model", "layer", "head", "query", "query_token", "key", "key_token", "weight")
    return Table(f"attention-{trace.model}-{layer + 1}-{head + 1}", columns, tuple(rows))


def save_attention(trace: Trace, path: Path) -> None:
    """Write patterns (L, H, T, T), text, token ids and labels, the loss of every token, the changes in force (JSON)."""
    data = io.BytesIO()
    np.savez_compressed(
        data,
        pattern=np.stack([layer.pattern.array for layer in trace.layers])
        if trace.layers
        else np.zeros((0, 0, len(trace), len(trace)), np.float32),
        ids=np.array(trace.ids),
        tokens=np.array([token.label for token in trace.tokens]),
        text=np.array(text_of(trace)),
        loss=trace.loss,
        changes=np.array(json.dumps([to_json(one) for one in trace.interventions])),
        model=np.array(trace.model),
    )
    write_file(path, data.getvalue())


def save_panels(panels: Iterable[Panel], theme: Theme, folder: Path) -> int:
    """Write picture and tables of each panel into `folder`; return how many panels there were."""
    count = 0
    for panel in panels:
        save_png(panel, theme, folder / f"{panel.panel_id}.png")
        save_tables(panel.tables(), folder / f"{panel.panel_id}.csv")
        count += 1
    return count
