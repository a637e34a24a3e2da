"""Where puzzles are looked for: games, recorded ones or such that the engine plays against itself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lakabe.engine.first_moves import openings
from lakabe.engine.standing import START, Standing
from lakabe.games.pgn import Score
from lakabe.help.level import LEVELS
from lakabe.help.player import choose
from lakabe.help.question import Question
from lakabe.help.source import Ours

PLAYERS = (LEVELS[2], LEVELS[3])
"""White and Black of the games that the engine plays, every other game; they err often enough."""
QUIET = 40
"""Plies without a capture after which such a game is given up."""


@dataclass(frozen=True)
class Place:
    """A position (N2) of a game: after which of its moves, and what the game is called."""

    position: str
    after: int
    game: str

    def __str__(self) -> str:
        """As the source of a puzzle."""
        return f"{self.game}, ply {self.after + 1}"


def places(name: str, score: Score) -> Iterator[Place]:
    """The positions of a game, each once for itself; ValueError for a move that is not legal."""
    standing = Standing.of(score.start)
    yield Place(standing.text(), 0, name)
    for n, text in enumerate(score.moves, 1):
        standing.play_text(text)
        yield Place(standing.text(), n, name)


def self_play(number: int, seed: int) -> Iterator[tuple[str, Score]]:
    """So many games with their names, always the same for a seed; one is played when it is asked for."""
    source = Ours()
    for n, opening in enumerate(islice(openings(seed), number), 1):
        source.forget()
        # Text as a seed is the same on every computer.
        rng = random.Random(f"{seed} {n}")  # noqa: S311
        yield f"self-play {seed}/{n}", Score(START, tuple(_play(source, opening, n % 2, rng)))


def _play(source: Ours, opening: Sequence[str], first: int, rng: random.Random) -> Iterator[str]:
    yield from opening
    standing = Standing.of(START)
    for text in opening:
        standing.play_text(text)
    ply = len(opening)
    while standing.over() is None and standing.quiet < QUIET:
        move = choose(source, Question(standing.text()), PLAYERS[(ply + first) % 2], rng)
        standing.play_text(move)
        ply += 1
        yield move
