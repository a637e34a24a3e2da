"""A board to which nothing happens: how it starts, and how often it looks at its contacts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from pico import script
from pico.rig import PicoRig, config

REPL = b"\x03"  # Ctrl-C


@dataclass(frozen=True)
class Idle:
    """Milliseconds since power-on to the end of the first frame and of the hello line, and from scan to scan.

    `free`: bytes of the heap, after a collection, with the firmware in it.
    """

    first_frame: float
    hello: float
    period: float
    longest: float
    free: int


def measure(files: Mapping[str, bytes]) -> Idle:
    """Starts the firmware without stones, puts up the start position, watches, and asks for the heap."""
    with PicoRig(files) as rig:
        frame = rig.wait_frame(10000, 0)
        hello = rig.wait_line(" hello ", 10000, 0)
        rig.place(*script.START)
        rig.wait_line(" game ", 5000, 0)
        rig.run(1000)
        pin = config().COLUMN_PINS[0]
        rig.watch(pin)
        rig.run(1000)
        rises = rig.rises(pin)
        seen = len(rig.lines())
        rig.write(REPL)
        rig.wait_line("KeyboardInterrupt", 1000, seen)
        rig.run(100)
        seen = len(rig.lines())
        rig.write(b"import gc; gc.collect(); print('free', gc.mem_free())\r")
        free = rig.wait_line("^free", 1000, seen)
    periods = sorted(after - before for before, after in pairwise(rises))
    return Idle(
        frame.end, hello.t, periods[len(periods) // 2], periods[-1], int(free.text.removeprefix("free "))
    )
