"""The first phase of a vela (V2) for kernels: whether it is on, what may be done in it, what that promises.

``debt`` tells who owes: 1 the side to move, -1 the other, 0 nobody, for then no vela is played.
"""

from __future__ import annotations

from lakabe.engine.bitboard import ALL, NEAR, NEIGHBOUR, capturers, lowest, popcount
from lakabe.engine.evaluate import estimate, refresh
from lakabe.engine.jit import Array, kernel

LEFT = 5
"""Stones of the creditor with which the second phase begins (V6)."""
TAKER = 15
"""Centipoints for each stone of the debtor that can take, while the first phase is on."""


@kernel
def first_phase(own: int, enemy: int, debt: int) -> bool:
    """Whether the first phase is on."""
    return debt != 0 and popcount(enemy if debt > 0 else own) > LEFT


@kernel
def thefts(own: int, enemy: int, out: Array, n: int) -> int:
    """Write (own, enemy) after each move of the debtor, who takes one stone (V3), into ``out[n:]``.

    Returns the end.
    """
    empty = ALL & ~(own | enemy)
    stones = own
    while stones:
        p = lowest(stones)
        stones &= stones - 1
        for d in range(8):
            q = NEIGHBOUR[p * 8 + d]
            if q < 0 or not empty >> q & 1:
                continue
            for x in (NEIGHBOUR[q * 8 + d], NEIGHBOUR[p * 8 + (d ^ 4)]):
                if x >= 0 and enemy >> x & 1:
                    out[n, 0] = own ^ (1 << p) ^ (1 << q)
                    out[n, 1] = enemy ^ (1 << x)
                    n += 1
    return n


@kernel
def offers(own: int, enemy: int, out: Array, n: int) -> int:
    """The same of the creditor, who takes nothing (V4), but for the steps that forfeit (V5)."""
    empty = ALL & ~(own | enemy)
    stones = own
    while stones:
        p = lowest(stones)
        stones &= stones - 1
        targets = NEAR[p] & empty
        while targets:
            after = own ^ (1 << p) ^ (targets & -targets)
            targets &= targets - 1
            if capturers(enemy, after):
                out[n, 0] = after
                out[n, 1] = enemy
                n += 1
    return n


@kernel
def promise(own: int, enemy: int, debt: int, weights: Array, views: Array) -> int:
    """What a position of a vela promises the side to move, in centipoints: the estimate (``evaluate``).

    In the first phase how many stones there are says nothing, for each side has to go on as it must. There
    half of what it would be worth to the creditor to begin the second phase so is taken, and the choice that
    the debtor has counts for the debtor.
    """
    if not first_phase(own, enemy, debt):
        refresh(own, enemy, weights, views, 0)
        return estimate(own, enemy, weights, views, 0)
    creditor = own if debt < 0 else enemy
    debtor = enemy if debt < 0 else own
    refresh(creditor, debtor, weights, views, 0)
    value = estimate(creditor, debtor, weights, views, 0) // 2
    value -= TAKER * popcount(capturers(debtor, creditor))
    return value if debt < 0 else -value
