"""What the board must record of a move, given what its contacts could tell (P7, P8)."""

from __future__ import annotations

from reference import Move, Point


def acceptable(
    all_moves: list[Move], intended: Move, set_down: tuple[Point, ...], in_turn: bool
) -> frozenset[str]:
    """The N1 texts that are right for one performance of `intended`.

    set_down: the points on which the moving stone was put down, in order, the last included.
    in_turn: whether each step's captures left between its neighbours' (then they tell every choice).
    Only moves that lead to the intended position are right. Of those, the ones that go through the points the
    contacts showed; where only the last point showed, the ones with the fewest steps (P8).
    """
    if in_turn and len(set_down) == len(intended.steps):
        return frozenset({intended.text})
    same = [m for m in all_moves if m.after == intended.after]
    if len(set_down) == len(intended.steps):
        followed = [m for m in same if tuple(step.end for step in m.steps) == set_down]
        return frozenset(m.text for m in followed)
    fewest = min(len(m.steps) for m in same)
    return frozenset(m.text for m in same if len(m.steps) == fewest)
