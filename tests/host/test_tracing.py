"""The trace of a live session: what was written replays to the same game."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import START, PlayedBoard, ScriptedWire, random_moves

from fanorona.rules import notation
from fanorona.wire.protocol import HOST_LEAD, encode
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.recorder import Recorder
from lakabe.virtual.trace import FULL, host_commands, parse
from lakabe.virtual.tracing import TraceWriter

EMPTY = "/".join(["." * 9] * 5)


class Clock:
    """Seconds that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def writer() -> tuple[TraceWriter, io.StringIO, Clock]:
    out, clock = io.StringIO(), Clock()
    return TraceWriter(out, clock), out, clock


def hello(boot: str, ms: int = 0) -> events.Hello:
    return events.Hello(1, ms, 1, 0, "0.1.0", "E66", boot, (), 1, 2)


def test_a_trace_begins_with_the_first_snapshot() -> None:
    trace, out, clock = writer()
    for event in (
        hello("aaaaaaaa"),
        events.Raw(2, 10, "e4", False),
        events.State(3, 20, "setup", 3),
        events.Reeds(4, 500, FULL),
        events.Synced(5, 500),
        events.Raw(6, 700, "e2", False),
        events.Lift(7, 705, "e2"),
        events.Button(8, 900, "turn", True),
        events.Button(9, 980, "turn", False),
        events.State(10, 1000, "play", 1),
    ):
        trace.see(event)
    clock.now += 2.5
    trace.finish()
    assert out.getvalue().splitlines() == [
        "lakabe-trace 1",
        f"start {FULL}",
        "200 e2 0",
        "400 button turn 1",
        "480 button turn 0",
        "500 level 1",
        "3000 end",
    ]
    assert parse(out.getvalue()).end_us == 3_000_000


def test_a_level_other_than_the_first_is_said_at_the_start() -> None:
    trace, out, _ = writer()
    trace.see(events.State(1, 0, "setup", 4))
    trace.see(events.Reeds(2, 9, EMPTY))
    assert out.getvalue().splitlines()[2:] == ["0 level 4"]


def test_the_levels_of_both_sides_are_written() -> None:
    trace, out, _ = writer()
    trace.see(events.State(1, 0, "play", 3, 1))
    trace.see(events.Reeds(2, 9, EMPTY))
    trace.see(events.State(3, 20, "play", 4, 1))
    trace.see(events.Setting(4, 21, "power", 300))
    trace.see(events.Setting(5, 30, "level", 2))
    trace.see(events.State(6, 40, "over", 2))
    lines = out.getvalue().splitlines()[2:]
    assert lines == ["0 level black 1", "11 level white 4", "21 level 2"]
    assert [event.format() for event in parse(out.getvalue() + "50 end\n").events] == lines


AFTER = "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW"


@pytest.mark.parametrize(
    ("told", "midway"),
    [
        ([events.GameStarted(2, 0, "aaaaaaaa-1", 1, *START.split(" "))], False),
        ([events.GameStarted(2, 0, "aaaaaaaa-1", 2, AFTER, "B")], True),
        ([events.GameStarted(2, 0, "aaaaaaaa-1", 1, AFTER, "B")], True),
        (
            [
                events.GameStarted(2, 0, "aaaaaaaa-1", 1, *START.split(" ")),
                events.Move(3, 0, "aaaaaaaa-1", 1, "d3-e3A", 22, 21),
            ],
            True,
        ),
        (
            [
                events.GameStarted(2, 0, "aaaaaaaa-1", 1, *START.split(" ")),
                events.Move(3, 0, "aaaaaaaa-1", 1, "d3-e3A", 22, 21),
                events.Result(4, 0, "aaaaaaaa-1", "1-0", "host"),
            ],
            False,
        ),
    ],
)
def test_a_game_under_way_is_named(told: list[events.Event], midway: bool) -> None:
    trace, out, _ = writer()
    for event in (*told, events.Reeds(5, 9, EMPTY), events.Move(6, 9, "aaaaaaaa-1", 2, "d4-d3A", 21, 21)):
        trace.see(event)
    trace.finish()
    assert trace.midway == midway
    assert any(line.startswith("#") for line in out.getvalue().splitlines()) == midway
    assert parse(out.getvalue()).start == EMPTY


def obeyed(seq: int, ms: int, *command: str) -> events.Ok:
    return events.Ok(seq, ms, seq, command)


def test_games_that_the_host_begins_and_ends_are_written() -> None:
    trace, out, _ = writer()
    for event in (
        obeyed(1, 0, "new", "telo"),  # before the trace begins
        events.Reeds(2, 9, EMPTY),
        obeyed(3, 20, "new"),
        obeyed(4, 30, "new", "mirrored"),
        obeyed(5, 40, "new", "dimy"),
        obeyed(6, 45, "watch", "raw", "1"),
        events.Ok(7, 46, 7),  # of another host
        obeyed(8, 50, "end", "1/2-1/2"),
        obeyed(9, 60, "load", "-", "9/9/4W4/9/8B", "W"),
        events.Raw(10, 61, "e3", True),
        obeyed(11, 70, "go"),
        obeyed(12, 80, "load", "aaaaaaaa-1", *START.split(" "), "vela"),
        obeyed(13, 81, "play", "1", "e2-e3A"),
        obeyed(14, 90, "go"),
        events.Setting(15, 95, "fifty", 0),
        events.Setting(16, 96, "repetition", 1),
    ):
        trace.see(event)
    lines = out.getvalue().splitlines()[2:]
    assert lines == [
        "11 new",
        "21 new mirrored",
        "31 new dimy",
        "41 result 1/2-1/2",
        "52 e3 1",
        "61 load 9/9/4W4/9/8B W",
        "# Here the host has loaded a game with moves, of which a replay does not know.",
        "# Here the host has switched off a draw (R11), of which a replay does not know.",
    ]
    read = parse(out.getvalue() + "99 end\n").events
    assert [event.format() for event in read] == [line for line in lines if line[0] != "#"]


MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW"
SMALL = "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2"


@pytest.mark.parametrize(
    ("board", "variant", "ended", "written"),
    [
        (START[:-2], "tsivy", False, []),
        (MIRRORED, "tsivy", False, ["0 new mirrored"]),
        (START[:-2], "vela-creditor", False, ["0 new vela-creditor"]),
        (START[:-2], "vela", True, []),  # after which an ordinary game comes
        (SMALL, "dimy", False, ["0 new dimy"]),
        (SMALL, "dimy", True, ["0 new dimy"]),
    ],
)
def test_which_game_is_on_at_the_beginning(board: str, variant: str, ended: bool, written: list[str]) -> None:
    trace, out, _ = writer()
    trace.see(events.GameStarted(1, 0, "aaaaaaaa-1", 1, board, "W", variant))
    if ended:
        trace.see(events.Result(2, 0, "aaaaaaaa-1", "1-0", "host"))
    trace.see(events.Reeds(3, 9, EMPTY))
    assert out.getvalue().splitlines()[2:] == written
    assert not trace.midway


def test_the_board_s_clock_may_wrap() -> None:
    trace, out, _ = writer()
    trace.see(events.Reeds(1, 2**30 - 100, EMPTY))
    trace.see(events.Raw(2, 2**30 - 1, "a1", True))
    trace.see(events.Raw(3, 50, "a1", False))
    assert out.getvalue().splitlines()[2:] == ["99 a1 1", "150 a1 0"]


def test_what_was_missed_is_made_up_for() -> None:
    trace, out, _ = writer()
    trace.see(hello("aaaaaaaa"))
    trace.see(events.Reeds(1, 0, EMPTY))
    trace.see(events.Place(2, 30, "b1"))
    trace.see(hello("aaaaaaaa"))
    trace.see(events.Reeds(3, 60, EMPTY[:-1] + "x"))
    assert out.getvalue().splitlines()[2:] == ["30 b1 1", "60 b1 0", "60 i1 1"]


def test_a_restart_is_a_loss_of_power() -> None:
    trace, out, clock = writer()
    trace.see(hello("aaaaaaaa"))
    trace.see(events.Reeds(1, 5000, EMPTY))
    trace.see(events.Raw(2, 6000, "c3", True))
    clock.now += 10
    trace.see(hello("bbbbbbbb", 12))
    trace.see(events.Reeds(3, 40, EMPTY))
    assert out.getvalue().splitlines()[2:] == ["1000 c3 1", "11000 power 0", "11000 power 1", "11028 c3 0"]


def test_a_trace_that_never_began_is_empty() -> None:
    trace, out, _ = writer()
    trace.see(hello("aaaaaaaa"))
    trace.finish()
    assert out.getvalue() == ""


def test_a_recorded_game_can_be_replayed(tmp_path: Path) -> None:
    moves = random_moves(12, 40)

    def script(board: PlayedBoard, recorder: Recorder) -> Iterator[None]:
        yield
        for move in moves:
            board.play(move)
            yield

    assert replayed(recorded(tmp_path, script)) == moves


def test_games_begun_and_ended_by_the_host_can_be_replayed(tmp_path: Path) -> None:
    """A vela, then an ordinary game that ends by agreement, and another one; of Dimy none is there before."""

    def script(board: PlayedBoard, recorder: Recorder) -> Iterator[None]:
        yield
        board.play("d3-e3A")
        recorder.send("new", "vela")
        yield
        yield from stand(board)
        for name, closed in (("e2", 0), ("e3", 1), ("e4", 0), ("e5", 0), ("e4", 1)):
            board.put(notation.parse_point(name), bool(closed))
            board.wait(300)
            yield
        recorder.send("new")
        yield
        yield from stand(board)
        board.play("d3-e3W")
        yield
        recorder.send("end", "1/2-1/2")
        yield
        yield from stand(board)
        board.play("e2-e3A")
        yield

    def stand(board: PlayedBoard) -> Iterator[None]:
        board.put(0, False)
        board.stand(START)
        board.wait(400)
        yield

    text = recorded(tmp_path, script)
    assert replayed(text) == ["d3-e3A", "e2-e3A", "e5-e4", "d3-e3W", "e2-e3A"]
    blind = "\n".join(line for line in text.split("\n") if " new" not in line and " result" not in line)
    assert replayed(blind) != replayed(text), "the host's part matters"


def recorded(tmp_path: Path, script: Callable[[PlayedBoard, Recorder], Iterator[None]]) -> str:
    """The trace of a recording in which that happens."""
    trace, out, clock = writer()
    board = PlayedBoard()
    with Archive(str(tmp_path / "games.db")) as archive:
        recorder: Recorder
        wire = ScriptedWire(board, later(lambda: script(board, recorder)), lambda: recorder.stop())
        recorder = Recorder(lambda: wire, archive, listener=trace.see, watch_raw=True)
        recorder.run()
    clock.now += 1
    trace.finish()
    return out.getvalue()


def later(script: Callable[[], Iterator[None]]) -> Iterator[None]:
    yield from script()


def replayed(text: str) -> list[str]:
    """The moves that a board makes of a trace."""
    board = PlayedBoard()
    now = 0
    for event in parse(text).events:
        board.wait(event.us // 1000 - now)
        now = event.us // 1000
        if event.kind == "contact":
            board.reeds[notation.parse_point(event.name)] = event.value
        elif event.kind == "button":
            board.buttons = event.value
        else:
            for n, command in enumerate(host_commands(event), 1):
                board.hear(encode(HOST_LEAD, f"{n} {command}".encode()))
                now += 2
    board.wait(100)
    said = board.take_all().decode()
    return [line.split()[5] for line in said.split("\r\n") if " move " in line]
