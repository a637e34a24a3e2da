"""A draw by R11 is told one move before it can happen."""

from __future__ import annotations

from itertools import cycle, islice

from test_web_view import HELLO, PLAY, view

from lakabe.board import events
from lakabe.web.view import View

GAME = "0a0b0c0d-9"
BEGIN = events.GameStarted(3, 0, GAME, 1, "8B/9/9/9/W8", "W")
ROUND = ("a1-b1", "i5-h5", "b1-a1", "h5-i5")


def after(*moves: str, setting: events.Event | None = None) -> View:
    heard = [events.Move(4 + n, 0, GAME, n, text, 1, 1) for n, text in enumerate(moves, 1)]
    return view(HELLO, PLAY, *([setting] if setting else []), BEGIN, *heard)


def near(*moves: str, setting: events.Event | None = None) -> str:
    return str(after(*moves, setting=setting).public()["near"])


def test_the_third_time_is_told_one_move_before() -> None:
    assert [n for n in range(8) if near(*islice(cycle(ROUND), n))] == [7]
    seven = list(islice(cycle(ROUND), 7))
    assert near(*seven) == "h5-i5 would bring the same position for the third time: a draw."
    assert near(*seven, "h5-g5") == ""
    without = events.Setting(2, 0, "repetition", 0)
    assert near(*seven, setting=without) == ""


def test_a_move_that_is_taken_back_has_not_stood() -> None:
    shown = after(*islice(cycle(ROUND), 7))
    shown.apply(events.Takeback(20, 0, GAME, 4))
    for n, text in enumerate(ROUND[3:] + ROUND[:3], 4):
        shown.apply(events.Move(20 + n, 0, GAME, n, text, 1, 1))
    assert shown.public()["near"] != ""
    shown.apply(events.Takeback(40, 0, GAME, 2))
    assert shown.public()["near"] == ""


def test_fifty_moves_are_told_one_move_before() -> None:
    # A way of white stones through the board that never repeats soon enough is long: R11 without repetition.
    moves = list(islice(cycle(ROUND), 99))
    without = events.Setting(2, 0, "repetition", 0)
    assert near(*moves[:98], setting=without) == ""
    assert near(*moves, setting=without).startswith("The next move without a capture ends the game")
