"""Puzzles in plain words, and as games in text (N3)."""

from __future__ import annotations

from lakabe.games.pgn import Score
from lakabe.help.puzzles.grade import GRADES
from lakabe.help.puzzles.puzzle import PROVEN, Puzzle

SIDES = {"W": "White", "B": "Black"}


def task(puzzle: Puzzle) -> str:
    """What is to be done: ``hard: White to move, one move wins``."""
    return f"{GRADES[puzzle.grade - 1]}: {SIDES[puzzle.turn]} to move, one move wins"


def reason(puzzle: Puzzle) -> str:
    """How it is known, in two sentences."""
    facts = puzzle.facts
    moves = (facts.plies + 1) // 2
    others = f"None of the {facts.others} other moves" if facts.others > 1 else "The other move"
    verb = "does" if facts.others > 1 else "does not"
    if puzzle.single == PROVEN:
        known = f"{others} {verb}, which is proven too"
    else:
        known = f"{others} {verb}, as far as an estimate can tell"
    count = f"{moves} moves" if moves > 1 else "1 move"
    return f"{puzzle.solution[0]} wins, proven: in {count} at most. {known}."


def as_score(number: int, puzzle: Puzzle) -> Score:
    """As a game that begins with the puzzle, with the solution as its moves."""
    return Score(
        puzzle.position,
        puzzle.solution,
        "1-0" if puzzle.turn == "W" else "0-1",
        {"Event": f"Puzzle {number}, {task(puzzle)}"},
        {-1: f"From {puzzle.source}.", 0: reason(puzzle)},
    )
