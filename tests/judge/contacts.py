"""What contacts did, without chatter, flickers and brushes."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import NamedTuple

from reference import Point

CHATTER_US = 6_000
"""Changes of one contact that follow each other so closely are one change."""
LIFTED_US = 15_000
"""No hand lifts a stone and puts it or another one there in less."""
SET_DOWN_US = 12_000
"""No hand sets a stone down and takes it up again in less."""


class Change(NamedTuple):
    """A contact opens or closes for good, for the time being."""

    us: int
    point: Point
    closed: bool


class Contacts:
    """All settled changes of a recording, and the points that are occupied after each of them.

    shown[n]: the occupied points before change number n. opened: when each contact opened at all, if only for
    a flicker: hands that exchange two stones can be as quick.
    """

    def __init__(self, start: frozenset[Point], events: Iterable[tuple[int, Point, bool]]) -> None:
        raw: dict[Point, list[tuple[int, bool]]] = {}
        for us, point, closed in events:
            raw.setdefault(point, []).append((us, closed))
        self.changes = sorted(
            Change(us, point, closed)
            for point, changes in raw.items()
            for us, closed in settled(point in start, changes)
        )
        self.opened = [(us, point) for point, changes in raw.items() for us, closed in changes if not closed]
        self.opened.sort()
        self.times = [change.us for change in self.changes]
        self.shown = [start]
        for change in self.changes:
            self.shown.append(self.shown[-1] ^ {change.point})

    def flickers(self, from_us: int, to_us: int) -> list[Change]:
        """Return what contacts did between these times that may be no more than flickers."""
        first, last = (bisect.bisect_left(self.opened, (us, ())) for us in (from_us, to_us + 1))
        return [
            Change(us, point, closed) for us, point in self.opened[first:last] for closed in (False, True)
        ]

    def at(self, us: int) -> int:
        """Return the number of changes up to this time."""
        return bisect.bisect_right(self.times, us)


def settled(is_closed: bool, changes: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """Return the changes of one contact that hands can have caused."""
    bursts: list[tuple[int, bool]] = []
    last = None
    for us, closed in changes:
        if last is not None and us - last <= CHATTER_US:
            bursts[-1] = (bursts[-1][0], closed)
        else:
            bursts.append((us, closed))
        last = us
    found: list[tuple[int, bool]] = []
    for n, (us, closed) in enumerate(bursts):
        before = found[-1][1] if found else is_closed
        if closed == before:
            continue
        until = next((later for later, state in bursts[n + 1 :] if state != closed), None)
        least = SET_DOWN_US if closed else LIFTED_US
        if until is None or until - us >= least:
            found.append((us, closed))
    return found
