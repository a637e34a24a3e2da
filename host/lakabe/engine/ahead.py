"""A plain search for the games that the engine's own does not know: Dimy (S1), and velas (V) to their end.

It is exact only where it sees the end. In Dimy it counts stones; captures are compulsory, so at the leaves
they are followed for some plies more. In a vela a leaf is worth what it promises (``vela``). What R11 makes a
draw counts as one, as in the engine's own search.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numba import int16, int64

from lakabe.engine.bitboard import popcount
from lakabe.engine.evaluate import HIDDEN, load_weights
from lakabe.engine.jit import Array, kernel, recursive, type_of
from lakabe.engine.machine import pinned, pinned_type
from lakabe.engine.memo import key_of
from lakabe.engine.moves import generate
from lakabe.engine.standing import Course
from lakabe.engine.state import LIMIT, NO_VIEW, NODES, PAST, PATH, drawn, stuck
from lakabe.engine.state import LINE as STATE  # what a thread keeps, but for its lines
from lakabe.engine.tables.chains import RESULTS, STACK
from lakabe.engine.tables.index import View
from lakabe.engine.tables.solve import moves_within
from lakabe.engine.vela import first_phase, offers, promise, thefts

WIN = 30_000
"""The score of a won game, less the plies to its end."""
PROVEN = WIN - 1_000
"""Scores beyond are of games that are seen to end."""
DEEPEST = 40
LEAVES = 6
"""Plies of captures that are followed at the leaves of Dimy at most."""
STONE = 600
"""Centipoints of all stones: one more of 24 is worth a 24th of it, one of 6 a sixth."""
SPEED = 500_000
"""Positions a second that are expected before any has been counted."""
LINE = 4
"""Moves of a line."""

State = tuple[int, int]
"""The stones of the side to move and of the other."""

_HELD = pinned_type(type_of(NO_VIEW), int16[::1], int16[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1])


@kernel
def moves_of(view: View, own: int, enemy: int, debt: int, stack: Array, out: Array, n: int) -> int:
    """Write (own, enemy) after each move that does not forfeit (V5) into ``out[n:]``; the end.

    ``debt``: see ``vela``. ``stack`` is for Dimy.
    """
    if not debt:
        return moves_within(view, own, enemy, stack, out, n)
    if not first_phase(own, enemy, debt):
        return generate(own, enemy, True, out, n)
    if debt > 0:
        return thefts(own, enemy, out, n)
    return offers(own, enemy, out, n)


@recursive(int64(*(9 * (int64,)), _HELD))
def _value(
    own: int, enemy: int, debt: int, depth: int, low: int, high: int, ply: int, quiet: int, first: int,
    held: Array,
) -> int:  # fmt: skip
    """For the side to move, within ``low`` and ``high``; of no use once the limit of nodes is reached."""
    view, weights, views, out, stack, state = held[0]
    if state[NODES] >= state[LIMIT]:
        return 0
    state[NODES] += 1
    in_first = first_phase(own, enemy, debt)
    if not in_first:  # in which every second ply is a capture (V3)
        key = key_of(own, enemy)
        state[PATH + state[PAST] + ply] = key
        if quiet and drawn(state, key, ply, quiet):
            return ply - WIN if stuck(own, enemy | view.walls) else 0
    if debt and depth <= 0 and not in_first:
        return ply - WIN if stuck(own, enemy) else promise(own, enemy, debt, weights, views)
    end = moves_of(view, own, enemy, debt, stack, out, first)
    if end == first:
        return ply - WIN  # R10, and V5: a debtor is always left something, for no step that forfeits is tried
    if in_first and depth <= 0:
        return promise(own, enemy, debt, weights, views)
    if depth <= 0 and (out[first, 1] == enemy or depth <= -LEAVES or ply >= DEEPEST):
        mine = popcount(own)
        other = popcount(enemy)
        return STONE * (mine - other) // (mine + other)
    best = -WIN
    for i in range(first, end):
        quiet_after = quiet + 1 if out[i, 1] == enemy else 0
        value = -_value(
            out[i, 1], out[i, 0], -debt, depth - 1, -high, -max(low, best), ply + 1, quiet_after, end, held
        )
        if value > best:
            best = value
            if best >= high:
                break
    return best


@kernel
def _after(
    own: int, enemy: int, debt: int, depth: int, high: int, quiet: int, view: View, weights: Array,
    views: Array, out: Array, stack: Array, state: Array,
) -> int:  # fmt: skip
    """``_value`` of the position after the root's move."""
    held = pinned((view, weights, views, out, stack, state))
    return _value(own, enemy, debt, depth, -WIN - 1, high, 1, quiet, 0, held)


@dataclass(frozen=True)
class Way:
    """A move: what it leads to, as the mover sees it, and its score in centipoints, or WIN less plies."""

    after: State
    score: int


class Searcher:
    """Looks ahead on the board of ``view``. Holds its arrays; one question at a time.

    ``debt`` (``vela``) is always seen from who is to move in the position asked about.
    """

    def __init__(self, view: View = NO_VIEW) -> None:
        self._view = view
        self._weights = load_weights()
        self._views = np.zeros((2, HIDDEN), np.int16)
        self._out = np.zeros(((DEEPEST + 2) * 64 + 2 * RESULTS, 2), np.int64)
        self._stack = np.zeros(STACK, np.int64)
        self._state = np.zeros(STATE, np.int64)
        self._speed = float(SPEED)

    def moves(self, state: State, debt: int = 0) -> list[State]:
        """What the legal moves lead to, as the mover sees it, but for those that forfeit (V5)."""
        end = moves_of(self._view, state[0], state[1], debt, self._stack, self._out, 0)
        return list(dict.fromkeys((int(own), int(enemy)) for own, enemy in self._out[:end]))

    def best(
        self,
        course: Course,
        seconds: float,
        ways: int = 1,
        depth: int = DEEPEST,
        enough: Callable[[], bool] = lambda: False,
        debt: int = 0,
    ) -> tuple[list[Way], int]:
        """The best moves, at most ``ways``, the best first, and how many plies were looked ahead.

        Ends after ``seconds``, ``depth`` plies, or when it is ``enough``.
        """
        until = time.monotonic() + seconds
        course.tell(self._state)
        order = self.moves((course.own, course.enemy), debt)
        found: list[Way] = [Way(after, 0) for after in order[:ways]]
        done = 0
        for plies in range(1, min(depth, DEEPEST) + 1):
            seen = self._iteration(course, order, debt, plies, ways, until, enough)
            if seen is None:
                break
            found, done = seen[:ways], plies
            order = [way.after for way in seen]
            if all(abs(way.score) >= PROVEN for way in found):
                break
        return found, done

    def line(self, course: Course, depth: int, debt: int = 0) -> list[State]:
        """How the game goes on, each position as its mover sees it."""
        after: list[State] = []
        for plies in range(depth, max(0, depth - LINE), -1):
            if course.drawn():
                break
            found, _ = self.best(course, 0.05, depth=plies, debt=debt)
            if not found:
                break
            after.append(found[0].after)
            course = course.after(found[0].after)
            debt = -debt
        return after

    def _iteration(
        self, course: Course, order: list[State], debt: int, depth: int, ways: int, until: float,
        enough: Callable[[], bool],
    ) -> list[Way] | None:  # fmt: skip
        """All moves by their scores, exact for the best ``ways``; None where time was over before."""
        found: list[Way] = []
        for own, enemy in order:
            left = until - time.monotonic()
            if enough() or (left <= 0 and depth > 1):
                return None
            low = found[ways - 1].score if len(found) >= ways else -WIN - 1
            self._state[NODES] = 0
            self._state[LIMIT] = 1 << 40 if depth == 1 else max(1000, int(left * self._speed))
            began = time.monotonic()
            value = -int(
                _after(
                    enemy, own, -debt, depth - 1, -low, course.quiet + 1 if enemy == course.enemy else 0,
                    self._view, self._weights, self._views, self._out, self._stack, self._state,
                )
            )  # fmt: skip
            took = time.monotonic() - began
            if self._state[NODES] > 10_000 and took > 0:
                self._speed = float(self._state[NODES]) / took
            if self._state[NODES] >= self._state[LIMIT]:
                return None
            found.append(Way((own, enemy), value))
            found.sort(key=lambda way: -way.score)
        return found
