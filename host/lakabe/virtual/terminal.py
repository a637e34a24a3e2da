"""Offers a virtual board's serial port as a terminal device, for programs that know no network address."""

from __future__ import annotations

import os
import select
import socket
import threading
from urllib.parse import urlsplit

from lakabe.errors import PortError, UsageError

LOOK_S = 0.05
CHUNK = 4096
BACKLOG = 65536


class TerminalDevice:
    """A pseudo-terminal, at ``path``, joined to a ``socket://`` URL while a program has it open.

    Like a USB serial port the board sees whether anybody has opened it. When the board goes away (its power
    is off) the device stays and is joined again later.
    """

    def __init__(self, url: str, key: str) -> None:
        """``key`` is the board's: whoever opens the device may listen without a word."""
        parts = urlsplit(url)
        if parts.scheme != "socket" or parts.hostname is None or parts.port is None:
            raise PortError(f"{url} is no socket:// address")
        self._address = (parts.hostname, parts.port)
        self._key = f"{key}\n".encode("ascii")
        try:
            import tty
        except ImportError:
            raise UsageError("Windows has no pseudo-terminals", "leave --pty out") from None
        try:
            self._master, slave = os.openpty()
        except OSError as error:
            raise PortError(f"no pseudo-terminal to be had: {error.strerror}") from error
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        # Only with our own end of the other side closed does the system tell whether a program has it open.
        os.close(slave)
        os.set_blocking(self._master, False)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="terminal device", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Takes the device away."""
        self._stopping.set()
        self._thread.join()
        os.close(self._master)

    def __enter__(self) -> TerminalDevice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> bool:
        """Whether a program has the device open."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(flags & select.POLLHUP for _, flags in poll.poll(0))

    def _work(self) -> None:
        while not self._stopping.wait(LOOK_S):
            if self._open():
                try:
                    with socket.create_connection(self._address, timeout=1) as board:
                        self._join(board)
                except OSError:
                    pass  # the power is off, or went off

    def _join(self, board: socket.socket) -> None:
        """Carries bytes both ways until either side has gone."""
        board.setblocking(False)
        to_board = bytearray(self._key)
        to_program = bytearray()
        poll = select.poll()
        while not self._stopping.is_set():
            poll.register(
                self._master,
                (select.POLLIN if len(to_board) < BACKLOG else 0) | (select.POLLOUT if to_program else 0),
            )
            poll.register(
                board,
                (select.POLLIN if len(to_program) < BACKLOG else 0) | (select.POLLOUT if to_board else 0),
            )
            for number, flags in poll.poll(LOOK_S * 1000):
                if number == self._master:
                    if flags & select.POLLIN:
                        to_board += os.read(self._master, CHUNK)
                    elif flags & select.POLLHUP:
                        return
                    if flags & select.POLLOUT:
                        del to_program[: os.write(self._master, to_program)]
                else:
                    if flags & select.POLLOUT:
                        del to_board[: board.send(to_board)]
                    if flags & (select.POLLIN | select.POLLHUP | select.POLLERR):
                        data = board.recv(CHUNK)
                        if not data:
                            return
                        to_program += data
