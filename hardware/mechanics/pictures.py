"""Pictures of solids, drawn without a display."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cadquery as cq
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  registers what draws
from hardware import design
from hardware.mechanics import solids, top

os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")  # needs no display
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkFeatureEdges, vtkPolyDataNormals
from vtkmodules.vtkIOImage import vtkPNGWriter
from vtkmodules.vtkRenderingCore import (
    vtkActor,
    vtkPolyDataMapper,
    vtkRenderer,
    vtkRenderWindow,
    vtkWindowToImageFilter,
)

WOOD, LIGHT_WOOD, WHITE, BLACK, GLASS, METAL, BOARD, PART, NATURAL, BRASS = (
    (0.60, 0.42, 0.26),
    (0.80, 0.66, 0.45),
    (0.95, 0.93, 0.88),
    (0.22, 0.22, 0.24),
    (0.75, 0.85, 0.90),
    (0.65, 0.67, 0.70),
    (0.10, 0.38, 0.22),
    (0.90, 0.80, 0.30),
    (0.84, 0.90, 0.86),
    (0.80, 0.66, 0.30),
)
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Thing:
    """A body in a colour, moved `to` a place; `opaque` 1 hides what is behind, what `glows` has no shadow."""

    body: cq.Workplane
    colour: Colour
    opaque: float = 1.0
    glows: bool = False
    to: tuple[float, float, float] = (0.0, 0.0, 0.0)


@cache
def _mesh(body: cq.Workplane) -> vtkPolyData:
    mesh = vtkPolyData()
    places, cells = vtkPoints(), vtkCellArray()
    corners, faces = body.val().tessellate(0.03, 0.15)
    for corner in corners:
        places.InsertNextPoint(corner.toTuple())
    for face in faces:
        cells.InsertNextCell(3, face)
    mesh.SetPoints(places)
    mesh.SetPolys(cells)
    return mesh


def _actors(thing: Thing) -> list[vtkActor]:
    mesh = _mesh(thing.body)
    normals = vtkPolyDataNormals()
    normals.SetInputData(mesh)
    normals.SetFeatureAngle(25)
    body = vtkPolyDataMapper()
    body.SetInputConnection(normals.GetOutputPort())
    surface = vtkActor()
    surface.SetMapper(body)
    surface.GetProperty().SetColor(*thing.colour)
    surface.GetProperty().SetOpacity(thing.opaque)
    surface.GetProperty().SetAmbient(0.9 if thing.glows else 0.3)
    surface.GetProperty().SetDiffuse(0.1 if thing.glows else 0.7)
    edges = vtkFeatureEdges()
    edges.SetInputData(mesh)
    edges.SetFeatureAngle(25)
    edges.ColoringOff()
    lines = vtkPolyDataMapper()
    lines.SetInputConnection(edges.GetOutputPort())
    outline = vtkActor()
    outline.SetMapper(lines)
    outline.GetProperty().SetColor(*(0.4 * part for part in thing.colour))
    outline.GetProperty().SetLineWidth(1.5)
    for actor in (surface, outline):
        actor.SetPosition(*thing.to)
    return [surface, outline]


def draw(
    things: Sequence[Thing],
    path: Path,
    *,
    turn: float = -35,
    tilt: float = 35,
    size: tuple[int, int] = (1000, 700),
    zoom: float = 1.0,
) -> None:
    """Draws `things` into a PNG at `path`, seen from `turn` degrees right of the front and `tilt` above."""
    scene = vtkRenderer()
    scene.SetBackground(1, 1, 1)
    for thing in things:
        for actor in _actors(thing):
            scene.AddActor(actor)
    camera = scene.GetActiveCamera()
    camera.ParallelProjectionOn()
    round_about, up = math.radians(turn), math.radians(tilt)
    flat = math.cos(up)
    camera.SetPosition(-flat * math.sin(round_about), -flat * math.cos(round_about), math.sin(up))
    camera.SetFocalPoint(0, 0, 0)
    camera.SetViewUp(*((0, 1, 0) if abs(tilt) > 89 else (0, 0, 1)))
    scene.ResetCamera()
    camera.Zoom(zoom)
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(8)
    window.SetSize(*size)
    window.AddRenderer(scene)
    window.Render()
    picture = vtkWindowToImageFilter()
    picture.SetInput(window)
    picture.ReadFrontBufferOff()
    writer = vtkPNGWriter()
    writer.SetFileName(str(path))
    writer.SetInputConnection(picture.GetOutputPort())
    writer.Write()


def _box(x: float, y: float, z: float, width: float, depth: float, height: float) -> cq.Workplane:
    """A box whose lower face has its middle at x, y, z."""
    return cq.Workplane("XY").box(width, depth, height, centered=(True, True, False)).translate((x, y, z))


def _half(body: cq.Workplane) -> cq.Workplane:
    """What is left of a body when the half towards the viewer, y < 0, is cut away."""
    return body.intersect(_box(0, 500, -500, 2000, 1000, 1000))


def _reed(z: float) -> list[Thing]:
    """A reed as it lies on a strip whose upper face is at `z`, around the point at the origin."""
    length, thickness = design.REED_GLASS
    axis = z + design.REED_AXIS_HEIGHT
    x, y, reach = design.REED_ASIDE, design.REED_ALONG, design.REED_LEADS
    along = cq.Workplane("XZ", origin=(x, y + length / 2, axis)).circle(thickness / 2).extrude(length)
    lead = cq.Workplane("XZ", origin=(x, y + reach / 2, axis)).circle(0.3).extrude(reach)
    legs = [_box(x, y + end * reach / 2, z, 0.6, 0.6, design.REED_AXIS_HEIGHT) for end in (-1, 1)]
    return [Thing(along, GLASS, 0.5), *(Thing(wire, METAL) for wire in (lead, *legs))]


@cache
def _stone(look: str) -> tuple[Thing, ...]:
    """A stone on the origin: its band, the white layer, and its cap."""
    paint = WHITE if design.STONE_LOOKS["white"] == look else BLACK
    body = solids.stone(look)
    band, layer, whole = design.STONE_BAND, design.REFLECTOR, design.STONE_SIZE[1]
    cuts = ((-2.0, band, NATURAL), (band, band + layer, (1.0, 1.0, 1.0)), (band + layer, whole + 1, paint))
    return tuple(
        Thing(body.intersect(_box(0, 0, low, 60, 60, high - low)), colour) for low, high, colour in cuts
    )


def _moved(things: Sequence[Thing], x: float, y: float, z: float = 0.0) -> list[Thing]:
    return [replace(thing, to=(x, y, z)) for thing in things]


def _open(things: Sequence[Thing]) -> list[Thing]:
    return [replace(thing, body=_half(thing.body)) for thing in things]


def stones(path: Path) -> None:
    """Both stones and one with a cap of wood; a black one cut open, and the lower part for wood."""
    shown: list[Thing] = []
    for column, look in enumerate(design.STONE_LOOKS.values()):
        shown += _moved(_stone(look), 34.0 * column, 0)
    start = design.STONE_BAND + design.REFLECTOR
    wooden = [
        *(thing for thing in _stone("plain")[:2]),
        replace(_stone("plain")[2], colour=WOOD),
    ]
    shown += _moved(wooden, 68.0, 0)
    shown += _moved(_open(_stone("fluted")), 14.0, -42)
    shown += _moved([Thing(_half(solids.magnet()), METAL)], 14.0, -42)
    shown += _moved(_stone("plain")[:2], 60.0, -46)
    shown += _moved([replace(_stone("plain")[2], colour=WOOD)], 60.0, -46, 9.0 - start + 2)
    draw(shown, path, turn=-12, tilt=30, size=(1100, 640), zoom=1.45)


def point(path: Path) -> None:
    """A point cut open: stone, magnet, window, wood, strip, light and reed."""
    skin, wells = design.SKIN, design.WELLS
    hole = _box(0, 0, -skin - wells, design.PITCH, design.PITCH, skin + wells).cut(
        cq.Workplane("XY", origin=(0, 0, -50)).circle(design.WINDOW / 2).extrude(100)
    )
    left, _ = design.STRIP_ORIGIN
    well = _box(left + design.STRIP_SIZE[0] / 2, 0, -skin - wells, design.STRIP_SIZE[0] + 1, 100, wells)
    under = -skin - wells
    strip = _box(
        left + design.STRIP_SIZE[0] / 2,
        0,
        under - design.BOARD_THICKNESS,
        design.STRIP_SIZE[0],
        design.PITCH,
        design.BOARD_THICKNESS,
    )
    window = solids.window().translate((0, 0, -skin))
    pixel_x, pixel_y = design.PIXEL_AT
    shown = [
        *_open(_stone("fluted")),
        Thing(_half(solids.magnet()), METAL),
        Thing(_half(window), GLASS),
        Thing(_half(hole.cut(well)), WOOD),
        Thing(_half(strip), WHITE),
        Thing(_half(_box(pixel_x, pixel_y, under, 5, 5, 1.6)), PART),
        *_reed(under),
    ]
    draw(shown, path, turn=-15, tilt=14, size=(1100, 650), zoom=1.3)


def _stone_at(place: top.Point) -> str:
    """W or B where a game begins with a stone of that colour (B3); empty on e3."""
    column, row = design.COLUMNS.index(place.name[0]), int(place.name[1])
    return {1: "W", 2: "W", 4: "B", 5: "B"}.get(row, ("B", "W", "B", "W", "", "B", "W", "B", "W")[column])


def _set(look: Colour) -> list[Thing]:
    window = solids.window()
    shown = [Thing(solids.engraved(), look)]
    shown += [Thing(window, GLASS, to=(*place.at, -design.SKIN)) for place in top.points()]
    shown += [Thing(solids.bead(), WOOD, to=(*bead.middle, 0)) for bead in top.beads()]
    head = cq.Workplane("XY", origin=(0, 0, -0.3)).circle(2.8).extrude(0.4)
    shown += [Thing(head, BRASS, to=(*place, 0)) for place in top.rim_screws()]
    return shown


TAKEN = ("e5", "f4", "g5", "d4", "c2", "b1")
"""Stones that lie in the trays in the picture."""


def top_from_above(path: Path) -> None:
    """The top with its windows and some stones in the frame."""
    shown = _set(LIGHT_WOOD)
    shown += [Thing(solids.rail(side), WOOD) for side in solids.SIDES]
    for place in top.points():
        colour = _stone_at(place)
        if colour and place.name not in TAKEN:
            shown += _moved(_stone("plain" if colour == "W" else "fluted"), *place.at)
    for tray, look in zip(
        top.trays(), ("fluted", "plain"), strict=True
    ):  # each player's tray: what that player took
        taken = sum(
            _stone_at(place) == ("B" if look == "fluted" else "W")
            for place in top.points()
            if place.name in TAKEN
        )
        for number in range(taken):
            x = tray.left + 14 + 27 * number
            shown += _moved(_stone(look), x, tray.middle[1], -design.SKIN + design.FOOT[1])
    for x, y in design.PANEL_BUTTONS.values():
        shown.append(Thing(_box(x, y, 0, 10, 10, 5), BLACK))
    draw(shown, path, turn=-15, tilt=50, size=(1300, 800), zoom=1.35)


def top_from_below(path: Path) -> None:
    """The wells, three strips screwed in, and the carrier."""
    shown = _set(LIGHT_WOOD)
    shown += [Thing(solids.rail(side), WOOD) for side in solids.SIDES]
    under = -design.SKIN - design.WELLS
    for rect in top.strip_boards()[:3]:
        x, y = rect.middle
        shown.append(
            Thing(
                _box(
                    x,
                    y,
                    under - design.BOARD_THICKNESS,
                    rect.width,
                    rect.height,
                    design.BOARD_THICKNESS,
                ),
                WHITE,
            )
        )
    rect = top.carrier_board()
    x, y = rect.middle
    low = under - design.SPACER - design.BOARD_THICKNESS
    shown.append(Thing(_box(x, y, low, rect.width, rect.height, design.BOARD_THICKNESS), BOARD))
    sleeve = solids.spacer()
    shown += [
        Thing(sleeve.translate((*place, under - design.SPACER)), WHITE) for place in top.carrier_screws()
    ]
    draw(shown, path, turn=-15, tilt=-50, size=(1300, 800), zoom=1.35)


def first_lights(path: Path) -> None:
    """The lights that ask for stones after power-up: warm white for white ones, violet for black."""
    shown = [Thing(solids.engraved(), LIGHT_WOOD)]
    shown += [Thing(solids.rail(side), WOOD) for side in solids.SIDES]
    shown += [Thing(solids.bead(), WOOD, to=(*bead.middle, 0)) for bead in top.beads()]
    glow = {"W": (1.0, 0.98, 0.85), "B": (0.45, 0.15, 1.0), "": GLASS}
    window = solids.window()
    shown += [
        Thing(window, glow[_stone_at(place)], glows=True, to=(*place.at, -design.SKIN))
        for place in top.points()
    ]
    draw(shown, path, turn=-15, tilt=50, size=(1300, 800), zoom=1.35)


def frame(path: Path) -> None:
    """Top, frame and base, one above the other."""
    shown = [replace(thing, to=(thing.to[0], thing.to[1], thing.to[2] + 70.0)) for thing in _set(LIGHT_WOOD)]
    shown += [Thing(solids.rail(side), WOOD) for side in solids.SIDES]
    shown.append(Thing(solids.base().translate((0, 0, -60)), LIGHT_WOOD))
    draw(shown, path, turn=-28, tilt=28, size=(1300, 800), zoom=1.3)


PICTURES = {
    "frame": frame,
    "lights": first_lights,
    "stones": stones,
    "point": point,
    "top": top_from_above,
    "below": top_from_below,
}


def write(folder: Path) -> None:
    """All pictures into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        picture(folder / f"{name}.png")
