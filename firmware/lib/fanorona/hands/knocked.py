"""Stones that were knocked: what stands beside a whole move, and does not hold it up."""

from fanorona.compat import const
from fanorona.hands.reading import Reading
from fanorona.hands.weighing import CLEARING
from fanorona.rules.game import Game
from fanorona.rules.geometry import NEXT, NONE, direction
from fanorona.rules.steps import FROM, TO

MOST_BLIND = const(2)
"""Points that can be left out."""


class Knocked:
    """Judges the points that ``reading`` leaves unexplained."""

    def __init__(self, game: Game, reading: Reading) -> None:
        self._position = game.position
        self._record = game.record
        self._reading = reading

    def is_whole(self, is_early: bool = False) -> bool:
        """Whether the best explanation of what the reeds show is a whole move, but for a stone or two.

        ``is_early``: that had changed before the stone that moves rose, so it is not just being straightened.
        A stone of the other side that rose while the move was made may have been taken wrongly, or have been
        lifted for the reply.
        """
        reading = self._reading
        evidence = reading.evidence
        amiss = reading.amiss
        if reading.stage != CLEARING or reading.due.size or reading.choice:
            return False
        if reading.blind.size + amiss.size > MOST_BLIND:
            return False
        record = self._record
        last = record.end(record.last)
        if last != NONE and amiss.value[last] and amiss.value[record.start(record.last)]:
            return False  # that is the last move, taken back
        turn = self._position.turn
        best = reading.weighing.best
        start = FROM[best.steps[0]]
        since = evidence.since
        end = since + evidence.closed.value[TO[best.steps[best.size - 1]]]
        risen = evidence.last_change(start, 0, end) - since  # another stone may have passed there later
        if risen <= 0:
            risen = evidence.opened.value[start]
        off = on = NONE
        come = 0
        for i in range(amiss.size):
            p = amiss.points[i]
            if is_early and (evidence.opened.value[p] >= risen or evidence.closed.value[p] >= risen):
                return False
            if evidence.occupied[p]:
                come += 1
                on = p
                continue
            if evidence.base[p] == turn:
                if is_early and self._position.may_begin(p):
                    return False  # it may be in the hand, and the other one have been nudged
                off = p
            elif evidence.opened.value[p] >= risen:
                return False
        if come * 2 > amiss.size or _captures(evidence.base, off, on):
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
