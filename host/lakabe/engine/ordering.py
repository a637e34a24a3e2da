"""The order in which moves are searched: what cut off before, takes much, or leaves nothing to take."""

from __future__ import annotations

from lakabe.engine.bitboard import capturers, lowest, popcount
from lakabe.engine.jit import Array, kernel
from lakabe.engine.state import HISTORY, KILLERS


@kernel
def _swap(moves: Array, i: int, j: int) -> None:
    if i != j:
        for c in range(4):
            kept = moves[i, c]
            moves[i, c] = moves[j, c]
            moves[j, c] = kept


@kernel
def order(own: int, enemy: int, moves: Array, base: int, end: int, best: int, ply: int, state: Array) -> None:
    """Write how promising each move is into column 2, and its place into column 3, of ``moves``.

    ``best`` is the place of the remembered one. The most promising comes first; ``pick`` finds the others.
    """
    killer = KILLERS + 2 * ply
    stones = popcount(enemy)
    first = base
    most = -(1 << 41)
    for i in range(base, end):
        own_after = moves[i, 0]
        taken = stones - popcount(moves[i, 1])
        code = lowest(own & ~own_after) * 45 + lowest(own_after & ~own)
        score = state[HISTORY + code]
        if taken:
            score += taken * 4000
        elif state[killer] == code:
            score += 9000
        elif state[killer + 1] == code:
            score += 8000
        if not capturers(moves[i, 1], own_after):
            score += 12000
        if i - base == best:
            score = 1 << 40
        moves[i, 2] = score
        moves[i, 3] = i - base
        if score > most:
            most = score
            first = i
    _swap(moves, base, first)


@kernel
def pick(moves: Array, i: int, end: int) -> None:
    """Swap the most promising of the moves from ``i`` on to place ``i``."""
    best = i
    most = moves[i, 2]
    for j in range(i + 1, end):
        score = moves[j, 2]
        if score > most:
            most = score
            best = j
    _swap(moves, i, best)


@kernel
def reward(own: int, own_after: int, taken: int, depth: int, ply: int, state: Array) -> None:
    """Remember a move that was too good for the other side to allow."""
    code = lowest(own & ~own_after) * 45 + lowest(own_after & ~own)
    place = HISTORY + code
    state[place] += depth * depth
    if state[place] > 3000:
        for i in range(HISTORY, HISTORY + 45 * 45):
            state[i] >>= 1
    if not taken and state[KILLERS + 2 * ply] != code:
        state[KILLERS + 2 * ply + 1] = state[KILLERS + 2 * ply]
        state[KILLERS + 2 * ply] = code
