"""`lakabe record` as a process: moves shown and kept, traces written, kills survived."""

from __future__ import annotations

import errno
import io
import random
import re
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import START, BoardServer, PlayedBoard, ScriptedWire, long_game, random_moves
from recording import Bench
from rich.console import Console
from starting import ended, start

from fanorona.wire.protocol import BOARD_LEAD, HOST_LEAD, LINE, Decoder
from lakabe import cli
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.recorder import Recorder
from lakabe.cli.record import Display
from lakabe.virtual.trace import closed_points, parse

UNHEARD = 40
"""Lines that wait for a slow host at most while moves are played: fewer than the board can keep."""
RECORD = ("record", "--no-hints")
PLAY = ("play", "--no-hints", "--no-open", "--http-port", "0")


class Table:
    """A board on a socket whose players make the next move as soon as the board has nothing to say."""

    def __init__(self, moves: list[str]) -> None:
        self.board = PlayedBoard()
        self.server = BoardServer(self.board, self._act)
        self._left = list(reversed(moves))
        self._count = len(moves)
        self._done: Callable[[], object] | None = None

    def all_acknowledged(self, done: Callable[[], object]) -> None:
        """Call ``done`` when every move was played and acknowledged."""
        self._done = done

    def _act(self) -> None:
        # Nothing is played before the host has come as far as to acknowledge, nor while it lags behind.
        outbox = self.board.session.outbox
        if not self._left and self._done is not None and len(self.acknowledged()) == self._count:
            self._done()
            self._done = None
        if self._left and outbox.acked and outbox.next - outbox.acked <= UNHEARD:
            self.board.play(self._left.pop())

    def acknowledged(self) -> list[str]:
        """The moves, from the first, that the host has said it has kept, by what went over the wire.

        A move made while a snapshot is told has its line only when the snapshot comes to it.
        """
        acked = 0
        for decoder in lines(HOST_LEAD, self.server.heard):
            if decoder.is_word(1, b"ack"):
                acked = max(acked, decoder.number(2))
        moves: dict[int, str] = {}
        for decoder in lines(BOARD_LEAD, self.server.said):
            if decoder.is_word(2, b"move") and decoder.number(0) <= acked:
                moves[decoder.number(4)] = decoder.text(5).decode()
        return [moves[ply] for ply in sorted(moves)]


def lines(lead: int, said: bytearray) -> Iterator[Decoder]:
    """The decoder after each good line."""
    decoder = Decoder(lead, lead == BOARD_LEAD)
    for byte in bytes(said):
        if decoder.feed(byte) == LINE:
            yield decoder


def test_one_game_then_done(tmp_path: Path) -> None:
    moves = random_moves(400, 50)
    table = Table(moves)
    process = start(
        *RECORD, "--port", table.server.url, "--archive", str(tmp_path / "g.db"),
        "--trace-out", str(tmp_path / "game.trace"), "--once",
    )  # fmt: skip
    said, complaint = ended(process)
    table.server.close()
    assert (process.returncode, complaint) == (0, "")
    with Archive(str(tmp_path / "g.db")) as archive:
        (game,) = archive.games()
        assert "raw" in {contact.kind for contact in archive.contacts(game.number)}
    assert game.texts() == moves[: len(game.moves)]
    assert f"{game.result} ({game.reason}), kept as game {game.number}" in said
    assert sum(" white, " in line for line in said.splitlines()) == len(game.moves)
    assert parse((tmp_path / "game.trace").read_text()).events


class Locked(Table):
    """The archive is locked once it has all that was told, then the moves are made, and a line is lost.

    ``heard`` is set when the host asks for that line: it has heard all before, the moves.
    """

    def __init__(self, moves: list[str], archive: str) -> None:
        self.heard = threading.Event()
        self._holder = sqlite3.connect(archive, timeout=60, check_same_thread=False)
        self._lost = 0  # the number of the line
        super().__init__(moves)

    def _act(self) -> None:
        outbox = self.board.session.outbox
        if self._left and outbox.acked and outbox.acked == outbox.next - 1:
            self._holder.execute("BEGIN IMMEDIATE")
            while self._left:
                self.board.play(self._left.pop())
        elif not self._left and not self._lost:
            self._lost = outbox.next
            self.board.press()
            self.board.take_all()
            self.board.press()
        elif self._lost and any(
            decoder.is_word(1, b"resend") and decoder.number(2) == self._lost
            for decoder in lines(HOST_LEAD, self.server.heard)
        ):
            self.heard.set()

    def close(self) -> None:
        self.server.close()
        self._holder.close()


def test_ctrl_c_while_the_archive_is_locked_says_what_is_not_kept(tmp_path: Path) -> None:
    moves = random_moves(3, 51)
    where = str(tmp_path / "g.db")
    Archive(where).close()
    table = Locked(moves, where)
    process = start(*RECORD, "--port", table.server.url, "--archive", where)
    assert process.stdout is not None
    assert any("waits in memory" in line for line in process.stdout)
    assert table.heard.wait(60), "the host has not heard all"
    process.send_signal(signal.SIGINT)
    said, complaint = ended(process)
    table.close()
    assert process.returncode == 6
    assert f"not in the archive: game 0123abcd-1: 1. {moves[0]} 1... {moves[1]} 2. {moves[2]}" in said
    assert re.fullmatch(r"lakabe: the archive .* is locked .*: 3 moves are not kept \(.*\)\n", complaint)


class Asked(Table):
    """A board without players; ``lit`` is set when it has been told to light a move."""

    def __init__(self) -> None:
        self.lit = threading.Event()
        super().__init__([])

    def _act(self) -> None:
        if b"hint " in bytes(self.server.heard):
            self.lit.set()


def test_the_computer_plays_where_it_is_asked_to(tmp_path: Path) -> None:
    table = Asked()
    process = start(
        *RECORD, "--port", table.server.url, "--archive", str(tmp_path / "g.db"), "--against", "1", "--black"
    )
    assert process.stdout is not None
    line = ""
    while "level 1 plays " not in line:
        line = process.stdout.readline()
        assert line, "it ended by itself"
    move = line.split("plays ")[1].split(":")[0]
    assert table.lit.wait(60), "it was not shown"
    assert f"hint {move}".encode() in bytes(table.server.heard)
    process.send_signal(signal.SIGINT)
    _, complaint = ended(process)
    table.server.close()
    assert (process.returncode, complaint) == (0, "")
    assert b"hint -" in bytes(table.server.heard), "its move stays on the board"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asked_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    table = Table(random_moves(3, 51))
    trace = tmp_path / "game.trace"
    process = start(
        *RECORD, "--port", table.server.url, "--archive", str(tmp_path / "g.db"), "--trace-out", str(trace)
    )
    assert process.stdout is not None
    shown = 0
    while shown < 3:
        line = process.stdout.readline()
        assert line, "it ended by itself"
        shown += " white, " in line
    process.send_signal(number)
    _, complaint = ended(process)
    table.server.close()
    assert (process.returncode, complaint) == (0, "")
    assert trace.read_text().splitlines()[-1].endswith(" end")
    parse(trace.read_text())
    assert not table.board.session._link.on, "the board was told goodbye"


def test_interrupted_before_the_game_it_waits_for_is_over(tmp_path: Path) -> None:
    table = Table(random_moves(2, 52))
    process = start(*RECORD, "--port", table.server.url, "--archive", str(tmp_path / "g.db"), "--once")
    table.all_acknowledged(process.terminate)
    _, complaint = ended(process)
    table.server.close()
    assert (process.returncode, complaint) == (128 + signal.SIGTERM, "")


class Port(io.RawIOBase):
    """Closed by who opened it, and once more by Python, which drops what is raised there."""

    opened = 0

    def __init__(self, *_: object, **__: object) -> None:
        Port.opened += 1
        self._is_open = True
        if Port.opened > 1:
            raise OSError(errno.ENODEV, "gone")

    def close(self) -> None:
        if not self._is_open:
            signal.raise_signal(signal.SIGINT)
        self._is_open = False


@pytest.mark.parametrize("command", [RECORD, PLAY])
def test_an_interrupt_while_a_port_is_cleared_away_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr(Port, "opened", 0)
    monkeypatch.setattr("serial.serial_for_url", Port)
    assert cli.run([*command, "--port", "somewhere", "--archive", str(tmp_path / "g.db")]) == 0
    assert Port.opened == 1


@pytest.mark.parametrize(("command", "seed"), [
    (RECORD, 0), (PLAY, 4), *(pytest.param(RECORD, n, marks=pytest.mark.slow) for n in (1, 2, 3)),
])  # fmt: skip
def test_killed_at_any_byte_no_acknowledged_move_is_lost(
    tmp_path: Path, command: tuple[str, ...], seed: int
) -> None:
    rng = random.Random(seed)
    moves = long_game(30, seed)
    table = Table(moves)
    where = str(tmp_path / "g.db")
    for _ in range(3):
        process = start(*command, "--port", table.server.url, "--archive", where)
        table.server.cut = process.kill
        table.server.limit = table.server.traffic + rng.randrange(1, 4000)
        ended(process)
        assert process.returncode == -signal.SIGKILL
        acknowledged = table.acknowledged()
        with Archive(where) as archive:
            games = archive.games()
        assert len(games) <= 1
        kept = games[0].texts() if games else []
        assert kept[: len(acknowledged)] == acknowledged
        assert kept == moves[: len(kept)]
    process = start(*command, "--port", table.server.url, "--archive", where)
    table.all_acknowledged(process.terminate)
    _, complaint = ended(process)
    table.server.close()
    assert (process.returncode, complaint) == (0, "")
    with Archive(where) as archive:
        assert [game.texts() for game in archive.games()] == [moves], "a new host goes on where it ended"


@pytest.mark.parametrize("known", [True, False])
def test_a_result_from_before_is_not_waited_for(bench: Bench, tmp_path: Path, known: bool) -> None:
    board = bench.board
    ended: list[int] = []

    def first() -> Iterator[None]:
        board.play("d3-e3A")
        yield
        bench.recorder.send("end", "1-0")
        yield
        yield

    def second() -> Iterator[None]:
        yield
        yield
        assert recorder.caught_up
        assert ended == []
        recorder.send("new")
        yield
        board.stand(START)
        board.wait(100)
        yield
        board.play("e2-e3A")
        yield
        recorder.send("end", "0-1")
        yield
        yield

    bench.run(first)
    said = io.StringIO()
    display = Display(Console(file=said), "", lambda: ended.append(1))
    with Archive(str(tmp_path / ("games.db" if known else "other.db"))) as archive:
        wire = ScriptedWire(board, second(), lambda: recorder.stop())
        recorder = Recorder(lambda: wire, archive, listener=display.see, clock=bench._clock)
        display.recorder = recorder
        recorder.run()
        assert [game.result for game in archive.games()] == ["1-0", "0-1"]
    assert ended == [1]
    assert said.getvalue().count("kept as game") == 2


def test_corrected_moves_are_shown() -> None:
    said = io.StringIO()
    display = Display(Console(file=said, width=80), "")
    game = "0a0b0c0d-1"
    for event in (
        events.GameStarted(1, 0, game, 1, *START.split(" ")),
        events.Move(2, 0, game, 1, "d3-e3A", 22, 21),
        events.Move(3, 0, game, 2, "f4-f3A", 20, 21),
        events.Move(4, 0, game, 1, "d3-e3W", 22, 21),
        events.Takeback(5, 0, game, 2),
        events.Takeback(6, 0, game, 1),
    ):
        display.see(event)
    assert [line.split() for line in said.getvalue().splitlines()[1:]] == [
        ["1.", "d3-e3A", "22", "white,", "21", "black", "O4", "Kobaka", "fohy"],
        ["1...", "f4-f3A", "20", "white,", "21", "black"],
        ["1.", "d3-e3A", "corrected"],
        ["1...", "f4-f3A", "corrected"],
        ["1.", "d3-e3W", "22", "white,", "21", "black", "O5", "Kobaka", "lava"],
        ["1.", "d3-e3W", "taken", "back"],
    ]


def test_a_result_that_is_withdrawn_is_told_again() -> None:
    said = io.StringIO()
    display = Display(Console(file=said, width=80), "")
    game = "0a0b0c0d-1"
    end = events.Result(3, 0, game, "1-0", "host")
    for event in (
        events.GameStarted(1, 0, game, 1, *START.split(" ")),
        events.Move(2, 0, game, 1, "d3-e3A", 22, 21),
        end,
        events.State(4, 0, "over", 3),
        events.State(5, 0, "play", 3),
        events.Takeback(6, 0, game, 1),
        events.Move(7, 0, game, 1, "d3-e3W", 22, 21),
        end,
    ):
        display.see(event)
    lines = [line.split() for line in said.getvalue().splitlines()[1:]]
    assert [line[:2] for line in lines] == [
        ["1.", "d3-e3A"], ["1-0", "(host)"], ["1.", "d3-e3A"], ["1.", "d3-e3W"], ["1-0", "(host)"],
    ]  # fmt: skip


def test_a_trace_begins_with_how_things_are(tmp_path: Path) -> None:
    """Not with what the board still has to tell of another recording. That a game is under way is said."""
    table = Table(random_moves(6, 53))
    where = str(tmp_path / "g.db")
    first = start(*RECORD, "--port", table.server.url, "--archive", where)
    table.all_acknowledged(first.terminate)
    ended(first)
    assert b"watch raw" not in bytes(table.server.heard)
    closed = {p for p in range(45) if table.board.reeds[p]}
    traced = tmp_path / "game.trace"
    second = start(*RECORD, "--port", table.server.url, "--archive", where, "--trace-out", str(traced))
    assert second.stdout is not None
    while "middle of a game" not in (line := second.stdout.readline()):
        assert line, "it ended by itself"
    second.terminate()
    ended(second)
    table.server.close()
    trace = parse(traced.read_text())
    assert set(closed_points(trace.start)) == closed
    assert trace.events == ()


def test_a_trace_is_not_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "game.trace"
    kept.write_text("precious")
    assert (
        cli.run(
            ["record", "--port", "loop://", "--archive", str(tmp_path / "g.db"), "--trace-out", str(kept)]
        )
        == 2
    )
    assert "is there already" in capsys.readouterr().err
    assert kept.read_text() == "precious"


def test_no_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("lakabe.board.ports.find_boards", list)
    assert cli.run(["record", "--archive", str(tmp_path / "g.db")]) == 3
    assert "--port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--port", "/dev/nowhere"], 4),
        (["--port", "socket://127.0.0.1:1"], 4),
        (["--port", "a", "--port", "b", "--trace-out", "t"], 2),
        (["--port", "loop://", "--trace-out", "/nowhere/t"], 2),
        (["--port", "loop://", "--archive", "/proc/g.db"], 6),
        (["--port", "a", "--port", "b", "--against", "1"], 2),
        (["--port", "a", "--match", "single", "--against", "1"], 2),
        (["--port", "a", "--black"], 2),
        (["--port", "a", "--against", "8"], 2),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if "--archive" not in arguments:
        arguments = [*arguments, "--archive", str(tmp_path / "g.db")]
    assert cli.run(["record", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.err.startswith("lakabe: ")
    assert captured.err.count("\n") == 1
