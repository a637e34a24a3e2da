"""How well the plain search does: python -m tools.match.ahead [GAMES]

Games of velas (V) and Dimy (S1) against play at random and against itself, from random openings. Whoever
plays at random never forfeits (V5) where another step is there. The second phase of a vela (V6) is played by
the engine's own search on both sides, so that what differs is the first. Limits are plies and nodes, so a
seed gives the same games each time.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from lakabe.engine import ahead, dimy
from lakabe.engine.ahead import State
from lakabe.engine.standing import START, Standing
from lakabe.engine.think import Limits, Thinker
from lakabe.engine.vela import first_phase
from lakabe.errors import UsageError, exit_code_of
from tools.match.games import Played, Tally

GAMES = 200
SEED = 7
OPENING = 4
"""Plies at random before both play as they do."""
NODES = 5000
"""Of a move in a vela's second phase."""
DIMY = "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W"
FOREVER_S = 1e6


@dataclass(frozen=True)
class Row:
    """Two players by the plies that they look ahead, 0 for who plays at random.

    ``debt``: of White, who moves first (``vela``). In a vela the first player is ``debtor`` in all games, or
    in none; in Dimy each opening is played twice, with the colours changed.
    """

    game: str
    plies: tuple[int, int]
    debt: int = 0
    debtor: bool = False

    @property
    def first_is_white(self) -> bool:
        """Whether the first player begins, in the first game of each opening."""
        return not self.debt or self.debtor == (self.debt > 0)

    def said(self) -> str:
        """Who plays, as cells of a table."""
        who = [f"{n} plies" if n else "at random" for n in self.plies]
        if self.debt:
            roles = ("debtor", "creditor") if self.debtor else ("creditor", "debtor")
            who = [f"{role}, {one}" for role, one in zip(roles, who, strict=True)]
        return " | ".join([self.game, *who])


_VELA = ((6, 0, True), (6, 0, False), (6, 3, True), (6, 3, False), (0, 0, True))
ROWS = (
    *(Row("vela", (first, second), 1, debtor) for first, second, debtor in _VELA),
    *(Row("vela-creditor", (first, second), -1, debtor) for first, second, debtor in _VELA),
    Row("dimy", (12, 0)),
    Row("dimy", (12, 6)),
    Row("dimy", (6, 3)),
)


class Table:
    """Where games are played; holds what the players think with."""

    def __init__(self) -> None:
        self._thinker = Thinker(memory_mb=1)
        self._searchers = {False: ahead.Searcher(), True: dimy.Searcher()}

    def openings(self, debt: int, seed: int) -> Iterator[Standing]:
        """Positions after random plies, in which there is a move, without end."""
        rng = random.Random(seed)  # noqa: S311
        while True:
            game, owes = Standing.of(START if debt else DIMY), debt
            for _ in range(OPENING):
                after = self._at_random(game, owes, rng)
                if after is None:
                    break
                game.play(after)
                owes = -owes
            else:
                if self._moves(game, owes):
                    yield game

    def play(self, game: Standing, debt: int, plies: tuple[int, int], rng: random.Random) -> int | None:
        """Play on to the end. ``debt`` and ``plies`` begin with who is to move. 0 or 1 wins, None draws."""
        self._thinker.forget()
        mover = 0
        while not game.drawn():
            after = self._chosen(game, debt, plies[mover], rng)
            if after is None:
                return 1 - mover
            game.play(after)
            debt, mover = -debt, 1 - mover
        return None

    def _chosen(self, game: Standing, debt: int, plies: int, rng: random.Random) -> State | None:
        """The move, by what it leads to; None where there is none: the mover has lost."""
        if debt and not first_phase(game.own, game.enemy, debt):
            self._thinker.ready()
            return self._thinker.think(game, Limits(nodes=NODES)).best
        if not plies:
            return self._at_random(game, debt, rng)
        found, _ = self._searchers[not debt].best(game, FOREVER_S, depth=plies, debt=debt)
        return found[0].after if found else None

    def _at_random(self, game: Standing, debt: int, rng: random.Random) -> State | None:
        moves = self._moves(game, debt)
        return rng.choice(sorted(moves)) if moves else None

    def _moves(self, game: Standing, debt: int) -> list[State]:
        return self._searchers[not debt].moves((game.own, game.enemy), debt)


def match(row: Row, games: int, seed: int = SEED) -> Tally:
    """So many games of a row, for its first player; exact for a seed."""
    table = Table()
    rng = random.Random(seed)  # noqa: S311
    tally = Tally()
    for opening in table.openings(row.debt, seed):
        for first in (0,) if row.debt else (0, 1):
            if tally.games >= games:
                return tally
            # With an even number of plies in the opening White is to move.
            swapped = first == 1 or not row.first_is_white
            plies = (row.plies[1], row.plies[0]) if swapped else row.plies
            winner = table.play(opening.copy(), row.debt, plies, rng)
            tally = tally.add(Played((), (), first, winner if winner is None else winner ^ swapped, ""))
    raise AssertionError("there is no end of openings")


def line(row: Row, tally: Tally) -> str:
    """A row of the table in the README."""
    return (
        f"| {row.said()} | {tally.games} | {tally.wins} {tally.draws} {tally.losses} "
        f"| {100 * tally.score:.1f} ± {100 * tally.error:.1f} % |"
    )


def main(arguments: list[str]) -> int:
    """The command line: how many games each."""

    def work() -> None:
        if len(arguments) > 1 or not all(word.isdecimal() and int(word) > 1 for word in arguments):
            raise UsageError("one number of games, two at least", f"left out it is {GAMES}")
        games = int(arguments[0]) if arguments else GAMES
        for row in ROWS:
            print(line(row, match(row, games)), flush=True)

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
