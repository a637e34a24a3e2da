"""How many connections the page lets in and for how long: tried on the room alone, and in floods."""

from __future__ import annotations

import logging
import resource
import socket
from collections.abc import Iterator
from functools import partial

import pytest
from sites import SECONDS, Site, heard

from lakabe.web import limits, lobby
from lakabe.web.limits import ANSWER_S, REQUEST_S, Rate, Room, network, places
from lakabe.web.security import Links

MOST = 16
HEADER = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = HEADER + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Visitors:
    """A room whose visitors are ports: 1000 and more of 10.0.0.2, the others of 10.0.0.1."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.room = Room(4, self.clock)
        self.dropped: list[int] = []
        self.quick = True  # they are gone as soon as they are dropped

    def enter(self, *ports: int) -> None:
        for port in ports:
            self.clock.now += 1
            self.room.enter(self.peer(port), partial(self.drop, port))

    def serve(self, *ports: int) -> None:
        for port in ports:
            self.room.serve(self.peer(port), partial(self.drop, port))

    def drop(self, port: int) -> None:
        self.dropped.append(port)
        if self.quick:
            self.room.leave(self.peer(port))

    def peer(self, port: int) -> tuple[str, int]:
        return ("10.0.0.2" if port >= 1000 else "10.0.0.1", port)

    def scope(self, port: int, kind: str = "http") -> dict[str, object]:
        return {"type": kind, "client": self.peer(port)}


@pytest.fixture
def visitors() -> Visitors:
    return Visitors()


def test_who_has_waited_longest_makes_way_for_the_same_address(visitors: Visitors) -> None:
    visitors.enter(1, 2, 1000)
    assert visitors.dropped == []
    visitors.enter(3, 4)
    assert visitors.dropped == [1, 2]
    assert len(visitors.room) == 3


def test_a_connection_counts_until_it_is_gone(visitors: Visitors) -> None:
    visitors.quick = False
    visitors.enter(1, 2, 3, 1000)
    assert (visitors.dropped, len(visitors.room)) == ([1], 4)
    visitors.enter(1001)
    assert visitors.dropped == [1, 2], "there is no place yet, and this address has most"
    visitors.room.leave(visitors.peer(1))
    visitors.room.leave(visitors.peer(2))
    assert len(visitors.room) == 3


def test_each_address_may_ask_so_often() -> None:
    clock = Clock()
    rate = Rate(10, 3, clock)
    assert [rate.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert rate.take("b")
    clock.now += 0.2
    assert [rate.take("a") for _ in range(3)] == [True, True, False]
    for number in range(limits.MOST_NAMES):
        assert rate.take(str(number))
    clock.now += 1
    assert rate.take("a")
    assert len(rate._left) == 1, "those who may ask as often as anybody are forgotten"


def test_in_all_the_address_with_most_makes_way(visitors: Visitors) -> None:
    visitors.room._most_from_one = 4
    visitors.enter(1000, 1, 2, 3, 1001)
    assert visitors.dropped == [1]


def test_who_said_something_stays_before_who_did_not(visitors: Visitors) -> None:
    visitors.enter(1, 2)
    visitors.serve(1)
    visitors.enter(3, 4)
    assert visitors.dropped == [2, 3]


def test_a_page_goes_last(visitors: Visitors) -> None:
    visitors.enter(1, 2)
    visitors.serve(1, 2)
    with visitors.room.holding(visitors.scope(1, "websocket")), visitors.room.holding(visitors.scope(2)):
        visitors.enter(3)
        assert visitors.dropped == [2]
        visitors.serve(3)
        with visitors.room.holding(visitors.scope(3, "websocket")):
            visitors.enter(4)
            assert visitors.dropped == [2, 4], "there are pages only: who comes has to go"
    visitors.enter(5)
    assert visitors.dropped == [2, 4, 1], "pages no more"


def test_each_has_its_time(visitors: Visitors) -> None:
    visitors.enter(1, 2, 1000)
    visitors.serve(1, 2, 1000)
    with visitors.room.holding(visitors.scope(1)), visitors.room.holding(visitors.scope(2, "websocket")):
        visitors.clock.now += REQUEST_S
        visitors.room.look()
        assert visitors.dropped == []
        visitors.clock.now += 2
        visitors.room.look()
        assert visitors.dropped == [1000]
        visitors.clock.now += ANSWER_S
        visitors.room.look()
        assert visitors.dropped == [1000, 1]
    visitors.clock.now += REQUEST_S + 1
    visitors.room.look()
    assert visitors.dropped == [1000, 1, 2]
    assert len(visitors.room) == 0


def test_an_answer_begins_the_time_anew(visitors: Visitors) -> None:
    visitors.enter(1)
    visitors.serve(1)
    visitors.clock.now += REQUEST_S
    with visitors.room.holding(visitors.scope(1)):
        pass
    visitors.clock.now += REQUEST_S
    visitors.room.look()
    assert visitors.dropped == []


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8::1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
    ],
)
def test_addresses_of_one_network_count_as_one(host: str, name: str) -> None:
    assert network(host) == name


@pytest.mark.parametrize(("files", "most"), [(1024, 512), (600, 344), (100, 16), (-1, 512)])
def test_open_files_are_left_for_the_rest(files: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda which: (files, files))
    assert places() == most


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site(room=Room(MOST, Clock()))
    yield made
    made.close()


@pytest.fixture
def guarded() -> Iterator[Site]:
    made = Site(Links("to-play", "to-watch"), Room(MOST, Clock()))
    yield made
    made.close()


def ended(wire: socket.socket) -> bool:
    """Whether the other side has closed it, or does so."""
    try:
        while wire.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    finally:
        wire.close()
    return True


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"])
@pytest.mark.parametrize("said", [b"", b"\x00", HEADER, UPGRADE, b"POST / HTTP/1.1\r\nContent-Length: 9\r\n"])
def test_a_flood_of_connections_keeps_nobody_out(site: Site, source: str, said: bytes) -> None:
    with site.live() as page:
        heard(page, "state")
        wires = [site.connect(source, said) for _ in range(4 * MOST)]
        assert site.get("/")[0] == 200
        assert len(site.room) <= MOST
        assert all(ended(wire) for wire in wires[: 3 * MOST])
        page.send('{"type": "lift", "point": "d3"}')
        while heard(page, "state")["hand"] is None:
            pass


def test_a_header_without_an_end_ends_in_time(site: Site) -> None:
    wires = [site.connect("127.0.0.2", said) for said in (b"", HEADER, UPGRADE)]
    wires.append(site.connect("127.0.0.2", HEADER.replace(b"127.0.0.1", b"evil.example") + b"\r\n"))
    assert site.get("/")[0] == 200
    site.room._clock.now += REQUEST_S + 1  # type: ignore[attr-defined]
    for wire in wires:
        assert ended(wire)
    assert site.get("/")[0] == 200


def test_after_an_answer_the_next_header_has_to_end_in_time(site: Site) -> None:
    wire = site.connect(said=f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
    assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")
    wire.sendall(HEADER)  # uvicorn itself would wait for its end without end
    assert site.get("/")[0] == 200
    site.room._clock.now += REQUEST_S + 1  # type: ignore[attr-defined]
    assert ended(wire)


def test_a_request_may_come_in_pieces_and_be_the_first_of_several(site: Site) -> None:
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode()
    with site.connect() as wire:
        for at in range(len(request)):
            wire.sendall(request[at : at + 1])
        assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")
        wire.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        rest = b""
        while data := wire.recv(65536):
            rest += data
        assert b"HTTP/1.1 200 " in rest


def test_without_a_token_there_is_one_answer_a_connection(guarded: Site) -> None:
    said = guarded.raw((HEADER + b"\r\n") * 5)
    assert said.count(b"HTTP/1.1 403 ") == 1
    assert said.endswith(b"Refused: the token is missing or wrong; open the address that lakabe printed.\n")
    status, headers, _ = guarded.get("/?token=wrong")
    assert (status, headers["x-content-type-options"]) == (403, "nosniff")


def test_no_place_in_the_system_is_survived(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    accept = socket.socket.accept
    failures = [OSError(24, "Too many open files"), ConnectionAbortedError()]

    def fail(listener: socket.socket) -> object:
        if failures:
            raise failures.pop()
        return accept(listener)

    monkeypatch.setattr(lobby.socket.socket, "accept", fail)
    assert site.get("/")[0] == 200
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING] == [
        "no connection can be accepted: Too many open files"
    ]
    assert SECONDS > lobby.REST_S
