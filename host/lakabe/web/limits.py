"""Limits for whoever connects to the page: how many connections, from where, and for how long.

A connection is *held* while a request is answered that the guard let in, an open page's WebSocket included.
Any other, which is idle, in the middle of its header or refused, gives way to new ones when places run out:
first those that have said nothing worth looking at, and of these the one that has waited longest. So whoever
floods the page throws out their own connections.
"""

from __future__ import annotations

import functools
import ipaddress
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 512
"""Connections in all."""
SPARE_FILES = 256
"""Open files that are left to the rest of the program: board, archive, engine, tables."""
WINDOWS_SOCKETS = 512
"""How many sockets an event loop may wait for on Windows."""
LEAST_CONNECTIONS = 16
REQUEST_S = 10.0
"""That a connection has for a request that is let in, from its beginning or from the last such answer."""
ANSWER_S = 60.0
"""That an answer, other than an open page's WebSocket, may take to be found and to be taken."""

MOST_NAMES = 4096
"""Addresses that are remembered for how often they have asked."""

Peer = tuple[str, int]
"""Address and port of who connects; no two connections have the same."""


def places() -> int:
    """How many connections there may be, given how many files this process may open."""
    try:
        import resource
    except ImportError:
        return max(LEAST_CONNECTIONS, WINDOWS_SOCKETS - SPARE_FILES)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(LEAST_CONNECTIONS, min(MOST_CONNECTIONS, files - SPARE_FILES))


@functools.lru_cache(4096)
def network(host: str) -> str:
    """What counts as one address: of IPv6, a network of 64 bits."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


@dataclass(eq=False)
class Visit:
    """A connection: whose it is, how to drop it, since when it waits or is held, and what holds it."""

    peer: Peer
    network: str
    drop: Callable[[], object]
    since: float
    held: str = ""  # "http" or "websocket"


class Rate:
    """How often each address may ask: ``often`` a second in the long run, and ``most`` at once."""

    def __init__(self, often: float, most: float, clock: Callable[[], float] = monotonic) -> None:
        self._often, self._most = often, most
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}  # how many may be asked, and when that was so

    def take(self, name: str) -> bool:
        """Ask once; whether that may be."""
        now = self._clock()
        if len(self._left) > MOST_NAMES:
            self._left = {name: one for name, one in self._left.items() if self._now(one, now) < self._most}
        left = self._now(self._left.get(name, (self._most, now)), now)
        self._left[name] = max(0.0, left - 1), now
        return left >= 1

    def _now(self, one: tuple[float, float], now: float) -> float:
        left, at = one
        return min(self._most, left + self._often * (now - at))


class Room:
    """The connections that are open; belongs to the event loop. ``clock`` counts seconds."""

    def __init__(self, most: int | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._most = places() if most is None else most
        self._most_from_one = self._most // 2
        self._clock = clock
        self._visits: dict[Peer, Visit] = {}
        self._waiting: dict[str, dict[Peer, Visit]] = {}  # by network those not served yet, in order
        self._known: dict[str, dict[Peer, Visit]] = {}  # the others

    def __len__(self) -> int:
        """How many connections are open."""
        return len(self._visits)

    def enter(self, peer: Peer, drop: Callable[[], object]) -> Visit:
        """A connection has come, for which another may have to go; ``drop`` ends it at once."""
        visit = Visit(peer, network(peer[0]), drop, self._clock())
        self._visits[peer] = visit
        waiting = self._waiting.setdefault(visit.network, {})
        waiting[peer] = visit
        if self._count(visit.network) > self._most_from_one:
            log.warning("too many connections from %s: one is dropped", visit.network)
            self._make_way(visit, visit.network)
        elif len(self._visits) > self._most:
            log.warning("too many connections: one is dropped")
            self._make_way(visit, max({**self._waiting, **self._known}, key=self._count))
        return visit

    def serve(self, peer: Peer, drop: Callable[[], object]) -> None:
        """The connection has said something worth looking at; ``drop`` ends it from now on."""
        visit = self._visits.get(peer)
        if visit is not None:
            visit.drop = drop
            self._forget(self._waiting, visit)
            self._known.setdefault(visit.network, {})[peer] = visit

    def leave(self, peer: Peer) -> None:
        """A connection is gone."""
        visit = self._visits.pop(peer, None)
        if visit is not None:
            self._forget(self._waiting, visit)
            self._forget(self._known, visit)

    @contextmanager
    def holding(self, scope: Scope) -> Iterator[None]:
        """Within, a request is answered that is let in: its connection stays."""
        client = scope.get("client")
        visit = self._visits.get((client[0], client[1])) if client else None
        if visit is None:
            yield
            return
        visit.held, visit.since = scope["type"], self._clock()
        try:
            yield
        finally:
            visit.held, visit.since = "", self._clock()

    def look(self) -> None:
        """Drop the connections that have had their time."""
        now = self._clock()
        allowed = {"": REQUEST_S, "http": ANSWER_S}
        for visit in self._open():
            if visit.held in allowed and now - visit.since > allowed[visit.held]:
                log.warning("a connection from %s took too long: it is dropped", visit.peer[0])
                self._drop(visit)

    def close(self) -> None:
        """Drop all of them."""
        for visit in self._open():
            self._drop(visit)

    def _open(self) -> list[Visit]:
        """The connections that are not dropped yet."""
        found = [*self._waiting.values(), *self._known.values()]
        return [visit for theirs in found for visit in theirs.values()]

    def _count(self, name: str) -> int:
        return len(self._waiting.get(name, ())) + len(self._known.get(name, ()))

    def _make_way(self, newest: Visit, name: str) -> None:
        """Drop the connection of a network that is worth least, the newest rather than an open page."""
        first = next(iter(self._waiting.get(name, {}).values()), newest)
        if first is newest:
            known = [visit for visit in self._known.get(name, {}).values() if visit.held != "websocket"]
            first = min(known, key=lambda visit: (visit.held, visit.since), default=newest)
        self._drop(first)

    def _drop(self, visit: Visit) -> None:
        """End it. It counts until it is gone, which `leave` tells."""
        self._forget(self._waiting, visit)
        self._forget(self._known, visit)
        visit.drop()

    @staticmethod
    def _forget(visits: dict[str, dict[Peer, Visit]], visit: Visit) -> None:
        theirs = visits.get(visit.network, {})
        theirs.pop(visit.peer, None)
        if not theirs:
            visits.pop(visit.network, None)
