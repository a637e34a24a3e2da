"""What tests of the host's end of the protocol say to it, and hear from it."""

from __future__ import annotations

from fake_board import FakeBoard

from fanorona.wire.protocol import BOARD_LEAD, encode
from lakabe.board.events import Event, Hello
from lakabe.board.link import Link

BOOT = "1f6a09c3"
HELLO = "hello 1.7 0.1.0 e6614103e7396b2c 1f6a09c3 - 1 1"


def line(body: str) -> bytes:
    return encode(BOARD_LEAD, body.encode())


def said(one: Link) -> list[str]:
    """The commands in what the link sends, without number and checksum."""
    lines = one.outgoing().decode().splitlines()
    assert all(text.startswith("$") and text[-5] == "*" for text in lines)
    return [text[1:-5].split(" ", 1)[1] for text in lines]


def linked(hello: str = HELLO, seq: int = 1) -> Link:
    one = Link("lakabe")
    one.connect()
    said(one)
    found = one.receive(line(f"{seq} 1000 {hello}"), 0.0)
    assert isinstance(found[0], Hello)
    said(one)
    return one


def exchange(one: Link, board: FakeBoard, now: float) -> list[Event]:
    """Carries bytes both ways until both are silent."""
    found: list[Event] = []
    while True:
        out = one.outgoing()
        board.receive(out)
        data = board.sent()
        found += one.receive(data, now)
        if not out and not data:
            return found
