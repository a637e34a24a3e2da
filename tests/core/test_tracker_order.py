"""Hands ahead of each other, and stones that fall: what the board makes of them."""

from board import Board

from fanorona.lights.painter import EXTRA, LETTERS, MISSING
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, START

CHAIN = "9/9/1B7/9/W1B5B W"
"""a1-b1 takes c1 by approach, then b1-b2 takes b3. i1 stays."""
ONE = "9/9/9/9/2W1B3B W"
"""c1-d1 takes e1 by approach. i1 stays."""
GUIDES = "nrik"
"""The lights by which points are put right."""


def guided(board):
    """The points at which the board wants something put right."""
    return " ".join(name for letter in GUIDES for name in board.lit(letter).split(" ") if name)


def test_the_stone_rests_on_its_way_with_all_captures_off():
    board = Board(CHAIN)
    board.lift("c1 b3 a1")
    board.place("b1")
    board.wait(1500)
    assert board.said("ask") == []
    assert board.lights() == {"b1": "o"}
    assert board.said("step")[-1] == "0123abcd-2 1 a1-b1A"
    board.lift("b1")
    board.place("b2")
    assert board.moves() == ["a1-b1A-b2A"]


def test_the_stone_rests_on_its_way_with_a_later_capture_off():
    board = Board(CHAIN)
    board.lift("b3 a1")
    board.place("b1")
    board.wait(1500)
    assert board.said("ask") == []
    assert board.lights() == {"b1": "o", "c1": "x"}
    board.lift("c1 b1")
    board.place("b2")
    assert board.moves() == ["a1-b1A-b2A"]


def test_a_reply_begun_too_soon():
    board = Board(ONE)
    board.lift("c1")
    board.place("d1")
    board.lift("i1")
    assert board.lit("n") == "i1", "captured stones still stand"
    board.lift("e1")
    board.wait(400)
    assert board.moves() == [], "it may be put back"
    board.place("h1", 400)
    assert board.moves() == ["c1-d1A", "i1-h1"]


def touched(position, acts, ms=100):
    """Stones lifted (``-``) and set down (``+``) one after the other."""
    board = Board(position)
    for act in acts.split(" "):
        (board.lift if act[0] == "-" else board.place)(act[1:], ms)
    return board


def test_a_reply_begun_too_soon_that_a_chain_could_have_taken():
    """On b2 the stone from b3 takes that on b1; this one, going on from b1 to b2, would have taken it."""
    board = touched(CHAIN, "-a1 +b1 -b3 -c1 +b2", 400)
    assert board.moves() == ["a1-b1A"], "two stones stand there: it has not gone on"
    board.lift("b1")
    assert board.moves() == ["a1-b1A", "b3-b2A"]
    assert board.said("ask") == []


EITHER = "-a1 +b1 -b3 -c1 -b1 +b2", "-a1 +b1 -b3 -c1 +b2 -b1", "-a1 -b3 +b1 -c1 +b2 -b1"
"""a1-b1A-b2A, or a1-b1A and b3-b2A: the board has to ask."""


def test_where_a_chain_may_be_a_reply_begun_too_soon_the_board_asks():
    for acts in EITHER:
        board = touched(CHAIN, acts)
        assert board.moves() == [], acts
        assert board.lights() == {"b1": "o", "b3": "n"} or board.lit("n") == "b3", acts
        board.wait(1200)
        assert board.said("ask") == ["wrong ........./........./.+......./........./........."], acts
        board.press()
        assert board.moves() == [], acts


def test_the_stone_asked_for_comes_back_and_is_taken_again():
    for acts in EITHER:
        board = touched(CHAIN, acts)
        board.place("b3")
        assert board.lit("x") == "b3", acts
        board.lift("b3")
        assert board.moves() == ["a1-b1A-b2A"], acts


def test_the_reply_is_taken_back_and_made_again():
    for acts in EITHER:
        board = touched(CHAIN, acts)
        board.lift("b2")
        board.place("b3 b1")
        assert board.moves() == [], acts
        assert board.lights() == {"b1": "o"}, acts
        board.lift("b3")
        board.place("b2")
        board.lift("b1")
        assert board.moves() == ["a1-b1A", "b3-b2A"], acts


def test_a_capture_taken_early_is_no_reply_unless_it_is_the_last_but_one():
    first = "-b3 -a1 +b1 -c1 -b1 +b2", "-a1 -b3 -c1 +b2"
    last = "-a1 +b1 -b3 -b1 +b2 -c1", "-a1 +b1 -c1 -b1 -b3 +b2"
    for acts in first + last:
        board = touched(CHAIN, acts)
        assert board.moves() == ["a1-b1A-b2A"], acts


def test_at_level_0_a_chain_is_a_chain():
    """Nobody is asked for anything there (P10)."""
    board = Board()
    board.say("set level 0")
    board.load(CHAIN)
    for act in EITHER[0].split(" "):
        (board.lift if act[0] == "-" else board.place)(act[1:], 100)
    assert board.moves() == ["a1-b1A-b2A"]


def test_a_stone_of_the_other_side_that_slips_is_no_reply():
    board = Board(ONE)
    board.lift("c1")
    board.place("d1")
    board.lift("i1")
    board.place("i1")
    board.lift("e1")
    assert board.moves() == ["c1-d1A"]
    assert board.said("ask") == []


def bumped():
    board = Board()
    board.lift("e2 e4 a1 i5 e5 b1 h5")
    board.place("e3")
    board.wait(1500)
    return board


def test_a_bumped_board_goes_back_point_by_point():
    board = bumped()
    assert board.said("ask") == ["wrong ....+..++/....+..../....-..../....+..../++......."]
    assert board.lights() == {"e3": "r"}, "what must go comes first"
    board.lift("e3")
    put = 0
    while guided(board):
        (name,) = guided(board).split(" ")
        assert board.lit("i" if name[1] in "12" else "k") == name, (
            "its colour tells which stone belongs there"
        )
        board.place(name, 400)
        put += 1
    assert put == 7
    assert board.said("restored") == [""]
    assert board.moves() == []


def test_a_move_shown_on_the_way_back_is_none():
    board = bumped()
    board.place("a1 b1 h5 i5", 400)
    assert board.moves() == [], "the reeds show e2-e3A"
    assert guided(board) == "e3"
    board.lift("e3")
    board.place("e2 e4 e5", 400)
    assert board.moves() == []
    assert board.said("restored") == [""]


def test_a_move_shown_on_the_way_back_is_one_if_the_game_goes_on():
    board = bumped()
    board.place("a1 b1 h5 i5", 400)
    board.lift("d4")
    assert board.moves() == ["e2-e3A"]


def test_stones_straightened_in_haste_are_no_bump():
    board = Board(CHAIN)
    board.lift("a1")
    board.place("b1")
    board.lift("i1 b3")
    board.place("b3 i1")
    board.lift("c1")
    board.press()
    assert board.moves() == ["a1-b1A"]


def test_the_guides_are_the_lights_that_say_so():
    assert {chr(LETTERS[EXTRA]), chr(LETTERS[MISSING])} <= set(GUIDES)


def test_an_accident_is_no_reply():
    board = Board("B8/9/9/6B2/W7B W")
    board.lift("i1 a5 a1")
    board.place("b2")
    board.wait(1500)
    assert len(board.said("ask")) == 1
    board.place("i1")
    board.wait(400)
    assert board.moves() == [], "a5 is still off, and looks like a reply"


def ended_by(name):
    """a1-b1A stands complete when a stone of Black's rises; it could go on with b1-b2A, taking b3 and b4."""
    board = Board("9/1B7/1B7/9/W1B5B W")
    board.lift("a1", 400)
    board.place("b1", 400)
    board.lift("c1", 400)
    board.lift(name, 400)
    assert board.moves() == ["a1-b1A"]
    return board


def test_a_move_that_was_longer_after_all_is_corrected_in_the_open():
    board = ended_by("b4")
    board.lift("b1 b3", 200)
    board.place("b2", 400)
    assert board.said("move") == ["0123abcd-2 1 a1-b1A 1 3", "0123abcd-2 1 a1-b1A-b2A 1 1"]
    assert board.session.game.ply == 1
    board.lift("i1", 400)
    board.place("h1", 400)
    assert board.said("move")[2:] == ["0123abcd-2 2 i1-h1 1 1"]
    assert board.said("ask") == []


def test_a_move_ended_by_a_touch_is_not_corrected():
    board = ended_by("i1")
    board.place("i1", 400)
    board.lift("b1", 200)
    board.place("b2", 400)
    board.lift("b4 b3", 400)
    assert board.moves() == ["a1-b1A"]
    board.wait(1000)
    assert len(board.said("ask")) == 1


def test_a_move_ended_by_a_touch_does_not_go_on_as_a_reply():
    for acts in ("-b1 +b2 -b3", "-b1 -b3 +b2", "+b2 -b1 -b3"):
        board = Board(CHAIN)
        for act in f"-a1 +b1 -c1 -i1 +i1 {acts}".split(" "):
            (board.lift if act[0] == "-" else board.place)(act[1:], 400)
        assert board.moves() == ["a1-b1A"], acts
        board.wait(1000)
        assert board.said("ask") == ["wrong ........./........./........./........./.+......."], acts
        board.place("b1", 400)  # it is taken again: so this was the reply
        board.lift("b1", 400)
        assert board.moves() == ["a1-b1A", "b3-b2A"], acts


def test_what_is_not_corrected_is_left_as_it_was():
    board = ended_by("b4")
    board.lift("i1", 1500)
    assert board.moves() == ["a1-b1A"]
    assert len(board.said("ask")) == 1
    board.place("b4 i1", 400)
    board.lift("b3", 400)
    board.place("b2", 400)
    board.lift("b1", 400)
    assert board.moves() == ["a1-b1A", "b3-b2A"]


def point_by_point(position, captures, way):
    """The captured stones are taken off first, then the stone is set down on every point of its way."""
    board = Board(position)
    board.lift(captures, 200)
    at = None
    for name in way.split(" "):
        if at:
            board.lift(at, 200)
            board.place(name, 400)
        at = name
    return board


def test_a_move_shown_on_the_way_is_corrected():
    """On i2 the reeds show h4-g4W-g3W-h2W-i2W, which is closed (P2)."""
    board = point_by_point("1BB2BBB1/2B2B1WB/9/2W1W1B2/1W1W5 W", "f4 g2 g5 i4", "h4 i3 i2 h2 g3")
    first, second = board.said("move")
    assert first.split(" ")[1:3] == ["1", "h4-g4W-g3W-h2W-i2W"]
    assert second.split(" ")[1:3] == ["1", "h4-i3W-i2W-h2A-g3A"]
    assert board.said("ask") == []


def test_an_open_move_shown_on_the_way_is_no_end():
    """On c2 the reeds show a3-a4W-b4A-c3A-c2A, which may go on."""
    board = point_by_point(
        "BB1B1BBBB/2W1BBBBB/B2BWBWBW/W2WWWWWW/1WWWWWWWW B", "a2 c1 c4 d2 e1", "a3 b2 c2 c3 b4"
    )
    assert board.moves() == ["a3-b2A-c2W-c3A-b4W"]
    assert board.said("ask") == []


def test_a_new_game_has_no_last_move_to_correct():
    board = point_by_point("1BB2BBB1/2B2B1WB/9/2W1W1B2/1W1W5 W", "f4 g2 g5 i4", "h4 i3 i2")
    assert len(board.moves()) == 1
    board.say("new")
    for p in range(POINTS):
        board.raw[p] = START[p] != EMPTY
    board.wait(100)
    board.lift("a5", 1500)
    assert board.session.game.ply == 0
    assert len(board.said("ask")) == 1


def test_captures_in_no_order_tell_nothing_of_the_way():
    """g4-g3A-f2W-e2A is shorter; the stones came off a little more in the order of the other way (P8)."""
    board = Board("BB1B3B1/BB2B1BWB/B6BW/WW1W2W1W/WW1W2WW1 B")
    board.lift("g4 d2 h4 g1 g2")
    board.place("e2")
    board.press()
    assert board.moves() == ["g4-g3A-f2W-e2A"]


def test_captures_in_the_order_of_a_way_tell_of_it():
    board = Board("BB1B3B1/BB2B1BWB/B6BW/WW1W2W1W/WW1W2WW1 B")
    board.lift("g4 h4 d2 g1 g2")
    board.place("e2")
    board.press()
    assert board.moves() == ["g4-f4W-e3A-f2A-e2W"]
