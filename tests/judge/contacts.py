"""What contacts did, without chatter; and which of it hands can have made."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable
from typing import NamedTuple

from reference import Point

CHATTER_US = 6_000
"""Changes of one contact that follow each other so closely are one change."""
FLICKER_US = 30_000
"""No hand lifts a stone and puts one down there in less, nor puts one down and lifts it again."""
REST_US = 300_000
"""A stone that nobody has touched for so long stands."""


class Change(NamedTuple):
    """A contact opens or closes."""

    us: int
    point: Point
    closed: bool


class Contacts:
    """All changes of a recording.

    changes: those that are no flickers. shown[n]: the occupied points before number n of them.
    """

    def __init__(self, start: frozenset[Point], events: Iterable[tuple[int, Point, bool]]) -> None:
        raw: dict[Point, list[tuple[int, bool]]] = {}
        for us, point, closed in events:
            raw.setdefault(point, []).append((us, closed))
        quiet = {point: without_chatter(point in start, changes) for point, changes in raw.items()}
        self.changes = _merged(
            {point: without_flickers(point in start, changes) for point, changes in quiet.items()}
        )
        self._all = _merged(quiet)
        self.times = [change.us for change in self.changes]
        self.shown = [start]
        for change in self.changes:
            self.shown.append(self.shown[-1] ^ {change.point})

    def all_between(self, begin: int, end: int) -> list[Change]:
        """Return the changes from number `begin` up to before number `end`, with the flickers among them.

        A flicker that is not over then is left out.
        """
        first, last = (bisect.bisect_right(self._all, self.changes[n - 1]) if n else 0 for n in (begin, end))
        part = self._all[first:last]
        half = {c for c in {c.point: c for c in part}.values() if c.closed != (c.point in self.shown[end])}
        return [change for change in part if change not in half]

    def rests(self, first: int, last: int) -> list[int]:
        """Return after how many changes, from `first` to `last`, nothing changed for long."""
        times = [*self.times, math.inf]
        return [n for n in range(max(1, first), last + 1) if times[n] - times[n - 1] >= REST_US]

    def at(self, us: int) -> int:
        """Return the number of changes up to this time."""
        return bisect.bisect_right(self.times, us)


def without_chatter(is_closed: bool, changes: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """Return the changes of one contact, each burst of them as one at its beginning."""
    bursts: list[tuple[int, bool]] = []
    last = -CHATTER_US
    for us, closed in changes:
        if bursts and us - last <= CHATTER_US:
            bursts[-1] = (bursts[-1][0], closed)
        else:
            bursts.append((us, closed))
        last = us
    found: list[tuple[int, bool]] = []
    for us, closed in bursts:
        if closed != (found[-1][1] if found else is_closed):
            found.append((us, closed))
    return found


def without_flickers(is_closed: bool, changes: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """Return the changes of one contact that last; they alternate."""
    found: list[tuple[int, bool]] = []
    for n, (us, closed) in enumerate(changes):
        lasts = n + 1 == len(changes) or changes[n + 1][0] - us >= FLICKER_US
        if lasts and closed != (found[-1][1] if found else is_closed):
            found.append((us, closed))
    return found


def _merged(changes: dict[Point, list[tuple[int, bool]]]) -> list[Change]:
    return sorted(Change(us, point, closed) for point, found in changes.items() for us, closed in found)
