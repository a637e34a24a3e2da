"""The command line answers at once: `lakabe games` by the clock, `lakabe hint` in processor time.

Each command is a process of its own, the quickest of a few. `lakabe play` is looked at while nobody plays: it
is the first stone lifted that loads the engine and its compiler. Where something takes more than it may,
`make bench` says so.
"""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from bench_scale import FEW, write_games
from limits import Row, over

PROCESSES = Path("/proc")
TRIES = 7
LAKABE = (sys.executable, "-m", "lakabe")
LIST = f"lakabe games, {FEW} games"
HINT = "lakabe hint, processor time"
REST = "lakabe play at rest, memory with Node's"
COMPILER = "the same, libraries of the compiler"
MOST = {LIST: 0.5, HINT: 1.0, REST: (328 + 77) / 2, COMPILER: 0}
"""Seconds, and MB: half of what the two processes have with the engine."""
SETTLED_S = 3.0
"""After so long without a player nothing more is loaded."""


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
        rows = [(LIST, listing[0], "s"), ("the same, processor time", listing[1], "s"), (HINT, hint[1], "s")]
        if PROCESSES.is_dir():  # Linux
            rows += at_rest([*LAKABE, "play", "--archive", archive])
    return rows


def shortfalls(found: Sequence[Row]) -> list[str]:
    """A line for each figure that is larger than it may be."""
    return over(found, MOST)


def at_rest(command: Sequence[str]) -> list[Row]:
    """What `lakabe play` has in memory when its page has been opened and nobody plays."""
    line = [*command, "--no-open", "--http-port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as playing:
        try:
            assert playing.stdout is not None
            address = next(line for line in playing.stdout if "http://" in line).split()[-1]
            with urllib.request.urlopen(address) as page:
                page.read()
            time.sleep(SETTLED_S)
            resident = sum(_resident(process) for process in (playing.pid, *_children(playing.pid)))
            mapped = (PROCESSES / str(playing.pid) / "maps").read_text(encoding="utf-8").split()
            return [
                (REST, resident, "MB"),
                (COMPILER, len({file for file in mapped if "llvmlite" in file}), "files"),
            ]
        finally:
            playing.send_signal(signal.SIGINT)


def _children(parent: int) -> list[int]:
    processes = [int(path.name) for path in PROCESSES.iterdir() if path.name.isdigit()]
    return [process for process in processes if _status(process).get("PPid") == str(parent)]


def _resident(process: int) -> float:
    """MB."""
    kilobytes, _ = _status(process)["VmRSS"].split()
    return int(kilobytes) / 1024


def _status(process: int) -> dict[str, str]:
    """What Linux says of a process, by name; nothing of one that has ended."""
    try:
        lines = (PROCESSES / str(process) / "status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


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
