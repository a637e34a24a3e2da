"""Perft of the rules core against the plain lists of plain_rules.py, on CPython and on MicroPython.

Both count the moves of the last ply without following them. On MicroPython also against the rules core as it
was first written, which plays every move; there the core has to be at least three times as fast as either of
them, or `make bench` says so and ends with 3. Processor time throughout.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import old_rules
import plain_rules

from fanorona.rules.moves import perft
from fanorona.rules.rules import Position
from lakabe.virtual.run import run_file

DEPTH = 4
COUNT = 18026
REPEATS = 5
HEAP = 1 << 20
"""Bytes; the plain lists need more room than a Pico has."""
FIRST = "600be42"
"""The commit with the rules core as it was first written; a clone without it has no row about it."""
FIRST_FILES = ("__init__", "compat", "geometry", "rules")
LEAST = 3.0
AGAINST_PLAIN = "wasm: core against plain lists"
AGAINST_FIRST = "wasm: core against its first version"


def best_of(*calls: Callable[[], int]) -> list[float]:
    """Processor seconds of each call's fastest run; in turn, so that the same things befall them."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(REPEATS):
        for call, taken in zip(calls, times, strict=True):
            began = time.process_time()
            assert call() == COUNT
            taken.append(time.process_time() - began)
    return [min(taken) for taken in times]


def rows(where: str, core_s: float, plain_s: float) -> list[tuple[str, float, str]]:
    return [
        (f"{where}: perft {DEPTH}, core", COUNT / core_s, "moves/s"),
        (f"{where}: perft {DEPTH}, plain lists", COUNT / plain_s, "moves/s"),
        (f"{where}: core against plain lists", plain_s / core_s, "times as fast"),
    ]


def run() -> list[tuple[str, float, str]]:
    position = Position()
    board = plain_rules.board_of(plain_rules.START)
    core, plain = best_of(lambda: perft(position, DEPTH), lambda: plain_rules.perft(board, DEPTH))
    printed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "first"
        package.mkdir()
        mounts = [(package, "/files/first")] if old_rules.write(package, FIRST, FIRST_FILES) else []
        run_file(Path(__file__).with_name("wasm_rules.py"), heap=HEAP, mounts=mounts, write=printed.append)
    count, core_us, plain_us, first_us = map(int, "".join(printed).split())
    assert count == COUNT
    found = rows("CPython", core, plain) + rows("wasm", core_us / 1e6, plain_us / 1e6)
    if first_us:
        found.append((AGAINST_FIRST, first_us / core_us, "times as fast"))
    return found


def shortfalls(found: list[tuple[str, float, str]]) -> list[str]:
    """Which figures of a run are lower than they may be, a line each."""
    figures = {what: value for what, value, _ in found}
    least = {AGAINST_PLAIN: figures.get(AGAINST_PLAIN, 0.0), AGAINST_FIRST: figures.get(AGAINST_FIRST, LEAST)}
    return [
        f"{what}: {value:.3g} times as fast, but has to be at least {LEAST:g}"
        for what, value in least.items()
        if not value >= LEAST
    ]
