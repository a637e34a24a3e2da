"""The trace of a live session: what was written replays to the same game."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import START, PlayedBoard, ScriptedWire, random_moves

from fanorona import notation
from lakabe import events
from lakabe.archive import Archive
from lakabe.recorder import Recorder
from lakabe.tracing import TraceWriter
from lakabe.virtual.trace import FULL, parse

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
    board = PlayedBoard()
    moves = random_moves(12, 40)
    trace, out, clock = writer()

    def script() -> Iterator[None]:
        yield
        for move in moves:
            board.play(move)
            yield

    with Archive(str(tmp_path / "games.db")) as archive:
        wire = ScriptedWire(board, script(), lambda: recorder.stop())
        recorder = Recorder(lambda: wire, archive, listener=trace.see)
        recorder.run()
    clock.now += 1
    trace.finish()
    replayed = PlayedBoard()
    parsed = parse(out.getvalue())
    now = 0
    for event in parsed.events:
        replayed.wait(event.us // 1000 - now)
        now = event.us // 1000
        if event.kind == "contact":
            replayed.reeds[notation.parse_point(event.name)] = event.value
        elif event.kind == "button":
            replayed.buttons = event.value
    replayed.wait(100)
    said = replayed.take_all().decode()
    played = [line.split()[5] for line in said.split("\r\n") if " move " in line]
    assert played == moves
