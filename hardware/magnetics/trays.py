"""Stones that are not on a point: captured ones in the trays, ones beside the field, ones between points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from hardware import design
from hardware.magnetics import chosen
from hardware.magnetics.margins import REACH, drive, within
from hardware.magnetics.reed import Array
from hardware.mechanics import top
from hardware.mechanics.top import Rect

HEAPS = (1, 5, 22)
"""Stones one upon another; 22 are all of a colour."""
FINE = 8.0  # mm between the places that are tried
PAIRS = design.STONES // 2


@dataclass(frozen=True)
class Place:
    """Where stones may be put: the middles of those that stand there, and how deep below the surface."""

    name: str
    middles: Rect
    deep: float


def places() -> list[Place]:
    """Trays, and the wood left of the field and in the bay."""
    front, behind = (tray.grown(-design.STONE_SIZE[0] / 2) for tray in top.trays())
    field, panel = top.field(), top.panel()
    half = design.STONE_SIZE[0] / 2
    left = Rect(field.left, field.bottom, -2 * half, field.top)
    return [
        Place("in the tray in front", front, design.SKIN),
        Place("in the tray behind", behind, design.SKIN),
        Place("left or right of the field", left, 0.0),
        Place("in the bay", Rect(field.right, panel.bottom, panel.right, panel.top), 0.0),
    ]


def heap(stones: int, at: Array, deep: float = 0.0) -> Array:
    """AT (n,) at the reed of the origin's point of so many strong stones in a heap at each of `at` (n, 2).

    Places are those of the model: along the reed first, then across; signs are those of a stone on its point.
    """
    flat = chosen.layout(chosen.Stance("heap", 0.0, design.FOOT[1]))
    strongest = chosen.magnet().remanence[1]
    own = np.sign(drive(flat, chosen.magnet(), strongest, np.zeros((1, 2))))
    felt = np.zeros(len(at))
    for stone in range(stones):
        up = replace(flat, distance=flat.distance - deep + stone * design.STONE_SIZE[1])
        felt += own * drive(up, chosen.magnet(), strongest, at)
    return felt


def points() -> Iterator[tuple[int, int]]:
    """Column and row of the points of the outer columns and the middle one, which stands for the others."""
    last = len(design.COLUMNS) - 1
    return ((column, row) for row in range(design.ROWS) for column in (0, last // 2, last))


def others(column: int, row: int) -> tuple[float, float]:
    """AT at a point's reed of careless stones on all other points: most with its own stone, most against."""
    magnet, place, stance = chosen.magnet(), chosen.layout(chosen.CARELESS), chosen.CARELESS
    strongest = magnet.remanence[1]
    own = np.sign(drive(place, magnet, strongest, np.zeros((1, 2)))[0])
    helping = against = 0.0
    for across in range(-REACH, REACH + 1):
        for up in range(-REACH, REACH + 1):
            there = 0 <= column + across < len(design.COLUMNS) and 0 <= row + up < design.ROWS
            if (across or up) and there:
                at = np.array([up, across]) * design.PITCH + within(stance.off)
                felt = own * drive(place, magnet, strongest, at)
                helping += max(felt.max(), 0.0)
                against += max(-felt.min(), 0.0)
    return helping, against


def _grid(rect: Rect) -> Array:
    """Places (n, 2) all over a rectangle, x first, its edges among them."""
    across = np.linspace(rect.left, rect.right, max(2, round(rect.width / FINE) + 1))
    up = np.linspace(rect.bottom, rect.top, max(2, round(rect.height / FINE) + 1))
    return np.stack(np.meshgrid(across, up), -1).reshape(-1, 2)


Heaps = Callable[[Array, float], Array]
"""AT (n,) of what is put at each of the places (n, 2), along the reed first, so many mm below the surface."""


def of(stones: int) -> Heaps:
    """One heap of so many stones."""
    return lambda at, deep: heap(stones, at, deep)


def in_pairs(at: Array, deep: float) -> Array:
    """All stones of a colour, two and two side by side in a line along the tray."""
    apart = np.arange(PAIRS) * (design.STONE_SIZE[0] + 0.5)
    line = apart - apart.mean()
    return np.array([heap(2, place + np.stack([0 * line, line], -1), deep).sum() for place in at])


@dataclass(frozen=True)
class Worst:
    """The worst over all points: AT of what lies there, AT with all other stones, the margin off."""

    alone: float
    all: float
    off: float


def worst_at(place: Place, heaps: Heaps) -> Worst:
    """What stones in a place can do, each point's reed asked with the most that other stones can add."""
    beside = _grid(place.middles)
    found = []
    for column, row in points():
        at = beside - np.array(design.point_at(column, row))
        near = at[np.hypot(*at.T) < 120.0]
        if not len(near):
            continue
        felt = heaps(near[:, ::-1], place.deep)
        helping, against = others(column, row)
        most = max(helping + max(felt.max(), 0.0), against + max(-felt.min(), 0.0))
        found.append(Worst(float(np.abs(felt).max()), float(most), chosen.reeds().opens / float(most)))
    return min(found, key=lambda it: it.off)


def faults() -> list[str]:
    """Trays in which some heap of captured stones may hold a reed, a line each; none in a sound design."""
    bad = []
    for place in places()[:2]:
        for name, heaps in (("22 upon one another", of(design.STONES)), ("two and two", in_pairs)):
            here = worst_at(place, heaps)
            if here.off < chosen.LEAST:
                bad.append(f"stones {place.name}, {name}: off {here.off:.2f}")
    return bad


BETWEEN = {
    "midway to the next point up the column": (0.5, 0.0),
    "midway to the next point down the column": (-0.5, 0.0),
    "midway to the next point of the row": (0.0, 0.5),
    "in the middle of four points, above": (0.5, 0.5),
    "in the middle of four points, below": (-0.5, 0.5),
}
"""Places from a point in pitches, along its reed and across."""


def between(place: tuple[float, float]) -> tuple[float, float]:
    """Least and most AT at a point's reed of one stone there, of all grades."""
    at = np.array([place]) * design.PITCH
    weakest, strongest = chosen.magnet().remanence
    most = float(abs(heap(1, at)[0]))
    return most * weakest / strongest, most
