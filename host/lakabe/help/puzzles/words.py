"""Puzzles in plain words, and as games in text (N3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lakabe.games.pgn import Score
from lakabe.games.sides import COLOURS
from lakabe.help.puzzles.grade import GRADES
from lakabe.help.puzzles.puzzle import PROVEN, Puzzle
from lakabe.language.saying import Text, join, plural, say

SIDES = {"W": say("White"), "B": say("Black")}
LISTED = 3
"""More moves that win, too, are counted instead of named."""


def task(puzzle: Puzzle) -> Text:
    """What is to be done: ``hard: White to move, one move wins``."""
    grade, side = GRADES[puzzle.grade - 1], COLOURS[puzzle.turn]
    return say("{grade}: {side} to move, one move wins", grade=grade, side=side)


def origin(puzzle: Puzzle) -> Text | str:
    """Where it comes from: a game of the archive or of a file, one that the computer played, or a lot."""
    kind, _, number = puzzle.source.rpartition(" ")
    if kind == "by lot":
        return say("by lot {number}", number=number)
    if kind == "self-play":
        return say("self-play {number}", number=number)
    return puzzle.source


def reason(puzzle: Puzzle) -> Text:
    """How it is known, in two sentences."""
    facts = puzzle.facts
    moves = puzzle.moves
    if puzzle.single == PROVEN:
        known = plural(
            "The other move does not, which is proven too.",
            "None of the {count} other moves does, which is proven too.",
            facts.others,
        )
    else:
        known = plural(
            "The other move does not, as far as an estimate can tell.",
            "None of the {count} other moves does, as far as an estimate can tell.",
            facts.others,
        )
    wins = plural(
        "{move} wins, proven: in {count} move at most.",
        "{move} wins, proven: in {count} moves at most.",
        moves,
        move=puzzle.solution[0],
    )
    return join([wins, known])


def also(moves: Sequence[str]) -> Text:
    """Which other moves win; many are counted only."""
    if len(moves) <= LISTED:
        return say("or {moves}", moves=", ".join(moves))
    return say("or {count} others", count=len(moves))


def numbered(puzzle: Puzzle, others: Mapping[int, Sequence[str]]) -> Text:
    """The solution with numbers, and in brackets what wins, too: ``1. b3-b4 c5-c4 2. b4-a4W (or b4-b5)``."""
    said: list[str] = []
    for i, text in enumerate(puzzle.solution):
        said.append(f"{i // 2 + 1}. {text}" if i % 2 == 0 else text)
        if i in others:
            said.append(say("({also})", also=also(others[i])))
    return join(said)


def as_score(name: str, puzzle: Puzzle, others: Mapping[int, Sequence[str]]) -> Score:
    """As a game that begins with the puzzle, with the solution as its moves, and ``others`` that win, too."""
    return Score(
        puzzle.position,
        puzzle.solution,
        "1-0" if puzzle.turn == "W" else "0-1",
        {"Event": f"Puzzle {name}, {task(puzzle)}"},
        {-1: f"From {puzzle.source}.", 0: reason(puzzle)} | {i: also(found) for i, found in others.items()},
    )
