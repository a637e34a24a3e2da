"""Complete moves (R12) of a position of two bitboards, compiled.

A move is kept as what it leads to: ``own`` and ``enemy`` after it, both as the mover saw them. Its captures
are the stones that ``enemy`` lost; ``lines`` finds the steps that lead there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fanorona.geometry import DIRECTIONS, NEXT, NONE, POINTS
from fanorona.steps import AHEAD, BEHIND, FROM, STEPS, TO, WAY
from lakabe.engine.bitboard import ALL, NEAR, RAY, capturers, lowest, popcount, run, shifted
from lakabe.engine.jit import Array, kernel, recursive

MOST = 4096
"""How many moves of one position are kept at most; games hardly ever see a position with 200."""

STEPS_MOST = 1 << 20
"""How many capturing steps are followed in one position. Made-up positions can have chains beyond number."""

_TO = np.array(list(TO), dtype=np.int64)
_WAY = np.array(list(WAY), dtype=np.int64)
_STEP = np.zeros(POINTS * POINTS, dtype=np.int64)
"""The step from p to q at ``p * 45 + q``, where there is one."""
for _s in range(STEPS):
    _STEP[FROM[_s] * POINTS + TO[_s]] = _s

_WAYS = DIRECTIONS + 1
_TURNING = np.array(
    [~(1 << NEXT[p * DIRECTIONS + d]) if d < DIRECTIONS else -1 for p in range(POINTS) for d in range(_WAYS)],
    dtype=np.int64,
)
"""Every point but the one next to p in direction d, at ``p * 9 + d`` (R8); all of them for d = 8."""

_AHEAD_BIT = np.array([1 << p if p != NONE else 0 for p in AHEAD], dtype=np.int64)
_BEHIND_BIT = np.array([1 << p if p != NONE else 0 for p in BEHIND], dtype=np.int64)
_AHEAD_RAY = np.array([RAY[TO[s] * 8 + WAY[s]] for s in range(STEPS)], dtype=np.int64)
_BEHIND_RAY = np.array([RAY[FROM[s] * 8 + (WAY[s] ^ 4)] for s in range(STEPS)], dtype=np.int64)


@kernel
def _note(own: int, enemy: int, distinct: bool, moves: Array, first: int, end: int) -> int:
    if distinct:
        # Only moves of the same stone can lead to the same position, and those begin at ``first``.
        for i in range(first, end):
            if moves[i, 0] == own and moves[i, 1] == enemy:
                return end
    if end == moves.shape[0] - 1:
        moves[end, 1] += 1
        return end
    moves[end, 0] = own
    moves[end, 1] = enemy
    return end + 1


@recursive("i8(i8, i8, i8, i8, i8, b1, i8[:,::1], i8, i8)")
def _chains(
    p: int, rest: int, visited: int, enemy: int, last: int, distinct: bool, moves: Array, first: int, end: int
) -> int:
    """Every chain of capturing steps of the stone on ``p`` (R3-R9); ``rest`` are the other own stones."""
    targets = NEAR[p] & ~(rest | visited | enemy) & _TURNING[p * _WAYS + last]
    while targets:
        s = _STEP[p * POINTS + lowest(targets)]
        to = targets & -targets
        targets &= targets - 1
        way = _WAY[s]
        for withdrawal in range(2):
            if withdrawal:
                if not _BEHIND_BIT[s] & enemy:
                    continue
                taken = run(p, way ^ 4, enemy)
            else:
                if not _AHEAD_BIT[s] & enemy:
                    continue
                taken = run(_TO[s], way, enemy)
            budget = moves.shape[0] - 1
            moves[budget, 0] -= 1
            if moves[budget, 0] < 0:
                moves[budget, 1] += 1
                return end
            end = _note(rest | to, enemy & ~taken, distinct, moves, first, end)
            end = _chains(_TO[s], rest, visited | to, enemy & ~taken, way, distinct, moves, first, end)
    return end


@kernel
def generate(own: int, enemy: int, distinct: bool, moves: Array, base: int) -> int:
    """Write the moves of a position into ``moves[base:]``; returns the end, ``base`` plus their number.

    ``moves`` has shape (n, 2), int64: own and enemy after each. With ``distinct``, moves that lead to one
    position are written once. What does not fit is left out: ``MOST`` rows are enough for any known position.
    """
    end = base
    limit = moves.shape[0] - 1
    moves[limit, 0] = STEPS_MOST
    stones = capturers(own, enemy)
    if stones:
        while stones:
            p = lowest(stones)
            stones &= stones - 1
            end = _chains(p, own & ~(1 << p), 1 << p, enemy, DIRECTIONS, distinct, moves, end, end)
        return end
    empty = ALL & ~(own | enemy)
    stones = own
    while stones:
        p = lowest(stones)
        stones &= stones - 1
        left = own & ~(1 << p)
        targets = NEAR[p] & empty
        while targets:
            end = _note(left | (targets & -targets), enemy, False, moves, end, end)
            targets &= targets - 1
    return end


@recursive("i8(i8, i8, i8, i8)")
def _count_chains(p: int, blocked: int, enemy: int, last: int) -> int:
    """How many chains of capturing steps the stone on ``p`` has; ``blocked`` without the enemy stones."""
    count = 0
    targets = NEAR[p] & ~(blocked | enemy) & _TURNING[p * _WAYS + last]
    while targets:
        s = _STEP[p * POINTS + lowest(targets)]
        to = targets & -targets
        targets &= targets - 1
        way = _WAY[s]
        if _AHEAD_BIT[s] & enemy:
            taken = run(_TO[s], way, enemy)
            count += 1 + _count_chains(_TO[s], blocked | to, enemy & ~taken, way)
        if _BEHIND_BIT[s] & enemy:
            taken = run(p, way ^ 4, enemy)
            count += 1 + _count_chains(_TO[s], blocked | to, enemy & ~taken, way)
    return count


@kernel
def count(own: int, enemy: int) -> int:
    """How many moves a position has (R12), different ways to one position counted apart."""
    found = 0
    stones = capturers(own, enemy)
    if stones:
        while stones:
            p = lowest(stones)
            stones &= stones - 1
            found += _count_chains(p, own, enemy, DIRECTIONS)
        return found
    empty = ALL & ~(own | enemy)
    for d in range(8):
        found += popcount(shifted(own, d) & empty)
    return found


@recursive("i8(i8, i8, i8, i8[:,::1], i8)")
def _perft(own: int, enemy: int, depth: int, moves: Array, base: int) -> int:
    if depth == 1:
        return count(own, enemy)
    end = generate(own, enemy, False, moves, base)
    found = 0
    for i in range(base, end):
        found += _perft(moves[i, 1], moves[i, 0], depth - 1, moves, end)
    return found


def room(plies: int) -> NDArray[np.int64]:
    """An array for the moves along a line of ``plies`` positions, as ``generate`` wants it."""
    return np.zeros((plies * MOST + 1, 2), dtype=np.int64)


def perft(own: int, enemy: int, depth: int) -> int:
    """How many sequences of ``depth`` moves a position has, the last ply counted without being played.

    ValueError for a made-up position with more moves than are kept.
    """
    if depth == 0:
        return 1
    moves = room(depth)
    found = int(_perft(own, enemy, depth, moves, 0))
    if moves[-1, 1]:
        raise ValueError(f"a position has more than {MOST} moves")
    return found


def results(own: int, enemy: int) -> list[tuple[int, int]]:
    """The distinct results of a position's moves: (own, enemy) after each, as the mover saw them."""
    moves = room(1)
    return [(int(a), int(b)) for a, b in moves[: generate(own, enemy, True, moves, 0)]]
