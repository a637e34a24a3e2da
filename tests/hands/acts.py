"""What hands do to the stones, one touch after the other."""

from __future__ import annotations

from typing import NamedTuple

from hands.reeds import SETTLED_MS
from reference import Point, Position

TURN: Point = (0, 0)
MENU: Point = (0, 1)
"""The buttons, in the place of a point."""
POWER: Point = (0, 2)
"""The switch, or the cable."""
SLIDE_MS = (3, 70)
"""For so long a stone that slides closes two contacts, or none."""


class Act(NamedTuple):
    """One touch: a stone is lifted (`placed` empty) or a stone of the colour `placed` is put down.

    wait: ms since the touch before, 0 for both hands at once. group: 0 for what the move needs; acts of the
    same other number can be left out together.
    """

    wait: float
    point: Point
    placed: str = ""
    group: int = 0


def clusters(acts: list[Act]) -> list[list[Act]]:
    """Acts that follow each other so closely that their contacts may come in any order, together."""
    found: list[list[Act]] = []
    for act in acts:
        if found and act.wait <= SETTLED_MS:
            found[-1].append(act)
        else:
            found.append([act])
    return found


def is_on_two(acts: list[Act], at: int) -> bool:
    """Whether after so many touches a stone that slides closes two contacts: nobody stops it there."""
    return 0 < at < len(acts) and acts[at - 1].placed != "" and acts[at].wait <= SLIDE_MS[1]


def other(colour: str) -> str:
    return "B" if colour == "W" else "W"


def stones_of(position: Position) -> dict[Point, str]:
    """The colour of the stone on each occupied point."""
    return dict.fromkeys(position.white, "W") | dict.fromkeys(position.black, "B")


def after_acts(stones: dict[Point, str], acts: list[Act]) -> dict[Point, str] | None:
    """The stones after these acts; None where hands cannot do that: two stones on a point, none to lift."""
    stones = dict(stones)
    for act in acts:
        if act.point == TURN:
            continue
        if (act.point in stones) == bool(act.placed):
            return None
        if act.placed:
            stones[act.point] = act.placed
        else:
            del stones[act.point]
    return stones
