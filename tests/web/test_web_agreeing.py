"""Who is asked before a move is taken back, where people play at several pages; without a server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hubs import Room

from lakabe.board import events
from lakabe.web.clients import Client

BOARD = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
PLAYED = (
    events.Hello(1, 0, 1, 4, "0.1.0", "e660", "0a0b0c0d", (), 1, 2),
    events.State(2, 0, "play", 3),
    events.GameStarted(3, 0, "0a0b0c0d-1", 1, BOARD, "W"),
    events.Move(4, 0, "0a0b0c0d-1", 1, "d3-e3A", 22, 21),
)


@pytest.fixture
def room() -> Iterator[Room]:
    """One move has been played, on a board whose stones the page moves."""
    made = Room()
    assert made.hub.attendant is not None
    made.hub.attendant.on = True
    made.hear(*PLAYED)
    yield made
    made.loop.close()


def asked(room: Room, *clients: Client) -> list[str]:
    return [room.state(client)["undoAsked"] for client in clients]


def is_taken_back(room: Room) -> bool:
    """Whether *menu* is held down for it; nothing else presses it here."""
    return ("menu", True) in room.board.log


def test_one_page_takes_back_at_once(room: Room) -> None:
    """Whoever only watches has no say."""
    one, watcher = room.hub.join(), room.hub.join(may_play=False)
    room.ask(one, "undo")
    assert is_taken_back(room)
    assert asked(room, one, watcher) == ["", ""]


def test_against_the_computer_nobody_is_asked(room: Room) -> None:
    one, _ = room.hub.join(), room.hub.join()
    assert room.hub.attendant is not None
    room.hub.attendant.side = "W"
    room.hear(events.Move(5, 0, "0a0b0c0d-1", 2, "d4-d3A", 20, 21))
    room.ask(one, "undo")
    assert is_taken_back(room)


def test_what_is_only_begun_is_taken_back_at_once(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.hear(events.Step(5, 0, "0a0b0c0d-1", 2, "d4-d3A"))
    room.ask(one, "undo")
    assert asked(room, one, two) == ["", ""]
    assert room.notices(one) == [] and not is_taken_back(room), "the stones go back, and no move with them"


def test_the_others_are_asked_and_one_agrees(room: Room) -> None:
    one, two, three = room.hub.join(), room.hub.join(), room.hub.join()
    watcher = room.hub.join(may_play=False)
    room.ask(one, "undo")
    assert asked(room, one, two, three, watcher) == ["mine", "theirs", "theirs", ""]
    room.ask(one, "undo")
    room.ask(one, "answer", agree=True)
    assert asked(room, one) == ["mine"] and not is_taken_back(room), "nobody agrees with oneself"
    room.ask(three, "answer", agree=True)
    assert is_taken_back(room)
    assert asked(room, one, two, three) == ["", "", ""]


def test_who_asks_for_the_same_agrees(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "undo")
    room.ask(two, "undo")
    assert is_taken_back(room)


def test_no_ends_it_and_is_told(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "undo")
    room.ask(two, "answer", agree=False)
    assert room.notices(one) == ["The other side does not agree."]
    assert asked(room, two) == [""]
    room.ask(two, "answer", agree=True)
    assert not is_taken_back(room), "there is no question any more"


def test_it_can_be_withdrawn(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "undo")
    room.ask(one, "answer", agree=False)
    assert room.notices(one) == []
    assert asked(room, two) == [""]


@pytest.mark.parametrize(
    "event",
    [
        events.Move(5, 0, "0a0b0c0d-1", 2, "d4-d3A", 20, 21),
        events.Step(5, 0, "0a0b0c0d-1", 2, "d4-d3A"),
        events.Takeback(5, 0, "0a0b0c0d-1", 1),
        events.GameStarted(5, 0, "0a0b0c0d-2", 1, BOARD, "W"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_happens_meanwhile_ends_it(room: Room, event: events.Event) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.ask(one, "undo")
    room.hear(events.Reeds(5, 0, "x" * 45))
    assert asked(room, one, two) == ["mine", "theirs"], "a contact is no move"
    room.hear(event)
    assert asked(room, one, two) == ["", ""]
    room.ask(two, "answer", agree=True)
    assert not is_taken_back(room)


def test_it_goes_with_the_page_that_asks_and_with_the_last_that_could_answer(room: Room) -> None:
    one, two, three = room.hub.join(), room.hub.join(), room.hub.join()
    room.ask(one, "undo")
    room.hub.leave(one)
    assert asked(room, two, three) == ["", ""]
    room.ask(two, "undo")
    room.hub.leave(three)
    assert asked(room, two) == [""]
    assert not is_taken_back(room)
    room.ask(two, "undo")
    assert is_taken_back(room), "who is alone needs nobody"


def test_nothing_to_take_back_is_said(room: Room) -> None:
    one, two = room.hub.join(), room.hub.join()
    room.hear(events.Takeback(5, 0, "0a0b0c0d-1", 1))
    room.ask(one, "undo")
    assert room.notices(one) == ["There is no move to take back."]
    assert asked(room, two) == [""]
