"""The list of parts to order: what nine strips and a carrier hold, what sits on no board, and spares."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware import design
from hardware.parts import LOOSE, PARTS, Part

HEAD = (
    "order",
    "needed",
    "spare",
    "what",
    "value",
    "maker",
    "number",
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
    strips = design.STRIP.count
    return {
        "magnet": 2 * design.STONES,
        "cable8": strips,  # from the carrier to the first strip, and from each to the next
        "cable2": strips,
        "panel_button": len(design.PANEL_BUTTONS),
        "jumper": 1,
        "socket20": 2,
        "screw_strip": strips * len(design.STRIP_HOLES),
        "screw_carrier": len(design.CARRIER_HOLES),
        "usb_cable": 1,
        "stone_white": design.STONES,
        "stone_black": design.STONES,
        "cap": 2 * design.STONES,
        "window": design.POINTS,
        "spacer": len(design.CARRIER_HOLES),
    }


def lines() -> list[Line]:
    """All lines: those of the boards by kind, then the loose parts."""
    found = []
    for name, part in PARTS.items():
        needed = 0
        places = []
        for board in design.BOARDS:
            refs = [component.ref for component in board.components if component.part == name]
            needed += len(refs) * board.count
            if refs:
                places.append(f"{board.name}: {' '.join(refs)}")
        found.append(Line(name, part, needed, "; ".join(places)))
    counts = loose_counts()
    found += [Line(name, part, counts[name], "") for name, part in LOOSE.items()]
    for board in design.BOARDS:
        width, height = design.STRIP_SIZE if board is design.STRIP else design.CARRIER_SIZE
        found.append(Line(board.name, _bare(board, width, height), board.count, ""))
    return found


def _bare(board: design.Board, width: float, height: float) -> Part:
    """The printed circuit board itself."""
    return Part(
        what=f"Circuit board {board.title}, {width:g} x {height:g} mm, 2 layers, {design.BOARD_THICKNESS} mm",
        value=f"revision {design.REVISION}",
        maker="any",
        number=f"{board.name}-gerbers.zip",
        alternative="any maker of circuit boards",
        rule="2 layers, 1.6 mm, 35 um copper; tracks and gaps 0.2 mm, holes 0.35 mm: the cheapest will do.",
        euro=3.00 if board is design.STRIP else 4.00,
    )


def rows() -> Iterator[tuple[str, ...]]:
    """The table, without its head."""
    for line in lines():
        part = line.part
        counts = (str(line.order), str(line.needed), str(line.spare))
        texts = (part.what, part.value, part.maker, part.number, part.alternative, part.rule, line.places)
        yield (*counts, *texts, f"{part.euro:.2f}", f"{line.euro:.2f}")


def table() -> str:
    """The list as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(rows())
    return out.getvalue()
