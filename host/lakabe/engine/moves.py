"""Complete moves (R12) of a position of two bitboards, compiled.

A move is kept as what it leads to: ``own`` and ``enemy`` after it, both as the mover saw them. Its captures
are the stones that ``enemy`` lost; ``lines`` finds the steps that lead there.
"""

from __future__ import annotations

import numpy as np
from numba import int64
from numpy.typing import NDArray

from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.steps import AHEAD, BEHIND, FROM, STEPS, TO, WAY
from lakabe.engine.bitboard import ALL, NEAR, RAY, capturers, lowest, popcount, shifted, width
from lakabe.engine.jit import Array, kernel, recursive
from lakabe.engine.machine import both_meet, pinned, pinned_type

MOST = 4096
"""How many moves of one position are kept at most; games hardly ever see a position with 200."""

STEPS_MOST = 1 << 20
"""How many capturing steps are followed in one position. Made-up positions can have chains beyond number."""

# The captures of a stone by one step are numbered by the point it goes to, approach before withdrawal.
# What is known of number n from point p stands at ``[p, n]`` or at ``p * 16 + n``.

_LANDING = np.zeros((POINTS, 16), dtype=np.int64)
"""The point that the stone goes to, as a set; empty where no such capture can be."""

_BESIDE = np.zeros((POINTS, 16), dtype=np.int64)
"""The point where an enemy stone must be, as a set."""

_RAY = np.zeros(POINTS * 16, dtype=np.int64)
"""That point and all those behind it."""

_UPWARDS = np.zeros(POINTS * 16, dtype=np.int64)
"""Every bit where those lie higher and higher, none where they lie lower and lower."""

_PLACE = np.zeros(POINTS * 16, dtype=np.int64)
"""The point that the stone goes to."""

_TURNING = np.zeros(POINTS * 16, dtype=np.int64)
"""The numbers of the captures from there that do not go on in the same direction (R8)."""


def _number_captures() -> None:
    steps = [sorted((s for s in range(STEPS) if FROM[s] == p), key=lambda s: TO[s]) for p in range(POINTS)]
    for p in range(POINTS):
        for k, s in enumerate(steps[p]):
            for withdrawal, taken in enumerate((AHEAD[s], BEHIND[s])):
                n = 2 * k + withdrawal
                if taken == NONE:
                    continue
                way = WAY[s] ^ 4 if withdrawal else WAY[s]
                _LANDING[p, n] = 1 << TO[s]
                _BESIDE[p, n] = 1 << taken
                _RAY[p * 16 + n] = RAY[(p if withdrawal else TO[s]) * 8 + way]
                _UPWARDS[p * 16 + n] = -1 if way < 4 else 0
                _PLACE[p * 16 + n] = TO[s]
                same = [j for j, t in enumerate(steps[TO[s]]) if WAY[t] == WAY[s]]
                _TURNING[p * 16 + n] = 65535 & ~sum(3 << 2 * j for j in same)


_number_captures()

_HELD = pinned_type(int64[:, ::1])


@kernel
def _reached(ray: int, upwards: int, enemy: int) -> int:
    """The run of ``enemy`` stones that a ray begins with (R4); the ray goes to higher points or to lower."""
    blocked = ray & ~enemy
    above = -1 << width(blocked)
    below = (blocked & -blocked) - 1
    return ray & ((below & upwards) | (above & ~upwards))


@kernel
def _note(own: int, enemy: int, moves: Array, first: int, end: int) -> int:
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


@recursive(int64(*[int64] * 7, _HELD))
def _chains(
    p: int, which: int, rest: int, visited: int, enemy: int, first: int, end: int, held: Array
) -> int:
    """Every chain of capturing steps (R3-R9) of the stone on ``p`` that begins with one of ``which``.

    ``which`` is a set of numbers of captures; ``rest`` are the other own stones.
    """
    moves = held[0]
    limit = moves.shape[0] - 1
    while which:
        c = p * 16 + lowest(which)
        which &= which - 1
        moves[limit, 0] -= 1
        if moves[limit, 0] < 0:
            moves[limit, 1] += 1
            return end
        to = _PLACE[c]
        been = visited | 1 << to
        left = enemy & ~_reached(_RAY[c], _UPWARDS[c], enemy)
        end = _note(rest | 1 << to, left, moves, first, end)
        more = both_meet(_LANDING, _BESIDE, to, ~(rest | been | left), left) & _TURNING[c]
        if more:
            end = _chains(to, more, rest, been, left, first, end, held)
    return end


@kernel
def captures(own: int, enemy: int, stones: int, distinct: bool, moves: Array, base: int) -> int:
    """``generate`` for a position where ``stones``, at least one, can capture."""
    end = base
    limit = moves.shape[0] - 1
    moves[limit, 0] = STEPS_MOST
    held = pinned(moves)
    while stones:
        p = lowest(stones)
        stones &= stones - 1
        first = end if distinct else limit
        which = both_meet(_LANDING, _BESIDE, p, ~(own | enemy), enemy)
        end = _chains(p, which, own & ~(1 << p), 1 << p, enemy, first, end, held)
    return end


@kernel
def generate(own: int, enemy: int, distinct: bool, moves: Array, base: int) -> int:
    """Write the moves of a position into ``moves[base:]``; returns the end, ``base`` plus their number.

    ``moves`` has shape (n, 2), int64: own and enemy after each. With ``distinct``, moves that lead to one
    position are written once. What does not fit is left out: ``MOST`` rows are enough for any known position.
    """
    stones = capturers(own, enemy)
    if stones:
        return captures(own, enemy, stones, distinct, moves, base)
    end = base
    limit = moves.shape[0] - 1
    empty = ALL & ~(own | enemy)
    stones = own
    while stones:
        p = lowest(stones)
        stones &= stones - 1
        left = own & ~(1 << p)
        targets = NEAR[p] & empty
        while targets:
            end = _note(left | (targets & -targets), enemy, moves, limit, end)
            targets &= targets - 1
    return end


@recursive("i8(i8, i8, i8, i8)")
def _count_chains(p: int, which: int, blocked: int, enemy: int) -> int:
    """How many chains of capturing steps a stone has; ``blocked`` without the enemy stones."""
    count = popcount(which)
    while which:
        c = p * 16 + lowest(which)
        which &= which - 1
        to = _PLACE[c]
        been = blocked | 1 << to
        left = enemy & ~_reached(_RAY[c], _UPWARDS[c], enemy)
        more = both_meet(_LANDING, _BESIDE, to, ~(been | left), left) & _TURNING[c]
        if more:
            count += _count_chains(to, more, been, left)
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
            which = both_meet(_LANDING, _BESIDE, p, ~(own | enemy), enemy)
            found += _count_chains(p, which, own, enemy)
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
