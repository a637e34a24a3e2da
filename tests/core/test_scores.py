"""How a match stands, by lights, after a game of it."""

from board import MENU, TURN, Board

from fanorona.modes.scores import AFTER_MS
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.match import CHAMPIONSHIP, SESSION_3, Match

FEW = "WW7/9/9/9/7BB W"


def over():
    """A game that Black has resigned."""
    board = Board(FEW)
    board.say("end 1-0")
    board.wait(10)
    assert board.lit("v") == "a5 b5"
    board.lines = []
    return board


def state(kind, *results):
    match = Match(kind)
    for result in results:
        match.take(result)
    return "".join(["%02x" % byte for byte in match.state])


def told(board, text, side="W"):
    board.say("match " + text + " " + side)
    board.wait(10)
    return [line for line in board.lines if line.split(" ")[0] in ("ok", "no")][-1]


def test_the_result_first_and_then_the_points():
    board = over()
    assert told(board, state(SESSION_3, WHITE_WINS)) == "ok 1"
    board.wait(AFTER_MS - 100)
    assert board.lit("v") == "a5 b5", "the stones of the winner"
    board.wait(200)
    assert board.lights() == {"a1": "v", "i4": "A", "h4": "i"}, "a point, and a vela is due"


def test_the_sides_that_the_players_had():
    board = over()
    told(board, state(SESSION_3, WHITE_WINS), "B")
    board.wait(AFTER_MS)
    assert board.lights() == {"a5": "v", "i2": "A", "h2": "i"}


def test_more_points_than_a_row_has():
    board = over()
    results = [WHITE_WINS] + [BLACK_WINS] * 10 + [WHITE_WINS, DRAWN]
    told(board, state(CHAMPIONSHIP, *results))
    board.wait(AFTER_MS)
    assert board.lit("v") == "a1 a2 a5 b1 b2 c1 d1 e1 f1 g1 h1 i1" and board.lit("A") == ""
    assert len(board.lights()) == 13 and board.lit("i") == "h2", "who has White next"


def test_as_many_points_as_the_board_has_at_most():
    board = over()
    told(board, state(CHAMPIONSHIP, WHITE_WINS, *[BLACK_WINS] * 30))
    board.wait(AFTER_MS)
    assert len(board.lit("v").split(" ")) == 18 and board.lit("A") == "i4"


def test_no_points_yet():
    board = over()
    told(board, state(SESSION_3, DRAWN))
    board.wait(AFTER_MS)
    assert board.lights() == {"h4": "i"}


def test_turn_shows_the_result_again():
    board = over()
    told(board, state(SESSION_3, WHITE_WINS))
    board.wait(AFTER_MS)
    board.press(TURN)
    assert board.lights() == {"a5": "v", "b5": "v"}
    board.wait(2 * AFTER_MS)
    assert board.lights() == {"a5": "v", "b5": "v"}


def test_a_touched_stone_leads_on_to_the_next_game():
    board = over()
    told(board, state(SESSION_3, WHITE_WINS))
    board.wait(AFTER_MS)
    board.lift("a5")
    assert board.said("state")[-1] == "setup 3"
    assert "v" not in board.lights().values() and board.lights()["a1"] == "i"


def test_a_stone_that_is_just_being_set_down_is_no_touch():
    board = Board("W8/9/9/9/8B W")
    board.lift("a5")
    board.place("b5")
    board.say("end 1-0")
    told(board, state(SESSION_3, WHITE_WINS))
    board.wait(AFTER_MS)
    assert board.lit("A") == "i4"


def test_a_result_that_is_taken_back():
    board = Board("W8/9/9/9/8B W")
    board.move("a5", "b5")
    board.say("end 1-0")
    told(board, state(SESSION_3, WHITE_WINS))
    board.wait(AFTER_MS)
    board.press(MENU, 1700)
    assert "A" not in board.lights().values()


def test_another_game_begins_meanwhile():
    board = over()
    told(board, state(SESSION_3, WHITE_WINS))
    board.say("new")
    board.wait(AFTER_MS + 100)
    assert "A" not in board.lights().values() and "v" not in board.lights().values()


def test_only_after_a_game():
    board = Board(FEW)
    assert told(board, state(SESSION_3, WHITE_WINS)) == "no 1 busy"
    board = Board(empty=True)
    assert told(board, state(SESSION_3, WHITE_WINS)) == "no 1 busy"


def test_what_is_no_match():
    good = state(SESSION_3, WHITE_WINS)
    for text, side in (
        (good[:-2], "W"),
        (good + "00", "W"),
        (good[:-1], "W"),
        ("x" + good[1:], "W"),
        ("ff" + good[2:], "W"),
        (good, "x"),
        (good, "-"),
    ):
        board = over()
        assert told(board, text, side) == "no 1 argument", text
        board.wait(AFTER_MS + 100)
        assert board.lit("v") == "a5 b5"
