"""What must be true of the solids: sound, printable without support, and free of one another."""

from __future__ import annotations

import itertools
import math

import cadquery as cq
import numpy as np
from hardware import design
from hardware.mechanics import fasteners, solids, top
from hardware.mechanics.solids import Part
from hardware.mechanics.top import Rect
from numpy.typing import NDArray

STEEPEST = 50.0  # degrees from upright that a printer builds into the air; everything here keeps to 45
BED = 200.0  # mm; most printers have that much
FLAT = 0.05  # mm; what a mesh may stray from a curve
NOTHING = 0.01  # mm3; less than this is a matter of arithmetic


def sound(body: cq.Workplane) -> list[str]:
    """What is wrong with a solid as such."""
    shape = body.val()
    faults = []
    if not shape.isValid():
        faults.append("is no valid solid")
    if len(body.solids().vals()) != 1:
        faults.append("is not in one piece")
    if shape.Volume() <= 0:
        faults.append("has no volume")
    return faults


def _triangles(body: cq.Workplane) -> NDArray[np.float64]:
    """Corners (n, 3, 3) of a mesh, each counter-clockwise from outside."""
    corners, faces = body.val().tessellate(FLAT, 0.2)
    places = np.array([corner.toTuple() for corner in corners])
    triangles: NDArray[np.float64] = places[np.array(faces)]
    return triangles


def overhang(body: cq.Workplane) -> float:
    """Area in mm2 that would hang in the air if the body were printed standing as it is on z = 0."""
    triangles = _triangles(body)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    down = -normals[:, 2] > areas * math.sin(math.radians(STEEPEST))
    on_bed = triangles[:, :, 2].max(axis=1) < FLAT
    return float(areas[down & ~on_bed].sum() / 2)


def printable(part: Part) -> list[str]:
    """What keeps a part from being printed without support."""
    body = solids.printed(part)
    faults = []
    hanging = overhang(solids.laid(part, part.paused()) if part.paused else body)
    if hanging > NOTHING:
        faults.append(f"{hanging:.1f} mm2 hang in the air")
    box = body.val().BoundingBox()
    if max(box.xlen, box.ylen) > BED:
        faults.append(f"does not fit on {BED:g} mm")
    triangles = _triangles(body)
    if triangles[:, :, 2].min() < -FLAT:
        faults.append("reaches below the bed")
    return faults


def _common(one: cq.Workplane, other: cq.Workplane) -> float:
    return float(sum(shape.Volume() for shape in one.intersect(other).vals()))


def _group(boxes: list[cq.Workplane]) -> cq.Workplane:
    return cq.Workplane(cq.Compound.makeCompound([box.val() for box in boxes]))


def _box(rect: Rect, bottom: float, height: float) -> cq.Workplane:
    x, y = rect.middle
    return cq.Workplane("XY", origin=(x, y, bottom)).rect(rect.width, rect.height).extrude(height)


def _boards() -> dict[str, cq.Workplane]:
    """The circuit boards, and the room that their parts take, as boxes."""
    below = -design.SKIN - design.WELLS
    strip, height = design.BOARD_THICKNESS, design.BOARD_THICKNESS + design.CARRIER_PARTS
    boards = [_box(rect, below - strip, strip) for rect in top.strip_boards()]
    fronts = [_box(well.grown(-design.WELL_PLAY), below, design.FRONT_HEIGHT) for well in top.wells()]
    return {
        "strips": _group(boards),
        "parts of the strips": _group(fronts),
        "carrier": _box(top.carrier_board(), below - design.SPACER - height, height),
    }


def stones_clear() -> list[str]:
    """What runs into what in a stone that stands on its point."""
    faults = []
    window = solids.window().translate((0, 0, -design.SKIN))
    for colour, look in design.STONE_LOOKS.items():
        stone = solids.stone(look)
        inside = {"window": window, "magnet": solids.magnet()}
        faults += [
            f"{colour} stone runs into {name}"
            for name, body in inside.items()
            if _common(stone, body) > NOTHING
        ]
    return faults


def set_clear() -> list[str]:
    """What runs into what in a set that is put together."""
    bodies = {
        "top": solids.panel(),
        "base": solids.base(),
        **{f"rail {side}": solids.rail(side) for side in solids.SIDES},
        "window": solids.window().translate((0, 0, -design.SKIN)),
        **_boards(),
    }
    return [
        f"{one} runs into {other}"
        for one, other in itertools.combinations(bodies, 2)
        if _common(bodies[one], bodies[other]) > NOTHING
    ]


def faults() -> list[str]:
    """Everything that is wrong, a line each."""
    found = []
    for name, part in solids.parts().items():
        found += [f"{name} {fault}" for fault in sound(part.make())]
        if part.printed:
            found += [f"{name}: {fault}" for fault in printable(part)]
    return found + stones_clear() + set_clear() + [f"screws: {fault}" for fault in fasteners.faults()]
