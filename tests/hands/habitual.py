"""The habits of hands that correct, knock and interrupt, with their shares."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hands import clumsy, correcting, games, interrupting
from hands.correcting import Composing
from hands.player import Player
from hands.ply import Ply, listed
from hands.settling import is_sure, made
from hands.umpire import Turn, replying
from reference import Move

if TYPE_CHECKING:
    from hands.sitting import Sitting

Acting = Callable[["Sitting", Turn, Move, Player, random.Random], Ply | None]

TRIES = 6
OFTEN = 0.35
"""How often one of the chosen habits acts, in a turn, where only they are asked for."""
HURRY = 0.4
"""How often a reply follows at once on a turn in which a habit has acted."""


class Habit(NamedTuple):
    """name; share: how often it is tried, in 1,000 turns; act: what it does in one turn."""

    name: str
    share: float
    act: Acting


def _correcting(compose: Composing) -> Acting:
    """A habit that is made of touches alone."""

    def act(sitting: Sitting, turn: Turn, _: Move, player: Player, rng: random.Random) -> Ply | None:
        for _attempt in range(TRIES):
            deed = compose(turn, player, rng)
            if deed is None or not is_sure(sitting, deed.acts, deed.moves):
                continue
            if len(deed.moves) > 1 and _ends_with(sitting.game, deed.moves[0]):
                continue
            if replying(turn, deed.moves[0], deed.acts):
                continue  # it looks like a reply begun too soon, and the board asks
            deed = correcting.ends_with_turn(deed, turn, rng)
            sitting.make_way(turn, deed.acts)
            sitting.do(deed.acts)
            expected = []
            there = turn
            for move in deed.moves:
                expected.append(frozenset(same.text for same in there.same(move)))
                there = there.following(move)
            text = f"{' '.join(move.text for move in deed.moves)}: {listed(deed.acts)}"
            return made(sitting, deed.moves, expected, deed.acts, text, rng)
        return None

    return act


def _ends_with(game: games.Game, move: Move) -> bool:
    """Whether the game is over with this move."""
    later = copy.deepcopy(game)
    later.play(move)
    return later.result() is not None


HABITS = (
    Habit("corrected paika", 40, _correcting(correcting.corrected_paika)),
    Habit("change of line", 40, _correcting(correcting.change_of_line)),
    Habit("quick takeback", 10, _correcting(correcting.quick_takeback)),
    Habit("chain shortened", 12, _correcting(correcting.chain_shortened)),
    Habit("flickers", 20, clumsy.flickers),
    Habit("brushed neighbour", 20, clumsy.brush),
    Habit("both in the air", 40, _correcting(correcting.both_in_the_air)),
    Habit(clumsy.KNOCK, 10, clumsy.knocked),
    Habit("power cut", 10, interrupting.power_fails),
    Habit("turn leant on", 5, interrupting.leans_on_turn),
    Habit("menu leant on", 5, interrupting.leans_on_menu),
    Habit("sweep", 5, interrupting.sweeps),
    Habit("set up anew", 5, interrupting.sets_up_anew),
)
NAMES = tuple(habit.name for habit in HABITS)
USUAL = frozenset(NAMES)
"""The habits that all simulated players have."""


def act(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """What a habit makes of this turn, or None where none acts."""
    plan = sitting.plan
    if sitting.dead or games.is_placing(turn.game, turn.position):
        return None
    wanted = [habit for habit in HABITS if habit.name in plan.habits]
    if plan.only_habits:
        wanted = rng.sample(wanted, len(wanted)) if rng.random() < OFTEN else []
    else:
        wanted = [habit for habit in wanted if rng.random() * 1000 < habit.share]
    for habit in wanted:
        if ply := habit.act(sitting, turn, move, player, rng):
            ply.habit = habit.name
            if rng.random() < HURRY:
                sitting.hurry = True
            return ply
    return None
