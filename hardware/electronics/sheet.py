"""Draws a schematic: parts where they are put, each pin with a wire to its net's label or to another pin."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hardware import design
from hardware.electronics.sexpr import Item, Text, child, children, write
from hardware.electronics.symbols import pins, symbol
from hardware.parts import PARTS

GRID = 1.27
SIZE = 1.27
"""Height of letters."""
STEPS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}
"""One step in each direction on the sheet, whose y runs down."""
POWER = {"+5V": "power:+5V", "GND": "power:GND", "VBUS": "power:VBUS"}
"""Nets that are drawn as a symbol instead of a label."""


def identity(board: design.Board, *path: object) -> str:
    """A UUID for something on the schematic of `board`, always the same."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(("lakabe", board.name, *map(str, path)))))


@dataclass(frozen=True)
class Box:
    """Where a text or the body of a symbol stands, for the test that no two overlap."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True)
class Place:
    """Where a symbol is, turned left by `turn` degrees, and where its name and value stand from it."""

    x: float
    y: float
    turn: int = 0
    ref: tuple[float, float] = (0, -3.81)
    value: tuple[float, float] = (0, 3.81)


@dataclass
class Sheet:
    """A schematic of `board`, on paper of one of KiCad's sizes."""

    board: design.Board
    paper: str
    items: list[Item] = field(default_factory=list)
    texts: list[Box] = field(default_factory=list)
    _places: dict[str, Place] = field(default_factory=dict)
    _done: set[tuple[str, str]] = field(default_factory=set)
    _used: set[str] = field(default_factory=set)
    _powers: int = 0

    def identity(self, *path: object) -> str:
        """A UUID for something on this sheet, the same whenever it is drawn anew."""
        return identity(self.board, *path)

    # Parts

    def put(self, ref: str, place: Place) -> None:
        """Puts a part of the board on the sheet."""
        component = self.board.component(ref)
        part = PARTS[component.part]
        self._places[ref] = place
        self.texts.extend(_bodies(ref, part.symbol, place))
        self._used.add(part.symbol)
        hidden = {
            "Footprint": part.footprint,
            "Part": component.part,
            "Manufacturer": part.maker,
            "MPN": part.number,
        }
        self.items.append(
            [
                "symbol",
                ["lib_id", Text(part.symbol)],
                ["at", place.x, place.y, place.turn],
                ["unit", 1],
                *_flags(in_bom=True),
                ["uuid", Text(self.identity(ref))],
                self._property("Reference", ref, place, place.ref),
                self._property("Value", component.value, place, place.value),
                *(_hidden(name, text, place.x, place.y) for name, text in hidden.items()),
                *self._pins(ref, part.symbol),
                self._instances(ref),
            ]
        )

    def _pins(self, ref: str, identifier: str) -> list[Item]:
        return [["pin", Text(pin), ["uuid", Text(self.identity(ref, pin))]] for pin in pins(identifier)]

    def _property(self, name: str, text: str, place: Place, offset: tuple[float, float]) -> Item:
        x, y = place.x + offset[0], place.y + offset[1]
        self._note(text, x, y)
        # A turned symbol turns its texts, too: turned back, they stay level.
        return [
            "property",
            Text(name),
            Text(text),
            ["at", x, y, place.turn % 180],
            ["effects", ["font", ["size", SIZE, SIZE]]],
        ]

    def _instances(self, ref: str) -> Item:
        path: Item = ["path", Text("/" + self.identity()), ["reference", Text(ref)], ["unit", 1]]
        return ["instances", ["project", Text(self.board.name), path]]

    # Wires

    def at(self, ref: str, pin: str) -> tuple[float, float, int]:
        """Place of a pin's free end on the sheet, and the direction it looks out to."""
        place = self._places[ref]
        found = pins(PARTS[self.board.component(ref).part].symbol)[pin]
        return *turned(found.x, found.y, place), (found.outward + place.turn) % 360

    def wire(self, *points: tuple[float, float]) -> None:
        """A wire along `points`."""
        for one, other in itertools.pairwise(points):
            if one != other:
                ends: Item = ["pts", ["xy", *one], ["xy", *other]]
                stroke: Item = ["stroke", ["width", 0], ["type", "default"]]
                self.items.append(["wire", ends, stroke, ["uuid", Text(self.identity("wire", one, other))]])

    def junction(self, x: float, y: float) -> None:
        """A dot where wires meet. All of them have to end here: KiCad joins no wire in its middle."""
        self.items.append(
            [
                "junction",
                ["at", x, y],
                ["diameter", 0],
                ["color", 0, 0, 0, 0],
                ["uuid", Text(self.identity("dot", x, y))],
            ]
        )

    def join(
        self, path: Sequence[str | tuple[float, float]], label: tuple[float, float] | None = None
    ) -> None:
        """A wire through pins, written ``SW1.2``, and corners. Its net's name is put at `label`."""
        points: list[tuple[float, float]] = []
        net = ""
        for stop in path:
            if isinstance(stop, str):
                ref, pin = stop.split(".")
                own = self.board.component(ref).nets[pin]
                if net not in ("", own):
                    raise ValueError(f"{stop} is on {own}, not on {net}")
                net = own
                self._done.add((ref, pin))
                points.append(self.at(ref, pin)[:2])
            else:
                points.append(stop)
        self.wire(*points)
        if label is not None:
            if net in POWER:
                self.power(net, *label)
            else:
                self.label(net, *label, 0)

    def label(self, net: str, x: float, y: float, direction: int) -> None:
        """The name of a net at the end of a wire that comes from the other side than `direction`."""
        left = direction in (180, 270)
        width = _width(net)
        if direction in (0, 180):
            edge = x - width if left else x
            self.texts.append(Box(net, edge, y - SIZE * 1.3, edge + width, y))
        else:
            edge = y if left else y - width
            self.texts.append(Box(net, x - SIZE * 1.3, edge, x, edge + width))
        justify: Item = ["justify", "right" if left else "left", "bottom"]
        self.items.append(
            [
                "label",
                Text(net),
                ["at", x, y, direction],
                ["effects", ["font", ["size", SIZE, SIZE]], justify],
                ["uuid", Text(self.identity("label", net, x, y))],
            ]
        )

    def power(self, net: str, x: float, y: float, flag: bool = False) -> None:
        """A supply's symbol, or the flag that tells KiCad that a net is fed from somewhere."""
        identifier = "power:PWR_FLAG" if flag else POWER[net]
        self._used.add(identifier)
        self._powers += 1
        ref = f"#{'FLG' if flag else 'PWR'}{self._powers:03d}"
        name = "PWR_FLAG" if flag else net
        below = net == "GND" and not flag
        text_y = y + (3.81 if below else -3.81)
        shown = not flag
        if shown:
            self._note(name, x, text_y)
        hide: list[Item] = [] if shown else [["hide", "yes"]]
        effects: Item = ["effects", ["font", ["size", SIZE, SIZE]], *hide]
        value: Item = ["property", Text("Value"), Text(name), ["at", x, text_y, 0], effects]
        self.items.append(
            [
                "symbol",
                ["lib_id", Text(identifier)],
                ["at", x, y, 0],
                ["unit", 1],
                *_flags(in_bom=False),
                ["uuid", Text(self.identity(ref))],
                _hidden("Reference", ref, x, y),
                value,
                _hidden("Footprint", "", x, y),
                ["pin", Text("1"), ["uuid", Text(self.identity(ref, "1"))]],
                self._instances(ref),
            ]
        )

    def flag(self, net: str, x: float, y: float) -> None:
        """Tells KiCad that a net is fed by something that it does not know to be a source."""
        if net in POWER:
            self.power(net, x, y)
        else:
            self.label(net, x, y, 180)
        self.wire((x, y), (x + 7.62, y))
        self.power(net, x + 7.62, y, flag=True)

    def stubs(self, length: float = 2.54, longer: dict[str, float] | None = None) -> None:
        """A short wire with a label at each pin not yet joined, or a cross where nothing is connected."""
        for ref in self._places:
            component = self.board.component(ref)
            for number in pins(PARTS[component.part].symbol):
                if (ref, number) in self._done:
                    continue
                x, y, outward = self.at(ref, number)
                net = component.nets.get(number)
                if net is None:
                    mark: Item = [
                        "no_connect",
                        ["at", x, y],
                        ["uuid", Text(self.identity(ref, number, "no"))],
                    ]
                    self.items.append(mark)
                    continue
                dx, dy = STEPS[outward]
                reach = (longer or {}).get(f"{ref}.{number}", (longer or {}).get(ref, length))
                end = _even(x + dx * reach), _even(y + dy * reach)
                self.wire((x, y), end)
                if net in POWER:
                    self.power(net, *end)
                else:
                    self.label(net, *end, outward)

    def write_text(self, text: str, x: float, y: float, size: float = SIZE) -> None:
        """A note, its first letter at (x, y)."""
        lines = text.split("\n")
        width = max(_width(line) for line in lines) * size / SIZE
        self.texts.append(Box(text, x, y - size, x + width, y + size * 1.6 * (len(lines) - 1)))
        self.items.append(
            [
                "text",
                Text(text.replace("\n", "\\n")),
                ["exclude_from_sim", "no"],
                ["at", x, y, 0],
                ["effects", ["font", ["size", size, size]], ["justify", "left", "bottom"]],
                ["uuid", Text(self.identity("text", text))],
            ]
        )

    def _note(self, text: str, x: float, y: float) -> None:
        half = _width(text) / 2
        self.texts.append(Box(text, x - half, y - SIZE * 0.75, x + half, y + SIZE * 0.75))

    # The whole

    def missing(self) -> list[str]:
        """Parts of the board that are not on the sheet."""
        return [component.ref for component in self.board.components if component.ref not in self._places]

    def _title(self) -> Item:
        date: Item = ["date", Text(design.REVISION_DATE)]
        return ["title_block", ["title", Text(self.board.title)], date, ["rev", Text(design.REVISION)]]

    def source(self) -> str:
        """The file."""
        return (
            write(
                [
                    "kicad_sch",
                    ["version", 20250114],
                    ["generator", Text("lakabe")],
                    ["generator_version", Text("9.0")],
                    ["uuid", Text(self.identity())],
                    ["paper", Text(self.paper)],
                    self._title(),
                    ["lib_symbols", *(list(symbol(name)) for name in sorted(self._used))],
                    *self.items,
                    ["sheet_instances", ["path", Text("/"), ["page", Text("1")]]],
                    ["embedded_fonts", "no"],
                ]
            )
            + "\n"
        )


def overlaps(texts: Iterable[Box]) -> list[tuple[str, str]]:
    """Pairs of texts that stand on one another."""
    boxes = list(texts)
    return [
        (one.text, other.text)
        for number, one in enumerate(boxes)
        for other in boxes[number + 1 :]
        if one.overlaps(other) and not (one.text.startswith("[") and other.text.startswith("["))
    ]


def _bodies(ref: str, identifier: str, place: Place) -> list[Box]:
    """The boxes that a symbol is drawn with."""
    found: list[Box] = []
    for unit in children(symbol(identifier), "symbol"):
        for item in children(unit, "rectangle"):
            corners = [turned(*_pair(child(item, end)), place) for end in ("start", "end")]
            (one_x, one_y), (other_x, other_y) = corners
            box = (min(one_x, other_x), min(one_y, other_y), max(one_x, other_x), max(one_y, other_y))
            found.append(Box(f"[{ref}]", *box))
    return found


def _pair(item: list[Item]) -> tuple[float, float]:
    return float(str(item[1])), float(str(item[2]))


def turned(x: float, y: float, place: Place) -> tuple[float, float]:
    """Where a point of a symbol, y upwards, comes to lie on the sheet, y downwards."""
    for _ in range(place.turn // 90):
        x, y = -y, x
    return _even(place.x + x), _even(place.y - y)


def _width(text: str) -> float:
    return len(text) * SIZE


def _even(value: float) -> float:
    return round(value, 4)


def _flags(in_bom: bool) -> list[Item]:
    yes = "yes" if in_bom else "no"
    return [["exclude_from_sim", "no"], ["in_bom", yes], ["on_board", "yes"], ["dnp", "no"]]


def _hidden(name: str, text: str, x: float, y: float) -> Item:
    effects: Item = ["effects", ["font", ["size", SIZE, SIZE]], ["hide", "yes"]]
    return ["property", Text(name), Text(text), ["at", x, y, 0], effects]
