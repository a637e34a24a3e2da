"""How long a look at the board takes on MicroPython (wasm), from scan to light, by what there was to see."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
from pathlib import Path

import hands
import reference
from lakabe.virtual.playback import board_options
from lakabe.virtual.run import run_file
from lakabe.virtual.tools import NODE, core_library, node_command
from lakabe.virtual.trace import Trace, closed_points, parse, point_number

GAMES = 4
ENOUGH = 20
"""Times that a median and a 99th percentile can be taken of."""
PATHS = {"step": "session.step", "turn": "main.turn"}


def trace_of(seed: int) -> Trace:
    rng = random.Random(seed)
    game = reference.random_game(rng)
    return parse(hands.perform([move.text for move in game.played], hands.Habits(rng)).text)


def job() -> dict[str, object]:
    traces = []
    for seed in range(GAMES):
        trace = trace_of(seed)
        closed = set(closed_points(trace.start))
        events = [(e.us, -1 if e.kind == "button" else point_number(e.name), e.value) for e in trace.events]
        traces.append({"start": [int(p in closed) for p in range(45)], "events": events})
    return {
        "interpreter": (NODE / "interpreter.mjs").as_uri(),
        "board": (NODE / "board.mjs").as_uri(),
        "options": board_options(None),
        "core": str(core_library() / "fanorona"),
        "traces": traces,
    }


def run() -> list[tuple[str, float, str]]:
    command = [node_command("run.mjs")[0], str(Path(__file__).with_name("steps.mjs"))]
    done = subprocess.run(command, input=json.dumps(job()), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = []
    for path, kinds in json.loads(done.stdout).items():
        for kind, times in sorted(kinds.items(), key=lambda item: statistics.median(item[1])):
            if len(times) < ENOUGH:
                continue
            what = f"{PATHS[path]}, {kind} ({len(times)})"
            rows.append((f"{what}: median", statistics.median(times), "us"))
            rows.append((f"{what}: p99", statistics.quantiles(times, n=100)[98], "us"))
    return rows + lifts()


def lifts() -> list[tuple[str, float, str]]:
    """A stone and one it takes lifted and put back, by the number of the stone's complete moves."""
    printed: list[str] = []
    run_file(Path(__file__).with_name("wasm_tracker.py"), write=printed.append)
    found = [map(int, line.split()) for line in "".join(printed).splitlines()]
    return [(f"tracker, two stones lifted and put back, {moves} moves", us, "us") for moves, us in found]
