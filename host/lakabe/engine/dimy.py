"""Moves for Fanoron-Dimy (S1): a plain search that counts stones, exact only where it sees the end.

The kernels of the smaller boards' tables know points outside as walls; this looks ahead with them. Captures
are compulsory, so at the leaves they are followed for some plies more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numba import int64

from lakabe.engine.bitboard import popcount
from lakabe.engine.jit import Array, recursive, type_of
from lakabe.engine.state import NO_VIEW
from lakabe.engine.tables.chains import RESULTS, STACK
from lakabe.engine.tables.index import View
from lakabe.engine.tables.small import small
from lakabe.engine.tables.solve import moves_within

WIN = 30_000
"""The score of a won game, less the plies to its end."""
PROVEN = WIN - 1_000
"""Scores beyond are of games that are seen to end."""
DEEPEST = 40
LEAVES = 6
"""Plies of captures that are followed at the leaves at most."""
STONE = 600
"""Centipoints of all stones: one more of 24 is worth a 24th of it, one of 6 a sixth."""
SPEED = 500_000
"""Positions a second that are expected before any has been counted."""
LINE = 4
"""Moves of a line."""

VIEW = NO_VIEW._replace(walls=((1 << 45) - 1) & ~small("5x5").board.points)
"""The board, without tables."""

_NODES, _LIMIT = range(2)

State = tuple[int, int]
"""The stones of the side to move and of the other."""


@recursive(int64(type_of(NO_VIEW), *(7 * (int64,)), int64[:, ::1], int64[:, ::1], int64[::1]))
def _value(
    view: View, own: int, enemy: int, depth: int, low: int, high: int, ply: int, first: int, out: Array,
    stack: Array, count: Array,
) -> int:  # fmt: skip
    """For the side to move, within ``low`` and ``high``; of no use once the limit of nodes is reached."""
    if count[_NODES] >= count[_LIMIT]:
        return 0
    count[_NODES] += 1
    end = moves_within(view, own, enemy, stack, out, first)
    if end == first:
        return ply - WIN
    if depth <= 0 and (out[first, 1] == enemy or depth <= -LEAVES or ply >= DEEPEST):
        mine = popcount(own)
        other = popcount(enemy)
        return STONE * (mine - other) // (mine + other)
    best = -WIN
    for i in range(first, end):
        value = -_value(
            view, out[i, 1], out[i, 0], depth - 1, -high, -max(low, best), ply + 1, end, out, stack, count
        )
        if value > best:
            best = value
            if best >= high:
                break
    return best


@dataclass(frozen=True)
class Way:
    """A move: what it leads to, as the mover sees it, and its score in centipoints, or WIN less plies."""

    after: State
    score: int


class Searcher:
    """Looks ahead. Holds its arrays; one question at a time."""

    def __init__(self) -> None:
        self._out = np.zeros(((DEEPEST + 2) * 64 + 2 * RESULTS, 2), np.int64)
        self._stack = np.zeros(STACK, np.int64)
        self._count = np.zeros(2, np.int64)
        self._speed = float(SPEED)

    def moves(self, state: State) -> list[State]:
        """What the legal moves lead to, as the mover sees it."""
        end = moves_within(VIEW, state[0], state[1], self._stack, self._out, 0)
        return list(dict.fromkeys((int(own), int(enemy)) for own, enemy in self._out[:end]))

    def best(
        self,
        state: State,
        seconds: float,
        ways: int = 1,
        depth: int = DEEPEST,
        enough: Callable[[], bool] = lambda: False,
    ) -> tuple[list[Way], int]:
        """The best moves, at most ``ways``, the best first, and how many plies were looked ahead.

        Ends after ``seconds``, ``depth`` plies, or when it is ``enough``.
        """
        until = time.monotonic() + seconds
        order = self.moves(state)
        found: list[Way] = [Way(after, 0) for after in order[:ways]]
        done = 0
        for plies in range(1, min(depth, DEEPEST) + 1):
            seen = self._iteration(order, plies, ways, until, enough)
            if seen is None:
                break
            found, done = seen[:ways], plies
            order = [way.after for way in seen]
            if all(abs(way.score) >= PROVEN for way in found):
                break
        return found, done

    def line(self, state: State, depth: int) -> list[State]:
        """How the game goes on, each position as its mover sees it."""
        after: list[State] = []
        for plies in range(depth, max(0, depth - LINE), -1):
            found, _ = self.best(state, 0.05, depth=plies)
            if not found:
                break
            after.append(found[0].after)
            state = (found[0].after[1], found[0].after[0])
        return after

    def _iteration(
        self, order: list[State], depth: int, ways: int, until: float, enough: Callable[[], bool]
    ) -> list[Way] | None:
        """All moves by their scores, exact for the best ``ways``; None where time was over before."""
        found: list[Way] = []
        for own, enemy in order:
            left = until - time.monotonic()
            if enough() or (left <= 0 and depth > 1):
                return None
            low = found[ways - 1].score if len(found) >= ways else -WIN - 1
            self._count[_NODES] = 0
            self._count[_LIMIT] = 1 << 40 if depth == 1 else max(1000, int(left * self._speed))
            began = time.monotonic()
            value = -int(
                _value(VIEW, enemy, own, depth - 1, -WIN - 1, -low, 1, 0, self._out, self._stack, self._count)
            )
            took = time.monotonic() - began
            if self._count[_NODES] > 10_000 and took > 0:
                self._speed = float(self._count[_NODES]) / took
            if self._count[_NODES] >= self._count[_LIMIT]:
                return None
            found.append(Way((own, enemy), value))
            found.sort(key=lambda way: -way.score)
        return found
