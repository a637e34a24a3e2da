"""A game on a board with one or two contacts that do not work, which the players tell it with *turn* (P9).

They do not work from the start, or fail within the game.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands import games
from hands.acts import Act
from hands.eyes import TROUBLE, Ambiguous, Misled
from hands.player import Player
from hands.ply import Ply, listed
from hands.umpire import Turn, judge
from hands.ways import way
from reference import ALL_POINTS, Move, Point, name
from reference_variants import belongs

if TYPE_CHECKING:
    from hands.sitting import Sitting

TRIES = 60
POINTS_TRIED = 8
"""So many contacts fail in a game, until there are enough that the board asks for."""
TOLD_MS = 11_000
"""After the latest touch; sooner *turn* means nothing where the board asks for stones."""


def declare_dead(sitting: Sitting, points: frozenset[Point]) -> bool:
    """The board asks for what these contacts do not show; the players see that all is right and tell it so.

    Whether it can do without them.
    """
    sitting.table.wait(TOLD_MS)
    sitting.press(random.Random(sitting.plan.seed))
    sitting.table.wait(500)
    goes_on = sitting.eyes.see(TROUBLE)
    if goes_on != is_needed(sitting, points):
        seen = f"goes on asking: {sitting.eyes.describe()}"
        raise Misled(seen if goes_on else "does without what it needs")
    if not goes_on:
        sitting.dead |= points
    return not goes_on


def is_needed(sitting: Sitting, points: frozenset[Point]) -> bool:
    """Whether a stone may be placed on one of these points, which the board would not notice (S2)."""
    position = sitting.game.position
    free = points - position.own - position.enemy
    return games.is_placing(sitting.game.name, position) and any(belongs("telo", p) for p in free)


def contacts_fail(sitting: Sitting) -> Ply | None:
    """Between two turns one contact fails, or two: those that the board asks for; others only flicker.

    None where there are none.
    """
    rng = random.Random(f"{sitting.plan.seed} fails")
    wanted = rng.choice((1, 2))
    sitting.end_turn()
    sitting.table.wait(rng.uniform(500, 3000))
    for point in rng.sample(ALL_POINTS, POINTS_TRIED):
        turn = sitting.turn()
        if len(sitting.dead) == wanted:
            break
        shown = turn.occupied ^ {point}
        looks_like_another = any((shown ^ other) <= sitting.dead for other in (*turn.results, *turn.earlier))
        if point in sitting.dead or looks_like_another:
            continue
        sitting.doing = f"the contact of {name(point)} fails"
        failed = frozenset({point})
        sitting.table.stick(failed)
        sitting.table.wait(TOLD_MS)
        if not sitting.eyes.see(TROUBLE) or not declare_dead(sitting, failed):
            sitting.table.mend(failed)
            sitting.table.wait(2000)
            if sitting.eyes.see(TROUBLE):
                raise Misled(f"not content when {name(point)} is mended: {sitting.eyes.describe()}")
    if not sitting.dead:
        return None
    return Ply(len(sitting.game.played) + 1, [], sitting.doing, is_illegal=True)


def is_told(turn: Turn, move: Move) -> bool:
    """Whether the contacts that work tell this move from all that lead elsewhere, and from none."""
    shown = turn.shown(move.after)
    return shown != turn.occupied and all(other.after == move.after for other in turn.results[shown])


def blind_turn(sitting: Sitting) -> Ply:
    """A move that can be told, ended with *turn* where it touches a point that shows nothing."""
    game = sitting.game
    sitting.turns += 1
    rng = random.Random(f"{sitting.plan.seed} {sitting.turns}")
    player = sitting.players[game.position.turn]
    player = Player(player.set_down, player.take_off, pace=player.pace)
    turn = Turn(game.position, dead=sitting.dead, game=game.name)
    sitting.table.wait(rng.uniform(*player.pace.think))
    move, acts = choose(sitting, turn, player, rng)
    same = turn.same(move)
    ply = Ply(len(game.played) + 1, [frozenset(other.text for other in same)], "")
    ply.note = sitting.doing = f"{move.text} with dead contacts: {listed(acts)}"
    sitting.do(acts)
    changed = (game.position.white ^ move.after.white) | (game.position.black ^ move.after.black)
    changed |= {step.end for step in move.steps}
    game.play(move)
    sitting.unended = turn.may_be_open(move) or bool(changed & sitting.dead)
    sitting.table.wait(rng.uniform(400, 900))
    sitting.end_turn()
    sitting.meaning = ply.expected
    sitting.eyes.answer(move.steps[-1].end, rng)
    return ply


def choose(sitting: Sitting, turn: Turn, player: Player, rng: random.Random) -> tuple[Move, list[Act]]:
    """A move that can be told, and the touches for it. `Ambiguous` where there seems to be none."""
    for attempt in range(TRIES):
        move = sitting.choose(turn) if attempt < TRIES // 2 else rng.choice(turn.moves)
        acts = way(turn, move, 0, player if attempt % 2 else Player(), rng).acts
        verdict = judge(turn, move, acts, None, False)
        if is_told(turn, move) and not (verdict.fault or verdict.early):
            return move, acts
    raise Ambiguous("no move that can be told")
