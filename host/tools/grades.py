"""How true the grades of analyses are: python -m tools.grades [POSITIONS]

Positions of six stones come from games of levels 2 and 3. Each move is graded as `lakabe analyse` does, with
the tables of five stones that come with the package, and judged by tables of six, which `make tables` builds.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from lakabe.engine import lines
from lakabe.engine.first_moves import openings
from lakabe.engine.standing import START, Standing
from lakabe.engine.tables.store import VARIABLE, Tables, TablesError, default_directory, package_directory
from lakabe.errors import UsageError, exit_code_of
from lakabe.help.analysis.annotate import WORTH_SAYING
from lakabe.help.analysis.examine import Examined, close_sources, examine
from lakabe.help.analysis.report import analyse
from lakabe.help.analysis.settings import NODES, Settings
from lakabe.help.level import LEVELS
from lakabe.help.player import choose
from lakabe.help.question import Question
from lakabe.help.source import Ours

POSITIONS = 1500
STONES = 6
SEED = 23
QUIET = 24
"""Plies without a capture after which a game is given up."""
_POINTS = {"win": 2, "draw": 1, "loss": 0}


def places(seed: int, stones: int) -> Iterator[tuple[str, str]]:
    """Positions (N2) with so many stones, each once, and the move (N1) that was played there; without end."""
    source = Ours()
    rng = random.Random(seed)  # noqa: S311
    seen: set[str] = set()
    for opening in openings(seed):
        standing = Standing.of(START)
        for text in opening:
            standing.play_text(text)
        while standing.over() is None and standing.quiet < QUIET:
            count = (standing.own | standing.enemy).bit_count()
            if count < stones:
                break
            position = standing.text()
            # With few stones a weak level plays, which errs often.
            move = choose(source, Question(position), LEVELS[1 if count <= stones + 2 else 2], rng)
            if count == stones and position not in seen and len(standing.results()) > 1:
                seen.add(position)
                yield position, move
            standing.play_text(move)


def judged(position: str, move: str, truth: Tables, settings: Settings) -> tuple[bool, bool, bool, bool]:
    """Of a move: whether its grade is bad; whether it is; whether another is called faster; whether it is."""
    standing = Standing.of(position)
    own, enemy = lines.parse_move(standing.own, standing.enemy, move)
    best, after = truth.value(standing.own, standing.enemy), truth.value(enemy, own)
    assert best is not None
    assert after is not None
    played = after.before()
    examined = [
        Examined.of(examine(position, (move,)[:at], False, settings, played=then))
        for at, then in ((0, move), (1, None))
    ]
    found = analyse(position, (move,), examined).moves[0]
    faster = best.result == played.result == "win" and (played.distance or 0) > (best.distance or 0)
    bad = _POINTS[played.result] < _POINTS[best.result]
    return found.grade in WORTH_SAYING, bad, found.slower, faster


def main(arguments: list[str]) -> int:
    """The command line: how many positions."""

    def work() -> None:
        if len(arguments) > 1 or not all(word.isdecimal() and int(word) for word in arguments):
            raise UsageError("one number of positions", f"left out it is {POSITIONS}")
        truth = Tables(default_directory())
        if truth.stones < STONES:
            raise TablesError(f"there are no tables of {STONES} stones", "build them with `make tables`")
        os.environ[VARIABLE] = str(package_directory())
        count = int(arguments[0]) if arguments else POSITIONS
        grades: Counter[tuple[bool, bool]] = Counter()
        slow: Counter[bool] = Counter()
        for position, move in islice(places(SEED, STONES), count):
            graded, bad, slower, faster = judged(position, move, truth, Settings(nodes=NODES))
            grades[graded, bad] += 1
            slow[faster] += slower
        close_sources()
        print(f"{count} moves, {grades[True, True] + grades[False, True]} of them bad")
        print(f"graded as bad: {grades[True, True]} that are, {grades[True, False]} that are not")
        print(f"something was faster: {slow[True]} times it was, {slow[False]} times not")

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
