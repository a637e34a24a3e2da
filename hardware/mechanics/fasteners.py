"""Whether every screw holds and none comes out where it must not: lengths against stacks, in mm.

Limits: plywood after EN 315 (sanded panels), circuit boards 10 % of their thickness, printed parts 0.2, solid
wood 0.5, screws after ISO 4759-1 (js15 with a metric thread, js16 for wood).
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware import design
from hardware.mechanics import top

BITE = 4.0
"""Least length of thread that holds."""
UNDER = 1.0
"""Least that is left between a screw's tip and the surface behind it."""
ARITHMETIC = 1e-9


@dataclass(frozen=True)
class Layer:
    """Something that a screw goes through: its least and its greatest thickness."""

    what: str
    least: float
    most: float


def plywood(what: str, thickness: float) -> Layer:
    """A sanded sheet of plywood."""
    return Layer(what, thickness - 0.4 - 0.03 * thickness, thickness + 0.2 + 0.03 * thickness)


def around(what: str, thickness: float, limit: float) -> Layer:
    """Something whose thickness is kept to a limit either way."""
    return Layer(what, thickness - limit, thickness + limit)


@dataclass(frozen=True)
class Screw:
    """A screw that one may buy: its length under the head, or with it if it is countersunk, and its limit."""

    name: str
    length: float
    limit: float


@dataclass(frozen=True)
class Joint:
    """A joint: what lies under the head, what the thread holds in, and the screws that may be bought.

    Behind the last layer of `into` is a surface that people see or touch.
    """

    name: str
    count: int
    through: tuple[Layer, ...]
    into: tuple[Layer, ...]
    screws: tuple[Screw, ...]

    def bite(self, screw: Screw) -> float:
        """Least length of thread in what holds it."""
        return screw.length - screw.limit - sum(layer.most for layer in self.through)

    def under(self, screw: Screw) -> float:
        """Least that is left behind its tip."""
        whole = sum(layer.least for layer in (*self.through, *self.into))
        return whole - screw.length - screw.limit

    def faults(self) -> list[str]:
        """What is wrong with each screw, a line each."""
        found = []
        for screw in self.screws:
            if self.bite(screw) < BITE - ARITHMETIC:
                found.append(f"{self.name}: {screw.name} holds by {self.bite(screw):.1f} mm only")
            if self.under(screw) < UNDER - ARITHMETIC:
                found.append(f"{self.name}: {screw.name} ends {self.under(screw):.1f} mm under a surface")
        return found


BOARD_SCREW = Screw("M2.5 x 6", 6.0, 0.24)
"""Of the circuit boards."""
NYLON_SCREW = Screw("M2.5 x 6 of nylon", 6.0, 0.24)


def joints() -> list[Joint]:
    """All joints with screws."""
    strip = around("strip", design.BOARD_THICKNESS, 0.1 * design.BOARD_THICKNESS)
    wells, skin = plywood("lower layer", design.WELLS), plywood("skin", design.SKIN)
    post = around("post", design.SPACER, 0.2)
    ledge = around("ledge", design.RAIL[2] - design.SKIN - design.WELLS, 0.5)
    diameter, length, _ = design.RIM_SCREW
    wood = Screw(f"{diameter:g} x {length:g}", length, 0.55)
    longer = Screw(f"{diameter:g} x 20", 20.0, 0.65)
    boards = (BOARD_SCREW, NYLON_SCREW)
    return [
        Joint("strip", len(design.COLUMNS) * len(design.STRIP_HOLES), (strip,), (wells, skin), boards),
        Joint("carrier", len(design.CARRIER_HOLES), (strip,), (post, wells, skin), boards),
        Joint(
            "top",
            len(top.rim_screws()),
            (skin, wells),
            (ledge,),
            (wood, longer),
        ),
        Joint(
            "base",
            len(top.base_screws()),
            (plywood("base", design.BASE),),
            (around("rail", design.RAIL[2], 0.5),),
            (wood, longer),
        ),
    ]


def faults() -> list[str]:
    """What is wrong with any screw, a line each; none in a sound design."""
    return [fault for joint in joints() for fault in joint.faults()]


def table() -> str:
    """Every joint as a Markdown table: what is left at worst."""
    lines = [
        "| joint | screws | through | bite, mm, at least | behind the tip, mm, at least |",
        "| --- " * 5 + "|",
    ]
    for joint in joints():
        screw = joint.screws[0]
        through = " + ".join(f"{layer.what}" for layer in joint.through)
        lines.append(
            f"| {joint.name} | {joint.count} of {screw.name} | {through} | {joint.bite(screw):.1f} "
            f"| {joint.under(screw):.1f} |"
        )
    return "\n".join(lines) + "\n"
