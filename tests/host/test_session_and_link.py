"""The board's own session at one end, the link at the other."""

from __future__ import annotations

import random

import pytest

from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import parse_point
from fanorona.session import Session
from fanorona.wire.protocol import HOST_LEAD, encode
from lakabe.board import messages
from lakabe.board.events import (
    Bad,
    Event,
    Hello,
    Lost,
    No,
    Ok,
    Reeds,
    Setting,
    State,
    Synced,
    Text,
    Unknown,
    Version,
)
from lakabe.board.link import Link

BOOT = b"1f6a09c3"


class Table:
    """A session with its stones set up, a link, and nothing between them but time (ms)."""

    def __init__(self) -> None:
        self.session = Session(b"0.1.0", b"e6614103e7396b2c", BOOT)
        self.reeds = bytearray(1 if p != parse_point("e3") else 0 for p in range(POINTS))
        self.buttons = 0
        self.now = 0
        self.link = Link("lakabe")
        self.found: list[Event] = []
        self.plugged = False

    def plug(self) -> None:
        self.plugged = True
        self.link.connect()

    def wait(self, milliseconds: int) -> list[Event]:
        """Scans once a millisecond; the events of that time, all acknowledged."""
        start = len(self.found)
        for _ in range(milliseconds):
            self.now += 1
            self.session.step(self.reeds, self.buttons, self.now)
            buffer = bytearray(64)
            count = self.session.outbox.take(buffer, 64)
            if self.plugged:
                found = self.link.receive(bytes(buffer[:count]), self.now / 1000)
                if self.now % 50 == 0:
                    found += self.link.tick(self.now / 1000)
                if found:
                    self.link.ack(found[-1].seq)
                self.found += found
                out = bytearray(self.link.outgoing())
                if out:
                    self.session.receive(out, len(out))
        return self.found[start:]


def told(found: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in found if type(event) is kind]


def test_connecting() -> None:
    table = Table()
    table.wait(100)
    table.plug()
    found = table.wait(500)
    assert len(told(found, Hello)) == 1
    assert len(told(found, Synced)) == 1
    assert told(found, Unknown) == [] and told(found, Text) == [] and told(found, Lost) == []
    assert told(found, Reeds)[-1] == Reeds(
        found[-2].seq, found[-2].ms, "xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xxxxxxxxx"
    )
    outbox = table.session.outbox
    assert outbox.acked == outbox.next - 1


def test_an_idle_line_stays_linked() -> None:
    table = Table()
    table.plug()
    table.wait(500)
    found = table.wait(40_000)
    assert {type(event).__name__ for event in found} == {"Tick"}
    assert 7 <= len(found) <= 9
    assert table.session.outbox.acked == table.session.outbox.next - 1


COMMANDS = [
    ("snapshot", (), Ok),
    ("version", (), Ok),
    ("get", ("level",), Ok),
    ("takeback", (7,), No),
    ("get", ("weather",), No),
    ("set", ("level", 4), Ok),
    ("set", ("level", 5), No),
    ("set", ("power", 19), No),
    ("set", ("power", 365), Ok),
    ("watch", ("lights", 1), Ok),
    ("watch", ("raw", 1), Ok),
    ("watch", ("raw", 2), No),
    ("hint", ("-",), Ok),
    ("hint", ("a1-a2",), No),
    ("test", (), Ok),
    ("test", ("points",), Ok),
    ("go", (), No),
    ("play", (1, "d3-e3A"), No),
    ("load", ("-", "BBBBBBBBB/9/9/9/WWWWWWWWW", "W"), Ok),
    ("load", ("-", "nonsense", "W"), No),
    ("end", ("1/2-1/2",), Ok),
    ("end", ("2-0",), No),
    ("new", (), Ok),
    ("new", ("mirrored",), Ok),
    ("new", ("sideways",), No),
    ("health", (), Ok),
    ("lesson", (), Ok),
    ("lesson", (3,), Ok),
    ("lesson", (1000,), No),
    ("match", ("0" * 22, "W"), No),
    ("resume", (), No),
    ("games", (), Ok),
    ("fetch", ("0123abcd-1", 16), Ok),
    ("fetch", ("nonsense", 16), No),
    ("bye", (), Ok),
]


@pytest.mark.parametrize(("name", "arguments", "answer"), COMMANDS, ids=[f"{c[0]}-{c[1]}" for c in COMMANDS])
def test_commands(name: str, arguments: tuple[str | int, ...], answer: type[Event]) -> None:
    table = Table()
    table.plug()
    table.wait(300)
    identity = table.link.command(name, *arguments)
    found = table.wait(300)
    answers = [event for event in found if isinstance(event, Ok | No) and event.id == identity]
    assert [type(event) for event in answers] == [answer]
    assert told(found, Unknown) == [] and told(found, Bad) == []


def test_every_command_is_tried() -> None:
    assert {name for name, _, _ in COMMANDS} | {"hello", "ack", "resend"} == set(messages.COMMANDS)


def test_what_commands_tell() -> None:
    table = Table()
    table.plug()
    table.wait(300)
    table.link.command("version")
    table.link.command("set", "brightness", 77)
    table.link.command("get", "brightness")
    found = table.wait(300)
    versions = [event for event in found if isinstance(event, Version)]
    assert [(event.firmware, event.major, event.minor) for event in versions] == [("0.1.0", 1, 7)]
    assert {(event.name, event.value) for event in found if isinstance(event, Setting)} == {
        ("brightness", 77)
    }
    assert any(isinstance(event, State) for event in table.found)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_hands_and_hosts_do_the_link_understands(seed: int) -> None:
    chance = random.Random(seed)
    table = Table()
    table.plug()
    table.wait(200)
    for _ in range(60):
        what = chance.randrange(8)
        if what < 5:
            table.reeds[chance.randrange(POINTS)] ^= 1
        elif what == 5:
            table.buttons ^= chance.choice((1, 2))
        elif what == 6:
            name, arguments, _ = chance.choice(COMMANDS[:-1])
            table.link.command(name, *arguments)
        else:
            junk = bytearray(chance.randbytes(chance.randrange(30)) + encode(HOST_LEAD, b"7 ack -1"))
            table.session.receive(junk, len(junk))
        table.wait(chance.choice((3, 30, 300)))
    table.wait(3000)
    assert told(table.found, Unknown) == []
    assert {event.damage for event in table.found if isinstance(event, Text)} <= {"format"}  # stumps
    numbers = [event.seq for event in table.found if not isinstance(event, Hello)]
    assert numbers == sorted(numbers)
    assert table.session.outbox.refused == 0
    assert table.session.outbox.acked == table.session.outbox.next - 1
