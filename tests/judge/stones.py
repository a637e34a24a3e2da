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


def reachable(
    position: Position,
    changes: Sequence[Change],
    shown: frozenset[Point],
    watched: frozenset[Change],
    movers: frozenset[str],
) -> dict[Stones, int]:
    """Return the stones that can stand on the points that changed, in every way that is possible.

    For each, with how many of the watched changes at least a stone of another colour than the movers' came to
    where it had not stood. A closing for which no stone can be there is a flicker, and stands for no stone.
    Stones that are not shown at the beginning have been knocked, and are in a hand.
    """
    points = {change.point for change in changes}
    colours = dict.fromkeys(position.white & points, "W") | dict.fromkeys(position.black & points, "B")
    begun = frozenset((p, colour) for p, colour in colours.items() if p in shown)
    hand = "".join(sorted(colour for p, colour in colours.items() if p not in shown))
    found = {(begun, hand): 0}
    for change in in_order(changes):
        following: dict[tuple[Stones, str], int] = {}
        for (stones, hand), odd in found.items():
            for after, landed in _after(stones, hand, change):
                is_odd = landed is not None and landed[1] not in movers and landed not in begun
                count = odd + (is_odd and change in watched)
                following[after] = min(count, following.get(after, count))
        found = following
        if len(found) > MOST:
            raise Wide
    least: dict[Stones, int] = {}
    for (stones, _), odd in found.items():
        least[stones] = min(odd, least.get(stones, odd))
    return least


def _after(
    stones: Stones, hand: str, change: Change
) -> list[tuple[tuple[Stones, str], tuple[Point, str] | None]]:
    """Return what can stand, and be in hands (sorted colours), after a change, with what was set down."""
    if change.closed:
        ways = [(change.point, colour) for colour in set(hand)]
        return [((stones | {way}, hand.replace(way[1], "", 1)), way) for way in ways] or [
            ((stones, hand), None)
        ]
    lifted = [(p, colour) for p, colour in stones if p == change.point]
    held = "".join(sorted([*hand, *(colour for _, colour in lifted)]))
    return [((stones.difference(lifted), held), None)]


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
