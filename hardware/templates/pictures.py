"""Drawings as pictures for the guide."""

from __future__ import annotations

import io
from pathlib import Path as File

import pypdfium2
from hardware import design
from hardware.electronics import boards
from hardware.mechanics import top
from hardware.mechanics.top import Place, Rect
from hardware.templates import paper, sheets
from hardware.templates.drawing import NOTE, OUTLINE, Circle, Drawing, Layer, Path, Shape, Text, box, mirrored
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

EDGE = 4.0  # mm of white round a drawing
HEADER = (4.5, 16.5)  # half the width and length of a box header, mm

RIBBON = Layer("RIBBON", "ribbon cables", 1, (0.8, 0.1, 0.1))
BUTTON = Layer("BUTTON", "wires of the buttons", 3, (0, 0.55, 0.2))


def picture(drawing: Drawing, file: File, dots: float = 4.0) -> None:
    """Writes `drawing` as PNG with `dots` a millimetre."""
    page = drawing.bounds.grown(EDGE)
    pdf = io.BytesIO()
    canvas = Canvas(pdf, (page.width * mm, page.height * mm), invariant=1)
    canvas.translate(-page.left * mm, -page.bottom * mm)
    paper.draw(canvas, drawing)
    canvas.showPage()
    canvas.save()
    rendered = pypdfium2.PdfDocument(pdf.getvalue())[0].render(scale=dots * 25.4 / 72)
    rendered.to_pil().convert("P", palette=1, colors=64).save(file, optimize=True)


def cables() -> Drawing:
    """Which cable goes where, seen from below, with the boards where they hang."""
    board = top.carrier_board()
    shapes: list[Shape] = [box(NOTE, top.panel())]

    def hung(name: str) -> Place:
        x, y = boards.board("carrier").component(name).middle
        return board.right - x, board.bottom + y

    def plug(place: Place, name: str, layer: Layer, size: Place, above: float) -> None:
        x, y = place
        shapes.append(box(layer, Rect(x - size[0], y - size[1], x + size[0], y + size[1])))
        shapes.append(Text(layer, (x, y + above), name, 3.2))

    shapes += [box(OUTLINE, rect) for rect in (board, *top.strip_boards())]
    shapes.append(Text(OUTLINE, (board.right - 14, board.middle[1]), "carrier", 5))
    strip = boards.board("strip")
    before = hung("J1")
    plug(before, "J1", RIBBON, HEADER, 19)
    for letter in design.CHAIN:
        x, y = design.point_at(design.COLUMNS.index(letter), 0)
        enter, leave = (
            (x + place[0], y + place[1]) for place in (strip.component(ref).middle for ref in ("J1", "J2"))
        )
        shapes.append(Path(RIBBON, (before, enter)))
        plug(enter, "IN", RIBBON, HEADER, 19)
        plug(leave, "OUT", RIBBON, HEADER, -22)
        before = leave
        shapes.append(Text(OUTLINE, (x + 2, design.STRIP_ORIGIN[1] - 5), letter, 6))
    free = {
        name: [
            part.ref
            for part in boards.board("carrier").components
            if part.part == "terminal" and part.value == name.upper()
        ]
        for name in ("turn", "menu")
    }
    for name, there in design.PANEL_BUTTONS.items():
        kind = name.split()[0]
        ref = free[kind].pop(0)
        plugged = hung(ref)
        shapes.append(Circle(BUTTON, there, design.PANEL_BUTTON_HOLE))
        outwards = 10 if there[1] > board.middle[1] else -10
        shapes.append(Text(BUTTON, (there[0], there[1] + outwards), kind, 4))
        shapes.append(Path(BUTTON, (there, plugged)))
        plug(plugged, ref, BUTTON, (3.0, 3.0), 5.5)
    return mirrored(Drawing("cables", "Cables, seen from below", top.panel(), tuple(shapes)))


def write(folder: File) -> None:
    """All pictures of drawings into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    picture(sheets.face(), folder / "face.png", 2.4)
    picture(sheets.wells(), folder / "wells.png", 2.4)
    picture(sheets.hand_strip(), folder / "hand-strip.png", 6)
    picture(sheets.hand_wiring(), folder / "hand-wiring.png", 6)
    picture(cables(), folder / "cables.png", 3)
