"""How good a move was, by the share of the points that it gave away."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from lakabe.help.worth import Worth
from lakabe.language.saying import message

MISTAKE = 10.0
"""Points of 100 that a move gives away from which on it is called a mistake in a hint."""


EVEN = (0.4, 0.6)
"""Shares of the points between which a game counts as even."""
SLOWER = 3
"""So many own moves more to a win are worth saying where a search has found them."""


class Grade(Enum):
    """A move's grade: its name, its mark in annotated games, and from which loss on, in points of 100."""

    BEST = (message("best"), "", 0.0)
    GOOD = (message("good"), "", 0.5)
    INACCURACY = (message("an inaccuracy"), "?!", 5.0)
    MISTAKE = (message("a mistake"), "?", MISTAKE)
    BLUNDER = (message("a blunder"), "??", 20.0)

    def __init__(self, label: str, mark: str, least: float) -> None:
        self.label = label
        self.mark = mark
        self.least = least


@dataclass(frozen=True)
class Pair:
    """What the best move and another one are worth to who plays them, known in one way (``compare``)."""

    best: Worth
    played: Worth


def loss(best: Worth, played: Worth) -> float:
    """How many points of 100 a move gave away: what the best one was worth to its side, less what it is.

    What is certain and an estimate are compared only where a win was given away for what is not better than
    even, or an even position for a loss: beside a proven win most moves that look good win, too.
    """
    if best.certain != played.certain:
        win_given_away = best.kind != "draw" and best.share > EVEN[1] >= played.share
        even_given_away = played.kind != "draw" and played.share < EVEN[0] <= best.share
        if not (win_given_away if best.certain else even_given_away):
            return 0.0
    return max(0.0, 100 * (best.share - played.share))


def lost(best: Worth, pair: Pair | None, after: Worth) -> float:
    """How many points of 100 a move gave away, as far as all that is known of it agrees.

    ``best`` is what the position is said to be worth, ``after`` what it is said to be worth after the move,
    both to who moved. These come from searches of different depths, or from the book and a search, so they
    count only together with ``pair``, unless both are certain.
    """
    told = loss(best, after)
    if best.certain and after.certain:
        return told
    return 0.0 if pair is None else min(told, loss(pair.best, pair.played))


def grade(lost: float) -> Grade:
    """The grade of a move that gave away ``lost`` points of 100 and was not the best."""
    found = Grade.GOOD
    for one in Grade:
        if lost >= one.least and one is not Grade.BEST:
            found = one
    return found


def judge(best: Worth, pair: Pair | None, after: Worth) -> tuple[Grade, float]:
    """The grade of a move that was not the best, and the points of 100 that it gave away (``lost``).

    Good where the same is said of both moves.
    """
    given = lost(best, pair, after)
    return (Grade.GOOD if best.degree == after.degree else grade(given)), given


def slower(best: Worth, after: Worth, exact: bool) -> bool:
    """Whether both moves win, and the one that was played takes longer.

    ``exact``: the numbers of moves are those of the endgame tables. A search finds a way to win, not always
    the shortest, so there the difference has to be clear.
    """
    return best.kind == after.kind == "win" and after.moves - best.moves >= (1 if exact else SLOWER)


def accuracy(losses: list[float]) -> float | None:
    """How well somebody played, 0 to 100, by what each move gave away; None without a move.

    Each move counts 103.1668 exp(-0.04354 loss) - 3.1669, the curve that lichess.org uses for chess.
    """
    if not losses:
        return None
    each = [min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * lost) - 3.1669)) for lost in losses]
    return sum(each) / len(each)
