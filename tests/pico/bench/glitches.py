"""What it costs to hold a contact's change before it is reported, and what it is good for.

A contact of a resting stone opens for a moment, at any phase of the loop: does the board take it for a lift?
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from lakabe.virtual.trace import TraceEvent
from pico import image, script
from pico.bench import answers, scenes
from pico.bench.answers import quantile
from pico.rig import PicoRig, message

HOLDS_MS = (0, 2, 5)
"""0: eager, reported at once."""
WIDTHS_US = (100, 300, 1000, 1500, 2000, 3000, 5000)
TRIES = 12  # of each width
GAP_US = (40_000, 50_000)
STONE = "a1"  # hems nobody in
PLIES = 3
SESSION = "lib/fanorona/session"
HOLD = re.compile(r"^(OPEN_MS|CLOSE_MS) = const\(\d+\)", re.MULTILINE)


@dataclass(frozen=True)
class Held:
    """The share of openings of each width taken for a lift, and medians until the light comes, ms."""

    shares: list[float]
    lift: float
    placement: float


def held(ms: int) -> bytes:
    """The firmware with changes held for so long before they are reported."""
    text, count = HOLD.subn(rf"\1 = const({ms})", (image.FIRMWARE / f"{SESSION}.py").read_text())
    assert count == 2, "session.py says how long changes are held"
    return image.changed(**{SESSION: text})


def measure(ms: int) -> Held:
    """With changes held for so long."""
    firmware = held(ms)
    rng = random.Random(1)
    us = 100_000
    events = []
    times = []
    for width in WIDTHS_US:
        for _ in range(TRIES):
            us += rng.randint(*GAP_US)
            times.append(us / 1000)
            events += [
                TraceEvent(us, "contact", STONE, 0),
                TraceEvent(us + width, "contact", STONE, 1),
            ]
    with PicoRig(firmware, closed=script.START) as rig:
        rig.wait_line(" game ", 3000, 0)
        rig.run(100)
        began = rig.now
        script.schedule(rig, events)
        rig.run(us / 1000 + 200)
        lifts = [line.t - began for line in rig.lines() if message(line) == f"lift {STONE}"]
    taken = [any(time <= lift < time + GAP_US[0] / 1000 for lift in lifts) for time in times]
    shares = [sum(taken[at : at + TRIES]) / TRIES for at in range(0, len(taken), TRIES)]
    played = answers.play(firmware, scenes.game(1, PLIES))
    lights = [one for one in played.answers if one.shows and one.light is not None]
    lift, placement = (
        quantile([one.light or 0.0 for one in lights if one.closed == closed], 0.5)
        for closed in (False, True)
    )
    return Held(shares, lift, placement)
