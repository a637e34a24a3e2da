"""The journal on the Pico: the game comes back whatever happens, and writing it disturbs nobody."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import reference
from fanorona.modes.keeper import REST_MS
from fanorona.rules.rules import TSIVY, VELA
from fanorona.store.journal import AHEAD
from fanorona.store.records import PAGE
from fanorona.wire.protocol import HOST_LEAD, encode
from lakabe.archive import Archive
from pico import image, script
from pico.bench.idle import free_heap
from pico.bounds import HEAP_BYTES, START_MS
from pico.conftest import Start
from pico.journals import filled, match_kept
from pico.rig import PicoRig, config, message, strange
from pico.wire import record

pytestmark = pytest.mark.pico

# A program whose board hangs when the first byte from the computer arrives, but not twice.
HANGING = """
import machine
import main
def hang(data, count):
    while True:
        pass
if machine.reset_cause() != machine.WDT_RESET:
    main.session.receive = hang
main.run()
"""
# One whose board hangs within the third write of its journal, of which three bytes have been programmed.
TORN = """
import machine
import rp2
Flash = rp2.Flash
class Torn:
    def __init__(self, **part):
        self.flash = Flash(**part)
        self.readblocks = self.flash.readblocks
        self.ioctl = self.flash.ioctl
        self.writes = 0
    def writeblocks(self, block, page, offset):
        self.writes += 1
        if self.writes == 3 and machine.reset_cause() != machine.WDT_RESET:
            first = 0
            while page[first] == 255:
                first += 1
            for i in range(first + 3, len(page)):
                page[i] = 255
            self.flash.writeblocks(block, page, offset)
            while True:
                pass
        self.flash.writeblocks(block, page, offset)
rp2.Flash = Torn
import main
main.run()
"""
FIRST_MOVE = {"d3": False, "e3": True, "f3": False}
SECOND_MOVE = {"f4": False, "f3": True, "f2": False, "f1": False}
RESTART_MS = 3000
LONG_GAME = 150  # plies
PAUSE_MS = 75
MOST = 0.75  # of the touches of a game change lights
LONGEST_TURN_MS = 8.0


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(f"sqlite:///{tmp_path / 'games.db'}") as archive:
        yield archive


def games(rig: PicoRig, start: int = 0) -> list[str]:
    """The names in the lines that begin a game."""
    found = (re.match(r"game (\S+) ", message(line)) for line in rig.lines(start))
    return [match.group(1) for match in found if match]


def ply(rig: PicoRig) -> int:
    """How many moves a snapshot of the board tells."""
    seen = len(rig.lines())
    rig.write(encode(HOST_LEAD, b"1 snapshot"))
    rig.wait_line(" synced", 4000, seen)
    return sum(message(line).startswith("move ") for line in rig.lines(seen))


def act(rig: PicoRig, changes: Mapping[str, bool]) -> None:
    """Contacts that close or open, one after another."""
    for point, closed in changes.items():
        rig.contacts({point: closed})
        rig.run(100)


def operations(rig: PicoRig, kind: str) -> list[float]:
    """When the flash was worked on, ms."""
    return [event["t"] / 1e6 for event in rig.log() if event["kind"] == f"flash-{kind}"]


def test_the_game_goes_on_after_the_power_was_off(start: Start, archive: Archive) -> None:
    events, expected = script.game(4, 12)
    middle = len(events) // 2
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    record(rig, events[:middle], archive)
    [name] = set(games(rig))
    seen = len(rig.lines())
    rig.reset()
    rig.wait_line(" (game|setup) ", 3000, seen)
    late = [replace(event, us=event.us - events[middle].us + 1_000_000) for event in events[middle:]]
    record(rig, late, archive)
    assert set(games(rig)) == {name}
    [game] = archive.games()
    moves = game.texts()
    assert len(moves) == len(expected)
    assert all(move in right for move, right in zip(moves, expected, strict=True))


def test_the_game_goes_on_after_a_hang(start: Start) -> None:
    events, _ = script.game(5, 4)
    rig = start(image.driven(HANGING), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    [name] = games(rig)
    script.perform(rig, events)
    rig.run(200)
    told = sum(message(line).startswith("move ") for line in rig.lines())
    seen = len(rig.lines())
    rig.write(b"x")
    rig.wait_line(" hello ", RESTART_MS, seen)
    rig.run(300)
    assert games(rig, seen) == [name]
    assert ply(rig) == told > 0


def test_the_game_goes_on_after_a_hang_within_a_write(start: Start) -> None:
    """The stones still tell the move that was being written; it is written then, and stays."""
    rig = start(image.driven(TORN), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    rig.run(500)
    [name] = games(rig)
    act(rig, FIRST_MOVE)
    assert ply(rig) == 1
    seen = len(rig.lines())
    act(rig, SECOND_MOVE)
    for begin in (lambda: None, rig.reset):
        begin()
        rig.wait_line(" hello ", RESTART_MS, seen)
        rig.wait_line(" state play ", 1000, seen)
        rig.run(300)
        assert games(rig, seen) == [name]
        assert ply(rig) == 2
        seen = len(rig.lines())


def writes_meet_no_answer(rig: PicoRig, times: Sequence[float]) -> int:
    """That no page is written between a change of a contact and its light; how many changes had a light.

    Hands of the scripts touch nothing for PAUSE_MS and more, so what is lit later belongs to no touch.
    """
    frames = [frame for frame in rig.frames() if frame.changed]
    writes = operations(rig, "program")
    lit = 0
    for contact in times:
        light = next((frame.end for frame in frames if contact < frame.start < contact + PAUSE_MS), None)
        if light is not None:
            lit += 1
            assert [write for write in writes if contact < write < light] == []
    return lit


def test_nothing_is_erased_and_no_write_comes_before_a_light(start: Start) -> None:
    """With a journal of which a sector is due to be erased, and a rest that would be long enough for it."""
    journal, _ = filled(1, 0, spent=True)
    events, _ = script.game(6, 8)
    rig = start(image.firmware(), closed=script.START, journal=journal)
    rig.wait_line(" game ", 3000, 0)
    rig.run(REST_MS + 1000)
    told = len(rig.lines())
    times = script.perform(rig, events)
    rig.run(300)
    moves = [line for line in rig.lines(told) if message(line).startswith("move ")]
    writes = operations(rig, "program")
    assert operations(rig, "erase") == []
    assert len(writes) >= len(moves) + 1  # the start of the game is one more
    assert writes_meet_no_answer(rig, times) >= len(times) * MOST
    for move, write in zip(moves, writes[-len(moves) :], strict=True):
        assert write - move.t < 60
    rig.lift("a1")
    rig.run(100)
    rig.write(encode(HOST_LEAD, b"1 end 1/2-1/2"))
    rig.run(REST_MS - 500)
    assert operations(rig, "erase") == []
    rig.run(1500)
    assert len(operations(rig, "erase")) == AHEAD


@pytest.mark.parametrize("part", [0.0, 46 / PAGE, 51 / PAGE, 0.95])
def test_power_cuts_in_every_write(start: Start, part: float) -> None:
    """Each write of a game is cut once, before it, in its record or after it: bytes 43 to 47, and 48 to 52.

    The stones still tell a move that was not written whole.
    """
    turns = [FIRST_MOVE, SECOND_MOVE]
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    rig.run(500)
    [name] = games(rig)
    for played, turn in enumerate(turns):
        rig.cut_power(0, part)
        seen = len(rig.lines())
        act(rig, turn)
        rig.wait_line(" hello ", RESTART_MS, seen)
        rig.wait_line(" state play ", 1000, seen)
        rig.run(300)
        assert games(rig, seen) == [name]
        assert ply(rig) == played + 1
    seen = len(rig.lines())
    rig.reset()
    rig.wait_line(" game ", 3000, seen)
    rig.run(100)
    assert ply(rig) == len(turns)


@pytest.mark.parametrize(("part_of_start", "part_of_result"), [(0.1, 35 / PAGE), (0.95, 0.95)])
def test_power_cuts_in_the_first_and_in_the_last_record(
    start: Start, part_of_start: float, part_of_result: float
) -> None:
    """The start ends at byte 43 of its page. Cut, it goes into the next one, where the result ends at 38."""
    rig = start(image.firmware(), closed=script.START - {"a1"})
    rig.wait_line(" setup ", 1000, 0)
    rig.run(500)
    seen = len(rig.lines())
    rig.cut_power(0, part_of_start)
    rig.place("a1")
    rig.wait_line(" hello ", RESTART_MS, seen)
    rig.wait_line(" game ", 1000, seen)
    rig.run(500)
    act(rig, FIRST_MOVE)
    assert ply(rig) == 1
    seen = len(rig.lines())
    rig.cut_power(0, part_of_result)
    rig.write(encode(HOST_LEAD, b"1 end 1/2-1/2"))
    hello = rig.wait_line(" hello ", RESTART_MS, seen)
    state = rig.wait_line(" state ", 1000, rig.lines().index(hello))
    rig.run(300)
    if part_of_result < 0.9:
        assert message(state).startswith("state play"), "without its result the game goes on"
        assert ply(rig) == 1
    else:
        assert message(state).startswith("state setup"), "another game is set up"


@pytest.mark.parametrize("variant", [TSIVY, VELA], ids=["ordinary", "vela"])
@pytest.mark.parametrize("in_match", [False, True], ids=["alone", "in a match"])
def test_a_full_journal_does_not_delay_the_start(start: Start, variant: int, in_match: bool) -> None:
    journal, game = filled(1, LONG_GAME, variant=variant)
    rig = start(image.firmware(), files={"menu": match_kept()} if in_match else {}, journal=journal)
    rig.wait_line(" setup ", 1000, 0)
    rig.run(200)
    first = next(frame for frame in rig.frames() if frame.lit())
    board = game.position.board
    points = [reference.name(point) for point in reference.ALL_POINTS]
    assert first.lit() == {points[p] for p in range(45) if board[p]}
    assert first.end <= START_MS
    seen = len(rig.lines())
    rig.contacts({points[p]: board[p] != 0 for p in range(45)})
    rig.wait_line(" game ", 1000, seen)
    assert ply(rig) == LONG_GAME
    rig.write(encode(HOST_LEAD, b"2 match 1"))
    rig.run(200)
    assert any(message(line).startswith("match m ") for line in rig.lines()) == in_match
    rig.write(encode(HOST_LEAD, b"3 set level 0"))
    rig.run(500)
    assert free_heap(rig) >= HEAP_BYTES, "with what level 0 needs"


def garbage(sectors: int) -> list[bytes]:
    """What may lie in the flash of a Pico that did something else before."""
    return [random.Random(sector).randbytes(image.BLOCK) for sector in range(sectors)]


@pytest.mark.parametrize("rested", [False, True], ids=["at once", "after a rest"])
def test_a_new_board_plays_and_keeps_a_game(start: Start, rested: bool) -> None:
    rig = start(image.firmware(), journal=garbage(config().JOURNAL_SECTORS))
    rig.wait_line(" setup ", 1000, 0)
    if rested:
        rig.run(REST_MS - 500)
        assert operations(rig, "erase") == []
        rig.run(1500)
    seen = len(rig.lines())
    rig.place(*script.START)
    rig.wait_line(" game ", 1000, seen)
    [name] = games(rig)
    act(rig, FIRST_MOVE)
    rig.run(500)  # a move that has no room gets a sector at once
    assert 1 <= len(operations(rig, "erase")) <= AHEAD
    assert strange(rig) == []
    seen = len(rig.lines())
    rig.reset()
    rig.wait_line(" game ", 1000, seen)
    rig.run(100)
    assert games(rig, seen) == [name]
    assert ply(rig) == 1


@pytest.mark.parametrize("operation", range(2 * AHEAD))
def test_a_power_cut_while_sectors_of_a_new_board_are_erased(start: Start, operation: int) -> None:
    """Each is erased, then marked."""
    rig = start(image.firmware(), journal=garbage(config().JOURNAL_SECTORS))
    rig.wait_line(" setup ", 1000, 0)
    rig.cut_power(operation, 0.5)
    rig.run(3 * REST_MS)
    assert sum(message(line).startswith("hello ") for line in rig.lines()) == 2
    assert strange(rig) == []
    seen = len(rig.lines())
    rig.place(*script.START)
    rig.wait_line(" game ", 1000, seen)
    rig.run(100)
    writes = len(operations(rig, "program"))
    act(rig, FIRST_MOVE)
    assert len(operations(rig, "program")) == writes + 1


def test_finished_games_are_told_without_a_long_turn(start: Start) -> None:
    journal, _ = filled(1, 20)
    column = config().COLUMN_PINS[0]
    rig = start(image.firmware(), closed=script.START, journal=journal)
    rig.wait_line(" game ", 3000, 0)

    def ask(number: int, command: str, end: str) -> list[str]:
        """What is told after a command, up to a line that begins with ``end``; each line is acknowledged."""
        seen = len(rig.lines())
        rig.write(encode(HOST_LEAD, f"{number} {command}".encode()))
        for _ in range(400):
            rig.run(20)
            told = [message(line) for line in rig.lines(seen)]
            last = max(int(line.text.split()[0][1:]) for line in rig.lines() if message(line))
            rig.write(encode(HOST_LEAD, f"{number} ack {last}".encode()))
            if any(line.startswith(end) for line in told):
                return told
        raise AssertionError(f"no {end}")

    ask(1, "hello 1.4 test", "synced")
    rig.watch(column)
    kept = [line.split()[1:3] for line in ask(2, "games", "kept -") if line.startswith("kept ")]
    assert len(kept) > 50 and kept[-1] == ["-"]
    for number, (name, place) in enumerate((kept[0], kept[-2]), 3):
        told = ask(number, f"fetch {name} {place}", "ended")
        moves = sum(len(line.split()) - 3 for line in told if line.startswith("played "))
        (ended,) = [line for line in told if line.startswith("ended ")]
        assert moves == int(ended.split()[2])
    scans = rig.rises(column)
    assert max(after - before for before, after in pairwise(scans)) <= LONGEST_TURN_MS
