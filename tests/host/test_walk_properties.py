"""The walk through the moves of a position against the plain enumeration of all of them, by Hypothesis."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fanorona import rules, walk
from fanorona.geometry import NONE
from fanorona.steps import FROM, TO
from test_rules_properties import BOARD, TURN, everything, loaded

Step = tuple[int, int, int]
PLENTY = 1 << 20


def complete_moves(position: rules.Position) -> list[tuple[Step, ...]]:
    """Every move as its steps: from, to, kind."""
    found = []
    more = position.first()
    while more:
        found.append(
            tuple(
                (position.step_from(i), position.step_to(i), position.step_kind(i))
                for i in range(position.steps)
            )
        )
        more = position.following()
    return found


def captured(position: rules.Position, move: tuple[Step, ...]) -> list[set[int]]:
    """What each step of a move takes."""
    found = []
    for start, end, kind in move:
        before = bytes(position.board)
        position.play(start, end, kind)
        found.append({x for x in range(45) if before[x] == 3 - position.turn and not position.board[x]})
    for _ in move:
        position.back()
    return found


def walked(
    position: rules.Position,
    stone: int = NONE,
    least: int = 1,
    limit: int = rules.MOVE_LOG,
    *,
    ends: set[int] = frozenset(range(45)),  # type: ignore[assignment]
    off: set[int] = frozenset(),  # type: ignore[assignment]
    strict: bool = False,
    alone: bool = False,
    budget: int = PLENTY,
) -> list[tuple[Step, ...]]:
    """The moves that a walk finds; with a small budget, in portions between which the position is at rest."""
    before = everything(position)
    found = []
    path = walk.Walk(position)
    for p in sorted(ends):
        path.ends.put(p, 1)
    for p in sorted(off):
        path.off.put(p, 1)
    path.strict = strict
    path.budget = budget
    path.begin(stone, least, limit, alone)
    answer = path.go()
    while answer != walk.END:
        if answer == walk.PAUSE:
            path.rest()
            assert everything(position) == before
            path.budget = budget
            path.resume()
        else:
            move = path.move
            found.append(tuple((FROM[s], TO[s], k) for s, k in zip(move.steps, move.kinds))[: move.size])
        answer = path.go()
    assert everything(position) == before
    return found


@given(BOARD, TURN, st.sampled_from([1, 3, PLENTY]))
@settings(deadline=None)
def test_a_walk_finds_every_move(board: list[int], turn: int, budget: int) -> None:
    position = loaded(board, turn)
    together = complete_moves(position)
    assert walked(position, budget=budget) == together
    assert [move for p in range(45) if board[p] == turn for move in walked(position, p)] == together


@given(BOARD, TURN, st.integers(1, 3), st.integers(0, 3))
@settings(deadline=None)
def test_a_walk_keeps_to_its_lengths(board: list[int], turn: int, least: int, more: int) -> None:
    position = loaded(board, turn)
    limit = least + more
    expected = [move for move in complete_moves(position) if least <= len(move) <= limit]
    assert walked(position, NONE, least, limit) == expected


@given(BOARD, TURN, st.sets(st.integers(0, 44), max_size=6), st.sets(st.integers(0, 44), max_size=6))
@settings(deadline=None)
def test_a_walk_passes_over_what_explains_nothing_more(
    board: list[int], turn: int, ends: set[int], off: set[int]
) -> None:
    position = loaded(board, turn)
    off = {p for p in off if board[p] == 3 - turn}
    ends -= off
    everyone = complete_moves(position)
    useful = [move for move in everyone if move[-1][1] in ends or captured(position, move)[-1] & off]
    assert walked(position, ends=ends, off=off) == useful
    strictly = [move for move in useful if all(taken <= off | ends for taken in captured(position, move))]
    assert walked(position, ends=ends, off=off, strict=True) == strictly
    stones = {move[0][0] for move in everyone}
    for p in stones:
        assert len(walked(position, p, 1, 1, ends=set(), alone=True)) == 1, "that it moves at all"


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
