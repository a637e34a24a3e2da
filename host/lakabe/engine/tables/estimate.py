"""What a build will take, before it begins: positions, disk, memory, and time from a trial."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

from lakabe.engine.tables.build import build
from lakabe.engine.tables.index import WHOLE, Board
from lakabe.engine.tables.layout import Pair, layout, pairs
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import PairFacts, read_contents

TRIAL = 4
"""Stones of the trial build that tells how fast this computer is."""

WARMING = 3
"""Stones of a build that has the kernels compiled."""

START_S = 3.0
"""Until the processes are there and have loaded the kernels, about."""

PROCESS = 250 << 20
"""Memory of a process with the compiled kernels, about."""


@dataclass(frozen=True)
class Estimate:
    """What building some pairs takes."""

    positions: int
    """Of the game, mirror images counted, one side to move."""
    numbers: int
    """Bytes of values kept for them."""
    disk: int
    """Bytes on disk at the fullest moment, tables that are there not counted."""
    memory: int
    """Bytes of memory with which nothing has to be read twice from the disk."""
    seconds: float


def estimate(directory: Path, todo: Sequence[Pair], workers: int, board: Board = WHOLE) -> Estimate:
    """What building the pairs ``todo`` takes with so many processes.

    The time is that of the largest pair in ``directory``, else of a trial, in proportion to positions and
    stones: a position with more stones has more moves, and longer ones. A small trial is made in any case:
    what has to be compiled is compiled then, and not in the time that is told.
    """
    positions = numbers = disk = memory = 0
    work = 0.0
    for pair in todo:
        plan = layout(board, pair)
        layers = len(pair.layers)
        positions += layers * comb(board.size, pair.few) * comb(board.size - pair.few, pair.many)
        disk = max(disk, numbers * 5 // 4 + plan.disk + layers * plan.positions * 5 // 4)
        numbers += layers * plan.positions
        below = sum(size(smaller, board) for smaller in pairs(pair.stones - 1))
        memory = max(memory, plan.disk + below)
        work += weight(pair, board)
    seconds = START_S + work * pace(directory, board) / workers
    return Estimate(positions, numbers, disk, memory + (workers + 1) * PROCESS, seconds)


def size(pair: Pair, board: Board = WHOLE) -> int:
    """Bytes of the values of a pair, with both layers."""
    return 2 * layout(board, pair).positions


def weight(pair: Pair, board: Board = WHOLE) -> float:
    """The work of building a pair: its positions times its stones."""
    return float(size(pair, board) * pair.stones)


def pace(directory: Path, board: Board = WHOLE) -> float:
    """Seconds of one process for a unit of ``weight``."""
    there = read_contents(directory, board).pairs
    with tempfile.TemporaryDirectory() as folder, Processes(1) as here:
        build(Path(folder), WARMING, here, board=board)
    known = {pair: there[str(pair)] for pair in map(_pair, there) if pair.stones >= TRIAL}
    if known:
        return _pace(max(known, key=weight), known[max(known, key=weight)], board)
    with tempfile.TemporaryDirectory() as folder, Processes(1) as here:
        build(Path(folder), TRIAL, here, board=board)
        facts = read_contents(Path(folder), board).pairs
    slowest = Pair(TRIAL // 2, TRIAL - TRIAL // 2)
    return _pace(slowest, facts[str(slowest)], board)


def _pair(name: str) -> Pair:
    few, many = map(int, name.split("-"))
    return Pair(few, many)


def _pace(pair: Pair, facts: PairFacts, board: Board) -> float:
    return facts.seconds * facts.workers / weight(pair, board)


def free(directory: Path) -> int:
    """Bytes that may still be written in a folder, which need not exist yet."""
    there = directory.absolute()
    while not there.exists():
        there = there.parent
    return shutil.disk_usage(there).free


def installed_memory() -> int:
    """Bytes of memory of this computer; where that cannot be told, as many as anybody may ask for."""
    if not hasattr(os, "sysconf"):
        return sys.maxsize
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
