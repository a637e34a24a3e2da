"""A virtual board that takes nothing: what hands do is refused, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hubs import Room

from lakabe.web.table import START


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    made.board.log.clear()
    yield made
    made.loop.close()


def test_hands_at_a_board_that_hangs_are_told_once(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.board.ready = False
    for _ in range(50):
        room.ask(one, "lift", point="d3")
        room.ask(one, "place", point="e3")
        room.ask(two, "button", name="menu", down=True)
    assert room.board.log == []
    assert len(caplog.records) == 1
    for client in (one, two):
        assert room.notices(client) == [
            "The virtual board does not answer. Lift and place nothing until it does."
        ]
    room.ask(one, "lift", point="d3")
    state = room.state(one)
    assert (state["stones"], state["hand"], state["seen"]) == (START, None, 101)


def test_hands_go_on_when_it_takes_things_again(room: Room) -> None:
    client = room.hub.join()
    room.board.ready = False
    room.ask(client, "lift", point="d3")
    room.board.ready = True
    room.ask(client, "lift", point="d3")
    assert room.board.log == [("d3", False)]
    room.board.ready = False
    room.notices(client)
    room.ask(client, "place", point="e3")
    assert len(room.notices(client)) == 1, "it hangs anew"


def test_a_button_that_is_down_comes_up_all_the_same(room: Room) -> None:
    client = room.hub.join()
    room.ask(client, "button", name="turn", down=True)
    room.board.ready = False
    room.ask(client, "button", name="turn", down=False)
    room.hub._buttons["turn"].felt(True, room.loop)
    assert room.board.log == [("turn", True), ("turn", False)]
