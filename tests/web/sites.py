"""A page that is served over real sockets, with what is behind it faked."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any

from page_fakes import FakeBoard, FakeSender
from websockets.sync.client import ClientConnection, connect

from lakabe.errors import InputError
from lakabe.web import app
from lakabe.web.hub import Hub
from lakabe.web.limits import Room
from lakabe.web.security import Links
from lakabe.web.server import PageServer, listen

SECONDS = 10


def export(number: int) -> str:
    if number != 1:
        raise InputError(f"there is no game {number}", "`lakabe games` lists them")
    return '[Event "?"]\n\n1. d3-e3A *\n'


class Site:
    """A served page, reached by hand."""

    def __init__(self, links: Links | None = None, room: Room | None = None, **options: Any) -> None:
        listener = listen("127.0.0.1", 0)
        self.port: int = listener.getsockname()[1]
        self.board = FakeBoard()
        self.sender = FakeSender()
        self.hub = Hub(self.sender, lambda game: None, self.board)
        self.guard = app.create_app(self.hub, export, self.port, links, **options)
        self.room = self.guard.room = self.guard.room if room is None else room
        self.server = PageServer(self.guard, listener)
        self._wires: list[socket.socket] = []
        self.server.__enter__()

    def close(self) -> None:
        for wire in self._wires:
            wire.close()
        self.server.__exit__()

    def connect(self, source: str = "127.0.0.1", said: bytes = b"") -> socket.socket:
        """A connection from an address of loopback on which this is said."""
        wire = socket.create_connection(("127.0.0.1", self.port), SECONDS, source_address=(source, 0))
        self._wires.append(wire)
        wire.sendall(said)
        return wire

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def raw(self, data: bytes) -> bytes:
        """What comes back for exactly these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as wire:
            wire.sendall(data)
            found = b""
            while chunk := wire.recv(65536):
                found += chunk
        return found

    def live(self, **options: Any) -> ClientConnection:
        origin = options.pop("origin", f"http://127.0.0.1:{self.port}")
        return connect(
            f"ws://127.0.0.1:{self.port}/ws",
            origin=origin,
            open_timeout=SECONDS,
            compression=None,
            proxy=None,
            **options,
        )


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of that type."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=SECONDS))
        if message["type"] == kind:
            return message


def flood(socket: ClientConnection, message: str, times: int) -> None:
    """Send it so often, then read until the other side has had enough."""
    for _ in range(times):
        socket.send(message)
    while True:
        socket.recv(timeout=SECONDS)
