"""All stones back at the start: the game ends as it was played, and another one begins."""

from board import MENU, Board
from journals import finished
from keeping import START, START_REEDS, Kept, open_game, play_by_hand, restarted
from sectors import Sectors

from fanorona.hands.tracker import CHANGED, OVER, PLAY, TAKEN_BACK
from fanorona.rules.game import ABANDONED, SET_UP_ANEW

GAME = (
    "d2-e3A h4-g5W e1-d2A e5-f4A b3-b4A c4-c3A b4-a5W g4-g3A i2-i3A h3-h2A a5-b5A h2-g2A f1-f2A g3-h3A b2-c1W"
    " d4-c5W b5-a5W a4-a3W c1-b2A g5-f5 a2-a3 g2-h2 d1-d2 e4-f4 d2-e3A f5-f4 e3-d2W h5-h4 a3-b4 h4-g5 b4-a5 "
    "h3-g3 d2-e2 h2-i2 b2-c1 g5-f4 c1-b2 g3-h2 b2-a2 f4-f5"
).split()
PAIKAS = "W8/9/9/9/8B W"
UNFINISHED = (ABANDONED, SET_UP_ANEW)


def played(plies):
    """A game with a journal."""
    board = Kept(Sectors())
    for text in GAME[:plies]:
        play_by_hand(board, text)
    assert board.moves() == GAME[:plies]
    board.wait(400)
    board.lines = []
    return board


def put_back(board, ms=100):
    """Each stone that stands otherwise than at the start, in the order of the points."""
    for p in range(45):
        if board.raw[p] != START_REEDS[p]:
            board.raw[p] = START_REEDS[p]
            board.wait(ms)
    board.wait(2000)


def ends(board):
    """How the games of the journal have ended, with their plies."""
    board.wait(200)
    return [(name, game.ply, (game.result, game.reason)) for name, game in finished(board.sectors)]


def test_at_every_length():
    for plies in (3, 4, 10, 40):
        board = played(plies)
        put_back(board)
        assert board.said("result") == ["0123abcd-1 * anew " + str(plies)]
        assert board.said("game") == ["0123abcd-2 1 " + START]
        assert board.moves() == [] and board.said("takeback") == ["0123abcd-2 1"]
        assert ends(board) == [(b"0123abcd-1", plies, UNFINISHED)]
        open_game(board)
        assert board.said("move")[-1].startswith("0123abcd-2 2 f4-f3A")


def test_two_plies_are_put_back_as_moves_are():
    for plies in (1, 2):
        board = played(plies)
        put_back(board)
        assert board.said("takeback") == ["0123abcd-1 1"] and board.said("result") == []
        assert board.session.game.ply == 0 and board.session.tracker.phase == PLAY


def test_not_before_the_last_stone_stands():
    board = played(4)
    for p in range(44, -1, -1):
        if board.raw[p] != START_REEDS[p]:
            assert board.said("result") == []
            board.raw[p] = START_REEDS[p]
            board.wait(2000)
    assert board.said("result") == ["0123abcd-1 * anew 4"]


def test_a_start_that_only_flashes_by_is_none():
    board = played(4)
    board.raw[:] = START_REEDS
    board.wait(200)
    board.lift("a1", 2000)
    assert board.said("result") == []


def test_moves_put_back_on_the_way_are_not_lost():
    board = played(4)
    # First those of the last two plies, one after the other, as when moves are taken back ...
    board.lift("f4", 50)
    board.place("e5 g3 h2 i1", 50)
    board.wait(2000)
    board.lift("d2", 50)
    board.place("e1 c3 b4 a5", 50)
    board.wait(2000)
    assert board.said("takeback") == ["0123abcd-1 4", "0123abcd-1 3"]
    # ... then the rest.
    put_back(board)
    assert board.said("result") == ["0123abcd-1 * anew 4"]
    assert ends(board) == [(b"0123abcd-1", 4, UNFINISHED)]
    assert board.moves() == GAME[2:4], "they are told anew"
    assert board.said("game") == ["0123abcd-2 1 " + START]


def test_moves_taken_back_by_agreement_stay_so():
    board = played(4)
    board.press(MENU, 2000)
    put_back(board)
    assert board.said("takeback")[0] == "0123abcd-1 4"
    assert board.said("result") == ["0123abcd-1 * anew 3"] and board.moves() == []


def test_with_a_move_under_way():
    board = played(3)
    board.lift("e5", 1000)
    put_back(board)
    assert board.said("result") == ["0123abcd-1 * anew 3"]
    assert board.said("game") == ["0123abcd-2 1 " + START]


def test_a_composed_position_begins_again():
    board = Board(PAIKAS)
    for start, end in (("a5", "b5"), ("i1", "h1"), ("b5", "c5"), ("h1", "g1")):
        board.lift(start, 400)
        board.place(end, 400)
    board.lift("g1 c5", 100)
    board.place("a5 i1", 100)
    board.wait(2000)
    assert board.said("result") == ["0123abcd-2 * anew 4"] and board.moves()[3:] == ["h1-g1"]
    assert board.said("game") == ["0123abcd-3 1 " + PAIKAS]
    assert board.said("takeback") == ["0123abcd-3 1"]


def test_the_whole_board_is_set_up_after_a_composed_position():
    board = Board(PAIKAS)
    board.raw[:] = START_REEDS
    board.wait(2000)
    assert board.said("result") == ["0123abcd-2 * anew 0"]
    assert board.said("game") == ["0123abcd-3 1 " + START]


def test_the_mirrored_start_looks_the_same():
    board = Board()
    board.say("new mirrored")
    board.wait(50)
    for text in ("d2-e3A", "d3-d2A", "c3-d3W"):
        play_by_hand(board, text)
    assert len(board.moves()) == 3
    put_back(board)
    assert board.said("result")[-1] == "0123abcd-2 * anew 3"
    assert board.said("game")[-1].startswith("0123abcd-3 1 BBBBBBBBB/BBBBBBBBB/WBWB1WBWB")


def over(plies, end):
    """A game that is over, on a board whose tracker reads on."""
    board = played(plies)
    board.say(end)
    board.wait(50)
    tracker = board.session.tracker
    assert tracker.phase == OVER

    def contact(p, closed, is_brief):
        tracker.reading.occupied[p] = closed
        return CHANGED

    tracker.contact = contact
    return board


def test_after_the_end():
    for plies in (2, 4):
        board = over(plies, "end 1-0")
        put_back(board)
        assert board.said("result") == ["0123abcd-1 1-0 host " + str(plies)]
        assert board.said("game") == ["0123abcd-2 1 " + START]
        assert [name for name, _, _ in ends(board)] == [b"0123abcd-1"]


def test_a_tracker_that_goes_back_to_the_start_after_the_end():
    board = over(4, "end 1-0")
    session = board.session
    board.raw[:] = START_REEDS
    board.wait(100)
    session.game.rewind()
    session.game.cut()
    session.tracker.phase = PLAY
    session.follow(TAKEN_BACK | CHANGED)
    board.wait(2000)
    assert board.said("result") == ["0123abcd-1 1-0 host 4"] and board.said("takeback")[0] == "0123abcd-2 1"
    assert [(ply, end[0]) for _, ply, end in ends(board)] == [(4, 1)]


def test_a_result_that_was_withdrawn_on_the_way_stands():
    board = over(4, "end 1-0")
    session = board.session
    session.game.rewind()
    for _ in range(3):
        session.game.replay()
    session.game.cut()
    session.tracker.phase = PLAY
    session.follow(TAKEN_BACK | CHANGED)
    board.wait(50)
    assert board.said("takeback") == ["0123abcd-1 4"]
    put_back(board)
    assert board.said("result") == ["0123abcd-1 1-0 host 4"] * 2 and board.moves() == GAME[3:4]
    assert board.said("game") == ["0123abcd-2 1 " + START]
    assert [(ply, end[0]) for _, ply, end in ends(board)] == [(4, 1)]


def test_a_power_cut_afterwards():
    board = played(10)
    put_back(board)
    again = restarted(board)
    assert again.said("game") == ["0123abcd-2 1 " + START] and again.session.game.ply == 0
