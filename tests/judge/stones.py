"""Where stones of each colour can stand after what contacts did: physics alone, no rules.

An opening takes the stone of that point up; a closing puts one down that is in a hand. The one exception:
a stone that slides closes the next contact a moment before it leaves the one behind.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.contacts import Change
from reference import Point, Position, neighbours

SLIDE_US = 75_000
"""The next contact of a stone that slides closes at most so long before it leaves the one behind."""
MOST = 512
"""Ways in which stones can stand; with more of them the changes are too wide to list."""

Stones = frozenset[tuple[Point, str]]


class Wide(Exception):
    """There is too much to list."""


def reachable(position: Position, changes: Sequence[Change]) -> set[Stones]:
    """Return the stones that can stand on the points that changed, in every way that is possible.

    A closing for which no stone can be there is a flicker, and stands for no stone.
    """
    points = {change.point for change in changes}
    colours = dict.fromkeys(position.white & points, "W") | dict.fromkeys(position.black & points, "B")
    found = {(frozenset(colours.items()), "")}
    for change in in_order(changes):
        found = {after for stones, hand in found for after in _after(stones, hand, change)}
        if len(found) > MOST:
            raise Wide
    return {stones for stones, _ in found}


def _after(stones: Stones, hand: str, change: Change) -> list[tuple[Stones, str]]:
    """Return what can stand, and be in hands (sorted colours), after a change."""
    if change.closed:
        return [(stones | {(change.point, colour)}, hand.replace(colour, "", 1)) for colour in set(hand)] or [
            (stones, hand)
        ]
    lifted = [(p, colour) for p, colour in stones if p == change.point]
    return [(stones.difference(lifted), "".join(sorted([*hand, *(colour for _, colour in lifted)])))]


def in_order(changes: Sequence[Change]) -> list[Change]:
    """Return the changes with each stone that slides leaving its point before it comes to the next."""
    found: list[Change] = []
    for change in changes:
        at = len(found)
        if not change.closed:
            for n in range(len(found) - 1, -1, -1):
                other = found[n]
                if change.us - other.us > SLIDE_US or other.point == change.point:
                    break
                if other.closed and other.point in neighbours(change.point).values():
                    at = n
        found.insert(at, change)
    return found
