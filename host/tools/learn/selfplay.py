"""Games of the engine against itself, as positions with their search scores and the results of the games.

``python -m tools.learn.selfplay --seed 1 --positions 200000 --out data.npz``. The same seed, weights,
tables and version give the same file.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np

from lakabe.engine.endings import open_tables
from lakabe.engine.evaluate import load_weights, plain_weights
from lakabe.engine.standing import Standing
from lakabe.engine.think import Limits, Score, Thinker

QUIET = 60
"""Plies without a capture that end a game as a draw: after that many hardly any is decided."""

RANDOM = 0.04
"""The share of moves after the opening that are random, so that games visit what the engine avoids."""

OPENING = (2, 9)
"""The least and the greatest number of random moves at the beginning."""

MOST = 3000
"""No score is written as further from 0, in centipoints."""

RESULTS = {"win": 1, "draw": 0, "loss": -1}

Row = tuple[int, int, int, int]


def play(thinker: Thinker, rng: random.Random, nodes: int) -> list[Row]:
    """One game: own, enemy, score in centipoints and result (1, 0, -1) for the side to move, by position."""
    standing = Standing.of()
    for _ in range(rng.randint(*OPENING)):
        found = standing.results()
        if not found:
            return []
        standing.play(rng.choice(found))
    rows: list[tuple[int, int, int, int]] = []
    result = 0  # of the side that is to move at the end
    while True:
        end = standing.over()
        if end == "loss":
            result = -1
            break
        if end == "draw" or standing.quiet >= QUIET:
            break
        known = thinker.tables.value(standing.own, standing.enemy) if thinker.tables else None
        if known is not None:
            result = RESULTS[known.result]
            rows.append((standing.own, standing.enemy, MOST * result, standing.turn))
            break
        thinker.ready()
        report = thinker.think(standing, Limits(nodes=nodes))
        score = report.lines[0].score
        if score.kind in ("win", "loss"):
            result = RESULTS[score.kind]
            break
        rows.append((standing.own, standing.enemy, _points(score), standing.turn))
        after = standing.results()
        best = report.best
        standing.play(rng.choice(after) if best is None or rng.random() < RANDOM else best)
    final = standing.turn
    return [(own, enemy, score, result if turn == final else -result) for own, enemy, score, turn in rows]


def _points(score: Score) -> int:
    return max(-MOST, min(MOST, score.centipoints))


def main() -> None:
    """Play until there are enough positions, and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--positions", type=int, required=True, help="how many to make")
    parser.add_argument("--nodes", type=int, default=600, help="of the search of each move")
    parser.add_argument("--plain", action="store_true", help="with the weights that only count stones")
    parser.add_argument("--tables", type=Path, help="endgame tables, where games end with their result")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)  # noqa: S311
    tables = open_tables(chosen.tables) if chosen.tables else None
    weights = plain_weights() if chosen.plain else load_weights()
    thinker = Thinker(memory_mb=1, tables=tables, weights=weights)
    rows: list[Row] = []
    began = time.monotonic()
    games = 0
    while len(rows) < chosen.positions:
        thinker.forget()
        rows += play(thinker, rng, chosen.nodes)
        games += 1
        if games % 200 == 0:
            rate = len(rows) / (time.monotonic() - began)
            print(f"{games} games, {len(rows)} positions, {rate:.0f} positions/s", flush=True)
    data = np.array(rows, dtype=np.int64)
    np.savez_compressed(
        chosen.out,
        own=data[:, 0],
        enemy=data[:, 1],
        score=data[:, 2].astype(np.int16),
        result=data[:, 3].astype(np.int8),
    )
    print(f"{games} games, {len(rows)} positions in {chosen.out}")


if __name__ == "__main__":
    main()
