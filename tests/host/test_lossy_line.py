"""A board and a link joined by a bad cable: every line arrives once, in order, and the board learns of it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from fake_board import FakeBoard
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lakabe.board.events import Event, Lift, Lost, Move, Place, Result, Step
from lakabe.board.link import Link
from lakabe.errors import ProtocolError

STEP_S = 0.25
GAME = "1f6a09c3-1"
SCRIPT = [
    ("lift", "d3"),
    ("step", GAME, 1, "d3-e3"),
    ("place", "e3"),
    ("move", GAME, 1, "d3-e3A", 22, 21),
    ("lift", "f4"),
    ("move", GAME, 2, "e5-e4W", 20, 21),
    ("result", GAME, "*", "abandoned", 2),
]
RELIABLE = (Lift, Place, Step, Move, Result)

# What a fault does with a piece of the stream: None for a cable that is pulled out there.
Fault = Callable[[bytes], "bytes | None"]


class Wire:
    """One direction: the fault strikes once, at byte ``place`` of everything that passes."""

    def __init__(self, place: int | None, fault: Fault) -> None:
        self.place = place
        self.fault = fault
        self.passed = 0

    def carry(self, data: bytes) -> tuple[bytes, bool]:
        """What arrives, and whether the cable has been pulled out: then the rest is gone."""
        place = self.place
        start = self.passed
        self.passed += len(data)
        if place is None or not start <= place < start + len(data):
            return data, False
        self.place = None
        at = place - start
        struck = self.fault(data[at : at + 1])
        if struck is None:
            return data[:at], True
        return data[:at] + struck + data[at + 1 :], False


FAULTS: dict[str, Fault] = {
    "dropped": lambda byte: b"",
    "doubled": lambda byte: byte + byte,
    "changed": lambda byte: bytes([byte[0] ^ 1]),
    "high bit set": lambda byte: bytes([byte[0] | 128]),
    "line feed added": lambda byte: b"\n" + byte,
    "lead added": lambda byte: b"@" + byte,
    "cut": lambda byte: None,
}


class Rig:
    """Board, link, cable and clock. The link's owner keeps what it gets at once, as a recorder does."""

    def __init__(self, down: Wire, up: Wire, board: FakeBoard | None = None) -> None:
        self.board = board or FakeBoard()
        self.link = Link("lakabe")
        self.down = down
        self.up = up
        self.kept: list[Event] = []
        self.lost: set[int] = set()
        self.connections = 1
        self.link.connect()

    def step(self, now: float) -> None:
        """A moment: both ends have their turn, a pulled cable is back for the next.

        Where so many hellos were lost that the link gives the board up, its owner connects again.
        """
        try:
            self.keep(self.link.tick(now))
        except ProtocolError:
            self.connections += 1
            self.link.connect()
        self.board.tick(now)
        data, up_cut = self.up.carry(self.link.outgoing())
        self.board.receive(data)
        data, down_cut = self.down.carry(self.board.sent())
        self.keep(self.link.receive(data, now))
        if up_cut or down_cut:
            self.connections += 1
            self.link.connect()

    def keep(self, found: list[Event]) -> None:
        for event in found:
            if isinstance(event, Lost):
                self.lost.update(range(event.first, event.last + 1))
            if isinstance(event, RELIABLE):
                self.kept.append(event)
        if found:
            self.link.ack(found[-1].seq)

    def settled(self) -> bool:
        """Everything the board has said has been delivered and acknowledged."""
        outbox = self.board.outbox
        return self.link.hello is not None and outbox.acked == outbox.next - 1

    def run(self, limit: float) -> float:
        """Plays the script, one line a moment; when it had all settled (seconds)."""
        now = 0.0
        waiting = list(SCRIPT)
        while waiting or not self.settled():
            assert now < limit, "the line never recovered"
            if waiting:
                name, *words = waiting.pop(0)
                self.board.say(str(name), *words)
            self.step(now)
            now += STEP_S
        return now


def told(found: list[Event]) -> list[tuple[str, ...]]:
    """The events as the script has them."""
    names = {"Lift": "lift", "Place": "place", "Step": "step", "Move": "move", "Result": "result"}
    out = []
    for event in found:
        values = [getattr(event, field) for field in event.__slots__]
        # A word that may be missing at the end of a line is a flag of the event.
        words = [str(value) for value in values if value is not False]
        out.append((names[type(event).__name__], *words))
    return out


WANTED = [tuple(str(word) for word in line) for line in SCRIPT]


def nothing() -> Wire:
    return Wire(None, FAULTS["dropped"])


def lengths() -> tuple[int, int]:
    """Bytes that pass down and up when nothing goes wrong."""
    rig = Rig(nothing(), nothing())
    rig.run(60.0)
    assert told(rig.kept) == WANTED
    return rig.down.passed, rig.up.passed


@pytest.mark.parametrize("name", FAULTS)
def test_one_fault_at_every_byte(name: str) -> None:
    down, up = lengths()
    assert down > 300 and up > 100
    for place in range(down):
        rig = Rig(Wire(place, FAULTS[name]), nothing())
        rig.run(60.0)
        assert told(rig.kept) == WANTED and not rig.lost, place
        assert rig.connections == (2 if name == "cut" else 1)
    for place in range(up):
        rig = Rig(nothing(), Wire(place, FAULTS[name]))
        rig.run(60.0)
        assert told(rig.kept) == WANTED and not rig.lost, place


class Storm(Wire):
    """Every byte may be struck, while ``raging``."""

    def __init__(self, seed: int, rate: float) -> None:
        super().__init__(None, FAULTS["dropped"])
        self.random = random.Random(seed)
        self.rate = rate
        self.faults = list(FAULTS.values())

    def carry(self, data: bytes) -> tuple[bytes, bool]:
        out = b""
        for place in range(len(data)):
            struck: bytes | None = data[place : place + 1]
            if self.random.random() < self.rate:
                struck = self.random.choice(self.faults)(data[place : place + 1])
            if struck is None:
                return out, True
            out += struck
        return out, False


@given(seed=st.integers(0, 2**32), rate=st.sampled_from([0.001, 0.003, 0.01]))
@settings(max_examples=40, deadline=None)
@example(seed=72190584, rate=0.01)  # five hellos lost in a row
@example(seed=1417, rate=0.01)  # a line damaged as often as it is asked for
def test_a_storm_of_faults(seed: int, rate: float) -> None:
    """All arrives but for lines that are called lost."""
    rig = Rig(Storm(seed, rate), Storm(seed + 1, rate))
    now = 0.0
    waiting = list(SCRIPT)
    numbers = []
    while now < 20.0:
        if waiting:
            name, *words = waiting.pop(0)
            numbers.append(rig.board.say(str(name), *words))
        rig.step(now)
        now += STEP_S
    rig.down = rig.up = nothing()
    while not rig.settled():
        assert now < 60.0, "the line never recovered"
        rig.step(now)
        now += STEP_S
    wanted = zip(numbers, WANTED, strict=True)
    assert told(rig.kept) == [line for number, line in wanted if number not in rig.lost]


def test_a_host_that_starts_late_gets_everything() -> None:
    board = FakeBoard()
    for name, *words in SCRIPT:
        board.say(str(name), *words)
    board.sent()  # to nobody
    rig = Rig(nothing(), nothing(), board)
    for moment in range(8):
        rig.step(moment * STEP_S)
    assert told(rig.kept) == WANTED
    assert rig.settled()


def test_a_host_that_starts_too_late_is_told_what_is_lost() -> None:
    board = FakeBoard(size=512, lines=64)
    link = Link("lakabe")
    link.connect()
    board.receive(link.outgoing())
    link.receive(board.sent(), 0.0)
    last = link.last_seq
    link.ack(last)
    for _ in range(100):
        board.say("lift", "d3")
    board.sent()
    link.connect()
    found: list[Event] = []
    for moment in range(8):
        board.receive(link.outgoing())
        found += link.receive(board.sent(), moment * STEP_S)
    lost = [event for event in found if isinstance(event, Lost)]
    lifts = [event for event in found if isinstance(event, Lift)]
    assert lost[0].first == last + 1
    assert 1 <= len(lost) <= 3
    assert [event.seq for event in lifts] == list(range(lost[-1].last + 1, last + 101))
    assert len(lifts) > 5
