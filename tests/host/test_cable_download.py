"""Games fetched from a board over a cable with faults: each is in the archive, as played, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from cabling import FAULTS, Cable, Host, pass_hours
from playing import random_moves
from recording import Bench
from remembering import RememberingBoard

from core.sectors import Sectors
from lakabe import events
from lakabe.archive import Archive
from lakabe.events import Event

GAMES = [random_moves(6, seed) for seed in (41, 42)]
WANTED = [(moves, "*") for moves in GAMES]
WHILE_FETCHING = 40
"""So often the recorder has nothing to read before the script is over."""


class Listener(list[Event]):
    """Events that were seen, each of which is also told to somebody."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        super().__init__()
        self._tell = tell

    def append(self, event: Event) -> None:
        super().append(event)
        self._tell(event)


@pytest.fixture(scope="module")
def memory() -> bytes:
    """A journal with these games, played while nobody listened."""
    board = RememberingBoard(Sectors(24))
    for moves in GAMES:
        board.play_game(moves)
    return bytes(board.sectors.memory)


def remembering(memory: bytes) -> RememberingBoard:
    """A board with this journal, just switched on."""
    sectors = Sectors(24)
    sectors.memory[:] = memory
    return RememberingBoard(sectors, b"feedc0de")


def record(host: Host, board: RememberingBoard, cable: Cable | None = None) -> None:
    host.record(board, iter([None] * WHILE_FETCHING), cable)


def check(host: Host) -> None:
    """Each game is there once; the one that has just begun may be, too."""
    assert [game for game in host.games() if game[1] or game[0]] == WANTED


@pytest.fixture(scope="module")
def lengths(memory: bytes) -> dict[str, int]:
    """Lines that pass down and up when nothing goes wrong."""
    board, cable = remembering(memory), Cable()
    host = Host()
    record(host, board, cable)
    check(host)
    return {way: cable.passed(way) for way in ("down", "up")}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("way", ["down", "up"])
def test_one_fault_at_every_line_of_a_download(
    memory: bytes, lengths: dict[str, int], way: str, fault: str
) -> None:
    """What a fault left open at the end of the connection, the next one completes."""
    assert lengths["down"] > 15
    assert lengths["up"] > 5
    for place in range(lengths[way]):
        board = remembering(memory)
        host = Host()
        record(host, board, Cable(**{way: {place: fault}}))
        record(host, board)
        check(host)


def test_two_hosts_in_turn_with_nobody_for_hours_between(memory: bytes) -> None:
    """Games go on while one of them, or nobody, listens; in the end both have all of them."""
    board = remembering(memory)
    hosts = {name: Host() for name in ("a", "b")}
    played = list(GAMES)
    for name in ("a", "nobody", "b", "nobody", "a", "b", "a"):
        if name == "nobody":
            played.append(random_moves(6, 50 + len(played)))
            board.play_game(played[-1])
            board.take_all()
            pass_hours(board, 9)
        else:
            record(hosts[name], board)
    for host in hosts.values():
        ended = [game for game in host.games() if game[0]]
        assert sorted(ended) == sorted((moves, "*") for moves in played)


def test_a_download_that_the_next_host_interrupts(memory: bytes) -> None:
    """Each of two computers in turn gets only so far; what the one has asked for does not reach the other."""
    for lines in range(4, 30, 3):
        board = remembering(memory)
        hosts = [Host(), Host()]
        for host in hosts:
            host.record(board, iter([None] * 2), Cable(down={lines: "cut"}))
        for host in hosts:
            record(host, board)
            check(host)


@pytest.mark.parametrize("command", [("games",), ("fetch", "0123abcd-1", 0)])
def test_a_download_that_another_request_ends_is_made_again(
    memory: bytes, command: tuple[str | int, ...]
) -> None:
    for place in range(8):
        with Archive("sqlite://", patience=0) as archive:
            bench = Bench(archive, remembering(memory))
            told = iter(range(place, -1, -1))

            def asked_meanwhile(event: Event, told: Iterator[int] = told, bench: Bench = bench) -> None:
                if isinstance(event, events.Kept | events.Past | events.Played) and next(told, None) == 0:
                    bench.recorder.send(str(command[0]), *command[1:])

            bench.seen = Listener(asked_meanwhile)
            bench.run(lambda: iter([None] * WHILE_FETCHING))
            assert bench.recorder.settled
            assert [(game.texts(), game.result) for game in archive.games() if game.result] == WANTED
