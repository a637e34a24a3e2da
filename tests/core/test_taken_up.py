"""A game that was given up goes on: with *menu* while most stones stand as they stood, or by the host."""

from board import MENU, Board
from journals import finished
from keeping import START, START_REEDS, Kept, open_game, restarted
from sectors import Sectors

HELD_MS = 2000
AGAIN = "0123abcd-1 1 " + START


def given_up(board=None):
    """After two plies, with the buttons."""
    board = board or Board()
    open_game(board)
    board.set_up_anew()
    assert board.said("result") == ["0123abcd-1 * abandoned 2"]
    return board


def goes_on(board):
    """The third ply, of the game with that name."""
    board.move("e3", "d3", "c3")
    return board.said("move")[-1].startswith("0123abcd-1 3 e3-d3A")


def test_menu_takes_it_up():
    board = given_up()
    board.press(MENU, HELD_MS)
    assert board.said("game")[-1] == AGAIN and board.said("takeback")[-1] == "0123abcd-1 3"
    assert board.said("state")[-1] == "play 3" and not board.said("menu")
    assert goes_on(board)


def test_some_stones_stand_otherwise_already():
    board = given_up()
    board.lift("e3", 100)
    board.place("d3", 100)
    board.press(MENU, HELD_MS)
    assert board.said("menu") == [] and board.lit("i") == "e3" and board.lit("r") == "d3"
    board.lift("d3")
    board.place("e3")
    assert goes_on(board)


def test_most_stones_stand_for_the_next_game():
    board = given_up()
    board.lift("e3", 100)
    board.place("d3 f4 f1", 100)
    board.press(MENU, HELD_MS)
    assert len(board.said("menu")) == 1, "that leads to the menu"
    board.press(MENU, HELD_MS)
    board.place("f2")
    assert board.said("game")[-1] == "0123abcd-2 1 " + START


def test_a_move_was_under_way():
    board = Board()
    open_game(board)
    board.lift("e3")
    board.set_up_anew()
    board.press(MENU, HELD_MS)
    assert board.lit("i") == "e3"
    board.place("e3")
    assert board.said("game")[-1] == AGAIN and goes_on(board)


def test_the_host_takes_it_up_although_the_next_game_has_begun():
    board = given_up()
    board.raw[:] = START_REEDS
    board.wait(100)
    assert board.said("game")[-1] == "0123abcd-2 1 " + START
    board.say("resume")
    board.wait(50)
    assert board.said("ok") and board.said("result")[-1] == "0123abcd-2 * abandoned 0"
    board.place("e3")
    board.lift("d3 f4 f2 f1")
    assert board.said("game")[-1] == AGAIN and goes_on(board)


def test_what_is_set_up_anew_can_be_taken_up_too():
    board = Board()
    for _ in range(2):
        open_game(board) if not board.session.game.ply else board.move("e3", "d3", "c3")
        board.wait(400)
    board.raw[:] = START_REEDS
    board.wait(2000)
    assert board.said("result") == ["0123abcd-1 * anew 3"]
    board.say("resume")
    board.lift("f4 f2 f1 c3")
    assert board.said("game")[-1] == AGAIN and board.session.game.ply == 3


def test_not_when_another_game_has_had_a_move():
    board = given_up()
    board.raw[:] = START_REEDS
    board.wait(100)
    board.move("d3", "e3", "f3")
    board.say("resume")
    board.say("end 1-0")
    board.say("resume")
    assert board.said("no") == ["1 no-game", "1 no-game"]


def test_not_with_a_stone_in_the_hand():
    board = given_up()
    board.raw[:] = START_REEDS
    board.wait(100)
    board.lift("d3")
    board.say("resume")
    assert board.said("no") == ["1 busy"]
    board.place("d3")
    board.say("resume")
    assert len(board.said("ok")) == 1


def test_not_where_none_was_given_up():
    board = Board()
    board.say("resume")
    assert board.said("no") == ["1 no-game"]
    board.say("new")
    board.wait(50)
    board.say("resume")
    assert board.said("no")[1:] == ["1 no-game"], "one without a move is none"


def test_a_linked_host_is_told_its_moves():
    board = Board()
    board.say("hello 1.0 lakabe")
    board.wait(100)
    given_up(board)
    board.ack()
    board.lines = []
    board.press(MENU, HELD_MS)
    board.wait(100)
    names = [line.split(" ")[0] for line in board.lines]
    assert names.index("game") < names.index("move") < names.index("takeback")
    assert board.said("move") == ["0123abcd-1 1 d3-e3A 22 21", "0123abcd-1 2 f4-f3A 20 21"]


def test_the_journal_goes_on_with_it():
    board = given_up(Kept(Sectors()))
    board.wait(200)
    board.press(MENU, HELD_MS)
    board.wait(200)
    again = restarted(board)
    assert again.said("game") == [AGAIN] and again.session.game.ply == 2
    again.say("end 1-0")
    again.wait(200)
    assert [(name, game.ply, game.result) for name, game in finished(again.sectors)][-1] == (
        b"0123abcd-1",
        2,
        1,
    )


def test_settings_and_what_repeats_are_kept():
    board = Board()
    board.say("set fifty 0")
    given_up(board)
    board.press(MENU, HELD_MS)
    game = board.session.game
    assert not game.fifty and game.repetition and not game.result and game.quiet == 0
