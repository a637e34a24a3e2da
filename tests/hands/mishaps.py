"""Illegal play and accidents: what hands do to a board that then asks to be put right.

Each function gives touches from the beginning of the turn on that show no result of a move at any time, so
that the board can only wait or ask; empty where it found none.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import reference
from hands.acts import Act, after_acts, stones_of
from hands.extras import broken_off
from hands.player import Player
from hands.umpire import Turn, shows_nothing
from hands.ways import way
from reference import ALL_POINTS, Move

TRIES = 12
FEW = 6
"""Points that two moves with few captures change, at most."""
STRAY = 3
"""What is not explained by a move, up to so many points, may be a slip in that move."""


def wrong_destination(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """An own stone goes where it must not, and perhaps takes a stone with it."""
    stones = stones_of(turn.position)
    if not turn.position.own:
        return []
    start = rng.choice(sorted(turn.position.own))
    acts = [
        Act(rng.uniform(*player.pace.pick), start),
        Act(rng.uniform(*player.pace.carry), rng.choice(_free(stones)), turn.position.turn),
    ]
    if turn.position.enemy and rng.random() < 0.3:
        acts.append(Act(rng.uniform(*player.pace.pick), rng.choice(sorted(turn.position.enemy))))
    return acts


def paika_where_a_capture_is_due(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """R2: one step to an empty point, without taking anything."""
    stones = stones_of(turn.position)
    steps = [(p, q) for p in sorted(turn.position.own) for q in reference.neighbours(p).values()]
    start, end = rng.choice(steps) if steps else (None, None)
    if start is None or end in stones:
        return []
    return [
        Act(rng.uniform(*player.pace.pick), start),
        Act(rng.uniform(*player.pace.carry), end, turn.position.turn),
    ]


def wrong_stone_removed(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """The move is begun as it should be, then an enemy stone goes that it does not take."""
    acts = way(turn, move, 0, player, rng).acts
    acts = broken_off(turn, acts, rng.randint(0, len(acts) - 1))
    there = after_acts(stones_of(turn.position), acts)
    assert there is not None
    wrong = sorted(p for p in turn.position.enemy - move.captures if p in there)
    if not wrong:
        return []
    return [*acts, Act(rng.uniform(*player.pace.pick), rng.choice(wrong))]


def own_stone_removed(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """One or two own stones leave the board, in the middle of a move or before it."""
    acts = way(turn, move, 0, player, rng).acts
    acts = broken_off(turn, acts, rng.choice((0, rng.randint(0, len(acts) - 1))))
    there = after_acts(stones_of(turn.position), acts)
    assert there is not None
    own = sorted(p for p in turn.position.own if p in there)
    gone = rng.sample(own, min(len(own), rng.choice((1, 2))))
    return [*acts, *(Act(rng.uniform(*player.pace.pick), p) for p in gone)]


def stone_put_on(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """A stone from beside the board is put on it."""
    acts = way(turn, move, 0, player, rng).acts
    acts = broken_off(turn, acts, rng.choice((0, rng.randint(0, len(acts) - 1))))
    there = after_acts(stones_of(turn.position), acts)
    assert there is not None
    return [*acts, Act(rng.uniform(*player.pace.carry), rng.choice(_free(there)), rng.choice("WB"))]


def bump(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """Many stones slip from their points, some onto other ones."""
    stones = stones_of(turn.position)
    most = max(len(stones) - 1, 0)  # all of them would be another game of Telo
    fallen = rng.sample(sorted(stones), min(most, rng.randint(5, 14)))
    acts = [Act(rng.uniform(0, 20), p) for p in fallen]
    free = [p for p in ALL_POINTS if p not in stones or p in fallen]
    landed = rng.sample(fallen, rng.randint(0, len(fallen)))
    places = rng.sample(free, len(landed))
    for p, q in zip(landed, places, strict=True):
        acts.append(Act(rng.uniform(0, 30), q, stones[p]))
    return [] if _looks_like_two_moves(turn, acts) else acts


def _looks_like_two_moves(turn: Turn, acts: list[Act]) -> bool:
    """Whether few stones slipped, and the reeds show a move and its reply, when what else fell is back."""
    found = after_acts(stones_of(turn.position), acts)
    if found is None or len(turn.occupied ^ frozenset(found)) > FEW:
        return False
    there = frozenset(found)
    followings = map(turn.following, turn.moves)
    results = (after.shown(reply.after) for after in followings for reply in after.moves)
    return any(there <= shown and shown - there <= turn.occupied for shown in results)


def is_clear(turn: Turn, acts: list[Act]) -> bool:
    """Whether so much is in disorder after a bump that no move explains all but a few points of it."""
    there = after_acts(stones_of(turn.position), acts)
    assert there is not None
    differing = turn.occupied ^ frozenset(there)
    return all(
        len(differing - move.captures - {step.end for step in move.steps} - {move.steps[0].start}) > STRAY
        for move in turn.moves
    )


Mishap = Callable[[Turn, Move, Player, random.Random], list[Act]]
MISHAPS: tuple[Mishap, ...] = (
    wrong_destination,
    paika_where_a_capture_is_due,
    wrong_stone_removed,
    own_stone_removed,
    stone_put_on,
    bump,
)


def mishap(
    turn: Turn, move: Move, player: Player, rng: random.Random, kinds: tuple[Mishap, ...] = MISHAPS
) -> tuple[str, list[Act]]:
    """One of these kinds, with its name; no touches where none came about."""
    for _ in range(TRIES):
        kind = rng.choice(kinds)
        acts = kind(turn, move, player, rng)
        if acts and after_acts(stones_of(turn.position), acts) is not None and shows_nothing(turn, acts):
            return kind.__name__, acts
    return "", []


def left_standing(
    turn: Turn, move: Move, reply: Move, player: Player, rng: random.Random
) -> tuple[list[Act], list[Act]]:
    """A move without one of the stones it takes, then a reply to it as if nothing were missing.

    The touches of either; empty where they show the result of any move.
    """
    acts, answer = not_yet_taken(turn, move, reply, player, rng)
    return (acts, answer) if acts and shows_nothing(turn, acts + answer) else ([], [])


def not_yet_taken(
    turn: Turn, move: Move, reply: Move, player: Player, rng: random.Random
) -> tuple[list[Act], list[Act]]:
    """The touches of a move without the last stone that it takes, and of a reply, or none."""
    acts = way(turn, move, 0, player, rng).acts
    last = [act for act in acts if not act.placed and act.point in move.captures]
    if not last or last[-1] is not acts[-1]:
        return [], []
    acts.pop()
    answering = turn.following(move)
    answer = way(answering, reply, 0, player, rng).acts
    stones = stones_of(turn.position)
    return (acts, answer) if after_acts(stones, acts + answer) is not None else ([], [])


def disguised(turn: Turn, move: Move) -> list[Move]:
    """The replies to an open move after which the reeds show what they show when it goes on instead (P2)."""
    steps = len(move.steps)
    longer = {
        turn.shown(other.after)
        for other in turn.moves
        if len(other.steps) > steps and other.steps[:steps] == move.steps
    }
    replies = turn.following(move).moves if longer else []
    return [reply for reply in replies if turn.shown(reply.after) in longer]


def _free(stones: dict[reference.Point, str]) -> list[reference.Point]:
    return [p for p in ALL_POINTS if p not in stones]
