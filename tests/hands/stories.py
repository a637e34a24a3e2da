"""Which moves contacts can mean that hands corrected: all sequences of a few plies that fit them (P3).

A slow and obvious reading, so that hands only do what has one meaning. It knows physics: a stone that has
moved has risen, and it rose before it landed; a stone that was taken has risen.
"""

from __future__ import annotations

from collections.abc import Iterator

from hands.acts import TURN, Act
from hands.umpire import Occupied, Turn
from reference import Move, Point, Position

LONGEST = 3
"""Plies in a story, at most."""
Story = tuple[Move, ...]


class Record:
    """What contacts did from a position on: when each opened and closed, and how they stand at last."""

    def __init__(self, occupied: Occupied, acts: list[Act]) -> None:
        self.begun = occupied
        self.shown = frozenset(after(occupied, acts))
        self.opened: dict[Point, int] = {}
        self.closed: dict[Point, int] = {}
        for n, act in enumerate(acts):
            if act.point == TURN:
                continue
            if act.placed:
                self.closed[act.point] = n  # the last time
            else:
                self.opened.setdefault(act.point, n)  # the first

    def allows(self, move: Move) -> bool:
        """Whether its stone can have moved so, and what it takes have risen."""
        start, end = move.steps[0].start, move.steps[-1].end
        if not all(p in self.opened for p in move.captures):
            return False
        if start == end:
            return True
        rose = self.opened.get(start)
        return rose is not None and rose < self.closed.get(end, -1)


def after(occupied: Occupied, acts: list[Act]) -> set[Point]:
    """The points that are occupied after these acts."""
    points = set(occupied)
    for act in acts:
        if act.point != TURN:
            (points.add if act.placed else points.discard)(act.point)
    return points


def stories(turn: Turn, record: Record, plies: int = LONGEST) -> Iterator[Story]:
    """All that explain how the reeds stand at last."""
    if turn.shown(turn.position) == record.shown:
        yield ()
    if plies:
        for move in turn.moves:
            if record.allows(move):
                for rest in stories(turn.following(move), record, plies - 1):
                    yield (move, *rest)


def ends(turn: Turn, record: Record, plies: int = LONGEST) -> set[tuple[Position, ...]]:
    """The positions that follow each other in each of the stories."""
    return {tuple(move.after for move in story) for story in stories(turn, record, plies)}
