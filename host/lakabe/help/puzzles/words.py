"""Puzzles in plain words, and as games in text (N3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lakabe.games.pgn import Score
from lakabe.help.puzzles.grade import GRADES
from lakabe.help.puzzles.puzzle import PROVEN, Puzzle

SIDES = {"W": "White", "B": "Black"}
LISTED = 3
"""More moves that win, too, are counted instead of named."""


def task(puzzle: Puzzle) -> str:
    """What is to be done: ``hard: White to move, one move wins``."""
    return f"{GRADES[puzzle.grade - 1]}: {SIDES[puzzle.turn]} to move, one move wins"


def reason(puzzle: Puzzle) -> str:
    """How it is known, in two sentences."""
    facts = puzzle.facts
    moves = puzzle.moves
    others = f"None of the {facts.others} other moves" if facts.others > 1 else "The other move"
    verb = "does" if facts.others > 1 else "does not"
    if puzzle.single == PROVEN:
        known = f"{others} {verb}, which is proven too"
    else:
        known = f"{others} {verb}, as far as an estimate can tell"
    count = f"{moves} moves" if moves > 1 else "1 move"
    return f"{puzzle.solution[0]} wins, proven: in {count} at most. {known}."


def also(moves: Sequence[str]) -> str:
    """Which other moves win; many are counted only."""
    return f"or {', '.join(moves)}" if len(moves) <= LISTED else f"or {len(moves)} others"


def numbered(puzzle: Puzzle, others: Mapping[int, Sequence[str]]) -> str:
    """The solution with numbers, and in brackets what wins, too: ``1. b3-b4 c5-c4 2. b4-a4W (or b4-b5)``."""
    said = []
    for i, text in enumerate(puzzle.solution):
        said.append(f"{i // 2 + 1}. {text}" if i % 2 == 0 else text)
        if i in others:
            said.append(f"({also(others[i])})")
    return " ".join(said)


def as_score(number: int, puzzle: Puzzle, others: Mapping[int, Sequence[str]]) -> Score:
    """As a game that begins with the puzzle, with the solution as its moves, and ``others`` that win, too."""
    return Score(
        puzzle.position,
        puzzle.solution,
        "1-0" if puzzle.turn == "W" else "0-1",
        {"Event": f"Puzzle {number}, {task(puzzle)}"},
        {-1: f"From {puzzle.source}.", 0: reason(puzzle)} | {i: also(found) for i, found in others.items()},
    )
