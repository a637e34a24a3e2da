"""Two computers in turn, each with an archive of its own, one that is deaf, and nobody for hours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import PlayedBoard, ScriptedWire, random_moves
from remembering import RememberingBoard

from core.journals import go_back
from core.sectors import Sectors
from fanorona.hands.tracker import CHANGED, TAKEN_BACK
from fanorona.rules import rules
from fanorona.wire.protocol import HOST_LEAD, encode
from lakabe.archive import Archive
from lakabe.board.recorder import Recorder
from lakabe.errors import PortError

HOUR_MS = 3_600_000
MOVES = random_moves(14, 0)
GAMES = [random_moves(6, seed) for seed in (41, 42)]
ENDLESS = 1 << 30


class Wire(ScriptedWire):
    """A scripted wire that is pulled when so many lines have come."""

    def __init__(
        self, board: PlayedBoard, script: Iterator[None], done: Callable[[], None], lines: int
    ) -> None:
        super().__init__(board, script, done)
        self._lines = lines

    def read(self, limit: int, timeout: float) -> bytes:
        data = super().read(limit, timeout)
        self._lines -= data.count(b"\n")
        if self._lines < 0:
            raise PortError("the cable was pulled")
        return data


class Host:
    """A computer with an archive in its memory, which records a board for a while, again and again."""

    def __init__(self) -> None:
        self.archive = Archive("sqlite://", patience=0)
        self._now = 0.0

    def record(self, board: PlayedBoard, script: Iterator[None], lines: int = ENDLESS) -> None:
        """Until the script is over; the cable is pulled once, after so many lines, and plugged again."""
        cuts = iter([lines])

        def opener() -> Wire:
            return Wire(board, script, recorder.stop, next(cuts, ENDLESS))

        recorder = Recorder(opener, self.archive, clock=self._clock, pause=self._pause, patient=True)
        recorder.run()

    def fetch(self, board: PlayedBoard) -> None:
        """Look in for as long as it takes to fetch some games."""
        self.record(board, iter([None] * 40))

    def games(self) -> list[tuple[list[str], str | None]]:
        """Moves and result of each game that has any."""
        return [(game.texts(), game.result) for game in self.archive.games() if game.moves or game.result]

    def contacts(self) -> list[int]:
        """The numbers of the lines of all contacts kept beside the games."""
        games = self.archive.games()
        return [contact.seq for game in games for contact in self.archive.contacts(game.number)]

    def _clock(self) -> float:
        self._now += 0.01
        return self._now

    def _pause(self, seconds: float) -> bool:
        self._now += seconds
        return False


def pass_hours(board: PlayedBoard, hours: int) -> None:
    """Nobody touches the board; it is looked at when it says that there is something to do."""
    end = board.now + hours * HOUR_MS
    while board.now < end:
        due = board.session.idle_ms(board.now)
        board.now = end if due < 0 else min(end, board.now + max(1, due))
        board.session.step(board.reeds, 0, board.now)


def take_back(board: PlayedBoard, ply: int) -> None:
    """The players agree to go back to ``ply`` moves."""
    game = board.session.game
    go_back(game, ply)
    board.truth.copy(game.position)
    for p in range(45):
        board.reeds[p] = board.truth.board[p] != rules.EMPTY
    board.session.tracker.begin(board.reeds, False)
    board.session.succession.agreed = True
    board.session.follow(TAKEN_BACK | CHANGED)
    board.wait(40)


@given(
    turns=st.lists(
        st.tuples(st.sampled_from(["a", "b", "nobody"]), st.integers(0, 3), st.integers(0, 2), st.booleans()),
        max_size=8,
    )
)
@settings(max_examples=15, deadline=None)
def test_whoever_looks_in_last_knows_everything_once(turns: list[tuple[str, int, int, bool]]) -> None:
    board = PlayedBoard()
    hosts = {name: Host() for name in ("a", "b")}
    played: list[str] = []

    def plays(count: int, undone: int) -> Iterator[None]:
        """Moves, some of which are taken back in the end."""
        yield
        for move in MOVES[len(played) :][:count]:
            played.append(move)
            board.play(move)
            yield
        if undone and len(played) >= undone:
            del played[-undone:]
            take_back(board, len(played))
        yield

    for name, count, undone, is_long in turns:
        if name in hosts:
            hosts[name].record(board, plays(count, undone))
        else:
            for _ in plays(count, undone):
                board.take_all()  # to nobody
        if is_long:
            pass_hours(board, 5)
    for host in hosts.values():
        host.record(board, plays(0, 0))
        assert host.games() == ([(played, None)] if played else [])
        seqs = host.contacts()
        assert len(set(seqs)) == len(seqs)


def test_a_host_that_never_reads_does_not_hold_the_board_up() -> None:
    """It says hello and what it likes, but what the board says stays in the ring; the game goes on."""
    board = PlayedBoard()
    moves = random_moves(30, 77)
    for number, move in enumerate(moves):
        board.hear(encode(HOST_LEAD, f"{number + 1} hello 1.4 deaf".encode()))
        board.hear(encode(HOST_LEAD, f"{number + 1} snapshot".encode()))
        board.hear(encode(HOST_LEAD, f"{number + 1} games".encode()))
        board.play(move)
    assert board.session.game.ply == len(moves)
    assert board.session.outbox.next > 200 and board.session.outbox.pending() <= 4096
    host = Host()
    host.record(board, iter([None] * 20))
    assert host.games() == [(moves, None)]


# Games that were played while nobody listened


@pytest.fixture(scope="module")
def memory() -> bytes:
    """A journal with such games."""
    board = RememberingBoard(Sectors(24))
    for moves in GAMES:
        board.play_game(moves)
    return bytes(board.sectors.memory)


def remembering(memory: bytes) -> RememberingBoard:
    """A board with this journal, just switched on."""
    sectors = Sectors(24)
    sectors.memory[:] = memory
    return RememberingBoard(sectors, b"feedc0de")


def test_both_fetch_what_was_played_while_the_other_or_nobody_listened(memory: bytes) -> None:
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
            hosts[name].fetch(board)
    for host in hosts.values():
        assert sorted(host.games(), key=str) == sorted(((moves, "*") for moves in played), key=str)


def test_a_download_that_the_next_host_interrupts(memory: bytes) -> None:
    """Each of two computers in turn gets only so far; what the one has asked for does not reach the other."""
    for lines in range(4, 30, 3):
        board = remembering(memory)
        hosts = [Host(), Host()]
        for host in hosts:
            host.record(board, iter([None] * 2), lines)
        for host in hosts:
            host.fetch(board)
            assert host.games() == [(moves, "*") for moves in GAMES]
