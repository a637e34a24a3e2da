"""Traces through the real firmware in virtual time: what comes out, how fast, and that nothing is lost."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import reference
from hands import Habits, perform
from lakabe.__main__ import main
from lakabe.board.events import (
    Ask,
    Event,
    GameStarted,
    Hello,
    Lift,
    Lights,
    Move,
    Ok,
    Place,
    Restored,
    Result,
    Setting,
    State,
    Text,
)
from lakabe.errors import BoardFault
from lakabe.virtual import FirmwareFault, Run, Trace, TraceEvent, playback, replay, run_traces
from lakabe.virtual.report import records
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import FULL, parse

VECTORS = Path(__file__).parents[1] / "vectors"
SOURCES_HEAP = 288 * 1024
"""Bytes; a Pico has less, but runs the firmware compiled (`tests/pico/test_latency.py`)."""

KOBAKA = f"""lakabe-trace 1
start {FULL}
1000 d3 0
1500.5 e3 1
1500.7 e3 0
1500.9 e3 1
2000 f3 0
5000 end
"""
OFF_AND_ON = f"""lakabe-trace 1
start {FULL}
500 level 4
1000 d3 0
1100 power 0
1150 level 2
1200 d3 1
2000.5 power 1
3000 end
"""
AFTER_KOBAKA = "BBBBBBBBB/BBBBBBBBB/BWB1W1WBW/WWWWWWWWW/WWWWWWWWW B"


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def lakabe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command line in this process: exit code, standard output, standard error."""

    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["lakabe", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return int(str(ended.value.code or 0)), out, err

    return command


ANSWER_MS = 12
"""A board has told everything of a contact by then: debounced, then a line a turn."""


def random_game(rng: random.Random, moves: int) -> list[str]:
    game = reference.Game()
    texts: list[str] = []
    while game.result() is None and len(texts) < moves:
        move = rng.choice(reference.moves(game.position))
        texts.append(move.text)
        game.play(move)
    return texts


def noisy(seed: int, ms: int = 1200) -> Trace:
    """Contacts, buttons, levels and power cuts at random, at intervals from microseconds to a second."""
    rng = random.Random(seed)
    points = ["d3", "e3", "f3", "e2", "e4", "a1", "c3"]
    events = []
    us = 0
    while True:
        us += rng.choice((rng.randrange(900), rng.randrange(1000, 9000), rng.randrange(10_000, 300_000)))
        if us > ms * 1000:
            return Trace(FULL, tuple(events), ms * 1000)
        draw = rng.random()
        if draw < 0.8:
            events.append(TraceEvent(us, "contact", rng.choice(points), rng.randrange(2)))
        elif draw < 0.9:
            events.append(TraceEvent(us, "button", rng.choice(("turn", "menu")), rng.randrange(2)))
        elif draw < 0.97:
            events.append(TraceEvent(us, "level", "", rng.randrange(5)))
        else:
            events.append(TraceEvent(us, "power", "", rng.randrange(2)))


def test_one_move() -> None:
    (events,) = replay([parse(KOBAKA)])
    ((time, move),) = [(t, e.move) for t, e in events if isinstance(e, Move)]
    assert move == "d3-e3A"
    assert 2002 < time <= 2000 + ANSWER_MS
    assert next(t for t, e in events if isinstance(e, GameStarted)) <= ANSWER_MS


def test_many_traces_in_one_process_are_independent() -> None:
    first, second, third = run_traces([parse(KOBAKA), noisy(1), parse(KOBAKA)])
    assert first == third
    assert first != second


TOLD = (Lift, Place, Move, GameStarted, Result, Lights)


def in_step(run: Run, other: Run) -> Iterator[tuple[Event, Event]]:
    """What is told of the game, side by side, but for lights that the next contact left no time to tell."""
    one, two = ([event for _, event in each.events if isinstance(event, TOLD)] for each in (run, other))
    while one and two:
        if alike(one[0], two[0]):
            yield one.pop(0), two.pop(0)
        else:
            brief = one if is_brief(one) else two
            assert is_brief(brief), f"{one[0]} and {two[0]}"
            brief.pop(0)
    assert not one and not two, "one has told more"


def alike(event: Event, other: Event) -> bool:
    return replace(event, seq=0, ms=0) == replace(other, seq=0, ms=0)


def is_brief(told: list[Event]) -> bool:
    """Whether the first of these are lights that were soon others; no light may be left out otherwise."""
    return isinstance(told[0], Lights) and len(told) > 1 and told[1].ms - told[0].ms <= ANSWER_MS


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 8), marks=pytest.mark.slow)])
def test_nothing_is_lost_by_leaving_turns_out(seeds: range) -> None:
    traces = [noisy(seed) for seed in seeds]
    some = list(run_traces(traces, lights=True, raw=True))
    every = list(run_traces(traces, lights=True, raw=True, every_ms=True))
    for seed, run, full in zip(seeds, some, every, strict=True):
        # Commands may be answered a ms sooner or later: the host is listened to in every second one.
        for event, other in in_step(run, full):
            assert abs(event.ms - other.ms) <= ANSWER_MS, f"noisy({seed})"
        assert [replace(event, seq=0, ms=0) for event in run.final] == [
            replace(event, seq=0, ms=0) for event in full.final
        ]
        assert run.turns < full.turns


def test_what_is_told_only_after_the_end_belongs_to_the_run() -> None:
    (run,) = run_traces([parse(KOBAKA.replace("5000 end", "2000 end"))])
    *told, end = records(run)
    (lift,) = [record for record in told if record.get("point") == "f3"]
    assert end["t_ms"] >= lift["t_ms"] > run.end_ms
    assert isinstance(run.final[0], Ok)


def rests(day: int) -> Trace:
    """A white stone lies beside the board for about so many ms, and a captured stone stays for as many."""
    return parse(f"""lakabe-trace 1
start {FULL}
1000 d3 0
1500 e3 1
2000 f3 0
3000 a1 0
{day} a1 1
{day + 1000} f4 0
{day + 1500} f3 1
{day + 2000} f2 0
{2 * day} f1 0
{2 * day + 1000} end
""")


def test_time_in_which_nothing_happens_costs_nothing() -> None:
    day, moment = run_traces([rests(20 * 3_600_000), rests(5_000)], lights=True)
    assert day.turns < 1000
    told, others = (
        [event for _, event in run.events if isinstance(event, (Ask, Restored, Lights, Move))]
        for run in (day, moment)
    )
    assert [replace(event, seq=0, ms=0) for event in told] == [replace(e, seq=0, ms=0) for e in others]
    assert {type(event) for event in told} == {Ask, Restored, Lights, Move}


@pytest.mark.slow
def test_nothing_is_lost_by_leaving_time_out() -> None:
    """In gaps with two signs of life and lights that blink."""
    trace = rests(14_000)
    (some,) = run_traces([trace], lights=True)
    (every,) = run_traces([trace], lights=True, every_ms=True)
    assert list(records(some)) == list(records(every))
    assert some.turns < every.turns // 20


def test_an_ordinary_game_runs_fifty_times_faster_than_it_was_played() -> None:
    habits = Habits(random.Random(8), think=(4000, 12000))
    performance = perform(random_game(random.Random(8), 40), habits)
    trace = parse(performance.text)
    begun = time.monotonic()
    (run,) = run_traces([trace])
    took = time.monotonic() - begun
    moves = [e.move for _, e in run.events if isinstance(e, Move)]
    assert len(moves) == len(performance.expected)
    assert all(move in right for move, right in zip(moves, performance.expected, strict=True))
    assert run.end_ms / 1000 > 50 * took
    assert run.heap < SOURCES_HEAP


def test_power_cut_and_level() -> None:
    (events,) = replay([parse(OFF_AND_ON)])
    boots = {e.boot: t for t, e in reversed(events) if isinstance(e, Hello)}
    first, second = sorted(boots.values())
    assert 0 <= first <= ANSWER_MS
    assert 2000 < second <= 2000 + ANSWER_MS
    ((time, level),) = [(t, e.value) for t, e in events if isinstance(e, Setting)]
    assert level == 4
    assert 500 <= time <= 500 + ANSWER_MS
    assert [e.state for t, e in events if isinstance(e, State) and t > 2000][-1] == "play"
    assert len({e.game for _, e in events if isinstance(e, GameStarted)}) == 1, "the journal brings it back"


def test_the_clock_may_wrap() -> None:
    plain, *wrapping = (next(run_traces([noisy(3)], clock=clock)) for clock in (0, 2**30 - 8, 2**30 - 704))
    for run in wrapping:
        # What the board does in every second or fourth ms may come a little sooner or later.
        counts, plain_counts = (
            Counter(type(e) for _, e in one.events if not isinstance(e, Text)) for one in (run, plain)
        )
        assert counts == plain_counts
        contacts, others = (
            [(t, e) for t, e in one.events if isinstance(e, Lift | Place)] for one in (run, plain)
        )
        for (t, contact), (other_t, other) in zip(contacts, others, strict=True):
            assert (type(contact), contact.point) == (type(other), other.point)
            assert abs(t - other_t) <= ANSWER_MS
    assert max(e.ms for _, e in wrapping[1].events) > 2**29 > wrapping[1].events[-1][1].ms


def test_human_output(tmp_path: Path, lakabe: Command) -> None:
    file = tmp_path / "game.trace"
    file.write_text(KOBAKA)
    code, out, err = lakabe("trace", str(file))
    assert (code, err) == (0, "")
    assert out == f"1. d3-e3A\n{AFTER_KOBAKA}\n*\n"


VECTORS = Path(__file__).parents[1] / "vectors" / "traces"


@pytest.mark.parametrize(("name", "said"), [
    ("vela-phase-change", [
        "1. a1-b1A {second phase (V6)}", "2. b3-b2A", "1BBBB4/9/9/1B7/8W W", "*",
    ]),
    ("vela-second-phase", ["1. a1-b1A", "9/9/1B7/9/1W7 B", "*"]),
    ("vela-forfeit", [
        "1. i5-i4", "White wins: forfeit (V5).", "W2BBB3/5B2B/4BB3/W8/9 W", "1-0",
    ]),
])  # fmt: skip
def test_a_vela_tells_its_second_phase_and_its_end(name: str, said: list[str], lakabe: Command) -> None:
    code, out, err = lakabe("trace", str(VECTORS / f"{name}.trace"))
    assert (code, err) == (0, "")
    assert out.splitlines() == said


def test_how_each_game_ended_is_told_where_it_did(tmp_path: Path, lakabe: Command) -> None:
    file = tmp_path / "ended.trace"
    file.write_text(KOBAKA.replace("5000 end", "5000 result 1/2-1/2\n6000 new\n9000 result 0-1\n9500 end"))
    code, out, _ = lakabe("trace", str(file))
    assert (code, out) == (0, f"1. d3-e3A\nA draw: agreed.\n{AFTER_KOBAKA}\n1/2-1/2\n")


def test_json_output(tmp_path: Path, lakabe: Command) -> None:
    file = tmp_path / "game.trace"
    # Two white stones go away that no move of Black's takes together.
    file.write_text(KOBAKA.replace("5000 end", "3000 d1 0\n3001 f1 0\n6000 f1 1\n6500 d1 1\n9000 end"))
    code, out, _ = lakabe("trace", str(file), "--json", "--leds")
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert all("t_ms" in record and "event" in record for record in found)
    by_name = {record["event"]: record for record in found}
    assert 2002 < by_name["move"]["t_ms"] <= 2000 + ANSWER_MS
    assert by_name["move"] == {
        "t_ms": by_name["move"]["t_ms"],
        "event": "move",
        "ply": 1,
        "move": "d3-e3A",
        "position": AFTER_KOBAKA,
        "white": 22,
        "black": 21,
    }
    assert by_name["ask"]["put"] == by_name["ask"]["points"]
    assert {"d1", "f1"} >= set(by_name["ask"]["put"]) > set()
    assert by_name["restored"]["t_ms"] > by_name["ask"]["t_ms"]
    assert by_name["end"]["position"] == AFTER_KOBAKA
    frames = [record["lights"] for record in found if record["event"] == "lights"]
    assert all(len(frame) == 45 for frame in frames)
    assert len(frames) > 3
    rows = (Path(__file__).parents[2] / "docs" / "traces.md").read_text().splitlines()
    for name, record in by_name.items():
        (row,) = [row for row in rows if row.startswith("| `") and f"`{name}`" in row.split("|")[1]]
        assert all(f"`{field}`" in row for field in record.keys() - {"t_ms", "event"})


def test_a_whole_game_has_a_result() -> None:
    for seed in range(20, 40):
        performance = perform(random_game(random.Random(seed), 1000), Habits(random.Random(seed)))
        if performance.result is not None and performance.result[0] != "1/2-1/2":
            break
    (run,) = run_traces([parse(performance.text)], lights=True)
    *_, result = [e for _, e in run.events if isinstance(e, Result)]
    assert (result.result, result.reason) == performance.result
    assert list(records(run))[-1]["result"] == result.result
    assert "v" in [e.letters for _, e in run.events if isinstance(e, Lights)][-1]


@pytest.mark.parametrize("content", [b"", b"lakabe-trace 1\nstart x\n", b"lakabe-trace 1\n\xff\n"])
def test_malformed_traces_end_with_one_line_and_code_2(
    content: bytes, tmp_path: Path, lakabe: Command
) -> None:
    file = tmp_path / "bad.trace"
    file.write_bytes(content)
    code, out, err = lakabe("trace", str(file))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "line " in err


def test_a_missing_file_is_named(tmp_path: Path, lakabe: Command) -> None:
    code, _, err = lakabe("trace", str(tmp_path / "none"))
    assert code == 2
    assert "none" in err


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """The firmware with a loop that fails a second after power-on."""
    tree = tmp_path / "firmware"
    shutil.copytree(firmware_tree(), tree)
    main = (tree / "main.py").read_text()
    assert main.count("    usb.look(now)\n") == 1
    planted = "def check():\n    if now > 1000:\n        raise ValueError('planted')\n\n\n"
    main = main.replace("def turn()", planted + "def turn()")
    (tree / "main.py").write_text(main.replace("    usb.look(now)\n", "    check()\n    usb.look(now)\n"))
    return tree


def test_a_firmware_that_raises_is_reported_with_its_traceback(broken: Path) -> None:
    with pytest.raises(FirmwareFault, match="planted") as caught:
        list(run_traces([parse(KOBAKA)], firmware=broken))
    assert 'File "/flash/main.py"' in caught.value.traceback
    assert "in check" in caught.value.traceback
    assert caught.value.exit_code == BoardFault.exit_code
    assert "\n" not in caught.value.line()


def test_a_firmware_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(firmware_tree() / "config.py", tmp_path)
    (tmp_path / "main.py").write_text("def turn():\n    while True:\n        pass\n\n\nidle = turn\n")
    monkeypatch.setattr(playback, "SILENCE_S", 2.0)
    with pytest.raises(BoardFault, match="hangs"):
        list(run_traces([parse(KOBAKA)], firmware=tmp_path))
