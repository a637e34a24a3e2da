"""Solid models of everything that is printed, cut or turned, in mm.

Stones, windows and spacers are modelled as they are used, standing on z = 0 or, for a stone, with its
foot below it. `printed` turns a part the way it is laid on the bed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import cadquery as cq
from hardware import design
from hardware.mechanics import top
from hardware.mechanics.top import Rect

EDGE = 1.2  # chamfer round a stone's face
BOTTOM_EDGE = 0.6
FLUTES = 16
FLUTE = 1.2  # radius
GROOVE_AT, GROOVE = (
    10.2,
    0.9,
)  # radius and depth of the groove round a fluted stone's face, sides at 45 degrees
SIDES = ("front", "back", "left", "right")
ENGRAVED = (0.8, 0.4)  # width and depth of the lines


@cache
def stone(look: str) -> cq.Workplane:
    """A stone, ``plain`` or ``fluted``; the board's surface is z = 0."""
    diameter, height = design.STONE_SIZE
    foot, foot_height = design.FOOT
    radius = diameter / 2
    profile = [
        (0, -foot_height),
        (foot / 2 - foot_height, -foot_height),
        (foot / 2, 0),
        (radius - BOTTOM_EDGE, 0),
        (radius, BOTTOM_EDGE),
        (radius, height - EDGE),
        (radius - EDGE, height),
        (0, height),
    ]
    body = cq.Workplane("XZ").polyline(profile).close().revolve(360, (0, 0), (0, 1))
    body = body.cut(_pocket())
    if look == "fluted":
        for turn in range(FLUTES):
            angle = 2 * math.pi * turn / FLUTES
            place = (radius * math.cos(angle), radius * math.sin(angle), 0)
            body = body.cut(_post(2 * FLUTE, 0, height).translate(place))
        groove = [(GROOVE_AT - GROOVE, height), (GROOVE_AT, height - GROOVE), (GROOVE_AT + GROOVE, height)]
        body = body.cut(cq.Workplane("XZ").polyline(groove).close().revolve(360, (0, 0), (0, 1)))
    return body


def _post(diameter: float, bottom: float, height: float) -> cq.Workplane:
    return cq.Workplane("XY", origin=(0, 0, bottom)).circle(diameter / 2).extrude(height)


def _pocket(play: float | None = None) -> cq.Workplane:
    """The room for a stone's magnet: closed all round, for the magnet is laid in while the print pauses."""
    diameter, height = design.MAGNET_SIZE
    side = design.POCKET_PLAY if play is None else play
    return _post(diameter + 2 * side, design.POCKET_FLOOR - design.FOOT[1], height + design.POCKET_PLAY)


def filled(look: str) -> cq.Workplane:
    """A stone with its magnet, on which the rest of it is printed."""
    return stone(look).union(_pocket())


def stone_base() -> cq.Workplane:
    """The lower part of a stone, with its white layer, for a cap of wood."""
    top_of_it = design.STONE_BAND + design.REFLECTOR
    whole = stone("plain").intersect(_post(2 * design.STONE_SIZE[0], -5.0, 5.0 + top_of_it))
    return whole


def magnet() -> cq.Workplane:
    """A stone's magnet, where it sits in the stone: as far up as its pocket lets it."""
    diameter, height = design.MAGNET_SIZE
    bottom = design.POCKET_FLOOR - design.FOOT[1]
    return _post(diameter, bottom + design.POCKET_PLAY, height)


def fit() -> cq.Workplane:
    """A coupon of three fits, tightest first: pockets for a magnet, discs to try in the hole of a window."""
    wide = design.WINDOW + 4.0
    magnet_wide, magnet_high = design.MAGNET_SIZE
    plate = cq.Workplane("XY").box(3 * wide, wide + 10.0, 3.0, centered=(False, False, False))
    for number, play in enumerate(design.FITS):
        x = wide * (number + 0.5)
        plate = plate.union(_post(design.WINDOW - 2 * play, 3.0, 3.0).translate((x, wide / 2, 0)))
        pocket = _post(magnet_wide + 2 * play, 0.0, magnet_high + design.POCKET_PLAY)
        plate = plate.cut(pocket.translate((x, wide + 4.0, 3.0 - magnet_high - design.POCKET_PLAY)))
        for notch in range(number + 1):
            cut = cq.Workplane("XY").box(1.0, 2.0, 6.0).translate((x - 2.0 + 2.0 * notch, 0, 0))
            plate = plate.cut(cut)
    return plate


def window() -> cq.Workplane:
    """The translucent disc in the hole of a point, with the recess that a stone's foot finds."""
    recess, depth = design.RECESS
    disc = _post(design.WINDOW - 2 * design.WINDOW_PLAY, 0, design.SKIN)
    cone = [(0, design.SKIN - depth), (recess / 2 - depth, design.SKIN - depth), (recess / 2, design.SKIN)]
    hollow = cq.Workplane("XZ").polyline([*cone, (0, design.SKIN)]).close().revolve(360, (0, 0), (0, 1))
    return disc.cut(hollow)


def spacer() -> cq.Workplane:
    """A post between the top and the carrier: it is glued on, and its screw cuts its own thread."""
    pilot = 0.8 * design.SCREW
    return _post(design.SCREW + 5.5, 0, design.SPACER).cut(_post(pilot, 0, design.SPACER))


def bead() -> cq.Workplane:
    """A half-round bead between the field and a tray, its flat side on the top."""
    _, width, height = design.BEAD
    round_side = cq.Workplane("YZ").moveTo(-width / 2, 0).threePointArc((0, height), (width / 2, 0)).close()
    return round_side.extrude(design.TRAY[0] / 2, both=True)


def _plate(rect: Rect, bottom: float, height: float) -> cq.Workplane:
    x, y = rect.middle
    return cq.Workplane("XY", origin=(x, y, bottom)).rect(rect.width, rect.height).extrude(height)


@cache
def panel() -> cq.Workplane:
    """The top, skin and wells in one, without its lines; its upper face is z = 0."""
    thickness = design.SKIN + design.WELLS
    body = _plate(top.panel(), -thickness, thickness)
    for well in top.wells():
        body = body.cut(_plate(well, -thickness, design.WELLS))
    windows = cq.Workplane("XY", origin=(0, 0, -thickness)).pushPoints([point.at for point in top.points()])
    body = body.cut(windows.circle(design.WINDOW / 2).extrude(thickness))
    for tray in top.trays():
        body = body.cut(_plate(tray, -design.SKIN, design.SKIN))
    screws = cq.Workplane("XY", origin=(0, 0, -thickness)).pushPoints(top.rim_screws())
    body = body.cut(screws.circle(design.RIM_SCREW[0] / 2 + 0.1).extrude(thickness))
    buttons = cq.Workplane("XY", origin=(0, 0, -thickness)).pushPoints([*design.PANEL_BUTTONS.values()])
    body = body.cut(buttons.circle(design.PANEL_BUTTON_ROOM / 2).extrude(design.WELLS))
    return body.cut(buttons.circle(design.PANEL_BUTTON_HOLE / 2).extrude(thickness))


@cache
def engraved() -> cq.Workplane:
    """The top with its lines."""
    body = panel()
    width, depth = ENGRAVED
    for line in top.lines():
        (x, y), (to_x, to_y) = line.start, line.end
        length = math.hypot(to_x - x, to_y - y)
        groove = cq.Workplane("XY").rect(length, width).extrude(-depth)
        groove = groove.rotate((0, 0, 0), (0, 0, 1), math.degrees(math.atan2(to_y - y, to_x - x)))
        body = body.cut(groove.translate(((x + to_x) / 2, (y + to_y) / 2, 0)))
    return body


@cache
def rail(side: str) -> cq.Workplane:
    """One of the frame's rails, where it belongs: front and back run through."""
    height = design.RAIL[2]
    seat = design.SKIN + design.WELLS
    hole = top.panel().grown(design.WELL_PLAY)
    part = top.rail(side)
    body = _plate(part, -height, height).cut(_plate(hole, -seat, seat))
    if side == "right":
        slot = top.slot()
        opening = Rect(part.left, part.bottom + slot.left, part.right, part.bottom + slot.right)
        body = body.cut(_plate(opening, slot.bottom - height, slot.height))
    return body


def base() -> cq.Workplane:
    """The plate under the frame."""
    height = design.RAIL[2]
    outer = top.panel().grown(design.WELL_PLAY + design.RAIL[0])
    body = _plate(outer, -height - design.BASE, design.BASE)
    screws = cq.Workplane("XY", origin=(0, 0, -height - design.BASE)).pushPoints(top.base_screws())
    return body.cut(screws.circle(design.RIM_SCREW[0] / 2 + 0.1).extrude(design.BASE))


@dataclass(frozen=True)
class Part:
    """Something to make: how many, of what, and how it lies on a printer's bed; `turn` is about x.

    `paused` is the body with what is laid in while the print pauses.
    """

    make: Callable[[], cq.Workplane]
    count: int
    material: str
    printed: bool = False
    turn: float = 0.0
    paused: Callable[[], cq.Workplane] | None = None


def parts() -> dict[str, Part]:
    """All parts by name. Stones are printed face down, so that nothing hangs in the air."""
    found = {
        f"stone-{colour}": Part(
            partial(stone, look),
            design.STONES,
            f"{colour}, then white and natural filament",
            True,
            180,
            partial(filled, look),
        )
        for colour, look in design.STONE_LOOKS.items()
    }
    found["stone-base"] = Part(
        stone_base, 0, "white, then natural filament", True, 180, lambda: stone_base().union(_pocket())
    )
    found["fit"] = Part(fit, 1, "natural filament", True)
    found["window"] = Part(window, design.POINTS, "clear or natural filament", True)
    found["spacer"] = Part(spacer, len(design.CARRIER_HOLES), "any filament", True)
    found["bead"] = Part(bead, len(top.beads()), "wood, half-round bead")
    found["top"] = Part(engraved, 1, f"wood, {design.SKIN:g} + {design.WELLS:g} mm")
    found |= {f"rail-{side}": Part(partial(rail, side), 1, "wood") for side in SIDES}
    found["base"] = Part(base, 1, f"plywood, {design.BASE:g} mm")
    return found


def printed(part: Part) -> cq.Workplane:
    """A part as it lies on the bed, z = 0."""
    return laid(part, part.make())


def laid(part: Part, body: cq.Workplane) -> cq.Workplane:
    """A body turned as a part is printed."""
    body = body.rotate((0, 0, 0), (1, 0, 0), part.turn)
    return body.translate((0, 0, -body.val().BoundingBox().zmin))
