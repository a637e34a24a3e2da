"""The port of a virtual board: it takes commands from programs that say hello, and from nothing else."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lakabe.virtual import VirtualBoard
from lakabe.virtual.playback import host_line
from lakabe.virtual.terminal import TerminalDevice

LIMIT_S = 30.0
HELLO = host_line("1 hello 1.0 test")
COMMAND = host_line("2 set level 1")
REQUEST = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n"


class Refusals(logging.Handler):
    """What is logged, as soon as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.come = threading.Semaphore(0)

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
        self.come.release()

    def next(self) -> str:
        assert self.come.acquire(timeout=LIMIT_S), "nothing was logged"
        return self.texts[-1]


@pytest.fixture(scope="module")
def board() -> Iterator[VirtualBoard]:
    with VirtualBoard() as board:
        yield board


@pytest.fixture
def refusals() -> Iterator[Refusals]:
    handler = Refusals()
    logger = logging.getLogger("lakabe.virtual.board")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def connect(board: VirtualBoard) -> socket.socket:
    address = urlsplit(board.url)
    return socket.create_connection((address.hostname, address.port), timeout=LIMIT_S)


def said(wire: socket.socket, words: bytes) -> bool:
    """Whether these words come before the other side hangs up."""
    heard = b""
    try:
        while more := wire.recv(4096):
            heard += more
            if words in heard:
                return True
    except ConnectionResetError:
        pass
    return False


@pytest.mark.parametrize(
    "text",
    [
        REQUEST + HELLO + COMMAND,
        "GET /" + HELLO + COMMAND,
        f"{HELLO[:-1]} HTTP/1.1\r\n{HELLO}{COMMAND}",
        "\n" + HELLO + COMMAND,
        "\0" * 300,
        COMMAND,
        HELLO.replace("hello", "hellp") + COMMAND,
        HELLO.replace("test", "tesu") + COMMAND,
        "$1 hello*0000\n" + COMMAND,
        "$" + 300 * "1",
    ],
    ids=[
        "post",
        "path",
        "request",
        "empty line",
        "zeroes",
        "command",
        "name",
        "checksum",
        "no version",
        "long",
    ],
)
def test_what_begins_otherwise_is_refused(board: VirtualBoard, refusals: Refusals, text: str) -> None:
    with connect(board) as wire:
        wire.sendall(text.encode())
        assert not said(wire, b" ")
    assert "no hello" in refusals.next()


def test_a_command_in_a_request_changes_nothing(board: VirtualBoard, refusals: Refusals) -> None:
    with connect(board) as first:
        first.sendall((HELLO + host_line("2 set level 3")).encode())
        assert said(first, b" ok 2*")
        with connect(board) as foreign:
            foreign.sendall((REQUEST + COMMAND).encode())
            assert not said(foreign, b" ")
        first.sendall(host_line("3 get level").encode())
        assert said(first, b" level 3*")


def test_a_hello_may_come_in_pieces(board: VirtualBoard) -> None:
    with connect(board) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for letter in HELLO:
            wire.sendall(letter.encode())
        assert said(wire, b" ok 1*")


def test_who_says_nothing_is_in_nobodys_way(board: VirtualBoard, refusals: Refusals) -> None:
    with ExitStack() as silent:
        for _ in range(8):
            silent.enter_context(connect(board))
        with connect(board) as wire:
            wire.sendall(HELLO.encode())
            assert said(wire, b" ok 1*")
            for _ in range(9):
                silent.enter_context(connect(board))
            assert "too many" in refusals.next()
            wire.sendall(host_line("2 get level").encode())
            assert said(wire, b" ok 2*")


def test_a_serial_device_may_be_listened_to(board: VirtualBoard) -> None:
    with (
        TerminalDevice(board.url, board.key) as device,
        Path(device.path).open("rb", buffering=0) as terminal,
    ):
        heard = b""
        while b" hello " not in heard:  # which the board says when it starts, whoever listens
            heard += terminal.read(100)
