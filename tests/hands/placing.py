"""A stone of Telo is placed (S2): it counts once it has stood for a while; until then hands may change it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands import extras
from hands.acts import TURN, Act, after_acts, stones_of
from hands.player import Player
from hands.ply import Ply, listed
from hands.reeds import SETTLED_MS
from hands.umpire import Turn
from reference import Move, Point, neighbours
from reference_variants import end_of

if TYPE_CHECKING:
    from hands.sitting import Sitting

STANDS_MS = 330
"""A stone that has stood for so long is placed."""
FLEETING_MS = (20, 240)
"""One that leaves again so soon is not, whatever its contact does as it comes and goes."""
SLIDING_MS = (SETTLED_MS + 1, 70)
"""Where it is slid on to the next point, no contact is closed for so long."""
AT_ONCE = 0.3
"""How often the other side does not wait until the last stone has stood, but places its own."""


def replies_at_once(sitting: Sitting, rng: random.Random) -> bool:
    """Whether the next stone comes as soon as the last one stands; that time has passed then."""
    if rng.random() >= AT_ONCE:
        return False
    sitting.table.wait(rng.uniform(*FLEETING_MS))
    return True


def place(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply:
    """The stone is placed, perhaps elsewhere first, while others are straightened."""
    game = sitting.game
    end = move.steps[0].end
    stones = stones_of(turn.position)
    is_over = end_of(turn.game, move.after) is not None
    before: list[Act] = []
    if not sitting.unended and stones and rng.random() < player.fiddle:
        before = extras.touch(stones, player.pace, rng)
    acts: list[Act] = []
    while rng.random() < player.second:
        acts += _elsewhere(turn, end, player, rng)
    is_slid = bool(acts) and player.set_down == "slide" and acts[-1].point != end
    wait = rng.uniform(*SLIDING_MS) if is_slid else rng.uniform(*player.pace.carry)
    acts.append(Act(wait, end, turn.position.turn))
    after: list[Act] = []
    if stones and not is_over and rng.random() < player.fiddle / 2:
        # Also while it has not stood for long.
        straightened = extras.touch(stones, player.pace, rng)
        after = [straightened[0]._replace(wait=rng.uniform(*FLEETING_MS)), straightened[1]]
    sitting.do(before)
    sitting.do(acts)
    sitting.do(after)
    assert after_acts(stones, [*before, *acts, *after]) == stones_of(move.after)
    sitting.unended = True
    game.play(move)
    ply = Ply(len(game.played), [frozenset({move.text})], "")
    ply.note = f"{move.text}: {' / '.join(map(listed, (before, acts, after)))}"
    sitting.doing = ply.note
    sitting.meaning = ply.expected
    if rng.random() < player.press / 2:
        sitting.table.do(Act(rng.uniform(30, 400), TURN))
        sitting.table.wait(260)
        sitting.unended = False
    sitting.eyes.answer(end, rng)
    return ply


def _elsewhere(turn: Turn, end: Point, player: Player, rng: random.Random) -> list[Act]:
    """The stone touches down on any free point, perhaps the right one, and leaves it again at once."""
    points = [move.steps[0].end for move in turn.moves]
    if player.set_down == "slide":
        points = [p for p in points if p in neighbours(end).values()] or points
    there = rng.choice(points)
    return [
        Act(rng.uniform(*player.pace.carry), there, turn.position.turn),
        Act(rng.uniform(*FLEETING_MS), there),
    ]
