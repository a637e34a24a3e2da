"""Computers at the other end of the cable while answering times are measured: a good one, and bad ones.

Each takes a rig, the contacts' events in order and the emulated ms from which their times count, and is done
when all of that has happened.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence

from fanorona.wire import protocol
from lakabe.archive import Archive
from lakabe.virtual.trace import TraceEvent
from pico import script
from pico.rig import PicoRig
from pico.wire import AFTERWARDS_MS, record

Host = Callable[[PicoRig, Sequence[TraceEvent], float], None]

JUNK_BYTES = 10_000
INTERRUPT = b"\x03"  # Ctrl-C belongs to the REPL
OPEN_MS = (0.0, 300.0)
"""How long a port stays open that is opened and closed: from not at all to the end of the snapshot."""
CLOSED_MS = (0.0, 100.0)
CUT_SHORT = 0.3
"""The share of greetings of which only the first bytes were sent."""


def recording(rig: PicoRig, events: Sequence[TraceEvent], began: float, noise: bytes = b"") -> None:
    """`lakabe record`: greets, watches every contact, acknowledges what it has stored."""
    with tempfile.TemporaryDirectory() as folder, Archive(f"sqlite:///{folder}/games.db") as archive:
        record(rig, events, archive, began - rig.now, noise)


def absent(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    """The cable leads to a charger."""
    rig.plug("charger")
    _play(rig, events, began)


def closed(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    """It greeted, then its program ended without a goodbye."""
    _greet(rig)
    rig.open(False)
    _play(rig, events, began)


def not_reading(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    """It greeted and fetches nothing any more, with the port open."""
    _greet(rig)
    rig.read(False)
    _play(rig, events, began)


def opening_and_closing(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    """Its program opens and closes the port within lines of either side, greeting each time."""
    rng = random.Random(3)
    _schedule(rig, events, began)
    end = began + events[-1].ms + AFTERWARDS_MS
    while rig.now < end:
        greeting = b"".join(_greetings())
        rig.write(greeting[: rng.randint(1, len(greeting))] if rng.random() < CUT_SHORT else greeting)
        rig.run(rng.uniform(*OPEN_MS))
        rig.open(False)
        rig.run(rng.uniform(*CLOSED_MS))
        rig.open(True)


def junk(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    """It records, and something sends 10,000 bytes of anything, all at once."""
    recording(rig, events, began, random.Random(2).randbytes(JUNK_BYTES).replace(INTERRUPT, b"$"))


def words(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    """It records, and something sends 10,000 bytes that begin like commands, all at once."""
    rng = random.Random(4)
    names = (b"load", b"play", b"resend", b"watch", b"level", b"hint", b"ack", b"snapshot", b"nonsense")
    lines = b""
    while len(lines) < JUNK_BYTES:
        end = b"0000\r\n" if rng.random() < 0.5 else b"\n"
        lines += b"$%d %b %d*%b" % (rng.randrange(9999), rng.choice(names), rng.randrange(99), end)
    recording(rig, events, began, lines[:JUNK_BYTES])


NOISY: tuple[Host, ...] = (junk, words)
"""Those that read and acknowledge what comes."""
BAD: tuple[Host, ...] = (absent, closed, not_reading, opening_and_closing, *NOISY)


def _greetings() -> list[bytes]:
    commands = (b"1 hello 1.0 bench", b"2 watch raw 1")
    return [protocol.encode(protocol.HOST_LEAD, command) for command in commands]


def _greet(rig: PicoRig) -> None:
    for line in _greetings():
        rig.write(line)


def _schedule(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    script.schedule(rig, events, began - rig.now)


def _play(rig: PicoRig, events: Sequence[TraceEvent], began: float) -> None:
    _schedule(rig, events, began)
    rig.run(began - rig.now + events[-1].ms + AFTERWARDS_MS)
