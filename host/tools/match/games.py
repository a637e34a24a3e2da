"""Matches between two engines: paired games from random openings, and what their result is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from fanorona.rules.rules import WHITE
from lakabe.engine.client import EngineClient
from lakabe.engine.standing import START, Standing
from lakabe.engine.state import QUIET_DRAW
from lakabe.errors import EngineError


@dataclass(frozen=True)
class Rules:
    """How games are played. ``limit`` follows ``go``, ``seconds`` is how long a move may take by it.

    ``quiet`` plies without a capture, or a position for the third time, are a draw. ``second`` is the limit
    of the second engine, where it has one of its own; it also keeps to ``seconds``.
    """

    limit: str
    seconds: float
    quiet: int = 100
    second: str = ""


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
    """Games won, drawn and lost by the first engine, added in the order in which they were played.

    The two games of an opening are not independent: one that favours a side gives a point to each engine. So
    what the result is worth is reckoned from pairs. ``pairs[i]`` counts those that gave i half points.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)
    open: int | None = None
    """The half points of the first game of a pair whose second one is still to come."""

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
        count = sum(self.pairs)
        return 1.96 * math.sqrt(_spread(self.pairs)[1] / count) if count else 0.5

    def add(self, game: Played) -> Tally:
        """With one more game."""
        points = 1 if game.winner is None else 2 - 2 * game.winner
        more = replace(
            self,
            wins=self.wins + (points == 2),
            draws=self.draws + (points == 1),
            losses=self.losses + (points == 0),
        )
        if self.open is None:
            return replace(more, open=points)
        together = self.open + points
        pairs = tuple(count + (i == together) for i, count in enumerate(self.pairs))
        return replace(more, pairs=pairs, open=None)

    def elo(self) -> float:
        """The difference in strength in Elo points, infinite when one side took all."""
        if not 0 < self.score < 1:
            return math.inf if self.score == 1 else -math.inf
        return -400 * math.log10(1 / self.score - 1)

    def log_likelihood_ratio(self, elo0: float, elo1: float) -> float:
        """Of the second difference in Elo points against the first, given the finished pairs.

        The approximation of a normal score, after Michel Van den Bergh's "Comments on Normalized Elo".
        """
        # A part of a pair of each result keeps the variance from vanishing at the beginning.
        mean, variance = _spread([count + 0.2 for count in self.pairs])
        a, b = expected_score(elo0), expected_score(elo1)
        return sum(self.pairs) * (b - a) * (2 * mean - a - b) / (2 * variance)


def _spread(pairs: Sequence[float]) -> tuple[float, float]:
    """The mean and the variance of the share of the points of a pair."""
    count = sum(pairs)
    mean = sum(n * i / 4 for i, n in enumerate(pairs)) / count
    return mean, sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(pairs)) / count


def expected_score(elo: float) -> float:
    """The share of points that goes with a difference in Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def verdict(ratio: float, error: float = 0.05) -> str | None:
    """What a sequential test concludes: ``"better"``, ``"not better"``, or None to go on (Wald)."""
    bound = math.log((1 - error) / error)
    if ratio >= bound:
        return "better"
    return "not better" if ratio <= -bound else None


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
        limit = rules.second if mover and rules.second else rules.limit
        answer = engines[mover].go(None, [*opening, *played], limit, rules.seconds)
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
    before: int = 0,
) -> None:
    """Each opening twice, with colours changed, until ``games`` are played or ``each`` says to stop.

    The first ``before`` of the games have been played already. An engine that has the option ``Quiet`` is
    told when a game is a draw.
    """
    for engine in engines:
        if "Quiet" in engine.options:
            engine.set_option("Quiet", str(min(rules.quiet, QUIET_DRAW)))
    number = 0
    for opening in pairs:
        for white in (0, 1):
            if number == games:
                return
            number += 1
            if number > before and not each(play_game(engines, white, opening, rules)):
                return
