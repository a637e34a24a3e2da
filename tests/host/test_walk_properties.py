"""Walks through the moves of a position, and the book of them, against their plain enumeration."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from test_rules_properties import BOARD, TURN, everything, loaded

import legal
from fanorona.hands import book
from fanorona.rules import notation, rules, walk
from fanorona.rules.geometry import NEXT, NONE
from fanorona.rules.steps import FROM, TO

Step = tuple[int, int, int]
PLENTY = 1 << 20


def complete_moves(position: rules.Position) -> list[tuple[Step, ...]]:
    """Every move as its steps: from, to, kind."""
    return [
        tuple(
            (position.step_from(i), position.step_to(i), position.step_kind(i)) for i in range(position.steps)
        )
        for _ in legal.each(position)
    ]


def walked(position: rules.Position, stone: int = NONE, portion: int = PLENTY) -> list[tuple[Step, ...]]:
    """The moves that a walk finds, in portions between which the position is at rest."""
    before = everything(position)
    found: list[tuple[Step, ...]] = []
    path = walk.Walk(position)
    path.begin(stone)
    while path.go():
        found.append(steps_of(path.move))
        if not len(found) % portion:
            path.rest()
            assert everything(position) == before
            path.resume()
    assert everything(position) == before
    return found


def steps_of(move: walk.Course) -> tuple[Step, ...]:
    return tuple((FROM[s], TO[s], kind) for s, kind in zip(move.steps, move.kinds, strict=True))[: move.size]


def captured(position: rules.Position, move: tuple[Step, ...]) -> list[int]:
    """How many stones each step of a move takes."""
    taken = [position.play(*step) for step in move]
    for _ in move:
        position.back()
    return taken


def book_of(position: rules.Position, portion: int = PLENTY) -> book.Book:
    """A book of the position's moves, written in portions."""
    written = book.Book()
    while written.grow(position, portion):
        pass
    return written


@given(BOARD, TURN, st.sampled_from([1, 3, PLENTY]))
@settings(deadline=None)
def test_a_walk_finds_every_move(board: list[int], turn: int, portion: int) -> None:
    position = loaded(board, turn)
    together = complete_moves(position)
    assert walked(position, portion=portion) == together
    assert [move for p in range(45) if board[p] == turn for move in walked(position, p)] == together


@given(BOARD, TURN, st.integers(0, 1000))
@settings(deadline=None)
def test_a_walk_goes_on_from_a_move_in_progress(board: list[int], turn: int, choice: int) -> None:
    position = loaded(board, turn)
    moves = complete_moves(position)
    if not moves:
        return
    begun = moves[choice % len(moves)][:1]
    position.play(*begun[0])
    longer = [move[1:] for move in moves if len(move) > 1 and move[:1] == begun]
    assert walked(position) == longer


@given(BOARD, TURN, st.sampled_from([1, 3, PLENTY]), st.sets(st.integers(0, 44)))
@settings(deadline=None)
def test_a_book_holds_every_move(board: list[int], turn: int, portion: int, marked: set[int]) -> None:
    position = loaded(board, turn)
    before = everything(position)
    moves = complete_moves(position)
    written = book_of(position, portion)
    assert everything(position) == before
    assert written.is_complete == (len(moves) <= book.ROOM)
    move = walk.Course()
    low = sum(1 << p for p in marked if p < book.HALF)
    high = sum(1 << p - book.HALF for p in marked if p >= book.HALF)
    for n in range(written.size):
        written.read(n, move)
        assert steps_of(move) == moves[n]
        assert list(move.taken[: move.size]) == captured(position, moves[n])
        assert written.first[moves[n][0][0]] <= n < written.last[moves[n][0][0]]
        line = {move.line_from(move.size - 1)}
        while len(line) < move.taken[move.size - 1]:
            line |= {NEXT[p * 8 + move.line_way(move.size - 1)] for p in line}
        taken = move.taken[move.size - 1]
        assert written.takes_any(n, low, high) == (taken > 0 and bool(line & marked))
        count = move.follow(move.size)
        assert set(move.line[count - taken : count]) == (line if taken else set())


def test_a_closed_book_is_written_anew() -> None:
    position = rules.Position()
    written = book_of(position)
    assert written.size == 5
    position.play(13, 22, rules.APPROACH)
    position.end_turn()
    written.close()
    assert not written.is_complete
    while written.grow(position, 1):
        pass
    assert written.size == len(complete_moves(position))


def test_a_book_without_room_is_never_complete() -> None:
    position = rules.Position()
    notation.parse_position("1BBBBBB1B/1B2BBBB1/B2BWBBB1/2B2B1BB/BBB1B1B1B W", position)
    assert len(complete_moves(position)) > book.ROOM
    written = book_of(position)
    assert written.size == book.ROOM
    assert not written.is_complete
    assert not written.grow(position, 1)
