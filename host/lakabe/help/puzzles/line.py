"""The line of a puzzle to its end, and which other moves win on the way."""

from __future__ import annotations

from dataclasses import replace

from lakabe.engine import lines
from lakabe.engine.standing import Standing
from lakabe.engine.tables.ask import ranked
from lakabe.engine.tables.store import Tables
from lakabe.help.puzzles.puzzle import Puzzle


def finished(puzzle: Puzzle, tables: Tables | None) -> Puzzle:
    """The puzzle with a solution that goes on to the end of the game, as far as the tables have it."""
    standing = Standing.of(puzzle.position)
    for text in puzzle.solution:
        standing.play_text(text)
    moves = list(puzzle.solution)
    while _has(tables, standing):
        assert tables is not None
        best = ranked(tables, standing.own, standing.enemy)
        if not best:
            break
        moves.append(best[0][0])
        standing.play_text(best[0][0])
    return replace(puzzle, solution=tuple(moves))


def alternatives(puzzle: Puzzle, tables: Tables | None) -> dict[int, tuple[str, ...]]:
    """By index in the solution the other moves that win there, too, where the tables have the position.

    The first move is the only one that does, or the position is no puzzle.
    """
    standing = Standing.of(puzzle.position)
    found = {}
    for i, text in enumerate(puzzle.solution):
        if i and i % 2 == 0 and _has(tables, standing):
            assert tables is not None
            best = lines.parse_move(standing.own, standing.enemy, text)
            wins = [
                move
                for move, value in ranked(tables, standing.own, standing.enemy)
                if value.result == "win" and lines.parse_move(standing.own, standing.enemy, move) != best
            ]
            if wins:
                found[i] = tuple(wins)
        standing.play_text(text)
    return found


def _has(tables: Tables | None, standing: Standing) -> bool:
    return tables is not None and tables.value(standing.own, standing.enemy) is not None
