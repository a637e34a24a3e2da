"""What the board must record of a move, given what its contacts could tell (P7, P8)."""

from __future__ import annotations

from reference import Move, Point


def acceptable(
    all_moves: list[Move], intended: Move, set_down: tuple[Point, ...], taken: tuple[Point, ...]
) -> frozenset[str]:
    """The N1 texts that are right for one performance of `intended`.

    set_down: the points on which the moving stone was put down, in order, the last included.
    taken: the stones taken, in the order in which they came off.
    Only moves that lead to the intended position are right. Of those, the ones whose points and captures the
    contacts followed: the stone was put down on all points of the move, or only on its last one, and each
    step's stones came off before those of the next. Where no captures were followed the points alone tell;
    of several moves left, the ones with the fewest steps.
    """
    same = [move for move in all_moves if move.after == intended.after]
    if len(set_down) > 1:
        same = [move for move in same if tuple(step.end for step in move.steps) == set_down]
    followed = [move for move in same if in_order(move, taken)] or same
    fewest = min(len(move.steps) for move in followed)
    return frozenset(move.text for move in followed if len(move.steps) == fewest)


def in_order(move: Move, taken: tuple[Point, ...]) -> bool:
    """Whether the stones came off step by step."""
    steps = [next(n for n, stones in enumerate(move.taken) if point in stones) for point in taken]
    return steps == sorted(steps)
