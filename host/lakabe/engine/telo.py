"""Fanoron-Telo (S2) solved: the value of every position, by going through all of them.

There are a few thousand. The end is three in a row, or no move; play that never ends is a draw, which R11
makes of it. A position is the stones of the side to move and those of the other, nine bits each: bit
3 * row + column, from ``d2``. Colours do not matter, but for who places first.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache

from lakabe.engine.tables.values import Value

NAMES = tuple(f"{column}{row}" for row in (2, 3, 4) for column in "def")
"""The points by their bits."""
STONES = 3
"""That each side places."""
_ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The sets of points of which three own stones win: rows, columns and long diagonals."""


def _joined(p: int, q: int) -> bool:
    """Whether a line joins two points (B2): ``d2`` is strong, and so are all that have even bits."""
    across, up = abs(p % 3 - q % 3), abs(p // 3 - q // 3)
    return across + up == 1 or (across == up == 1 and p % 2 == 0)


_NEAR = tuple(tuple(q for q in range(9) if _joined(p, q)) for p in range(9))

State = tuple[int, int]
"""The stones of the side to move and of the other."""


@dataclass(frozen=True)
class Ply:
    """A move (N1), what it leads to, and the mover's value after it; distances count from before it."""

    text: str
    after: State
    value: Value


def has_three(stones: int) -> bool:
    """Whether they win (S2)."""
    return any(stones & row == row for row in _ROWS)


def moves(state: State) -> list[tuple[str, State]]:
    """The legal moves (N1) and what each leads to; none where the game is over."""
    own, other = state
    if has_three(other):
        return []
    free = 0o777 & ~(own | other)
    if (own | other).bit_count() < 2 * STONES:
        return [(NAMES[q], (other, own | 1 << q)) for q in range(9) if free >> q & 1]
    return [
        (f"{NAMES[p]}-{NAMES[q]}", (other, own ^ 1 << p | 1 << q))
        for p in range(9)
        if own >> p & 1
        for q in _NEAR[p]
        if free >> q & 1
    ]


@cache
def solve(start: State = (0, 0)) -> dict[State, Value]:
    """The value of each position that ``start`` leads to, for the side to move.

    Backwards from the ends: a position is won with a move to a lost one, and lost where all lead to won ones.
    What is never decided is a draw.
    """
    parents: dict[State, list[State]] = {start: []}
    left: dict[State, int] = {}
    found = deque(parents)
    while found:
        state = found.popleft()
        after = {child for _, child in moves(state)}
        left[state] = len(after)
        for child in after:
            if child not in parents:
                parents[child] = []
                found.append(child)
            parents[child].append(state)
    values: dict[State, Value] = {state: Value("loss", 0) for state, count in left.items() if not count}
    decided = deque(values)
    while decided:
        state = decided.popleft()
        value = values[state]
        for parent in parents[state]:
            if parent in values:
                continue
            left[parent] -= 1
            if value.result == "loss" or not left[parent]:
                values[parent] = value.before()
                decided.append(parent)
    return {state: values.get(state, Value("draw", None)) for state in parents}


def ranked(state: State) -> list[Ply]:
    """The moves of a position, the best first: quick wins, draws, slow losses."""
    values = solve() if state in solve() else solve(state)
    found = [Ply(text, after, values[after].before()) for text, after in moves(state)]
    return sorted(found, key=_preference)


def line(state: State, most: int = 16) -> list[str]:
    """How the game goes on if both sides play their best; a draw's line ends after a few moves."""
    texts: list[str] = []
    while len(texts) < most and (best := ranked(state)):
        texts.append(best[0].text)
        state = best[0].after
        if best[0].value.result == "draw" and len(texts) >= STONES:
            break
    return texts


def _preference(ply: Ply) -> tuple[int, int, str]:
    distance = ply.value.distance or 0
    if ply.value.result == "win":
        return 0, distance, ply.text
    return (1, 0, ply.text) if ply.value.result == "draw" else (2, -distance, ply.text)
