"""The command line answers at once: `lakabe games` by the clock, `lakabe hint` in processor time.

Each command is a process of its own, the quickest of a few. Where one takes longer than it may, `make bench`
says so.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench_scale import FEW, write_games
from limits import Row, over

TRIES = 7
LAKABE = (sys.executable, "-m", "lakabe")
LIST = f"lakabe games, {FEW} games"
HINT = "lakabe hint, processor time"
MOST = {LIST: 0.5, HINT: 1.0}
"""Seconds."""


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        games, archive = Path(folder) / "games.pgn", str(Path(folder) / "games.db")
        write_games(games, FEW)
        subprocess.run(
            [*LAKABE, "games", "import", str(games), "--archive", archive],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        listing = _quickest([*LAKABE, "games", "--archive", archive])
        hint = _quickest([*LAKABE, "hint", "--archive", archive])
    return [(LIST, listing[0], "s"), ("the same, processor time", listing[1], "s"), (HINT, hint[1], "s")]


def shortfalls(found: Sequence[Row]) -> list[str]:
    """A line for each figure that is larger than it may be."""
    return over(found, MOST)


def _quickest(command: Sequence[str]) -> tuple[float, float]:
    """The least seconds by the clock, and of processor time."""
    clock, processor = [], []
    for _ in range(TRIES):
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        clock.append(time.perf_counter() - begun)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(clock), min(processor)
