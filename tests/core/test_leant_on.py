"""*menu* leant on: before a game is given up the board asks, and *turn* says yes."""

from board import MENU, TURN, Board
from keeping import Kept, open_game, restarted
from sectors import Sectors

from fanorona.hands.buttons import MIRROR_MS, NEW_MS
from fanorona.modes.question import WAIT_MS
from fanorona.rules import notation

ROW = "b3 d3 g3 i3"
OTHER_ROW = "a3 c3 f3 h3"
LEANT = NEW_MS + 100


def begun():
    """A game of one move."""
    board = Board()
    board.move("d3", "e3", "f3")
    board.lines = []
    return board


def asked(ms=LEANT):
    board = begun()
    board.press(MENU, ms)
    return board


def is_asking(board):
    counts = [len(board.lit(letter).split()) for letter in "IK"]
    return counts == [22, 22] and len(board.lights()) == 44


def row(board):
    """Where White's stones flash in row 3, the only one in which the starts differ (B3)."""
    return " ".join(point for point in board.lit("I").split() if point[1] == "3")


def goes_on(board):
    assert not board.said("result") and not board.said("takeback") and not board.said("wish")
    assert board.lit("I") == board.lit("K") == ""
    board.move("f4", "f3", "f2", "f1")
    return board.moves() == ["f4-f3A"]


def test_the_start_flashes_in_both_colours():
    board = asked()
    assert is_asking(board) and board.said("result") == []
    assert row(board) == ROW


def test_turn_says_yes():
    board = asked()
    board.press(TURN)
    assert board.said("result") == ["0123abcd-1 * abandoned 1"]
    assert board.said("state")[-1] == "setup 3" and board.said("set") == []


def test_turn_says_yes_as_menu_is_let_go():
    board = begun()
    board.buttons = MENU
    board.wait(LEANT)
    board.press(TURN)
    assert board.said("state")[-1] == "setup 3"


def test_a_long_turn_says_no_more_than_yes():
    board = asked()
    board.press(TURN, 7000)
    assert board.said("state")[-1] == "setup 3"
    assert not board.said("compose") and not board.said("test")


def test_menu_says_no():
    for ms in (50, 2000):
        board = asked()
        board.press(MENU, ms)
        assert goes_on(board), ms


def test_a_stone_says_no():
    board = asked()
    board.lift("a1", 100)
    assert not is_asking(board)
    board.place("a1", 100)
    assert goes_on(board)


def test_nobody_says_anything():
    board = asked()
    board.wait(WAIT_MS - 200)
    assert is_asking(board)
    board.wait(300)
    assert goes_on(board)
    board.press(TURN)
    assert not board.said("result")


def test_leaning_on_both_buttons_says_no():
    board = asked()
    board.buttons = MENU
    board.wait(100)
    board.buttons = MENU | TURN
    board.wait(500)
    board.buttons = 0
    board.wait(50)
    assert goes_on(board)


def test_leant_on_for_longer_it_is_the_other_start():
    board = asked(MIRROR_MS + 100)
    assert is_asking(board) and row(board) == OTHER_ROW
    board.press(TURN)
    assert board.said("set") == ["mirrored 1"] and board.said("result") == ["0123abcd-1 * abandoned 1"]
    assert asked(MIRROR_MS + 100).said("set") == []


def test_a_stone_touched_while_menu_is_down():
    board = begun()
    board.buttons = MENU
    board.wait(LEANT)
    board.lift("a1", 100)
    board.place("a1", 100)
    assert not is_asking(board)
    board.wait(MIRROR_MS - LEANT)
    board.buttons = 0
    board.wait(50)
    assert is_asking(board) and row(board) == OTHER_ROW, "it is asked, and no more"


def test_a_stone_in_the_hand_is_put_back():
    board = begun()
    board.buttons = MENU
    board.wait(NEW_MS - 50)
    board.lift("a1", 200)
    assert is_asking(board)
    board.place("a1", 1000)
    board.buttons = 0
    board.wait(4000)
    assert goes_on(board)


def test_a_stone_in_the_hand():
    board = begun()
    board.lift("f4")
    board.press(MENU, LEANT)
    assert is_asking(board)
    board.press(TURN)
    assert board.said("result") == ["0123abcd-1 * abandoned 1"]


def test_a_game_that_is_over_is_asked_about_too():
    board = begun()
    board.say("end 1-0")
    board.press(MENU, LEANT)
    assert is_asking(board)
    board.press(MENU)
    assert board.lit("v")
    board.press(MENU, LEANT)
    board.press(TURN)
    assert board.said("state")[-1] == "setup 3" and board.said("result") == ["0123abcd-1 1-0 host 1"]


def test_nothing_is_asked_where_nothing_was_played():
    for board in (Board(), Board(empty=True)):
        board.press(MENU, LEANT)
        assert board.lit("I") == ""
        assert board.said("state")[-1].startswith("play" if board.raw[0] else "setup")


def test_a_game_taken_up_after_a_power_cut():
    board = Kept(Sectors())
    open_game(board)
    raw = bytearray(board.raw)
    raw[notation.parse_point("a1")] = 0
    again = restarted(board, raw)
    again.press(MENU, LEANT)
    assert is_asking(again) and again.said("result") == []
    again.press(MENU)
    assert again.lit("i") == "a1"
    again.set_up_anew()
    assert again.said("result") == ["0123abcd-1 * abandoned 2"]


def test_the_smaller_games():
    for variant, count in (("dimy", 24), ("telo", 9)):
        board = Board()
        board.say("new " + variant)
        stones = board.session.game.position.board
        for p in range(45):
            board.raw[p] = stones[p] in (1, 2)
        board.wait(100)
        if variant == "telo":
            board.place("e3", 500)
        else:
            board.move("e2", "e3", "e4", "e5")
        board.wait(500)
        assert board.session.game.ply == 1, variant
        board.press(MENU, LEANT)
        assert len(board.lights()) == count and board.lit("I") and board.lit("K"), variant


def test_turn_leant_on_in_a_game_ends_no_game():
    board = begun()
    board.press(TURN, 7000)
    assert goes_on(board)
