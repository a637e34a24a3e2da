"""Answering times: from a contact to its light, and to its line at the host."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

from pico import script
from pico.bench import hosts
from pico.bench.hosts import Host
from pico.bench.scenes import EMPTY, GAP_US, IRREGULAR, START, Scene, bouncing
from pico.rig import Frame, Line, PicoRig, config, message
from pico.twin import Twin

EMULATORS = 2  # at once
LINKED_MS = 600.0  # when the host has greeted, and has been told what it asks for then
PATIENCE_MS = GAP_US[0] / 1000
LOOKING_MS = 100.0  # a second look at what makes no sense, for which touches wait
BLINK_LAG_MS = 20.0  # the board takes the time for blinking so long at most before it sends


@dataclass(frozen=True)
class Answer:
    """To one contact that closes or opens. Times in ms.

    `t`: when. `shows`: whether it changes lights at once. `light`: until the last bit of the first frame that
    shows it, `line`: until the last byte of its line; None: it never came.
    """

    name: str
    closed: bool
    t: float
    shows: bool
    light: float | None
    line: float | None


@dataclass(frozen=True)
class Performance:
    """`turns`: of the loop while the scene was played, ms."""

    scene: Scene
    answers: list[Answer]
    turns: list[float]


def quantile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least this part of all values does not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def measure(firmware: bytes, scenes: Iterable[Scene], host: Host = hosts.recording) -> list[Performance]:
    """Plays each scene on a board of its own, several at once."""
    with ThreadPoolExecutor(EMULATORS) as pool:
        return list(pool.map(lambda scene: play(firmware, scene, host), scenes))


def play(firmware: bytes, scene: Scene, host: Host = hosts.recording) -> Performance:
    """Plays a scene and finds the answers to its contacts."""
    closed = frozenset() if scene.position == EMPTY else script.START
    twin = Twin(closed)
    with PicoRig(firmware, closed=closed) as rig:
        rig.wait_line(" setup " if scene.position == EMPTY else " game ", 5000, 0)
        if scene.position not in (EMPTY, START):
            script.load(rig, scene.position, scene.level)
            twin.load(scene.position, scene.level)
        first_frame, first_line = len(rig.frames()), len(rig.lines())
        began = rig.now + LINKED_MS
        column = config().COLUMN_PINS[0]
        rig.watch(column)
        host(rig, bouncing(scene.events, random.Random(1)), began)
        scans = [scan for scan in rig.rises(column) if scan >= began]
        frames, lines = rig.frames(first_frame), rig.lines(first_line)
    patience = PATIENCE_MS + (LOOKING_MS if scene.kind in IRREGULAR else 0)
    answers = []
    shown = twin.frames()
    for event in scene.events:
        time = began + event.ms
        before, shown = shown, twin.after(event)
        if event.kind == "contact":
            light = _light(time, patience, before, shown, frames)
            line = _line(time, patience, f"{'place' if event.value else 'lift'} {event.name}", lines)
            shows = _shows(time, before, shown)
            answers.append(Answer(event.name, bool(event.value), time, shows, light, line))
    return Performance(scene, answers, [after - before for before, after in pairwise(scans)])


def _shows(time: float, before: Sequence[bytes], after: Sequence[bytes]) -> bool:
    """Whether the lights can be told apart throughout: some are dark for a part of their blinking."""
    parts = {Twin.part_of_blink(time + ms) for ms in (-BLINK_LAG_MS, 0, PATIENCE_MS)}
    return not {before[part] for part in parts} & {after[part] for part in parts}


def _light(
    time: float, patience: float, before: Sequence[bytes], after: Sequence[bytes], frames: Sequence[Frame]
) -> float | None:
    """Until the end of the first frame that only the lights after the event explain."""
    for frame in frames:
        if time <= frame.start < time + patience:
            parts = {Twin.part_of_blink(frame.start - BLINK_LAG_MS), Twin.part_of_blink(frame.start)}
            if frame.wire in [after[part] for part in parts] and frame.wire not in [before[p] for p in parts]:
                return frame.end - time
    return None


def _line(time: float, patience: float, text: str, lines: Sequence[Line]) -> float | None:
    for line in lines:
        if time <= line.t < time + patience and message(line) == text:
            return line.t - time
    return None
