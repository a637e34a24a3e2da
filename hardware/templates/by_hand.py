"""A strip without a circuit board: thin plywood with the same reeds at the same places, wired on its back.

Its wires are drawn here and joined as `hardware.design` joins the pads of a strip; a test follows them.
Places are from the point of row 1, seen from above, in mm.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware import design
from hardware.mechanics.top import Place, Rect
from hardware.templates.drawing import CUT, NOTE, OUTLINE, Circle, Drawing, Layer, Path, Shape, Text, box

PIXEL = Rect(-11.7, -5.0, -1.7, 5.0)
"""Of a row: a single light cut from a strip of lights, beside the reed. It brings its own capacitor."""
PIXEL_SHINES = 4.0
"""Diameter of what shines in the middle of a light of 5 x 5 mm."""
SUPPLY_X, DATA_X, GROUND_X = -9.7, -6.7, -3.7
PIXEL_HOLE = 7.0  # from the point up and down to the holes for a light's wires
DIODE_X = 8.0
CATHODE, ANODE = 5.5, 15.5  # from the point up along the diode
ROW_Y = 1.0  # from the point to the row's wire
COLUMN_X = 11.0
HOLE = 1.0
PAST_SCREW = 3.0  # from the middle of a screw up and down to where wires are past its head

NETS = {
    "column": Layer("COLUMN", "one wire up the strip", 1, (0.8, 0, 0)),
    "reed": Layer("REED", "from the reed to its diode", 30, (0.85, 0.45, 0)),
    "row": Layer("ROW", "one wire across all strips", 5, (0, 0, 0.85)),
    "data": Layer("DATA", "data of the lights", 3, (0, 0.55, 0)),
    "5 V": Layer("SUPPLY", "5 V", 6, (0.75, 0, 0.65)),
    "ground": Layer("GROUND", "minus of the 5 V", 8, (0.25, 0.25, 0.25)),
}


@dataclass(frozen=True)
class Wire:
    """Something that conducts, on the back of the strip; it is soldered at both of its ends."""

    kind: str
    places: tuple[Place, ...]


def terminals() -> dict[tuple[str, str], tuple[Place, ...]]:
    """Where each pad of the strip's parts is on the back, by reference and pad; a light has two ends."""
    found: dict[tuple[str, str], tuple[Place, ...]] = {}
    for row in range(1, design.ROWS + 1):
        _, y = design.point_at(0, row - 1)
        gap = y + design.REED_ALONG
        found[f"SW{row}", "1"] = ((design.REED_ASIDE, gap - design.REED_LEADS / 2),)
        found[f"SW{row}", "2"] = ((design.REED_ASIDE, gap + design.REED_LEADS / 2),)
        found[f"D{row}", "1"] = ((DIODE_X, y + CATHODE),)
        found[f"D{row}", "2"] = ((DIODE_X, y + ANODE),)
        low, high = y - PIXEL_HOLE, y + PIXEL_HOLE
        found[f"LED{row}", "1"] = ((SUPPLY_X, low), (SUPPLY_X, high))
        found[f"LED{row}", "3"] = ((GROUND_X, low), (GROUND_X, high))
        found[f"LED{row}", "4"] = ((DATA_X, low),)
        found[f"LED{row}", "2"] = ((DATA_X, high),)
    return found


def wires() -> list[Wire]:
    """The wires of one strip."""
    at = terminals()
    found = []
    for row in range(1, design.ROWS + 1):
        _, y = design.point_at(0, row - 1)
        (column,), (reed,) = at[f"SW{row}", "1"], at[f"SW{row}", "2"]
        (cathode,), (anode,) = at[f"D{row}", "1"], at[f"D{row}", "2"]
        found.append(Wire("column", (column, (COLUMN_X, column[1]))))
        found.append(Wire("reed", (reed, (DIODE_X, reed[1]), anode)))
        found.append(Wire("row", (cathode, (DIODE_X, y + ROW_Y))))
        found.append(Wire("row", _across(y + ROW_Y)))
        if row < design.ROWS:
            for kind, x, aside in (("5 V", SUPPLY_X, 3.0), ("data", DATA_X, 1.5), ("ground", GROUND_X, 0.0)):
                found.append(Wire(kind, _up(x, y + PIXEL_HOLE, y + design.PITCH - PIXEL_HOLE, aside)))
    (last,) = at[f"SW{design.ROWS}", "1"]
    edge, end = board().bottom, board().top
    found.append(Wire("column", ((COLUMN_X, edge), (COLUMN_X, last[1]))))
    found += [
        Wire(kind, ((x, -PIXEL_HOLE), (x, edge)))
        for kind, x in (("5 V", SUPPLY_X), ("data", DATA_X), ("ground", GROUND_X))
    ]
    (out,) = at[f"LED{design.ROWS}", "2"]
    found.append(Wire("data", (out, (out[0], end))))
    return found


def _up(x: float, start: float, end: float, aside: float) -> tuple[Place, ...]:
    """Up the strip, and `aside` past the head of a screw at its left edge."""
    for hole_x, hole in design.STRIP_HOLES:
        if hole_x < 0 and start < hole < end:
            low, high = hole - PAST_SCREW, hole + PAST_SCREW
            near = x + aside
            return (x, start), (x, low - aside), (near, low), (near, high), (x, high + aside), (x, end)
    return (x, start), (x, end)


def _across(y: float) -> tuple[Place, Place]:
    left, _ = design.STRIP_ORIGIN
    return (left, y), (left + design.STRIP_SIZE[0], y)


def board() -> Rect:
    """The plywood."""
    left, bottom = design.STRIP_ORIGIN
    width, length = design.STRIP_SIZE
    return Rect(left, bottom, left + width, bottom + length)


def _parts(layer: Layer) -> list[Shape]:
    """Outlines of reeds and lights, and the numbers of the rows."""
    shapes: list[Shape] = []
    glass, thickness = design.REED_GLASS
    for row in range(design.ROWS):
        _, y = design.point_at(0, row)
        x, gap = design.REED_ASIDE, y + design.REED_ALONG
        shapes.append(
            box(layer, Rect(x - thickness / 2, gap - glass / 2, x + thickness / 2, gap + glass / 2))
        )
        shapes.append(box(layer, Rect(PIXEL.left, y + PIXEL.bottom, PIXEL.right, y + PIXEL.top)))
        shapes.append(Text(layer, (14.3, y - 4.0), str(row + 1), 4))
    return shapes


def holes() -> Drawing:
    """What to drill, seen from above: screws, reeds, and the wires of the lights."""
    shapes: list[Shape] = [box(OUTLINE, board())]
    shapes += [Circle(CUT, place, design.SCREW + 0.4) for place in design.STRIP_HOLES]
    for (ref, _), places in terminals().items():
        if not ref.startswith("D"):
            shapes += [Circle(CUT, place, HOLE) for place in places]
    return Drawing("hand-strip", "A strip made by hand, seen from above", board(), (*shapes, *_parts(NOTE)))


def wiring() -> Drawing:
    """How its back is wired, seen from above through the wood; mirror it for a look from below."""
    shapes: list[Shape] = [box(OUTLINE, board()), *_parts(NOTE)]
    shapes += [Circle(NOTE, place, design.SCREW + 0.4) for place in design.STRIP_HOLES]
    shapes += [Path(NETS[wire.kind], wire.places) for wire in wires()]
    for row in range(1, design.ROWS + 1):
        at = terminals()
        (_, low), (_, high) = at[f"D{row}", "1"][0], at[f"D{row}", "2"][0]
        middle, half = (low + high) / 2, 2.5
        shapes.append(box(OUTLINE, Rect(DIODE_X - 1.0, middle - half, DIODE_X + 1.0, middle + half)))
        band = middle - half + 0.8  # the ring: cathode, towards the row
        shapes.append(Path(OUTLINE, ((DIODE_X - 1.0, band), (DIODE_X + 1.0, band))))
        shapes += [
            Path(OUTLINE, ((DIODE_X, low), (DIODE_X, middle - half))),
            Path(OUTLINE, ((DIODE_X, middle + half), (DIODE_X, high))),
        ]
    ends = {place for wire in wires() for place in (wire.places[0], wire.places[-1])}
    shapes += [
        Circle(OUTLINE, place, 0.9) for place in sorted(ends) if board().grown(-0.1).holds(spot(place))
    ]
    shapes += [
        Text(NETS["column"], (COLUMN_X + 1.5, -7.5), "C", 2.5),
        Text(NETS["data"], (DATA_X + 1.0, -8.8), "in", 1.6),
        Text(NETS["data"], (DATA_X + 2.2, 4 * design.PITCH + PIXEL_HOLE + 8), "out", 2),
        Text(NETS["5 V"], (SUPPLY_X - 1.8, 20), "5V", 2),
        Text(NETS["ground"], (GROUND_X + 1.2, 20), "G", 2),
    ]
    shapes += [
        Text(NETS["row"], (14.3, row * design.PITCH + ROW_Y + 2.2), f"R{row + 1}", 2.5)
        for row in range(design.ROWS)
    ]
    return Drawing("hand-wiring", "The back of a strip made by hand, seen from below", board(), tuple(shapes))


def spot(place: Place) -> Rect:
    """A place as a rectangle without size."""
    return Rect(place[0], place[1], place[0], place[1])
