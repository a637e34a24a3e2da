"""Levels of help: each side its own, and what both share; the coach's lights."""

from board import Board

TAKES = "9/9/3W1B3/9/W6BB W"
"""d3 can take f3 by going to e3 or away; a1 may not move, because it takes nothing."""
QUIET = "W8/9/9/9/8B W"
OPEN = "9/9/1B7/9/W1B5B W"
"""a1 takes c1 on b1, and may go on to b2."""


def at(white, black, position=None):
    board = Board(position)
    board.say("set level " + str(white) + " W")
    board.say("set level " + str(black) + " B")
    board.lines = []
    return board


def test_the_level_of_the_side_to_move_lights():
    board = at(3, 1, QUIET)
    board.lift("a5")
    assert board.lights() == {"a5": "l", "a4": "p", "b4": "p", "b5": "p"}
    board.place("a4")
    board.wait(400)
    assert board.lights() == {}, "Black has level 1: not even the last move"
    board.lift("i1")
    assert board.lights() == {}
    board.place("i2")
    assert board.lights() == {"i1": "f", "i2": "t"}
    board.lift("a4")
    assert board.lights()["a4"] == "l"


def test_either_side_can_have_the_higher_one():
    board = at(0, 4, QUIET)
    board.lift("a5")
    assert board.lights() == {}
    board.place("a4")
    board.wait(400)
    assert board.lights() == {"a5": "f", "a4": "t", "i1": "m"}
    board.lift("i1")
    assert board.lit("p") == "h1 h2 i2"


def test_errors_concern_both():
    for white, black in ((0, 1), (1, 0), (0, 4), (3, 0)):
        board = at(white, black, QUIET)
        board.lift("i1")
        board.place("e3")
        assert board.lights()["e3"] == "r" and board.lights()["i1"] == "n", (white, black)
    board = at(0, 0, QUIET)
    board.lift("i1")
    board.place("e3")
    assert board.lights() == {}


def test_the_record_level_needs_both():
    for white, black, ply in ((0, 0, 1), (0, 1, 0), (1, 0, 0)):
        board = at(0, 0, "B8/9/3W1B3/9/8B W")
        board.say("set level " + str(white) + " W")
        board.say("set level " + str(black) + " B")
        board.lift("d3")
        board.place("d2")
        board.press()
        board.wait(1000)
        board.press()
        board.wait(50)
        assert board.session.game.ply == ply, (white, black)
        assert len(board.said("irregular")) == ply


def test_way_back_and_result_are_for_both():
    board = at(4, 0)
    board.lift("a1 b1 c1 d1 e1", 1)
    board.wait(500)
    assert list(board.lights().values()) == ["i"], "one point at a time"
    board = at(0, 4, "9/9/9/9/W1B6 W")
    board.lift("a1 c1")
    board.place("b1")
    assert board.lights() == {"b1": "v"}


def test_levels_are_told_when_they_change_and_in_the_snapshot():
    board = Board(QUIET)
    board.say("set level 2")
    assert board.said("set") == ["level 2"] and board.said("state") == []
    board.say("set level 4 B")
    assert board.said("set") == ["level 2"] and board.said("state") == ["play 2 4"]
    board.say("snapshot")
    board.wait(50)
    assert board.said("state")[1:] == ["play 2 4"]
    board.lines = []
    board.say("get level")
    assert board.said("state") == ["play 2 4"] and board.said("set") == []
    board.say("set level 4 W")
    assert board.said("state")[1:] == ["play 4"]
    board.say("get level")
    assert board.said("set") == ["level 4"]


def test_no_other_side_is_known():
    board = Board(QUIET)
    for command in ("set level 2 X", "set level 5 W", "set level -1 B"):
        board.lines = []
        board.say(command)
        assert board.said("no") == ["1 argument"], command
    assert list(board.session.levels[1:]) == [3, 3]
    board.say("set brightness 100 W")
    assert board.session.brightness == 100


# The coach


def coached(position=QUIET, white=4, black=3):
    board = at(white, black, position)
    board.say("hint -")
    board.lines = []
    return board


def answer(board, command):
    board.lines = []
    board.say(command)
    refused = board.said("no")
    return refused[0] if refused else board.said("ok")[0]


def test_the_first_light_does_not_wait_for_the_coach():
    board = coached()
    board.lift("a5")
    assert board.lights() == {"a5": "l", "a4": "p", "b4": "p", "b5": "p"}
    assert answer(board, "hint a5 b4 b5") == "1"
    assert board.lights() == {"a5": "l", "a4": "c", "b4": "u", "b5": "u"}
    assert answer(board, "hint a5 -") == "1"
    assert board.lights() == {"a5": "l", "a4": "c", "b4": "c", "b5": "c"}
    assert answer(board, "hint a5 a4") == "1"
    assert board.lights() == {"a5": "l", "a4": "u", "b4": "c", "b5": "c"}


def test_advice_is_for_the_stone_in_the_hand():
    board = coached()
    assert answer(board, "hint a5 b4") == "1 busy"
    board.lift("a5")
    assert answer(board, "hint i1 b4") == "1 busy"
    assert answer(board, "hint z9 b4") == "1 argument"
    assert answer(board, "hint a5 b4") == "1"
    board.place("a5")
    assert "u" not in board.lights().values() and "c" not in board.lights().values()
    board.lift("a5")
    assert board.lights()["b4"] == "u", "it is good for the same stone again"
    board.place("b4")
    board.wait(400)
    assert board.lights() == {"a5": "f", "b4": "t"}
    board.lift("i1")
    assert board.lit("p") == "h1 h2 i2"
    assert answer(board, "hint i1 h2") == "1 busy", "Black has level 3"


def test_points_that_are_no_destinations_stay_as_they_are():
    board = coached(TAKES)
    board.lift("d3")
    lights = board.lights()
    assert lights["e3"] == "a" and lights["f3"] == "A"
    assert answer(board, "hint d3 e3 i1 i5 f3") == "1"
    lights["e3"] = "u"
    for name, letter in lights.items():
        expected = "c" if letter in "pwe" else letter
        assert board.lights()[name] == expected, name


def test_a_chain_is_advised_step_by_step():
    board = coached(OPEN)
    board.move("a1", "b1", "c1")
    assert board.lights() == {"b1": "o"}
    board.lift("b1")
    assert board.lights()["b1"] == "l" and board.lights()["b2"] == "a"
    assert answer(board, "hint b1 b2") == "1"
    assert board.lights()["b2"] == "u"


def test_a_blunder_is_lit_until_a_reply_begins():
    board = coached(QUIET, 4, 4)
    board.lift("a5")
    board.place("a4")
    board.wait(400)
    assert answer(board, "hint blunder b4") == "1 busy"
    assert answer(board, "hint blunder") == "1 argument"
    assert answer(board, "hint blunder a4 b3") == "1"
    assert board.lights() == {"a5": "f", "a4": "c", "i1": "m"}
    board.lift("i1")
    assert "c" not in board.lights().values()
    board.place("i1")
    assert board.lights()["a4"] == "c"
    board.lift("i1")
    board.place("i2")
    board.wait(400)
    assert "c" not in board.lights().values()


def test_a_blunder_can_be_put_back():
    board = coached(QUIET)
    board.lift("a5")
    board.place("a4")
    board.wait(400)
    answer(board, "hint blunder a4")
    board.lift("a4")
    board.place("a5")
    board.wait(1500)
    assert board.said("takeback") and board.session.game.ply == 0
    assert board.lights() == {"a5": "m"}


def test_an_open_move_that_had_better_go_on():
    board = coached(OPEN)
    board.move("a1", "b1", "c1")
    assert answer(board, "hint blunder b1 b2") == "1"
    assert board.lights() == {"b1": "c", "b2": "u"}
    board.lift("b1")
    assert board.lights()["b2"] == "a" and "u" not in board.lights().values()


def test_the_smaller_games_are_coached_by_the_same_lights():
    board = Board()
    board.say("set level 4")
    board.load("9/3B1B3/3W1W3/3W1B3/9 W telo")
    board.lift("d2")
    assert board.lights() == {"d2": "l", "e2": "p", "e3": "p"}
    assert answer(board, "hint d2 e3") == "1"
    assert board.lights() == {"d2": "l", "e2": "c", "e3": "u"}
    board.place("e2")
    board.wait(400)
    assert answer(board, "hint blunder e2") == "1"
    assert board.lights()["e2"] == "c"
    board.load("9/3B1B3/3W1W3/9/9 W telo")
    board.place("d2")
    board.wait(400)
    assert board.moves() == ["d2"], "placed"
    assert answer(board, "hint blunder d2") == "1"
    assert board.lights()["d2"] == "c"


def test_both_sides_of_a_vela_are_coached_by_the_same_lights():
    for variant, taken in (("vela", "f4"), ("vela-creditor", "")):
        board = Board()
        board.say("set level 4")
        board.say("new " + variant)
        board.wait(400)
        board.lift("d2")
        lit = {"d2": "l", "e3": "c"}
        if taken:
            lit[taken] = "A"
        assert board.lights()["e3"] == ("a" if taken else "p")
        assert answer(board, "hint d2 -") == "1" and board.lights() == lit
        board.place("d2")
        board.wait(400)
        board.lift("d2")
        lit["e3"] = "u"
        assert answer(board, "hint d2 e3") == "1" and board.lights() == lit
        board.place("e3")
        if taken:
            board.lift(taken)
        board.wait(400)
        assert answer(board, "hint blunder e3") == "1" and board.lights()["e3"] == "c"


def test_that_hints_are_used_up_is_said_by_the_corners():
    board = coached("9/9/4W4/9/8B W")
    assert answer(board, "hint none") == "1"
    assert board.lit("c") == "a1 a5 i1 i5"
    board.lift("e3")
    assert board.lit("c") == ""
    assert answer(board, "hint none") == "1"
    assert board.lit("c") == "a1 a5 i1 i5" and board.lights()["e3"] == "l"
    board = coached(QUIET)
    board.lift("a5")
    board.place("a4")
    board.lift("i1")
    board.place("h1")
    board.lift("a4")
    assert answer(board, "hint none") == "1"
    assert board.lit("c") == "a1 i1 i5" and board.lights()["a5"] == "p", "a4 may go to a5"


def test_without_a_host_level_4_helps_as_level_3_does():
    with_coach, without = coached(TAKES), at(3, 3, TAKES)
    for board in (with_coach, without):
        board.lift("d3")
    assert with_coach.lights() == without.lights()
