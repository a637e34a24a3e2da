"""Stones that were knocked: what stands beside a whole move, and does not hold it up."""

from fanorona.compat import const
from fanorona.hands.reading import Reading
from fanorona.hands.weighing import CLEARING
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE
from fanorona.rules.rules import step_between

MOST_BLIND = const(2)
"""Points that can be left out."""


def stands_whole(game: Game, reading: Reading, is_early: bool = False, last: int = NONE) -> bool:
    """Whether the best explanation of what the reeds show is a whole move, but for a stone or two.

    ``is_early``: that had changed before the stone that moves rose, so it is not just being straightened.
    A stone of the other side that rose while the move was made may have been taken wrongly, or have been
    lifted for the reply. ``last``: where the move before ended, whose stone may have gone on.
    """
    amiss = reading.amiss
    if reading.stage != CLEARING or reading.due.size or reading.choice:
        return False
    if reading.blind.size + amiss.size > MOST_BLIND:
        return False
    turn = game.position.turn
    best = reading.weighing.best
    start = best.start()
    since = reading.since
    end = since + reading.closed.value[best.end()]
    risen = reading.last_change(start, 0, end) - since  # another stone may have passed there later
    if reading.floor:
        for i in range(best.follow(best.size)):
            if reading.opened.value[best.line[i]] < risen:
                return False  # the other side had begun to reply to the open move (P2)
    off = on = NONE
    come = 0
    for i in range(amiss.size):
        p = amiss.points[i]
        if is_early and (reading.opened.value[p] >= risen or reading.closed.value[p] >= risen):
            return False
        if reading.occupied[p]:
            come += 1
            on = p
            continue
        if p == last:
            if is_early:
                return False  # it is in the hand, and taken back
            off = p
        elif reading.base[p] == turn:
            if is_early and game.position.may_begin(p):
                return False  # it may be in the hand, and the other one have been nudged
            off = p
        elif reading.opened.value[p] >= risen:
            return False
    if come * 2 > amiss.size:
        return False  # a stone that was pushed was somewhere before
    if step_between(off, on) < 0:
        return True
    # Else it may have moved, unless that is not legal.
    return not reading.floor and reading.base[off] == turn and not game.position.may_begin(off)
