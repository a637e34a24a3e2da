"""The simulated hands do what they mean: their touches, and what the umpire lets pass (P1-P7)."""

from __future__ import annotations

import random

import pytest

import reference
from hands import extras, mishaps
from hands.acts import TURN, Act, after_acts, clusters, stones_of
from hands.player import PLAIN, SET_DOWN, TAKE_OFF, Player
from hands.reeds import IDEAL, REEDS, Reed
from hands.table import Table
from hands.umpire import Turn, judge, shows_nothing, stops_beside
from hands.ways import way
from reference import Position, parse_position, point

START = parse_position(reference.START)
OPEN = parse_position("BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW B")


def acts(text: str) -> list[Act]:
    """Half a second apart: "e2-" lifts, "e3W" puts a white stone, "turn" is the button; "e2-,e3W" at once."""
    found = []
    for group in text.split():
        for n, word in enumerate(group.split(",")):
            wait = 0.0 if n else 500.0
            if word == "turn":
                found.append(Act(wait, TURN))
            else:
                found.append(Act(wait, point(word[:2]), word[2:].strip("-")))
    return found


def fault(position: Position, text: str, touches: str, unended: bool = False) -> str:
    turn = Turn(position)
    move = reference.find_move(position, text)
    return judge(turn, move, acts(touches), None, unended).fault


def some_turns(seed: int) -> list[Turn]:
    game = reference.random_game(random.Random(seed))
    return [turn for turn in map(Turn, (move.after for move in game.played)) if turn.moves]


def test_what_the_umpire_lets_pass() -> None:
    assert fault(START, "e2-e3A", "e2- e3W e4- e5-") == ""
    assert fault(START, "e2-e3A", "e5- a1- e4- e2- a1W turn e3W") == ""
    assert fault(OPEN, "f4-e5W-e4A", "f4- e5B g3- h2- i1- e5- e3- e4B") == ""
    assert fault(OPEN, "f4-e5W-e4A", "i1- h2- g3- e3- f4- e5B e5- e4B") == ""


@pytest.mark.parametrize(
    ("position", "text", "touches", "why"),
    [
        (START, "e2-e3A", "e2- e3W e4-", "is not complete"),
        (START, "e2-e3A", "e2- e3W e4- e5- a1- a1W", "is over before its time"),
        (OPEN, "f4-e5W-e4A", "f4- e5B g3- h2- i1- e3- e5- e4B", "an enemy stone rises from an open move"),
        (OPEN, "f4-e5W-e4A", "f4- e5B g3- h2- i1-,e3- e5- e4B", "an enemy stone rises from an open move"),
        (OPEN, "f4-e5W-e4A", "f4- e5B g3- h2- i1- turn e5- e3- e4B", "the button ends the turn"),
        (
            OPEN,
            "f4-e5W-e4A",
            "f4- e5B g3- h2- i1- i1W i1- e5- e3- e4B",
            "puts back what a complete move has taken",
        ),
        (START, "e2-e3A", "d3- e3W c3- e3- d3W c3B e2- e3W e4- e5-", "looks like another move on the way"),
        (
            START,
            "e2-e3A",
            "d3- e3W,c3-,f3- c3B,f3B e3- d3W e2- e3W e4- e5-",
            "looks like another move on the way",
        ),
        (START, "e2-e3A", "e2- e3W turn,e4- e5-", "the button and a stone at once"),
    ],
)
def test_what_the_umpire_refuses(position: Position, text: str, touches: str, why: str) -> None:
    assert fault(position, text, touches) == why


def test_an_open_move_before_is_ended_by_the_side_to_move() -> None:
    assert fault(OPEN, "f4-e5W", "f4- e5B g3- h2- i1-", unended=True) == ""
    assert fault(OPEN, "f4-e5W", "g3- f4- e5B h2- i1-", unended=True) == "does not end the turn before"
    assert fault(OPEN, "f4-e5W", "f4-,g3- e5B h2- i1-", unended=True) == "does not end the turn before"


@pytest.mark.parametrize(
    ("ms", "why"),
    [((30, 1), "an enemy stone rises from an open move"), ((300, 1), ""), ((30, 20), "")],
)
def test_an_enemy_stone_may_be_the_one_that_slides(ms: tuple[int, int], why: str) -> None:
    """f2 slides on to g3 as h4 rises, or h4 slides there as f2 is taken."""
    turn = Turn(parse_position("1BB2BBB1/B1B3BBB/BW1B1B1BW/W1WB4W/WW3W1W1 W"))
    move = reference.find_move(turn.position, "f1-f2A-g3A")
    waits = 500, 500, 500, 500, *ms
    touches = zip(acts("f3- f1- f2W g3W f2- h4-"), waits, strict=True)
    found = [act._replace(wait=wait) for act, wait in touches]
    assert judge(turn, move, found, None, False).fault == why


def test_touches_at_once_may_come_in_any_order() -> None:
    turn = Turn(START)
    assert not shows_nothing(turn, acts("d3- c3- e3W"))
    assert not shows_nothing(turn, acts("d3- c3- e3W,c3B")), "the stone may come before the other is back"
    assert shows_nothing(turn, acts("d3- c3- c3B"))
    assert [len(cluster) for cluster in clusters(acts("a1- b1-,c1- d1-"))] == [1, 2, 1]


@pytest.mark.parametrize(("wait", "stops"), [(200, False), (300, True)])
def test_hands_stop_beside_a_move(wait: int, stops: bool) -> None:
    """White's stone goes to e3 and one of Black's is off; another is, too."""
    turn = Turn(START)
    found = [act._replace(wait=100) for act in acts("h5- d2- e3W f4- g5- h5B d2W")]
    found[5] = found[5]._replace(wait=wait)
    assert stops_beside(turn, found, turn.occupied) == stops
    assert not stops_beside(turn, found[:3] + found[5:], turn.occupied)


@pytest.mark.parametrize("take_off", TAKE_OFF)
@pytest.mark.parametrize("set_down", SET_DOWN)
def test_every_way_leads_to_the_end_of_its_move(set_down: str, take_off: str) -> None:
    rng = random.Random(f"{set_down} {take_off}")
    player = Player(set_down, take_off, sweep=0.5, both_hands=0.5)
    for turn in some_turns(3):
        for move in rng.sample(turn.moves, min(5, len(turn.moves))):
            touches = way(turn, move, 0, player, rng).acts
            assert after_acts(stones_of(turn.position), touches) == stones_of(move.after)


def test_what_comes_before_a_move_leaves_all_as_it_was() -> None:
    rng = random.Random(4)
    player = Player(fiddle=1.0, second=1.0)
    groups = 0
    for turn in some_turns(4):
        stones = stones_of(turn.position)
        for touches in extras.before(turn, rng.choice(turn.moves), player, rng):
            assert after_acts(stones, touches) == stones
            groups += 1
    assert groups > 50


def test_other_touches_within_a_move_do_not_change_its_result() -> None:
    rng = random.Random(5)
    more = 0
    for turn in some_turns(5):
        move = rng.choice(turn.moves)
        touches = way(turn, move, 0, PLAIN, rng).acts
        mixed = extras.within(turn, touches, Player(fiddle=1.0), rng)
        assert after_acts(stones_of(turn.position), mixed) == stones_of(move.after)
        more += len(mixed) - len(touches)
    assert more > 20


def test_a_change_of_mind_ends_in_the_move() -> None:
    rng = random.Random(6)
    changed = 0
    for turn in some_turns(6):
        move = rng.choice(turn.moves)
        if touches := extras.change_of_mind(turn, move, PLAIN, rng):
            assert after_acts(stones_of(turn.position), touches) == stones_of(move.after)
            changed += 1
    assert changed > 10


@pytest.mark.parametrize("kind", mishaps.MISHAPS, ids=lambda kind: kind.__name__)
def test_a_mishap_is_no_move(kind: mishaps.Mishap) -> None:
    """What `mishap` lets pass leaves the stones in disorder, and never shows the result of a move."""
    rng = random.Random(kind.__name__)
    seen = 0
    for turn in some_turns(7):
        name, touches = mishaps.mishap(turn, rng.choice(turn.moves), PLAIN, rng, (kind,))
        if not touches:
            continue
        stones = stones_of(turn.position)
        for n in range(len(touches)):
            shown = after_acts(stones, touches[: n + 1])
            assert shown is not None
            assert frozenset(shown) not in turn.results
        assert name == kind.__name__
        seen += 1
    assert seen > 3


class Recorder:
    """A board that only listens."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, reference.Point, bool]] = []

    def contact(self, us: int, point: reference.Point, closed: bool) -> None:
        self.heard.append((us, point, closed))

    def run(self, us: int) -> None:
        assert not self.heard or self.heard[-1][0] <= us

    def lights(self) -> dict[reference.Point, str]:
        return {}


@pytest.mark.parametrize("reed", REEDS, ids=lambda reed: reed.name)
def test_contacts_chatter_and_settle(reed: Reed) -> None:
    board = Recorder()
    table = Table(stones_of(START), reed, random.Random(1), board)
    longest = 0
    for n in range(60):
        heard = len(board.heard)
        begun = table.now + 20_000
        table.do(Act(20, point("e2"), "W" if n % 2 else ""))
        table.wait(10)
        changes = board.heard[heard:]
        assert [closed for _, _, closed in changes] == [bool((n + k) % 2) for k in range(len(changes))]
        assert len(changes) % 2, "it rests in its new state"
        longest = max(longest, changes[-1][0] - begun)
    assert reed.settle_us / 2 <= longest <= reed.settle_us


def test_an_ideal_reed_changes_once() -> None:
    board = Recorder()
    table = Table(stones_of(START), IDEAL, random.Random(1), board)
    for act in acts("e2- e2W turn"):
        table.do(act)
    table.wait(1000)
    assert [(p, closed) for _, p, closed in board.heard] == [
        (point("e2"), False),
        (point("e2"), True),
        (TURN, True),
        (TURN, False),
    ]


@pytest.mark.parametrize("knocked", ["", "b2- b2W "])
def test_what_may_be_a_reply_begun_too_soon_may_be_one_when_its_stone_is_knocked(knocked: str) -> None:
    position = parse_position("9/9/1B7/9/W1B5B W")
    touches = acts(f"a1- b1W b3- b2W,b1- {knocked}c1-")
    verdict = judge(Turn(position), reference.find_move(position, "a1-b1A-b2A"), touches, None, False)
    assert verdict.early == point("b3")
