"""What breaks into a game: the power fails while hands go on, buttons are leant on, a new game is set up."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands.acts import MENU, TURN, Act, after_acts, is_on_two, stones_of
from hands.blackout import next_start
from hands.player import Player
from hands.ply import Ply, listed
from hands.settling import is_sure, leave, made, told
from hands.umpire import Turn, Unclean
from reference import Move, Point

if TYPE_CHECKING:
    from hands.sitting import Sitting

OFF_MS = (5, 30_000)
AT_ONCE_MS = (1, 900)
"""After a touch the power goes so soon."""
LEANT_MS = (1000, 20_000)
MENU_MS = (4200, 9000)
"""*menu* is held longer than for anything that it means."""
ANEW = (4, 80)
"""A game is broken off after so many plies."""
MOST_BROKEN_OFF = 3
"""Games, at one sitting."""
PATIENCE_MS = 12_000
"""Long after *menu* has been let go nothing is asked any more."""
FEW = 6
"""With fewer stones, one that is taken away and another that comes look like a knocked one and a move."""


def power_fails(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """The power goes at any time within a turn and comes back at any time; the hands simply go on."""
    try:
        _, acts, _ = sitting.acts(turn, move, None, player, rng, is_plain=True)
    except Unclean:
        return None
    off = rng.randint(0, len(acts))
    on = min(len(acts), off + rng.choice((0, 0, 1, 2, 5)))
    while is_on_two(acts, on):
        on += 1
    if not is_sure(sitting, acts, (move,)) or not is_told_by_result(sitting, turn, move):
        return None
    shown = frozenset(after_acts(stones_of(turn.position), acts[:on]))
    if not sitting.game.played and turn.is_replied_to(shown):
        return None  # a first move has to be whole, and these are two
    if sitting.unended and (off == 0 or not sitting.begins(turn, acts)):
        sitting.end_turn()
    sitting.do(acts[:off])
    sitting.table.wait(rng.uniform(*AT_ONCE_MS))
    sitting.table.power(False)
    sitting.do(acts[off:on])
    sitting.table.wait(rng.uniform(*OFF_MS))
    if frozenset(sitting.table.stones) == next_start(sitting.game.name):
        sitting.do(acts[on : on + 1])
        on += 1
    sitting.table.power(True)
    sitting.table.wait(rng.uniform(200, 3000))
    sitting.do(acts[on:])
    text = f"{move.text}: {listed(acts[:off])} power off {listed(acts[off:on])} on {listed(acts[on:])}"
    before = vague(sitting)
    everything = frozenset(same.text for same in turn.same(move))
    ply = made(sitting, (move,), [everything], acts, text, rng)
    ply.before = before
    return ply


def vague(sitting: Sitting) -> frozenset[str]:
    """The texts of the move before, once what told it from others that lead there (P8) may be lost."""
    if not sitting.provisional or not sitting.game.played:
        return frozenset()
    last = sitting.game.played[-1]
    floor = Turn(sitting.before_last(1).position, game=sitting.game.name)
    return frozenset(same.text for same in floor.same(last))


def is_told_by_result(sitting: Sitting, turn: Turn, move: Move) -> bool:
    """Whether what the reeds show in the end tells the move, whatever came before, with the move before."""
    wanted = turn.shown(move.after)
    if any(other.after != move.after for other in turn.results[wanted]):
        return False
    if move.steps[-1].end in move.captures:  # is it in the hand, or stands there?
        return False
    if not sitting.provisional or not sitting.game.played:
        return True
    floor = Turn(sitting.provisional[0], game=turn.game)
    last = sitting.game.played[-1]
    if wanted in floor.results or wanted == floor.occupied:
        return False
    return not any(
        other.after != last.after and wanted in Turn(other.after, game=turn.game).results
        for other in floor.moves
    )


def leans_on_turn(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """*turn* is held down by an elbow; that says no more than a press."""
    ply = _leans(sitting, TURN, LEANT_MS, 300, "turn", rng)
    if ply:
        sitting.unended = False
    return ply


def leans_on_menu(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """*menu* is held down by an elbow for long; nobody confirms anything, and play goes on."""
    return _leans(sitting, MENU, MENU_MS, PATIENCE_MS, "menu", rng)


def _leans(
    sitting: Sitting, button: Point, length: tuple[int, int], after: int, name: str, rng: random.Random
) -> Ply | None:
    """A button is held; not before the first move, when that opens something else."""
    if not sitting.game.played:
        return None
    held = rng.uniform(*length)
    sitting.table.press(button, held)
    sitting.table.wait(held + after)
    return told(sitting, 0, [], f"{name} held for {held / 1000:.1f} s")


def sweeps(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """All stones are swept off the board, and the start is set up."""
    return _anew(sitting, rng, True)


def sets_up_anew(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """The stones are put back to where they began, and another game is played."""
    return _anew(sitting, rng, False)


def _anew(sitting: Sitting, rng: random.Random, swept: bool) -> Ply | None:
    table = sitting.table
    count = len(sitting.game.played)
    drawn = random.Random(f"{sitting.plan.seed} {sitting.played} {swept}")
    longest = max(ANEW[0], min(ANEW[1], sitting.plan.cap - 1))
    earliest = drawn.randint(ANEW[0], longest) if sitting.plan.only_habits else ANEW[0]
    if len(table.stones) < FEW or sitting.plan.menus:  # which game follows in a match, the match says (M8)
        return None
    if not earliest <= count <= ANEW[1] or sitting.broken_off == MOST_BROKEN_OFF:
        return None
    sitting.broken_off += 1
    table.wait(1000)
    if swept:
        for point in rng.sample(sorted(table.stones), len(table.stones)):
            table.do(Act(rng.choice((0, rng.uniform(0, 60), rng.uniform(20, 400))), point))
        table.wait(rng.uniform(300, 20_000))
    leave(sitting)
    ply = told(sitting, 0, [], f"{'swept and ' if swept else ''}set up anew after {count} plies")
    ply.is_anew = True
    return ply
