"""Lessons on the emulated Pico: begun by the buttons, answered in time, kept whatever the power does."""

from __future__ import annotations

import pytest

from fanorona.wire.protocol import HOST_LEAD, encode
from pico import image
from pico.conftest import Start
from pico.rig import PicoRig

pytestmark = pytest.mark.pico

WHITE, BLACK = ("d3",), ("b1", "f1", "d5")
"""The stones of the first lesson, which d3-d4A solves."""
PARTS = (0.0, 0.5, 0.9)  # how much of a flash operation is done when the power fails, in turn
ANSWER_MS = 40
"""From a touch to its light; the tables of the firmware's README say what it is in a game."""


def enter(rig: PicoRig) -> None:
    """The gesture: menu goes down, then turn."""
    rig.button("menu", True)
    rig.run(100)
    rig.button("turn", True)
    rig.wait_line(" lessons ", 1500)
    rig.button("turn", False)
    rig.button("menu", False)
    rig.run(100)


def begin_first(rig: PicoRig) -> None:
    """The first lesson, its stones set up."""
    enter(rig)
    seen = len(rig.lines())
    rig.button("turn", True)
    rig.wait_line(" lesson 1 rows-and-columns set ", 1000, seen)
    rig.button("turn", False)
    rig.place(*WHITE, *BLACK)
    rig.wait_line(" lesson 1 rows-and-columns move ", 1000, seen)
    rig.run(500)


def solve(rig: PicoRig) -> None:
    rig.lift("d3")
    rig.run(100)
    rig.place("d4")
    rig.run(100)
    rig.lift("d5")


def learnt(rig: PicoRig) -> str:
    """The line that says which lessons are learnt, once lessons are entered."""
    seen = len(rig.lines())
    enter(rig)
    return next(line.text for line in rig.lines(seen) if " lessons " in line.text).split("*")[0]


def test_a_lesson_without_a_computer(start: Start) -> None:
    rig = start(image.firmware())
    rig.wait_line(" hello ", 6000, 0)
    rig.open(False)
    rig.open(True)
    begin_first(rig)
    rig.lift("d3")
    frame = rig.wait_frame(ANSWER_MS)
    assert "d4" in frame.lit()
    rig.place("d4")
    rig.run(100)
    rig.lift("d5")
    rig.wait_line(" lesson 1 rows-and-columns right ", 200)
    frames = len(rig.frames())
    rig.run(2000)
    assert {frame.lit() for frame in rig.frames(frames)} == {frozenset(), frozenset({"d4"})}, "it blinks"
    rig.reset()
    rig.wait_line(" hello ", 6000)
    rig.run(300)
    assert learnt(rig).endswith("/x........")


def test_wherever_the_power_fails_the_board_starts_and_has_it_or_not(start: Start) -> None:
    seen: list[bool] = []
    while True:
        rig = start(image.firmware(), closed=(*WHITE, *BLACK))
        rig.wait_line(" hello ", 6000, 0)
        rig.write(encode(HOST_LEAD, b"1 lesson 1"))
        rig.wait_line(" lesson 1 rows-and-columns move ", 1500, 0)
        rig.run(100)
        since = len(rig.lines())
        rig.cut_power(len(seen), PARTS[len(seen) % len(PARTS)])
        solve(rig)
        rig.run(600)
        if not any(" hello " in line.text for line in rig.lines(since)):
            break  # written before the power could fail
        rig.write(encode(HOST_LEAD, b"2 lesson"))
        line = rig.wait_line(" lessons ", 1500, since)
        seen.append(line.text.split("*")[0].endswith("/x........"))
        rig.close()
    assert seen == sorted(seen) and not seen[0] and len(seen) > 1, seen
