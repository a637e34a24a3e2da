"""Drawings as pictures for the guide."""

from __future__ import annotations

import csv
import io
import itertools
from pathlib import Path as File

import pypdfium2
from hardware import design
from hardware.mechanics import top
from hardware.mechanics.top import Place, Rect
from hardware.templates import paper, sheets
from hardware.templates.drawing import NOTE, OUTLINE, Circle, Drawing, Layer, Path, Shape, Text, box, mirrored
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

EDGE = 4.0  # mm of white round a drawing
KICAD_ORIGIN = (100.0, 220.0)  # where a board's own origin lies on KiCad's page, mm

BUS = Layer("BUS", "cables with 8 wires", 1, (0.8, 0.1, 0.1))
COLUMN = Layer("COLUMN", "cables with 2 wires", 5, (0.1, 0.3, 0.85))
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


def connectors(positions: File) -> dict[str, Place]:
    """Places of a board's connectors, J1 and so on, from its own origin, out of the assembler's file."""
    found = {}
    with positions.open(newline="", encoding="utf-8") as lines:
        for part in csv.DictReader(lines):
            if part["Ref"].startswith("J") and part["Ref"][1:].isdigit():
                x, y = float(part["PosX"]), -float(part["PosY"])
                found[part["Ref"]] = (x - KICAD_ORIGIN[0], KICAD_ORIGIN[1] - y)
    return found


def cables(revision: File) -> Drawing:
    """Which cable goes where, seen from below, with the boards where they hang."""
    strip = connectors(revision / "strip-positions.csv")
    carrier = connectors(revision / "carrier-positions.csv")
    board = top.carrier_board()
    shapes: list[Shape] = [box(NOTE, top.panel())]

    def hung(name: str) -> Place:
        return board.right - carrier[name][0], board.bottom + carrier[name][1]

    def plug(place: Place, name: str, layer: Layer, above: float = 5.5) -> None:
        shapes.append(box(layer, Rect(place[0], place[1], place[0], place[1]).grown(2.2)))
        shapes.append(Text(layer, (place[0], place[1] + above), name, 3.2))

    shapes += [box(OUTLINE, rect) for rect in (board, *top.strip_boards())]
    shapes.append(Text(OUTLINE, (board.middle[0], board.top + 4), "carrier", 5))
    before = hung("J1")
    plug(before, "J1", BUS)
    for number, letter in enumerate(design.COLUMNS):
        x = number * design.PITCH
        enter, leave, column = ((x + strip[name][0], strip[name][1]) for name in ("J1", "J2", "J3"))
        middle = x - 2.0  # the plug of 8 lies level, from its pin 1
        enter, leave = (middle, enter[1]), (middle, leave[1])
        if number == 0:
            low = design.STRIP_ORIGIN[1] - 14
            path: tuple[Place, ...] = (before, (before[0], low), (enter[0], low), enter)
        else:
            path = (
                before,
                (before[0] + design.PITCH / 2, before[1]),
                (enter[0] - design.PITCH / 2, enter[1]),
                enter,
            )
        shapes.append(Path(BUS, path))
        plug(enter, "IN", BUS)
        plug(leave, "OUT", BUS)
        before = leave
        plug(column, "C", COLUMN, -5.5)
        start = hung(f"J{number + 2}")
        high = board.top - 30 + 3 * number
        shapes.append(
            Path(
                COLUMN,
                (
                    start,
                    (start[0], board.bottom - 4),
                    (board.left - 6, board.bottom - 4),
                    (board.left - 6, high),
                    (column[0], high),
                    column,
                ),
            )
        )
        plug(start, letter, COLUMN)
        shapes.append(Text(OUTLINE, (x + 2, design.STRIP_ORIGIN[1] - 5), letter, 6))
    plugs = sorted(hung(f"J{number + 2}")[0] for number in range(len(design.COLUMNS)))
    between = [(one + other) / 2 for one, other in itertools.pairwise(plugs)]  # wires go past the plugs
    for name, ref in (("turn", "J12"), ("menu", "J13")):
        there, plugged = design.PANEL_BUTTONS[name], hung(ref)
        _, x = min((abs(x - plugged[0]), x) for x in between)
        bend = plugged[1] - 8
        shapes.append(Circle(BUTTON, there, design.PANEL_BUTTON_HOLE))
        shapes.append(Text(BUTTON, (there[0], there[1] - 10), name, 4))
        shapes.append(Path(BUTTON, (there, (x, there[1]), (x, bend), (plugged[0], bend), plugged)))
        plug(plugged, ref, BUTTON)
    drawing = Drawing("cables", "Cables, seen from below", top.panel(), tuple(shapes))
    return mirrored(drawing)


def write(folder: File, revision: File) -> None:
    """All pictures of drawings into `folder`; `revision` is the folder of the boards' files."""
    folder.mkdir(parents=True, exist_ok=True)
    picture(sheets.face(), folder / "face.png", 2.4)
    picture(sheets.wells(), folder / "wells.png", 2.4)
    picture(sheets.hand_strip(), folder / "hand-strip.png", 6)
    picture(sheets.hand_wiring(), folder / "hand-wiring.png", 6)
    picture(cables(revision), folder / "cables.png", 3)
