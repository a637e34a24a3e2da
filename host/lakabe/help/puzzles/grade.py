"""How hard a puzzle is."""

from __future__ import annotations

from dataclasses import dataclass

from lakabe.language.saying import say

GRADES = (say("very easy"), say("easy"), say("medium"), say("hard"), say("very hard"))
"""By grade, from 1 on."""


@dataclass(frozen=True)
class Facts:
    """What makes a puzzle hard.

    ``plies`` to the end of the game at most, ``others`` legal moves besides the solution. ``tempting`` of
    them look as good as the solution, or almost, to who looks one move ahead. ``greedy``: some other move
    takes more stones. ``sacrifice``: a reply can take more stones than the solution does.
    """

    plies: int
    others: int
    tempting: int
    greedy: bool
    sacrifice: bool


def grade(facts: Facts) -> int:
    """1 to 5, by points.

    The winner's moves to the end: 2 to 4 give one point, 5 to 9 two, more three. Two to four other moves give
    one, more two; one or two tempting ones one, more two. That the greedy move fails and that the solution is
    a sacrifice give one each. Up to two points are grade 1, three 2, four 3, five or six 4, more 5.
    """
    points = sum((facts.plies + 1) // 2 >= least for least in (2, 5, 10))
    points += sum(facts.others >= least for least in (2, 5))
    points += sum(facts.tempting >= least for least in (1, 3))
    points += facts.greedy + facts.sacrifice
    return 1 + sum(points >= least for least in (3, 4, 5, 7))
