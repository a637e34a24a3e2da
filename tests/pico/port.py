"""A serial port file for a live rig, for programs that know no TCP ports."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import socket
import tempfile
import threading
import tty
from collections.abc import Callable
from pathlib import Path

GLANCE_S = 0.005


class PtyPort(threading.Thread):
    """A pty joined to a TCP port of this computer.

    The TCP side is connected while a program has the pty open, so the board sees its port opened and closed.
    When the board leaves the bus the program is hung up on. `path` is what to open, a link: each time the
    board comes back it leads to a new pty.
    """

    def __init__(self, tcp_port: int) -> None:
        super().__init__(name="pty", daemon=True)
        self._tcp_port = tcp_port
        self._ending = threading.Event()
        self._awaited: tuple[bytes, Callable[[], None]] | None = None
        self._heard = b""
        self._folder = tempfile.TemporaryDirectory(prefix="lakabe-port-")
        self.path = str(Path(self._folder.name) / "pico")
        self._master = self._appear()
        self.start()

    def run(self) -> None:
        while not self._ending.wait(GLANCE_S):
            if self._is_open():
                with socket.create_connection(("127.0.0.1", self._tcp_port)) as board:
                    board.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    gone = self._carry(board)
                if gone:
                    os.close(self._master)
                    self._master = self._appear()

    def when(self, said: bytes, then: Callable[[], None]) -> None:
        """Calls ``then``, once, when a program has said this, before the board has heard the end of it."""
        self._heard = b""
        self._awaited = said, then

    def never_mind(self) -> None:
        """Takes back `when`."""
        self._awaited = None

    def close(self) -> None:
        """Hangs up. The file is gone then."""
        self._ending.set()
        self.join()
        os.close(self._master)
        self._folder.cleanup()

    def __enter__(self) -> PtyPort:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _appear(self) -> int:
        """Makes a pty, puts the link on its one end and returns the other."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        new = Path(self.path + ".new")
        new.symlink_to(os.ttyname(slave))
        os.close(slave)
        new.replace(self.path)
        return master

    def _is_open(self) -> bool:
        """Whether a program has the other end of the pty open."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(events & select.POLLHUP for _, events in poll.poll(0))

    def _carry(self, board: socket.socket) -> bool:
        """Bytes both ways, until the program closes the pty or the board leaves the bus: True."""
        while not self._ending.is_set() and self._is_open():
            ready, _, _ = select.select([self._master, board.fileno()], [], [], GLANCE_S)
            with contextlib.suppress(OSError):
                if self._master in ready:
                    board.sendall(self._heed(os.read(self._master, 4096)))
            if board.fileno() in ready:
                try:
                    data = board.recv(4096)
                except OSError:
                    data = b""
                if not data:
                    return True
                with contextlib.suppress(OSError):
                    os.write(self._master, data)
        return False

    def _heed(self, data: bytes) -> bytes:
        """The same bytes, after what `when` asks for."""
        awaited = self._awaited
        if awaited is not None:
            said, then = awaited
            self._heard += data
            if said in self._heard:
                self._awaited = None
                then()
            else:
                self._heard = self._heard[-len(said) :]
        return data
