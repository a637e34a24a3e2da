"""Games as hands play them, performed on a rig."""

from __future__ import annotations

import random
from collections.abc import Sequence

import hands
import reference
from fanorona.wire import protocol
from hands import Habits
from lakabe.virtual.trace import TraceEvent, parse
from pico.rig import PicoRig

START = frozenset(f"{column}{row}" for column in "abcdefghi" for row in range(1, 6)) - {"e3"}
"""The points with a stone at the start (B3)."""

# Milliseconds that quick hands take; all shorter than the second after which the board asks what is wrong.
THINK = (150.0, 400.0)
CARRY = (120.0, 300.0)
PICK = (80.0, 200.0)


def game(seed: int, plies: int, bounce: bool = False) -> tuple[list[TraceEvent], list[frozenset[str]]]:
    """The beginning of a random game: its events, and for each ply the moves (N1) that may be recorded."""
    rng = random.Random(seed)
    while True:
        played = reference.random_game(rng)
        habits = Habits.any(rng, bounce_ms=1 if bounce else 0)
        quick = Habits(
            rng,
            habits.set_down,
            habits.take_off,
            habits.end_turn,
            bounce_ms=1 if bounce else 0,
            think=THINK,
            carry=CARRY,
            pick=PICK,
        )
        try:
            performance = hands.perform([move.text for move in played.played][:plies], quick)
        except hands.Unclean:
            continue
        return list(parse(performance.text).events), performance.expected


def stones(position: str) -> frozenset[str]:
    """The points with a stone in a position (N2), which the name of a variant may follow."""
    parsed = reference.parse_position(" ".join(position.split()[:2]))
    return frozenset(reference.name(point) for point in parsed.white | parsed.black)


def load_lines(position: str, level: int | None = None) -> list[bytes]:
    """What a host says to have a position (N2) played, with that level of help."""
    commands = (
        [f"load - {position}", "go"] if level is None else [f"set level {level}", f"load - {position}", "go"]
    )
    return [
        protocol.encode(protocol.HOST_LEAD, f"{number} {words}".encode())
        for number, words in enumerate(commands, start=1)
    ]


def load(rig: PicoRig, position: str, level: int | None = None) -> None:
    """Gives the board a position (N2) to play from and puts its stones up."""
    seen = len(rig.lines())
    for line in load_lines(position, level):
        rig.write(line)
        rig.run(100)
    wanted = stones(position)
    points = [reference.name(point) for point in reference.ALL_POINTS]
    rig.contacts({point: point in wanted for point in points})
    rig.wait_line(" game ", 5000, seen)


def apply(rig: PicoRig, event: TraceEvent) -> None:
    """Does to the rig what an event of a trace says."""
    if event.kind == "contact":
        rig.contacts({event.name: bool(event.value)})
    elif event.kind == "button":
        rig.button(event.name, bool(event.value))
    else:
        raise ValueError(f"a rig knows no {event.kind}")


def schedule(rig: PicoRig, events: Sequence[TraceEvent], after_ms: float = 0.0) -> None:
    """Has a rig play events in its own time, `after_ms` later than they say."""
    contacts, buttons = (
        [(after_ms + event.ms, event.name, bool(event.value)) for event in events if event.kind == kind]
        for kind in ("contact", "button")
    )
    rig.schedule(contacts, buttons)


def perform(rig: PicoRig, events: Sequence[TraceEvent]) -> list[float]:
    """Plays events, the first after its own time; when each happened, in emulated ms."""
    began = rig.now
    times = []
    for event in events:
        rig.run(max(0.0, began + event.ms - rig.now))
        apply(rig, event)
        times.append(rig.now)
    return times
