"""Solid models of everything that is printed, cut or turned, in mm.

Stones, caps, windows and spacers are modelled as they are used, standing on z = 0 or, for a stone, with its
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
    cap, cap_height = design.CAP
    magnet, magnet_height = design.MAGNET_SIZE
    body = body.cut(_post(cap + 2 * design.GLUE_GAP, -foot_height, cap_height))
    bore = magnet_height + 2 * design.GLUE_GAP
    body = body.cut(_post(magnet + 2 * design.GLUE_GAP, cap_height - foot_height, bore))
    count, hole, away = design.LIGHT_HOLES
    for turn in range(count):
        angle = 2 * math.pi * turn / count
        x, y = away * math.cos(angle), away * math.sin(angle)
        body = body.cut(_post(hole, -foot_height, height + foot_height).translate((x, y, 0)))
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


def cap() -> cq.Workplane:
    """The disc that closes a stone below its magnet."""
    diameter, height = design.CAP
    return _post(diameter, 0, height)


def magnet() -> cq.Workplane:
    """A stone's magnet, where it sits in the stone."""
    diameter, height = design.MAGNET_SIZE
    return _post(diameter, design.CAP[1] - design.FOOT[1] + design.GLUE_GAP, height)


def window() -> cq.Workplane:
    """The translucent disc in the hole of a point, with the recess that a stone's foot finds."""
    recess, depth = design.RECESS
    disc = _post(design.WINDOW - 2 * design.WINDOW_PLAY, 0, design.SKIN)
    cone = [(0, design.SKIN - depth), (recess / 2 - depth, design.SKIN - depth), (recess / 2, design.SKIN)]
    hollow = cq.Workplane("XZ").polyline([*cone, (0, design.SKIN)]).close().revolve(360, (0, 0), (0, 1))
    return disc.cut(hollow)


def spacer() -> cq.Workplane:
    """A sleeve between the top and the carrier."""
    return _post(design.SCREW + 4.0, 0, design.SPACER).cut(_post(design.SCREW + 0.4, 0, design.SPACER))


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
    buttons = cq.Workplane("XY", origin=(0, 0, -thickness)).pushPoints([*design.PANEL_BUTTONS.values()])
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
    wall, _, height = design.RAIL
    seat = design.SKIN + design.WELLS
    hole = top.panel().grown(design.WELL_PLAY)
    outer, inner = hole.grown(wall), top.inside()
    part = {
        "front": Rect(outer.left, outer.bottom, outer.right, inner.bottom),
        "back": Rect(outer.left, inner.top, outer.right, outer.top),
        "left": Rect(outer.left, inner.bottom, inner.left, inner.top),
        "right": Rect(inner.right, inner.bottom, outer.right, inner.top),
    }[side]
    body = _plate(part, -height, height).cut(_plate(hole, -seat, seat))
    if side == "right":
        width, tall = design.CABLE_SLOT
        middle = top.carrier_board().bottom + design.CABLE_SLOT_UP
        slot = Rect(part.left, middle - width / 2, part.right, middle + width / 2)
        below = seat + design.SPACER + design.BOARD_THICKNESS
        body = body.cut(_plate(slot, -below - tall, tall))
    return body


def base() -> cq.Workplane:
    """The plate under the frame."""
    height = design.RAIL[2]
    outer = top.panel().grown(design.WELL_PLAY + design.RAIL[0])
    return _plate(outer, -height - design.BASE, design.BASE)


@dataclass(frozen=True)
class Part:
    """Something to make: how many, of what, and how it lies on a printer's bed; `turn` is about x."""

    make: Callable[[], cq.Workplane]
    count: int
    material: str
    printed: bool = False
    turn: float = 0.0


def parts() -> dict[str, Part]:
    """All parts by name. Stones are printed face down, so that nothing hangs in the air."""
    found = {
        f"stone-{colour}": Part(partial(stone, look), design.STONES, f"{colour} filament", True, 180)
        for colour, look in design.STONE_LOOKS.items()
    }
    found["cap"] = Part(cap, 2 * design.STONES, "any filament", True)
    found["window"] = Part(window, design.POINTS, "clear or natural filament", True)
    found["spacer"] = Part(spacer, len(design.CARRIER_HOLES), "any filament", True)
    found["top"] = Part(engraved, 1, f"wood, {design.SKIN:g} + {design.WELLS:g} mm")
    found |= {f"rail-{side}": Part(partial(rail, side), 1, "wood") for side in SIDES}
    found["base"] = Part(base, 1, f"plywood, {design.BASE:g} mm")
    return found


def printed(part: Part) -> cq.Workplane:
    """A part as it lies on the bed, z = 0."""
    body = part.make().rotate((0, 0, 0), (1, 0, 0), part.turn)
    return body.translate((0, 0, -body.val().BoundingBox().zmin))
