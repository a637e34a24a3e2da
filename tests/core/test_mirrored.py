"""The mirrored start (B3): chosen at the board or by the host, kept in later games and over power cuts."""

from board import MENU, Board
from keeping import Kept
from sectors import Sectors

from fanorona.hands.buttons import MIRROR_MS, NEW_MS
from fanorona.rules.geometry import POINTS

HOLD = MIRROR_MS + 100
PLAIN = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW W"


def start(board):
    """The position with which the latest game began."""
    return board.said("game")[-1].split(" ", 2)[2]


def shown(board):
    return board.lit("i"), board.lit("k")


def play(board):
    """d2-e3A is legal in both."""
    board.lift("d2")
    board.place("e3")
    board.lift("f4 g5")
    assert board.moves()[-1] == "d2-e3A"


def test_menu_for_eight_seconds_changes_over_and_back():
    board = Board()
    board.press(MENU, HOLD)
    assert start(board) == MIRRORED and board.said("set") == ["mirrored 1"]
    assert shown(board) == ("a3 c3 f3 h3", "b3 d3 g3 i3")
    board.press(MENU, HOLD)
    assert start(board) == PLAIN and board.said("set") == ["mirrored 1", "mirrored 0"]
    assert shown(board) == ("b3 d3 g3 i3", "a3 c3 f3 h3")
    play(board)
    assert shown(board) == ("", "")
    board.set_up_anew()
    board.lift("e3")
    board.place("d2 f4 g5")
    assert start(board) == PLAIN and shown(board) == ("", "")


def test_without_stones_the_set_up_shows_it():
    board = Board(empty=True)
    assert board.lights()["a3"] == "k"
    board.press(MENU, HOLD)
    assert board.lights()["a3"] == "i"
    board.press(MENU, NEW_MS + 100)
    assert board.lights()["a3"] == "i"
    for p in range(POINTS):
        board.raw[p] = p != 22
    board.wait(100)
    assert start(board) == MIRRORED


def test_later_games_start_in_the_same_way():
    board = Board()
    board.say("new mirrored")
    board.wait(50)
    play(board)
    board.set_up_anew()
    board.lift("e3")
    board.place("d2 f4 g5")
    assert start(board) == MIRRORED and shown(board)[0] == "a3 c3 f3 h3"
    board.say("end 1-0")
    board.lift("a1")
    board.place("a1")
    assert start(board) == MIRRORED
    board.say("load - 9/9/4W4/9/8B W")
    board.say("go")
    board.say("end 1-0")
    board.lift("a1")
    board.place("a1")
    board.wait(50)
    assert start(board) == MIRRORED
    board.say("new")
    board.wait(50)
    assert start(board) == PLAIN and shown(board)[0] == "b3 d3 g3 i3"


def test_it_outlasts_power_cuts_in_a_game_and_after_it():
    board = Kept(Sectors())
    board.press(MENU, HOLD)
    board.wait(200)
    for ends in (False, True):
        board = Kept(board.sectors)
        assert start(board) == MIRRORED, ends
        if ends:
            play(board)
            board.say("end 1-0")
        board.wait(4000)
    board = Kept(board.sectors)
    assert start(board) == MIRRORED and shown(board)[0] == "a3 c3 f3 h3"
    board.press(MENU, HOLD)
    board.wait(200)
    board = Kept(board.sectors)
    assert start(board) == PLAIN


def test_a_game_that_is_given_up_by_setting_up_anew_leaves_it():
    board = Kept(Sectors())
    board.press(MENU, HOLD)
    play(board)
    board.wait(200)
    board = Kept(board.sectors)
    assert board.said("result")[-1].endswith("* anew 1") and start(board) == MIRRORED
