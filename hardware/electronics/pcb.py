"""Draws a circuit board with KiCad's Python module; runs on the system's Python, which has that module.

Places are those of `hardware.design`: mm, x right, y up, seen from the upper face even for parts below.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pcbnew
from hardware import design
from hardware.electronics.kicad import FOOTPRINTS, ORIGIN, SHARE
from hardware.electronics.sheet import POWER, identity
from hardware.electronics.symbols import pins
from hardware.parts import PARTS

Point = tuple[float, float]
FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu
FRONT_INK, BACK_INK = pcbnew.F_SilkS, pcbnew.B_SilkS
SIGNAL = 0.3
"""Width of a track that carries signals."""
SUPPLY = 1.0
"""Width of a track that carries 5 V, unless another is named."""
GAP = 0.2
"""Least distance of copper to copper; cheap makers ask for 0.15."""
EDGE = 0.5
"""Least distance of copper to the edge."""


class Drawing:
    """A board being drawn. `corners`: lower left and upper right of its outline."""

    def __init__(self, board: design.Board, corners: tuple[Point, Point]) -> None:
        # The same seed gives the same identities, so that drawing anew changes nothing.
        pcbnew.KIID.SeedGenerator(1)
        self._board = board
        self._corners = corners
        self._pcb = pcbnew.CreateEmptyBoard()
        self._nets: dict[str, object] = {}
        self._parts: dict[str, pcbnew.FOOTPRINT] = {}
        settings = self._pcb.GetDesignSettings()
        settings.SetBoardThickness(_mm(design.BOARD_THICKNESS))
        settings.m_TrackMinWidth = _mm(GAP)
        settings.m_MinClearance = _mm(GAP)
        settings.m_CopperEdgeClearance = _mm(EDGE)
        title = self._pcb.GetTitleBlock()
        title.SetTitle(board.title)
        title.SetRevision(design.REVISION)
        title.SetDate(design.REVISION_DATE)
        (left, low), (right, high) = corners
        ring = [(left, low), (right, low), (right, high), (left, high), (left, low)]
        for one, other in itertools.pairwise(ring):
            line = pcbnew.PCB_SHAPE(self._pcb)
            line.SetShape(pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(_at(one))
            line.SetEnd(_at(other))
            line.SetLayer(pcbnew.Edge_Cuts)
            line.SetWidth(_mm(0.1))
            self._pcb.Add(line)

    # Parts

    def put(self, ref: str, at: Point, turn: int = 0, back: bool = False, name: Point | None = None) -> None:
        """Puts a part with its origin at `at`, turned left by `turn` degrees, its name `name` from there."""
        component = self._board.component(ref)
        part = self._load(PARTS[component.part].footprint)
        part.SetReference(ref)
        part.SetValue(component.value)
        for key, text in _fields(component).items():
            part.SetField(key, text)
            part.GetFieldByName(key).SetVisible(False)
        self._pcb.Add(part)
        part.SetPosition(_at(at))
        if back:
            part.Flip(part.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        part.SetOrientationDegrees(turn)
        part.SetPath(pcbnew.KIID_PATH("/" + identity(self._board, ref)))
        for pad in part.Pads():
            net = component.nets.get(pad.GetNumber())
            if net is not None:
                pad.SetNet(self._net(net))
            elif pad.GetNumber():
                self._unconnected(pad, component)
        text = part.Reference()
        _letters(text, 0.9)
        text.SetLayer(BACK_INK if back else FRONT_INK)
        if name is None:
            text.SetVisible(False)
        else:
            text.SetTextAngleDegrees(0)
            text.SetPosition(_at((at[0] + name[0], at[1] + name[1])))
        self._parts[ref] = part

    def hole(self, number: int, at: Point, diameter: str = "2.7mm_M2.5") -> None:
        """A hole for a screw, without copper."""
        part = self._load(f"MountingHole:MountingHole_{diameter}")
        part.SetReference(f"H{number}")
        part.Reference().SetVisible(False)
        part.Value().SetVisible(False)
        outside = pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
        part.SetAttributes(part.GetAttributes() | outside)
        self._pcb.Add(part)
        part.SetPosition(_at(at))

    def pad(self, name: str) -> Point:
        """Centre of a pad, written ``SW1.2``."""
        ref, number = name.split(".")
        place = self._parts[ref].FindPadByNumber(number).GetPosition()
        return round(pcbnew.ToMM(place.x) - ORIGIN[0], 4), round(ORIGIN[1] - pcbnew.ToMM(place.y), 4)

    def _load(self, identifier: str) -> pcbnew.FOOTPRINT:
        library, name = identifier.split(":")
        own = library == "lakabe"
        part = pcbnew.FootprintLoad(
            str(FOOTPRINTS if own else SHARE / "footprints" / f"{library}.pretty"), name
        )
        if part is None:
            raise ValueError(f"KiCad has no footprint {identifier}")
        part.SetFPID(pcbnew.LIB_ID(library, name))
        return part

    # Copper

    def track(self, path: Sequence[str | Point], layer: int, width: float = SIGNAL) -> None:
        """A track through pads and corners. It is on the net of the first pad named in it."""
        net = next(self._net_of(stop) for stop in path if isinstance(stop, str))
        points = [self.pad(stop) if isinstance(stop, str) else stop for stop in path]
        self.line(net, points, layer, width)

    def line(self, net: str, points: Sequence[Point], layer: int, width: float = SIGNAL) -> None:
        """A track of `net` through `points`."""
        for one, other in itertools.pairwise(points):
            track = pcbnew.PCB_TRACK(self._pcb)
            track.SetStart(_at(one))
            track.SetEnd(_at(other))
            track.SetWidth(_mm(width))
            track.SetLayer(layer)
            track.SetNet(self._net(net))
            self._pcb.Add(track)

    def via(self, net: str, at: Point) -> None:
        """Joins both layers."""
        via = pcbnew.PCB_VIA(self._pcb)
        via.SetPosition(_at(at))
        via.SetWidth(_mm(0.7))
        via.SetDrill(_mm(0.35))
        via.SetNet(self._net(net))
        self._pcb.Add(via)

    def ground(self) -> None:
        """Fills what is left of both layers with ground."""
        (left, low), (right, high) = self._corners
        inset = EDGE + 0.1
        for layer in (FRONT, BACK):
            zone = pcbnew.ZONE(self._pcb)
            zone.SetLayer(layer)
            zone.SetNet(self._net(design.GROUND))
            zone.SetLocalClearance(_mm(0.25))
            zone.SetMinThickness(_mm(0.25))
            zone.SetThermalReliefGap(_mm(0.3))
            zone.SetThermalReliefSpokeWidth(_mm(0.5))
            zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
            outline = zone.Outline()
            outline.NewOutline()
            for x, y in ((left, low), (right, low), (right, high), (left, high)):
                inner = (x + inset if x == left else x - inset, y + inset if y == low else y - inset)
                outline.Append(_at(inner))
            self._pcb.Add(zone)

    # Ink

    def write(self, text: str, at: Point, layer: int = FRONT_INK, size: float = 1.0, turn: int = 0) -> None:
        """A text around `at`; on the back it reads right from there."""
        item = pcbnew.PCB_TEXT(self._pcb)
        item.SetText(text)
        item.SetPosition(_at(at))
        item.SetLayer(layer)
        _letters(item, size)
        item.SetTextAngleDegrees(turn)
        item.SetMirrored(layer == BACK_INK)
        self._pcb.Add(item)

    # The whole

    def save(self, file: Path) -> None:
        """Writes the board, its ground filled."""
        missing = [part.ref for part in self._board.components if part.ref not in self._parts]
        if missing:
            raise ValueError(f"not on the board: {', '.join(missing)}")
        self._pcb.BuildConnectivity()
        pcbnew.SaveBoard(str(file), self._pcb)
        # Filled after loading it again: before, copper would flood the holes that are not plated.
        board = pcbnew.LoadBoard(str(file))
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        pcbnew.SaveBoard(str(file), board)

    def _net(self, name: str) -> object:
        # KiCad puts the path of the sheet before a net that has a label instead of a supply's symbol.
        full = name if name in POWER or "(" in name else f"/{name}"
        if full not in self._nets:
            self._nets[full] = pcbnew.NETINFO_ITEM(self._pcb, full)
            self._pcb.Add(self._nets[full])
        return self._nets[full]

    def _net_of(self, pad: str) -> str:
        ref, number = pad.split(".")
        return self._board.component(ref).nets[number]

    def _unconnected(self, pad: pcbnew.PAD, component: design.Component) -> None:
        """Gives a pad that leads nowhere the net that KiCad's schematic gives it."""
        pin = pins(PARTS[component.part].symbol).get(pad.GetNumber())
        if pin is not None:
            name = "" if pin.name in ("", "~") else f"{pin.name}-"
            pad.SetNet(self._net(f"unconnected-({component.ref}-{name}Pad{pin.number})"))


def _fields(component: design.Component) -> dict[str, str]:
    part = PARTS[component.part]
    return {"Part": component.part, "Manufacturer": part.maker, "MPN": part.number}


def _letters(text: pcbnew.PCB_TEXT, size: float) -> None:
    text.SetTextSize(pcbnew.VECTOR2I(_mm(size), _mm(size)))
    text.SetTextThickness(_mm(0.15 * max(size, 0.9)))


def _mm(value: float) -> int:
    return int(pcbnew.FromMM(value))


def _at(point: Point) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(_mm(ORIGIN[0] + point[0]), _mm(ORIGIN[1] - point[1]))
