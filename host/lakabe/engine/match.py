"""Matches between two engines: paired games from random openings, and what their result is worth."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from fanorona.rules import WHITE
from lakabe.engine import lines
from lakabe.engine.client import EngineClient
from lakabe.engine.standing import START, Standing
from lakabe.errors import EngineError

OPENING_PLIES = 4


@dataclass(frozen=True)
class Rules:
    """How games are played. ``limit`` follows ``go``, ``seconds`` is how long a move may take by it.

    ``quiet`` plies without a capture, or a position for the third time, are a draw.
    """

    limit: str
    seconds: float
    quiet: int = 100


@dataclass(frozen=True)
class Played:
    """A game: its opening and moves in N1, the winner (0 or 1; None for a draw), and how it ended."""

    opening: tuple[str, ...]
    moves: tuple[str, ...]
    white: int
    winner: int | None
    reason: str


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by the first engine."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the score."""
        if not self.games:
            return 0.5
        s = self.score
        spread = self.wins * (1 - s) ** 2 + self.draws * (0.5 - s) ** 2 + self.losses * s**2
        return 1.96 * math.sqrt(spread) / self.games

    def add(self, game: Played) -> Tally:
        """With one more game."""
        if game.winner is None:
            return replace(self, draws=self.draws + 1)
        if game.winner == 0:
            return replace(self, wins=self.wins + 1)
        return replace(self, losses=self.losses + 1)

    def elo(self) -> float:
        """The difference in strength in Elo points, infinite when one side took all."""
        if not 0 < self.score < 1:
            return math.inf if self.score == 1 else -math.inf
        return -400 * math.log10(1 / self.score - 1)

    def log_likelihood_ratio(self, elo0: float, elo1: float) -> float:
        """Of the second difference in Elo points against the first, given these games.

        The approximation of a normal score, after Michel Van den Bergh's "Comments on Normalized Elo".
        """
        s = self.score
        if not self.games:
            return 0.0
        # Half a game of each result keeps the variance from vanishing at the beginning.
        n = self.games + 1.5
        w, d = (self.wins + 0.5) / n, (self.draws + 0.5) / n
        mean = w + d / 2
        variance = w + d / 4 - mean * mean
        a, b = expected_score(elo0), expected_score(elo1)
        return self.games * (b - a) * (2 * s - a - b) / (2 * variance)


def expected_score(elo: float) -> float:
    """The share of points that goes with a difference in Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def verdict(ratio: float, error: float = 0.05) -> str | None:
    """What a sequential test concludes: ``"better"``, ``"not better"``, or None to go on (Wald)."""
    bound = math.log((1 - error) / error)
    if ratio >= bound:
        return "better"
    return "not better" if ratio <= -bound else None


def openings(seed: int, plies: int = OPENING_PLIES) -> Iterator[tuple[str, ...]]:
    """Random openings of so many plies that leave the game open, without end, the same for a seed."""
    rng = random.Random(seed)  # noqa: S311
    seen = set()
    while True:
        standing = Standing.of(START)
        texts = []
        for _ in range(plies):
            found = standing.results()
            if not found:
                break
            after = rng.choice(found)
            texts.append(lines.format_move(standing.own, standing.enemy, after))
            standing.play(after)
        opening = tuple(texts)
        if standing.over() is None and opening not in seen:
            seen.add(opening)
            yield opening


def play_game(
    engines: tuple[EngineClient, EngineClient], white: int, opening: tuple[str, ...], rules: Rules
) -> Played:
    """One game; ``engines[white]`` has White. EngineError when one of them breaks the rules."""
    for engine in engines:
        engine.new_game()
    standing = Standing.of(START)
    for text in opening:
        standing.play_text(text)
    played: list[str] = []
    while True:
        mover = white if standing.turn == WHITE else 1 - white
        end = standing.over()
        if end == "loss":
            return Played(opening, tuple(played), white, 1 - mover, "no-move" if standing.own else "no-stone")
        if end == "draw" or standing.quiet >= rules.quiet:
            reason = "quiet" if standing.quiet >= rules.quiet else "repetition"
            return Played(opening, tuple(played), white, None, reason)
        answer = engines[mover].go(None, [*opening, *played], rules.limit, rules.seconds)
        try:
            if answer.move is None:
                raise ValueError("it sees no move where there are some")
            standing.play_text(answer.move)
        except ValueError as error:
            raise EngineError(
                f"the engine '{engines[mover].command}' breaks the rules: {error}",
                f"the position is {standing.text()}",
            ) from error
        played.append(answer.move)


def play_match(
    engines: tuple[EngineClient, EngineClient],
    rules: Rules,
    pairs: Iterator[tuple[str, ...]],
    games: int,
    each: Callable[[Played], bool],
) -> None:
    """Each opening twice, with colours changed, until ``games`` are played or ``each`` says to stop."""
    number = 0
    for opening in pairs:
        for white in (0, 1):
            if number == games:
                return
            game = play_game(engines, white, opening, rules)
            if not each(game):
                return
            number += 1
