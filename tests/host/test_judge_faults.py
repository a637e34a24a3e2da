"""Faults of a tracker, planted in the record of games of the soak: the second judge refutes each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import reference
from hands.plan import Plan
from hands.sitting import Sitting
from judge.verdict import judge
from reference import Move, Position
from soak import play as playing
from soak.board import SoakBoard
from soak.play import play

GAMES = 8
PLIES = 8
Fault = Callable[[Position, Move], Iterator[str]]
"""Yields other texts for a move of a position."""


def other_line(position: Position, right: Move) -> Iterator[str]:
    """The same points, with the other line taken in one of the steps (P6)."""
    points = [step[:2] for step in right.steps]
    for move in reference.moves(position):
        if [step[:2] for step in move.steps] == points and move.after != right.after:
            yield move.text


def other_stone(position: Position, right: Move) -> Iterator[str]:
    """Another stone that ends on the same point."""
    for move in reference.moves(position):
        if move.steps[-1].end == right.steps[-1].end and move.steps[0].start != right.steps[0].start:
            yield move.text


def merged(position: Position, right: Move) -> Iterator[str]:
    """The move goes on in place of the reply."""
    for move in reference.moves(position):
        if move.steps[: len(right.steps)] == right.steps and len(move.steps) > len(right.steps):
            yield move.text


def cut_short(position: Position, right: Move) -> Iterator[str]:
    """The move is over before its last step."""
    for move in reference.moves(position):
        if move.steps == right.steps[:-1]:
            yield move.text


def left_out(position: Position, right: Move) -> Iterator[str]:
    """The move is not told, nor any that follows."""
    yield ""


@pytest.fixture(scope="module")
def played() -> list[tuple[Sitting, SoakBoard]]:
    """Games that are recorded as they were played."""
    found: list[tuple[Sitting, SoakBoard]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "_judge", lambda _, sitting, board: found.append((sitting, board)))
        for n in range(GAMES):
            assert not play(Plan(f"judge {n}", cap=PLIES, slips=False)).fault
    return found


@pytest.mark.parametrize(
    ("fault", "at_least"), [(other_line, 2), (other_stone, 15), (merged, 8), (cut_short, 4), (left_out, 15)]
)
def test_it_is_refuted(played: list[tuple[Sitting, SoakBoard]], fault: Fault, at_least: int) -> None:
    count = 0
    for sitting, board in played:
        table = sitting.table
        assert not judge(table.start, table.events, board.told).faults
        telling = {int(words[2]): n for n, (_, words) in enumerate(board.told) if words[0] == "move"}
        positions = [sitting.begun, *(move.after for move in sitting.game.played)]
        # The last move of all may stand open.
        for ply, right in enumerate(sitting.game.played[:-1], 1):
            ms, words = board.told[telling[ply]]
            for text in fault(positions[ply - 1], right):
                told = board.told[: telling[ply]] + ([(ms, [*words[:3], text])] if text else [])
                found = judge(table.start, table.events, told)
                assert found.faults or found.wide, f"{text} in place of {right.text}"
                count += bool(found.faults)
    assert count >= at_least
