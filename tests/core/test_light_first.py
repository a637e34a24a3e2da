"""What makes sense is looked at again only while no contact waits for its light."""

from board import Board

from fanorona.rules.notation import parse_point
from fanorona.session import PAUSE_MS

LONG = "1BB4B1/B4W3/1B4W1W/3WWW2W/5WWWW B"


def in_the_middle_of_a_move():
    """A board whose hands have led a stone to where its move may end, and have lifted it again just now."""
    board = Board(LONG)
    board.wait(500)
    board.lift("b3", 60)
    for name in ("a3", "b2", "b4"):
        board.place(name, 60)
        board.lift(name, 2)
    return board


def test_a_pause_has_a_move_looked_at_again():
    board = in_the_middle_of_a_move()
    board.now += PAUSE_MS
    board.step()
    assert board.session.tracker.gives_way


def test_a_contact_that_waits_comes_first():
    board = in_the_middle_of_a_move()
    board.raw[parse_point("c3")] = 1
    board.now += PAUSE_MS - 1
    board.step()
    board.now += 1
    board.step()
    assert not board.session.tracker.busy
    board.wait(5)
    assert "place c3" in board.lines
