"""Serving the page: a listening socket that is known to work, and uvicorn on it until somebody stops it."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import threading
from collections.abc import Callable

from lakabe.errors import LakabeError, PortError, UsageError
from lakabe.web.app import LONGEST_FRAME
from lakabe.web.lobby import QUEUE, Server
from lakabe.web.security import Guard, as_host

GOODBYE_S = 0.4
"""Seconds that open connections are given when the server stops."""
PATIENCE_S = 1
"""Seconds after which the server stops whatever is still being answered."""
_SOMEWHERE = (
    "192.0.2.1",
    9,
)  # an address for documentation; connecting a datagram socket to it sends nothing


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; ``port`` 0 takes any free one. PortError, or UsageError for a host that is none."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError, OverflowError):
        raise UsageError(f"'{host}' is not an address of this computer", "leave --host out") from None
    # Only where the protocol is named does asyncio send without delay (TCP_NODELAY). With delay, a message
    # that follows another waits for up to 40 ms, and with it the light that a click asked for.
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # On Windows SO_REUSEADDR would share a port with another program; there it is free at once anyway.
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
        listener.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(QUEUE)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from None
    return listener


def _cannot_listen(host: str, port: int, error: OSError) -> LakabeError:
    if error.errno == errno.EADDRINUSE:
        return PortError(
            f"port {port} is in use", "another lakabe may be running; or let --http-port 0 find a free one"
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return UsageError(f"'{host}' is not an address of this computer", "leave --host out")
    if error.errno == errno.EACCES:
        return PortError(f"port {port} may not be used", "choose one above 1023 with --http-port")
    return PortError(f"port {port} of {host} cannot be used: {error.strerror}", "try --http-port 0")


def address(host: str, port: int, token: str | None = None) -> str:
    """What to type into a browser; for a wildcard host, this computer's address in its network."""
    name = host.strip("[]")
    if name in ("0.0.0.0", "::", ""):
        name = _own_address()
    return f"http://{as_host(name)}:{port}/" + (f"?token={token}" if token else "")


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
    return found if not ipaddress.ip_address(found).is_unspecified else socket.gethostname()


class PageServer:
    """uvicorn on a socket of `listen`: in this thread (`run`), or in its own (as a context manager).

    ``on_look`` is called about once a second.
    """

    def __init__(self, app: Guard, listener: socket.socket) -> None:
        self.on_look: Callable[[], object] | None = None
        self._listener = listener
        self._room = app.room
        self._server = Server(
            app,
            listener,
            app.room,
            app.refuse_at_once,
            GOODBYE_S,
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            callback_notify=self._look,
            timeout_notify=1,
            timeout_graceful_shutdown=PATIENCE_S,
        )
        self._thread: threading.Thread | None = None

    async def _look(self) -> None:
        self._room.look()
        if self.on_look is not None:
            self.on_look()

    def run(self) -> None:
        """Serve until `stop` is called; returns after everything is closed."""
        try:
            # The lobby asks to be told when sockets can be read, which Windows' own event loop does not do.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._server.serve())
        finally:
            self._listener.close()

    def stop(self) -> None:
        """Ask the server to end; from any thread."""
        self._server.should_exit = True

    def __enter__(self) -> PageServer:
        self._thread = threading.Thread(target=self.run, name="page", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        if self._thread is not None:
            self._thread.join()
