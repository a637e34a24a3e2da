"""How good a move was, by the share of the points that it gave away."""

from __future__ import annotations

import math
from enum import Enum

from lakabe.help.worth import Worth

MISTAKE = 10.0
"""Points of 100 that a move gives away from which on it is called a mistake in a hint."""


class Grade(Enum):
    """A move's grade: its name, its mark in annotated games, and from which loss on, in points of 100."""

    BEST = ("best", "", 0.0)
    GOOD = ("good", "", 0.5)
    INACCURACY = ("an inaccuracy", "?!", 5.0)
    MISTAKE = ("a mistake", "?", MISTAKE)
    BLUNDER = ("a blunder", "??", 20.0)

    def __init__(self, label: str, mark: str, least: float) -> None:
        self.label = label
        self.mark = mark
        self.least = least


def loss(best: Worth, played: Worth) -> float:
    """How many points of 100 a move gave away: what the best one was worth to its side, less what it is."""
    return max(0.0, 100 * (best.share - played.share))


def grade(lost: float) -> Grade:
    """The grade of a move that gave away ``lost`` points of 100 and was not the best."""
    found = Grade.GOOD
    for one in Grade:
        if lost >= one.least and one is not Grade.BEST:
            found = one
    return found


def accuracy(losses: list[float]) -> float | None:
    """How well somebody played, 0 to 100, by what each move gave away; None without a move.

    Each move counts 103.1668 exp(-0.04354 loss) - 3.1669, the curve that lichess.org uses for chess.
    """
    if not losses:
        return None
    each = [min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * lost) - 3.1669)) for lost in losses]
    return sum(each) / len(each)
