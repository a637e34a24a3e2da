"""Hands that correct a move before the reply stands (P3, P5, P6), and hands that do not wait for each other.

Each habit gives the touches of one turn or two from its beginning on, with the moves that they mean.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from hands import extras, games
from hands.acts import TURN, Act, after_acts, other, stones_of
from hands.player import PLAIN, Player
from hands.umpire import Turn, judge
from hands.ways import way
from reference import Move

PAIKA_MS = (200, 3000)
"""A paika stands so long on the wrong point."""
LINE_MS = (200, 2500)
AGAIN_MS = (300, 1500)
"""After a move has been put back another one begins so soon."""
AIR_MS = (40, 600)
"""Both stones are in the air for so long."""


class Deed(NamedTuple):
    """Touches, and the moves that stand in the end."""

    acts: list[Act]
    moves: tuple[Move, ...]


Composing = Callable[[Turn, Player, random.Random], Deed | None]


def corrected_paika(turn: Turn, player: Player, rng: random.Random) -> Deed | None:
    """A paika is set down, and carried on to another point."""
    paikas = [move for move in turn.moves if not move.captures and len(move.steps) == 1]
    pairs = [
        (one, move)
        for one in paikas
        for move in paikas
        if one.steps[0].start == move.steps[0].start and one is not move
    ]
    if not pairs:
        return None
    one, move = rng.choice(pairs)
    start, own = one.steps[0].start, turn.position.turn
    acts = [Act(0, start), Act(rng.uniform(*player.pace.carry), one.steps[0].end, own)]
    acts.append(Act(rng.uniform(*PAIKA_MS), one.steps[0].end))
    acts.append(Act(rng.uniform(*player.pace.carry), move.steps[0].end, own))
    return Deed(acts, (move,))


def change_of_line(turn: Turn, player: Player, rng: random.Random) -> Deed | None:
    """One line is begun or wholly off, put back, and the other one taken (P6)."""
    pairs = [
        (one, move, len(one.steps)) for one in turn.moves for move in turn.moves if _is_other_line(one, move)
    ]
    if not pairs:
        return None
    one, move, n = rng.choice(pairs)
    manner = replace(PLAIN, pace=player.pace, take_off="step")
    acts = way(turn, one, 0, manner, rng).acts
    wrong, right = len(one.taken[-1]), sorted(move.taken[n - 1])
    off = rng.choice((wrong, rng.randint(1, wrong)))
    acts = acts[: len(acts) - wrong + off]
    enemy = other(turn.position.turn)
    back = [Act(rng.uniform(*player.pace.pick), act.point, enemy) for act in reversed(acts[-off:])]
    back[0] = back[0]._replace(wait=rng.uniform(*LINE_MS))
    take = [Act(rng.uniform(*player.pace.pick), point) for point in right]
    rest = way(turn, move, n, manner, rng).acts if len(move.steps) > n else []
    return Deed([*acts, *back, *take, *rest], (move,))


def _is_other_line(one: Move, move: Move) -> bool:
    """Whether the last step of the one is a step of the other by the other line, after the same steps."""
    n = len(one.steps)
    if len(move.steps) < n or one.steps[: n - 1] != move.steps[: n - 1]:
        return False
    step, wanted = one.steps[-1], move.steps[n - 1]
    return bool(step.kind) and step[:2] == wanted[:2] and step.kind != wanted.kind


def quick_takeback(turn: Turn, player: Player, rng: random.Random) -> Deed | None:
    """A whole move is put back stone by stone, and another one made at once."""
    if len(turn.moves) < 2:
        return None
    one, move = rng.sample(turn.moves, 2)
    if not turn.earlier and not turn.following(one).moves:
        return None  # the only move of a game that is over then: that may be a set-up anew
    acts = way(turn, one, 0, player, rng).acts
    again = way(turn, move, 0, player, rng).acts
    if judge(turn, one, acts, None, False).fault or judge(turn, move, again, None, False).fault:
        return None
    before = stones_of(turn.position)
    there = after_acts(before, acts)
    assert there is not None
    back = extras.put_right(there, before, player.pace, rng)
    again[0] = again[0]._replace(wait=rng.uniform(*AGAIN_MS))
    return Deed([*acts, *back, *again], (move,))


def chain_shortened(turn: Turn, player: Player, rng: random.Random) -> Deed | None:
    """The last step of a chain is taken back."""
    chains = [move for move in turn.moves if len(move.steps) > 1]
    if not chains:
        return None
    longer = rng.choice(chains)
    move = next(m for m in turn.moves if m.steps == longer.steps[:-1])
    acts = way(turn, longer, 0, player, rng).acts
    if judge(turn, longer, acts, None, False).fault:
        return None
    there = after_acts(stones_of(turn.position), acts)
    assert there is not None
    back = extras.put_right(there, stones_of(move.after), player.pace, rng)
    return Deed([*acts, *back], (move,))


def both_in_the_air(turn: Turn, player: Player, rng: random.Random) -> Deed | None:
    """The reply's stone rises while the first is in the hand, where neither takes anything."""
    move = rng.choice(turn.moves)
    if move.captures or isinstance(move, games.Placement):
        return None
    replies = turn.following(move).moves
    if not replies or replies[0].captures:
        return None
    reply = rng.choice(replies)
    colours = turn.position.turn, other(turn.position.turn)
    acts = [
        Act(0, move.steps[0].start),
        Act(rng.uniform(*AIR_MS), reply.steps[0].start),
        Act(rng.uniform(*AIR_MS), move.steps[0].end, colours[0]),
        Act(rng.uniform(*AIR_MS), reply.steps[0].end, colours[1]),
    ]
    return Deed(acts, (move, reply))


def ends_with_turn(deed: Deed, turn: Turn, rng: random.Random) -> Deed:
    """The same, perhaps with *turn* pressed on an open move."""
    if turn.may_be_open(deed.moves[0]) and len(deed.moves) == 1 and rng.random() < 0.3:
        return deed._replace(acts=[*deed.acts, Act(rng.uniform(100, 600), TURN)])
    return deed
