"""Ending a game by the players' word, with the buttons alone (R11): both held, then chosen, then meant."""

from board import MENU, TURN, Board

from fanorona.hands.buttons import BOTH_MS, MENU_MS
from fanorona.modes.verdict import WAIT_MS

FEW = "WW7/9/9/9/7BB W"
OFFERED = "y"


def begun():
    """A game of one move."""
    board = Board(FEW)
    board.move("a5", "a4")
    assert board.moves() == ["a5-a4"]
    board.lines = []
    return board


def asked():
    """A game in which both buttons have been held, *menu* first, and let go again."""
    board = begun()
    hold_both(board)
    return board


def hold_both(board, ms=BOTH_MS + 100):
    board.buttons = MENU
    board.wait(100)
    board.buttons = MENU | TURN
    board.wait(ms)
    board.buttons = MENU
    board.wait(30)
    board.buttons = 0
    board.wait(30)


def agree(board):
    board.press(MENU, MENU_MS + 100)


def test_a_draw():
    board = asked()
    assert board.lit(OFFERED) == "a4 b5 h1 i1" and len(board.lights()) == 4
    assert board.said("result") == []
    agree(board)
    assert board.said("result") == ["0123abcd-2 1/2-1/2 agreed 1"]
    assert board.said("state")[-1].startswith("over")
    assert board.lit("d") == "a4 b5 h1 i1"


def test_white_resigns():
    board = asked()
    board.press(TURN)
    assert board.lit(OFFERED) == "h1 i1" and len(board.lights()) == 2
    agree(board)
    assert board.said("result") == ["0123abcd-2 0-1 resigned 1"]
    assert board.lit("v") == "h1 i1"


def test_black_resigns():
    board = asked()
    board.press(TURN)
    board.press(TURN)
    assert board.lit(OFFERED) == "a4 b5"
    agree(board)
    assert board.said("result") == ["0123abcd-2 1-0 resigned 1"]


def test_round_to_the_draw_again():
    board = asked()
    for _ in range(3):
        board.press(TURN)
    assert board.lit(OFFERED) == "a4 b5 h1 i1"
    agree(board)
    assert board.said("result") == ["0123abcd-2 1/2-1/2 agreed 1"]


def test_menu_held_for_too_long_means_the_same():
    board = asked()
    board.press(MENU, 4500)
    assert board.said("result") == ["0123abcd-2 1/2-1/2 agreed 1"]


def test_also_after_moves_and_in_the_middle_of_one():
    board = Board()
    board.move("d3", "e3", "f3")
    board.lift("f4")
    hold_both(board)
    board.press(TURN)
    agree(board)
    assert board.said("result") == ["0123abcd-1 0-1 resigned 1"]


def hold_both_while_a_stone_leaves(board):
    """It leaves just before a draw is offered."""
    board.buttons = MENU
    board.wait(100)
    board.buttons = MENU | TURN
    board.wait(BOTH_MS - 100)
    board.lift("i1")
    board.wait(200)
    board.buttons = 0
    board.wait(50)


def test_a_stone_touched_after_it_is_offered_leaves_it():
    board = begun()
    hold_both_while_a_stone_leaves(board)
    assert board.lit(OFFERED) == "a4 b5 h1 i1"
    board.place("i1")
    board.wait(5000)
    assert board.lit(OFFERED) == ""
    hold_both(board)
    assert board.lit(OFFERED) == "a4 b5 h1 i1", "another time it is"


def test_nothing_else_comes_of_the_two_buttons():
    board = asked()
    assert board.said("wish") == [] and board.said("takeback") == [] and board.said("result") == []
    assert board.said("state") == []
    board.press(MENU)
    assert board.lit(OFFERED) == "" and board.lit("t") == "a4", "a short menu: the game goes on"
    assert board.said("wish") == []
    board.move("i1", "i2")
    assert board.moves() == ["i1-i2"]


def test_too_short_or_one_after_the_other_is_nothing():
    board = begun()
    hold_both(board, BOTH_MS - 200)
    assert board.lit(OFFERED) == "" and board.said("wish") == []
    board.press(MENU, 1200)
    board.press(TURN, 1200)
    for _ in range(4):  # pressed together again and again
        hold_both(board, BOTH_MS // 3)
    assert board.lit(OFFERED) == "" and board.said("result") == []


def test_a_touched_stone_leaves_it():
    board = asked()
    board.lift("i1")
    assert board.lit(OFFERED) == "" and board.lit("l") == "i1"
    agree(board)
    assert board.said("result") == []


def test_nobody_says_anything():
    board = asked()
    board.wait(WAIT_MS - 1000)
    board.press(TURN)
    board.wait(WAIT_MS - 1000)
    assert board.lit(OFFERED) == "h1 i1", "each press gives as much time again"
    board.wait(2000)
    assert board.lit(OFFERED) == ""
    agree(board)
    assert board.said("result") == []


def test_the_host_ends_the_game_meanwhile():
    board = asked()
    board.say("end 0-1")
    board.wait(10)
    assert board.said("result") == ["0123abcd-2 0-1 host 1"]
    assert board.lit(OFFERED) == "" and board.lit("v") == "h1 i1"


def test_the_host_begins_another_game_meanwhile():
    board = asked()
    board.say("new")
    board.wait(10)
    assert board.lit(OFFERED) == ""
    assert board.said("result") == ["0123abcd-2 * abandoned 1"]


def test_there_is_nothing_to_end_before_a_game_or_after():
    for board in (Board(empty=True), Board(FEW)):
        hold_both(board)
        assert board.lit(OFFERED) == ""
    board = asked()
    agree(board)
    hold_both(board)
    assert board.lit(OFFERED) == ""
    assert board.said("result") == ["0123abcd-2 1/2-1/2 agreed 1"]


def test_at_every_level_of_help():
    for level in "01234":
        board = begun()
        board.say("set level " + level)
        hold_both(board)
        assert board.lit(OFFERED) == "a4 b5 h1 i1", level
        agree(board)
        assert board.said("result") == ["0123abcd-2 1/2-1/2 agreed 1"], level
