"""All sequences of moves that physics allows: no stone lands before it has risen, nor goes without rising."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import reference
from hands import games
from judge.contacts import Change
from judge.stones import Wide, in_order
from reference import Move, Point, Position

MOST = 20_000
"""Sequences of one window; with more of them it is too wide to list."""
Story = list[list[Move]]
"""For each ply the moves that lead to the same position."""


class Touched:
    """When contacts opened first, and closed first and last, as numbers; `blind` ones do not tell."""

    def __init__(self, changes: Sequence[Change], blind: frozenset[Point]) -> None:
        self.blind = blind
        self.opened: dict[Point, int] = {}
        self.closed: dict[Point, int] = {}
        self.came: dict[Point, int] = {}
        for n, (_, point, closed) in enumerate(in_order(changes)):
            if closed:
                self.closed[point] = n
                self.came.setdefault(point, n)
            else:
                self.opened.setdefault(point, n)

    def allows(self, move: Move) -> bool:
        """Return True if its stones can have moved and gone so."""
        if not move.captures <= self.opened.keys() | self.blind:
            return False
        start, end = move.steps[0].start, move.steps[-1].end
        if end not in self.closed and end not in self.blind:
            return False
        if isinstance(move, games.Placement) or start in self.blind:
            return True
        return start in self.opened and (end in self.blind or self.opened[start] < self.closed[end])

    def follows(self, move: Move, goal: Point | None) -> bool:
        """Return True if its stone can have landed after the one of the move before, on the goal."""
        end = move.steps[-1].end
        return not {goal, end} <= self.closed.keys() or self.came[goal] < self.closed[end]


def stories(game: str, position: Position, touched: Touched, plies: int) -> list[Story]:
    """Return each sequence of so many plies at most, the empty one first."""
    found: list[Story] = []
    for story in _stories(game, position, touched, plies):
        found.append(story)
        if len(found) > MOST:
            raise Wide
    return found


def _stories(
    game: str, position: Position, touched: Touched, plies: int, goal: Point | None = None
) -> Iterator[Story]:
    yield []
    if not plies:
        return
    following: dict[Position, list[Move]] = {}
    for move in _allowed(game, position, touched):
        if touched.follows(move, goal):
            following.setdefault(move.after, []).append(move)
    for after, moves in following.items():
        for rest in _stories(game, after, touched, plies - 1, moves[0].steps[-1].end):
            yield [moves, *rest]


def _allowed(game: str, position: Position, touched: Touched) -> list[Move]:
    """Return the legal moves of a position that the contacts allow."""
    own, enemy = position.own, position.enemy
    captures = game == games.ORDINARY and any(reference.capturing_steps(stone, own, enemy) for stone in own)
    if captures:  # there may be very many
        stones = [stone for stone in own if stone in touched.opened]
        found = [move for stone in stones for move in _chains(position, stone, touched)]
    else:
        found = games.moves(game, position)
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
