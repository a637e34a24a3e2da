"""The ordinary game by the rules of one game only against those of all variants (V, S): CPython, MicroPython.

Perft from the start, whose last moves are counted and not played; and a walk over random games that finds all
moves before each and plays it, as the tracker and hints do. Processor time; the two take turns.
"""

from __future__ import annotations

import importlib
import random
import sys
import tempfile
import time
from pathlib import Path

import old_rules
import ordinary

import legal
from fanorona.rules import moves, notation, rules
from lakabe.virtual.run import run_file

BEFORE = "ab8b005"
"""The last commit whose rules know the ordinary game only; a clone without it has no rows."""
FILES = ("__init__", "compat", "geometry", "steps", "rules", "moves")
GAMES = 4
PLIES = 40
HEAP = 1 << 20

Row = tuple[str, float, str]


def random_game(seed: int) -> list[str]:
    """The first moves of a random game from the start (N1)."""
    rng = random.Random(seed)
    position = rules.Position(rules.MOVE_LOG)
    played: list[str] = []
    while len(played) < PLIES and (found := legal.texts(position)):
        played.append(rng.choice(found))
        notation.play_move(position, played[-1])
        position.end_turn()
        position.forget()
    return played


def rows(where: str, old: list[int], new: list[int]) -> list[Row]:
    """What `ordinary.best` found of the two, as speeds and as ratios."""
    assert (old[0], old[2]) == (new[0], new[2]), "both know the same moves"
    found: list[Row] = []
    for n, what in enumerate((f"perft {ordinary.DEPTH}", "walk over games")):
        count, before, now = new[2 * n], old[2 * n + 1], new[2 * n + 1]
        found.append((f"{where}: {what}, one game only", 1e6 * count / before, "moves/s"))
        found.append((f"{where}: {what}, all variants", 1e6 * count / now, "moves/s"))
        found.append((f"{where}: {what}, all variants against one game", before / now, "times as fast"))
    return found


def run() -> list[Row]:
    games = [random_game(seed) for seed in range(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "before"
        package.mkdir()
        if not old_rules.write(package, BEFORE, FILES):
            return []
        played = Path(folder) / "played.py"
        played.write_text(f"GAMES = {games!r}\n", encoding="utf-8")
        sys.path.insert(0, folder)
        try:
            old = importlib.import_module("before.moves"), importlib.import_module("before.rules")
        finally:
            sys.path.remove(folder)
        on_cpython = ordinary.best(
            [old, (moves, rules)], ordinary.parsed(games), lambda: time.process_time_ns() // 1000
        )
        printed: list[str] = []
        mounts = [(package, "/files/before"), (played, "/files/played.py")]
        run_file(Path(__file__).with_name("wasm_before.py"), heap=HEAP, mounts=mounts, write=printed.append)
    on_wasm = [list(map(int, line.split())) for line in "".join(printed).splitlines()]
    return rows("CPython", *on_cpython) + rows("wasm", *on_wasm)
