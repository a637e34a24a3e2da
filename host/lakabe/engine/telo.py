"""Fanoron-Telo (S2) solved: the value of every position, by going through all of them.

There are a few thousand. The end is three in a row, or no move; play that never ends is a draw, which R11
makes of it. A position is the stones of the side to move and those of the other, nine bits each: bit
3 * row + column, from ``d2``. Colours do not matter, but for who places first.

Where positions of the game have stood before, it is solved anew from there, with a draw wherever one stands
for the third time. Having stood once does not matter: who wins by the shortest way comes to none twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from lakabe.engine.tables.values import Value

NAMES = tuple(f"{column}{row}" for row in (2, 3, 4) for column in "def")
"""The points by their bits."""
STONES = 3
"""That each side places."""
_ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The sets of points of which three own stones win: rows, columns and long diagonals."""


_Node = TypeVar("_Node", bound=Hashable)


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


def on_board(stones: int) -> int:
    """The same points as bits of the whole board."""
    return (stones & 0o007) << 12 | (stones & 0o070) << 18 | (stones & 0o700) << 24


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
    """The value of each position that ``start`` leads to, for the side to move."""
    return _solved([start], lambda state: {after for _, after in moves(state)})


@dataclass(frozen=True)
class Known:
    """Of each position that one leads to, the value for the side to move, and whether R11 ends the game.

    Both are asked with the plies to it, which tell whose turn it is.
    """

    value: Callable[[State, int], Value]
    over: Callable[[State, int], bool] = lambda state, plies: False


def plain(state: State) -> Known:
    """Where nothing has stood before."""
    values = solve() if state in solve() else solve(state)
    return Known(lambda after, plies: values[after])


def minding(state: State, stood: Callable[[State, int], bool], left: int) -> Known:
    """Where positions have ``stood`` so often that they would be a draw, and in ``left`` plies all is one."""

    def after(node: tuple[State, int]) -> set[tuple[State, int]] | None:
        here, side = node
        found = {(child, 1 - side) for _, child in moves(here)}
        return None if found and stood(here, side) else found

    values = _solved([(child, 1) for _, child in moves(state)], after)

    def value(here: State, plies: int) -> Value:
        found = values[here, plies % 2]
        return found if plies + (found.distance or 0) <= left else Value("draw")

    return Known(value, lambda here, plies: plies >= left or stood(here, plies))


def _solved(starts: Iterable[_Node], after: Callable[[_Node], set[_Node] | None]) -> dict[_Node, Value]:
    """The value of each position that ``starts`` lead to; ``after`` tells what one leads to, None for a draw.

    Backwards from the ends: a position is won with a move to a lost one, and lost where all lead to won ones.
    What is never decided is a draw.
    """
    parents: dict[_Node, list[_Node]] = {start: [] for start in starts}
    left: dict[_Node, int] = {}
    found = deque(parents)
    while found:
        state = found.popleft()
        children = after(state)
        left[state] = -1 if children is None else len(children)
        for child in children or ():
            if child not in parents:
                parents[child] = []
                found.append(child)
            parents[child].append(state)
    values: dict[_Node, Value] = {state: Value("loss", 0) for state, count in left.items() if not count}
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


def ranked(state: State, known: Known | None = None, plies: int = 0) -> list[Ply]:
    """The moves of a position, the best first: quick wins, draws, slow losses.

    It comes ``plies`` after the one of which that is ``known``.
    """
    known = known or plain(state)
    found = [Ply(text, after, known.value(after, plies + 1).before()) for text, after in moves(state)]
    return sorted(found, key=_preference)


def line(state: State, known: Known | None = None, plies: int = 0, most: int = 16) -> list[str]:
    """How the game goes on if both sides play their best; a draw's line ends after a few moves."""
    known = known or plain(state)
    texts: list[str] = []
    while len(texts) < most and not known.over(state, plies) and (best := ranked(state, known, plies)):
        plies += 1
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
