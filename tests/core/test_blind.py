"""Points whose contacts do not tell: named, left out, and the game goes on as far as the others do."""

from board import Board

from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, Position

PAIKA = "W8/9/9/9/8B W"
ONE = "9/9/9/9/2W1B3B W"
"""c1-d1 takes e1 by approach. i1 stays."""
BOTH = "9/9/9/9/1BW1B3B W"
"""c1-d1 takes e1 by approach or b1 by withdrawal (R5)."""
LONG_MS = 10100
NOWHERE = "........./........./........./........./........."


def set_up(position, dead):
    """A board in set-up, all stones up, of which some are not seen."""
    board = Board()
    board.say("load - " + position)
    board.say("go")
    loaded = Position()
    notation.parse_position(position, loaded)
    for p in range(POINTS):
        board.raw[p] = loaded.board[p] != EMPTY and notation.point_name(p) not in dead.split(" ")
    board.wait(LONG_MS)
    board.lines = []
    return board


def blind(position, dead):
    board = set_up(position, dead)
    board.press()
    assert board.said("blind")[0].startswith("left ")
    assert len(board.said("game")) == 1
    return board


def test_a_game_begins_without_a_dead_point():
    board = blind(PAIKA, "i1")
    assert board.said("blind") == ["left ........./........./........./........./........x"]
    assert board.lit("b") == "i1"
    board.lift("a5")
    board.place("b5")
    assert board.moves() == ["a5-b5"]


def test_not_at_once_and_not_more_than_two():
    board = set_up(ONE, "c1 e1 i1")
    board.press()
    assert board.said("blind") == ["many " + NOWHERE]
    assert board.said("game") == []
    board.place("c1", 1000)
    board.press()
    assert board.said("game") == []
    board.wait(LONG_MS)
    board.press()
    assert board.said("blind")[-1] == "left ........./........./........./........./....x...x"
    assert len(board.said("game")) == 1


def test_a_stone_that_is_not_seen_to_rise_or_to_come():
    board = blind(PAIKA, "i1")
    board.lift("a5")
    board.place("b5 h1")
    assert board.moves() == ["a5-b5"]
    assert board.lit("o") == "h1"
    board.press()
    assert board.moves() == ["a5-b5", "i1-h1"]
    board.lift("b5")
    board.place("a5")
    board.lift("h1")
    assert len(board.moves()) == 3
    board.press()
    assert board.moves()[3:] == ["h1-i1"]
    assert board.said("ask") == []


def test_a_contact_that_stays_closed_when_its_stone_is_taken():
    board = Board(ONE)
    board.lift("c1")
    board.place("d1", 1000)
    board.press()
    assert board.said("blind") == [] and board.lit("x") == "e1"
    board.wait(LONG_MS)
    board.press()
    assert board.said("blind") == ["left ........./........./........./........./....x...."]
    assert board.moves() == [] and board.lit("x") == "" and board.lit("b") == "e1"
    board.press()
    assert board.moves() == ["c1-d1A"]
    board.lift("i1")
    board.place("h1")
    assert board.moves() == ["c1-d1A", "i1-h1"]


def test_a_contact_that_fails_while_nobody_moves():
    board = Board(PAIKA)
    board.lift("i1", LONG_MS)
    assert board.said("ask") == ["wrong ........./........./........./........./........+"]
    board.press()
    assert board.said("restored") == [""]
    board.lift("a5")
    board.place("a4")
    assert board.moves() == ["a5-a4"]


def test_two_lines_to_choose_from_are_not_left_out():
    board = Board(BOTH)
    board.lift("c1")
    board.place("d1", LONG_MS)
    assert board.lit("W") == "b1" and board.lit("A") == "e1"
    board.press()
    assert board.said("blind") == [] and board.lit("W") == "b1"
    board.lift("e1")
    assert board.moves() == ["c1-d1A"]


def test_what_cannot_be_told_is_asked():
    board = blind(BOTH, "b1 e1")
    board.lift("c1")
    board.place("d1", 400)
    board.press()
    assert board.moves() == []
    board.wait(1200)
    assert board.said("ask") == ["doubt ........./........./........./........./...?....."]
    board.lift("d1")
    board.place("c1")
    assert board.said("restored") == [""]
    assert board.moves() == []


def test_one_line_seen_tells_which_it_was():
    board = blind(BOTH, "b1")
    board.lift("c1")
    board.place("d1")
    board.lift("e1")
    assert board.moves() == ["c1-d1A"]
    board.press()
    assert board.moves() == ["c1-d1A"]


def test_a_contact_that_changes_is_no_longer_blind():
    board = blind(PAIKA, "i1")
    board.place("i1")
    assert board.said("blind")[1:] == ["left " + NOWHERE]
    assert board.lit("b") == ""
    board.lift("a5")
    board.place("b5")
    board.lift("i1")
    board.place("h1")
    assert board.moves() == ["a5-b5", "i1-h1"]


def test_a_host_that_comes_later_is_told():
    board = blind(PAIKA, "i1")
    board.lines = []
    board.say("hello 1.0 test")
    board.wait(100)
    at = board.lines.index("synced")
    assert board.lines[at - 1] == "blind left ........./........./........./........./........x"


def test_the_last_points_on_the_way_back_are_left_out():
    board = Board()
    board.lift("a1 b1 c1 d1 e1 f1")
    board.wait(2000)
    board.place("a1 b1 c1 d1")
    board.wait(LONG_MS)
    board.press()
    board.wait(100)
    assert board.said("blind") == ["left ........./........./........./........./....xx..."]
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    assert board.moves() == ["d3-e3A"]
