"""A board to which nothing happens: how it starts, and how often it looks at its contacts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lakabe.board.native import NATIVE
from pico import image, script
from pico.rig import PicoRig, config

REPL = b"\x03"  # Ctrl-C

# A `start` that tells when it came to what, microseconds after power-on.
TIMES = f"""
import time
times = [time.ticks_us()]
{image.SPEED_UP}
import main
times.append(time.ticks_us())
def run():
    while time.ticks_ms() < 1500:
        main.turn()
    print()
    print("TIMES", times[0], times[1] - times[0])
"""


@dataclass(frozen=True)
class Idle:
    """Milliseconds.

    `first_frame`, `hello`: since power-on to the end of the first lights and of the hello line. Of that
    `main`: until the image's first line; `imported`: the firmware's import, its objects included; `period`,
    `longest`: from scan to scan. `free`: bytes of the heap, after a collection, with the firmware in it.
    `flash`: bytes of the image.
    """

    main: float = 0.0
    imported: float = 0.0
    first_frame: float = 0.0
    hello: float = 0.0
    period: float = 0.0
    longest: float = 0.0
    free: int = 0
    flash: int = 0

    @property
    def lights(self) -> float:
        """From the end of the import to the end of the first lights."""
        return self.first_frame - self.main - self.imported


def measure(kind: str) -> Idle:
    """Starts the firmware without stones, puts up the start position, watches, and asks for the heap."""
    firmware = image.firmware(kind)
    with PicoRig(firmware) as rig:
        # The first frame changes nothing: it makes sure that the pixels are dark.
        frame = rig.wait_frame(10000, 0)
        hello = rig.wait_line(" hello ", 10000, 0)
        rig.place(*script.START)
        rig.wait_line(" game ", 5000, 0)
        rig.run(1000)
        pin = config().COLUMN_PINS[0]
        rig.watch(pin)
        rig.run(1000)
        rises = rig.rises(pin)
        free = free_heap(rig)
    native = NATIVE if kind == image.FLASHED else ()
    with PicoRig(image.changed(native, start=TIMES)) as rig:
        line = rig.wait_line("^TIMES", 5000, 0)
        main, imported = (int(word) / 1000 for word in line.text.split()[1:])
    periods = sorted(after - before for before, after in pairwise(rises))
    return Idle(
        main,
        imported,
        frame.end,
        hello.t,
        periods[len(periods) // 2],
        periods[-1],
        free,
        len(firmware),
    )


def free_heap(rig: PicoRig) -> int:
    """Interrupts the firmware for good; bytes of the heap that are free then, after a collection."""
    seen = len(rig.lines())
    rig.write(REPL)
    rig.wait_line("KeyboardInterrupt", 1000, seen)
    rig.run(100)
    seen = len(rig.lines())
    rig.write(b"import gc; gc.collect(); print('free', gc.mem_free())\r")
    return int(rig.wait_line("^free", 1000, seen).text.removeprefix("free "))
