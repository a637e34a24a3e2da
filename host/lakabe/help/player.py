"""A level's move in a position."""

from __future__ import annotations

import random

from lakabe.help.level import Level, pick
from lakabe.help.question import Question
from lakabe.help.source import Effort, Source


def choose(source: Source, question: Question, level: Level, rng: random.Random) -> str:
    """The move (N1) of ``level`` where there is one; ``source`` looks, ``rng`` errs."""
    effort = Effort(seconds=level.seconds) if level.depth is None else Effort(depth=level.depth)
    ways = source.ask(question, effort, level.ways)
    shares = [way.worth.share if way.worth else 0.5 for way in ways]
    return ways[pick(shares, level, rng)].moves[0]
