"""What each part of the loop costs during a game: measured by probe.py on the Pico."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pico import image, script
from pico.bench import hosts, scenes
from pico.bench.answers import LINKED_MS
from pico.rig import PicoRig

PROBE = Path(__file__).with_name("probe.py")
PLIES = 8
REPORT_MS = 1500  # a probed board reports more often than that

PARTS = (
    ("matrix", "scan", "scan of 45 contacts", False),
    ("session._reeds", "update", "debounce: a reading", False),
    ("session._reeds", "next", "debounce: what is due", False),
    ("session.tracker", "contact", "tracker: a contact", False),
    ("session.tracker", "think", "tracker: a portion of a longer search", False),
    ("session", "_paint", "painter", False),
    ("leds", "show", "LED bytes and their sending", True),
    ("machine", "bitstream", "of that the sending", False),
    ("session.reports", "contact", "serial line: contact", False),
    ("session.reports", "step", "serial line: step", False),
    ("session.reports", "move", "serial line: move", False),
    ("usb", "send", "serial line: 32 bytes to USB", False),
    ("usb", "receive", "bytes from the host", True),
    ("session", "receive", "understanding them", False),
    ("session", "keep", "journal", False),
    ("session", "step", "session.step in all", False),
    ("", "turn", "whole turn of the loop", False),
)
"""Attributes of ``main``: object, method, what it does, whether only calls count that return
something."""


@dataclass(frozen=True)
class Part:
    """Calls of a part during a game. Times in microseconds."""

    count: int = 0
    sum: int = 0
    longest: int = 0

    def plus(self, other: Part) -> Part:
        """Both together."""
        return Part(self.count + other.count, self.sum + other.sum, max(self.longest, other.longest))


def probed(native: Collection[str]) -> bytes:
    """The firmware, with machine code for these functions, and the probe as its `start`."""
    text = PROBE.read_text().replace("PARTS = ()", f"PARTS = {PARTS!r}", 1)
    return image.changed(native, start=text)


def measure(native: Collection[str]) -> dict[str, Part]:
    """With machine code for these functions.

    Plays the beginning of a game, recorded by a host, on a board with probes. Each part by what it does.
    """
    scene = scenes.game(1, PLIES)
    with PicoRig(probed(native), closed=script.START) as rig:
        rig.wait_line("^PROBE ready", 10000, 0)
        hosts.recording(rig, scene.events, rig.now + LINKED_MS)
        rig.run(REPORT_MS)
        words = [line.text.split() for line in rig.lines() if line.text.startswith("PROBE part")]
    found: dict[str, Part] = {what: Part() for _, _, what, _ in PARTS}
    for _, _, number, *values in words:
        what = PARTS[int(number)][2]
        found[what] = found[what].plus(Part(*map(int, values)))
    return found
