"""Which of several sequences of moves the contacts tell: P1 to P7 one after the other, as counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.contacts import Change
from judge.stories import Story
from reference import Move, Point, Position

RULES = (
    "P1: what the reeds show in the end",
    "P1: each move stood",
    "P3: *turn* was pressed",
    "P2: who rose first",
    "P7: which stones were touched",
    "P6: what came off first",
)
"""What speaks against a sequence, the strongest first: how many

points show something else in the end; moves never stood complete; turns went on after *turn* had ended them;
turns went on where the other side rose first, or ended where the stone that had moved did; contacts changed
that have nothing to do with the moves; stones came off before those of an earlier step.
"""
Against = tuple[int, ...]
NOTHING: Against = (0,) * len(RULES)
TOGETHER_US = 12_000
"""Contacts that change so close together have no order."""

Shown = frozenset[Point]


class Window:
    """The changes between two moments.

    shown: the occupied points before each and after all of them. presses: before which change *turn* was
    pressed.
    """

    def __init__(self, changes: Sequence[Change], shown: Sequence[Shown], presses: Sequence[int]) -> None:
        self.changes = changes
        self.shown = shown
        self.presses = presses

    def part(self, begin: int, end: int) -> tuple[dict[Point, int], set[Point]]:
        """Return when each contact opened last between these changes, and which changed at all."""
        part = self.changes[begin:end]
        return {c.point: c.us for c in part if not c.closed}, {c.point for c in part}


def against(window: Window, floor: Position, story: Story) -> Against:
    """Return what speaks against this sequence, with the moments between its moves that suit it best."""
    results = [occupied(floor), *(occupied(moves[0].after) for moves in story)]
    aside = len(window.shown[-1] ^ results[-1])
    count = len(window.changes)
    if not story:
        return _counts(aside, touched=len({change.point for change in window.changes}))
    # By the change with which the next move begins.
    best = {0: _counts(aside)}
    for n, moves in enumerate(story):
        following: dict[int, Against] = {}
        for begin, before in best.items():
            for end, stood in _ends(window, begin, results[n + 1], n + 1 == len(story)):
                goal = story[n - 1][0].steps[-1].end if n else None
                own = min(_of_move(window, begin, end, move, goal) for move in moves)
                total = _sum(before, own, _counts(0, not stood))
                following[end] = min(total, following.get(end, total))
        best = following
    return best[count]


def occupied(position: Position) -> Shown:
    """Return the points on which stones stand."""
    return position.white | position.black


def _ends(window: Window, begin: int, result: Shown, is_last: bool) -> Iterator[tuple[int, bool]]:
    """Yield with which change a move can end, and whether it stood complete then."""
    count = len(window.changes)
    if is_last:
        yield count, True
        return
    stood = [k for k in range(begin, count + 1) if window.shown[k] == result]
    for k in stood or range(begin, count + 1):
        yield k, bool(stood)


def _of_move(window: Window, begin: int, end: int, move: Move, goal: Point | None) -> Against:
    """Return what speaks against this move between these changes. goal: where the one before has ended."""
    opened, touched = window.part(begin, end)
    path = {move.steps[0].start, *(step.end for step in move.steps)}
    pressed = order = 0
    for n, standing in enumerate(_standing(move), 1):
        stood = [k for k in range(begin, end) if window.shown[k] == standing]
        pressed += any(k in window.presses for k in stood)
        if stood:
            later = frozenset().union(*move.taken[n:])
            order += _is_before(opened, later, {move.steps[n - 1].end})
    if goal in move.captures and begin not in window.presses:
        order += _is_before(opened, {goal}, {move.steps[0].start})
    early = sum(
        _is_before(opened, {point}, taken)
        for n, stones in enumerate(move.taken)
        for point in stones
        for taken in move.taken[:n]
    )
    return _counts(0, 0, pressed, order, len(touched - path - move.captures), early)


def _is_before(
    opened: dict[Point, int], first: set[Point] | frozenset[Point], then: set[Point] | frozenset[Point]
) -> bool:
    """Return True if one of the first points clearly opened before one of the others."""
    one = [opened[point] for point in first if point in opened]
    other = [opened[point] for point in then if point in opened]
    return bool(one and other) and min(one) < max(other) - TOGETHER_US


def _standing(move: Move) -> list[Shown]:
    """Return what the reeds show where the first step, the first two and so on of a move stand complete."""
    stones = occupied(move.after) - {move.steps[-1].end} | move.captures
    return [
        stones - frozenset().union(*move.taken[:n]) | {move.steps[n - 1].end}
        for n in range(1, len(move.steps))
    ]


def _counts(
    aside: int, never_stood: int = 0, pressed: int = 0, order: int = 0, touched: int = 0, early: int = 0
) -> Against:
    return aside, int(never_stood), pressed, order, touched, early


def _sum(*counts: Against) -> Against:
    return tuple(map(sum, zip(*counts, strict=True)))
