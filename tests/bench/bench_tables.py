"""The endgame tables: how fast four stones are built, and what a probe takes."""

from __future__ import annotations

import tempfile
import time
from math import comb
from pathlib import Path

import numpy as np

from lakabe.engine.jit import Array, kernel
from lakabe.engine.tables.build import build
from lakabe.engine.tables.index import View
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import Tables, default_directory, wdl
from tools.tables.verify import draw

STONES = 4
PROBES = 200_000


@kernel
def _probe(view: View, owns: Array, enemies: Array) -> int:
    together = 0
    for i in range(owns.shape[0]):
        together += wdl(view, owns[i], enemies[i])
    return together


def run() -> list[tuple[str, float, str]]:
    found = []
    positions = sum(comb(45, n) * (2**n - 2) for n in range(2, STONES + 1))
    with tempfile.TemporaryDirectory() as folder, Processes(1) as here:
        # Twice: the first time compiles.
        for name in ("first", "second"):
            begun = time.perf_counter()
            build(Path(folder) / name, STONES, here)
            seconds = time.perf_counter() - begun
        found.append(
            (f"building tables of {STONES} stones, one core", positions / seconds / 1e6, "M positions/s")
        )
        found += _probes(Tables(Path(folder) / "second"))
    tables = Tables(default_directory())
    return found + _probes(tables) if tables.stones > STONES else found


def _probes(tables: Tables) -> list[tuple[str, float, str]]:
    few = tables.stones // 2
    owns, enemies = draw(np.random.default_rng(1), few, tables.stones - few, PROBES)
    _probe(tables.view, owns, enemies)
    begun = time.perf_counter()
    _probe(tables.view, owns, enemies)
    compiled = (time.perf_counter() - begun) / PROBES
    some = list(zip(owns[:5000].tolist(), enemies[:5000].tolist(), strict=True))
    begun = time.perf_counter()
    for own, enemy in some:
        tables.value(own, enemy)
    python = (time.perf_counter() - begun) / len(some)
    what = f"a probe of {tables.stones} stones"
    return [(f"{what}, in a kernel", compiled * 1e9, "ns"), (f"{what}, from Python", python * 1e6, "µs")]
