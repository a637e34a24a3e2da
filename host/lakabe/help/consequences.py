"""What a move takes, and what it leaves for the opponent to take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fanorona.rules import notation
from lakabe.engine import moves
from lakabe.engine.bitboard import points_of

After = tuple[int, int]
"""Own and enemy stones after a move, as its mover sees them."""


@dataclass(frozen=True)
class Consequences:
    """Of one move: the points of the stones it takes, those the opponent can take next, and the most of them
    that one reply takes."""

    takes: tuple[str, ...]
    hanging: tuple[str, ...]
    most: int


def consequences(enemy: int, after: After) -> Consequences:
    """Of the move that leads to ``after``, where ``enemy`` were the opponent's stones before it."""
    hanging, most = _threats(after)
    return Consequences(names(enemy & ~after[1]), names(hanging), most)


def exchange(enemy: int, results: Sequence[After]) -> list[int]:
    """How many stones each move of a line takes, where ``enemy`` are the opponent's at first.

    ``results`` are own and enemy after each move, as its mover sees them.
    """
    taken = []
    for after in results:
        taken.append((enemy ^ after[1]).bit_count())
        enemy = after[0]
    return taken


def safest(enemy: int, results: Sequence[After]) -> int:
    """The best that any move does at once: stones it takes, less the most that a reply to it takes."""
    return max((enemy ^ after[1]).bit_count() - _threats(after)[1] for after in results)


def _threats(after: After) -> tuple[int, int]:
    """The stones that the opponent can take, and the most that one reply takes."""
    own, enemy = after
    hanging, most = 0, 0
    for _, left in moves.results(enemy, own):
        hanging |= own & ~left
        most = max(most, (own & ~left).bit_count())
    return hanging, most


def names(points: int) -> tuple[str, ...]:
    """The points of a set, in their order."""
    return tuple(notation.point_name(p) for p in points_of(points))
