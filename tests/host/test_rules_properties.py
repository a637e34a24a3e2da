"""What must hold in any position whatever, found by Hypothesis."""

from __future__ import annotations

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

import legal
from fanorona.rules import notation, rules
from fanorona.rules.moves import count, destinations, takes

POINT = st.integers(0, 44)
BOARD = st.one_of(
    st.lists(st.sampled_from([rules.EMPTY, rules.WHITE, rules.BLACK]), min_size=45, max_size=45),
    # mostly empty boards have the long chains
    st.dictionaries(POINT, st.sampled_from([rules.WHITE, rules.BLACK]), max_size=20).map(
        lambda stones: [stones.get(p, rules.EMPTY) for p in range(45)]
    ),
)
TURN = st.sampled_from([rules.WHITE, rules.BLACK])
CHOICES = st.lists(st.integers(0, 1000), max_size=60)


def loaded(board: list[int], turn: int) -> rules.Position:
    position = rules.Position()
    position.load(bytes(board), turn)
    return position


def everything(position: rules.Position) -> dict[str, object]:
    """All attributes; of the log, what can still be taken back."""
    state: dict[str, object] = {}
    for key, value in vars(position).items():
        state[key] = bytes(value) if isinstance(value, bytearray) else value
    for key in ("_step", "_kind", "_taken"):
        log = state[key]
        assert isinstance(log, bytes)
        state[key] = log[: vars(position)["_size"]]
    # What a turn's end wrote into the other columns of the log means nothing.
    state["_step"] = state["_kind"] = None
    # What is remembered of the duty to capture must be true.
    state["_duty"] = None
    if not position.steps:
        fresh = rules.Position()
        fresh.copy(position)
        assert position.must_capture() == fresh.must_capture()
    return state


def steps(position: rules.Position) -> list[tuple[int, int, int]]:
    """The legal steps by `destinations`."""
    found = []
    out = bytearray(45)
    for p in range(45):
        destinations(position, p, out)
        found += [(p, q, kind) for q in range(45) for kind in (1, 2, 4) if out[q] & kind]
    return found


@given(BOARD, TURN, CHOICES)
@settings(deadline=None)
def test_taking_back_restores_everything(board: list[int], turn: int, choices: list[int]) -> None:
    position = loaded(board, turn)
    undo = []
    before = [everything(position)]
    for choice in choices:
        legal = steps(position)
        if position.steps and (not legal or choice % 3 == 0):
            position.end_turn()
            undo.append(position.back_turn)
        elif legal:
            position.play(*legal[choice % len(legal)])
            undo.append(position.back)
        else:
            break
        before.append(everything(position))
    while undo:
        assert everything(position) == before.pop()
        undo.pop()()
    assert everything(position) == before.pop()


@given(BOARD, TURN, CHOICES)
@settings(deadline=None)
def test_stones_only_vanish(board: list[int], turn: int, choices: list[int]) -> None:
    position = loaded(board, turn)
    for choice in choices:
        legal = steps(position)
        if position.steps and (not legal or choice % 3 == 0):
            position.end_turn()
        elif legal:
            p, q, kind = legal[choice % len(legal)]
            old = bytes(position.board)
            marks = bytearray(45)
            announced = takes(position, p, q, kind, marks)
            taken = position.play(p, q, kind)
            assert taken == announced and (taken > 0) == (kind != rules.PAIKA)
            for x in range(45):
                if x == p:
                    assert position.board[x] == rules.EMPTY
                elif x == q:
                    assert old[x] == rules.EMPTY and position.board[x] == position.turn
                elif marks[x]:
                    assert old[x] == 3 - position.turn and position.board[x] == rules.EMPTY
                else:
                    assert position.board[x] == old[x]
            for colour in (rules.WHITE, rules.BLACK):
                assert position.stones[colour] == bytes(position.board[:45]).count(colour)
        else:
            break


@given(BOARD, TURN)
@settings(deadline=None)
def test_counting_agrees_with_the_complete_moves(board: list[int], turn: int) -> None:
    position = loaded(board, turn)
    before = everything(position)
    assert count(position) == len(legal.texts(position))
    assert everything(position) == before


@given(BOARD, TURN)
@settings(deadline=None)
def test_destinations_and_legal_agree_with_the_complete_moves(board: list[int], turn: int) -> None:
    position = loaded(board, turn)
    first_steps = {notation.parse_steps(text)[0] for text in legal.texts(position)}
    assert set(steps(position)) == first_steps
    out = bytearray(45)
    assert position.movable(out) == len({p for p, _, _ in first_steps})
    assert {p for p in range(45) if out[p]} == {p for p, _, _ in first_steps}


@given(BOARD, TURN)
@settings(deadline=None)
def test_positions_survive_their_text(board: list[int], turn: int) -> None:
    position = loaded(board, turn)
    text = notation.format_position(position)
    again = rules.Position()
    notation.parse_position(text, again)
    assert everything(again) == everything(position)
    assert notation.format_position(again) == text


@given(BOARD, TURN)
@settings(deadline=None)
def test_moves_survive_their_text(board: list[int], turn: int) -> None:
    position = loaded(board, turn)
    again = loaded(board, turn)
    for _ in islice(legal.each(position), 300):
        text = notation.format_move(position)
        notation.play_move(again, text)
        assert notation.format_move(again) == text
        assert again.board == position.board
        assert notation.parse_steps(text) == [
            (position.step_from(i), position.step_to(i), position.step_kind(i)) for i in range(position.steps)
        ]
        while again.steps:
            again.back()


@given(BOARD, TURN)
@settings(deadline=None)
def test_left_and_right_are_alike(board: list[int], turn: int) -> None:
    mirrored = [board[p // 9 * 9 + 8 - p % 9] for p in range(45)]
    names = str.maketrans("abcdefghi", "ihgfedcba")
    moves = legal.texts(loaded(board, turn))
    assert sorted(legal.texts(loaded(mirrored, turn))) == sorted(text.translate(names) for text in moves)


@given(BOARD, TURN)
@settings(deadline=None)
def test_the_two_colours_are_alike(board: list[int], turn: int) -> None:
    swapped = [3 - colour if colour else rules.EMPTY for colour in board]
    assert legal.texts(loaded(swapped, 3 - turn)) == legal.texts(loaded(board, turn))


@given(st.one_of(st.text(max_size=60), st.text("123456789/WB w0", max_size=60)))
@settings(deadline=None, max_examples=300)
def test_any_text_is_a_position_or_a_valueerror(text: str) -> None:
    position = rules.Position()
    before = everything(position)
    try:
        notation.parse_position(text, position)
    except ValueError:
        assert everything(position) == before
    else:
        assert position.turn in (rules.WHITE, rules.BLACK)


@given(st.one_of(st.text(max_size=40), st.text("abcdefghi12345-AW", max_size=40)))
@settings(deadline=None, max_examples=300)
def test_any_text_is_a_move_or_a_valueerror(text: str) -> None:
    position = rules.Position()
    before = everything(position)
    try:
        notation.play_move(position, text)
    except ValueError:
        assert everything(position) == before
    else:
        assert notation.format_move(position) == text


@given(st.lists(st.integers(0, 3), min_size=45, max_size=45))
@settings(deadline=None)
def test_pictures_survive_their_text(codes: list[int]) -> None:
    text = notation.picture(bytes(codes), ".+->")
    assert list(notation.parse_picture(text, ".+->")) == codes
