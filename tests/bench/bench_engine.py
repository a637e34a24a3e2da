"""The engine: perft and search against a plain reference in C, compiled in the same run; start and answer.

Processor time of one thread, the fastest of a few runs. Without a C compiler there is no reference; with
one, perft has to be as fast as its program, and the search as fast to its depth, or `make bench` says so and
ends with 3.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lakabe.engine import bitboard, moves
from lakabe.engine.benchmark import POSITIONS
from lakabe.engine.standing import START, Standing
from lakabe.engine.think import Limits, Thinker
from lakabe.engine.warm import warm

SOURCE = Path(__file__).with_name("plain_engine.c")
PERFT_DEPTH = 6
LEAVES = 9205774
SEARCH_DEPTH = 9
SHARED_DEPTH = 12
REPEATS = 3
AGAINST_PERFT = "perft against plain C"
AGAINST_DEPTH = f"depth {SEARCH_DEPTH} against plain C"

Row = tuple[str, float, str]


def best_of(call: Callable[[], tuple[int, float]]) -> tuple[int, float]:
    """The count of a call, and its fewest seconds."""
    runs = [call() for _ in range(REPEATS)]
    assert len({count for count, _ in runs}) == 1
    return min(runs, key=lambda run: run[1])


def own_perft() -> tuple[int, float]:
    own, enemy, _ = bitboard.parse(START)
    began = time.process_time()
    count = moves.perft(own, enemy, PERFT_DEPTH)
    return count, time.process_time() - began


def own_search() -> tuple[int, float]:
    thinker = Thinker()
    thinker.ready()
    began = time.process_time()
    nodes = thinker.think(Standing.of(), Limits(depth=SEARCH_DEPTH)).nodes
    return nodes, time.process_time() - began


def compiled(folder: Path) -> Path | None:
    """The reference as a program, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = folder / "plain_engine"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def plain(program: Path, what: str, depth: int) -> tuple[int, float]:
    done = subprocess.run([program, what, str(depth)], capture_output=True, text=True, check=True)
    count, nanoseconds = map(int, done.stdout.split())
    return count, nanoseconds / 1e9


def first_answer() -> float:
    """Milliseconds from a question to the first move, the engine being warm and its memory fresh."""
    thinker = Thinker()
    thinker.ready()
    answered: list[float] = []
    began = time.perf_counter()
    thinker.think(Standing.of(), Limits(depth=4), report=lambda _: answered.append(time.perf_counter()))
    return (answered[0] - began) * 1000


def shared(threads: int) -> tuple[int, float]:
    """Nodes, and seconds of each thread's processor time, of searching some positions to a depth.

    So it does not matter whether other programs hold up a thread: it is the time by the clock of threads that
    have a core each.
    """
    nodes, seconds = 0, 0.0
    for text in POSITIONS[:3]:
        thinker = Thinker(threads=threads)
        thinker.ready()
        began = time.process_time()
        nodes += thinker.think(Standing.of(text), Limits(depth=SHARED_DEPTH)).nodes
        seconds += (time.process_time() - began) / threads
    return nodes, seconds


def two_threads() -> list[Row]:
    """Two threads against one: nodes a second, and the time to a depth (the median, for it varies)."""
    one_nodes, one_s = best_of(lambda: shared(1))
    runs = [shared(2) for _ in range(REPEATS)]
    rate = max(nodes / seconds for nodes, seconds in runs)
    time_s = statistics.median(seconds for _, seconds in runs)
    return [
        ("two threads, nodes against one", rate / (one_nodes / one_s), "times as many"),
        (f"two threads, to depth {SHARED_DEPTH} against one", one_s / time_s, "times as fast"),
    ]


def run() -> list[Row]:
    warm()
    leaves, perft_s = best_of(own_perft)
    assert leaves == LEAVES
    nodes, search_s = best_of(own_search)
    rows: list[Row] = [
        (f"perft {PERFT_DEPTH}", leaves / perft_s / 1e6, "million leaves/s"),
        ("search", nodes / search_s / 1e3, "thousand nodes/s"),
        (f"search to depth {SEARCH_DEPTH}", search_s * 1000, "ms"),
        ("first answer", min(first_answer() for _ in range(REPEATS)), "ms"),
        *two_threads(),
    ]
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        if program is None:
            return rows
        count, plain_perft_s = best_of(lambda: plain(program, "perft", PERFT_DEPTH))
        assert count == LEAVES
        plain_nodes, plain_search_s = best_of(lambda: plain(program, "search", SEARCH_DEPTH))
    return [
        *rows,
        (f"plain C: perft {PERFT_DEPTH}", count / plain_perft_s / 1e6, "million leaves/s"),
        ("plain C: alpha-beta without anything", plain_nodes / plain_search_s / 1e3, "thousand nodes/s"),
        (f"plain C: alpha-beta to depth {SEARCH_DEPTH}", plain_search_s * 1000, "ms"),
        (AGAINST_PERFT, plain_perft_s / perft_s, "times as fast"),
        ("nodes against plain C", (nodes / search_s) / (plain_nodes / plain_search_s), "times as many"),
        (AGAINST_DEPTH, plain_search_s / search_s, "times as fast"),
    ]


def shortfalls(found: list[Row]) -> list[str]:
    """Which figures of a run are lower than they may be, a line each."""
    return [
        f"{what}: {value:.3g} times as fast, but has to be at least as fast"
        for what, value, _ in found
        if what in (AGAINST_PERFT, AGAINST_DEPTH) and not value >= 1.0
    ]
