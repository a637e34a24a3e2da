"""Stones that were knocked: what stands beside a whole move, and does not hold it up."""

from fanorona.compat import const
from fanorona.hands.reading import Reading
from fanorona.hands.weighing import CLEARING
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE
from fanorona.rules.rules import step_between

MOST_BLIND = const(2)
"""Points that can be left out."""


def stands_whole(
    game: Game, reading: Reading, is_early: bool = False, last: int = NONE, is_lenient: bool = False
) -> bool:
    """Whether the best explanation of what the reeds show is a whole move, but for a stone or two.

    ``is_early``: it had risen before the stone that moves did, so it is not just being straightened.
    A stone of the other side that rose while the move was made may have been taken wrongly, or have been
    lifted for the reply. ``last``: where the move before ended, whose stone may have gone on. ``is_lenient``:
    a stone that came may be an irregular move (P10).
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
    came = reading.first_change(best.end(), 1, since)
    risen = reading.last_change(start, 0, came) - since  # another stone may have passed there later
    off = on = fell = NONE
    for i in range(amiss.size):
        p = amiss.points[i]
        if is_early and (p == last or reading.opened.value[p] >= risen):
            return False  # it is in the hand, or was knocked later
        if reading.occupied[p]:
            if is_lenient:
                return False
            on = p
            continue
        fell = p
        if p == last or reading.base[p] == turn:
            off = p
        if reading.base[p] != turn and reading.opened.value[p] >= risen:
            return False
    if on != NONE and step_between(fell, on) < 0:
        return False  # a stone that was pushed stood beside
    q = reading.last_point()
    if on == NONE and fell != NONE and q != best.end():
        if reading.closed.value[q] == reading.opened.value[fell] + 1:
            return False  # it was pushed or carried there
    step = step_between(off, on)
    if step >= 0:  # it may have moved, unless that is not legal
        return not reading.floor and reading.base[off] == turn and not game.position.kinds(step)
    if off == NONE or reading.base[off] != turn or is_lenient:
        return True
    return not (is_early and game.position.may_begin(off))  # in the hand, the other one being nudged
