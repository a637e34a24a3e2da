"""All sequences of moves that physics allows: no stone lands before it has risen, nor goes without rising."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import reference
from hands import games
from judge.contacts import Change
from reference import Move, Point, Position

SLIDE_US = 75_000
"""The next contact of a stone that slides closes at most so long before it leaves the one behind."""
Story = list[list[Move]]
"""For each ply the moves that lead to the same position."""


class Touched:
    """When contacts opened first and closed last, from some moment on; `blind` ones do not tell."""

    def __init__(self, changes: Iterable[Change], blind: frozenset[Point]) -> None:
        self.blind = blind
        self.opened: dict[Point, int] = {}
        self.closed: dict[Point, int] = {}
        for us, point, closed in changes:
            if closed:
                self.closed[point] = max(us, self.closed.get(point, 0))
            else:
                self.opened[point] = min(us, self.opened.get(point, us))

    def allows(self, move: Move) -> bool:
        """Return True if its stones can have moved and gone so."""
        if not move.captures <= self.opened.keys() | self.blind:
            return False
        start, end = move.steps[0].start, move.steps[-1].end
        if end not in self.closed and end not in self.blind:
            return False
        if isinstance(move, games.Placement) or start in self.blind:
            return True
        if start not in self.opened:
            return False
        return end in self.blind or self.opened[start] - SLIDE_US <= self.closed[end]


def stories(game: str, position: Position, touched: Touched, plies: int) -> Iterator[Story]:
    """Yield each sequence of so many plies at most, the empty one first."""
    yield []
    if not plies:
        return
    following: dict[Position, list[Move]] = {}
    for move in allowed(game, position, touched):
        following.setdefault(move.after, []).append(move)
    for after, moves in following.items():
        for rest in stories(game, after, touched, plies - 1):
            yield [moves, *rest]


def allowed(game: str, position: Position, touched: Touched) -> list[Move]:
    """Return the legal moves of a position that the contacts allow."""
    if game != games.ORDINARY:
        return [move for move in games.moves(game, position) if touched.allows(move)]
    own, enemy = position.own, position.enemy
    if any(reference.capturing_steps(stone, own, enemy) for stone in own):
        stones = [stone for stone in own if stone in touched.opened]
        found = [move for stone in stones for move in _chains(position, stone, touched)]
    else:
        found = [
            Move(
                (reference.Step(stone, end, ""),),
                (frozenset(),),
                position.after(own - {stone} | {end}, enemy),
            )
            for stone in own
            if stone in touched.opened
            for end in reference.neighbours(stone).values()
            if end not in own and end not in enemy
        ]
    return [move for move in found if touched.allows(move)]


def _chains(position: Position, stone: Point, touched: Touched) -> Iterator[Move]:
    """Yield the capturing moves of a stone of which all that they take has risen."""
    todo: list[tuple[Move, frozenset[Point], reference.Direction | None]] = [
        (Move((), (), position), frozenset({stone}), None)
    ]
    while todo:
        begun, visited, last = todo.pop()
        now = begun.after
        at = begun.steps[-1].end if begun.steps else stone
        own, enemy = (now.enemy, now.own) if begun.steps else (now.own, now.enemy)
        for direction, step, taken in reference.capturing_steps(at, own, enemy):
            if step.end in visited or direction == last or not taken <= touched.opened.keys():
                continue
            after = position.after(own - {at} | {step.end}, enemy - taken)
            move = Move((*begun.steps, step), (*begun.taken, taken), after)
            yield move
            todo.append((move, visited | {step.end}, direction))
