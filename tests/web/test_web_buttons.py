"""A button under the hands of pages, with a clock that is set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from lakabe.errors import BoardFault
from lakabe.web.buttons import FELT_S, MOST_WAITING, PageButton


class SetClock(asyncio.SelectorEventLoop):
    """A loop whose time passes only when it is told to."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def later(self, seconds: float) -> None:
        """Let time pass, and do all that is due by then."""
        self.now += seconds
        self.run_until_complete(asyncio.sleep(0))


class Desk:
    """One button, and what was done to the board's."""

    def __init__(self) -> None:
        self.loop = SetClock()
        self.log: list[bool] = []
        self.broken = False
        self.button = PageButton(self._push)

    def _push(self, down: bool) -> None:
        if self.broken:
            raise BoardFault("the virtual board has stopped")
        self.log.append(down)

    def press(self, *downs: bool, page: int = 1) -> None:
        for down in downs:
            self.button.press(page, down, self.loop)

    def felt(self, down: bool) -> None:
        self.button.felt(down, self.loop)


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.loop.close()


def test_a_press_lasts_until_the_board_has_felt_it(desk: Desk) -> None:
    desk.press(True, False)
    assert desk.log == [True]
    desk.felt(True)
    assert desk.log == [True, False]
    assert not desk.button.down


def test_a_held_button_is_released_at_once(desk: Desk) -> None:
    desk.press(True)
    desk.felt(True)
    desk.loop.later(10)
    assert desk.log == [True]
    desk.press(False)
    assert desk.log == [True, False]


def test_two_presses_in_a_row_are_two(desk: Desk) -> None:
    desk.press(True, False, True, False)
    for down in (True, False, True, False):
        assert desk.log[-1] == down
        desk.felt(down)
    assert desk.log == [True, False, True, False]


def test_a_board_that_tells_nothing_is_not_waited_for_long(desk: Desk) -> None:
    desk.press(True, False)
    desk.loop.later(FELT_S / 2)
    assert desk.log == [True]
    desk.felt(False)
    assert desk.log == [True], "that was about something earlier"
    desk.loop.later(FELT_S)
    assert desk.log == [True, False]


def test_it_is_down_while_any_page_presses(desk: Desk) -> None:
    desk.press(True)
    desk.felt(True)
    desk.press(True, page=2)
    desk.press(False, False)
    assert desk.log == [True]
    desk.press(False, page=2)
    assert desk.log == [True, False]


def test_wild_hands_do_not_fill_the_memory(desk: Desk) -> None:
    desk.press(*[True, False] * 100)
    for _ in range(200):
        desk.felt(desk.log[-1])
    assert desk.log[-1] is False
    assert len(desk.log) <= MOST_WAITING + 2
    assert desk.log == [n % 2 == 0 for n in range(len(desk.log))]


def test_a_board_that_fails_is_told_to_the_page_that_presses(desk: Desk) -> None:
    desk.broken = True
    with pytest.raises(BoardFault):
        desk.press(True)
    desk.broken = False
    desk.press(False, True)
    desk.broken = True
    desk.felt(False)
    desk.loop.later(FELT_S)
    assert desk.log == [False], "nobody is there to be told; the program goes on"
