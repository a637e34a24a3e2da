"""Lists of parts: all that a set takes, with spares; what a maker places; what a set wired by hand takes.

What sits on the boards is counted in KiCad's files.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hardware import design
from hardware.electronics import boards
from hardware.electronics.boards import Board
from hardware.parts import BY_HAND, LOOSE, PARTS, Part

HEAD = (
    "order",
    "needed",
    "spare",
    "what",
    "value",
    "maker",
    "number",
    "LCSC",
    "alternative",
    "rule for a substitute",
    "places",
    "euro each",
    "euro",
)


@dataclass(frozen=True)
class Line:
    """One kind of part: how many are needed and where, and how many to have in hand."""

    name: str
    part: Part
    needed: int
    places: str

    @property
    def spare(self) -> int:
        """Reeds break and small parts jump off."""
        return math.ceil(self.needed * self.part.spare_percent / 100)

    @property
    def order(self) -> int:
        """How many to order."""
        return self.needed + self.spare

    @property
    def euro(self) -> float:
        """Rough price of them all."""
        return self.order * self.part.euro


def loose_counts() -> dict[str, int]:
    """How many of each part that sits on no board."""
    strips = boards.COUNT["strip"]
    return {
        "magnet": 2 * design.STONES,
        "ribbon": strips,  # from the carrier to the first strip, and from each to the next
        "panel_button": len(design.PANEL_BUTTONS),
        "button_wire": 1,
        "jumper": 1,
        "socket20": 2,
        "usb_cable": 1,
    }


def lines() -> list[Line]:
    """All lines: those of the boards by kind, then the loose parts."""
    found = []
    for name, part in PARTS.items():
        needed = 0
        places = []
        for board in boards.both():
            refs = [component.ref for component in board.components if component.part == name]
            needed += len(refs) * board.count
            if refs:
                places.append(f"{board.name}: {' '.join(refs)}")
        found.append(Line(name, part, needed, "; ".join(places)))
    counts = loose_counts()
    found += [Line(name, part, counts[name], "") for name, part in LOOSE.items()]
    for board in boards.both():
        width, height = design.STRIP_SIZE if board.name == "strip" else design.CARRIER_SIZE
        found.append(Line(board.name, _bare(board, width, height), board.count, ""))
    return found


def _bare(board: Board, width: float, height: float) -> Part:
    """The printed circuit board itself."""
    size = f"{width:g} x {height:g} x {design.BOARD_THICKNESS} mm"
    return Part(
        what=f"Circuit board {board.title['title']}, {size}, 2 layers",
        value=f"revision {design.REVISION}",
        maker="any",
        number=f"{board.name}-gerbers.zip",
        alternative="any maker of circuit boards",
        rule="2 layers, 1.6 mm, 35 um copper; tracks and gaps 0.2 mm, holes 0.35 mm: the cheapest will do."
        + (" White mask, which sends light up (hardware/optics/LIGHT.md)." if board.name == "strip" else ""),
        euro=3.00 if board.name == "strip" else 4.00,
    )


def hand_lines() -> list[Line]:
    """The lines of a set that is wired by hand: no circuit boards, and other parts instead of theirs."""
    found = [Line(name, part, count, "by hand") for name, (count, part) in BY_HAND.items()]
    shared = {line.name: line for line in lines()}
    found += [replace(shared[name], places="by hand") for name in ON_EITHER]
    return found + [shared[name] for name in LOOSE if name not in ONLY_ON_BOARDS]


ON_EITHER = ("reed", "pico")
"""Parts that circuit boards and strips wired by hand have alike."""
ONLY_ON_BOARDS = ("ribbon", "button_wire", "jumper")


def rows(of: list[Line]) -> Iterator[tuple[str, ...]]:
    """The table of some lines, without its head."""
    for line in of:
        part = line.part
        counts = (str(line.order), str(line.needed), str(line.spare))
        texts = (
            part.what,
            part.value,
            part.maker,
            part.number,
            part.lcsc,
            part.alternative,
            part.rule,
            line.places,
        )
        yield (*counts, *texts, f"{part.euro:.2f}", f"{line.euro:.2f}")


def table(of: list[Line] | None = None) -> str:
    """The list as CSV: of everything, or of `of`."""
    return _csv(HEAD, rows(lines() if of is None else of))


PLACED_HEAD = ("Comment", "Designator", "Footprint", "LCSC Part #")
"""Columns that the services which place parts read by name."""


def placed(board: Board) -> str:
    """What a maker places on a board, as CSV: its SMD parts, one kind a line. Leads are soldered by hand."""
    kinds: dict[str, list[str]] = {}
    for component in board.components:
        if component.kind == "smd":
            kinds.setdefault(component.part, []).append(component.ref)
    found = []
    for name, refs in kinds.items():
        part = PARTS[name]
        found.append(
            (
                f"{part.value}, {part.maker} {part.number}",
                ",".join(refs),
                part.footprint.split(":")[1],
                part.lcsc,
            )
        )
    return _csv(PLACED_HEAD, found)


def _csv(head: Sequence[str], found: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(found)
    return out.getvalue()
