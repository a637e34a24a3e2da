"""Which boards are plugged in: the right USB identity, and an answer to hello."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from serial.tools import list_ports

from lakabe.board.events import Hello
from lakabe.board.link import Link
from lakabe.board.transport import Transport, open_transport
from lakabe.errors import NoBoardError

PICO = (0x2E8A, 0x0005)
"""USB vendor and product of MicroPython's serial port on a Pico."""


class _Port(Protocol):
    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    description: str


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A serial port that may lead to a board: its address, the Pico's USB serial number, its own words."""

    url: str
    serial: str
    description: str


def find_boards(ports: Callable[[], Iterable[_Port]] = list_ports.comports) -> list[PortInfo]:
    """Every port with the USB identity of MicroPython on a Pico, by address. `ask_hello` tells a board."""
    found = [
        PortInfo(port.device, port.serial_number or "", port.description or "")
        for port in ports()
        if (port.vid, port.pid) == PICO
    ]
    return sorted(found, key=lambda port: port.url)


def only_board(boards: list[PortInfo]) -> PortInfo:
    """The one board there is; NoBoardError where there is none or a choice."""
    if not boards:
        raise NoBoardError(
            "no board is plugged in", "plug it in with a data cable, or name its port with --port"
        )
    if len(boards) > 1:
        names = ", ".join(board.url for board in boards)
        raise NoBoardError(f"there are several boards: {names}", "choose one with --port")
    return boards[0]


def ask_hello(
    url: str,
    name: str = "lakabe",
    *,
    opener: Callable[[str], Transport] = open_transport,
    clock: Callable[[], float] = time.monotonic,
) -> Hello:
    """Open ``url``, say hello, return the answer and say goodbye. PortError, ProtocolError."""
    link = Link(name)
    with opener(url) as transport:
        link.connect()
        while link.hello is None:
            link.tick(clock())
            transport.write(link.outgoing())
            link.receive(transport.read(4096, 0.1), clock())
        link.command("bye")
        transport.write(link.outgoing())
        return link.hello
