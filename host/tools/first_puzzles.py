"""Make ``help/puzzles/first.txt``: puzzles for people, from positions of few stones that are drawn by lot.

``python -m tools.first_puzzles 24 > host/lakabe/help/puzzles/first.txt`` takes some minutes, and always
gives the same for the same number: as many of each length of two to five moves of the winner.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from lakabe.help.puzzles.find import Finder
from lakabe.help.puzzles.puzzle import Puzzle
from lakabe.help.puzzles.settings import NODES

LENGTHS = range(2, 6)
SEED = 1
LEAST_STONES, MOST_STONES = 2, 6


def _position(rng: random.Random) -> str:
    """A position (N2) with two to six stones of each colour."""
    board = ["."] * 45
    counts = {colour: rng.randint(LEAST_STONES, MOST_STONES) for colour in "WB"}
    points = rng.sample(range(45), sum(counts.values()))
    for colour in "WB":
        for _ in range(counts[colour]):
            board[points.pop()] = colour
    rows = ("".join(board[at : at + 9]) for at in range(0, 45, 9))
    return f"{'/'.join(map(_packed, rows))} {rng.choice('WB')}"


def _packed(row: str) -> str:
    """A row with its empty points counted."""
    said, empty = "", 0
    for letter in row + "|":
        if letter == ".":
            empty += 1
            continue
        said += str(empty) * (empty > 0) + letter
        empty = 0
    return said[:-1]


def main() -> None:
    """Print so many puzzles, the first ones for people first."""
    wanted = int(sys.argv[1])
    rng = random.Random(SEED)  # noqa: S311
    finder, lengths, n = Finder(NODES), Counter[int](), 0
    found: list[Puzzle] = []
    while len(found) < wanted:
        n += 1
        puzzle = finder.look(_position(rng), f"by lot {SEED}/{n}")
        if puzzle is None or puzzle.moves not in LENGTHS or puzzle.facts.others < LEAST_STONES:
            continue
        if lengths[puzzle.moves] * len(LENGTHS) < wanted:
            lengths[puzzle.moves] += 1
            found.append(puzzle)
            print(f"{len(found)} of {wanted}: {puzzle.moves} moves", file=sys.stderr)
    for puzzle in sorted(found, key=lambda one: one.order):
        print(puzzle)


if __name__ == "__main__":
    main()
