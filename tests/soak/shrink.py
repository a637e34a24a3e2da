"""Makes a sitting that went wrong as short and plain as it can be and still goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hands.plan import Plan
from hands.reeds import IDEAL, WORN
from soak.play import Outcome, play

Wrong = Callable[[Outcome], bool]
FIRST_GROUPS = frozenset(range(1, 12))
"""Numbers of the groups of touches that a turn may begin with; those within the move are 100 and more."""


def failed(outcome: Outcome) -> bool:
    return bool(outcome.fault)


def shrink(outcome: Outcome, wrong: Wrong = failed) -> Outcome:
    """The outcome of the plainest plan found that is still wrong in this sense."""
    best = outcome
    for plan in _simpler(best.plan, best.ply):
        found = play(plan)
        if wrong(found):
            best = found
            break
    is_new = True
    while is_new:
        is_new = False
        for plan in _leaner(best.plan, best.ply):
            found = play(plan)
            if wrong(found):
                best = found
                is_new = True
                break
    return best


def _simpler(plan: Plan, ply: int) -> Iterator[Plan]:
    """The same game with fewer and fewer turns that are played as they were."""
    for kept in (0, 1, 2, 4, 8):
        yield replace(plan, plain_before=ply - kept, stop=ply + 1)


def _leaner(plan: Plan, ply: int) -> Iterator[Plan]:
    if plan.reed != IDEAL:
        yield replace(plan, reed=IDEAL)
        if plan.reed != WORN:
            yield replace(plan, reed=WORN)
    for habit in sorted(plan.habits):
        yield replace(plan, habits=plan.habits - {habit})
    for group in (96, 97, 98, 99, *sorted(FIRST_GROUPS), *range(100, 111)):
        if group not in plan.left_out:
            yield replace(plan, left_out=plan.left_out | {group})
