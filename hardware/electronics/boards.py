"""The two circuit boards, read out of KiCad's files: parts, what their pads are joined to, tracks and ink.

The files in `strip` and `carrier` are the source; people change them with KiCad. Here they are only read.
Places are those of `hardware.design`: mm, x right, y up, seen from the upper face even for parts below.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from hardware import design
from hardware.electronics.kicad import ORIGIN
from hardware.electronics.sexpr import Item, child, children, parse

HERE = Path(__file__).parent
COUNT = {"strip": len(design.COLUMNS), "carrier": 1}
"""The boards of a set by name, and how many of each it has."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Component:
    """One part on a board. `nets`: the net at each pad that is connected; `fields`: texts that go with it.

    `kind`: ``smd`` or ``through_hole``, as KiCad takes it. `at`: its own origin. `back`: it sits below.
    """

    ref: str
    value: str
    footprint: str
    kind: str
    at: Place
    back: bool
    fields: Mapping[str, str]
    nets: Mapping[str, str]
    pads: tuple[Place, ...]
    """Places of all its pads."""

    @property
    def middle(self) -> Place:
        """Between its outermost pads."""
        across, up = zip(*self.pads, strict=True)
        return (min(across) + max(across)) / 2, (min(up) + max(up)) / 2

    @property
    def reach(self) -> float:
        """From there to the furthest pad, and a little more, mm."""
        return max(math.dist(self.middle, pad) for pad in self.pads) + 1.5

    @property
    def part(self) -> str:
        """Its name in the list of parts."""
        return self.fields.get("Part", "")


@dataclass(frozen=True)
class Track:
    """A straight piece of copper on the layer `layer`."""

    net: str
    layer: str
    start: Place
    end: Place
    width: float

    @property
    def squares(self) -> float:
        """Its length over its width."""
        return math.dist(self.start, self.end) / self.width


@dataclass(frozen=True)
class Ink:
    """A text on the layer `layer`; the height and the thickness of its letters."""

    text: str
    layer: str
    height: float
    thickness: float


@dataclass(frozen=True)
class Board:
    """A circuit board, out of KiCad's file."""

    name: str
    source: str
    """The text of the file."""

    @property
    def count(self) -> int:
        """How many a set has."""
        return COUNT[self.name]

    @cached_property
    def _tree(self) -> list[Item]:
        return parse(self.source)

    @cached_property
    def title(self) -> dict[str, str]:
        """``title``, ``date`` and ``rev``, as they stand in the sheet's frame."""
        return {
            str(item[0]): str(item[1])
            for item in child(self._tree, "title_block")[1:]
            if isinstance(item, list)
        }

    @cached_property
    def masks(self) -> dict[str, str]:
        """Colour of the solder mask by layer; empty where the maker may choose."""
        layers = [
            it for stack in children(child(self._tree, "setup"), "stackup") for it in children(stack, "layer")
        ]
        colours = {str(it[1]): [str(colour[1]) for colour in children(it, "color")] for it in layers}
        return {layer: found[0] for layer, found in colours.items() if layer.endswith(".Mask") and found}

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """All parts; screw holes are none."""
        found = [_component(item) for item in children(self._tree, "footprint")]
        return tuple(sorted((part for part in found if part.part), key=lambda part: _order(part.ref)))

    @cached_property
    def holes(self) -> tuple[Place, ...]:
        """Places of the screw holes."""
        found = [_component(item) for item in children(self._tree, "footprint")]
        return tuple(sorted(part.at for part in found if part.footprint.startswith("MountingHole:")))

    @cached_property
    def corners(self) -> tuple[Place, Place]:
        """Lower left and upper right of its outline."""
        lines = [
            item for item in children(self._tree, "gr_line") if str(child(item, "layer")[1]) == "Edge.Cuts"
        ]
        ends = [_place(child(item, end)) for item in lines for end in ("start", "end")]
        across, up = zip(*ends, strict=True)
        return (min(across), min(up)), (max(across), max(up))

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """All tracks, without vias and filled areas."""
        names = {str(item[1]): _net(str(item[2])) for item in children(self._tree, "net")}
        return tuple(
            Track(
                names[str(child(item, "net")[1])],
                str(child(item, "layer")[1]),
                _place(child(item, "start")),
                _place(child(item, "end")),
                float(str(child(item, "width")[1])),
            )
            for item in children(self._tree, "segment")
        )

    @cached_property
    def inks(self) -> tuple[Ink, ...]:
        """All texts that are printed on the board."""
        parts = list(children(self._tree, "footprint"))
        texts = [item for part in parts for kind in ("property", "fp_text") for item in children(part, kind)]
        found = [_ink(item) for item in [*children(self._tree, "gr_text"), *texts]]
        return tuple(ink for ink in found if ink and ink.layer.endswith(".SilkS"))

    def component(self, ref: str) -> Component:
        """The component named `ref`; KeyError if there is none."""
        for component in self.components:
            if component.ref == ref:
                return component
        raise KeyError(ref)


def folder(name: str) -> Path:
    """Where the KiCad project of a board is."""
    return HERE / name


def url(name: str) -> str:
    """Where a board says that its plans are: the text variable of its KiCad project; "" if there is none."""
    project = json.loads((folder(name) / f"{name}.kicad_pro").read_text(encoding="utf-8"))
    return str(project["text_variables"].get("URL", ""))


@cache
def board(name: str) -> Board:
    """The board ``strip`` or ``carrier``."""
    return Board(name, (folder(name) / f"{name}.kicad_pcb").read_text(encoding="utf-8"))


def both() -> Iterator[Board]:
    """Strip and carrier."""
    return map(board, COUNT)


def _component(item: list[Item]) -> Component:
    fields = {str(field[1]): str(field[2]) for field in children(item, "property")}
    nets = {}
    for pad in children(item, "pad"):
        for net in children(pad, "net"):
            name = _net(str(net[2]))
            if name and not name.startswith("unconnected-"):
                nets[str(pad[1])] = name
    return Component(
        fields.pop("Reference", ""),
        fields.pop("Value", ""),
        str(item[1]),
        next((str(kind[1]) for kind in children(item, "attr")), ""),
        _place(child(item, "at")),
        str(child(item, "layer")[1]) == "B.Cu",
        fields,
        nets,
        tuple(_pad(item, pad) for pad in children(item, "pad")),
    )


def _pad(part: list[Item], pad: list[Item]) -> Place:
    """Where a pad of a part is on the board: KiCad turns a part left by its angle, with y down."""
    x, y = (float(str(number)) for number in child(pad, "at")[1:3])
    place = child(part, "at")
    angle = math.radians(float(str(place[3])) if len(place) > 3 else 0.0)
    left, down = (float(str(number)) for number in place[1:3])
    return (
        round(left + x * math.cos(angle) + y * math.sin(angle) - ORIGIN[0], 4),
        round(ORIGIN[1] - (down - x * math.sin(angle) + y * math.cos(angle)), 4),
    )


def _ink(item: list[Item]) -> Ink | None:
    if any(str(hidden[1]) == "yes" for hidden in children(item, "hide")):
        return None
    font = child(child(item, "effects"), "font")
    text = item[1] if item[0] == "gr_text" else item[2]
    height, thickness = (float(str(child(font, name)[1])) for name in ("size", "thickness"))
    return Ink(str(text), str(child(item, "layer")[1]), height, thickness)


def _net(name: str) -> str:
    return name.removeprefix("/")  # KiCad puts the path of the sheet before a label


def _place(item: list[Item]) -> Place:
    x, y = float(str(item[1])), float(str(item[2]))
    return round(x - ORIGIN[0], 4), round(ORIGIN[1] - y, 4)


def _order(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)
