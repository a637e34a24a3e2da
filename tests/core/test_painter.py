"""Which role lights which point, by phase, status and level of help."""

from board import Board

from fanorona.lights import painter

BOTH = "9/9/9/9/1BW1B3B W"
CHAIN = "9/9/1B7/9/W1B5B W"
ENEMIES = "W8/9/9/9/1BW1B3B W"


def at(level, position=None):
    board = Board(position)
    board.say("set level " + str(level))
    return board


def test_a_letter_for_each_role():
    assert len(painter.LETTERS) == painter.ROLES == len(set(painter.LETTERS))


def test_set_up_shows_missing_stones_by_colour_and_extra_ones():
    for level in range(5):
        board = at(level)
        board.say("new")
        board.say("load - W8/9/9/9/8B W")
        board.say("go")
        assert board.lights()["a1"] == "r" and "a5" not in board.lights()
        board.lift("a5 i1")
        assert board.lights()["a5"] == "i" and board.lights()["i1"] == "k"


def test_the_lifted_stone_its_ways_and_what_they_take():
    board = at(3, BOTH)
    board.lift("c1")
    assert board.lights() == {"c1": "l", "d1": "e", "b1": "W", "e1": "A"}
    for level in (0, 1, 2):
        board = at(level, BOTH)
        board.lift("c1")
        assert board.lights() == {}, level


def test_a_paika_shows_where_to_go():
    board = at(3, "W8/9/9/9/8B W")
    board.lift("a5")
    assert board.lights() == {"a5": "l", "a4": "p", "b4": "p", "b5": "p"}


def test_stones_that_may_move_only_at_the_highest_level():
    assert at(3, ENEMIES).lights() == {}
    assert at(4, ENEMIES).lights() == {"c1": "m"}
    assert at(4, "W8/9/9/9/8B W").lights() == {"a5": "m"}


def test_a_paika_where_a_capture_is_due_shows_who_can_capture():
    for level in range(5):
        board = at(level, "W8/9/9/9/1BW1B3B W")
        board.lift("a5")
        shown = {"a5": "n"} if level else {}
        if level >= 3:
            shown["c1"] = "m"
        assert board.lights() == shown
        board.place("a4")
        if level:
            shown["a4"] = "r"
        assert board.lights() == shown
        board.lift("a4")
        board.place("a5")
        board.lift("c1")
        assert "m" not in board.lights().values()


def test_without_a_capture_or_with_another_stone_amiss_nobody_is_shown():
    board = at(3, "W8/9/9/9/2W5B W")
    board.lift("c1 a5")
    assert "m" not in board.lights().values()
    board = at(3, "W8/9/9/9/1BW1B3B W")
    board.place("d3")
    assert board.lights() == {"d3": "r"}


def test_who_can_capture_is_shown_where_it_stands_and_only_while_nobody_moves():
    board = at(3, "W8/9/9/9/1BW1BW3 W")
    board.lift("a5 c1")
    assert board.lights().get("a5") == "n"
    assert "m" not in board.lights().values()
    board = at(3, "W8/9/9/9/1BW1B3B W")
    board.lift("c1")
    board.place("d1")
    board.lift("a5")
    assert board.lights()["a5"] == "n"
    assert "m" not in board.lights().values()


def test_a_captured_stone_off_early_shows_who_can_have_taken_it():
    board = at(3, ENEMIES)
    board.lift("e1")
    assert board.lights() == {"c1": "m"}


def test_choice_and_stones_to_come_off():
    for level in (2, 3, 4):
        board = at(level, "9/9/9/9/BBW1BB2B W")
        board.lift("c1")
        board.place("d1")
        assert board.lights() == {"a1": "W", "b1": "W", "e1": "A", "f1": "A"}, level
        board.lift("e1")
        assert board.lights() == {"f1": "x"}
    board = at(1, "9/9/9/9/BBW1BB2B W")
    board.lift("c1")
    board.place("d1")
    assert board.lights() == {}


def test_open_move_and_last_move():
    board = at(2, CHAIN)
    board.lift("a1")
    board.place("b1")
    board.lift("c1")
    assert board.lights() == {"b1": "o"}
    board.press()
    assert board.lights() == {"a1": "f", "b1": "t"}


def test_errors_show_from_level_one():
    for level in range(5):
        board = at(level, BOTH)
        board.lift("i1")
        board.place("g5")
        expected = {"i1": "n", "g5": "r"} if level else {}
        assert {name: board.lights().get(name) for name in expected} == expected
        assert level or board.lights() == {}


def test_winner_and_draw():
    board = at(0, "9/9/9/9/W1B6 W")
    board.lift("a1 c1")
    board.place("b1")
    assert board.lights() == {"b1": "v"}
    board = at(0, BOTH)
    board.say("end 1/2-1/2")
    assert board.lights() == {"b1": "d", "c1": "d", "e1": "d", "i1": "d"}


def test_a_hint_is_seen_alone_until_it_is_carried_out():
    board = at(4, CHAIN)
    assert "m" in board.lights().values()
    board.say("hint a1-b1A-b2A")
    whole = {"a1": "h", "b1": "j", "b2": "j", "c1": "g", "b3": "g"}
    assert board.lights() == whole
    board.say("hint -")
    assert board.lights() == {"a1": "m"}
    board.say("hint a1-b1A-b2A")
    board.lift("a1")
    assert board.lights() == whole, "the stone is in the hand"
    board.place("a1")
    assert board.lights() == whole
    board.lift("a1")
    board.place("b1")
    assert board.lights() == {"c1": "x"}
    board.lift("c1")
    assert board.lights() == {"b1": "o"}
    board.say("hint b1-b2A")
    rest = {"b1": "h", "b2": "j", "b3": "g"}
    assert board.lights() == rest, "what is left of it"
    board.lift("b1")
    assert board.lights() == rest
    board.place("b2")
    board.lift("b3")
    board.press()
    assert board.lights() == {"a1": "f", "b2": "t", "i1": "m"}


def test_another_stone_than_the_hint_s_is_shown_its_own_ways():
    board = at(3, "8B/9/9/9/W3W4 W")
    board.say("hint a1-b1")
    board.lift("e1")
    assert board.lights()["e1"] == "l" and "h" not in board.lights().values()
    board.place("e1")
    assert board.lights() == {"a1": "h", "b1": "j"}


def test_without_help_what_a_shown_move_takes_is_still_lit():
    board = at(0, CHAIN)
    board.say("hint a1-b1A-b2A")
    board.lift("a1")
    board.place("b1")
    assert board.lights() == {"c1": "x"}
    board.lift("c1")
    board.say("hint b1-b2A")
    assert board.lights() == {"b1": "h", "b2": "j", "b3": "g"}


def test_self_test_lights_one_point_after_the_other():
    board = Board()
    board.wait(3000)
    board.say("test")
    seen = []
    for _ in range(45):
        lights = board.lights()
        assert list(lights.values()) == ["z"]
        seen += lights
        board.wait(50)
    assert len(set(seen)) == 45
    assert board.lights() == {}
    assert board.said("test")[-1] == "done"
