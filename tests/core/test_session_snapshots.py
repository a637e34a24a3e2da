"""Snapshots, and what the device says of moves that do not stand."""

from board import Board
from journals import go_back

from fanorona.hands.tracker import CHANGED, REVISED, TAKEN_BACK
from fanorona.rules import rules
from fanorona.rules.game import WHITE_WINS
from fanorona.rules.geometry import POINTS

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def test_hello_brings_a_snapshot():
    board = Board()
    board.move("d3", "e3", "f3")
    board.lift("a5")
    board.lines = []
    board.say("hello 1.0 test")
    board.wait(50)
    after = board.lines[[line.split(" ")[0] for line in board.lines].index("ok") :]
    assert after[1:] == [
        "state play 3",
        "game 0123abcd-1 1 " + START,
        "move 0123abcd-1 1 d3-e3A 22 21",
        "takeback 0123abcd-1 2",
        "position BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW B",
        "reeds .xxxxxxxx/xxxxxxxxx/xxx.x.xxx/xxxxxxxxx/xxxxxxxxx",
        "ask wrong +......../........./........./........./.........",
        "synced",
    ]


def undo(board, ply, events):
    """What the tracker does when the game goes back to ``ply`` moves, and what it says of it."""
    game = board.session.game
    go_back(game, ply)
    for p in range(POINTS):
        board.raw[p] = game.position.board[p] != rules.EMPTY
    board.session.tracker.begin(board.raw, False)
    board.session.follow(events | CHANGED)
    board.lines = []
    board.wait(100)


def two_plies(board):
    board.move("d3", "e3", "f3")
    board.move("f4", "f3", "f2", "f1")


def test_moves_taken_back_are_told():
    board = Board()
    two_plies(board)
    undo(board, 1, TAKEN_BACK)
    assert board.said("takeback") == ["0123abcd-1 2"] and board.said("move") == []
    board.move("f4", "f3", "f2", "f1")
    assert board.said("move") == ["0123abcd-1 2 f4-f3A 20 21"]


def test_a_move_that_is_being_corrected_is_told_when_it_is_made():
    board = Board()
    two_plies(board)
    undo(board, 1, REVISED)
    assert board.said("takeback") == [] and board.said("move") == []
    board.say("snapshot")
    board.wait(100)
    assert board.said("takeback") == ["0123abcd-1 2"] and board.moves() == ["d3-e3A"]


def snapshot_begun(name):
    """A board with two moves, in whose snapshot no more has been told than the first message ``name``."""
    board = Board()
    two_plies(board)
    board.lines = []
    board.session.reports.begin_snapshot(board.session.levels)
    while not board.said(name):
        board.step()
    return board


def test_a_snapshot_begins_anew_when_moves_are_taken_back():
    board = snapshot_begun("move")
    undo(board, 0, TAKEN_BACK)
    told = [line.split(" ")[0] for line in board.lines if line[:4] not in ("lift", "plac")]
    assert told == ["takeback", "state", "game", "takeback", "position", "reeds", "synced"]


def test_a_snapshot_begins_anew_when_the_game_ends():
    """The result is told at once, and again in its place."""
    board = snapshot_begun("game")
    board.session.finish(WHITE_WINS)
    board.wait(100)
    told = [line.split(" ")[0] for line in board.lines]
    assert told[:4] == ["state", "game", "result", "state"]
    assert told[4:] == ["state", "game", "move", "move", "takeback", "position", "result", "reeds", "synced"]


def test_a_stone_touched_after_the_end_breaks_a_snapshot_off():
    """Wherever it has got to: nothing is told any more of the game, whose moves are gone."""
    for name in ("state", "game", "move", "takeback", "position", "result", "reeds"):
        board = Board()
        two_plies(board)
        board.session.finish(WHITE_WINS)
        board.wait(100)
        board.lines = []
        board.session.reports.begin_snapshot(board.session.levels)
        while not board.said(name):
            board.step()
        board.lines = []
        board.lift("a1")
        board.wait(100)
        told = [line.split(" ")[0] for line in board.lines]
        touched = told.index("state")
        assert board.lines[touched].startswith("state setup")
        assert "game" not in told[touched:] and "takeback" not in told[touched:]
        assert told.count("synced") == 1


def test_a_move_made_during_a_snapshot_is_told_at_once():
    """Should another game begin before the snapshot has come to it, nothing else would tell it."""
    board = Board()
    two_plies(board)
    board.move("d2", "d3", "d4")
    board.lines = []
    board.session.reports.begin_snapshot(board.session.levels)
    board.lift("d5", 4)
    told = [line.split(" ")[0] for line in board.lines]
    assert board.moves()[0] == "d2-d3A" and board.moves()[1:] == ["d3-e3A", "f4-f3A", "d2-d3A"], told


def test_a_result_is_told_although_the_snapshot_will_be_about_the_next_game():
    board = snapshot_begun("game")
    board.session.finish(WHITE_WINS)
    board.session.new_game()
    board.wait(100)
    told = [line.split(" ")[0] for line in board.lines]
    assert board.said("result") == ["0123abcd-1 1-0 host 2"]
    assert told.index("result") < told.index("state", told.index("result"))


def test_points_that_do_not_count_are_told():
    board = Board("W8/9/9/9/8B W")
    board.lift("i1", 10100)
    board.press()
    board.lines = []
    board.say("hello 1.0 test")
    board.wait(100)
    at = board.lines.index("synced")
    assert board.lines[at - 1] == "blind left ........./........./........./........./........x"
