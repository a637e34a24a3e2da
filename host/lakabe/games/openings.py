"""How the five openings (O1 to O5) have done in recorded games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lakabe.games import pgn
from lakabe.games.records import Game, Tally
from lakabe.language.saying import say

OTHER = say("none of O1 to O5")
"""Games that began elsewhere than at B3, or whose beginning is not known."""

_Z = 1.959964  # standard deviations on either side of the mean that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Record:
    """Finished games of one opening: won by White, drawn, won by Black, and their moves (see ``Tally``)."""

    name: str
    white: int = 0
    draws: int = 0
    black: int = 0
    moves: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.white + self.draws + self.black

    @property
    def score(self) -> float | None:
        """White's share of the points, 0 to 1; None without a game."""
        return (self.white + self.draws / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where White's share lies in the long run, with 95 % confidence; None without a game.

        Wilson's interval (J. Am. Stat. Assoc. 22, 1927) of the share as if no game had been drawn. No games
        of the same share scatter more, so draws make it wider than need be, never too narrow.
        """
        share, n = self.score, self.games
        if share is None:
            return None
        middle = (share + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        half = _Z / (1 + _Z * _Z / n) * math.sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def length(self) -> float | None:
        """Moves of a game in the mean; None without a game."""
        return self.moves / self.games if self.games else None

    def __add__(self, other: Record) -> Record:
        """Both together, under the name of the first."""
        return Record(
            self.name, self.white + other.white, self.draws + other.draws, self.black + other.black,
            self.moves + other.moves,
        )  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """Which games count: those with these players, by the tags ``White`` and ``Black``; empty is anybody.

    Capitals do not matter. ``either`` plays either colour.
    """

    either: str = ""
    white: str = ""
    black: str = ""


def opening_of(game: Game) -> str | None:
    """The name of a recorded game's opening; None where it had none of the five."""
    return pgn.opening(game.start, game.texts(), game.variant)


def statistics(tallies: Iterable[Tally]) -> list[Record]:
    """The records of O1 to O5, of the games with another beginning, and of all, by what an archive counts.

    Ordinary games count that have a result, and of a game that was corrected its new versions alone.
    """
    found = {name: Record(name) for name in (*pgn.OPENINGS.values(), OTHER)}
    names = {name[:2]: name for name in pgn.OPENINGS.values()}
    for one in tallies:
        name = names.get(one.opening, OTHER)
        white, black, draws = (one.games * (one.result == result) for result in pgn.DECIDED)
        found[name] += Record(name, white, draws, black, one.moves)
    return [*found.values(), sum(found.values(), Record(say("all")))]


def as_data(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Records as the page gets them; one for other beginnings is left out where there are none."""
    return [
        {
            "name": one.name,
            "games": one.games,
            "white": one.white,
            "draws": one.draws,
            "black": one.black,
            "score": one.score,
            "interval": one.interval,
            "length": one.length,
        }
        for one in records
        if one.games or one.name != OTHER
    ]
