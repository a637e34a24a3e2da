"""Taking moves back by agreement (P5): stones put back, or *menu* held."""

from board import MENU, Board

from fanorona.rules import notation
from fanorona.rules.rules import BLACK

PAIKAS = "W8/9/9/9/8B W"
HELD_MS = 2000


def played():
    """Two moves of each side, without a capture."""
    board = Board(PAIKAS)
    for start, end in (("a5", "b5"), ("i1", "h1"), ("b5", "c5"), ("h1", "g1")):
        board.lift(start, 400)
        board.place(end, 400)
    assert board.moves() == ["a5-b5", "i1-h1", "b5-c5", "h1-g1"]
    return board


def put_back(board, start, end):
    board.lift(end, 100)
    board.place(start, 1300)


def test_stones_put_back_take_a_move_back():
    board = played()
    put_back(board, "h1", "g1")
    assert board.said("takeback") == ["0123abcd-2 4"]
    assert sorted(board.lights()) == ["b5", "c5"], "the last move, again the one before"
    board.lift("h1", 400)
    board.place("h2", 400)
    assert board.moves()[-1] == "h1-h2"
    assert board.said("move")[-1].split(" ")[:2] == ["0123abcd-2", "4"]


def test_an_earlier_position_takes_several_moves_back():
    board = played()
    board.lift("g1 c5", 100)
    board.place("b5 i1", 100)
    board.wait(1300)
    assert board.said("takeback") == ["0123abcd-2 2"]
    board.lift("i1", 400)
    board.place("i2", 400)
    assert board.said("move")[-1] == "0123abcd-2 2 i1-i2 1 1"


def test_captured_stones_come_back_too():
    board = Board("9/9/9/9/2W1B3B W")
    board.lift("c1", 400)
    board.place("d1", 400)
    board.lift("e1", 400)
    assert board.moves() == ["c1-d1A"]
    board.lift("d1", 100)
    board.place("c1 e1", 100)
    board.wait(1300)
    assert board.said("takeback") == ["0123abcd-2 1"]
    assert board.lights() == {}


def test_an_open_move_is_taken_back():
    board = Board("9/9/1B7/9/W1B5B W")
    board.lift("a1", 400)
    board.place("b1", 400)
    board.lift("c1", 400)
    assert board.lights() == {"b1": "o"}
    board.lift("b1", 100)
    board.place("a1 c1", 100)
    board.wait(1300)
    assert board.moves() == []
    assert board.lights() == {}
    board.lift("a1")
    assert board.lit("l") == "a1"


def test_menu_held_takes_a_move_back_and_guides():
    board = played()
    board.press(MENU, HELD_MS)
    assert board.said("takeback") == ["0123abcd-2 4"]
    assert board.lights()["g1"] == "r"
    board.lift("g1", 400)
    assert board.lights()["h1"] == "k", "a black stone belongs there"
    board.place("h1", 400)
    assert sorted(board.lights()) == ["b5", "c5"]
    board.press(MENU, HELD_MS)
    board.press(MENU, HELD_MS)
    assert board.said("takeback")[1:] == ["0123abcd-2 3", "0123abcd-2 2"]
    board.lift("h1 c5", 400)
    board.place("i1 b5", 400)
    assert len(board.moves()) == 4
    board.lift("i1", 400)
    board.place("i2", 400)
    assert board.said("move")[-1] == "0123abcd-2 2 i1-i2 1 1"


def test_nothing_is_left_to_take_back():
    board = Board(PAIKAS)
    board.press(MENU, HELD_MS)
    assert board.said("takeback") == []
    assert board.said("menu"), "so it leads to the menu"


def test_menu_pressed_briefly_asks_for_a_hint_and_very_long_for_a_new_game():
    board = played()
    board.press(MENU, 200)
    assert board.said("wish") == ["hint"]
    assert board.said("takeback") == []
    board.set_up_anew()
    assert board.said("result") == ["0123abcd-2 * abandoned 4"]
    assert board.said("takeback") == []


def test_a_repetition_counts_only_what_still_stands():
    board = Board(PAIKAS)
    for _ in range(2):
        for start, end in (("a5", "b5"), ("i1", "h1"), ("b5", "a5"), ("h1", "i1")):
            board.lift(start, 400)
            board.place(end, 400)
        if not board.said("takeback"):
            put_back(board, "h1", "i1")
            board.lift("h1", 400)
            board.place("i1", 400)
    assert board.said("result") == ["0123abcd-2 1/2-1/2 repetition 8"], "for the third time"
    assert len(board.moves()) == 9


def test_a_game_ended_on_the_way_back_is_whole():
    board = played()
    board.buttons = MENU
    board.wait(HELD_MS)
    board.buttons = 0
    while not board.session.tracker.busy:
        board.now += 1
        board.step()
    board.say("end 1/2-1/2")
    game = board.session.game
    assert game.ply == 3 and game.record.end(game.record.last) == notation.parse_point("c5")
    assert board.said("result") == ["0123abcd-2 1/2-1/2 host 3"]
    assert board.session.game.position.board[notation.parse_point("h1")] == BLACK
