"""What a turn with a habit comes to: whether its touches have one meaning, and what a sitting makes of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands import games
from hands.acts import TURN, Act, after_acts, stones_of
from hands.eyes import DOUBT, LOOK_MS, REACTION_MS
from hands.ply import Ply
from hands.stories import Record, ends
from hands.umpire import Turn
from reference import Move

if TYPE_CHECKING:
    from hands.sitting import Sitting

MOST = 60
"""Touches since the last sure position; with more of them nobody knows any more."""


def is_sure(sitting: Sitting, acts: list[Act], moves: tuple[Move, ...]) -> bool:
    """Whether these touches have one meaning, also with those of the turn before, which is provisional."""
    turn = sitting.turn()
    if after_acts(stones_of(turn.position), acts) is None:
        return False
    on_the_way = {Record(turn.occupied, acts[:n]).shown for n in range(1, len(acts))}
    if on_the_way & turn.earlier:
        return False  # moves are taken back, if hands pause there
    wanted = tuple(move.after for move in moves)
    if ends(turn, Record(turn.occupied, acts)) != {wanted}:
        return False
    if sitting.provisional is None:
        return Record(turn.occupied, acts).shown not in turn.earlier
    position, begun = sitting.provisional
    before = sitting.table.touches[begun:]
    if len(before) > MOST or position == turn.position:
        return len(before) <= MOST
    floor = Turn(position, game=turn.game)
    found = ends(floor, Record(floor.occupied, [*before, *acts]))
    return len(found) == 1 and found.pop()[-len(wanted) :] == wanted


def explains_nothing(sitting: Sitting, turn: Turn, acts: list[Act]) -> bool:
    """Whether no moves can be meant by these touches, nor with those of the provisional turn before them.

    Paikas put back one after the other are paikas.
    """
    found = ends(turn, Record(turn.occupied, acts))
    if sitting.provisional is not None:
        position, begun = sitting.provisional
        floor = Turn(position, game=turn.game)
        found |= ends(floor, Record(floor.occupied, [*sitting.table.touches[begun:], *acts]))
    if sitting.game.played and sitting.game.played[-1].steps:
        # However it was made, the board knows it after a power cut.
        last = sitting.game.played[-1]
        start, end = last.steps[0].start, last.steps[-1].end
        made = [Act(0, start), Act(0, end, "x"), *(Act(0, point) for point in last.captures)]
        floor = Turn(sitting.before_last(1).position, game=turn.game)
        found |= ends(floor, Record(floor.occupied, [*made, *acts]))
    return not any(found)


def made(
    sitting: Sitting,
    moves: tuple[Move, ...],
    expected: list[frozenset[str]],
    acts: list[Act],
    text: str,
    rng: random.Random,
) -> Ply:
    """These moves stand; a question is answered, and the game goes on."""
    for move in moves:
        turn = sitting.turn()
        sitting.game.play(move)
    sitting.unended = turn.may_be_open(moves[-1]) and acts[-1].point != TURN
    ply = told(sitting, len(moves), expected, text)
    sitting.meaning = expected
    answer(sitting, moves[-1], rng)
    return ply


def answer(sitting: Sitting, move: Move, rng: random.Random) -> None:
    """A touch, where the board is in doubt about the stone that moved; all else is as it should be."""
    table, end = sitting.table, move.steps[-1].end
    table.wait(LOOK_MS)
    if sitting.eyes.board.lights().get(end) != DOUBT:
        return
    table.wait(REACTION_MS)
    if sitting.eyes.board.lights().get(end) == DOUBT:
        sitting.eyes.touch(end, rng)


def told(sitting: Sitting, count: int, expected: list[frozenset[str]], text: str) -> Ply:
    """What a habit has come to, with so many plies."""
    sitting.doing = text
    sitting.meaning = []
    return Ply(len(sitting.game.played) - count + 1, expected, text)


def leave(sitting: Sitting) -> None:
    """The game is broken off, and another one of its kind set up."""
    sitting.results.append(("*", "anew"))
    sitting.next = sitting.game.name if sitting.game.name not in games.VELAS else games.ORDINARY
    sitting.unended = False
    sitting.set_up()
