"""The magnets, reeds and places of `hardware.design`, as the model takes them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware import design
from hardware.magnetics.margins import Layout, Magnet, Margins, ReedClass, margins, worst

LEAST = 1.5
"""The least margin, on and off. It has room for a model that is wrong by half (see `published`)."""


@dataclass(frozen=True)
class Stance:
    """How a stone stands: at most `off` mm beside its point, the foot `lifted` mm out of its recess."""

    name: str
    off: float
    lifted: float


SEATED = Stance("seated", 1.0, 0.0)
CARELESS = Stance("careless", 3.0, design.FOOT[1])
STANCES = (SEATED, CARELESS)


def magnet_above_skin() -> float:
    """From the upper face of the board to the magnet of a seated stone, mm."""
    return design.STONE_FLOOR - design.FOOT[1]


def layout(stance: Stance = SEATED) -> Layout:
    """The place of a reed below a stone that stands so."""
    reed_below_skin = design.WELLS - design.REED_AXIS_HEIGHT
    return Layout(
        pitch=design.PITCH,
        along=design.REED_ALONG,
        aside=design.REED_ASIDE,
        distance=magnet_above_skin() + stance.lifted + design.SKIN + reed_below_skin,
        span=design.REED_LEADS,
        leg=design.REED_AXIS_HEIGHT + design.BOARD_THICKNESS + design.LEAD_STUB,
    )


def magnet() -> Magnet:
    """The disc in a stone."""
    diameter, height = design.MAGNET_SIZE
    return Magnet(f"{diameter:g} x {height:g} mm", diameter, height, design.MAGNET_REMANENCE)


def reeds() -> ReedClass:
    """The class of the reeds, with the least AT at which the first choice opens."""
    return ReedClass(*design.REED_CLASS, design.REED_OPENS)


def found(stance: Stance, pitch: float | None = None) -> Margins:
    """Margins of the design for stones that stand so, on its own or on another pitch."""
    place = layout(stance)
    if pitch is not None:
        place = replace(place, pitch=pitch)
    return margins(reeds(), worst(place, magnet(), stance.off))


def faults() -> list[str]:
    """What is wrong with the design's margins, a line each; none when it may be built."""
    bad = []
    for stance in STANCES:
        here = found(stance)
        if not here.holds(LEAST):
            bad.append(
                f"{stance.name}: on {here.on:.2f}, off {here.off:.2f}, "
                f"with mixed poles {here.on_mixed:.2f} and {here.off_mixed:.2f}"
            )
    return bad
