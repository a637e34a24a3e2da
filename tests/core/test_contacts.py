"""Contacts that are bad, found in play: what lights and the host are told of them."""

from board import TURN, Board

from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import parse_point
from fanorona.session import IN_VAIN_MS

CHATTERS = "chatters ........./........./........./........./x........"


def chatter(board, name):
    for _ in range(5):
        board.lift(name, 5)
        board.place(name, 5)
    board.wait(2000)


def test_a_contact_that_chatters_is_named_once():
    board = Board()
    chatter(board, "a1")
    assert board.said("blind") == [CHATTERS]
    assert board.lights() == {"a1": "b"}
    chatter(board, "a1")
    assert len(board.said("blind")) == 1
    board.lines = []
    board.say("snapshot")
    board.wait(100)
    assert board.said("blind") == [CHATTERS]


def test_a_stone_that_is_touched_is_no_chatter():
    board = Board()
    for _ in range(20):
        board.lift("a1", 40)
        board.place("a1", 40)
    assert board.said("blind") == []


def test_a_light_that_says_something_else_comes_first():
    board = Board()
    chatter(board, "e2")
    assert board.lit("b") == "e2"
    board.lift("e2")
    assert board.lit("b") == "" and board.lit("l") == "e2"
    board.place("e2")
    assert board.lit("b") == "e2"
    board.say("set level 0")
    board.wait(10)
    assert board.lights() == {}


def test_three_dead_contacts_are_too_many_and_the_lights_say_so():
    board = Board(empty=True)
    for p in range(POINTS):
        board.raw[p] = p != 22
    for name in ("d2", "e2", "f2"):
        board.raw[parse_point(name)] = 0
    board.wait(IN_VAIN_MS + 100)
    assert board.lit("i") == "d2 e2 f2"
    board.press(TURN)
    assert board.said("state") == ["setup 3"] and board.said("blind")[-1].startswith("many ")
    assert board.lit("n") == "d2 e2 f2"
    board.place("f2")
    assert board.lit("i") == "d2 e2"
    board.wait(IN_VAIN_MS)
    board.press(TURN)
    assert board.said("state")[-1] == "play 3" and board.lit("b") == "d2 e2"


def test_a_row_or_a_column_that_goes_dark_in_a_game_is_named():
    for names, first, letter, picture in (
        ("a5 b5 c5 d5 f5 g5 h5 i5", "a5", "k", "++++.++++/........./........./........./........."),
        ("d1 d2 d3 d4 d5", "d1", "i", "...+...../...+...../...+...../...+...../...+....."),
    ):
        board = Board()
        board.move("e2", "e3", "e4", "e5")
        assert board.moves() == ["e2-e3A"]
        board.lift(names, 0)
        board.wait(1500)
        assert board.said("ask") == ["wrong " + picture]
        assert board.lights() == {first: letter}
        board.wait(IN_VAIN_MS)
        board.press()
        assert board.said("blind") == ["many ........./........./........./........./........."]
        assert board.lights() == {first: letter}
        board.place(names, 0)
        board.wait(400)
        assert len(board.said("restored")) == 1
        assert board.lights() == {"e2": "f", "e3": "t"} and len(board.moves()) == 1
