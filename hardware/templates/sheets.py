"""The drawings there are."""

from __future__ import annotations

from hardware import design
from hardware.mechanics import top
from hardware.mechanics.top import Rect
from hardware.templates.drawing import (
    CUT,
    ENGRAVE,
    NOTE,
    OUTLINE,
    PILOT,
    POCKET,
    STRONG,
    Circle,
    Drawing,
    Path,
    Shape,
    Text,
    box,
    mirrored,
    turned,
)

STRONG_RING = 4.0  # mm from the edge of a window to the ring round a strong point


def face() -> Drawing:
    """The upper face: outline, windows, buttons, the lines and the strong points."""
    panel = top.panel()
    shapes: list[Shape] = [box(OUTLINE, panel)]
    for point in top.points():
        x, y = point.at
        shapes.append(Circle(CUT, point.at, design.WINDOW))
        if point.strong:
            shapes.append(Circle(STRONG, point.at, design.WINDOW + 2 * STRONG_RING))
        shapes.append(Text(NOTE, (x + 3.5, y - 5), point.name, 3))
    for name, place in design.PANEL_BUTTONS.items():
        shapes.append(Circle(CUT, place, design.PANEL_BUTTON_HOLE))
        shapes.append(Text(NOTE, (place[0], place[1] - 12), name, 4))
    shapes += [Path(ENGRAVE, (line.start, line.end)) for line in top.lines()]
    return Drawing("face", "Upper face, seen from above", panel, tuple(shapes))


def wells() -> Drawing:
    """The lower layer: outline, wells, windows, and pilot holes for strips and carrier. Seen from below."""
    panel = top.panel()
    shapes: list[Shape] = [box(OUTLINE, panel)]
    shapes += [box(POCKET, well) for well in top.wells()]
    shapes += [Circle(CUT, point.at, design.WINDOW) for point in top.points()]
    shapes += [Circle(CUT, place, design.PANEL_BUTTON_HOLE) for place in design.PANEL_BUTTONS.values()]
    shapes += [Circle(PILOT, place, 1.5) for place in (*top.strip_screws(), *top.carrier_screws())]
    for column, letter in enumerate(design.COLUMNS):
        shapes.append(Text(NOTE, (column * design.PITCH, -24), letter, 6))
    shapes.append(box(NOTE, top.carrier_board()))
    shapes.append(Text(NOTE, top.carrier_board().middle, "carrier", 6))
    return mirrored(Drawing("wells", "Lower layer, seen from below", panel, tuple(shapes)))


def hand_strip() -> Drawing:
    """A strip made by hand from thin plywood, lying on its side: the holes for its screws and for its reeds'
    leads, and where its lights go. Seen from above."""
    left, bottom = design.STRIP_ORIGIN
    width, length = design.STRIP_SIZE
    board = Rect(left, bottom, left + width, bottom + length)
    shapes: list[Shape] = [box(OUTLINE, board)]
    shapes += [Circle(CUT, place, design.SCREW + 0.4) for place in design.STRIP_HOLES]
    glass, thickness = design.REED_GLASS
    for row in range(design.ROWS):
        _, y = design.point_at(0, row)
        x, gap = design.REED_ASIDE, y + design.REED_ALONG
        for end in (-1, 1):
            shapes.append(Circle(CUT, (x, gap + end * design.REED_LEADS / 2), 1.0))
        shapes.append(box(NOTE, Rect(x - thickness / 2, gap - glass / 2, x + thickness / 2, gap + glass / 2)))
        light = Rect(0, y, 0, y).grown(5)
        shapes.append(Circle(NOTE, (0, y), light.width))
        shapes.append(Text(NOTE, (-8, y), str(row + 1), 5))
    return turned(Drawing("hand-strip", "A strip made by hand, seen from above", board, tuple(shapes)))


def all_sheets() -> list[Drawing]:
    """Every drawing."""
    return [face(), wells(), hand_strip()]
