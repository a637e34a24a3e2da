"""What makes a level: it looks less far, overlooks moves, and is content with the second best.

Each move is overlooked with some probability, and of those seen, one is chosen the rarer, the more it gives
away in a short search. So a weak level still takes what is plainly best most of the time, as people do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from lakabe.language.saying import say


@dataclass(frozen=True)
class Level:
    """How to err.

    ``depth`` of the search in plies, None for the best move of ``seconds``. The ``ways`` best moves are
    weighed; ``overlooks`` is the chance not to see one. A move that gives away ``care`` points of 100 is
    chosen e times as rarely as the best one seen. Where ``varies`` is not 0, the opening book is asked first,
    and one of its moves is chosen with that as care.
    """

    depth: int | None
    ways: int = 16
    overlooks: float = 0.0
    care: float = 0.0
    seconds: float = 1.0
    varies: float = 0.0


LEVELS = (
    Level(1, 16, 0.40, 25.0),
    Level(1, 16, 0.25, 12.0),
    Level(2, 16, 0.15, 7.0),
    Level(3, 12, 0.08, 4.0),
    Level(4, 8, 0.04, 2.5),
    Level(6, 6, 0.01, 1.5, varies=4.0),
    Level(None, 1, varies=2.0),
)
"""Level 1 first; the last one does not err."""
SAID = (
    say("looks one move ahead and overlooks four moves in ten; random moves win one game in six against it"),
    say("looks one move ahead and overlooks one move in four; wins three of four games against level 1"),
    say(
        "sees the reply to its move and overlooks one move in seven; wins three of four games against level 2"
    ),
    say("looks three moves ahead, of both sides; has three quarters of the points against level 3"),
    say("looks four moves ahead and overlooks few; has seven tenths of the points against level 4"),
    say("looks six moves ahead and knows the openings; has two thirds of the points against level 5"),
    say(
        "thinks for a second and errs with nothing that it sees; "
        "has seven tenths of the points against level 6"
    ),
)
"""What each level is like, as measured by ``tools.match.levels``, for who chooses one."""
OF_A_PROGRAM = say(
    "has as much depth or time as ours at this level, and errs as often; how well it plays is not known"
)
"""What each level of another engine's program is like."""


def pick(shares: Sequence[float], level: Level, rng: random.Random) -> int:
    """Which of some moves to play; ``shares`` of the points that each is worth, 0 to 1, the best first."""
    if not level.care:
        return 0
    seen = [i for i in range(len(shares)) if rng.random() >= level.overlooks] or [0]
    best = shares[seen[0]]
    weights = [math.exp(-100 * (best - shares[i]) / level.care) for i in seen]
    return rng.choices(seen, weights)[0]
