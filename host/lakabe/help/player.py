"""A level's move in a position."""

from __future__ import annotations

import random
from dataclasses import replace

from lakabe.help.compare import BOOK_WAYS
from lakabe.help.level import Level, pick
from lakabe.help.question import Question
from lakabe.help.source import Effort, Source, Way

GLANCE = Effort(nodes=1)
"""So little that only the opening book has an answer worth having."""


def choose(source: Source, question: Question, level: Level, rng: random.Random) -> str:
    """The move (N1) of ``level`` where there is one; ``source`` looks, ``rng`` errs."""
    if level.varies:
        ways = source.ask(question, GLANCE, BOOK_WAYS)
        if ways[0].book is not None:
            return _one_of(ways, replace(level, overlooks=0.0, care=level.varies), rng)
    effort = Effort(seconds=level.seconds) if level.depth is None else Effort(depth=level.depth)
    return _one_of(source.ask(question, effort, level.ways), level, rng)


def _one_of(ways: list[Way], level: Level, rng: random.Random) -> str:
    shares = [way.worth.share if way.worth else 0.5 for way in ways]
    return ways[pick(shares, level, rng)].moves[0]
