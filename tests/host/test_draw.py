"""The board drawn in a terminal."""

from __future__ import annotations

from fanorona.rules import notation
from fanorona.rules.rules import Position
from lakabe.games.drawing import board


def test_the_start() -> None:
    lines = board(Position()).plain.splitlines()
    assert len(lines) == 10
    assert lines[0] == " 5  " + "───".join("●●●●●●●●●")
    assert lines[4] == " 3  " + "───".join("●○●○┼●○●○")
    assert lines[8] == " 1  " + "───".join("○○○○○○○○○")
    assert lines[9].split() == list("abcdefghi")


def test_diagonals_meet_at_the_strong_points() -> None:
    lines = board(Position()).plain.splitlines()
    # Around a1 and e3 (strong): the diagonal from a1 goes up to the right, four leave e3.
    assert lines[7][4:8] == "│ ╱ "
    assert (lines[3][18], lines[3][22]) == ("╲", "╱")
    assert (lines[5][18], lines[5][22]) == ("╱", "╲")


def test_marked_points_are_in_reverse() -> None:
    position = Position()
    notation.parse_position("9/9/4W4/9/9 W", position)
    drawn = board(position, ["e3"])
    (place,) = [span for span in drawn.spans if "reverse" in str(span.style)]
    assert drawn.plain[place.start] == "○"
