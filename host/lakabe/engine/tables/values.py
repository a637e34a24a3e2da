"""What is known of a position: who wins, and how many moves it takes.

A byte holds it: an odd number is a win for the side to move in that many plies, an even number a loss, 0
being a side that has lost already (R10); ``DRAWN`` and ``OPEN`` are draws. Distances are those of best play:
the winner takes the shortest way and the loser the longest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LONGEST = 253
"""The longest distance that fits; a longer one stops a build."""

DRAWN = 254
"""A draw by captures: its best capture leads to a draw."""

OPEN = 255
"""Not decided: while a layer is built, not yet; afterwards a draw without a capture in it."""

DRAW, WIN, LOSS = 0, 1, 2
"""Two bits of a position in the compact file, for the side to move."""

Result = Literal["win", "draw", "loss"]

_OTHER: dict[Result, Result] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Value:
    """A proven value for the side to move.

    ``distance`` counts plies to the end of a won or lost game; None for a draw, or where only the compact
    file is there.
    """

    result: Result
    distance: int | None = None

    def before(self) -> Value:
        """The value for the other side of a move that leads here."""
        distance = None if self.distance is None else self.distance + 1
        return Value(_OTHER[self.result], distance)

    def __str__(self) -> str:
        return self.result if self.distance is None else f"{self.result} in {self.distance}"


def value_of(code: int) -> Value:
    """The value that a byte stands for."""
    if code > LONGEST:
        return Value("draw")
    return Value("win" if code & 1 else "loss", code)
