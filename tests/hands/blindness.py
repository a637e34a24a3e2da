"""A game on a board with one or two contacts that do not work, which the players tell it with *turn* (P9)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands.acts import Act
from hands.eyes import Ambiguous, Misled
from hands.player import Player
from hands.ply import Ply, listed
from hands.umpire import Turn, judge
from hands.ways import way
from reference import Move

if TYPE_CHECKING:
    from hands.sitting import Sitting

TRIES = 60
TOLD_MS = 11_000
"""After the latest touch; sooner *turn* means nothing where the board asks for stones."""


def declare_dead(sitting: Sitting) -> None:
    """The board asks for what its contacts do not show; the players see that it is right."""
    sitting.table.wait(TOLD_MS)
    sitting.press(random.Random(sitting.plan.seed))
    sitting.table.wait(500)
    if sitting.eyes.see("rik"):
        raise Misled(f"goes on asking for what is right: {sitting.eyes.describe()}")


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
    turn = Turn(game.position, dead=sitting.plan.dead)
    sitting.table.wait(rng.uniform(*player.pace.think))
    move, acts = _choose(sitting, turn, player, rng)
    same = turn.same(move)
    ply = Ply(len(game.played) + 1, [frozenset(other.text for other in same)], "")
    ply.note = sitting.doing = f"{move.text} with dead contacts: {listed(acts)}"
    sitting.do(acts)
    changed = (game.position.white ^ move.after.white) | (game.position.black ^ move.after.black)
    changed |= {step.end for step in move.steps}
    game.play(move)
    sitting.unended = turn.may_be_open(move) or bool(changed & sitting.plan.dead)
    sitting.table.wait(rng.uniform(400, 900))
    sitting.end_turn()
    sitting.meaning = ply.expected
    sitting.eyes.answer(move.steps[-1].end, rng)
    return ply


def _choose(sitting: Sitting, turn: Turn, player: Player, rng: random.Random) -> tuple[Move, list[Act]]:
    for attempt in range(TRIES):
        move = sitting.choose(turn) if attempt < TRIES // 2 else rng.choice(turn.moves)
        acts = way(turn, move, 0, player if attempt % 2 else Player(), rng).acts
        if is_told(turn, move) and not judge(turn, move, acts, None, False).fault:
            return move, acts
    raise Ambiguous("no move that can be told")
