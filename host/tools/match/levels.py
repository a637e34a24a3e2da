"""How strong the levels are: python -m tools.match.levels [GAMES] [random]

By matches of each against the one below it, or against somebody who moves at random: paired games from random
openings of four plies, 60 quiet plies a draw, as `tools.match` has them.
"""

from __future__ import annotations

import random
import sys

from lakabe.engine.first_moves import openings
from lakabe.engine.standing import START, Standing
from lakabe.errors import UsageError, exit_code_of
from lakabe.help.level import LEVELS, Level
from lakabe.help.player import choose
from lakabe.help.question import Question
from lakabe.help.source import Ours
from tools.match.games import Played, Tally

GAMES = 40
QUIET = 60
SEED = 7
RANDOM = Level(1, 200, care=1e9)
"""All moves are alike to it."""


def play(
    source: Ours, levels: tuple[Level, Level], white: int, opening: tuple[str, ...], rng: random.Random
) -> Played:
    """A game; ``levels[white]`` has White."""
    standing = Standing.of(START)
    for text in opening:
        standing.play_text(text)
    moves = list(opening)
    while True:
        mover = white if standing.text().endswith(" W") else 1 - white
        end = standing.over()
        played = tuple(moves[len(opening) :])
        if end == "loss":
            return Played(opening, played, white, 1 - mover, "no-move")
        if end == "draw" or standing.quiet >= QUIET:
            return Played(opening, played, white, None, "quiet")
        move = choose(source, Question(START, tuple(moves)), levels[mover], rng)
        moves.append(move)
        standing.play_text(move)


def match(levels: tuple[Level, Level], games: int, seed: int = SEED) -> Tally:
    """So many games of the first level against the second; exact for a seed if neither has a clock."""
    rng = random.Random(seed)  # noqa: S311
    source = Ours()
    tally = Tally()
    for opening in openings(seed):
        for white in (0, 1):
            if tally.games >= games:
                return tally
            source.forget()
            tally = tally.add(play(source, levels, white, opening, rng))
    raise AssertionError("there is no end of openings")


def main(arguments: list[str]) -> int:
    """The command line: how many games each, and against whom."""

    def work() -> None:
        at_random = arguments[-1:] == ["random"]
        counts = arguments[:-1] if at_random else arguments
        if len(counts) > 1 or not all(word.isdecimal() and int(word) > 1 for word in counts):
            raise UsageError("one number of games, two at least, and random", f"left out it is {GAMES}")
        games = int(counts[0]) if counts else GAMES
        for number in range(1 if at_random else 2, len(LEVELS) + 1):
            tally = match((LEVELS[number - 1], RANDOM if at_random else LEVELS[number - 2]), games)
            against = "random moves" if at_random else str(number - 1)
            print(
                f"level {number} against {against}: +{tally.wins} ={tally.draws} -{tally.losses}, "
                f"{100 * tally.score:.1f} ± {100 * tally.error:.1f} %, {tally.elo():+.0f} Elo",
                flush=True,
            )

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
