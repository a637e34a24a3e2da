"""Captures on any part of the board: what the chains of one stone lead to (R3-R9)."""

from __future__ import annotations

from lakabe.engine.bitboard import NEIGHBOUR, run
from lakabe.engine.jit import Array, kernel
from lakabe.engine.tables.index import STRIDE

RESULTS = 1 << 14
"""How many results of the captures of one position are kept at most."""

STACK = (STRIDE + 1, 5)
"""Shape of the array for the steps in progress, int64: each step takes a stone."""


@kernel
def captures(p: int, rest: int, walls: int, enemy: int, stack: Array, out: Array, n: int) -> int:
    """Write (own, enemy) after each capture of the stone on ``p`` into ``out[n:]``, each result once.

    ``rest`` are the other own stones, ``walls`` the points that are not on the board. Returns the end.
    ``stack`` has the shape ``STACK``: point, points visited, enemy, last direction, next step to try. What
    does not fit into ``out``, shape (RESULTS, 2), is left out.
    """
    first = n
    depth = 0
    stack[0, 0] = p
    stack[0, 1] = 1 << p
    stack[0, 2] = enemy
    stack[0, 3] = 8
    stack[0, 4] = 0
    while depth >= 0:
        step = stack[depth, 4]
        if step == 16:
            depth -= 1
            continue
        stack[depth, 4] = step + 1
        d = step >> 1
        p = stack[depth, 0]
        enemy = stack[depth, 2]
        q = NEIGHBOUR[p * 8 + d]
        if q < 0 or d == stack[depth, 3] or (rest | walls | stack[depth, 1] | enemy) >> q & 1:
            stack[depth, 4] = (step | 1) + 1
            continue
        taken = run(p, d ^ 4, enemy) if step & 1 else run(q, d, enemy)
        if not taken:
            continue
        own = rest | 1 << q
        left = enemy & ~taken
        known = n == out.shape[0]
        for i in range(first, n):
            known = known or (out[i, 0] == own and out[i, 1] == left)
        if not known:
            out[n, 0] = own
            out[n, 1] = left
            n += 1
        if left:
            depth += 1
            stack[depth, 0] = q
            stack[depth, 1] = stack[depth - 1, 1] | 1 << q
            stack[depth, 2] = left
            stack[depth, 3] = d
            stack[depth, 4] = 0
    return n
