"""The page's door: connections wait here until their first request is there, and cost next to nothing.

uvicorn sets no limit to how long a header may take, and builds much for a connection that may never say
anything. So it gets a connection, and what was said there, once a header is complete or beyond all measure.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lakabe.web.limits import Peer, Room

log = logging.getLogger(__name__)

AT_ONCE = 64
"""Connections that are accepted before the event loop looks after others again."""
QUEUE = 1024
"""Connections that wait in the system to be accepted; those beyond try again a second later."""
LONGEST_HEADER = 16384
"""Bytes after which it is left to uvicorn to refuse a header."""
REST_S = 0.2
"""Before connections are accepted again where the system had no place for one."""

Refuse = Callable[[bytes, Peer], bytes | None]
"""What to answer at once to a request that begins with these bytes; None where it is to be looked at."""
Serve = Callable[[socket.socket, bytes], object]
"""Takes a connection over, with what was said there so far."""


class Lobby:
    """Accepts connections and reads their first header; belongs to the event loop."""

    def __init__(self, listener: socket.socket, room: Room, refuse: Refuse, serve: Serve) -> None:
        self._listener = listener
        self._room = room
        self._refuse = refuse
        self._serve = serve
        self._loop = asyncio.get_running_loop()
        listener.setblocking(False)
        listener.listen(QUEUE)
        self._loop.add_reader(listener, self._accept)

    def close(self) -> None:
        """Let nobody in any more."""
        if self._listener.fileno() >= 0:
            self._loop.remove_reader(self._listener)
            self._listener.close()

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                wire, address = self._listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue
            except OSError as error:
                log.warning("no connection can be accepted: %s", error.strerror)
                self._loop.remove_reader(self._listener)
                self._loop.call_later(REST_S, self._go_on)
                return
            wire.setblocking(False)
            peer = (str(address[0]), int(address[1]))
            said = bytearray()
            self._room.enter(peer, partial(self._drop, wire, peer))
            if wire.fileno() >= 0 and not self._read(wire, peer, said):
                self._loop.add_reader(wire, self._read, wire, peer, said)

    def _go_on(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._accept)

    def _read(self, wire: socket.socket, peer: Peer, said: bytearray) -> bool:
        """Take what has come; whether that was enough to pass the connection on, or to end it."""
        try:
            data = wire.recv(LONGEST_HEADER)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            data = b""
        said += data
        if data and b"\r\n\r\n" not in said and len(said) < LONGEST_HEADER:
            return False
        answer = self._refuse(bytes(said), peer) if data else b""
        if answer is None:
            self._loop.remove_reader(wire)
            self._room.serve(peer, partial(_hang_up, wire))
            self._serve(wire, bytes(said))
            return True
        with contextlib.suppress(OSError):
            wire.send(answer)
        self._drop(wire, peer)
        return True

    def _drop(self, wire: socket.socket, peer: Peer) -> None:
        self._loop.remove_reader(wire)
        wire.close()
        self._room.leave(peer)


def _hang_up(wire: socket.socket) -> None:
    """End a connection on its way to who serves it, and who closes it then."""
    with contextlib.suppress(OSError):
        wire.shutdown(socket.SHUT_RDWR)


class _Visitor(asyncio.Protocol):
    """What the protocols of both kinds of connection do besides: they tell the room."""

    room: Room
    _peer: Peer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        host, port = transport.get_extra_info("peername")[:2]
        self._peer = (str(host), int(port))
        self.room.serve(self._peer, transport.abort)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.room.leave(self._peer)
        super().connection_lost(error)


class _Http(_Visitor, H11Protocol):
    """Says first what was said in the lobby."""

    said: bytes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.data_received(self.said)


def protocols(room: Room) -> tuple[type[_Http], type[asyncio.Protocol]]:
    """uvicorn's protocols of HTTP and of WebSockets, for connections that are counted in this room."""
    http = type("Http", (_Http,), {"room": room})
    live = type("Live", (_Visitor, WebSocketsSansIOProtocol), {"room": room})
    return http, live


class Server(uvicorn.Server):
    """uvicorn behind a lobby, without its own handling of signals, and with an end that nobody can hold up.

    ``goodbye``: the seconds that open connections are given at the end; ``options`` are those of uvicorn.
    """

    def __init__(
        self,
        app: ASGIApp,
        listener: socket.socket,
        room: Room,
        refuse: Refuse,
        goodbye: float,
        **options: Any,
    ) -> None:
        self._http, live = protocols(room)
        super().__init__(uvicorn.Config(app, http=self._http, ws=live, **options))
        self._listener = listener
        self._room = room
        self._refuse = refuse
        self._goodbye = goodbye
        self._lobby: Lobby | None = None
        self._arrivals: set[asyncio.Task[object]] = set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to whoever started the server."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door."""
        await super().startup(sockets=[])
        self._lobby = Lobby(self._listener, self._room, self._refuse, self._pass_on)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the door, and drop after a while who is still there."""
        if self._lobby is not None:
            self._lobby.close()
        asyncio.get_running_loop().call_later(self._goodbye, self._room.close)
        await super().shutdown(sockets=[])

    def _pass_on(self, wire: socket.socket, said: bytes) -> None:

        def protocol() -> asyncio.Protocol:
            made = self._http(self.config, self.server_state, self.lifespan.state)
            made.said = said
            return made

        async def arrive() -> None:
            with contextlib.suppress(OSError):
                await asyncio.get_running_loop().connect_accepted_socket(protocol, wire)

        task = asyncio.create_task(arrive())
        self._arrivals.add(task)
        task.add_done_callback(self._arrivals.discard)
