"""No turn of the firmware's loop has much more to do than another, in the worst positions either."""

from __future__ import annotations

import random
import statistics

import pytest

from fanorona.hands import tracker
from fanorona.rules import notation
from fanorona.rules.rules import VELA, Position
from hands.plan import Plan
from lakabe.virtual.trace import closed_points
from soak.play import play
from strain.effort import Event, Loop, contacts
from strain.hardest import Scene, longest, occupied, scenes

BOUND = 18
"""Times the median turn; TRACKER.md states it."""
SPAN_MS = 20_000
GAMES = 4


@pytest.fixture(scope="module")
def loop() -> Loop:
    return Loop()


def noisy(number: int, lenient: bool = False) -> tuple[list[int], list[Event]]:
    """The stones and the contacts of the beginning of a game by simulated hands."""
    plan = Plan(f"effort {number}", cap=10, lenient=lenient)
    trace, events = contacts(play(plan, keeps_trace=True).trace)
    return list(closed_points(trace.start)), events


@pytest.fixture(scope="module")
def median(loop: Loop) -> float:
    """Lines of the median turn, of all that there are in the first seconds of a noisy game."""
    stones, events = noisy(0)
    loop.set_up(stones)
    return statistics.median(loop.measured([e for e in events if e[0] < SPAN_MS], every_ms=True))


def test_the_worst_turns_that_a_search_has_found_are_bounded(loop: Loop, median: float) -> None:
    found = scenes()
    assert len(found) > 10
    for scene in found:
        assert longest(loop, scene) <= BOUND * median, scene.line()


@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_the_worst_turns_are_bounded_with_blind_points(loop: Loop, median: float, count: int) -> None:
    """All moves are weighed then, each with the stone there and without it."""
    rng = random.Random(count)
    for scene in scenes():
        touched = {point for _, point, _ in scene.events()}
        blind = rng.sample([p for p in range(45) if p not in touched], count)
        assert longest(loop, scene, blind) <= BOUND * median, (scene.line(), blind)


@pytest.mark.parametrize(
    "number", [0, 1, *(pytest.param(number, marks=pytest.mark.slow) for number in range(2, GAMES))]
)
def test_the_turns_of_noisy_games_are_bounded(loop: Loop, median: float, number: int) -> None:
    stones, events = noisy(number)
    loop.set_up(stones)
    assert max(loop.measured(events)) <= BOUND * median


def test_the_turns_at_the_record_level_are_bounded(loop: Loop, median: float) -> None:
    stones, events = noisy(1, lenient=True)
    loop.set_up(stones, level=0)
    assert max(loop.measured(events)) <= BOUND * median


@pytest.mark.parametrize(
    ("position", "touches"),
    [
        ("BBBBBBBBB/B1BBBBBBB/BWB1WBWBW/WWWWWWWWW/WWWWWWWWW W", "-e2 +d3"),
        ("BBBB1BBBB/B1BBBWBBB/BW2W1W1W/WWWWWWWWW/WWWW1WWWW B", "-e3 +e3 -d5 +e5"),
        ("B5BBB/BWBW4W/BBWWW1WBW/WWW3WW1/WWWWWWWWW B", "-a4 +a4 -b3 +b3 -a5 +b5"),
    ],
)
def test_the_turns_of_a_vela_are_bounded(loop: Loop, median: float, position: str, touches: str) -> None:
    """At the highest level, at which the creditor's stones are shown that leave a capture."""
    start = Position()
    notation.parse_position(position, start)
    loop.set_up([p for p in range(45) if start.board[p]], position, 4, VELA)
    words = enumerate(touches.split())
    events = [(100 + 500 * n, notation.parse_point(word[1:]), int(word[0] == "+")) for n, word in words]
    assert max(loop.measured(events)) <= BOUND * median


def test_work_that_is_not_split_is_found(loop: Loop, median: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tracker that weighs all moves in one go, instead of some in each turn."""
    monkeypatch.setattr(tracker, "_EFFORT", 10_000)
    assert max(longest(loop, scene) for scene in scenes()) > BOUND * median


@pytest.mark.slow
def test_the_same_touches_cost_the_same(loop: Loop) -> None:
    scene, *others = scenes()
    alone = longest(loop, scene)
    for other in others:
        longest(loop, other)
        assert longest(loop, scene) == alone, other.line()
    there = Scene(3, scene.position, ((60, scene.touches[0][1]),))
    assert there.is_possible()
    assert not Scene(3, scene.position, there.touches * 2).is_possible()
    assert len(occupied(scene.position)) <= 44
