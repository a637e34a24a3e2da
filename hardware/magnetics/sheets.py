"""What data sheets say of reeds that fit: the only limits that a margin may rest on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware import design
from hardware.magnetics import chosen
from hardware.magnetics.grades import GRADES
from hardware.magnetics.margins import Margins, ReedClass, margins, worst


@dataclass(frozen=True)
class Sheet:
    """A reed in glass of 14 mm at most: the least AT at which it opens, and where that is stated.

    `opens` holds for all classes that the maker sorts, `closes` are the AT of all of these.
    """

    reed: str
    closes: tuple[float, float]
    opens: float
    source: str

    @property
    def reeds(self) -> ReedClass:
        """Its reeds of the design's class."""
        return ReedClass(*design.REED_CLASS, self.opens)


SHEETS = (
    Sheet("RRE SM-1322-H", (10, 40), 7.5, "RRE, data sheet of SM-1322, sub code H"),
    Sheet("RRE SM-1322-M", (10, 40), 6.0, "the same, sub code M"),
    Sheet("Standex ORD228VL", (10, 50), 5.0, "Standex, ORD228VL, J2R0015-41-31: drop-out 5 AT at least"),
    Sheet("RRE SM-1322-L", (10, 40), 4.0, "RRE, data sheet of SM-1322, sub code L"),
)
"""The first choice first: a close differential, whose reeds open at a larger part of what closes them."""


def found(sheet: Sheet, grade: str) -> Margins:
    """The smaller of each margin of both stances, for magnets of one grade."""
    magnet = replace(chosen.magnet(), remanence=GRADES[grade])
    both = [
        margins(sheet.reeds, worst(chosen.layout(stance), magnet, stance.off)) for stance in chosen.STANCES
    ]
    return Margins(
        min(it.on for it in both),
        min(it.off for it in both),
        min(it.on_mixed for it in both),
        min(it.off_mixed for it in both),
    )


def grades() -> list[str]:
    """The grades of neodymium, the weakest first."""
    return [grade for grade in GRADES if grade.startswith("N")]


def holding(sheet: Sheet) -> list[str]:
    """The grades with which a reed keeps its margins."""
    return [grade for grade in grades() if found(sheet, grade).holds(chosen.LEAST)]
