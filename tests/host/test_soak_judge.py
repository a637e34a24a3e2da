"""The second judge of the soak: it finds what was recorded wrongly, and nothing where all is right."""

from __future__ import annotations

import pytest

import reference
from hands.acts import TURN
from hands.plan import Plan
from hands.sitting import Sitting
from judge.contacts import Contacts, without_chatter, without_flickers
from judge.course import courses
from judge.evidence import Window
from judge.verdict import ASKED, ONLY, Verdict, judge
from reference import Point
from soak import play as playing
from soak.board import SoakBoard
from soak.play import play

GAMES = 6
"""Games in which the last move is told wrongly in every way there is."""
Told = tuple[int, list[str]]

ALIKE = "5W3/5B3/9/2B1W4/9 W"
"""e2-d2A may go on with e3A, which takes f4; or f4 replies with e3A, which takes d2. f5 and e3 are left."""
CHAIN = ("e2-d2A-e3A",)
REPLY = ("e2-d2A", "f4-e3A")
TWO_ENDS = "3BBBB2/1B6B/1B4BW1/1B4BB1/B1B2B3 W"
"""The white stone takes g3 last and stands there, or h2 first and comes to stand there; g2, g5, i4 go."""
TO_G3, TO_H2 = "h3-i3W-h4A-g4W-g3A", "h3-h4W-i3W-i2W-h2A"
QUIET = "8B/9/9/9/W8 W"
"""Nothing can be taken."""


def told_of(position: str, moves: tuple[str, ...]) -> list[Told]:
    """What a board says of a game from there that tells its moves in the end."""
    said: list[Told] = [(0, ["game", "1-1", "1", *position.split(" ")])]
    return said + [(9000, ["move", "1-1", str(n), text]) for n, text in enumerate(moves, 1)]


def judged(
    position: str, contacts: str, moves: tuple[str, ...], *asked: Told, blind: frozenset[Point] = frozenset()
) -> Verdict:
    """What the judge says of these moves where contacts open (-) and close (+) so, each after 0.2 s.

    One with ! comes just after the one before; where there is a dot none comes. Blind ones stay open.
    """
    stones = reference.parse_position(position)
    events: list[tuple[int, Point, bool]] = []
    for n, word in enumerate(contacts.split(), 5):
        if word == ".":
            continue
        point = TURN if word == "turn" else reference.point(word[:2])
        events.append((n * 200_000 - 190_000 * word.endswith("!"), point, word[2:3] != "-"))
    start = (stones.own | stones.enemy) - blind
    return judge(start, events, [*told_of(position, moves), *asked], blind)


@pytest.mark.parametrize(
    ("contacts", "right", "wrong"),
    [
        ("e2- d2+ c2- d2- e3+ f4-", CHAIN, REPLY),
        ("e2- d2+ c2- d2- f4- e3+", CHAIN, REPLY),
        ("e2- d2+ c2- f4- e3+ d2-", REPLY, CHAIN),
        ("e2- d2+ c2- f4- d2- e3+", REPLY, CHAIN),
        # What was only touched decides nothing (P2); *turn* does (P3).
        ("e2- d2+ c2- f4- f4+ d2- e3+ f4-", CHAIN, REPLY),
        ("e2- d2+ c2- turn d2- f4- e3+", REPLY, CHAIN),
        # So does a whole reply that was taken back, if the order says that it was one.
        ("e2- d2+ c2- f4- d2- e3+ e3- d2+ f4+ d2- e3+ f4-!", REPLY, CHAIN),
        ("e2- d2+ c2- d2- f4- e3+ e3- d2+ f4+ d2- e3+ f4-!", CHAIN, REPLY),
    ],
)
def test_the_order_of_events_tells(contacts: str, right: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    assert not judged(ALIKE, contacts, right).faults
    found = judged(ALIKE, contacts, wrong).faults
    assert found
    if "not possible" in found[0]:
        return
    asked = judged(ALIKE, contacts, wrong, (3000, ["ask", "doubt"]))
    assert not asked.faults and asked.counts[ASKED] == 1


@pytest.mark.parametrize(
    ("contacts", "moves", "is_right"),
    [
        ("a1- a2+ a2- b2+", ("a1-b2",), True),
        ("a1- a2+ a2- b2+", ("a1-a2",), False),
        ("a1- i5- a2+ h5+", ("a1-a2", "i5-h5"), True),
        ("a1- i5- a2+ h5+", ("a1-b1", "i5-h5"), False),
        ("a1- i5- a2+ h5+ a2- a3+", ("a1-a2", "i5-h5", "a2-a3"), True),
        # The other side has made two moves, as if nobody had seen that.
        ("a1- a2+ i5- h5+", ("a1-a2", "i5-i4"), False),
        ("a1- a2+ i5- h5+", ("a1-a2", "a2-a3"), False),
    ],
)
def test_what_stands_in_the_end_was_played(contacts: str, moves: tuple[str, ...], is_right: bool) -> None:
    """A paika is carried on to another point; both hands are in the air."""
    assert bool(judged(QUIET, contacts, moves).faults) != is_right


def test_a_move_that_no_contact_has_made_is_not_possible() -> None:
    assert "not possible" in judged(QUIET, "a1- a1+", ("a1-a2",)).faults[0]
    assert "not legal" in judged(QUIET, "a1- a3+", ("a1-a3",)).faults[0]


def test_a_move_that_is_not_told_is_missed() -> None:
    assert "not told" in judged(QUIET, "a1- a2+", ()).faults[0]
    assert "not told" in judged(QUIET, "a1- a2+ i5- h5+", ("a1-a2",)).faults[0]
    assert not judged(QUIET, "a1- a1+", ()).faults


def test_no_move_follows_the_end_of_a_game() -> None:
    """Stones that are set up anew may look like one; another last move is missed all the same."""
    over = (9000, ["result", "1-1", "1/2-1/2", "repetition", "1"])
    assert not judged(QUIET, "a1- a2+ i5- h5+", ("a1-a2",), over).faults
    assert judged(QUIET, "a1- a2+ a2- b2+", ("a1-a2",), over).faults


def test_a_stone_that_cannot_go_on_decides_nothing() -> None:
    """It is taken off before the stone rises that takes it, and what was taken last rose as it left."""
    position = "BBBB1B2B/BBBBB1B1B/BWBWWBW1W/WWW1WWW1W/WWWWWWW2 B"
    words = "h4+ i5- f2- h4- g5+ e1- g3- i3- f4+ g5- e3- e4- f4- e2- d2+"
    stones = reference.parse_position(position)
    events, us = [], 1_000_000
    for word in words.split():
        us += {"e3-": 2_000, "g5-": 50_000, "i5-": 50_000}.get(word, 300_000)
        events.append((us, reference.point(word[:2]), word[2:] == "+"))
    told = told_of(position, ("i5-h4A-g5W-f4A", "e2-e3A-d2W"))
    assert not judge(stones.own | stones.enemy, events, told).faults


@pytest.mark.parametrize("is_to_g3", [True, False])
def test_the_stone_that_is_touched_answers_which_move_it_was(is_to_g3: bool) -> None:
    """Stones have come to both points, and only lights have asked (P7)."""
    contacts = "h3- g3- g5- i4- g3+ h2- h2+ g2- " + ("g3- g3+ h2- h2+" if is_to_g3 else "h2- h2+ g3- g3+")
    assert bool(judged(TWO_ENDS, contacts, (TO_G3,)).faults) != is_to_g3
    assert bool(judged(TWO_ENDS, contacts, (TO_H2,)).faults) == is_to_g3


def test_a_reply_that_slides_begins_where_the_move_stands() -> None:
    """Its stone closes the next contact just before it leaves; the chain would pass where it stands."""
    contacts = "g3- g2- g5- h3- i4- g3+ turn . . . . . i1+ h2-! g3-"
    assert not judged(TWO_ENDS, contacts, (TO_G3, "h2-i1W")).faults
    assert judged(TWO_ENDS, contacts, (f"{TO_H2}-i1W",)).faults


@pytest.mark.parametrize(
    ("contacts", "is_reply"),
    [
        ("turn a1- c1- b1+", True),
        ("turn c1- a1- b1+", True),
        ("a1- c1- b1+", True),
        ("c1- a1- b1+", False),
    ],
)
def test_a_move_that_has_ended_does_not_go_on_by_other_lines(contacts: str, is_reply: bool) -> None:
    """Of the same points; what the longer one takes last was off before (P2, P3)."""
    position = "B2W1BBB1/1B1B1W3/B1B4B1/8B/B2B1B1BB W"
    contacts = f"f4- g5- c3- d1- b4- a5- d4- a3- c1+ {contacts}"
    reply, chain = ("f4-e3W-d3A-d2A-c3A-b2W-c1W", "a1-b1A"), ("f4-e3W-d3A-d2W-c3A-b2A-c1W-b1W",)
    assert bool(judged(position, contacts, reply).faults) != is_reply
    assert bool(judged(position, contacts, chain).faults) == is_reply


@pytest.mark.parametrize(
    ("contacts", "is_reply"),
    [
        ("e4- e5- e5+ f2- d3- f5- . . . . . . e5- f4- g3+", True),
        ("e4- . . . . . . e5- e5+ f2- d3- f4- f5- e5- g3+", False),
    ],
)
def test_a_reply_may_take_before_its_stone_rises(contacts: str, is_reply: bool) -> None:
    """The move stands by then; where the stone rose before, it was taken, and the move is longer."""
    position = "4WW1W1/W1W1BW3/3W5/4WWWW1/5W1BW B"
    reply, chain = ("e4-e3W-d4W-d5W-e5A", "f4-g3W"), ("e4-d4W-e3A-f3W-f4A-g3W",)
    assert bool(judged(position, contacts, reply).faults) != is_reply
    assert bool(judged(position, contacts, chain).faults) == is_reply


def test_a_reply_that_was_taken_back_has_made_the_move_final() -> None:
    """It has taken the stone that moved, too: that does not go on when it rises first (P3)."""
    reply = "a3- b3+ . . . . . b3- c3- b4+ b4- b1- b2- c3+ c3- d2- c2+ c1-"
    contacts = f"c2- c3+ c4- c1- c1+ {reply} b1+ d2+ c2- c3+ a3+ b2+ c1+ c3- a3- b3+"
    position = "1B5BB/2B5B/B8/1WWW5/1WW3BW1 W"
    assert not judged(position, contacts, ("c2-c3A", "a3-b3A")).faults
    assert judged(position, contacts, ("c2-c3A-b3A",)).faults


@pytest.mark.parametrize(
    ("touched", "is_reply"),
    [("a5- b4+ c3- c3+ b4- a5+", False), ("c3- a5- b4+ b4- a5+ c3+", True)],
)
def test_a_reply_whose_stone_rose_after_one_had_come_makes_nothing_final(
    touched: str, is_reply: bool
) -> None:
    """Black begins a5-b4A and puts it back; on the longer chain that would show White's c3-b4A (P3)."""
    position = "B1BB1BBBB/B1BB1BBBB/B1W1WW2W/W1WW1WWWW/1W1WWWWWW B"
    contacts = f"h4- g3+ e1- f2- a5- a5+ i3- turn h3+ g3- {touched}"
    assert bool(judged(position, contacts, ("h4-g3A", "i3-h3A")).faults) == is_reply
    assert bool(judged(position, contacts, ("h4-g3A-h3A",)).faults) != is_reply


def test_a_stone_that_rises_unseen_may_come_to_where_one_was_taken() -> None:
    """The reeds then show what they did before; if nothing came there, nothing moved."""
    position, contacts = "6BB1/9/4W1W2/9/9 W", "e3- f4+ g5- . g5+ g3- g4+ g5-"
    moves, blind = ("e3-f4A", "h5-g5", "g3-g4A"), frozenset({reference.point("h5")})
    assert not judged(position, contacts, moves, blind=blind).faults
    assert judged(position, contacts.replace("g5+", "."), moves, blind=blind).faults
    assert judged(position, contacts, moves).faults


@pytest.mark.parametrize(
    ("last", "is_right"),
    [
        (("c3-b3A", "d3-c3W-b2A"), True),
        (("c3-b3W", "a3-b2A"), False),
        (("c3-b3A", "d3-c3W"), False),
        (("c3-b3A", "d3-d2W"), False),
    ],
)
def test_a_stone_knocked_before_is_as_it_was_where_a_move_begins(
    last: tuple[str, str], is_right: bool
) -> None:
    """The move is told anew as a reply has slid to where it began: no more points are amiss then."""
    contacts = "f1- i4- i5+ g1+ i3- g5- h5+ i5- . c3- b3+ a3- g1- f1+ . c3+ d3-! c3- b2+ e3- a1-"
    times = zip((2000, 2700, 4100, 6000), ("i4-i5W", "g5-h5A", *last), strict=True)
    told = [(ms, ["move", "1-1", str(n), text]) for n, (ms, text) in enumerate(times, 1)]
    assert bool(judged("6B2/8W/B1WBW3B/9/W4W3 W", contacts, (), *told).faults) != is_right


@pytest.mark.parametrize(
    ("contacts", "is_reply"),
    [
        ("c2+ d2- e2+ e2- c2- f4- e3+", False),
        ("c2+ d2- e2+ e2- d2+ c2- f4- d2- e3+", True),
        ("d2- e2+ e2- f4- e3+", True),
    ],
)
def test_a_move_that_was_put_back_stands_no_more(contacts: str, is_reply: bool) -> None:
    """Although *turn* had ended it (P5); where not all is put back, it did (P3)."""
    position, contacts = "B8/5B3/W8/2B1W4/8W B", f"a5- a4+ a3- e2- d2+ c2- turn {contacts}"
    assert bool(judged(position, contacts, ("a5-a4A", *REPLY)).faults) != is_reply
    assert bool(judged(position, contacts, ("a5-a4A", *CHAIN)).faults) == is_reply


def test_a_move_is_not_another_one_once_a_reply_has_stood_on_it() -> None:
    """All is put back to there, and the reply is made again; before, the stone could go elsewhere (P3)."""
    contacts = "a1- b2+ b2- a2+ i5- h5+ a2- b2+ b2- a2+ h5- i5+ i5- h5+"
    assert not judged(QUIET, contacts, ("a1-a2", "i5-h5")).faults
    assert judged(QUIET, contacts, ("a1-b2", "i5-h5", "b2-a2")).faults


@pytest.mark.parametrize("is_own_first", [True, False])
def test_a_chain_that_went_on_is_put_back_as_a_reply_would_come(is_own_first: bool) -> None:
    """As the board is set up anew; had the other side risen first, the reply would be missing (P2)."""
    order = "e4+! d4- c4-" if is_own_first else "c4- d4- e4+!"
    contacts = f"e2- e3+ e5- e4- e3- d4+ c5- {order} . . e4- b4+ . . g1+"
    before = "1BBBBB1BB/B1B1BB1BB/BW1W1BBBW/WWW1W3W/WW1W1W1W1 W"
    told = (2900, ["move", "1-1", "1", "e2-e3A-d4A-e4W"])
    assert bool(judged(before, contacts, (), told).faults) != is_own_first


def test_a_move_has_stood_although_the_reply_is_in_the_air() -> None:
    """Both stones are; what was touched before makes no other move of it."""
    position = "1W7/1W4BB1/9/WWW5W/9 B"
    contacts = "g4- g3+ h4-! h4+ . . . b4- h4- a3+ g4+"
    assert not judged(position, contacts, ("g4-g3", "b4-a3", "h4-g4")).faults
    assert judged(position, contacts, ("h4-g3", "b4-a3")).faults


@pytest.mark.parametrize(
    ("contacts", "is_first_on_e3"),
    [("e4- e3+ f3- e3- f4+ e3+", True), ("e4- e3+ e3- f3- f4+ e3+", False), ("e4- f3- f4+ e3+", False)],
)
def test_a_quiet_move_goes_on_to_no_other_point_beside_the_reply(contacts: str, is_first_on_e3: bool) -> None:
    """Its stone was only touched where it stood as the other side's rose (P2)."""
    position = "9/4W4/5BB2/5B1B1/6B2 W"
    assert bool(judged(position, contacts, ("e4-e3", "f3-f4")).faults) != is_first_on_e3
    assert bool(judged(position, contacts, ("e4-f4", "f3-e3")).faults) == is_first_on_e3


def test_a_reply_that_takes_something_rises_only_after_the_move_has_come_to_its_end() -> None:
    """What rose before that was taken by the move (P2)."""
    position = "1BBBBB1B1/1B2BB2B/W3BW2W/3WW3W/WWWWWW1WW B"
    contacts = "b4- d2- e1- a1- c5- c3+! c5+ c3-! b2+ turn a3- . . . . . a3+ c5- b4+ a3-!"
    assert not judged(position, contacts, ("b4-c3A-b2A", "a3-b4A")).faults
    assert judged(position, contacts, ("b4-c3A", "a1-b2A", "c5-b4A")).faults


def test_a_stone_left_aside_does_not_matter() -> None:
    assert not judged(QUIET, "i5- a1- a2+", ("a1-a2",)).faults


@pytest.mark.parametrize(("end", "rests"), [("f2+ e2- g2-", 0), ("e2- g2-", 1)])
def test_a_stone_that_stands_where_it_has_taken_one_is_in_no_hand(end: str, rests: int) -> None:
    """Two seconds pass then, before a stone is straightened."""
    before = reference.parse_position("BBBB3BB/BBBBB1BBB/BWB3W1W/WWWW1WW1W/WWWWWWWW1 B")
    move = next(move for move in reference.moves(before) if move.text == "d4-e3A-e2A-f2A")
    words = f"f2- g1- d4- e3+ e2+ e3- e1- {end} a3- a3+".split()
    times = [n * 200_000 + 2_000_000 * word.startswith("a3") for n, word in enumerate(words)]
    events = [(us, reference.point(word[:2]), word[2:] == "+") for us, word in zip(times, words, strict=True)]
    contacts = Contacts(before.own | before.enemy, iter(events))
    count = len(contacts.changes)
    assert Window(contacts, 0, count, []).rests_in_hand(0, count, move) == rests


def test_a_last_move_that_is_told_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In games of the soak; any other legal move that leads elsewhere, told in the same millisecond."""
    boards: list[tuple[Sitting, SoakBoard]] = []
    monkeypatch.setattr(playing, "_judge", lambda outcome, sitting, board: boards.append((sitting, board)))
    count = 0
    for n in range(GAMES):
        assert not play(Plan(f"judge {n}", cap=7, slips=False)).fault
        sitting, board = boards.pop()
        table = sitting.table
        assert not judge(table.start, table.events, board.told).faults
        last = max(k for k, (_, words) in enumerate(board.told) if words[0] == "move")
        ms, words = board.told[last]
        before = sitting.before_last(1).position
        right = reference.find_move(before, words[3])
        for move in reference.moves(before):
            if move.after != right.after:
                told = [*board.told[:last], (ms, [*words[:3], move.text])]
                assert judge(table.start, table.events, told).faults, f"{move.text}, not {right.text}"
                count += 1
    assert count > 25


def test_it_makes_the_soak_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds is a fault of the game, although the board recorded what the hands meant."""
    plan = Plan("judge 1", cap=8, slips=False)
    assert play(plan).counts[f"second judge: {ONLY}"] > 5
    monkeypatch.setattr(playing, "judge", lambda *_: Verdict(["ply 3: another one"], 3))
    found = play(plan)
    assert found.fault == "second judge: ply 3: another one"
    assert found.ply == 3


@pytest.mark.parametrize(
    ("is_closed", "changes", "left"),
    [
        (True, [(0, False), (9_000, True)], []),  # a flicker
        (False, [(0, True), (8_000, False)], []),  # a brush
        (True, [(0, False), (900, True), (1_500, False), (90_000, True)], [(0, False), (90_000, True)]),
        (True, [(0, False), (9_000, True), (50_000, False)], [(50_000, False)]),
        (False, [(0, True), (3_000, False), (4_000, True)], [(0, True)]),
    ],
)
def test_contacts_are_rid_of_what_hands_cannot_do(
    is_closed: bool, changes: list[tuple[int, bool]], left: list[tuple[int, bool]]
) -> None:
    assert without_flickers(is_closed, without_chatter(is_closed, changes)) == left


def test_a_move_that_is_told_anew_replaces_what_followed() -> None:
    said = told_of(QUIET, ("a1-a2", "i5-h5"))
    said += [(9100, ["move", "1-1", "1", "a1-b2"]), (9200, ["move", "1-1", "2", "i5-i4"])]
    said += [(9300, ["takeback", "1-1", "2"]), (9400, ["move", "1-1", "1", "a1-b2"])]
    assert courses(said)[0][0].plies == [(9100, "move", "a1-b2")]


def test_what_is_told_again_before_another_game_begins_was_made_before() -> None:
    said = told_of(QUIET, ("a1-a2", "i5-h5"))
    said += [(9500, ["takeback", "1-1", "1"]), (9550, ["move", "1-1", "1", "a1-a2"])]
    said += [(9603, ["move", "1-1", "2", "i5-h5"]), (9606, ["game", "1-2", "1", *QUIET.split(" ")])]
    assert courses(said)[0][0].plies == [(9550, "move", "a1-a2"), (9000, "move", "i5-h5")]
