"""The board answers like a light switch, whatever the computer at the other end of its cable does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

import pytest

from fanorona.protocol import HOST_LEAD, encode
from pico import image, script
from pico.bench import answers, hosts, idle, scenes
from pico.bench.answers import Performance, quantile
from pico.bench.hosts import Host
from pico.bench.scenes import Scene
from pico.rig import PicoRig, config
from pico.wire import AFTERWARDS_MS

pytestmark = pytest.mark.pico

SCANS_PER_S = 500.0
START_MS = 300.0
HEAP_BYTES = 100 * 1024


@dataclass(frozen=True)
class Bounds:
    """What answers have to keep to, ms: their median, 99 % of them `late`, and each turn of the loop."""

    median: float = 8.0
    late: float = 12.0
    turn: float = 8.0
    lines: bool = True  # of contacts, too, not only lights


# A computer that acknowledges nothing is told byte by byte, if at all.
NO_LINES = Bounds(lines=False)

# In the variants with all help, 1 % of the lines come a little later than 12 ms, after their lights.
ALL_HELP = Bounds(lines=False)

# A sample of what the bench plays: the beginnings of three games of 32, and every second hard scene; and
# parts of games of the variants. The numbers: how many of their touches change lights at least.
SAMPLES = {
    "games": (lambda: scenes.games(3, 6), 60, Bounds()),
    "hard": (lambda: legal_play()[::2], 100, Bounds()),
    "variants": (scenes.variants, 100, ALL_HELP),
}


# A board that dawdles: main.py for it.
SLOW_TURNS = """
import board, time
while True:
    board.turn()
    time.sleep_ms(7)
"""
SLOW_ONCE_A_SECOND = """
import board, time
turns = 0
while True:
    turns += 1
    board.turn()
    if turns % 500 == 0:
        time.sleep_ms(9)
"""
NO_LIGHTS = """
import board
board.leds.show = lambda *_: False
board.run()
"""

# All that a host can ask for, in an order in which the board does it, with the stones of CHAIN on it.
CHAIN = "BBBBBBBBB/BB1BB1BBB/BWB2BWBW/WW2WWWWW/WW1WWWWWW W"
LONG_MOVE = "g3-f4A-e3W-d3A-d2W-c3A-c4A-b4A-c5W-d5W"
IMPORTING = ("load", "test", "games", "health")  # what these need is imported when it is needed first
IMPORTING_MS = 30.0  # such a turn, garbage collected in it included
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


def check(performances: Iterable[Performance], bounds: Bounds = Bounds(), least: int = 1) -> None:
    """Fails unless all lights, and all lines where these are due, come in time and no turn is too long.

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
        assert quantile(came, 0.5) <= bounds.median, f"median to {name}"
        assert quantile(came, 0.99) <= bounds.late, f"99 % to {name}"
    assert max(turn for performance in played for turn in performance.turns) <= bounds.turn


@pytest.mark.parametrize("sample", SAMPLES)
def test_answers_come_in_time(sample: str) -> None:
    sampled, least, bounds = SAMPLES[sample]
    check(answers.measure(image.firmware(), sampled()), bounds, least)


@pytest.mark.parametrize("host", hosts.BAD, ids=lambda host: host.__name__)
def test_no_host_makes_it_stall(host: Host) -> None:
    check([answers.play(image.firmware(), scenes.game(3, 6), host)], NO_LINES)


def test_no_command_takes_a_long_turn() -> None:
    column = config().COLUMN_PINS[0]
    with PicoRig(image.firmware(), closed=script.stones(CHAIN)) as rig:
        rig.wait_line(" setup ", 5000, 0)
        rig.watch(column)
        new = {*IMPORTING}
        for number, text in enumerate(COMMANDS, start=1):
            seen = len(rig.lines())
            rig.write(encode(HOST_LEAD, f"{number} {text}".encode()))
            rig.wait_line(f" ok {number}\\*", 500, seen)
            rig.run(AFTERWARDS_MS)
            rig.write(encode(HOST_LEAD, f"{number} ack {rig.lines()[-1].text.split()[0][1:]}".encode()))
            longest = max(after - before for before, after in pairwise(rig.rises(column)))
            name = text.split()[0]
            assert longest <= (IMPORTING_MS if name in new else Bounds().turn), text
            new -= {name}


def test_it_starts_fast_scans_often_and_leaves_memory() -> None:
    found = idle.measure(image.firmware())
    assert found.first_frame <= START_MS
    assert found.period <= 1000 / SCANS_PER_S
    assert found.longest <= Bounds().turn
    assert found.free >= HEAP_BYTES


def dawdling(main: str) -> Mapping[str, bytes]:
    """The firmware with another main.py."""
    return {**image.firmware(), "main.py": main.encode()}


@pytest.mark.parametrize(
    ("main", "complaint"),
    [(SLOW_TURNS, "median"), (SLOW_ONCE_A_SECOND, r"<= (8|12)\.0"), (NO_LIGHTS, "no light")],
    ids=["slow", "slow once a second", "dark"],
)
def test_a_board_that_dawdles_is_noticed(main: str, complaint: str) -> None:
    scene = next(islice(scenes.games(1, 2), 1))
    with pytest.raises(AssertionError, match=complaint):
        check([answers.play(dawdling(main), scene)])
