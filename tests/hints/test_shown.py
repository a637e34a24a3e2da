"""A move that a board shows: told again where a hand was in the way, and taken off once."""

from __future__ import annotations

import threading

import pytest

from lakabe.board import events
from lakabe.errors import PortError
from lakabe.help.shown import Shown

PLACE = events.Place(9, 0, "c3")


class Board:
    """Takes commands; ``unplugged`` it cannot."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.unplugged = False

    def send(self, name: str, what: str) -> int:
        assert name == "hint"
        if self.unplugged:
            raise PortError("the board is not connected")
        self.told.append(what)
        return len(self.told)

    def refuse(self, told: int, reason: str = "busy") -> events.No:
        return events.No(8, 0, told, reason, "")


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def shown(board: Board) -> Shown:
    made = Shown(board.send, threading.RLock())
    made.put("d3-e3A")
    return made


def test_a_move_is_shown_and_taken_off_once(board: Board, shown: Shown) -> None:
    shown.take_off()
    shown.take_off()
    assert shown.move is None and board.told == ["d3-e3A", "-"]


def test_a_refused_move_comes_again_once_when_a_stone_is_set_down(board: Board, shown: Shown) -> None:
    shown.see(PLACE)
    shown.see(board.refuse(1))
    shown.see(events.Lift(9, 0, "c3"))
    assert board.told == ["d3-e3A"]
    shown.see(PLACE)
    shown.see(PLACE)
    assert board.told == ["d3-e3A"] * 2


@pytest.mark.parametrize("event", [events.Lights(9, 0, "." * 45), events.Tick(9, 0)])
def test_it_comes_again_too_where_the_board_was_led_back(
    board: Board, shown: Shown, event: events.Event
) -> None:
    """Without a word, and the last stone may have been lifted: the refusal is on its way then."""
    shown.see(event)
    shown.see(events.Lift(9, 0, "c3"))
    shown.see(board.refuse(1))
    shown.see(event)
    shown.see(event)
    assert board.told == ["d3-e3A"] * 2


def test_refused_a_second_time_it_comes_a_third(board: Board, shown: Shown) -> None:
    for told in (1, 2):
        shown.see(board.refuse(told))
        shown.see(PLACE)
    assert board.told == ["d3-e3A"] * 3


@pytest.mark.parametrize(("told", "reason"), [(0, "busy"), (2, "busy"), (1, "state")])
def test_another_refusal_says_nothing_of_it(board: Board, shown: Shown, told: int, reason: str) -> None:
    shown.see(board.refuse(told, reason))
    shown.see(PLACE)
    assert board.told == ["d3-e3A"]


def test_another_command_refused_after_it_changes_nothing(board: Board, shown: Shown) -> None:
    shown.see(board.refuse(1))
    shown.see(board.refuse(7))
    shown.see(PLACE)
    assert board.told == ["d3-e3A"] * 2


def test_what_is_forgotten_does_not_come_again(board: Board, shown: Shown) -> None:
    shown.see(board.refuse(1))
    shown.forget()
    shown.see(PLACE)
    shown.again()
    shown.take_off()
    shown.see(board.refuse(1))
    shown.see(PLACE)
    assert shown.move is None and board.told == ["d3-e3A"]


def test_a_board_that_is_not_there_is_told_when_it_is(board: Board, shown: Shown) -> None:
    board.unplugged = True
    shown.put("c3-d3A")
    assert shown.move == "c3-d3A"
    board.unplugged = False
    shown.again()
    assert board.told == ["d3-e3A", "c3-d3A"]


def test_what_is_left_of_a_chain_is_shown(board: Board, shown: Shown) -> None:
    shown.put("d3-e3W-e4A-d4A")
    shown.stepped("d3-e3W")
    shown.stepped("d3-e3W-e4A")
    shown.again()
    assert board.told[2:] == ["e3-e4A-d4A", "e4-d4A", "e4-d4A"]
    shown.stepped("")
    assert board.told[-1] == "d3-e3W-e4A-d4A", "all was put back"
    shown.stepped("d3-e3A")
    assert len(board.told) == 6, "that is another move"
