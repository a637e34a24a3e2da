"""First pass over a layer: positions with a capture, and those without any move, have their value at once.

Captures are compulsory (R2), so a position with one depends on layers with fewer stones alone. What is left
is ``OPEN``: only paika, which stay within the pair of layers.
"""

from __future__ import annotations

import numpy as np

from fanorona.rules.geometry import POINTS
from lakabe.engine.bitboard import around, capturers, lowest, popcount
from lakabe.engine.jit import Array, array_kernel, kernel
from lakabe.engine.tables.chains import RESULTS, STACK, captures
from lakabe.engine.tables.index import STRIDE, View, following, locate
from lakabe.engine.tables.memory import byte_at
from lakabe.engine.tables.values import DRAWN, LONGEST, OPEN

# What a move is worth to the mover, as one number: a loss its distance, a draw, a win that less its distance.
_DRAW = 500
_WON = 1000


@kernel
def stored(view: View, own: int, enemy: int) -> int:
    """The byte of a position whose layer is in memory; one that has lost its last stone has none (R10)."""
    if own == 0:
        return 0
    layer = view.bytes_at[popcount(own) * STRIDE + popcount(enemy)]
    return byte_at(layer + locate(view, own, enemy))


@kernel
def worth(code: int) -> int:
    """What a move to a position with this byte is worth to who makes it."""
    if code > LONGEST:
        return _DRAW
    return code + 1 if code & 1 else _WON - 1 - code


@kernel
def at_once(view: View, own: int, enemy: int, stack: Array, after: Array) -> int:
    """The byte of a position as far as it does not depend on paika; -1 where the distance is too long.

    ``stack`` and ``after`` are for ``captures``.
    """
    stones = capturers(own | view.walls, enemy) & own
    if not stones:
        return OPEN if around(own) & ~(own | enemy | view.walls) else 0
    best = 0
    while stones and best < _WON - 1:
        p = lowest(stones)
        stones &= stones - 1
        for i in range(captures(p, own & ~(1 << p), view.walls, enemy, stack, after, 0)):
            best = max(best, worth(stored(view, after[i, 1], after[i, 0])))
    if best == _DRAW:
        return DRAWN
    code = best if best < _DRAW else _WON - best
    return code if code <= LONGEST else -1


@kernel
def free_points(view: View, few: int, out: Array) -> None:
    """Write the bit of each point of the board that ``few`` leaves free, in order."""
    n = 0
    for p in range(POINTS):
        if view.place[p] >= 0 and not few >> p & 1:
            out[n] = 1 << p
            n += 1


@kernel
def spread(subset: int, points: Array) -> int:
    """The set of points that a set of places stands for."""
    found = 0
    while subset:
        found |= points[lowest(subset)]
        subset &= subset - 1
    return found


@array_kernel
def resolve(view: View, blocks: Array, many: int, of_few: bool, out: Array, base: Array) -> bool:
    """Fill ``out`` from ``base[i]`` on with the bytes of each block: who is to move, the few or the many.

    ``blocks`` and ``base`` are those of one slice. False when a distance does not fit.
    """
    points = np.empty(POINTS, np.int64)
    stack = np.empty(STACK, np.int64)
    after = np.empty((RESULTS, 2), np.int64)
    for i in range(blocks.shape[0]):
        few = blocks[i]
        free_points(view, few, points)
        subset = (1 << many) - 1
        at = base[i]
        for _ in range(view.choose[(view.places - popcount(few)) * STRIDE + many]):
            others = spread(subset, points)
            code = (
                at_once(view, few, others, stack, after)
                if of_few
                else at_once(view, others, few, stack, after)
            )
            if code < 0:
                return False
            out[at] = code
            at += 1
            subset = following(subset)
    return True
