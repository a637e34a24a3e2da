"""Performs a game on the board, move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import reference
from hands.habits import Habits
from hands.player import PLAIN, Player
from hands.tape import Tape
from hands.umpire import Turn, Unclean, judge
from hands.ways import meant, way
from reference import Move, Point, Position

Contact = tuple[Point, int]
TRIES = 40


@dataclass(frozen=True)
class Performance:
    """A trace, and what the board must make of it.

    expected: of each ply the N1 texts that are right. position: the last one (N2).
    result: with its reason, or None where the game has not ended.
    """

    text: str
    expected: list[frozenset[str]]
    position: str
    result: tuple[str, str] | None
    duration_ms: float


def perform(game: list[str], habits: Habits) -> Performance:
    """Plays the moves of a game (N1) from the start position, with these habits. Raises Unclean."""
    rng = habits.rng
    state = reference.Game()
    tape = Tape(state.position.own | state.position.enemy, habits.bounce_ms, rng)
    expected = []
    for number, text in enumerate(game, start=1):
        position = state.position
        all_moves = reference.moves(position)
        move = next(m for m in all_moves if m.text == text)
        tape.wait(*habits.think, rng)
        if rng.random() < habits.adjust:
            _adjust(position, move, tape, habits)
        contacts, meant = move_by_hand(position, all_moves, move, habits)
        expected.append(meant)
        for n, (point, closed) in enumerate(contacts):
            if n:
                tape.wait(*(habits.carry if closed else habits.pick), rng)
            if closed:
                tape.place(point)
            else:
                tape.lift(point)
        state.play(move)
        going_on = bool(reference.continuations(all_moves, move.steps))
        last = number == len(game)
        button = habits.end_turn == "turn" or (habits.end_turn == "either" and rng.random() < 0.5)
        if going_on and (last or button):
            tape.wait(*habits.pick, rng)
            tape.press("turn", rng.uniform(*habits.hold))
    final = reference.format_position(state.position)
    return Performance(tape.text(), expected, final, state.result(), tape.now / 1000)


def _adjust(position: Position, move: Move, tape: Tape, habits: Habits) -> None:
    """Straightens an own stone: lifted and put back where it was."""
    stone = habits.rng.choice(sorted(position.own))
    tape.lift(stone)
    tape.wait(*habits.carry, habits.rng)
    tape.place(stone)
    tape.wait(*habits.think, habits.rng)


def move_by_hand(
    position: Position, all_moves: list[Move], move: Move, habits: Habits
) -> tuple[list[Contact], frozenset[str]]:
    """The contacts of one move in order, and the N1 texts that may be recorded for them. Raises Unclean.

    Where the habitual way would show another complete move on the way (which would end the turn, P2),
    other orders are tried, and at last the most careful way.
    """
    turn = Turn(position, all_moves)
    for attempt in range(2 * TRIES):
        player = PLAIN if attempt >= TRIES else Player(habits.set_down, habits.take_off)
        whole = way(turn, move, 0, player, habits.rng)
        if not judge(turn, move, whole.acts, None, False).fault:
            contacts = [(act.point, int(act.placed != "")) for act in whole.acts]
            return contacts, meant(turn, move, whole, whole.acts)
    raise Unclean(f"{move.text} in {reference.format_position(position)}")


def wrong_moves(performed: Performance, course: Iterable[Mapping[str, Any]]) -> list[str]:
    """What the board recorded otherwise than the hands meant it, in the records of `lakabe trace --json`."""
    recorded = [record for record in course if record["event"] == "move"]
    wrong = [
        f"ply {ply}: {record['move']} as ply {record['ply']}, not {' or '.join(sorted(meant))}"
        for ply, (record, meant) in enumerate(zip(recorded, performed.expected, strict=False), start=1)
        if record["move"] not in meant or record["ply"] != ply
    ]
    if len(recorded) != len(performed.expected):
        wrong.append(f"{len(recorded)} moves, not {len(performed.expected)}")
    return wrong
