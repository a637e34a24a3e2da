"""A fixed search, whose number of nodes tells one version of search and evaluation from another."""

from __future__ import annotations

from lakabe.engine.standing import START, Standing
from lakabe.engine.think import Limits, Thinker

DEPTH = 9

POSITIONS = (
    START,
    "BBBBBBBBB/BBBBBBBB1/BW1W1BWB1/WWWWWWWW1/WWWWWW2W B",
    "1BB1B2BB/B1B2B1B1/2WB1W3/1WW1W2W1/W1W2WW1W W",
    "9/1B2B2B1/3B5/2W1W1W2/1W7 W",
    "B8/9/3WB4/9/6W1W B",
    "BB2B2BB/1B5B1/9/1W5W1/WW2W2WW W",
)
"""Opening, middle game and endings; the last one is quiet."""


def signature() -> str:
    """The sum of nodes of a search of each position without tables, and the depth of it."""
    nodes = 0
    for text in POSITIONS:
        thinker = Thinker(memory_mb=16)
        thinker.ready()
        nodes += thinker.think(Standing.of(text), Limits(depth=DEPTH)).nodes
    return f"{nodes} nodes at depth {DEPTH}"
