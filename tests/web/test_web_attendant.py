"""How the page takes a move back by the board's *menu*, in virtual time and without a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from lakabe.board import events
from lakabe.web.attendant import FELT_S, HELD_S, Attendant
from lakabe.web.table import READING, HandError, Table
from lakabe.web.view import View

GAME = "0a0b0c0d-1"
BOARD = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
PLAYED = (
    events.Hello(1, 0, 1, 4, "0.1.0", "e660", "0a0b0c0d", (), 1, 2),
    events.State(2, 0, "play", 3),
    events.GameStarted(3, 0, GAME, 1, BOARD, "W"),
    events.Move(4, 0, GAME, 1, "d3-e3A", 22, 21),
)


@dataclass
class Waiting:
    """Something that is called at ``due``, unless it is called off."""

    due: float
    call: Callable[[], None]
    is_off: bool = False

    def cancel(self) -> None:
        self.is_off = True


@dataclass
class Desk:
    """An attendant with a table, and what it does to the buttons, by the second."""

    now: float = 0.0
    log: list[tuple[float, str, bool]] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.view, self.table = View(), Table(lambda point, closed: None)
        self.attendant = Attendant(self.table, self.view, self._press, lambda: None, self._later)
        self.hear(*PLAYED)
        self.attendant.restore()

    def hear(self, *heard: events.Event) -> None:
        for event in heard:
            self.view.apply(event)
            self.attendant.see(event)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [one for one in self.waiting if not one.is_off and one.due <= end]:
            first = min(due, key=lambda one: one.due)
            self.waiting.remove(first)
            self.now = first.due
            first.call()
        self.now = end

    def _press(self, name: str, down: bool) -> None:
        self.log.append((self.now, name, down))

    def _later(self, seconds: float, call: Callable[[], None]) -> Waiting:
        one = Waiting(self.now + seconds, call)
        self.waiting.append(one)
        return one


def menu(down: bool) -> events.Button:
    return events.Button(5, 0, "menu", down)


@pytest.mark.parametrize("late", [0.02, 0.9])
def test_menu_is_held_for_long_enough_from_when_the_board_has_felt_it(late: float) -> None:
    desk = Desk()
    desk.attendant.take_back()
    desk.wait(late)
    desk.hear(menu(True))
    desk.wait(5)
    assert desk.log == [(0, "menu", True), (pytest.approx(late + HELD_S), "menu", False)]


def test_a_move_that_is_taken_back_is_waited_for_no_longer() -> None:
    desk = Desk()
    desk.attendant.take_back()
    desk.hear(menu(True))
    desk.wait(HELD_S)
    desk.hear(menu(False), events.Takeback(6, 0, GAME, 1))
    assert desk.table.picture() == BOARD.replace("/", "").replace("1", ".")
    desk.attendant.touch(1, "d3")
    desk.wait(FELT_S + 0.1)
    assert desk.table.picture()[READING.index("d3")] == ".", "what was begun since is let be"


def test_play_goes_on_where_the_board_takes_nothing_back() -> None:
    desk = Desk()
    desk.attendant.take_back()
    desk.wait(HELD_S)
    with pytest.raises(HandError, match="being taken back"):
        desk.attendant.touch(1, "d4")
    desk.wait(2 * FELT_S)
    assert [down for _, _, down in desk.log] == [True, False]
    desk.attendant.touch(1, "d4")
    assert desk.attendant.may_take_back
