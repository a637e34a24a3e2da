"""The hands themselves: what they put on a tape, and what they expect of it."""

from __future__ import annotations

import random

import pytest

import hands
import reference
from lakabe.virtual.trace import parse
from reference import Move, Point, find_move, moves, parse_position, point

TWO_LENGTHS = "BB1B3B1/BB2B1BWB/B6BW/WW1W2W1W/WW1W2WW1 B"
TWO_CHOICES = "BBBB1BBB1/5W3/BWBWWB2W/WWW1W3W/WWWWWW2W B"


def taken_by(position: str, text: str) -> list[str]:
    """The stones that a move takes, in the order of its steps."""
    return [
        p for taken in find_move(parse_position(position), text).taken for p in reference.names(taken).split()
    ]


def acceptable(position: str, text: str, set_down: str, taken: list[str]) -> set[str]:
    intended = find_move(parse_position(position), text)
    points = tuple(map(point, set_down.split()))
    return set(hands.acceptable(moves(parse_position(position)), intended, points, tuple(map(point, taken))))


LONG, SHORT = "g4-f4W-e3A-f2A-e2W", "g4-g3A-f2W-e2A"
ONE, OTHER = "f3-f2A-g3W-h2W-g1W-h1A", "f3-f2W-g3W-h2A-g1W-h1W"


def test_fewest_steps_where_neither_points_nor_captures_tell() -> None:
    order = ["d2", "g1", "h4", "g2"]  # neither way's
    assert acceptable(TWO_LENGTHS, LONG, "e2", order) == {SHORT}
    assert acceptable(TWO_LENGTHS, SHORT, "e2", order) == {SHORT}


def test_the_captures_decide_between_two_ways() -> None:
    for text in (LONG, SHORT):
        assert acceptable(TWO_LENGTHS, text, "e2", taken_by(TWO_LENGTHS, text)) == {text}


def test_the_points_touched_decide_between_two_ways() -> None:
    for text in (LONG, SHORT):
        path = " ".join(step.removesuffix("A").removesuffix("W") for step in text.split("-")[1:])
        for order in (taken_by(TWO_LENGTHS, LONG), taken_by(TWO_LENGTHS, SHORT)):
            assert acceptable(TWO_LENGTHS, text, path, order) == {text}


def test_the_captures_decide_between_two_choices() -> None:
    path = "f2 g3 h2 g1 h1"
    assert acceptable(TWO_CHOICES, ONE, path, taken_by(TWO_CHOICES, ONE)) == {ONE}
    assert acceptable(TWO_CHOICES, OTHER, path, taken_by(TWO_CHOICES, OTHER)) == {OTHER}
    backwards = taken_by(TWO_CHOICES, ONE)[::-1]
    assert acceptable(TWO_CHOICES, ONE, path, backwards) == {ONE, OTHER}


def played(text: str) -> list[frozenset[Point]]:
    """Occupied points after each event of a trace, the start included."""
    trace = parse(text)
    letters = trace.start.replace("/", "")
    order = [(column, row) for row in range(5, 0, -1) for column in range(1, 10)]
    occupied = {p for p, letter in zip(order, letters, strict=True) if letter == "x"}
    found = [frozenset(occupied)]
    for event in trace.events:
        if event.kind == "contact":
            (occupied.add if event.value else occupied.discard)(point(event.name))
            found.append(frozenset(occupied))
    return found


@pytest.mark.parametrize("set_down", ["each", "end"])
@pytest.mark.parametrize("take_off", ["step", "hand", "end"])
def test_the_tape_shows_every_position_of_the_game(set_down: str, take_off: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        game = reference.random_game(rng)
        performed = hands.perform(
            [move.text for move in game.played],
            hands.Habits(rng, set_down=set_down, take_off=take_off, bounce_ms=seed),
        )
        shown = iter(played(performed.text))
        for move in game.played:
            wanted = move.after.white | move.after.black
            assert any(occupied == wanted for occupied in shown), move.text
        assert played(performed.text)[-1] == game.position.white | game.position.black
        assert performed.position == reference.format_position(game.position)
        assert performed.result == game.result()
        assert all(move.text in meant for move, meant in zip(game.played, performed.expected, strict=True))


def test_the_same_seed_gives_the_same_tape() -> None:
    game = [move.text for move in reference.random_game(random.Random(7)).played]
    one, other = (hands.perform(game, hands.Habits.any(random.Random(3), bounce_ms=1)) for _ in range(2))
    assert one == other


def test_open_moves_are_ended_as_the_habit_says() -> None:
    game = [move.text for move in reference.random_game(random.Random(8)).played]
    state = reference.Game()
    open_moves = 0
    for text in game:
        all_moves = moves(state.position)
        move: Move = find_move(state.position, text)
        open_moves += bool(reference.continuations(all_moves, move.steps))
        state.play(move)
    assert open_moves == 7
    by_turn = hands.perform(game, hands.Habits(random.Random(1), end_turn="turn")).text
    by_reply = hands.perform(game, hands.Habits(random.Random(1), end_turn="reply")).text
    assert by_turn.count("button turn 1") == open_moves
    assert by_reply.count("button turn 1") <= 1, "only where no reply follows"


def test_hands_refuse_what_wood_cannot_do() -> None:
    tape = hands.Tape(frozenset({point("a1")}))
    with pytest.raises(AssertionError):
        tape.place(point("a1"))
    with pytest.raises(AssertionError):
        tape.lift(point("b1"))


def test_bounce_is_over_in_time() -> None:
    tape = hands.Tape(frozenset(), 1, random.Random(1))
    for _ in range(50):
        before = tape.now
        tape.place(point("e3"))
        assert tape.now - before <= 1000
        tape.now += 20000
        tape.lift(point("e3"))
        tape.now += 20000
    assert parse(tape.text()).events[-1].value == 0
