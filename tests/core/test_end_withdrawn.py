"""A game that was over and is not any more: its last move is taken back, or turns out to be another one.

`go_back` plays the tracker's part: the tracker says TAKEN_BACK or REVISED, and has cut the game by then.
"""

from board import Board
from journals import finished
from keeping import START_REEDS, Kept, open_game, reeds, restarted
from sectors import Sectors

from fanorona.hands.tracker import CHANGED, DOUBT, ENDED, IDLE, MOVED, OVER, PLAY, REVISED, TAKEN_BACK
from fanorona.rules import notation
from fanorona.rules.game import AGREED, WHITE_WINS

OVER_SOON = "9/9/3W1B3/9/9 W"
AFTER_ONE = "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW B"
AFTER_OTHER = "BBBBBBBBB/BBBBBBBBB/BW1B2WBW/WWWWWWWWW/WWWWWWWWW W"


def over():
    """A game of two moves, and its result."""
    board = Kept(Sectors())
    open_game(board)
    board.say("end 1-0")
    board.wait(200)
    assert board.said("result") == ["0123abcd-1 1-0 host 2"]
    board.lines = []
    return board


def go_back(board, plies, events):
    """The tracker goes back to so many plies."""
    game = board.session.game
    game.rewind()
    for _ in range(plies):
        game.replay()
    game.cut()
    board.session.tracker.phase = PLAY
    board.session.tracker.status = IDLE
    board.session.follow(events | CHANGED)
    board.wait(200)


def play(board, text, events=0):
    game = board.session.game
    notation.play_move(game.position, text)
    game.commit()
    if game.result:
        board.session.tracker.phase = OVER
    board.session.follow(MOVED | CHANGED | (ENDED if game.result else 0) | events)
    board.wait(200)


def test_the_last_move_is_taken_back():
    board = over()
    go_back(board, 1, TAKEN_BACK)
    assert board.lines[:2] == ["state play 3", "takeback 0123abcd-1 2"]
    play(board, "c3-d3A")
    assert board.said("move") == ["0123abcd-1 2 c3-d3A 21 21"] and board.said("game") == []
    again = restarted(board, reeds(AFTER_OTHER))
    assert again.said("game")[0].startswith("0123abcd-1 1 ") and again.session.game.ply == 2
    assert again.said("move") == again.said("result") == [], "it stands as it was written"
    asks = restarted(board, reeds("BBBBBBBBB/BBBBB1BBB/1WB1WBWBW/WWWWW1WWW/WWWWW1WWW W"))
    assert asks.session.keeper.taken_up and asks.session.game.ply == 2, "and asks for what stands otherwise"


def test_the_last_move_was_another_one():
    board = over()
    go_back(board, 1, REVISED)
    assert board.lines[:2] == ["state play 3", "takeback 0123abcd-1 2"], "also while it is in progress"
    play(board, "c3-d3A")
    assert board.said("move") == ["0123abcd-1 2 c3-d3A 21 21"] and board.said("result") == []


def test_the_journal_forgets_the_result():
    for events in (TAKEN_BACK, REVISED):
        board = over()
        go_back(board, 1, events)
        again = restarted(board, reeds(AFTER_ONE))
        assert again.said("game")[0].startswith("0123abcd-1 1 ") and again.session.game.ply == 1
        assert again.said("state") == ["play 3"] and again.said("result") == []
        assert list(finished(board.sectors)) == []


def test_a_game_that_ends_again():
    board = Kept(Sectors())
    board.load(OVER_SOON)
    board.move("d3", "e3", "f3")
    board.wait(200)
    assert board.said("result") == ["0123abcd-2 1-0 no-stone 1"]
    go_back(board, 0, REVISED)
    play(board, "d3-e3A")
    assert board.said("result") == ["0123abcd-2 1-0 no-stone 1"] * 2
    assert board.said("state") == ["over 3", "play 3", "over 3"]
    name, game = list(finished(board.sectors))[-1]
    assert (name, game.ply, game.result) == (b"0123abcd-2", 1, WHITE_WINS)
    assert len(board.said("game")) == 0


def test_a_result_that_is_not_told_yet_is_not_told():
    board = Board(OVER_SOON)
    session = board.session
    notation.play_move(session.game.position, "d3-e3A")
    session.game.commit()
    session.tracker.phase = OVER
    session.follow(MOVED | ENDED | CHANGED)
    session.game.rewind()
    session.game.cut()
    session.tracker.phase = PLAY
    session.follow(TAKEN_BACK | CHANGED)
    board.wait(50)
    assert board.said("result") == [] and board.said("takeback") == ["0123abcd-2 1"]


def test_a_host_that_comes_later_hears_of_a_game_in_play():
    board = over()
    go_back(board, 1, TAKEN_BACK)
    board.lines = []
    board.say("hello 1.0 lakabe")
    board.wait(200)
    last = [line.split(" ")[0] for line in board.lines][-7:]
    assert last == ["state", "game", "move", "takeback", "position", "reeds", "synced"]
    assert board.said("state")[-1] == "play 3" and board.said("takeback")[-1] == "0123abcd-1 2"


def test_hands_that_set_up_the_next_game_are_helped():
    board = Board(OVER_SOON)
    board.move("d3", "e3", "f3")
    board.wait(200)
    assert board.said("result")
    board.lines = []
    board.place("a1")
    board.wait(3000)
    assert board.said("state") == [] and board.said("ask") == [], "as the result stands"
    board.lift("e3")
    rest = {notation.point_name(p) for p in range(45) if START_REEDS[p]} - {"a1", "f2"}
    board.place(" ".join(sorted(rest)), 100)
    board.wait(3000)
    assert board.said("state") == ["setup 3"] and board.lit("i") == "f2"
    assert board.said("restored") == [] and board.session.tracker.status < DOUBT


def test_what_was_agreed_is_withdrawn_too():
    board = over()
    assert board.session.game.reason == AGREED
    go_back(board, 1, TAKEN_BACK)
    assert not board.session.game.result and board.session.is_under_way()
    board.say("end 0-1")
    board.wait(50)
    assert board.said("result") == ["0123abcd-1 0-1 host 1"]


def ended():
    """A game of one move that the rules have ended."""
    board = Kept(Sectors())
    board.load(OVER_SOON)
    board.move("d3", "e3", "f3")
    board.wait(200)
    return board


def test_a_game_that_the_rules_have_ended_is_over_after_a_loss_of_power():
    board = restarted(ended())
    board.wait(3000)
    assert board.session.tracker.phase == OVER and board.said("ask") == board.said("setup") == []
    board.lines = []
    board.say("hello 1.0 lakabe")
    board.wait(200)
    assert board.said("state")[-1] == "over 3" and board.said("game") == ["0123abcd-2 1 " + OVER_SOON]
    assert board.said("result") == ["0123abcd-2 1-0 no-stone 1"]


def test_its_last_move_is_taken_back_after_a_loss_of_power():
    before = ended()
    board = restarted(before)
    board.place("f3", 400)
    board.lift("e3", 400)
    board.place("d3", 400)
    board.wait(500)
    assert board.said("takeback")[-1] == "0123abcd-2 1" and board.said("state")[-1] == "play 3"
    board.move("d3", "e3", "f3")
    board.wait(200)
    assert board.said("move") == ["0123abcd-2 1 d3-e3A 1 0"]
    name, game = list(finished(board.sectors))[-1]
    assert (name, game.ply, game.result) == (b"0123abcd-2", 1, WHITE_WINS)


def test_its_last_move_is_taken_back_while_the_power_is_off():
    board = Kept(Sectors())
    board.load("9/9/3W2B2/9/9 B")
    board.move("g3", "f3")
    board.move("d3", "e3", "f3")
    board.wait(200)
    board = restarted(board, reeds(OVER_SOON))
    board.wait(3000)
    assert board.said("takeback")[-1] == "0123abcd-2 2" and board.said("state")[-1] == "play 3"
    assert not board.session.game.result and board.session.game.ply == 1


def test_stones_put_away_or_set_up_while_the_power_is_off_leave_it():
    for raw in (
        bytes(45),
        START_REEDS,
        reeds(OVER_SOON),
        reeds("BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWW2 W"),
    ):
        before = ended()
        board = restarted(before, raw)
        board.wait(500)
        assert board.session.tracker.phase != OVER and not board.session.game.result
        assert not any(line.startswith("0123abcd-2 ") for line in board.said("takeback"))
        assert list(finished(board.sectors))[-1][1].result == WHITE_WINS


def test_what_people_have_ended_is_left():
    board = restarted(over())
    board.wait(500)
    assert board.session.tracker.phase != OVER and board.lights()
