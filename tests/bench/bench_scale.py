"""An archive of a club's years: 1,000 and 20,000 games against 20 games, in the same run.

The archives are made by `lakabe games import`. Each command is a process of its own, the quickest of a few.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from bench_before import random_game

from lakabe.games.pgn import DECIDED, Score, format_each

FEW, LARGER = 20, (1_000, 20_000)
RANDOM_GAMES = 100
TRIES = 5
COMMENT = 20_000
"""Lines of a comment that is not closed."""

EXTRA_S, EXTRA_MB, IMPORT_S, COMMENT_RATIO = 0.3, 16.0, 60.0, 3.0
"""What is allowed: more than with few games; for an import of the most; for twice as long a comment."""
MORE_TIME, MORE_MEMORY = "more time than with 20 games", "more memory than with 20 games"
IMPORTING = f"games import of {LARGER[-1]:,} games"
DOUBLED = "a comment that is not closed, twice as long"

PAGE = (
    "import json, sys; from lakabe.games import openings; from lakabe.archive import Archive\n"
    "with Archive(sys.argv[1]) as kept:\n"
    "    print(json.dumps(openings.as_data(openings.statistics(kept.tally()))))"
)
"""What the page is told of the openings."""
LAKABE = (sys.executable, "-m", "lakabe")
COMMANDS: dict[str, tuple[str, ...]] = {
    "games": (*LAKABE, "games", "--archive"),
    "games show": (*LAKABE, "games", "show", "7", "--archive"),
    "openings": (*LAKABE, "openings", "--archive"),
    "openings of a player": (*LAKABE, "openings", "--player", "Player 3", "--archive"),
    "the page's openings": (sys.executable, "-c", PAGE),
}

Row = tuple[str, float, str]


def run() -> list[Row]:
    found: list[Row] = []
    # Not in /tmp, which may be memory.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        few, *larger = (_archive(Path(folder), count, found) for count in (FEW, *LARGER))
        for what, command in COMMANDS.items():
            (few_s, few_mb), *others = _quickest([[*command, file] for file in (few, *larger)])
            found += [(f"{what}, {FEW} games", few_s, "s"), (f"{what}, {FEW} games, memory", few_mb, "MB")]
            for count, (seconds, megabytes) in zip(LARGER, others, strict=True):
                found += compared(f"{what}, {count:,} games", seconds, few_s, megabytes, few_mb)
        once, twice = (_import_open(Path(folder), lines) for lines in (COMMENT, 2 * COMMENT))
        found.append((DOUBLED, twice / once, "times as long"))
    return found


def compared(what: str, seconds: float, few_s: float, megabytes: float, few_mb: float) -> list[Row]:
    """The rows of a command with many games."""
    return [
        (f"{what}: {MORE_TIME}", seconds - few_s, "s"),
        (f"{what}: as a ratio", seconds / few_s, "times as long"),
        (f"{what}: {MORE_MEMORY}", megabytes - few_mb, "MB"),
    ]


def shortfalls(found: Sequence[Row]) -> list[str]:
    """A line for each figure that is larger than it may be."""
    limits = {MORE_TIME: EXTRA_S, MORE_MEMORY: EXTRA_MB, IMPORTING: IMPORT_S, DOUBLED: COMMENT_RATIO}
    return [
        f"{what}: {value:.3g} {unit}, but {limit:g} {unit} at most"
        for what, value, unit in found
        for name, limit in limits.items()
        if what.endswith(name) and not value <= limit
    ]


def write_games(file: Path, count: int) -> None:
    """Write so many games, each with a name of its own; their moves are those of some random games."""
    # Without the last move, which may end the game: any result is one then.
    played = [tuple(random_game(seed)[:-1]) for seed in range(min(count, RANDOM_GAMES))]
    texts = format_each(
        Score(
            moves=moves,
            result=DECIDED[n % 3],
            tags={"Round": str(n), "White": f"Player {n % 97}", "Black": f"Player {n % 89 + 97}"},
        )
        for n, moves in enumerate(islice(cycle(played), count))
    )
    with file.open("w", encoding="utf-8") as out:
        out.writelines(texts)


def _archive(folder: Path, count: int, found: list[Row]) -> str:
    games, file = folder / f"{count}.pgn", str(folder / f"{count}.db")
    write_games(games, count)
    seconds, megabytes = _measure([*LAKABE, "games", "import", str(games), "--archive", file])
    what = f"games import of {count:,} games"
    found += [(what, seconds, "s"), (f"{what}, memory", megabytes, "MB")]
    return file


def _import_open(folder: Path, lines: int) -> float:
    """The seconds that a comment which is not closed takes to be refused."""
    file = folder / "open.pgn"
    file.write_text("1. e2-e3A {so\n" + "and so on and on\n" * lines, encoding="utf-8")
    command = [*LAKABE, "games", "import", str(file), "--archive", str(folder / "none.db")]
    return _quickest([command], code=2)[0][0]


def _quickest(commands: Sequence[Sequence[str]], code: int = 0) -> list[tuple[float, float]]:
    """The least seconds and the most megabytes of each command."""
    # By turns, so that what else the computer does slows all of them alike.
    rounds = [[_measure(command, code) for command in commands] for _ in range(TRIES)]
    return [
        (min(seconds for seconds, _ in measured), max(megabytes for _, megabytes in measured))
        for measured in zip(*rounds, strict=True)
    ]


def _measure(command: Sequence[str], code: int = 0) -> tuple[float, float]:
    """Seconds and the most memory, in megabytes, of a process that ends with this code."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != code:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return seconds, used.ru_maxrss / 1024
