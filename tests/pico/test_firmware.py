"""The firmware on the real MicroPython: it starts, follows games, allocates nothing, never stalls."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from fanorona.wire.protocol import HOST_LEAD, encode
from lakabe.archive import Archive
from lakabe.board import sources
from pico import image, script
from pico.bench.answers import LINKED_MS
from pico.bench.idle import free_heap
from pico.bench.scenes import bouncing, timed, touches
from pico.bounds import HEAP_BYTES
from pico.conftest import Start
from pico.rig import config, message, strange
from pico.wire import AFTERWARDS_MS, record

pytestmark = pytest.mark.pico

# A program that locks the heap once the game has begun, before the host greets, until the game has ended.
LOCKED = """
import micropython, time
import main
micropython.alloc_emergency_exception_buf(400)  # for the traceback
main.watchdog.start()
def play(until):
    while time.ticks_ms() < until:
        main.turn()
        main.watchdog.feed()
play({begin})
micropython.heap_lock()
try:
    play({end})
except BaseException as problem:
    micropython.heap_unlock()
    print()
    raise
micropython.heap_unlock()
main.run()
"""
LOCKED_AT_MS = 600
# Those that come while hands play, and may not allocate; `load`, `play`, `go` and `hint` with a move may.
COMMANDS = ("set level 4", "hint -", "get level", "set level 3", "watch lights 1", "watch lights 0")
SHORT_GAME = 187  # the shortest of the random games with a seed below 400: 14 moves, to the last stone


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(f"sqlite:///{tmp_path / 'games.db'}") as archive:
        yield archive


def first_game(archive: Archive) -> list[str]:
    """The moves of the only game."""
    (game,) = archive.games()
    return game.texts()


@pytest.mark.parametrize("kind", image.KINDS)
def test_it_starts_and_asks_for_the_stones(start: Start, kind: str) -> None:
    rig = start(image.firmware(kind))
    hello = rig.wait_line(" hello ", 6000, 0)
    assert message(hello).startswith(f"hello 1.7 {sources.version(image.FIRMWARE)} e661410300000001 ")
    rig.wait_line("setup [+/]+.[+/]+", 200, 0)
    frame = rig.wait_frame(100, 0)
    assert frame.lit() == script.START
    assert len({frame.pixel(point) for point in ("a1", "b3", "i2")}) == 1, "white stones"
    assert len({frame.pixel(point) for point in ("a1", "a5")}) == 2, "the black ones look different"
    assert strange(rig) == []


def test_the_host_records_a_whole_game(start: Start, archive: Archive) -> None:
    events, expected = script.game(4, 500, bounce=True)
    rig = start(image.firmware())
    rig.wait_line(" setup ", 3000, 0)
    rig.place(*script.START)
    rig.wait_line(" game ", 3000, 0)
    assert record(rig, events, archive) == []
    moves = first_game(archive)
    assert len(moves) == len(expected)
    assert [move for move, right in zip(moves, expected, strict=True) if move not in right] == []
    (game,) = archive.games()
    assert game.result is not None
    assert strange(rig) == []
    assert rig.stats()["contention"] == 0

    frames = rig.frames()
    assert len(frames) > 2 * len(moves)
    assert [frame.start for frame in frames if not frame.whole] == []
    assert [frame.faults for frame in frames if frame.faults] == []
    # 20 mA for each channel at 255. The lights of an empty board ask for more than there is.
    assert max(sum(frame.wire) for frame in frames) * 20 / 255 <= config().POWER_MA

    assert free_heap(rig) >= HEAP_BYTES


@pytest.mark.parametrize("kind", image.KINDS)
def test_it_allocates_nothing_in_a_whole_game(start: Start, archive: Archive, kind: str) -> None:
    played, expected = script.game(SHORT_GAME, 500)
    events = bouncing(timed(touches(played), random.Random(1)), random.Random(1))
    end = LOCKED_AT_MS + 300 + LINKED_MS + events[-1].ms + AFTERWARDS_MS
    program = LOCKED.format(begin=LOCKED_AT_MS, end=int(end))
    rig = start(image.driven(program, kind), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    rig.write(encode(HOST_LEAD, b"899 hint -"))  # the first hint makes what lays hints out
    rig.wait_line(r" ok 899\*", 300, 0)
    rig.run(LOCKED_AT_MS - rig.now)
    for number, command in enumerate(COMMANDS, start=900):
        rig.write(encode(HOST_LEAD, f"{number} {command}".encode()))
        rig.wait_line(f" ok {number}\\*", 300, 0)
    assert record(rig, events, archive, LINKED_MS) == []
    moves = first_game(archive)
    assert len(moves) == len(expected)
    assert all(move in right for move, right in zip(moves, expected, strict=True))
    (game,) = archive.games()
    assert game.result is not None
    assert strange(rig) == []


def test_the_repl_is_a_key_away(start: Start) -> None:
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    rig.write(b"\x03")
    rig.wait_line("KeyboardInterrupt", 500, 0)
    rig.run(50)
    assert rig.frames()[-1].lit() == frozenset()
    rig.write(b"print(6 * 7)\r")
    assert rig.wait_line("^42$", 500, 0).text == "42"
    seen = len(rig.lines())
    rig.write(b"\x04")
    rig.wait_line(" hello ", 3000, seen)
    rig.wait_line(" game ", 3000, seen)
