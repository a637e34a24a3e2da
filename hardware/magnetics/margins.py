"""How safely a stone on its point closes the reed there, and stones around it leave a reed alone.

Lengths are in mm, the point is the origin, and z = 0 is the axis of the reed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import magpylib
import numpy as np
from hardware.magnetics.reed import Array, Wire, wire

REACH = 2  # neighbours so many points away still count; beyond, a magnet adds less than 0.1 AT


@dataclass(frozen=True)
class Magnet:
    """A disc magnetised through its thickness; remanence in T, of the weakest and strongest of its grade."""

    name: str
    diameter: float
    height: float
    remanence: tuple[float, float]


DROP_OUT = 0.4
"""Least part of what closes a reed at which it opens, where its data sheet says no more.

It is the smallest ratio that makers state (RRE's SM-1322, code L: closes at 10 to 40 AT, opens at 4 to 20);
most reeds open at 0.6 to 0.9 of what closes them.
"""


@dataclass(frozen=True)
class ReedClass:
    """A sorting class: the AT at which its reeds close, and the least at which its sheet has them open."""

    low: float
    high: float
    stated: float | None = None

    @property
    def opens(self) -> float:
        """The least AT at which a reed of the class opens."""
        return self.low * DROP_OUT if self.stated is None else self.stated

    @property
    def name(self) -> str:
        """As catalogues write it."""
        return f"{self.low:g}-{self.high:g}"


@dataclass(frozen=True)
class Layout:
    """Where a reed lies under its point.

    The points are `pitch` apart. The reed's gap is `along` from the point in the direction of its axis and
    `aside` across; its leads are bent down `span` apart and `leg` long. A stone's magnet is `distance` above
    the reed's axis.
    """

    pitch: float
    along: float
    aside: float
    distance: float
    span: float
    leg: float

    @property
    def wire(self) -> Wire:
        """The reed."""
        return wire(self.span, self.leg)


@dataclass(frozen=True)
class Drive:
    """AT at one reed, at worst.

    `own`: of its own stone. Of all others together, with the same pole down in all: `same` either way round,
    and `against` the own stone. With `mixed` poles, either.
    """

    own: float
    same: float
    against: float
    mixed: float


@dataclass(frozen=True)
class Margins:
    """How many times more than needed a stone on its point drives (`on`), how many times less others do."""

    on: float
    off: float
    on_mixed: float
    off_mixed: float

    def holds(self, least: float) -> bool:
        """Whether both ways are safe with the same pole down in every stone, and mixed ones do no harm."""
        return min(self.on, self.off) >= least and min(self.on_mixed, self.off_mixed) >= 1


def field(magnet: Magnet, remanence: float, distance: float, places: Array) -> Array:
    """Field in A/m at `places` (..., 3) of a magnet on the z axis whose lower face is at z = `distance`."""
    disc = magpylib.magnet.Cylinder(
        polarization=(0, 0, remanence), dimension=(magnet.diameter * 1e-3, magnet.height * 1e-3)
    )
    disc.position = (0, 0, (distance + magnet.height / 2) * 1e-3)
    return np.asarray(disc.getH(places.reshape(-1, 3) * 1e-3)).reshape(places.shape)


def drive(layout: Layout, magnet: Magnet, remanence: float, stones: Array) -> Array:
    """AT at the reed of the point at the origin for a stone at each of `stones` (n, 2)."""
    gap = np.array([layout.along, layout.aside])
    shift = np.append(gap - stones, np.zeros((len(stones), 1)), axis=1)
    return layout.wire.drive(
        field(magnet, remanence, layout.distance, layout.wire.places + shift[:, None, :])
    )


@functools.cache
def within(radius: float) -> Array:
    """Places (n, 2) within `radius` of the origin: the middle and two rings."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.stack([np.cos(turns), np.sin(turns)], -1)
    return np.concatenate([np.zeros((1, 2)), ring * radius / 2, ring * radius])


def _neighbours(pitch: float) -> Iterator[Array]:
    for x in range(-REACH, REACH + 1):
        for y in range(-REACH, REACH + 1):
            if x or y:
                yield np.array([x * pitch, y * pitch])


def worst(layout: Layout, magnet: Magnet, tolerance: float) -> Drive:
    """The worst that stones up to `tolerance` off their points can do.

    The own magnet is the weakest of its grade, the others are the strongest. Each may be there or not,
    whichever is worse; with mixed poles every one of them can add up.
    """
    weakest, strongest = magnet.remanence
    around = within(tolerance)
    own = drive(layout, magnet, weakest, around)
    along = np.sign(own[0])
    helping = against = mixed = 0.0
    for neighbour in _neighbours(layout.pitch):
        reaches = along * drive(layout, magnet, strongest, neighbour + around)
        helping += max(reaches.max(), 0.0)
        against += max(-reaches.min(), 0.0)
        mixed += np.abs(reaches).max()
    least = max((along * own).min(), 0.0)
    return Drive(float(least), float(max(helping, against)), float(against), float(mixed))


def margins(reed: ReedClass, found: Drive) -> Margins:
    """The margins of a class of reeds: on over its most reluctant, off over its most easily held one."""
    return Margins(
        (found.own - found.against) / reed.high,
        reed.opens / found.same,
        (found.own - found.mixed) / reed.high,
        reed.opens / found.mixed,
    )
