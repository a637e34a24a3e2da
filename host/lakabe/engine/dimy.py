"""Moves for Fanoron-Dimy (S1): its board, on which ``ahead`` looks ahead.

The kernels of the smaller boards' tables know points outside as walls.
"""

from __future__ import annotations

from lakabe.engine import ahead
from lakabe.engine.state import NO_VIEW
from lakabe.engine.tables.small import small

VIEW = NO_VIEW._replace(walls=((1 << 45) - 1) & ~small("5x5").board.points)
"""The board, without tables."""


class Searcher(ahead.Searcher):
    """Looks ahead in Dimy."""

    def __init__(self) -> None:
        super().__init__(VIEW)
