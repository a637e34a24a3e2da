"""Drawings as PDF pages at 1:1, in tiles to cut along their marks and to stick together edge to edge."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File

from hardware.mechanics.top import Rect
from hardware.templates.drawing import CUT, PILOT, Circle, Drawing, Path, Shape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

BAR = 100.0
"""Length of the bar on every page that shows whether the printer has kept the size, mm."""


@dataclass(frozen=True)
class Sheet:
    """Paper, lying on its long side, and how much of the drawing goes on one page, in mm."""

    name: str
    size: tuple[float, float]
    tile: tuple[float, float]


A4 = Sheet("a4", (297.0, 210.0), (260.0, 170.0))
LETTER = Sheet("letter", (279.4, 215.9), (252.0, 176.0))
SHEETS = (A4, LETTER)

BLEED = 4.0  # the drawing goes on so far beyond a tile's edge
MARK = (5.0, 8.5)  # a crop mark begins and ends so far from the tile's corner


@dataclass(frozen=True)
class Tile:
    """A page: its name, and the part of the drawing that it shows."""

    name: str
    part: Rect


def tiles(drawing: Drawing, sheet: Sheet) -> list[Tile]:
    """The pages of a drawing, row by row from below: A1, A2, ... B1, ..."""
    bounds = drawing.bounds
    width, height = sheet.tile
    columns, rows = math.ceil(bounds.width / width), math.ceil(bounds.height / height)
    found = []
    for row in range(rows):
        for column in range(columns):
            left, bottom = bounds.left + column * width, bounds.bottom + row * height
            found.append(
                Tile(f"{'ABCDEFGH'[row]}{column + 1}", Rect(left, bottom, left + width, bottom + height))
            )
    return found


def _middle_marks(shapes: tuple[Shape, ...]) -> Iterator[tuple[float, float]]:
    """Middles of what is drilled."""
    for shape in shapes:
        if isinstance(shape, Circle) and shape.layer in (CUT, PILOT):
            yield shape.at


def draw(canvas: Canvas, drawing: Drawing) -> None:
    """Draws all shapes, and crosses where something is drilled, in the canvas's millimetres."""
    canvas.setLineWidth(0.2 * mm)
    for shape in drawing.shapes:
        canvas.setStrokeColorRGB(*shape.layer.rgb)
        canvas.setFillColorRGB(*shape.layer.rgb)
        if isinstance(shape, Circle):
            canvas.circle(shape.at[0] * mm, shape.at[1] * mm, shape.diameter / 2 * mm)
        elif isinstance(shape, Path):
            path = canvas.beginPath()
            path.moveTo(shape.places[0][0] * mm, shape.places[0][1] * mm)
            for x, y in shape.places[1:]:
                path.lineTo(x * mm, y * mm)
            if shape.closed:
                path.close()
            canvas.drawPath(path)
        else:
            canvas.setFont("Helvetica", shape.height * mm)
            canvas.drawCentredString(shape.at[0] * mm, (shape.at[1] - 0.35 * shape.height) * mm, shape.words)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(0.1 * mm)
    for x, y in _middle_marks(drawing.shapes):
        canvas.line((x - 2) * mm, y * mm, (x + 2) * mm, y * mm)
        canvas.line(x * mm, (y - 2) * mm, x * mm, (y + 2) * mm)


def _crop_marks(canvas: Canvas, tile: Rect) -> None:
    begin, end = MARK
    canvas.setLineWidth(0.15 * mm)
    for x, out in ((tile.left, -1), (tile.right, 1)):
        for y, away in ((tile.bottom, -1), (tile.top, 1)):
            canvas.line((x + out * begin) * mm, y * mm, (x + out * end) * mm, y * mm)
            canvas.line(x * mm, (y + away * begin) * mm, x * mm, (y + away * end) * mm)


def _page(canvas: Canvas, drawing: Drawing, sheet: Sheet, tile: Tile) -> None:
    width, height = sheet.size
    margin_x, margin_y = (width - sheet.tile[0]) / 2, (height - sheet.tile[1]) / 2
    area = Rect(margin_x, margin_y, width - margin_x, height - margin_y)
    canvas.saveState()
    clip = canvas.beginPath()
    bled = area.grown(BLEED)
    clip.rect(bled.left * mm, bled.bottom * mm, bled.width * mm, bled.height * mm)
    canvas.clipPath(clip, stroke=0)
    canvas.translate((margin_x - tile.part.left) * mm, (margin_y - tile.part.bottom) * mm)
    draw(canvas, drawing)
    canvas.restoreState()
    _crop_marks(canvas, area)
    low = 6.0  # the bar, and what it is for, below the tile
    canvas.setLineWidth(0.5 * mm)
    canvas.line(margin_x * mm, low * mm, (margin_x + BAR) * mm, low * mm)
    canvas.setLineWidth(0.2 * mm)
    for x in (margin_x, margin_x + BAR):
        canvas.line(x * mm, (low - 1.5) * mm, x * mm, (low + 1.5) * mm)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 9)
    words = f"{BAR:g} mm - if not, print at 100 % without fitting to the page"
    canvas.drawString((margin_x + BAR + 4) * mm, (low - 1) * mm, words)
    canvas.setFont("Helvetica-Bold", 10)
    title = f"Lakabe - {drawing.title} - page {tile.name}"
    canvas.drawString(margin_x * mm, (height - 8) * mm, title)
    canvas.showPage()


def _cover(canvas: Canvas, drawing: Drawing, sheet: Sheet, pages: list[Tile]) -> None:
    """How the pages lie, small, and what the colours mean."""
    width, height = sheet.size
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(18 * mm, (height - 16) * mm, f"Lakabe - {drawing.title}")
    canvas.setFont("Helvetica", 10)
    text = (
        "Print at 100 %, not fitted to the page. Measure the bar on every page, and the whole when it is",
        "stuck together. Cut along the lines between the marks at the corners, lay edge to edge and tape.",
        f"Size of the whole: {drawing.bounds.width:g} x {drawing.bounds.height:g} mm.",
    )
    for number, line in enumerate(text):
        canvas.drawString(18 * mm, (height - 24 - 5 * number) * mm, line)
    used = sorted(
        {shape.layer.name: shape.layer for shape in drawing.shapes}.values(), key=lambda it: it.name
    )
    for number, layer in enumerate(used):
        canvas.setFillColorRGB(*layer.rgb)
        canvas.drawString(18 * mm, (height - 46 - 5 * number) * mm, f"{layer.name.lower()}: {layer.work}")
    whole = drawing.bounds
    right, top = pages[-1].part.right, pages[-1].part.top
    scale = min((width - 110) / (right - whole.left), (height - 60) / (top - whole.bottom), 0.4)
    canvas.translate(95 * mm, 15 * mm)
    canvas.scale(scale, scale)
    canvas.translate(-whole.left * mm, -whole.bottom * mm)
    draw(canvas, drawing)
    canvas.setLineWidth(0.8 * mm)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica-Bold", 12 / scale)
    canvas.setDash(3 * mm, 3 * mm)
    for page in pages:
        part = page.part
        canvas.rect(part.left * mm, part.bottom * mm, part.width * mm, part.height * mm)
        # A page's letter beside its row and its number below its column: nothing is drawn there.
        x, y = part.middle
        canvas.drawCentredString((whole.left - 4 / scale) * mm, (y - 1.5 / scale) * mm, page.name[0])
        canvas.drawCentredString(x * mm, (whole.bottom - 6 / scale) * mm, page.name[1:])
    canvas.showPage()


def write(drawing: Drawing, sheet: Sheet, folder: File) -> File:
    """Writes ``NAME-PAPER.pdf`` into `folder`: a cover and the pages."""
    file = folder / f"{drawing.name}-{sheet.name}.pdf"
    canvas = Canvas(str(file), (sheet.size[0] * mm, sheet.size[1] * mm), invariant=1)
    canvas.setTitle(f"Lakabe - {drawing.title}")
    pages = tiles(drawing, sheet)
    _cover(canvas, drawing, sheet, pages)
    for tile in pages:
        _page(canvas, drawing, sheet, tile)
    canvas.save()
    return file
