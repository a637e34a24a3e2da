"""The board answers like a light switch, whatever the computer at the other end of its cable does."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, pairwise

import pytest

from fanorona.hands.buttons import BOTH_MS
from fanorona.wire.protocol import HOST_LEAD, encode
from pico import image, script
from pico.bench import answers, hosts, idle, scenes
from pico.bench.answers import Performance, quantile
from pico.bench.hosts import Host
from pico.bench.scenes import Scene
from pico.bounds import HEAP_BYTES, LEGAL, SCANS_PER_S, START_MS, Bounds
from pico.rig import PicoRig, config
from pico.wire import AFTERWARDS_MS

pytestmark = pytest.mark.pico

# A computer that acknowledges nothing is told byte by byte, if at all.
NO_LINES = Bounds(lines=False, mean_turn=2.5)
# What the host has received is known late where its acknowledgements come after noise: until then lines go
# byte by byte.
NOISE = Bounds(median_lines=14.0, late_lines=18.0, mean_turn=2.5)

# Touches that no rule allows may be understood after a longer search, the longest of those that then light
# who could capture; and the first one after the end of a game, after which another is set up, changes nearly
# all lights. There are few of them, so 99 % is the slowest of all, 39 to 40 ms by the phase of the loop.
IRREGULAR = Bounds(median=10.5, late=42.0, late_lines=14.0, turn=11.0)

# With all help, a stone that a vela takes, or that Telo places, changes so many lights that its line waits
# for the turn after theirs: 1 % of the lines come then. Lights come first, so the other lines are later, too.
ALL_HELP = Bounds(median_lines=8.3, late_lines=13.0)

# A sample of what the bench plays: the beginnings of eight games of 32, of fewer 99 % would be the slowest of
# all, and every second hard scene; and parts of games of the variants. The numbers: how many of their touches
# change lights at least.
SAMPLES = {
    "games": (lambda: scenes.games(8, 6), 150, LEGAL),
    "hard": (lambda: legal_play()[::2], 100, LEGAL),
    "variants": (scenes.variants, 100, ALL_HELP),
    "irregular": (lambda: not_legal(), 40, IRREGULAR),
}


# Programs of a board that dawdles.
SLOW_TURNS = """
import main, time
while True:
    main.turn()
    time.sleep_ms(7)
"""
SLOW_ONCE_A_SECOND = """
import main, time
turns = 0
while True:
    turns += 1
    main.turn()
    if turns % 500 == 0:
        time.sleep_ms(9)
"""
NO_LIGHTS = """
import main
main.leds.show = lambda *_: False
main.run()
"""

# One that has collected its garbage, which takes 13 ms in whichever turn it falls.
COLLECTED = """
import main, gc
main.turn()
gc.collect()
main.run()
"""

# All that a host can ask for, in an order in which the board does it, with the stones of CHAIN on it.
CHAIN = "BBBBBBBBB/BB1BB1BBB/BWB2BWBW/WW2WWWWW/WW1WWWWWW W"
LONG_MOVE = "g3-f4A-e3W-d3A-d2W-c3A-c4A-b4A-c5W-d5W"
COLLECTING_MS = 13.0  # garbage
HINT_MS = 13.0  # the first hint of all, which makes what lays it out
HINTS = 50
COLLECTING_HINTS_MS = 20.0  # one of some dozens of hints, which leave garbage
WISHED_MS = 10.0  # other turns in which something begins that was wished for, on a board that has collected
FIRST_MOVE = (("d3", False), ("e3", True), ("f3", False))
STONES_LEFT = 43
BLINK_MS = 2000  # a cycle, in a part of which a light that flashes is lit
COMMANDS = (
    "hello 1.4 test",
    "version",
    "get level",
    "set level 4",
    "watch lights 1",
    "watch raw 1",
    f"load - {CHAIN}",
    "go",
    f"hint {LONG_MOVE}",
    "hint -",
    "end 1/2-1/2",
    "load - BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W",
    "play 1 d3-e3A",
    "play 2 f4-f3A",
    f"load - {CHAIN}",
    f"play 1 {LONG_MOVE}",
    "go",
    "new",
    "new mirrored",
    "snapshot",
    "test",
    "games",
    "fetch 1f6a09c3-1 16",
    "health",
    "bye",
)


def legal_play() -> list[Scene]:
    """The hard scenes without those that are no legal play."""
    return [scene for scene in scenes.hard() if scene.kind not in scenes.IRREGULAR]


def not_legal() -> list[Scene]:
    """The others."""
    return [scene for scene in scenes.hard() if scene.kind in scenes.IRREGULAR]


def check(performances: Iterable[Performance], bounds: Bounds = LEGAL, least: int = 1) -> None:
    """Fails unless all lights, and all lines where these are due, come in time and scans are close enough.

    Of lights there have to be `least`: touches that change none at once do not count.
    """
    played = list(performances)
    found = [answer for performance in played for answer in performance.answers]
    times = {"light": [answer.light for answer in found if answer.shows]}
    if bounds.lines:
        times["line"] = [answer.line for answer in found]
    assert len(times["light"]) >= least
    for name, values in times.items():
        came = [value for value in values if value is not None]
        assert len(came) == len(values), f"{len(values) - len(came)} of {len(values)} times no {name}"
        median, late = (
            (bounds.median, bounds.late) if name == "light" else (bounds.median_lines, bounds.late_lines)
        )
        assert quantile(came, 0.5) <= median, f"median to {name}"
        assert quantile(came, 0.99) <= late, f"99 % to {name}"
    turns = [turn for performance in played for turn in performance.turns]
    assert max(turns) <= bounds.turn
    assert sum(turns) / len(turns) <= bounds.mean_turn


@pytest.mark.parametrize("sample", SAMPLES)
def test_answers_come_in_time(sample: str) -> None:
    sampled, least, bounds = SAMPLES[sample]
    check(answers.measure(image.firmware(), sampled()), bounds, least)


@pytest.mark.parametrize("host", hosts.BAD, ids=lambda host: host.__name__)
def test_no_host_makes_it_stall(host: Host) -> None:
    bounds = NOISE if host in hosts.NOISY else NO_LINES
    check([answers.play(image.firmware(), scenes.game(3, 6), host)], bounds)


@pytest.mark.parametrize("collected", [False, True], ids=["fresh", "collected"])
def test_no_command_takes_a_long_turn(collected: bool) -> None:
    longest = WISHED_MS + (0 if collected else COLLECTING_MS)
    column = config().COLUMN_PINS[0]
    with PicoRig(firmware(collected), closed=script.stones(CHAIN)) as rig:
        rig.wait_line(" setup ", 5000, 0)
        rig.watch(column)
        for number, text in enumerate(COMMANDS, start=1):
            seen = len(rig.lines())
            rig.write(encode(HOST_LEAD, f"{number} {text}".encode()))
            rig.wait_line(f" ok {number}\\*", 500, seen)
            rig.run(AFTERWARDS_MS)
            rig.write(encode(HOST_LEAD, f"{number} ack {rig.lines()[-1].text.split()[0][1:]}".encode()))
            assert longest_turn(rig) <= longest, text


def test_what_both_buttons_begin_in_a_game_takes_no_long_turn() -> None:
    with PicoRig(image.driven(COLLECTED), closed=script.START) as rig:
        rig.wait_line(" game ", 5000, 0)
        for point, closed in FIRST_MOVE:
            rig.contacts({point: closed})
            rig.run(100)
        rig.watch(config().COLUMN_PINS[0])
        for button in ("menu", "turn"):
            rig.button(button, True)
            rig.run(100)
        rig.run(BOTH_MS + BLINK_MS)
        [*_, frame] = [frame for frame in rig.frames() if frame.lit()]
        assert len(frame.lit()) == STONES_LEFT, "a draw is offered"
        assert longest_turn(rig) <= WISHED_MS


@pytest.mark.parametrize("collected", [False, True], ids=["fresh", "collected"])
def test_hints_take_no_long_turn(collected: bool) -> None:
    with PicoRig(firmware(collected), closed=script.START) as rig:
        rig.wait_line(" game ", 5000, 0)
        rig.watch(config().COLUMN_PINS[0])
        longest = []
        for number, text in enumerate(["hint -", *["hint d2-e3A", "hint -"] * HINTS], start=1):
            seen = len(rig.lines())
            rig.write(encode(HOST_LEAD, f"{number} {text}".encode()))
            rig.wait_line(f" ok {number}\\*", 500, seen)
            rig.run(AFTERWARDS_MS / 10)
            rig.write(encode(HOST_LEAD, f"{number} ack {rig.lines()[-1].text.split()[0][1:]}".encode()))
            longest.append(longest_turn(rig))
    first, second, *others = longest
    assert max(first, second) <= HINT_MS
    assert len([turn for turn in others if turn > LEGAL.turn]) <= 1, "garbage of many hints"
    assert max(others) <= COLLECTING_HINTS_MS


@pytest.mark.parametrize("collected", [False, True], ids=["fresh", "collected"])
def test_level_0_is_chosen_in_the_middle_of_a_move(collected: bool) -> None:
    with PicoRig(firmware(collected), closed=script.START) as rig:
        rig.wait_line(" game ", 5000, 0)
        rig.contacts({"d3": False})
        rig.run(100)
        rig.watch(config().COLUMN_PINS[0])
        rig.write(encode(HOST_LEAD, b"1 set level 0"))
        rig.wait_line(r" ok 1\*", 500, 0)
        rig.run(500)
        assert longest_turn(rig) <= LEGAL.turn
        rig.contacts({"e3": True})
        rig.run(100)
        assert longest_turn(rig) <= WISHED_MS
        seen = len(rig.lines())
        rig.contacts({"f3": False})
        rig.wait_line(" move .* d3-e3A ", 500, seen)
        assert longest_turn(rig) <= WISHED_MS


def longest_turn(rig: PicoRig) -> float:
    """The longest time from scan to scan, ms, since it was asked for last; the pin of column a is watched."""
    return max(after - before for before, after in pairwise(rig.rises(config().COLUMN_PINS[0])))


def test_it_starts_fast_scans_often_and_leaves_memory() -> None:
    found = idle.measure(image.FLASHED)
    assert found.first_frame <= START_MS
    assert found.period <= 1000 / SCANS_PER_S
    assert found.longest <= LEGAL.turn
    assert found.free >= HEAP_BYTES


def firmware(collected: bool) -> bytes:
    """As flashed, or such that it has collected its garbage."""
    return image.driven(COLLECTED) if collected else image.firmware()


@pytest.mark.parametrize(
    ("program", "complaint"),
    [(SLOW_TURNS, "median"), (SLOW_ONCE_A_SECOND, r"<= (8|9|12)\.0"), (NO_LIGHTS, "no light")],
    ids=["slow", "slow once a second", "dark"],
)
def test_a_board_that_dawdles_is_noticed(program: str, complaint: str) -> None:
    scene = next(islice(scenes.games(1, 2), 1))
    with pytest.raises(AssertionError, match=complaint):
        check([answers.play(image.driven(program), scene)])
