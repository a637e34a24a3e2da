"""The power fails within a turn or between two, and stones are moved before it comes back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import reference
from hands.acts import Act, is_on_two
from hands.eyes import REACTION_MS, TROUBLE, Misled
from hands.games import STARTS, following
from hands.player import Player
from hands.ply import Ply, listed
from hands.table import Table
from hands.umpire import Turn, Unclean
from reference import Move, Point

if TYPE_CHECKING:
    from hands.sitting import Sitting

CUT_AFTER_MS = 200
"""After the latest touch; what it did is in the journal then."""


def power_cut(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """The move is begun, if at all, and lost; the lights have to lead back to where the turn began."""
    table = sitting.table
    try:
        _, acts, _ = sitting.acts(turn, move, None, player, rng)
    except Unclean:
        return None
    begun = rng.randrange(len(acts))
    while is_on_two(acts, begun):
        begun -= 1
    acts = acts[:begun]
    ply = Ply(len(sitting.game.played) + 1, [], "", is_illegal=True, is_cut=True)
    if acts:
        sitting.make_way(turn, acts)
        sitting.do(acts)
    elif sitting.unended:
        # An open move is not yet in the journal: it has to be made again.
        ply.taken_back = 1
        sitting.game = sitting.before_last(1)
    sitting.unended = False
    table.wait(CUT_AFTER_MS)
    table.power(False)
    moved = stray(table, rng)
    shown = frozenset(table.stones)
    while shown and (sitting.turn().is_replied_to(shown) or shown == next_start(sitting.game.name)):
        # That would begin another game, or be a move and its reply.
        gone = Act(20, rng.choice(sorted(table.stones)))
        table.do(gone)
        table.wait(CUT_AFTER_MS)
        moved.append(gone)
        shown = frozenset(table.stones)
    ply.note = sitting.doing = f"power cut after {listed(acts)}; meanwhile {listed(moved)}"
    table.wait(rng.uniform(*player.pace.think))
    table.power(True)
    table.wait(REACTION_MS)
    sitting.eyes.put_right([sitting.game.position], turn, rng, is_shaken=True)
    table.wait(REACTION_MS)
    if sitting.eyes.see(TROUBLE):
        raise Misled(f"not content: {sitting.eyes.describe()}")
    return ply


def next_start(name: str) -> frozenset[Point]:
    """The points with a stone at the start of the game that the board sets up after one of that name."""
    start = reference.parse_position(STARTS[following(name)])
    return start.own | start.enemy


def stray(table: Table, rng: random.Random) -> list[Act]:
    """Some stones leave their points, and some of these come to others."""
    acts = []
    for _ in range(min(rng.choice((0, 0, 1, 2, 5)), len(table.stones))):
        point = rng.choice(sorted(table.stones))
        colour = table.stones[point]
        free = [p for p in reference.ALL_POINTS if p not in table.stones]
        acts.append(Act(rng.uniform(20, 400), point))
        table.do(acts[-1])
        if rng.random() < 0.5 and free:
            acts.append(Act(rng.uniform(20, 400), rng.choice(free), colour))
            table.do(acts[-1])
    table.wait(CUT_AFTER_MS)
    return acts
