"""Whether another magnet, class of reeds, pitch or skin will do.

``python -m hardware.magnetics.other 10x1 N42 --reeds 10-15 --pitch 45 --skin 2`` prints the margins and what
would mend them; what is left out is the design's. Exit status 0 if they hold, 1 if not, 2 for what it cannot
read.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass, replace

from hardware import design
from hardware.magnetics import chosen
from hardware.magnetics.grades import GRADES
from hardware.magnetics.margins import Magnet, Margins, ReedClass, margins, worst
from hardware.mechanics import fit

from lakabe.errors import LakabeError, UsageError, exit_code_of

WEAK = "a larger or stronger magnet, a thinner skin, or reeds of fewer AT"
STRONG = "a smaller or weaker magnet, a wider pitch, or reeds of more AT"
"""What raises the margin on, and what raises the margin off."""


class MarginError(LakabeError):
    """The margins do not hold."""


@dataclass(frozen=True)
class Choice:
    """What a maker has at hand; lengths in mm."""

    magnet: Magnet
    reeds: ReedClass
    pitch: float
    skin: float

    def margins(self, stance: chosen.Stance) -> Margins:
        """The margins for stones that stand so."""
        place = chosen.layout(stance)
        place = replace(place, pitch=self.pitch, distance=place.distance + self.skin - design.SKIN)
        return margins(self.reeds, worst(place, self.magnet, stance.off))


def cures(found: Margins) -> list[str]:
    """What would mend margins that are too small, a line for each way; none if they hold."""
    return [
        *([f"on is too small: take {WEAK}"] if found.on < chosen.LEAST or found.on_mixed < 1 else []),
        *([f"off is too small: take {STRONG}"] if found.off < chosen.LEAST or found.off_mixed < 1 else []),
    ]


def report(choice: Choice) -> tuple[list[str], bool]:
    """Lines to print, and whether the margins hold."""
    lines = []
    good = True
    found = {stance.name: choice.margins(stance) for stance in chosen.STANCES}
    for name, here in found.items():
        lines.append(
            f"{name}: on {here.on:.1f}, off {here.off:.1f}, with mixed poles {here.on_mixed:.1f} "
            f"and {here.off_mixed:.1f}"
        )
        good = good and here.holds(chosen.LEAST)
    lines += dict.fromkeys(cure for here in found.values() for cure in cures(here))
    size = (choice.magnet.diameter, choice.magnet.height)
    lines += [f"the stone must change: {fault}" for fault in fit.faults(size)]
    return lines, good


def _pair(text: str, between: str, what: str) -> tuple[float, float]:
    found = re.fullmatch(rf"\s*(\d+(?:\.\d+)?)\s*[{between}]\s*(\d+(?:\.\d+)?)\s*", text)
    if found is None or 0 in (pair := (float(found[1]), float(found[2]))):
        raise UsageError(f"{text} is not {what}", f"two numbers with {between} between")
    return pair


def read(words: list[str]) -> Choice:
    """The choice that a command line names; UsageError for what makes no sense."""
    parser = argparse.ArgumentParser(prog="python -m hardware.magnetics.other")
    parser.add_argument("magnet", help="diameter x height of the disc in mm: 8x2")
    parser.add_argument("grade", nargs="?", help=f"one of {', '.join(GRADES)}; else {design.MAGNET_GRADES}")
    parser.add_argument("--reeds", help=f"class in AT, else {chosen.reeds().name}")
    parser.add_argument("--opens", type=float, help="least AT at which they open, by their data sheet")
    parser.add_argument("--pitch", type=float, default=design.PITCH, help="between the points, mm")
    parser.add_argument("--skin", type=float, default=design.SKIN, help="wood over the wells, mm")
    told = parser.parse_args(words)
    if told.grade is not None and told.grade not in GRADES:
        raise UsageError(f"no grade {told.grade} is known", f"one of {', '.join(GRADES)}")
    remanence = GRADES[told.grade] if told.grade else design.MAGNET_REMANENCE
    diameter, height = _pair(told.magnet, "x", "the size of a disc")
    low, high = _pair(told.reeds or chosen.reeds().name, "-", "a class of reeds")
    if high < low:
        raise UsageError(f"{told.reeds} is not a class of reeds", "the lower number first")
    opens = told.opens if told.opens or told.reeds else chosen.reeds().opens
    if opens is not None and not 0 < opens < low:
        raise UsageError(f"reeds of {low:g}-{high:g} AT do not open at {opens:g}", "fewer AT than close them")
    if told.pitch <= diameter or told.skin < design.RECESS[1]:
        raise UsageError(
            f"a pitch of {told.pitch:g} and a skin of {told.skin:g} mm make no board",
            f"pitch above the magnet's {diameter:g}, skin at least {design.RECESS[1]:g}",
        )
    return Choice(
        Magnet(told.magnet, diameter, height, remanence),
        ReedClass(low, high, opens),
        told.pitch,
        told.skin,
    )


def main(words: list[str]) -> None:
    """Prints what `words` ask for; MarginError if the margins do not hold."""
    lines, good = report(read(words))
    print("\n".join(lines))
    if not good:
        raise MarginError(f"these do not keep {chosen.LEAST:g} both ways, and 1 with mixed poles")


if __name__ == "__main__":
    sys.exit(exit_code_of(lambda: main(sys.argv[1:])))
