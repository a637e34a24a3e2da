"""Stones that were knocked: what stands beside a whole move, and does not hold it up."""

from fanorona.compat import const
from fanorona.hands.reading import Reading
from fanorona.hands.weighing import CLEARING
from fanorona.rules.game import Game
from fanorona.rules.geometry import NEXT, NONE, direction
from fanorona.rules.steps import FROM, TO

MOST_BLIND = const(2)
"""Points that can be left out."""


def stands_whole(game: Game, reading: Reading, is_early: bool = False) -> bool:
    """Whether the best explanation of what the reeds show is a whole move, but for a stone or two.

    ``is_early``: that had changed before the stone that moves rose, so it is not just being straightened.
    A stone of the other side that rose while the move was made may have been taken wrongly, or have been
    lifted for the reply.
    """
    amiss = reading.amiss
    if reading.stage != CLEARING or reading.due.size or reading.choice:
        return False
    if reading.blind.size + amiss.size > MOST_BLIND:
        return False
    record = game.record
    last = record.end(record.last)
    if last != NONE and amiss.value[last] and amiss.value[record.start(record.last)]:
        return False  # that is the last move, taken back
    turn = game.position.turn
    best = reading.weighing.best
    start = FROM[best.steps[0]]
    since = reading.since
    end = since + reading.closed.value[TO[best.steps[best.size - 1]]]
    risen = reading.last_change(start, 0, end) - since  # another stone may have passed there later
    if risen <= 0:
        risen = reading.opened.value[start]
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
        if reading.base[p] == turn:
            if is_early and game.position.may_begin(p):
                return False  # it may be in the hand, and the other one have been nudged
            off = p
        elif reading.opened.value[p] >= risen:
            return False
    if come * 2 > amiss.size or _captures(reading.base, off, on):
        return False  # a stone that was pushed was somewhere before
    return reading.can_have_moved()


def _captures(board: bytearray, start: int, end: int) -> bool:
    """Whether a stone can have made a step that captures (R3, R4); either point may be NONE."""
    if start == NONE or end == NONE:
        return False
    way = direction(start, end)
    if way < 0:
        return False
    enemy = 3 - board[start]
    ahead = NEXT[end * 8 + way]
    behind = NEXT[start * 8 + (way ^ 4)]
    return (ahead != NONE and board[ahead] == enemy) or (behind != NONE and board[behind] == enemy)
