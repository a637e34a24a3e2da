"""Bytes over sockets and pseudo-terminals, ports that fail, and finding boards."""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import serial
from fake_board import FakeBoard

from lakabe.board import transport
from lakabe.board.ports import PortInfo, ask_hello, find_boards, only_board
from lakabe.board.transport import Transport, open_transport
from lakabe.errors import NoBoardError, PortError, ProtocolError


@contextlib.contextmanager
def server() -> Iterator[tuple[str, socket.socket]]:
    """A listening socket and its pyserial address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"socket://127.0.0.1:{listening.getsockname()[1]}", listening


@contextlib.contextmanager
def connected() -> Iterator[tuple[Transport, socket.socket]]:
    with server() as (url, listening), open_transport(url) as near:
        far, _ = listening.accept()
        with far:
            yield near, far


def read_all(near: Transport, size: int) -> bytes:
    out = b""
    while len(out) < size:
        piece = near.read(4096, 5.0)
        assert piece
        out += piece
    return out


def test_bytes_over_a_socket() -> None:
    with connected() as (near, far):
        data = bytes(range(256)) * 40
        far.sendall(data)
        assert read_all(near, len(data)) == data
        near.write(b"$1 hello\n")
        assert far.recv(100) == b"$1 hello\n"


def test_reading_takes_what_is_there() -> None:
    with connected() as (near, far):
        assert near.read(100, 0.0) == b""
        assert near.read(100, 0.001) == b""
        far.sendall(b"abcdef")
        assert near.read(1, 5.0) == b"a"
        assert near.read(3, 5.0) == b"bcd"
        assert near.read(100, 5.0) == b"ef"


def test_a_device_that_vanishes() -> None:
    with connected() as (near, far):
        far.close()
        with pytest.raises(PortError, match=r"the connection to socket://.* broke") as caught:
            near.read(100, 5.0)
        assert caught.value.fix == "see that the board behind this address is on"


def test_closing_twice_and_using_what_is_closed() -> None:
    with connected() as (near, _):
        near.close()
        near.close()
        with pytest.raises(PortError):
            near.read(1, 0.0)
        with pytest.raises(PortError):
            near.write(b"x")


def test_closing_a_socket_does_not_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """pyserial alone would rest for 0.3 s each time."""
    with connected() as (near, far):
        monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail(f"{seconds} s"))
        near.close()
        assert far.recv(1) == b"", "the other end is told"


def test_a_device_path() -> None:
    near_end, far_end = pty.openpty()
    try:
        path = os.ttyname(far_end)
        with open_transport(path) as near:
            near.write(b"$1 hello\n")
            assert os.read(near_end, 100) == b"$1 hello\n"
            os.write(near_end, b"@1 1 tick*0000\r\n")
            assert read_all(near, 16) == b"@1 1 tick*0000\r\n"
    finally:
        os.close(near_end)
        os.close(far_end)


def test_a_device_that_is_in_use() -> None:
    near_end, far_end = pty.openpty()
    try:
        path = os.ttyname(far_end)
        with open_transport(path), pytest.raises(PortError) as caught:
            open_transport(path)
        assert "close the other program" in caught.value.fix
    finally:
        os.close(near_end)
        os.close(far_end)


def test_a_terminal_that_is_closed_at_the_other_end() -> None:
    near_end, far_end = pty.openpty()
    with open_transport(os.ttyname(far_end)) as near:
        os.close(far_end)
        os.close(near_end)
        with pytest.raises(PortError):
            near.read(10, 5.0)


def failing(number: int) -> serial.SerialException:
    """As pyserial reports a failed open: the system's number and words, in a sentence of its own."""
    return serial.SerialException(number, f"could not open port: {os.strerror(number)}")


@pytest.mark.parametrize(
    ("number", "fix"),
    [
        (errno.EACCES, "add yourself to the dialout group"),
        (errno.EPERM, "add yourself to the dialout group"),
        (errno.ENOENT, "plug the board in"),
        (errno.EBUSY, "close the other program"),
        (errno.ECONNREFUSED, "start the virtual board"),
        (errno.ENOTTY, "check the address"),
    ],
)
def test_fixes_for_ports_that_do_not_open(monkeypatch: pytest.MonkeyPatch, number: int, fix: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise failing(number)

    monkeypatch.setattr(transport.serial, "serial_for_url", refuse)
    with pytest.raises(PortError) as caught:
        open_transport("/dev/ttyACM0")
    assert caught.value.fix.startswith(fix)
    what = f"/dev/ttyACM0 cannot be opened: {os.strerror(number).lower()}"
    assert caught.value.line().startswith(f"lakabe: {what} (")


def test_ports_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="cannot be opened: no such file or directory") as caught:
        open_transport(str(tmp_path / "ttyACM0"))
    assert "plug the board in" in caught.value.fix
    with server() as (url, _):
        pass
    with pytest.raises(PortError, match="connection refused") as caught:
        open_transport(url)
    assert "start the virtual board" in caught.value.fix
    for nonsense in ("nonsense://x", "socket://", "socket://127.0.0.1:notaport", "", str(tmp_path)):
        with pytest.raises(PortError) as caught:
            open_transport(nonsense)
        assert caught.value.fix and "\n" not in str(caught.value)


class Stub:
    """A serial port that fails as it is told to."""

    timeout: float | None = None

    def __init__(self, error: Exception) -> None:
        self.error = error

    def read(self, size: int) -> bytes:
        raise self.error

    def write(self, data: bytes) -> None:
        raise self.error

    def close(self) -> None:
        raise self.error


def test_a_board_that_takes_no_bytes() -> None:
    with pytest.raises(PortError, match="/dev/x takes no bytes"):
        Transport("/dev/x", Stub(serial.SerialTimeoutException("Write timeout"))).write(b"x")


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "Input/output error"),
        OSError(errno.ENXIO, "No such device or address"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
        ValueError("bad file descriptor"),
    ],
)
def test_every_failure_is_a_port_error(error: Exception) -> None:
    port = Transport("/dev/x", Stub(error))
    with pytest.raises(PortError) as caught:
        port.read(10, 0.0)
    assert "plug the board in again" in caught.value.fix
    with pytest.raises(PortError):
        port.write(b"x")


@dataclass
class Port:
    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None = None
    description: str = ""


def test_boards_by_their_usb_identity() -> None:
    ports = [
        Port("/dev/ttyS0", None, None),
        Port("/dev/ttyACM1", 0x2E8A, 0x0005, "e6614103e7396b2c", "Board in FS mode"),
        Port("/dev/ttyUSB0", 0x0403, 0x6001, "x"),
        Port("/dev/ttyACM2", 0x2E8A, 0x000A, "another Pico program"),
        Port("/dev/ttyACM0", 0x2E8A, 0x0005),
    ]
    assert find_boards(lambda: ports) == [
        PortInfo("/dev/ttyACM0", "", ""),
        PortInfo("/dev/ttyACM1", "e6614103e7396b2c", "Board in FS mode"),
    ]


def test_looking_at_the_ports_of_this_computer() -> None:
    assert isinstance(find_boards(), list)


def test_the_only_board() -> None:
    one = PortInfo("/dev/ttyACM0", "", "")
    other = PortInfo("/dev/ttyACM1", "", "")
    assert only_board([one]) == one
    with pytest.raises(NoBoardError, match="no board is plugged in"):
        only_board([])
    with pytest.raises(NoBoardError, match="/dev/ttyACM0, /dev/ttyACM1"):
        only_board([one, other])


def serve(listening: socket.socket, board: FakeBoard) -> None:
    """A board behind a socket, until the other side hangs up."""
    far, _ = listening.accept()
    with far:
        while data := far.recv(4096):
            board.receive(data)
            far.sendall(board.sent())


def test_asking_a_board_who_it_is() -> None:
    board = FakeBoard()
    with server() as (url, listening):
        thread = threading.Thread(target=serve, args=(listening, board))
        thread.start()
        hello = ask_hello(url)
        thread.join(10)
    assert (hello.serial, hello.boot, hello.firmware) == ("e6614103e7396b2c", board.boot, "0.1.0")
    assert board.heard[0] == "hello 1.7 lakabe" and board.heard[-1] == "bye"


def test_asking_something_that_is_no_board() -> None:
    class Mute:
        """Something that says other things; its clock runs fast."""

        def __init__(self) -> None:
            self.now = 0.0
            self.closed = False

        def clock(self) -> float:
            self.now += 0.5
            return self.now

        def read(self, limit: int, timeout: float) -> bytes:
            return b"login: "

        def write(self, data: bytes) -> None:
            pass

        def close(self) -> None:
            self.closed = True

    mute = Mute()
    port = Transport("/dev/x", mute)
    port.read = mute.read  # type: ignore[method-assign]
    with pytest.raises(ProtocolError, match="no Lakabe board answers"):
        ask_hello("/dev/x", opener=lambda url: port, clock=mute.clock)
    assert mute.closed
