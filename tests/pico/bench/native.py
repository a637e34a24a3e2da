"""Which functions of the firmware are worth their machine code: prints them, the best first.

Run from tests/ as ``python -m pico.bench.native``; it takes a minute or two. What a function is worth is the
lines of it that run for a contact that changes, on average over the legal hard scenes and two games, for each
byte that machine code adds to the image. Of what runs in every turn of the loop, some turns count.
``host/lakabe/board/native.py`` has the list that is used: this order, as far as memory goes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

from pico import image, script
from pico.bench import scenes
from pico.bench.answers import EMULATORS
from pico.twin import Twin

CORE = str(image.FIRMWARE / "lib" / "fanorona")
IDLE = "prepare"
TURNS = 3
"""Turns of the loop from a change to its line, more or less."""
EVERY_TURN = {"matrix.scan": 50, "matrix.buttons": 2, "matrix._note": 3, "main.turn": 20, "leds.show": 75}
"""Lines in a turn of what the twin does not run."""
LEAST_LINES = 1.0


class Counting:
    """Counts the lines of each function of the core while it is on, but for those of idle moments."""

    def __init__(self) -> None:
        self.lines: Counter[str] = Counter()
        self._idle = False

    def __enter__(self) -> Counting:
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(CORE):
            return None
        if code.co_name == IDLE:
            self._idle = True
        return None if self._idle and code.co_name != IDLE else self._line

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        if code.co_name == IDLE:
            self._idle = self._idle and event != "return"
        elif event == "line":
            self.lines[f"{Path(code.co_filename).stem}.{code.co_name}"] += 1
        return self._line


def lines_of(played: Sequence[scenes.Scene]) -> dict[str, float]:
    """The lines of each function in a touch, on average."""
    counting = Counting()
    touches = 0
    for scene in played:
        twin = Twin(frozenset() if scene.position == scenes.EMPTY else script.START)
        if scene.position not in (scenes.EMPTY, scenes.START):
            twin.load(scene.position, scene.level)
        for event in scene.events:
            with counting:
                twin.after(event)
            touches += event.kind == "contact"
    every_turn = {name: float(lines * TURNS) for name, lines in EVERY_TURN.items()}
    return every_turn | {name: lines / touches for name, lines in counting.lines.items()}


def size(native: Sequence[str]) -> int:
    """Bytes of the firmware with machine code for these functions."""
    return len(image.built(image.FIRMWARE, native))


def main() -> None:
    """Prints the table."""
    hard = [scene for scene in scenes.hard() if scene.kind not in scenes.IRREGULAR]
    lines = lines_of([*hard, *scenes.games(2, 6)])
    names = [name for name, count in lines.items() if count >= LEAST_LINES and not name.endswith("__init__")]
    plain = size(())
    with ProcessPoolExecutor(EMULATORS) as pool:  # not threads: building an image redirects sys.stdout
        sizes = pool.map(size, [(name,) for name in names])
        costs = {name: cost - plain for name, cost in zip(names, sizes, strict=True)}
    total = 0
    for name in sorted(names, key=lambda name: -lines[name] / max(costs[name], 1)):
        total += costs[name]
        print(f"{name:32} {lines[name]:7.1f} lines {costs[name]:6} bytes {total:7} in all")


if __name__ == "__main__":
    main()
