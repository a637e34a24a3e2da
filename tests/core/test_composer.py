"""Composing a position on the board, with no computer: buttons, lights, what is refused, what comes of it."""

from board import MENU, TURN, Board
from keeping import Kept
from sectors import Sectors

from fanorona.hands.buttons import TURN_MS
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import START as SET_UP

HOLD = TURN_MS + 100
BACK = 1600
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def begin(board):
    board.lines = []
    board.press(TURN, HOLD)
    return board


def composed(board, white, black, last=TURN):
    """Compose a position of these stones on an empty board."""
    begin(board)
    board.place(white)
    board.press(TURN)
    board.place(black)
    board.press(last)
    return board


def colours(board):
    """The letters of all lights, each once."""
    return "".join(sorted(set(board.lights().values())))


def clear(board):
    for p in range(POINTS):
        board.raw[p] = 0
    board.wait(100)


def test_first_white_then_black_then_white_moves():
    board = Board(empty=True)
    begin(board)
    assert board.said("compose") == ["9/9/9/9/9 W -"]
    assert colours(board) == "I" and len(board.lights()) == POINTS
    board.place("d1 e3")
    assert board.lit("i") == "d1 e3" and colours(board) == "Ii"
    board.press(TURN)
    assert board.lit("i") == "d1 e3" and colours(board) == "Ki"
    board.place("e5")
    assert board.lit("k") == "e5" and colours(board) == "Kik"
    assert board.said("compose")[-1] == "4B4/9/4W4/9/3W5 B -"
    board.press(TURN)
    assert board.said("game") == ["0123abcd-1 1 4B4/9/4W4/9/3W5 W"]
    assert board.said("state") == ["play 3"] and board.lights() == {}
    board.lift("e3")
    board.place("e4")
    board.lift("e5")
    assert board.moves() == ["e3-e4A"]


def test_menu_instead_of_the_last_turn_lets_black_move():
    board = composed(Board(empty=True), "d1", "e5", MENU)
    assert board.said("game") == ["0123abcd-1 1 4B4/9/9/9/3W5 B"]
    assert board.said("wish") == []


def test_stones_that_stand_at_first_are_white():
    board = Board()
    begin(board)
    assert board.said("result") == ["0123abcd-1 * abandoned 0"]
    assert board.said("state") == ["over 3", "setup 3"]
    assert len(board.lit("i").split(" ")) == 44
    for p in range(27, POINTS):
        board.raw[p] = 0
    board.wait(100)
    board.press(TURN)
    board.place("a5")
    board.press(TURN)
    assert board.said("game") == ["0123abcd-2 1 B8/9/WWWW1WWWW/WWWWWWWWW/WWWWWWWWW W"]


def test_a_stone_that_is_lifted_and_put_back_keeps_its_colour():
    board = Board(empty=True)
    begin(board)
    board.place("a1 b1")
    board.press(TURN)
    board.lift("a1")
    assert board.lights()["a1"] == "K"
    board.place("a1")
    assert board.lit("i") == "a1 b1"
    board.lift("a1")
    board.place("c3 a1")
    assert board.lit("i") == "b1" and board.lit("k") == "a1 c3"


def test_a_position_needs_both_colours_and_a_move():
    board = Board(empty=True)
    begin(board)
    board.press(TURN)
    assert colours(board) == "n" and board.said("compose")[-1] == "9/9/9/9/9 W no-white"
    board.place("a1")
    assert colours(board) == "Ii" and board.said("compose")[-1] == "9/9/9/9/W8 W -"
    board.press(TURN)
    for button in (TURN, MENU):
        board.press(button)
        assert colours(board) == "in" and board.said("compose")[-1] == "9/9/9/9/W8 B no-black"
    board.place("b1 b2 a2")
    board.press(TURN)
    assert board.lit("r") == "a1" and board.said("compose")[-1] == "9/9/9/BB7/WB7 B no-move"
    assert board.said("game") == []
    board.press(MENU)
    assert board.said("game") == ["0123abcd-1 1 9/9/9/BB7/WB7 B"]


def test_white_stones_that_are_all_gone_again_are_missed():
    board = Board(empty=True)
    begin(board)
    board.place("a1")
    board.press(TURN)
    board.lift("a1")
    board.place("b2")
    board.press(TURN)
    assert board.said("compose")[-1] == "9/9/9/1B7/9 B no-white"


def test_a_long_menu_goes_back():
    board = Board(empty=True)
    begin(board)
    board.place("a1")
    board.press(TURN)
    board.place("b2")
    board.press(MENU, BACK)
    assert board.lit("i") == "a1" and board.lit("k") == "b2" and colours(board) == "Iik"
    board.place("c3")
    assert board.lit("i") == "a1 c3"
    board.press(MENU, BACK)
    assert board.said("setup")[-1].count("+") == 41 and "I" not in colours(board)
    clear(board)
    assert colours(board) == "ik" and len(board.lights()) == 44


def test_menu_for_four_seconds_begins_anew():
    board = Board(empty=True)
    begin(board)
    board.press(MENU, 4100)
    assert colours(board) == "ik"


def test_a_short_menu_means_nothing_while_white_is_put_up():
    board = Board(empty=True)
    begin(board)
    board.place("a1")
    board.press(MENU)
    assert colours(board) == "Ii" and board.said("wish") == []


def test_not_in_a_game():
    board = Board()
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    board.press(TURN, HOLD)
    assert board.said("compose") == [] and board.moves() == ["d3-e3A"]
    board = Board("9/9/1B7/9/W1B5B W")
    board.lift("a1")
    board.place("b1")
    board.press(TURN, HOLD)
    assert board.said("compose") == [] and board.lit("x") == "c1"


def test_after_a_game():
    board = Board()
    board.say("end 1-0")
    begin(board)
    assert board.said("state") == ["setup 3"] and colours(board) == "Ii"
    board.press(MENU, BACK)
    assert board.said("game") == ["0123abcd-2 1 " + START]


def test_a_position_from_the_host_is_still_set_up_when_composing_is_left():
    board = Board()
    board.say("load feedc0de-7 9/9/4W4/9/8B W")
    board.say("go")
    begin(board)
    board.press(MENU, BACK)
    clear(board)
    board.place("e3 i1")
    assert board.said("game") == ["feedc0de-7 1 9/9/4W4/9/8B W"]


def test_the_host_begins_a_game_instead():
    board = Board(empty=True)
    begin(board)
    board.place("a1")
    board.say("new")
    assert colours(board) == "ik"
    board.lift("a1")
    assert len(board.lights()) == 44


def test_a_snapshot_tells_of_it():
    board = Board(empty=True)
    begin(board)
    board.place("a1")
    board.lines = []
    board.say("snapshot")
    board.wait(50)
    assert board.said("compose") == ["9/9/9/9/W8 W -"] and board.said("setup") == []
    assert board.said("synced")


def test_a_game_composed_after_another_was_is_what_now_stands():
    board = composed(Board(empty=True), "a1", "i5")
    board.say("end 0-1")
    clear(board)
    composed(board, "c3", "e5", MENU)
    assert board.said("game") == ["0123abcd-2 1 4B4/9/2W6/9/9 B"]


def test_steps_are_due_only_when_something_changes():
    said = []
    for every in (True, False):
        board = Board(empty=True)
        board.say("watch lights 1")
        if every:
            board.session.idle_ms = lambda now: 1
        composed(board, "a1 b2", "i5")
        said.append(board.lines)
    assert said[0] == said[1]


def test_a_composed_game_outlasts_a_power_cut():
    board = composed(Kept(Sectors(), bytearray(POINTS)), "d1 e3", "e5 a5", MENU)
    board.wait(200)
    board.lift("e5")
    board.place("e4")
    board.lift("e3")
    assert board.moves() == ["e5-e4A"]
    board.wait(200)
    again = Kept(board.sectors, board.raw)
    assert again.said("game") == ["0123abcd-1 1 B3B4/9/4W4/9/3W5 B"]
    assert again.session.game.ply == 1


def test_a_game_that_was_taken_up_waits_until_another_is_composed():
    board = Kept(Sectors(), bytearray(POINTS))
    for p in range(POINTS):
        board.raw[p] = SET_UP[p] != 0
    board.wait(100)
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    board.wait(200)
    for leaves in (True, False):
        again = Kept(board.sectors, bytearray(POINTS))
        begin(again)
        if leaves:
            again.press(MENU, BACK)
            assert again.said("result") == [] and again.said("setup")
            again.wait(200)
    again.place("a1")
    again.press(TURN)
    again.place("i5")
    again.press(TURN)
    assert again.said("result") == ["0123abcd-1 * abandoned 1"]
    assert again.said("game")[-1].endswith("8B/9/9/9/W8 W")
