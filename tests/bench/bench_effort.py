"""What a turn of the loop has to do, in lines of the firmware: in a noisy game, and at worst."""

from __future__ import annotations

import statistics

from hands.plan import Plan
from lakabe.virtual.trace import closed_points
from soak.play import play
from strain.effort import Loop, contacts
from strain.hardest import longest, scenes


def run() -> list[tuple[str, float, str]]:
    loop = Loop()
    trace, events = contacts(play(Plan("effort 0", cap=10), keeps_trace=True).trace)
    loop.set_up(closed_points(trace.start))
    turns = loop.measured([event for event in events if event[0] < 20_000], every_ms=True)
    median = statistics.median(turns)
    worst = max(longest(loop, scene) for scene in scenes())
    return [
        ("turn of the loop, noisy game: median", median, "lines"),
        ("turn of the loop, noisy game: longest", max(turns), "lines"),
        ("turn of the loop, worst touches found: longest", worst, "lines"),
        ("the same against the median", worst / median, "times"),
    ]
