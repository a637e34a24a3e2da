"""The drawings there are."""

from __future__ import annotations

from hardware import design
from hardware.mechanics import top
from hardware.mechanics.top import Place, Rect
from hardware.templates import by_hand
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
NAME_AT = (6.3, -2.2)  # mm from a point to its name: in the window, between the lines of a strong point


def face() -> Drawing:
    """The upper face: outline, windows, buttons, the lines and the strong points."""
    panel = top.panel()
    shapes: list[Shape] = [box(OUTLINE, panel)]
    for point in top.points():
        x, y = point.at
        shapes.append(Circle(CUT, point.at, design.WINDOW))
        if point.strong:
            shapes.append(Circle(STRONG, point.at, design.WINDOW + 2 * STRONG_RING))
        shapes.append(Text(NOTE, (x + NAME_AT[0], y + NAME_AT[1]), point.name, 3))
    shapes += [box(CUT, tray) for tray in top.trays()]
    shapes += [box(NOTE, bead) for bead in top.beads()]
    shapes += _screw_holes(top.rim_screws())
    for bead in top.beads():
        shapes.append(Text(NOTE, bead.middle, "glue a half-round bead here", 4))
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
    shapes += [Circle(CUT, place, design.PANEL_BUTTON_ROOM) for place in design.PANEL_BUTTONS.values()]
    shapes += _screw_holes(top.rim_screws())
    shapes += [Circle(PILOT, place, 1.5) for place in (*top.strip_screws(), *top.carrier_screws())]
    for column, letter in enumerate(design.COLUMNS):
        shapes.append(Text(NOTE, (column * design.PITCH, -24), letter, 6))
    carrier = top.carrier_board()
    shapes.append(box(NOTE, carrier))
    # Low, where no page ends.
    shapes.append(Text(NOTE, (carrier.middle[0], carrier.bottom + 18), "carrier", 6))
    return mirrored(Drawing("wells", "Lower layer, seen from below", panel, tuple(shapes)))


def _screw_holes(places: list[Place]) -> list[Shape]:
    """Holes that the screws of the top or the base pass."""
    return [Circle(CUT, place, design.RIM_SCREW[0] + 0.2) for place in places]


def base() -> Drawing:
    """The plate under the frame, with the rails above it. Seen from below, where its screws go in."""
    outer = top.panel().grown(design.WELL_PLAY + design.RAIL[0])
    shapes: list[Shape] = [box(OUTLINE, outer)]
    shapes += _screw_holes(top.base_screws())
    for side in ("front", "back", "left", "right"):
        rail = top.rail(side)
        shapes.append(box(NOTE, rail))
        x, y = rail.middle
        inwards = {"left": 25.0, "right": -25.0}.get(side, 40.0)
        beside = (x + inwards, y + (0.0 if side in ("front", "back") else 50.0))
        shapes.append(Text(NOTE, beside, side, 5))
    return mirrored(Drawing("base", "Base, seen from below", outer, tuple(shapes)))


def right_rail() -> Drawing:
    """The right rail from outside, its front end left: the opening for plugs, and how deep the rabbet is."""
    length, height = top.rail("right").height, design.RAIL[2]
    seat = height - design.SKIN - design.WELLS
    whole = Rect(0, 0, length, height)
    shapes: list[Shape] = [
        box(OUTLINE, whole),
        box(CUT, top.slot()),
        Path(NOTE, ((0, seat), (length, seat))),
        Text(NOTE, (length / 4, seat + 3), "rabbet on the inner side, down to this line", 4),
        Text(NOTE, (length / 4, 6), "right rail, its front end left", 4),
    ]
    return Drawing("right-rail", "Right rail, seen from outside", whole, tuple(shapes))


def hand_strip() -> Drawing:
    """A strip made by hand, lying on its side: its holes, and where its parts go. Seen from above."""
    return turned(by_hand.holes())


def hand_wiring() -> Drawing:
    """The wires on the back of a strip made by hand, lying on its side. Seen from below."""
    return turned(mirrored(by_hand.wiring()))


def all_sheets() -> list[Drawing]:
    """Every drawing."""
    return [face(), wells(), base(), right_rail(), hand_strip(), hand_wiring()]
