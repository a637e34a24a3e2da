"""The tracker against the hands: legal moves of any position, played in every way (P1-P3, P6-P8)."""

from __future__ import annotations

import itertools
import random

import pytest

import hands
import reference
from fanorona.hands import tracker
from fanorona.hands.tracker import Tracker
from fanorona.rules import notation, rules
from fanorona.rules.game import Game
from reference import Move, Point, Position

NUMBER = {p: notation.parse_point(reference.name(p)) for p in reference.ALL_POINTS}
WAYS = list(itertools.product(hands.SET_DOWN, hands.TAKE_OFF))

# Two moves that leave the same points occupied and different positions (P7).
LOOK_ALIKE = (
    ("BBB1B2B1/2B2BB2/1W1B1WB1W/B1BW3B1/1BB3BBW W", "d2-e3A-f2A-g2A-g1W", "d2-e3A-e4A-f4A-e5W"),
    ("B1W6/5W3/1BB1BB3/3B5/9 W", "c5-d4A-d3A-e3W", "c5-b5A-b4A-a5W"),
    ("1B6B/B1B1BBB1W/B1W4BW/BB2W2B1/B3BBB2 W", "e2-e3A-f2A-g2A-g3A-h4A-g4A", "e2-e3A-f2A-f3A-g3A-h4A-h3A"),
    ("WB3B3/B2WB1WB1/1B2B1BB1/5B1W1/1BBB1B2B W", "g4-f4W-g5W-h5W-h4A", "g4-g5W-f4A-f3W-g3A"),
    ("2B1WBB1B/B1B2WWB1/3BB1B2/BBB4B1/5B1BB W", "e5-e4A-d4A-c3A-c4A", "e5-d5A-d4A-c3A-d3A"),
)
# Two moves to one position (P8).
SAME_RESULT = (
    ("BB1B3B1/BB2B1BWB/B6BW/WW1W2W1W/WW1W2WW1 B", "g4-g3A-f2W-e2A", "g4-f4W-e3A-f2A-e2W"),
    ("BBBB1BBB1/5W3/BWBWWB2W/WWW1W3W/WWWWWW2W B", "f3-f2A-g3W-h2W-g1W-h1A", "f3-f2W-g3W-h2A-g1W-h1W"),
)


def following(position: Position) -> Tracker:
    """A tracker with the stones of a position in front of it."""
    game = Game()
    loaded = rules.Position()
    notation.parse_position(reference.format_position(position), loaded)
    game.load(loaded)
    follower = Tracker(game)
    follower.begin(bytes(colour != rules.EMPTY for colour in loaded.board[:45]), False)
    assert follower.phase == tracker.PLAY
    return follower


def recorded(position: Position, contacts: list[tuple[Point, int]], rests: bool) -> str:
    """The move recorded for these contacts and, where it stands open, the button; or what went wrong.

    Where the hands rest between the contacts, the board has the time to prepare itself.
    """
    follower = following(position)
    events = 0
    for n, (point, closed) in enumerate(contacts, start=1):
        while rests and follower.prepare():
            pass
        events = follower.contact(NUMBER[point], closed)
        while follower.busy:
            events |= follower.think()
        if follower.status in (tracker.WRONG, tracker.DOUBT):
            return f"status {follower.status} after contact {n}"
        if events & tracker.MOVED and n < len(contacts):
            return f"ended after contact {n}"
    if not events & tracker.MOVED and not follower.press_turn() & tracker.MOVED:
        return f"not complete: status {follower.status}"
    record = follower.game.record
    before = rules.Position()
    before.copy(record.base)
    record.replay(record.last, before)
    return str(notation.format_move(before))


def check(position: Position, move: Move, set_down: str, take_off: str, rng: random.Random) -> bool:
    """Plays one move one way; False where hands cannot play it cleanly."""
    habits = hands.Habits(rng, set_down=set_down, take_off=take_off)
    try:
        contacts, meant = hands.move_by_hand(position, reference.moves(position), move, habits)
    except hands.Unclean:
        return False
    found = recorded(position, contacts, rests=True)
    assert recorded(position, contacts, rests=False) == found
    shown = " ".join(f"{reference.name(p)}{'+' if closed else '-'}" for p, closed in contacts)
    assert found in meant, f"{move.text} in {reference.format_position(position)} played as {shown}"
    return True


def some_positions(rng: random.Random) -> list[Position]:
    """Positions of a random game, and stones strewn about, with a legal move and not too many."""
    found = [move.after for move in rng.sample(reference.random_game(rng).played, 5)]
    for _ in range(5):
        stones = rng.sample(reference.ALL_POINTS, rng.randint(4, 34))
        cut = rng.randint(1, len(stones) - 1)
        found.append(Position(frozenset(stones[:cut]), frozenset(stones[cut:]), rng.choice("WB")))
    return [position for position in found if 0 < len(reference.moves(position)) < 150]


@pytest.mark.parametrize("seed", range(8))
def test_moves_of_random_positions(seed: int) -> None:
    rng = random.Random(seed)
    played = []
    for _ in range(6):
        for position in some_positions(rng):
            moves = sorted(reference.moves(position))
            for move in rng.sample(moves, min(6, len(moves))):
                played.append(check(position, move, *rng.choice(WAYS), rng))
    assert len(played) > 150
    assert played.count(False) <= 10, "nearly all can be played cleanly"


@pytest.mark.parametrize(("text", "one", "other"), LOOK_ALIKE)
def test_moves_that_look_alike(text: str, one: str, other: str) -> None:
    position = reference.parse_position(text)
    first, second = reference.find_move(position, one), reference.find_move(position, other)
    assert first.after != second.after
    assert first.after.white | first.after.black == second.after.white | second.after.black
    played = [
        check(position, move, set_down, take_off, random.Random(seed))
        for seed, (move, (set_down, take_off)) in enumerate(itertools.product((first, second), WAYS))
    ]
    assert played.count(True) >= 8


@pytest.mark.parametrize(("text", "one", "other"), SAME_RESULT)
def test_moves_to_one_position(text: str, one: str, other: str) -> None:
    position = reference.parse_position(text)
    first, second = reference.find_move(position, one), reference.find_move(position, other)
    assert first.after == second.after
    for seed, (move, (set_down, take_off)) in enumerate(itertools.product((first, second), WAYS)):
        assert check(position, move, set_down, take_off, random.Random(seed))
