"""All that a set takes: electronics (`electronics.bom`), and screws, wood and prints (`mechanics.stock`)."""

from __future__ import annotations

from hardware.electronics import bom
from hardware.electronics.bom import Line
from hardware.mechanics import stock

ONLY_WITH_BOARDS = ("spacer",)


def _others() -> list[Line]:
    return [Line(name, part, needed, "") for name, (part, needed) in stock.parts().items()]


def lines() -> list[Line]:
    """The lines of a set with circuit boards."""
    return [*bom.lines(), *_others()]


def hand_lines() -> list[Line]:
    """The lines of a set that is wired by hand."""
    return [*bom.hand_lines(), *(line for line in _others() if line.name not in ONLY_WITH_BOARDS)]
