"""A wire that breaks: a whole row or column shows nothing, until somebody mends it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands.acts import Act
from hands.blindness import TOLD_MS
from hands.eyes import COMES, MISSING, TROUBLE, Misled
from hands.mishaps import is_clear
from hands.ply import Ply
from hands.umpire import Turn
from reference import ALL_POINTS, Point, name

if TYPE_CHECKING:
    from hands.sitting import Sitting

PRESSES = 2


def line_of(number: int) -> frozenset[Point]:
    """A row (0 to 4) or a column (5 to 13)."""
    return frozenset(p for p in ALL_POINTS if (p[1] - 1 if number < 5 else p[0] + 4) == number)


def wire_breaks(sitting: Sitting) -> Ply | None:
    """All of a line is dark of a sudden; *turn* does not help, and after a while the wire is mended.

    None where no line has so many stones that the board cannot take that for a move.
    """
    rng = random.Random(f"{sitting.plan.seed} wire")
    turn = Turn(sitting.game.position, game=sitting.game.name)
    stones = turn.occupied
    lines = [line for line in map(line_of, range(14)) if is_clear(turn, [Act(0, p) for p in line & stones])]
    if not lines:
        return None
    line = rng.choice(lines)
    sitting.end_turn()
    sitting.table.wait(rng.uniform(500, 3000))
    sitting.doing = f"no contact on {min(map(name, line))} to {max(map(name, line))}"
    sitting.table.fail(line)
    sitting.darkened += 1
    live_with(sitting, line)
    return Ply(len(sitting.game.played) + 1, [], sitting.doing, is_illegal=True)


def live_with(sitting: Sitting, line: frozenset[Point]) -> None:
    """The board goes on asking whatever it is told, and is content when the wire has been mended."""
    rng = random.Random(f"{sitting.plan.seed} mended")
    for _ in range(PRESSES):
        sitting.table.wait(TOLD_MS)
        sitting.press(rng)
        sitting.table.wait(500)
        if not sitting.eyes.see(MISSING + "".join(COMES)):
            raise Misled(f"does not mind that a line is dark: {sitting.eyes.describe()}")
    sitting.table.mend(line)
    sitting.table.wait(3000)
    if sitting.eyes.see(TROUBLE):
        raise Misled(f"not content when the wire is mended: {sitting.eyes.describe()}")
