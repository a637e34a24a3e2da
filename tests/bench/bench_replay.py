"""How much faster than the players a game is replayed through the firmware in virtual time."""

from __future__ import annotations

import random
import time

import hands
import reference
from lakabe.virtual import run_traces
from lakabe.virtual.trace import parse

GAMES = 6


def run() -> list[tuple[str, float, str]]:
    performed = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        game = reference.random_game(rng)
        performed.append(hands.perform([move.text for move in game.played], hands.Habits.any(rng)))
    traces = [parse(performance.text) for performance in performed]
    began = time.perf_counter()
    turns = sum(run.turns for run in run_traces(traces))
    took = time.perf_counter() - began
    played = sum(trace.end_us for trace in traces) / 1e6
    began = time.perf_counter()
    (one,) = run_traces(traces[:1])
    alone = time.perf_counter() - began
    return [
        (f"{GAMES} games of ordinary speed, one process", played / took, "times real time"),
        ("one game, the interpreter's start included", one.end_ms / 1000 / alone, "times real time"),
        ("turns of the loop run", turns / took, "turns/s"),
    ]
