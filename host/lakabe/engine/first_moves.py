"""Random openings, for games that the engine plays."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lakabe.engine import lines
from lakabe.engine.standing import START, Standing

OPENING_PLIES = 4


def openings(seed: int, plies: int = OPENING_PLIES) -> Iterator[tuple[str, ...]]:
    """Random openings of so many plies that leave the game open, without end, the same for a seed."""
    rng = random.Random(seed)  # noqa: S311
    seen = set()
    while True:
        standing = Standing.of(START)
        texts = []
        for _ in range(plies):
            # In an order of their own: a seed gives the same openings to every version of the engine.
            found = sorted(standing.results())
            if not found:
                break
            after = rng.choice(found)
            texts.append(lines.format_move(standing.own, standing.enemy, after))
            standing.play(after)
        opening = tuple(texts)
        if standing.over() is None and opening not in seen:
            seen.add(opening)
            yield opening
