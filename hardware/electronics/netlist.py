"""What is joined to what: netlists of boards and schematics, and that of a whole set with its cables."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from hardware.design import BUS, CHAIN
from hardware.electronics.boards import Board

Pad = tuple[str, str]
"""Reference of a part and number of one of its pads."""


@dataclass(frozen=True)
class Netlist:
    """`parts`: names in the list of parts; `values`: texts beside them; both by reference. `nets`: by pad."""

    parts: dict[str, str]
    values: dict[str, str]
    nets: dict[Pad, str]

    def net(self, ref: str, pad: str) -> str:
        """The net at a pad; one of its own if nothing is joined to it."""
        return self.nets.get((ref, pad), f"nothing at {ref}.{pad}")

    def pads(self, net: str) -> list[Pad]:
        """All pads on a net."""
        return sorted(pad for pad, joined in self.nets.items() if joined == net)

    def refs(self, part: str) -> list[str]:
        """References of all parts of one kind."""
        return sorted(ref for ref, kind in self.parts.items() if kind == part)


def of_board(board: Board) -> Netlist:
    """The netlist of a circuit board."""
    return Netlist(
        {component.ref: component.part for component in board.components},
        {component.ref: component.value for component in board.components},
        {(component.ref, pad): net for component in board.components for pad, net in component.nets.items()},
    )


def of_kicad(file: Path) -> Netlist:
    """The netlist that KiCad read out of a schematic (``kicad-cli sch export netlist --format kicadxml``)."""
    root = ElementTree.parse(file).getroot()  # noqa: S314  (a file that KiCad has just written)
    parts: dict[str, str] = {}
    values: dict[str, str] = {}
    for component in root.iterfind("components/comp"):
        ref = component.get("ref", "")
        values[ref] = component.findtext("value", "")
        fields = {field.get("name"): field.text or "" for field in component.iterfind("fields/field")}
        parts[ref] = fields.get("Part", "")
    nets: dict[Pad, str] = {}
    for net in root.iterfind("nets/net"):
        name = net.get("name", "").removeprefix("/")  # KiCad puts the path of the sheet before a label
        for node in net.iterfind("node"):
            if not name.startswith("unconnected-"):
                nets[node.get("ref", ""), node.get("pin", "")] = name
    return Netlist(parts, values, nets)


def ohms(value: str) -> float:
    """What a resistor's marking means: 470, 8k2, 330k; ValueError for anything else."""
    found = re.fullmatch(r"(\d+)(?:([RkM])(\d*))?", value)
    if not found:
        raise ValueError(f"not a resistance: {value}")
    whole, unit, part = found.groups()
    return float(f"{whole}.{part or 0}") * {None: 1, "R": 1, "k": 1e3, "M": 1e6}[unit]


def cables() -> list[tuple[Pad, Pad]]:
    """The ribbons of a set, wire by wire, straight through. Strips are named by their column: ``a.J1``."""
    plugs = ["J1", *(f"{letter}.{ref}" for letter in CHAIN for ref in ("J1", "J2"))]
    pairs = zip(plugs[::2], plugs[1::2], strict=False)
    return [((one, str(pin)), (other, str(pin))) for one, other in pairs for pin in range(1, len(BUS) + 1)]


def whole_set(strip: Netlist, carrier: Netlist) -> Netlist:
    """Nine strips and a carrier with all cables plugged in. A joined net has the name of one of its nets."""
    parts = dict(carrier.parts)
    values = dict(carrier.values)
    nets = dict(carrier.nets)
    for letter in CHAIN:
        parts |= {f"{letter}.{ref}": part for ref, part in strip.parts.items()}
        values |= {f"{letter}.{ref}": value for ref, value in strip.values.items()}
        nets |= {(f"{letter}.{ref}", pad): f"{letter}.{net}" for (ref, pad), net in strip.nets.items()}
    joined: dict[str, str] = {}

    def root(net: str) -> str:
        while net in joined:
            net = joined[net]
        return net

    for one, other in cables():
        if one in nets and other in nets:
            ends = sorted({root(nets[one]), root(nets[other])}, key=lambda net: ("." in net, net))
            for net in ends[1:]:
                joined[net] = ends[0]
    return Netlist(parts, values, {pad: root(net) for pad, net in nets.items()})
