"""The record level: irregular moves that both players let stand, and only those (P10)."""

from board import MENU, TURN, Board

from fanorona.rules import notation
from fanorona.rules.rules import Position

STILL_MS = 2100
FEW = "B8/9/3W1B3/9/8B W"
"""d3 can take f3 (d3-e3A), which leaves two black stones; those cannot take then."""


def a_board(position=None, level=0):
    board = Board(position)
    board.say("set level " + str(level))
    board.lines = []
    return board


def twice(board):
    board.press()
    board.wait(1000)
    board.press()
    board.wait(50)


def told(board):
    """Moves and irregular ones in order: N1, or a board and a side."""
    lines = [line.split(" ") for line in board.lines]
    return [" ".join(words[2:5]) for words in lines if words[0] in ("move", "irregular")]


def test_a_capture_not_made_stands_when_turn_is_pressed_twice():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    twice(board)
    assert told(board) == ["1 B8/9/5B3/3W5/8B B"]
    assert board.session.game.ply == 1
    board.lift("f3")
    board.place("f2")
    assert told(board)[1] == "2 f3-f2 1"


def test_once_is_not_enough_nor_twice_with_something_between():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    board.press()
    board.wait(4100)
    board.press()
    board.lift("d2")
    board.place("d2")
    board.press()
    assert told(board) == []
    board.lift("d2")
    board.place("d3")
    board.wait(500)
    assert board.session.tracker.reading.differs.size == 0
    assert told(board) == []


def test_not_at_other_levels():
    for level in range(1, 5):
        board = a_board(FEW, level)
        board.lift("d3")
        board.place("d2")
        twice(board)
        board.wait(STILL_MS)
        board.lift("f3")
        board.place("f2")
        board.wait(500)
        assert told(board) == []


def test_a_move_that_is_played_on_from_stands():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    board.wait(STILL_MS)
    board.lift("f3")
    board.place("f2")
    assert told(board) == []
    board.wait(400)
    assert told(board) == ["1 B8/9/5B3/3W5/8B B", "2 f3-f2 1"]
    assert board.session.tracker.status == 0


def test_not_one_that_was_played_on_from_at_once():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    board.wait(500)
    board.lift("f3")
    board.place("f2")
    board.wait(500)
    assert told(board) == []


def test_nothing_has_happened_when_all_is_put_back():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    board.wait(STILL_MS)
    board.lift("f3")
    board.place("f3")
    board.lift("d2")
    board.place("d3")
    board.wait(STILL_MS)
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    assert told(board) == ["1 d3-e3A 1"]


LINE = "9/9/3W1BB2/9/B1W5B W"
"""d3-e3A takes f3 and g3; a1 can take c1."""
OPEN = "1W7/9/B1W6/9/W7W W"
"""a3-b3A takes c3 and can go on by b4, which takes b5."""


def test_a_captured_stone_left_standing():
    board = a_board(LINE)
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    board.wait(STILL_MS)
    board.lift("a1")
    board.place("b1")
    board.lift("c1")
    board.wait(400)
    assert told(board) == ["1 9/9/4W1B2/9/B1W5B B", "2 a1-b1A 1"]


def play_open():
    """White's a1 on i3, and Black's a3-b3A, which may go on."""
    board = a_board(OPEN)
    board.lift("a1")
    board.place("i3")
    board.wait(STILL_MS)
    board.lift("a3")
    board.place("b3")
    board.lift("c3")
    board.wait(1000)
    assert told(board) == []
    return board


STOOD = ["1 1W7/9/B1W5W/9/8W B", "2 a3-b3A 3"]


def test_an_open_reply_ends_as_ever():
    board = play_open()
    board.press()
    assert told(board) == STOOD
    board = play_open()
    board.lift("b5")
    board.place("b4")
    board.lift("b3")
    board.wait(400)
    assert told(board)[:2] == STOOD
    assert told(board)[2:] == ["3 b5-b4A 3"]
    assert board.said("result") == ["0123abcd-2 1-0 no-stone 3"]
    board = play_open()
    board.lift("b3")
    board.place("b4")
    board.lift("b5")
    board.wait(400)
    assert told(board) == [STOOD[0], "2 a3-b3A-b4A 2"]


def test_a_bumped_board_is_no_move():
    board = a_board()
    board.lift("a4 b4 c4 d4")
    board.place("e3")
    board.lift("a5 b5 c5 d5 e5 f5 g5")
    twice(board)
    assert told(board) == []
    board = a_board(LINE)
    board.lift("d3 f3 g3")
    board.place("d4 f4 g4")
    twice(board)
    assert told(board) == []


def test_a_stone_in_the_hand_is_not_let_stand():
    board = a_board(FEW)
    board.lift("d3")
    twice(board)
    board.lift("f3")
    twice(board)
    assert told(board) == []


def test_both_sides_play_irregularly():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d1")
    board.wait(STILL_MS)
    board.lift("f3")
    board.place("f5")
    twice(board)
    assert told(board) == ["1 B8/9/5B3/9/3W4B B", "2 B4B3/9/9/9/3W4B W"]


def test_colours_follow_the_order_of_events():
    board = a_board(FEW)
    board.lift("f3")  # the enemy's first, and set down before the own one rises
    board.place("f4")
    board.lift("d3")
    board.place("d4")
    twice(board)
    assert told(board) == ["1 B8/3W1B3/9/9/8B B"]
    board = a_board(FEW)
    board.lift("d3 f3")
    board.place("g3")
    twice(board)
    assert told(board) == ["1 B8/9/6W2/9/8B B"]
    board = a_board(FEW)
    board.place("g3")
    twice(board)
    assert told(board) == ["1 B8/9/3W1BW2/9/8B B"]


def test_a_stone_set_down_where_another_stood():
    board = a_board(FEW)
    board.lift("d3 f3")
    board.place("f3")
    board.wait(STILL_MS)
    board.lift("a5")
    board.place("a4")
    board.wait(400)
    assert told(board) == ["1 B8/9/5W3/9/8B B", "2 a5-a4 1"]


def test_a_takeback_over_it():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    twice(board)
    board.lift("f3")
    board.place("f2")
    board.press(MENU, 1600)
    board.lift("f2")
    board.place("f3")
    board.press(MENU, 1600)
    board.lift("d2")
    board.place("d3")
    assert board.said("takeback") == ["0123abcd-2 2", "0123abcd-2 1"]
    board.lift("d3")
    board.place("e3")
    board.lift("f3")
    assert told(board)[-1] == "1 d3-e3A 1"


def test_a_takeback_on_the_board():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    twice(board)
    board.wait(1000)
    board.lift("d2")
    board.place("d3")
    board.wait(1500)
    assert board.said("takeback") == ["0123abcd-2 1"]


def test_it_is_in_the_snapshot():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    twice(board)
    before = told(board)
    board.lines = []
    board.say("snapshot")
    board.wait(1000)
    assert told(board) == before
    assert board.said("position") == ["B8/9/5B3/3W5/8B B"]


def test_a_side_without_a_move_has_lost():
    board = a_board("9/9/9/9/W2B5 W")
    board.lift("a1 d1")
    board.place("b1")
    twice(board)
    assert told(board) == ["1 9/9/9/9/1W7 B"]
    assert board.said("result") == ["0123abcd-2 1-0 no-stone 1"]


def test_repetition_counts_from_it():
    board = a_board(FEW)
    game = board.session.game
    board.lift("d3")
    board.place("d2")
    twice(board)
    assert game.quiet == 0
    board.lift("f3")
    board.place("f2")
    assert game.quiet == 1


def test_the_host_gives_a_game_back():
    board = Board()
    board.say("load 1f6a09c3-4 B8/9/3W1B3/9/8B W")
    board.say("play 1 --B8/9/5B3/3W5/8B")
    board.say("play 2 f3-f2")
    board.say("go")
    board.wait(10)
    assert [line for line in board.lines if line.startswith("no ")] == []
    position = Position()
    notation.parse_position("B8/9/9/3W1B3/8B W", position)
    for p in range(45):
        board.raw[p] = position.board[p] != 0
    board.wait(100)
    assert board.session.game.ply == 2
    assert notation.format_position(board.session.game.position) == "B8/9/9/3W1B3/8B W"
    board.say("load - B8/9/3W1B3/9/8B W")
    board.say("play 1 --B8/9/5B3/3W5/8BB")
    assert board.lines[-1] == "no 1 illegal"


def test_turn_held_means_what_it_meant():
    board = a_board(FEW)
    board.press(TURN, 1600)
    assert board.said("state")[-1] == "setup 0"


def test_a_slide_begins_where_it_ends():
    board = a_board(FEW)
    board.place("d2")
    board.lift("d3")
    board.wait(STILL_MS)
    board.place("f2")
    board.lift("f3")
    board.wait(400)
    assert told(board) == ["1 B8/9/5B3/3W5/8B B", "2 f3-f2 1"]


def test_a_stone_taken_later_belongs_to_it():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    board.wait(STILL_MS)
    board.lift("f3")
    board.wait(STILL_MS)
    board.lift("a5")
    board.place("a4")
    board.wait(400)
    assert told(board) == ["1 B8/9/9/3W5/8B B", "2 a5-a4 1"]


def test_back_at_another_level_nothing_is_let_stand():
    board = a_board(FEW)
    board.lift("d3")
    board.place("d2")
    board.wait(STILL_MS)
    board.lift("f3")
    board.say("set level 3")
    board.place("f2")
    board.wait(400)
    twice(board)
    assert told(board) == []
    board.say("set level 0")
    board.lift("a5")
    board.place("a4")
    board.wait(400)
    assert told(board) == []
