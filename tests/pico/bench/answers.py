"""Answering times: from a contact to its light, and to its line at the host."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pico import script
from pico.bench.scenes import Scene
from pico.rig import Frame, Line, PicoRig, message
from pico.twin import Twin

PATIENCE_MS = 75.0  # the next event may come then
TURN_MS = 20.0  # longer than most turns of the loop


@dataclass
class Answers:
    """Milliseconds. `dark`: events that change no light at once. `missed`: answers that never came."""

    lift_light: list[float] = field(default_factory=list)
    place_light: list[float] = field(default_factory=list)
    line: list[float] = field(default_factory=list)
    dark: int = 0
    missed: int = 0


def quantile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least this part of all values does not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def measure(files: Mapping[str, bytes], scenes: Iterable[Scene]) -> Answers:
    """Plays each scene on a board of its own."""
    answers = Answers()
    for scene in scenes:
        twin = Twin(script.START)
        with PicoRig(files, closed=script.START) as rig:
            rig.wait_line(" game ", 5000, 0)
            rig.run(200)
            if scene.position is not None:
                script.load(rig, scene.position)
                twin.load(scene.position)
            rig.run(500)
            first_frame, first_line = len(rig.frames()), len(rig.lines())
            times = script.perform(rig, scene.events)
            rig.run(200)
            frames, lines = rig.frames(first_frame), rig.lines(first_line)
        shown = twin.frames()
        for event, time in zip(scene.events, times, strict=True):
            before, shown = shown, twin.after(event)
            if event.kind != "contact":
                continue
            lights = answers.place_light if event.value else answers.lift_light
            _light(answers, lights, time, before, shown, frames)
            _line(answers, time, f"{'place' if event.value else 'lift'} {event.name}", lines)
    return answers


def _light(
    answers: Answers,
    lights: list[float],
    time: float,
    before: Sequence[bytes],
    after: Sequence[bytes],
    frames: Sequence[Frame],
) -> None:
    """Finds the frame that shows an event: the first that, at its time, only the lights after it explain."""
    # A light that begins in the dark part of its blinking, or does not differ, has nothing to show at once.
    parts = {Twin.part_of_blink(time), Twin.part_of_blink(time + PATIENCE_MS)}
    if any(before[part] == after[part] for part in parts):
        answers.dark += 1
        return
    for frame in frames:
        # The board takes the time for blinking some milliseconds before it sends.
        parts = {Twin.part_of_blink(frame.start - TURN_MS), Twin.part_of_blink(frame.start)}
        shows = frame.wire in [after[part] for part in parts]
        shown_before = frame.wire in [before[part] for part in parts]
        if time <= frame.start < time + PATIENCE_MS and shows and not shown_before:
            lights.append(frame.end - time)
            return
    answers.missed += 1


def _line(answers: Answers, time: float, text: str, lines: Sequence[Line]) -> None:
    for line in lines:
        if line.t >= time and message(line) == text:
            answers.line.append(line.t - time)
            return
    answers.missed += 1
