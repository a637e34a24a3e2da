"""A move beside the best one, known in one way: from the opening book, or by searches of the same depth."""

from __future__ import annotations

from dataclasses import replace

from lakabe.engine import lines
from lakabe.engine.standing import Standing
from lakabe.help.grades import Pair
from lakabe.help.question import Question
from lakabe.help.source import Effort, Source, Way
from lakabe.help.worth import Worth

BOOK_WAYS = 3
"""How many ways the book has of each position, where there are so many."""
MORE = 4
"""How many times the nodes of the first search the second one may take to come to the same depth."""


def compare(source: Source, question: Question, move: str, effort: Effort) -> tuple[Way, Pair | None]:
    """The best way to go on, and what it and ``move`` (N1) are worth to who plays one of them.

    No pair where the two are not known in one way. The position must have a legal move.
    """
    standing = question.standing()
    after = lines.parse_move(standing.own, standing.enemy, move)
    best = source.ask(question, effort)[0]
    if best.book is not None:
        listed = source.ask(question, effort, BOOK_WAYS)
        for way in listed if listed[0].book is not None else []:
            if _result(standing, way) == after:
                return best, _pair(best.worth, way.worth)
    plain = replace(effort, book=False)
    searched = source.ask(question, plain)[0] if best.book is not None else best
    if _result(standing, searched) == after:
        return best, _pair(searched.worth, searched.worth)
    # A proof holds however deep it was looked: it is compared with what the same effort finds.
    depth = -1 if searched.worth is not None and searched.worth.certain else searched.depth - 1
    return best, _pair(searched.worth, _worth_of(source, question.after([move]), plain, depth))


def _result(standing: Standing, way: Way) -> tuple[int, int]:
    return lines.parse_move(standing.own, standing.enemy, way.moves[0])


def _pair(best: Worth | None, played: Worth | None) -> Pair | None:
    return None if best is None or played is None else Pair(best, played)


def _worth_of(source: Source, after: Question, effort: Effort, depth: int) -> Worth | None:
    """What the move that led here is worth, by a search of that depth; None where it does not get so far.

    -1, as where an engine tells no depth, is the same effort as before.
    """
    over = after.standing().over()
    if over is not None:
        return Worth("win", plies=1) if over == "loss" else Worth("draw")
    if depth >= 0 and effort.depth is None:
        nodes = None if effort.nodes is None else MORE * effort.nodes
        effort = replace(effort, depth=max(1, depth), nodes=nodes)
    found = source.ask(after, effort)[0]
    if found.worth is None or not (found.worth.proven or found.depth >= depth):
        return None
    return found.worth.before()
