"""What a board tells again in a snapshot is no news."""

from __future__ import annotations

import pytest

from lakabe.board import events
from lakabe.board.events import Event
from lakabe.engine.standing import START
from lakabe.help.heard import Heard

BOARD, TURN = START.split(" ")
GAME = "0a0b0c0d-1"
HELLO = events.Hello(1, 0, 1, 4, "0.1.0", "e661", "0a0b0c0d", (), 1, 2)
PLAY = events.State(2, 0, "play", 3)


def begin(ply: int = 1, game: str = GAME, board: str = BOARD, variant: str = "tsivy") -> events.GameStarted:
    return events.GameStarted(3, 0, game, ply, board, TURN, variant)


def move(ply: int, text: str) -> events.Move:
    return events.Move(4, 0, GAME, ply, text, 20, 20)


def back(ply: int) -> events.Takeback:
    return events.Takeback(5, 0, GAME, ply)


TOLD = [HELLO, PLAY, begin(), move(1, "d3-e3A"), move(2, "d4-d3A"), move(3, "e1-d2A")]


@pytest.fixture
def heard() -> Heard:
    made = Heard()
    assert [made.is_news(event) for event in TOLD] == [True, False, True, True, True, True]
    return made


def test_a_snapshot_told_again_is_none(heard: Heard) -> None:
    for _ in range(2):
        assert not any(heard.is_news(event) for event in [*TOLD, back(4)])


@pytest.mark.parametrize(
    "event",
    [
        move(4, "b5-b4A"),
        move(3, "f2-f3A"),
        back(3),
        begin(game="0a0b0c0d-2"),
        begin(board=BOARD.replace("BWBW1BWBW", "WBWB1WBWB")),
        begin(variant="vela"),
        events.Hello(1, 0, 1, 4, "0.1.0", "e661", "ffffffff", (), 1, 2),
        events.State(6, 0, "setup", 3),
        events.Result(6, 0, GAME, "1-0", "host"),
    ],
)
def test_what_changes_the_game_is_news(heard: Heard, event: Event) -> None:
    assert heard.is_news(event)


def test_a_move_taken_back_and_made_again_is_news_each_time(heard: Heard) -> None:
    assert [heard.is_news(event) for event in (back(3), back(3), move(3, "e1-d2A"), move(3, "e1-d2A"))] == [
        True, False, True, False,
    ]  # fmt: skip


def test_a_long_game_told_from_a_later_move_on_is_the_same(heard: Heard) -> None:
    assert not heard.is_news(begin(3, board="9/9/9/9/9"))
    assert not heard.is_news(move(3, "e1-d2A"))
    assert heard.is_news(begin(9))


def test_set_up_anew_the_game_begins_anew(heard: Heard) -> None:
    heard.is_news(events.State(6, 0, "setup", 3))
    assert heard.is_news(begin()) and heard.is_news(move(1, "d3-e3A"))
